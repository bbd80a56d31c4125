// @ts-check
// Watching a search think: two searches on the same level, one expansion at a time. What is
// watched stands in the address, so a lesson is a link.

import * as api from "./api.js";
import { chart } from "./chart.js";
import { $, el } from "./dom.js";
import { EngineForm, goalSelect } from "./engine-form.js";
import { LESSONS, optionsOf } from "./logic/lessons.js";
import { bytes, count, seconds } from "./logic/format.js";
import { Level } from "./logic/level.js";
import * as link from "./logic/link.js";
import { Pane } from "./pane.js";
import { session } from "./session.js";
import { Trace } from "./logic/trace.js";
import { Transport } from "./transport.js";

const state = {
  /** @type {EngineForm[]} */
  forms: [],
  /** @type {Pane[]} */
  panes: [],
  /** Expansions shown. */
  step: 0,
  /** @type {Transport | any} */
  bar: null,
  /** The level and the searches shown, as an address; another one is searched anew. */
  shown: "",
  asked: 0,
};
const most = () => Math.max(0, ...state.panes.map((pane) => pane.trace.steps));

/** @param {string} text @param {string} [kind] */
function tell(text, kind = "") {
  const box = $("#watch-status");
  box.textContent = text;
  box.dataset.kind = kind;
}

/** Opens the forms, or folds them into a line. @param {boolean} open */
function setup(open) {
  $("#watch-setup").hidden = !open;
  $("#watch-edit").setAttribute("aria-expanded", String(open));
}

const wanted = () => ({
  a: state.forms[0].spec,
  b: state.forms[1].spec,
  goal: $("#watch-goal").value || "pushes",
  nodes: String(Number($("#watch-nodes").value) || 400),
});

export async function run() {
  const level = new Level({
    xsb: session.game.reverse ? session.level.xsb : session.game.xsb(),
    title: session.level.title,
  });
  await Promise.all(state.forms.map((form) => form.settled()));
  const wrong = state.forms.find((form) => form.error);
  if (wrong) {
    tell(wrong.error ?? "", "bad");
    setup(true);
    return;
  }
  const wish = wanted();
  const mine = ++state.asked;
  state.shown = link.write("watch", session.source, "", wish);
  history.replaceState(null, "", state.shown);
  renderChips(wish);
  tell("Searching …");
  state.bar.pause();
  try {
    const found = await Promise.all(
      [wish.a, wish.b].map((engine) =>
        api.ask("/trace", { level: level.xsb, engine, goal: wish.goal, nodes: Number(wish.nodes) }),
      ),
    );
    if (mine !== state.asked) return;
    setup(false);
    state.panes = found.map(
      (answer, index) => new Pane("AB"[index], [wish.a, wish.b][index], level, new Trace(level, answer)),
    );
    $("#watch-panes").replaceChildren(...state.panes.map((pane) => pane.element));
    tell(
      state.panes
        .map(({ name, trace }) => `${name}: ${trace.counts.status}, ${count(trace.counts.expanded)} expanded${trace.cut ? ", cut" : ""}`)
        .join(" · "),
    );
    renderCounts();
    renderCharts();
    show(0);
  } catch (error) {
    tell(error.message, "bad");
    setup(true);
  }
}

/** @param {ReturnType<typeof wanted>} wish */
function renderChips(wish) {
  $("#chip-a").textContent = `A ${wish.a}`;
  $("#chip-b").textContent = `B ${wish.b}`;
  $("#chip-rest").textContent = `${session.level.title} · ${wish.goal === "any" ? "any solution" : `fewest ${wish.goal.replace(",", ", then ")}`}`;
}

/** The counts that reports tabulate, the searches side by side. */
function renderCounts() {
  /** @type {[string, (it: any) => any][]} */
  const rows = [
    ["result", (it) => it.status + (it.optimal ? ", proved optimal" : "")],
    ["pushes", (it) => it.pushes],
    ["moves", (it) => it.moves],
    ["expanded", (it) => count(it.expanded)],
    ["generated", (it) => count(it.generated)],
    ["repeated", (it) => count(it.duplicates)],
    [
      "deadlocks",
      (it) =>
        Object.entries(it.deadlocks)
          .map(([name, number]) => `${name} ${number}`)
          .join(", "),
    ],
    ["max open", (it) => count(it.most_open)],
    ["stored", (it) => count(it.stored)],
    ["depth", (it) => it.depth],
    ["branching", (it) => it.branching?.toFixed(2)],
    ["memory", (it) => bytes(it.peak_memory)],
    ["time, traced", (it) => seconds(it.time_s)],
  ];
  const box = $("#watch-counts");
  box.hidden = false;
  const head = state.panes.map((pane) => el("th", { scope: "col" }, `${pane.name}: ${pane.spec}`));
  const body = rows.map(([name, read]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", class: "words" }, name),
      state.panes.map((pane) => el("td", {}, String(read(pane.trace.counts) || "–"))),
    ),
  );
  box.replaceChildren(
    el("h2", {}, "Counts"),
    el(
      "div",
      { class: "table-scroll" },
      el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, ""), head)), el("tbody", {}, body)),
    ),
  );
}

