// @ts-check
// A form for any engine, made from the registry: nothing here knows the name of an algorithm.
// What the form says is an engine spec, the same text as on the command line.

import * as api from "./api.js";
import { el, quiet } from "./dom.js";

let serial = 0;

function labelled(text, control, title) {
  control.id ||= `field-${++serial}`;
  return el("div", { class: "field", title }, el("label", { for: control.id }, text), control);
}

const options = (parts, chosen) =>
  parts.map(({ name, title }) => el("option", { value: name, title, selected: name === chosen }, name));

export class EngineForm {
  /** `textbook` leaves out what cannot be watched state by state. */
  constructor(host, { textbook = false, initial = "auto", change = (_) => {} } = {}) {
    /** @type {any} */
    this.registry = null;
    this.host = host;
    this.textbook = textbook;
    this.change = change;
    this.goal = "any";
    /** @type {string | null} */
    this.error = null;
    this.spec = initial;
    /** Whether `error` is about the spec and goal as they stand. */
    this.isRead = false;
    /** @type {any[]} */
    this.params = [];
    this.soon = quiet(() => this.#read(), 120);
    this.ready = api.registry().then((registry) => {
      this.registry = registry;
      this.#build(initial);
    });
  }

  /** Has the spec read once it has not changed for a moment. */
  check() {
    this.isRead = false;
    this.soon();
  }

  /** Resolves when the spec as it stands has been read, so that `error` is about it. */
  async settled() {
    await this.ready;
    if (!this.isRead) await this.#read();
  }

  setGoal(goal) {
    this.goal = goal;
    this.check();
  }

  /** Takes an engine spec as text. */
  async setSpec(spec) {
    await this.ready;
    const name = /^[\w-]+/.exec(spec)?.[0] ?? "";
    if ([...this.select.options].some((it) => it.value === name)) {
      this.select.value = name;
      this.#chosen();
    }
    this.spec = this.text.value = spec;
    this.check();
  }

  #build(initial) {
    const { registry } = this;
    const group = (label, parts) => el("optgroup", { label }, options(parts, initial));
    this.select = el(
      "select",
      { onchange: () => this.#chosen() },
      this.textbook
        ? null
        : el(
            "optgroup",
            { label: "Automatic" },
            el("option", { value: "auto", selected: initial === "auto" }, "auto"),
          ),
      this.textbook
        ? null
        : group(
            "For hard levels",
            registry.engines.filter((it) => !registry.planners.includes(it.name)),
          ),
      this.textbook
        ? null
        : group(
            "Planners (SAT and SMT)",
            registry.engines.filter((it) => registry.planners.includes(it.name)),
          ),
      group("Algorithms, with parts to choose", registry.algorithms),
      group("Aliases", registry.aliases),
    );
    this.parts = el("div", { class: "parts" });
    this.text = el("input", {
      type: "text",
      spellcheck: false,
      autocomplete: "off",
      class: "spec",
      oninput: () => {
        this.spec = this.text.value;
        this.check();
      },
    });
    this.about = el("p", { class: "about" });
    this.host.replaceChildren(
      labelled("Engine", this.select),
      this.parts,
      el(
        "details",
        { class: "as-text" },
        el("summary", {}, "As text"),
        labelled("Engine spec", this.text),
        this.about,
      ),
    );
    this.#chosen();
  }

  /** The entry of the algorithm, if one is chosen. */
  get #algorithm() {
    return this.registry.algorithms.find((it) => it.name === this.select.value);
  }

