// Traces, trees, records and comparisons.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { Level } from "../../assets/js/logic/level.js";
import { LESSONS, optionsOf } from "../../assets/js/logic/lessons.js";
import { boundText, gapText, isFewestPushes, rising, sightText, verdict } from "../../assets/js/logic/records.js";
import { stoppedResult } from "../../assets/js/logic/stopped.js";
import { tar } from "../../assets/js/logic/tar.js";
import { Trace } from "../../assets/js/logic/trace.js";
import { layout, revealed, SMALL } from "../../assets/js/logic/tree-layout.js";
import { curves, enginesOf, pairs, readRecords, summaries } from "../../assets/js/logic/trials.js";

const LEVEL = new Level({ xsb: "#######\n#@ $ .#\n#######" });

/** A chain with `width` children per expanded state. */
function search(depth, width) {
  const lines = [{ id: 0, parent: null, g: 0, h: 2, f: 2, action: "", player: "Bb", pruned_by: null, expanded: 1 }];
  let parent = 0;
  for (let level = 1; level <= depth; level++) {
    const first = lines.length;
    for (let child = 0; child < width; child++) {
      const expanded = child === 0 && level < depth ? level + 1 : null;
      lines.push({ id: first + child, parent, g: level, h: 1, f: level + 1, action: "Db-Eb", player: "Cb", pruned_by: child === 2 ? "repeated" : null, expanded });
    }
    parent = first;
  }
  return new Trace(LEVEL, { lines, cut: false, counts: { status: "unknown", engine: "bfs" }, moves: null });
}

test("a trace knows what was open, closed and pruned after each expansion", () => {
  const trace = search(3, 3);
  assert.equal(trace.steps, 3);
  const { open, closed, pruned } = trace.lists(1);
  assert.deepEqual([open.length, closed.length, pruned.get("repeated")], [2, 1, 1]);
  assert.deepEqual(trace.byTime().map(([, states]) => states), [1, 4, 7, 10]);
  assert.equal(trace.boxes(trace.nodes[1])[LEVEL.at([1, 4])], 1);
});

test("small trees are drawn whole, large ones folded with the path in view", () => {
  const small = search(3, 3);
  assert.equal(revealed(small, 3, null, new Set()).size, 10);
  const large = search(500, 10);
  assert.equal(large.nodes.length, 5001);
  const step = 400;
  const selected = large.byStep.get(step);
  const shown = revealed(large, step, selected, new Set());
  assert.ok(shown.size > SMALL && shown.size < 430, `${shown.size}`);
  for (const node of large.ancestors(selected)) assert.ok(shown.has(node.id), "all it came from");
  const { placed, columns, rows } = layout(large, step, shown);
  const folds = placed.filter((it) => it.fold);
  assert.equal(folds.reduce((sum, it) => sum + it.fold, 0) + shown.size, large.nodes.filter((it) => it.born <= step).length);
  assert.ok(columns >= folds.length && rows > 390);
  const places = placed.map((it) => `${it.column} ${it.row}`);
  assert.equal(new Set(places).size, places.length, "nothing lies on anything");
  assert.ok(revealed(large, step, selected, new Set([0])).size > shown.size, "a fold can be opened");
});

test("records in words", () => {
  const record = { status: "solved", expanded: 3557, time_s: 1.5, moves: 20, pushes: 10, proved: true, guarantee: "pushes", optimal: true, goal: "pushes" };
  assert.match(verdict(record).text, /^Solved: 20 moves, 10 pushes, proved fewest pushes \(3,557 positions in 1.5 s\)/);
  assert.match(verdict({ ...record, status: "unknown", stop: "cancelled" }).text, /you stopped it/);
  assert.match(verdict({ ...record, status: "unsolvable" }).text, /no solution/);
  assert.equal(boundText({ bound: 8, incumbent: 10 }, "pushes"), " Best so far 10 pushes, at least 8: gap 20.0 %.");
  assert.equal(boundText({ bound: 0 }, "pushes"), "");
  assert.equal(gapText(record), null);
  assert.match(gapText({ ...record, optimal: false, gap: 0.25, lower_bound: 8 })?.text ?? "", /at least 8 pushes, gap 25\.0 %/);
});

