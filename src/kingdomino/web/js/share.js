// A picture of the kingdoms and the score, to keep or to send: one drawing, put on a canvas here in
// the page.

import { artDefs, castleSvg, cellSvg, PLAYERS } from "./art/index.js";
import { parseSquare, windowOf } from "./board.js";
import { flagsSvg } from "./flags.js";
import { date, plural, t } from "./i18n.js";
import { lookOf, seedAt, worn } from "./parts/picture.js";
import { headline, nameOf } from "./say.js";

/** @typedef {Record<string, [string, string][]>} Pairs */

const WIDE = 1200;
const GAP = 48;
const HEAD = 190;
const NAME = 96;
const FOOT = 56;
const INK = "#2b1b0f";
const FONT = 'font-family="Georgia, Noto Serif, serif"';
const COVERED = '<rect width="100" height="100" fill="#e9d9bb"/>';
/** Kingdoms side by side, by how many there are. */
const COLUMNS = [1, 1, 2, 3, 2, 3];

/** Offer the picture to other programs, or else save it. @param {View} view @param {number[]} mine @param {Pairs} pairs */
export async function sharePicture(view, mine, pairs) {
  const name = `kingdomino-${view.id}.png`;
  const file = new File([await pictureOf(view, mine, pairs)], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] }))
    return navigator.share({ files: [file], title: t("app.name") }).catch(() => undefined);
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {View} view @param {number[]} mine @param {Pairs} pairs @returns {Promise<Blob>} */
async function pictureOf(view, mine, pairs) {
  const { svg, high } = drawing(view, mine, pairs);
  const image = new Image(WIDE, high);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: high });
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDE, high);
  return new Promise((give, fail) =>
    canvas.toBlob((blob) => (blob ? give(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

/** @param {View} view @param {number[]} mine @param {Pairs} pairs */
function drawing(view, mine, pairs) {
  const seats = Object.keys(view.kingdoms).map(Number);
  const columns = COLUMNS[seats.length];
  const size = (WIDE - GAP * (columns + 1)) / columns;
  const rows = Math.ceil(seats.length / columns);
  const high = Math.round(HEAD + rows * (size + NAME + GAP) + FOOT);
  const inner = seats.map((seat, i) => {
    const x = GAP + (i % columns) * (size + GAP);
    const y = HEAD + Math.floor(i / columns) * (size + NAME + GAP);
    return framed(view, seat, pairs[seat] ?? [], { x, y, size });
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${high}" viewBox="0 0 ${WIDE} ${high}">
    ${artDefs(view.rules.game)}
    <rect width="100%" height="100%" fill="#c48f5c"/><rect x="16" y="16" width="${WIDE - 32}" height="${high - 32}" rx="24" fill="#f6ecdc"/>
    ${words(headline(view, mine), WIDE / 2, 104, 60, "middle")}
    ${words(subtitle(view), WIDE / 2, 152, 32, "middle")}
    ${inner.join("")}
    ${words(location.host, WIDE / 2, high - 40, 24, "middle")}
  </svg>`;
  return { svg, high };
}

/** @param {View} view */
function subtitle({ daily, rules }) {
  const game = t(`game.${rules.game}`);
  return daily
    ? `${game} · ${t("daily.title")}, ${date(Date.parse(daily.day), { dateStyle: "medium", timeZone: "UTC" })}`
    : game;
}

/** A kingdom with the name and points of its player. @param {View} view @param {number} seat @param {[string, string][]} laid
 * @param {{x: number, y: number, size: number}} at */
function framed(view, seat, laid, { x, y, size }) {
  const { colour } = view.seats[seat];
  const { main, ink } = PLAYERS[colour] ?? PLAYERS.blue;
  const points = plural("count.points", view.sheets[seat].total);
  const least = Math.min(1, 22 / (nameOf(view, seat).length + points.length));
  const font = Math.min(34, (size / 16) * least * 1.4);
  return `${landOf(view, seat, laid, { x, y, size })}
    <rect x="${x}" y="${y + size + 14}" width="${size}" height="${NAME - 28}" rx="12" fill="${main}"/>
    ${words(nameOf(view, seat), x + 20, y + size + 60, font, "start", ink)}
    ${words(points, x + size - 20, y + size + 60, font, "end", ink)}`;
}

/** @param {View} view @param {number} seat @param {[string, string][]} laid @param {{x: number, y: number, size: number}} at */
function landOf(view, seat, laid, { x, y, size }) {
  const { cells, box } = view.kingdoms[seat];
  const { game, size: side } = view.rules;
  const { colour } = view.seats[seat];
  const w = windowOf(box, side, 0, side);
  const drawn = Object.entries(cells).map(([square, word]) => {
    const at = parseSquare(square);
    // A daily deal is still to be played by others: they see how a kingdom lies, and none of its dominoes.
    const seen = view.daily ? COVERED : cellSvg(word, game, seedAt(at.x, at.y));
    return `<g transform="translate(${at.x * 100} ${at.y * 100})">${seen}</g>`;
  });
  const rims = laid.map(([a, b]) => {
    const [from, to] = [parseSquare(a), parseSquare(b)];
    const [wide, tall] = from.y === to.y ? [198, 98] : [98, 198];
    return `<rect x="${Math.min(from.x, to.x) * 100 + 1}" y="${Math.min(from.y, to.y) * 100 + 1}" width="${wide}" height="${tall}" rx="6" fill="none" stroke="#2a1a0c" stroke-opacity=".45" stroke-width="3"/>`;
  });
  const flags = view.winners?.includes(seat) ? flagsSvg(colour, game) : "";
  const ground = `<rect x="${w.west * 100}" y="${w.north * 100}" width="${w.cols * 100}" height="${w.rows * 100}" rx="20" fill="#c48f5c" opacity=".35"/>`;
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${w.west * 100} ${w.north * 100} ${w.cols * 100} ${w.rows * 100}" overflow="visible">${ground}${drawn.join("")}${worn(castleSvg, lookOf(view.seats[seat]), game)}${rims.join("")}${flags}</svg>`;
}

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} anchor @param {string} [ink] */
const words = (text, x, y, size, anchor, ink = INK) =>
  `<text x="${x}" y="${y}" ${FONT} font-weight="700" font-size="${size.toFixed(1)}" text-anchor="${anchor}" fill="${ink}">${escaped(text)}</text>`;

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What somebody is called is no markup. @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);
