// @ts-check
// The editor: paint, see at once what is missing, and have it solved while drawing goes on. One
// message at a time stands below the drawing; what is known of the level stands beside it.

import * as api from "./api.js";
import { AXIS, BoardView, CELL } from "./board-view.js";
import { $, copy, el, keyName, notice, quiet, segmented, svg } from "./dom.js";
import { Drawing, missing, unused } from "./logic/drawing.js";
import { plural, seconds } from "./logic/format.js";
import { stepsOf } from "./logic/game.js";
import { Level } from "./logic/level.js";
import * as link from "./logic/link.js";
import { gapText } from "./logic/records.js";
import * as play from "./play.js";
import { session } from "./session.js";
import * as shelves from "./shelves.js";
import { set, setting } from "./store.js";

const TILES = [
  ["#", "wall"],
  [" ", "floor"],
  [".", "goal"],
  ["$", "box"],
  ["*", "box on goal"],
  ["@", "player"],
  ["+", "player on goal"],
];
/** @type {Record<string, string>} */
const KEY_OF = { "#": "#", "-": " ", ".": ".", $: "$", "*": "*", "@": "@", "+": "+" };
/** Seconds for a first solution, and then for the fewest pushes. */
const FIRST_S = 10;
const FEWEST_S = 20;

/** @typedef {import("./logic/drawing.js").Side} Side */
const state = {
  drawing: Drawing.room(),
  /** @type {any} */
  view: null,
  glyph: "#",
  /** @type {"pen" | "box" | "fill"} */
  brush: "pen",
  cursor: [1, 1],
  showCursor: false,
  /** What the server makes of the drawing, if it is a level. @type {any} */
  made: null,
  /** @type {number[] | null} */
  wrongAt: null,
  /** @type {AbortController | null} */
  working: null,
  /** What is known: a solution, the best one, a bound, and squares from which a box reaches no goal. @type {{ any: any, best: any, bound: number | null, dead: number }} */
  known: { any: null, best: null, bound: null, dead: 0 },
  /** Where the drawing was kept. @type {{ collection: string, index: number } | null} */
  kept: null,
  /** Cells that could be walls. @type {number[]} */
  spare: [],
};

function render() {
  const { drawing, view } = state;
  const level = drawing.asLevel();
  view.setLevel(level);
  view.setPosition(level.boxes, Math.max(level.player, 0), true);
  if (level.player < 0) view.player.style.display = "none";
  let grid = "";
  for (let row = 0; row <= level.height; row++) grid += `M0 ${row * CELL}h${level.width * CELL}`;
  for (let col = 0; col <= level.width; col++) grid += `M${col * CELL} 0v${level.height * CELL}`;
  view.layers.under.replaceChildren(svg("path", { class: "cell-grid", d: grid }));
  handles(level);
  marks();
  view.label(`Drawing of ${level.width} by ${level.height} cells`);
  $("#edit-size").textContent = `${level.width} × ${level.height}`;
  $("#edit-undo").disabled = !drawing.past.length;
  $("#edit-redo").disabled = !drawing.future.length;
  set("drawing", drawing.rows);
  state.working?.abort();
  state.made = null;
  state.wrongAt = null;
  state.known = { any: null, best: null, bound: null, dead: 0 };
  renderFacts();
  // What was said of the drawing before need not hold any more.
  line(missing(drawing) ?? "Checking …");
  check();
}

/** Bars on the four sides that can be dragged. @param {any} level */
function handles(level) {
  const [w, h] = [level.width * CELL, level.height * CELL];
  const long = 1.4 * CELL;
  /** @type {[Side, number, number, number, number][]} */
  const bars = [
    ["left", -AXIS + 4, h / 2 - long / 2, 9, long],
    ["right", w + 5, h / 2 - long / 2, 9, long],
    ["top", w / 2 - long / 2, -AXIS + 4, long, 9],
    ["bottom", w / 2 - long / 2, h + 5, long, 9],
  ];
  state.view.layers.axes.replaceChildren(
    ...bars.map(([side, x, y, width, height]) =>
      svg("rect", { class: `handle ${side}`, "data-side": side, x, y, width, height, rx: 4.5 }),
    ),
  );
}

