//! The levels that are part of the library: the files of `levels` in this crate.

/// A collection that is part of the library.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// Its name: that of the file without the extension.
    pub name: &'static str,
    /// Its text, in XSB notation.
    pub text: &'static str,
}

/// A list rather than a build script that reads the folder, because in a package without the files
/// such a script would silently find nothing. A test compares the list with the folder.
macro_rules! bundled {
    ($($name:literal)*) => {
        &[$(Bundled { name: $name, text: include_str!(concat!("../levels/", $name, ".xsb")) }),*]
    };
}

/// Every bundled collection, those with the fewest boxes to a level first: what is offered first to
/// someone who begins.
pub static BUNDLED: &[Bundled] = bundled!["tutorial" "small" "documents" "medium" "hard"];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
        let entries = folder.read_dir().expect("the folder").map(|entry| entry.expect("a file"));
        let paths = entries.map(|entry| entry.path()).filter(|path| path.is_file());
        let stem = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut files: Vec<String> = paths.map(|path| stem(&path)).collect();
        files.sort();
        let mut names: Vec<&str> = BUNDLED.iter().map(|bundled| bundled.name).collect();
        names.sort_unstable();
        assert_eq!(files, names);
    }

    #[test]
    fn the_easiest_come_first() {
        let boxes_to_a_level = |bundled: &Bundled| {
            let count = |glyphs: [char; 2]| bundled.text.matches(glyphs).count();
            count(['$', '*']) as f64 / count(['@', '+']).max(1) as f64
        };
        assert!(BUNDLED.is_sorted_by_key(boxes_to_a_level));
    }

    #[test]
    fn every_bundled_level_can_be_read_and_has_a_title() {
        let mut levels = 0;
        for bundled in BUNDLED {
            let (collection, errors) =
                hakooshi_level::formats::Collection::read(bundled.text.as_bytes(), None);
            assert_eq!(errors, [], "{}", bundled.name);
            for entry in &collection.entries {
                assert!(entry.level.title.is_some(), "{}: {}", bundled.name, entry.level);
            }
            levels += collection.entries.len();
        }
        assert_eq!(levels, 62);
    }
}
