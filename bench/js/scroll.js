// Scrolls a list at a steady speed, up and down, and says how far apart its frames were.
const scroll = async (box, { speed, seconds }) => {
  const gaps = [];
  const end = performance.now() + seconds * 1000;
  let [last, at, way] = [0, box.scrollTop, 1];
  await new Promise((done) => {
    const step = (now) => {
      const passed = last > 0 ? now - last : 0;
      if (last > 0) gaps.push(passed);
      last = now;
      at += (way * speed * passed) / 1000;
      if (at + box.clientHeight >= box.scrollHeight || at < 0) way = -way;
      box.scrollTop = at;
      if (performance.now() < end) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });
  return { gaps };
};

play(async () => {
  if (MEASURE.own) await openTransactions();
  const box = await until(() => document.querySelector(MEASURE.box));
  await until(() => box.scrollHeight > MEASURE.least);
  await painted();
  await new Promise((done) => setTimeout(done, 500));
  await tell("begin");
  const figures = await scroll(box, MEASURE);
  await tell("end", { ...figures, text: box.innerText.slice(0, 400), height: box.scrollHeight, seen: box.clientHeight });
});