function renderCharts() {
  $("#watch-charts").hidden = false;
  const series = (/** @type {(trace: Trace) => [number, number][]} */ read) =>
    state.panes.map((pane) => ({ name: `${pane.name}: ${pane.spec}`, points: read(pane.trace) }));
  $("#watch-depth").replaceChildren(
    chart(
      series((it) => it.byDepth()),
      { x: "depth", y: "states", title: "States at each depth" },
    ),
  );
  $("#watch-time").replaceChildren(
    chart(
      series((it) => it.byTime()),
      { x: "expansions", y: "states", title: "States over the course of the search" },
    ),
  );
}

/** @param {number} next */
function show(next) {
  state.step = Math.min(Math.max(next, 0), most());
  for (const pane of state.panes) pane.show(state.step);
  state.bar.render();
}

/** @param {KeyboardEvent} event */
export function key(event) {
  const target = /** @type {any} */ (event.target);
  if (target.closest?.(".tree-frame, select, summary") || target.type === "range") return;
  /** @type {Record<string, () => void>} */
  const actions = {
    ArrowRight: () => state.bar.seek(state.step + 1),
    ArrowLeft: () => state.bar.seek(state.step - 1),
    Home: () => state.bar.seek(0),
    End: () => state.bar.seek(most()),
    " ": () => state.bar.toggle(),
  };
  if (!actions[event.key] || !state.panes.length) return;
  actions[event.key]();
  event.preventDefault();
}

/** The view has come to the front, perhaps with searches in its address. @param {Record<string, string>} options */
export async function shown(options = {}) {
  if (!session.level) return;
  $("#watch-level").textContent = session.level.title;
  await Promise.all(state.forms.map((form) => form.ready));
  if (options.a) await state.forms[0].setSpec(options.a);
  if (options.b) await state.forms[1].setSpec(options.b);
  if (options.goal) {
    $("#watch-goal").value = options.goal;
    for (const form of state.forms) form.setGoal(options.goal);
  }
  if (options.nodes) $("#watch-nodes").value = options.nodes;
  const place = link.write("watch", session.source, "", wanted());
  if (place !== state.shown) await run();
}

function lessons() {
  const select = $("#watch-lesson");
  select.append(...LESSONS.map((it, index) => el("option", { value: String(index), title: it.about }, it.title)));
  select.addEventListener("change", () => {
    const lesson = LESSONS[Number(select.value)];
    if (!lesson || select.value === "") return;
    select.value = "";
    location.hash = link.write("watch", { collection: lesson.collection, index: lesson.index }, "", optionsOf(lesson));
  });
}

export function start() {
  state.forms.push(
    new EngineForm($("#watch-a"), { textbook: true, initial: "bfs" }),
    new EngineForm($("#watch-b"), { textbook: true, initial: "astar" }),
  );
  const goals = goalSelect($("#watch-goal"), (goal) => state.forms.forEach((form) => form.setGoal(goal))).then(() => {
    $("#watch-goal").value ||= "pushes";
    $("#watch-goal").value = "pushes";
    for (const form of state.forms) form.setGoal("pushes");
  });
  // The goal must be there before a lesson sets it.
  state.forms[0].ready = Promise.all([state.forms[0].ready, goals]).then(() => {});
  state.bar = new Transport(
    $("#step"),
    {
      at: () => state.step,
      length: most,
      seek: (at) => show(at),
      word: "expansion",
    },
    "step-speed",
    2,
  );
  lessons();
  $("#watch-go").addEventListener("click", run);
  $("#watch-edit").addEventListener("click", () => setup($("#watch-setup").hidden));
  session.hear("level", () => {
    state.bar.pause();
    state.panes = [];
    state.step = 0;
    state.shown = "";
    $("#watch-panes").replaceChildren();
    $("#watch-counts").hidden = $("#watch-charts").hidden = true;
    state.bar.render();
  });
}
