// Addresses: `#play/small/3` is level 3 of a collection, `#play/~TEXT` a level written into the
// link, with moves after another slash if there are any.

const encode = (text) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

function decode(text) {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (it) => it.charCodeAt(0)));
  } catch {
    return "";
  }
}

/** `{ view, collection, index }` or `{ view, text, moves }`; `view` may be unknown. */
export function parse(fragment) {
  const [view = "", place = "", rest = ""] = fragment.replace(/^#/, "").split("/").map(decodeURIComponent);
  if (place.startsWith("~")) return { view, text: decode(place.slice(1)), moves: rest };
  return { view, collection: place, index: Number.parseInt(rest, 10) || 1 };
}

/** The address of a view on a level. */
export function write(view, source, moves = "") {
  if (source?.collection) return `#${view}/${encodeURIComponent(source.collection)}/${source.index}`;
  if (source?.text) return `#${view}/~${encode(source.text)}${moves ? `/${moves}` : ""}`;
  return `#${view}`;
}
