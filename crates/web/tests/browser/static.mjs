// The page without a server: it works without a connection, a search begins and stops at once, the
// limit on memory holds, and the code is small. Only with PAGE set; see harness.mjs.
//
// With LEVELS set to a file, its levels are solved as well, as a measurement: every EVERYth level, each
// for at most SECONDS.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { isStatic, open, says, shot, test } from "./harness.mjs";

/** What the code may weigh on the wire, with the best compression that hosts use. */
const MOST_BYTES = 500_000;

const kilo = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

/** Waits until the next visit is served from the cache, and makes it. */
async function settle(page, fragment) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await open(page, fragment);
  await page.waitForFunction(() => crossOriginIsolated);
}

/**
 * Begins a search, stops it at the first report that `wants` approves of, and gives its result; with
 * how long the search took to begin and to stop, in ms.
 */
const beginAndStop = (page, path, body, wants = "elapsed_s") =>
  page.evaluate(
    async ([where, wish, wanted]) => {
      const api = await import("./js/api.js");
      const asked = performance.now();
      let [id, began, stopping, result] = [0, 0, 0, null];
      await api.listen(where, wish, (name, data) => {
        if (name === "job") id = data.id;
        if (name === "result") result = data;
        if (name !== "progress") return;
        began ||= performance.now() - asked - 1000 * data.elapsed_s;
        if (stopping || !data[wanted]) return;
        stopping = performance.now();
        api.stop(id);
      });
      return { began, ended: performance.now() - stopping, result };
    },
    [path, body, wants],
  );

const LONG = { engine: "bfs(space=step,deadlocks=[])", time_s: 60 };

/** The text of a bundled level. */
const levelText = (page, name, number) =>
  page.evaluate(
    async ([shelf, index]) => {
      const api = await import("./js/api.js");
      return (await api.get(`/collections/${shelf}`)).levels[index - 1].xsb;
    },
    [name, number],
  );

const { LEVELS, EVERY = "1", SECONDS = "60" } = process.env;

if (isStatic && LEVELS) {
  test("levels of a file", { hours: 3 }, async (page) => {
    await open(page, "#play/small/3");
    await settle(page, "#play/small/3");
    const text = readFileSync(LEVELS, "utf8");
    const total = await page.evaluate(async (it) => {
      const api = await import("./js/api.js");
      globalThis.levels = (await api.ask("/levels/read", { text: it })).levels;
      return globalThis.levels.length;
    }, text);
    const [unsolved, seconds] = [[], []];
    for (let index = 0; index < total; index += Number(EVERY)) {
      const record = await page.evaluate(
        async ([at, time_s]) => {
          const api = await import("./js/api.js");
          let result = null;
          await api.listen("/solve", { level: globalThis.levels[at].xsb, time_s }, (name, data) => {
            if (name === "result") result = data;
          });
          return result;
        },
        [index, Number(SECONDS)],
      );
      seconds.push(record.time_s);
      if (record.status !== "solved") unsolved.push(index + 1);
      console.log(`level ${index + 1}: ${record.status}, ${record.time_s.toFixed(2)} s, ${record.expanded} positions`);
    }
    const sum = seconds.reduce((a, b) => a + b, 0);
    console.log(
      `measured: ${path.basename(LEVELS)}, every ${EVERY}, ${SECONDS} s each: ${seconds.length - unsolved.length} of ${seconds.length} solved in ${sum.toFixed(0)} s; open: ${unsolved.join(", ") || "none"}`,
    );
  });
}

