// The editor: paint, see at once whether it is a level and what is wrong, solve with one key.

import * as api from "./api.js";
import { BoardView, CELL } from "./board-view.js";
import { $, copy, el, quiet, segmented, svg } from "./dom.js";
import * as link from "./logic/link.js";
import { Drawing } from "./logic/drawing.js";
import { plural, seconds } from "./logic/format.js";
import { session } from "./session.js";
import * as play from "./play.js";
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
const KEY_OF = { "#": "#", "-": " ", ".": ".", $: "$", "*": "*", "@": "@", "+": "+" };

let drawing = Drawing.room();
let view = null;
let glyph = "#";
let brush = "pen";
let cursor = [1, 1];
let showCursor = false;
let checked = null;
let solving = null;
let made = null;

function render() {
  const level = drawing.asLevel();
  view.setLevel(level);
  view.setPosition(level.boxes, Math.max(level.player, 0), true);
  if (level.player < 0) view.player.style.display = "none";
  let grid = "";
  for (let row = 0; row <= level.height; row++) grid += `M0 ${row * CELL}h${level.width * CELL}`;
  for (let col = 0; col <= level.width; col++) grid += `M${col * CELL} 0v${level.height * CELL}`;
  view.layers.under.replaceChildren(svg("path", { class: "cell-grid", d: grid }));
  marks(null);
  view.label(`Drawing of ${level.width} by ${level.height} cells`);
  $("#edit-size").textContent = `${level.width} × ${level.height}`;
  $("#edit-undo").disabled = !drawing.past.length;
  $("#edit-redo").disabled = !drawing.future.length;
  set("drawing", drawing.rows);
  solving?.abort();
  check();
}

function marks(problem) {
  const list = [];
  const cell = ([row, col]) => row * drawing.width + col;
  if (problem?.at) list.push({ cell: cell(problem.at), kind: "bad" });
  if (showCursor) list.push({ cell: cell(cursor), kind: "cursor" });
  view.setMarks(list);
}

/** Asks the server whether this is a level; counts are shown at once. */
const check = quiet(async () => {
  const boxes = drawing.count("$*");
  const goals = drawing.count(".+*");
  const players = drawing.count("@+");
  const rows = [
    [players === 1, players === 1 ? "one player" : players ? `${players} players` : "no player yet"],
    [boxes > 0, boxes ? plural(boxes, "box") : "no box yet"],
    [boxes === goals && boxes > 0, `${plural(goals, "goal")} for ${plural(boxes, "box")}`],
  ];
  checked?.abort();
  checked = new AbortController();
  try {
    const { level, problem } = await api.ask("/levels/check", { rows: drawing.rows }, checked.signal);
    made = level;
    rows.push([!problem, problem ? sentence(problem.message) : "closed, and ready to be played"]);
    if (level) await hopeless(rows, checked.signal);
    marks(problem);
    line(problem ? sentence(problem.message) : "A level. S solves it.", problem ? "" : "good");
  } catch (error) {
    if (error.name === "AbortError") return;
    line(error.message, "bad");
  }
  $("#edit-checks").replaceChildren(
    ...rows.map(([good, text]) => el("li", { class: good ? "" : "no" }, text)),
  );
}, 60);

async function hopeless(rows, signal) {
  const found = await api.ask("/analyse", { level: made.xsb, deadlocks: true }, signal);
  if (found.deadlock) rows.push([false, `hopeless as it starts: ${found.deadlock.title}`]);
  else if (!found.solved && found.lower_bound !== null)
    rows.push([true, `at least ${plural(found.lower_bound, "push")}`]);
  else if (found.solved) rows.push([false, "every box starts on a goal"]);
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1);

function line(text, kind) {
  $("#edit-line").textContent = text;
  $("#edit-line").dataset.kind = kind;
}

function answer(text, kind = "") {
  $("#edit-answer").textContent = text;
  $("#edit-answer").dataset.kind = kind;
}

/** Solves what is drawn; a change of the drawing stops it. */
export async function solve() {
  await api.ask("/levels/check", { rows: drawing.rows }).then(({ level }) => {
    made = level;
  });
  if (!made) {
    answer("This is not a level yet; see below what is missing.", "bad");
    return;
  }
  solving?.abort();
  const mine = (solving = new AbortController());
  answer("Searching …");
  try {
    await api.listen(
      "/solve",
      { level: made.xsb, time_s: 30 },
      (name, data) => {
        if (solving !== mine) return;
        if (name === "progress") answer(`Searching … ${plural(data.expanded, "position")}`);
        if (name === "error") answer(data.error.message, "bad");
        if (name === "result") tell(data);
      },
      mine.signal,
    );
  } catch (error) {
    if (error.name !== "AbortError") answer(error.message, "bad");
    else answer("The drawing has changed.");
  }
}

function tell(record) {
  const time = seconds(record.time_s);
  if (record.status === "unsolvable") {
    answer(`Proved: no solution (${time}).`, "bad");
    return;
  }
  if (record.status !== "solved") {
    answer(`Not solved in ${time}.`);
    return;
  }
  answer(`Solved: ${plural(record.moves, "move")}, ${plural(record.pushes, "push")} (${time}). `, "good");
  $("#edit-answer").append(
    el(
      "button",
      {
        type: "button",
        class: "plain",
        onclick: async () => {
          await toTable();
          play.load(record.lurd);
        },
      },
      "Watch it",
    ),
  );
}

