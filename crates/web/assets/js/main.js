// @ts-check
// Where it begins: which view is shown, what keys mean everywhere, light and dark. Play is here
// at once; the other views are fetched when they are first looked at.

import { $, $$, keyName, notice } from "./dom.js";
import * as drawer from "./drawer.js";
import * as keeping from "./keeping.js";
import * as levels from "./levels.js";
import * as link from "./logic/link.js";
import * as play from "./play.js";
import { session } from "./session.js";
import { set, setting } from "./store.js";
import * as transport from "./table-transport.js";
import * as win from "./win.js";

/** @type {Record<string, string>} */
const TITLES = { play: "Play", solve: "Solve", watch: "Watch", edit: "Edit", compare: "Compare" };
/** @type {Record<string, () => Promise<any>>} */
const FETCH = {
  solve: () => import("./solve.js"),
  watch: () => import("./watch.js"),
  edit: () => import("./edit.js"),
  compare: () => import("./compare.js"),
};

const state = {
  view: "play",
  /** Views that were looked at. @type {Record<string, any>} */
  loaded: {},
};

/** A view's module, started once. @param {string} name */
async function viewModule(name) {
  if (!FETCH[name]) return null;
  state.loaded[name] ??= FETCH[name]().then((module) => {
    module.start();
    return module;
  });
  return state.loaded[name];
}

/** @param {string} next */
async function show(next) {
  const view = TITLES[next] ? next : "play";
  const isTable = (/** @type {string} */ name) => name === "play" || name === "solve";
  const before = state.view;
  state.view = view;
  const onTable = isTable(view);
  $("#table").hidden = !onTable;
  $("#play-panel").hidden = view !== "play";
  $("#solve-panel").hidden = view !== "solve";
  for (const name of ["watch", "edit", "compare"]) $(`#${name}`).hidden = view !== name;
  for (const tab of $$(".tabs a")) {
    if (tab.dataset.view === view) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
    tab.href = link.write(tab.dataset.view, tab.dataset.view === "compare" ? null : session.source);
  }
  document.body.dataset.view = view;
  document.title = `${TITLES[view]} · ${session.level ? session.level.title : "Hakooshi"} · Hakooshi`;
  if (before !== view && isTable(before)) {
    play.leave(!onTable);
    win.close();
  }
  const module = await viewModule(view);
  if (state.view === view) await module?.shown?.(link.parse(location.hash).options);
}

/** Follows the address: the view, and the level if it is another one. */
async function follow() {
  const asked = link.parse(location.hash);
  try {
    if (asked.problem) throw new Error(asked.problem);
    if (asked.text) {
      if (!link.sameSource(session.source, asked)) await levels.openText(asked.text, asked.moves);
    } else if (asked.collection) {
      if (!link.sameSource(session.source, asked)) await levels.openFrom(asked.collection, asked.index ?? 1);
    } else if (!session.level) {
      await levels.openLast();
    }
  } catch (error) {
    notice(/** @type {Error} */ (error).message, "bad");
    if (!session.level) await levels.openLast().catch((again) => notice(again.message, "bad"));
  }
  await show(asked.view);
}

/** Writes the level in hand into the address without a new entry in the history. */
function remember() {
  const asked = link.parse(location.hash);
  // The address knows the view before it is shown.
  const view = TITLES[asked.view] ? asked.view : state.view;
  if (view === "compare") return;
  const same = link.sameSource(asked, session.source);
  history.replaceState(null, "", link.write(view, session.source, same ? asked.moves : "", asked.options));
}

function themes() {
  const button = $("#theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (setting("theme", "") || (system.matches ? "dark" : "light")) === "dark";
  const paint = () => {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    $("use", button).setAttribute("href", isDark() ? "#i-sun" : "#i-moon");
  };
  button.addEventListener("click", () => {
    set("theme", isDark() ? "light" : "dark");
    paint();
  });
  system.addEventListener("change", paint);
  paint();
  const larger = $("#larger");
  const size = () => {
    document.documentElement.classList.toggle("larger", setting("larger", false));
    larger.setAttribute("aria-pressed", String(setting("larger", false)));
  };
  larger.addEventListener("click", () => {
    set("larger", !setting("larger", false));
    size();
  });
  size();
  const shortcuts = $("#shortcuts");
  shortcuts.checked = setting("shortcuts", true);
  shortcuts.addEventListener("change", () => set("shortcuts", shortcuts.checked));
}

/** Keys that mean the same in every view; true if the key was one. @param {KeyboardEvent} event */
function commonKey(event) {
  const name = keyName(event);
  if (event.ctrlKey || event.metaKey || event.altKey || !setting("shortcuts", true)) return false;
  if (/^[1-5]$/.test(name)) {
    location.hash = $$(".tabs a")[Number(name) - 1].hash;
    return true;
  }
  if (event.key === "?") {
    $("#help").showModal();
    return true;
  }
  if (state.view !== "play" && state.view !== "solve") return false;
  // Insert is the key of the Bucharest applet.
  if ((event.shiftKey && name === "s") || event.key === "Insert") {
    location.hash = link.write("solve", session.source);
    viewModule("solve").then((solve) => solve.toggle());
    return true;
  }
  if (event.shiftKey) return false;
  if (name === "o") drawer.open();
  else if (name === "n" || name === "p") levels.openNext(name === "n" ? 1 : -1);
  else return false;
  event.preventDefault();
  return true;
}

/** @param {KeyboardEvent} event */
async function keys(event) {
  const target = /** @type {any} */ (event.target);
  if ($("dialog[open]")) return;
  if (target.closest?.("input:not([type=range]):not([type=checkbox]), textarea, select")) return;
  if (commonKey(event)) return;
  // Space and Enter belong to the control that has the focus.
  const onControl = target.closest?.("button, a, summary, input, [role=application], [role=button], tr[tabindex]");
  if ((event.key === " " || event.key === "Enter") && onControl && state.view !== "edit") return;
  // Arrows on a slider move the slider.
  if (target.type === "range" && event.key.startsWith("Arrow")) return;
  if (state.view === "play" || state.view === "solve") play.key(event);
  else if (state.loaded[state.view]) (await state.loaded[state.view]).key?.(event);
}

const isKept = await keeping.start();
for (const part of [transport, play, levels, drawer]) part.start();
themes();
win.onImprove(async (own) => {
  location.hash = link.write("solve", session.source);
  (await viewModule("solve")).improve(own);
});
$("#phone-solve").addEventListener("click", async () => (await viewModule("solve")).toggle());
$("#help-open").addEventListener("click", () => $("#help").showModal());
for (const button of $$("[data-close]"))
  button.addEventListener("click", () => button.closest("dialog").close());
session.hear("level", () => {
  remember();
  if (document.body.dataset.ready) show(state.view);
});
addEventListener("keydown", keys);
addEventListener("hashchange", follow);
await follow();
document.body.dataset.ready = "true";
if (!isKept) notice("This browser does not let the page store anything. Games are lost when the tab is closed.", "bad");
