//! The level played in one direction by macro moves, each taking one box any distance. The
//! direction is a type parameter, so that searches that go both ways are written once.

use std::sync::Arc;

use hakooshi_board::movegen::RelocationsBy;
use hakooshi_board::{Board, BoxMove, Position, Reach, Square, SquareSet, View, Way};
use hakooshi_search::deadlocks::Guard;
use hakooshi_search::frontier::FrontierLink;
use hakooshi_search::pruning::{Rule, choose_boxes};
use hakooshi_search::spec::{Parts, SearchClaims, SearchSpec};
use hakooshi_search::{Context, Deadline, Stop, Task};

use crate::LARGEST_BOARD;
use crate::scenes::{Boxes, Keys};

/// What a search that plays in both directions claims. It is not complete: positions are compared by
/// keys of 64 bits.
pub(crate) const BOTH_WAYS: SearchClaims = SearchClaims {
    parts: Parts {
        deadlocks: true,
        choosing: true,
        usual: "deadlocks=[dead_squares,freeze,pairs(after=300,squares=150),bipartite,finish,\
                origin,corral],pruning=[pi_corral]",
        ..Parts::NONE
    },
    most_squares: LARGEST_BOARD,
    ..SearchClaims::ENGINE
};

/// Moves between two looks at the clock. On a board of a hundred by hundred squares with three
/// hundred boxes, a position has a million of them.
pub(crate) const LOOK: usize = 64;

/// A possible move, with the position it leads to.
pub(crate) struct Candidate<'a> {
    pub(crate) moved: BoxMove,
    pub(crate) position: &'a Position,
    /// The number of regions of free floor after the move.
    pub(crate) regions: u32,
    /// The key of that position.
    pub(crate) key: u64,
}

/// A level played in one direction.
pub(crate) struct Game<W: Way> {
    pub(crate) board: Arc<Board>,
    onto: SquareSet,
    position: Position,
    reach: Reach,
    relocations: RelocationsBy<W>,
    guard: Guard,
    rules: Vec<Box<dyn Rule>>,
    pub(crate) link: FrontierLink,
    deadline: Deadline,
}

impl<W: Way> Game<W> {
    pub(crate) fn new(spec: &SearchSpec, task: &Task) -> Self {
        let Task { board, start, frontier, .. } = task;
        let onto = task.landing(W::DIRECTION, spec.dead_squares);
        let rules = match W::DIRECTION {
            hakooshi_board::Direction::Forward => spec.rules(task, &onto),
            // Pruning rules are defined for pushes only.
            hakooshi_board::Direction::Backward => Vec::new(),
        };
        Self {
            position: start.clone(),
            reach: Reach::new(board),
            relocations: RelocationsBy::new(board),
            guard: Guard::new(&spec.deadlocks, task, W::DIRECTION),
            rules,
            link: FrontierLink::new(frontier, W::DIRECTION),
            deadline: Deadline::default(),
            onto,
            board: Arc::clone(board),
        }
    }

    /// Lets the deadlock tests build tables that are due, and notes when to stop. Called before an
    /// expansion.
    pub(crate) fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        self.deadline = context.deadline();
        self.guard.prepare(context)
    }

    /// The state after a move; `None` if the expensive tests find a deadlock.
    pub(crate) fn step(&mut self, state: &Boxes, moved: BoxMove) -> Option<Boxes> {
        let after = state.after(moved)?;
        self.position.set(&self.board, &after.boxes, after.player);
        self.guard.at_expansion(&self.position).is_none().then_some(after)
    }

    /// Bytes held by the deadlock tests and the link to the shared frontier.
    pub(crate) fn bytes(&self) -> usize {
        self.guard.bytes() + self.link.bytes()
    }

    /// Places the boxes and the player of a state.
    pub(crate) fn load(&mut self, state: &Boxes) -> &Position {
        self.position.set(&self.board, &state.boxes, state.player);
        self.reach.fill(&self.board, &self.position);
        &self.position
    }

    /// Shows every move from the state loaded, except those to `known` states and those that the
    /// cheap tests refuse. If the time is up, some are missing: the caller has to look at the clock
    /// afterwards.
    pub(crate) fn moves(&mut self, known: &Keys, mut show: impl FnMut(&Candidate<'_>)) {
        self.link.met = None;
        self.guard.count_expansion();
        let mut rules = std::mem::take(&mut self.rules);
        let only = choose_boxes(&mut rules, &self.position, &self.reach);
        for at in 0..self.position.boxes().len() {
            if self.deadline.is_over() {
                break;
            }
            let from = self.position.boxes()[at];
            if only.is_none_or(|only| only.contains(from)) {
                self.moves_of(from, known, &mut show);
            }
        }
        self.rules = rules;
    }

    fn moves_of(&mut self, from: Square, known: &Keys, show: &mut impl FnMut(&Candidate<'_>)) {
        let Self { board, onto, position, reach, relocations, guard, link, deadline, .. } = self;
        let player = position.player();
        let position_key = position.key(board, reach.first());
        let lifted = position.box_key() ^ board.box_key(from);
        relocations.of_box(View::new(board, position, reach), from, onto);
        for (at, found) in relocations.found().iter().enumerate() {
            if at.is_multiple_of(LOOK) && deadline.is_over() {
                return;
            }
            let (to, region) = (found.to, relocations.region_after(board, found));
            let key = lifted ^ board.box_key(to) ^ board.player_key(region);
            if known.contains(key) {
                continue;
            }
            let done = BoxMove { from, to, player: found.player };
            position.relocate(board, done);
            if guard.after_move(position, to).is_none() {
                let moved = BoxMove { player: region, ..done };
                link.reached(key, position_key, moved);
                if link.is_met(key) {
                    link.met = Some((moved, key));
                }
                let regions = relocations.regions_with_box_on(board, to);
                show(&Candidate { moved, position, regions, key });
            }
            position.relocate(board, done.undone(player));
        }
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Pulling, Pushing, compile};
    use hakooshi_level::Level;
    use hakooshi_search::Objective;

    use super::*;

    fn moves<W: Way>(text: &str) -> Vec<(u16, u16)> {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let spec = SearchSpec::parse("imagine", Objective::Any, &crate::REGISTRY).expect("a spec");
        let mut game = Game::<W>::new(&spec, &task);
        let root = Boxes::roots(&task, W::DIRECTION).remove(0);
        game.load(&root);
        let mut found = Vec::new();
        game.moves(&Keys::default(), |candidate| {
            found.push((candidate.moved.from.number(), candidate.moved.to.number()));
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn boxes_go_any_distance_in_either_direction() {
        // Squares of the corridor are numbered from one.
        let corridor = "########\n#@ $ . #\n########";
        assert_eq!(moves::<Pushing>(corridor), [(3, 4), (3, 5)]);
        assert_eq!(moves::<Pulling>(corridor), [(5, 2), (5, 3), (5, 4)]);
    }
}
