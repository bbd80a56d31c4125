// @ts-check
// Numbers for people.

const plain = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/** @param {number} value */
export const count = (value) => plain.format(value);

/**
 * 1,234 as it is, 12,345,678 as 12.3 M.
 * @param {number} value
 */
export function large(value) {
  if (value < 100000) return count(value);
  if (value < 1e6) return `${(value / 1e3).toFixed(0)} k`;
  return value < 1e9 ? `${(value / 1e6).toFixed(1)} M` : `${(value / 1e9).toFixed(1)} G`;
}

/** @param {number} value */
export function bytes(value) {
  if (value < 1 << 20) return `${Math.round(value / 1024)} KiB`;
  return value < 1 << 30 ? `${(value / (1 << 20)).toFixed(1)} MiB` : `${(value / (1 << 30)).toFixed(2)} GiB`;
}

/** @param {number} value */
export function seconds(value) {
  if (value < 0.001) return `${(value * 1e6).toFixed(0)} µs`;
  if (value < 1) return `${(value * 1e3).toFixed(value < 0.01 ? 1 : 0)} ms`;
  return value < 60 ? `${value.toFixed(1)} s` : `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

/** @param {number} number @param {string} word @param {string} [many] */
export const plural = (
  number,
  word,
  many = word.endsWith("x") || word.endsWith("sh") ? `${word}es` : `${word}s`,
) => `${count(number)} ${number === 1 ? word : many}`;
