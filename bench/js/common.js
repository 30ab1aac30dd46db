// What every script of the bench uses. It runs in the page of the app that is measured, before the page's own code.

const atHome = location.protocol === "tauri:" || location.hostname === "tauri.localhost";

// Core answers with bytes.
const doorBytes = (name, payload) =>
  window.__TAURI_INTERNALS__.invoke("invoke", { name, operation: null, payload });

const door = async (name, payload) => {
  const answer = await doorBytes(name, payload);
  return typeof answer === "string" ? answer : new TextDecoder().decode(answer);
};

// One line for whoever measures.
const tell = (mark, figures = {}) => {
  const text = JSON.stringify({ mark, ...figures });
  return atHome ? door("Tell", text) : fetch("/tell", { method: "POST", body: text });
};

const frame = () => new Promise((done) => requestAnimationFrame(done));

// What stands in the page now is on the screen after this.
const painted = async () => {
  await frame();
  await frame();
};

// The next frame is on the screen.
const paintedOnce = async () => {
  const channel = new MessageChannel();
  await frame();
  await new Promise((done) => {
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });
};

const until = async (find) => {
  for (;;) {
    const found = find();
    if (found) return found;
    await frame();
  }
};

const buttonOf = (words) => [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === words);

// Its key stands behind the words.
const linkOf = (words) => [...document.querySelectorAll("nav a")].find((one) => one.textContent.trim().startsWith(words));

// The page has no reason to fail; when it does, the run shall not wait for it.
const play = (script) => script().catch((why) => tell("stopped", { why: String(why) }));

// A clock finer than the engine's, which counts whole milliseconds: the rest is counted in turns of a loop.
const fineClock = () => {
  const turns = () => {
    const now = performance.now();
    let count = 0;
    while (performance.now() === now) count += 1;
    return count;
  };
  turns();
  const ofOne = Math.max(turns(), turns(), turns());
  return () => {
    const rest = turns();
    return performance.now() - Math.min(rest / ofOne, 1);
  };
};

// The list of transactions on the screen, from the click in the rail: milliseconds to its first rows, and to all of them.
const openTransactions = async () => {
  const link = await until(() => linkOf("Transactions"));
  await painted();
  const begun = performance.now();
  link.click();
  const box = await until(() => document.querySelector(".grid-box"));
  await until(() => box.querySelector("tbody tr:not(.coming)"));
  await painted();
  const first = performance.now() - begun;
  await until(() => !document.querySelector(".grid-progress") && box.scrollHeight > 2_000_000);
  await painted();
  return { first, whole: performance.now() - begun };
};

// All transactions of the service, loaded by core; the state of the list.
const openList = async () => {
  const desk = JSON.parse(await door("GetDesk", "null"));
  const connection = desk.session.connection.id;
  let state = JSON.parse(await door("OpenList", JSON.stringify({ connection, of: { transactions: {} } })));
  while (state.state !== "complete") {
    if (state.state !== "loading") throw new Error(`the list is ${JSON.stringify(state.state)}`);
    await new Promise((done) => setTimeout(done, 20));
    state = JSON.parse(await door("GetListState", JSON.stringify(state.list)));
  }
  return state;
};
