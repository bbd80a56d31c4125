//! The first half: from one end of the level to an open position.
//!
//! Boxes are moved until the player can reach everything, rooms are linked, and boxes can move and
//! are far from the goals. Reaching that position from the other end solves the level, and open
//! positions are the easiest to reach.

use std::sync::Arc;

use hakooshi_board::{BoxMove, Square, Way};
use hakooshi_search::Task;
use hakooshi_search::spec::SearchSpec;

use super::Aim;
use crate::play::Game;
use crate::scenes::{Boxes, Child, Keys, Links, RankLayout, Scene, best_of};

/// Regions, closed links, stuck boxes and distance, which cells ignore. Counting stuck boxes raises
/// the levels of Sasquatch solved in 5,000 expansions from 16 to 21.
const OPEN: RankLayout<4, 1> = RankLayout::new([8, 8, 8, 16]);

/// Regions, rough distance, closed links and distance; cells ignore the last two.
const FAR: RankLayout<4, 2> = RankLayout::new([8, 16 - ROUGH, 8, 16]);

/// The low bits left out of a rough distance: cells span eight steps. Set by judgement.
const ROUGH: u32 = 3;

/// The level with all its boxes, played from one end.
pub(super) struct Untangle<W: Way> {
    pub(super) game: Game<W>,
    aim: Aim,
    links: Links,
}

impl<W: Way> Untangle<W> {
    pub(super) fn new(spec: &SearchSpec, task: &Task, aim: Aim) -> Self {
        Self { game: Game::new(spec, task), aim, links: Links::new(&task.board) }
    }

    /// Better with fewer regions, then fewer closed links and stuck boxes, then with boxes farther
    /// from the goals; for [`Aim::Far`] distance comes before links.
    fn rank(aim: Aim, regions: u32, closed: u32, stuck: u32, distance: u32) -> u64 {
        let near = OPEN.more(3, distance);
        match aim {
            Aim::Open => OPEN.pack([regions, closed, stuck, near]),
            Aim::Far => FAR.pack([regions, near >> ROUGH, closed, near]),
        }
    }

    /// Bytes held by the game.
    pub(super) fn bytes(&self) -> usize {
        self.game.bytes()
    }
}

impl<W: Way> Scene for Untangle<W> {
    type State = Boxes;
    type Move = BoxMove;

    fn cell(&self, rank: u64) -> u64 {
        match self.aim {
            Aim::Open => OPEN.cell(rank),
            Aim::Far => FAR.cell(rank),
        }
    }

    fn step(&mut self, state: &Boxes, moved: BoxMove) -> Option<Boxes> {
        self.game.step(state, moved)
    }

    fn key(&self, state: &Boxes) -> u64 {
        state.key(&self.game.board)
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child<BoxMove>>) {
        let Self { game, aim, links } = self;
        let board = Arc::clone(&game.board);
        let far = |square: Square| u32::from(board.pushes_home()[square.index()]);
        let distance: u32 = state.boxes.iter().map(|&square| far(square)).sum();
        links.closed(game.load(state).occupied());
        game.moves(known, |candidate| {
            let BoxMove { from, to, .. } = candidate.moved;
            let position = candidate.position;
            let is_stuck = |&&square: &&Square| {
                !W::has_room(&board, square, |square| position.is_free(square))
            };
            let rank = Self::rank(
                *aim,
                candidate.regions,
                links.closed_after(position.occupied(), from, to),
                position.boxes().iter().filter(is_stuck).count() as u32,
                distance - far(from) + far(to),
            );
            out.push(Child { rank, moved: candidate.moved, difficulty: 1 });
        });
        if let Some(at) = best_of(out, |child| Some(child.rank)) {
            out[at].difficulty = 0;
        }
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Position, Pulling, Reach, compile};
    use hakooshi_level::Level;
    use hakooshi_search::Objective;

    use super::*;

    #[test]
    fn ranks_of_children_equal_ranks_from_scratch_and_the_best_is_easy() {
        let level: Level =
            "##########\n#   #   ##\n# $ $ $ .#\n#   #   ##\n#@$    ..#\n#   #   .#\n##########"
                .parse()
                .expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let spec = SearchSpec::parse("imagine", Objective::Any, &crate::REGISTRY).expect("a spec");
        let home = |square: &Square| u32::from(board.pushes_home()[square.index()]);
        for aim in [Aim::Open, Aim::Far] {
            let mut untangle = Untangle::<Pulling>::new(&spec, &task, aim);
            let mut links = Links::new(&board);
            let mut states = Boxes::roots(&task, Pulling::DIRECTION);
            let mut compared = 0;
            while let Some(state) = states.pop().filter(|_| compared < 200) {
                let mut children = Vec::new();
                untangle.children(&state, &Keys::default(), &mut children);
                let best = children.iter().map(|child| child.rank).min();
                let easy: Vec<u64> =
                    children.iter().filter(|it| it.difficulty == 0).map(|it| it.rank).collect();
                assert_eq!(easy, best.as_slice(), "one of the best");
                for child in children {
                    let after = state.after(child.moved).expect("a box");
                    let position = Position::new(&board, &after.boxes, after.player);
                    let free = |square| position.is_free(square);
                    let is_stuck = |at: &&Square| !Pulling::has_room(&board, **at, free);
                    let scratch = Untangle::<Pulling>::rank(
                        aim,
                        Reach::new(&board).regions(&board, &after.boxes).len() as u32,
                        links.closed(position.occupied()),
                        after.boxes.iter().filter(is_stuck).count() as u32,
                        after.boxes.iter().map(home).sum(),
                    );
                    assert_eq!(child.rank, scratch, "{aim:?} after {:?}", child.moved);
                    compared += 1;
                    states.push(after);
                }
            }
            assert!(compared >= 200, "only {compared} moves");
        }
    }

    #[test]
    fn distance_comes_before_links_only_for_the_far_aim() {
        let [open, far] = [Aim::Open, Aim::Far].map(|aim| {
            let rank = |closed, distance| Untangle::<Pulling>::rank(aim, 2, closed, 0, distance);
            rank(0, 10) < rank(1, 80)
        });
        assert!(open && !far);
    }
}
