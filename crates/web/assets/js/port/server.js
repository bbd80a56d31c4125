// @ts-check
// Questions to the server: JSON, and streams of events. The shapes are in /api/v1/openapi.json.

import { Refusal } from "./refusal.js";

const ROOT = "/api/v1";

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

/** @type {import("../api.js").Port["ask"]} */
export async function ask(method, path, body, signal) {
  return (await send(path, method === "get" ? {} : asJson(body, signal))).json();
}

/** @type {import("../api.js").Port["listen"]} */
export async function listen(path, body, hear, signal) {
  const response = await send(path, asJson(body, signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  /** What has come of the event that is not complete, in parts: some events have megabytes. @type {string[]} */
  let parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const before = parts.at(-1)?.endsWith("\n") ? "\n" : "";
    if (!(before + value).includes("\n\n")) {
      parts.push(value);
      continue;
    }
    const events = (parts.join("") + value).split("\n\n");
    parts = [events.pop() ?? ""];
    for (const event of events) {
      const field = (name) =>
        event
          .split("\n")
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim();
      const data = field("data");
      if (data) hear(field("event") ?? "", JSON.parse(data));
    }
  }
}

/** @type {import("../api.js").Port["stop"]} */
export async function stop(id) {
  await fetch(`${ROOT}/jobs/${id}`, { method: "DELETE" });
}
