//! A search recorded state by state.
//!
//! Every state that the search generates, pruned ones included, is a line with its own number and the
//! number of its parent, which always comes first. A state reached again more cheaply, or in a later
//! iteration of deepening, is a new line, so the lines form a tree for every algorithm.

use std::collections::HashMap;
use std::sync::Arc;

use hakooshi::unstable::{Options, solve};
use hakooshi::{Level, Report, SolveError};
use hakooshi_board::{Board, Square, compile};
use hakooshi_search::{Budget, Event, Observer};
use serde::{Deserialize, Serialize};

use crate::place;

/// A state that was generated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The number of the line.
    pub id: usize,
    /// The line of the state it was generated from; null for a root.
    pub parent: Option<usize>,
    /// The cost so far, in what the goal counts first.
    pub g: u32,
    /// The estimate of the remaining cost; null if the search uses none.
    pub h: Option<u32>,
    /// The value by which the search orders or bounds it.
    pub f: u32,
    /// The box moved, as `Fc-Fd` (column and row letters), `walk`, or `start`.
    pub action: String,
    /// The player's square.
    pub player: String,
    /// Why it is not expanded; null if it may be.
    pub pruned_by: Option<String>,
    /// Its expansion number, from one; null if it was not expanded.
    pub expanded: Option<usize>,
}

/// The first states of a search, and how it ended.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The states in the order in which they were generated.
    pub lines: Vec<Line>,
    /// Whether there were more.
    pub is_cut: bool,
    /// The result of the search.
    pub report: Report,
}

/// Runs a search and records the first `nodes` states that it generates. The search stops after as
/// many expansions.
pub fn trace(level: &Level, options: &Options, nodes: usize) -> Result<Trace, SolveError> {
    let (board, _) = compile(level)?;
    let mut writer = Writer {
        board,
        nodes,
        lines: Vec::new(),
        line_of: HashMap::new(),
        expansions: 0,
        is_cut: false,
    };
    // Unlike a cancel flag, a limit on expansions stops every run at the same place.
    let most = options.budget.nodes.unwrap_or(u64::MAX).min(nodes as u64);
    let budget = Budget { nodes: Some(most), ..options.budget.clone() };
    let report = solve(level, &Options { budget, ..options.clone() }, &mut writer)?;
    let is_cut = writer.is_cut;
    Ok(Trace { lines: writer.lines, is_cut, report })
}

struct Writer {
    board: Arc<Board>,
    nodes: usize,
    lines: Vec<Line>,
    /// The last line of each state that the search has a number for.
    line_of: HashMap<u64, usize>,
    expansions: usize,
    is_cut: bool,
}

impl Writer {
    fn place(&self, square: Square) -> String {
        place(self.board.cell(square))
    }
}

impl Observer for Writer {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn on(&mut self, event: &Event) {
        match event {
            Event::Node(_) if self.lines.len() >= self.nodes => {
                self.is_cut = true;
            }
            Event::Node(node) => {
                let id = self.lines.len();
                let parent = node.parent.and_then(|state| self.line_of.get(&state).copied());
                let action = match node.moved {
                    Some((from, to)) => format!("{}-{}", self.place(from), self.place(to)),
                    None if parent.is_some() => "walk".to_owned(),
                    None => "start".to_owned(),
                };
                self.lines.push(Line {
                    id,
                    parent,
                    g: node.g.first(),
                    h: node.h,
                    f: node.f.first(),
                    action,
                    player: self.place(node.player),
                    pruned_by: node.pruned_by.map(str::to_owned),
                    expanded: None,
                });
                if let Some(state) = node.id {
                    self.line_of.insert(state, id);
                }
            }
            Event::Expanded(state) if !self.is_cut => {
                self.expansions += 1;
                let line = self.line_of.get(state).and_then(|&line| self.lines.get_mut(line));
                if let Some(line) = line {
                    line.expanded.get_or_insert(self.expansions);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use hakooshi::{Engine, Objective, Status, Stop};
    use hakooshi_search::algorithms;

    use super::*;

    const LEVEL: &str = "########\n#@ $ . #\n#  $ . #\n#      #\n########";

    fn run(engine: &str, nodes: usize) -> Trace {
        let level: Level = LEVEL.parse().expect("a level");
        let options = Options {
            objective: Objective::Pushes,
            engine: Engine::new(engine),
            ..Options::default()
        };
        trace(&level, &options, nodes).expect("an engine")
    }

    #[test]
    fn lines_form_a_tree_in_every_algorithm() {
        for entry in algorithms::ALL {
            for extra in ["", "(table=off)", "(space=step)"] {
                let engine = format!("{}{extra}", entry.name);
                if Engine::new(&engine).choose(Objective::Pushes).is_err() {
                    continue;
                }
                let trace = run(&engine, 100_000);
                assert!(matches!(trace.report.status, Status::Solved(_)), "{engine}");
                assert!(trace.lines.len() > 4, "{engine} tells its states");
                for (number, line) in trace.lines.iter().enumerate() {
                    assert_eq!(line.id, number);
                    assert!(line.parent.is_none_or(|parent| parent < number), "{engine}");
                    let is_root = line.parent.is_none();
                    assert_eq!(line.action == "start", is_root, "{engine}: {line:?}");
                    assert!(!is_root || line.g == 0, "{engine}: {line:?}");
                }
                let expanded = trace.lines.iter().filter(|line| line.expanded.is_some()).count();
                assert!(expanded > 1, "{engine} tells what it expands");
            }
        }
    }

    #[test]
    fn a_trace_can_be_cut() {
        let trace = run("bfs", 5);
        assert_eq!(trace.lines.len(), 5);
        assert_eq!(trace.report.status, Status::Unknown(Some(Stop::Nodes)));
        assert!(trace.is_cut);
    }
}
