// @ts-check
// The board as a drawing. Walls, floor and goals are a few paths made once per level; boxes and
// the player are elements that glide, so that a move costs two changes however large the level.
// A wide level may be shown turned on a tall screen; cells keep their names, only the drawing
// turns. Zooming changes the part of the drawing that is looked at.

import { $, svg } from "./dom.js";
import { columnName, rowName } from "./logic/level.js";

/** Units of the drawing per cell. */
export const CELL = 32;
/** A cell of a small level is not drawn larger than this, in pixels. */
const LARGEST_CELL = 150;
export const AXIS = 18;
const LAYERS = /** @type {const} */ ([
  "scenery", "area", "dead", "under", "lines", "reach", "pieces", "way", "marks", "axes",
]);

/** @param {any} level @param {number} cell @param {number} [inset] */
const square = (level, cell, inset = 0) => {
  const side = CELL - 2 * inset;
  return `M${level.col(cell) * CELL + inset} ${level.row(cell) * CELL + inset}h${side}v${side}h${-side}z`;
};

/**
 * Path data over the cells for which `test` holds.
 * @param {any} level @param {(cell: number) => any} test
 * @param {(level: any, cell: number) => string} [draw]
 */
function path(level, test, draw = square) {
  let data = "";
  for (let cell = 0; cell < level.size; cell++) if (test(cell)) data += draw(level, cell);
  return data;
}

/** @param {any} level @param {number} cell */
const middle = (level, cell) => [level.col(cell) * CELL + CELL / 2, level.row(cell) * CELL + CELL / 2];

/** @param {any} level @param {number} cell */
function diamond(level, cell) {
  const [x, y] = middle(level, cell);
  return `M${x} ${y - 8}l8 8l-8 8l-8 -8z`;
}

/** @param {any} level @param {number} cell */
function dot(level, cell) {
  const [x, y] = middle(level, cell);
  return `M${x - 3.2} ${y}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0`;
}

/** The face of a wall that looks at you: drawn where floor lies below it. @param {any} level @param {number} cell */
function face(level, cell) {
  return `M${level.col(cell) * CELL} ${level.row(cell) * CELL + CELL - 7}h${CELL}v7h${-CELL}z`;
}

/** The line where walls meet the floor. @param {any} level */
function edges(level) {
  let data = "";
  for (let cell = 0; cell < level.size; cell++) {
    if (!level.inside[cell]) continue;
    const [x, y] = [level.col(cell) * CELL, level.row(cell) * CELL];
    if (level.wall[cell - level.width]) data += `M${x} ${y}h${CELL}`;
    if (level.wall[cell + level.width]) data += `M${x} ${y + CELL}h${CELL}`;
    if (level.wall[cell - 1]) data += `M${x} ${y}v${CELL}`;
    if (level.wall[cell + 1]) data += `M${x + CELL} ${y}v${CELL}`;
  }
  return data;
}

/** What never moves, as elements; also used for thumbnails. @param {any} level */
export function scenery(level) {
  const wall = (/** @type {number} */ cell) => level.wall[cell];
  const below = (/** @type {number} */ cell) => cell + level.width < level.size && level.inside[cell + level.width];
  const odd = (/** @type {number} */ cell) => level.inside[cell] && (level.row(cell) + level.col(cell)) % 2;
  return [
    svg("path", { class: "floor", d: path(level, (cell) => level.inside[cell]) }),
    svg("path", { class: "chequer", d: path(level, odd) }),
    svg("path", { class: "wall", d: path(level, wall) }),
    svg("path", { class: "wall-face", d: path(level, (cell) => wall(cell) && below(cell), face) }),
    svg("path", { class: "wall-edge", d: edges(level) }),
    svg("path", { class: "goal", d: path(level, (cell) => level.goal[cell], diamond) }),
  ];
}

function boxElement() {
  return svg(
    "g",
    { class: "box" },
    svg("rect", { class: "box-body", x: 3, y: 3, width: 26, height: 26, rx: 4 }),
    svg("path", { class: "box-planks", d: "M3.5 11.5h25M3.5 20.5h25" }),
    svg("path", { class: "box-tick", d: "M10.5 16.5l4 4l7.5-8.5" }),
  );
}

function playerElement() {
  return svg(
    "g",
    { class: "player" },
    svg(
      "g",
      { class: "upright" },
      svg("circle", { class: "player-body", cx: 16, cy: 16, r: 11.5 }),
      svg("path", {
        class: "player-band",
        d: "M7.2 8.6h17.6a11.5 11.5 0 0 1 2.4 5h-22.4a11.5 11.5 0 0 1 2.4-5z",
      }),
      svg("circle", { class: "player-mark", cx: 16, cy: 11.1, r: 2.5 }),
      svg("path", { class: "player-face", d: "M11.5 18.6v2.2M20.5 18.6v2.2" }),
    ),
  );
}

