//! The sources of levels, read one level at a time.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hakooshi_level::formats::{Entry, Format, Game, ReadError, Reader};

use crate::exit::{Failure, Outcome};

/// Where levels lie.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Standard input.
    Stdin,
    /// A level file.
    File(PathBuf),
    /// A text in the program.
    Text(&'static str),
    /// Files of one level each, with a `.sol` beside those whose solution is known.
    Pieces(Vec<PathBuf>),
    /// A file of xsok, in which the levels come after a head that tells the rules.
    AfterRules(PathBuf),
}

type Input = Box<dyn BufRead + Send>;

impl Source {
    pub(super) fn open(self, format: Option<Format>) -> Outcome<Feed> {
        let (path, input): (Arc<str>, Input) = match self {
            Self::Stdin => ("standard input".into(), Box::new(BufReader::new(io::stdin()))),
            Self::Text(text) => ("bundled".into(), Box::new(text.as_bytes())),
            Self::File(path) => {
                let file = File::open(&path).map_err(|error| cannot_read(&path, &error))?;
                let input = BufReader::with_capacity(1 << 16, file);
                (path.display().to_string().into(), Box::new(input))
            }
            Self::AfterRules(path) => {
                let bytes = fs::read(&path).map_err(|error| cannot_read(&path, &error))?;
                let name = path.display().to_string().into();
                (name, Box::new(io::Cursor::new(after_rules(&bytes).to_vec())))
            }
            Self::Pieces(files) => return Ok(Feed::Pieces(files.into_iter())),
        };
        Ok(Feed::Stream { path, reader: Box::new(Reader::new(input, format)) })
    }

    /// Bytes to read; without end for standard input.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Stdin => u64::MAX,
            Self::Text(text) => text.len() as u64,
            Self::File(path) | Self::AfterRules(path) => match fs::metadata(path) {
                // A pipe can be read only once.
                Ok(metadata) if metadata.is_file() => metadata.len(),
                _ => u64::MAX,
            },
            Self::Pieces(files) => files.len() as u64 * 1024,
        }
    }
}

fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    Failure::io(format_args!("cannot read {}", path.display()), error)
}

/// The text from the first `;LEVEL` on.
fn after_rules(bytes: &[u8]) -> &[u8] {
    const MARK: &[u8] = b";LEVEL";
    let at = bytes.windows(MARK.len()).position(|window| window == MARK);
    &bytes[at.unwrap_or(0)..]
}

/// Levels coming in, each with the path to name in messages.
pub(super) enum Feed {
    Stream { path: Arc<str>, reader: Box<Reader<Input>> },
    Pieces(std::vec::IntoIter<PathBuf>),
}

impl Feed {
    /// The notes at the head of the file.
    pub(super) fn notes(&self) -> &str {
        match self {
            Self::Stream { reader, .. } => reader.notes(),
            Self::Pieces(_) => "",
        }
    }

    pub(super) fn next(&mut self) -> Option<(Arc<str>, Result<Entry, ReadError>)> {
        match self {
            Self::Stream { path, reader } => Some((Arc::clone(path), reader.next()?)),
            Self::Pieces(files) => {
                let path = files.next()?;
                Some((path.display().to_string().into(), piece(&path)))
            }
        }
    }
}

/// The first level of a file of one level. What is wrong with it is wrong with the level, not
/// with the collection.
fn piece(path: &Path) -> Result<Entry, ReadError> {
    let bytes = fs::read(path).unwrap_or_default();
    let first = Reader::new(&bytes[..], None).next();
    let no_level = || {
        let problem = hakooshi_level::formats::Problem::NoLevels;
        Err(ReadError::new(1, 1, "", problem))
    };
    let mut entry = first.unwrap_or_else(no_level).map_err(|error| error.of_level(1, None))?;
    let mut solution = String::new();
    if let Ok(mut file) = File::open(path.with_extension("sol"))
        && file.read_to_string(&mut solution).is_ok()
        && !solution.trim().is_empty()
    {
        entry.games.push(Game::new("Solution", solution.trim()));
    }
    Ok(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_left_out() {
        assert_eq!(after_rules(b";WALLS\n# 0 0\n;LEVEL 1\n###\n"), b";LEVEL 1\n###\n");
        assert_eq!(after_rules(b"###"), b"###");
    }

    #[test]
    fn pieces_bring_their_solutions() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x0001.sok");
        fs::write(&path, "#####\n#@$.#\n#####\n").expect("written");
        fs::write(path.with_extension("sol"), "r\n").expect("written");
        let entry = piece(&path).expect("a level");
        assert_eq!(entry.games, [Game::new("Solution", "r")]);
        assert_eq!(piece(&folder.path().join("none.sok")).expect_err("no file").level, 1);
    }
}
