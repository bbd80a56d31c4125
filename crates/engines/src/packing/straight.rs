//! Macro moves: the shortest way of one box to an open target while the others stay put.
//!
//! A flood of pulls from the targets over the free squares comes first, with the player assumed
//! to be wherever needed. Only a box that the flood reaches can have a way, so few boxes, and
//! usually none, are searched exactly.

use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, Position, Push, Square, SquareSet, View};
use hakooshi_level::Dir;
use hakooshi_search::Stop;

use super::score::Score;

/// The flood and the boxes it reached.
#[derive(Debug)]
pub(super) struct Straight {
    seen: SquareSet,
    queue: Vec<Square>,
    boxes: Vec<Square>,
    relocations: Relocations,
}

impl Straight {
    pub(super) fn new(board: &Board) -> Self {
        Self {
            seen: board.empty_set(),
            queue: Vec::new(),
            boxes: Vec::new(),
            relocations: Relocations::new(board),
        }
    }

    /// The pushes of the shortest way from a box that may leave its square to a target open in
    /// `phase`, over squares of `onto`; `None` if no box has a way, `Err` if `look` says so, which is
    /// called for each box.
    pub(super) fn way(
        &mut self,
        view: View<'_>,
        onto: &SquareSet,
        score: &Score,
        phase: usize,
        mut look: impl FnMut() -> Result<(), Stop>,
    ) -> Result<Option<Vec<Push>>, Stop> {
        let View { board, position, .. } = view;
        self.flood(board, position, score.open(position, phase));
        let mut best: Option<(u32, Square, usize)> = None;
        for &from in &self.boxes {
            if !score.may_leave(phase, from) {
                continue;
            }
            look()?;
            let found = self.relocations.of_box(view, from, onto);
            if let Some(index) =
                found.iter().position(|found| score.is_open(position, phase, found.to))
                && best.is_none_or(|(pushes, ..)| found[index].pushes < pushes)
            {
                best = Some((found[index].pushes, from, index));
            }
        }
        let Some((_, from, index)) = best else { return Ok(None) };
        self.relocations.of_box(view, from, onto);
        Ok(Some(self.relocations.pushes(board, index)))
    }

    /// Lists the boxes that may have a way to one of the free squares `targets`. It may list too
    /// many, never too few.
    fn flood(&mut self, board: &Board, position: &Position, targets: impl Iterator<Item = Square>) {
        self.seen.clear();
        self.boxes.clear();
        self.queue.clear();
        self.queue.extend(targets);
        self.seen.extend(self.queue.iter().copied());
        let mut next = 0;
        while next < self.queue.len() {
            let square = self.queue[next];
            next += 1;
            for dir in Dir::ALL {
                let before = board.step(square, dir);
                let player = board.step(before, dir);
                if before.is_wall() || player.is_wall() || self.seen.contains(before) {
                    continue;
                }
                match (position.is_free(before), position.is_free(player)) {
                    (true, true) => {
                        self.seen.insert(before);
                        self.queue.push(before);
                    }
                    (false, true) => self.list(before),
                    // The player may end up where the pushed box itself was.
                    (true, false) => self.list(player),
                    (false, false) => {}
                }
            }
        }
    }

    fn list(&mut self, square: Square) {
        if !self.seen.contains(square) {
            self.seen.insert(square);
            self.boxes.push(square);
        }
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Reach, compile};
    use hakooshi_level::{Cell, Level};
    use hakooshi_testkit::collection::{BUNDLED, bundled};

    use super::*;
    use crate::packing::plan::PhasePlan;
    use crate::packing::variant::STRICT;

    #[test]
    fn the_flood_misses_no_box_that_has_a_way() {
        let mut ways = 0;
        for level in BUNDLED.iter().flat_map(|name| bundled(name).expect("bundled")) {
            let (board, start) = compile(&level).expect("a bundled level");
            let open: Vec<Square> =
                board.goals().iter().filter(|&goal| start.is_free(goal)).collect();
            let mut reach = Reach::new(&board);
            reach.fill(&board, &start);
            let mut straight = Straight::new(&board);
            straight.flood(&board, &start, open.iter().copied());
            let listed = straight.boxes.clone();
            let onto = board.all_squares();
            for &from in start.boxes() {
                let found =
                    straight.relocations.of_box(View::new(&board, &start, &reach), from, &onto);
                if found.iter().any(|found| open.contains(&found.to)) {
                    assert!(listed.contains(&from), "{from:?} in\n{level}");
                    ways += 1;
                }
            }
        }
        assert!(ways > 30, "only {ways} boxes had a way");
    }

    #[test]
    fn the_shortest_way_wins_and_boxes_on_targets_stay() {
        // The box on the goal is nearer to the open goal than the others, but may not leave.
        let level: Level = "##########\n#        #\n#@   $*. #\n#        #\n# $     .#\n##########"
            .parse()
            .expect("a level");
        let (board, start) = compile(&level).expect("small");
        let score = Score::new(&board, &PhasePlan::single(&board), &STRICT, || Ok(()))
            .expect("nobody stops it");
        let mut reach = Reach::new(&board);
        reach.fill(&board, &start);
        let mut straight = Straight::new(&board);
        let onto = board.all_squares();
        let view = View::new(&board, &start, &reach);
        let way = straight.way(view, &onto, &score, 0, || Ok(()));
        let way = way.expect("nobody stops it").expect("a way");
        let at = |row, col| board.square_at(Cell::new(row, col));
        let mut position = start.clone();
        for &push in &way {
            assert!(position.can_push(&board, push));
            let _ = position.push(&board, push);
        }
        assert_eq!(way.len(), 4);
        assert_eq!(way[0].from, at(2, 5), "around the box on the goal");
        assert!(position.has_box(at(2, 6)) && position.has_box(at(2, 7)));
    }
}
