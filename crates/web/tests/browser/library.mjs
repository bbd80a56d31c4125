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
  await open(page, linkTo(SMALL));
  await says(page, "#kept", /Here/);
});

test("what was done just before a tab ends is there in the next", async (page) => {
  const context = page.context();
  /** Makes a move in a tab and ends the tab at once; then the game must be there. */
  const ends = {
    "leaving the page": (tab) => tab.goto("about:blank"),
    "closing the tab": (tab) => tab.close(),
    "a crash": async (tab) => {
      const gone = new Promise((resolve) => tab.once("crash", resolve));
      const session = await context.newCDPSession(tab);
      session.send("Page.crash").catch(() => {});
      await gone;
    },
  };
  let moves = 0;
  for (const [name, end] of Object.entries(ends)) {
    const tab = await context.newPage();
    await open(tab, linkTo(SMALL));
    // Two walks, so that the first may be on its way to the database when the tab ends.
    for (const key of ["s", "w"]) {
      await tab.keyboard.press(key);
      moves++;
    }
    await end(tab);
    await open(page, linkTo(SMALL));
    assert.equal(await text(page, "#transport-count"), `${moves} / ${moves}`, name);
    if (!tab.isClosed()) await tab.close();
  }
});

test("a win is kept although the tab is closed before it is verified", async (page) => {
  const tab = await page.context().newPage();
  await open(tab, linkTo(SMALL));
  // The server, or the worker, never answers this tab.
  await tab.evaluate(async () => {
    const { Worker } = globalThis;
    globalThis.fetch = () => new Promise(() => {});
    Worker.prototype.postMessage = () => {};
  });
  await keys(tab, "d", "d", "d", "a", "a", "s", "d", "d");
  await tab.close();
  await open(page, linkTo(SMALL));
  await says(page, "#best", /Your fewest moves\s+8 \/ 4/);
});

test("a win counts although the player goes on before it is verified", async (page) => {
  await open(page, "#play/tutorial/1");
  const lurd = await page.evaluate(async () => {
    const api = await import("./js/api.js");
    const { session } = await import("./js/session.js");
    let found = "";
    await api.listen("/solve", { level: session.level.xsb, time_s: 60 }, (name, data) => {
      if (name === "result") found = data.lurd;
    });
    return found;
  });
  let answer = () => {};
  const gone = new Promise((resolve) => {
    answer = resolve;
  });
  await page.route("**/verify", async (route) => {
    await gone;
    await route.continue();
  });
  const arrows = { u: "ArrowUp", d: "ArrowDown", l: "ArrowLeft", r: "ArrowRight" };
  await keys(page, ...[...lurd.toLowerCase()].map((it) => arrows[it]), "n");
  await page.waitForFunction(() => location.hash.endsWith("/2"));
  answer();
  await page.keyboard.press("p");
  await says(page, "#best", new RegExp(`Your fewest moves\\s+${lurd.length} /`));
});

test("two tabs on one level lose nothing of each other", async (page) => {
  await open(page, linkTo(SMALL));
  const other = await page.context().newPage();
  await open(other, linkTo(SMALL));
  await keys(page, "d", "d");
  await keys(other, "s", "d", "d");
  await open(page, linkTo(SMALL));
  await says(page, "#transport-count", /3 \/ 3/);
  await says(page, "#kept", /Abandoned line · 1 push/);
  await other.close();
  await open(page, linkTo(SMALL));
  await page.click("#kept [aria-label^=Delete]");
  await keys(page, "d");
  await open(page, linkTo(SMALL));
  await says(page, "#kept", /Lines you abandon/);
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
