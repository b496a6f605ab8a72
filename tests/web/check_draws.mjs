// What the page finds in records, for test_draws.py: a JSON list of records and boxes on stdin.
import { checkDraws, keepsPromise } from "../../src/kingdomino/web/js/fair.js";

let text = "";
for await (const chunk of process.stdin) text += chunk;
const found = [];
for (const { record, box } of JSON.parse(text)) {
  const { fair, rules, events } = record;
  found.push({ promise: await keepsPromise(fair), ...(await checkDraws(fair, rules.players, events, box)) });
}
process.stdout.write(JSON.stringify(found));
