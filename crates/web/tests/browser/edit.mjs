// Editing: drawing, one message at a time, solved by itself, undo.

import assert from "node:assert/strict";
import { cell, clickCell, open, says, shot, test, text } from "./harness.mjs";

const paint = async (page, tile, row, col) => {
  await page.click(`#palette button:nth-child(${["#", " ", ".", "$", "*", "@"].indexOf(tile) + 1})`);
  await clickCell(page, row, col, "#edit-stage");
};

test("a level is drawn, and solved by itself as it grows", async (page) => {
  await open(page, "#edit");
  await says(page, "#edit-line", /Put the player/);
  await paint(page, "@", 3, 2);
  await says(page, "#edit-line", /Put a box/);
  await paint(page, "$", 3, 4);
  await says(page, "#edit-line", /Put a goal/);
  await paint(page, ".", 3, 6);
  await says(page, "#edit-line", /^Solvable in 2 pushes/);
  await paint(page, "$", 2, 4);
  await says(page, "#edit-line", /1 of 2 boxes have no goal/);
  await paint(page, ".", 2, 6);
  await says(page, "#edit-line", /^Solvable in 4 pushes/);
  await says(page, "#edit-facts", /4 pushes, proved fewest/);
  await says(page, "#edit-facts", /\d+ squares could be walls/);
  await says(page, "#edit-facts", /no solution puts a box on \d+ squares/);
  await shot(page, "edit");
  await page.click("#edit-smaller");
  await says(page, "#edit-line", /^Solvable in 4 pushes, the fewest possible/);
  await shot(page, "edit-smaller");
  await page.click("#edit-copy");
  const smaller = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(smaller.split("\n").length < 7 && smaller.split("\n")[0].length < 9, smaller);
  await page.keyboard.press("Control+z");
  await says(page, "#edit-facts", /\d+ squares could be walls/);
  await page.fill("#edit-title", "Drawn");
  await page.fill("#edit-author", "Me");
  await page.click("#edit-keep");
  await says(page, "#notice", /Saved as level 1/);
  await page.reload();
  await page.waitForSelector("#edit:not([hidden])");
  assert.match(page.url(), /#edit/);
  await says(page, "#edit-line", /^Solvable in 4/);
  await page.click("#edit-watch");
  await says(page, "#line", /^Solved/);
  assert.equal(await text(page, "#title"), "Drawn");
});

test("a drawing without a solution is marked at once", async (page) => {
  await open(page, "#edit");
  await paint(page, "@", 3, 2);
  await paint(page, ".", 3, 6);
  await paint(page, "$", 1, 1);
  await says(page, "#edit-line", /^No solution/);
  await page.waitForSelector("#edit-stage .mark.bad");
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
  await page.click("#edit details summary");
  assert.equal(await size(), "9 × 7");
  await page.click('[aria-label="Add a line at the left"]');
  await page.click('[aria-label="Remove a line at the bottom"]');
  assert.equal(await size(), "10 × 6");
  await page.click("#edit-rotate");
  assert.equal(await size(), "6 × 10");
  for (let count = 0; count < 3; count++) await page.click("#edit-undo");
  assert.equal(await size(), "9 × 7");
  const bar = await page.locator("#edit-stage .handle.right").boundingBox();
  const one = (await cell(page, 1, 2, "#edit-stage")).x - (await cell(page, 1, 1, "#edit-stage")).x;
  await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.x + 2 * one, bar.y + bar.height / 2, { steps: 3 });
  await page.mouse.up();
  assert.equal(await size(), "11 × 7", "dragged two columns wider");
  await page.keyboard.press("Control+z");
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
  await page.click("#edit-symmetry button[value=across]");
  await page.click("#edit-brush button[value=pen]");
  await paint(page, "$", 5, 1);
  await page.click("#edit-copy");
  const mirrored = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(mirrored.split("\n")[5], "#$     $#", "strokes are mirrored");
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
  await says(page, "#edit-line", /No solution|Solvable/);
});
