// @ts-check
// A bar with which something of a length is gone through: back and forth, by hand or by itself at
// some speed. Play's history and Watch's expansions each have one.

import { $ } from "./dom.js";
import { set, setting } from "./store.js";

/** Steps a second for each notch of the speed slider. */
const SPEEDS = [1, 2, 4, 8, 16, 32, 64];
const PARTS = ["first", "back", "play", "on", "last", "slider", "speed", "count"];

/**
 * What a bar drives: `seek` goes to a place; `quick` says that it is one of many, soon followed
 * by the next.
 * @typedef {{ at: () => number, length: () => number, seek: (at: number, quick: boolean) => void, word: string }} Driven
 */

export class Transport {
  /** @param {any} host @param {Driven} driven @param {string} name for the settings @param {number} speed */
  constructor(host, driven, name, speed) {
    this.driven = driven;
    this.timer = 0;
    /** @type {Record<string, any>} */
    this.parts = Object.fromEntries(PARTS.map((part) => [part, $(`[data-part=${part}]`, host)]));
    const { parts } = this;
    parts.first.addEventListener("click", () => this.seek(0));
    parts.back.addEventListener("click", () => this.seek(driven.at() - 1));
    parts.on.addEventListener("click", () => this.seek(driven.at() + 1));
    parts.last.addEventListener("click", () => this.seek(driven.length()));
    parts.play.addEventListener("click", () => this.toggle());
    parts.slider.addEventListener("input", () => this.seek(Number(parts.slider.value)));
    parts.speed.value = setting(name, speed);
    parts.speed.addEventListener("input", () => {
      set(name, Number(parts.speed.value));
      if (this.isPlaying) this.play();
    });
    this.render();
  }

  get isPlaying() {
    return this.timer !== 0;
  }

  pause() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = 0;
    this.render();
  }

  /** Plays from the mark, or from the start if the mark is at the end. */
  play() {
    const { driven } = this;
    if (!driven.length()) return;
    if (driven.at() >= driven.length()) driven.seek(0, false);
    const speed = SPEEDS[Number(this.parts.speed.value)];
    clearInterval(this.timer);
    this.timer = window.setInterval(() => {
      driven.seek(driven.at() + 1, speed > 16);
      if (driven.at() >= driven.length()) this.pause();
    }, 1000 / speed);
    this.render();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** Goes to a place, and stays there. @param {number} at */
  seek(at) {
    this.pause();
    this.driven.seek(Math.min(Math.max(at, 0), this.driven.length()), false);
  }

  render() {
    const { parts, driven } = this;
    const [at, length] = [driven.at(), driven.length()];
    parts.play.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
    $("use", parts.play).setAttribute("href", this.isPlaying ? "#i-pause" : "#i-play");
    parts.slider.max = length;
    parts.slider.value = at;
    parts.slider.disabled = parts.play.disabled = length === 0;
    parts.first.disabled = parts.back.disabled = at === 0;
    parts.on.disabled = parts.last.disabled = at >= length;
    parts.count.textContent = `${at} / ${length}`;
    parts.slider.setAttribute("aria-valuetext", `${driven.word} ${at} of ${length}`);
  }
}
