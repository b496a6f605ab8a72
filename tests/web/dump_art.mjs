// Every picture there is, as JSON, for test_art.py.
import * as art from "../../src/kingdomino/web/js/art/index.js";
import * as scenes from "../../src/kingdomino/web/js/art/scenes.js";
import { KINGDOM } from "../../src/kingdomino/web/js/art/scenes.js";

const { cells, colours, games, seeds } = JSON.parse(process.argv[2]);
const pictures = {};
for (const game of games) {
  for (const cell of cells[game])
    for (let seed = 0; seed < seeds; seed++) pictures[`${game} ${cell} ${seed}`] = art.cellSvg(cell, game, seed);
  for (const colour of colours) {
    pictures[`${game} castle ${colour}`] = art.castleSvg(colour, game);
    pictures[`${game} king ${colour}`] = art.kingSvg(colour, game);
  }
  for (const name of ["1", "48", "A"]) pictures[`${game} back ${name}`] = art.dominoBackSvg(name, game);
  pictures[`${game} card`] = scenes.gameCardSvg(game);
}
pictures["kingdomino hero"] = scenes.heroSvg();
for (const name of art.ICONS) pictures["icon " + name] = art.iconSvg(name);

const defs = Object.fromEntries(["", ...games].map((game) => [game, art.artDefs(game || undefined)]));
process.stdout.write(
  JSON.stringify({
    pictures,
    defs,
    icons: art.ICONS,
    land: art.LAND,
    wild: art.WILD,
    players: art.PLAYERS,
    kingdom: KINGDOM,
  }),
);
