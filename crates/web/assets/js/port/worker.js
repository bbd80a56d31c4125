// @ts-check
// Questions to WebAssembly in workers of this browser. A search keeps its worker busy, so every
// search has a worker to itself, and short questions share one. A worker that is ready is always
// kept, so that a search begins at once.
//
// A search is stopped by a flag in memory that page and worker share. Browsers allow that only on a
// page that the service worker has made cross-origin isolated, which it is not on the first
// visit; then the worker is ended, and the result is made of what it had told.

import { stoppedResult } from "../logic/stopped.js";
import { Refusal } from "./refusal.js";

/** @typedef {(name: string, data: any) => void} Hear */
/** @typedef {{ thread: Worker, ready: Promise<any> }} Hand a worker, and the promise that it has begun */

/** Searches at a time; more wait. */
const MOST = Math.max(2, Math.min(4, navigator.hardwareConcurrency ?? 2));
/** A worker that holds more than this is ended after its search, since memory is never given back. */
const KEPT_BYTES = 64 << 20;
/** How long a search may take to notice the flag, and a short question to end when nobody waits. */
const PATIENCE_MS = 90;
/** Questions that are answered at once. */
const SEARCHES = ["/solve", "/improve", "/compare", "/trace", "/hint"];
const FOLDER = new URL("../../wasm/", import.meta.url);
const GONE = "The solver could not be loaded. Is there a connection?";
const CRASHED = "The engine crashed; please report this level.";

const gone = () => new DOMException("The question was taken back.", "AbortError");

/** @returns {Promise<WebAssembly.Module>} */
async function compile() {
  const url = new URL("hakooshi_wasm_bg.wasm", FOLDER);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // Some hosts do not know the type of the file.
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
}

/** @type {Promise<WebAssembly.Module> | null} */
let code = null;
/** Workers without work. @type {Hand[]} */
const idle = [];
/** Searches that wait, and how many run. @type {(() => void)[]} */
const waiting = [];
let running = 0;

/** @returns {Hand} */
function hire() {
  const thread = new Worker(new URL("answers.js", import.meta.url), { type: "module" });
  code ??= compile().catch((error) => {
    code = null;
    throw error;
  });
  const ready = code.then(
    (module) =>
      new Promise((resolve, reject) => {
        thread.onmessage = resolve;
        thread.onerror = reject;
        thread.postMessage({ module, glue: new URL("hakooshi_wasm.js", FOLDER).href });
      }),
  );
  // Whoever uses it hears of the failure.
  ready.catch(() => thread.terminate());
  return { thread, ready };
}

/** Keeps a worker ready. */
function keepOne() {
  if (!idle.length) idle.push(hire());
}

/** The worker for short questions, and the questions in order. */
const desk = {
  /** @type {Hand | null} */
  hand: null,
  /** @type {Promise<any>} */
  last: Promise.resolve(),
};

/**
 * Has a worker answer; resolves with the answer and the memory it holds now.
 * @param {Hand} hand @param {any} question @param {Hear} hear
 * @returns {Promise<{ answer: any, held: number }>}
 */
async function run(hand, question, hear) {
  try {
    await hand.ready;
  } catch {
    throw new Refusal("gone", GONE);
  }
  return new Promise((resolve, reject) => {
    const { thread } = hand;
    thread.onerror = () => reject(new Refusal("fault", CRASHED));
    thread.onmessage = ({ data }) => {
      if (data.event) hear(data.event, JSON.parse(data.json));
      else if (data.crashed) reject(new Refusal("fault", CRASHED));
      else if (data.refusal) {
        const { code: why, message } = JSON.parse(data.refusal).error;
        reject(new Refusal(why, message));
      } else resolve({ answer: JSON.parse(data.answer), held: data.held });
    };
    thread.postMessage(question);
  });
}

