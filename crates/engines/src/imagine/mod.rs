//! An imagined board: the level is untangled from one end, and what comes out is the aim of
//! the search from the other.
//!
//! Both halves are feature space searches in steps of one box taken any distance. The first
//! half stops after so many positions; the second then aims at the best board found, and is
//! done as soon as it meets any position of the first. Untangling from the end is what the
//! "HF" strategies of Shoham's Festival do, untangling from the start its "REV", and without
//! any untangling, straight back to the start, its "Dragonfly".

mod approach;
mod untangle;

use std::sync::Arc;

use approach::Approach;
use hakooshi_board::analysis::Distances;
use hakooshi_board::movegen::{Pulling, Pushing};
use hakooshi_board::{Board, Position, Push, Square, SquareSet};
use hakooshi_search::space::landing_for_pushes;
use hakooshi_search::{Context, Cost, Stop};
use untangle::Untangle;

use crate::cells::{Hop, NodeId, Step, Tree, pushes_of};
use crate::play::{Side, turned};
use crate::{EngineClaims, EngineEntry, Search, Turn};

/// Positions of the first half.
const UNTANGLING: usize = 1000;

/// What makes a board easy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The player gets everywhere.
    Open,
    /// Boxes are far from the goals.
    Far,
}

/// How a board is approached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Keeping the floor in one piece.
    Open,
    /// By the least way left to go.
    Straight,
}

/// Which half of the way is which: `Self` untangles, `Other` approaches.
trait Order: Side {
    type Other: Side;

    /// Pushes between squares of the aim and others in the direction of the approach.
    fn ways(board: &Board, aim: &[Square]) -> Distances;

    /// One line of play from both halves, each as its hops and the player's region at its
    /// root.
    fn join(untangled: (Vec<Hop>, Square), approached: (Vec<Hop>, Square)) -> Vec<Hop>;
}

impl Order for Pulling {
    type Other = Pushing;

    fn ways(board: &Board, aim: &[Square]) -> Distances {
        Distances::to(board, aim)
    }

    fn join(untangled: (Vec<Hop>, Square), approached: (Vec<Hop>, Square)) -> Vec<Hop> {
        [approached.0, turned(untangled)].concat()
    }
}

impl Order for Pushing {
    type Other = Pulling;

    fn ways(board: &Board, aim: &[Square]) -> Distances {
        Distances::from(board, aim)
    }

    fn join(untangled: (Vec<Hop>, Square), approached: (Vec<Hop>, Square)) -> Vec<Hop> {
        [untangled.0, turned(approached)].concat()
    }
}

/// Search by way of an imagined board.
#[derive(Debug)]
struct Imagine<U: Order> {
    board: Arc<Board>,
    start: Position,
    live: SquareSet,
    manner: Manner,
    /// Positions of the first half.
    untangling: usize,
    untangle: Untangle<U>,
    first: Tree<Untangle<U>>,
    second: Option<Box<Second<U::Other>>>,
    elsewhere: usize,
}

type Second<W> = (Approach<W>, Tree<Approach<W>>);

impl<U: Order> Imagine<U> {
    /// A search from `start`, which must have a box for every goal.
    fn new(
        board: &Arc<Board>,
        start: &Position,
        untangling: usize,
        aim: Aim,
        manner: Manner,
    ) -> Self {
        Self {
            live: landing_for_pushes(board, true),
            manner,
            untangling,
            untangle: Untangle::new(board, start, aim),
            first: Tree::new(),
            second: None,
            elsewhere: 0,
            start: start.clone(),
            board: Arc::clone(board),
        }
    }

    fn untangle(&mut self) {
        if self.first.len() == 0 {
            for root in U::roots(&self.board, &self.start) {
                self.first.add_root(&mut self.untangle, root, u64::MAX >> 1);
            }
        }
        if self.first.len() < self.untangling
            && self.first.advance(&mut self.untangle) != Step::Exhausted
        {
            return;
        }
        let aim = &self.first.state(self.first.best()).boxes;
        let ways = U::ways(&self.board, aim);
        let known = self.first.known().clone();
        let mut approach =
            Approach::new(&self.board, &self.start, self.manner, (aim, &ways), known);
        let mut tree = Tree::new();
        for root in U::Other::roots(&self.board, &self.start) {
            tree.add_root(&mut approach, root, u64::MAX >> 1);
        }
        self.second = Some(Box::new((approach, tree)));
    }

    /// The pushes of a line that leads from a node of the second half by a hop to one of the
    /// first.
    fn line(&self, tree: &Tree<Approach<U::Other>>, node: NodeId, met: (Hop, NodeId)) -> Vec<Push> {
        let (first_root, untangled) = self.first.trail(met.1);
        let (second_root, mut approached) = tree.trail(node);
        approached.push(met.0);
        let hops = U::join(
            (untangled, self.first.state(first_root).player),
            (approached, tree.state(second_root).player),
        );
        pushes_of(&self.board, &self.start, &self.live, &hops)
    }
}

impl<U: Order> Search for Imagine<U> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        for _ in 0..nodes {
            context.hold(self.elsewhere + self.bytes())?;
            context.expand(Cost::ZERO, self.first.cells())?;
            let Some(second) = &mut self.second else {
                self.untangle();
                continue;
            };
            let (scene, tree) = &mut **second;
            match tree.advance(scene) {
                Step::New(node) => {
                    if let Some(met) = scene.met.take()
                        && let Some(second) = &self.second
                    {
                        let pushes = self.line(&second.1, node, met);
                        if !pushes.is_empty() {
                            return Ok(Turn::Found(pushes));
                        }
                    }
                }
                Step::Barren => {}
                Step::Exhausted => return Ok(Turn::Exhausted),
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.first.bytes() + self.second.as_ref().map_or(0, |second| second.1.bytes())
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

const INCOMPLETE: EngineClaims = EngineClaims { complete: false, repeatable: true };

pub(crate) static OPEN: EngineEntry = EngineEntry {
    name: "imagine",
    title: "aims at an open board that the end has been untangled to",
    reference: "Shoham, Festival: HF",
    params: &[],
    claims: INCOMPLETE,
    build: |board, start| {
        Box::new(Imagine::<Pulling>::new(board, start, UNTANGLING, Aim::Open, Manner::Open))
    },
};

pub(crate) static FAR: EngineEntry = EngineEntry {
    name: "imagine_far",
    title: "aims at a board with boxes far from home that the end has been untangled to",
    reference: "Shoham, Festival: MAX_DIST",
    params: &[],
    claims: INCOMPLETE,
    build: |board, start| {
        Box::new(Imagine::<Pulling>::new(board, start, UNTANGLING, Aim::Far, Manner::Open))
    },
};

pub(crate) static REVERSE: EngineEntry = EngineEntry {
    name: "imagine_start",
    title: "plays back from the end to an open board that the start has been untangled to",
    reference: "Shoham, Festival: REV",
    params: &[],
    claims: INCOMPLETE,
    build: |board, start| {
        Box::new(Imagine::<Pushing>::new(board, start, UNTANGLING, Aim::Open, Manner::Open))
    },
};

pub(crate) static DRAGONFLY: EngineEntry = EngineEntry {
    name: "dragonfly",
    title: "greedy pulls of one box any distance, straight back to the start",
    reference: "Shoham, Festival: Dragonfly",
    params: &[],
    claims: INCOMPLETE,
    build: |board, start| {
        Box::new(Imagine::<Pushing>::new(board, start, 0, Aim::Open, Manner::Straight))
    },
};
