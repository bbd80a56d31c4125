// @ts-check
// The state of play: boxes, player, and every step made, with a mark in the history. In a
// reverse game the boxes start on the goals and are pulled; the first thing may be a jump.

import { dirOfLetter, DIRS, opposite } from "./level.js";
import { walk } from "./walks.js";

/** @typedef {import("./level.js").Level} Level */
/**
 * A step in a direction, with a box or without; a direction below zero is a jump.
 * @typedef {{ dir: number, box: boolean, jump?: number, from?: number }} Step
 */

export class Game {
  /** @param {Level} level @param {boolean} [reverse] */
  constructor(level, reverse = false) {
    this.level = level;
    this.reverse = reverse;
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this.boxes = (reverse ? level.goal : level.boxes).slice();
    this.player = reverse ? this.#standing() : level.player;
  }

  /** Where the player of a reverse game begins: his own cell, or the nearest without a box. */
  #standing() {
    const { level } = this;
    const seen = new Set([level.player]);
    for (const cell of seen) {
      if (!this.boxes[cell]) return cell;
      for (const step of level.step) if (level.inside[cell + step]) seen.add(cell + step);
    }
    return level.player;
  }

  /** @param {number} cell */
  free(cell) {
    return !this.level.wall[cell] && !this.boxes[cell];
  }

  /**
   * What a key in direction `dir` would do, or null if nothing is possible.
   * @param {number} dir @param {boolean} [mayPull]
   * @returns {Step | null}
   */
  possible(dir, mayPull = true) {
    const step = this.level.step[dir];
    const to = this.player + step;
    if (this.reverse) {
      if (!this.free(to)) return null;
      return { dir, box: mayPull && this.boxes[this.player - step] === 1 };
    }
    if (this.level.wall[to]) return null;
    if (!this.boxes[to]) return { dir, box: false };
    return this.free(to + step) ? { dir, box: true } : null;
  }

  /**
   * Makes a step; what was undone is left behind unless the step is the next of it.
   * @param {Step} step
   */
  make(step) {
    const next = this.steps[this.at];
    const same = next && next.dir === step.dir && next.box === step.box && next.jump === step.jump;
    if (!same) {
      this.steps.length = this.at;
      this.steps.push(step);
    }
    this.redo();
  }

  /** @param {Step[]} steps */
  makeAll(steps) {
    for (const step of steps) this.make(step);
  }

  /**
   * Puts the player of a reverse game elsewhere, as long as nothing was pulled.
   * @param {number} to
   */
  jump(to) {
    if (!this.reverse || !this.free(to) || !this.level.inside[to]) return false;
    if (this.steps.slice(0, this.at).some((step) => step.box)) return false;
    this.make({ dir: -1, box: false, jump: to, from: this.player });
    return true;
  }

  redo() {
    const step = this.steps[this.at];
    if (!step) return false;
    this.at++;
    if (step.dir < 0) {
      this.player = step.jump ?? this.player;
      return true;
    }
    const by = this.level.step[step.dir];
    if (step.box) {
      const from = this.reverse ? this.player - by : this.player + by;
      this.boxes[from] = 0;
      this.boxes[from + by] = 1;
    }
    this.player += by;
    return true;
  }

  undo() {
    const step = this.steps[this.at - 1];
    if (!step) return false;
    this.at--;
    if (step.dir < 0) {
      this.player = step.from ?? this.player;
      return true;
    }
    const by = this.level.step[step.dir];
    this.player -= by;
    if (step.box) {
      const from = this.reverse ? this.player - by : this.player + by;
      this.boxes[from + by] = 0;
      this.boxes[from] = 1;
    }
    return true;
  }

  /** Back to before the last push, the walk that led to it included. */
  undoPush() {
    let undone = false;
    while (this.at > 0 && !undone) {
      undone = this.steps[this.at - 1].box;
      this.undo();
    }
    while (this.at > 0 && !this.steps[this.at - 1].box) this.undo();
  }

  /** On to just after the next push. */
  redoPush() {
    let done = false;
    while (this.at < this.steps.length && !done) {
      done = this.steps[this.at].box;
      this.redo();
    }
  }

  /** @param {number} at */
  seek(at) {
    while (this.at > at && this.undo());
    while (this.at < at && this.redo());
  }

  get onGoals() {
    let count = 0;
    for (let cell = 0; cell < this.boxes.length; cell++) count += this.boxes[cell] & this.level.goal[cell];
    return count;
  }

  /** Boxes where they are to be: on goals, or in a reverse game where the level starts them. */
  get placed() {
    if (!this.reverse) return this.onGoals;
    return this.boxes.reduce((sum, it, cell) => sum + (it & this.level.boxes[cell]), 0);
  }

  get solved() {
    if (this.placed !== this.level.boxCount) return false;
    return !this.reverse || walk(this.level, this.boxes, this.player, this.level.player) !== null;
  }

  /** The position as level text. */
  xsb() {
    return this.level.draw(this.boxes, this.player);
  }

  /** The moves up to the mark; a reverse game begins with its jump in brackets. */
  lurd() {
    const text = this.#letters(this.at);
    return this.reverse && !text.startsWith("[") ? `[]${text}` : text;
  }

  /**
   * The whole line with its mark, for keeping.
   * @returns {{ moves: string, at: number }}
   */
  line() {
    return { moves: this.#letters(this.steps.length), at: this.at };
  }

  /**
   * Takes a kept line up again, as far as it can be played; false if it cannot be to the end.
   * @param {{ moves: string, at: number }} line
   */
  takeUp({ moves, at }) {
    this.seek(0);
    this.steps = [];
    for (const letter of moves.match(/\[[a-z]*\]|[a-zA-Z]/g) ?? []) {
      const step = this.#stepOf(letter);
      if (!step) break;
      this.steps.push(step);
      this.redo();
    }
    const whole = this.#letters(this.steps.length) === moves;
    this.seek(Math.min(at, this.steps.length));
    return whole;
  }

  /**
   * What a letter means here, if it can be played.
   * @param {string} letter
   * @returns {Step | null}
   */
  #stepOf(letter) {
    if (letter.startsWith("[")) {
      if (!this.reverse) return null;
      let to = this.player;
      for (const way of letter.slice(1, -1)) to += this.level.step[dirOfLetter(way)] ?? 0;
      return this.level.inside[to] && this.free(to) ? { dir: -1, box: false, jump: to, from: this.player } : null;
    }
    const dir = dirOfLetter(letter);
    if (dir < 0) return null;
    const box = letter !== letter.toLowerCase();
    const possible = this.possible(dir, box);
    return possible && possible.box === box ? possible : null;
  }

  /** @param {number} end */
  #letters(end) {
    return this.steps
      .slice(0, end)
      .map((step) => this.#letter(step))
      .join("");
  }

  /** @param {Step} step */
  #letter({ dir, box, jump, from }) {
    if (dir < 0) return `[${this.#way(from ?? 0, jump ?? 0)}]`;
    return box ? DIRS[dir].letter.toUpperCase() : DIRS[dir].letter;
  }

  /** @param {number} from @param {number} to */
  #way(from, to) {
    const { level } = this;
    const down = level.row(to) - level.row(from);
    const right = level.col(to) - level.col(from);
    return (down < 0 ? "u" : "d").repeat(Math.abs(down)) + (right < 0 ? "l" : "r").repeat(Math.abs(right));
  }

  /**
   * A finished reverse game as moves from the start.
   * @returns {Step[]}
   */
  forwardSteps() {
    const { level } = this;
    const walked = walk(level, this.boxes, level.player, this.player) || [];
    const made = this.steps.slice(0, this.at);
    const first = made.findIndex((step) => step.box);
    const back = made
      .slice(Math.max(first, 0))
      .reverse()
      .map(({ dir, box }) => ({ dir: opposite(dir), box }));
    return [...walked.map((dir) => ({ dir, box: false })), ...back];
  }
}

/**
 * Steps of a text of moves that the server has replayed.
 * @param {string} lurd
 * @returns {Step[]}
 */
export function stepsOf(lurd) {
  return [...lurd].map((letter) => ({ dir: dirOfLetter(letter), box: letter !== letter.toLowerCase() }));
}

/**
 * The letters of steps of a forward game.
 * @param {Step[]} steps
 */
export const lettersOf = (steps) => steps.map(({ dir, box }) => (box ? "UDLR" : "udlr")[dir]).join("");
