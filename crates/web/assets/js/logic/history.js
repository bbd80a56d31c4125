// @ts-check
// The story of a level in one browser: the game in hand forwards and in reverse, snapshots that
// the player took, and branches: lines that were left by undoing and going another way. Nothing
// that moved a box is thrown away without a trace; the oldest branches go when there are many.

/**
 * Moves from the start, and how many of them stand on the board.
 * @typedef {{ moves: string, at: number }} Line
 */
/**
 * @typedef {Line & { kind: "snapshot" | "branch", name: string, reverse: boolean, made: number }} Kept
 */
/**
 * @typedef {{
 *   key: string, revision: number, reverse: boolean,
 *   forward: Line, backward: Line, kept: Kept[], changed: number,
 * }} Story
 */

/** Branches kept for a level; each is a line of text, so this is kilobytes. */
export const MOST_BRANCHES = 24;

/**
 * @param {string} key
 * @returns {Story}
 */
export const emptyStory = (key) => ({
  key,
  revision: 0,
  reverse: false,
  forward: { moves: "", at: 0 },
  backward: { moves: "", at: 0 },
  kept: [],
  changed: 0,
});

/** The steps of a line, jumps of a reverse game included. @param {string} moves */
const tokens = (moves) => moves.match(/\[[a-z]*\]|[a-zA-Z]/g) ?? [];

/** @param {string} moves */
const pushes = (moves) => moves.replace(/[^UDLR]/g, "").length;

/**
 * Keeps a line that is about to be left. One that never moved a box, or that lives on in a
 * longer one, is not worth a place.
 * @param {Story} story @param {Line} line @param {boolean} reverse @param {number} now
 */
export function leave(story, line, reverse, now) {
  if (!pushes(line.moves)) return;
  const current = reverse ? story.backward : story.forward;
  if (current.moves.startsWith(line.moves)) return;
  const branches = story.kept.filter((it) => it.kind === "branch");
  if (story.kept.some((it) => it.reverse === reverse && it.moves.startsWith(line.moves))) return;
  const shorter = branches.filter((it) => it.reverse === reverse && line.moves.startsWith(it.moves));
  story.kept = story.kept.filter((it) => !shorter.includes(it));
  // One comes back to where one was before undoing, which is its end.
  story.kept.push({ moves: line.moves, at: tokens(line.moves).length, kind: "branch", name: "", reverse, made: now });
  const kept = story.kept.filter((it) => it.kind === "branch");
  const oldest = kept.slice(0, Math.max(0, kept.length - MOST_BRANCHES));
  story.kept = story.kept.filter((it) => !oldest.includes(it));
}

/**
 * Keeps a place under a name.
 * @param {Story} story @param {Line} line @param {boolean} reverse @param {string} name @param {number} now
 */
export function snapshot(story, line, reverse, name, now) {
  story.kept.push({ ...line, kind: "snapshot", name, reverse, made: now });
}

/**
 * Takes over what another tab has written meanwhile: its lines become branches, its snapshots
 * are added.
 * @param {Story} mine @param {Story} theirs
 */
export function merge(mine, theirs) {
  for (const kept of theirs.kept) {
    const known = mine.kept.some(
      (it) => it.moves === kept.moves && it.kind === kept.kind && it.name === kept.name && it.reverse === kept.reverse,
    );
    if (!known) mine.kept.push(kept);
  }
  leave(mine, theirs.forward, false, theirs.changed);
  leave(mine, theirs.backward, true, theirs.changed);
  mine.revision = Math.max(mine.revision, theirs.revision);
}

/**
 * The story to be kept when one that a tab left unwritten is found. It replaces what it was made from;
 * if something else was written since, the later of the two goes on, and what only the other has is
 * kept beside it. Doing it twice changes nothing more.
 * @param {Story} left @param {Story | undefined} now
 * @returns {Story | undefined} undefined if there is nothing to keep
 */
export function recovered(left, now) {
  if (!now || now.revision <= left.revision)
    return isEmpty(left) ? undefined : { ...left, revision: left.revision + 1 };
  const [later, earlier] = left.changed >= now.changed ? [left, now] : [now, left];
  const next = structuredClone(later);
  merge(next, earlier);
  next.revision++;
  return isEmpty(next) ? undefined : next;
}

/** @param {Story} story */
export const isEmpty = (story) => !story.forward.moves && !story.backward.moves && !story.kept.length;

/**
 * What a kept line is called in a list.
 * @param {Kept} kept
 */
export function describe(kept) {
  const count = pushes(tokens(kept.moves).slice(0, kept.at).join(""));
  const word = kept.reverse ? "pull" : "push";
  return `${kept.name || (kept.kind === "branch" ? "Abandoned line" : "Snapshot")} · ${count} ${word}${count === 1 ? "" : kept.reverse ? "s" : "es"}`;
}
