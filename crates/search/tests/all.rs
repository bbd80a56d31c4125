//! The integration tests as one program: each program of its own would cost a run of all tests a second
//! of compiling and linking.

mod conformance;
mod crowded;
mod deadlocks;
mod documents;
mod extension;
mod jumps;
mod memory;
mod pausing;
mod refutations;
mod rolling_stone;
