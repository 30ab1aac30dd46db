// Scrolls a list at a steady speed, up and down, and says what each frame cost the page.
//
// Work of a frame: from the first that happens in it (the engine's word that it scrolled, or the frame's own callback) until the
// engine has laid out and painted, which a message that was sent in the frame tells.
const scroll = async (box, { speed, seconds }) => {
  const channel = new MessageChannel();
  const work = [];
  const gaps = [];
  let begun = 0;
  const begin = () => {
    if (begun === 0) begun = performance.now();
  };
  channel.port1.onmessage = () => {
    work.push(performance.now() - begun);
    begun = 0;
  };
  addEventListener("scroll", begin, { capture: true });
  const end = performance.now() + seconds * 1000;
  let [last, at, way] = [0, box.scrollTop, 1];
  await new Promise((done) => {
    const step = (now) => {
      begin();
      if (last > 0) gaps.push(now - last);
      const passed = last > 0 ? now - last : 0;
      last = now;
      at += (way * speed * passed) / 1000;
      if (at + box.clientHeight >= box.scrollHeight || at < 0) way = -way;
      box.scrollTop = at;
      channel.port2.postMessage(0);
      if (performance.now() < end) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });
  removeEventListener("scroll", begin, { capture: true });
  return { work, gaps };
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