  #chosen() {
    const algorithm = this.#algorithm;
    this.title =
      [...this.registry.engines, ...this.registry.algorithms, ...this.registry.aliases].find(
        (it) => it.name === this.select.value,
      )?.title ?? "The default for the goal";
    this.parts.replaceChildren(
      el("p", { class: "about" }, `${this.title[0].toUpperCase()}${this.title.slice(1)}.`),
    );
    if (algorithm) this.#algorithmParts(algorithm);
    this.#write();
  }

  #algorithmParts(algorithm) {
    const { registry } = this;
    const rewrite = () => this.#write();
    this.space = el(
      "select",
      { onchange: rewrite, disabled: algorithm.only_space !== null },
      el("option", { value: "" }, "usual"),
      options(registry.spaces, algorithm.only_space),
    );
    this.heuristic = el("select", { onchange: rewrite }, options(registry.heuristics, algorithm.usual.h));
    this.params = algorithm.params.map((param) => [param, this.#param(param)]);
    this.tests = this.#boxes(registry.deadlocks, algorithm.usual.deadlocks);
    this.rules = this.#boxes(registry.pruning, algorithm.usual.pruning);
    this.parts.append(
      el(
        "div",
        { class: "row" },
        algorithm.informed ? labelled("Heuristic", this.heuristic) : null,
        labelled("Space", this.space, "What a state and an action are"),
      ),
      el(
        "details",
        {},
        el("summary", {}, "Deadlock tests, pruning, parameters"),
        fieldset("Deadlock tests", this.tests),
        fieldset("Pruning rules", this.rules),
        this.params.length
          ? el(
              "div",
              { class: "row wrap" },
              this.params.map(([param, control]) => labelled(param.name, control, param.title)),
            )
          : null,
      ),
    );
  }

  #param(param) {
    const write = { onchange: () => this.#write() };
    if (param.switch) {
      return el(
        "select",
        write,
        ["on", "off"].map((value) =>
          el("option", { value, selected: (value === "on") === (param.default !== 0) }, value),
        ),
      );
    }
    return el("input", {
      ...write,
      type: "number",
      min: param.least,
      max: param.most,
      step: "any",
      value: String(param.default),
    });
  }

  #boxes(parts, chosen) {
    return parts.map(({ name, title }) => [
      name,
      el("input", {
        type: "checkbox",
        id: `field-${++serial}`,
        checked: chosen.includes(name),
        onchange: () => this.#write(),
        title,
      }),
    ]);
  }

  /** The spec that the form says, defaults left out. */
  #write() {
    const algorithm = this.#algorithm;
    const parts = [];
    if (algorithm) {
      const usual = algorithm.usual;
      const list = (boxes) => boxes.filter(([, box]) => box.checked).map(([name]) => name);
      const differs = (names, known) => names.join() !== known.join();
      if (this.space.value && !this.space.disabled) parts.push(`space=${this.space.value}`);
      if (algorithm.informed && this.heuristic.value !== usual.h) parts.push(`h=${this.heuristic.value}`);
      const [tests, rules] = [list(this.tests), list(this.rules)];
      if (differs(tests, usual.deadlocks)) parts.push(`deadlocks=[${tests.join(",")}]`);
      if (differs(rules, usual.pruning)) parts.push(`pruning=[${rules.join(",")}]`);
      for (const [param, control] of this.params) {
        const value = param.switch ? Number(control.value === "on") : Number(control.value);
        if (value !== param.default) parts.push(`${param.name}=${control.value}`);
      }
    }
    this.spec = this.select.value + (parts.length ? `(${parts.join(",")})` : "");
    this.text.value = this.spec;
    this.check();
  }

  /** Lets the server read the spec, which knows every contradiction. */
  async #read() {
    const { spec, goal } = this;
    const isLast = () => spec === this.spec && goal === this.goal;
    try {
      const answer = await api.ask("/engine", { engine: spec, goal });
      if (!isLast()) return;
      this.isRead = true;
      if (answer.problem) throw new Error(answer.problem);
      const best =
        answer.guarantee === "any" ? "any solution" : `fewest ${answer.guarantee.replace(",", ", then ")}`;
      this.about.textContent = `${answer.engine}: ${best}${answer.complete ? "; can prove that there is no solution" : ""}.`;
      delete this.about.dataset.kind;
      this.error = null;
    } catch (error) {
      if (!isLast()) return;
      this.about.textContent = this.error = error.message;
      this.about.dataset.kind = "bad";
      this.about.closest("details").open = true;
    }
    this.change(this.spec);
  }
}

function fieldset(name, boxes) {
  return el(
    "fieldset",
    { class: "boxes" },
    el("legend", {}, name),
    boxes.map(([text, box]) =>
      el("span", { class: "check", title: box.title }, box, el("label", { for: box.id }, text)),
    ),
  );
}

/** A choice of goals; `change` hears which. */
export async function goalSelect(select, change) {
  const { goals } = await api.registry();
  const words = {
    any: "any solution",
    pushes: "fewest pushes",
    moves: "fewest moves",
    "pushes,moves": "fewest pushes, then moves",
    "moves,pushes": "fewest moves, then pushes",
  };
  select.replaceChildren(...goals.map((goal) => el("option", { value: goal }, words[goal] ?? goal)));
  select.addEventListener("change", () => change(select.value));
}
