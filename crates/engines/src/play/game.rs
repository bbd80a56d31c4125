//! HOT. The level played in one direction in steps of one box taken any distance: what both
//! halves have in common.

use std::sync::Arc;

use hakooshi_board::movegen::RelocationsBy;
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};

use super::{Judge, Side};
use crate::Case;
use crate::cells::{Boxes, Child, Hop, Keys};
use crate::meet::Scout;

/// A move looked at, with the box where it goes.
pub(crate) struct Move<'a> {
    pub(crate) hop: Hop,
    pub(crate) position: &'a Position,
    /// Regions that the boxes then part the floor into.
    pub(crate) regions: u32,
    /// The key of the position.
    pub(crate) key: u64,
}

/// A level played in one direction.
#[derive(Debug)]
pub(crate) struct Game<W: Side> {
    pub(crate) board: Arc<Board>,
    onto: SquareSet,
    position: Position,
    reach: Reach,
    relocations: RelocationsBy<W>,
    judge: W::Judge,
    pub(crate) scout: Scout,
}

impl<W: Side> Game<W> {
    pub(crate) fn new(case: &Case) -> Self {
        let Case { board, start, meet, .. } = case;
        let onto = W::onto(board, start);
        Self {
            position: start.clone(),
            reach: Reach::new(board),
            relocations: RelocationsBy::new(board),
            judge: W::Judge::new(case, &onto),
            scout: Scout::new(meet, W::END),
            onto,
            board: Arc::clone(board),
        }
    }

    /// The state after a hop; `None` if a close look shows it to be hopeless.
    pub(crate) fn step(&mut self, state: &Boxes, hop: Hop) -> Option<Boxes> {
        let after = state.after(hop)?;
        self.position.set(&self.board, &after.boxes, after.player);
        (!self.judge.refuses(&self.position)).then_some(after)
    }

    /// Bytes that the tests for hopeless positions hold.
    pub(crate) fn bytes(&self) -> usize {
        self.judge.bytes() + self.scout.bytes()
    }

    /// Places the boxes and the player of a state.
    pub(crate) fn load(&mut self, state: &Boxes) -> &Position {
        self.position.set(&self.board, &state.boxes, state.player);
        self.reach.fill(&self.board, &self.position);
        &self.position
    }

    /// Adds every move from the state loaded that leads to none of the `known` states, each
    /// with the rank that it is given.
    pub(crate) fn moves(
        &mut self,
        known: &Keys,
        out: &mut Vec<Child>,
        mut rank: impl FnMut(&Move<'_>) -> u64,
    ) {
        self.scout.met = None;
        let only = self.judge.only(&self.position, &self.reach).cloned();
        for at in 0..self.position.boxes().len() {
            let from = self.position.boxes()[at];
            if only.as_ref().is_none_or(|only| only.contains(from)) {
                self.moves_of(from, known, out, &mut rank);
            }
        }
    }

    fn moves_of(
        &mut self,
        from: Square,
        known: &Keys,
        out: &mut Vec<Child>,
        rank: &mut impl FnMut(&Move<'_>) -> u64,
    ) {
        let Self { board, onto, position, reach, relocations, judge, scout } = self;
        let player = position.player();
        let position_key = position.box_key() ^ board.player_key(reach.first());
        let lifted = position.box_key() ^ board.box_key(from);
        relocations.of_box(board, position, reach, from, onto);
        for found in relocations.found() {
            let (to, region) = (found.to, relocations.region_after(board, found));
            let key = lifted ^ board.box_key(to) ^ board.player_key(region);
            if known.contains_key(&key) {
                continue;
            }
            position.carry(board, from, to, found.player);
            if !judge.is_dead(position, to) {
                let hop = Hop { from, to, player: region, gone: false, weight: 1 };
                scout.reached(key, position_key, hop);
                if scout.is_met(key) {
                    scout.met = Some((hop, key));
                }
                let regions = relocations.regions_with_box_on(board, to);
                let rank = rank(&Move { hop, position, regions, key });
                out.push(Child { rank, hop });
            }
            position.carry(board, to, from, player);
        }
    }
}
