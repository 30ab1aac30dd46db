// The peer of replay: the same sales as objects in an array, each asked in turn. Visa: above the floor limit online, from the CVM
// limit a PIN, above the transaction limit declined. A line on the input asks for one round; the line on the output is what it
// took, in milliseconds, and the count of each effect that occurs.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [path, questionsText] = process.argv.slice(2);
const records = JSON.parse(readFileSync(path, "utf8")).data.records;
const [{ before, after }] = JSON.parse(questionsText);

const outcome = ([floor, cvm, transaction], value) => ({
  declined: value > transaction,
  online: value > floor,
  pin: value >= cvm,
});

const counts = () => {
  const effects = [0, 0, 0, 0, 0, 0];
  const merchants = effects.map(() => new Map());
  for (const { aid, tranType, entryMode, amount, mchName } of records) {
    if (!aid.startsWith("A000000003") || tranType !== "SALE" || entryMode !== "CONTACTLESS" || amount.currency !== "EUR") continue;
    const { value } = amount;
    if (!Number.isInteger(value) || value > 999999999999) continue;
    const [was, is] = [outcome(before, value), outcome(after, value)];
    const count = (effect) => {
      effects[effect] += 1;
      merchants[effect].set(mchName, (merchants[effect].get(mchName) ?? 0) + 1);
    };
    if (was.declined !== is.declined) count(is.declined ? 2 : 3);
    else if (!was.declined) {
      if (was.pin !== is.pin) count(is.pin ? 0 : 1);
      if (was.online !== is.online) count(is.online ? 5 : 4);
    }
  }
  return effects.filter((count) => count > 0);
};

for await (const _ of createInterface({ input: process.stdin })) {
  const begun = performance.now();
  const totals = counts();
  console.log(JSON.stringify({ ms: performance.now() - begun, totals }));
}
