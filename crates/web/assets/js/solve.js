// Solving: any engine, from the start or from here, with its progress as it happens; the answer
// becomes the history of the game and is played back by the bar below the board.

import * as api from "./api.js";
import { chart } from "./chart.js";
import { $, copy, el, segmented } from "./dom.js";
import { bytes, count, large, plural, seconds } from "./logic/format.js";
import { EngineForm, goalSelect } from "./engine-form.js";
import { stepsOf } from "./logic/game.js";
import { session } from "./session.js";
import * as transport from "./table-transport.js";

let form = null;
let from = "start";
let running = null;
let points = [];

const LAYERS = [
  ["elapsed_s", "time", seconds],
  ["expanded", "positions", count],
  ["rate", "per second", large],
  ["open", "waiting", large],
  ["key", "bound or depth", count],
  ["bytes", "memory", bytes],
];

function renderProgress(now) {
  $("#solve-progress").replaceChildren(
    ...LAYERS.map(([name, label, show]) =>
      el(
        "div",
        { class: "stat" },
        el("dt", {}, label),
        el("dd", {}, now && now[name] !== undefined ? show(now[name]) : "–"),
      ),
    ),
  );
}

function renderChart() {
  const host = $("#solve-chart");
  if (points.length < 2) {
    host.replaceChildren();
    return;
  }
  host.replaceChildren(
    chart([{ name: "positions", points }], {
      x: "seconds",
      y: "positions",
      formatX: (it) => it.toFixed(it < 10 ? 1 : 0),
    }),
  );
}

function tell(text, kind = "") {
  const box = $("#solve-status");
  box.textContent = text;
  box.dataset.kind = kind;
}

function setRunning(job) {
  running = job;
  const button = $("#solve-go");
  button.textContent = job ? "Stop" : "Solve";
  button.classList.toggle("stop", Boolean(job));
  $("#solve-panel").classList.toggle("busy", Boolean(job));
}

/** Starts, or stops what is running. */
export async function toggle() {
  if (running) {
    await stop();
    return;
  }
  if (form.error) {
    tell(form.error, "bad");
    return;
  }
  transport.pause();
  const { game, level } = session;
  const here = from === "here" && !game.reverse;
  const job = {
    abort: new AbortController(),
    id: null,
    game,
    level,
    before: here ? game.steps.slice(0, game.at) : [],
  };
  setRunning(job);
  points = [];
  renderProgress(null);
  renderChart();
  $("#solve-answer").replaceChildren();
  tell("Searching …");
  const wish = {
    level: here ? game.xsb() : level.xsb,
    engine: form.spec,
    goal: $("#solve-goal").value,
    time_s: Number($("#solve-time").value) || undefined,
  };
  try {
    await api.listen("/solve", wish, (name, data) => hear(job, name, data), job.abort.signal);
  } catch (error) {
    if (error.name !== "AbortError") tell(error.message, "bad");
  } finally {
    if (running === job) setRunning(null);
  }
}

/** Asks the search to end; what it has found out still comes. */
async function stop() {
  const job = running;
  if (job.id === null) job.abort.abort();
  else await api.stop(job.id);
}

function hear(job, name, data) {
  if (running !== job) return;
  if (name === "job") job.id = data.id;
  if (name === "progress") {
    renderProgress({ ...data, rate: data.expanded / Math.max(data.elapsed_s, 1e-3) });
    points.push([data.elapsed_s, data.expanded]);
    if (points.length > 300) points = points.filter((_, index) => index % 2 === 0);
    renderChart();
    const bound = data.bound ? ` At least ${data.bound} in what counts first.` : "";
    tell(`Searching${data.search ? ` with ${data.search}` : ""} …${bound}`);
  }
  if (name === "error") tell(data.error.message, "bad");
  if (name === "result") answer(job, data);
}

const STOPS = {
  time: "the time was up",
  memory: "the memory was used up",
  nodes: "the positions were used up",
  cancelled: "you stopped it",
};

function answer(job, record) {
  renderProgress({
    ...record,
    elapsed_s: record.time_s,
    rate: record.expanded / Math.max(record.time_s, 1e-6),
    bytes: record.peak_memory,
    key: record.lower_bound ?? undefined,
    open: undefined,
  });
  const spent = `${plural(record.expanded, "position")} in ${seconds(record.time_s)}`;
  if (record.status === "unsolvable") {
    tell(`Proved: there is no solution (${spent}).`, "bad");
    return;
  }
  if (record.status !== "solved") {
    const why = STOPS[record.stop] ?? "the engine had nothing left that it would try";
    tell(`Not solved: ${why} (${spent}).`);
    return;
  }
  const proof = record.proved ? `, proved fewest ${record.guarantee.replace(",", ", then ")}` : "";
  tell(
    `Solved: ${plural(record.moves, "move")}, ${plural(record.pushes, "push")}${proof} (${spent}).`,
    "good",
  );
  $("#solve-answer").replaceChildren(
    el("code", { class: "lurd", tabindex: "0", "aria-label": "solution" }, record.lurd),
    el(
      "div",
      { class: "row" },
      el("button", { type: "button", onclick: () => copy(record.lurd, "the solution") }, "Copy moves"),
      el("button", { type: "button", onclick: () => show(job, record.lurd) }, "Play again"),
    ),
  );
  show(job, record.lurd);
}

/** Puts the solution behind the moves made so far and plays it. */
function show(job, lurd) {
  if (session.level !== job.level) return;
  session.load([...job.before, ...stepsOf(lurd)], job.before.length);
  session.changed({ replay: true, still: true });
  transport.play();
}

export function start() {
  form = new EngineForm($("#solve-engine"));
  goalSelect($("#solve-goal"), (goal) => form.setGoal(goal));
  segmented($("#solve-from"), (value) => {
    from = value;
  });
  $("#solve-go").addEventListener("click", toggle);
  session.hear("level", () => {
    if (running) running.abort.abort();
    setRunning(null);
    points = [];
    renderProgress(null);
    renderChart();
    $("#solve-answer").replaceChildren();
    tell("Ready.");
  });
}
