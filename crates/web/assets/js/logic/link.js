// @ts-check
// Addresses: `#play/small/3` is level 3 of a collection, `#play/~TEXT` a level written into the
// link, title and author included, with moves after another slash if there are any. What belongs
// to a view alone follows a question mark: `#watch/small/3?a=bfs&b=astar`.

/** @typedef {{ collection: string, index: number } | { text: string }} Source */
/**
 * @typedef {{
 *   view: string, options: Record<string, string>, collection?: string, index?: number,
 *   text?: string, moves?: string, problem?: string,
 * }} Asked
 */

/** @param {string} text */
const encode = (text) => {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

/** @param {string} text */
function decode(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (it) => it.charCodeAt(0)));
}

/** @param {string} text */
function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Reads a fragment. What cannot be read is told in `problem`; `view` may be unknown.
 * @param {string} fragment
 * @returns {Asked}
 */
export function parse(fragment) {
  const [path, query = ""] = fragment.replace(/^#/, "").split("?");
  const [view = "", place = "", rest = ""] = path.split("/").map(plain);
  const options = Object.fromEntries(new URLSearchParams(query));
  if (place.startsWith("~")) {
    try {
      return { view, options, text: decode(place.slice(1)), moves: rest };
    } catch {
      return { view, options, problem: "The link is damaged: the level in it cannot be read. It may have been cut off when copied." };
    }
  }
  if (!place) return { view, options };
  const index = /^\d+$/.test(rest) ? Number(rest) : 1;
  if (rest && !/^\d+$/.test(rest))
    return { view, options, problem: `The link asks for level "${rest}" of ${place}; a number was expected.` };
  return { view, options, collection: place, index };
}

/**
 * The text of a level for a link: what a file would say.
 * @param {{ xsb: string, title?: string | null, author?: string | null }} level
 */
export function levelText({ xsb, title, author }) {
  const lines = [xsb.replace(/\n+$/, "")];
  if (title) lines.push(`Title: ${title}`);
  if (author) lines.push(`Author: ${author}`);
  return lines.join("\n");
}

/**
 * The address of a view on a level.
 * @param {string} view @param {Source | null} [source] @param {string} [moves]
 * @param {Record<string, string>} [options]
 */
export function write(view, source, moves = "", options = {}) {
  const query = new URLSearchParams(options).toString();
  const tail = query ? `?${query}` : "";
  if (source && "collection" in source && source.collection)
    return `#${view}/${encodeURIComponent(source.collection)}/${source.index}${tail}`;
  if (source && "text" in source && source.text)
    return `#${view}/~${encode(source.text)}${moves ? `/${moves}` : ""}${tail}`;
  return `#${view}${tail}`;
}

/**
 * Whether two sources are the same level.
 * @param {any} a @param {any} b
 */
export const sameSource = (a, b) =>
  Boolean(a && b) && (a.text ? a.text === b.text : a.collection === b.collection && a.index === b.index);
