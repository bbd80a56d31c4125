// @ts-check
// Solutions that are known, by the positions on their way: from any of these the next push is
// known without a search. Two positions are the same if the boxes stand alike and the player can
// walk from one place to the other.

import { flood } from "./walks.js";

/** @typedef {import("./level.js").Level} Level */
/** @typedef {import("./game.js").Step} Step */
/** @typedef {{ box: number, dir: number, target: number }} NextPush */

/**
 * A name for a position, equal for all places of the player that are joined.
 * @param {Level} level @param {Uint8Array} boxes @param {number} player
 */
export function positionName(level, boxes, player) {
  const reached = flood(level, boxes, player);
  let name = String(reached.findIndex((it) => it > 0));
  for (let cell = 0; cell < boxes.length; cell++) if (boxes[cell]) name += `,${cell}`;
  return name;
}

export class Plan {
  /** @param {Level} level */
  constructor(level) {
    this.level = level;
    /** @type {Map<string, NextPush>} */
    this.next = new Map();
  }

  /**
   * Learns a solution from a position; what is known already stays, so that a plan that is being
   * followed is not changed under the player's hands.
   * @param {Step[]} steps @param {Uint8Array} [boxes] @param {number} [player]
   */
  learn(steps, boxes = this.level.boxes, player = this.level.player) {
    const { level } = this;
    const now = boxes.slice();
    let at = player;
    /** @type {{ name: string, box: number, dir: number, to: number }[]} */
    const pushes = [];
    for (const { dir, box } of steps) {
      const by = level.step[dir];
      if (box) {
        const from = at + by;
        pushes.push({ name: positionName(level, now, at), box: from, dir, to: from + by });
        now[from] = 0;
        now[from + by] = 1;
      }
      at += by;
    }
    let target = -1;
    for (let index = pushes.length - 1; index >= 0; index--) {
      const { name, box, dir, to } = pushes[index];
      if (pushes[index + 1]?.box !== to) target = to;
      if (!this.next.has(name)) this.next.set(name, { box, dir, target });
    }
  }

  /** @param {Uint8Array} boxes @param {number} player */
  from(boxes, player) {
    return this.next.get(positionName(this.level, boxes, player));
  }
}

/** The rungs of a hint, each telling a little more. */
export const RUNGS = /** @type {const} */ (["area", "box", "target", "push"]);

/**
 * The cells of the part of the board in which something is to be done: near the box, and inside.
 * @param {Level} level @param {number} box
 */
export function areaAround(level, box) {
  const [row, col] = [level.row(box), level.col(box)];
  const wide = Math.max(1, Math.round(Math.max(level.width, level.height) / 8));
  // Off the middle, or the middle would name the box; the same box gives the same area.
  const [dr, dc] = [((row * 7 + col * 3) % (2 * wide + 1)) - wide, ((row * 5 + col * 11) % (2 * wide + 1)) - wide];
  /** @type {number[]} */
  const cells = [];
  for (let cell = 0; cell < level.size; cell++) {
    const near = Math.abs(level.row(cell) - row - dr) <= wide + 1 && Math.abs(level.col(cell) - col - dc) <= wide + 1;
    if (near && level.inside[cell]) cells.push(cell);
  }
  return cells;
}

/**
 * The positions of a game before each of its pushes, the present one last.
 * @param {import("./game.js").Game} game
 * @returns {{ at: number, boxes: Uint8Array, player: number }[]}
 */
export function positionsOf(game) {
  const { level } = game;
  const boxes = level.boxes.slice();
  let player = level.player;
  const found = [];
  for (let at = 0; at < game.at; at++) {
    const { dir, box } = game.steps[at];
    const by = level.step[dir];
    if (box) {
      found.push({ at, boxes: boxes.slice(), player });
      boxes[player + by] = 0;
      boxes[player + 2 * by] = 1;
    }
    player += by;
  }
  found.push({ at: game.at, boxes: boxes.slice(), player });
  return found;
}
