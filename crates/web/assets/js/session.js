// @ts-check
// What all views look at: the level in hand, where it comes from, the game on it and what is
// known of it. Views subscribe and are told what has changed.

import * as keeping from "./keeping.js";
import { Game } from "./logic/game.js";
import { leave, snapshot } from "./logic/history.js";
import { Level } from "./logic/level.js";
import { keyOf } from "./logic/library.js";

/** @typedef {import("./logic/library.js").LevelView} LevelView */
/** @typedef {import("./logic/history.js").Story} Story */
/** @typedef {import("./logic/history.js").Kept} Kept */
/** @typedef {import("./logic/results.js").Result} Result */
/** @typedef {"level" | "mode" | "game" | "result" | "story" | "known"} Heard */

class Session extends EventTarget {
  /** @type {any} the level in hand; null only before the first is there */
  level = null;
  /** @type {LevelView | any} */
  view = null;
  /** @type {import("./logic/link.js").Source | any} */
  source = null;
  /** @type {any} */
  game = null;
  /** The levels beside it, for going on to the next. @type {LevelView[]} */
  shelf = [];
  /** @type {Story | any} */
  story = null;
  /** @type {Result | any} */
  result = null;
  /** Solutions that came with the level and were replayed. @type {any[]} */
  known = [];
  /** Whether the line on the board is a solution that was loaded, which is nobody's record. */
  byEngine = false;
  #opening = 0;

  get key() {
    return keyOf(this.level.xsb);
  }

  /** Where the level stands among those beside it, from zero. */
  get place() {
    return this.shelf.findIndex((it) => it.index === this.view?.index);
  }

  /**
   * Puts a level on the table, with the game that was left on it.
   * @param {LevelView | any} view @param {any} source @param {LevelView[]} [shelf]
   */
  async open(view, source, shelf = this.shelf) {
    const mine = ++this.#opening;
    const level = new Level(view);
    const key = keyOf(level.xsb);
    const [story, result] = await Promise.all([keeping.story(key), keeping.result(key)]);
    if (mine !== this.#opening) return;
    Object.assign(this, { level, view, source, shelf, story, result });
    this.byEngine = false;
    this.known = [];
    this.#take(story.reverse);
    this.#tell("level");
    this.#tell("game", { still: true, opened: true });
  }

  /** A game with the line kept for this direction. @param {boolean} reverse */
  #take(reverse) {
    const game = new Game(this.level, reverse);
    game.takeUp(reverse ? this.story.backward : this.story.forward);
    this.game = game;
  }

  /** Goes on forwards or backwards, where that game was left. @param {boolean} reverse */
  begin(reverse) {
    this.#remember();
    this.story.reverse = reverse;
    this.byEngine = false;
    this.#take(reverse);
    this.#tell("mode");
    this.#tell("game", { still: true, opened: true });
  }

  /** Keeps the place on the board under a name. @param {string} name */
  takeSnapshot(name) {
    snapshot(this.story, this.game.line(), this.game.reverse, name, Date.now());
    keeping.keepStory(this.story);
    this.#tell("story");
  }

  /** Goes back to a kept line; the one in hand becomes a branch. @param {Kept} kept */
  goTo(kept) {
    const { story } = this;
    if (kept.reverse !== this.game.reverse) this.begin(kept.reverse);
    const left = this.game.line();
    this.game.takeUp(kept);
    this.byEngine = false;
    const line = this.game.line();
    if (kept.reverse) story.backward = line;
    else story.forward = line;
    leave(story, left, kept.reverse, Date.now());
    if (kept.kind === "branch") story.kept = story.kept.filter((it) => it !== kept);
    this.#tell("story");
    this.#tell("game", { still: true, replay: true });
  }

  /** @param {Kept} kept */
  forget(kept) {
    this.story.kept = this.story.kept.filter((/** @type {Kept} */ it) => it !== kept);
    keeping.keepStory(this.story);
    this.#tell("story");
  }

  /**
   * Puts a solution on the board, to be played from `at`. The player's own game stays kept until
   * the player moves, and is a branch then.
   * @param {import("./logic/game.js").Step[]} steps @param {number} [at]
   */
  load(steps, at = 0) {
    if (this.game.reverse) this.begin(false);
    const { game } = this;
    game.seek(0);
    game.steps = steps;
    game.seek(at);
    this.byEngine = true;
  }

  /**
   * Says that the game has changed; `still` if pieces should not glide, `moved` if the player
   * moved, `replay` if the mark moved.
   * @param {{ still?: boolean, moved?: boolean, replay?: boolean }} [detail]
   */
  changed(detail = {}) {
    if (detail.moved) this.byEngine = false;
    this.#remember();
    this.#tell("game", detail);
  }

  /** Writes the game in hand into the story. */
  #remember() {
    if (this.byEngine || !this.story) return;
    const line = this.game.line();
    const name = this.game.reverse ? "backward" : "forward";
    const known = this.story[name];
    if (known.moves === line.moves && known.at === line.at) return;
    this.story[name] = line;
    // Going another way leaves a branch behind.
    if (!line.moves.startsWith(known.moves)) {
      leave(this.story, known, this.game.reverse, Date.now());
      this.#tell("story");
    }
    keeping.keepStory(this.story);
  }

  /**
   * Keeps what has become known of the level in hand, or of another; the answer is that of the
   * lesson's rule.
   * @param {import("./logic/results.js").Lesson} lesson @param {string} [key]
   * @returns {Promise<any>}
   */
  async learn(lesson, key = this.key) {
    const { result, answer } = await keeping.learn(key, lesson);
    if (this.level && key === this.key) {
      this.result = result;
      this.#tell("result");
    }
    return answer;
  }

  /** Says which solutions came with the level. @param {any[]} known */
  setKnown(known) {
    this.known = known;
    this.#tell("known");
  }

  /** @param {Heard} name @param {(detail: any) => void} listener */
  hear(name, listener) {
    this.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail ?? {}));
  }

  /** @param {Heard} name @param {any} [detail] */
  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

export const session = new Session();
