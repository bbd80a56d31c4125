//! The options that limit a run, shared by the commands that search.

use std::time::Duration;

use clap::Args;

use crate::batch::Limits;
use crate::exit::{Failure, Outcome};
use crate::{machine, units};

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
    /// SMT solver for the engines smt-bv and smt-lia: z3, cvc5 or a path [default:
    /// `HAKOOSHI_SMT_SOLVER`, or the first one installed]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) smt_solver: Option<String>,
}

impl LimitArgs {
    /// The limits, with `time` as the default time limit.
    pub(crate) fn limits(&self, time: Duration) -> Outcome<Limits> {
        let memory = self.memory.unwrap_or_else(|| machine::memory() / 2);
        if memory < Limits::LEAST_MEMORY {
            return Err(Failure::usage(format!(
                "--memory: at least {} is needed",
                units::show_size(Limits::LEAST_MEMORY as usize)
            )));
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
        })
    }

    /// Whether `--jobs` is given.
    pub(crate) fn says_jobs(&self) -> bool {
        self.jobs.is_some()
    }
}
