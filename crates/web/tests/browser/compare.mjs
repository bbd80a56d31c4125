// Comparing: the table fills, can be sorted and taken away.

import assert from "node:assert/strict";
import { open, says, shot, test, text } from "./harness.mjs";

test("engines are compared on a collection", async (page) => {
  await open(page, "#compare");
  await page.waitForFunction(() => document.querySelector("#compare-collection").options.length > 2);
  await page.selectOption("#compare-collection", "small");
  await page.fill("#compare-to", "6");
  await page.fill("#compare-add", "astra");
  await page.click("#compare-add-go");
  await says(page, "#compare-status", /did you mean astar/);
  await page.fill("#compare-add", "astar(h=nearest)");
  await page.keyboard.press("Enter");
  await says(page, "#compare-engines", /astar\(h=nearest\)/);
  await page.click("#compare-go");
  await says(page, "#compare-status", /^Done: 24 of 24/);
  await page.waitForFunction(() => document.querySelectorAll("#compare-trials tbody tr").length === 24);
  await page.click("#compare-trials th:nth-child(7) button");
  await page.click("#compare-trials th:nth-child(7) button");
  const sorted = await page.evaluate(() =>
    [...document.querySelectorAll("#compare-trials tbody tr td:nth-child(7)")].map((it) =>
      Number(it.innerText.replaceAll(",", "")),
    ),
  );
  assert.deepEqual(
    sorted,
    sorted.slice().sort((a, b) => b - a),
  );
  assert.equal(await page.locator("#compare-cactus .series").count(), 4);
  await shot(page, "compare", { fullPage: true });
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#compare-csv")]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  assert.equal(Buffer.concat(chunks).toString().trim().split("\r\n").length, 25);
  assert.match(await text(page, "#compare-summary"), /bfs\s+6/);
  await page.click("#compare-plot button[value=expanded]");
  await says(page, "#compare-cactus", /by expansions/);
  await page.click("#compare-plot button[value=scatter]");
  await says(page, "#compare-cactus", /levels both solve: time/);
  assert.equal(await page.locator("#compare-cactus circle").count(), 6);
  const [drawn] = await Promise.all([page.waitForEvent("download"), page.click("#compare-svg")]);
  assert.equal(drawn.suggestedFilename(), "comparison.svg");
  await page.evaluate(() => {
    const line = JSON.stringify({ file: "small", index: 1, status: "solved", engine: "fess()", time_s: 0.5, expanded: 7 });
    const data = new DataTransfer();
    data.items.add(new File([line], "earlier.jsonl"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
  });
  await says(page, "#compare-summary", /earlier: fess\s+1/);
  await page.locator("#compare-trials tbody tr", { hasText: "small:2" }).first().click();
  await page.waitForFunction(() => location.hash === "#play/small/2");
});

test("every suite runs, with progress, and shows the table of its report", async (page) => {
  await open(page, "#compare");
  await page.waitForFunction(() => document.querySelector("#compare-suite").options.length > 4);
  await page.selectOption("#compare-collection", "documents");
  // The first rungs of Rolling Stone solve nothing, however long they take.
  await page.fill("#compare-time", "1");
  for (const [suite, engines, searches, said] of [
    ["sokokids", /no hash table/, 8, /states that enter its list/],
    ["rolling-stone", /IDA\* and lower bound/, 24, /twenty million nodes/],
    ["kth", /DFS/, 4, /Examined nodes are successors generated/],
    ["sokobot", /bfs move/, 20, /minimise pushes/],
  ]) {
    await page.selectOption("#compare-suite", suite);
    await says(page, "#compare-engines", engines);
    await page.click("#compare-go");
    await says(page, "#compare-status", new RegExp(`^Done: ${searches} of ${searches}`));
    await says(page, "#compare-report", said);
    assert.equal(await page.evaluate(() => document.querySelector("#compare-progress").value), 1);
  }
  await shot(page, "compare-suite", { fullPage: true });
  await page.locator("#compare-engines button").first().click();
  assert.equal(await text(page, "#compare-engines"), "", "names of a report are no engines to choose from");
});

test("a comparison can be stopped", async (page) => {
  await open(page, "#compare");
  await page.waitForFunction(() => document.querySelector("#compare-collection").options.length > 2);
  await page.selectOption("#compare-collection", "hard");
  await page.fill("#compare-time", "30");
  await page.click("#compare-go");
  await says(page, "#compare-go", /Stop/);
  await page.click("#compare-go");
  await says(page, "#compare-status", /^Stopped/);
  await page.click("#compare-go");
  await says(page, "#running", /Comparing · \d+ of 30 searches/);
  await page.click(".tabs a[data-view=play]");
  await page.click("#running-stop");
  await page.waitForSelector("#running", { state: "hidden" });
  await page.click(".tabs a[data-view=compare]");
  await says(page, "#compare-status", /^Stopped/);
});
