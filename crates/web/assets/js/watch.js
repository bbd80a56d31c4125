// Watching a search think: two searches on the same level, one expansion at a time.

import * as api from "./api.js";
import { chart } from "./chart.js";
import { $, el } from "./dom.js";
import { bytes, count, seconds } from "./logic/format.js";
import { EngineForm, goalSelect } from "./engine-form.js";
import { Level } from "./logic/level.js";
import { Pane } from "./pane.js";
import { session } from "./session.js";
import { Trace } from "./logic/trace.js";

const forms = [];
let panes = [];
let step = 0;
let timer = 0;
const most = () => Math.max(0, ...panes.map((pane) => pane.trace.steps));

function tell(text, kind = "") {
  const box = $("#watch-status");
  box.textContent = text;
  box.dataset.kind = kind;
}

export async function run() {
  const level = new Level({
    xsb: session.game.reverse ? session.level.xsb : session.game.xsb(),
    title: session.level.title,
  });
  const wrong = forms.find((form) => form.error);
  if (wrong) {
    tell(wrong.error, "bad");
    return;
  }
  tell("Searching …");
  pause();
  try {
    const found = await Promise.all(
      forms.map((form) =>
        api.ask("/trace", {
          level: level.xsb,
          engine: form.spec,
          goal: $("#watch-goal").value,
          nodes: Number($("#watch-nodes").value) || 400,
        }),
      ),
    );
    panes = found.map(
      (answer, index) => new Pane("AB"[index], forms[index].spec, level, new Trace(level, answer)),
    );
    $("#watch-panes").replaceChildren(...panes.map((pane) => pane.element));
    tell(
      panes
        .map(({ name, trace }) => `${name}: ${trace.counts.status}${trace.cut ? ", cut" : ""}`)
        .join(" · "),
    );
    renderCounts();
    renderCharts();
    show(0);
  } catch (error) {
    tell(error.message, "bad");
  }
}

/** The counts that reports tabulate, the searches side by side. */
function renderCounts() {
  const rows = [
    ["result", (it) => it.status + (it.optimal ? ", proved best" : "")],
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
    ["most open", (it) => count(it.most_open)],
    ["stored", (it) => count(it.stored)],
    ["depth", (it) => it.depth],
    ["branching", (it) => it.branching?.toFixed(2)],
    ["memory", (it) => bytes(it.peak_memory)],
    ["time, traced", (it) => seconds(it.time_s)],
  ];
  const box = $("#watch-counts");
  box.hidden = false;
  box.replaceChildren(
    el("h2", {}, "Counts"),
    el(
      "div",
      { class: "table-scroll" },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, ""),
            panes.map((pane) => el("th", { scope: "col" }, `${pane.name}: ${pane.spec}`)),
          ),
        ),
        el(
          "tbody",
          {},
          rows.map(([name, read]) =>
            el(
              "tr",
              {},
              el("th", { scope: "row", class: "words" }, name),
              panes.map((pane) => el("td", {}, String(read(pane.trace.counts) || "–"))),
            ),
          ),
        ),
      ),
    ),
  );
}

function renderCharts() {
  $("#watch-charts").hidden = false;
  const series = (read) =>
    panes.map((pane) => ({ name: `${pane.name}: ${pane.spec}`, points: read(pane.trace) }));
  $("#watch-depth").replaceChildren(
    chart(
      series((it) => it.byDepth()),
      { x: "depth", y: "states", title: "States at each depth" },
    ),
  );
  $("#watch-time").replaceChildren(
    chart(
      series((it) => it.byTime()),
      { x: "expansions", y: "states", title: "States as the search goes on" },
    ),
  );
}

function show(next) {
  step = Math.min(Math.max(next, 0), most());
  for (const pane of panes) pane.show(step);
  bar.render();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  $("use", $("#step-play")).setAttribute("href", "#i-play");
}

function toggle() {
  if (timer) {
    pause();
    return;
  }
  $("use", $("#step-play")).setAttribute("href", "#i-pause");
  timer = setInterval(() => {
    show(step + 1);
    if (step >= most()) pause();
  }, 350);
}

export function key(event) {
  if (event.target.closest?.(".tree-frame, select, summary") || event.target.type === "range") return;
  const actions = {
    ArrowRight: () => show(step + 1),
    ArrowLeft: () => show(step - 1),
    Home: () => show(0),
    End: () => show(most()),
    " ": toggle,
  };
  if (!actions[event.key] || !panes.length) return;
  if (event.key !== " ") pause();
  actions[event.key]();
  event.preventDefault();
}

/** The view has come to the front; the first time it searches by itself. */
export async function shown() {
  if (!session.level) return;
  $("#watch-level").textContent = session.level.title;
  await Promise.all(forms.map((form) => form.ready));
  if (!panes.length) await run();
}

export function start() {
  forms.push(
    new EngineForm($("#watch-a"), { textbook: true, initial: "bfs" }),
    new EngineForm($("#watch-b"), { textbook: true, initial: "astar" }),
  );
  goalSelect($("#watch-goal"), (goal) => forms.forEach((form) => form.setGoal(goal))).then(() => {
    $("#watch-goal").value = "pushes";
    forms.forEach((form) => form.ready.then(() => form.setGoal("pushes")));
  });
  $("#watch-go").addEventListener("click", run);
  $("#step-first").addEventListener("click", () => {
    pause();
    show(0);
  });
  $("#step-back").addEventListener("click", () => {
    pause();
    show(step - 1);
  });
  $("#step-on").addEventListener("click", () => {
    pause();
    show(step + 1);
  });
  $("#step-last").addEventListener("click", () => {
    pause();
    show(most());
  });
  $("#step-play").addEventListener("click", toggle);
  $("#step-slider").addEventListener("input", (event) => {
    pause();
    show(Number(event.target.value));
  });
  session.hear("level", () => {
    pause();
    panes = [];
    $("#watch-panes").replaceChildren();
    $("#watch-counts").hidden = $("#watch-charts").hidden = true;
    if (!$("#watch").hidden) shown();
  });
}
