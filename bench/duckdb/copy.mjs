// Rows of a service's answer as CSV, by DuckDB. Prints the milliseconds from the answer in a file to the CSV in a file.
import { statSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const [list, csv] = process.argv.slice(2);
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

const connection = await (await DuckDBInstance.create(":memory:")).connect();
const size = 2 * statSync(list).size;
const begun = performance.now();
await connection.run(
  `copy (select unnest(record, recursive := true)
         from (select unnest(data.records) as record from read_json(${quoted(list)}, maximum_object_size = ${size})))
   to ${quoted(csv)} (format csv, header)`,
);
console.log(performance.now() - begun);
