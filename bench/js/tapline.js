// Places in Tapline's page.
const page = {
  first: () => document.querySelector("main h1"),
  // The window opens on its start page, with the connection made.
  limits: () => {
    if (location.pathname === "/") linkOf("Limits")?.click();
    return document.querySelector(".lane");
  },
  row: () => document.querySelector(".grid-box tbody tr:not(.coming)"),
  isComplete: () => !document.querySelector(".grid-progress"),
  scrolled: () => document.querySelector(".grid-box"),
  search: () => document.querySelector("main .search"),
  count: () => document.querySelector(".grid-foot [aria-label=Matching]").textContent,
  heading: (name) => [...document.querySelectorAll(".grid-sort")].find((one) => one.textContent.trim() === name),
};
