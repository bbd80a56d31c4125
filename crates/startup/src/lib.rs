//! Whether standard output was closed when the process started.
//!
//! Before `main`, Rust's runtime opens `/dev/null` for reading and writing in place of each closed
//! standard stream, so that no file opened later takes its number. Afterwards such a stream cannot be
//! told from one that a parent has given: programs in Python and Node.js give their children
//! `/dev/null` opened in the same way. So the question is asked before the runtime starts, among the
//! initialisers of the program. The macro that puts it there expands to an attribute that counts as
//! unsafe, which is why this crate denies unsafe code, by the lints of the workspace, and does not
//! forbid it; it contains none of its own.

#[cfg(unix)]
mod closed {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    ctor::declarative::ctor! {
        #[ctor]
        fn look() {
            let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
            CLOSED.store(flags.is_err(), Ordering::Relaxed);
        }
    }

    pub(super) fn get() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}

#[cfg(not(unix))]
mod closed {
    pub(super) fn get() -> bool {
        false
    }
}

/// Whether standard output was closed when the process started. False where the system does not tell.
pub fn is_stdout_closed() -> bool {
    closed::get()
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(test)]
mod tests {
    #[test]
    fn tests_are_given_an_output() {
        assert!(!super::is_stdout_closed());
    }
}
