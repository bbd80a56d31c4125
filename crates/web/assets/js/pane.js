// @ts-check
// One search on the screen: a large board of the state in hand above the tree, with the lists in
// tabs beside it.

import * as api from "./api.js";
import { BoardView, picture } from "./board-view.js";
import { download, el } from "./dom.js";
import { count } from "./logic/format.js";
import { pairsOf } from "./logic/matching.js";
import { TreeView } from "./tree-view.js";

/** @typedef {import("./logic/trace.js").Node} Node */
/** Rows of a list that are shown. */
const MOST_ROWS = 100;

export class Pane {
  /** @param {string} name @param {string} spec @param {any} level @param {import("./logic/trace.js").Trace} trace */
  constructor(name, spec, level, trace) {
    this.name = name;
    this.spec = spec;
    this.level = level;
    this.trace = trace;
    this.at = 0;
    /** @type {Node | any} */
    this.selected = null;
    this.tab = "tree";
    /** The heuristic's name, if there is one. */
    this.heuristic = /\bh=([a-z_]+)/.exec(trace.counts.engine)?.[1] ?? "";
    this.asked = 0;
    /** @type {Record<string, any>} */
    this.tabs = {};
    this.facts = el("p", { class: "node-facts numbers" });
    this.list = el("div", { class: "list-frame", hidden: true });
    this.frame = el("div", { class: "tree-frame", "aria-label": `Tree of search ${name}` });
    this.host = el("div", { class: "node-board" });
    this.board = new BoardView(this.host);
    this.board.setLevel(level);
    this.tree = new TreeView(this.frame, trace, (node) => this.select(node));
    this.#build();
  }

