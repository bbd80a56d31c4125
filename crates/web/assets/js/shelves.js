// @ts-check
// Collections: those of the program and of the machine, asked of the server, and the player's
// own, which live in this browser. A collection is named by its `id`; own ones begin with `own-`.

import * as api from "./api.js";
import * as database from "./database.js";
import { freeName, sameLevels } from "./logic/library.js";

/** @typedef {import("./logic/library.js").LevelView} LevelView */
/** @typedef {{ id: string, name: string, kind: "own" | "bundled" | "installed", count?: number }} Listed */

/** Where single levels that are brought in go. */
export const LOOSE = "own-loose";
const LOOSE_NAME = "Single levels";

/** @type {Map<string, Promise<LevelView[]>>} */
const loaded = new Map();
/** @type {Promise<Listed[]> | null} */
let served = null;

/** @param {string} id */
export const isOwn = (id) => id.startsWith("own-");

/** @returns {Promise<Listed[]>} */
async function ofServer() {
  served ??= api.get("/collections").then(({ collections }) =>
    collections.map((/** @type {any} */ { name, bundled }) => ({
      id: name,
      name,
      kind: bundled ? "bundled" : "installed",
    })),
  );
  try {
    return await served;
  } catch (error) {
    served = null;
    throw error;
  }
}

/** Own collections, the latest first. @returns {Promise<Listed[]>} */
async function own() {
  const all = await database.all("collections");
  all.sort((a, b) => b.added - a.added);
  return all.map(({ key, name, count }) => ({ id: key, name, kind: "own", count }));
}

/** Every collection: own ones first. */
export const list = async () => [...(await own()), ...(await ofServer())];

/**
 * The levels of a collection; undefined if there is no such one.
 * @param {string} id
 * @returns {Promise<LevelView[] | undefined>}
 */
export async function open(id) {
  const known = loaded.get(id);
  if (known) return known;
  if (!(await list()).some((it) => it.id === id)) return undefined;
  const levels = isOwn(id)
    ? database.get("shelves", id).then((shelf) => shelf?.levels ?? [])
    : api.get(`/collections/${encodeURIComponent(id)}`).then((answer) => answer.levels);
  loaded.set(id, levels);
  levels.catch(() => loaded.delete(id));
  return levels;
}

/** @param {string} key @param {string} name @param {LevelView[]} levels */
async function put(key, name, levels) {
  const numbered = levels.map((level, at) => ({ ...level, index: at + 1 }));
  await database.update("shelves", key, () => ({ key, levels: numbered }));
  await database.update("collections", key, (now) => ({
    key,
    name,
    count: numbered.length,
    added: now?.added ?? Date.now(),
  }));
  loaded.set(key, Promise.resolve(numbered));
  // Browsers may clear what a page keeps when space is short, unless it asks them not to.
  navigator.storage?.persist?.().catch(() => {});
  return numbered;
}

/**
 * Keeps levels as a collection; the same levels under the same name are not kept twice.
 * @param {string} name @param {LevelView[]} levels
 * @returns {Promise<string>} its id
 */
export async function add(name, levels) {
  const others = await own();
  for (const other of others) {
    if (other.name === name && other.count === levels.length && sameLevels((await open(other.id)) ?? [], levels))
      return other.id;
  }
  const id = `own-${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
  await put(id, freeName(name, others.map((it) => it.name)), levels);
  return id;
}

/**
 * Adds a level to an own collection, in place of one with the same number if `index` is given.
 * @param {string} id @param {LevelView} level @param {number} [index]
 * @returns {Promise<number>} its number
 */
export async function addLevel(id, level, index) {
  const now = (await database.get("collections", id)) ?? { name: LOOSE_NAME };
  const levels = [...((await open(id)) ?? [])];
  const same = levels.findIndex((it) => it.xsb === level.xsb && it.title === level.title);
  if (index && levels[index - 1]) levels[index - 1] = level;
  else if (same >= 0) return same + 1;
  else levels.push(level);
  await put(id, now.name, levels);
  return index && levels[index - 1] === level ? index : levels.length;
}

/** @param {string} id @param {string} name */
export async function rename(id, name) {
  const taken = (await own()).filter((it) => it.id !== id).map((it) => it.name);
  await database.update("collections", id, (now) => now && { ...now, name: freeName(name, taken) });
}

/**
 * Deletes a collection; the answer puts it back.
 * @param {string} id
 */
export async function remove(id) {
  const about = await database.get("collections", id);
  const shelf = await database.get("shelves", id);
  await database.update("collections", id, () => undefined);
  await database.update("shelves", id, () => undefined);
  loaded.delete(id);
  return async () => {
    await database.update("shelves", id, () => shelf);
    await database.update("collections", id, () => about);
  };
}

/** A new, empty collection. @param {string} name */
export async function create(name) {
  const id = `own-${Date.now().toString(36)}`;
  await put(id, freeName(name, (await own()).map((it) => it.name)), []);
  return id;
}
