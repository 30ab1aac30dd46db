// A table with every row in the page, and a tenth of the rows.
import { columns, rows } from "./rows.js";

const table = document.getElementById("box").appendChild(document.createElement("table"));
for (const record of rows(10_000)) {
  const row = table.insertRow();
  for (const column of columns) row.insertCell().textContent = record[column];
}
