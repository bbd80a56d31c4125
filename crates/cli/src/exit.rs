//! Exit codes, the failures that carry them, and the only call that ends the process. `exit-codes.md`
//! explains the codes; of several the largest is used.

use std::fmt::Display;
use std::io::{self, Write as _};

/// What the process returns. Ordered: the larger, the worse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Everything asked for was done.
    #[default]
    Ok = 0,
    /// `verify` found moves that do not solve their level, or a check found a difference.
    Refuted = 1,
    /// A level is proved to have no solution.
    Unsolvable = 10,
    /// An engine ran out of things to try, or the level is too large for it.
    GaveUp = 11,
    /// The time limit of a level was met.
    Time = 20,
    /// The node limit of a level was met.
    Nodes = 21,
    /// The memory limit was met.
    Memory = 22,
    /// A level, a selection of levels or a text of moves that cannot be understood.
    BadInput = 30,
    /// A wrong option or engine spec.
    Usage = 31,
    /// An engine gave a wrong solution or crashed: a fault of the program.
    Fault = 32,
    /// A file that cannot be opened, read or written.
    Io = 33,
    /// A solver of another program is missing, crashed or said nonsense.
    Solver = 34,
    /// Ctrl-C, a request to terminate, or a terminal that was closed.
    Interrupted = 130,
}

/// The end of a command before its time.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A message for the user, and the exit code.
    Told(Exit, String),
    /// The reader of the output has closed the pipe: end silently.
    Closed,
}

/// What commands return.
pub(crate) type Outcome<T = Exit> = Result<T, Failure>;

impl Failure {
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Told(Exit::BadInput, message.into())
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Told(Exit::Usage, message.into())
    }

    /// A failed attempt to do something with a file.
    pub(crate) fn io(what: impl Display, error: &io::Error) -> Self {
        Self::Told(Exit::Io, format!("{what}: {}", plain(error)))
    }

    /// The same, said of something: a level, a file.
    pub(crate) fn of(self, what: &str) -> Self {
        match self {
            Self::Told(code, message) => Self::Told(code, format!("{what}: {message}")),
            Self::Closed => Self::Closed,
        }
    }

    /// Reports a failure after which the command continues, and returns its code.
    pub(crate) fn report(&self) -> Exit {
        if let Self::Told(_, message) = self {
            crate::say::error(message);
        }
        self.code()
    }

    fn code(&self) -> Exit {
        match self {
            Self::Told(code, _) => *code,
            Self::Closed => Exit::Ok,
        }
    }
}

/// The error without the number of the operating system.
pub(crate) fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    }
}

/// Tells `message` on standard error; [`say`](crate::say) has what messages begin with.
pub(crate) fn tell(message: impl Display) {
    // With nobody to listen there is nothing better to do.
    let _ = writeln!(io::stderr(), "{message}");
}

/// Ends the process at once, whatever other threads are doing. Files that are not complete go.
#[expect(clippy::exit, clippy::disallowed_methods, reason = "the one place that ends the process")]
pub(crate) fn now(code: Exit) -> ! {
    crate::draft::abandon();
    std::process::exit(code as i32)
}

/// Ends the process with what a command returned.
pub(crate) fn end(outcome: Outcome) -> ! {
    match outcome {
        Ok(code) => now(code),
        Err(failure) => now(failure.report()),
    }
}
