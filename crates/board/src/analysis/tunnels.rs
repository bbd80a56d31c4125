//! Tunnels: straight runs of floor with walls on both sides.

use hakooshi_level::Dir;

use crate::{Board, Square};

/// A straight run of squares with walls on both sides of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunnel {
    /// The direction of the run: [`Dir::Down`] or [`Dir::Right`].
    pub dir: Dir,
    /// The squares along `dir`.
    pub squares: Vec<Square>,
}

/// The maximal tunnels of `board`, in reading order of their first squares; each is either
/// horizontal or vertical. A square with walls all around belongs to none.
pub fn tunnels(board: &Board) -> Vec<Tunnel> {
    let narrow = |square: Square, dir: Dir| {
        !square.is_wall()
            && dir.sides().iter().all(|&side| board.step(square, side).is_wall())
            && [dir, dir.opposite()].iter().any(|&way| !board.step(square, way).is_wall())
    };
    let mut found = Vec::new();
    for first in board.squares() {
        for dir in [Dir::Down, Dir::Right] {
            if !narrow(first, dir) || narrow(board.step(first, dir.opposite()), dir) {
                continue;
            }
            let squares: Vec<Square> =
                std::iter::successors(Some(first), |&square| Some(board.step(square, dir)))
                    .take_while(|&square| narrow(square, dir))
                    .collect();
            found.push(Tunnel { dir, squares });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use hakooshi_level::Level;

    use super::*;
    use crate::compile;

    #[test]
    fn runs_are_maximal() {
        let level: Level = "########\n#  #####\n#   $@.#\n########".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let found = tunnels(&board);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].dir, found[0].squares.len()), (Dir::Right, 4));
    }
}
