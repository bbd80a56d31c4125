// @ts-check
// Engines side by side on the levels of a collection: the tables fill as searches end. Records of
// earlier runs can be dropped in beside them.

import * as api from "./api.js";
import { picture } from "./board-view.js";
import { chart, scatter } from "./chart.js";
import { $, download, el, notice, segmented } from "./dom.js";
import { goalSelect } from "./engine-form.js";
import * as levels from "./levels.js";
import { bytes, count, large, seconds } from "./logic/format.js";
import * as link from "./logic/link.js";
import * as atWork from "./running.js";
import { curves, engineName, enginesOf, levelName, pairs, readRecords, summaries } from "./logic/trials.js";
import { session } from "./session.js";
import * as shelves from "./shelves.js";
import { SortedTable } from "./table.js";

/** @typedef {import("./logic/trials.js").Trial} Trial */
const state = {
  engines: ["bfs", "astar", "idastar"],
  /** The suite whose engines these are, whole and unchanged; its server-side name. */
  suite: "",
  /** @type {{ id: number | null, abort: AbortController } | null} */
  running: null,
  /** @type {Trial[]} */
  trials: [],
  /** Records from files, which stay when a comparison begins. @type {Trial[]} */
  dropped: [],
  total: 0,
  csv: "",
  /** @type {"time_s" | "expanded" | "scatter"} */
  plot: "time_s",
  frame: 0,
  /** @type {Record<string, SortedTable>} */
  tables: {},
};

const all = () => [...state.dropped, ...state.trials];
/** @type {Record<string, (value: number) => string>} */
const FORMATS = { time_s: seconds, expanded: large, pushes: count };
/** @type {Record<string, string>} */
const WORDS = { time_s: "time", expanded: "expansions", pushes: "pushes" };

const number = (/** @type {string} */ name, /** @type {string} */ title, show = count) => ({
  name,
  title,
  read: (/** @type {any} */ it) => it[name],
  show,
});
const COLUMNS = [
  { name: "level", title: "level", words: true, read: levelName },
  { name: "title", title: "title", words: true, read: (/** @type {any} */ it) => it.title },
  { name: "engine", title: "engine", words: true, kind: "engine", read: engineName },
  {
    name: "status",
    title: "result",
    words: true,
    kind: (/** @type {any} */ it) => it.status,
    read: (/** @type {any} */ it) => (it.optimal ? "optimal" : it.stop ? `out of ${it.stop}` : it.status),
  },
  number("pushes", "pushes"),
  number("moves", "moves"),
  number("expanded", "expanded"),
  number("generated", "generated"),
  number("duplicates", "repeated"),
  number("most_open", "max open"),
  number("peak_memory", "memory", bytes),
  number("time_s", "time", seconds),
];
const SUMMARY = [
  { name: "engine", title: "engine", words: true, kind: "engine", read: (/** @type {any} */ it) => it.engine },
  number("solved", "solved"),
  number("optimal", "proved optimal"),
  number("expanded", "expanded"),
  number("time_s", "time", seconds),
];

function renderEngines() {
  const remove = (/** @type {string} */ spec) => () => {
    leaveSuite();
    state.engines = state.engines.filter((it) => it !== spec);
    renderEngines();
  };
  $("#compare-engines").replaceChildren(
    ...state.engines.map((spec) =>
      el("li", {}, spec, el("button", { type: "button", "aria-label": `Remove ${spec}`, onclick: remove(spec) }, "×")),
    ),
  );
}

/**
 * The engines of a suite have the names of its report, which are no specs: once they are to be
 * changed they go.
 */
function leaveSuite() {
  if (!state.suite) return;
  state.suite = "";
  state.engines = [];
  $("#compare-suite").value = "";
}

/** @param {string} text @param {string} [kind] */
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
    leaveSuite();
    if (!state.engines.includes(spec)) state.engines.push(spec);
    field.value = "";
    tell("");
    renderEngines();
  } catch (error) {
    tell(error.message, "bad");
  }
}

/** Which engines stand against each other in the scatter plot. @param {string[]} engines */
function renderPair(engines) {
  $("#compare-pair").hidden = state.plot !== "scatter";
  ["#pair-x", "#pair-y"].forEach((id, index) => {
    const select = $(id);
    const chosen = select.value;
    if (engines.join() === [...select.options].map((it) => it.value).join()) return;
    select.replaceChildren(...engines.map((name) => el("option", { value: name }, name)));
    select.value = engines.includes(chosen) ? chosen : (engines[index] ?? engines[0] ?? "");
  });
}

