// Every picture of the game on a few sheets, to be looked at.
//
//   node tests/web/contact_sheet.mjs FOLDER [sheet ...]
//
// Writes FOLDER/<sheet>-<light|dark>[-grey].png with chromium (and the HTML beside it).
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import * as art from "../../src/kingdomino/web/js/art/index.js";
import * as scenes from "../../src/kingdomino/web/js/art/scenes.js";

const THEME = readFileSync(new URL("../../src/kingdomino/web/css/theme.css", import.meta.url), "utf8");
const SIZES = [24, 48, 96, 160];
const GAMES = ["kingdomino", "giants", "origins-discovery", "origins-totem", "origins-tribe"];
const PEOPLE = [
  "hunter",
  "fishing_child",
  "gatherer",
  "sculptor",
  "painter",
  "fire_lady",
  "shaman",
  "small",
  "amazon",
  "oafish",
];
const svg = (inner, size, box = "0 0 100 100", w = size, h = size) =>
  `<svg class="kd-art" viewBox="${box}" width="${w}" height="${h}">${inner}</svg>`;
const row = (game, cells) =>
  SIZES.map((s) => `<p>${cells.map((c, i) => svg(art.cellSvg(c, game, i), s)).join(s < 50 ? " " : "")}</p>`).join("");

/** A field of cells, side by side as in a kingdom. */
const field = (game, size, rows) =>
  `<svg class="kd-art" viewBox="0 0 ${rows[0].length * 100} ${rows.length * 100}" width="${rows[0].length * size}">${rows
    .flatMap((r, y) =>
      r.map(
        (c, x) =>
          `<g transform="translate(${x * 100} ${y * 100})">${c === "C" ? art.castleSvg(["green", "pink", "black"][y % 3], game) : art.cellSvg(c, game, x * 7 + y * 13)}</g>`,
      ),
    )
    .join("")}</svg>`;
const block = (letter, n = 3) => Array.from({ length: n }, () => Array(n).fill(letter));
const words = (text) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
const KINGDOM = words(`W W1 F F1 F
  W L L1 F S
  G G2 C S S1
  G1 G M3g M2gg S2
  G W1 W M1g L2`);
const TERRITORY = words(`G+ G L+ L1 L
  D D:hunter J+ J*3 J1
  V1 Q+ C Q2 Q:small
  D1 D*1 V3 V2 L*2
  G:shaman J:oafish D:amazon G1 Q+`);

const SHEETS = {
  base: () =>
    `<h2>Kingdomino</h2>${row("kingdomino", ["W", "F", "L", "G", "S", "M", "W1", "F1", "L1", "G2", "S2", "M3"])}`,
  giants: () => `<h2>Giants</h2>${row("giants", ["W1g", "F2g", "L2gg", "G2g", "S2gg", "M3g", "M3gg", "M3ggg", "M1g"])}`,
  origins: () =>
    `<h2>Origins</h2>${row("origins-tribe", ["G", "L", "J", "Q", "D", "V1", "V2", "V3", "G1", "L1", "J2", "Q2"])}`,
  tokens: () =>
    `<h2>Tokens</h2>${row("origins-tribe", ["G+", "L+", "J+", "Q+", "G*1", "J*2", "D*3", "L*1", "Q*2", "D*1"])}`,
  people: () =>
    `<h2>Cavemen</h2>${row(
      "origins-tribe",
      PEOPLE.map((p, i) => "DGJLQ"[i % 5] + ":" + p),
    )}`,
  fields: () =>
    `<h2>Fields</h2><p>${["W", "F", "L", "G", "S", "M"].map((t) => field("kingdomino", 100, block(t))).join(" ")}</p><p>${["G", "L", "J", "Q", "D", "V2"].map((t) => field("origins-totem", 100, block(t))).join(" ")}</p>`,
  kingdoms: () =>
    `<p>${field("giants", 130, KINGDOM)} ${field("origins-tribe", 130, TERRITORY)}</p><p>${field("giants", 48, KINGDOM)} ${field("origins-tribe", 48, TERRITORY)} ${field("giants", 24, KINGDOM)} ${field("origins-tribe", 24, TERRITORY)}</p>`,
  players: () =>
    ["kingdomino", "origins-totem"]
      .map((g) =>
        SIZES.map(
          (s) =>
            `<p>${Object.keys(art.PLAYERS)
              .map((c) => svg(art.castleSvg(c, g), s) + " " + svg(art.kingSvg(c, g), s))
              .join(" ")}</p>`,
        ).join(""),
      )
      .join("") +
    `<p>${SIZES.map((s) => svg(art.iconSvg("giant"), s, "0 0 24 24")).join(" ")}</p><p>${[
      ["1", "kingdomino"],
      ["48", "kingdomino"],
      ["A", "giants"],
      ["54", "giants"],
      ["17", "origins-totem"],
    ]
      .map(
        ([n, g]) =>
          svg(art.dominoBackSvg(n, g), 0, "0 0 200 100", 200, 100) +
          " " +
          svg(art.dominoBackSvg(n, g), 0, "0 0 200 100", 64, 32),
      )
      .join(" ")}</p>`,
  icons: () =>
    [24, 48]
      .map(
        (s) =>
          `<p>${art.ICONS.map((n) => `<span>${svg(art.iconSvg(n), s, "0 0 24 24")}${s > 40 ? `<small>${n}</small>` : ""}</span>`).join(" ")}</p>`,
      )
      .join(""),
  scenes: () => `<p class="wide">${scenes.heroSvg()} ${GAMES.map((g) => scenes.gameCardSvg(g)).join(" ")}</p>`,
};

const [folder = "/tmp/contact", ...asked] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const name of asked.length ? asked : Object.keys(SHEETS))
  for (const theme of ["light", "dark"])
    for (const grey of ["", "-grey"]) {
      if (theme === "dark" && grey) continue;
      const html = `<!doctype html><html lang="en" data-theme="${theme}"><meta charset="utf-8"><title>${name}</title><style>${THEME}
        body{margin:0;padding:12px;font:14px var(--font);color:var(--table-ink);background:var(--table);${grey && "filter:grayscale(1)"}}
        .kd-art{filter:var(--art-filter)}
        p{margin:6px 0} h2{margin:4px 0} svg{vertical-align:top} span{display:inline-block;text-align:center} small{display:block;font-size:9px;max-width:72px;overflow:hidden}
        .wide .kd-hero{width:560px} .wide .kd-card{width:320px}</style>
        <body><svg class="kd-defs" aria-hidden="true">${art.artDefs()}</svg>${SHEETS[name]()}</body></html>`;
      const file = resolve(folder, `${name}-${theme}${grey}`);
      writeFileSync(file + ".html", html);
      const flags =
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars".split(
          " ",
        );
      const height = { fields: 680, kingdoms: 960, players: 1500, icons: 620, scenes: 980 }[name] ?? 460;
      execFileSync(
        process.env.CHROMIUM ?? "chromium",
        [
          ...flags,
          `--window-size=${name === "fields" ? 1940 : 1980},${height}`,
          `--screenshot=${file}.png`,
          `file://${file}.html`,
        ],
        { stdio: "ignore" },
      );
    }
