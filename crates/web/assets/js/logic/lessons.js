// @ts-check
// Lessons for Watch: two searches on a bundled level and what to look at. Each is a link.

/** @typedef {{ title: string, about: string, collection: string, index: number, a: string, b: string, goal: string, nodes?: number }} Lesson */

/** @type {Lesson[]} */
export const LESSONS = [
  {
    title: "BFS against A*",
    about: "Both find the fewest pushes; A* expands fewer states, because the estimate holds it back from what is far.",
    collection: "small",
    index: 3,
    a: "bfs",
    b: "astar",
    goal: "pushes",
  },
  {
    title: "Manhattan against matching",
    about: "The better the lower bound, the fewer states lie below the optimum.",
    collection: "small",
    index: 5,
    a: "astar(h=manhattan)",
    b: "astar(h=matching)",
    goal: "pushes",
  },
  {
    title: "Without and with deadlock tests",
    about: "What is pruned at once need not be searched: watch the dashed states.",
    collection: "small",
    index: 3,
    a: "astar(deadlocks=[])",
    b: "astar",
    goal: "pushes",
  },
  {
    title: "Moves against pushes",
    about: "The same search with a state for every step of the player, and with one for every push.",
    collection: "tutorial",
    index: 4,
    a: "bfs(space=step)",
    b: "bfs(space=push)",
    goal: "any",
  },
  {
    title: "The rounds of IDA*",
    about: "IDA* searches depth first up to a bound, and anew with a higher one: the same states come again.",
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
