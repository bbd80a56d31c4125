// Playing: the numbers beside the board, undo and redo, the end of a game and the best ones, and
// what one can take away.

import * as advice from "./advice.js";
import { say } from "./advice.js";
import * as api from "./api.js";
import { BoardView } from "./board-view.js";
import { $, copy, el, notice, segmented } from "./dom.js";
import { count, plural } from "./format.js";
import { stepsOf } from "./game.js";
import * as input from "./input.js";
import * as link from "./link.js";
import { score } from "./metrics.js";
import { session } from "./session.js";
import { best, keep } from "./store.js";
import * as transport from "./transport.js";

let view = null;
let unit = "push";

function render({ still = false } = {}) {
  const { game, level } = session;
  $("#m-pushes").previousElementSibling.textContent = game.reverse ? "pulls" : "pushes";
  const home = game.reverse ? level.boxes : level.goal;
  if (view.home !== home) view.setHome(home);
  view.setPosition(game.boxes, game.player, still);
  const numbers = score(game);
  for (const [name, value] of Object.entries(numbers)) $(`#m-${name}`).textContent = count(value);
  const placed = game.placed;
  $("#m-placed").textContent = `${placed} / ${level.boxCount}`;
  $("#undo").disabled = game.at === 0;
  $("#redo").disabled = game.at === game.steps.length;
  $("#restart").disabled = game.at === 0;
  view.label(
    `${level.title}: player at ${level.name(game.player)}, ${placed} of ${level.boxCount} boxes in place, ` +
      `${plural(numbers.pushes, "push")}, ${plural(numbers.moves, "move")}`,
  );
}

function onGame(detail) {
  render(detail);
  const { game } = session;
  if (detail.moved || detail.replay || detail.still) {
    advice.forget();
    say(greeting());
  }
  advice.analyse();
  const finished = game.solved && game.at === game.steps.length && game.at > 0;
  if (finished) finish(detail);
}

function greeting() {
  const { game } = session;
  if (!game.reverse) return "";
  return game.at === 0
    ? "Reverse play: pull the boxes from the goals back to where they start. Click anywhere to place the player."
    : "";
}

/** The game is over: have it replayed by the verifier, and remember it. */
async function finish(detail) {
  const { game, level } = session;
  const steps = game.reverse ? game.forwardSteps() : game.steps.slice(0, game.at);
  const lurd = game.reverse ? plain(steps) : game.lurd();
  try {
    const answer = await api.ask("/verify", { level: level.xsb, moves: lurd });
    if (session.game !== game || !answer.solved) return;
    const { moves, pushes } = answer.score;
    if (!detail.solver) celebrate(level, { lurd: answer.moves, moves, pushes }, game.reverse);
  } catch (error) {
    notice(error.message, "bad");
  }
}

const plain = (steps) => steps.map(({ dir, box }) => (box ? "UDLR" : "udlr")[dir]).join("");

function celebrate(level, game, reverse) {
  const better = session.byEngine ? [] : keep(level, game);
  const record = better.length ? ` Your best in ${better.join(" and ")}.` : "";
  const how = reverse ? "Solved backwards" : "Solved";
  say(`${how}: ${plural(game.moves, "move")}, ${plural(game.pushes, "push")}.${record}`, "good");
  view.host.classList.add("won");
  setTimeout(() => view.host.classList.remove("won"), 900);
  renderBest();
}

function renderBest() {
  const known = best(session.level);
  const rows = Object.entries(known).map(([name, game]) =>
    el(
      "li",
      {},
      el("span", {}, `fewest ${name}: ${game.moves} moves, ${game.pushes} pushes`),
      el("button", { class: "plain", type: "button", onclick: () => load(game.lurd) }, "Show"),
    ),
  );
  $("#best").replaceChildren(
    ...(rows.length ? rows : [el("li", { class: "dim" }, "Not solved yet in this browser")]),
  );
}

/** Loads moves that were replayed, and shows them from the start. */
export function load(lurd) {
  if (session.game.reverse) session.begin(false);
  const { game } = session;
  game.seek(0);
  game.steps = stepsOf(lurd);
  session.byEngine = true;
  transport.play();
}

export function undo() {
  transport.pause();
  input.release();
  if (unit === "push") session.game.undoPush();
  else session.game.undo();
  session.changed({ replay: true });
}

export function redo() {
  transport.pause();
  input.release();
  if (unit === "push") session.game.redoPush();
  else session.game.redo();
  session.changed({ replay: true });
}

export function restart() {
  transport.seek(0);
  input.release();
}

/** Keys of this view; true if the key was one. */
export function key(event) {
  const control = event.ctrlKey || event.metaKey;
  const name = event.key.toLowerCase();
  if (control && name === "z") {
    if (event.shiftKey) redo();
    else undo();
    event.preventDefault();
    return true;
  }
  if (control && name === "y") {
    redo();
    event.preventDefault();
    return true;
  }
  if (control || event.altKey) return false;
  if (event.shiftKey && name === "h") {
    advice.hint(true);
    return true;
  }
  const actions = {
    z: undo,
    backspace: undo,
    y: redo,
    r: restart,
    "?": null,
    "[": () => transport.seek(session.game.at - 1),
    "]": () => transport.seek(session.game.at + 1),
    g: () => advice.hint(false),
    x: () => $("#show-dead").click(),
    escape: input.release,
    " ": transport.toggle,
  };
  const action = actions[name];
  if (action && !(event.shiftKey && name !== "backspace")) {
    action();
    event.preventDefault();
    return true;
  }
  return input.key(event);
}

export function start() {
  view = new BoardView($("#stage"));
  input.start(view);
  advice.start(view);
  segmented($("#undo-unit"), (value) => {
    unit = value;
  });
  const mode = segmented($("#mode"), (value) => session.begin(value === "reverse"));
  $("#undo").addEventListener("click", undo);
  $("#redo").addEventListener("click", redo);
  $("#restart").addEventListener("click", restart);
  $("#hint-box").addEventListener("click", () => advice.hint(false));
  $("#hint-push").addEventListener("click", () => advice.hint(true));
  $("#copy-level").addEventListener("click", () => copy(session.game.xsb(), "the position as text"));
  $("#copy-moves").addEventListener("click", () => copy(session.game.lurd(), "the moves"));
  $("#copy-link").addEventListener("click", () => {
    const { level, game } = session;
    const place = link.write("play", { text: level.xsb }, game.reverse ? "" : game.lurd());
    copy(location.href.split("#")[0] + place, "a link");
  });
  session.hear("level", () => {
    const { level } = session;
    view.setLevel(level);
    session.byEngine = false;
    mode("forward");
    $("#title").textContent = level.title;
    $("#author").textContent = [
      level.author,
      `${level.width} × ${level.height}`,
      plural(level.boxCount, "box"),
    ]
      .filter(Boolean)
      .join(" · ");
    say("");
    renderBest();
  });
  session.hear("mode", () => {
    mode(session.game.reverse ? "reverse" : "forward");
    say(greeting());
  });
  session.hear("game", (detail) => {
    if (detail.moved) session.byEngine = false;
    onGame(detail);
  });
}
