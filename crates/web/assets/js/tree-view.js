// @ts-check
// The tree of a search as a drawing: what is revealed at a step, laid out anew each time, with
// the state in hand in view.

import { svg } from "./dom.js";
import { layout, revealed } from "./logic/tree-layout.js";

/** @typedef {import("./logic/trace.js").Node} Node */
const NODE = { width: 84, height: 38 };
const GAP = { x: 10, y: 26 };
/** Smaller than this, labels cannot be read. */
const LEAST_SCALE = 0.7;

export class TreeView {
  /** @param {any} host @param {import("./logic/trace.js").Trace} trace @param {(node: Node) => void} select */
  constructor(host, trace, select) {
    this.host = host;
    this.trace = trace;
    this.select = select;
    this.isWhole = false;
    /** States whose children were all asked for. @type {Set<number>} */
    this.opened = new Set();
    this.svg = svg("svg", { class: "tree", role: "group", "aria-label": "search tree" });
    host.replaceChildren(this.svg);
    host.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    this.step = 0;
    /** @type {Node | any} */
    this.selected = null;
  }

  /** Shows all that is drawn at once, as long as it can be read, or full size. @param {boolean} whole */
  fit(whole) {
    this.isWhole = whole;
    this.#render();
  }

  /** Shows the tree after so many expansions. @param {number} step @param {Node} selected */
  show(step, selected) {
    this.step = step;
    this.selected = selected;
    this.#render();
  }

  #render() {
    const { trace, step, selected } = this;
    const shown = revealed(trace, step, selected, this.opened);
    const { placed, columns, rows } = layout(trace, step, shown);
    this.placed = placed;
    const [dx, dy] = [NODE.width + GAP.x, NODE.height + GAP.y];
    const [width, height] = [columns * dx + GAP.x, rows * dy - GAP.y + 2 * GAP.x];
    const place = (/** @type {any} */ it) => [
      GAP.x + NODE.width / 2 + it.column * dx,
      GAP.x + NODE.height / 2 + it.row * dy,
    ];
    const next = trace.byStep.get(step + 1);
    const ended = step >= trace.steps;
    const onWay = (/** @type {any} */ it) => ended && !it.fold && trace.way.has(it.node.id);
    const edges = placed
      .filter((it) => it.up)
      .map((it) => {
        const [[x1, y1], [x2, y2]] = [place(it.up), place(it)];
        const [from, to] = [y1 + NODE.height / 2, y2 - NODE.height / 2];
        const half = (from + to) / 2;
        return svg("path", {
          class: `edge${onWay(it) ? " way" : ""}`,
          d: `M${x1} ${from}C${x1} ${half} ${x2} ${half} ${x2} ${to}`,
        });
      });
    const nodes = placed.map((it) => {
      const [x, y] = place(it);
      return it.fold ? this.#fold(it, x, y) : this.#node(it.node, x, y, next, onWay(it));
    });
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const { clientWidth, clientHeight } = this.host;
    const fits = Math.min(clientWidth / width, clientHeight / height, 1.4);
    const scale = this.isWhole ? Math.max(fits, LEAST_SCALE) : Math.max(Math.min(fits, 1.4), 1);
    this.svg.setAttribute("width", String(width * scale));
    this.svg.setAttribute("height", String(height * scale));
    this.svg.replaceChildren(...edges, ...nodes);
    // Room at the sides, so that a node at the edge of a wide tree can be in the middle too.
    const room = width * scale > clientWidth ? clientWidth / 2 : 0;
    this.svg.style.marginInline = room ? `${room}px` : "";
    const here = placed.find((it) => !it.fold && it.node === selected);
    if (here) {
      const [x, y] = place(here);
      this.host.scrollTo(room + x * scale - clientWidth / 2, y * scale - clientHeight / 2);
    }
  }

  /** @param {Node} node @param {number} x @param {number} y @param {Node | undefined} next @param {boolean} way */
  #node(node, x, y, next, way) {
    const state = this.trace.state(node, this.step);
    const sum = node.h === null ? `g ${node.g}` : `${node.g} + ${node.h} = ${node.f}`;
    const marks = `${node === next ? " next" : ""}${node === this.selected ? " selected" : ""}${way ? " way" : ""}`;
    const action = node.action.replace("-", " → ");
    return svg(
      "g",
      {
        class: `node ${state}${marks}`,
        transform: `translate(${x} ${y})`,
        tabindex: node === this.selected ? "0" : "-1",
        role: "button",
        "aria-label": `${action}, ${node.pruned_by ? `pruned by ${node.pruned_by}` : sum}, ${state}`,
        onclick: () => this.select(node),
      },
      svg("rect", { x: -NODE.width / 2, y: -NODE.height / 2, width: NODE.width, height: NODE.height, rx: 6 }),
      svg("text", { y: -3 }, action),
      svg("text", { y: 12 }, node.pruned_by ?? sum),
    );
  }

  /** @param {any} it @param {number} x @param {number} y */
  #fold(it, x, y) {
    return svg(
      "g",
      {
        class: "node fold",
        transform: `translate(${x} ${y})`,
        role: "button",
        "aria-label": `${it.fold} more`,
        onclick: () => {
          this.opened.add(it.node.id);
          this.#render();
        },
      },
      svg("rect", { x: -26, y: -13, width: 52, height: 26, rx: 13 }),
      svg("text", { y: 4 }, `+ ${it.fold}`),
    );
  }

  /** Arrows go up, down and sideways in the tree. @param {KeyboardEvent} event */
  #key(event) {
    const { trace, selected } = this;
    if (!selected) return;
    const shown = new Set(this.placed?.filter((it) => !it.fold).map((it) => it.node));
    const parent = trace.parent(selected);
    const siblings = (parent?.children ?? []).filter((it) => shown.has(it));
    const at = siblings.indexOf(selected);
    /** @type {Record<string, Node | undefined>} */
    const targets = {
      ArrowUp: parent,
      ArrowDown: selected.children.find((/** @type {Node} */ it) => shown.has(it)),
      ArrowLeft: siblings[at - 1],
      ArrowRight: siblings[at + 1],
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    event.stopPropagation();
    const target = targets[event.key];
    if (!target) return;
    this.select(target);
    this.svg.querySelector(".node.selected")?.focus({ preventScroll: true });
  }
}
