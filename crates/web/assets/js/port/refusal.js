// @ts-check
// A question that was not answered.

/** A refusal, with its sentence for people. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
