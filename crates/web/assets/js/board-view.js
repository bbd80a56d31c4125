// The board as a drawing. Walls, floor and goals are a few paths made once per level; boxes and
// the player are elements that glide, so that a move costs two changes however large the level.

import { $, svg } from "./dom.js";

/** Units of the drawing per cell. */
export const CELL = 32;
const LARGEST_CELL = 72;

const square = (level, cell, inset = 0) => {
  const side = CELL - 2 * inset;
  return `M${level.col(cell) * CELL + inset} ${level.row(cell) * CELL + inset}h${side}v${side}h${-side}z`;
};

/** Path data over the cells for which `test` holds. */
function path(level, test, draw = square) {
  let data = "";
  for (let cell = 0; cell < level.size; cell++) if (test(cell)) data += draw(level, cell);
  return data;
}

const middle = (level, cell) => [level.col(cell) * CELL + CELL / 2, level.row(cell) * CELL + CELL / 2];

function diamond(level, cell) {
  const [x, y] = middle(level, cell);
  return `M${x} ${y - 8}l8 8l-8 8l-8 -8z`;
}

/** The face of a wall that looks at you: drawn where floor lies below it. */
function face(level, cell) {
  return `M${level.col(cell) * CELL} ${level.row(cell) * CELL + CELL - 7}h${CELL}v7h${-CELL}z`;
}

/** What never moves, as elements; also used for thumbnails. */
export function scenery(level) {
  const wall = (cell) => level.wall[cell];
  const below = (cell) => cell + level.width < level.size && level.inside[cell + level.width];
  const odd = (cell) => level.inside[cell] && (level.row(cell) + level.col(cell)) % 2;
  return [
    svg("path", { class: "floor", d: path(level, (cell) => level.inside[cell]) }),
    svg("path", { class: "chequer", d: path(level, odd) }),
    svg("path", { class: "wall", d: path(level, wall) }),
    svg("path", { class: "wall-face", d: path(level, (cell) => wall(cell) && below(cell), face) }),
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
    svg("circle", { class: "player-body", cx: 16, cy: 16, r: 11.5 }),
    svg("path", {
      class: "player-band",
      d: "M7.2 8.6h17.6a11.5 11.5 0 0 1 2.4 5h-22.4a11.5 11.5 0 0 1 2.4-5z",
    }),
    svg("circle", { class: "player-mark", cx: 16, cy: 11.1, r: 2.5 }),
    svg("path", { class: "player-face", d: "M11.5 18.6v2.2M20.5 18.6v2.2" }),
  );
}

/** A small still picture of a level. */
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
  /** Draws into `host`, an element that decides the size. */
  constructor(host) {
    this.host = host;
    this.svg = svg("svg", { class: "board", role: "img" });
    this.layers = {};
    for (const name of ["scenery", "dead", "under", "pieces", "reach", "marks"]) {
      this.layers[name] = svg("g", { class: `layer-${name}` });
      this.svg.append(this.layers[name]);
    }
    host.replaceChildren(this.svg);
  }

  setLevel(level) {
    this.level = level;
    this.svg.setAttribute("viewBox", `0 0 ${level.width * CELL} ${level.height * CELL}`);
    this.svg.style.maxWidth = `${level.width * LARGEST_CELL}px`;
    this.svg.style.maxHeight = `${level.height * LARGEST_CELL}px`;
    this.layers.scenery.replaceChildren(...scenery(level));
    for (const name of ["dead", "under", "pieces", "reach", "marks"]) this.layers[name].replaceChildren();
    this.boxes = new Map();
    this.player = null;
    this.home = level.goal;
  }

  /** Where boxes are to be, if not on the goals; such cells are outlined. */
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
  }

  /** Moves the pieces; `still` puts them there without gliding. */
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
    }
    for (const [cell, element] of this.boxes) element.classList.toggle("home", this.home[cell] === 1);
    for (const element of spare) element.remove();
    this.player ??= this.layers.pieces.appendChild(playerElement());
    this.player.classList.toggle("on-goal", level.goal[player] === 1);
    this.#put(this.player, player);
  }

  #put(element, cell) {
    const { level } = this;
    element.style.transform = `translate(${level.col(cell) * CELL}px, ${level.row(cell) * CELL}px)`;
  }

  setDead(cells) {
    const cross = (level, cell) => {
      const [x, y] = middle(level, cell);
      return `M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`;
    };
    const data = cells.map((cell) => cross(this.level, cell)).join("");
    this.layers.dead.replaceChildren(...(data ? [svg("path", { class: "dead", d: data })] : []));
  }

  /** Numbers on the cells that the box in hand can be brought to. */
  setReach(box, ways) {
    const parts = [];
    if (ways) {
      parts.push(svg("path", { class: "in-hand", d: square(this.level, box, 1.5) }));
      for (const cell of ways.cells()) {
        const [x, y] = middle(this.level, cell);
        parts.push(
          svg("circle", { class: "reach-dot", cx: x, cy: y, r: 11 }),
          svg("text", { class: "reach", x, y: y + 4 }, String(ways.costs[cell])),
        );
      }
    }
    this.layers.reach.replaceChildren(...parts);
  }

  /** Rings round cells: `{ cell, kind, dir }`, kind `bad` or `hint`; a direction draws an arrow. */
  setMarks(marks) {
    this.layers.marks.replaceChildren(
      ...marks.flatMap(({ cell, kind, dir }) => {
        const ring = svg("path", { class: `mark ${kind}`, d: square(this.level, cell, 1.5) });
        return dir === undefined ? [ring] : [ring, this.#arrow(cell, dir)];
      }),
    );
  }

  #arrow(cell, dir) {
    const [x, y] = middle(this.level, cell);
    const turn = [-90, 90, 180, 0][dir];
    return svg("path", {
      class: "mark-arrow",
      d: "M14 0h18m-7-7l7 7l-7 7",
      transform: `translate(${x} ${y}) rotate(${turn})`,
    });
  }

  /** The cell below a pointer, or -1. */
  cellAt(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.level) return -1;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [col, row] = [Math.floor(point.x / CELL), Math.floor(point.y / CELL)];
    const isOn = col >= 0 && row >= 0 && col < this.level.width && row < this.level.height;
    return isOn ? row * this.level.width + col : -1;
  }

  label(text) {
    this.svg.setAttribute("aria-label", text);
  }
}

/** A picture of the board as it stands, with its colours written in, for files. */
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
  const [, , width, height] = (
    root.getAttribute("viewBox") ?? `0 0 ${root.clientWidth} ${root.clientHeight}`
  ).split(" ");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const paper = svg("rect", {
    width: "100%",
    height: "100%",
    fill: getComputedStyle($("body")).backgroundColor,
  });
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}
