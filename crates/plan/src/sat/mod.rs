//! Plans by satisfiability: the question "is there a plan of K pushes?" as clauses, for longer
//! and longer plans, answered by `CaDiCaL` within the process. Without the feature `sat` there are
//! only the clauses, for other programs.
#![cfg_attr(not(feature = "sat"), allow(dead_code, reason = "the rest serves the solver"))]

mod cnf;
mod counter;
mod cuts;
mod encoding;
#[cfg(feature = "sat")]
mod ending;
#[cfg(feature = "sat")]
mod engine;
#[cfg(feature = "sat")]
mod linear;
#[cfg(feature = "sat")]
mod oracle;
mod paths;
#[cfg(feature = "sat")]
mod watch;

pub(crate) use encoding::{Encoding, Shape};
#[cfg(feature = "sat")]
pub(crate) use engine::{ENTRY, play_or_refine};
#[cfg(feature = "sat")]
pub(crate) use oracle::{Answer, Oracle};
