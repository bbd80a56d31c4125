// @ts-check
// Lower bounds of positions in a game, so that what stands beside the board is true at every moment,
// also while a better answer is on its way.

import { lettersOf } from "./game.js";

/** @typedef {import("./game.js").Game} Game */

/** Positions of one game whose bounds are remembered. */
const MOST = 2000;

/** The moves that lead to a place in the game. @param {Game} game @param {number} at */
const movesTo = (game, at) => lettersOf(game.steps.slice(0, at));

export class Bounds {
  constructor() {
    /** @type {Game | null} */
    this.game = null;
    /** @type {Map<string, number | null>} */
    this.known = new Map();
    /** The last position that a bound was computed for. @type {{ at: number, moves: string, bound: number } | null} */
    this.last = null;
  }

  /** Keeps the bound of the position on the board; null if it cannot be solved. @param {Game} game @param {number | null} bound */
  keep(game, bound) {
    if (this.game !== game || this.known.size >= MOST) this.known.clear();
    this.game = game;
    this.known.set(game.xsb(), bound);
    this.last = bound === null ? null : { at: game.at, moves: movesTo(game, game.at), bound };
  }

  /**
   * What holds for the position on the board: its own bound if that is known, or else what the pushes
   * made since leave of the last one. Nothing follows from a later position for an earlier one.
   * @param {Game} game
   * @returns {number | null | undefined} undefined if nothing is known
   */
  of(game) {
    if (this.game !== game) return undefined;
    const known = this.known.get(game.xsb());
    if (known !== undefined) return known;
    const { last } = this;
    if (!last || game.at < last.at || movesTo(game, last.at) !== last.moves) return undefined;
    const pushes = game.steps.slice(last.at, game.at).filter((step) => step.box).length;
    return Math.max(0, last.bound - pushes);
  }
}
