// The bar below the board: back and forth in the history, by hand or by itself at some speed.
// The same for one's own moves and for a solution played back.

import { $ } from "./dom.js";
import { session } from "./session.js";
import { set, setting } from "./store.js";

/** Moves a second for each notch of the speed slider. */
const SPEEDS = [1, 2, 4, 8, 16, 32, 64];

let timer = 0;
const parts = {};

export function isPlaying() {
  return timer !== 0;
}

export function pause() {
  clearInterval(timer);
  timer = 0;
  render();
}

/** Plays from the mark, or from the start if the mark is at the end. */
export function play() {
  const { game } = session;
  if (game.at === game.steps.length) game.seek(0);
  const speed = SPEEDS[Number(parts.speed.value)];
  clearInterval(timer);
  timer = setInterval(() => {
    const moved = session.game.redo();
    session.changed({ replay: true, still: speed > 16 });
    if (!moved || session.game.at === session.game.steps.length) pause();
  }, 1000 / speed);
  session.changed({ replay: true });
  render();
}

export function toggle() {
  if (isPlaying()) pause();
  else if (session.game.steps.length) play();
}

/** Goes to a place in the history. */
export function seek(at) {
  pause();
  session.game.seek(at);
  session.changed({ replay: true, still: true });
}

function render() {
  const { game } = session;
  const playing = isPlaying();
  parts.play.setAttribute("aria-label", playing ? "Pause" : "Play");
  $("use", parts.play).setAttribute("href", playing ? "#i-pause" : "#i-play");
  if (!game) return;
  const length = game.steps.length;
  parts.slider.max = length;
  parts.slider.value = game.at;
  parts.slider.disabled = parts.play.disabled = length === 0;
  parts.first.disabled = parts.back.disabled = game.at === 0;
  parts.on.disabled = parts.last.disabled = game.at === length;
  parts.count.textContent = `${game.at} / ${length}`;
  parts.slider.setAttribute("aria-valuetext", `move ${game.at} of ${length}`);
}

export function start() {
  for (const name of ["first", "back", "play", "on", "last", "slider", "speed", "count"]) {
    parts[name] = $(`#transport-${name}`);
  }
  parts.first.addEventListener("click", () => seek(0));
  parts.back.addEventListener("click", () => seek(session.game.at - 1));
  parts.on.addEventListener("click", () => seek(session.game.at + 1));
  parts.last.addEventListener("click", () => seek(session.game.steps.length));
  parts.play.addEventListener("click", toggle);
  parts.slider.addEventListener("input", () => seek(Number(parts.slider.value)));
  parts.speed.value = setting("speed", 3);
  parts.speed.addEventListener("input", () => {
    set("speed", Number(parts.speed.value));
    if (isPlaying()) play();
  });
  session.hear("level", pause);
  session.hear("mode", pause);
  session.hear("game", render);
  render();
}
