// The tree of a search: leaves side by side in the order of their birth, parents above the
// middle of their children. The places are those of the whole tree, so it grows without jumping.

import { svg } from "./dom.js";

const NODE = { width: 76, height: 36 };
const GAP = { x: 8, y: 30 };
/** More states than this are a blot, not a picture. */
export const MOST_DRAWN = 1500;

function layout(nodes) {
  const places = new Map();
  let column = 0;
  const visit = (root) => {
    // By hand rather than by recursion: a depth-first search may be thousands deep.
    const waiting = [[root, false]];
    while (waiting.length) {
      const [node, placed] = waiting.pop();
      const children = node.children.filter((child) => child.id < nodes.length);
      if (!children.length) places.set(node.id, column++);
      else if (placed) places.set(node.id, (places.get(children[0].id) + places.get(children.at(-1).id)) / 2);
      else waiting.push([node, true], ...children.reverse().map((child) => [child, false]));
    }
  };
  nodes.filter((node) => node.parent === null).forEach(visit);
  return { places, columns: column };
}

export class TreeView {
  constructor(host, trace, select) {
    Object.assign(this, { host, trace });
    this.nodes = trace.nodes.slice(0, MOST_DRAWN);
    const { places, columns } = layout(this.nodes);
    const rows = this.nodes.reduce((most, node) => Math.max(most, node.depth + 1), 1);
    const [dx, dy] = [NODE.width + GAP.x, NODE.height + GAP.y];
    this.middle = (node) => [
      GAP.x + NODE.width / 2 + places.get(node.id) * dx,
      GAP.x + NODE.height / 2 + node.depth * dy,
    ];
    const [width, height] = [columns * dx + GAP.x, rows * dy];
    this.svg = svg("svg", {
      class: "tree",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": "search tree",
    });
    this.elements = this.nodes.map((node) => this.#element(node, select));
    this.svg.append(
      ...this.elements.map((it) => it.edge).filter(Boolean),
      ...this.elements.map((it) => it.group),
    );
    host.replaceChildren(this.svg);
    // Small trees are shown whole, large ones at a size that can be read.
    this.fit(Math.min(560 / width, 340 / height) > 0.5);
  }

  /** Shows the whole tree, or a part of it at full size. */
  fit(whole) {
    this.isWhole = whole;
    this.host.classList.toggle("whole", whole);
  }

  #element(node, select) {
    const [x, y] = this.middle(node);
    const sum = node.h === null ? `g ${node.g}` : `${node.g} + ${node.h} = ${node.f}`;
    const group = svg(
      "g",
      { class: "node", transform: `translate(${x} ${y})`, onclick: () => select(node) },
      svg("rect", { x: -NODE.width / 2, y: -NODE.height / 2, width: NODE.width, height: NODE.height, rx: 6 }),
      svg("text", { y: -3 }, node.action.replace("-", " → ")),
      svg("text", { y: 11 }, node.pruned_by ?? sum),
    );
    const parent = this.trace.nodes[node.parent];
    let edge = null;
    if (parent) {
      const [px, py] = this.middle(parent);
      const [y1, y2] = [py + NODE.height / 2, y - NODE.height / 2];
      edge = svg("path", {
        class: "edge",
        d: `M${px} ${y1}C${px} ${(y1 + y2) / 2} ${x} ${(y1 + y2) / 2} ${x} ${y2}`,
      });
    }
    return { node, group, edge };
  }

  /** Shows the tree after so many expansions. */
  show(step, selected) {
    const { trace } = this;
    const next = trace.byStep.get(step + 1);
    const ended = step >= trace.steps;
    for (const { node, group, edge } of this.elements) {
      const state = trace.state(node, step);
      const way = ended && trace.way.has(node.id) ? " way" : "";
      const marks = `${node === next ? " next" : ""}${node === selected ? " selected" : ""}${way}`;
      group.setAttribute("class", `node ${state ?? ""}${marks}`);
      group.style.display = state ? "" : "none";
      edge?.setAttribute("class", `edge${way}`);
      if (edge) edge.style.display = state ? "" : "none";
    }
    if (!this.isWhole && selected && selected.id < this.nodes.length) this.#reveal(selected);
  }

  #reveal(node) {
    const [x, y] = this.middle(node);
    const frame = this.host;
    if (x < frame.scrollLeft + 40 || x > frame.scrollLeft + frame.clientWidth - 40)
      frame.scrollLeft = x - frame.clientWidth / 2;
    if (y < frame.scrollTop + 30 || y > frame.scrollTop + frame.clientHeight - 30)
      frame.scrollTop = y - frame.clientHeight / 2;
  }
}
