// What a person or a screen reader finds on the page: roles, accessible names, text, places.
//
// Put in front of every script that the window runs. It looks and never changes the page, except for scrolling. Hidden
// elements are not there, and while a dialog is open nothing outside it is. Answers are {ok: value} or {not: "reason"}.

const SELECTORS = {
  link: "a[href], [role=link]",
  button: "button, input[type=submit], input[type=button], [role=button]",
  heading: "h1, h2, h3, h4, h5, h6, [role=heading]",
  field: "input:not([type]), input[type=text], input[type=search], input[type=password], textarea, select, [role=textbox], [role=searchbox]",
  slider: "[role=slider], input[type=range]",
  radio: "input[type=radio], [role=radio]",
  checkbox: "input[type=checkbox], [role=checkbox]",
  status: "[role=status], output",
  alert: "[role=alert]",
  dialog: "dialog, [role=dialog]",
  navigation: "nav, [role=navigation]",
  region: "section, [role=region]",
  group: "[role=group], [role=radiogroup], fieldset",
  tab: "[role=tab]",
  table: "table",
  grid: "[role=grid]",
  disclosure: "summary",
};

const tidy = (text) => text.replace(/\s+/g, " ").trim();

const isHidden = (element) =>
  !element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-hidden="true"], [inert]') !== null;

// Text as it is spoken: hidden parts are left out, parts with a name of their own count by it.
const spoken = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (node.nodeType !== Node.ELEMENT_NODE || isHidden(node)) return "";
  const own = node.getAttribute("aria-label");
  if (own) return own;
  const inner = [...node.childNodes].map(spoken).join("");
  return getComputedStyle(node).display.startsWith("inline") ? inner : ` ${inner} `;
};

const FROM_CONTENT = new Set(["link", "button", "heading", "radio", "tab", "disclosure"]);

const nameOf = (element, role) => {
  const by = element.getAttribute("aria-labelledby");
  if (by) {
    const texts = by.split(/\s+/).map((id) => document.getElementById(id)).filter(Boolean).map(spoken);
    if (tidy(texts.join(" "))) return tidy(texts.join(" "));
  }
  const own = element.getAttribute("aria-label");
  if (own && tidy(own)) return tidy(own);
  if (element.labels && element.labels.length > 0) return tidy([...element.labels].map(spoken).join(" "));
  if (FROM_CONTENT.has(role) && tidy(spoken(element))) return tidy(spoken(element));
  return tidy(element.getAttribute("title") || element.getAttribute("placeholder") || "");
};

const outermost = () => [...document.querySelectorAll("dialog:modal")].pop() || document.body;

const matches = (target) => {
  const scopes = target.inside ? matches(target.inside) : [outermost()];
  const found = scopes.flatMap((scope) => [
    ...(scope.matches(SELECTORS[target.role]) && !target.inside ? [scope] : []),
    ...scope.querySelectorAll(SELECTORS[target.role]),
  ]);
  const shown = found.filter((element) => !isHidden(element)).map((element) => [element, nameOf(element, target.role)]);
  const exact = shown.filter(([, name]) => name === target.name);
  const chosen = exact.length > 0 ? exact : shown.filter(([, name]) => name.startsWith(target.name));
  return chosen.map(([element]) => element);
};

const describe = (target) =>
  `${target.role} “${target.name}”${target.inside ? ` inside ${describe(target.inside)}` : ""}`;

// The one element meant, handed to `then`.
const one = (target, then) => {
  const found = matches(target);
  if (found.length === 1) return then(found[0]);
  return { not: found.length === 0 ? `no ${describe(target)}` : `${found.length} times ${describe(target)}` };
};

const isDisabled = (element) => element.matches(":disabled") || element.getAttribute("aria-disabled") === "true";

// Where to press: the middle of what a hand would aim at, if nothing lies over it.
const place = (target) =>
  one(target, (element) => {
    if (isDisabled(element)) return { not: `${describe(target)} is disabled: ${reasonOf(element) || "no reason given"}` };
    const aim = element.matches("input[type=radio], input[type=checkbox]") ? element.closest("label") || element : element;
    let box = aim.getBoundingClientRect();
    if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) {
      aim.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      box = aim.getBoundingClientRect();
    }
    const middle = () => [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
    const at = () => document.elementFromPoint(...middle());
    const isHit = (hit) => hit && (aim.contains(hit) || hit.contains(aim));
    if (!isHit(at())) {
      // It may lie outside a part of the page that scrolls by itself.
      aim.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = aim.getBoundingClientRect();
    }
    const [x, y] = middle();
    const hit = at();
    if (!isHit(hit)) {
      return { not: `${describe(target)} is covered by <${hit ? hit.outerHTML.slice(1, 80) : "nothing"}` };
    }
    return { ok: [x, y] };
  });

