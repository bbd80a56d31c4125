//! The integration tests as one program: each program of its own would cost a run of all tests a second
//! of compiling and linking.

mod commands;
mod common;
mod competitors;
mod documents;
mod exit_codes;
mod files;
mod improve;
mod kills;
mod lab;
mod lab_reports;
mod lab_runs;
mod label;
mod planning;
mod process;
mod server;
mod solve;
