// What every browser test needs: the program serving on a free port, a real Chromium, a page
// whose errors fail the test, and a folder for pictures.
//
// Set by `cargo xtask test browser`: HAKO (the program), PLAYWRIGHT (the folder that holds
// node_modules), SCREENSHOTS (where pictures go). With ASSETS set to a folder the page's files
// come from there instead of from the program, for work on the looks without a build.
//
// Set by `cargo xtask nightly page`: PAGE instead of HAKO, the folder of the page without a server.
// It is served as a static host does: below a path, compressed, without a header of its own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test as nodeTest } from "node:test";
import { gzipSync } from "node:zlib";

const { HAKO, PAGE, PLAYWRIGHT, SCREENSHOTS, ASSETS, CHROMIUM = "/usr/bin/chromium" } = process.env;
const { chromium } = createRequire(path.join(PLAYWRIGHT, "package.json"))("playwright-core");

let server = null;
let browser = null;
/** Where the page is, without a slash at the end. */
export let origin = "";
/** Whether the page has no server. */
export const isStatic = Boolean(PAGE);

/** Starts the program and waits until it says where it is. */
async function serve() {
  server = spawn(HAKO, ["web", "--no-open", "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  return new Promise((resolve, reject) => {
    server.stderr.on("data", (data) => {
      said += data;
      const found = /http:\/\/[\d.]+:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    server.on("exit", (code) => reject(new Error(`hako web ended with ${code}: ${said}`)));
  });
}

const KINDS = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves the folder and nothing else. */
async function host() {
  const packed = new Map();
  server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    const file = path.join(PAGE, name.replace(/^\/hakooshi\//, ""));
    try {
      if (!name.startsWith("/hakooshi/")) throw new Error("elsewhere");
      if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file), { level: 9 }));
      response.writeHead(200, { "content-type": KINDS[path.extname(file)], "content-encoding": "gzip" });
      response.end(packed.get(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}/hakooshi`;
}

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  origin = isStatic ? await host() : await serve();
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
});

after(async () => {
  await browser?.close();
  if (!server) return;
  if (isStatic) {
    server.closeAllConnections();
    server.close();
    return;
  }
  server.removeAllListeners("exit");
  const ended = new Promise((resolve) => server.on("exit", resolve));
  server.kill("SIGTERM");
  assert.equal(await ended, 0, "the server ends politely");
});

async function fromFolder(context) {
  await context.route(
    (url) => !url.pathname.startsWith("/api/"),
    (route) => {
      const name = new URL(route.request().url()).pathname.replace(/^\/$/, "/index.html");
      const read = (file) => readFileSync(path.join(ASSETS, file));
      const sheets = () => String(read("css/order.txt")).trim().split("\n");
      const body = name === "/page.css" ? sheets().map((it) => read(`css/${it}.css`)).join("") : read(name);
      route.fulfill({ body, contentType: KINDS[path.extname(name)] });
    },
  );
}

/** A test with a page of its own; anything on the console that is an error fails it. */
export function test(name, options, body) {
  if (typeof options === "function") [options, body] = [{}, options];
  const { hours, ...settings } = options;
  nodeTest(name, { timeout: hours ? hours * 3_600_000 : 180_000 }, async () => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
      ...settings,
    });
    if (ASSETS) await fromFolder(context);
    const page = await context.newPage();
    // Generous: the machine may be busy with other things, and nothing here measures time.
    page.setDefaultTimeout(40000);
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin))
        errors.push(`asked ${request.url()}`);
    });
    try {
      await body(page, errors);
      assert.deepEqual(errors, [], "no errors on the console");
    } catch (error) {
      await page
        .screenshot({ path: path.join(SCREENSHOTS, `failed-${name.replaceAll(/\W+/g, "-")}.png`) })
        .catch(() => {});
      const said = await page.locator("#solve-status").textContent({ timeout: 1000 }).catch(() => "");
      if (said) error.message += `\nthe page says of the search: ${said}`;
      throw error;
    } finally {
      await context.close();
    }
  });
}

/** A picture for people to look at. */
export const shot = (page, name, options = {}) =>
  page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), ...options });

let opened = 0;

/** Opens an address of the page and waits until it is there. */
export async function open(page, fragment = "") {
  // A query of its own, so that the page is loaded anew even if only the fragment differs.
  await page.goto(`${origin}/?${++opened}${fragment}`, { waitUntil: "domcontentloaded" });
  await page.waitForSelector("body[data-ready]");
}

/** The address of a level written into it. */
export const linkTo = (xsb, view = "play") => `#${view}/~${Buffer.from(xsb).toString("base64url")}`;

/** The middle of a cell of the board, in pixels of the page. */
export async function cell(page, row, col, stage = "#stage") {
  return page.evaluate(
    ([r, c, selector]) => {
      const board = document.querySelector(`${selector} svg.board .scene`);
      const point = new DOMPoint(c * 32 + 16, r * 32 + 16).matrixTransform(board.getScreenCTM());
      return { x: point.x, y: point.y };
    },
    [row, col, stage],
  );
}

export async function clickCell(page, row, col, stage) {
  const { x, y } = await cell(page, row, col, stage);
  await page.mouse.click(x, y);
}

export const text = (page, selector) => page.locator(selector).innerText();

/** Waits until the text of an element fits. */
export async function says(page, selector, pattern) {
  await page.waitForFunction(
    ([query, source]) => new RegExp(source).test(document.querySelector(query)?.innerText ?? ""),
    [selector, pattern.source],
  );
}
