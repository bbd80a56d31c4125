//! The programs of the reports that this family follows, as specs. Each is as near to what
//! its report says as one spec can be; what differs is said.

/// A name that stands for a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// What it stands for.
    pub spec: &'static str,
    /// One line about it.
    pub title: &'static str,
}

/// Every alias.
pub static ALIASES: &[Alias] = &[
    Alias {
        name: "sokobot-bfs",
        spec: "bfs(space=push,deadlocks=[dead_squares,freeze])",
        title: "SokoBOT's breadth-first search over pushes",
    },
    Alias {
        name: "sokobot-ids",
        spec: "iddfs(space=push,deadlocks=[dead_squares,freeze])",
        title: "SokoBOT's iterative deepening with saved frontier and inertia",
    },
    Alias {
        name: "sokobot-astar",
        spec: "sma(space=push,h=matching,deadlocks=[dead_squares,freeze],inertia=on)",
        title: "SokoBOT's memory-bounded A*",
    },
    Alias {
        name: "sokobot-ida",
        spec: "idastar(space=push,h=matching,deadlocks=[dead_squares,freeze])",
        title: "SokoBOT's IDA* with saved frontier and inertia",
    },
    Alias {
        name: "sokobot-greedy",
        spec: "greedy(space=push,h=matching,deadlocks=[dead_squares,freeze],inertia=on)",
        title: "SokoBOT's greedy best-first search",
    },
    Alias {
        name: "sokokids",
        spec: "idastar(space=push,h=matching,deadlocks=[dead_squares,freeze],inertia=off)",
        title: "SokoKids: IDA* with a table, dead squares, recursive freeze and matching",
    },
    Alias {
        name: "kth-dfs",
        spec: "dfs(space=push,deadlocks=[dead_squares,freeze],inertia=off)",
        title: "the KTH solver's depth-first search",
    },
    Alias {
        name: "kth-astar",
        spec: "greedy(space=push,h=nearest,deadlocks=[dead_squares,freeze])",
        title: "the KTH solver's ordered search, which looks ahead only",
    },
    Alias {
        name: "bucharest",
        spec: "astar(space=push,h=nearest,deadlocks=[dead_squares])",
        title: "the Bucharest applet's best-first search over pushes",
    },
];