// A place that is still the same two frames later.
const restingPlace = (target, done) => {
  const first = place(target);
  if (!first.ok) return done(first);
  const again = () => {
    const second = place(target);
    done(second.ok && second.ok.join() !== first.ok.join() ? { not: `${describe(target)} is moving` } : second);
  };
  requestAnimationFrame(() => requestAnimationFrame(again));
};

const textOf = (target) => one(target, (element) => ({ ok: tidy(element.innerText || "") }));

const valueOf = (target) =>
  one(target, (element) => ({ ok: element.value !== undefined ? element.value : element.getAttribute("aria-valuetext") || "" }));

const descriptionOf = (target) =>
  one(target, (element) => {
    const ids = (element.getAttribute("aria-describedby") || "").split(/\s+/).filter(Boolean);
    return { ok: tidy(ids.map((id) => document.getElementById(id)).filter(Boolean).map(spoken).join(" ")) };
  });

const stateOf = (target) =>
  one(target, (element) => ({
    ok: {
      disabled: isDisabled(element),
      checked: element.checked === true || element.getAttribute("aria-checked") === "true",
      focused: element === document.activeElement,
      invalid: element.getAttribute("aria-invalid") === "true",
    },
  }));

const hasFocus = (target) => ({ ok: matches(target).includes(document.activeElement) });

const focusWords = () => {
  const active = document.activeElement;
  const role = Object.keys(SELECTORS).find((role) => active.matches(SELECTORS[role])) || active.tagName.toLowerCase();
  return { ok: `${role} “${nameOf(active, role)}”` };
};

const CONTROLS =
  "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=slider], [role=tab], [role=option]";

// Hit through what surrounds them: a link that fills its row, the label of a box.
const SURROUNDS = ".lane, .grid-name, label";

const letters = (text) => tidy(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " "));

// Inside a sentence, where a line of text is as high as it is.
const isInText = (element) => {
  if (getComputedStyle(element).display !== "inline") return false;
  const around = element.closest("p, dd, li, td, label, span, div");
  return around !== null && letters(around.innerText).length > letters(element.innerText).length;
};

const isSmall = (element) => {
  const boxes = [element, element.closest(SURROUNDS)].filter(Boolean).map((one) => one.getBoundingClientRect());
  return !boxes.some((box) => box.width >= 24 && box.height >= 24);
};

// What tells why it cannot be used: a sentence, not the key of an action.
const reasonOf = (element) => {
  const ids = (element.getAttribute("aria-describedby") || "").split(/\s+/).filter(Boolean);
  const described = ids.map((id) => document.getElementById(id)?.textContent || "");
  const titled = [element, element.closest("label"), element.closest("fieldset:disabled")];
  return [...described, ...titled.map((one) => one?.title || "")].find((text) => /[.…]$/.test(text.trim()));
};

// What stands on it for the eye, without the keys of its action.
const reads = (element) => {
  if (element.matches("[role=slider]")) return "";
  const parts = element.matches("input, select, textarea") ? [...(element.labels || [])] : [element];
  const text = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches("kbd") || !node.checkVisibility()) return "";
    return ` ${[...node.childNodes].map(text).join("")} `;
  };
  return letters(parts.map(text).join(" "));
};

// A side of a comparison names its row first: "CVM limit: theirs, 40.00 EUR".
const isCalled = (element, name, said) =>
  element.matches("[type=radio]") ? letters(name).includes(said) : letters(name).startsWith(said);

// Controls that a person cannot name, call by what stands on them, hit, or understand.
const faults = () => {
  const shown = [...outermost().querySelectorAll(CONTROLS)].filter((element) => !isHidden(element));
  return shown.flatMap((element) => {
    const role = Object.keys(SELECTORS).find((role) => element.matches(SELECTORS[role])) || "option";
    const name = nameOf(element, role) || tidy(spoken(element));
    const said = reads(element);
    const box = element.getBoundingClientRect();
    const rules = [
      ["no name", !name],
      [`called “${name}”, reads “${said}”`, !isCalled(element, name, said)],
      [`${Math.round(box.width)}×${Math.round(box.height)}`, isSmall(element) && !isInText(element)],
      ["disabled without a reason", element.matches("button, input") && isDisabled(element) && !reasonOf(element)],
    ];
    return rules.filter(([, isBroken]) => isBroken).map(([rule]) => `${rule}: ${element.outerHTML.slice(0, 160)}`);
  });
};

// What moves for longer than a glance.
const slowMoves = () =>
  document
    .getAnimations()
    .filter((one) => Number(one.effect.getTiming().duration) > 200)
    .map((one) => `moves for ${one.effect.getTiming().duration} ms: ${one.effect.target.outerHTML.slice(0, 80)}`);
