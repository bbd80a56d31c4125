// @ts-check
// Settings, in local storage: small, and read before anything is drawn. Without storage the page
// forgets and works. Games and collections are in database.js; what is on its way there is in
// journal.js.

const PREFIX = "hakooshi:";

/** @param {string} key @param {any} otherwise */
export function read(key, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {any} value undefined removes */
export function write(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or forbidden: nothing is remembered.
  }
}

/** The keys that begin with a prefix. @param {string} prefix @returns {string[]} */
export function names(prefix) {
  try {
    const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + prefix));
    return all.map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** @type {Record<string, any>} */
const settings = read("settings", {});

/** @param {string} name @param {any} otherwise */
export const setting = (name, otherwise) => settings[name] ?? otherwise;

/** @param {string} name @param {any} value */
export function set(name, value) {
  settings[name] = value;
  // Another tab may have changed the others since this one read them.
  write("settings", { ...read("settings", {}), [name]: value });
}
