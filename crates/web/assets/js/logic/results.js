// @ts-check
// What is known about a level: the player's best games, solutions that came with the file, what
// the solver found, and what was proved.

/** @typedef {{ lurd: string, moves: number, pushes: number }} Solution */
/**
 * `moves` and `pushes` are the player's best in each, `found` the best of a search, `proved` the
 * fewest that are possible.
 * @typedef {{
 *   key: string, moves?: Solution, pushes?: Solution, found?: Solution,
 *   proved: { moves?: number, pushes?: number },
 * }} Result
 */

/**
 * @param {string} key
 * @returns {Result}
 */
export const emptyResult = (key) => ({ key, proved: {} });

/**
 * Whether `a` beats `b`, first in one count and then in the other.
 * @param {Solution} a @param {Solution | undefined} b @param {"moves" | "pushes"} first
 */
export function beats(a, b, first) {
  const second = first === "moves" ? "pushes" : "moves";
  return !b || a[first] < b[first] || (a[first] === b[first] && a[second] < b[second]);
}

/**
 * Keeps a game of the player if it is the best in moves or in pushes; tells in what.
 * @param {Result} result @param {Solution} game
 * @returns {("moves" | "pushes")[]}
 */
export function keepBest(result, game) {
  /** @type {("moves" | "pushes")[]} */
  const better = [];
  for (const first of /** @type {const} */ (["moves", "pushes"])) {
    if (beats(game, result[first], first)) {
      result[first] = game;
      better.push(first);
    }
  }
  return better;
}

/**
 * Keeps what a search found from the start of the level, and what it proved.
 * @param {Result} result
 * @param {{ lurd: string, moves: number, pushes: number, guarantee: string, proved: boolean }} record
 */
export function keepFound(result, record) {
  const found = { lurd: record.lurd, moves: record.moves, pushes: record.pushes };
  if (beats(found, result.found, "pushes")) result.found = found;
  if (!record.proved) return;
  const first = record.guarantee.split(",")[0];
  if (first === "moves" || first === "pushes") result.proved[first] = record[first];
}

/**
 * Keeps what improving a solution came to, by the count that was minimised.
 * @param {Result} result
 * @param {Solution & { first: string, proved: boolean }} improved
 */
export function keepImproved(result, { lurd, moves, pushes, first, proved }) {
  const found = { lurd, moves, pushes };
  if (beats(found, result.found, first === "pushes" ? "pushes" : "moves")) result.found = found;
  if (proved && (first === "moves" || first === "pushes")) result.proved[first] = found[first];
}

/** What can become known of a level. Data is plain, and learning it twice changes nothing more. */
export const LESSONS = /** @type {Record<string, (result: Result, data: any) => any>} */ ({
  best: keepBest,
  found: keepFound,
  improved: keepImproved,
});
/** @typedef {{ kind: "best" | "found" | "improved", data: any }} Lesson */

/** @param {Result | undefined} result */
export const isSolved = (result) => Boolean(result?.moves || result?.pushes);

/**
 * How a count compares with what is known: the proved fewest, or else the best found by others.
 * @param {Result} result @param {Solution[]} known @param {"moves" | "pushes"} what @param {number} value
 * @returns {string}
 */
export function standing(result, known, what, value) {
  const fewest = result.proved[what];
  if (fewest !== undefined) return value === fewest ? "the fewest possible" : `${value - fewest} above the fewest possible`;
  const others = [...known, ...(result.found ? [result.found] : [])].map((it) => it[what]);
  if (!others.length) return "";
  const best = Math.min(...others);
  if (value < best) return `${best - value} fewer than the best known`;
  return value === best ? "as few as the best known" : `${value - best} above the best known`;
}
