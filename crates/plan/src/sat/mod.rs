//! Plans by satisfiability: the question "is there a plan of K pushes?" as clauses, for longer
//! and longer plans, answered by `CaDiCaL` within the process.

pub(crate) mod cnf;
mod counter;
mod cuts;
pub(crate) mod encoding;
mod engine;
mod linear;
mod oracle;
mod paths;

pub(crate) use engine::ENTRY;
pub(crate) use oracle::Ended;
