// @ts-check
// Questions to the solver. They go through a port: to the server that the page came from, or to
// WebAssembly in a worker of this browser if the page came from a static host. The questions and
// answers are the same; the shapes are in /api/v1/openapi.json.

/**
 * What carries questions.
 * @typedef {{
 *   ask(method: "get" | "post", path: string, body?: any, signal?: AbortSignal): Promise<any>,
 *   listen(path: string, body: any, hear: (name: string, data: any) => void, signal?: AbortSignal): Promise<void>,
 *   stop(id: number): Promise<void>,
 * }} Port
 */

/** @type {Promise<Port>} */
const port =
  document.documentElement.dataset.port === "worker" ? import("./port/worker.js") : import("./port/server.js");

/** @param {string} path */
export const get = async (path) => (await port).ask("get", path);

/** @param {string} path @param {any} body @param {AbortSignal} [signal] */
export const ask = async (path, body, signal) => (await port).ask("post", path, body, signal);

/**
 * Starts a job and calls `hear(name, data)` for each event until it ends. Aborting the signal stops
 * the job at once, without a result.
 * @param {string} path @param {any} body @param {(name: string, data: any) => void} hear @param {AbortSignal} [signal]
 */
export const listen = async (path, body, hear, signal) => (await port).listen(path, body, hear, signal);

/** Asks a job to end; what it knows still arrives as its result. @param {number} id */
export const stop = async (id) => (await port).stop(id);

/** @type {Promise<any> | null} */
let registryPromise = null;

/** The parts of engines, asked for once. @returns {Promise<any>} */
export function registry() {
  registryPromise ??= get("/registry").catch((error) => {
    registryPromise = null;
    throw error;
  });
  return registryPromise;
}
