// Advice about the position on the board: how far it is at least, where boxes are lost, whether
// it is hopeless and which boxes prove it, and hints that tell no more than asked.

import * as api from "./api.js";
import { $, notice, quiet } from "./dom.js";
import { count, plural } from "./format.js";
import { dirOfLetter, DIRS } from "./level.js";
import { session } from "./session.js";
import { set, setting } from "./store.js";

let view = null;
let asked = null;
let hinting = null;

/** What was found about the position on the board; marks go when a box moves. */
const found = { deadlock: null, hint: null };

function marks() {
  const { level } = session;
  const bad = (found.deadlock?.boxes ?? []).map((place) => ({ cell: level.at(place), kind: "bad" }));
  const hint = found.hint ? [found.hint] : [];
  view.setMarks([...bad, ...hint]);
}

/** The line below the board. */
export function say(text, kind = "") {
  const line = $("#line");
  line.textContent = text;
  line.dataset.kind = kind;
}

/** Asks about the position once things are quiet; answers to older questions are dropped. */
export const analyse = quiet(async () => {
  const { game, level } = session;
  const { at } = game;
  asked?.abort();
  asked = new AbortController();
  try {
    const deadlocks = setting("deadlocks", false) && !game.reverse;
    const answer = await api.ask("/analyse", { level: game.xsb(), deadlocks }, asked.signal);
    if (session.game !== game || game.at !== at) return;
    $("#bound").textContent =
      game.reverse || answer.lower_bound === null ? "–" : `≥ ${count(answer.lower_bound)}`;
    const shown = setting("dead", false) && !game.reverse;
    view.setDead(shown ? answer.dead_squares.map((place) => level.at(place)) : []);
    found.deadlock = answer.deadlock;
    if (answer.deadlock) {
      const boxes = plural(answer.deadlock.boxes.length, "box");
      say(
        `Deadlock: ${answer.deadlock.title}. ${boxes} ${answer.deadlock.boxes.length === 1 ? "proves" : "prove"} it.`,
        "bad",
      );
    } else if (answer.lower_bound === null && deadlocks) {
      say("Deadlock: the boxes cannot each be brought to a goal of their own.", "bad");
    }
    marks();
  } catch (error) {
    if (error.name === "AbortError") return;
    $("#bound").textContent = "–";
    if (error.code !== "too_large") notice(error.message, "bad");
  }
}, 40);

/** Asks for the next box, or the next push, and marks it. */
export async function hint(push) {
  const { game, level } = session;
  const { at } = game;
  if (game.reverse) {
    notice("Hints are for forward play");
    return;
  }
  hinting?.abort();
  hinting = new AbortController();
  say("Looking for a hint …");
  try {
    const answer = await api.ask("/hint", { level: game.xsb(), push }, hinting.signal);
    if (session.game !== game || game.at !== at) return;
    if (answer.status === "solved" && answer.box) {
      const cell = level.at(answer.box);
      found.hint = { cell, kind: "hint" };
      if (answer.dir) found.hint.dir = dirOfLetter(answer.dir);
      say(
        answer.dir ? `Push the marked box ${DIRS[found.hint.dir].name}.` : "The marked box goes next.",
        "hint",
      );
      marks();
    } else if (answer.status === "unsolvable") {
      say("There is no way left from here: take something back.", "bad");
    } else {
      say("No hint: the level was not solved from here in the time a hint may take.");
    }
  } catch (error) {
    if (error.name !== "AbortError") say(error.message, "bad");
  }
}

/** Binds the switches of the panel. */
function switches() {
  const bind = (id, name) => {
    const box = $(id);
    box.checked = setting(name, false);
    box.addEventListener("change", () => {
      set(name, box.checked);
      analyse();
      if (!box.checked) say("");
    });
  };
  bind("#show-dead", "dead");
  bind("#show-deadlocks", "deadlocks");
  const chequer = $("#show-chequer");
  const paint = () => view.host.classList.toggle("chequered", chequer.checked);
  chequer.checked = setting("chequer", true);
  chequer.addEventListener("change", () => {
    set("chequer", chequer.checked);
    paint();
  });
  paint();
}

/** The position is another: what was said about it no longer holds. */
export function forget() {
  found.hint = null;
  found.deadlock = null;
  marks();
}

export function start(board) {
  view = board;
  switches();
}
