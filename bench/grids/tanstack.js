// TanStack Virtual without a framework: a row enters, gets its texts, and leaves, by its key.
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from "./node_modules/@tanstack/virtual-core/dist/esm/index.js";
import { columns, rows } from "./rows.js";

const data = rows(100_000);
const box = document.getElementById("box");
const inside = box.appendChild(document.createElement("div"));
const shown = new Map();

const rowOf = (item) => {
  const row = document.createElement("div");
  row.className = "row";
  for (const column of columns) {
    row.appendChild(document.createElement("span")).textContent = data[item.index][column];
  }
  row.style.transform = `translateY(${item.start}px)`;
  return row;
};

const draw = (list) => {
  inside.style.height = `${list.getTotalSize()}px`;
  const items = list.getVirtualItems();
  const wanted = new Set(items.map((item) => item.key));
  for (const [key, row] of shown) {
    if (!wanted.has(key)) {
      row.remove();
      shown.delete(key);
    }
  }
  for (const item of items) {
    if (!shown.has(item.key)) shown.set(item.key, inside.appendChild(rowOf(item)));
  }
};

const list = new Virtualizer({
  count: data.length,
  estimateSize: () => 28,
  overscan: 8,
  getScrollElement: () => box,
  scrollToFn: elementScroll,
  observeElementRect,
  observeElementOffset,
  onChange: draw,
});
list._didMount();
list._willUpdate();
draw(list);