/** A short question, after those before it. @param {any} question @param {AbortSignal} [signal] */
async function short(question, signal) {
  const before = desk.last;
  const mine = (async () => {
    await before.catch(() => {});
    signal?.throwIfAborted();
    const hand = (desk.hand ??= hire());
    const dismiss = () => {
      if (desk.hand === hand) desk.hand = null;
      hand.thread.terminate();
    };
    /** @type {any} */
    let late;
    // A question that is taken back after its answer must not end the worker of the next one.
    const over = new AbortController();
    // Most questions end by themselves before a new worker would have begun.
    const taken = new Promise((_, reject) => {
      const wait = () => {
        late = setTimeout(() => {
          dismiss();
          reject(gone());
        }, PATIENCE_MS);
      };
      signal?.addEventListener("abort", wait, { signal: over.signal });
    });
    try {
      const { answer } = await Promise.race([run(hand, question, () => {}), taken]);
      return answer;
    } catch (error) {
      if (error instanceof Refusal && (error.code === "fault" || error.code === "gone")) dismiss();
      throw error;
    } finally {
      over.abort();
      clearTimeout(late);
    }
  })();
  desk.last = mine;
  const answer = await mine;
  // Not sooner: the first question is what the page waits for.
  keepOne();
  signal?.throwIfAborted();
  return answer;
}

/** Waits for a turn among the searches. @param {AbortSignal} [signal] */
async function turn(signal) {
  signal?.throwIfAborted();
  if (running < MOST) {
    running += 1;
    return;
  }
  await new Promise((resolve, reject) => {
    const go = () => resolve(undefined);
    waiting.push(go);
    signal?.addEventListener("abort", () => {
      const at = waiting.indexOf(go);
      if (at < 0) return;
      waiting.splice(at, 1);
      reject(gone());
    });
  });
}

/** Gives the turn to whoever waits. */
function pass() {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

/** Ways to stop the jobs under way, by number. @type {Map<number, () => void>} */
const stops = new Map();
let jobs = 0;

/**
 * A search on a worker of its own.
 * @param {any} question @param {Hear} hear @param {AbortSignal} [signal]
 */
async function search(question, hear, signal) {
  const id = ++jobs;
  await turn(signal);
  const hand = idle.pop() ?? hire();
  keepOne();
  const flag = crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  const began = performance.now();
  /** What was told, newest last by name. @type {Record<string, any>} */
  const told = {};
  /** @type {any} */
  let late;
  let keeps = false;
  const ended = new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(gone()));
    const cut = async () => {
      hand.thread.terminate();
      const time_s = (performance.now() - began) / 1000;
      // Nothing better than what it began with.
      if (question.path === "/improve" && !told.improved) {
        const { level, moves } = JSON.parse(question.body);
        const replayed = await short(asked("post", "/verify", { level, moves }));
        told.improved = { lurd: replayed.moves, score: replayed.score };
      }
      hear("result", stoppedResult(question.path, told, time_s));
      resolve({ answer: null, held: 0 });
    };
    stops.set(id, () => {
      if (!flag) {
        cut();
        return;
      }
      Atomics.store(flag, 0, 1);
      late ??= setTimeout(cut, PATIENCE_MS);
    });
  });
  try {
    signal?.throwIfAborted();
    hear("job", { id });
    const answering = run(hand, { ...question, flag }, (name, data) => {
      told[name] = data;
      if (name === "result") clearTimeout(late);
      hear(name, data);
    });
    const done = await Promise.race([answering, ended]);
    keeps = done.held > 0 && done.held < KEPT_BYTES;
    return done.answer;
  } finally {
    clearTimeout(late);
    stops.delete(id);
    if (keeps && idle.length < 2) idle.push(hand);
    else hand.thread.terminate();
    keepOne();
    pass();
  }
}

const asked = (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) => ({
  method,
  path: decodeURIComponent(path),
  body: body === undefined ? "null" : JSON.stringify(body),
});

/** @type {import("../api.js").Port["ask"]} */
export const ask = (method, path, body, signal) =>
  SEARCHES.includes(path) ? search(asked(method, path, body), () => {}, signal) : short(asked(method, path, body), signal);

/** @type {import("../api.js").Port["listen"]} */
export const listen = (path, body, hear, signal) => search(asked("post", path, body), hear, signal);

/** @type {import("../api.js").Port["stop"]} */
export async function stop(id) {
  stops.get(id)?.();
}

// The next visit works without a connection, and its page shares memory with its workers.
navigator.serviceWorker?.register(new URL("../../sw.js", import.meta.url)).catch(() => {});
