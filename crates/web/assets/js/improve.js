// @ts-check
// Improving a solution: one's own game, the solver's, or one that came with the level, by an order
// of the six metrics. Better ones appear as they are found; each can be taken onto the board.

import * as api from "./api.js";
import { $, el, notice } from "./dom.js";
import { count, plural, seconds } from "./logic/format.js";
import { stepsOf } from "./logic/game.js";
import { gapInPercent } from "./logic/records.js";
import { beats } from "./logic/results.js";
import * as link from "./logic/link.js";
import * as atWork from "./running.js";
import { session } from "./session.js";
import * as transport from "./table-transport.js";

/** @typedef {import("./logic/results.js").Solution} Solution */
const state = {
  /** The work under way. @type {{ abort: AbortController, id: number | null, key: string, limit: number, source: any, title: string } | null} */
  job: null,
};
/** The metrics as the server orders by them, as its scores call them, and in words. @type {Record<string, [string, string]>} */
const METRICS = {
  moves: ["moves", "moves"],
  pushes: ["pushes", "pushes"],
  lines: ["box_lines", "box lines"],
  changes: ["box_changes", "box changes"],
  sessions: ["pushing_sessions", "sessions"],
  "player-lines": ["player_lines", "player lines"],
};
const word = (/** @type {string} */ name) => METRICS[name][1];
const valueOf = (/** @type {any} */ score, /** @type {string} */ name) => score[METRICS[name][0]];

/** @param {string} text @param {string} [kind] */
function tell(text, kind = "") {
  $("#improve-status").textContent = text;
  $("#improve-status").dataset.kind = kind;
}

/** What is improved unless something else is said: the line on the board if it solves the level, or the best known. */
function candidate() {
  const { game, result, known } = session;
  if (game && !game.reverse && game.steps.length) {
    const at = game.at;
    game.seek(game.steps.length);
    const lurd = game.solved ? game.lurd() : null;
    game.seek(at);
    if (lurd) return { name: "your current solution", lurd };
  }
  /** @type {Solution[]} */
  const all = [result.moves, result.pushes, result.found, ...known].filter(Boolean);
  const first = $("#improve-order").value.split(",")[0] === "pushes" ? "pushes" : "moves";
  let best = all[0];
  for (const it of all) if (beats(it, best, first)) best = it;
  return best ? { name: `the best known, ${plural(best.moves, "move")}, ${plural(best.pushes, "push")}`, lurd: best.lurd } : null;
}

function renderWhat() {
  if (!session.level || state.job) return;
  const found = candidate();
  $("#improve-what").textContent = found ? found.name : "needs a solution first";
  $("#improve-go").disabled = !found;
}

/** @param {typeof state.job} job */
function setJob(job) {
  state.job = job;
  $("#improve-go").textContent = job ? "Stop" : "Improve";
  $("#improve-go").classList.toggle("stop", Boolean(job));
  $("#improve-go").disabled = false;
  if (!job) {
    atWork.show("improve", null);
    renderWhat();
  }
}

/** A better solution, as a row that can be taken. @param {any} data @param {string} first */
function row(data, first) {
  const { score } = data;
  const take = () => {
    session.load(stepsOf(data.lurd));
    session.changed({ replay: true, still: true });
    transport.play();
  };
  return el(
    "li",
    {},
    el(
      "span",
      { class: "numbers", title: data.method ? `found by ${data.method} after ${seconds(data.time_s)}` : null },
      `${count(score.moves)} / ${count(score.pushes)}${first === "moves" || first === "pushes" ? "" : ` · ${count(valueOf(score, first))} ${word(first)}`}`,
    ),
    el("button", { type: "button", class: "plain", onclick: take }, "Take"),
  );
}

/** Improves a solution, or what is at hand. @param {{ lurd: string }} [own] */
export async function run(own) {
  if (state.job) await stop();
  const start = own ?? candidate();
  if (!start) {
    tell("There is no solution yet; solve the level first.", "bad");
    return;
  }
  const order = $("#improve-order").value;
  const first = order.split(",")[0];
  const limit = Number($("#improve-time").value) || 60;
  const { source, level } = session;
  const job = { abort: new AbortController(), id: null, key: session.key, limit, source, title: level.title };
  const number = (/** @type {string} */ id) => ($(id).value === "" ? undefined : Number($(id).value));
  setJob(job);
  $("#improve-found").replaceChildren();
  $("#improve-used").value = 0;
  $("#improve").scrollIntoView({ block: "nearest" });
  tell("Improving …");
  const wish = {
    level: session.level.xsb,
    moves: start.lurd,
    order,
    from: number("#improve-from"),
    to: number("#improve-to"),
    time_s: limit,
  };
  try {
    await api.listen("/improve", wish, (name, data) => hear(job, first, name, data), job.abort.signal);
  } catch (error) {
    if (error.name === "AbortError") tell("Stopped.");
    else tell(error.message, "bad");
  } finally {
    if (state.job === job) setJob(null);
  }
}

async function stop() {
  const { job } = state;
  if (!job) return;
  if (job.id === null) job.abort.abort();
  else await api.stop(job.id);
}

/** @param {any} job @param {string} first @param {string} name @param {any} data */
function hear(job, first, name, data) {
  if (state.job !== job) return;
  if (name === "job") job.id = data.id;
  if (name === "progress") {
    $("#improve-used").value = Math.min(1, data.elapsed_s / job.limit);
    job.bound = data.bound ?? job.bound;
    const text = `Improving ${job.title} · ${Math.floor(data.elapsed_s)} of ${Math.round(job.limit)} s`;
    atWork.show("improve", { text, place: link.write("solve", job.source), stop });
    const bound = job.bound ? `, at least ${count(job.bound)} ${word(first)}` : "";
    tell(`Improving … ${seconds(data.elapsed_s)} of ${seconds(job.limit)}${bound}`);
  }
  if (name === "improved") $("#improve-found").prepend(row(data, first));
  if (name === "error") tell(data.error.message, "bad");
  if (name === "result") finish(job, first, data);
}

/** @param {any} job @param {string} first @param {any} data */
function finish(job, first, data) {
  $("#improve-used").value = 1;
  const { score, bound, proved } = data;
  const { moves, pushes } = score;
  session.learn({ kind: "improved", data: { lurd: data.lurd, moves, pushes, first, proved } }, job.key);
  if (!$("#improve-found").children.length) $("#improve-found").prepend(row(data, first));
  const value = valueOf(score, first);
  const gap = bound && value ? `, ${gapInPercent((value - bound) / value)}` : "";
  tell(
    `${plural(score.moves, "move")}, ${plural(score.pushes, "push")}: ` +
      (proved ? `proved fewest ${word(first)}.` : bound ? `at least ${count(bound)} ${word(first)}${gap}.` : "no lower bound."),
    "good",
  );
  if (session.key !== job.key) notice("The solution of another level was improved; you find it there");
}

export function start() {
  $("#improve-go").addEventListener("click", () => (state.job ? stop() : run()));
  $("#improve-order").addEventListener("change", renderWhat);
  for (const name of /** @type {const} */ (["level", "game", "result", "known"])) session.hear(name, renderWhat);
  session.hear("level", () => {
    if (state.job) return;
    $("#improve-found").replaceChildren();
    $("#improve-used").value = 0;
    tell("");
  });
  renderWhat();
}
