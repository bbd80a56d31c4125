// @ts-check
// The library: every collection with its levels as pictures. Of a long collection only the cards
// on the screen exist.

import * as api from "./api.js";
import { thumbnail } from "./board-view.js";
import * as database from "./database.js";
import { $, askName, download, el, notice, quiet } from "./dom.js";
import * as keeping from "./keeping.js";
import * as levels from "./levels.js";
import { count, plural } from "./logic/format.js";
import { Level } from "./logic/level.js";
import { choose, forFile, keyOf, NO_FILTER, visible } from "./logic/library.js";
import { session } from "./session.js";
import * as shelves from "./shelves.js";

/** @typedef {import("./logic/library.js").LevelView} LevelView */
/** Of a card, in rem, and the gap between two. */
const CARD = { width: 9.5, height: 11.5, gap: 0.6 };

const state = {
  /** @type {import("./shelves.js").Listed[]} */
  listed: [],
  /** The collection that is shown. */
  id: "",
  /** @type {LevelView[]} */
  levels: [],
  /** @type {LevelView[]} */
  chosen: [],
  filter: { ...NO_FILTER },
  /** @type {Set<string>} */
  solved: new Set(),
  /** Cards that exist, by their place among the chosen. @type {Map<number, any>} */
  cards: new Map(),
};

/** Opens the drawer at the collection in hand. */
export async function open() {
  const dialog = $("#library");
  if (!dialog.open) dialog.showModal();
  state.solved = await keeping.solvedKeys();
  state.listed = await shelves.list();
  const current = session.source?.collection ?? shelves.LOOSE;
  const id = state.listed.some((it) => it.id === current) ? current : state.listed[0].id;
  await show(id);
  const at = state.chosen.findIndex((it) => it.index === session.source?.index);
  if (at >= 0) reveal(at);
}

function renderCollections() {
  const titles = { own: "Yours", bundled: "Bundled", installed: "On this machine" };
  $("#collections").replaceChildren(
    ...["own", "bundled", "installed"].flatMap((kind) => {
      const rows = state.listed.filter((it) => it.kind === kind);
      if (!rows.length) return [];
      return [
        el("li", { class: "heading" }, titles[/** @type {"own"} */ (kind)]),
        ...rows.map(({ id, name, count: number }) =>
          el(
            "li",
            {},
            el(
              "button",
              { type: "button", class: "collection", "data-id": id, "aria-pressed": String(id === state.id), onclick: () => show(id) },
              el("span", {}, name),
              el("span", { class: "dim numbers" }, number === undefined ? "" : count(number)),
            ),
          ),
        ),
      ];
    }),
  );
}

/** Shows a collection. @param {string} id */
async function show(id) {
  state.id = id;
  renderCollections();
  state.levels = (await shelves.open(id)) ?? [];
  if (state.id !== id) return;
  const about = state.listed.find((it) => it.id === id);
  const done = state.levels.filter((it) => state.solved.has(keyOf(it.xsb))).length;
  $("#shelf-name").textContent = `${about?.name ?? id} · ${count(done)} of ${count(state.levels.length)} solved`;
  const own = shelves.isOwn(id);
  $("#shelf-rename").hidden = $("#shelf-delete").hidden = !own;
  filter();
}

function filter() {
  state.chosen = choose(state.levels, state.filter, state.solved);
  $("#filter-count").textContent =
    state.chosen.length === state.levels.length ? "" : plural(state.chosen.length, "level");
  $("#level-grid").scrollTop = 0;
  for (const card of state.cards.values()) card.remove();
  state.cards.clear();
  draw();
}

