// The list of transactions as a person opens it, from the click in the rail; then questions of sort and filter, when there are any.
//
// After the questions, keys in the rows.
//
// A question ends when the frame is painted that shows its rows: the count says that they are those, for it comes with them.
const counted = (words) => Number(words.split(" of ")[0].replace(/\D/g, ""));

const answered = (status, total) =>
  new Promise((done) => {
    const look = () => {
      if (counted(status.textContent) !== total) return;
      observer.disconnect();
      done();
    };
    const observer = new MutationObserver(look);
    observer.observe(status, { childList: true, characterData: true, subtree: true });
  });

const ask = async ({ heading, words, total }) => {
  const search = document.querySelector("main .search");
  const sort = [...document.querySelectorAll(".grid-sort")].find((one) => one.textContent.trim() === heading);
  const rows = answered(document.querySelector(".grid-foot [aria-label=Matching]"), total);
  const begun = performance.now();
  search.value = words;
  search.dispatchEvent(new InputEvent("input", { bubbles: true }));
  sort.click();
  await rows;
  await paintedOnce();
  return performance.now() - begun;
};

// Until what comes after an answer has come, as when a person reads it: rows near by, the route.
const rest = () => new Promise((done) => setTimeout(done, 400));

const round = async () => {
  let sum = 0;
  for (const question of MEASURE.questions) {
    sum += await ask(question);
    await rest();
  }
  return sum;
};

// Arrow down in the rows: the median of twenty, until the frame is painted that shows the next row as the current one.
const key = async () => {
  const grid = document.querySelector("main .grid");
  grid.focus();
  const taken = [];
  for (let press = 0; press < 20; press += 1) {
    const before = grid.getAttribute("aria-activedescendant");
    const begun = performance.now();
    grid.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
    await until(() => grid.getAttribute("aria-activedescendant") !== before);
    await paintedOnce();
    taken.push(performance.now() - begun);
    await rest();
  }
  taken.sort((one, other) => one - other);
  return (taken[9] + taken[10]) / 2;
};

play(async () => {
  const figures = await openTransactions();
  if (MEASURE.questions.length > 0) {
    await rest();
    // The first of anything is slower.
    await round();
    figures.round = await round();
    // The last question may have left no rows.
    const search = document.querySelector("main .search");
    search.value = "";
    search.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await until(() => document.querySelectorAll(".grid-box tbody tr:not(.coming)").length > 25);
    await rest();
    figures.key = await key();
  }
  tell("list", figures);
});
