// @ts-check
// Ways: of the player between the boxes, and of one box when the player may walk round it.

import { opposite } from "./level.js";

/** @typedef {import("./level.js").Level} Level */
/** @typedef {import("./game.js").Step} Step */

/**
 * Cells the player can walk to, and how: for each the direction of the last step plus one.
 * @param {Level} level @param {Uint8Array} boxes @param {number} from
 */
export function flood(level, boxes, from) {
  const came = new Uint8Array(level.size);
  const queue = [from];
  came[from] = 5;
  for (let head = 0; head < queue.length; head++) {
    for (let dir = 0; dir < 4; dir++) {
      const next = queue[head] + level.step[dir];
      if (!came[next] && !level.wall[next] && !boxes[next]) {
        came[next] = dir + 1;
        queue.push(next);
      }
    }
  }
  return came;
}

/**
 * A shortest walk as a list of directions, or null.
 * @param {Level} level @param {Uint8Array} boxes @param {number} from @param {number} to
 */
export function walk(level, boxes, from, to) {
  if (boxes[to] || level.wall[to]) return null;
  const came = flood(level, boxes, from);
  if (!came[to]) return null;
  const way = [];
  for (let cell = to; cell !== from; cell -= level.step[came[cell] - 1]) way.push(came[cell] - 1);
  return way.reverse();
}

/** A state that was not reached, and one that was there at the start. */
const NEVER = -2;
const FIRST = -1;

/**
 * Where one box can go while the others stay, and how many pushes (or pulls) each cell costs.
 * A state is a cell of the box and the side on which the player stands; sides joined by a walk
 * cost nothing. Breadth first, so the counts are the fewest.
 */
export class BoxWays {
  /**
   * @param {Level} level @param {Uint8Array} boxes @param {number} box @param {number} player
   * @param {boolean} pulling
   */
  constructor(level, boxes, box, player, pulling) {
    this.level = level;
    this.box = box;
    this.player = player;
    this.pulling = pulling;
    this.boxes = boxes.slice();
    this.boxes[box] = 0;
    this.costs = new Int32Array(level.size).fill(-1);
    /** The state from which each was reached; `FIRST` for those at the start. */
    this.came = new Int32Array(4 * level.size).fill(NEVER);
    /** The groups of sides of each cell, once they are known. @type {(number[] | undefined)[]} */
    this.sides = new Array(level.size);
    this.seen = new Int32Array(level.size);
    this.mark = 0;
    this.#search();
  }

  /**
   * The cells it can be brought to, its own left out.
   * @returns {number[]}
   */
  cells() {
    const cells = [];
    for (let cell = 0; cell < this.level.size; cell++) {
      if (this.costs[cell] > 0) cells.push(cell);
    }
    return cells;
  }

  /** @param {number} cell */
  #free(cell) {
    return !this.level.wall[cell] && !this.boxes[cell];
  }

  /**
   * Which sides of the box at `cell` are joined: for each the first side of its group.
   * @param {number} cell
   */
  #groups(cell) {
    let groups = this.sides[cell];
    if (groups) return groups;
    groups = [-1, -1, -1, -1];
    this.boxes[cell] = 1;
    for (let side = 0; side < 4; side++) {
      if (groups[side] < 0 && this.#free(cell + this.level.step[side])) this.#join(cell, side, groups);
    }
    this.boxes[cell] = 0;
    this.sides[cell] = groups;
    return groups;
  }

  /**
   * Walks from one side until every other is found, which in open rooms is soon.
   * @param {number} cell @param {number} side @param {number[]} groups
   */
  #join(cell, side, groups) {
    const { level, seen } = this;
    const wanted = new Map();
    for (let other = side + 1; other < 4; other++) {
      const at = cell + level.step[other];
      if (groups[other] < 0 && this.#free(at)) wanted.set(at, other);
    }
    const mark = ++this.mark;
    const queue = [cell + level.step[side]];
    seen[queue[0]] = mark;
    groups[side] = side;
    for (let head = 0; head < queue.length && wanted.size; head++) {
      for (const step of level.step) {
        const next = queue[head] + step;
        if (seen[next] === mark || !this.#free(next)) continue;
        seen[next] = mark;
        queue.push(next);
        const other = wanted.get(next);
        if (other !== undefined) {
          groups[other] = side;
          wanted.delete(next);
        }
      }
    }
  }

  #search() {
    const { level } = this;
    this.boxes[this.box] = 1;
    const start = flood(level, this.boxes, this.player);
    this.boxes[this.box] = 0;
    /** @type {[number, number][]} */
    const queue = [];
    /** @param {number} cell @param {number} side @param {number} cost @param {number} from */
    const reach = (cell, side, cost, from) => {
      const groups = this.#groups(cell);
      for (let other = 0; other < 4; other++) {
        const state = cell * 4 + other;
        if (groups[other] !== groups[side] || this.came[state] !== NEVER) continue;
        this.came[state] = from;
        queue.push([state, cost]);
      }
      if (this.costs[cell] < 0) this.costs[cell] = cost;
    };
    for (let side = 0; side < 4; side++) {
      const at = this.box + level.step[side];
      if (this.#free(at) && start[at]) reach(this.box, side, 0, FIRST);
    }
    for (let head = 0; head < queue.length; head++) {
      const [state, cost] = queue[head];
      const cell = state >> 2;
      const side = state & 3;
      const step = level.step[side];
      const to = this.pulling ? cell + step : cell - step;
      const stand = this.pulling ? cell + 2 * step : cell;
      if (this.#free(to) && (stand === cell || this.#free(stand))) {
        reach(to, side, cost + 1, state);
      }
    }
  }

  /**
   * The states from where the box is to a state, without the first.
   * @param {number} state
   */
  #back(state) {
    const states = [];
    for (let from = this.came[state]; from >= 0; from = this.came[state]) {
      states.push(state);
      state = from;
    }
    states.push(state);
    return states.reverse();
  }

  /** A shortest way to a cell, as states. @param {number} to */
  #way(to) {
    return [0, 1, 2, 3]
      .map((side) => to * 4 + side)
      .filter((it) => this.came[it] !== NEVER)
      .map((it) => this.#back(it))
      .sort((a, b) => a.length - b.length)[0];
  }

  /**
   * The cells the box passes on its way to `to`, both ends included; empty if there is no way.
   * @param {number} to
   * @returns {number[]}
   */
  path(to) {
    return this.costs[to] < 0 ? [] : this.#way(to).map((state) => state >> 2);
  }

  /**
   * All steps, walks included, that bring the box to `to`; null if nothing does.
   * @param {number} to
   */
  steps(to) {
    if (this.costs[to] < 0) return null;
    const way = this.#way(to);
    return this.#play(way.slice(0, -1).map((state) => state & 3));
  }

  /**
   * @param {number[]} sides
   * @returns {Step[]}
   */
  #play(sides) {
    const { level, boxes } = this;
    const steps = [];
    let box = this.box;
    let player = this.player;
    for (const side of sides) {
      boxes[box] = 1;
      for (const dir of walk(level, boxes, player, box + level.step[side]) ?? []) {
        steps.push({ dir, box: false });
      }
      boxes[box] = 0;
      const dir = this.pulling ? side : opposite(side);
      steps.push({ dir, box: true });
      box += level.step[dir];
      player = this.pulling ? box + level.step[dir] : box - level.step[dir];
    }
    return steps;
  }
}
