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
  const seen = (selector) =>
    page.evaluate((it) => {
      const { top, bottom, left, right } = document.querySelector(it).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    }, selector);
  await open(page, "#play/small/5");
  await page.click("#level-open");
  await page.waitForSelector(".level-card");
  assert.ok(await seen("#library [data-close]"), "the library can be closed");
  await noSideways(page, "library");
  await shot(page, "phone-library");
  await open(page, "#solve/small/5");
  assert.ok(await seen("#phone-solve"), "the Solve button is in view");
  await open(page, linkTo(["##############", "#@ $        .#", "##############"].join("\n")));
  assert.ok(await seen("#phone-undo"), "Undo is in view");
  assert.equal(await page.locator("#stage .board.turned").count(), 1, "a wide level is turned");
  const swipe = await cell(page, 1, 8);
  await page.evaluate(({ x, y }) => {
    const stage = document.querySelector("#stage");
    const touch = (kind, down) =>
      stage.dispatchEvent(new PointerEvent(kind, { pointerId: 7, pointerType: "touch", clientX: x, clientY: y + down, bubbles: true }));
    stage.setPointerCapture = () => {};
    touch("pointerdown", 0);
    touch("pointerup", 60);
  }, swipe);
  assert.equal(await page.locator(".phone-bar [data-m=moves]").first().innerText(), "1", "a swipe down goes right in it");
  await page.evaluate(({ x, y }) => {
    const stage = document.querySelector("#stage");
    const touch = (kind, pointerId, dx) =>
      stage.dispatchEvent(new PointerEvent(kind, { pointerId, pointerType: "touch", clientX: x + dx, clientY: y, bubbles: true }));
    touch("pointerdown", 8, -20);
    touch("pointerdown", 9, 20);
    touch("pointermove", 9, 80);
    touch("pointerup", 8, -20);
    touch("pointerup", 9, 80);
  }, swipe);
  const zoomed = await page.evaluate(() => document.querySelector("#stage .board").viewBox.baseVal.height);
  assert.ok(zoomed < 14 * 32 * 0.7, `two fingers zoom (${zoomed})`);
  await shot(page, "phone-turned");
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, "#play/small/5");
  await noSideways(page, "landscape");
  await shot(page, "phone-landscape");
  await page.setViewportSize({ width: 390, height: 844 });
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

test("larger text at 1280 × 720, and a large screen", { viewport: { width: 1280, height: 720 } }, async (page) => {
  await open(page, "#play/hard/2");
  await page.click("#larger");
  for (const view of VIEWS) {
    await open(page, `#${view}/hard/2`);
    await noSideways(page, view);
    await shot(page, `hall-${view}`);
  }
  await page.click("#larger");
  await page.setViewportSize({ width: 2560, height: 1440 });
  for (const view of VIEWS) {
    await open(page, `#${view}/small/3`);
    if (view === "watch") await page.waitForSelector(".pane:nth-child(2) .tree .node");
    await shot(page, `large-${view}`);
  }
});

test("tabs stay where they are, skins and letters", async (page) => {
  await open(page, "#play/small/3");
  const places = () => page.evaluate(() => [...document.querySelectorAll(".tabs a")].map((it) => it.getBoundingClientRect().x));
  const before = await places();
  await page.click(".tabs a[data-view=compare]");
  await page.waitForSelector("#compare:not([hidden])");
  assert.deepEqual(await places(), before);
  await page.click(".tabs a[data-view=play]");
  await page.waitForSelector("#table:not([hidden])");
  await page.keyboard.press("c");
  assert.deepEqual((await page.locator("#stage .axis-letter").allTextContents()).slice(0, 3), ["A", "B", "C"]);
  await page.click("#table-settings summary");
  for (const skin of ["plan", "contrast"]) {
    await page.click(`#skin button[value=${skin}]`);
    await shot(page, `skin-${skin}`);
  }
  // A Cyrillic keyboard: the key in the place of Z takes back; without shortcuts it does nothing.
  const press = (key, code) =>
    page.evaluate(([k, c]) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: k, code: c, bubbles: true })), [key, code]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  const made = () => page.locator("#m-moves").innerText();
  const moves = await made();
  await press("я", "KeyZ");
  assert.notEqual(await made(), moves);
  await page.keyboard.press("?");
  await page.uncheck("#shortcuts");
  await page.keyboard.press("Escape");
  const now = await made();
  await press("z", "KeyZ");
  await press("d", "KeyD");
  assert.equal(await made(), now);
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

test("whoever comes for the first time begins with the tutorial", async (page) => {
  await open(page);
  assert.match(page.url(), /#play\/tutorial\/1$/);
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
