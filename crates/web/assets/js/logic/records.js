// @ts-check
// What a record of a search says, in words.

import { plural, seconds } from "./format.js";

/** A line of docs/json.md. @typedef {Record<string, any>} SolveRecord */

/** @type {Record<string, string>} */
const STOPS = {
  time: "time limit reached",
  memory: "memory limit reached",
  nodes: "node limit reached",
  cancelled: "you stopped it",
  horizon: "no plan within the horizon",
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
      title: "Every reachable position was searched or excluded by a sound test.",
    };
  }
  if (record.status !== "solved") {
    const why = STOPS[record.stop] ?? record.error ?? "the engine gave up";
    return { text: `Not solved: ${why} (${spent}).`, kind: "", title: "" };
  }
  const proof = record.proved && record.guarantee !== "any" ? `, proved fewest ${record.guarantee.replace(",", ", then ")}` : "";
  return {
    text: `Solved: ${plural(record.moves, "move")}, ${plural(record.pushes, "push")}${proof} (${spent}).`,
    kind: "good",
    title: proof
      ? "The search excluded every better solution: each was searched, or ruled out by a bound or a test " +
        "that is never wrong. The solution itself was replayed by the verifier."
      : "The solution was replayed by the verifier. It may not be the shortest.",
  };
}

/**
 * Whether it was proved that no solution has fewer pushes, and there is one with fewer to disprove.
 * @param {SolveRecord} record
 */
export const isFewestPushes = (record) =>
  record.proved && record.guarantee.split(",")[0] === "pushes" && record.pushes > 0;

/**
 * A gap such as `gap 13.3 %`, never zero unless it is zero.
 * @param {number} gap
 */
export const gapInPercent = (gap) => `gap ${Math.max(gap * 100, gap > 0 ? 0.1 : 0).toFixed(1)} %`;

/**
 * How far the solution may be from the optimum, if a bound is known and it is not proved optimal.
 * @param {SolveRecord} record
 * @returns {{ text: string, title: string } | null}
 */
export function gapText(record) {
  if (record.optimal || record.gap === undefined || record.gap === null || !record.lower_bound) return null;
  const what = record.goal.startsWith("moves") ? "move" : "push";
  return {
    text: `Not proved optimal: at least ${plural(record.lower_bound, what)}, ${gapInPercent(record.gap)}.`,
    title: "The gap is how much shorter, at most, the best solution is than this one.",
  };
}

/**
 * What is known while a search goes on: the bound, and the best solution so far.
 * @param {{ bound?: number, incumbent?: number | null }} now @param {string} goal
 */
export function boundText({ bound, incumbent }, goal) {
  const what = goal.startsWith("moves") ? "move" : "push";
  if (incumbent && bound)
    return ` Best so far ${plural(incumbent, what)}, at least ${bound}: ${gapInPercent((incumbent - bound) / incumbent)}.`;
  return bound ? ` At least ${plural(bound, what)}.` : "";
}

/**
 * A position that a search has reached.
 * @typedef {{ backward: boolean, placed: number, boxes: number[][], player: number[] }} Sight
 */

/**
 * What a position of a search shows.
 * @param {"forward" | "backward" | "met"} kind @param {Sight} sight @param {number} total
 */
export function sightText(kind, { placed }, total) {
  if (kind === "met") return "Here the search from the start and the one from the goals met.";
  return kind === "backward"
    ? `Pulling from the goals: ${placed} of ${plural(total, "box")} back at the start`
    : `Pushing from the start: ${placed} of ${plural(total, "box")} on goals`;
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
