// @ts-check
// Searches of a comparison as data: sums per engine, curves and scatter plots, and records that
// come from files. A record is a line of docs/json.md; `label` is what an engine is called.

/** @typedef {Record<string, any>} Trial */
/** @typedef {"time_s" | "expanded" | "pushes"} Measure */

/** The name of a level, as on the command line. @param {Trial} trial */
export const levelName = (trial) => `${trial.file}:${trial.index}`;

/** @param {Trial} trial */
export const engineName = (trial) => trial.label ?? trial.engine;

/** Every engine among the searches, in the order of their first. @param {Trial[]} trials */
export const enginesOf = (trials) => [...new Set(trials.map(engineName))];

/**
 * Sums per engine.
 * @param {Trial[]} trials @param {string[]} engines
 */
export function summaries(trials, engines) {
  return engines.map((engine) => {
    const own = trials.filter((trial) => engineName(trial) === engine);
    /** @param {string} name */
    const sum = (name) => own.reduce((total, trial) => total + (trial[name] ?? 0), 0);
    return {
      engine,
      solved: own.filter((it) => it.status === "solved").length,
      optimal: own.filter((it) => it.optimal).length,
      expanded: sum("expanded"),
      time_s: sum("time_s"),
    };
  });
}

/**
 * Levels solved within a measure, one stair per engine.
 * @param {Trial[]} trials @param {string[]} engines @param {Measure} measure
 * @returns {{ name: string, points: [number, number][] }[]}
 */
export function curves(trials, engines, measure) {
  return engines
    .map((engine) => {
      const values = trials
        .filter((it) => engineName(it) === engine && it.status === "solved")
        .map((it) => Math.max(it[measure], measure === "time_s" ? 1e-6 : 1))
        .sort((a, b) => a - b);
      return { name: engine, points: values.map((value, index) => /** @type {[number, number]} */ ([value, index + 1])) };
    })
    .filter((it) => it.points.length);
}

/**
 * The levels that both engines solved, one dot each.
 * @param {Trial[]} trials @param {string} across @param {string} up @param {Measure} measure
 * @returns {{ point: [number, number], level: string }[]}
 */
export function pairs(trials, across, up, measure) {
  const least = measure === "time_s" ? 1e-6 : 1;
  /** @param {string} engine */
  const byLevel = (engine) =>
    new Map(
      trials
        .filter((it) => engineName(it) === engine && it.status === "solved")
        .map((it) => [levelName(it), Math.max(it[measure] ?? 0, least)]),
    );
  const [a, b] = [byLevel(across), byLevel(up)];
  return [...a].flatMap(([level, x]) => {
    const y = b.get(level);
    return y === undefined ? [] : [{ point: /** @type {[number, number]} */ ([x, y]), level }];
  });
}

/**
 * The records of a file: JSON lines, a list, or an object with `trials`.
 * @param {string} text @param {string} name of the file, to tell engines of two files apart
 * @returns {Trial[]}
 */
export function readRecords(text, name) {
  /** @type {any[]} */
  let found;
  try {
    const whole = JSON.parse(text);
    found = Array.isArray(whole) ? whole : Array.isArray(whole?.trials) ? whole.trials : [whole];
  } catch {
    found = text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line, index) => {
        try {
          return JSON.parse(line);
        } catch {
          throw new Error(`${name}: line ${index + 1} is not JSON`);
        }
      });
  }
  const records = found.filter((it) => it && typeof it.status === "string" && it.index !== undefined);
  if (!records.length) throw new Error(`${name} contains no records of searches`);
  return records.map((it) => ({ ...it, label: it.label ?? `${name}: ${shortSpec(it.engine ?? "?")}` }));
}

/** The name of an engine without its parts. @param {string} spec */
const shortSpec = (spec) => /^[\w-]+/.exec(spec)?.[0] ?? spec;
