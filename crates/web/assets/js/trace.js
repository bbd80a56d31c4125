// A search that was traced, and what it looked like after each expansion: which states were
// open, which closed, what was pruned by what, and the board of each.

/** The cell of a name such as `Fc`: column letters in capitals, row letters small. */
function cellOf(level, name) {
  const number = (letters) =>
    [...letters.toLowerCase()].reduce((sum, it) => sum * 26 + it.charCodeAt(0) - 96, 0) - 1;
  const [, col, row] = /^([A-Z]+)([a-z]+)$/.exec(name);
  return number(row) * level.width + number(col);
}

export class Trace {
  constructor(level, answer) {
    Object.assign(this, { level, cut: answer.cut, counts: answer.counts, moves: answer.moves });
    this.nodes = answer.lines.map((line) => ({ ...line, children: [], depth: 0, born: 0 }));
    let now = 0;
    for (const node of this.nodes) {
      const parent = this.nodes[node.parent];
      if (parent) {
        parent.children.push(node);
        node.depth = parent.depth + 1;
        // Successors appear with the expansion of their parent, or later if it was repeated.
        now = Math.max(now, parent.expanded ?? 0);
      }
      node.born = now;
      const [from, to] = node.action.split("-");
      node.moved = to ? [cellOf(level, from), cellOf(level, to)] : null;
      node.at = cellOf(level, node.player);
    }
    this.steps = this.nodes.reduce((most, node) => Math.max(most, node.expanded ?? 0), 0);
    this.byStep = new Map(this.nodes.filter((node) => node.expanded).map((node) => [node.expanded, node]));
    this.way = this.#way();
  }

  /** The states on the way to the solution, if the search told of one. */
  #way() {
    const way = new Set();
    if (this.counts.status !== "solved") return way;
    const full = (boxes) => boxes.every((it, cell) => it === this.level.goal[cell]);
    const last = [...this.nodes]
      .reverse()
      .find((node) => !node.pruned_by && full(this.boxes(node)) && !this.#backwards(node));
    for (let node = last; node; node = this.nodes[node.parent]) way.add(node.id);
    return way;
  }

  #root(node) {
    let root = node;
    while (root.parent !== null) root = this.nodes[root.parent];
    return root;
  }

  /** Whether a state belongs to a search from the goals: its first moves are not of boxes at the start. */
  #backwards(node) {
    const root = this.#root(node);
    root.backwards ??=
      /space=pull/.test(this.counts.engine) ||
      root.children.some(({ moved }) => moved && !this.level.boxes[moved[0]]);
    return root.backwards;
  }

  /** The boxes of a state: those of its root with every move on the way made. */
  boxes(node) {
    const moves = [];
    for (let it = node; it; it = this.nodes[it.parent]) if (it.moved) moves.push(it.moved);
    const boxes = (this.#backwards(node) ? this.level.goal : this.level.boxes).slice();
    for (const [from, to] of moves.reverse()) {
      boxes[from] = 0;
      boxes[to] = 1;
    }
    return boxes;
  }

  /** `open`, `closed` or `pruned` after so many expansions; null if not yet there. */
  state(node, step) {
    if (node.born > step) return null;
    if (node.pruned_by) return "pruned";
    return node.expanded && node.expanded <= step ? "closed" : "open";
  }

  /** The lists after so many expansions: open in the order of rank, closed the latest first. */
  lists(step) {
    const open = [];
    const closed = [];
    const pruned = new Map();
    for (const node of this.nodes) {
      const state = this.state(node, step);
      if (state === "open") open.push(node);
      if (state === "closed") closed.push(node);
      if (state === "pruned") pruned.set(node.pruned_by, (pruned.get(node.pruned_by) ?? 0) + 1);
    }
    open.sort((a, b) => a.f - b.f || (a.h ?? 0) - (b.h ?? 0) || a.id - b.id);
    closed.sort((a, b) => b.expanded - a.expanded);
    return { open, closed, pruned };
  }

  /** How many states lie at each depth. */
  byDepth() {
    const counts = [];
    for (const { depth } of this.nodes) counts[depth] = (counts[depth] ?? 0) + 1;
    return counts.map((number, depth) => [depth, number ?? 0]);
  }

  /** How many states there were after each expansion. */
  byTime() {
    const born = new Array(this.steps + 1).fill(0);
    for (const node of this.nodes) born[Math.min(node.born, this.steps)]++;
    let sum = 0;
    return born.map((number, step) => [step, (sum += number)]);
  }
}
