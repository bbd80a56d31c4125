//! Tries the first command of a new user: `hako` without arguments succeeds, and its table names every
//! bundled level.

use std::fs;
use std::path::Path;

use crate::step::Outcome;
use crate::{program, shell};

const BUNDLED: &str = "crates/hakooshi/levels";

/// The table cuts long titles; this much is always there.
const SHOWN: usize = 30;

/// Runs the program that the tests use.
pub(crate) fn step() -> Outcome {
    outcome(program::dev().and_then(|hako| check(&hako)))
}

/// Builds the program as users do, and runs it.
pub(crate) fn release() -> Outcome {
    outcome(program::release().and_then(|hako| check(&hako)))
}

fn outcome(levels: Result<usize, String>) -> Outcome {
    match levels {
        Ok(levels) => Outcome::Passed(vec![format!("{levels} bundled levels in the table")]),
        Err(message) => Outcome::Failed(message),
    }
}

fn check(program: &Path) -> Result<usize, String> {
    shell::say(&format!("$ {}", program.display()));
    let table = shell::output(shell::command(&program.to_string_lossy(), &[]))?;
    shell::say(&table);
    let titles = bundled_titles(&shell::root().join(BUNDLED))?;
    let named = |title: &&str| table.contains(&title.chars().take(SHOWN).collect::<String>());
    let missing: Vec<&str> = titles.iter().map(String::as_str).filter(|it| !named(it)).collect();
    if titles.is_empty() {
        return Err(format!("no levels in {BUNDLED}"));
    }
    if missing.is_empty() {
        Ok(titles.len())
    } else {
        Err(format!("the table does not name: {}", missing.join("; ")))
    }
}

/// The titles of all bundled levels.
fn bundled_titles(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|it| it == "xsb") {
            found.extend(titles(&fs::read_to_string(&path).map_err(failed)?));
        }
    }
    Ok(found)
}

/// In our own files a title is the comment right above a board.
fn titles(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let pairs = lines.windows(2).filter(|pair| pair[1].trim_start().starts_with('#'));
    pairs.filter_map(|pair| pair[0].strip_prefix(';')).map(|it| it.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_stand_above_boards() {
        let text = "; Collection: X\n\n; One\n  ###\n###@\n\n; Two\n####\n; a remark\n";
        assert_eq!(titles(text), ["One", "Two"]);
    }
}