/** A small still picture of a level. @param {any} level */
export function thumbnail(level) {
  const boxes = path(
    level,
    (cell) => level.boxes[cell],
    (it, cell) => square(it, cell, 4),
  );
  const player = playerElement();
  player.setAttribute(
    "transform",
    `translate(${level.col(level.player) * CELL} ${level.row(level.player) * CELL})`,
  );
  return svg(
    "svg",
    {
      class: "board thumb",
      viewBox: `0 0 ${level.width * CELL} ${level.height * CELL}`,
      "aria-hidden": "true",
    },
    ...scenery(level),
    svg("path", { class: "box-body", d: boxes }),
    player,
  );
}

export class BoardView {
  /** Draws into `host`, an element that decides the size. @param {any} host */
  constructor(host) {
    this.host = host;
    this.svg = svg("svg", { class: "board", role: "img" });
    this.scene = this.svg.appendChild(svg("g", { class: "scene" }));
    /** @type {Record<string, any>} */
    this.layers = {};
    for (const name of LAYERS) this.layers[name] = this.scene.appendChild(svg("g", { class: `layer-${name}` }));
    this.turned = false;
    this.axes = false;
    /** Room round the board, for handles. */
    this.margin = false;
    this.zoom = { scale: 1, x: 0, y: 0 };
    /** @type {any} */
    this.level = null;
    /** @type {Map<number, any>} */
    this.boxes = new Map();
    /** @type {any} */
    this.player = null;
    host.replaceChildren(this.svg);
  }

  /** @param {any} level */
  setLevel(level) {
    this.level = level;
    this.zoom = { scale: 1, x: 0, y: 0 };
    this.layers.scenery.replaceChildren(...scenery(level));
    for (const name of LAYERS) if (name !== "scenery") this.layers[name].replaceChildren();
    this.boxes = new Map();
    this.player = null;
    this.home = level.goal;
    this.#arrange();
  }

  /** Shows the level turned by a quarter, or upright. @param {boolean} turned */
  setTurned(turned) {
    if (turned === this.turned) return;
    this.turned = turned;
    this.#arrange();
  }

  /** Letters on the edges: columns in capitals, rows small. @param {boolean} axes */
  setAxes(axes) {
    this.axes = axes;
    this.#arrange();
  }

