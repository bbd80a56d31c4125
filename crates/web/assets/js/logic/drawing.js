// @ts-check
// A level being drawn: a grid of the seven characters, always a rectangle, with every change
// undoable. It need not be a level yet. With a symmetry every stroke is made on both sides.

export const LARGEST = 100;

/** @typedef {"left" | "right" | "top" | "bottom"} Side */
/** @typedef {"none" | "across" | "down" | "both"} Symmetry */

export class Drawing {
  /** @param {string[]} rows */
  constructor(rows) {
    /** @type {string[][]} */
    this.past = [];
    /** @type {string[][]} */
    this.future = [];
    /** @type {string[][]} */
    this.grid = [];
    /** @type {Symmetry} */
    this.symmetry = "none";
    this.set(rows);
  }

  /** @param {string[]} rows */
  set(rows) {
    const width = Math.max(1, ...rows.map((row) => row.length));
    this.grid = rows.map((row) => [...row.replaceAll("-", " ").replaceAll("_", " ").padEnd(width)]);
    if (!this.grid.length) this.grid = [[" "]];
  }

  static room(width = 9, height = 7) {
    const rows = [
      "#".repeat(width),
      ...Array(height - 2).fill(`#${" ".repeat(width - 2)}#`),
      "#".repeat(width),
    ];
    return new Drawing(rows);
  }

  get width() {
    return this.grid[0].length;
  }
  get height() {
    return this.grid.length;
  }
  get rows() {
    return this.grid.map((row) => row.join(""));
  }
  /** Level text; rows of floor alone are written so that they do not end the level. */
  get text() {
    return this.rows.map((row) => row.trimEnd() || "-").join("\n");
  }

  /** Keeps the present for undo; a stroke of the brush keeps it once. */
  keep() {
    this.past.push(this.rows);
    if (this.past.length > 500) this.past.shift();
    this.future = [];
  }

  undo() {
    return this.#swap(this.past, this.future);
  }
  redo() {
    return this.#swap(this.future, this.past);
  }

