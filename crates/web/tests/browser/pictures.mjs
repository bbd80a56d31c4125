// The pictures of the README: `cargo xtask screenshots`.

import { clickCell, open, says, shot, test } from "./harness.mjs";

const SIZE = { viewport: { width: 1180, height: 740 } };

test("a box in hand, with the pushes to every square it can reach", SIZE, async (page) => {
  await open(page, "#play/hard/12");
  await page.check("#show-dead");
  await page.waitForSelector("#stage .dead");
  await says(page, "#bound", /\d/);
  const [row, col] = await page.evaluate(async () => {
    const { session } = await import("/js/session.js");
    const { BoxWays } = await import("/js/logic/walks.js");
    const { level, game } = session;
    const boxes = [...game.boxes.keys()].filter((cell) => game.boxes[cell]);
    const reach = (cell) => new BoxWays(level, game.boxes, cell, game.player, false).cells().length;
    const most = boxes.sort((a, b) => reach(b) - reach(a))[0];
    return [level.row(most), level.col(most)];
  });
  await clickCell(page, row, col);
  await page.waitForSelector("#stage .reach");
  await shot(page, "play");
});

test("two searches side by side", SIZE, async (page) => {
  await open(page, "#watch/small/3");
  await page.waitForSelector(".pane:nth-child(2) .tree .node");
  await page.locator("#step-slider").fill("14");
  await page.evaluate(() => {
    document.activeElement.blur();
    document.querySelector("#watch .transport").scrollIntoView();
    scrollBy(0, -60);
  });
  await shot(page, "watch");
});
