// What the browser remembers: settings, the last level, and the best games of each level.
// Without storage (private windows may forbid it) the page forgets and works.

const PREFIX = "hakooshi:";

function read(key, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or forbidden: nothing is remembered.
  }
}

const settings = read("settings", {});

export const setting = (name, otherwise) => settings[name] ?? otherwise;

export function set(name, value) {
  settings[name] = value;
  write("settings", settings);
}

const key = (level) => `best:${level.xsb}`;

/** The best games of a level: `{ moves, pushes }`, each with `lurd`, `moves`, `pushes`. */
export const best = (level) => read(key(level), {});

/** Keeps a solution if it is the best in moves or in pushes; tells in what. */
export function keep(level, game) {
  const known = best(level);
  const better = [];
  const beats = (a, b, first, second) =>
    !b || a[first] < b[first] || (a[first] === b[first] && a[second] < b[second]);
  if (beats(game, known.moves, "moves", "pushes")) {
    known.moves = game;
    better.push("moves");
  }
  if (beats(game, known.pushes, "pushes", "moves")) {
    known.pushes = game;
    better.push("pushes");
  }
  if (better.length) write(key(level), known);
  return better;
}
