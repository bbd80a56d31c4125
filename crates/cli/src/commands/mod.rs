//! One file per command.

pub(crate) mod ablate;
pub(crate) mod bench;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod demo;
pub(crate) mod draw;
pub(crate) mod encode;
pub(crate) mod grade;
pub(crate) mod improve;
pub(crate) mod info;
pub(crate) mod lab;
pub(crate) mod label;
pub(crate) mod list;
pub(crate) mod solve;
pub(crate) mod theory;
pub(crate) mod trace;
pub(crate) mod verify;
pub(crate) mod walk;
#[cfg(feature = "web")]
pub(crate) mod web;
