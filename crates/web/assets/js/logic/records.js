// @ts-check
// What a record of a search says, in words.

import { plural, seconds } from "./format.js";

/** A line of docs/json.md. @typedef {Record<string, any>} SolveRecord */

/** @type {Record<string, string>} */
const STOPS = {
  time: "the time was up",
  memory: "the memory was used up",
  nodes: "the positions were used up",
  cancelled: "you stopped it",
  horizon: "no plan is as short as the horizon allows",
};

/**
 * The outcome in a sentence, how good it is, and what "proved" means if it is.
 * @param {SolveRecord} record
 * @returns {{ text: string, kind: string, title: string }}
 */
export function verdict(record) {
  const spent = `${plural(record.expanded, "position")} in ${seconds(record.time_s)}`;
  if (record.status === "unsolvable") {
    return {
      text: `Proved: there is no solution (${spent}).`,
      kind: "bad",
      title: "Every position that can be reached was looked at or excluded by a sound argument.",
    };
  }
  if (record.status !== "solved") {
    const why = STOPS[record.stop] ?? record.error ?? "the engine had nothing left that it would try";
    return { text: `Not solved: ${why} (${spent}).`, kind: "", title: "" };
  }
  const proof = record.proved && record.guarantee !== "any" ? `, proved fewest ${record.guarantee.replace(",", ", then ")}` : "";
  return {
    text: `Solved: ${plural(record.moves, "move")}, ${plural(record.pushes, "push")}${proof} (${spent}).`,
    kind: "good",
    title: proof
      ? "The search has excluded every cheaper solution, and the solution was replayed by the verifier. " +
        "hako solve --goal pushes --proof FILE writes a certificate that another program can check."
      : "The solution was replayed by the verifier. It need not be the shortest.",
  };
}

/**
 * How far the solution may be from the best, if a bound is known and it is not proved best.
 * @param {SolveRecord} record
 * @returns {{ text: string, title: string } | null}
 */
export function gapText(record) {
  if (record.optimal || record.gap === undefined || record.gap === null || !record.lower_bound) return null;
  const what = record.goal.startsWith("moves") ? "move" : "push";
  return {
    text: `Not proved best: at least ${plural(record.lower_bound, what)} are needed, a gap of ${(record.gap * 100).toFixed(record.gap < 0.1 ? 1 : 0)} %.`,
    title: "No solution has fewer than the bound. The gap is how much shorter, in relation to this solution, a best one can be.",
  };
}

/**
 * What is known while a search goes on: the bound, and the best solution so far.
 * @param {{ bound?: number, incumbent?: number | null }} now @param {string} goal
 */
export function boundText({ bound, incumbent }, goal) {
  const what = goal.startsWith("moves") ? "move" : "push";
  if (incumbent && bound)
    return ` Best so far ${plural(incumbent, what)}, at least ${bound}: a gap of ${(((incumbent - bound) / incumbent) * 100).toFixed(0)} %.`;
  return bound ? ` At least ${plural(bound, what)}.` : "";
}

/**
 * Adds a point to a curve that can only rise. A count above a later one was not of positions: an
 * optimizer at work between the searches counts its own steps for a while. Such points go.
 * @param {[number, number][]} points @param {[number, number]} point
 * @returns {[number, number][]}
 */
export const rising = (points, point) => [
  ...points.filter(([x, y]) => x <= point[0] && y <= point[1]),
  point,
];
