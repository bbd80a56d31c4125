//! The bundled levels, read without the program's own reader.
//!
//! A collection is text: boards, and comment lines that begin with `;`. The last comment before a board,
//! unless it is a `; Key: value` line, is its title.

use std::io;
use std::path::{Path, PathBuf};

use hakooshi_level::Level;
use hakooshi_level::formats::ReadError;

/// The folder `levels` at the root of the workspace.
pub fn levels_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels")
}

/// The folder of the bundled collections, which are part of the crate `hakooshi`.
pub fn bundled_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../hakooshi/levels")
}

/// The names of the bundled collections, from easy to hard, and last the two levels out of
/// documents.
pub const BUNDLED: [&str; 5] = ["tutorial", "small", "medium", "hard", "documents"];

/// The bundled collection `name`.
pub fn bundled(name: &str) -> io::Result<Vec<Level>> {
    let text = std::fs::read_to_string(bundled_dir().join(format!("{name}.xsb")))?;
    read(&text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The stored solutions of the bundled collection `name`, one for each level in order.
pub fn bundled_solutions(name: &str) -> io::Result<Vec<String>> {
    let path = bundled_dir().join(format!("solutions/{name}.lurd"));
    Ok(std::fs::read_to_string(path)?.lines().map(str::to_owned).collect())
}

/// Every level kept under `levels/regressions`, with the name of its file, in order of names.
pub fn regressions() -> io::Result<Vec<(String, Level)>> {
    let mut levels = Vec::new();
    for entry in std::fs::read_dir(levels_dir().join("regressions"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ext| ext == "xsb") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let found = read(&std::fs::read_to_string(&path)?)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            levels.extend(found.into_iter().map(|level| (name.clone(), level)));
        }
    }
    levels.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(levels)
}

/// Reads all levels of a collection. Errors count lines from the start of the board.
pub fn read(text: &str) -> Result<Vec<Level>, ReadError> {
    let mut levels = Vec::new();
    let mut title = None;
    let mut board = String::new();
    for line in text.lines().chain([""]) {
        if let Some(comment) = line.strip_prefix(';') {
            let comment = comment.trim();
            title = (!comment.contains(": ")).then(|| comment.to_owned());
        } else if !line.trim().is_empty() {
            board.push_str(line);
            board.push('\n');
            continue;
        }
        if !board.is_empty() {
            let mut level: Level = std::mem::take(&mut board).parse()?;
            level.title = title.take();
            levels.push(level);
        }
    }
    Ok(levels)
}

/// Writes a collection as [`read`] reads it.
pub fn write(name: &str, levels: &[Level]) -> String {
    let mut text = format!("; Collection: {name}\n; Author: Hakooshi\n");
    for level in levels {
        text += "\n";
        if let Some(title) = &level.title {
            text += &["; ", title, "\n"].concat();
        }
        text += &level.to_string();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_round_trip_with_their_titles() {
        let text = "; Collection: Two\n; Author: Hakooshi\n\n; First\n#####\n#@$.#\n#####\n\n\
                    ; Second\n######\n#@ $.#\n######\n";
        let levels = read(text).expect("two levels");
        let titles: Vec<_> = levels.iter().map(|level| level.title.as_deref()).collect();
        assert_eq!(titles, [Some("First"), Some("Second")]);
        assert_eq!(write("Two", &levels), text);
        assert!(read("; only a comment\n").is_ok_and(|levels| levels.is_empty()));
        assert!(read("#####\n#@ .#\n#####\n").is_err());
    }
}
