// @ts-check
// The six numbers of a game, as the verifier counts them: moves, pushes, box lines (runs of
// pushes in one direction), box changes, pushing sessions, player lines.

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game */
export function score(game) {
  const { level, steps, at } = game;
  const result = { moves: 0, pushes: 0, lines: 0, changes: 0, sessions: 0, turns: 0 };
  /** @type {number | null} */
  let player = game.reverse ? null : level.player;
  /** @type {import("./game.js").Step | null} */
  let before = null;
  let last = -1;
  for (let index = 0; index < at; index++) {
    const step = steps[index];
    if (step.dir < 0) {
      player = step.jump ?? null;
      before = null;
      continue;
    }
    if (player === null) player = startOf(game);
    result.moves++;
    if (!before || before.dir !== step.dir) result.turns++;
    const by = level.step[step.dir];
    if (step.box) {
      const from = game.reverse ? player - by : player + by;
      result.pushes++;
      if (!before?.box || before.dir !== step.dir) result.lines++;
      if (!before?.box) result.sessions++;
      if (from !== last) result.changes++;
      last = from + by;
    }
    player += by;
    before = step;
  }
  return result;
}

/**
 * Where a reverse game without a jump began: undo the steps from where the player is.
 * @param {Game} game
 */
function startOf(game) {
  let cell = game.player;
  for (let index = game.at - 1; index >= 0; index--) cell -= game.level.step[game.steps[index].dir];
  return cell;
}
