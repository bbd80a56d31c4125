//! Reading and writing level files: one file per format or step of reading.
//!
//! [`Reader`] returns the levels of a file one by one, each with its notes and games or with an error;
//! [`Collection::read`] collects them. [`Writer`] and [`Collection::write`] write them.

mod boxoban;
mod collection;
mod detect;
mod dialects;
mod draft;
mod error;
mod flat;
mod format;
mod glyphs;
mod json;
mod keys;
mod kinds;
mod lines;
mod pddl;
mod placing;
mod reader;
mod rle;
mod rows;
mod slc;
mod sok;
mod text;
mod text_writer;
mod variant;
mod whole;
mod write;
mod xsb;

pub use collection::{Collection, Entry, Game};
pub use error::{Problem, ReadError};
use format::FormatEntry;
pub use format::{Format, UnknownFormat};
pub use reader::Reader;
pub use variant::Variant;
pub use write::{WriteError, Writer};

/// Every format but the dialects, which have a table of their own. Among formats that a file
/// fits equally well the first wins.
static ALL: &[&FormatEntry] = &[
    &xsb::ENTRY,
    &sok::ENTRY,
    &rle::ENTRY,
    &slc::ENTRY,
    &boxoban::ENTRY,
    &json::ENTRY,
    &pddl::ENTRY,
];