/** What the grid measures now. */
function measures() {
  const grid = $("#level-grid");
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const gap = CARD.gap * rem;
  const width = $("#level-grid-inner").clientWidth;
  const columns = Math.max(1, Math.floor((width + gap) / (CARD.width * rem + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  return { grid, gap, columns, cardWidth, rowHeight: CARD.height * rem + gap, cardHeight: CARD.height * rem };
}

/** Makes the cards that are on the screen, and takes away those that are not. */
function draw() {
  const { grid, gap, columns, cardWidth, rowHeight, cardHeight } = measures();
  const { from, to, total } = visible({
    count: state.chosen.length,
    columns,
    rowHeight,
    top: grid.scrollTop,
    height: grid.clientHeight,
  });
  const inner = $("#level-grid-inner");
  inner.style.height = `${total}px`;
  for (const [at, card] of state.cards) {
    if (at >= from && at < to) continue;
    card.remove();
    state.cards.delete(at);
  }
  for (let at = from; at < to; at++) {
    let made = state.cards.get(at);
    if (!made) {
      made = card(state.chosen[at]);
      state.cards.set(at, made);
      inner.append(made);
    }
    made.style.width = `${cardWidth}px`;
    made.style.height = `${cardHeight}px`;
    made.style.transform = `translate(${(at % columns) * (cardWidth + gap)}px, ${Math.floor(at / columns) * rowHeight}px)`;
  }
  $("#level-grid").dataset.empty = String(!state.chosen.length);
}

/** Scrolls to a card and puts the focus on it. @param {number} at */
function reveal(at) {
  const { grid, columns, rowHeight } = measures();
  const top = Math.floor(at / columns) * rowHeight;
  if (top < grid.scrollTop || top + rowHeight > grid.scrollTop + grid.clientHeight)
    grid.scrollTop = top - grid.clientHeight / 2 + rowHeight / 2;
  draw();
  state.cards.get(at)?.focus({ preventScroll: true });
}

/** @param {LevelView} view */
function card(view) {
  const level = new Level(view);
  const solved = state.solved.has(keyOf(view.xsb));
  const known = view.games.length > 0;
  const current = session.source?.collection === state.id && session.source.index === view.index;
  return el(
    "button",
    {
      type: "button",
      class: `level-card${solved ? " solved" : ""}`,
      "aria-current": String(current),
      title: known ? "has a known solution" : null,
      onclick: () => {
        $("#library").close();
        levels.openFrom(state.id, view.index).catch((error) => notice(error.message, "bad"));
      },
    },
    thumbnail(level),
    el("span", { class: "level-title" }, `${view.index}. ${level.title}`),
    el("span", { class: "dim" }, `${plural(view.boxes, "box")}${solved ? " · solved" : ""}`),
    solved ? el("span", { class: "tick", "aria-hidden": "true" }, "✓") : null,
  );
}

/** Arrows go from card to card. @param {KeyboardEvent} event */
function onKey(event) {
  const { columns } = measures();
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const by = steps[event.key];
  if (by === undefined) return;
  const now = [...state.cards].find(([, it]) => it === document.activeElement)?.[0];
  if (now === undefined) return;
  event.preventDefault();
  reveal(Math.min(Math.max(now + by, 0), state.chosen.length - 1));
}

/** Levels, the player's solutions and snapshots, and notes, as a file. */
async function exportShelf() {
  const about = state.listed.find((it) => it.id === state.id);
  const entries = await Promise.all(
    state.levels.map(async (level) => {
      const key = keyOf(level.xsb);
      return forFile(level, await database.get("results", key), await database.get("stories", key));
    }),
  );
  const { text } = await api.ask("/levels/write", { name: about?.name, levels: entries });
  download(`${(about?.name ?? "levels").replaceAll(/[^\w.-]+/g, "-")}.sok`, text, "text/plain");
}

async function refresh(id = state.id) {
  state.listed = await shelves.list();
  await show(state.listed.some((it) => it.id === id) ? id : state.listed[0].id);
}

async function rename() {
  const about = state.listed.find((it) => it.id === state.id);
  const name = await askName("Name of the collection", about?.name ?? "");
  if (name === null) return;
  await shelves.rename(state.id, name);
  await refresh();
}

async function remove() {
  const { id } = state;
  const about = state.listed.find((it) => it.id === id);
  const back = await shelves.remove(id);
  await refresh();
  notice(`${about?.name} deleted; your games on its levels are kept`, "info", {
    name: "Undo",
    run: async () => {
      await back();
      await refresh(id);
    },
  });
}

async function create() {
  const name = await askName("Name of the collection", "My levels");
  if (name !== null) await refresh(await shelves.create(name));
}

const guard = (/** @type {() => Promise<void>} */ action) => () =>
  action().catch((error) => notice(error.message, "bad"));

export function start() {
  $("#level-open").addEventListener("click", guard(open));
  $("#library-bring").addEventListener("click", levels.openPaste);
  $("#paste-open").addEventListener("click", levels.openPaste);
  $("#library-new").addEventListener("click", guard(create));
  $("#shelf-export").addEventListener("click", guard(exportShelf));
  $("#shelf-rename").addEventListener("click", guard(rename));
  $("#shelf-delete").addEventListener("click", guard(remove));
  $("#level-grid").addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
  $("#level-grid").addEventListener("keydown", onKey);
  new ResizeObserver(() => $("#library").open && draw()).observe($("#level-grid"));
  const read = quiet(() => {
    state.filter = {
      query: $("#filter-query").value,
      unsolved: $("#filter-unsolved").checked,
      boxes: Number($("#filter-boxes").value) || 0,
      size: Number($("#filter-size").value) || 0,
    };
    filter();
  }, 60);
  $("#shelf-filter").addEventListener("input", read);
  $("#shelf-filter").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
}
