// Watching: breadth-first search and A* side by side, stepped through.

import assert from "node:assert/strict";
import { open, says, shot, test, text } from "./harness.mjs";

const second = ".pane:nth-child(2) .tree .node";

test("a BFS and an A* are stepped through side by side", async (page) => {
  await open(page, "#watch/small/3");
  await page.waitForSelector(second);
  assert.match(await text(page, ".pane:nth-child(1) h2"), /A bfs/);
  assert.match(await text(page, ".pane:nth-child(2) h2"), /B astar/);
  assert.equal(await page.locator("#watch-setup").isVisible(), false, "the forms are folded");
  assert.equal(await page.locator(".pane:nth-child(1) .node.closed").count(), 0);
  await page.click("#step-on");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".pane:nth-child(1) .node.closed").count(), 2);
  assert.match(await text(page, ".pane:nth-child(1) .pane-tabs"), /Closed: 2/);
  await page.click("#step-back");
  assert.equal(await page.locator(".pane:nth-child(2) .node.closed").count(), 1);
  assert.ok((await page.locator(".pane:nth-child(2) .node-board .pair").count()) >= 1, "the matching is drawn");
  await page.locator("#step-slider").fill("20");
  await page.locator(".pane:nth-child(2) .node.open").first().click({ force: true });
  assert.match(await text(page, ".pane:nth-child(2) .node-facts"), /open$/);
  await page.click(".pane:nth-child(1) button[value=open]");
  await page.locator(".pane:nth-child(1) tbody tr").nth(1).focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".pane:nth-child(1) tbody tr.selected").count(), 1, "rows work by keyboard");
  await page.click(".pane:nth-child(1) button[value=tree]");
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
  for (const [kind, begins] of [
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
    assert.ok(Buffer.concat(chunks).toString("latin1").startsWith(begins), kind);
  }
});

test("lessons are links, and five thousand states stay few on the screen", async (page) => {
  await open(page, "#watch/tutorial/4?a=idastar&b=greedy&goal=pushes&nodes=400");
  await says(page, "#watch-status", /A: solved, .* B: solved/);
  assert.match(await text(page, ".pane:nth-child(1) h2"), /A idastar/);
  await page.selectOption("#watch-lesson", { label: "Manhattan against matching" });
  await says(page, ".pane:nth-child(1) h2", /astar\(h=manhattan\)/);
  assert.match(page.url(), /#watch\/small\/5\?a=astar/);
  await page.click("#watch-edit");
  await page.fill("#watch-nodes", "5000");
  await page.click("#watch-a .as-text summary");
  await page.fill("#watch-a .spec", "bfs(space=step)");
  await page.click("#watch-go");
  await says(page, ".pane:nth-child(1) h2", /bfs\(space=step\)/);
  await page.click("#step-last");
  assert.ok((await page.locator(".pane:nth-child(1) .node").count()) < 400);
  assert.ok((await page.locator(".pane:nth-child(1) .node.fold").count()) > 0, "folded with a count");
});

test("in a lecture hall both boards and the state are on the screen", { viewport: { width: 1280, height: 720 } }, async (page) => {
  await open(page, "#watch/small/3");
  await page.waitForSelector(second);
  await page.click("#larger");
  await page.locator("#step-slider").fill("12");
  const seen = await page.evaluate(() =>
    [...document.querySelectorAll(".node-board .board, .node-facts, .tree .node.selected")].map((it) => {
      const { top, bottom, height } = it.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && height > 10;
    }),
  );
  assert.deepEqual(seen, Array(6).fill(true));
  await shot(page, "hall-watch");
});
