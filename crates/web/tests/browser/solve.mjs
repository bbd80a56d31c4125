// Solving: the answer is played back to the end; a long search can be stopped.

import assert from "node:assert/strict";
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
