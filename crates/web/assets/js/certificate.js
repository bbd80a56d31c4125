// @ts-check
// A certificate of an optimum, to be downloaded: the level, the solution, a formula that says "there
// is a solution with fewer pushes", its refutation, and how to check it.

import * as api from "./api.js";
import { download, el } from "./dom.js";
import { count, plural, seconds } from "./logic/format.js";
import { tar } from "./logic/tar.js";

/** Seconds for a proof. */
const LIMIT_S = 600;

/** @param {number} pushes */
const explanation = (pushes) => `This archive proves that no solution of the level in level.xsb has fewer than ${plural(pushes, "push")}.

  solution.txt   a solution with ${plural(pushes, "push")} (u, d, l, r walk; U, D, L, R push)
  formula.cnf    DIMACS: "there is a solution with at most ${plural(pushes - 1, "push")}". Every clause is a
                 necessary condition of one.
  proof.lrat     LRAT: the formula cannot be satisfied

Any checker of LRAT proofs can check it, for example:

  cake_lpr formula.cnf proof.lrat
  lrat-check formula.cnf proof.lrat

Hakooshi has checked it with a checker of its own. That the clauses are necessary conditions is described in
docs/planning.md of Hakooshi, and "hako encode" writes formulas to compare with.
`;

/**
 * A button that makes the certificate and downloads it, and says how far it is.
 * @param {{ xsb: string, title: string, lurd: string, pushes: number }} what
 */
export function certificateButton({ xsb, title, lurd, pushes }) {
  /** @type {AbortController | null} */
  let working = null;
  const says = el("span", { class: "dim numbers", role: "status" });
  const button = el(
    "button",
    {
      type: "button",
      title: `A proof that ${plural(pushes - 1, "push is", "pushes are")} not enough, which programs of others can check`,
      onclick: () => (working ? working.abort() : make()),
    },
    "Certificate",
  );
  const make = async () => {
    const mine = (working = new AbortController());
    button.textContent = "Stop";
    says.textContent = "Proving …";
    says.dataset.kind = "";
    try {
      await api.listen("/certificate", { level: xsb, pushes, time_s: LIMIT_S }, hear, mine.signal);
    } catch (error) {
      if (error.name === "AbortError") says.textContent = "Stopped.";
      else fail(error.message);
    } finally {
      working = null;
      button.textContent = "Certificate";
    }
  };
  const fail = (/** @type {string} */ message) => {
    says.textContent = `${message[0].toUpperCase()}${message.slice(1)}.`;
    says.dataset.kind = "bad";
  };
  const hear = async (/** @type {string} */ name, /** @type {any} */ data) => {
    if (name === "progress") says.textContent = `Proving … ${seconds(data.elapsed_s)}`;
    if (name === "error") fail(data.error.message);
    if (name !== "result") return;
    const files = [
      { name: "README.txt", text: explanation(pushes) },
      { name: "level.xsb", text: `${xsb}\n` },
      { name: "solution.txt", text: `${lurd}\n` },
      { name: "formula.cnf", text: data.formula },
      { name: "proof.lrat", text: data.proof },
    ];
    const archive = new Blob(tar(files, Math.floor(Date.now() / 1000)));
    const packed = archive.stream().pipeThrough(new CompressionStream("gzip"));
    const short = title.replaceAll(/[^\w-]+/g, "-").slice(0, 60) || "level";
    download(`${short}-${pushes}-pushes.tar.gz`, await new Response(packed).blob());
    says.textContent = `${count(data.clauses)} clauses refuted in ${count(data.steps)} steps, checked.`;
  };
  return el("div", { class: "row wrap certificate" }, button, says);
}