function renderPlot() {
  const trials = all();
  const engines = enginesOf(trials);
  renderPair(engines);
  let drawn;
  if (state.plot === "scatter") {
    const what = $("#pair-what").value;
    const [x, y] = [$("#pair-x").value, $("#pair-y").value];
    drawn = scatter(pairs(trials, x, y, what), {
      x: `${x}: ${WORDS[what]} (log)`,
      y: `${y}: ${WORDS[what]} (log)`,
      format: FORMATS[what],
      title: `On the levels both solve: ${WORDS[what]}`,
    });
  } else {
    drawn = chart(curves(trials, engines, state.plot), {
      x: `${WORDS[state.plot]} for a level (log)`,
      y: "levels solved",
      logX: true,
      steps: true,
      formatX: FORMATS[state.plot],
      title: `Levels solved, by ${WORDS[state.plot]}`,
    });
  }
  $("#compare-cactus").replaceChildren(drawn);
  $("#compare-svg").disabled = !$("#compare-cactus svg");
}

/** Draws at most once a frame, however fast the searches end. */
function render() {
  cancelAnimationFrame(state.frame);
  state.frame = requestAnimationFrame(() => {
    const trials = all();
    state.tables.trials.set(trials);
    state.tables.summary.set(summaries(trials, enginesOf(trials)));
    renderPlot();
    $("#compare-progress").value = state.total ? state.trials.length / state.total : 0;
    $("#compare-csv").disabled = !state.csv;
    $("#compare-json").disabled = !trials.length;
  });
}

/** Shows in every view that a comparison runs, and how far it is. */
function renderRunning() {
  const { running, trials, total } = state;
  if (!running) atWork.show("compare", null);
  else {
    const text = total ? `Comparing · ${count(trials.length)} of ${count(total)} searches` : "Comparing …";
    atWork.show("compare", { text, place: "#compare", stop });
  }
}

/** @param {typeof state.running} job */
function setRunning(job) {
  state.running = job;
  renderRunning();
  const button = $("#compare-go");
  button.textContent = job ? "Stop" : "Compare";
  button.classList.toggle("stop", Boolean(job));
}

/** The levels that are compared: a collection of the server by its name, others as text. */
async function subject() {
  const id = $("#compare-collection").value;
  if (id && !shelves.isOwn(id)) return { collection: id };
  const views = id ? ((await shelves.open(id)) ?? []) : session.shelf;
  return { text: views.map((it) => link.levelText(it)).join("\n\n") };
}

async function stop() {
  const { running } = state;
  if (!running) return;
  if (running.id === null) running.abort.abort();
  else await api.stop(running.id);
}

async function toggle() {
  if (state.running) {
    await stop();
    return;
  }
  const job = { id: null, abort: new AbortController() };
  setRunning(job);
  state.trials = [];
  state.total = 0;
  state.csv = "";
  renderReport(null);
  tell("Comparing …");
  try {
    const wish = {
      ...(await subject()),
      from: Number($("#compare-from").value) || 1,
      to: Number($("#compare-to").value) || undefined,
      ...(state.suite ? { suite: state.suite } : { engines: state.engines }),
      goal: $("#compare-goal").value,
      time_s: Number($("#compare-time").value) || 5,
    };
    await api.listen("/compare", wish, (name, data) => hear(job, name, data), job.abort.signal);
  } catch (error) {
    if (error.name === "AbortError") tell("Stopped.");
    else tell(error.message, "bad");
  } finally {
    setRunning(null);
    render();
  }
}

/** @param {any} job @param {string} name @param {any} data */
function hear(job, name, data) {
  const { trials } = state;
  if (name === "job") job.id = data.id;
  if (name === "start") {
    state.total = data.levels.length * data.engines.length;
    renderRunning();
  }
  if (name === "trial") {
    trials.push(data);
    tell(`${count(trials.length)} of ${count(state.total)} searches`);
    renderRunning();
    render();
  }
  if (name === "result") {
    state.csv = data.csv;
    renderReport(data.table);
    tell(`${data.stopped ? "Stopped" : "Done"}: ${count(trials.length)} of ${count(state.total)} searches.`);
  }
  if (name === "error") tell(data.error.message, "bad");
}

