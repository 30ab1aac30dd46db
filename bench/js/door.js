// What the door costs, in turns: a window of rows against a call that does nothing; rows as columns of text, decoded in wasm as
// the page does, against the same rows as records that JavaScript parses.
const decoder = async () => {
  await wasm_bindgen({ module_or_path: new Uint8Array(MEASURE.decoder) });
  return wasm_bindgen;
};

play(async () => {
  await until(() => document.querySelector("main h1"));
  const list = await openList();
  const now = fineClock();
  const timed = async (work) => {
    const begun = now();
    await work();
    return now() - begun;
  };
  const { list: id, version } = list;
  const rows = (first, count, columns) =>
    doorBytes("ListRows", JSON.stringify({ list: id, version, first, count, columns, sort: null, filter: null }));

  const window = (at) => timed(() => rows((at * 7919) % (list.rows - 60), 60, MEASURE.columns));
  const nothing = () => timed(() => doorBytes("Nothing", "null"));
  const figures = { window: [], nothing: [], columns: [], records: [] };
  const inTurns = async (many, ours, peer) => {
    await ours(0);
    await peer(0);
    const found = [[], []];
    for (let at = 0; at < many; at += 1) {
      const sides = at % 2 === 0 ? [0, 1] : [1, 0];
      for (const side of sides) found[side].push(await [ours, peer][side](at));
    }
    return found;
  };
  [figures.window, figures.nothing] = await inTurns(MEASURE.calls, window, nothing);

  const { count_rows, rows_as_json } = await decoder();
  const most = 500;
  const many = 5000;
  let seen = 0;
  const columns = () =>
    timed(async () => {
      for (let first = 0; first < many; first += most) seen += count_rows(new Uint8Array(await rows(first, most, MEASURE.every)));
    });
  // The peer's records are written before, so that core makes nothing for it.
  const kept = [];
  for (const first of [0, most]) {
    for (const cells of JSON.parse(rows_as_json(new Uint8Array(await rows(first, most, MEASURE.every))))) {
      kept.push(Object.fromEntries(MEASURE.every.map((name, at) => [name, cells[at]])));
    }
  }
  await door("Keep", JSON.stringify(kept));
  const records = () =>
    timed(async () => {
      for (let first = 0; first < many; first += kept.length) {
        seen += JSON.parse(await doorBytes("Kept", "null")).length;
      }
    });
  [figures.columns, figures.records] = await inTurns(MEASURE.pairs, columns, records);
  if (seen !== 2 * many * (MEASURE.pairs + 1)) throw new Error(`${seen} rows were seen`);
  tell("door", figures);
});
