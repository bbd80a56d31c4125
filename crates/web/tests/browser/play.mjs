// Playing: by keyboard, by mouse, undo and redo, hints, deadlocks, reverse, levels in and out. What
// is kept is tested in library.mjs.

import assert from "node:assert/strict";
import { cell, clickCell, linkTo, open, says, shot, test, text } from "./harness.mjs";

const SMALL = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######";
const moves = (page) => text(page, "#m-moves");

test("a level is played to the end by keyboard", async (page) => {
  await open(page, linkTo(SMALL));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("d");
  assert.equal(await text(page, "#m-pushes"), "1");
  for (const key of ["l", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowRight"])
    await page.keyboard.press(key);
  await says(page, "#line", /^Solved: 8 moves, 4 pushes\. Your best in moves and pushes/);
  assert.equal(await page.locator("#m-placed").textContent(), "2 / 2");
  await says(page, "#best", /Your fewest moves\s+8 \/ 4/);
  await says(page, "#win", /Solved[\s\S]*8\s+moves[\s\S]*4\s+pushes/);
  await shot(page, "play-won");
  await page.keyboard.press("z");
  assert.equal(await page.locator("#win").isVisible(), false, "undo goes on with the game");
});

test("a level is played to the end by mouse", async (page) => {
  await open(page, linkTo(SMALL));
  await clickCell(page, 1, 3);
  assert.equal(await page.locator("#stage .reach").first().getAttribute("data-count"), "4", "every cell it can come to");
  assert.equal(await page.locator("#stage .reach").count(), 2, "two paths, however many dots");
  const over = await cell(page, 1, 5);
  await page.mouse.move(over.x, over.y);
  assert.equal(await page.locator("#stage .cost").textContent(), "2", "the cost where one points");
  await shot(page, "play-box-in-hand");
  await clickCell(page, 1, 5);
  await says(page, "#m-pushes", /^2$/);
  const [from, to] = [await cell(page, 2, 3), await cell(page, 2, 5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  const carried = await page.evaluate(() => document.querySelector("#stage .carried").getBoundingClientRect().x);
  assert.ok(Math.abs(carried - to.x) < 60, "the box follows the pointer");
  assert.equal(await page.locator("#stage .box-way").count(), 1, "and its way is shown");
  await shot(page, "play-drag");
  await page.mouse.up();
  await says(page, "#line", /^Solved/);
});

test("leaving Play, and a replay, drop the box in hand", async (page) => {
  await open(page, linkTo(SMALL));
  await clickCell(page, 1, 3);
  await page.click(".tabs a[data-view=solve]");
  await page.waitForSelector("#solve-panel:not([hidden])");
  assert.equal(await page.locator("#stage .reach").count(), 0);
});

test("a click on floor walks the shortest way", async (page) => {
  await open(page, linkTo(SMALL));
  await clickCell(page, 3, 5);
  await says(page, "#m-moves", /^6$/);
  await clickCell(page, 0, 0);
  assert.equal(await moves(page), "6", "nothing happens on a wall");
});

test("undo and redo, by push and by move, and the slider", async (page) => {
  await open(page, linkTo(SMALL));
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  assert.equal(await moves(page), "4");
  await page.click("#table-settings summary");
  await page.click("#undo-unit button[value=move]");
  await page.keyboard.press("z");
  assert.equal(await moves(page), "3");
  await page.click("#undo-unit button[value=push]");
  await page.click("#undo");
  assert.equal(await moves(page), "2", "the second push is taken back");
  await page.click("#redo");
  assert.equal(await moves(page), "3");
  await page.click("#restart");
  assert.equal(await moves(page), "0");
  await page.locator("#transport-slider").fill("2");
  assert.equal(await text(page, "#m-pushes"), "1");
  await page.keyboard.press("Control+y");
  assert.equal(await moves(page), "3");
  assert.equal(await text(page, "#transport-count"), "3 / 4");
});

test("dead squares, deadlocks with their boxes, and the bound", async (page) => {
  await open(page, linkTo(SMALL));
  await says(page, "#bound", /≥ 4/);
  await page.check("#show-dead");
  await page.waitForSelector("#stage .dead");
  await page.check("#show-deadlocks");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await says(page, "#line", /^Deadlock/);
  assert.ok((await page.locator("#stage .mark.bad").count()) >= 1);
  await page.click("#line button");
  await says(page, "#why", /Why it is lost/);
  assert.ok((await page.locator("#why .board").count()) === 1, "a small board to step through");
  await shot(page, "play-deadlock");
  await page.keyboard.press("z");
  await page.waitForSelector("#stage .mark.bad", { state: "detached" });
});

test("hints: a rung at a time from one plan, and how far to undo when it is lost", async (page) => {
  await open(page, linkTo(SMALL));
  await page.click("#hint");
  await says(page, "#line", /highlighted area/);
  assert.equal(await page.locator("#stage .area").count(), 1);
  let searches = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/solve")) searches++;
  });
  for (const pattern of [/^Box D[bc] goes next/, /^Box D[bc] goes to F[bc]/, /^Push box D[bc] right/]) {
    await page.keyboard.press("g");
    await says(page, "#line", pattern);
  }
  assert.equal(await page.locator("#stage .mark-arrow").count(), 1);
  await page.keyboard.press("d");
  await page.keyboard.press("Shift+G");
  await says(page, "#line", /^Push box/);
  assert.equal(searches, 0, "the plan is followed without another search");
  // Both boxes against the lower wall: lost.
  for (const key of ["z", "r", "d", "d", "s", "s"]) await page.keyboard.press(key);
  await page.keyboard.press("g");
  await says(page, "#line", /lost.*Undo \d push/);
  await page.click("#line button");
  assert.equal(await text(page, "#m-pushes"), "1", "the push down is taken back");
});

test("reverse play: pulled from the goals back to the start", async (page) => {
  await open(page, linkTo("#######\n#@ $ .#\n#######"));
  await page.click("#table-settings summary");
  await page.click("#mode button[value=reverse]");
  await says(page, "#line", /Reverse play/);
  await clickCell(page, 1, 4);
  await page.keyboard.press("ArrowLeft");
  await shot(page, "play-reverse");
  await page.keyboard.press("ArrowLeft");
  await says(page, "#line", /^Solved backwards: 3 moves, 2 pushes/);
  await page.click("#copy-moves");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "[rrr]LL");
});

test("the six numbers are those of the verifier", async (page) => {
  await open(page, "#play/small/5");
  const [shown, told] = await page.evaluate(async () => {
    const { session } = await import("./js/session.js");
    const { score } = await import("./js/logic/metrics.js");
    const { game, level } = session;
    // A fixed sequence that looks like chance.
    let seed = 7;
    for (let count = 0; count < 400; count++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const step = game.possible((seed >> 16) & 3);
      if (step) game.make(step);
    }
    session.changed({ moved: true });
    const api = await import("./js/api.js");
    const answer = await api.ask("/verify", { level: level.xsb, moves: game.lurd() });
    return [score(game), answer.score];
  });
  assert.ok(told.pushes > 5, "something was pushed");
  assert.deepEqual(Object.values(shown), [
    told.moves,
    told.pushes,
    told.box_lines,
    told.box_changes,
    told.pushing_sessions,
    told.player_lines,
  ]);
});

test("a bad level says what is wrong and where", async (page) => {
  await open(page);
  await page.click("#paste-open");
  await page.fill("#paste-text", "#######\n#@ $  #\n#######");
  await page.click("#paste-go");
  await says(page, "#paste-problem", /1 box/);
  await shot(page, "play-bad-level");
  await page.fill("#paste-text", "nothing of the kind");
  await page.click("#paste-go");
  await says(page, "#paste-problem", /no level/);
  await page.fill("#paste-text", "; Mine\n#######\n#@ $ .#\n#######\n\n; Other\n#####\n#@$.#\n#####");
  await page.click("#paste-go");
  await says(page, "#title", /Mine/);
  await page.keyboard.press("n");
  await says(page, "#title", /Other/);
});

test("moves can be pasted, and a wrong one is explained", async (page) => {
  await open(page, linkTo(SMALL));
  await page.click("#paste-open");
  await page.fill("#paste-text", "rrru");
  await page.click("#paste-go");
  await says(page, "#paste-problem", /move 4/);
  await page.fill("#paste-text", "rRRllldRRR");
  await page.click("#paste-go");
  await says(page, "#paste-problem", /./);
  await page.fill("#paste-text", "rrrlldrr");
  await page.click("#paste-go");
  await says(page, "#transport-count", /8 \/ 8/);
  await says(page, "#line", /^Solved/);
});

test("a file that is dropped, and a link, open a level", async (page) => {
  await open(page);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["; Dropped\n#####\n#@$.#\n#####\n"], "a.xsb"));
    return transfer;
  });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await says(page, "#title", /Dropped/);
  await page.keyboard.press("ArrowRight");
  await page.click("#share");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await open(page, link.slice(link.indexOf("#")));
  await says(page, "#title", /Dropped/);
  await says(page, "#transport-count", /1 \/ 1/);
  await open(page, "#play/~broken!");
  await says(page, "#notice", /damaged/);
  await open(page, "#play/nowhere/3");
  await says(page, "#notice", /no collection "nowhere"/);
});

