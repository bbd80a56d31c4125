// @ts-check
// Which states of a search tree are drawn, and where. A tree of thousands of states is a blot, so
// only what matters now is laid out: the state in hand with all it came from, the latest
// expansions, the successors of the last one, the way found; of each state the children that are
// left out stand folded beside the others, with their number. Small trees are drawn whole.

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Node} Node */
/**
 * A node or a fold (`node` is then its parent) in columns and rows.
 * @typedef {{ node: Node, fold: number, column: number, row: number, up: Placed | null }} Placed
 */

/** Trees up to this size are drawn whole. */
export const SMALL = 40;
/** Expansions that stay in sight. */
export const RECENT = 8;
/** Successors of the state in hand that are shown one by one. */
export const BROOD = 6;

/**
 * @param {Trace} trace @param {number} step @param {Node | null} selected
 * @param {Set<number>} opened states whose children were all asked for
 * @returns {Set<number>} the states to be drawn
 */
export function revealed(trace, step, selected, opened) {
  /** @type {Set<number>} */
  const shown = new Set();
  const born = trace.nodes.filter((node) => node.born <= step);
  if (born.length <= SMALL) return new Set(born.map((node) => node.id));
  /** @param {Node | undefined | null} node */
  const add = (node) => {
    for (const it of node ? trace.ancestors(node) : []) {
      if (shown.has(it.id)) break;
      shown.add(it.id);
    }
  };
  for (const node of born) if (node.parent === null) add(node);
  for (let at = Math.max(1, step - RECENT + 1); at <= step; at++) add(trace.byStep.get(at));
  add(selected);
  const next = trace.byStep.get(step + 1);
  if (next && next.born <= step) add(next);
  if (step >= trace.steps) for (const id of trace.way) add(trace.nodes[id]);
  for (const node of [trace.byStep.get(step), selected]) {
    const brood = node?.children.filter((child) => child.born <= step) ?? [];
    for (const child of brood.slice(0, BROOD)) add(child);
  }
  for (const id of opened) for (const child of trace.nodes[id].children) if (child.born <= step) add(child);
  return shown;
}

/**
 * Places for the states that are drawn: leaves side by side in the order of their birth, parents
 * above the middle of their children, folds last.
 * @param {Trace} trace @param {number} step @param {Set<number>} shown
 * @returns {{ placed: Placed[], columns: number, rows: number }}
 */
export function layout(trace, step, shown) {
  /** @type {Placed[]} */
  const placed = [];
  let columns = 0;
  let rows = 0;
  /** @param {Node} node @param {Placed | null} up @returns {Placed} */
  const place = (node, up) => {
    const here = { node, fold: 0, column: 0, row: node.depth, up };
    placed.push(here);
    rows = Math.max(rows, node.depth + 1);
    return here;
  };
  // By hand rather than by recursion: a depth-first search may be thousands deep.
  /** @type {{ here: Placed, below: Placed[], waiting: Node[], hidden: number }[]} */
  const stack = [];
  /** @param {Node} node @param {Placed | null} up */
  const enter = (node, up) => {
    const born = node.children.filter((child) => child.born <= step);
    const waiting = born.filter((child) => shown.has(child.id)).reverse();
    stack.push({ here: place(node, up), below: [], waiting, hidden: born.length - waiting.length });
  };
  for (const root of trace.nodes) {
    if (root.parent !== null || !shown.has(root.id)) continue;
    enter(root, null);
    while (stack.length) {
      const top = stack[stack.length - 1];
      const child = top.waiting.pop();
      if (child) {
        enter(child, top.here);
        continue;
      }
      if (top.hidden) {
        const fold = { node: top.here.node, fold: top.hidden, column: columns++, row: top.here.row + 1, up: top.here };
        placed.push(fold);
        top.below.push(fold);
        rows = Math.max(rows, fold.row + 1);
      }
      const [first, last] = [top.below[0], top.below[top.below.length - 1]];
      top.here.column = first ? (first.column + last.column) / 2 : columns++;
      stack.pop();
      stack[stack.length - 1]?.below.push(top.here);
    }
  }
  return { placed, columns, rows };
}
