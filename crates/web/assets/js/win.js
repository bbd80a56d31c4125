// @ts-check
// The moment after the last push: one's numbers against what is known, and where to go on.

import { $, el } from "./dom.js";
import { count, plural } from "./logic/format.js";
import { standing } from "./logic/results.js";
import { session } from "./session.js";
import * as levels from "./levels.js";

/** @typedef {import("./logic/results.js").Solution} Solution */
const state = {
  isOpen: false,
  /** @type {() => void} */
  share: () => {},
  /** @type {(own: Solution) => void} */
  improve: () => {},
};

export function close() {
  state.isOpen = false;
  $("#win").hidden = true;
}

/** Goes on to the next level if the card is there; tells whether it was. */
export function next() {
  if (!state.isOpen) return false;
  close();
  levels.openNext(1);
  return true;
}

/** Who hears that a game is to be made better. @param {(own: Solution) => void} improve */
export function onImprove(improve) {
  state.improve = improve;
}

/** @param {Solution} own @param {string[]} better */
export function open(own, better) {
  const { result, known, shelf } = session;
  const isLast = session.place >= shelf.length - 1;
  const row = (/** @type {"moves" | "pushes"} */ what) =>
    el(
      "div",
      { class: "win-number" },
      el("b", { class: "numbers" }, count(own[what])),
      el("span", {}, what),
      el("span", { class: "dim" }, standing(result, known, what, own[what])),
    );
  const record = better.length ? `Your best in ${better.join(" and ")}` : `Your best: ${plural(result.moves.moves, "move")}, ${plural(result.pushes.pushes, "push")}`;
  $("#win").replaceChildren(
    el("button", { type: "button", class: "ghost win-close", "aria-label": "Close", onclick: close }, "×"),
    el("h2", { id: "win-title" }, "Solved"),
    el("div", { class: "win-numbers" }, row("moves"), row("pushes")),
    el("p", { class: "dim" }, record),
    el(
      "div",
      { class: "row" },
      isLast ? null : el("button", { type: "button", class: "primary", id: "win-next", onclick: next }, "Next", el("kbd", {}, "Enter")),
      el("button", { type: "button", id: "win-improve", title: "Look for a shorter solution", onclick: () => state.improve(own) }, "Improve"),
      el("button", { type: "button", onclick: () => state.share() }, "Share"),
    ),
  );
  $("#win").hidden = false;
  state.isOpen = true;
}

/** @param {() => void} share */
export function start(share) {
  state.share = share;
  session.hear("level", close);
}
