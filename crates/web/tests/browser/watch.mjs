// Watching: breadth-first search and A* side by side, stepped through.

import assert from "node:assert/strict";
import { open, says, shot, test, text } from "./harness.mjs";

test("a BFS and an A* are stepped through side by side", async (page) => {
  await open(page, "#watch/small/3");
  await page.waitForSelector(".pane:nth-child(2) .tree .node");
  assert.match(await text(page, ".pane:nth-child(1) h2"), /A: bfs/);
  assert.match(await text(page, ".pane:nth-child(2) h2"), /B: astar/);
  assert.equal(await page.locator(".pane:nth-child(1) .node.closed").count(), 0);
  await page.click("#step-on");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".pane:nth-child(1) .node.closed").count(), 2);
  assert.match(await text(page, ".pane:nth-child(1) .lists"), /Closed: 2/);
  await page.click("#step-back");
  assert.equal(await page.locator(".pane:nth-child(2) .node.closed").count(), 1);
  await page.locator("#step-slider").fill("20");
  await page.locator(".pane:nth-child(2) .node.open").first().click({ force: true });
  assert.match(await text(page, ".pane:nth-child(2) .node-facts"), /expanded\n–/);
  await shot(page, "watch");
  await page.click("#step-last");
  assert.ok((await page.locator(".pane:nth-child(2) .node.way").count()) > 5, "the way found is shown");
  const [bfs, astar] = await page.evaluate(() =>
    [...document.querySelectorAll("#watch-counts tr")]
      .find((row) => row.innerText.startsWith("expanded"))
      .innerText.split("\t")
      .slice(1)
      .map((it) => Number(it.replaceAll(",", ""))),
  );
  assert.ok(astar < bfs, `A* expands less: ${astar} and ${bfs}`);
  await page.locator("#watch-charts").scrollIntoViewIfNeeded();
  await shot(page, "watch-charts");
});

test("the picture of a search can be taken away", async (page) => {
  await open(page, "#watch/small/3");
  await page.waitForSelector(".pane:nth-child(2) .tree .node");
  await page.click("#step-last");
  for (const [kind, start] of [
    ["SVG", "<svg"],
    ["PNG", "\x89PNG"],
    ["JSON", "{"],
  ]) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.click(`.pane:nth-child(1) button:text-is("${kind}")`),
    ]);
    const chunks = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk);
    assert.ok(Buffer.concat(chunks).toString("latin1").startsWith(start), kind);
  }
});

test("other algorithms can be chosen", async (page) => {
  await open(page, "#watch/tutorial/4");
  await page.waitForSelector(".pane:nth-child(2) .tree .node");
  await page.selectOption("#watch-a select", "idastar");
  await page.selectOption("#watch-b select", "greedy");
  await page.waitForTimeout(200);
  await page.click("#watch-go");
  await says(page, ".pane:nth-child(1) h2", /A: idastar/);
  await says(page, "#watch-status", /A: solved · B: solved/);
});