  /** @param {string[][]} from @param {string[][]} to */
  #swap(from, to) {
    const rows = from.pop();
    if (!rows) return false;
    to.push(this.rows);
    this.set(rows);
    return true;
  }

  /**
   * A cell and its images under the symmetry.
   * @param {number} row @param {number} col
   * @returns {[number, number][]}
   */
  #images(row, col) {
    const across = this.symmetry === "across" || this.symmetry === "both";
    const down = this.symmetry === "down" || this.symmetry === "both";
    const rows = down ? [row, this.height - 1 - row] : [row];
    const cols = across ? [col, this.width - 1 - col] : [col];
    return rows.flatMap((r) => cols.map((c) => /** @type {[number, number]} */ ([r, c])));
  }

  /**
   * Paints one cell and its images; there is only one player, and pieces go onto goals.
   * @param {number} row @param {number} col @param {string} glyph
   */
  paint(row, col, glyph) {
    if (this.grid[row]?.[col] === undefined) return;
    if ("@+".includes(glyph)) {
      this.#takePlayerAway();
      this.#put(row, col, glyph);
      return;
    }
    for (const [r, c] of this.#images(row, col)) this.#put(r, c, glyph);
  }

  /** @param {number} row @param {number} col @param {string} glyph */
  #put(row, col, glyph) {
    const onGoal = ".+*".includes(this.grid[row][col]);
    this.grid[row][col] = glyph === "@" ? (onGoal ? "+" : "@") : glyph === "$" && onGoal ? "*" : glyph;
  }

  #takePlayerAway() {
    for (const row of this.grid) {
      row.forEach((glyph, col) => {
        if (glyph === "@") row[col] = " ";
        else if (glyph === "+") row[col] = ".";
      });
    }
  }

  /** @param {number[]} from @param {number[]} to @param {string} glyph */
  paintBox([r1, c1], [r2, c2], glyph) {
    for (let row = Math.min(r1, r2); row <= Math.max(r1, r2); row++) {
      for (let col = Math.min(c1, c2); col <= Math.max(c1, c2); col++) this.paint(row, col, glyph);
    }
  }

  /**
   * Paints all that is joined to a cell and looks the same.
   * @param {number} row @param {number} col @param {string} glyph
   */
  fill(row, col, glyph) {
    const same = this.grid[row]?.[col];
    if (same === undefined || same === glyph || "@+".includes(glyph)) {
      this.paint(row, col, glyph);
      return;
    }
    /** @type {[number, number][]} */
    const waiting = [[row, col]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [r, c] = next;
      if (this.grid[r]?.[c] !== same) continue;
      this.grid[r][c] = glyph;
      waiting.push([r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]);
    }
  }

  /**
   * Adds (above zero) or takes away (below) rows or columns at a side; false if that cannot be.
   * The caller keeps the present first.
   * @param {Side} side @param {number} by
   */
  grow(side, by) {
    const across = side === "left" || side === "right";
    const size = across ? this.width : this.height;
    if (size + by < 1 || size + by > LARGEST) return false;
    const atStart = side === "left" || side === "top";
    const more = Math.max(by, 0);
    const less = Math.max(-by, 0);
    if (across) {
      this.grid = this.grid.map((row) => {
        const kept = atStart ? row.slice(less) : row.slice(0, row.length - less);
        const added = Array(more).fill(" ");
        return atStart ? [...added, ...kept] : [...kept, ...added];
      });
    } else {
      const added = Array.from({ length: more }, () => Array(this.width).fill(" "));
      const kept = atStart ? this.grid.slice(less) : this.grid.slice(0, this.height - less);
      this.grid = atStart ? [...added, ...kept] : [...kept, ...added];
    }
    return true;
  }

  /** @param {boolean} across */
  mirror(across) {
    this.grid = across ? this.grid.map((row) => row.slice().reverse()) : this.grid.slice().reverse();
  }

  rotate() {
    this.grid = this.grid[0].map((_, col) => this.grid.map((row) => row[col]).reverse());
  }

  /**
   * Makes walls of these cells, leaves of all walls only those that enclose what the player can walk
   * to, and crops the rest. The caller keeps the present first.
   * @param {number[]} cells
   */
  shrink(cells) {
    const { width, grid } = this;
    for (const cell of cells) grid[Math.floor(cell / width)][cell % width] = "#";
    const inside = grid.map((row) => row.map(() => false));
    const start = grid.flat().findIndex((it) => it === "@" || it === "+");
    /** @type {[number, number][]} */
    const waiting = start < 0 ? [] : [[Math.floor(start / width), start % width]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [r, c] = next;
      if (inside[r]?.[c] !== false || grid[r][c] === "#") continue;
      inside[r][c] = true;
      waiting.push([r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]);
    }
    const isNear = (/** @type {number} */ row, /** @type {number} */ col) =>
      [-1, 0, 1].some((dr) => [-1, 0, 1].some((dc) => inside[row + dr]?.[col + dc]));
    const rows = grid.map((row, r) => row.map((glyph, c) => (inside[r][c] ? glyph : isNear(r, c) ? "#" : " ")));
    const isEmpty = (/** @type {string[]} */ line) => line.every((glyph) => glyph === " ");
    const first = rows.findIndex((row) => !isEmpty(row));
    if (first < 0) return;
    const last = rows.findLastIndex((row) => !isEmpty(row));
    const columns = Array.from({ length: width }, (_, c) => rows.map((row) => row[c]));
    const left = columns.findIndex((column) => !isEmpty(column));
    const right = columns.findLastIndex((column) => !isEmpty(column));
    this.grid = rows.slice(first, last + 1).map((row) => row.slice(left, right + 1));
  }

  /** The drawing in the shape that the board view wants; everything that is no wall is floor. */
  asLevel() {
    const { width, height } = this;
    const flat = this.grid.flat();
    /** @param {string} glyphs */
    const mask = (glyphs) => Uint8Array.from(flat, (it) => (glyphs.includes(it) ? 1 : 0));
    const wall = mask("#");
    return {
      width,
      height,
      size: width * height,
      wall,
      goal: mask(".+*"),
      boxes: mask("$*"),
      inside: wall.map((it) => 1 - it),
      player: flat.findIndex((it) => it === "@" || it === "+"),
      /** @param {number} cell */
      row: (cell) => Math.floor(cell / width),
      /** @param {number} cell */
      col: (cell) => cell % width,
    };
  }

  /** @param {string} glyphs */
  count(glyphs) {
    return this.grid.flat().filter((glyph) => glyphs.includes(glyph)).length;
  }
}

/**
 * The one thing to say about a drawing: what is missing first, or null if the counts are right.
 * @param {Drawing} drawing
 * @returns {string | null}
 */
export function missing(drawing) {
  const [boxes, goals, players] = ["$*", ".+*", "@+"].map((it) => drawing.count(it));
  if (!players) return "Put the player somewhere.";
  if (!boxes) return "Put a box somewhere.";
  if (boxes > goals) return goals ? `${boxes - goals} of ${boxes} boxes have no goal.` : "Put a goal somewhere.";
  if (goals > boxes) return `${goals - boxes} of ${goals} goals have no box.`;
  return null;
}

/**
 * What a solution never touches: squares on which neither player nor box ever is, and boxes that
 * are never pushed. Another solution may use them.
 * @param {import("./level.js").Level} level @param {import("./game.js").Step[]} steps
 */
export function unused(level, steps) {
  const used = new Uint8Array(level.size);
  const boxes = level.boxes.slice();
  /** Where the box that began in a cell is now. @type {Map<number, number>} */
  const began = new Map();
  for (let cell = 0; cell < level.size; cell++) if (boxes[cell]) began.set(cell, cell);
  const moved = new Set();
  let player = level.player;
  used[player] = 1;
  for (const { dir, box } of steps) {
    const by = level.step[dir];
    player += by;
    used[player] = 1;
    if (box) {
      const first = began.get(player) ?? player;
      began.delete(player);
      began.set(player + by, first);
      moved.add(first);
      used[player + by] = 1;
    }
  }
  /** @type {number[]} */
  const squares = [];
  for (let cell = 0; cell < level.size; cell++)
    if (level.inside[cell] && !used[cell] && !level.boxes[cell] && !level.goal[cell]) squares.push(cell);
  const still = [...level.boxes.keys()].filter((cell) => level.boxes[cell] && !moved.has(cell));
  return { squares, still };
}
