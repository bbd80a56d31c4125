// @ts-check
// A tape archive, which every system can unpack: several texts as one file.

const BLOCK = 512;

/** @param {number} value @param {number} digits */
const octal = (value, digits) => value.toString(8).padStart(digits, "0");

/**
 * The block in front of a file.
 * @param {string} name at most a hundred letters of ASCII @param {number} size @param {number} time in seconds
 */
function header(name, size, time) {
  const block = new Uint8Array(BLOCK);
  const put = (/** @type {number} */ at, /** @type {string} */ text) => {
    for (let index = 0; index < text.length; index++) block[at + index] = text.charCodeAt(index);
  };
  put(0, name);
  put(100, "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${octal(size, 11)}\0`);
  put(136, `${octal(time, 11)}\0`);
  // The sum is taken with spaces in its place.
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\x0000");
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 6)}\0 `);
  return block;
}

/**
 * @param {{ name: string, text: string }[]} files @param {number} time in seconds
 * @returns {BlobPart[]} the archive in parts
 */
export function tar(files, time) {
  const encoder = new TextEncoder();
  const parts = files.flatMap(({ name, text }) => {
    const bytes = encoder.encode(text);
    return [header(name, bytes.length, time), bytes, new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  return [...parts, new Uint8Array(2 * BLOCK)];
}
