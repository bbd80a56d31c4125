// What is kept: stories, results, collections, links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, emptyStory, isEmpty, leave, merge, MOST_BRANCHES, recovered, snapshot } from "../../assets/js/logic/history.js";
import { choose, forFile, freeName, NO_FILTER, solutionsOf, visible } from "../../assets/js/logic/library.js";
import * as link from "../../assets/js/logic/link.js";
import { emptyResult, keepBest, keepFound, LESSONS, standing } from "../../assets/js/logic/results.js";

test("a line that was left is a branch, unless it lives on", () => {
  const story = emptyStory("x");
  story.forward = { moves: "rRd", at: 3 };
  leave(story, { moves: "rRR", at: 3 }, false, 1);
  assert.deepEqual(story.kept.map((it) => it.moves), ["rRR"]);
  leave(story, { moves: "rR", at: 2 }, false, 2);
  leave(story, { moves: "rRRd", at: 4 }, false, 3);
  leave(story, { moves: "ddd", at: 3 }, false, 4);
  assert.deepEqual(story.kept.map((it) => it.moves), ["rRRd"], "prefixes and walks are not kept");
  assert.equal(describe(story.kept[0]), "Abandoned line · 2 pushes");
});

test("branches are bounded, snapshots are not touched", () => {
  const story = emptyStory("x");
  snapshot(story, { moves: "R", at: 1 }, false, "first", 0);
  for (let at = 0; at < MOST_BRANCHES + 5; at++) leave(story, { moves: `${"u".repeat(at)}R`, at: 1 }, false, at);
  assert.equal(story.kept.filter((it) => it.kind === "branch").length, MOST_BRANCHES);
  assert.equal(story.kept[0].name, "first");
  assert.ok(!isEmpty(story));
});

test("what another tab wrote is kept beside one's own", () => {
  const [mine, theirs] = [emptyStory("x"), emptyStory("x")];
  mine.forward = { moves: "rR", at: 2 };
  theirs.forward = { moves: "lLL", at: 3 };
  theirs.revision = 5;
  snapshot(theirs, { moves: "lL", at: 2 }, false, "s", 1);
  merge(mine, theirs);
  assert.deepEqual(mine.kept.map((it) => it.moves).sort(), ["lL", "lLL"]);
  assert.equal(mine.revision, 5);
});

test("what a tab left unwritten goes on if it is the later, and is kept beside it if not", () => {
  const story = (moves, changed, revision) => ({ ...emptyStory("x"), forward: { moves, at: moves.length }, changed, revision });
  const [left, now] = [story("rRR", 20, 3), story("lL", 10, 4)];
  const later = recovered(left, now);
  assert.equal(later.forward.moves, "rRR");
  assert.deepEqual(later.kept.map((it) => it.moves), ["lL"]);
  assert.equal(later.revision, 5, "so that a tab which knows less merges");
  const again = recovered(left, later);
  assert.deepEqual([again.forward.moves, again.kept.map((it) => it.moves)], ["rRR", ["lL"]], "twice is as once");
  const earlier = recovered(story("rRR", 5, 3), now);
  assert.deepEqual([earlier.forward.moves, earlier.kept.map((it) => it.moves)], ["lL", ["rRR"]]);
  assert.equal(recovered(left, undefined)?.forward.moves, "rRR");
  const deleted = recovered(story("rRR", 30, 5), later);
  assert.deepEqual(deleted?.kept, [], "what was deleted does not come back");
  assert.equal(recovered(emptyStory("x"), undefined), undefined);
});

test("what becomes known is plain data, and learning it twice changes nothing", () => {
  const result = emptyResult("x");
  const lessons = [
    { kind: "best", data: { lurd: "a", moves: 10, pushes: 5 } },
    { kind: "found", data: { lurd: "b", moves: 12, pushes: 4, guarantee: "pushes", proved: true } },
    { kind: "improved", data: { lurd: "c", moves: 8, pushes: 6, first: "moves", proved: true } },
  ];
  const learn = () => {
    for (const { kind, data } of JSON.parse(JSON.stringify(lessons))) LESSONS[kind](result, data);
    return structuredClone(result);
  };
  const once = learn();
  assert.deepEqual(once.proved, { pushes: 4, moves: 8 });
  assert.equal(once.moves?.lurd, "a");
  assert.deepEqual(learn().proved, once.proved);
});

