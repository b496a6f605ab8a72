// Draws the pictures that are files: the kingdom of the tutorial and the icons of the app.
//
//   node scripts/draw_art.mjs          write the SVG files, and the PNG icons with a browser:
//                                      CHROMIUM=$(python -m tests.web.browser), or chromium
//   node scripts/draw_art.mjs --check  fail when a committed SVG is not what would be drawn
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { artDefs, cellSvg, iconSvg, kingSvg } from "../src/kingdomino/web/js/art/index.js";
import { CREAM, INK, LAND, ROYAL } from "../src/kingdomino/web/js/art/paper.js";
import { kingdomSvg, KINGDOM } from "../src/kingdomino/web/js/art/scenes.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ICONS = "src/kingdomino/web/icons/";
const NAMES = { W: "wheat", F: "forest", L: "lake", G: "grass", S: "swamp", M: "mine" };

/** The shared shapes that *body* needs, and no others. */
function needed(body) {
  const shapes = new Map(
    artDefs("kingdomino")
      .match(/<(g|clipPath) id="kd-[^"]+".*?(?=<g id="kd-|<clipPath id="kd-|<\/defs>)/g)
      .map((text) => [/id="kd-([^"]+)"/.exec(text)[1], text]),
  );
  const wanted = new Set();
  const visit = (text) => {
    for (const [, id] of text.matchAll(/#kd-([\w-]+)/g))
      if (!wanted.has(id)) {
        wanted.add(id);
        visit(shapes.get(id));
      }
  };
  visit(body);
  return `<defs>${[...shapes]
    .filter(([id]) => wanted.has(id))
    .map(([, text]) => text)
    .join("\n")}</defs>`;
}

const whole = (w, h, title, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${title}"><title>${title}</title>\n${needed(body)}\n${body}</svg>\n`;
const put = (inner, x, y, scale = 1) => `<g transform="translate(${x} ${y}) scale(${scale})">${inner}</g>`;
const text = (x, y, size, words, anchor = "start") =>
  `<text x="${x}" y="${y}" font-family="Georgia, 'Times New Roman', serif" font-weight="700" font-size="${size}" text-anchor="${anchor}" fill="${INK}">${words}</text>`;

/** The regions of the kingdom: land, squares, crowns. */
function regions() {
  const cells = new Map(
    KINGDOM.flatMap(([, a, ax, ay, b, bx, by]) => [
      [`${ax},${ay}`, a],
      [`${bx},${by}`, b],
    ]),
  );
  const found = [];
  while (cells.size) {
    const [first, cell] = cells.entries().next().value;
    const region = { land: cell[0], squares: 0, crowns: 0 };
    const stack = [first];
    while (stack.length) {
      const key = stack.pop();
      const here = cells.get(key);
      if (here?.[0] !== region.land) continue;
      cells.delete(key);
      region.squares += 1;
      region.crowns += Number(here[1] ?? 0);
      const [x, y] = key.split(",").map(Number);
      stack.push(`${x + 1},${y}`, `${x - 1},${y}`, `${x},${y + 1}`, `${x},${y - 1}`);
    }
    found.push(region);
  }
  return found.sort((a, b) => b.squares * b.crowns - a.squares * a.crowns);
}

function kingdom() {
  const lines = regions().filter((r) => r.crowns);
  const total = lines.reduce((sum, r) => sum + r.squares * r.crowns, 0);
  const planks = [0, 1, 2, 3, 4, 5]
    .map(
      (i) =>
        `<rect y="${i * 96}" width="800" height="96" fill="${i % 2 ? "#b98350" : "#c48f5c"}"/><rect y="${i * 96 + 94}" width="800" height="2" fill="#ad7843"/>`,
    )
    .join("");
  const sheet =
    `<path fill="#000" opacity=".25" d="M590 62L766 56L770 476L594 480z"/><path fill="${CREAM}" d="M586 56L762 52L764 470L588 474z"/>` +
    lines
      .map(
        (r, i) =>
          put(iconSvg(NAMES[r.land]), 606, 82 + i * 56, 1.7) +
          text(656, 111 + i * 56, 24, `${r.squares} × ${r.crowns}`) +
          text(746, 111 + i * 56, 24, r.squares * r.crowns, "end"),
      )
      .join("") +
    `<path stroke="${INK}" stroke-width="2" d="M604 394H748"/>` +
    put(iconSvg("crown"), 606, 412, 1.6) +
    text(746, 446, 40, total, "end");
  return whole(
    800,
    560,
    `A finished kingdom of five by five squares: ${total} points`,
    `<clipPath id="table"><rect width="800" height="560" rx="16"/></clipPath><g clip-path="url(#table)">${planks}</g>` +
      put(kingdomSvg("blue"), 34, 28) +
      sheet +
      put(kingSvg("blue", "kingdomino"), 520, 440, 1.15),
  );
}

/** Four lands and a crown. */
const lands = () =>
  put(cellSvg("W", "kingdomino", 4), 0, 0) +
  put(cellSvg("F", "kingdomino", 4), 100, 0) +
  put(cellSvg("L", "kingdomino", 4), 0, 100) +
  put(cellSvg("G", "kingdomino", 2), 100, 100);
const crest = (scale) =>
  put(
    `<circle r="52" cx="2" cy="4" fill="#000" opacity=".3"/><circle r="52" fill="${CREAM}"/><circle r="47" fill="${ROYAL.base}"/><path fill="${ROYAL.light}" d="M-47 0A47 47 0 0 1 0 -47Q-14 -18 -47 0z"/><use href="#kd-crown" transform="translate(0 4) scale(2.6)"/>`,
    100,
    100,
    scale,
  );

/** Small enough for the tab of a browser. */
const tab = () =>
  `<clipPath id="card"><rect width="32" height="32" rx="7"/></clipPath><g clip-path="url(#card)"><path fill="${LAND.W.base}" d="M0 0H16V16H0z"/><path fill="${LAND.F.base}" d="M16 0H32V16H16z"/><path fill="${LAND.L.base}" d="M0 16H16V32H0z"/><path fill="${LAND.G.base}" d="M16 16H32V32H16z"/></g><circle cx="16" cy="16" r="11.5" fill="${ROYAL.base}"/>` +
  put('<use href="#kd-crown"/>', 16, 17, 0.66);

const FILES = {
  "docs/images/kingdom.svg": kingdom,
  [ICONS + "icon.svg"]: () =>
    whole(
      512,
      512,
      "Kingdomino",
      `<clipPath id="card"><rect width="200" height="200" rx="40"/></clipPath>` +
        put(`<g clip-path="url(#card)">${lands()}</g>${crest(1)}`, 16, 16, 2.4),
    ),
  [ICONS + "maskable.svg"]: () => whole(512, 512, "Kingdomino", put(lands() + crest(0.95), 0, 0, 2.56)),
  [ICONS + "favicon.svg"]: () => whole(32, 32, "Kingdomino", tab()),
  // The same while it is one's turn: a lamp that is seen at 16 pixels.
  [ICONS + "turn.svg"]: () =>
    whole(
      32,
      32,
      "Kingdomino",
      `${tab()}<circle cx="23" cy="23" r="9" fill="${CREAM}"/><circle cx="23" cy="23" r="7" fill="#c8102e"/>`,
    ),
};

function png(name, size) {
  const svg = join(ROOT, ICONS, name + ".svg");
  const page = join(mkdtempSync(join(tmpdir(), "kd-")), "icon.html");
  writeFileSync(
    page,
    `<!doctype html><style>body{margin:0}img{display:block}</style><img src="file://${svg}" width="${size}" height="${size}">`,
  );
  const flags =
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars --default-background-color=00000000".split(
      " ",
    );
  execFileSync(
    process.env.CHROMIUM ?? "chromium",
    [
      ...flags,
      `--window-size=${size},${size}`,
      `--screenshot=${join(ROOT, ICONS, `${name}-${size}.png`)}`,
      "file://" + page,
    ],
    { stdio: "ignore" },
  );
}

if (process.argv.includes("--check")) {
  const stale = Object.keys(FILES).filter((file) => readFileSync(join(ROOT, file), "utf8") !== FILES[file]());
  if (stale.length) console.error("run node scripts/draw_art.mjs; stale: " + stale.join(", "));
  process.exitCode = stale.length ? 1 : 0;
} else {
  for (const [file, draw] of Object.entries(FILES)) writeFileSync(join(ROOT, file), draw());
  for (const size of [192, 512]) for (const name of ["icon", "maskable"]) png(name, size);
}
