//! Sokoban as planning: is there a plan of so many steps?
//!
//! The question is written as a formula and given to a solver that knows nothing of Sokoban:
//! `CaDiCaL` within the process, or any SMT solver beside it. Steps are
//! added until there is a plan, which then has the fewest. The same formulas, and the level in
//! the planners' own language, can be written to files for other programs, whose answers are
//! read back. Joined to the rest by [`hakooshi_board::Board`] alone: whatever is found here is
//! replayed by the verifier like any other solution.
#![forbid(unsafe_code)]

#[cfg(feature = "sat")]
mod check;
mod error;
mod export;
mod facts;
pub mod pddl;
#[cfg(feature = "sat")]
mod proof;
mod registry;
#[cfg(feature = "sat")]
mod resident;
mod sat;
#[cfg_attr(
    target_family = "wasm",
    allow(dead_code, unused_imports, reason = "no program can be started, so nobody asks")
)]
mod smt;

pub use error::PlanError;
pub use export::{Decoded, ExportError, Form, Target, decode, encode};
#[cfg(feature = "sat")]
pub use proof::{ProofFiles, Proved, prove};
pub use registry::{ALIASES, ALL};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
