// @ts-check
// Playing: the numbers beside the title, undo and redo, snapshots and branches, what is known of
// the level, and what one can take away. Winning is in win.js.

import * as advice from "./advice.js";
import { say } from "./advice.js";
import * as api from "./api.js";
import { BoardView } from "./board-view.js";
import { $, $$, askName, copy, el, keyName, notice, segmented } from "./dom.js";
import * as hints from "./hints.js";
import * as input from "./input.js";
import { count, plural } from "./logic/format.js";
import { lettersOf, stepsOf } from "./logic/game.js";
import { describe } from "./logic/history.js";
import { solutionsOf } from "./logic/library.js";
import * as link from "./logic/link.js";
import { score } from "./logic/metrics.js";
import { session } from "./session.js";
import { set, setting } from "./store.js";
import * as transport from "./table-transport.js";
import * as win from "./win.js";

/** Solutions of a file that are replayed; some files have dozens. */
const MOST_KNOWN = 6;
/** A level this much wider than tall is turned on a tall screen. */
const WIDE = 1.4;

const state = {
  /** @type {any} */
  view: null,
  /** What one undo takes back. @type {"push" | "move"} */
  unit: "push",
  /** The line that was celebrated, so that it is done once. */
  celebrated: "",
};

/** @param {string} name @param {string} value */
function write(name, value) {
  for (const part of $$(`[data-m=${name}]`)) part.textContent = value;
}

function render({ still = false } = {}) {
  const { game, level } = session;
  const { view } = state;
  for (const part of $$("[data-pushes]")) part.textContent = game.reverse ? "pulls" : "pushes";
  const home = game.reverse ? level.boxes : level.goal;
  if (view.home !== home) view.setHome(home);
  view.setPosition(game.boxes, game.player, still);
  const numbers = score(game);
  write("moves", count(numbers.moves));
  write("pushes", count(numbers.pushes));
  for (const name of /** @type {const} */ (["lines", "changes", "sessions", "turns"]))
    $(`#m-${name}`).textContent = count(numbers[name]);
  const { placed } = game;
  $("#m-placed").textContent = `${placed} / ${level.boxCount}`;
  for (const id of ["#undo", "#phone-undo", "#restart"]) $(id).disabled = game.at === 0;
  for (const id of ["#redo", "#phone-redo"]) $(id).disabled = game.at === game.steps.length;
  view.label(
    `${level.title}: player at ${level.name(game.player)}, ${placed} of ${level.boxCount} boxes in place, ` +
      `${plural(numbers.pushes, "push")}, ${plural(numbers.moves, "move")}`,
  );
}

/** @param {any} detail */
function onGame(detail) {
  render(detail);
  const { game } = session;
  if (detail.moved || detail.replay || detail.opened) {
    advice.forget();
    say(greeting());
    win.close();
  }
  advice.analyse();
  const finished = game.solved && game.at === game.steps.length && game.at > 0;
  // A tab may have been closed between the last push and its verification.
  if (finished && (!detail.opened || !session.result.moves)) finish(Boolean(detail.opened));
}

function greeting() {
  const { game } = session;
  return game.reverse && game.at === 0
    ? "Reverse play: pull the boxes from the goals back to where they start. Click anywhere to place the player."
    : "";
}

/** The game is over: have it replayed by the verifier, and remember it. @param {boolean} quietly */
async function finish(quietly) {
  const { game, level, byEngine, key } = session;
  const isHere = () => session.game === game;
  const lurd = game.reverse ? lettersOf(game.forwardSteps()) : game.lurd();
  try {
    const answer = await api.ask("/verify", { level: level.xsb, moves: lurd });
    if (!answer.solved) return;
    const { moves, pushes } = answer.score;
    if (byEngine) {
      if (isHere()) say(`Solved: ${plural(moves, "move")}, ${plural(pushes, "push")}.`, "good");
      return;
    }
    const own = { lurd: answer.moves, moves, pushes };
    const better = await session.learn({ kind: "best", data: own }, key);
    if (quietly || !isHere()) return;
    const record = better.length ? ` Your best in ${better.join(" and ")}.` : "";
    const how = game.reverse ? "Solved backwards" : "Solved";
    say(`${how}: ${plural(moves, "move")}, ${plural(pushes, "push")}.${record}`, "good");
    win.open(own, better);
  } catch (error) {
    notice(/** @type {Error} */ (error).message, "bad");
  }
}