if (isStatic) {
  test("the code is small", async () => {
    const file = path.join(process.env.PAGE, "wasm/hakooshi_wasm_bg.wasm");
    const bytes = readFileSync(file);
    const [gzip, brotli] = [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
    console.log(`measured: WebAssembly, ${kilo(statSync(file).size)}, ${kilo(gzip)} with gzip, ${kilo(brotli)} with Brotli`);
    assert.ok(brotli <= MOST_BYTES);
  });

  test("it works without a connection", async (page) => {
    await open(page, "#play/small/3");
    await settle(page, "#play/small/3");
    await page.context().setOffline(true);
    await open(page, "#solve/small/3");
    await page.selectOption("#solve-goal", "pushes");
    await page.click("#solve-go");
    await says(page, "#solve-status", /10 pushes, proved fewest pushes/);
    await open(page, "#watch/small/3");
    await page.waitForSelector(".pane:nth-child(2) .tree .node");
    await shot(page, "offline");
  });

  test("a search begins and stops at once, on the first visit and later", async (page) => {
    await open(page, "#play/hard/3");
    const level = await levelText(page, "hard", 3);
    const times = [];
    for (const visit of ["first", "second"]) {
      for (let count = 0; count < 5; count++) {
        const { began, ended, result } = await beginAndStop(page, "/solve", { ...LONG, level });
        assert.equal(result.stop, "cancelled");
        assert.ok(result.expanded > 0, "what it had counted is told");
        times.push(`${visit} visit ${began.toFixed(0)} and ${ended.toFixed(0)} ms`);
      }
      if (visit === "first") await settle(page, "#play/hard/3");
    }
    console.log(`measured: a search begins and stops: ${times.join("; ")}`);
  });

  test("a stopped search still gives what it has", async (page) => {
    await open(page, "#play/hard/3");
    const level = await levelText(page, "hard", 3);
    const moves = await page.evaluate(async (text) => {
      const api = await import("./js/api.js");
      let lurd = "";
      await api.listen("/solve", { level: text, time_s: 60 }, (name, data) => {
        if (name === "result") lurd = data.lurd;
      });
      return lurd;
    }, level);
    const improve = { level, moves, order: "player-lines", time_s: 60 };
    for (const visit of ["first", "second"]) {
      const { result } = await beginAndStop(page, "/improve", improve);
      assert.match(result.lurd, /^[udlrUDLR]+$/, `a solution, on the ${visit} visit`);
      assert.ok(result.score.moves > 0 && !result.proved);
      if (visit === "first") await settle(page, "#play/hard/3");
    }
    // The portfolio's solution, while A* still works on the proof.
    const { result } = await beginAndStop(page, "/solve", { level, goal: "moves", time_s: 60 }, "incumbent");
    assert.equal(result.status, "solved", "the best solution so far");
    assert.ok(result.lower_bound > 0 && !result.optimal);
  });

  test("the limit on memory holds", async (page) => {
    await open(page, "#play/hard/3");
    const level = await levelText(page, "hard", 3);
    const result = await page.evaluate(async (text) => {
      const api = await import("./js/api.js");
      let found = null;
      const wish = { level: text, engine: "bfs(space=step,deadlocks=[])", time_s: 60, memory: 50_000_000 };
      await api.listen("/solve", wish, (name, data) => {
        if (name === "result") found = data;
      });
      return found;
    }, level);
    assert.equal(result.stop, "memory");
    assert.ok(result.peak_memory <= 50_000_000);
  });

  test("a question taken back after its answer disturbs no other", async (page) => {
    await open(page, "#play/hard/3");
    const level = await levelText(page, "hard", 3);
    const answered = await page.evaluate(async (text) => {
      const api = await import("./js/api.js");
      let count = 0;
      for (let round = 0; round < 4; round++) {
        const abort = new AbortController();
        await api.ask("/analyse", { level: text }, abort.signal);
        abort.abort();
        // Longer than it takes to give up on a question.
        for (const end = performance.now() + 150; performance.now() < end; count++)
          await api.ask("/analyse", { level: text, deadlocks: true });
      }
      return count;
    }, level);
    assert.ok(answered > 0);
  });

  test("two searches at once, and short questions beside them", async (page) => {
    await open(page, "#play/hard/3");
    const level = await levelText(page, "hard", 3);
    const order = await page.evaluate(
      async ([text, wish]) => {
        const api = await import("./js/api.js");
        const ends = [];
        const abort = new AbortController();
        const long = api.listen("/solve", { ...wish, level: text }, () => {}, abort.signal).catch((error) => ends.push(error.name));
        await api.listen("/solve", { level: "#####\n#@$.#\n#####" }, () => {});
        ends.push("short search");
        await api.ask("/analyse", { level: text });
        ends.push("question");
        abort.abort();
        await long;
        return ends;
      },
      [level, LONG],
    );
    assert.deepEqual(order, ["short search", "question", "AbortError"]);
  });
}
