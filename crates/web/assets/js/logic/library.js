// @ts-check
// Collections as lists of levels: which of them a search and filters leave, which rows of a long
// grid are on the screen, and what goes into a file.

/** @typedef {{ title: string | null, moves: string, notes?: string }} FileGame */
/**
 * A level as the server describes it.
 * @typedef {{
 *   index: number, title: string | null, author: string | null, xsb: string, width: number,
 *   height: number, boxes: number, id: string, notes?: string, games: FileGame[],
 * }} LevelView
 */
/** @typedef {{ query: string, unsolved: boolean, boxes: number, size: number }} Filter */
/** @typedef {import("./results.js").Result} Result */
/** @typedef {import("./history.js").Story} Story */

/** @type {Filter} */
export const NO_FILTER = { query: "", unsolved: false, boxes: 0, size: 0 };

/** The text by which games and results of a level are kept. @param {string} xsb */
export const keyOf = (xsb) => xsb.replace(/\n+$/, "");

/**
 * The levels that fit; words of the query may be in number, title or author, in any order.
 * @param {LevelView[]} levels @param {Filter} filter @param {Set<string>} solved
 */
export function choose(levels, filter, solved) {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  return levels.filter((level) => {
    if (filter.unsolved && solved.has(keyOf(level.xsb))) return false;
    if (filter.boxes && level.boxes > filter.boxes) return false;
    if (filter.size && Math.max(level.width, level.height) > filter.size) return false;
    if (!words.length) return true;
    const text = `${level.index} ${level.title ?? ""} ${level.author ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * Which cards of a grid are to be drawn: those on the screen and a screen around them.
 * @param {{ count: number, columns: number, rowHeight: number, top: number, height: number }} grid
 * @returns {{ from: number, to: number, total: number }} cards, and the height of all rows
 */
export function visible({ count, columns, rowHeight, top, height }) {
  const rows = Math.ceil(count / columns);
  const first = Math.max(0, Math.floor((top - height / 2) / rowHeight));
  const last = Math.min(rows, Math.ceil((top + 1.5 * height) / rowHeight));
  return { from: first * columns, to: Math.min(count, last * columns), total: rows * rowHeight };
}

/**
 * A level for a file, with the solutions that came with it and the player's own.
 * @param {LevelView} level @param {Result | undefined} result @param {Story | undefined} story
 */
export function forFile(level, result, story) {
  const games = level.games.map((it) => ({ title: it.title, moves: it.moves, notes: it.notes ?? "" }));
  /** @param {string} title @param {string} moves */
  const add = (title, moves) => {
    const plain = moves.replace(/\s+/g, "");
    if (!games.some((it) => it.moves.replace(/\s+/g, "") === plain)) games.push({ title, moves, notes: "" });
  };
  if (result?.pushes) add("Solution/Pushes", result.pushes.lurd);
  if (result?.moves) add("Solution/Moves", result.moves.lurd);
  if (result?.found) add("Solution/Solver", result.found.lurd);
  for (const kept of story?.kept ?? []) {
    if (kept.kind === "snapshot" && !kept.reverse) add(`Snapshot/${kept.name}`, kept.moves.slice(0, kept.at));
  }
  return { xsb: level.xsb, title: level.title, author: level.author, notes: level.notes ?? "", games };
}

/**
 * The solutions among the games of a file; snapshots and saved games are not.
 * @param {LevelView} level
 */
export const solutionsOf = (level) =>
  level.games.filter((it) => !it.title || /^solution|^\s*$/i.test(it.title) || !/snapshot|savegame/i.test(it.title));

/**
 * Whether two lists hold the same levels in the same order.
 * @param {LevelView[]} a @param {LevelView[]} b
 */
export const sameLevels = (a, b) => a.length === b.length && a.every((it, at) => it.xsb === b[at].xsb);

/**
 * A name that no other collection has.
 * @param {string} wanted @param {string[]} taken
 */
export function freeName(wanted, taken) {
  if (!taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted} ${number}`)) number++;
  return `${wanted} ${number}`;
}
