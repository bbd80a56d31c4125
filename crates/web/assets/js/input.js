// @ts-check
// Keys, mouse and touch on the board of the game. A click on floor walks there, a click on a box
// takes it in hand and shows where it can go; a dragged box follows the pointer. With touch a
// swipe is a step and two fingers zoom.

import { keyName, notice } from "./dom.js";
import { session } from "./session.js";
import { BoxWays, walk } from "./logic/walks.js";
import * as transport from "./table-transport.js";

/** @type {Record<string, number>} */
const KEYS = {
  arrowup: 0,
  arrowdown: 1,
  arrowleft: 2,
  arrowright: 3,
  w: 0,
  s: 1,
  a: 2,
  d: 3,
  k: 0,
  j: 1,
  h: 2,
  l: 3,
};
/** Pixels after which a touch is a swipe, and half of it after which a press is a drag. */
const SWIPE = 28;
/** Milliseconds after which a touch is held, and tells a cost. */
const HOLD = 450;
/** A walk glides; one longer than this is not worth watching. */
const GLIDE = 60;

/** @typedef {{ cell: number, ways: BoxWays, dragged: boolean }} Hand */
const state = {
  /** @type {any} */
  view: null,
  /** The box in hand. @type {Hand | null} */
  hand: null,
  /** Cells on which a box is lost, when known. @type {() => Set<number>} */
  dead: () => new Set(),
  /** Counts what makes a walk under way obsolete. */
  queue: 0,
};

/** Puts the box in hand down. */
export function release() {
  const { hand, view } = state;
  if (!hand) return;
  if (hand.dragged) view.carry(hand.cell);
  state.hand = null;
  view.setReach(0, null);
}

/** Stops a walk under way and puts the box down. */
export function drop() {
  state.queue++;
  release();
}

/** @param {number} cell @param {boolean} dragged */
function take(cell, dragged) {
  const { game } = session;
  const ways = new BoxWays(game.level, game.boxes, cell, game.player, game.reverse);
  state.hand = { cell, ways, dragged };
  state.view.setReach(cell, ways, game.reverse ? new Set() : state.dead());
  if (!dragged && !ways.cells().length) notice("This box cannot be moved now");
}

/** Makes steps one after the other, quickly enough not to be in the way. @param {any[]} steps @param {boolean} [still] */
function makeAll(steps, still = false) {
  const { game } = session;
  const mine = ++state.queue;
  if (still || steps.length > GLIDE || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    game.makeAll(steps);
    session.changed({ moved: true, still: true });
    return;
  }
  const pace = Math.min(60, 500 / Math.max(steps.length, 1));
  const next = (/** @type {number} */ index) => {
    if (mine !== state.queue || session.game !== game || index >= steps.length) return;
    game.make(steps[index]);
    session.changed({ moved: true });
    setTimeout(next, pace, index + 1);
  };
  next(0);
}

/** One step by key, button or swipe, in a direction of the level. @param {number} dir @param {boolean} [mayPull] */
export function step(dir, mayPull = true) {
  const { game } = session;
  transport.pause();
  drop();
  const possible = game.possible(dir, mayPull);
  if (!possible) return;
  game.make(possible);
  session.changed({ moved: true });
}

/** @param {number} cell */
const isReach = (cell) => Boolean(state.hand && state.hand.ways.costs[cell] > 0);