  /** What is looked at: the whole drawing, or a part of it. */
  #arrange() {
    const { level } = this;
    if (!level) return;
    const pad = this.axes || this.margin ? AXIS : 0;
    const [w, h] = [level.width * CELL, level.height * CELL];
    const [width, height] = this.turned ? [h + 2 * pad, w + 2 * pad] : [w + 2 * pad, h + 2 * pad];
    this.size = { width, height, pad };
    if (this.turned) this.scene.setAttribute("transform", `translate(${h} 0) rotate(90)`);
    else this.scene.removeAttribute("transform");
    this.svg.classList.toggle("turned", this.turned);
    const largest = LARGEST_CELL / CELL;
    this.svg.style.maxWidth = `${width * largest}px`;
    this.svg.style.maxHeight = `${height * largest}px`;
    this.#look();
    this.#letters();
  }

  #look() {
    const { width, height, pad } = /** @type {any} */ (this.size);
    const { scale } = this.zoom;
    const [w, h] = [width / scale, height / scale];
    this.zoom.x = Math.min(Math.max(this.zoom.x, 0), width - w);
    this.zoom.y = Math.min(Math.max(this.zoom.y, 0), height - h);
    // Marks may stick out of the whole board, but a part of it must not.
    this.svg.classList.toggle("zoomed", scale > 1);
    this.svg.setAttribute("viewBox", `${this.zoom.x - pad} ${this.zoom.y - pad} ${w} ${h}`);
  }

  /**
   * Zooms by a factor about a point of the screen, and moves by pixels.
   * @param {number} factor @param {number} clientX @param {number} clientY @param {number} [dx] @param {number} [dy]
   */
  zoomBy(factor, clientX, clientY, dx = 0, dy = 0) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.level) return;
    const box = this.svg.viewBox.baseVal;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const before = this.zoom.scale;
    const scale = Math.min(Math.max(before * factor, 1), 8);
    const { pad } = /** @type {any} */ (this.size);
    const shrink = before / scale;
    this.zoom = {
      scale,
      x: point.x + pad - (point.x - box.x) * shrink - (dx / matrix.a) * shrink,
      y: point.y + pad - (point.y - box.y) * shrink - (dy / matrix.d) * shrink,
    };
    this.#look();
  }

  /** The whole board again. */
  unzoom() {
    this.zoom = { scale: 1, x: 0, y: 0 };
    this.#look();
  }

  #letters() {
    const { level } = this;
    const texts = [];
    if (this.axes) {
      const letter = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
        svg(
          "text",
          { class: "axis-letter", transform: `translate(${x} ${y})${this.turned ? " rotate(-90)" : ""}` },
          text,
        );
      for (let col = 0; col < level.width; col++)
        texts.push(
          letter(columnName(col), col * CELL + CELL / 2, this.turned ? level.height * CELL + AXIS / 2 : -AXIS / 2),
        );
      for (let row = 0; row < level.height; row++)
        texts.push(letter(rowName(row), -AXIS / 2, row * CELL + CELL / 2));
    }
    this.layers.axes.replaceChildren(...texts);
  }

  /** Where boxes are to be, if not on the goals; such cells are outlined. @param {any} home */
  setHome(home) {
    this.home = home;
    const cells =
      home === this.level.goal
        ? ""
        : path(
            this.level,
            (cell) => home[cell],
            (level, cell) => square(level, cell, 3.5),
          );
    this.layers.under.replaceChildren(...(cells ? [svg("path", { class: "start-place", d: cells })] : []));
    for (const [cell, element] of this.boxes) element.classList.toggle("home", home[cell] === 1);
  }

  /**
   * Moves the pieces; `still` puts them there without gliding.
   * @param {Uint8Array} boxes @param {number} player @param {boolean} [still]
   */
  setPosition(boxes, player, still = false) {
    const { level } = this;
    this.svg.classList.toggle("still", still || !this.player);
    const spare = [];
    for (const [cell, element] of this.boxes) {
      if (!boxes[cell]) {
        spare.push(element);
        this.boxes.delete(cell);
      }
    }
    for (let cell = 0; cell < level.size; cell++) {
      if (!boxes[cell] || this.boxes.has(cell)) continue;
      const element = spare.pop() ?? this.layers.pieces.appendChild(boxElement());
      this.boxes.set(cell, element);
      this.#put(element, cell);
      const home = this.home[cell] === 1;
      if (element.classList.contains("home") !== home) element.classList.toggle("home", home);
    }
    for (const element of spare) element.remove();
    this.player ??= this.layers.pieces.appendChild(playerElement());
    this.player.classList.toggle("on-goal", level.goal[player] === 1);
    this.#put(this.player, player);
  }

  /** @param {any} element @param {number} cell */
  #put(element, cell) {
    const { level } = this;
    element.style.transform = `translate(${level.col(cell) * CELL}px, ${level.row(cell) * CELL}px)`;
  }

  /** Lets a box follow the pointer, or puts it back if there is no event. @param {number} cell @param {any} [event] */
  carry(cell, event) {
    const element = this.boxes.get(cell);
    if (!element) return;
    element.classList.toggle("carried", Boolean(event));
    if (!event) {
      this.#put(element, cell);
      return;
    }
    const point = this.pointAt(event);
    if (point) element.style.transform = `translate(${point.x - CELL / 2}px, ${point.y - CELL / 2}px)`;
  }

  /** @param {number[]} cells */
  setDead(cells) {
    const cross = (/** @type {number} */ cell) => {
      const [x, y] = middle(this.level, cell);
      return `M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`;
    };
    const data = cells.map(cross).join("");
    this.layers.dead.replaceChildren(...(data ? [svg("path", { class: "dead", d: data })] : []));
  }

  /**
   * Small dots where the box in hand can be brought; red where it would be lost.
   * @param {number} box @param {import("./logic/walks.js").BoxWays | null} ways @param {Set<number>} [dead]
   */
  setReach(box, ways, dead = new Set()) {
    const parts = [];
    if (ways) {
      const cells = ways.cells();
      const data = (/** @type {boolean} */ lost) =>
        cells
          .filter((cell) => dead.has(cell) === lost)
          .map((cell) => dot(this.level, cell))
          .join("");
      parts.push(
        svg("path", { class: "in-hand", d: square(this.level, box, 1.5) }),
        svg("path", { class: "reach", d: data(false), "data-count": String(cells.length) }),
        svg("path", { class: "reach lost", d: data(true) }),
      );
    }
    this.layers.reach.replaceChildren(...parts);
    this.layers.way.replaceChildren();
  }

  /** The way of a box, and what it costs, at its end. @param {number[]} cells @param {string} [cost] */
  setWay(cells, cost = "") {
    if (cells.length < 2) {
      this.layers.way.replaceChildren();
      return;
    }
    const points = cells.map((cell) => middle(this.level, cell).join(" "));
    const [x, y] = middle(this.level, /** @type {number} */ (cells.at(-1)));
    this.layers.way.replaceChildren(
      svg("path", { class: "box-way", d: `M${points.join("L")}` }),
      svg("path", { class: "box-way-end", d: square(this.level, /** @type {number} */ (cells.at(-1)), 3) }),
      svg(
        "g",
        { class: "cost", transform: `translate(${x} ${y})${this.turned ? " rotate(-90)" : ""}` },
        svg("circle", { r: 10 }),
        svg("text", { y: 4 }, cost),
      ),
    );
  }

  /** A part of the board in a soft light. @param {number[]} cells */
  setArea(cells) {
    const data = cells.map((cell) => square(this.level, cell)).join("");
    this.layers.area.replaceChildren(...(data ? [svg("path", { class: "area", d: data })] : []));
  }

  /** Lines from boxes to goals with their costs. @param {{ box: number, goal: number, cost: number }[]} pairs */
  setLines(pairs) {
    this.layers.lines.replaceChildren();
    const drawn = pairs.filter(({ box, goal }) => box !== goal);
    const ends = drawn.map(({ box, goal }) => [...middle(this.level, box), ...middle(this.level, goal)]);
    const paths = ends.map(([x1, y1, x2, y2]) => svg("path", { class: "pair", d: `M${x1} ${y1}L${x2} ${y2}` }));
    // Nearer to the box: lines that cross often do so in the middle.
    const costs = ends.map(([x1, y1, x2, y2], at) =>
      svg(
        "g",
        { class: "cost", transform: `translate(${x1 + (x2 - x1) / 3} ${y1 + (y2 - y1) / 3})` },
        svg("circle", { r: 8.5 }),
        svg("text", { y: 4 }, String(drawn[at].cost)),
      ),
    );
    this.layers.way.replaceChildren(...paths, ...costs);
  }

  /**
   * Rings round cells: `{ cell, kind, dir }`, kind `bad` or `hint`; a direction draws an arrow.
   * @param {{ cell: number, kind: string, dir?: number }[]} marks
   */
  setMarks(marks) {
    this.layers.marks.replaceChildren(
      ...marks.flatMap(({ cell, kind, dir }) => {
        const ring = svg("path", { class: `mark ${kind}`, d: square(this.level, cell, 1.5) });
        return dir === undefined ? [ring] : [ring, this.#arrow(cell, dir)];
      }),
    );
  }

  /** @param {number} cell @param {number} dir */
  #arrow(cell, dir) {
    const [x, y] = middle(this.level, cell);
    const turn = [-90, 90, 180, 0][dir];
    return svg("path", {
      class: "mark-arrow",
      d: "M14 0h18m-7-7l7 7l-7 7",
      transform: `translate(${x} ${y}) rotate(${turn})`,
    });
  }

  /** The point of the scene below a pointer. @param {any} event */
  pointAt(event) {
    const matrix = this.scene.getScreenCTM();
    return matrix && new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  }

  /** The cell below a pointer, or -1. @param {any} event */
  cellAt(event) {
    const point = this.level && this.pointAt(event);
    if (!point) return -1;
    const [col, row] = [Math.floor(point.x / CELL), Math.floor(point.y / CELL)];
    const isOn = col >= 0 && row >= 0 && col < this.level.width && row < this.level.height;
    return isOn ? row * this.level.width + col : -1;
  }

  /** The direction of the level that lies in a direction of the screen. @param {number} dir */
  turnedDir(dir) {
    return this.turned ? [2, 3, 1, 0][dir] : dir;
  }

  /** @param {string} text */
  label(text) {
    this.svg.setAttribute("aria-label", text);
  }
}

/** A picture of a drawing as it stands, with its colours written in, for files. @param {any} root */
export function picture(root) {
  const copy = root.cloneNode(true);
  const wanted = [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "opacity",
    "font-size",
    "font-family",
    "font-weight",
    "text-anchor",
  ];
  const from = [root, ...root.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((node, index) => {
    const style = getComputedStyle(from[index]);
    for (const name of wanted) node.setAttribute(name, style.getPropertyValue(name));
    if (style.display === "none") node.setAttribute("display", "none");
    if (from[index].style.transform)
      node.setAttribute("transform", from[index].style.transform.replaceAll("px", ""));
    node.removeAttribute("class");
    node.removeAttribute("style");
  });
  const [x, y, width, height] = (
    root.getAttribute("viewBox") ?? `0 0 ${root.clientWidth} ${root.clientHeight}`
  ).split(" ");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const paper = svg("rect", { x, y, width, height, fill: getComputedStyle($("body")).backgroundColor });
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}
