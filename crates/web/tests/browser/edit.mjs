// Editing: drawing, messages as one draws, solving with one key, undo.

import assert from "node:assert/strict";
import { cell, clickCell, open, says, shot, test, text } from "./harness.mjs";

const paint = async (page, tile, row, col) => {
  await page.click(`#palette button:nth-child(${["#", " ", ".", "$", "*", "@"].indexOf(tile) + 1})`);
  await clickCell(page, row, col, "#edit-stage");
};

test("a level is drawn, checked as it grows, and solved", async (page) => {
  await open(page, "#edit");
  await says(page, "#edit-checks", /no player yet/);
  await paint(page, "@", 3, 2);
  await says(page, "#edit-checks", /one player/);
  await paint(page, "$", 3, 4);
  await says(page, "#edit-checks", /0 goals for 1 box/);
  await paint(page, ".", 3, 6);
  await says(page, "#edit-checks", /at least 2 pushes/);
  await paint(page, "$", 2, 4);
  await paint(page, ".", 2, 6);
  await says(page, "#edit-line", /A level/);
  await page.keyboard.press("s");
  await says(page, "#edit-answer", /^Solved: \d+ moves, 4 pushes/);
  await shot(page, "edit");
  await page.click("#edit-answer button");
  await says(page, "#line", /^Solved/);
});

test("a hole in the wall is pointed at", async (page) => {
  await open(page, "#edit");
  await paint(page, "@", 3, 2);
  await paint(page, " ", 0, 4);
  await page.waitForSelector("#edit-stage .mark.bad");
  await page.keyboard.press("Control+z");
  await page.waitForSelector("#edit-stage .mark.bad", { state: "detached" });
});

test("resize, mirror, rotate, fill, rectangle, undo", async (page) => {
  await open(page, "#edit");
  const size = () => text(page, "#edit-size");
  assert.equal(await size(), "9 × 7");
  await page.click('[aria-label="Add a line at the left"]');
  await page.click('[aria-label="Take a line away at the bottom"]');
  assert.equal(await size(), "10 × 6");
  await page.click("#edit-rotate");
  assert.equal(await size(), "6 × 10");
  for (let count = 0; count < 3; count++) await page.click("#edit-undo");
  assert.equal(await size(), "9 × 7");
  await paint(page, "@", 1, 1);
  await page.click("#edit-mirror-h");
  await page.click("#edit-copy");
  const drawn = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(drawn.split("\n")[1], "#      @#");
  await page.click("#edit-brush button[value=box]");
  await page.click("#palette button:nth-child(1)");
  const [from, to] = [await cell(page, 3, 2, "#edit-stage"), await cell(page, 4, 4, "#edit-stage")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await page.click("#edit-copy");
  const boxed = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(boxed.split("\n").slice(3, 5), ["# ###   #", "# ###   #"]);
});

test("the drawing can be made with keys alone", async (page) => {
  await open(page, "#edit");
  await page.focus("#edit-stage");
  await page.keyboard.press("@");
  await page.keyboard.press("Space");
  for (const [tile, steps] of [
    ["$", 2],
    [".", 2],
  ]) {
    await page.keyboard.press(tile);
    for (let count = 0; count < steps; count++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
  }
  await says(page, "#edit-checks", /hopeless|at least/);
});
