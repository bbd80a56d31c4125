//! SokoBOT, section 3.3: each search in the move and in the push formulation.
//!
//! The report has no table; its claim is that the push formulation is better throughout, and its
//! example level comes with a best solution. Each formulation minimises what it counts.

use hakooshi::Objective;

use super::{Figures, Suite};

const PUSH: Option<Objective> = Some(Objective::Pushes);
const MOVE: Option<Objective> = Some(Objective::Moves);

/// The suite.
pub(super) static SUITE: Suite = Suite {
    name: "sokobot",
    title: "SokoBOT, section 3.3: each search in the move and in the push formulation",
    engines: &[
        ("bfs push", "sokobot-bfs", PUSH),
        ("bfs move", "sokobot-bfs(space=step)", MOVE),
        ("ids push", "sokobot-ids", PUSH),
        ("ids move", "sokobot-ids(space=step)", MOVE),
        ("astar push", "sokobot-astar", PUSH),
        ("astar move", "sokobot-astar(space=step)", MOVE),
        ("ida push", "sokobot-ida", PUSH),
        ("ida move", "sokobot-ida(space=step)", MOVE),
        ("greedy push", "sokobot-greedy", PUSH),
        ("greedy move", "sokobot-greedy(space=step)", MOVE),
    ],
    rows: &[],
    figures: Figures::None,
    notes: &["Rows of the push formulation minimise pushes, rows of the move formulation moves, \
              whatever --goal says; greedy search promises neither."],
};