/** @param {number} cell */
function touchCell(cell) {
  const { game } = session;
  if (cell < 0 || !game.level.inside[cell] || cell === state.hand?.cell) {
    release();
    return;
  }
  if (isReach(cell)) {
    bring(cell);
    return;
  }
  if (game.boxes[cell]) {
    release();
    take(cell, false);
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

/** Brings the box in hand to a cell. @param {number} cell */
function bring(cell) {
  const hand = /** @type {Hand} */ (state.hand);
  const steps = hand.ways.steps(cell);
  // A box that was dragged is there already: the rest should not be watched again.
  const { dragged } = hand;
  release();
  if (steps) makeAll(steps, dragged);
}

/** The way to a cell and its cost, if the box in hand can be brought there. @param {number} cell */
function preview(cell) {
  const { hand, view } = state;
  if (hand && isReach(cell)) view.setWay(hand.ways.path(cell), String(hand.ways.costs[cell]));
  else view.setWay([]);
}

/** Two fingers: how far apart they are, and where. @param {any[]} touches */
function pair(touches) {
  const [a, b] = touches;
  return {
    apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
  };
}

/** @param {any} host */
function onPointer(host) {
  const { view } = state;
  /** @type {any} */
  let press = null;
  /** @type {Map<number, any>} */
  const fingers = new Map();
  /** @type {any} */
  let pinch = null;
  const letGo = () => {
    clearTimeout(press?.timer);
    press = null;
  };

  host.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0 || !session.game) return;
    host.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      letGo();
      release();
      pinch = pair([...fingers.values()]);
      return;
    }
    transport.pause();
    state.queue++;
    const cell = view.cellAt(event);
    press = { x: event.clientX, y: event.clientY, cell, id: event.pointerId, dragged: false, held: false };
    if (event.pointerType === "touch" && isReach(cell)) {
      press.timer = setTimeout(() => {
        if (!press) return;
        press.held = true;
        preview(cell);
      }, HOLD);
    }
  });

  host.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event);
    if (pinch && fingers.size === 2) {
      const now = pair([...fingers.values()]);
      view.zoomBy(now.apart / pinch.apart, now.x, now.y, now.x - pinch.x, now.y - pinch.y);
      pinch = now;
      return;
    }
    if (!press) {
      if (event.pointerType === "mouse" && state.hand) preview(view.cellAt(event));
      return;
    }
    if (press.id !== event.pointerId) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SWIPE / 2;
    if (far && !press.dragged && !press.held && session.game.boxes[press.cell]) {
      press.dragged = true;
      release();
      take(press.cell, true);
    }
    if (press.dragged) {
      view.carry(press.cell, event);
      preview(view.cellAt(event));
    }
  });

  host.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    if (pinch) {
      if (!fingers.size) pinch = null;
      return;
    }
    if (!press || press.id !== event.pointerId) return;
    const { x, y, cell, dragged, held } = press;
    letGo();
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    const swiped = event.pointerType !== "mouse" && Math.hypot(dx, dy) > SWIPE;
    if (held) {
      preview(-1);
      return;
    }
    const to = view.cellAt(event);
    if (dragged && isReach(to)) bring(to);
    else if (swiped) {
      const dir = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? 2 : 3) : dy < 0 ? 0 : 1;
      release();
      step(view.turnedDir(dir));
    } else if (dragged) release();
    else touchCell(cell);
  });
  host.addEventListener("pointercancel", (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    if (!fingers.size) pinch = null;
    letGo();
    release();
  });
  host.addEventListener("pointerleave", () => {
    if (!press) preview(-1);
  });
  host.addEventListener(
    "wheel",
    (/** @type {WheelEvent} */ event) => {
      // A pinch on a touch pad arrives as a wheel with control.
      if (!event.ctrlKey) return;
      event.preventDefault();
      view.zoomBy(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
    },
    { passive: false },
  );
}

/** A key that moves the player; true if it was one. @param {KeyboardEvent} event @param {boolean} lettersToo */
export function key(event, lettersToo) {
  const name = keyName(event);
  const arrow = name.startsWith("arrow");
  const dir = KEYS[name];
  if (dir === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (!arrow && !lettersToo) return false;
  // Letters with shift are commands; arrows with shift walk away without pulling.
  if (event.shiftKey && !arrow) return false;
  step(state.view.turnedDir(dir), !event.shiftKey);
  event.preventDefault();
  return true;
}

/** @param {any} board @param {() => Set<number>} dead */
export function start(board, dead) {
  state.view = board;
  state.dead = dead;
  onPointer(board.host);
  for (const name of /** @type {const} */ (["level", "mode"]))
    session.hear(name, drop);
}
