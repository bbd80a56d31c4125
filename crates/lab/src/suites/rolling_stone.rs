//! SokoKids, section 5.11: Rolling Stone with one technique more in every row.

use super::{Figures, Suite};

/// The suite. Labels end with the number of XSokoban levels that the report gives for the row.
pub(super) static SUITE: Suite = Suite {
    name: "rolling-stone",
    title: "SokoKids, section 5.11: Rolling Stone, one technique after the other",
    engines: &[
        (
            "IDA* and lower bound (0)",
            "idastar(space=push,h=matching_rolling_stone,deadlocks=[dead_squares],\
             table=off,cache=off,inertia=off,order=generated)",
            None,
        ),
        (
            "+ transposition table (5)",
            "idastar(space=push,h=matching_rolling_stone,deadlocks=[dead_squares],\
             cache=off,exact=off,inertia=off,order=generated)",
            None,
        ),
        (
            "+ move ordering (4)",
            "idastar(space=push,h=matching_rolling_stone,deadlocks=[dead_squares],\
             cache=off,exact=off,order=goal)",
            None,
        ),
        (
            "+ deadlock tables (5)",
            "idastar(space=push,h=matching_rolling_stone,\
             deadlocks=[dead_squares,table(width=5,height=4)],cache=off,exact=off,order=goal)",
            None,
        ),
        (
            "+ tunnel macros (6)",
            "idastar(space=push,h=matching_rolling_stone,\
             deadlocks=[dead_squares,table(width=5,height=4)],pruning=[tunnels],\
             cache=off,exact=off,order=goal)",
            None,
        ),
        (
            "+ goal macros (17)",
            "idastar(space=push,h=matching_rolling_stone,\
             deadlocks=[dead_squares,table(width=5,height=4)],\
             pruning=[goal_macros(cuts=none),tunnels],\
             cache=off,exact=off,order=goal,relax=on)",
            None,
        ),
        (
            "+ goal cuts (24)",
            "idastar(space=push,h=matching_rolling_stone,\
             deadlocks=[dead_squares,table(width=5,height=4)],\
             pruning=[goal_macros(cuts=all,from=anywhere),tunnels],\
             cache=off,exact=off,order=goal,relax=on)",
            None,
        ),
        (
            "+ pattern search (49)",
            "rolling-stone(h=patterns,weight=1,rise=0,relevance=off,restart=0)",
            None,
        ),
        ("+ relevance cuts (51)", "rolling-stone(h=patterns,weight=1,rise=0,restart=0)", None),
        ("+ overestimation (54)", "rolling-stone(restart=0)", None),
        ("+ restarts (57 to 59)", "rolling-stone", None),
        (
            "+ PI-corrals",
            "rolling-stone(pruning=[pi_corral,goal_macros(cuts=all,from=anywhere),tunnels])",
            None,
        ),
    ],
    rows: &[],
    figures: Figures::None,
    notes: &[
        "The number after each row is what the report gives for it: XSokoban levels solved within \
         twenty million nodes. Ours are solved within the limits of this run.",
        "The report ends before the restarts; the number is that of the last version of the program. \
         It had no PI-corrals, which are younger.",
    ],
};
