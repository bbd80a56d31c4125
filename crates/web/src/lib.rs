//! The page: play, solve, watch a search think, edit levels and compare engines in a browser.
//!
//! The page draws and plays; whatever needs the rules of level files, a proof or a search is a question
//! of the API below `/api/v1` (`docs/api.md`), which a [`Desk`] answers with the library. Two things
//! carry questions to a desk: a small HTTP server (the feature `server`), which also hands out the files
//! of `assets`, and WebAssembly in a worker of the browser (the crate `hakooshi-wasm`).
//!
//! On the server searches are jobs: bounded in number, memory and time, and stopped when nobody
//! listens any more. Nothing here reads a file: collections come from a [`Shelves`] and proofs from a
//! [`Prover`] that the caller hands over.
#![forbid(unsafe_code)]

mod api;
mod desk;
mod error;
mod limits;
mod prover;
mod questions;
#[cfg(feature = "server")]
mod server;
mod shelves;
mod views;

pub use desk::Desk;
pub use limits::Limits;
pub use prover::{Certificate, Prover};
#[cfg(feature = "server")]
pub use server::{Server, ServerError, serve};
pub use shelves::{Bundled, Shelf, Shelves};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
