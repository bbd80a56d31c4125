// Where it begins: which view is shown, what keys mean everywhere, light and dark.

import { $, $$, notice } from "./dom.js";
import * as compare from "./compare.js";
import * as edit from "./edit.js";
import * as levels from "./levels.js";
import * as link from "./link.js";
import * as play from "./play.js";
import { session } from "./session.js";
import * as solve from "./solve.js";
import { set, setting } from "./store.js";
import * as transport from "./transport.js";
import * as watch from "./watch.js";

const VIEWS = ["play", "solve", "watch", "edit", "compare"];
const TITLES = { play: "Play", solve: "Solve", watch: "Watch", edit: "Edit", compare: "Compare" };
let view = "play";

function show(next) {
  view = VIEWS.includes(next) ? next : "play";
  const onTable = view === "play" || view === "solve";
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
  if (!onTable) transport.pause();
  if (view === "watch") watch.shown();
  if (view === "edit") edit.shown();
  if (view === "compare") compare.shown();
}

const sameSource = (a, b) =>
  Boolean(a && b) && (a.text ? a.text === b.text : a.collection === b.collection && a.index === b.index);

/** Follows the address: the view, and the level if it is another one. */
async function follow() {
  const asked = link.parse(location.hash);
  try {
    if (asked.text) {
      if (!sameSource(session.source, asked)) {
        await levels.bringIn(asked.text);
        if (asked.moves) await levels.bringIn(asked.moves);
      }
    } else if (asked.collection) {
      if (!sameSource(session.source, asked)) await levels.openFrom(asked.collection, asked.index);
    } else if (!session.level) {
      await levels.openLast();
    }
  } catch (error) {
    notice(error.message, "bad");
    if (!session.level) await levels.openLast().catch((again) => notice(again.message, "bad"));
  }
  show(asked.view);
}

/** Writes the level in hand into the address without a new entry in the history. */
function remember() {
  const moves = link.parse(location.hash).moves ?? "";
  if (view !== "compare") history.replaceState(null, "", link.write(view, session.source, moves));
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
}

function keys(event) {
  if ($("dialog[open]")) return;
  const inField = event.target.closest?.("input:not([type=range]):not([type=checkbox]), textarea, select");
  if (inField) return;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (plain && "12345".includes(event.key)) {
    location.hash = $$(".tabs a")[Number(event.key) - 1].hash;
    return;
  }
  if (plain && event.key === "?") {
    $("#help").showModal();
    return;
  }
  // Space and Enter belong to the control that has the focus.
  if (
    (event.key === " " || event.key === "Enter") &&
    event.target.closest?.("button, a, summary, input, [role=application]") &&
    view !== "edit"
  )
    return;
  if (view === "edit") {
    edit.key(event);
    return;
  }
  if (view === "watch") {
    watch.key(event);
    return;
  }
  if (view === "compare") return;
  if (event.shiftKey && event.key === "S" && plain) {
    location.hash = link.write("solve", session.source);
    solve.toggle();
    return;
  }
  if (plain && !event.shiftKey && event.key === "o") {
    levels.openBrowser();
    return;
  }
  if (plain && !event.shiftKey && (event.key === "n" || event.key === "p")) {
    levels.openNext(event.key === "n" ? 1 : -1);
    return;
  }
  // Arrows on a slider move the slider.
  if (event.target.type === "range" && event.key.startsWith("Arrow")) return;
  play.key(event);
}

for (const part of [transport, play, levels, solve, watch, edit, compare]) part.start();
themes();
$("#help-open").addEventListener("click", () => $("#help").showModal());
for (const button of $$("[data-close]"))
  button.addEventListener("click", () => button.closest("dialog").close());
session.hear("level", () => {
  remember();
  show(view);
});
addEventListener("keydown", keys);
addEventListener("hashchange", follow);
await follow();
document.body.dataset.ready = "true";
