// What is lost on a page, a line each: text that is cut, and controls that cannot be brought into view uncovered.
//
// Text may be shortened by an ellipsis if the whole is its tooltip, and in cells of a grid, whose columns can be widened.
const scope = [...document.querySelectorAll("dialog:modal")].pop() || document.body;
const isShown = (one) =>
  one.checkVisibility({ visibilityProperty: true }) && !one.closest("[aria-hidden=true], .visually-hidden, [inert], .skip, svg");
const clips = (style) => style === "hidden" || style === "clip";
const scrolls = (style) => style === "auto" || style === "scroll";
const called = (one) => {
  const own = one.id || one.getAttribute("class") || one.tagName.toLowerCase();
  return `${own} “${(one.getAttribute("aria-label") || one.textContent).replace(/\s+/g, " ").trim().slice(0, 40)}”`;
};
const mayShorten = (one) =>
  one.closest(".grid, .matrix") || (!one.closest("h1, h2") && one.closest("[title]"));

const cutText = (one) => {
  const range = document.createRange();
  const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());
  const boxes = texts.flatMap((node) => (range.selectNodeContents(node), [...range.getClientRects()]));
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  if (boxes.length === 0 || right - left < 1) return false;
  let [across, down] = [true, true];
  for (let around = one; around && (across || down); around = around.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(around);
    const box = around.getBoundingClientRect();
    // For screen readers only.
    if (box.width <= 1) return false;
    if (across && clips(overflowX) && (right > box.right + 1 || left < box.left - 1)) return true;
    if (down && clips(overflowY) && (bottom > box.bottom + 3 || top < box.top - 3)) return true;
    across &&= !scrolls(overflowX);
    down &&= !scrolls(overflowY);
    if (position === "fixed" || around === scope) break;
  }
  return (across && (right > innerWidth + 1 || left < -1)) || (down && (bottom > innerHeight + 3 || top < -3));
};

const isCovered = (one) => {
  one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = one.getBoundingClientRect();
  if (box.width < 1 || box.height < 1) return false;
  const out = box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
  if (out && box.width <= innerWidth && box.height <= innerHeight) return true;
  const hit = document.elementFromPoint(box.left + box.width / 2, Math.min(box.top + box.height / 2, innerHeight - 1));
  return !hit || !(one.contains(hit) || hit.contains(one) || hit.closest("label")?.contains(one));
};

const lost = [...scope.querySelectorAll("*")]
  .filter((one) => isShown(one) && !mayShorten(one) && cutText(one))
  .map((one) => `cut: ${called(one)}`);
const controls = "button, a[href], input, select, textarea, summary, [role=slider], [role=tab]";
const hidden = [...scope.querySelectorAll(controls)]
  .filter((one) => isShown(one) && !one.closest(".grid, .matrix") && isCovered(one))
  .map((one) => `covered: ${called(one)}`);
document.querySelectorAll("main, main *").forEach((one) => { if (one.scrollTop > 0) one.scrollTop = 0; });
return [...new Set([...lost, ...hidden])];
