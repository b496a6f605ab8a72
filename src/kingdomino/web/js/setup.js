// The set-up of a new game as the page keeps it, and opening a table with it.

import { catalogue, post } from "./api.js";
import { beginGuide } from "./guide.js";
import { prefs, setPrefs } from "./prefs.js";

/** Against one gentle bot. @param {Catalogue} all @returns {Setup} */
export function firstSetup(all) {
  const level = all.usual_level;
  return {
    game: all.games[0].name,
    variants: [],
    dynasty: false,
    seats: [
      { kind: "me", name: prefs.value.name, level },
      { kind: "bot", name: "", level },
    ],
    hints: true,
    clock: 0,
    game_clock: 0,
  };
}

/** The remembered set-up, if the server still knows everything in it. @param {Catalogue} all */
export function lastSetup(all) {
  const last = prefs.value.setup;
  if (!last) return null;
  const game = all.games.find(({ name }) => name === last.game);
  const levels = new Set(all.levels.filter(({ state }) => state !== "missing").map(({ name }) => name));
  const known = last.seats.every((seat) => seat.kind !== "bot" || levels.has(seat.level));
  const offered = last.offered && all.open_tables;
  return game?.players.includes(last.seats.length) && known ? fitted({ ...last, offered }, game) : null;
}

/** Only what this game and number of players allow. @param {Setup} setup @param {Game} game @returns {Setup} */
export function fitted(setup, game) {
  const most = Math.max(...game.players);
  const seats = setup.seats.slice(0, most);
  const allowed = game.variants.filter((variant) => variant.players.includes(seats.length));
  const names = new Set(allowed.map(({ name }) => name));
  return { ...setup, game: game.name, seats, variants: setup.variants.filter((name) => names.has(name)) };
}

/** The colours that seats of a new table will have, mine first of those who choose.
 * @param {SeatChoice[]} seats @param {string[]} colours */
export function coloursOf(seats, colours) {
  const me = seats.findIndex(({ kind }) => kind === "me");
  const given = seats.map((_, i) =>
    i === me && colours.includes(prefs.value.look.colour) ? prefs.value.look.colour : "",
  );
  return given.map(
    (mine, i) => mine || (given[i] = [colours[i], ...colours].find((each) => !given.includes(each)) ?? ""),
  );
}

/** Open a table; remembers the set-up. @param {Setup} setup @returns {Promise<string>} Its id. */
export async function openTable(setup) {
  setPrefs({ setup, name: setup.seats.find((seat) => seat.kind === "me")?.name || prefs.value.name });
  // Who gives no name is called by their seat, in the language of whoever reads it.
  const me = setup.seats.findIndex(({ kind }) => kind === "me");
  const seats = setup.seats.map(({ kind, name, level }, i) => {
    if (kind === "bot") return { kind, level };
    if (kind !== "me") return { kind };
    return i === me ? { kind, name, ...prefs.value.look } : { kind, name };
  });
  const { game, variants, dynasty, hints, clock, game_clock } = setup;
  const offered = Boolean(setup.offered) && seats.some(({ kind }) => kind === "link");
  const body = { game, players: seats.length, variants, dynasty, seats, hints, clock, game_clock, offered };
  const { id } = await post("/api/games", body);
  return id;
}

/** The same table against bots that are one level better; nothing where there are none, or others play too.
 * @param {View} view @param {number[]} mine @returns {Promise<{level: string, open: () => Promise<string>} | null>} */
export async function levelUp(view, mine) {
  const others = Object.entries(view.seats).filter(([seat]) => !mine.includes(Number(seat)));
  if (mine.length !== 1 || view.dynasty || view.daily || others.some(([, { kind }]) => kind !== "bot")) return null;
  const all = await catalogue();
  const ready = all.levels.filter(({ state }) => state !== "missing").map(({ name }) => name);
  const level = ready[Math.max(...others.map(([, seat]) => ready.indexOf(seat.level ?? ""))) + 1];
  if (!level) return null;
  const seats = Object.entries(view.seats).map(([seat, { name }]) =>
    mine.includes(Number(seat))
      ? { kind: /** @type {const} */ ("me"), name, level }
      : { kind: /** @type {const} */ ("bot"), name: "", level },
  );
  const { game, variants } = view.rules;
  const { seconds: clock, game: game_clock = 0 } = view.clock;
  const setup = { game, variants, dynasty: false, seats, hints: view.hints, clock, game_clock };
  return { level, open: () => openTable(setup) };
}

/** A quiet table against the gentlest bot, explained while it is played. @param {string} game @returns {Promise<string>} Its id. */
export async function learn(game) {
  const all = await catalogue();
  const before = prefs.value.setup;
  const level = all.levels[0].name;
  const seats = firstSetup(all).seats.map((seat) => ({ ...seat, level }));
  const id = await openTable({ ...firstSetup(all), game, seats });
  setPrefs({ setup: before });
  beginGuide(id);
  return id;
}

/** One click: the last set-up, or the first one there is. */
export async function playNow() {
  const all = await catalogue();
  return openTable(lastSetup(all) ?? firstSetup(all));
}
