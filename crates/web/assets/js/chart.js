// @ts-check
// Line charts, drawn anew from data: axes with round numbers, one line per series, a legend.

import { el, svg } from "./dom.js";
import { large } from "./logic/format.js";

const WIDTH = 560;
const HEIGHT = 260;
const PAD = { left: 54, right: 30, top: 12, bottom: 38 };

/** About `wanted` round numbers from `from` to `to`; whole ones for what is counted. */
function ticks(from, to, whole, wanted = 5) {
  const raw = Math.max((to - from) / wanted || 1, whole ? 1 : 0);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= raw) ?? 10 * power;
  const found = [];
  for (let at = Math.ceil(from / step) * step; at <= to + step * 1e-6; at += step) found.push(at);
  return found;
}

function logTicks(from, to) {
  const found = [];
  for (let power = Math.floor(Math.log10(from)); 10 ** power <= to * 1.001; power++) {
    if (10 ** power >= from * 0.999) found.push(10 ** power);
  }
  return found.length > 1 ? found : [from, to];
}

/** A scale from data to the drawing. */
function scale(values, log, from, to, whole = false) {
  let [least, most] = [Math.min(...values), Math.max(...values)];
  if (!log) least = Math.min(0, least);
  if (log) {
    least = Math.max(least, 1e-6);
    most = Math.max(most, least * 10);
  }
  if (most === least) most = least + 1;
  const place = log
    ? (value) => from + (Math.log10(Math.max(value, least) / least) / Math.log10(most / least)) * (to - from)
    : (value) => from + ((value - least) / (most - least)) * (to - from);
  return { place, ticks: log ? logTicks(least, most) : ticks(least, most, whole) };
}

/**
 * `series` is a list of `{ name, points: [[x, y], …] }`; options are `x`, `y` (labels),
 * `logX`, `logY`, `steps` (lines as stairs).
 */
export function chart(series, options) {
  const { x, y, logX = false, logY = false, steps = false, formatX = large, formatY = large, title = "" } =
    /** @type {any} */ (options);
  const points = series.flatMap((it) => it.points);
  if (!points.length) return el("p", { class: "empty" }, "Nothing to draw yet");
  const across = scale(
    points.map(([a]) => a),
    logX,
    PAD.left,
    WIDTH - PAD.right,
    formatX === large,
  );
  const up = scale(
    points.map(([, b]) => b),
    logY,
    HEIGHT - PAD.bottom,
    PAD.top,
    formatY === large,
  );
  const parts = frame(across, up, { x, y, formatX, formatY });
  series.forEach(({ points: own }, index) => parts.push(...line(own, index, across, up, steps)));
  return figure(parts, { x, y, title }, legend(series));
}

/**
 * Dots of `{ point, level }` on two logarithmic scales of the same length, with the line on which
 * both are equal.
 */
export function scatter(dots, { x, y, format, title }) {
  if (!dots.length) return el("p", { class: "empty" }, "No level was solved by both");
  const values = dots.flatMap((it) => it.point);
  const across = scale(values, true, PAD.left, WIDTH - PAD.right);
  const up = scale(values, true, HEIGHT - PAD.bottom, PAD.top);
  const parts = frame(across, up, { x, y, formatX: format, formatY: format });
  parts.push(
    svg("path", { class: "equal", d: `M${PAD.left} ${HEIGHT - PAD.bottom}L${WIDTH - PAD.right} ${PAD.top}` }),
    ...dots.map(({ point: [a, b], level }) =>
      svg(
        "circle",
        { class: "dot s0", cx: across.place(a), cy: up.place(b), r: 3.5 },
        svg("title", {}, `${level}: ${format(a)}, ${format(b)}`),
      ),
    ),
  );
  return figure(parts, { x, y, title }, null);
}

/** Axes, their numbers and what they are called. */
function frame(across, up, { x, y, formatX, formatY }) {
  const parts = [];
  for (const value of up.ticks) {
    const at = up.place(value);
    parts.push(
      svg("path", { class: "grid", d: `M${PAD.left} ${at}H${WIDTH - PAD.right}` }),
      svg("text", { class: "tick", x: PAD.left - 8, y: at + 4, "text-anchor": "end" }, formatY(value)),
    );
  }
  for (const value of across.ticks) {
    const at = across.place(value);
    parts.push(
      svg(
        "text",
        { class: "tick", x: at, y: HEIGHT - PAD.bottom + 16, "text-anchor": "middle" },
        formatX(value),
      ),
    );
  }
  parts.push(
    svg("path", { class: "axis", d: `M${PAD.left} ${PAD.top}V${HEIGHT - PAD.bottom}H${WIDTH - PAD.right}` }),
    svg(
      "text",
      { class: "axis-label", x: (PAD.left + WIDTH) / 2, y: HEIGHT - 4, "text-anchor": "middle" },
      x,
    ),
    svg(
      "text",
      {
        class: "axis-label",
        x: 0,
        y: 0,
        transform: `translate(11 ${(HEIGHT - PAD.bottom) / 2}) rotate(-90)`,
        "text-anchor": "middle",
      },
      y,
    ),
  );
  return parts;
}

function figure(parts, { x, y, title }, below) {
  const drawing = svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title || `${y} against ${x}` },
    ...parts,
  );
  return el("figure", { class: "figure" }, title ? el("figcaption", {}, title) : null, drawing, below);
}

function line(points, index, across, up, steps) {
  if (!points.length) return [];
  let data = "";
  points.forEach(([a, b], at) => {
    const [px, py] = [across.place(a).toFixed(1), up.place(b).toFixed(1)];
    data += at === 0 ? `M${px} ${py}` : steps ? `H${px}V${py}` : `L${px} ${py}`;
  });
  const dots =
    points.length <= 40
      ? points.map(([a, b]) =>
          svg("circle", { class: `dot s${index % 6}`, cx: across.place(a), cy: up.place(b), r: 2.6 }),
        )
      : [];
  return [svg("path", { class: `series s${index % 6}`, d: data }), ...dots];
}

function legend(series) {
  if (series.length < 2) return null;
  return el(
    "ul",
    { class: "legend" },
    series.map(({ name }, index) =>
      el("li", {}, el("span", { class: `swatch s${index % 6}`, "aria-hidden": "true" }), name),
    ),
  );
}
