//! What coverage-guided fuzzing found: for each target the few inputs that together reach all the code that
//! any input reached. They are in one file, `corpus/TARGET.txt`, one escaped input to a line.
//! `cargo xtask fuzz minimise` writes it; the ordinary tests try every line, and fuzzing begins with them.

use std::path::PathBuf;
use std::{fs, io};

use crate::Target;

fn path(target: &Target) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus");
    folder.join(target.name).with_extension("txt")
}

/// The inputs found for a target.
pub fn found(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    let unreadable = || io::Error::other(format!("{} has a bad escape", path(target).display()));
    let text = fs::read_to_string(path(target))?;
    text.lines().map(|line| unescape(line).ok_or_else(unreadable)).collect()
}

/// Keeps these inputs, in order, instead of those found before.
pub fn keep(target: &Target, mut inputs: Vec<Vec<u8>>) -> io::Result<()> {
    inputs.sort();
    inputs.dedup();
    let lines: Vec<String> = inputs.iter().map(|input| input.escape_ascii().to_string()).collect();
    fs::write(path(target), lines.join("\n") + "\n")
}

/// The bytes that `escape_ascii` has made this line of.
fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut bytes = line.bytes();
    let mut found = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            found.push(byte);
            continue;
        }
        found.push(match bytes.next()? {
            b't' => b'\t',
            b'r' => b'\r',
            b'n' => b'\n',
            b'x' => {
                let digits = [bytes.next()?, bytes.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_can_be_kept() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(unescape(&all.escape_ascii().to_string()), Some(all));
        assert_eq!((unescape("\\x9"), unescape("\\")), (None, None));
    }
}
