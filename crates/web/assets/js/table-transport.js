// @ts-check
// The bar below the board: through one's own moves and through a solution that is played back.

import { $ } from "./dom.js";
import { session } from "./session.js";
import { Transport } from "./transport.js";

/** @type {Transport | any} */
let bar = null;

export const isPlaying = () => bar.isPlaying;
export const pause = () => bar?.pause();
export const play = () => bar.play();
export const toggle = () => bar.toggle();
/** @param {number} at */
export const seek = (at) => bar.seek(at);

export function start() {
  bar = new Transport(
    $("#transport"),
    {
      at: () => session.game?.at ?? 0,
      length: () => session.game?.steps.length ?? 0,
      seek: (at, quick) => {
        session.game.seek(at);
        session.changed({ replay: true, still: quick || !bar.isPlaying });
      },
      word: "move",
    },
    "speed",
    3,
  );
  session.hear("level", pause);
  session.hear("mode", pause);
  session.hear("game", () => bar.render());
}