/** Rows of what is known of the level: one's best, what was found, what came with the file. */
function renderKnown() {
  const { result, known } = session;
  /** @type {[string, any][]} */
  const rows = [];
  if (result.moves) rows.push(["Your fewest moves", result.moves]);
  if (result.pushes && result.pushes.lurd !== result.moves?.lurd) rows.push(["Your fewest pushes", result.pushes]);
  if (result.found) rows.push(["Solver", result.found]);
  for (const it of known) rows.push([it.title || "Known solution", it]);
  const proved = Object.entries(result.proved).map(([what, value]) => `${value} ${what}`);
  $("#best").replaceChildren(
    ...(result.moves ? [] : [el("li", { class: "dim" }, "Not solved yet in this browser")]),
    ...rows.map(([name, game]) =>
      el(
        "li",
        {},
        el("span", {}, name),
        el(
          "span",
          { class: "numbers" },
          `${count(game.moves)} / ${count(game.pushes)}`,
          el("button", { class: "plain", type: "button", title: `${plural(game.moves, "move")}, ${plural(game.pushes, "push")}`, "aria-label": `Show: ${name}, ${plural(game.moves, "move")}, ${plural(game.pushes, "push")}`, onclick: () => load(game.lurd) }, "Show"),
        ),
      ),
    ),
    ...(proved.length
      ? [el("li", { title: "A search has shown that no solution has fewer" }, el("span", {}, "Proved fewest"), el("span", { class: "numbers" }, proved.join(", ")))]
      : []),
  );
}

/** Replays the solutions that came with the level; only those that hold are shown. */
async function readKnown() {
  const { level, view } = session;
  const games = solutionsOf(view).slice(0, MOST_KNOWN);
  if (!games.length) return;
  const answers = await Promise.all(
    games.map((game) =>
      api
        .ask("/verify", { level: level.xsb, moves: game.moves })
        .then((answer) => (answer.solved ? { title: game.title, lurd: answer.moves, ...answer.score } : null))
        .catch(() => null),
    ),
  );
  if (session.level === level) session.setKnown(answers.filter(Boolean));
}

function renderKept() {
  const { story } = session;
  $("#kept").replaceChildren(
    ...(story.kept.length
      ? story.kept
          .slice()
          .reverse()
          .map((/** @type {any} */ kept) =>
            el(
              "li",
              {},
              el("button", { type: "button", class: "plain", title: "Go back to this line", onclick: () => goTo(kept) }, describe(kept)),
              el("button", { type: "button", class: "plain", "aria-label": `Delete ${describe(kept)}`, onclick: () => session.forget(kept) }, "×"),
            ),
          )
      : [el("li", { class: "dim" }, "Lines you abandon by undoing are kept here.")]),
  );
}

/** @param {any} kept */
function goTo(kept) {
  transport.pause();
  input.drop();
  session.goTo(kept);
}

async function takeSnapshot() {
  const pushes = score(session.game).pushes;
  const name = await askName("Name of the snapshot", `After ${plural(pushes, session.game.reverse ? "pull" : "push")}`);
  if (name !== null) session.takeSnapshot(name);
}

/** Puts moves that were replayed on the board and shows them from the start. @param {string} lurd */
export function load(lurd) {
  input.drop();
  session.load(stepsOf(lurd));
  session.changed({ replay: true, still: true });
  transport.play();
}

/** A link to the level in hand, title and author included, with the moves made. */
export function share() {
  const { level, view, game } = session;
  const moves = game.reverse ? "" : game.lurd();
  const place = link.write("play", { text: link.levelText({ ...view, xsb: level.xsb }) }, moves);
  copy(location.href.split("#")[0] + place, moves ? "a link to the level with your moves" : "a link to the level");
}

/** @param {"undo" | "redo"} way */
function takeBack(way) {
  transport.pause();
  input.drop();
  const { game } = session;
  if (way === "undo") state.unit === "push" ? game.undoPush() : game.undo();
  else state.unit === "push" ? game.redoPush() : game.redo();
  session.changed({ replay: true });
}
export const undo = () => takeBack("undo");
export const redo = () => takeBack("redo");

export function restart() {
  input.drop();
  transport.seek(0);
}

/** Puts the box in hand down; away from the table a replay stops too. @param {boolean} away */
export function leave(away) {
  input.drop();
  if (away) transport.pause();
}

/** @param {number} factor */
function zoom(factor) {
  const frame = state.view.host.getBoundingClientRect();
  if (factor) state.view.zoomBy(factor, frame.x + frame.width / 2, frame.y + frame.height / 2);
  else state.view.unzoom();
}

