// Sentences: what happened, what is asked, what a button does.

import { RESOURCE, isOrigins, readCell, terrainName } from "./board.js";
import { change, has, list, number, pair, plural, squareName, t, tg } from "./i18n.js";

/** @param {View} view @param {number | null | undefined} seat */
export function nameOf(view, seat) {
  const found = seat === null || seat === undefined ? undefined : view.seats[seat];
  if (found?.name) return found.name;
  return found?.kind === "bot" ? BOTS[Number(seat)] : t("seat.default_name", { n: Number(seat ?? 0) + 1 });
}

/** What bots are called, seat by seat: short, and the same in every language. */
const BOTS = ["Ada", "Bruno", "Cleo", "Diego", "Emma"];

/** @param {string} game @param {string} letter */
const terrain = (game, letter) => t(`terrain.${terrainName(letter, game)}`);

/** A text, or what stands in for it: a rule set from elsewhere has words of its own.
 * @param {string} key @param {string} otherwise @param {Record<string, string | number>} [params] */
const told = (key, otherwise, params) => (has(key) ? t(key, params) : otherwise);

/** The title of a line of the score sheet. @param {string} line */
export const lineTitle = (line) =>
  has(`score.${line}`) ? t(`score.${line}`) : told(`quest.${line}`, line.replaceAll("_", " "));

/** A level's title. @param {string | null | undefined} level */
export const levelName = (level) => told(`level.${level}`, level ?? "");

/** That a gentler level has moved; "" is chance. @param {string} level */
export const sayMovedBy = (level) =>
  level ? t("seat.moved_by", { level: levelName(level) }) : t("seat.moved_by_chance");

/**
 * What happened, as a line of the log.
 * @param {LogLine} line
 * @param {View} view
 * @param {number[]} mine
 * @returns {string}
 */
export function sayEvent(line, view, mine) {
  const sentence = line.action ? sayMove(line, view, mine) : sayChange(line, view);
  const claimed = line.action?.startsWith("hand_over") ? [] : Object.entries(line.totems ?? {});
  const claims = claimed.filter(([, holder]) => holder === line.player && holder !== null);
  return [sentence, ...claims.map(([totem]) => sayClaim(totem, line, view, mine))].join(". ");
}

/** @param {LogLine} line @param {View} view */
function sayChange({ what, seat, player, once, lapsed }, view) {
  const name = nameOf(view, seat ?? player ?? 0);
  const key = lapsed ? "event.lapsed" : once ? `event.${what}_once` : `event.${what}`;
  return what && has(key) ? t(key, { player: name, old: name }) : (what ?? "");
}

/** @param {string} totem @param {LogLine} line @param {View} view @param {number[]} mine */
function sayClaim(totem, line, view, mine) {
  const you = mine.length === 1 && mine[0] === line.player;
  return t(`event.claim${you ? ".you" : ""}`, {
    player: nameOf(view, line.player),
    totem: t(`totem.${totem}`),
  });
}

/** @param {LogLine} line @param {View} view @param {number[]} mine */
function sayMove(line, view, mine) {
  const [verb, ...words] = (line.action ?? "").split(" ");
  const game = view.rules.game;
  if (line.player === null) return sayChance(verb, words, line, view);
  // At a shared screen everybody is named; "you" would be anybody.
  const you = mine.length === 1 && mine[0] === line.player ? ".you" : "";
  const player = nameOf(view, line.player);
  const cell = readCell(line.word ?? "");
  const ground = cell.letter ? terrain(game, cell.letter) : "";
  switch (verb) {
    case "place":
      return line.gain
        ? t(`event.place.gain${you}`, { player, domino: line.domino ?? "", points: change(line.gain) })
        : t(`event.place${you}`, { player, domino: line.domino ?? "" });
    case "discard":
      return t(`event.discard${you}`, { player, domino: line.domino ?? "" });
    case "choose":
      return t(`event.choose${you}`, { player, domino: words[0] });
    case "choose_pair":
      return t(`event.choose_pair${you}`, { player, a: words[0], b: words[1] });
    case "erupt":
      return plural(`event.erupt${you}`, cell.fire, { player, terrain: ground });
    case "send":
    case "hand_over":
      return sayGift(verb, Number(words[0]), line, view, mine);
    case "spend":
      return t(`event.spend${you}`, { player, resource: t(`resource.${RESOURCE[cell.letter]}`) });
    case "recruit":
      return t(`event.recruit${you}`, { player, caveman: t(`caveman.${words[0]}`) });
    case "settle":
      return t(`event.settle${you}`, { player, caveman: t(`caveman.${cell.caveman}`), terrain: ground });
    default:
      return told(`event.${verb}${you}`, `${player}: ${line.action}`, { player, terrain: ground });
  }
}

