//! Ids of published levels, where they are at hand: distinct puzzles have distinct ids.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use hakooshi_level::{Level, LevelId};

use crate::common::slow_normal_text;

/// The folder of shared levels, from the environment or somewhere above this crate.
fn shared_levels() -> Option<PathBuf> {
    let named = std::env::var_os("HAKOOSHI_SHARED").map(PathBuf::from);
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|dir| dir.join("shared"));
    named.into_iter().chain(above).map(|dir| dir.join("levels")).find(|dir| dir.is_dir())
}

/// The boards of a file in which blank lines and lines starting with `;` stand between boards.
fn boards(text: &str) -> Vec<Level> {
    let lines: Vec<&str> = text.lines().collect();
    lines
        .split(|line| line.trim().is_empty() || line.starts_with(';'))
        .filter(|block| !block.is_empty())
        .filter_map(|block| block.join("\n").parse().ok())
        .collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test should say so")]
fn distinct_puzzles_have_distinct_ids() {
    let Some(folder) = shared_levels() else {
        eprintln!("skipped: no shared levels found (set HAKOOSHI_SHARED)");
        return;
    };
    for (file, at_least) in [("microban_1.xsb", 150), ("boxoban_medium_valid_1000.xsb", 1000)] {
        let text = std::fs::read_to_string(folder.join(file)).expect("a readable level file");
        let levels = boards(&text);
        assert!(levels.len() >= at_least, "{file}: only {} boards were read", levels.len());
        let ids: HashMap<LevelId, String> =
            levels.iter().map(|level| (LevelId::of(level), slow_normal_text(level))).collect();
        let puzzles: HashSet<&String> = ids.values().collect();
        let all: HashSet<String> = levels.iter().map(slow_normal_text).collect();
        assert_eq!((ids.len(), puzzles.len()), (all.len(), all.len()), "{file}");
    }
}
