// AG Grid as its documentation sets it up, with the row height of Tapline's list.
import { columns, rows, width } from "./rows.js";

agGrid.createGrid(document.getElementById("box"), {
  columnDefs: columns.map((field) => ({ field, width })),
  rowData: rows(100_000),
  rowHeight: 28,
  headerHeight: 32,
});
