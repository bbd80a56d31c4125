// @ts-check
// Small things that every part of the page needs.

/**
 * The first element that fits. The page is one file, so what is asked for is there; elements of
 * many kinds are meant, hence `any`.
 * @param {string} selector @param {any} [root]
 * @returns {any}
 */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @param {string} selector @param {any} [root] @returns {any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for drawings.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** @param {any} node @param {Record<string, any>} attributes @param {any[]} children */
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

/** A picture of the sheet of icons in the page. @param {string} name */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));
}

/** Offers a text or blob as a file. @param {string} name @param {any} content @param {string} [type] */
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * Calls `action` once things have been quiet for a while.
 * @param {(...args: any[]) => void} action @param {number} delay
 */
export function quiet(action, delay) {
  let timer = 0;
  return (/** @type {any[]} */ ...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => action(...args), delay);
  };
}

let noticeTimer = 0;

/**
 * A short message at the foot of the page, also read aloud; `action` adds a button to it.
 * @param {string} text @param {string} [kind] @param {{ name: string, run: () => void }} [action]
 */
export function notice(text, kind = "info", action) {
  const box = $("#notice");
  // A dialog covers everything outside it, so the notice goes into one that is open.
  const dialog = $("dialog[open]");
  (dialog ?? document.body).append(box);
  dialog?.addEventListener("close", () => document.body.append(box), { once: true });
  box.replaceChildren(text);
  if (action) {
    const run = () => {
      box.classList.remove("shown");
      action.run();
    };
    box.append(" ", el("button", { type: "button", class: "plain", onclick: run }, action.name));
  }
  box.dataset.kind = kind;
  box.classList.add("shown");
  clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(
    () => box.classList.remove("shown"),
    kind === "bad" || action ? 8000 : 3500,
  );
}

/** @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notice(`Copied ${what}`);
  } catch {
    notice(`The browser does not allow copying. The text is: ${text}`, "bad");
  }
}

/** One of a row of buttons is pressed; `change` hears which. @param {any} root @param {(value: string) => void} change */
export function segmented(root, change) {
  const buttons = $$("button", root);
  const choose = (/** @type {string} */ value) => {
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

/**
 * Asks for a name; null if there is to be none.
 * @param {string} what @param {string} value
 * @returns {Promise<string | null>}
 */
export function askName(what, value) {
  const dialog = $("#name");
  $("#name-title").textContent = what;
  $("#name-text").value = value;
  dialog.returnValue = "";
  dialog.showModal();
  $("#name-text").select();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => resolve(dialog.returnValue === "ok" ? $("#name-text").value.trim() || value : null),
      { once: true },
    );
  });
}

/**
 * The Latin letter of a key, small; on keyboards with other letters the one in the same place.
 * @param {KeyboardEvent} event
 */
export function keyName(event) {
  const { key, code } = event;
  if (/^[\x20-\x7e]$/.test(key) || key.length > 1) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
}
