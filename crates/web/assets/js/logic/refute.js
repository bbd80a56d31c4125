// @ts-check
// Why a few boxes are lost, in a form that can be stepped through: every position they can be
// pushed into with all other boxes taken away. If in none of them all stand on goals, they are
// lost with the others too, since other boxes only get in the way.

import { flood } from "./walks.js";
import { positionName } from "./plan.js";

/** @typedef {import("./level.js").Level} Level */
/** @typedef {{ boxes: Uint8Array, player: number, from: number, text: string }} Tried */

/** Beyond this it is no longer small. */
export const MOST_POSITIONS = 400;

/**
 * All positions of the boxes alone, the first as they stand; null if there are too many, or if
 * they are not lost by themselves.
 * @param {Level} level @param {number[]} cells @param {number} player
 * @returns {Tried[] | null}
 */
export function refute(level, cells, player) {
  const boxes = new Uint8Array(level.size);
  for (const cell of cells) boxes[cell] = 1;
  /** @type {Tried[]} */
  const tried = [{ boxes, player, from: -1, text: "These boxes, with all others removed." }];
  const seen = new Set([positionName(level, boxes, player)]);
  for (let head = 0; head < tried.length; head++) {
    const now = tried[head];
    if (now.boxes.every((it, cell) => !it || level.goal[cell])) return null;
    const reached = flood(level, now.boxes, now.player);
    for (let box = 0; box < level.size; box++) {
      if (!now.boxes[box]) continue;
      level.step.forEach((by, dir) => {
        const to = box + by;
        if (!reached[box - by] || level.wall[to] || now.boxes[to]) return;
        const next = now.boxes.slice();
        next[box] = 0;
        next[to] = 1;
        const name = positionName(level, next, box);
        if (seen.has(name)) return;
        seen.add(name);
        const way = ["up", "down", "left", "right"][dir];
        tried.push({ boxes: next, player: box, from: head, text: `${level.name(box)} pushed ${way}.` });
      });
      if (tried.length > MOST_POSITIONS) return null;
    }
  }
  return tried;
}

/**
 * Why each of the boxes cannot move, where that can be seen at once.
 * @param {Level} level @param {number[]} cells @param {Uint8Array} boxes
 * @returns {string[]}
 */
export function blockades(level, cells, boxes) {
  return cells.flatMap((cell) => {
    /** @param {number} dir */
    const side = (dir) => {
      const at = cell + level.step[dir];
      if (level.wall[at]) return "wall";
      return boxes[at] ? `box ${level.name(at)}` : "";
    };
    const [up, down, left, right] = [0, 1, 2, 3].map(side);
    const [upright, across] = [up || down, left || right];
    if (!upright || !across) return [];
    return [`${level.name(cell)} cannot go up or down (${upright}) nor left or right (${across}).`];
  });
}
