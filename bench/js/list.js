// All transactions: opened by a click, filtered by words, sorted by a heading, scrolled.
const FILTERS = ["declined", "jansen", "debit"];
// Each in some rows and not in all.
const KEYS = ["j", "b", "h"];
const HEADINGS = ["Amount", "Merchant", "Card"];

const open = async () => {
  const link = await until(() => linkOf("Transactions"));
  await painted();
  const begun = performance.now();
  const first = until(page.row).then(painted).then(() => performance.now() - begun);
  link.click();
  await first;
  // As high as all rows together, so that none is missing. A million rows are higher than the engine allows.
  await until(() => page.isComplete() && page.scrolled().scrollHeight > Math.min(MEASURE.rows, 100000) * 20);
  await painted();
  return { first: await first, whole: performance.now() - begun };
};

const filter = async (words) => {
  const before = page.count();
  const took = await timed(async () => {
    type(page.search(), words);
    // Empty while an earlier search's rows stay.
    await until(() => page.count() !== before && (page.count() || !words));
  });
  const count = Number(page.count().split(" of ")[0].replace(/\D/g, ""));
  await after(400);
  return { took, count };
};

// From a key press in the empty filter until its rows are on the screen: at the first frame after the one that has them.
const press = async (key) => {
  const before = page.count();
  const begun = performance.now();
  type(page.search(), key);
  await until(() => page.count() !== before);
  await frame();
  const took = performance.now() - begun;
  await after(400);
  await filter("");
  return took;
};

const sort = async (name) => {
  const before = page.row().parentElement.textContent;
  const heading = page.heading(name);
  const took = await timed(async () => {
    heading.click();
    await until(() => page.row() && page.row().parentElement.textContent !== before);
  });
  await after(400);
  return took;
};

const median = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];

play(async () => {
  await until(page.limits);
  // Parts of either page that load by themselves after the start.
  await after(3000);
  const figures = {};
  figures.stall = await longestGap(async () => Object.assign(figures, await open()));
  await tell("open");
  if (!MEASURE.all) return tell("list", figures);
  await after(MEASURE.rest);
  const keys = [];
  for (const key of KEYS) keys.push(await press(key));
  figures.key = median(keys);
  const filters = [];
  for (const words of FILTERS) filters.push(await filter(words));
  figures.filter = median(filters.map(({ took }) => took));
  figures.counts = filters.map(({ count }) => count);
  await filter("");
  const sorts = [];
  for (const name of HEADINGS) sorts.push(await sort(name));
  figures.sort = median(sorts);
  await tell("begin");
  const scrolled = await scroll(page.scrolled(), 3000, MEASURE.seconds);
  figures.frames = scrolled.length;
  figures.longest = Math.max(...scrolled);
  await tell("list", figures);
});
