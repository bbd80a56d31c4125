// @ts-check
// The worker: one question at a time, answered by WebAssembly. It is given the compiled code first,
// and then questions; a question brings the flag that stops it, if there can be one.

/** @type {{ answer(method: string, path: string, body: string, asker: object): string }} */
let solver;
/** @type {WebAssembly.Memory} */
let memory;

/** @param {MessageEvent} message */
onmessage = async ({ data }) => {
  if (data.module) {
    const glue = await import(data.glue);
    ({ memory } = await glue.default({ module_or_path: data.module }));
    solver = glue;
    postMessage({ ready: true });
    return;
  }
  const { method, path, body, flag } = data;
  const asker = {
    tick: () => (flag && Atomics.load(flag, 0) ? -performance.now() : performance.now()),
    hear: (/** @type {string} */ event, /** @type {string} */ json) => postMessage({ event, json }),
  };
  try {
    const answer = solver.answer(method, path, body, asker);
    postMessage({ answer, held: memory.buffer.byteLength });
  } catch (error) {
    postMessage(typeof error === "string" ? { refusal: error } : { crashed: String(error) });
  }
};