test("the curve of a search ends at its number", () => {
  let points = [[0, 0]];
  for (const point of [[1, 10], [2, 900], [3, 20]]) points = rising(points, point);
  assert.deepEqual(points, [[0, 0], [1, 10], [3, 20]]);
  assert.deepEqual(rising(points, [4, 15]), [[0, 0], [1, 10], [4, 15]]);
});

test("comparisons: sums, curves, scatter, and records from files", () => {
  const trial = (label, index, status, time_s) => ({ file: "f", index, label, status, time_s, expanded: 10 * time_s, optimal: false });
  const trials = [trial("a", 1, "solved", 1), trial("a", 2, "solved", 3), trial("b", 1, "solved", 2), trial("b", 2, "unknown", 9)];
  assert.deepEqual(enginesOf(trials), ["a", "b"]);
  assert.deepEqual(summaries(trials, ["b"])[0], { engine: "b", solved: 1, optimal: 0, expanded: 110, time_s: 11 });
  assert.deepEqual(curves(trials, ["a"], "expanded")[0].points, [[10, 1], [30, 2]]);
  assert.deepEqual(pairs(trials, "a", "b", "time_s"), [{ point: [1, 2], level: "f:1" }]);
  const line = JSON.stringify({ file: "f", index: 1, status: "solved", engine: "astar(h=zero)", time_s: 1 });
  assert.equal(readRecords(`${line}\n${line}\n`, "run")[0].label, "run: astar");
  assert.equal(readRecords(JSON.stringify({ trials }), "x").length, 4);
  assert.throws(() => readRecords(`${line}\nnonsense`, "run"), /line 2/);
  assert.throws(() => readRecords("{}", "run"), /no records/);
});

test("lessons are links", () => {
  for (const lesson of LESSONS) assert.deepEqual(Object.keys(optionsOf(lesson)), ["a", "b", "goal", "nodes"]);
});

test("a search whose worker was ended tells what it had told", () => {
  const progress = { expanded: 7, generated: 20, open: 5, bytes: 1000, bound: 4 };
  const solved = stoppedResult("/solve", { progress }, 1.5);
  assert.match(verdict(solved).text, /^Not solved: you stopped it \(7 positions in 1.5 s\)/);
  assert.equal(solved.lower_bound, 4);
  assert.equal(stoppedResult("/solve", {}, 0.01).expanded, 0);
  const score = { moves: 9, pushes: 3 };
  const improved = stoppedResult("/improve", { progress: { bound: 8 }, improved: { lurd: "rR", score, bound: 7 } }, 2);
  assert.deepEqual([improved.lurd, improved.score, improved.bound, improved.proved], ["rR", score, 8, false]);
  assert.equal(stoppedResult("/compare", {}, 1).stopped, true);
});

test("how close a search has come, and what is worth a certificate", () => {
  const sight = { backward: false, placed: 3, boxes: [], player: [1, 1] };
  assert.equal(sightText("forward", sight, 12), "Pushing from the start: 3 of 12 boxes on goals");
  assert.match(sightText("backward", sight, 12), /3 of 12 boxes back at the start/);
  assert.match(sightText("met", sight, 12), /met/);
  const record = { proved: true, guarantee: "pushes,moves", pushes: 4 };
  assert.ok(isFewestPushes(record));
  assert.ok(!isFewestPushes({ ...record, guarantee: "moves" }));
  assert.ok(!isFewestPushes({ ...record, proved: false }));
  assert.ok(!isFewestPushes({ ...record, pushes: 0 }), "nothing is fewer than nothing");
});

test("an archive is one that tar unpacks", () => {
  const texts = { "a.txt": "one\n", "b.txt": "ü".repeat(600), "empty.txt": "" };
  const parts = tar(Object.entries(texts).map(([name, text]) => ({ name, text })), 1_700_000_000);
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(/** @type {Uint8Array} */ (part))));
  assert.equal(bytes.length % 512, 0);
  for (const [name, text] of Object.entries(texts))
    assert.equal(execFileSync("tar", ["-xOf", "-", name], { input: bytes }).toString(), text);
});
