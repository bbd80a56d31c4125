//! Pipes of a child, served by threads: a child that does not read, writes without end or says nothing
//! cannot hold up the thread that watches its limits.

use std::io::{Read, Write as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What is kept of more than is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The first bytes; then the pipe is closed, and a child that goes on writing ends.
    First,
    /// The first bytes; the rest is read and thrown away.
    FirstAndDrain,
    /// The last bytes.
    Last,
}

/// What a child has written so far.
#[derive(Debug)]
pub struct Gathered {
    bytes: Arc<Mutex<Vec<u8>>>,
    ended: Receiver<()>,
}

impl Gathered {
    /// Reads `pipe` in a thread, keeping about `most` bytes.
    pub(crate) fn read(pipe: Option<impl Read + Send + 'static>, most: usize, keep: Keep) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (end, ended) = channel::<()>();
        if let Some(mut pipe) = pipe {
            let bytes = Arc::clone(&bytes);
            std::thread::spawn(move || {
                gather(&mut pipe, &bytes, most, keep);
                // Nobody may be waiting any more.
                let _ = end.send(());
                if keep == Keep::FirstAndDrain {
                    let _ = std::io::copy(&mut pipe, &mut std::io::sink());
                }
            });
        }
        Self { bytes, ended }
    }

    /// Waits until the child has closed the pipe or written as much as is wanted; whether it has.
    pub fn wait(&self, most: Duration) -> bool {
        !matches!(self.ended.recv_timeout(most), Err(RecvTimeoutError::Timeout))
    }

    /// What has been read, as text; bytes that are none are replaced.
    pub fn text(&self) -> String {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

fn gather(pipe: &mut impl Read, bytes: &Mutex<Vec<u8>>, most: usize, keep: Keep) {
    let mut piece = [0; 16 << 10];
    loop {
        // What was read before a failure is told all the same.
        let count = match pipe.read(&mut piece) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return,
            Ok(count) => count,
        };
        let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
        match keep {
            Keep::Last => {
                bytes.extend_from_slice(&piece[..count]);
                // Half as much again may be held, so that what is held is seldom moved.
                if bytes.len() > most + most / 2 {
                    let surplus = bytes.len() - most;
                    bytes.drain(..surplus);
                }
            }
            Keep::First | Keep::FirstAndDrain => {
                let room = most.saturating_sub(bytes.len());
                bytes.extend_from_slice(&piece[..count.min(room)]);
                if bytes.len() >= most {
                    return;
                }
            }
        }
    }
}

/// Writes `input` to a child in a thread.
pub(crate) fn feed(pipe: Option<std::process::ChildStdin>, input: Vec<u8>) {
    if let Some(mut pipe) = pipe {
        std::thread::spawn(move || {
            // A child that is done need not have read everything.
            let _ = pipe.write_all(&input);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &'static str, most: usize, keep: Keep) -> String {
        let said = Gathered::read(Some(text.as_bytes()), most, keep);
        assert!(said.wait(Duration::from_secs(60)));
        said.text()
    }

    #[test]
    fn the_beginning_or_the_end_is_kept() {
        assert_eq!(kept("abcdef", 100, Keep::First), "abcdef");
        assert_eq!(kept("abcdef", 4, Keep::First), "abcd");
        assert_eq!(kept("abcdef", 4, Keep::FirstAndDrain), "abcd");
        assert_eq!(kept("abcdef", 2, Keep::Last), "ef");
        let nothing = Gathered::read(None::<std::io::Empty>, 9, Keep::First);
        assert!(nothing.wait(Duration::from_secs(60)) && nothing.text().is_empty());
    }
}
