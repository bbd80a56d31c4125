//! KTH 2009, section IV-B: nodes and time of depth-first search and A* on two maps.

use super::{Figures, Suite};

/// The suite.
pub(super) static SUITE: Suite = Suite {
    name: "kth",
    title: "KTH 2009, section IV-B: examined, queued and expanded nodes and time, DFS and A*",
    engines: &[("DFS", "kth-dfs", None), ("A*", "kth-astar", None)],
    rows: &[
        ("examined nodes", "generated"),
        ("queued nodes", "stored"),
        ("expanded nodes", "expanded"),
        ("time to solve", "time"),
    ],
    figures: Figures::Rows(TABLE),
    notes: &[
        "Examined nodes are successors generated (`generated`), queued nodes those that are neither \
         blocked nor seen before (`stored`), expanded nodes those whose successors were generated \
         (`expanded`).",
        "The figures of the report are for its maps 4 and 5. They stand beside boards 4 and 5 of the \
         server of 2010, which may be others: the report shows neither.",
    ],
};

/// By the id of the level and in the order of the rows: DFS and A*; negative for "inf".
static TABLE: &[(&str, &[[f64; 2]])] = &[
    (
        "40f81b1f865f32350e19cedac23da722",
        &[[739_153.0, 541_787.0], [194_893.0, 174_331.0], [193_100.0, 146_396.0], [6.0, 4.0]],
    ),
    (
        "7d882e108204f759dcda61091908feba",
        &[[-1.0, 1_037_023.0], [-1.0, 555_878.0], [-1.0, 64_232.0], [-1.0, 20.0]],
    ),
];
