//! Solutions from the command line: `.sok` files, lines of moves, JSON lines, or one game pasted from
//! another program.

use std::collections::HashMap;
use std::fs;
use std::io::Read as _;

use hakooshi_level::formats::{Entry, Reader};
use hakooshi_level::{Level, LevelId, VerifiedSolution};
use serde::Deserialize;

use crate::commands::verify::check;
use crate::exit::{Failure, Outcome};
use crate::moves::solutions;
use crate::units::plural;

/// Where the solutions of some levels are to be found.
#[derive(Debug)]
pub(crate) enum Solutions {
    /// In the files of the levels.
    InLevels,
    /// By the id of the level.
    ById(HashMap<String, Vec<String>>),
    /// By the place of the level among those asked for.
    InOrder(Vec<String>),
}

/// What is needed of a JSON line.
#[derive(Deserialize)]
struct Line {
    id: Option<String>,
    lurd: Option<String>,
}

impl Solutions {
    /// Reads the solutions of `count` levels from a file, or from standard input for `-`.
    pub(crate) fn read(word: &str, count: usize, stdin_taken: bool) -> Outcome<Self> {
        let bytes = if word == "-" {
            if stdin_taken {
                return Err(Failure::usage("standard input (-) can be read only once"));
            }
            let mut bytes = Vec::new();
            let read = std::io::stdin().read_to_end(&mut bytes);
            read.map_err(|error| Failure::io("cannot read standard input", &error))?;
            bytes
        } else {
            fs::read(word)
                .map_err(|error| Failure::io(format_args!("cannot read {word}"), &error))?
        };
        Self::parse(&bytes, count).map_err(|why| Failure::input(format!("{word}: {why}")))
    }

    fn parse(bytes: &[u8], count: usize) -> Result<Self, String> {
        if bytes.trim_ascii_start().starts_with(b"{") {
            return json(bytes);
        }
        let entries: Vec<Entry> = Reader::new(bytes, None).filter_map(Result::ok).collect();
        if !entries.is_empty() {
            let mut by_id: HashMap<String, Vec<String>> = HashMap::new();
            for entry in &entries {
                let games = solutions(entry).into_iter().map(|game| game.moves);
                by_id.entry(LevelId::of(&entry.level).to_string()).or_default().extend(games);
            }
            return Ok(Self::ById(by_id));
        }
        let text = String::from_utf8_lossy(bytes);
        if count == 1 {
            return Ok(Self::InOrder(vec![text.into_owned()]));
        }
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.len() != count {
            let (given, needed) = (plural(lines.len(), "line"), plural(count, "level"));
            return Err(format!("{given} for {needed}; it needs one line per level"));
        }
        Ok(Self::InOrder(lines))
    }

    /// The solutions of the level at this place, verified, and what is wrong with the others.
    pub(crate) fn of(&self, place: usize, entry: &Entry) -> (Vec<VerifiedSolution>, Vec<String>) {
        let texts = match self {
            Self::InLevels => solutions(entry).into_iter().map(|game| game.moves).collect(),
            Self::ById(by_id) => {
                by_id.get(&LevelId::of(&entry.level).to_string()).cloned().unwrap_or_default()
            }
            Self::InOrder(lines) => lines.get(place).cloned().into_iter().collect(),
        };
        verified(&entry.level, &texts)
    }
}

fn verified(level: &Level, texts: &[String]) -> (Vec<VerifiedSolution>, Vec<String>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for text in texts.iter().filter(|text| !text.trim().is_empty()) {
        match check(level, text) {
            Ok(solution) => good.push(solution),
            Err((why, _)) => bad.push(why),
        }
    }
    (good, bad)
}

/// JSON lines as `solve` and `improve` write them.
fn json(bytes: &[u8]) -> Result<Solutions, String> {
    let mut by_id: HashMap<String, Vec<String>> = HashMap::new();
    for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let line: Line = serde_json::from_slice(line)
            .map_err(|error| format!("line {} is not a result: {error}", number + 1))?;
        if let (Some(id), Some(lurd)) = (line.id, line.lurd) {
            by_id.entry(id).or_default().push(lurd);
        }
    }
    Ok(Solutions::ById(by_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "########\n#@ $ . #\n#  $ . #\n########\n";

    fn found(text: &str) -> usize {
        let level: Level = LEVEL.parse().expect("a level");
        let entry = Entry::new(level);
        let solutions = Solutions::parse(text.as_bytes(), 1).expect("solutions");
        let (good, bad) = solutions.of(0, &entry);
        assert!(bad.is_empty(), "{bad:?}");
        good.len()
    }

    #[test]
    fn all_forms_are_read() {
        assert_eq!(found("rRRlldRR\n"), 1);
        assert_eq!(found("r2R2l\nd2R\n"), 1, "a game over several lines");
        assert_eq!(found(&format!("{LEVEL}\nSolution\nrRRlldRR\n")), 1);
        let level: Level = LEVEL.parse().expect("a level");
        let id = LevelId::of(&level);
        let line = format!("{{\"id\":\"{id}\",\"lurd\":\"rRRlldRR\"}}\n");
        assert_eq!(found(&(line.clone() + &line)), 2);
        assert!(Solutions::parse(b"{\"id\":", 1).is_err());
        assert!(Solutions::parse(b"r\nr\nr\n", 2).is_err());
    }
}
