//! The levels that come with the program, so that it has something to show before any file
//! is given. They are the files of `levels/bundled`, embedded when the crate is built.

/// A collection that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The name of its file without the ending; how it is asked for.
    pub name: &'static str,
    /// Its text, in the common notation.
    pub text: &'static str,
}

/// Every bundled collection, by name.
pub static BUNDLED: &[Bundled] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_level_can_be_read_and_has_a_title() {
        for bundled in BUNDLED {
            let (collection, errors) =
                hakooshi_level::formats::Collection::read(bundled.text.as_bytes(), None);
            assert_eq!(errors, [], "{}", bundled.name);
            for entry in collection.entries {
                assert!(entry.level.title.is_some(), "{}: {}", bundled.name, entry.level);
            }
        }
    }
}
