// @ts-check
// Which goal each box is counted for by a heuristic, so that the estimate can be drawn. The
// distances are those of a lone box with the player where he stands, as in the solver.

import { BoxWays } from "./walks.js";

/** @typedef {import("./level.js").Level} Level */
/** @typedef {{ box: number, goal: number, cost: number }} Pair */

const NEVER = 1e9;

/**
 * The cheapest assignment of rows to columns (Kuhn 1955, in the form with potentials and
 * shortest augmenting paths). There must be at least as many columns as rows.
 * @param {number[][]} costs
 * @returns {number[]} the column of each row
 */
export function assign(costs) {
  const [rows, columns] = [costs.length, costs[0]?.length ?? 0];
  const u = new Array(rows + 1).fill(0);
  const v = new Array(columns + 1).fill(0);
  /** The row of each column, from one; zero is none. */
  const rowOf = new Array(columns + 1).fill(0);
  const way = new Array(columns + 1).fill(0);
  for (let row = 1; row <= rows; row++) {
    rowOf[0] = row;
    let column = 0;
    const least = new Array(columns + 1).fill(Infinity);
    const used = new Array(columns + 1).fill(false);
    do {
      used[column] = true;
      const from = rowOf[column];
      let delta = Infinity;
      let next = 0;
      for (let to = 1; to <= columns; to++) {
        if (used[to]) continue;
        const cost = costs[from - 1][to - 1] - u[from] - v[to];
        if (cost < least[to]) {
          least[to] = cost;
          way[to] = column;
        }
        if (least[to] < delta) {
          delta = least[to];
          next = to;
        }
      }
      for (let to = 0; to <= columns; to++) {
        if (used[to]) {
          u[rowOf[to]] += delta;
          v[to] -= delta;
        } else {
          least[to] -= delta;
        }
      }
      column = next;
    } while (rowOf[column] !== 0);
    do {
      const before = way[column];
      rowOf[column] = rowOf[before];
      column = before;
    } while (column);
  }
  const found = new Array(rows).fill(-1);
  for (let column = 1; column <= columns; column++) if (rowOf[column]) found[rowOf[column] - 1] = column - 1;
  return found;
}

/** @param {Uint8Array} mask */
const cellsOf = (mask) => {
  /** @type {number[]} */
  const cells = [];
  mask.forEach((it, cell) => it && cells.push(cell));
  return cells;
};

/**
 * The pairs that a heuristic adds up, and their sum; null if it is none that is drawn.
 * @param {string} name @param {Level} level @param {Uint8Array} boxes @param {number} player
 * @returns {{ pairs: Pair[], sum: number } | null}
 */
export function pairsOf(name, level, boxes, player) {
  const [from, to] = [cellsOf(boxes), cellsOf(level.goal)];
  /** @param {number} a @param {number} b */
  const manhattan = (a, b) => Math.abs(level.row(a) - level.row(b)) + Math.abs(level.col(a) - level.col(b));
  /** @type {number[][]} */
  let costs;
  if (/^manhattan/.test(name)) costs = from.map((box) => to.map((goal) => manhattan(box, goal)));
  else if (/^(matching|nearest)/.test(name)) {
    costs = from.map((box) => {
      const alone = new Uint8Array(level.size);
      alone[box] = 1;
      const ways = new BoxWays(level, alone, box, player, false);
      return to.map((goal) => (goal === box ? 0 : ways.costs[goal] < 0 ? NEVER : ways.costs[goal]));
    });
  } else return null;
  const nearest = name === "manhattan" || name === "nearest";
  const greedy = name === "manhattan_greedy";
  let columns;
  if (nearest) columns = costs.map((row) => row.indexOf(Math.min(...row)));
  else if (greedy) columns = greedily(costs);
  else columns = assign(costs);
  const pairs = from.map((box, row) => ({ box, goal: to[columns[row]], cost: costs[row][columns[row]] }));
  const sum = pairs.reduce((total, it) => total + it.cost, 0);
  return sum >= NEVER ? null : { pairs, sum };
}

/**
 * The cheapest pair first, then the cheapest of what is left.
 * @param {number[][]} costs
 */
function greedily(costs) {
  const found = new Array(costs.length).fill(-1);
  const all = costs.flatMap((row, r) => row.map((cost, c) => ({ cost, r, c })));
  all.sort((a, b) => a.cost - b.cost || a.r - b.r || a.c - b.c);
  const taken = new Set();
  for (const { r, c } of all) {
    if (found[r] >= 0 || taken.has(c)) continue;
    found[r] = c;
    taken.add(c);
  }
  return found;
}
