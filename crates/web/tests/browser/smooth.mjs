// What the page costs: bytes and requests of a first visit, how long a key takes to be seen on a
// 50 × 50 level with 200 boxes, memory with ten thousand levels. The figures are printed for
// people; what is asserted is only what no busy machine changes.

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
    `measured: input to paint, 50 x 50 with 200 boxes: median ${middle.toFixed(1)} ms, most ${most.toFixed(1)} ms of ${times.length}`,
  );
  assert.ok(middle < 1000);
  const reach = await page.evaluate(async () => {
    const { BoxWays } = await import("./js/logic/walks.js");
    const { session } = await import("./js/session.js");
    const before = performance.now();
    const { game } = session;
    new BoxWays(game.level, game.boxes, game.boxes.indexOf(1), game.player, false);
    return performance.now() - before;
  });
  console.log(`measured: where a box can go, same level: ${reach.toFixed(1)} ms`);
});

test("what a first visit loads", async (page) => {
  await open(page, "#play/small/5");
  const { requests, bytes, plain, paint } = await page.evaluate(() => {
    const all = [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")];
    const sum = (name) => all.reduce((total, it) => total + it[name], 0);
    return {
      requests: all.length,
      bytes: sum("transferSize"),
      plain: sum("decodedBodySize"),
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    };
  });
  const kilo = (it) => `${(it / 1000).toFixed(0)} kB`;
  console.log(
    `measured: a first visit, ${requests} requests, ${kilo(bytes)} sent for ${kilo(plain)}, first paint after ${paint.toFixed(0)} ms`,
  );
  assert.ok(requests <= 45);
});

test("ten thousand levels in a tab", async (page) => {
  await open(page, "#play/small/5");
  const level = (number) => {
    const rows = Array.from({ length: 10 }, (_, row) => (row % 9 ? `#${" ".repeat(8)}#` : "#".repeat(10)).split(""));
    rows[1][1] = "@";
    for (const [box, at] of [2, 3, 4, 5].entries()) {
      rows[at][2 + (Math.floor(number / 5 ** box) % 5)] = "$";
      rows[at + 3 > 8 ? 8 : at + 3][8 - box] = ".";
    }
    return `; ${number}\n${rows.map((row) => row.join("")).join("\n")}\n`;
  };
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "Ten thousand.xsb"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
  }, Array.from({ length: 10000 }, (_, at) => level(at)).join("\n"));
  await page.waitForFunction(() => document.querySelector("#place").innerText === "1 / 10000");
  await page.click("#level-open");
  await page.waitForSelector(".level-card");
  const metrics = await page.context().newCDPSession(page);
  await metrics.send("Performance.enable");
  await metrics.send("HeapProfiler.collectGarbage");
  const found = (await metrics.send("Performance.getMetrics")).metrics;
  const heap = found.find((it) => it.name === "JSHeapUsedSize").value;
  const frames = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const grid = document.querySelector("#level-grid");
        const times = [];
        let last = performance.now();
        const step = () => {
          grid.scrollTop += 600;
          times.push(performance.now() - last);
          last = performance.now();
          if (times.length < 60) requestAnimationFrame(step);
          else resolve(times.sort((a, b) => a - b));
        };
        requestAnimationFrame(step);
      }),
  );
  assert.ok((await page.locator(".level-card").count()) < 80);
  console.log(
    `measured: ten thousand levels, ${(heap / 1e6).toFixed(1)} MB of heap, a frame of scrolling takes ${frames[30].toFixed(0)} ms, at most ${frames.at(-1).toFixed(0)} ms`,
  );
});
