// Functions of both sides. A script runs in the page that is measured, before the page's own code, and takes its times there.

// Tapline and the empty window print the line; the dashboard posts it to the service of the bench.
const tell = (mark, figures = {}) => {
  const text = JSON.stringify({ mark, ...figures });
  const tauri = window.__TAURI_INTERNALS__;
  if (tauri) return tauri.invoke("invoke", { name: "Tell", operation: null, payload: text });
  return fetch("/tell", { method: "POST", body: text });
};

const frame = () => new Promise((done) => requestAnimationFrame(done));
const after = (millis) => new Promise((done) => setTimeout(done, millis));

// The page as it is now is on the screen when this ends.
const painted = async () => {
  await frame();
  await frame();
};

const until = async (find) => {
  for (;;) {
    const found = find();
    if (found) return found;
    await frame();
  }
};

// Milliseconds until the work is done and painted.
const timed = async (work) => {
  const begun = performance.now();
  await work();
  await painted();
  return performance.now() - begun;
};

// The longest gap between two animation frames during the work. Whatever holds the page's thread makes one.
const longestGap = async (work) => {
  let [longest, going] = [0, true];
  const watched = (async () => {
    let last = await frame();
    while (going) {
      const now = await frame();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await work();
  going = false;
  await watched;
  return longest;
};

// Milliseconds of each frame while the work is done in it.
const frames = async (seconds, work) => {
  const took = [];
  const begun = await frame();
  for (let last = begun; last - begun < seconds * 1000; ) {
    work(last - begun);
    const now = await frame();
    took.push(now - last);
    last = now;
  }
  return took;
};

// Scrolls at a steady speed, up and down; milliseconds of each frame.
const scroll = (box, pixelsPerSecond, seconds) => {
  let [at, way, before] = [box.scrollTop, 1, 0];
  return frames(seconds, (passed) => {
    at += (way * pixelsPerSecond * (passed - before)) / 1000;
    before = passed;
    if (at + box.clientHeight >= box.scrollHeight || at < 0) way = -way;
    box.scrollTop = at;
  });
};

const type = (input, words) => {
  // React overrides the property of the element and would not see the change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, words);
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
};

const linkOf = (words) => [...document.querySelectorAll("nav a")].find((one) => one.textContent.trim().startsWith(words));

// A failure ends the measurement instead of waiting for its end.
const play = (script) => script().catch((why) => tell("stopped", { why: String(why) }));
