//! Sokoban solving: levels in, verified solutions out.
//!
//! ```
//! use hakooshi::{Level, Options, Status, solve};
//!
//! let level: Level = "#######\n#  .$@#\n#######".parse()?;
//! let report = solve(&level, &Options::default(), &mut hakooshi::Silent)?;
//! match report.status {
//!     Status::Solved(solution) => assert_eq!(solution.moves().to_string(), "L"),
//!     other => panic!("a one-push level was not solved: {other:?}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod bundled;
mod engine;
mod improve;
mod optimal;
mod polish;
mod record;
mod report;
mod solve;
mod words;

pub use bundled::{BUNDLED, Bundled};
pub use engine::{Engine, REGISTRY};
pub use hakooshi_board as board;
pub use hakooshi_engines as engines;
pub use hakooshi_level as level;
pub use hakooshi_level::{Level, Metric, Moves, Ranking, Score, VerifiedSolution, verify};
pub use hakooshi_plan as plan;
pub use hakooshi_polish::methods;
pub use hakooshi_search as search;
pub use hakooshi_search::spec::SearchSpec;
pub use hakooshi_search::{Budget, Cancel, Event, Objective, Observer, Silent, Snapshot, Stop};
pub use improve::{
    Front, ImproveError, ImproveObserver, ImproveOptions, Improved, Improvement, improve,
    improve_front, improve_observed,
};
pub use polish::{Polish, Polished};
pub use record::{ErrorKind, Outcome, Record};
pub use report::{Report, Status};
pub use solve::{Options, SolveError, solve};
