// @ts-check
// Solving: any engine, from the start or from here, with its progress as it happens. A search
// goes on while one looks at other views or plays another level; the bar at the top shows it
// everywhere. The answer becomes the history of the game if its level is still on the table.

import * as api from "./api.js";
import { certificateButton } from "./certificate.js";
import { chart } from "./chart.js";
import { $, copy, el, notice, segmented } from "./dom.js";
import { EngineForm, goalSelect } from "./engine-form.js";
import { bytes, count, large, plural, seconds } from "./logic/format.js";
import { stepsOf } from "./logic/game.js";
import { Level } from "./logic/level.js";
import { boundText, gapText, isFewestPushes, rising, verdict } from "./logic/records.js";
import * as improving from "./improve.js";
import * as link from "./logic/link.js";
import * as atWork from "./running.js";
import { session } from "./session.js";
import { Sights } from "./sights.js";
import * as transport from "./table-transport.js";

/**
 * A search under way, or the last one.
 * @typedef {{
 *   abort: AbortController, id: number | null, key: string, source: any, title: string, xsb: string,
 *   before: any[], fromStart: boolean, limit: number, goal: string,
 *   points: [number, number][], now: any, record: any, isOver: boolean,
 * }} Job
 */
const state = {
  /** @type {EngineForm | any} */
  form: null,
  /** @type {Sights | any} */
  sights: null,
  /** @type {"start" | "here"} */
  from: "start",
  /** @type {Job | null} */
  job: null,
};

const ROWS = /** @type {const} */ ([
  ["elapsed_s", "time", seconds, "Time used"],
  ["expanded", "positions", count, "Positions whose successors were generated"],
  ["rate", "per second", large, "Positions expanded per second"],
  ["open", "open", large, "Positions in the open list"],
  ["bound", "at least", count, "Lower bound: no solution has fewer"],
  ["bytes", "memory", bytes, "Memory held by the search"],
]);

const isRunning = () => Boolean(state.job && !state.job.isOver);

function renderProgress() {
  const { job } = state;
  const { now, record } = job ?? {};
  const shown = record
    ? {
        elapsed_s: record.time_s,
        expanded: record.expanded,
        rate: record.expanded / Math.max(record.time_s, 1e-6),
        open: record.most_open,
        bound: record.lower_bound ?? undefined,
        bytes: record.peak_memory,
      }
    : now && { ...now, rate: now.expanded / Math.max(now.elapsed_s, 1e-3), bound: now.bound || undefined };
  $("#solve-progress").replaceChildren(
    ...ROWS.map(([name, label, show, title]) =>
      el(
        "div",
        { class: "stat", title },
        el("dt", {}, record && name === "open" ? "max open" : label),
        el("dd", {}, shown?.[name] === undefined ? "–" : show(shown[name])),
      ),
    ),
  );
  const used = record ? record.time_s : (now?.elapsed_s ?? 0);
  $("#solve-time-used").value = job ? Math.min(1, used / job.limit) : 0;
  $("#solve-time-used").title = job ? `${seconds(used)} of ${seconds(job.limit)}` : "";
}

function renderChart() {
  const host = $("#solve-chart");
  const points = state.job?.points ?? [];
  // The start, the end and one point between are no curve.
  if (points.length < 4) {
    host.replaceChildren();
    return;
  }
  host.replaceChildren(
    chart([{ name: "positions", points }], {
      x: "seconds",
      y: "positions",
      formatX: (/** @type {number} */ it) => it.toFixed(it < 10 ? 1 : 0),
    }),
  );
}

/** @param {string} text @param {string} [kind] @param {string} [title] */
function tell(text, kind = "", title = "") {
  const box = $("#solve-status");
  // The word that wants an explanation is marked; the whole sentence gives it to a mouse.
  const parts = title ? text.split(/(proved fewest [a-z, ]+[a-z]|^Proved)/) : [text];
  box.replaceChildren(...parts.map((part) => (/^proved/i.test(part) ? el("abbr", { title }, part) : part)));
  box.dataset.kind = kind;
  box.title = title;
  $("#phone-solve-status").textContent = text;
}

/** What is said in the bar at the top, in every view. */
function renderRunning() {
  const { job } = state;
  const running = isRunning();
  for (const button of [$("#solve-go"), $("#phone-solve")]) {
    button.textContent = running ? "Stop" : "Solve";
    button.classList.toggle("stop", running);
  }
  if (!running || !job) {
    atWork.show("solve", null);
    return;
  }
  const used = job.now?.elapsed_s ?? 0;
  const text = `Solving ${job.title} · ${Math.floor(used)} of ${Math.round(job.limit)} s`;
  atWork.show("solve", { text, place: link.write("solve", job.source), stop });
}

/** A solution made better; see improve.js. */
export const improve = improving.run;

/** Starts, or stops what is running. */
export async function toggle() {
  if (isRunning()) {
    await stop();
    return;
  }
  await state.form.settled();
  if (state.form.error) {
    tell(state.form.error, "bad");
    return;
  }
  const { game } = session;
  const here = state.from === "here" && !game.reverse;
  await run({
    level: here ? game.xsb() : session.level.xsb,
    engine: state.form.spec,
    goal: $("#solve-goal").value,
    time_s: Number($("#solve-time").value) || 60,
    before: here ? game.steps.slice(0, game.at) : [],
    fromStart: !here || game.at === 0,
  });
}

