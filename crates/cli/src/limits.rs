//! The options that limit a run, shared by the commands that search.

use std::time::Duration;

use clap::Args;
use hakooshi_board::Board;
use hakooshi_board::analysis::Distances;
use hakooshi_lab::Experiment;
use hakooshi_search::Budget;

use crate::batch::Limits;
use crate::exit::{Exit, Failure, Outcome};
use crate::timing::Timing;
use crate::{machine, units};

/// The memory of commands that take no limit: half of the machine's.
pub(crate) fn usual_memory() -> usize {
    usize::try_from(machine::memory() / 2).unwrap_or(usize::MAX)
}

/// The limits of searches by commands that take none but this on time.
pub(crate) fn usual_budget(time: Duration) -> Budget {
    let bytes = usual_memory();
    let ceiling = Some(machine::ceiling(bytes as u64));
    Budget { time: Some(time), bytes: Some(bytes), ceiling, ..Budget::default() }
}

/// Refuses a board whose tables of distances and assignments, for each square and goal, do not fit
/// into the usual memory: a failed allocation would end the program without a word.
pub(crate) fn check_tables(board: &Board) -> Outcome<()> {
    let goals = board.goals().len();
    let matching = board.table_len().saturating_mul(goals).saturating_mul(16);
    let bytes = Distances::bytes(board.size(), goals).saturating_add(matching);
    if bytes <= usual_memory() {
        return Ok(());
    }
    let (size, bytes) = (board.size(), units::show_size(bytes));
    let message = format!("the tables for {size} squares and {goals} goals take {bytes}");
    Err(Failure::Told(Exit::Memory, format!("{message}, more than half of this machine's memory")))
}

/// How much a run may use.
#[derive(Args, Clone, Debug)]
pub(crate) struct LimitArgs {
    /// Time limit per search: seconds, or 500ms, 2m, 1h; 0 for none [default: 10]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    time: Option<Duration>,
    /// Memory limit for the whole program, shared by the jobs: 500M, 2G, 1GiB [default: half of
    /// the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    memory: Option<u64>,
    /// Limit on positions expanded per search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Searches to run at the same time; 0 for one per core [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1024))]
    jobs: Option<u16>,
    /// What --time counts: the time that passes, or processor time, for measurements on a busy machine; the
    /// latter means one job, and no outside solvers
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    pub(crate) clock: Timing,
    /// SMT solver for the engines smt-bv and smt-lia: z3, cvc5 or a path [default:
    /// `HAKOOSHI_SMT_SOLVER`, or the first one installed]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) smt_solver: Option<String>,
}

impl LimitArgs {
    /// The same with what an experiment asks for where the user does not.
    pub(crate) fn or(&self, experiment: &Experiment) -> Outcome<Self> {
        let wrong = |key: &str, error: String| Failure::usage(format!("{key} = {error}"));
        let time = experiment.time.as_deref().map(units::time).transpose();
        let memory = experiment.memory.as_deref().map(units::size).transpose();
        Ok(Self {
            time: self.time.or(time.map_err(|error| wrong("time", error))?),
            memory: self.memory.or(memory.map_err(|error| wrong("memory", error))?),
            nodes: self.nodes.or(experiment.nodes),
            ..self.clone()
        })
    }

    /// The limits, with `time` as the default time limit.
    pub(crate) fn limits(&self, time: Duration) -> Outcome<Limits> {
        let memory = self.memory.unwrap_or_else(|| machine::memory() / 2);
        if memory < Limits::LEAST_MEMORY {
            return Err(Failure::usage(format!(
                "--memory: at least {} is needed",
                units::show_size(Limits::LEAST_MEMORY as usize)
            )));
        }
        let is_shared = self.clock != Timing::Wall && self.jobs.is_some_and(|jobs| jobs != 1);
        if is_shared {
            let message = "--clock processor cannot tell several jobs apart; use --jobs 1";
            return Err(Failure::usage(message));
        }
        Ok(Limits {
            time: Some(self.time.unwrap_or(time)).filter(|time| !time.is_zero()),
            nodes: self.nodes,
            memory,
            jobs: match self.jobs {
                None => 1,
                Some(0) => machine::cores(),
                Some(jobs) => jobs.into(),
            },
            timing: self.clock,
        })
    }

    /// Whether the number of jobs is told, by `--jobs` or by a clock that allows only one.
    pub(crate) fn says_jobs(&self) -> bool {
        self.jobs.is_some() || self.clock != Timing::Wall
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    #[test]
    fn tables_that_do_not_fit_are_refused() {
        let board = |side: usize, boxes: usize| {
            let row = |cell: &str, count: usize| {
                format!("#{}{}#\n", cell.repeat(count), " ".repeat(side - 2 - count))
            };
            let wall = format!("{}\n", "#".repeat(side));
            let (mut boxes_left, mut goals_left, mut rows) = (boxes, boxes, String::new());
            while boxes_left > 0 || goals_left > 0 {
                let (cell, left) =
                    if boxes_left > 0 { ("$", &mut boxes_left) } else { (".", &mut goals_left) };
                let count = (*left).min(side - 2);
                *left -= count;
                rows += &row(cell, count);
            }
            rows += &row("@", 1);
            let text = format!("{wall}{rows}{wall}");
            let level: Level = text.parse().expect("a level");
            compile(&level).expect("small enough").0
        };
        assert!(check_tables(&board(10, 3)).is_ok());
        if machine::memory() < 32 << 30 {
            assert!(check_tables(&board(250, 20_000)).is_err());
        }
    }
}
