// @ts-check
// A search that was traced, and what it looked like after each expansion: which states were
// open, which closed, what was pruned by what, and the board of each.

import { placeOf } from "./level.js";

/** @typedef {import("./level.js").Level} Level */
/**
 * A state as the server tells it.
 * @typedef {{
 *   id: number, parent: number | null, g: number, h: number | null, f: number, action: string,
 *   player: string, pruned_by: string | null, expanded: number | null,
 * }} Line
 */
/**
 * @typedef {Line & {
 *   children: Node[], depth: number, born: number, moved: [number, number] | null, at: number,
 *   backwards?: boolean,
 * }} Node
 */
/** @typedef {{ status: string, engine: string, [name: string]: any }} Counts */
/** @typedef {"open" | "closed" | "pruned"} State */

export class Trace {
  /** @param {Level} level @param {{ lines: Line[], cut: boolean, counts: Counts, moves: string | null }} answer */
  constructor(level, answer) {
    this.level = level;
    this.cut = answer.cut;
    this.counts = answer.counts;
    this.moves = answer.moves;
    /** @param {string} name */
    const cellOf = (name) => level.at(placeOf(name));
    /** @type {Node[]} */
    this.nodes = answer.lines.map((line) => {
      const [from, to] = line.action.split("-");
      return {
        ...line,
        children: [],
        depth: 0,
        born: 0,
        moved: to ? [cellOf(from), cellOf(to)] : null,
        at: cellOf(line.player),
      };
    });
    let now = 0;
    for (const node of this.nodes) {
      const parent = this.parent(node);
      if (parent) {
        parent.children.push(node);
        node.depth = parent.depth + 1;
        // Successors appear with the expansion of their parent, or later if it was repeated.
        now = Math.max(now, parent.expanded ?? 0);
      }
      node.born = now;
    }
    this.steps = this.nodes.reduce((most, node) => Math.max(most, node.expanded ?? 0), 0);
    /** @type {Map<number, Node>} */
    this.byStep = new Map(this.nodes.filter((it) => it.expanded).map((it) => [it.expanded ?? 0, it]));
    this.way = this.#way();
  }

  /** @param {Node} node */
  parent(node) {
    return node.parent === null ? undefined : this.nodes[node.parent];
  }

  /** A state and those it came from, itself first. @param {Node} node */
  ancestors(node) {
    const all = [];
    for (let it = /** @type {Node | undefined} */ (node); it; it = this.parent(it)) all.push(it);
    return all;
  }

  /** The states on the way to the solution, if the search told of one. */
  #way() {
    /** @type {Set<number>} */
    const way = new Set();
    if (this.counts.status !== "solved") return way;
    /** @param {Uint8Array} boxes */
    const full = (boxes) => boxes.every((it, cell) => it === this.level.goal[cell]);
    const last = [...this.nodes]
      .reverse()
      .find((node) => !node.pruned_by && full(this.boxes(node)) && !this.#backwards(node));
    if (last) for (const node of this.ancestors(last)) way.add(node.id);
    return way;
  }

  /**
   * Whether a state belongs to a search from the goals: its first moves are not of boxes at the
   * start.
   * @param {Node} node
   */
  #backwards(node) {
    const root = /** @type {Node} */ (this.ancestors(node).at(-1));
    root.backwards ??=
      /space=pull/.test(this.counts.engine) ||
      root.children.some(({ moved }) => moved && !this.level.boxes[moved[0]]);
    return root.backwards;
  }

  /** The boxes of a state: those of its root with every move on the way made. @param {Node} node */
  boxes(node) {
    const boxes = (this.#backwards(node) ? this.level.goal : this.level.boxes).slice();
    for (const { moved } of this.ancestors(node).reverse()) {
      if (!moved) continue;
      boxes[moved[0]] = 0;
      boxes[moved[1]] = 1;
    }
    return boxes;
  }

  /**
   * `open`, `closed` or `pruned` after so many expansions; null if not yet there.
   * @param {Node} node @param {number} step
   * @returns {State | null}
   */
  state(node, step) {
    if (node.born > step) return null;
    if (node.pruned_by) return "pruned";
    return node.expanded && node.expanded <= step ? "closed" : "open";
  }

  /** The lists after so many expansions: open in the order of rank, closed the latest first. @param {number} step */
  lists(step) {
    /** @type {Node[]} */
    const open = [];
    /** @type {Node[]} */
    const closed = [];
    /** @type {Map<string, number>} */
    const pruned = new Map();
    for (const node of this.nodes) {
      const state = this.state(node, step);
      if (state === "open") open.push(node);
      if (state === "closed") closed.push(node);
      if (state === "pruned") pruned.set(node.pruned_by ?? "", (pruned.get(node.pruned_by ?? "") ?? 0) + 1);
    }
    open.sort((a, b) => a.f - b.f || (a.h ?? 0) - (b.h ?? 0) || a.id - b.id);
    closed.sort((a, b) => (b.expanded ?? 0) - (a.expanded ?? 0));
    return { open, closed, pruned };
  }

  /**
   * How many states lie at each depth.
   * @returns {[number, number][]}
   */
  byDepth() {
    /** @type {number[]} */
    const counts = [];
    for (const { depth } of this.nodes) counts[depth] = (counts[depth] ?? 0) + 1;
    return counts.map((number, depth) => [depth, number ?? 0]);
  }

  /**
   * How many states there were after each expansion.
   * @returns {[number, number][]}
   */
  byTime() {
    const born = new Array(this.steps + 1).fill(0);
    for (const node of this.nodes) born[Math.min(node.born, this.steps)]++;
    let sum = 0;
    return born.map((number, step) => [step, (sum += number)]);
  }
}
