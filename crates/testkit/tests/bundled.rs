//! Every bundled level can be solved, is told apart from all others, and comes with a title.

use std::collections::{BTreeMap, BTreeSet};

use hakooshi_level::{Level, Tile};
use hakooshi_testkit::collection::{BUNDLED, bundled, bundled_dir, bundled_solutions, regressions};
use hakooshi_testkit::generate::solve;
use hakooshi_testkit::{Oracle, State, replay};

fn collection(name: &str) -> Vec<Level> {
    bundled(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn title(level: &Level) -> &str {
    level.title.as_deref().unwrap_or("")
}

#[test]
fn collections_are_complete_and_titled() {
    let sizes: Vec<usize> = BUNDLED.iter().map(|name| collection(name).len()).collect();
    assert_eq!(sizes, [12, 20, 16, 12, 2]);
    let levels: Vec<Level> = BUNDLED.iter().flat_map(|name| collection(name)).collect();
    let titles: BTreeSet<&str> = levels.iter().map(title).collect();
    assert_eq!(titles.len(), levels.len(), "titles are not all different");
    assert!(!titles.contains(""));
    let files = std::fs::read_dir(bundled_dir()).expect("the folder");
    let boards = files.filter_map(Result::ok).filter(|file| file.path().is_file()).count();
    assert_eq!(boards, BUNDLED.len(), "a file without a test");
}

#[test]
fn stored_solutions_solve_their_levels() {
    for name in BUNDLED {
        let (levels, solutions) = (collection(name), bundled_solutions(name).expect(name));
        assert_eq!(levels.len(), solutions.len(), "{name}");
        for (level, letters) in levels.iter().zip(&solutions) {
            let played = replay(level, letters);
            assert!(played.is_ok(), "{name}, {}: {played:?}", title(level));
        }
    }
}

#[test]
fn the_oracle_agrees_with_the_stored_pushes_wherever_it_can() {
    let mut confirmed = 0;
    for name in BUNDLED {
        for (level, letters) in collection(name).iter().zip(bundled_solutions(name).expect(name)) {
            let Ok(oracle) = Oracle::new(level, 120_000) else { continue };
            let pushes = replay(level, &letters).ok().map(|cost| cost.pushes);
            assert_eq!(oracle.pushes(&State::start(level)), pushes, "{name}, {}", title(level));
            confirmed += 1;
        }
    }
    assert!(confirmed >= 32, "the oracle could look at {confirmed} levels only");
}

#[test]
fn levels_of_documents_take_the_pushes_the_documents_say() {
    let levels = collection("documents");
    let pushes: Vec<u32> =
        levels.iter().filter_map(|level| solve(level, 50_000)).map(|s| s.pushes).collect();
    // The report on SokoBOT states 36; that on the other level states nothing.
    assert_eq!(pushes, [36, 4]);
}

#[test]
fn made_levels_ascend_in_difficulty() {
    for name in ["small", "medium", "hard"] {
        let levels = collection(name);
        let nodes: Vec<usize> = levels
            .iter()
            .map(|level| solve(level, 40_000).map_or(usize::MAX, |solved| solved.expanded))
            .collect();
        assert!(nodes.is_sorted() && nodes.last() < Some(&usize::MAX), "{name}: {nodes:?}");
    }
}

#[test]
fn no_two_levels_are_the_same_turned_or_mirrored() {
    let mut seen: BTreeMap<Vec<String>, String> = BTreeMap::new();
    for level in BUNDLED.iter().flat_map(|name| collection(name)) {
        let form = turned(&level).into_iter().min().expect("eight forms");
        let twin = seen.insert(form, title(&level).to_owned());
        assert_eq!(twin, None, "{}", title(&level));
    }
}

/// The cells inside, in each of the eight turns and mirrors.
fn turned(level: &Level) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<char>> = Vec::new();
    for (row, tiles) in level.rows().enumerate() {
        let glyph = |(col, tile): (usize, &Tile)| {
            let cell = hakooshi_level::Cell::new(row as u16, col as u16);
            if level.is_inside(cell) { tile.glyph() } else { '#' }
        };
        rows.push(tiles.iter().enumerate().map(glyph).collect());
    }
    let mut forms = Vec::new();
    for _ in 0..4 {
        let turned: Vec<Vec<char>> =
            (0..rows[0].len()).map(|col| rows.iter().rev().map(|row| row[col]).collect()).collect();
        rows = turned;
        forms.push(rows.iter().map(|row| row.iter().collect()).collect());
        forms.push(rows.iter().map(|row| row.iter().rev().collect()).collect());
    }
    forms
}

#[test]
fn kept_regressions_are_levels() {
    for (name, level) in regressions().expect("the folder") {
        assert!(level.boxes() > 0, "{name}");
    }
}
