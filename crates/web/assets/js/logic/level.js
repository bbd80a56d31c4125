// @ts-check
// A level as the page sees it: walls, goals and inside as flat arrays, one entry per cell.
// Reading files in all their dialects is the server's business; what arrives here is always
// the common notation.

/** The four directions; `opposite(d)` is the one that undoes d. */
export const DIRS = [
  { letter: "u", name: "up", dr: -1, dc: 0 },
  { letter: "d", name: "down", dr: 1, dc: 0 },
  { letter: "l", name: "left", dr: 0, dc: -1 },
  { letter: "r", name: "right", dr: 0, dc: 1 },
];
/** @param {number} dir */
export const opposite = (dir) => dir ^ 1;
/** @param {string} letter */
export const dirOfLetter = (letter) => "udlr".indexOf(letter.toLowerCase());

/**
 * Letters for a number from zero: A … Z, AA, AB …
 * @param {number} number @param {number} first code of the letter for zero
 */
function letters(number, first) {
  let text = "";
  for (let rest = number + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(first + ((rest - 1) % 26)) + text;
  return text;
}

/** @param {number} col */
export const columnName = (col) => letters(col, 65);
/** @param {number} row */
export const rowName = (row) => letters(row, 97);

/**
 * The `[row, column]` of a name such as `Fc`: column letters in capitals, row letters small.
 * @param {string} name
 * @returns {[number, number]}
 */
export function placeOf(name) {
  /** @param {string} text */
  const number = (text) =>
    [...text.toLowerCase()].reduce((sum, it) => sum * 26 + it.charCodeAt(0) - 96, 0) - 1;
  const [, col, row] = /^([A-Z]+)([a-z]+)$/.exec(name) ?? ["", "A", "a"];
  return [number(row), number(col)];
}

/** @typedef {{ xsb: string, title?: string | null, author?: string | null, games?: import("./library.js").FileGame[] }} LevelText */

export class Level {
  /** @param {LevelText} view */
  constructor(view) {
    this.title = view.title || "Untitled";
    this.author = view.author || "";
    this.xsb = view.xsb.replace(/\n+$/, "");
    this.games = view.games || [];
    const rows = this.xsb.split("\n");
    this.height = rows.length;
    this.width = Math.max(...rows.map((row) => row.length));
    this.size = this.width * this.height;
    this.step = DIRS.map(({ dr, dc }) => dr * this.width + dc);
    this.wall = new Uint8Array(this.size);
    this.goal = new Uint8Array(this.size);
    this.boxes = new Uint8Array(this.size);
    this.player = 0;
    rows.forEach((row, r) => {
      for (let c = 0; c < row.length; c++) this.#place(row[c], r * this.width + c);
    });
    this.inside = this.#flood();
    // Decoration outside the walls is neither played nor counted.
    for (let cell = 0; cell < this.size; cell++) {
      if (!this.inside[cell]) this.boxes[cell] = this.goal[cell] = 0;
    }
    this.boxCount = this.boxes.reduce((sum, it) => sum + it, 0);
  }

  /** @param {string} glyph @param {number} cell */
  #place(glyph, cell) {
    if (glyph === "#") this.wall[cell] = 1;
    if (".+*".includes(glyph)) this.goal[cell] = 1;
    if ("$*".includes(glyph)) this.boxes[cell] = 1;
    if ("@+".includes(glyph)) this.player = cell;
  }

  #flood() {
    const inside = new Uint8Array(this.size);
    const waiting = [this.player];
    inside[this.player] = 1;
    while (waiting.length) {
      const cell = /** @type {number} */ (waiting.pop());
      for (const step of this.step) {
        const next = cell + step;
        if (next >= 0 && next < this.size && !this.wall[next] && !inside[next]) {
          inside[next] = 1;
          waiting.push(next);
        }
      }
    }
    return inside;
  }

  /** @param {number} cell */
  row(cell) {
    return Math.floor(cell / this.width);
  }
  /** @param {number} cell */
  col(cell) {
    return cell % this.width;
  }
  /**
   * The cell of a `[row, column]` of the API.
   * @param {number[]} place
   */
  at([row, col]) {
    return row * this.width + col;
  }
  /**
   * The name of a cell in coordinates, traces and on the edges of the board.
   * @param {number} cell
   */
  name(cell) {
    return columnName(this.col(cell)) + rowName(this.row(cell));
  }

  /**
   * The drawing with these boxes and this player.
   * @param {Uint8Array} boxes @param {number} player
   */
  draw(boxes, player) {
    const rows = [];
    for (let r = 0; r < this.height; r++) {
      let row = "";
      for (let c = 0; c < this.width; c++) row += this.#glyph(r * this.width + c, boxes, player);
      row = row.trimEnd();
      rows.push(row === "" ? "-" : row);
    }
    return rows.join("\n");
  }

  /** @param {number} cell @param {Uint8Array} boxes @param {number} player */
  #glyph(cell, boxes, player) {
    if (this.wall[cell]) return "#";
    const goal = this.goal[cell];
    if (boxes[cell]) return goal ? "*" : "$";
    if (cell === player) return goal ? "+" : "@";
    return goal ? "." : " ";
  }
}