/** @param {{ level: string, engine: string, goal: string, time_s: number, before: any[], fromStart: boolean }} wish */
async function run({ level, engine, goal, time_s, before, fromStart }) {
  transport.pause();
  /** @type {Job} */
  const job = {
    abort: new AbortController(),
    id: null,
    key: session.key,
    source: session.source,
    title: session.level.title,
    xsb: level,
    before,
    fromStart,
    limit: time_s,
    goal,
    points: [[0, 0]],
    now: null,
    record: null,
    isOver: false,
  };
  state.job = job;
  $("#solve-answer").replaceChildren();
  state.sights.begin(new Level({ xsb: level }));
  renderRunning();
  renderProgress();
  renderChart();
  tell("Searching …");
  $("#solve-status").closest(".card").scrollIntoView({ block: "nearest" });
  try {
    await api.listen("/solve", { level, engine, goal, time_s }, (name, data) => hear(job, name, data), job.abort.signal);
  } catch (error) {
    if (error.name === "AbortError") tell("Stopped.");
    else tell(error.message, "bad");
  } finally {
    job.isOver = true;
    if (state.job === job) renderRunning();
  }
}

/** Asks the search to end; what it has found out still comes. */
async function stop() {
  const { job } = state;
  if (!job) return;
  if (job.id === null) job.abort.abort();
  else await api.stop(job.id);
}

/** @param {Job} job @param {string} name @param {any} data */
function hear(job, name, data) {
  if (state.job !== job) return;
  if (name === "job") job.id = data.id;
  if (name === "progress") {
    job.now = data;
    job.points = rising(job.points, [data.elapsed_s, data.expanded]);
    if (job.points.length > 300) job.points = job.points.filter((_, index) => index % 2 === 0);
    renderProgress();
    renderChart();
    renderRunning();
    tell(`Searching${data.search ? ` with ${data.search}` : ""} …${boundText(data, job.goal)}`);
  }
  if (name === "closest") state.sights.show(data.backward ? "backward" : "forward", data);
  if (name === "met") state.sights.show("met", data);
  if (name === "error") tell(data.error.message, "bad");
  if (name === "result") answer(job, data);
}

/** @param {Job} job @param {any} record */
function answer(job, record) {
  job.record = record;
  job.isOver = true;
  job.points = rising(job.points, [record.time_s, record.expanded]);
  renderRunning();
  renderProgress();
  renderChart();
  const { text, kind, title } = verdict(record);
  tell(text, kind, title);
  if (record.status !== "solved") return;
  state.sights.solved();
  if (job.fromStart) {
    const { lurd, moves, pushes, guarantee, proved } = record;
    session.learn({ kind: "found", data: { lurd, moves, pushes, guarantee, proved } }, job.key);
  }
  renderAnswer(job, record);
  if (session.key === job.key) show(job, record.lurd);
  else
    notice(`${job.title} solved: ${plural(record.moves, "move")}, ${plural(record.pushes, "push")}`, "info", {
      name: "Go there",
      run: () => {
        location.hash = link.write("play", job.source);
      },
    });
}

/** @param {Job} job @param {any} record */
async function renderAnswer(job, record) {
  const canCertify = (await api.registry().catch(() => null))?.certificates;
  if (state.job !== job) return;
  const gap = gapText(record);
  $("#solve-answer").replaceChildren(
    ...(gap ? [el("p", { class: "gap", title: gap.title }, gap.text)] : []),
    el("code", { class: "lurd", tabindex: "0", "aria-label": "solution" }, record.lurd),
    el(
      "div",
      { class: "row" },
      el("button", { type: "button", onclick: () => copy(record.lurd, "the solution") }, "Copy moves"),
      el("button", { type: "button", onclick: () => show(job, record.lurd) }, "Play again"),
      job.fromStart && !record.optimal
        ? el("button", { type: "button", onclick: () => improving.run(record) }, "Improve")
        : null,
    ),
    ...(canCertify && isFewestPushes(record) ? [certificateButton({ ...record, xsb: job.xsb, title: job.title })] : []),
  );
}

/** Puts the solution behind the moves made so far and plays it. @param {Job} job @param {string} lurd */
function show(job, lurd) {
  if (session.key !== job.key) return;
  session.load([...job.before, ...stepsOf(lurd)], job.before.length);
  session.changed({ replay: true, still: true });
  transport.play();
}

export function start() {
  improving.start();
  state.sights = new Sights($("#solve-sights"));
  state.form = new EngineForm($("#solve-engine"));
  goalSelect($("#solve-goal"), (goal) => state.form.setGoal(goal));
  segmented($("#solve-from"), (value) => {
    state.from = value === "here" ? "here" : "start";
  });
  $("#solve-go").addEventListener("click", toggle);
  renderProgress();
  session.hear("level", () => {
    if (isRunning() || state.job?.key === session.key) return;
    state.job = null;
    renderProgress();
    renderChart();
    $("#solve-answer").replaceChildren();
    state.sights.begin(null);
    tell("Ready.");
  });
}