  #build() {
    const { name, spec } = this;
    this.tabs = Object.fromEntries(
      ["tree", "open", "closed", "pruned"].map((id) => [
        id,
        el("button", { type: "button", value: id, onclick: () => this.#choose(id) }, id),
      ]),
    );
    const save = (/** @type {string} */ kind) =>
      el("button", { type: "button", class: "ghost", onclick: () => this.#save(kind.toLowerCase()) }, kind);
    this.element = el(
      "section",
      { class: "card pane", "aria-label": `Search ${name}` },
      el("div", { class: "pane-head" }, el("h2", {}, el("b", { class: `name-${name.toLowerCase()}` }, name), ` ${spec}`), this.facts),
      this.host,
      el(
        "div",
        { class: "pane-tabs" },
        el("div", { class: "segmented", role: "group", "aria-label": "What is shown below the board" }, Object.values(this.tabs)),
        el(
          "span",
          { class: "row tree-tools" },
          el(
            "button",
            {
              type: "button",
              class: "ghost",
              title: "Fit to the window, or full size",
              onclick: () => this.tree.fit(!this.tree.isWhole),
            },
            "Fit",
          ),
          save("SVG"),
          save("PNG"),
          save("JSON"),
        ),
      ),
      this.frame,
      this.list,
    );
    this.#choose("tree");
  }

  /** @param {string} tab */
  #choose(tab) {
    this.tab = tab;
    for (const [id, button] of Object.entries(this.tabs)) button.setAttribute("aria-pressed", String(id === tab));
    this.frame.hidden = tab !== "tree";
    this.list.hidden = tab === "tree";
    if (this.selected) this.#render();
  }

  /** @param {Node} node */
  select(node) {
    this.selected = node;
    this.#render();
  }

  /** Shows the search after `at` expansions, with the state expanded last in hand. @param {number} at */
  show(at) {
    this.at = Math.min(at, this.trace.steps);
    this.selected = this.trace.byStep.get(this.at) ?? this.trace.nodes[0];
    this.#render();
  }

  #render() {
    const { trace, at, selected, tab } = this;
    const { open, closed, pruned } = trace.lists(at);
    const next = trace.byStep.get(at + 1);
    const cut = [...pruned.values()].reduce((sum, it) => sum + it, 0);
    this.tabs.open.textContent = `Open: ${count(open.length)}`;
    this.tabs.closed.textContent = `Closed: ${count(closed.length)}`;
    this.tabs.pruned.textContent = `Pruned: ${count(cut)}`;
    this.tabs.tree.textContent = "Tree";
    if (tab === "tree" && selected) this.tree.show(at, selected);
    if (tab === "open") this.list.replaceChildren(this.#table(open, next));
    if (tab === "closed") this.list.replaceChildren(this.#table(closed, undefined));
    if (tab === "pruned") this.list.replaceChildren(this.#prunedTable(pruned));
    if (!selected) return;
    const boxes = trace.boxes(selected);
    this.board.setPosition(boxes, selected.at, true);
    this.board.label(`Board of state ${selected.id}`);
    this.#estimate(boxes);
    this.#deadlock(boxes);
    const sum = selected.h === null ? `g ${selected.g}` : `g ${selected.g} + h ${selected.h} = f ${selected.f}`;
    const fate = selected.pruned_by
      ? `pruned by ${selected.pruned_by}`
      : selected.expanded && selected.expanded <= at
        ? `expansion ${selected.expanded}`
        : "open";
    this.facts.textContent = `${selected.action.replace("-", " → ")}  ·  ${sum}  ·  ${fate}`;
  }

  /** Draws what the estimate of the state adds up, if that is what it is. @param {Uint8Array} boxes */
  #estimate(boxes) {
    const { selected, level, heuristic } = this;
    const found = heuristic && selected.h !== null ? pairsOf(heuristic, level, boxes, selected.at) : null;
    this.board.setLines(found && found.sum === selected.h ? found.pairs : []);
  }

  /** Marks the boxes that made a state hopeless. @param {Uint8Array} boxes */
  async #deadlock(boxes) {
    const { selected, level } = this;
    const mine = ++this.asked;
    this.board.setMarks([]);
    if (!selected.pruned_by || /^repeat|duplicate|worse|mask/.test(selected.pruned_by)) return;
    if (selected.pruned_by === "dead_squares" && selected.moved) {
      this.board.setMarks([{ cell: selected.moved[1], kind: "bad" }]);
      return;
    }
    try {
      const { deadlock } = await api.ask("/analyse", { level: level.draw(boxes, selected.at), deadlocks: true });
      if (mine !== this.asked || !deadlock) return;
      this.board.setMarks(deadlock.boxes.map((/** @type {number[]} */ place) => ({ cell: level.at(place), kind: "bad" })));
    } catch {
      // Only a mark is missing then.
    }
  }

  /** @param {Node[]} nodes @param {Node | undefined} next */
  #table(nodes, next) {
    const row = (/** @type {Node} */ node) =>
      el(
        "tr",
        {
          class: `${node === this.selected ? "selected" : ""}${node === next ? " next" : ""}`,
          tabindex: "0",
          onclick: () => this.select(node),
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            event.stopPropagation();
            this.select(node);
          },
        },
        ...[node.action.replace("-", " → "), node.f, node.g, node.h ?? "–"].map((value) => el("td", {}, String(value))),
      );
    return el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...["action", "f", "g", "h"].map((it) => el("th", { scope: "col" }, it)))),
      el("tbody", {}, nodes.slice(0, MOST_ROWS).map(row)),
    );
  }

  /** @param {Map<string, number>} pruned */
  #prunedTable(pruned) {
    return el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "pruned by"), el("th", { scope: "col" }, "states"))),
      el(
        "tbody",
        {},
        [...pruned]
          .sort((a, b) => b[1] - a[1])
          .map(([name, number]) => el("tr", {}, el("td", {}, name), el("td", {}, count(number)))),
      ),
    );
  }

  /** @param {string} kind */
  #save(kind) {
    const name = `search-${this.name.toLowerCase()}`;
    if (kind === "json") {
      const lines = this.trace.nodes.map(({ children, depth, born, moved, at, backwards, ...line }) => line);
      const text = JSON.stringify({ engine: this.spec, level: this.level.xsb, counts: this.trace.counts, lines });
      download(`${name}.json`, text, "application/json");
      return;
    }
    this.#choose("tree");
    const text = picture(this.tree.svg);
    if (kind === "svg") {
      download(`${name}.svg`, text, "image/svg+xml");
      return;
    }
    const image = new Image();
    image.addEventListener("load", () => {
      // Twice as large, for paper; no larger than browsers can draw.
      const scale = Math.min(2, 8000 / Math.max(image.width, image.height));
      const canvas = el("canvas", { width: image.width * scale, height: image.height * scale });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((/** @type {Blob} */ blob) => download(`${name}.png`, blob), "image/png");
    });
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  }
}