function marks() {
  const { drawing, view, wrongAt, cursor, showCursor } = state;
  const cell = (/** @type {number[]} */ [row, col]) => row * drawing.width + col;
  const list = [];
  if (wrongAt) list.push({ cell: cell(wrongAt), kind: "bad" });
  if (showCursor) list.push({ cell: cell(cursor), kind: "cursor" });
  view.setMarks(list);
}

const sentence = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1).replace(/\.?$/, ".");

/** @param {string} text @param {string} [kind] */
function line(text, kind = "") {
  $("#edit-line").textContent = text;
  $("#edit-line").dataset.kind = kind;
}

/** Asks whether this is a level, and then works on it; a change of the drawing stops all of it. */
const check = quiet(async () => {
  state.working?.abort();
  const mine = (state.working = new AbortController());
  try {
    const { level, problem } = await api.ask("/levels/check", { rows: state.drawing.rows }, mine.signal);
    state.made = level;
    state.wrongAt = problem?.at ?? null;
    marks();
    const what = missing(state.drawing);
    if (!level) {
      line(what ?? sentence(problem.message));
      return;
    }
    if (what) {
      line(what);
      return;
    }
    await judge(level, mine.signal);
  } catch (error) {
    if (error.name !== "AbortError") line(error.message, "bad");
  }
}, 150);

/** Whether it is hopeless, then a solution, then the fewest pushes. @param {any} level @param {AbortSignal} signal */
async function judge(level, signal) {
  const found = await api.ask("/analyse", { level: level.xsb, deadlocks: true }, signal);
  state.known.bound = found.lower_bound;
  state.known.dead = found.dead_squares.length;
  renderFacts();
  if (found.solved) {
    line("Every box is already on a goal.");
    return;
  }
  if (found.deadlock) {
    state.view.setMarks(found.deadlock.boxes.map((/** @type {number[]} */ [row, col]) => ({ cell: row * state.drawing.width + col, kind: "bad" })));
    line(`No solution: ${found.deadlock.title}.`, "bad");
    return;
  }
  if (!$("#edit-auto").checked) {
    line("A level.", "good");
    return;
  }
  line("Solving …");
  const first = await search(level, "any", FIRST_S, signal);
  if (first.status === "unsolvable") {
    line("Proved: there is no solution.", "bad");
    return;
  }
  state.known.any = first.status === "solved" ? first : null;
  renderFacts();
  line(first.status === "solved" ? "Solvable. Looking for the fewest pushes …" : `Not solved in ${seconds(first.time_s)}.`, first.status === "solved" ? "good" : "");
  if (first.status !== "solved") return;
  const best = await search(level, "pushes", FEWEST_S, signal);
  state.known.best = best.status === "solved" ? best : null;
  renderFacts();
  line(best.optimal ? `Solvable in ${plural(best.pushes, "push")}, the fewest possible.` : "Solvable.", "good");
}

/** @param {any} level @param {string} goal @param {number} time_s @param {AbortSignal} signal */
async function search(level, goal, time_s, signal) {
  /** @type {any} */
  let record = { status: "unknown", time_s: 0 };
  await api.listen(
    "/solve",
    { level: level.xsb, goal, time_s },
    (name, data) => {
      if (name === "result") record = data;
      if (name === "error") throw new Error(data.error.message);
    },
    signal,
  );
  return record;
}

