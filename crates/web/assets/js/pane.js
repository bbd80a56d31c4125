// One search on the screen: its tree, its lists, and the board of the state in hand.

import { BoardView, picture } from "./board-view.js";
import { download, el } from "./dom.js";
import { count } from "./logic/format.js";
import { MOST_DRAWN, TreeView } from "./tree-view.js";

export class Pane {
  constructor(name, spec, level, trace) {
    Object.assign(this, { name, spec, level, trace, selected: null });
    const frame = el("div", { class: "tree-frame", tabindex: "0", "aria-label": `Tree of search ${name}` });
    this.facts = el("dl", { class: "node-facts" });
    this.open = el("div", { class: "scroll" });
    this.closed = el("div", { class: "scroll" });
    this.head = el("span", { class: "dim numbers" });
    this.openHead = el("h3");
    this.closedHead = el("h3");
    this.prunedLine = el("p", { class: "status" });
    const host = el("div", { class: "node-board" });
    this.element = el(
      "section",
      { class: "card pane", "aria-label": `Search ${name}` },
      el(
        "div",
        { class: "pane-head" },
        el("h2", {}, `${name}: ${spec}`),
        el(
          "span",
          { class: "row" },
          this.head,
          el(
            "button",
            {
              type: "button",
              title: "The whole tree, or as large as can be read",
              onclick: () => {
                this.tree.fit(!this.tree.isWhole);
                this.#render();
              },
            },
            "Fit",
          ),
          el("button", { type: "button", onclick: () => this.#save("svg") }, "SVG"),
          el("button", { type: "button", onclick: () => this.#save("png") }, "PNG"),
          el("button", { type: "button", onclick: () => this.#save("json") }, "JSON"),
        ),
      ),
      frame,
      el(
        "p",
        { class: "key-line" },
        ...["open", "closed", "pruned"].map((it) => el("span", { class: it }, it)),
        el("span", { class: "way" }, "the way found"),
      ),
      this.prunedLine,
      el(
        "div",
        { class: "pane-body" },
        el("div", {}, host, this.facts),
        el(
          "div",
          { class: "lists" },
          el("div", { class: "list-box" }, this.openHead, this.open),
          el("div", { class: "list-box" }, this.closedHead, this.closed),
        ),
      ),
    );
    this.board = new BoardView(host);
    this.board.setLevel(level);
    this.tree = new TreeView(frame, trace, (node) => this.select(node));
    if (trace.nodes.length > MOST_DRAWN)
      frame.append(
        el(
          "p",
          { class: "empty" },
          `The first ${count(MOST_DRAWN)} of ${count(trace.nodes.length)} states are drawn.`,
        ),
      );
  }

  select(node) {
    this.selected = node;
    this.#render();
  }

  /** Shows the search after `at` expansions, with the state expanded last in hand. */
  show(at) {
    this.at = Math.min(at, this.trace.steps);
    this.selected = this.trace.byStep.get(this.at) ?? this.trace.nodes[0];
    this.#render();
  }

  #render() {
    const { trace, at, selected } = this;
    const { open, closed, pruned } = trace.lists(at);
    this.tree.show(at, selected);
    const next = trace.byStep.get(at + 1);
    this.openHead.textContent = `Open: ${count(open.length)}`;
    this.closedHead.textContent = `Closed: ${count(closed.length)}`;
    this.open.replaceChildren(this.#table(open, next));
    this.closed.replaceChildren(this.#table(closed, null));
    const by = [...pruned]
      .sort((a, b) => b[1] - a[1])
      .map(([name, number]) => `${name} ${count(number)}`)
      .join(", ");
    this.prunedLine.textContent = `Pruned: ${by || "nothing yet"}`;
    this.head.textContent = `${count(at)} expanded`;
    if (!selected) return;
    this.board.setPosition(trace.boxes(selected), selected.at, true);
    this.board.label(`Board of state ${selected.id}`);
    const facts = {
      state: selected.id,
      action: selected.action,
      g: selected.g,
      h: selected.h ?? "–",
      f: selected.f,
      expanded: selected.expanded ?? "–",
      "pruned by": selected.pruned_by ?? "–",
    };
    this.facts.replaceChildren(
      ...Object.entries(facts).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, String(value))]),
    );
  }

  #table(nodes, next) {
    const row = (node) =>
      el(
        "tr",
        {
          class: `${node === this.selected ? "selected" : ""}${node === next ? " next" : ""}`,
          onclick: () => this.select(node),
        },
        ...[node.action, node.f, node.g, node.h ?? "–"].map((value) => el("td", {}, String(value))),
      );
    return el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...["action", "f", "g", "h"].map((it) => el("th", { scope: "col" }, it)))),
      el("tbody", {}, nodes.slice(0, 100).map(row)),
    );
  }

  #save(kind) {
    const name = `search-${this.name.toLowerCase()}`;
    if (kind === "json") {
      download(
        `${name}.json`,
        JSON.stringify({
          engine: this.spec,
          level: this.level.xsb,
          counts: this.trace.counts,
          lines: this.trace.nodes.map(({ children, ...line }) => line),
        }),
        "application/json",
      );
      return;
    }
    const text = picture(this.tree.svg);
    if (kind === "svg") {
      download(`${name}.svg`, text, "image/svg+xml");
      return;
    }
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = el("canvas", {
        width: Math.min(image.width, 8000),
        height: Math.min(image.height, 8000),
      });
      canvas.getContext("2d").drawImage(image, 0, 0);
      canvas.toBlob((blob) => download(`${name}.png`, blob), "image/png");
    });
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  }
}
