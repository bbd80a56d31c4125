// @ts-check
// The server: JSON questions, and streams of events. The shapes are in /api/v1/openapi.json.

const ROOT = "/api/v1";

/** A refusal of the server, with its sentence for people. */
export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

async function refuse(response) {
  const body = await response.json().catch(() => null);
  const { code = "fault", message = `the server answered with status ${response.status}` } = body?.error ?? {};
  throw new Refusal(code, message);
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(ROOT + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("gone", "The server does not answer. Is hako web still running?");
  }
  if (!response.ok) await refuse(response);
  return response;
}

const asJson = (body, signal) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

export async function get(path) {
  return (await send(path, {})).json();
}

export async function ask(path, body, signal) {
  return (await send(path, asJson(body, signal))).json();
}

/**
 * Starts a job and calls `hear(name, data)` for each event until the stream ends. Aborting the
 * signal closes the connection, which stops the job.
 */
export async function listen(path, body, hear, signal) {
  const response = await send(path, asJson(body, signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const field = (name) =>
        event
          .split("\n")
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim();
      const data = field("data");
      if (data) hear(field("event"), JSON.parse(data));
    }
  }
}

/** Asks a job to end; what it knows still arrives on its stream. */
export async function stop(id) {
  await fetch(`${ROOT}/jobs/${id}`, { method: "DELETE" });
}

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