/** What is known of the level, a line each. */
function renderFacts() {
  const { known, drawing, made } = state;
  const record = known.best ?? known.any;
  /** @type {[string, string][]} */
  const facts = [];
  if (known.bound && !known.best?.optimal) facts.push([`at least ${plural(known.bound, "push")}`, "A lower bound, computed without searching"]);
  if (record) {
    facts.push([
      `${plural(record.pushes, "push")}${known.best?.optimal ? ", proved fewest" : ""}, ${plural(record.moves, "move")}`,
      "The solution found",
    ]);
    const gap = known.best && gapText(known.best);
    if (gap) facts.push([gap.text, gap.title]);
    facts.push([
      `${plural(record.box_changes, "box change")}, ${plural(record.box_lines, "box line")}, ${(record.pushes / Math.max(1, record.boxes)).toFixed(1)} pushes per box`,
      "Signs of difficulty: how often the box changes and how often it turns",
    ]);
    facts.push([`${plural(record.expanded, "position")} searched`, "How much the solver had to search"]);
  }
  if (known.dead)
    facts.push([
      `no solution puts a box on ${plural(known.dead, "square")}`,
      "Proved: from there a box cannot be pushed to any goal. Play shows them as dead squares",
    ]);
  $("#edit-facts").replaceChildren(...facts.map(([text, title]) => el("li", { title }, text)));
  $("#edit-watch").hidden = !record;
  $("#edit-answer").textContent = made || record ? "" : `${drawing.width} × ${drawing.height}, ${plural(drawing.count("$*"), "box")}`;
  showUnused(record);
}

/** Dims what the solution never touches, and says so. @param {any} record */
function showUnused(record) {
  const { made, view, drawing } = state;
  view.setArea([]);
  view.layers.dead.replaceChildren();
  state.spare = [];
  $("#edit-smaller").hidden = true;
  if (!record || !made) return;
  const level = new Level(made);
  if (level.width !== drawing.width || level.height !== drawing.height) return;
  const { squares, still } = unused(level, stepsOf(record.lurd));
  state.spare = [...squares, ...still];
  $("#edit-smaller").hidden = !state.spare.length;
  $("#edit-smaller").title =
    "Puts walls where the solution never goes, and instead of boxes that it never moves. " +
    (record.optimal
      ? `The fewest pushes stay ${record.pushes}: every solution of the smaller level solves this one too.`
      : "The level can still be solved so.");
  if (squares.length) {
    view.setDead(squares);
    const walls = record.optimal
      ? `Marked with crosses. The solution never uses them, so with walls there the fewest pushes would still be ${record.pushes}`
      : "Marked with crosses. The solution never uses them, so with walls there the level could still be solved";
    $("#edit-facts").append(el("li", { title: walls }, `${plural(squares.length, "square")} could be walls`));
  }
  if (still.length)
    $("#edit-facts").append(
      el(
        "li",
        { title: "Another solution may move them" },
        `the solution never moves ${plural(still.length, "box")}: ${still.map((cell) => level.name(cell)).join(", ")}`,
      ),
    );
}

/** The level with its title and author, if it is one. */
function current() {
  if (!state.made) {
    notice(missing(state.drawing) ?? "This is not a level yet.", "bad");
    return null;
  }
  return { ...state.made, title: $("#edit-title").value.trim() || "My drawing", author: $("#edit-author").value.trim() || null };
}

async function toTable() {
  const level = current();
  if (!level) return;
  await session.open(level, { text: link.levelText(level) }, [level]);
  location.hash = link.write("play", session.source);
}

/** Keeps the level in a collection; again in the same place if it was kept there. */
async function keep() {
  const level = current();
  if (!level) return;
  let id = $("#edit-collection").value;
  if (!id) id = await shelves.create("My levels");
  const again = state.kept && state.kept.collection === id ? state.kept.index : undefined;
  const index = await shelves.addLevel(id, level, again);
  state.kept = { collection: id, index };
  set("edit-kept", state.kept);
  await fillCollections(id);
  notice(`Saved as level ${index}`);
}

/** @param {string} [chosen] */
async function fillCollections(chosen = state.kept?.collection ?? "") {
  const own = (await shelves.list()).filter((it) => it.kind === "own" && it.id !== shelves.LOOSE);
  $("#edit-collection").replaceChildren(
    ...own.map(({ id, name }) => el("option", { value: id, selected: id === chosen }, name)),
    el("option", { value: "" }, "New collection"),
  );
  if (own.some((it) => it.id === chosen)) $("#edit-collection").value = chosen;
}

/** Makes a change that can be undone. @param {() => void} action */
function change(action) {
  state.drawing.keep();
  action();
  render();
}

