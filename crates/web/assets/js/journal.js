// @ts-check
// What is not yet in the database, written down at once. Local storage is written before the next
// line of the program runs, so an entry outlives the tab however it ends: closed, navigated away
// from, crashed or killed. Whoever has put the change into the database removes its entry; entries
// that are left are taken over by the next page.

import * as store from "./store.js";

const PREFIX = "unwritten:";
/** Tabs share the storage, so each has names of its own. */
const TAB = Math.random().toString(36).slice(2, 10);
let count = 0;

/** The name of an entry of this tab, one for each `what`. @param {string} what */
export const nameFor = (what) => `${TAB}:${what}`;

/** A name that no other entry has. */
export const freshName = () => nameFor(`${++count}`);

/** @param {string} name @param {any} entry */
export const put = (name, entry) => store.write(PREFIX + name, entry);

/** @param {string} name */
export const drop = (name) => store.write(PREFIX + name, undefined);

/**
 * Gives every entry to `take`, and removes it once that is done unless it has changed meanwhile:
 * it may belong to a tab that is still open.
 * @param {(entry: any) => Promise<void>} take
 */
export async function takeOver(take) {
  for (const name of store.names(PREFIX)) {
    const entry = store.read(name, null);
    if (entry) await take(entry);
    if (JSON.stringify(store.read(name, null)) === JSON.stringify(entry)) store.write(name, undefined);
  }
}
