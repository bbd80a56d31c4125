//! Where collections come from. The server knows names, never paths: what a name leads to is
//! decided by whoever starts it.

use hakooshi::BUNDLED;
use hakooshi_level::formats::{Collection, Entry};

/// A collection that can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// Its name.
    pub name: String,
    /// Whether it is part of the program.
    pub bundled: bool,
}

/// The collections that the page offers.
pub trait Shelves: Send + Sync {
    /// What there is, in the order in which it is shown.
    fn list(&self) -> Vec<Shelf>;

    /// The levels of a collection in [`list`](Self::list) that can be read, each with its
    /// number, from one; `None` if there is no such collection.
    fn open(&self, name: &str) -> Option<Vec<(usize, Entry)>>;
}

/// The collections in the program.
#[derive(Clone, Copy, Debug)]
pub struct Bundled;

impl Shelves for Bundled {
    fn list(&self) -> Vec<Shelf> {
        let shelf = |name: &str| Shelf { name: name.to_owned(), bundled: true };
        BUNDLED.iter().map(|bundled| shelf(bundled.name)).collect()
    }

    fn open(&self, name: &str) -> Option<Vec<(usize, Entry)>> {
        let bundled = BUNDLED.iter().find(|bundled| bundled.name == name)?;
        let (collection, _) = Collection::read(bundled.text.as_bytes(), None);
        Some((1..).zip(collection.entries).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shelf_can_be_opened_and_nothing_else() {
        for shelf in Bundled.list() {
            assert!(Bundled.open(&shelf.name).is_some_and(|levels| !levels.is_empty()));
        }
        assert!(Bundled.open("../Cargo.toml").is_none());
    }
}
