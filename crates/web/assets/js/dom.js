// Small things that every part of the page needs.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element with attributes, listeners (`onclick`) and children. */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && typeof value !== "string" && !(node instanceof SVGElement)) node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** A picture of the sheet of icons in the page. */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));
}

/** Offers a text or blob as a file. */
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Calls `action` once things have been quiet for a while. */
export function quiet(action, delay) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), delay);
  };
}

let noticeTimer = 0;

/** A short message at the foot of the page, also read aloud. */
export function notice(text, kind = "info") {
  const box = $("#notice");
  box.textContent = text;
  box.dataset.kind = kind;
  box.classList.add("shown");
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => box.classList.remove("shown"), kind === "bad" ? 8000 : 3500);
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notice(`Copied ${what}`);
  } catch {
    notice(`The browser does not let the page copy; here it is: ${text}`, "bad");
  }
}

/** One of a row of buttons is pressed; `change` hears which. */
export function segmented(root, change) {
  const buttons = $$("button", root);
  const choose = (value) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === value));
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      choose(button.value);
      change(button.value);
    });
  }
  return choose;
}
