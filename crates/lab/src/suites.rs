//! The comparisons that the reports themselves make, by name.
//!
//! Our `sokokids` prunes corrals besides, so its suite has a column more than the report: the
//! program as it is described there.

use hakooshi::Objective;
use hakooshi_search::spec::SpecError;

use crate::Contender;

/// A comparison out of a report.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The name in options.
    pub name: &'static str,
    /// One line about it.
    pub title: &'static str,
    /// The columns of the report and what stands for them.
    pub engines: &'static [(&'static str, &'static str)],
    /// The attributes the report tells of each level; a row per engine if none.
    pub pivot: &'static [&'static str],
}

/// Every suite.
pub static SUITES: &[Suite] = &[
    Suite {
        name: "sokokids",
        title: "SokoKids, section 6.6: states generated for each level, with parts left out",
        engines: &[
            ("no hash table", "sokokids(table=off)"),
            ("no offline deadlocks", "sokokids(deadlocks=[freeze])"),
            ("everything", "sokokids"),
            ("everything, no corrals", "sokokids(pruning=[])"),
        ],
        pivot: &["generated"],
    },
    Suite {
        name: "kth",
        title: "KTH 2009, section IV-B: examined, queued and expanded nodes and time, DFS and A*",
        engines: &[("DFS", "kth-dfs"), ("A*", "kth-astar")],
        pivot: &["generated", "stored", "expanded", "time"],
    },
    Suite {
        name: "sokobot",
        title: "SokoBOT, section 3.3: each search in the move and in the push formulation",
        engines: &[
            ("bfs push", "sokobot-bfs"),
            ("bfs move", "sokobot-bfs(space=step)"),
            ("ids push", "sokobot-ids"),
            ("ids move", "sokobot-ids(space=step)"),
            ("astar push", "sokobot-astar"),
            ("astar move", "sokobot-astar(space=step)"),
            ("ida push", "sokobot-ida"),
            ("ida move", "sokobot-ida(space=step)"),
            ("greedy push", "sokobot-greedy"),
            ("greedy move", "sokobot-greedy(space=step)"),
        ],
        pivot: &[],
    },
];

impl Suite {
    /// The suite with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        SUITES.iter().find(|suite| suite.name == name)
    }

    /// The engines under the names of the report.
    pub fn contenders(&self, objective: Objective) -> Result<Vec<Contender>, SpecError> {
        let engines = self.engines.iter();
        engines.map(|(label, spec)| Contender::labelled(label, spec, objective)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Attribute;

    #[test]
    fn every_suite_can_be_read() {
        for suite in SUITES {
            assert!(suite.contenders(Objective::Pushes).is_ok_and(|it| it.len() > 1));
            assert!(suite.pivot.iter().all(|name| Attribute::find(name).is_some()));
        }
        assert!(Suite::find("kth").is_some() && Suite::find("mit").is_none());
    }
}