/** @param {string} verb @param {number} to @param {LogLine} line @param {View} view @param {number[]} mine */
function sayGift(verb, to, line, view, mine) {
  const single = mine.length === 1;
  const you = single && mine[0] === line.player ? ".you" : "";
  const toYou = single && mine[0] === to && verb === "send" ? ".to_you" : you;
  const totem = Object.keys(line.totems ?? {})[0];
  return t(`event.${verb}${toYou}`, {
    player: nameOf(view, line.player),
    to: nameOf(view, to),
    totem: totem ? t(`totem.${totem}`) : "",
  });
}

/** @param {string} verb @param {string[]} words @param {LogLine} line @param {View} view */
function sayChance(verb, words, line, view) {
  const game = view.rules.game;
  switch (verb) {
    case "kings":
      return tg(game, "event.kings", { players: list(words.map((seat) => nameOf(view, Number(seat)))) });
    case "quests":
      return t("event.quests", { quests: list(words.map((quest) => t(`quest.${quest}`))) });
    case "cave":
      return t("event.cave", { cavemen: list(words.map((name) => t(`caveman.${name}`))) });
    default: {
      const trimmed = line.trimmed ?? [];
      const kept = list(words.filter((word) => !trimmed.includes(word)));
      return trimmed.length
        ? t("event.row.trimmed", { dominoes: kept, trimmed: list(trimmed) })
        : t("event.row", { dominoes: kept });
    }
  }
}

/**
 * What an action of mine does, short, for a button.
 * @param {string} action
 * @param {View} view
 * @param {string} [domino] The domino in hand.
 */
export function sayAction(action, view, domino = "") {
  const [verb, a, b] = action.split(" ");
  switch (verb) {
    case "place":
    case "discard":
      return t(`action.${verb}`, { domino });
    case "choose":
      return t("action.choose", { domino: a });
    case "choose_pair":
      return t("action.choose_pair", { a, b });
    case "send":
    case "hand_over":
      return t(`action.${verb}`, { player: nameOf(view, Number(a)) });
    case "recruit":
      return t("action.recruit", { caveman: t(`caveman.${a}`) });
    case "spend": {
      const seat = view.decision?.player ?? 0;
      const cell = view.kingdoms[seat]?.cells[a] ?? "";
      return t("action.spend", { resource: t(`resource.${RESOURCE[cell[0]]}`) });
    }
    default:
      return told(`action.${verb}`, action);
  }
}

/** @param {string} action @param {View} view */
export function sayWithSquare(action, view, domino = "") {
  const [verb, a, b] = action.split(" ");
  const game = view.rules.game;
  const said = sayAction(action, view, domino);
  if (verb === "place") return pair(said, `${squareName(a, game)} – ${squareName(b, game)}`);
  const squares = ["cover", "release", "erupt", "spend", "settle"];
  return squares.includes(verb) ? pair(said, squareName(a, game)) : said;
}

/** Steps on the way to another one, which alone is worth a word. */
const MEANS = /^(spend|release|settle) /;

/** Everything staged in one line: "Place 27 · Take 33". @param {string[]} all @param {View} view */
export function sayStaged(all, view) {
  const ends = all.filter((action) => !MEANS.test(action));
  const actions = ends.length ? ends : all;
  return actions.map((action) => sayAction(action, view, view.decision?.domino)).join(" · ");
}

/**
 * What the table asks of me, in one line.
 * @param {View} view
 * @param {Choice[]} options
 */
