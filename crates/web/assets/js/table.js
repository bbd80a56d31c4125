// @ts-check
// Tables that can be sorted by any column. A column is `{ name, title, read, show, words }`; with
// `open` a row can be clicked or entered.

import { el } from "./dom.js";

export class SortedTable {
  /** @param {any} host @param {any[]} columns @param {((row: any) => void) | null} [open] */
  constructor(host, columns, open = null) {
    this.host = host;
    this.columns = columns;
    this.open = open;
    /** @type {any[]} */
    this.rows = [];
    /** @type {any} */
    this.by = null;
    this.down = false;
  }

  set(rows) {
    this.rows = rows;
    this.#render();
  }

  #sorted() {
    if (!this.by) return this.rows;
    const { read } = this.by;
    const sign = this.down ? -1 : 1;
    return this.rows.slice().sort((a, b) => {
      const [x, y] = [read(a), read(b)];
      // What has no value stands last, whichever way.
      if (x === null || x === undefined) return 1;
      if (y === null || y === undefined) return -1;
      return sign * (typeof x === "string" ? x.localeCompare(y, "en", { numeric: true }) : x - y);
    });
  }

  #head(column) {
    const sort = this.by === column ? (this.down ? "descending" : "ascending") : "none";
    const click = () => {
      this.down = this.by === column && !this.down;
      this.by = column;
      this.#render();
    };
    return el(
      "th",
      { scope: "col", "aria-sort": sort, class: column.words ? "words" : "" },
      el("button", { type: "button", onclick: click }, column.title),
    );
  }

  /** What makes a row a way to somewhere. */
  #opening(row) {
    const { open } = this;
    if (!open) return {};
    return {
      class: "opens",
      tabindex: "0",
      title: "Open the level",
      onclick: () => open(row),
      onkeydown: (event) => {
        if (event.key === "Enter") open(row);
      },
    };
  }

  #render() {
    const cell = (row) => (column) => {
      const value = column.read(row);
      const text =
        value === null || value === undefined ? "–" : column.show ? column.show(value) : String(value);
      const kind = typeof column.kind === "function" ? column.kind(row) : (column.kind ?? "");
      return el(
        "td",
        { class: `${column.words ? "words " : ""}${kind}`, title: kind === "engine" ? text : null },
        text,
      );
    };
    this.host.replaceChildren(
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            this.columns.map((column) => this.#head(column)),
          ),
        ),
        el(
          "tbody",
          {},
          this.#sorted().map((row) => el("tr", this.#opening(row), this.columns.map(cell(row)))),
        ),
      ),
    );
  }
}
