// @ts-check
// What can be said of the position on the board without searching: how far it is at least, where
// boxes are lost, whether it is hopeless, which boxes prove it and why.

import * as api from "./api.js";
import { BoardView } from "./board-view.js";
import { $, $$, el, notice, quiet } from "./dom.js";
import { Bounds } from "./logic/bounds.js";
import { count, plural } from "./logic/format.js";
import { blockades, refute } from "./logic/refute.js";
import { session } from "./session.js";
import { set, setting } from "./store.js";

/** @typedef {{ test: string, title: string, boxes: number[][] }} Deadlock */
const state = {
  /** @type {any} */
  view: null,
  /** @type {AbortController | null} */
  asked: null,
  /** @type {Deadlock | null} */
  deadlock: null,
  /** @type {{ cell: number, kind: string, dir?: number }[]} */
  hint: [],
  /** The dead squares of the level in hand, which are the same all the game. @type {Set<number>} */
  dead: new Set(),
  bounds: new Bounds(),
};

/** Cells on which a box of the level in hand is lost. */
export const deadSquares = () => state.dead;

/** Warnings are on in the tutorial unless they were switched off, and elsewhere the other way round. */
const warns = () => setting("deadlocks", session.source?.collection === "tutorial");

function marks() {
  const { level } = session;
  const bad = (state.deadlock?.boxes ?? []).map((place) => ({ cell: level.at(place), kind: "bad" }));
  state.view.setMarks([...bad, ...state.hint]);
}

/** Marks of a hint, until a box moves. @param {typeof state.hint} hint */
export function setHint(hint) {
  state.hint = hint;
  marks();
}

/**
 * The line below the board.
 * @param {string} text @param {string} [kind] @param {{ name: string, run: () => void }} [action]
 */
export function say(text, kind = "", action) {
  const line = $("#line");
  line.replaceChildren(text);
  line.dataset.kind = kind;
  if (action) line.append(" ", el("button", { type: "button", class: "plain", onclick: action.run }, action.name));
}

/** Shows how many pushes are left at least, as far as that is known. */
function renderBound() {
  const { game } = session;
  const bound = game.reverse ? undefined : state.bounds.of(game);
  let text = "–";
  if (game.solved && !game.reverse) text = "0";
  else if (bound !== undefined && bound !== null) text = `≥ ${count(bound)}`;
  for (const part of $$("[data-m=bound]")) part.textContent = text;
}

/** Asks about the position once things are quiet. */
export function analyse() {
  renderBound();
  ask();
}

/** Answers to older questions are dropped. */
const ask = quiet(async () => {
  const { game, level } = session;
  const { at } = game;
  state.asked?.abort();
  state.asked = new AbortController();
  try {
    const deadlocks = warns() && !game.reverse;
    const answer = await api.ask("/analyse", { level: game.xsb(), deadlocks }, state.asked.signal);
    if (session.game !== game || game.at !== at) return;
    if (!game.reverse) state.bounds.keep(game, answer.lower_bound);
    renderBound();
    state.dead = new Set(answer.dead_squares.map((/** @type {number[]} */ place) => level.at(place)));
    state.view.setDead(setting("dead", false) && !game.reverse ? [...state.dead] : []);
    state.deadlock = answer.deadlock;
    if (answer.deadlock) warn(answer.deadlock);
    else if (answer.lower_bound === null && deadlocks)
      say("Deadlock: the boxes cannot all reach different goals.", "bad");
    marks();
  } catch (thrown) {
    const error = /** @type {any} */ (thrown);
    if (error.name === "AbortError") return;
    if (error.code !== "too_large") notice(error.message, "bad");
  }
}, 40);

/** @param {Deadlock} deadlock */
function warn(deadlock) {
  const { level } = session;
  const names = deadlock.boxes.map((place) => level.name(level.at(place)));
  const many = names.length > 3 ? plural(names.length, "box") : names.join(", ");
  say(`Deadlock: ${many} ${names.length === 1 ? "is" : "are"} lost.`, "bad", { name: "Why?", run: () => why(deadlock) });
}

/** Explains a deadlock: the rule, what blocks what, and every way out tried. @param {Deadlock} deadlock */
function why(deadlock) {
  const { level, game } = session;
  const cells = deadlock.boxes.map((place) => level.at(place));
  const tried = refute(level, cells, game.player);
  const box = $("#why");
  const reasons = blockades(level, cells, game.boxes);
  const host = el("div", { class: "why-board" });
  const text = el("p", { class: "status numbers" });
  const parts = [
    el("div", { class: "row spread" }, el("h2", {}, "Why it is lost"), el("button", { type: "button", class: "ghost", "aria-label": "Close", onclick: () => closeWhy() }, "×")),
    el("p", {}, `${deadlock.title[0].toUpperCase()}${deadlock.title.slice(1)} (${deadlock.test}).`),
    reasons.length ? el("ul", { class: "reasons" }, reasons.slice(0, 6).map((it) => el("li", {}, it))) : null,
  ];
  if (tried) {
    let at = 0;
    const back = el("button", { type: "button", onclick: () => show(at - 1) }, "Back");
    const on = el("button", { type: "button", onclick: () => show(at + 1) }, "Next");
    parts.push(
      el(
        "p",
        {},
        tried.length === 1
          ? "With all other boxes removed, none of these can be pushed."
          : `With all other boxes removed, these can reach ${tried.length} positions, and in none of them are they all on goals:`,
      ),
      host,
      tried.length > 1 ? el("div", { class: "row" }, back, on, text) : null,
    );
    const board = new BoardView(host);
    board.setLevel(level);
    const show = (/** @type {number} */ next) => {
      at = next;
      board.setPosition(tried[at].boxes, tried[at].player, true);
      text.textContent = `${at + 1} of ${tried.length}. ${tried[at].text}`;
      back.disabled = at === 0;
      on.disabled = at === tried.length - 1;
    };
    show(0);
  } else {
    parts.push(el("p", { class: "dim" }, "There are too many continuations to show."));
  }
  box.replaceChildren(...parts.filter(Boolean));
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
}

function closeWhy() {
  $("#why").hidden = true;
}

function switches() {
  const dead = $("#show-dead");
  dead.checked = setting("dead", false);
  dead.addEventListener("change", () => {
    set("dead", dead.checked);
    analyse();
  });
  const deadlocks = $("#show-deadlocks");
  deadlocks.addEventListener("change", () => {
    set("deadlocks", deadlocks.checked);
    if (!deadlocks.checked) say("");
    analyse();
  });
}

/** The position is another: what was said about it no longer holds. */
export function forget() {
  state.hint = [];
  state.deadlock = null;
  state.view.setArea([]);
  closeWhy();
  marks();
}

/** @param {any} board */
export function start(board) {
  state.view = board;
  switches();
  session.hear("level", () => {
    state.dead = new Set();
    $("#show-deadlocks").checked = warns();
  });
}
