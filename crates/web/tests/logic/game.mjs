// Game, walks, numbers, plans and refutations.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Bounds } from "../../assets/js/logic/bounds.js";
import { Game, lettersOf, stepsOf } from "../../assets/js/logic/game.js";
import { columnName, Level, placeOf, rowName } from "../../assets/js/logic/level.js";
import { assign, pairsOf } from "../../assets/js/logic/matching.js";
import { score } from "../../assets/js/logic/metrics.js";
import { areaAround, Plan, positionName, positionsOf } from "../../assets/js/logic/plan.js";
import { blockades, refute } from "../../assets/js/logic/refute.js";
import { BoxWays, walk } from "../../assets/js/logic/walks.js";

const SMALL = new Level({ xsb: "#######\n#@ $ .#\n#  $ .#\n#     #\n#######" });
const play = (level, lurd) => {
  const game = new Game(level);
  game.takeUp({ moves: lurd, at: lurd.length });
  return game;
};

test("a line is taken up as it was left, and no further than it can be played", () => {
  const game = play(SMALL, "rRRlldRR");
  assert.ok(game.solved);
  assert.deepEqual(game.line(), { moves: "rRRlldRR", at: 8 });
  const again = new Game(SMALL);
  assert.ok(again.takeUp({ moves: "rRRlldRR", at: 3 }));
  assert.equal(again.lurd(), "rRR");
  assert.ok(!again.takeUp({ moves: "rRuu", at: 4 }), "walls stop it");
  assert.equal(again.line().moves, "rR");
});

test("a reverse game keeps its jump", () => {
  const level = new Level({ xsb: "#######\n#@ $ .#\n#######" });
  const game = new Game(level, true);
  assert.ok(game.jump(level.at([1, 4])));
  game.make(game.possible(2));
  game.make(game.possible(2));
  assert.ok(game.solved);
  const again = new Game(level, true);
  assert.ok(again.takeUp(game.line()));
  assert.equal(again.lurd(), "[rrr]LL");
  assert.equal(lettersOf(again.forwardSteps()), "rRR");
});

test("undo by push takes the walk back too", () => {
  const game = play(SMALL, "rRRlld");
  game.undoPush();
  assert.equal(game.at, 2);
  game.undoPush();
  assert.equal(game.at, 0);
  game.redoPush();
  assert.equal(game.lurd(), "rR");
});

test("cells are named as in traces", () => {
  assert.equal(SMALL.name(SMALL.at([2, 5])), "Fc");
  assert.deepEqual(placeOf("Fc"), [2, 5]);
  assert.deepEqual([columnName(25), columnName(26), rowName(27)], ["Z", "AA", "ab"]);
});

test("ways of a box: costs, path and steps agree", () => {
  const box = SMALL.at([1, 3]);
  const ways = new BoxWays(SMALL, SMALL.boxes, box, SMALL.player, false);
  const to = SMALL.at([1, 5]);
  assert.equal(ways.costs[to], 2);
  assert.deepEqual(ways.path(to), [box, box + 1, box + 2]);
  assert.equal(lettersOf(ways.steps(to)), "rRR");
  assert.deepEqual(ways.path(SMALL.at([0, 0])), []);
  assert.equal(walk(SMALL, SMALL.boxes, SMALL.player, box), null);
});

test("the six numbers", () => {
  const { moves, pushes, lines, changes, sessions } = score(play(SMALL, "rRRlldRR"));
  assert.deepEqual({ moves, pushes, lines, changes, sessions }, { moves: 8, pushes: 4, lines: 2, changes: 2, sessions: 2 });
});

test("a plan is followed from any position on its way", () => {
  const plan = new Plan(SMALL);
  plan.learn(stepsOf("rRRlldRR"));
  assert.deepEqual(plan.from(SMALL.boxes, SMALL.player), {
    box: SMALL.at([1, 3]),
    dir: 3,
    target: SMALL.at([1, 5]),
  });
  const walked = play(SMALL, "ddrr");
  assert.ok(plan.from(walked.boxes, walked.player), "walking about changes nothing");
  const later = play(SMALL, "rRRlld");
  assert.equal(plan.from(later.boxes, later.player)?.box, SMALL.at([2, 3]));
  const half = play(SMALL, "rR");
  assert.equal(plan.from(half.boxes, half.player)?.target, SMALL.at([1, 5]), "half of a run is on the way");
  const astray = play(SMALL, "rRD");
  assert.equal(plan.from(astray.boxes, astray.player), undefined);
  assert.equal(positionsOf(later).length, 3, "two pushes and the present");
  assert.notEqual(positionName(SMALL, later.boxes, later.player), positionName(SMALL, SMALL.boxes, SMALL.player));
  assert.ok(areaAround(SMALL, SMALL.at([1, 3])).includes(SMALL.at([1, 3])));
});

test("a lost box is refuted, a living one is not", () => {
  const level = new Level({ xsb: "#######\n#@   .#\n#$    #\n#######" });
  const tried = refute(level, [level.at([2, 1])], level.player);
  assert.ok(tried && tried.length >= 1);
  assert.equal(refute(SMALL, [SMALL.at([1, 3])], SMALL.player), null, "it can reach a goal");
  const corner = blockades(level, [level.at([2, 1])], level.boxes);
  assert.match(corner[0], /Bc cannot go up or down \(wall\) nor left or right \(wall\)/);
});

test("assignments are the cheapest", () => {
  assert.deepEqual(assign([[4, 1, 3], [2, 0, 5], [3, 2, 2]]), [1, 0, 2]);
  const costs = Array.from({ length: 5 }, (_, r) => Array.from({ length: 5 }, (_, c) => ((r * 7 + c * 11) % 13) + 1));
  const sum = (columns) => columns.reduce((total, column, row) => total + costs[row][column], 0);
  const all = (rest) => (rest.length ? rest.flatMap((it) => all(rest.filter((x) => x !== it)).map((more) => [it, ...more])) : [[]]);
  assert.equal(sum(assign(costs)), Math.min(...all([0, 1, 2, 3, 4]).map(sum)));
  assert.equal(pairsOf("matching", SMALL, SMALL.boxes, SMALL.player)?.sum, 4);
  assert.equal(pairsOf("zero", SMALL, SMALL.boxes, SMALL.player), null);
});

test("a bound holds at every moment of a game", () => {
  const bounds = new Bounds();
  const game = play(SMALL, "rRR");
  game.seek(0);
  assert.equal(bounds.of(game), undefined, "nothing is known yet");
  bounds.keep(game, 4);
  game.seek(3);
  assert.equal(bounds.of(game), 2, "two pushes were made since");
  bounds.keep(game, 3);
  game.seek(2);
  assert.equal(bounds.of(game), undefined, "a later position says nothing of an earlier one");
  game.seek(0);
  assert.equal(bounds.of(game), 4, "it is remembered");
  for (const dir of [1, 3, 3, 3, 2]) game.make(game.possible(dir));
  assert.equal(game.at, 5);
  assert.equal(bounds.of(game), undefined, "another line, although it is longer");
  assert.equal(bounds.of(play(SMALL, "")), undefined, "another game");
});
