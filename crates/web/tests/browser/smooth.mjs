// How long a key takes to be seen on a 50 × 50 level with 200 boxes. The time is printed for
// people; what is asserted is only that it is not hopeless, since test machines are shared.

import assert from "node:assert/strict";
import { linkTo, open, test } from "./harness.mjs";

/** A room of 50 × 50 with 200 boxes above and 200 goals below, and room to walk round them. */
export function large() {
  const rows = Array.from({ length: 50 }, () => Array(50).fill(" "));
  for (let at = 0; at < 50; at++) rows[0][at] = rows[49][at] = rows[at][0] = rows[at][49] = "#";
  for (let index = 0; index < 200; index++) {
    rows[3 + 2 * Math.floor(index / 20)][4 + 2 * (index % 20)] = "$";
    rows[26 + 2 * Math.floor(index / 20)][4 + 2 * (index % 20)] = ".";
  }
  rows[1][1] = "@";
  return rows.map((row) => row.join("")).join("\n");
}

test("from a key to the picture on a large level", async (page) => {
  await open(page, linkTo(large()));
  await page.check("#show-dead");
  await page.check("#show-deadlocks");
  await page.evaluate(() => {
    globalThis.times = [];
    addEventListener(
      "keydown",
      (event) => {
        // The frame after the next one begins when the picture with the change is done.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => times.push(performance.now() - event.timeStamp)),
        );
      },
      true,
    );
  });
  for (let count = 0; count < 40; count++) {
    await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp"][count % 4]);
    await page.waitForTimeout(30);
  }
  const times = (await page.evaluate(() => globalThis.times)).sort((a, b) => a - b);
  const [middle, most] = [times[Math.floor(times.length / 2)], times.at(-1)];
  console.log(
    `input to paint, 50 x 50 with 200 boxes: median ${middle.toFixed(1)} ms, most ${most.toFixed(1)} ms of ${times.length}`,
  );
  assert.ok(middle < 1000);
  const reach = await page.evaluate(async () => {
    const { BoxWays } = await import("/js/logic/walks.js");
    const { session } = await import("/js/session.js");
    const before = performance.now();
    const { game } = session;
    new BoxWays(game.level, game.boxes, game.boxes.indexOf(1), game.player, false);
    return performance.now() - before;
  });
  console.log(`where a box can go, same level: ${reach.toFixed(1)} ms`);
});
