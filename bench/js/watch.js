// The gaps between animation frames while something happens, in milliseconds. Work that holds the page's thread is a gap, whoever
// does it.
const watch = async (happens) => {
  const gaps = [];
  let going = true;
  const record = async () => {
    let last = await frame();
    while (going) {
      const now = await frame();
      gaps.push(now - last);
      last = now;
    }
  };
  const recorded = record();
  await painted();
  await happens();
  await painted();
  going = false;
  await recorded;
  return gaps;
};

const after = (millis) => new Promise((done) => setTimeout(done, millis));

// Until what the page does by itself after its start is over: parts that are loaded while nothing happens.
const START = 3000;
