// What all views look at: the level in hand, where it comes from, and the game on it. Views
// subscribe and are told what has changed.

import { Game } from "./game.js";
import { Level } from "./level.js";

class Session extends EventTarget {
  level = null;
  /** `{ collection, index }` or `{ text }`. */
  source = null;
  game = null;
  /** The levels beside it, for going on to the next. */
  shelf = [];

  open(view, source, shelf = this.shelf) {
    this.level = new Level(view);
    this.source = source;
    this.shelf = shelf;
    this.game = new Game(this.level);
    this.#tell("level");
    this.#tell("game", { still: true });
  }

  /** Begins anew, forwards or backwards. */
  begin(reverse) {
    this.game = new Game(this.level, reverse);
    this.#tell("mode");
    this.#tell("game", { still: true });
  }

  /** Says that the game has changed; `still` if pieces should not glide. */
  changed(detail = {}) {
    this.#tell("game", detail);
  }

  hear(name, listener) {
    this.addEventListener(name, (event) => listener(event.detail ?? {}));
  }

  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

export const session = new Session();