/** The table of a report, its figures beside ours. @param {any} table */
function renderReport(table) {
  $("#compare-report").hidden = !table;
  if (!table) return;
  const words = table.headings[1] === "attribute" ? 2 : 1;
  /** @type {Record<string, (value: number) => string>} */
  const units = { time: seconds, memory: bytes };
  const shown = (/** @type {string} */ cell, /** @type {string} */ heading) => {
    if (!cell) return "–";
    if (units[heading] && Number.isFinite(Number(cell))) return units[heading](Number(cell));
    return /^\d+$/.test(cell) ? count(Number(cell)) : cell;
  };
  const row = (/** @type {string[]} */ cells) =>
    el(
      "tr",
      {},
      ...cells.map((cell, at) =>
        el("td", { class: at < words ? "words" : "" }, at < words ? cell : shown(cell, table.headings[at])),
      ),
    );
  $("#compare-report-title").textContent = table.title;
  const head = table.headings.map((/** @type {string} */ title, /** @type {number} */ at) =>
    el("th", { scope: "col", class: at < words ? "words" : "" }, title),
  );
  $("#compare-report-table").replaceChildren(
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...head)),
      el("tbody", {}, ...table.rows.map(row)),
      el("tfoot", {}, ...table.totals.map(row)),
    ),
  );
  $("#compare-report-notes").replaceChildren(...table.notes.map((/** @type {string} */ note) => el("p", {}, note)));
}

/** Opens the level of a row, if it is one of a collection here. @param {Trial} trial */
async function openRow(trial) {
  const id = trial.file === "page" ? $("#compare-collection").value : trial.file.replace(/^.*\//, "").replace(/\.\w+$/, "");
  const known = (await shelves.list()).find((it) => it.id === id || it.name === id);
  if (!known) {
    notice(`${trial.file} is not a collection here; import the file first`, "bad");
    return;
  }
  location.hash = link.write("play", { collection: known.id, index: trial.index });
}

/** Takes a file of records; false if it is something else. @param {File} file */
function takeFile(file) {
  if ($("#compare").hidden || !/\.(jsonl?|ndjson)$/i.test(file.name)) return false;
  file
    .text()
    .then((text) => {
      const records = readRecords(text, file.name.replace(/\.\w+$/, ""));
      state.dropped.push(...records);
      tell(`${count(records.length)} records from ${file.name} added.`);
      render();
    })
    .catch((error) => tell(error.message, "bad"));
  return true;
}

export async function shown() {
  const select = $("#compare-collection");
  const names = await shelves.list();
  const chosen = select.value || (session.source?.collection ?? "");
  select.replaceChildren(
    ...names.map(({ id, name }) => el("option", { value: id }, name)),
    ...(session.source?.text ? [el("option", { value: "" }, "current levels")] : []),
  );
  select.value = names.some((it) => it.id === chosen) ? chosen : names[0].id;
  if ($("#engine-names").children.length) return;
  const { engines: hard, algorithms, aliases, suites } = await api.registry();
  $("#engine-names").append(
    ...[...hard, ...algorithms, ...aliases].map(({ name, title }) => el("option", { value: name }, title)),
  );
  $("#compare-suite").append(...suites.map((/** @type {any} */ it) => el("option", { value: it.name, title: it.title }, it.name)));
  $("#compare-suite").addEventListener("change", () => {
    const suite = suites.find((/** @type {any} */ it) => it.name === $("#compare-suite").value);
    if (!suite) {
      leaveSuite();
      renderEngines();
      return;
    }
    state.suite = suite.name;
    state.engines = [...suite.engines];
    renderEngines();
    tell(suite.title);
  });
}

export function start() {
  renderEngines();
  state.tables.trials = new SortedTable($("#compare-trials"), COLUMNS, openRow);
  state.tables.summary = new SortedTable($("#compare-summary"), SUMMARY);
  levels.takers.push(takeFile);
  goalSelect($("#compare-goal"), () => {})
    .then(() => {
      $("#compare-goal").value = "pushes";
    })
    .catch((error) => notice(error.message, "bad"));
  segmented($("#compare-plot"), (value) => {
    state.plot = /** @type {any} */ (value);
    renderPlot();
  });
  for (const id of ["#pair-x", "#pair-y", "#pair-what"]) $(id).addEventListener("change", renderPlot);
  $("#compare-go").addEventListener("click", toggle);
  $("#compare-add-go").addEventListener("click", add);
  $("#compare-add").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") add();
  });
  $("#compare-file").addEventListener("change", (/** @type {any} */ event) => {
    for (const file of event.target.files) if (!takeFile(file)) tell(`${file.name} is not a .json or .jsonl file`, "bad");
    event.target.value = "";
  });
  $("#compare-svg").addEventListener("click", () =>
    download("comparison.svg", picture($("#compare-cactus svg")), "image/svg+xml"),
  );
  $("#compare-csv").addEventListener("click", () => download("comparison.csv", state.csv, "text/csv"));
  $("#compare-json").addEventListener("click", () =>
    download("comparison.json", JSON.stringify(all(), null, 1), "application/json"),
  );
}
