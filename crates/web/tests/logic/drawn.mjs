// Drawings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Drawing, LARGEST, missing, unused } from "../../assets/js/logic/drawing.js";
import { Game, stepsOf } from "../../assets/js/logic/game.js";
import { Level } from "../../assets/js/logic/level.js";

test("one player, pieces onto goals, and every change undone", () => {
  const drawing = Drawing.room(5, 4);
  drawing.keep();
  drawing.paint(1, 1, ".");
  drawing.paint(1, 1, "@");
  drawing.paint(2, 2, "@");
  assert.deepEqual(drawing.rows, ["#####", "#.  #", "# @ #", "#####"]);
  assert.ok(drawing.undo() && !drawing.undo());
  assert.ok(drawing.redo());
  assert.equal(drawing.rows[1], "#.  #");
});

test("strokes are mirrored, the player is not", () => {
  const drawing = Drawing.room(6, 6);
  drawing.symmetry = "both";
  drawing.paint(1, 1, "#");
  assert.deepEqual(drawing.rows.slice(1, 5), ["##  ##", "#    #", "#    #", "##  ##"]);
  drawing.paint(2, 2, "@");
  assert.equal(drawing.count("@"), 1);
});

test("sides grow and shrink within limits", () => {
  const drawing = new Drawing(["###", "#.#", "###"]);
  assert.ok(drawing.grow("left", 2) && drawing.grow("bottom", -1));
  assert.deepEqual(drawing.rows, ["  ###", "  #.#"]);
  assert.ok(!drawing.grow("top", -2) && !drawing.grow("right", LARGEST));
  assert.ok(drawing.grow("left", -2));
  drawing.rotate();
  assert.deepEqual(drawing.rows, ["##", ".#", "##"]);
});

test("one thing is missing at a time", () => {
  const say = (...rows) => missing(new Drawing(rows));
  assert.match(say("####", "#  #", "####") ?? "", /player/);
  assert.match(say("#@ #") ?? "", /box/);
  assert.match(say("#@$#") ?? "", /goal/);
  assert.match(say("#@$$.#") ?? "", /1 of 2 boxes have no goal/);
  assert.equal(say("#@$.#"), null);
});

test("a drawing is made smaller and keeps what is in it", () => {
  const drawing = new Drawing(["#########", "#@$.    #", "#       #", "#      *#", "#########"]);
  const level = new Level({ xsb: drawing.text });
  const { squares, still } = unused(level, stepsOf("R"));
  drawing.shrink([...squares, ...still]);
  assert.deepEqual(drawing.rows, ["#####", "#@$.#", "#####"]);
  drawing.shrink([]);
  assert.deepEqual(drawing.rows, ["#####", "#@$.#", "#####"], "nothing more to do");
  const corner = new Drawing(["  ####", "###  #", "#@$. #", "######"]);
  corner.shrink([9, 10, 16]);
  assert.deepEqual(corner.rows, ["#####", "#@$.#", "#####"]);
});

test("what a solution never uses", () => {
  const level = new Level({ xsb: "#######\n#@$.  #\n#   $*#\n#   . #\n#######" });
  const { squares, still } = unused(level, stepsOf("R"));
  assert.deepEqual(still.map((cell) => level.name(cell)), ["Ec", "Fc"]);
  assert.ok(squares.includes(level.at([3, 1])) && !squares.includes(level.at([1, 2])));
});

test("with walls where a solution never goes it is still a solution", () => {
  const xsb = "########\n#@ $ . #\n#      #\n########";
  const level = new Level({ xsb });
  const steps = stepsOf("rRR");
  const rows = xsb.split("\n").map((row) => row.split(""));
  const { squares } = unused(level, steps);
  for (const cell of squares) rows[level.row(cell)][level.col(cell)] = "#";
  assert.equal(squares.length, 7);
  const game = new Game(new Level({ xsb: rows.map((row) => row.join("")).join("\n") }));
  for (const { dir, box } of steps) {
    const step = game.possible(dir);
    assert.equal(step?.box, box);
    game.make(step);
  }
  assert.ok(game.solved);
});