/** @param {any} host */
function onPointer(host) {
  const { view } = state;
  /** @type {number[] | null} */
  let from = null;
  /** @type {{ side: Side, by: number } | null} */
  let pulled = null;
  const place = (/** @type {any} */ event) => {
    const cell = view.cellAt(event);
    return cell < 0 ? null : [Math.floor(cell / state.drawing.width), cell % state.drawing.width];
  };
  const pull = (/** @type {any} */ event) => {
    if (!pulled) return;
    const point = view.pointAt(event);
    const { drawing } = state;
    const by = {
      left: -Math.round(point.x / CELL),
      right: Math.round(point.x / CELL) - drawing.width,
      top: -Math.round(point.y / CELL),
      bottom: Math.round(point.y / CELL) - drawing.height,
    }[pulled.side];
    pulled.by = by;
    const size = { left: 0, right: drawing.width, top: 0, bottom: drawing.height };
    const [x1, y1] = [pulled.side === "left" ? -by : 0, pulled.side === "top" ? -by : 0];
    const [x2, y2] = [
      pulled.side === "right" ? size.right + by : drawing.width,
      pulled.side === "bottom" ? size.bottom + by : drawing.height,
    ];
    view.layers.way.replaceChildren(
      svg("path", { class: "box-way-end", d: `M${x1 * CELL} ${y1 * CELL}H${x2 * CELL}V${y2 * CELL}H${x1 * CELL}z` }),
    );
    line(`${x2 - x1} × ${y2 - y1}`);
  };
  host.addEventListener("pointerdown", (/** @type {any} */ event) => {
    host.setPointerCapture(event.pointerId);
    const side = event.target.dataset?.side;
    if (side) {
      pulled = { side, by: 0 };
      return;
    }
    const at = place(event);
    if (!at) return;
    state.showCursor = false;
    from = at;
    const paint = event.button === 2 ? " " : state.glyph;
    if (state.brush === "fill") change(() => state.drawing.fill(at[0], at[1], paint));
    else if (state.brush === "pen") change(() => state.drawing.paint(at[0], at[1], paint));
  });
  host.addEventListener("pointermove", (/** @type {any} */ event) => {
    if (pulled) {
      pull(event);
      return;
    }
    const at = from && state.brush === "pen" ? place(event) : null;
    if (!at || !from || (at[0] === from[0] && at[1] === from[1])) return;
    from = at;
    state.drawing.paint(at[0], at[1], event.buttons === 2 ? " " : state.glyph);
    render();
  });
  host.addEventListener("pointerup", (/** @type {any} */ event) => {
    if (pulled) {
      const { side, by } = pulled;
      pulled = null;
      change(() => state.drawing.grow(side, by));
      return;
    }
    const at = place(event);
    if (from && at && state.brush === "box") {
      const start = from;
      change(() => state.drawing.paintBox(start, at, state.glyph));
    }
    from = null;
  });
  host.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
}

/** @param {string} next */
function choose(next) {
  state.glyph = next;
  for (const button of $("#palette").children) button.setAttribute("aria-pressed", String(button.value === next));
}

/** Keys of this view. @param {KeyboardEvent} event */
export function key(event) {
  const { drawing } = state;
  const control = event.ctrlKey || event.metaKey;
  const name = keyName(event);
  if (control && (name === "z" || name === "y")) {
    event.preventDefault();
    if (name === "y" || event.shiftKey ? drawing.redo() : drawing.undo()) render();
    return;
  }
  if (control || event.altKey) return;
  if (KEY_OF[event.key] !== undefined && setting("shortcuts", true)) {
    choose(KEY_OF[event.key]);
    return;
  }
  /** @type {Record<string, number[]>} */
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const onStage = event.target === $("#edit-stage") || event.target === document.body;
  if (!onStage) return;
  const { cursor } = state;
  if (steps[event.key]) {
    state.showCursor = true;
    const [dr, dc] = steps[event.key];
    state.cursor = [
      Math.min(Math.max(cursor[0] + dr, 0), drawing.height - 1),
      Math.min(Math.max(cursor[1] + dc, 0), drawing.width - 1),
    ];
    marks();
    event.preventDefault();
  } else if (name === " " || name === "enter") {
    change(() => drawing.paint(cursor[0], cursor[1], state.glyph));
    event.preventDefault();
  }
}