export function prompt(view, options) {
  const decision = view.decision;
  if (!decision) return t("prompt.over");
  const domino = decision.domino ?? "";
  switch (decision.phase) {
    case "place":
      if (!options.some(([action]) => action === "discard")) return t("prompt.place", { domino });
      return t(decision.why === "no_room" ? "prompt.no_room" : "prompt.no_match", { domino });
    case "choose":
      return t(view.round === 0 ? "prompt.choose.first" : "prompt.choose");
    case "hand_over":
      return t("prompt.hand_over", { totem: t(`totem.${decision.name}`) });
    case "settle":
      return t((view.spent ?? []).length ? "prompt.spend.second" : "prompt.settle");
    case "recruit":
      return sayRecruit(view, options);
    case "settle_on":
      return t("prompt.settle_on", { caveman: t(`caveman.${decision.name}`) });
    default:
      return told(`prompt.${decision.phase}`, decision.phase.replaceAll("_", " "));
  }
}

/** Who has sent the giant that asks for a crown now. @param {View} view @param {LogLine | undefined} last */
export function saySent(view, last) {
  const { phase, player } = view.decision ?? {};
  if (phase !== "cover" || last?.action !== `send ${player}`) return "";
  return t("prompt.cover.sent", { player: nameOf(view, last.player) });
}

/** Which token is asked for after so many. @param {number} held */
export const sayHeld = (held) => t(`prompt.spend.${["second", "second", "third", "fourth"][held]}`);

/** @param {View} view @param {Choice[]} options */
function sayRecruit(view, options) {
  const spent = (view.spent ?? []).length;
  const recruits = options.some(([action]) => action.startsWith("recruit"));
  const spends = options.some(([action]) => action.startsWith("spend"));
  if (!recruits) return sayHeld(spent);
  if (spent >= 4) return t("prompt.recruit.pile");
  return t(spends ? "prompt.recruit" : "prompt.recruit.only");
}

/** Why a domino fits nowhere. @param {View} view @param {Dominoes} dominoes */
export function whyNowhere(view, dominoes) {
  const { game, size } = view.rules;
  const decision = view.decision;
  const printed = dominoes[decision?.domino ?? ""];
  if (decision?.why === "no_room") return tg(game, "prompt.no_room.why", { size });
  if (!printed) return "";
  const letters = [...new Set([printed.left.cell[0], printed.right.cell[0]])];
  const terrains = list(
    letters.map((letter) => terrain(game, letter)),
    "disjunction",
  );
  return t("prompt.no_match.why", { size, terrains });
}

/** A half or square in words. @param {string} word @param {string} game */
export function sayHalf(word, game) {
  const cell = readCell(word);
  const name = terrain(game, cell.letter);
  const kind = cell.letter === "V" && isOrigins(game) ? "craters" : isOrigins(game) ? "flames" : "crowns";
  const half = cell.printed ? plural(`a11y.half_${kind}`, cell.printed, { terrain: name }) : name;
  return cell.token ? t("a11y.half_token", { half, resource: t(`resource.${RESOURCE[cell.letter]}`) }) : half;
}

/** @param {string} domino @param {Dominoes} dominoes @param {string} game */
export function sayDomino(domino, dominoes, game) {
  const printed = dominoes[domino];
  if (!printed) return domino;
  const said = t("a11y.domino", {
    domino,
    left: sayHalf(printed.left.cell, game),
    right: sayHalf(printed.right.cell, game),
  });
  return printed.symbol ? `${said}, ${t(`a11y.domino_${printed.symbol}`)}` : said;
}

/** A square of a kingdom in words. @param {string} square @param {string | undefined} word @param {View} view @param {number} seat */
export function saySquare(square, word, view, seat) {
  const game = view.rules.game;
  if (square === "c") return t(isOrigins(game) ? "a11y.hut" : "a11y.castle", { player: nameOf(view, seat) });
  const name = squareName(square, game);
  if (!word) return t("a11y.square_empty", { square: name });
  const cell = readCell(word);
  const kind = cell.letter === "V" && isOrigins(game) ? "craters" : isOrigins(game) ? "flames" : "crowns";
  const params = { square: name, terrain: terrain(game, cell.letter) };
  const land = cell.printed ? plural(`a11y.square_${kind}`, cell.printed, params) : t("a11y.square", params);
  const token = cell.token ? [t("a11y.with_token", { resource: t(`resource.${RESOURCE[cell.letter]}`) })] : [];
  return [land, ...token, ...sayUpon(cell)].join(", ");
}

