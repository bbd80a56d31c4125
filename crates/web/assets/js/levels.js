// @ts-check
// Getting levels in: addresses, pasted text, dropped files; and from one level to the next.

import * as api from "./api.js";
import { $, notice } from "./dom.js";
import * as link from "./logic/link.js";
import * as play from "./play.js";
import { session } from "./session.js";
import * as shelves from "./shelves.js";
import { set, setting } from "./store.js";

/** What the server takes in one request, with room for the rest of the request. */
const MOST_BYTES = 7_500_000;

/**
 * Opens a level of a collection; throws what is to be said if there is no such one.
 * @param {string} collection @param {number} index
 */
export async function openFrom(collection, index) {
  const levels = await shelves.open(collection);
  if (!levels)
    throw new Error(
      shelves.isOwn(collection)
        ? "That collection is not stored in this browser. Ask for a link made with Share, which contains the level."
        : `There is no collection "${collection}" here.`,
    );
  const view = levels.find((it) => it.index === index);
  if (!view) throw new Error(`${collection} has no level ${index}; there are ${levels.length}.`);
  const source = { collection, index };
  set("last", source);
  await session.open(view, source, levels);
}

/** The level of the last visit, or the first there is. */
export async function openLast() {
  const last = setting("last", null);
  if (last?.collection) {
    try {
      await openFrom(last.collection, last.index);
      return;
    } catch {
      // It is gone; begin at the beginning.
    }
  }
  const [first] = (await shelves.list()).filter((it) => it.kind !== "own");
  await openFrom(first.id, 1);
}

/** The level after (1) or before (-1) the one in hand. @param {number} by */
export async function openNext(by) {
  const { shelf, source } = session;
  const next = shelf[session.place + by];
  if (!next) {
    notice(by > 0 ? "This is the last level" : "This is the first level");
    return;
  }
  if (source.collection) await openFrom(source.collection, next.index);
  else await session.open(next, { text: link.levelText(next) }, shelf);
}

/** @param {string} text */
async function read(text) {
  const answer = await api.ask("/levels/read", { text });
  if (!answer.levels.length) throw new Error(answer.problems[0]?.shown ?? "There is no level in this text.");
  return answer;
}

/** Opens the level that a link holds. @param {string} text @param {string} [moves] */
export async function openText(text, moves = "") {
  const { levels } = await read(text).catch((error) => {
    throw new Error(`The level in the link cannot be read. ${error.message}`);
  });
  await session.open(levels[0], { text }, levels);
  if (moves) await bringMoves(moves);
}

/** Puts moves for the level in hand on the board; throws what is wrong with them. @param {string} moves */
async function bringMoves(moves) {
  const answer = await api.ask("/verify", { level: session.level.xsb, moves });
  if (answer.problem) throw new Error(answer.problem);
  play.load(answer.moves);
}

/**
 * Brings in level text, which is kept, or moves for the level in hand; throws what is to be said
 * otherwise.
 * @param {string} text @param {string} [name] of the file
 */
export async function bringIn(text, name = "") {
  if (session.level && /^[\s()[\]0-9udlrUDLR]+$/.test(text)) {
    await bringMoves(text);
    return;
  }
  const { levels, problems, total, name: written } = await read(text);
  if (levels.length === 1) {
    const index = await shelves.addLevel(shelves.LOOSE, levels[0]);
    await openFrom(shelves.LOOSE, index);
    notice("Saved in Single levels");
  } else {
    const day = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long" });
    const id = await shelves.add(written || name || `Pasted on ${day}`, levels);
    await openFrom(id, 1);
    const cut = total > levels.length ? `; the file has ${total}, the rest was skipped` : "";
    notice(`${levels.length} levels saved in your library${cut}`);
  }
  if (problems.length) notice(`${problems.length} could not be read: ${problems[0].message}`, "bad");
}

/** @param {string} text */
function problem(text) {
  const box = $("#paste-problem");
  box.textContent = text;
  box.hidden = !text;
}

/** @param {string} text @param {string} [name] */
async function tryBringIn(text, name) {
  try {
    await bringIn(text, name);
    problem("");
    $("#paste").close();
    $("#library").close();
    return true;
  } catch (error) {
    problem(/** @type {Error} */ (error).message);
    return false;
  }
}

/** @param {File} file */
export async function bringFile(file) {
  if (file.size > MOST_BYTES) {
    notice(`${file.name} is larger than the ${MOST_BYTES / 1e6} MB limit; split it`, "bad");
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
  if (!(await tryBringIn(text, file.name.replace(/\.[a-z0-9]+$/i, "")))) $("#paste").showModal();
}

export function openPaste() {
  problem("");
  $("#paste-text").value = "";
  $("#paste").showModal();
}

/** Files that a view wants for itself: records, in Compare. @type {((file: File) => boolean)[]} */
export const takers = [];

function onDrop() {
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
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    for (const file of files) if (!takers.some((take) => take(file))) bringFile(file);
  });
}

export function start() {
  $("#level-prev").addEventListener("click", () => openNext(-1));
  $("#level-next").addEventListener("click", () => openNext(1));
  $("#paste-go").addEventListener("click", () => tryBringIn($("#paste-text").value));
  $("#paste-file").addEventListener("change", (/** @type {any} */ event) => {
    if (event.target.files[0]) bringFile(event.target.files[0]);
    event.target.value = "";
  });
  onDrop();
  addEventListener("paste", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text");
    if (!text) return;
    $("#paste-text").value = text;
    tryBringIn(text).then((done) => {
      if (!done) $("#paste").showModal();
    });
  });
}
