// What is never lost: games, branches, snapshots, collections; and the library.

import assert from "node:assert/strict";
import { linkTo, open, says, shot, test, text } from "./harness.mjs";

const SMALL = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######";
const keys = async (page, ...names) => {
  for (const name of names) await page.keyboard.press(name);
};

test("a game survives the next level, a reload, and reverse play", async (page) => {
  await open(page, "#play/small/1");
  const count = () => text(page, "#transport-count");
  await page.evaluate(async () => {
    const { session } = await import("./js/session.js");
    for (let made = 0; made < 3; made++) {
      const step = [0, 1, 2, 3].map((dir) => session.game.possible(dir)).find(Boolean);
      session.game.make(step);
    }
    session.changed({ moved: true });
  });
  assert.equal(await count(), "3 / 3");
  await keys(page, "[", "n");
  await page.waitForFunction(() => location.hash.endsWith("/2"));
  assert.equal(await count(), "0 / 0");
  await page.keyboard.press("p");
  await says(page, "#transport-count", /2 \/ 3/);
  await page.reload();
  await says(page, "#transport-count", /2 \/ 3/);
  await page.waitForSelector("body[data-ready]");
  await page.click("#table-settings summary");
  await page.click("#mode button[value=reverse]");
  await says(page, "#transport-count", /0 \/ 0/);
  await page.click("#mode button[value=forward]");
  await says(page, "#transport-count", /2 \/ 3/);
});

test("lines that are left, and snapshots, can be returned to", async (page) => {
  await open(page, linkTo(SMALL));
  await keys(page, "d", "d", "z", "s", "s", "d", "d");
  await says(page, "#kept", /Abandoned line · 1 push/);
  await keys(page, "b");
  await page.fill("#name-text", "Here");
  await page.keyboard.press("Enter");
  await says(page, "#kept", /Here/);
  const before = await text(page, "#transport-count");
  await page.click("#kept button:has-text('Abandoned line')");
  await says(page, "#transport-count", /2 \/ 2/);
  await page.click("#kept button:has-text('Here')");
  await says(page, "#transport-count", new RegExp(before));
  // Stories are written a moment after the last change.
  await page.waitForTimeout(400);
  await open(page, linkTo(SMALL));
  await says(page, "#kept", /Here/);
});

test("two tabs on one level lose nothing of each other", async (page) => {
  await open(page, linkTo(SMALL));
  const other = await page.context().newPage();
  await open(other, linkTo(SMALL));
  await keys(page, "d", "d");
  await page.waitForTimeout(400);
  await keys(other, "s", "d", "d");
  await other.waitForTimeout(400);
  await open(page, linkTo(SMALL));
  await says(page, "#transport-count", /3 \/ 3/);
  await says(page, "#kept", /Abandoned line · 1 push/);
  await page.click("#kept [aria-label^=Delete]");
  await keys(page, "d");
  await page.waitForTimeout(400);
  await open(page, linkTo(SMALL));
  await says(page, "#kept", /Lines you abandon/);
  await other.close();
});

test("a pasted collection stays; it can be searched, renamed, exported and deleted", async (page) => {
  await open(page);
  // Each level another board: games are kept by the board.
  const level = (number) => {
    const wide = number % 40;
    const row = `#${" ".repeat(wide + 3)}#\n`.repeat(Math.floor(number / 40));
    const wall = "#".repeat(wide + 5);
    return `; Number ${number}\n${wall}\n#@$.${" ".repeat(wide)}#\n${row}${wall}\n`;
  };
  await page.evaluate((all) => {
    const data = new DataTransfer();
    data.items.add(new File([all], "Mine.xsb"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  }, Array.from({ length: 1200 }, (_, at) => level(at + 1)).join("\n"));
  await says(page, "#place", /1 \/ 1200/);
  await page.keyboard.press("d");
  await says(page, "#win", /Solved/);
  await page.keyboard.press("Enter");
  await says(page, "#place", /2 \/ 1200/);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await text(page, "#place"), "2 / 1200");
  await page.click("#level-open");
  await says(page, "#shelf-name", /Mine · 1 of 1,200 solved/);
  assert.ok((await page.locator(".level-card").count()) < 80, "only what is on the screen exists");
  assert.equal(await page.locator(".level-card .tick").count(), 1);
  await shot(page, "library");
  await page.evaluate(() => document.querySelector("#level-grid").scrollTo(0, 1e6));
  await says(page, ".level-card:last-child", /1200\./);
  await page.fill("#filter-query", "number 777");
  await says(page, "#filter-count", /^1 level$/);
  await page.fill("#filter-query", "");
  await page.check("#filter-unsolved");
  await says(page, "#filter-count", /1,199 levels/);
  await page.click("#shelf-rename");
  await page.fill("#name-text", "Yours");
  await page.keyboard.press("Enter");
  await says(page, "#shelf-name", /Yours/);
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#shelf-export")]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  const sok = Buffer.concat(chunks).toString();
  assert.equal(file.suggestedFilename(), "Yours.sok");
  assert.match(sok, /Collection: Yours[\s\S]*Number 1\b[\s\S]*Solution\/Pushes\s+R/);
  await page.click("#shelf-delete");
  await page.waitForSelector(".collection:has-text('Yours')", { state: "detached" });
  await page.click("#notice button");
  await page.waitForSelector(".collection:has-text('Yours')");
});

test("the library is gone through by keyboard, and bundled levels are there", async (page) => {
  await open(page, "#play/medium/1");
  await page.keyboard.press("o");
  await page.waitForSelector(".level-card[aria-current=true]");
  await keys(page, "ArrowRight", "Enter");
  await page.waitForFunction(() => location.hash === "#play/medium/2");
  const title = await text(page, "#title");
  await open(page);
  assert.equal(await text(page, "#title"), title, "the level is remembered");
});

test("solutions of a file are known solutions", async (page) => {
  await open(page);
  await page.click("#paste-open");
  await page.fill("#paste-text", "#######\n#@ $ .#\n#######\n\nTitle: With\nAuthor: Me\n\nSolution\nrRR\n\nSolution/Wrong\nrrrr\n");
  await page.click("#paste-go");
  await says(page, "#title", /With/);
  await says(page, "#best", /Solution\s+3 \/ 2/);
  assert.doesNotMatch(await text(page, "#best"), /Wrong/, "only what was replayed is shown");
  await page.keyboard.press("Shift+G");
  await says(page, "#line", /Push box Db right/);
});
