// Solving: the answer is played back to the end; a long search can be stopped.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { clickCell, isStatic, linkTo, open, says, shot, test, text } from "./harness.mjs";

test("a level is solved and the replay reaches the goal", async (page) => {
  await open(page, "#solve/small/3");
  await page.locator("#transport-speed").fill("6");
  await page.selectOption("#solve-goal", "pushes");
  await page.click("#solve-go");
  await says(page, "#solve-status", /^Solved: \d+ moves, 10 pushes, proved fewest pushes/);
  await page.waitForFunction(() => {
    const [at, length] = document.querySelector("#transport-count").innerText.split(" / ");
    return at === length && length !== "0";
  });
  await page.waitForFunction(() => document.querySelectorAll("#stage .box.home").length === 2);
  await shot(page, "solve");
  assert.match(await text(page, ".lurd"), /^[udlrUDLR]+$/);
});

test("Insert solves from the start and plays the solution", async (page) => {
  await open(page, "#play/tutorial/2");
  await page.locator("#transport-speed").fill("6");
  await page.keyboard.press("Insert");
  await says(page, "#solve-status", /^Solved/);
  await page.waitForFunction(() => document.querySelectorAll("#stage .box:not(.home)").length === 0);
});

test("solving goes on from the position on the board", async (page) => {
  await open(page, linkTo("#######\n#@ $ .#\n#  $ .#\n#     #\n#######", "solve"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.click("#solve-from button[value=here]");
  await page.click("#solve-go");
  await says(page, "#solve-status", /^Solved/);
  await page.click("#transport-first");
  await page.click("#transport-on");
  assert.match(await text(page, "#transport-count"), /^1 \//, "one's own moves stand before the solution");
});

test("a long search shows progress and can be stopped", async (page) => {
  await open(page, "#solve/hard/3");
  await page.selectOption("#solve-engine select", "bfs");
  await page.click("#solve-engine .as-text summary");
  await page.fill("#solve-engine .spec", "bfs(space=step,deadlocks=[])");
  await page.click("#solve-go");
  await page.waitForFunction(() => document.querySelectorAll("#solve-chart .series").length === 1);
  await says(page, "#solve-go", /Stop/);
  await says(page, ".sight[data-kind=forward]", /\d of \d+ boxes on goals/);
  assert.ok((await page.locator(".sight .box").count()) > 0, "the closest position is drawn");
  await shot(page, "solve-running");
  const place = () => page.evaluate(() => document.querySelector(".tabs").getBoundingClientRect().x);
  const before = await place();
  await page.click(".tabs a[data-view=edit]");
  assert.equal(await place(), before, "the tabs stay where they are");
  await says(page, "#running", /Solving .* of 60 s/);
  await page.click("#running-what");
  await page.waitForSelector("#solve-panel:not([hidden])");
  await page.click("#solve-go");
  await says(page, "#solve-status", /^Not solved: you stopped it/);
  await says(page, "#solve-go", /Solve/);
  const [said, drawn] = await page.evaluate(() => [
    document.querySelector("#solve-status").innerText.replace(/.*\((\S+) positions.*/, "$1"),
    [...document.querySelectorAll("#solve-progress .stat")].find((it) => it.innerText.startsWith("positions")).innerText.split("\n")[1],
  ]);
  assert.equal(said, drawn, "the text and the numbers agree");
});

test("a proved optimum is remembered, and the solver's solution is listed", async (page) => {
  await open(page, "#solve/tutorial/2");
  await page.selectOption("#solve-goal", "pushes");
  await page.click("#solve-go");
  await says(page, "#solve-status", /proved fewest pushes/);
  assert.match(await page.locator("#solve-status").getAttribute("title"), /replayed by the verifier/);
  await page.click(".tabs a[data-view=play]");
  await says(page, "#best", /Solver\s+\d+ \/ \d+[\s\S]*Proved fewest\s+\d+ pushes/);
});

test("two searches that meet show where", async (page) => {
  await open(page, "#solve/hard/1");
  await page.click("#solve-engine .as-text summary");
  await page.fill("#solve-engine .spec", "pincer");
  await page.click("#solve-go");
  await says(page, "#solve-status", /^Solved/);
  await says(page, ".sight[data-kind=met]", /met/);
  const boxes = await page.locator(".sight[data-kind=met] .box").count();
  assert.equal(boxes, await page.locator("#stage .box").count(), "all boxes of the level");
  assert.equal(await page.locator(".sight").count(), 1, "the others have gone");
  await shot(page, "solve-met");
});

test("a proved optimum has a certificate to download, where there is a program for it", async (page) => {
  await open(page, linkTo("#######\n#@ $ .#\n#  $ .#\n#     #\n#######", "solve"));
  await page.click("#solve-go");
  await says(page, "#solve-status", /^Solved/);
  await page.waitForSelector("#solve-answer .lurd");
  assert.equal(await page.locator(".certificate").count(), 0, "nothing was proved");
  await page.selectOption("#solve-goal", "pushes");
  await page.click("#solve-go");
  await says(page, "#solve-status", /4 pushes, proved fewest pushes/);
  await page.waitForSelector("#solve-answer .lurd");
  assert.equal(await page.locator(".certificate").count(), isStatic ? 0 : 1);
  if (isStatic) return;
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(".certificate button")]);
  assert.match(file.suggestedFilename(), /-4-pushes\.tar\.gz$/);
  const folder = mkdtempSync(path.join(tmpdir(), "hako-certificate-"));
  try {
    const archive = path.join(folder, "it.tar.gz");
    await file.saveAs(archive);
    execFileSync("tar", ["-xzf", archive, "-C", folder]);
    const read = (name) => readFileSync(path.join(folder, name), "utf8");
    assert.match(read("formula.cnf"), /^p cnf \d+ \d+$/m);
    assert.match(read("proof.lrat").trimEnd().split("\n").at(-1), / 0 .*0$/, "it ends with the empty clause");
    assert.match(read("README.txt"), /fewer than 4 pushes/);
    const args = ["verify", path.join(folder, "level.xsb"), "--moves", read("solution.txt").trim()];
    execFileSync(process.env.HAKO, args, { stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await says(page, ".certificate", /clauses refuted in [\d,]+ steps, checked/);
  await shot(page, "solve-certificate");
});

test("one's own game is improved, live", async (page) => {
  await open(page, linkTo("#######\n#@ $ .#\n#  $ .#\n#     #\n#######"));
  for (const key of ["s", "w", "d", "d", "d", "a", "a", "s", "d", "d"]) await page.keyboard.press(key);
  await says(page, "#win", /Solved[\s\S]*10\s+moves/);
  await page.click("#win-improve");
  await says(page, "#improve-status", /^8 moves, 4 pushes: proved fewest moves/);
  await page.click("#improve-found button");
  await says(page, "#transport-count", /\/ 8$/);
  await page.click(".tabs a[data-view=play]");
  await says(page, "#best", /Proved fewest\s+8 moves/);
});

test("a level without a solution is proved to have none", async (page) => {
  await open(page, linkTo("#######\n#@   .#\n#$    #\n#######", "solve"));
  await page.selectOption("#solve-goal", "pushes");
  await page.click("#solve-go");
  await says(page, "#solve-status", /^Proved: there is no solution/);
});

test("the form follows the registry and explains what cannot be", async (page) => {
  await open(page, "#solve/small/1");
  const names = await page.evaluate(async () =>
    (await (await import("./js/api.js")).registry()).algorithms.map((it) => it.name),
  );
  const planners = await page.locator("#solve-engine optgroup[label^=Planners] option").count();
  assert.ok(isStatic ? planners === 0 : planners >= 2, "planners, where programs can be started");
  for (const name of names) await page.selectOption("#solve-engine select", name);
  await page.click("#solve-engine .as-text summary");
  await page.fill("#solve-engine .spec", "astar(h=mtaching)");
  await says(page, "#solve-engine .as-text .about", /did you mean matching/);
  await page.click("#solve-go");
  await says(page, "#solve-status", /did you mean matching/);
  await clickCell(page, 0, 0);
});
