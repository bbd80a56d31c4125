//! The page: play, solve, watch a search think, edit levels and compare engines in a browser.
//!
//! A small HTTP server hands out the files of `assets`, which are part of the program, and
//! answers a JSON API below `/api/v1` (`docs/api.md`). The page draws and plays; whatever needs
//! the rules of level files, a proof or a search is asked of the server, which asks the library.
//!
//! Searches are jobs: bounded in number, memory and time, and stopped when nobody
//! listens any more. Nothing here reads a file: collections come from a [`Shelves`] that the
//! caller hands over.
#![forbid(unsafe_code)]

mod api;
mod assets;
mod body;
mod error;
mod guard;
mod jobs;
mod limits;
mod listener;
mod routes;
mod server;
mod shelves;
mod views;

pub use limits::Limits;
pub use server::{Server, ServerError, serve};
pub use shelves::{Bundled, Shelf, Shelves};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
