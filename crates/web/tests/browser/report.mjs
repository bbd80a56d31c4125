// The page that `hako lab report` writes: one file that works without a server or a network.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isStatic, shot, test } from "./harness.mjs";

const { HAKO } = process.env;

/** A report on a small run, as a file. */
function report(folder) {
  const [run, page] = ["run", "report.html"].map((name) => path.join(folder, name));
  const hako = (...words) => execFileSync(HAKO, [...words, "--quiet"], { stdio: "pipe" });
  hako("lab", "run", "small", "tutorial", "--engines", "auto,astar,greedy,bfs", "--nodes", "20000", "--out", run);
  hako("lab", "report", run, "--html", page, "--title", "Small <levels> & more");
  return page;
}

/** The report is written by the program, which the page without a server does not have. */
const testReport = isStatic ? () => {} : test;

testReport("a report is one file that sorts, filters and replays", async (page, errors) => {
  const folder = mkdtempSync(path.join(tmpdir(), "hako-report-"));
  try {
    const file = pathToFileURL(report(folder)).href;
    await page.goto(file);
    // The harness knows only the server; the file itself is all that may be asked for.
    assert.deepEqual(errors.splice(0), [`asked ${file}`]);
    assert.equal(await page.locator("h1").innerText(), "Small <levels> & more");
    const sections = await page.locator("section").evaluateAll((all) => all.map((it) => it.id));
    assert.deepEqual(sections, ["coverage", "plots", "effort", "against", "others", "lengths", "ends", "levels"]);
    assert.ok((await page.locator("figure svg").count()) >= 5, "two cactus plots and three scatter plots");
    const empty = await page.locator("figure svg").evaluateAll((all) => all.filter((it) => it.getBBox().width < 200).length);
    assert.equal(empty, 0, "every plot has a size");
    await shot(page, "report");

    const times = () =>
      page.locator("#all tbody tr td:nth-child(5)").evaluateAll((all) => all.map((it) => Number(it.dataset.v)));
    await page.click("#all th:nth-child(5)");
    await page.click("#all th:nth-child(5)");
    const found = await times();
    assert.ok(found.length > 20);
    assert.deepEqual(found, found.slice().sort((a, b) => b - a));

    await page.fill(".filter input", "tutorial");
    const left = await page.locator("#all tbody tr:visible").count();
    assert.ok(left > 0 && left < found.length, `${left} of ${found.length}`);
    await shot(page, "report-levels");

    await page.locator("#all tbody tr:visible a[data-replay]").first().click();
    assert.ok(await page.locator("dialog[open] .board i.p").isVisible());
    const boxes = await page.locator(".board i.b").count();
    const last = await page.locator("dialog input").getAttribute("max");
    await page.locator("dialog input").fill(last);
    assert.equal(await page.locator(".board i.b.g").count(), boxes, "every box is on a goal at the end");
    await shot(page, "report-replay");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);

    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, "nothing sticks out");
    await page.setViewportSize({ width: 390, height: 800 });
    const narrow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(narrow <= 0, "nor on a telephone");
    await shot(page, "report-narrow");

    await page.setViewportSize({ width: 200, height: 800 });
    await page.locator("#all tbody tr:visible a[data-replay]").first().click();
    const [board, dialog] = await Promise.all(
      ["dialog .board", "dialog[open]"].map((it) => page.locator(it).evaluate((box) => [box.scrollWidth, box.clientWidth])),
    );
    assert.ok(board[0] <= board[1] && dialog[0] <= dialog[1], `a board fits into a small window: ${board}, ${dialog}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
