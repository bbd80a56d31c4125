// @ts-check
// How close a running search has come, as small pale boards: the position with the most boxes on
// goals, the one with the most boxes pulled back to where they start, and where two searches met.

import { BoardView } from "./board-view.js";
import { el } from "./dom.js";
import { sightText } from "./logic/records.js";

/** @typedef {import("./logic/records.js").Sight} Sight */
/** @typedef {"forward" | "backward" | "met"} Kind */

export class Sights {
  /** @param {any} host */
  constructor(host) {
    this.host = host;
    /** @type {any} */
    this.level = null;
    /** @type {Map<Kind, { figure: any, view: BoardView, text: any }>} */
    this.shown = new Map();
  }

  /** Begins anew, for a search on this level. @param {any} level */
  begin(level) {
    this.level = level;
    this.shown.clear();
    this.host.replaceChildren();
  }

  /** @param {Kind} kind @param {Sight} sight */
  show(kind, sight) {
    const { level } = this;
    let entry = this.shown.get(kind);
    if (!entry) {
      const board = el("div", { class: "sight-board" });
      const text = el("figcaption", { class: "numbers" });
      const figure = el("figure", { class: "sight", "data-kind": kind }, board, text);
      const view = new BoardView(board);
      view.setLevel(level);
      if (kind === "backward") view.setHome(level.boxes);
      entry = { figure, view, text };
      this.shown.set(kind, entry);
      this.host.append(figure);
    }
    const boxes = new Uint8Array(level.size);
    for (const place of sight.boxes) boxes[level.at(place)] = 1;
    entry.view.setPosition(boxes, level.at(sight.player), true);
    const words = sightText(kind, sight, level.boxCount);
    entry.text.textContent = words;
    entry.view.label(words);
  }

  /** Once there is a solution, only the meeting is still of interest. */
  solved() {
    for (const [kind, { figure }] of this.shown) if (kind !== "met") figure.remove();
  }
}
