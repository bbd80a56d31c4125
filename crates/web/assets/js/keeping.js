// @ts-check
// Stories and results of levels, read and written as the player goes on. Writing waits for a
// moment of quiet; what is still unwritten when the tab goes is left in local storage, which is
// written at once, and taken over by the next page.

import * as database from "./database.js";
import { emptyStory, isEmpty, merge } from "./logic/history.js";
import { emptyResult, isSolved } from "./logic/results.js";
import * as store from "./store.js";

/** @typedef {import("./logic/history.js").Story} Story */
/** @typedef {import("./logic/results.js").Result} Result */

const JOURNAL = "unwritten";
/** Long enough for a walk to be one write, short enough to be over before a tab is closed. */
const QUIET_MS = 120;

/** @type {Story | null} */
let waiting = null;
let timer = 0;
/** @type {Set<string>} */
const solved = new Set();
/** @type {Promise<void> | null} */
let counted = null;

/** Writes follow one another, so that each knows what the one before has written. @type {Promise<void>} */
let writing = Promise.resolve();

/**
 * Writes a story; if another tab has written meanwhile, what it wrote is kept beside it.
 * @param {Story} story
 */
function writeNow(story) {
  writing = writing.then(async () => {
    const mine = structuredClone(story);
    let isMerged = false;
    await database.update("stories", story.key, (theirs) => {
      isMerged = Boolean(theirs && theirs.revision > mine.revision);
      if (isMerged) merge(mine, theirs);
      mine.revision++;
      return isEmpty(mine) ? undefined : mine;
    });
    story.revision = mine.revision;
    if (isMerged) story.kept = mine.kept;
  });
  // What could not be written is left for the next page.
  return (writing = writing.catch(() => store.write(JOURNAL, story)));
}

/** @param {string} key @returns {Promise<Story>} */
export async function story(key) {
  await flush();
  return (await database.get("stories", key)) ?? emptyStory(key);
}

/** Has a story written soon. @param {Story} changed */
export function keepStory(changed) {
  if (waiting && waiting !== changed) flush();
  changed.changed = Date.now();
  waiting = changed;
  clearTimeout(timer);
  timer = window.setTimeout(flush, QUIET_MS);
}

export async function flush() {
  clearTimeout(timer);
  const story = waiting;
  waiting = null;
  if (story) await writeNow(story);
  else await writing;
}

/** @param {string} key @returns {Promise<Result>} */
export const result = async (key) => (await database.get("results", key)) ?? emptyResult(key);

/**
 * Changes what is known of a level.
 * @template T
 * @param {string} key @param {(result: Result) => T} change
 * @returns {Promise<{ result: Result, answer: T }>}
 */
export async function changeResult(key, change) {
  /** @type {any} */
  let answer;
  const result = await database.update("results", key, (now) => {
    const next = now ?? emptyResult(key);
    answer = change(next);
    return next;
  });
  if (isSolved(result)) solved.add(key);
  return { result, answer };
}

/** The keys of all levels solved in this browser, kept up to date. */
export async function solvedKeys() {
  counted ??= database.all("results").then((results) => {
    for (const result of results) if (isSolved(result)) solved.add(result.key);
  });
  await counted;
  return solved;
}

/** Takes over what an earlier tab could not write, and the best games of earlier versions. */
async function recover() {
  const left = store.read(JOURNAL, null);
  if (left?.key) {
    store.write(JOURNAL, undefined);
    await database.update("stories", left.key, (theirs) => {
      if (theirs && theirs.revision > left.revision) merge(left, theirs);
      return { ...left, revision: left.revision + 1 };
    });
  }
  let names = [];
  try {
    names = Object.keys(localStorage).filter((name) => name.startsWith("hakooshi:best:"));
  } catch {
    return;
  }
  for (const name of names) {
    const key = name.slice("hakooshi:best:".length);
    const old = store.read(`best:${key}`, {});
    await changeResult(key, (now) => Object.assign(now, { ...old, ...now }));
    store.write(`best:${key}`, undefined);
  }
}

export async function start() {
  addEventListener("pagehide", () => {
    if (waiting) store.write(JOURNAL, waiting);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) flush();
  });
  await recover().catch(() => {});
}
