// How it looks: a phone, the dark, a projector; labels for those who do not see it; and quiet
// when nobody does anything.

import assert from "node:assert/strict";
import { cell, linkTo, open, says, shot, test } from "./harness.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const VIEWS = ["play", "solve", "watch", "edit", "compare"];

const noSideways = async (page, view) => {
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width[0] <= width[1], `${view}: nothing sticks out (${width})`);
};

test("a phone: every view fits, and a level is played by touch", PHONE, async (page) => {
  for (const view of VIEWS) {
    await open(page, `#${view}/small/5`);
    if (view === "watch") await page.waitForSelector(".pane:nth-child(2) .tree .node");
    await noSideways(page, view);
    await shot(page, `phone-${view}`);
  }
  await open(page, linkTo("#######\n#@ $ .#\n#     #\n#######"));
  for (const [row, col] of [
    [1, 3],
    [1, 5],
  ]) {
    const { x, y } = await cell(page, row, col);
    await page.touchscreen.tap(x, y);
  }
  await says(page, "#line", /^Solved: 3 moves, 2 pushes/);
  await shot(page, "phone-solved");
});

test("the dark, by the system and by hand", { colorScheme: "dark" }, async (page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const view of VIEWS) {
    await open(page, `#${view}/medium/3`);
    if (view === "watch") {
      await page.waitForSelector(".pane:nth-child(2) .tree .node");
      await page.locator("#step-slider").fill("12");
    }
    await shot(page, `dark-${view}`);
  }
  assert.equal(await paper(), "rgb(23, 25, 30)");
  await page.click("#theme");
  assert.equal(await paper(), "rgb(247, 244, 236)");
  await open(page);
  assert.equal(await paper(), "rgb(247, 244, 236)", "the choice is remembered");
});

test("larger, for a projector", async (page) => {
  await open(page, "#play/hard/2");
  await page.click("#larger");
  await noSideways(page, "play");
  await shot(page, "projector");
});

test("boards from the smallest to sixty by sixty are drawn whole", async (page) => {
  const row = (inner) => `#${inner}#`;
  const large = [
    "#".repeat(60),
    row(`@$.${" ".repeat(55)}`),
    ...Array(57).fill(row(" ".repeat(58))),
    "#".repeat(60),
  ].join("\n");
  for (const [name, xsb] of [
    ["tiny", "#####\n#@$.#\n#####"],
    ["sixty", large],
  ]) {
    await open(page, linkTo(xsb));
    const fits = await page.evaluate(() => {
      const [board, stage] = ["#stage svg.board .wall", "#stage"].map((it) =>
        document.querySelector(it).getBoundingClientRect(),
      );
      return (
        board.left >= stage.left - 1 &&
        board.right <= stage.right + 1 &&
        board.top >= stage.top - 1 &&
        board.bottom <= stage.bottom + 1
      );
    });
    assert.ok(fits, name);
    await shot(page, `board-${name}`);
  }
});

test("everything has a name and the focus goes in order", async (page) => {
  for (const view of VIEWS) {
    await open(page, `#${view}/small/2`);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, input, select, textarea, a[href]")]
        .filter(
          (it) =>
            it.checkVisibility() &&
            !(it.innerText?.trim() || it.getAttribute("aria-label") || it.labels?.[0]?.innerText.trim()),
        )
        .map((it) => it.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(nameless, [], view);
  }
  await open(page, "#play/small/2");
  const places = [];
  for (let count = 0; count < 8; count++) {
    await page.keyboard.press("Tab");
    places.push(
      await page.evaluate(
        () => document.activeElement.innerText?.trim() || document.activeElement.getAttribute("aria-label"),
      ),
    );
  }
  assert.deepEqual(places.slice(0, 7), [
    "To the board",
    "Hakooshi",
    "Play",
    "Solve",
    "Watch",
    "Edit",
    "Compare",
  ]);
});

test("help names the keys", async (page) => {
  await open(page);
  await page.keyboard.press("?");
  await page.waitForSelector("#help[open]");
  await shot(page, "help");
});

test("a page left open asks nothing", async (page) => {
  for (const view of VIEWS) {
    await open(page, `#${view}/small/2`);
    if (view === "watch") await page.waitForSelector(".pane:nth-child(2) .tree .node");
    await page.waitForLoadState("networkidle");
    let asked = 0;
    const listen = () => {
      asked++;
    };
    page.on("request", listen);
    await page.waitForTimeout(700);
    page.off("request", listen);
    assert.equal(asked, 0, view);
  }
});
