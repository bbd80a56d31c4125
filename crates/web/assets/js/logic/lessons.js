// @ts-check
// Lessons for Watch: two searches on a bundled level and what to look at. Each is a link.

/** @typedef {{ title: string, about: string, collection: string, index: number, a: string, b: string, goal: string, nodes?: number }} Lesson */

/** @type {Lesson[]} */
export const LESSONS = [
  {
    title: "BFS against A*",
    about: "Both find the fewest pushes; A* expands fewer states, because its estimate steers it away from states that are far from the goal.",
    collection: "small",
    index: 3,
    a: "bfs",
    b: "astar",
    goal: "pushes",
  },
  {
    title: "Manhattan against matching",
    about: "The higher the lower bound, the fewer states A* has to expand.",
    collection: "small",
    index: 5,
    a: "astar(h=manhattan)",
    b: "astar(h=matching)",
    goal: "pushes",
  },
  {
    title: "With and without deadlock tests",
    about: "Pruned states (dashed) are never expanded.",
    collection: "small",
    index: 3,
    a: "astar(deadlocks=[])",
    b: "astar",
    goal: "pushes",
  },
  {
    title: "Moves against pushes",
    about: "The same search with one state per step of the player, and with one per push.",
    collection: "tutorial",
    index: 4,
    a: "bfs(space=step)",
    b: "bfs(space=push)",
    goal: "any",
  },
  {
    title: "The iterations of IDA*",
    about: "IDA* searches depth-first up to a bound, then again with a higher one, so states repeat.",
    collection: "small",
    index: 3,
    a: "idastar",
    b: "astar",
    goal: "pushes",
  },
];

/**
 * What stands behind the question mark of a lesson's address.
 * @param {Lesson} lesson
 * @returns {Record<string, string>}
 */
export const optionsOf = ({ a, b, goal, nodes = 400 }) => ({ a, b, goal, nodes: String(nodes) });
