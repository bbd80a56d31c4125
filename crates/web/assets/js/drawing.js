// A level being drawn: a grid of the seven characters, always a rectangle, with every change
// undoable. It need not be a level yet.

const LARGEST = 100;

export class Drawing {
  constructor(rows) {
    this.past = [];
    this.future = [];
    this.set(rows);
  }

  set(rows) {
    const width = Math.max(1, ...rows.map((row) => row.length));
    this.grid = rows.map((row) => [...row.replaceAll("-", " ").replaceAll("_", " ").padEnd(width)]);
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

  #swap(from, to) {
    if (!from.length) return false;
    to.push(this.rows);
    this.set(from.pop());
    return true;
  }

  /** Paints one cell; there is only one player, and pieces go onto goals. */
  paint(row, col, glyph) {
    const now = this.grid[row]?.[col];
    if (now === undefined) return;
    if (glyph === "@") this.#takePlayerAway();
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

  paintBox([r1, c1], [r2, c2], glyph) {
    for (let row = Math.min(r1, r2); row <= Math.max(r1, r2); row++) {
      for (let col = Math.min(c1, c2); col <= Math.max(c1, c2); col++) this.paint(row, col, glyph);
    }
  }

  /** Paints all that is joined to a cell and looks the same. */
  fill(row, col, glyph) {
    const same = this.grid[row]?.[col];
    if (same === undefined || same === glyph || glyph === "@") {
      this.paint(row, col, glyph);
      return;
    }
    const waiting = [[row, col]];
    while (waiting.length) {
      const [r, c] = waiting.pop();
      if (this.grid[r]?.[c] !== same) continue;
      this.grid[r][c] = glyph;
      waiting.push([r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]);
    }
  }

  /** Adds (1) or takes away (-1) a row or column at a side; false if that cannot be. */
  resize(side, by) {
    const across = side === "left" || side === "right";
    const size = across ? this.width : this.height;
    if (size + by < 1 || size + by > LARGEST) return false;
    this.keep();
    const atStart = side === "left" || side === "top";
    if (across) {
      for (const row of this.grid) {
        if (by > 0) row.splice(atStart ? 0 : row.length, 0, " ");
        else row.splice(atStart ? 0 : row.length - 1, 1);
      }
    } else if (by > 0) {
      this.grid.splice(atStart ? 0 : this.grid.length, 0, Array(this.width).fill(" "));
    } else {
      this.grid.splice(atStart ? 0 : this.grid.length - 1, 1);
    }
    return true;
  }

  mirror(across) {
    this.keep();
    this.grid = across ? this.grid.map((row) => row.slice().reverse()) : this.grid.slice().reverse();
  }

  rotate() {
    this.keep();
    this.grid = this.grid[0].map((_, col) => this.grid.map((row) => row[col]).reverse());
  }

  /** The drawing in the shape that the board view wants; everything that is no wall is floor. */
  asLevel() {
    const { width, height } = this;
    const flat = this.grid.flat();
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
      row: (cell) => Math.floor(cell / width),
      col: (cell) => cell % width,
    };
  }

  count(glyphs) {
    return this.grid.flat().filter((glyph) => glyphs.includes(glyph)).length;
  }
}