function palette() {
  const swatch = (/** @type {string} */ tile) => {
    const level = new Drawing([tile]).asLevel();
    const small = new BoardView(el("div"));
    small.setLevel(level);
    small.setPosition(level.boxes, 0, true);
    if (level.player < 0) small.player.remove();
    small.svg.setAttribute("aria-hidden", "true");
    return small.svg;
  };
  $("#palette").replaceChildren(
    ...TILES.map(([tile, name]) =>
      el(
        "button",
        { type: "button", value: tile, "aria-pressed": String(tile === state.glyph), onclick: () => choose(tile) },
        swatch(tile),
        name,
      ),
    ),
  );
}

function resizeButtons() {
  /** @type {Side[]} */
  const sides = ["top", "bottom", "left", "right"];
  /** @type {[string, number, string][]} */
  const ways = [
    ["−", -1, "Remove a line"],
    ["+", 1, "Add a line"],
  ];
  $("#edit-resize").replaceChildren(
    ...sides.flatMap((side) => [
      el("span", {}, side),
      ...ways.map(([text, by, what]) =>
        el("button", { type: "button", "aria-label": `${what} at the ${side}`, onclick: () => change(() => state.drawing.grow(side, by)) }, text),
      ),
    ]),
  );
}

/** The view has come to the front: the last drawing, or an empty room. */
export async function shown() {
  fillCollections();
  if (state.view.level) return;
  const rows = setting("drawing", null);
  state.drawing = rows ? new Drawing(rows) : Drawing.room();
  $("#edit-title").value = setting("edit-title", "");
  $("#edit-author").value = setting("edit-author", "");
  state.kept = setting("edit-kept", null);
  render();
}

/** @param {string[]} rows @param {string} [title] @param {string} [author] */
function startOver(rows, title = "", author = $("#edit-author").value) {
  state.kept = null;
  set("edit-kept", null);
  $("#edit-title").value = title;
  $("#edit-author").value = author;
  change(() => state.drawing.set(rows));
}

export function start() {
  state.view = new BoardView($("#edit-stage"));
  state.view.margin = true;
  palette();
  resizeButtons();
  onPointer($("#edit-stage"));
  segmented($("#edit-brush"), (value) => {
    state.brush = /** @type {any} */ (value);
  });
  segmented($("#edit-symmetry"), (value) => {
    state.drawing.symmetry = /** @type {any} */ (value);
  });
  for (const name of ["title", "author"])
    $(`#edit-${name}`).addEventListener("input", (/** @type {any} */ event) => set(`edit-${name}`, event.target.value));
  $("#edit-auto").addEventListener("change", () => check());
  /** @type {Record<string, () => any>} */
  const buttons = {
    "edit-play": toTable,
    "edit-keep": () => keep().catch((error) => notice(error.message, "bad")),
    "edit-watch": async () => {
      const { lurd } = state.known.best ?? state.known.any;
      await toTable();
      play.load(lurd);
    },
    "edit-smaller": () => change(() => state.drawing.shrink(state.spare)),
    "edit-undo": () => state.drawing.undo() && render(),
    "edit-redo": () => state.drawing.redo() && render(),
    "edit-mirror-h": () => change(() => state.drawing.mirror(true)),
    "edit-mirror-v": () => change(() => state.drawing.mirror(false)),
    "edit-rotate": () => change(() => state.drawing.rotate()),
    "edit-load": () => startOver(session.level.xsb.split("\n"), session.view.title ?? "", session.view.author ?? ""),
    "edit-new": () => startOver(Drawing.room().rows),
    "edit-copy": () => copy(state.drawing.text, "the drawing"),
  };
  for (const [id, action] of Object.entries(buttons)) $(`#${id}`).addEventListener("click", action);
}