/** Who and what has come to a square. @param {ReturnType<typeof readCell>} cell */
export function sayUpon({ giants, fire, caveman }) {
  const parts = [];
  if (giants) parts.push(plural("a11y.with_giants", giants));
  if (fire) parts.push(plural("a11y.with_fire", fire));
  if (caveman) parts.push(t("a11y.with_caveman", { caveman: t(`caveman.${caveman}`) }));
  return parts;
}

/** "Wheat: 5 squares × 2 crowns". @param {Region} region @param {string} game */
export function sayRegion(region, game) {
  const crowns = plural(isOrigins(game) ? "count.flames" : "count.crowns", region.crowns);
  const squares = plural("count.squares", region.squares.length);
  return t("score.region", { terrain: t(`terrain.${region.terrain}`), squares, crowns });
}

/** Why a hint is good, or nothing where nobody has said. @param {Hint} hint @param {View} view */
export function sayReason([, , , , , why], view) {
  if (!why) return "";
  const { code, terrain: land = "", squares = 0, crowns = 0, points = 0, player } = why;
  const { game } = view.rules;
  return tg(game, `hint.why.${code}`, {
    terrain: land && t(`terrain.${land}`),
    squares: plural("count.squares", squares),
    crowns: plural(isOrigins(game) ? "count.flames" : "count.crowns", crowns),
    points: plural("count.points", points),
    player: nameOf(view, player),
    domino: why.domino ?? "",
    columns: why.columns ?? 0,
    rows: why.rows ?? 0,
  });
}

/** What the bot expects at the end; only the gain now where it has not looked so far. @param {Hint} hint */
export function sayHint([, gain, points, share]) {
  if (points === null || share === null) return gain ? change(gain) : "";
  return t("hint.expects", {
    points: number(points, { maximumFractionDigits: 0 }),
    share: number(share, { style: "percent" }),
  });
}

/** Who has won. @param {View} view @param {number[]} mine */
export function headline(view, mine) {
  const winners = view.winners ?? [];
  if (winners.length > 1) return t("end.shared", { players: list(winners.map((seat) => nameOf(view, seat))) });
  if (mine.length === 1 && winners[0] === mine[0]) return t("end.you_win");
  return t("end.winner", { player: nameOf(view, winners[0]) });
}

/** By what the winner is ahead. @param {View} view */
export function sayWhy(view) {
  const winners = view.winners ?? [];
  const best = view.sheets[winners[0]];
  const rest = Object.entries(view.sheets)
    .filter(([seat]) => !winners.includes(Number(seat)))
    .map(([, sheet]) => sheet)
    .sort((a, b) => b.total - a.total || b.largest_region - a.largest_region || b.crowns - a.crowns);
  const next = rest[0];
  if (winners.length > 1 || !next) return tg(view.rules.game, "end.tie_shared");
  if (best.total > next.total)
    return t("end.by_points", { points: plural("count.points", best.total), other: next.total });
  if (best.largest_region > next.largest_region)
    return plural("end.tie_region", best.largest_region, { other: next.largest_region });
  return plural(isOrigins(view.rules.game) ? "end.tie_flames" : "end.tie_crowns", best.crowns, { other: next.crowns });
}

/** Who has won a dynasty. @param {View} view */
export function sayDynasty(view) {
  const winners = view.dynasty?.winners ?? [];
  if (winners.length > 1)
    return `${t("end.dynasty_shared", { players: list(winners.map((seat) => nameOf(view, seat))) })}. ${t("end.dynasty_tie")}`;
  return t("end.dynasty_winner", { player: nameOf(view, winners[0]) });
}
