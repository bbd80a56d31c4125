"use strict";
// Sorting, filtering and replaying. Everything is on the page; nothing is loaded.

/** The value that a cell is sorted by. */
function valueOf(cell) {
  const text = cell.dataset.v ?? cell.textContent.trim();
  const number = Number(text.replaceAll(",", ""));
  return text === "" ? Infinity : Number.isNaN(number) ? text.toLowerCase() : number;
}

for (const table of document.querySelectorAll("table")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.tabIndex = 0;
    heading.addEventListener("keydown", (event) => {
      if (event.key === "Enter") heading.click();
    });
    heading.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((it) => it.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const body = table.tBodies[0];
      const rows = [...body.rows].filter((row) => !row.classList.contains("total"));
      const totals = [...body.rows].filter((row) => row.classList.contains("total"));
      const keyed = rows.map((row) => [valueOf(row.cells[column]), row]);
      keyed.sort(([a], [b]) => {
        const order = typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;
        return down ? -order : order;
      });
      body.append(...keyed.map(([, row]) => row), ...totals);
    });
  });
}

const rows = [...document.querySelectorAll("#all tbody tr")];
const texts = rows.map((row) => row.textContent.toLowerCase());
const filter = document.querySelector(".filter input");
const shown = document.querySelector(".filter output");
filter.addEventListener("input", () => {
  const wanted = filter.value.trim().toLowerCase();
  let count = 0;
  rows.forEach((row, place) => {
    row.hidden = !texts[place].includes(wanted);
    count += row.hidden ? 0 : 1;
  });
  shown.textContent = wanted ? `${count} of ${rows.length} levels` : "";
});

const replays = JSON.parse(document.getElementById("replays").textContent);
const dialog = document.getElementById("replay");
const [boardView, range, counter, playButton] = [".board", "input", "output", "#play"].map((it) => dialog.querySelector(it));
const STEPS = { l: [0, -1], r: [0, 1], u: [-1, 0], d: [1, 0] };
let states = [];
let timer = 0;

/** The boards from the start to the end of a game, as rows of characters. */
function play(board, moves) {
  const rows = board.split("\n");
  const goals = new Set();
  let boxes = new Set();
  let player = [0, 0];
  const walls = new Set();
  rows.forEach((line, row) => [...line].forEach((it, column) => {
    const key = `${row},${column}`;
    if (it === "#") walls.add(key);
    if (".*+".includes(it)) goals.add(key);
    if ("$*".includes(it)) boxes.add(key);
    if ("@+".includes(it)) player = [row, column];
  }));
  const found = [{ player: String(player), boxes }];
  for (const letter of moves) {
    const [down, right] = STEPS[letter.toLowerCase()];
    player = [player[0] + down, player[1] + right];
    if (boxes.has(String(player))) {
      boxes = new Set(boxes);
      boxes.delete(String(player));
      boxes.add(`${player[0] + down},${player[1] + right}`);
    }
    found.push({ player: String(player), boxes });
  }
  const width = Math.max(...rows.map((line) => line.length));
  return { found, walls, goals, width, rows };
}

function outside(game) {
  const { rows, walls, width } = game;
  const seen = new Set();
  const edge = [];
  for (let row = -1; row <= rows.length; row++) for (let column = -1; column <= width; column++)
    if (row < 0 || column < 0 || row === rows.length || column === width) edge.push([row, column]);
  while (edge.length) {
    const [row, column] = edge.pop();
    const key = `${row},${column}`;
    if (seen.has(key) || walls.has(key) || row < -1 || column < -1 || row > rows.length || column > width) continue;
    seen.add(key);
    edge.push([row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]);
  }
  return seen;
}

let game = null;
function draw() {
  const at = Number(range.value);
  const { player, boxes } = states[at];
  for (const [key, cell] of game.cells) {
    cell.className = [game.walls.has(key) ? "w" : "", game.goals.has(key) ? "g" : "", game.out.has(key) ? "o" : "",
      boxes.has(key) ? "b" : "", player === key ? "p" : ""].join(" ");
  }
  counter.textContent = `${at} of ${states.length - 1}`;
}

function pause() {
  clearInterval(timer);
  timer = 0;
  playButton.textContent = "Play";
}

function open(number) {
  const [name, board, moves, by] = replays[number];
  pause();
  dialog.querySelector("h2").textContent = `${name}, by ${by}`;
  dialog.querySelector(".moves").textContent = moves;
  dialog.querySelector(".player").hidden = !board;
  boardView.replaceChildren();
  if (board) {
    game = play(board, moves);
    game.out = outside(game);
    game.cells = new Map();
    states = game.found;
    // As large as the window allows, up to 24 pixels a square.
    const room = Math.min((innerWidth * 0.92 - 48) / game.width, (innerHeight * 0.6) / game.rows.length);
    const side = Math.max(5, Math.min(24, Math.floor(room)));
    boardView.style.gridTemplateColumns = `repeat(${game.width}, ${side}px)`;
    game.rows.forEach((_, row) => {
      for (let column = 0; column < game.width; column++) {
        const cell = document.createElement("i");
        game.cells.set(`${row},${column}`, cell);
        boardView.append(cell);
      }
    });
    range.max = String(states.length - 1);
    range.value = "0";
    draw();
  }
  if (!dialog.open) dialog.showModal();
}

range.addEventListener("input", draw);
playButton.addEventListener("click", () => {
  if (timer) return pause();
  if (Number(range.value) === states.length - 1) range.value = "0";
  playButton.textContent = "Pause";
  timer = setInterval(() => {
    range.value = String(Number(range.value) + 1);
    draw();
    if (Number(range.value) === states.length - 1) pause();
  }, 120);
});
dialog.addEventListener("close", () => {
  pause();
  history.replaceState(null, "", "#levels");
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-replay]");
  if (link) open(Number(link.dataset.replay));
});
const asked = /^#replay-(\d+)$/.exec(location.hash);
if (asked && replays[Number(asked[1])]) open(Number(asked[1]));
