// The pictures of the README: `cargo xtask screenshots`.

import { cell, clickCell, open, says, shot, test } from "./harness.mjs";

const SIZE = { viewport: { width: 1180, height: 740 } };

test("a box in hand, and the path it would take", SIZE, async (page) => {
  await open(page, "#play/hard/12");
  await says(page, "#bound", /\d/);
  const [row, col] = await page.evaluate(async () => {
    const { session } = await import("./js/session.js");
    const { BoxWays } = await import("./js/logic/walks.js");
    const { level, game } = session;
    const boxes = [...game.boxes.keys()].filter((cell) => game.boxes[cell]);
    const reach = (cell) => new BoxWays(level, game.boxes, cell, game.player, false).cells().length;
    const most = boxes.sort((a, b) => reach(b) - reach(a))[0];
    return [level.row(most), level.col(most)];
  });
  await clickCell(page, row, col);
  await page.waitForSelector("#stage .reach");
  const [toRow, toCol] = await page.evaluate(async ([r, c]) => {
    const { session } = await import("./js/session.js");
    const { BoxWays } = await import("./js/logic/walks.js");
    const { level, game } = session;
    const ways = new BoxWays(level, game.boxes, level.at([r, c]), game.player, false);
    const far = ways.cells().filter((it) => level.goal[it]).sort((a, b) => ways.costs[b] - ways.costs[a])[0];
    return [level.row(far), level.col(far)];
  }, [row, col]);
  const over = await cell(page, toRow, toCol);
  await page.mouse.move(over.x, over.y);
  await shot(page, "play");
});

test("two searches side by side", SIZE, async (page) => {
  await open(page, "#watch/small/3");
  await page.waitForSelector(".pane:nth-child(2) .tree .node");
  await page.locator("#step-slider").fill("9");
  await page.evaluate(() => document.activeElement.blur());
  await shot(page, "watch");
});
