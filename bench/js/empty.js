// The page of the empty window.
const page = { first: () => document.querySelector("main h1") };