/** Keys of this view; true if the key was one. @param {KeyboardEvent} event */
export function key(event) {
  const control = event.ctrlKey || event.metaKey;
  const letters = setting("shortcuts", true);
  const name = keyName(event);
  if (control && (name === "z" || name === "y")) {
    if (name === "y" || event.shiftKey) redo();
    else undo();
    event.preventDefault();
    return true;
  }
  if (control || event.altKey) return false;
  if (event.shiftKey && name === "g" && letters) {
    hints.hint(true);
    return true;
  }
  if (name === "enter" && win.next()) {
    event.preventDefault();
    return true;
  }
  /** @type {Record<string, () => void>} */
  const named = { backspace: undo, escape: () => (win.close(), input.release(), hints.cancel()) };
  /** @type {Record<string, () => void>} */
  const single = {
    z: undo,
    y: redo,
    r: restart,
    "[": () => transport.seek(session.game.at - 1),
    "]": () => transport.seek(session.game.at + 1),
    g: () => hints.hint(false),
    x: () => $("#show-dead").click(),
    c: () => $("#show-axes").click(),
    b: takeSnapshot,
    "+": () => zoom(1.4),
    "=": () => zoom(1.4),
    "-": () => zoom(1 / 1.4),
    0: () => zoom(0),
    " ": transport.toggle,
  };
  const action = named[name] ?? (letters ? single[name] : undefined);
  if (action && !(event.shiftKey && /^[a-z]$/.test(name))) {
    action();
    event.preventDefault();
    return true;
  }
  return input.key(event, letters);
}

/** Turns a wide level on a tall screen. */
function turn() {
  const { level } = session;
  if (!level) return;
  const frame = state.view.host.getBoundingClientRect();
  const tall = frame.height > frame.width && matchMedia("(max-width: 44rem)").matches;
  state.view.setTurned(tall && level.width > WIDE * level.height);
}

function boardSettings() {
  const { view } = state;
  const skin = segmented($("#skin"), (value) => {
    set("skin", value);
    document.documentElement.dataset.skin = value;
  });
  skin(setting("skin", "wood"));
  document.documentElement.dataset.skin = setting("skin", "wood");
  /** @type {[string, string, boolean, (on: boolean) => void][]} */
  const switches = [
    ["#show-axes", "axes", false, (on) => view.setAxes(on)],
    ["#show-chequer", "chequer", true, (on) => view.host.classList.toggle("chequered", on)],
  ];
  for (const [id, name, otherwise, paint] of switches) {
    const box = $(id);
    box.checked = setting(name, otherwise);
    box.addEventListener("change", () => {
      set(name, box.checked);
      paint(box.checked);
    });
    paint(box.checked);
  }
  segmented($("#undo-unit"), (value) => {
    state.unit = value === "move" ? "move" : "push";
  });
}

function renderTitle() {
  const { level, shelf } = session;
  $("#title").textContent = level.title;
  $("#author").textContent = [level.author, `${level.width} × ${level.height}`, plural(level.boxCount, "box")]
    .filter(Boolean)
    .join(" · ");
  $("#place").textContent = shelf.length > 1 ? `${session.place + 1} / ${shelf.length}` : "";
}

export function start() {
  const view = (state.view = new BoardView($("#stage")));
  input.start(view, advice.deadSquares);
  advice.start(view);
  hints.start(view);
  win.start(share);
  boardSettings();
  const mode = segmented($("#mode"), (value) => session.begin(value === "reverse"));
  for (const id of ["#undo", "#phone-undo"]) $(id).addEventListener("click", undo);
  for (const id of ["#redo", "#phone-redo"]) $(id).addEventListener("click", redo);
  $("#restart").addEventListener("click", restart);
  $("#snapshot").addEventListener("click", takeSnapshot);
  $("#share").addEventListener("click", share);
  $("#copy-level").addEventListener("click", () => copy(session.game.xsb(), "the position as text"));
  $("#copy-moves").addEventListener("click", () => copy(session.game.lurd(), "the moves"));
  new ResizeObserver(turn).observe(view.host);
  session.hear("level", () => {
    view.setLevel(session.level);
    view.setAxes(setting("axes", false));
    turn();
    mode(session.game.reverse ? "reverse" : "forward");
    renderTitle();
    renderKnown();
    renderKept();
    readKnown();
  });
  session.hear("mode", () => mode(session.game.reverse ? "reverse" : "forward"));
  session.hear("result", renderKnown);
  session.hear("known", renderKnown);
  session.hear("story", renderKept);
  session.hear("game", onGame);
}
