//! Every collection at hand through every format and back. The levels are not part of the
//! project: they are looked for in `shared/levels` beside the workspace, or below the folder
//! that `HAKOOSHI_SHARED` names, and the test says so when there are none.

use std::fs;
use std::path::{Path, PathBuf};

use hakooshi_level::formats::{Collection, Entry, Format, WriteError};

/// Levels in each file, where the name does not say.
const COUNTS: [(&str, usize); 10] = [
    ("xsokoban_90", 90),
    ("microban_1", 155),
    ("microban_2", 135),
    ("microban_3", 101),
    ("microban_4", 102),
    ("kids_61", 61),
    ("kth_2010_server_136", 136),
    ("boxoban_unfiltered_test_1000", 1000),
    ("lts_dev_sample", 266),
    ("Sven_1623", 1461),
];

fn levels_folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|it| it.join("shared"));
    let named = std::env::var_os("HAKOOSHI_SHARED").map(PathBuf::from);
    named.into_iter().chain(beside).map(|it| it.join("levels")).find(|it| it.is_dir())
}

fn collections(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collections(&path, out);
        } else if path.extension().is_some_and(|it| it == "xsb") {
            out.push(path);
        }
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn every_collection_survives_every_format() {
    let Some(folder) = levels_folder() else {
        eprintln!("skipped: no shared/levels; set HAKOOSHI_SHARED to try");
        return;
    };
    let mut paths = Vec::new();
    collections(&folder, &mut paths);
    assert!(!paths.is_empty());
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (collection, errors) = Collection::read(&fs::read(&path).unwrap(), None);
        assert_eq!(errors, [], "{name}");
        check_count(&name, collection.entries.len());
        assert!(collection.entries.iter().all(|entry| entry.level.title.is_some()), "{name}");
        for format in Format::writable() {
            round_trip(&name, &collection, format);
        }
    }
}

fn check_count(name: &str, count: usize) {
    if let Some((_, expected)) = COUNTS.iter().find(|(known, _)| *known == name) {
        assert_eq!(count, *expected, "{name}");
    } else if let Some(full) = name.rsplit('_').next().and_then(|it| it.parse::<usize>().ok()) {
        assert!(count <= full && count * 100 >= full * 85, "{name}: {count} of {full}");
    }
}

fn round_trip(name: &str, collection: &Collection, format: Format) {
    let can_hold = |entry: &Entry| {
        let alone = Collection { notes: String::new(), entries: vec![entry.clone()] };
        match alone.write(format) {
            Ok(_) => true,
            Err(WriteError::NoGlyph { at, tile, .. }) => {
                assert!(matches!(format.name(), "boxoban" | "json"), "{name}: {format}");
                assert_eq!(entry.level.tile(at), tile);
                assert!(tile.is_goal() && (tile.is_box() || tile.is_player()));
                false
            }
            Err(error) => panic!("{name}: {error}"),
        }
    };
    let entries = collection.entries.iter().filter(|it| can_hold(it)).cloned().collect();
    let kept = Collection { notes: collection.notes.clone(), entries };
    let text = kept.write(format).unwrap();
    let (read, errors) = Collection::read(text.as_bytes(), None);
    if kept.entries.is_empty() {
        return;
    }
    assert_eq!(errors, [], "{name} as {format}");
    assert_eq!(read.entries.len(), kept.entries.len(), "{name} as {format}");
    for (index, (was, is)) in kept.entries.iter().zip(&read.entries).enumerate() {
        let mut expected = was.level.clone();
        if format.name() == "boxoban" {
            expected.title = Some(index.to_string());
        }
        assert_eq!(is.level, expected, "{name} as {format}");
    }
    if matches!(format.name(), "xsb" | "sok" | "rle") {
        assert_eq!(read, kept, "{name} as {format}");
    }
}

/// Each problem of the planning competition has its board drawn in the comments at its head.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn planning_problems_are_the_levels_drawn_in_them() {
    let folder = levels_folder().map(|it| it.join("ipc/sokoban-opt08-strips"));
    let Some(folder) = folder.filter(|it| it.is_dir()) else {
        eprintln!("skipped: no planning problems; set HAKOOSHI_SHARED to try");
        return;
    };
    let mut read = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name == "domain.pddl") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let (problem, errors) = Collection::read(text.as_bytes(), None);
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        let rows: Vec<&str> = text.lines().map_while(|it| it.strip_prefix(";; ")).collect();
        let drawing = rows.join("\n");
        if let Ok(drawn) = drawing.parse::<hakooshi_level::Level>() {
            let id = hakooshi_level::LevelId::of(&problem.entries[0].level);
            assert_eq!(id, hakooshi_level::LevelId::of(&drawn), "{}", path.display());
            read += 1;
        }
    }
    assert!(read >= 25, "only {read} drawings could be compared");
}
