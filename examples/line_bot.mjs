// The same bot as line_bot.py with an idea of its own: it chooses the domino with the most crowns.
//
// kingdomino bot check "node examples/line_bot.mjs" --game kingdomino

import { createInterface } from "node:readline";

const crowns = (face) => face.slice(0, 2).reduce((sum, half) => sum + (Number(half.match(/\d/)) || 0), 0);

function chosen({ phase, options, dominoes }) {
  if (phase !== "choose") return options[0];
  const worth = (option) => crowns(dominoes[option.split(" ")[1]]);
  return options.reduce((best, option) => (worth(option) > worth(best) ? option : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const answer = "speaks" in question ? { format: "kingdomino-bot/2" } : { action: chosen(question) };
  console.log(JSON.stringify({ id: question.id, ...answer }));
}
