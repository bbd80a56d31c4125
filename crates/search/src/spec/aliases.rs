//! The programs of the student reports, as specs. Each is as close to its report as one spec can
//! be; `docs/documents.md` sets each beside its report.

/// A name for a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// The spec.
    pub spec: &'static str,
    /// One line about it.
    pub title: &'static str,
}

/// Every alias.
pub static ALIASES: &[Alias] = &[
    Alias {
        name: "sokobot-bfs",
        spec: "bfs(space=push,deadlocks=[dead_squares,blocks,table])",
        title: "SokoBOT's breadth-first search over pushes",
    },
    Alias {
        name: "sokobot-ids",
        spec: "iddfs(space=push,deadlocks=[dead_squares,blocks,table])",
        title: "SokoBOT's iterative deepening with saved frontier and inertia",
    },
    Alias {
        name: "sokobot-astar",
        spec: "sma(space=push,h=manhattan_matching,deadlocks=[dead_squares,blocks,table],inertia=on)",
        title: "SokoBOT's memory-bounded A*",
    },
    Alias {
        name: "sokobot-ida",
        spec: "idastar(space=push,h=manhattan_matching,deadlocks=[dead_squares,blocks,table])",
        title: "SokoBOT's IDA* with saved frontier and inertia",
    },
    Alias {
        name: "sokobot-greedy",
        spec: "greedy(space=push,h=manhattan_matching,deadlocks=[dead_squares,blocks,table],inertia=on)",
        title: "SokoBOT's greedy best-first search",
    },
    Alias {
        name: "sokokids",
        spec: "idastar(space=push,h=manhattan_matching,deadlocks=[corners,freeze(dead_squares=off)],\
               inertia=off,count=on)",
        title: "SokoKids: IDA*, table, corners and bare walls, recursive freeze, matching, Count",
    },
    Alias {
        name: "rolling-stone",
        spec: "widastar(space=push,weight=1.2,rise=4,h=patterns(shared=on),\
               deadlocks=[dead_squares,table(width=5,height=4)],\
               pruning=[goal_macros(cuts=all,from=anywhere),tunnels],\
               cache=off,exact=off,order=goal,relevance=on,relax=on,restart=1000)",
        title: "Rolling Stone: IDA* with macros, pattern search, relevance cuts, overestimation, restarts",
    },
    Alias {
        name: "kth-dfs",
        spec: "dfs(space=push,deadlocks=[corners,blocks,doors],inertia=off)",
        title: "the KTH solver's depth-first search",
    },
    Alias {
        name: "kth-astar",
        spec: "greedy(space=push,h=kth,deadlocks=[corners,blocks,doors])",
        title: "the KTH solver's best-first search, by estimate only",
    },
    Alias {
        name: "bucharest",
        spec: "astar(space=push,h=nearest,deadlocks=[corners])",
        title: "the Bucharest applet's best-first search over pushes",
    },
];
