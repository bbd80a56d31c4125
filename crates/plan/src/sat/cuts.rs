//! Fences: boxes that part the floor, found when a plan has the player walk through them.
//!
//! Clauses that say where the player can walk are left out of the encoding at first. A plan
//! that the solver then finds may let him jump. Between where he is and where he should be
//! there are boxes; of those a least set is kept that still parts the two places. From then
//! on, at every step: with boxes on all of the fence he leaves the smaller part only by a
//! push that begins there, and begins a push there only if he was there.
//!
//! ```text
//!   #######
//!   #@ $  #    the box fences off the three squares to its right: while it stands there,
//!   #######    no push begins on them unless he is there already
//! ```

use hakooshi_board::{Board, Position, Reach, Square, SquareSet};

use crate::facts::Facts;

/// A part of the floor and the squares which, all taken by boxes, close it off.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fence {
    /// The squares of the smaller part.
    pub(crate) inside: Vec<Square>,
    /// The squares that close it.
    pub(crate) closed_by: Vec<Square>,
}

/// The fence that keeps the player from walking to `to`, with as few squares as can be
/// without trying all sets; `None` if he can walk there. Of the two parts the smaller is
/// the inside, or with `there_only` the one that `to` is in.
pub(crate) fn between(
    board: &Board,
    position: &Position,
    to: Square,
    there_only: bool,
    reach: &mut Reach,
) -> Option<Fence> {
    let from = position.player();
    let mut posts: Vec<Square> = position.boxes().to_vec();
    reach.fill_from(board, from, &posts);
    if reach.contains(to) || posts.contains(&to) {
        return None;
    }
    // A post that can be taken away without letting him through is no part of the fence.
    let mut at = 0;
    while at < posts.len() {
        let post = posts.swap_remove(at);
        reach.fill_from(board, from, &posts);
        if reach.contains(to) {
            posts.push(post);
            let last = posts.len() - 1;
            posts.swap(at, last);
            at += 1;
        }
    }
    reach.fill_from(board, from, &posts);
    let here = reach.squares().to_vec();
    reach.fill_from(board, to, &posts);
    let there = reach.squares().to_vec();
    let mut inside = if there_only || there.len() <= here.len() { there } else { here };
    inside.sort_unstable();
    posts.sort_unstable();
    Some(Fence { inside, closed_by: posts })
}

/// The fences of a single square: a box there parts the floor whatever the others do. If the time is up,
/// those found by then; the others are found when a plan needs them.
pub(crate) fn of_one_box(facts: &Facts) -> Vec<Fence> {
    let board = &*facts.board;
    let mut reach = Reach::new(board);
    let mut fences = Vec::new();
    for &post in facts.live.iter().take_while(|_| !facts.is_late()) {
        let mut seen: SquareSet = board.empty_set();
        let mut parts: Vec<Vec<Square>> = Vec::new();
        for &beside in board.neighbours(post) {
            if beside.is_wall() || seen.contains(beside) {
                continue;
            }
            reach.fill_from(board, beside, &[post]);
            seen.extend(reach.squares().iter().copied());
            parts.push(reach.squares().to_vec());
        }
        if parts.len() < 2 {
            continue;
        }
        // The largest part is what the others leave over.
        parts.sort_by_key(Vec::len);
        parts.pop();
        fences.extend(parts.into_iter().map(|mut inside| {
            inside.sort_unstable();
            Fence { inside, closed_by: vec![post] }
        }));
    }
    fences
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};
    use hakooshi_search::Deadline;

    use super::*;

    #[test]
    fn a_fence_has_no_post_too_many() {
        // Three boxes close the right part; the fourth stands in the open.
        let level: Level =
            "#########\n#   $  .#\n# $ $  .#\n#@  $ ..#\n#########".parse().expect("a level");
        let (board, position) = compile(&level).expect("small");
        let far = board.square_at(Cell::new(2, 6));
        let mut reach = Reach::new(&board);
        let fence = between(&board, &position, far, false, &mut reach).expect("boxes in the way");
        assert_eq!(fence.closed_by.len(), 3);
        assert!(fence.closed_by.iter().all(|&post| board.cell(post).col == 4));
        let near = board.square_at(Cell::new(1, 2));
        assert_eq!(between(&board, &position, near, false, &mut reach), None);
    }

    #[test]
    fn corridors_are_fenced_by_one_box() {
        let level: Level = "######\n#@$ .#\n######".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let at = |col| board.square_at(Cell::new(1, col));
        let facts = Facts::new(&board, &start, Deadline::default()).expect("solvable");
        assert_eq!(facts.live, [at(2), at(3), at(4)]);
        let fence =
            |inside: u16, post| Fence { inside: vec![at(inside)], closed_by: vec![at(post)] };
        let fences = of_one_box(&facts);
        assert_eq!(fences, [fence(1, 2), fence(4, 3)]);
    }
}
