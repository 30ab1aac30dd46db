// The peer of finding: the same rows as objects in an array, filtered and sorted as JavaScript does it. A line on the input asks
// for one round of all questions; the line on the output is what it took, in milliseconds.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [path, questionsText] = process.argv.slice(2);
const records = JSON.parse(readFileSync(path, "utf8")).data.records;
const questions = JSON.parse(questionsText);

const at = (record, name) => (name.startsWith("amount.") ? record.amount[name.slice(7)] : record[name]);

const passes = (filter) => {
  if (filter.equals) return (record) => at(record, filter.equals.column) === filter.equals.value;
  if (filter.between) {
    const { column, least, most } = filter.between;
    return (record) => at(record, column) >= least && at(record, column) <= most;
  }
  const { columns, text } = filter.contains;
  const wanted = text.toLowerCase();
  return (record) => columns.some((column) => String(at(record, column) ?? "").toLowerCase().includes(wanted));
};

const answer = ({ sort, filter, columns }) => {
  const rows = records.filter(passes(filter));
  const way = sort.descending ? -1 : 1;
  rows.sort((one, other) => {
    const [a, b] = [at(one, sort.column), at(other, sort.column)];
    return a < b ? -way : a > b ? way : 0;
  });
  const window = columns.map((column) => rows.slice(0, 60).map((row) => String(at(row, column) ?? "")));
  return { total: rows.length, window };
};

for await (const _ of createInterface({ input: process.stdin })) {
  const begun = performance.now();
  const totals = questions.map((question) => answer(question).total);
  console.log(JSON.stringify({ ms: performance.now() - begun, totals }));
}
