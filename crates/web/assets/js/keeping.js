// @ts-check
// Stories and results of levels, read and written as the player goes on. Every change is in the
// journal before anything else happens, and in the database soon after; what the tab could not
// write before it ended is taken over from the journal by the next page.

import * as database from "./database.js";
import * as journal from "./journal.js";
import { emptyStory, isEmpty, merge, recovered } from "./logic/history.js";
import { emptyResult, isSolved, LESSONS } from "./logic/results.js";
import * as store from "./store.js";

/** @typedef {import("./logic/history.js").Story} Story */
/** @typedef {import("./logic/results.js").Result} Result */
/** @typedef {import("./logic/results.js").Lesson} Lesson */

/** Long enough for a walk to be one write. */
const QUIET_MS = 120;

/** @type {Story | null} */
let waiting = null;
let timer = 0;
/** How often each story was changed, so that a write knows whether it has written the last change. @type {WeakMap<Story, number>} */
const changes = new WeakMap();
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
    const change = changes.get(story);
    let isMerged = false;
    await database.update("stories", story.key, (theirs) => {
      isMerged = Boolean(theirs && theirs.revision > mine.revision);
      if (isMerged) merge(mine, theirs);
      mine.revision++;
      return isEmpty(mine) ? undefined : mine;
    });
    story.revision = mine.revision;
    if (isMerged) story.kept = mine.kept;
    if (changes.get(story) === change) journal.drop(journal.nameFor(story.key));
  });
  // What could not be written stays in the journal.
  return (writing = writing.catch(() => {}));
}

/** @param {string} key @returns {Promise<Story>} */
export async function story(key) {
  await flush();
  return (await database.get("stories", key)) ?? emptyStory(key);
}

/** Keeps a story that has changed. @param {Story} changed */
export function keepStory(changed) {
  if (waiting && waiting !== changed) flush();
  changed.changed = Date.now();
  changes.set(changed, (changes.get(changed) ?? 0) + 1);
  journal.put(journal.nameFor(changed.key), { story: changed });
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

/** Adds to what is known of a level. @param {string} key @param {Lesson} lesson */
async function addTo(key, lesson) {
  let answer = null;
  const result = await database.update("results", key, (now) => {
    const next = now ?? emptyResult(key);
    answer = LESSONS[lesson.kind](next, lesson.data);
    return next;
  });
  if (isSolved(result)) solved.add(key);
  return { result, answer };
}

/**
 * Keeps what has become known of a level.
 * @param {string} key @param {Lesson} lesson
 * @returns {Promise<{ result: Result, answer: any }>}
 */
export async function learn(key, lesson) {
  const name = journal.freshName();
  journal.put(name, { key, lesson });
  const learnt = await addTo(key, lesson);
  journal.drop(name);
  return learnt;
}

/** The keys of all levels solved in this browser, kept up to date. */
export async function solvedKeys() {
  counted ??= database.all("results").then((results) => {
    for (const result of results) if (isSolved(result)) solved.add(result.key);
  });
  await counted;
  return solved;
}

/** Puts an entry of the journal into the database. @param {any} entry */
async function takeOver(entry) {
  const { story, key, lesson } = entry;
  if (story?.key) await database.update("stories", story.key, (theirs) => recovered(story, theirs));
  else if (key && LESSONS[lesson?.kind]) await addTo(key, lesson);
}

/** The best games of earlier versions, which kept them in local storage. */
async function takeOld() {
  for (const name of store.names("best:")) {
    const old = store.read(name, {});
    for (const data of [old.moves, old.pushes]) if (data) await addTo(name.slice("best:".length), { kind: "best", data });
    store.write(name, undefined);
  }
}

/** Takes over what earlier tabs left. @returns {Promise<boolean>} whether anything can be kept beyond the tab */
export async function start() {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) flush();
  });
  await journal.takeOver(takeOver).catch(() => {});
  await takeOld().catch(() => {});
  return database.isKept();
}
