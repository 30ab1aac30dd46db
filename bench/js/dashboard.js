// Places in the dashboard.
const page = {
  limits: () => document.querySelector("main tbody tr"),
  row: () => document.querySelector(".ag-grid-scrolling-rows .ag-row"),
  isComplete: () => document.querySelector("main [role=status]")?.textContent.startsWith(`${MEASURE.rows} of`),
  scrolled: () => document.querySelector(".ag-grid-viewport"),
  search: () => document.querySelector("main input"),
  count: () => document.querySelector("main [role=status]").textContent,
  heading: (name) => [...document.querySelectorAll(".ag-header-cell-text")].find((one) => one.textContent === name),
};
