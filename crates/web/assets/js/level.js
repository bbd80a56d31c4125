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
export const opposite = (dir) => dir ^ 1;
export const dirOfLetter = (letter) => "udlr".indexOf(letter.toLowerCase());

export class Level {
  /** `view` is a level of the API; only `xsb` is needed. */
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
      const cell = waiting.pop();
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

  row(cell) {
    return Math.floor(cell / this.width);
  }
  col(cell) {
    return cell % this.width;
  }
  /** The cell of a `[row, column]` of the API. */
  at([row, col]) {
    return row * this.width + col;
  }
  /** A name for people: rows and columns count from one. */
  name(cell) {
    return `row ${this.row(cell) + 1}, column ${this.col(cell) + 1}`;
  }

  /** The drawing with these boxes and this player. */
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

  #glyph(cell, boxes, player) {
    if (this.wall[cell]) return "#";
    const goal = this.goal[cell];
    if (boxes[cell]) return goal ? "*" : "$";
    if (cell === player) return goal ? "+" : "@";
    return goal ? "." : " ";
  }
}
