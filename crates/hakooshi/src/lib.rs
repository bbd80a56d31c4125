//! Solves Sokoban levels and verifies the solutions.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analyse;
mod bundled;
mod engine;
mod improve;
mod kept;
mod optimal;
mod options;
mod polish;
mod record;
mod report;
mod solve;
pub mod unstable;
mod words;

pub use analyse::{Analysis, Deadlock, Parts, analyse};
pub use bundled::{BUNDLED, Bundled};
pub use engine::Engine;
pub use hakooshi_board::CompileError;
pub use hakooshi_level::formats::{Collection, Entry, Format, Game, ReadError};
pub use hakooshi_level::{
    Cell, IllegalMove, Level, LevelError, LevelId, Metric, Moves, MovesError, Ranking, Score,
    VerifiedSolution, VerifyError, after, verify,
};
pub use hakooshi_search::spec::SpecError as EngineError;
pub use hakooshi_search::{Cancel, Objective, Stats, Stop, UnknownObjective};
pub use options::{Options, Progress, solve, solve_with};
pub use polish::{Polish, Polished};
pub use record::{Counts, ErrorKind, Outcome, Record};
pub use report::{Report, Status};
pub use solve::SolveError;
