// The CVM limit of the first lane dragged to and fro along the axis, with all past sales behind it.
const PIXELS_PER_SECOND = 300;

const grip = (name) => document.querySelector(`.lane .pull[aria-label^="${name}"]`);

const pointer = (target, kind, x, buttons) =>
  target.dispatchEvent(
    new PointerEvent(kind, { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, buttons, button: 0, clientX: x, clientY: 0 }),
  );

const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

play(async () => {
  await until(page.limits);
  // All sales are loaded and counted, and so are those of the lane.
  const counted = () => /^[\d,]+ .*in the last 30 days(?! so far)/.test(document.querySelector(".axis-sales button")?.textContent.trim() ?? "");
  await until(counted);
  await after(3000);
  const lane = document.querySelector(".lane");
  pointer(lane.querySelector(".track") ?? lane, "pointerover", 0, 0);
  const held = await until(() => grip("CVM limit"));
  const from = held.getBoundingClientRect().left + 12;
  const idle = await frames(MEASURE.seconds, () => {});
  pointer(held, "pointerdown", from, 1);
  const move = (passed) => {
    // A triangle of 200 pixels.
    const way = ((passed / 1000) * PIXELS_PER_SECOND) % 400;
    pointer(grip("CVM limit"), "pointermove", from + (way < 200 ? way : 400 - way) + 4, 1);
  };
  await frames(1, move);
  await until(() => counted() && document.querySelector(".pull-plate b"));
  const sentences = new Set();
  const dragged = await frames(MEASURE.seconds, (passed) => {
    move(passed);
    sentences.add(document.querySelector(".pull-plate b")?.textContent);
  });
  if (sentences.size < 3) throw `the counter showed ${[...sentences].join(" | ")}`;
  const sales = Number(document.querySelector(".axis-sales button").textContent.replace(/ .*/, "").replace(/\D/g, ""));
  await tell("drag", { idle: mean(idle), dragged: mean(dragged), longest: Math.max(...dragged), sales });
});
