// Two hundred lanes on one axis: a step of the zoom, and another amount at the cursor, each until its frame is painted.
const LANES = 200;

// What the page does at once for a key ends within a few of these.
const turn = () => {
  const channel = new MessageChannel();
  return new Promise((done) => {
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });
};

// Until what comes later has come too: lanes that are out of sight.
const rest = () => new Promise((done) => setTimeout(done, 600));

const median = (taken) => {
  taken.sort((one, other) => one - other);
  return (taken[9] + taken[10]) / 2;
};

// The median of twenty presses on the axis, of these keys in turns.
const presses = async (keys, shown) => {
  const axis = document.querySelector(".track.axis");
  axis.focus();
  const taken = [];
  for (let press = 0; press < 20; press += 1) {
    const before = shown();
    const begun = performance.now();
    axis.dispatchEvent(new KeyboardEvent("keydown", { key: keys[press % keys.length], bubbles: true, cancelable: true }));
    while (shown() === before) await turn();
    await paintedOnce();
    taken.push(performance.now() - begun);
    await rest();
  }
  return median(taken);
};

play(async () => {
  (await until(() => linkOf("Limits"))).click();
  await until(() => document.querySelectorAll(".lane").length >= LANES);
  await rest();
  await rest();
  const zoom = await presses(["+", "-"], () => document.querySelector(".axis-range").textContent);
  const cursor = await presses(["ArrowRight"], () => document.querySelector(".track.axis").getAttribute("aria-valuenow"));
  tell("lanes", { zoom, cursor });
});