test("results: best games, what was found and proved", () => {
  const result = emptyResult("x");
  assert.deepEqual(keepBest(result, { lurd: "a", moves: 10, pushes: 5 }), ["moves", "pushes"]);
  assert.deepEqual(keepBest(result, { lurd: "b", moves: 9, pushes: 6 }), ["moves"]);
  assert.deepEqual(keepBest(result, { lurd: "c", moves: 12, pushes: 5 }), []);
  assert.equal(standing(result, [{ lurd: "", moves: 8, pushes: 5 }], "moves", 9), "1 above the best known");
  keepFound(result, { lurd: "d", moves: 9, pushes: 4, guarantee: "pushes", proved: true });
  assert.equal(standing(result, [], "pushes", 4), "the fewest possible");
  assert.equal(standing(result, [], "pushes", 6), "2 above the fewest possible");
});

const level = (index, more = {}) => ({
  index,
  title: `Level ${index}`,
  author: null,
  xsb: `#${index}`,
  width: 5 + index,
  height: 5,
  boxes: index,
  id: "",
  games: [],
  ...more,
});

test("levels are found by words and filters", () => {
  const all = [1, 2, 3, 12].map((it) => level(it));
  const found = (filter) => choose(all, { ...NO_FILTER, ...filter }, new Set(["#2"])).map((it) => it.index);
  assert.deepEqual(found({ query: "LEVEL 1" }), [1, 12]);
  assert.deepEqual(found({ unsolved: true }), [1, 3, 12]);
  assert.deepEqual(found({ boxes: 2 }), [1, 2]);
  assert.deepEqual(found({ size: 7 }), [1, 2]);
});

test("of ten thousand cards a screen and its neighbours exist", () => {
  const { from, to, total } = visible({ count: 10000, columns: 5, rowHeight: 200, top: 100000, height: 800 });
  assert.equal(total, 400000);
  assert.ok(from > 2400 && to < 2560 && to - from < 60, `${from} ${to}`);
  assert.deepEqual(visible({ count: 3, columns: 5, rowHeight: 200, top: 0, height: 800 }), { from: 0, to: 3, total: 200 });
});

test("a file gets the solutions that came with it and one's own, each once", () => {
  const view = level(1, { games: [{ title: "Solution", moves: "rR\nR", notes: "" }, { title: "Snapshot/a", moves: "r" }], notes: "n" });
  assert.equal(solutionsOf(view).length, 1);
  const result = { ...emptyResult("x"), pushes: { lurd: "rRR", moves: 3, pushes: 2 }, moves: { lurd: "rRRl", moves: 4, pushes: 2 } };
  const story = emptyStory("x");
  snapshot(story, { moves: "rRR", at: 2 }, false, "half", 1);
  const titles = forFile(view, result, story).games.map((it) => it.title);
  assert.deepEqual(titles, ["Solution", "Snapshot/a", "Solution/Moves", "Snapshot/half"]);
  assert.equal(freeName("A", ["A", "A 2"]), "A 3");
});

test("links carry level, title, author, moves and options; bad ones say so", () => {
  const text = link.levelText({ xsb: "#####\n#@$.#\n#####\n", title: "Ünï", author: "Me" });
  const place = link.write("play", { text }, "rR");
  const read = link.parse(place);
  assert.equal(read.text, "#####\n#@$.#\n#####\nTitle: Ünï\nAuthor: Me");
  assert.equal(read.moves, "rR");
  assert.ok(link.sameSource(read, { text }));
  assert.match(link.parse("#play/~%%%").problem ?? "", /damaged/);
  assert.match(link.parse("#play/small/three").problem ?? "", /"three"/);
  assert.deepEqual(link.parse("#edit"), { view: "edit", options: {} });
  const watch = link.write("watch", { collection: "a b", index: 3 }, "", { a: "astar(h=nearest)" });
  assert.deepEqual(link.parse(watch), { view: "watch", options: { a: "astar(h=nearest)" }, collection: "a b", index: 3 });
});
