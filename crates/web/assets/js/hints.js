// @ts-check
// Hints, one rung at a time: the part of the board, the box, where it goes, the push. They come
// from solutions that are known (the player's, those of the file, one that was searched for) and
// stay with one plan as long as the player does, so that a second question is answered at once.

import * as api from "./api.js";
import { say, setHint } from "./advice.js";
import { $, notice } from "./dom.js";
import { stepsOf } from "./logic/game.js";
import { DIRS } from "./logic/level.js";
import { plural } from "./logic/format.js";
import { areaAround, Plan, positionName, positionsOf, RUNGS } from "./logic/plan.js";
import { session } from "./session.js";

/** Seconds that a hint may search, and each look back when a position is dead. */
const SEARCH_S = 20;
const LOOK_BACK_S = 5;

const state = {
  /** @type {any} */
  view: null,
  /** @type {Plan | any} */
  plan: null,
  /** @type {AbortController | null} */
  searching: null,
  /** The position that was asked about last, and how much was told. */
  asked: { name: "", rung: -1 },
};

/** @param {boolean} busy */
function showBusy(busy) {
  $("#hint").classList.toggle("busy", busy);
  $("#hint-text").textContent = busy ? "Looking …" : "Hint";
  $("#hint-cancel").hidden = !busy;
  $("#phone-hint").classList.toggle("busy", busy);
}

/** Stops looking for a hint. */
export function cancel() {
  state.searching?.abort();
  state.searching = null;
  showBusy(false);
}

/**
 * Searches from a position.
 * @param {string} xsb @param {number} time_s @param {AbortSignal} signal
 * @returns {Promise<any>} the record
 */
async function search(xsb, time_s, signal) {
  let record = null;
  await api.listen(
    "/solve",
    { level: xsb, time_s },
    (name, data) => {
      if (name === "result") record = data;
      if (name === "error") throw new Error(data.error.message);
    },
    signal,
  );
  return record;
}

/** Asks for the next rung, or for all of it. @param {boolean} whole */
export async function hint(whole) {
  const { game, level } = session;
  if (state.searching) {
    cancel();
    return;
  }
  if (game.reverse) {
    notice("Hints are available in forward play only");
    return;
  }
  if (game.solved) return;
  const name = positionName(level, game.boxes, game.player);
  const known = state.plan.next.get(name);
  if (known) {
    tell(name, known, whole);
    return;
  }
  const mine = (state.searching = new AbortController());
  showBusy(true);
  say("Looking for a solution from here …");
  try {
    const { at } = game;
    const record = await search(game.xsb(), SEARCH_S, mine.signal);
    if (session.game !== game) return;
    if (record?.status === "solved") state.plan.learn(stepsOf(record.lurd), game.boxes, game.player);
    if (game.at !== at) return;
    const found = state.plan.next.get(name);
    if (found) tell(name, found, whole);
    else await lookBack(record?.status === "unsolvable", mine.signal);
  } catch (thrown) {
    const error = /** @type {any} */ (thrown);
    if (error.name !== "AbortError") say(error.message, "bad");
    else if (session.game === game) say("");
  } finally {
    if (state.searching === mine) {
      state.searching = null;
      showBusy(false);
    }
  }
}

/**
 * Tells one rung more than before.
 * @param {string} name @param {import("./logic/plan.js").NextPush} next @param {boolean} whole
 */
function tell(name, next, whole) {
  const { level } = session;
  const rung = whole ? RUNGS.length - 1 : state.asked.name === name ? state.asked.rung + 1 : 0;
  state.asked = { name, rung: Math.min(rung, RUNGS.length - 1) };
  const what = RUNGS[state.asked.rung];
  const ring = { cell: next.box, kind: "hint" };
  const target = { cell: next.target, kind: "hint target" };
  state.view.setArea(what === "area" ? areaAround(level, next.box) : []);
  setHint(
    what === "area" ? [] : what === "box" ? [ring] : what === "target" ? [ring, target] : [{ ...ring, dir: next.dir }, target],
  );
  const more = what === "push" ? "" : " Ask again for more.";
  const texts = {
    area: "The next push is in the highlighted area.",
    box: `Box ${level.name(next.box)} goes next.`,
    target: `Box ${level.name(next.box)} goes to ${level.name(next.target)}.`,
    push: `Push box ${level.name(next.box)} ${DIRS[next.dir].name}.`,
  };
  say(texts[what] + more, "hint");
}

/**
 * The position has no solution, or none was found: how far is it back to one that has? A game
 * that is lost stays lost, so the last good position can be found by halving.
 * @param {boolean} proved @param {AbortSignal} signal
 */
async function lookBack(proved, signal) {
  const { game, level } = session;
  const positions = positionsOf(game);
  const lost = proved ? "This position is lost: there is no solution from here." : "No solution was found from here.";
  const isKnown = (/** @type {number} */ index) =>
    state.plan.next.has(positionName(level, positions[index].boxes, positions[index].player));
  let good = positions.length - 2;
  while (good >= 0 && !isKnown(good)) good--;
  let bad = positions.length - 1;
  let sure = true;
  say(`${lost} Looking for the last solvable position …`, "bad");
  while (bad - good > 1) {
    const middle = good < 0 && bad - good > 2 ? Math.floor(bad / 2) : Math.floor((good + bad) / 2);
    const { boxes, player } = positions[middle];
    const record = await search(level.draw(boxes, player), LOOK_BACK_S, signal);
    if (session.game !== game) return;
    if (record?.status === "solved") {
      state.plan.learn(stepsOf(record.lurd), boxes, player);
      good = middle;
    } else {
      if (record?.status !== "unsolvable") sure = false;
      bad = middle;
    }
  }
  if (good < 0) {
    say(sure && proved ? "This level has no solution at all." : `${lost} None was found from the start either.`, "bad");
    return;
  }
  const pushes = positions.length - 1 - good;
  say(`${lost} Undo ${plural(pushes, "push")}${sure ? "" : " at most"}.`, "bad", {
    name: `Undo ${pushes}`,
    run: () => {
      game.seek(positions[good].at);
      session.changed({ replay: true, still: true });
    },
  });
}

/** Learns the solutions that are known of the level in hand. */
function learnKnown() {
  const { result } = session;
  for (const known of [result.pushes, result.moves, result.found]) if (known) state.plan.learn(stepsOf(known.lurd));
  for (const known of session.known) state.plan.learn(stepsOf(known.lurd));
}

/** @param {any} board */
export function start(board) {
  state.view = board;
  $("#hint").addEventListener("click", () => hint(false));
  $("#phone-hint").addEventListener("click", () => hint(false));
  $("#hint-cancel").addEventListener("click", cancel);
  session.hear("level", () => {
    cancel();
    state.plan = new Plan(session.level);
    state.asked = { name: "", rung: -1 };
    learnKnown();
  });
  session.hear("known", learnKnown);
  session.hear("game", (detail) => {
    if ((detail.moved || detail.replay) && state.searching) cancel();
  });
}
