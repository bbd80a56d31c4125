// Getting levels in: the browser of collections, pasted text, dropped files, addresses.

import * as api from "./api.js";
import { thumbnail } from "./board-view.js";
import { $, el, notice } from "./dom.js";
import { Level } from "./level.js";
import * as play from "./play.js";
import { session } from "./session.js";
import { best, set, setting } from "./store.js";

const shelves = new Map();

/** The levels of a collection, asked for once. */
export async function shelf(name) {
  if (!shelves.has(name)) {
    const { levels, total } = await api.get(`/collections/${encodeURIComponent(name)}`);
    if (total > levels.length) notice(`The first ${levels.length} of ${total} levels of ${name} are shown`);
    shelves.set(name, levels);
  }
  return shelves.get(name);
}

let listed = null;
export async function collections() {
  listed ??= (await api.get("/collections")).collections;
  return listed;
}

/** Opens a level of a collection; the first of the first if there is no such one. */
export async function openFrom(collection, index) {
  const names = (await collections()).map((it) => it.name);
  const name = names.includes(collection) ? collection : names[0];
  const levels = await shelf(name);
  const view = levels.find((it) => it.index === index) ?? levels[0];
  set("last", { collection: name, index: view.index });
  session.open(view, { collection: name, index: view.index }, levels);
}

export const openLast = () => {
  const last = setting("last", { collection: "", index: 1 });
  return openFrom(last.collection, last.index);
};

/** The level after (1) or before (-1) the one in hand. */
export async function openNext(by) {
  const { shelf: levels, source } = session;
  const at = levels.findIndex((it) => it.index === source.index);
  const next = levels[at + by];
  if (!next) {
    notice(by > 0 ? "This is the last level here" : "This is the first level here");
    return;
  }
  if (source.collection) await openFrom(source.collection, next.index);
  else session.open(next, { text: next.xsb, index: next.index }, levels);
}

/** Brings in level text, or moves for the level in hand; throws what is to be said otherwise. */
export async function bringIn(text) {
  if (session.level && /^[\s()\[\]0-9udlrUDLR]+$/.test(text)) {
    const answer = await api.ask("/verify", { level: session.level.xsb, moves: text });
    if (answer.problem) throw new Error(answer.problem);
    play.load(answer.moves);
    return;
  }
  const { levels, problems, total } = await api.ask("/levels/read", { text });
  if (!levels.length) throw new Error(problems[0]?.shown ?? "There is no level in this text.");
  session.open(levels[0], { text: levels[0].xsb, index: 1 }, levels);
  if (total > 1) notice(`${total} levels brought in; next and before go through them`);
  if (problems.length) notice(`${problems.length} could not be read: ${problems[0].message}`, "bad");
}

function problem(text) {
  const box = $("#paste-problem");
  box.textContent = text;
  box.hidden = !text;
}

async function tryBringIn(text) {
  try {
    await bringIn(text);
    problem("");
    $("#paste").close();
    return true;
  } catch (error) {
    problem(error.message);
    return false;
  }
}

async function bringFile(file) {
  if (file.size > 900000) {
    notice("That file is too large for the page", "bad");
    return;
  }
  const bytes = await file.arrayBuffer();
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder("latin1").decode(bytes);
  }
  $("#paste-text").value = text.slice(0, 20000);
  if (!(await tryBringIn(text))) $("#paste").showModal();
}

export function openPaste() {
  problem("");
  $("#paste-text").value = "";
  $("#paste").showModal();
}

/** The browser: collections above, their levels as pictures below. */
export async function openBrowser() {
  const dialog = $("#levels");
  if (!dialog.open) dialog.showModal();
  const names = await collections();
  const current = session.source?.collection ?? names[0].name;
  $("#collections").replaceChildren(
    ...names.map(({ name, bundled }) =>
      el(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(name === current),
          title: bundled ? "part of the program" : "installed on this machine",
          onclick: () => showShelf(name),
        },
        name,
      ),
    ),
  );
  await showShelf(current);
}

async function showShelf(name) {
  for (const chip of $("#collections").children)
    chip.setAttribute("aria-pressed", String(chip.textContent === name));
  const levels = await shelf(name);
  $("#level-grid").replaceChildren(...levels.map((view) => card(name, view)));
  $('#level-grid [aria-current="true"]')?.scrollIntoView({ block: "nearest" });
}

function card(collection, view) {
  const level = new Level(view);
  const solved = Boolean(best(level).moves);
  const current = session.source?.collection === collection && session.source.index === view.index;
  return el(
    "button",
    {
      type: "button",
      class: `level-card${solved ? " solved" : ""}`,
      "aria-current": String(current),
      onclick: () => {
        $("#levels").close();
        openFrom(collection, view.index);
      },
    },
    thumbnail(level),
    el("span", { class: "level-title" }, `${view.index}. ${level.title}`),
    el("span", { class: "dim" }, `${view.boxes} boxes${solved ? " · solved" : ""}`),
  );
}

export function start() {
  $("#level-open").addEventListener("click", openBrowser);
  $("#level-prev").addEventListener("click", () => openNext(-1));
  $("#level-next").addEventListener("click", () => openNext(1));
  $("#paste-open").addEventListener("click", openPaste);
  $("#paste-go").addEventListener("click", () => tryBringIn($("#paste-text").value));
  $("#paste-file").addEventListener("change", (event) => {
    if (event.target.files[0]) bringFile(event.target.files[0]);
  });
  const veil = $("#drop");
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    veil.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) veil.hidden = true;
  });
  addEventListener("drop", (event) => {
    veil.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    bringFile(file);
  });
  addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text");
    if (!text) return;
    $("#paste-text").value = text;
    tryBringIn(text).then((done) => {
      if (!done) $("#paste").showModal();
    });
  });
}
