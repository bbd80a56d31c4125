//! Plans by satisfiability: the question "is there a plan of K pushes?" as clauses, for longer
//! and longer plans, answered by `CaDiCaL` within the process.

mod cnf;
mod counter;
mod cuts;
mod encoding;
mod engine;
mod linear;
mod oracle;
mod paths;

pub(crate) use encoding::{Encoding, Shape};
pub(crate) use engine::{ENTRY, play_or_refine};
pub(crate) use oracle::{Answer, Oracle};
