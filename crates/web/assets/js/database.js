// @ts-check
// What the browser keeps: stories and results of levels, and the player's collections, in
// IndexedDB. Where that is forbidden (some private windows) everything works and is forgotten
// with the tab.

const NAME = "hakooshi";
const VERSION = 1;
/** @typedef {"stories" | "results" | "collections" | "shelves"} Store */
/** @type {Store[]} */
const STORES = ["stories", "results", "collections", "shelves"];

/** @type {Promise<IDBDatabase | null> | null} */
let opening = null;
/** @type {Map<string, Map<string, any>>} */
const memory = new Map(STORES.map((name) => [name, new Map()]));

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  opening ??= new Promise((resolve) => {
    let request;
    try {
      request = indexedDB.open(NAME, VERSION);
    } catch {
      resolve(null);
      return;
    }
    request.onupgradeneeded = () => {
      for (const name of STORES) request.result.createObjectStore(name, { keyPath: "key" });
    };
    request.onsuccess = () => {
      // A newer page in another tab may change the shape of the database; it must not wait for us.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = request.onblocked = () => resolve(null);
  });
  return opening;
}

/** Whether what is kept will be there tomorrow. */
export const isKept = async () => (await open()) !== null;

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * @param {Store} store @param {string} key
 * @returns {Promise<any>}
 */
export async function get(store, key) {
  const base = await open();
  if (!base) return structuredClone(memory.get(store)?.get(key));
  return done(base.transaction(store).objectStore(store).get(key));
}

/**
 * Everything in a store.
 * @param {Store} store
 * @returns {Promise<any[]>}
 */
export async function all(store) {
  const base = await open();
  if (!base) return [...(memory.get(store)?.values() ?? [])];
  return done(base.transaction(store).objectStore(store).getAll());
}

/**
 * Changes a record in one transaction, so that two tabs cannot overwrite each other unseen:
 * `change` is given what is there and says what is to be there; undefined deletes.
 * @param {Store} store @param {string} key @param {(now: any) => any} change
 * @returns {Promise<any>}
 */
export async function update(store, key, change) {
  const base = await open();
  if (!base) {
    const next = change(structuredClone(memory.get(store)?.get(key)));
    if (next === undefined) memory.get(store)?.delete(key);
    else memory.get(store)?.set(key, structuredClone(next));
    return next;
  }
  const transaction = base.transaction(store, "readwrite", { durability: "relaxed" });
  const table = transaction.objectStore(store);
  const next = change(await done(table.get(key)));
  if (next === undefined) table.delete(key);
  else table.put(next);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
  return next;
}
