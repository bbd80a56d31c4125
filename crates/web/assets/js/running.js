// @ts-check
// What is at work, shown at the top of every view with a way to it and a way to stop it.

import { $ } from "./dom.js";

/** @typedef {{ text: string, place: string, stop: () => void }} Work */
/** By the name of what works, so that each has one place. @type {Map<string, Work>} */
const working = new Map();

/** Shows what is at work, or takes it away if there is nothing. @param {string} name @param {Work | null} work */
export function show(name, work) {
  if (work) working.set(name, work);
  else working.delete(name);
  const last = [...working.values()].at(-1);
  $("#running").hidden = !last;
  if (!last) return;
  const others = working.size > 1 ? ` (and ${working.size - 1} more)` : "";
  $("#running-what").textContent = last.text + others;
  $("#running-what").href = last.place;
  $("#running-stop").onclick = last.stop;
}
