//! Messages on standard error, in one style for all commands.
//!
//! `error:` means that something was not done, `warning:` that a result needs care, `note:` that there is
//! something worth knowing. `--quiet` leaves errors and warnings.

use std::fmt::Display;
use std::io::{self, IsTerminal as _};
use std::sync::OnceLock;

use clap::ColorChoice;

use crate::exit::tell;
use crate::render::Paint;

/// What the options that every command has ask for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) color: ColorChoice,
    pub(crate) quiet: bool,
}

static MANNER: OnceLock<Manner> = OnceLock::new();

/// Sets the manner of this process, once.
pub(crate) fn set(manner: Manner) {
    let _ = MANNER.set(manner);
}

fn manner() -> Manner {
    MANNER.get().copied().unwrap_or(Manner { color: ColorChoice::Auto, quiet: false })
}

/// Whether notes and progress are unwanted.
pub(crate) fn is_quiet() -> bool {
    manner().quiet
}

/// Whether a stream gets colours: as `--color` says, and left to itself if it is a terminal that
/// has them and `NO_COLOR` is not set.
pub(crate) fn has_color(stream: &impl io::IsTerminal) -> bool {
    match manner().color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let set = |key: &str| std::env::var_os(key).filter(|value| !value.is_empty());
            let dumb = set("TERM").is_none_or(|term| term == "dumb");
            stream.is_terminal() && set("NO_COLOR").is_none() && !dumb
        }
    }
}

/// Something asked for was not done.
pub(crate) fn error(message: impl Display) {
    tell(format_args!("{} {message}", paint().bad("error:")));
}

/// A result needs care.
pub(crate) fn warn(message: impl Display) {
    tell(format_args!("{} {message}", paint().warning("warning:")));
}

/// Something worth knowing, unless it is not wanted.
pub(crate) fn note(message: impl Display) {
    if !is_quiet() {
        tell(format_args!("{} {message}", paint().bold("note:")));
    }
}

/// A line about work that goes on, unless it is not wanted.
pub(crate) fn progress(line: impl Display) {
    if !is_quiet() {
        tell(line);
    }
}

fn paint() -> Paint {
    Paint::when(has_color(&io::stderr()))
}

/// The choice among the words of the command line, for the help that is printed before these are
/// understood.
pub(crate) fn color_of(words: &[std::ffi::OsString]) -> ColorChoice {
    let after = |word: &std::ffi::OsString| {
        let place = words.iter().position(|it| it == word)?;
        words.get(place + 1)?.to_str()
    };
    let mut joined = words.iter().filter_map(|it| it.to_str()?.strip_prefix("--color="));
    let choice = joined.next_back().or_else(|| after(&"--color".into()));
    choice.and_then(|it| it.parse().ok()).unwrap_or(ColorChoice::Auto)
}

/// Whether standard error is a terminal on which progress is wanted.
pub(crate) fn shows_progress() -> bool {
    !is_quiet() && io::stderr().is_terminal()
}
