// The peer of exports: DuckDB's COPY of the same rows, from a table in memory. A line on the input asks for one file; the line on the
// output is what it took, in milliseconds, and how many rows were written.
import { statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DuckDBInstance } from "@duckdb/node-api";

const [path, questions] = process.argv.slice(2);
const [{ folder }] = JSON.parse(questions);
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

const connection = await (await DuckDBInstance.create(":memory:")).connect();
const size = statSync(path).size;
await connection.run(
  `create table sale as select unnest(record, recursive := true)
   from (select unnest(data.records) as record from read_json(${quoted(path)}, maximum_object_size = ${2 * size}))`,
);

for await (const _ of createInterface({ input: process.stdin })) {
  const file = join(folder, "peer.csv");
  const begun = performance.now();
  const copied = await connection.run(`copy sale to ${quoted(file)} (format csv, header)`);
  const ms = performance.now() - begun;
  unlinkSync(file);
  console.log(JSON.stringify({ ms, totals: [Number(copied.rowsChanged)] }));
}