async function toTable() {
  if (!made) {
    answer("This is not a level yet; see below what is missing.", "bad");
    return;
  }
  const view = { ...made, title: "My drawing" };
  await session.open(view, { text: link.levelText(view) }, [view]);
  location.hash = link.write("play", session.source);
}

function change(action) {
  drawing.keep();
  action();
  render();
}

function onPointer(host) {
  let from = null;
  const place = (event) => {
    const cell = view.cellAt(event);
    return cell < 0 ? null : [Math.floor(cell / drawing.width), cell % drawing.width];
  };
  host.addEventListener("pointerdown", (event) => {
    const at = place(event);
    if (!at) return;
    showCursor = false;
    host.setPointerCapture(event.pointerId);
    from = at;
    const paint = event.button === 2 ? " " : glyph;
    if (brush === "fill") change(() => drawing.fill(...at, paint));
    else if (brush === "pen") change(() => drawing.paint(...at, paint));
  });
  host.addEventListener("pointermove", (event) => {
    const at = from && brush === "pen" ? place(event) : null;
    if (!at || (at[0] === from[0] && at[1] === from[1])) return;
    from = at;
    drawing.paint(...at, event.buttons === 2 ? " " : glyph);
    render();
  });
  host.addEventListener("pointerup", (event) => {
    const at = place(event);
    if (from && at && brush === "box") change(() => drawing.paintBox(from, at, glyph));
    from = null;
  });
  host.addEventListener("contextmenu", (event) => event.preventDefault());
}

function choose(next) {
  glyph = next;
  for (const button of $("#palette").children)
    button.setAttribute("aria-pressed", String(button.value === next));
}

/** Keys of this view. */
export function key(event) {
  const control = event.ctrlKey || event.metaKey;
  const name = event.key;
  if (control && name.toLowerCase() === "z") {
    event.preventDefault();
    if (event.shiftKey ? drawing.redo() : drawing.undo()) render();
    return;
  }
  if (control && name.toLowerCase() === "y") {
    event.preventDefault();
    if (drawing.redo()) render();
    return;
  }
  if (control || event.altKey) return;
  if (name.toLowerCase() === "s") {
    solve();
    return;
  }
  if (KEY_OF[name] !== undefined) {
    choose(KEY_OF[name]);
    return;
  }
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const onStage = event.target === $("#edit-stage") || event.target === document.body;
  if (!onStage) return;
  if (steps[name]) {
    showCursor = true;
    const [dr, dc] = steps[name];
    cursor = [
      Math.min(Math.max(cursor[0] + dr, 0), drawing.height - 1),
      Math.min(Math.max(cursor[1] + dc, 0), drawing.width - 1),
    ];
    marks(null);
    event.preventDefault();
  } else if (name === " " || name === "Enter") {
    change(() => drawing.paint(...cursor, glyph));
    event.preventDefault();
  }
}

function palette() {
  const swatch = (tile) => {
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
        { type: "button", value: tile, "aria-pressed": String(tile === glyph), onclick: () => choose(tile) },
        swatch(tile),
        name,
      ),
    ),
  );
}

/** The view has come to the front: the last drawing, or the level in hand. */
export function shown() {
  if (view.level) return;
  const rows = setting("drawing", null);
  drawing = rows ? new Drawing(rows) : Drawing.room();
  render();
}

export function start() {
  view = new BoardView($("#edit-stage"));
  palette();
  onPointer($("#edit-stage"));
  segmented($("#edit-brush"), (value) => {
    brush = value;
  });
  $("#edit-resize").replaceChildren(
    ...["top", "bottom", "left", "right"].flatMap((side) => [
      el("span", {}, side),
      ...[
        ["−", -1, "Take a line away"],
        ["+", 1, "Add a line"],
      ].map(([text, by, what]) =>
        el(
          "button",
          {
            type: "button",
            "aria-label": `${what} at the ${side}`,
            onclick: () => {
              if (drawing.resize(side, by)) render();
            },
          },
          text,
        ),
      ),
    ]),
  );
  const buttons = {
    "edit-solve": solve,
    "edit-play": toTable,
    "edit-undo": () => {
      if (drawing.undo()) render();
    },
    "edit-redo": () => {
      if (drawing.redo()) render();
    },
    "edit-mirror-h": () => {
      drawing.mirror(true);
      render();
    },
    "edit-mirror-v": () => {
      drawing.mirror(false);
      render();
    },
    "edit-rotate": () => {
      drawing.rotate();
      render();
    },
    "edit-load": () => change(() => drawing.set(session.level.xsb.split("\n"))),
    "edit-new": () => change(() => drawing.set(Drawing.room().rows)),
    "edit-copy": () => copy(drawing.text, "the drawing"),
  };
  for (const [id, action] of Object.entries(buttons)) $(`#${id}`).addEventListener("click", action);
}
