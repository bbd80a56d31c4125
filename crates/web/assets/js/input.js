// Keys, mouse and touch on the board of the game. A click on floor walks there, a click on a
// box takes it in hand and shows where it can go; dragging a box does both; a swipe is a step.

import { notice } from "./dom.js";
import { session } from "./session.js";
import { BoxWays, walk } from "./walks.js";
import * as transport from "./transport.js";

const KEYS = {
  ArrowUp: 0,
  ArrowDown: 1,
  ArrowLeft: 2,
  ArrowRight: 3,
  KeyW: 0,
  KeyS: 1,
  KeyA: 2,
  KeyD: 3,
  KeyK: 0,
  KeyJ: 1,
  KeyH: 2,
  KeyL: 3,
};
const ARROWS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);
/** Pixels after which a touch is a swipe, and a press a drag. */
const SWIPE = 28;
/** A walk glides; one longer than this is not worth watching. */
const GLIDE = 60;

let view = null;
let hand = null;
let queue = 0;

/** Puts the box in hand down. */
export function release() {
  hand = null;
  view.setReach(0, null);
}

function take(cell) {
  const { game } = session;
  const ways = new BoxWays(game.level, game.boxes, cell, game.player, game.reverse);
  hand = { cell, ways };
  view.setReach(cell, ways);
  if (!ways.cells().length) notice("This box cannot be moved from here");
}

/** Makes steps one after the other, quickly enough not to be in the way. */
function makeAll(steps) {
  const { game } = session;
  const mine = ++queue;
  if (steps.length > GLIDE || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    game.makeAll(steps);
    session.changed({ moved: true, still: true });
    return;
  }
  const pace = Math.min(60, 500 / Math.max(steps.length, 1));
  const next = (index) => {
    if (mine !== queue || session.game !== game || index >= steps.length) return;
    game.make(steps[index]);
    session.changed({ moved: true });
    setTimeout(next, pace, index + 1);
  };
  next(0);
}

/** One step by key, button or swipe. */
export function step(dir, mayPull = true) {
  const { game } = session;
  queue++;
  transport.pause();
  release();
  const possible = game.possible(dir, mayPull);
  if (!possible) return;
  game.make(possible);
  session.changed({ moved: true });
}

function touchCell(cell) {
  const { game } = session;
  if (cell < 0 || !game.level.inside[cell]) {
    release();
    return;
  }
  if (hand && cell === hand.cell) {
    release();
    return;
  }
  if (hand && hand.ways.costs[cell] > 0) {
    drop(cell);
    return;
  }
  if (game.boxes[cell]) {
    take(cell);
    return;
  }
  release();
  if (game.jump(cell)) {
    session.changed({ moved: true, still: true });
    return;
  }
  const way = walk(game.level, game.boxes, game.player, cell);
  if (way) makeAll(way.map((dir) => ({ dir, box: false })));
  else notice("The player cannot walk there now");
}

function drop(cell) {
  const steps = hand.ways.steps(cell);
  release();
  if (steps) makeAll(steps);
}

function onPointer(host) {
  let press = null;
  host.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    transport.pause();
    queue++;
    press = {
      x: event.clientX,
      y: event.clientY,
      cell: view.cellAt(event),
      id: event.pointerId,
      dragged: false,
    };
    host.setPointerCapture(event.pointerId);
  });
  host.addEventListener("pointermove", (event) => {
    if (!press || press.id !== event.pointerId) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SWIPE / 2;
    if (far && !press.dragged && session.game.boxes[press.cell]) {
      press.dragged = true;
      take(press.cell);
    }
  });
  host.addEventListener("pointerup", (event) => {
    if (!press || press.id !== event.pointerId) return;
    const { x, y, cell, dragged } = press;
    press = null;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (dragged) {
      const to = view.cellAt(event);
      if (hand && hand.ways.costs[to] > 0) drop(to);
    } else if (event.pointerType !== "mouse" && Math.hypot(dx, dy) > SWIPE) {
      step(Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? 2 : 3) : dy < 0 ? 0 : 1);
    } else {
      touchCell(cell);
    }
  });
  host.addEventListener("pointercancel", () => {
    press = null;
  });
}

/** A key that moves the player; true if it was one. */
export function key(event) {
  const dir = KEYS[event.code];
  if (dir === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  // Letters with shift are commands; arrows with shift walk away without pulling.
  if (event.shiftKey && !ARROWS.has(event.code)) return false;
  step(dir, !event.shiftKey);
  event.preventDefault();
  return true;
}

export function start(board) {
  view = board;
  onPointer(board.host);
  session.hear("level", () => {
    queue++;
    release();
  });
  session.hear("mode", () => {
    queue++;
    release();
  });
}
