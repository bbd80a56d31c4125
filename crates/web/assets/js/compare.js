// Engines side by side on the levels of a collection: the tables fill as searches end.

import * as api from "./api.js";
import { chart } from "./chart.js";
import { $, download, el, notice } from "./dom.js";
import { bytes, count, seconds } from "./logic/format.js";
import { goalSelect } from "./engine-form.js";
import * as shelves from "./shelves.js";
import { session } from "./session.js";
import { SortedTable } from "./table.js";

let engines = ["bfs", "astar", "idastar"];
let running = null;
let trials = [];
let total = 0;
let csv = "";
const tables = {};

const number = (name, title, show = count) => ({ name, title, read: (it) => it[name], show });
const COLUMNS = [
  { name: "level", title: "level", words: true, read: (it) => `${it.file}:${it.index}` },
  { name: "title", title: "title", words: true, read: (it) => it.title },
  { name: "engine", title: "engine", words: true, kind: "engine", read: (it) => it.label },
  {
    name: "status",
    title: "result",
    words: true,
    kind: (it) => it.status,
    read: (it) => (it.optimal ? "optimal" : it.stop ? `out of ${it.stop}` : it.status),
  },
  number("pushes", "pushes"),
  number("moves", "moves"),
  number("expanded", "expanded"),
  number("generated", "generated"),
  number("duplicates", "repeated"),
  number("most_open", "most open"),
  number("peak_memory", "memory", bytes),
  number("time_s", "time", seconds),
];
const SUMMARY = [
  { name: "engine", title: "engine", words: true, kind: "engine", read: (it) => it.engine },
  number("solved", "solved"),
  number("optimal", "proved best"),
  number("expanded", "expanded"),
  number("time_s", "time", seconds),
];

function renderEngines() {
  $("#compare-engines").replaceChildren(
    ...engines.map((spec) =>
      el(
        "li",
        {},
        spec,
        el(
          "button",
          {
            type: "button",
            "aria-label": `Remove ${spec}`,
            onclick: () => {
              engines = engines.filter((it) => it !== spec);
              renderEngines();
            },
          },
          "×",
        ),
      ),
    ),
  );
}

function tell(text, kind = "") {
  $("#compare-status").textContent = text;
  $("#compare-status").dataset.kind = kind;
}

async function add() {
  const field = $("#compare-add");
  const spec = field.value.trim();
  if (!spec) return;
  try {
    const { problem } = await api.ask("/engine", { engine: spec, goal: $("#compare-goal").value });
    if (problem) {
      tell(problem, "bad");
      return;
    }
    if (!engines.includes(spec)) engines.push(spec);
    field.value = "";
    tell("");
    renderEngines();
  } catch (error) {
    tell(error.message, "bad");
  }
}

/** Sums per engine of what has come in so far. */
function summaries() {
  return engines.map((engine) => {
    const own = trials.filter((trial) => trial.label === engine);
    const sum = (name) => own.reduce((total, trial) => total + trial[name], 0);
    return {
      engine,
      solved: own.filter((it) => it.status === "solved").length,
      optimal: own.filter((it) => it.optimal).length,
      expanded: sum("expanded"),
      time_s: sum("time_s"),
    };
  });
}

/** Levels solved within a time, one line per engine. */
function cactus() {
  const series = engines
    .map((engine) => {
      const times = trials
        .filter((it) => it.label === engine && it.status === "solved")
        .map((it) => it.time_s)
        .sort((a, b) => a - b);
      return { name: engine, points: times.map((time, index) => [time, index + 1]) };
    })
    .filter((it) => it.points.length);
  const drawn = chart(series, {
    x: "time for a level (log)",
    y: "levels solved",
    logX: true,
    steps: true,
    formatX: seconds,
    title: "Levels solved within a time",
  });
  $("#compare-cactus").replaceChildren(drawn);
}

let drawing = 0;

/** Draws at most once a frame, however fast the trials come in. */
function render() {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => {
    tables.trials.set(trials);
    tables.summary.set(summaries());
    cactus();
    $("#compare-progress").value = total ? trials.length / total : 0;
    $("#compare-csv").disabled = !csv;
    $("#compare-json").disabled = !trials.length;
  });
}

function setRunning(job) {
  running = job;
  const button = $("#compare-go");
  button.textContent = job ? "Stop" : "Compare";
  button.classList.toggle("stop", Boolean(job));
}

async function toggle() {
  if (running) {
    if (running.id === null) running.abort.abort();
    else await api.stop(running.id);
    return;
  }
  const collection = $("#compare-collection").value;
  const wish = {
    ...(collection === "" ? { text: session.shelf.map((it) => it.xsb).join("\n\n") } : { collection }),
    from: Number($("#compare-from").value) || 1,
    to: Number($("#compare-to").value) || undefined,
    engines,
    goal: $("#compare-goal").value,
    time_s: Number($("#compare-time").value) || 5,
  };
  const job = { id: null, abort: new AbortController() };
  setRunning(job);
  trials = [];
  total = 0;
  csv = "";
  tell("Comparing …");
  try {
    await api.listen("/compare", wish, (name, data) => hear(job, name, data), job.abort.signal);
  } catch (error) {
    if (error.name !== "AbortError") tell(error.message, "bad");
  } finally {
    setRunning(null);
    render();
  }
}

function hear(job, name, data) {
  if (name === "job") job.id = data.id;
  if (name === "start") total = data.levels.length * data.engines.length;
  if (name === "trial") {
    trials.push(data);
    tell(`${count(trials.length)} of ${count(total)} searches`);
    render();
  }
  if (name === "result") {
    csv = data.csv;
    tell(`${data.stopped ? "Stopped" : "Done"}: ${count(trials.length)} of ${count(total)} searches.`);
  }
  if (name === "error") tell(data.error.message, "bad");
}

export async function shown() {
  const names = (await shelves.list()).filter((it) => it.kind !== "own");
  const select = $("#compare-collection");
  if (select.options.length) return;
  select.append(
    ...names.map(({ name }) => el("option", { value: name }, name)),
    el("option", { value: "" }, "levels brought in"),
  );
  select.value = session.source?.collection ?? names[0].name;
  const { engines: hard, algorithms, aliases } = await api.registry();
  $("#engine-names").append(
    ...[...hard, ...algorithms, ...aliases].map(({ name, title }) => el("option", { value: name }, title)),
  );
}

export function start() {
  renderEngines();
  tables.trials = new SortedTable($("#compare-trials"), COLUMNS);
  tables.summary = new SortedTable($("#compare-summary"), SUMMARY);
  goalSelect($("#compare-goal"), () => {})
    .then(() => {
      $("#compare-goal").value = "pushes";
    })
    .catch((error) => notice(error.message, "bad"));
  $("#compare-go").addEventListener("click", toggle);
  $("#compare-add-go").addEventListener("click", add);
  $("#compare-add").addEventListener("keydown", (event) => {
    if (event.key === "Enter") add();
  });
  $("#compare-csv").addEventListener("click", () => download("comparison.csv", csv, "text/csv"));
  $("#compare-json").addEventListener("click", () =>
    download("comparison.json", JSON.stringify(trials, null, 1), "application/json"),
  );
}
