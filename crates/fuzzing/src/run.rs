//! A bounded run of a target on mutated inputs, and what is done about an input that fails: it
//! is made small and kept, and every later run begins with the kept ones.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crate::{Mutator, Target, fingerprint};

/// The most tries spent on making one failing input smaller.
const SHRINK_TRIES: usize = 3_000;

/// An input that a target does not accept, with what it said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The input, made small.
    pub input: Vec<u8>,
    /// The message of the panic.
    pub message: String,
}

/// Calls the body on `count` inputs, telling `watcher` of each before it is tried.
pub fn run(
    target: &Target,
    mutator: &mut Mutator,
    count: usize,
    mut watcher: impl FnMut(&[u8]),
) -> Result<(), Failure> {
    for _ in 0..count {
        let input = mutator.next_input();
        watcher(&input);
        if fails(target.body, &input).is_some() {
            return Err(shrink(target.body, input));
        }
    }
    Ok(())
}

/// The message of the panic that `body` ends in on `input`, if it does.
fn fails(body: fn(&[u8]), input: &[u8]) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(|| body(input))).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
    Some(text.unwrap_or_else(|| "a panic without words".to_owned()))
}

/// The smallest input found that still fails: pieces are cut out, large ones first, as long as
/// that leaves a failure.
pub fn shrink(body: fn(&[u8]), mut input: Vec<u8>) -> Failure {
    let mut message = fails(body, &input).unwrap_or_default();
    let mut piece = input.len().div_ceil(2).max(1);
    let mut tries = 0;
    loop {
        let (mut at, mut shrunk) = (0, false);
        while at < input.len() && tries < SHRINK_TRIES {
            tries += 1;
            let end = (at + piece).min(input.len());
            let smaller = [&input[..at], &input[end..]].concat();
            match fails(body, &smaller) {
                Some(said) => (input, message, shrunk) = (smaller, said, true),
                None => at = end,
            }
        }
        if tries >= SHRINK_TRIES || (piece == 1 && !shrunk) {
            return Failure { input, message };
        }
        piece = piece.div_ceil(2).max(1);
    }
}

/// The folder of inputs that once failed, one file each.
#[derive(Clone, Debug)]
pub struct Kept(PathBuf);

impl Kept {
    /// The folder for `target` below `root`, the folder of regressions.
    pub fn new(root: &Path, target: &Target) -> Self {
        Self(root.join("fuzz").join(target.name))
    }

    /// Every kept input with the path of its file.
    pub fn inputs(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let Ok(folder) = fs::read_dir(&self.0) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths.into_iter().filter_map(|path| fs::read(&path).ok().map(|it| (path, it))).collect()
    }

    /// Keeps an input in a file named after its bytes.
    pub fn keep(&self, input: &[u8]) -> std::io::Result<PathBuf> {
        fs::create_dir_all(&self.0)?;
        let path = self.0.join(format!("{:016x}.txt", fingerprint(input)));
        fs::write(&path, input)?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picky(data: &[u8]) {
        let text = String::from_utf8_lossy(data);
        assert!(!(text.contains('a') && text.contains('z')), "a and z in {text:?}");
    }

    const PICKY: Target = Target { name: "picky", body: picky, seeds: &[], tokens: &[] };

    #[test]
    fn a_failure_is_found_and_made_small() {
        let seeds = vec![b"......a......".to_vec(), b"..........z..".to_vec()];
        let mut mutator = Mutator::new(1, seeds, &[]);
        let failure = run(&PICKY, &mut mutator, 100_000, |_| {}).expect_err("a splice");
        let mut letters = failure.input.clone();
        letters.sort_unstable();
        assert_eq!(letters, b"az");
        assert!(failure.message.starts_with("a and z"), "{}", failure.message);
    }

    #[test]
    fn what_is_kept_is_found_again() {
        let root = std::env::temp_dir().join(format!("hakooshi-kept-{}", std::process::id()));
        let kept = Kept::new(&root, &PICKY);
        assert_eq!(kept.inputs(), []);
        let path = kept.keep(b"az").expect("a writable folder");
        assert_eq!(kept.inputs(), [(path, b"az".to_vec())]);
        fs::remove_dir_all(&root).expect("our own folder");
    }
}
