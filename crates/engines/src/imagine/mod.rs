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

use approach::Approach;
use hakooshi_board::analysis::Distances;
use hakooshi_board::movegen::{Pulling, Pushing};
use hakooshi_board::{Board, Square, SquareSet};
use hakooshi_search::space::landing_for_pushes;
use hakooshi_search::{Context, Cost, Stop};
use untangle::Untangle;

use crate::cells::{Boxes, Hop, NodeId, Scene, Step, Tree};
use crate::meet::{Line, pushes_of};
use crate::play::Side;
use crate::{Case, EngineClaims, EngineEntry, Search, Turn};

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
}

impl Order for Pulling {
    type Other = Pushing;

    fn ways(board: &Board, aim: &[Square]) -> Distances {
        Distances::to(board, aim)
    }
}

impl Order for Pushing {
    type Other = Pulling;

    fn ways(board: &Board, aim: &[Square]) -> Distances {
        Distances::from(board, aim)
    }
}

/// Search by way of an imagined board.
#[derive(Debug)]
struct Imagine<U: Order> {
    case: Case,
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
    /// A search of `case`, which must have a box for every goal.
    fn new(case: &Case, untangling: usize, aim: Aim, manner: Manner) -> Self {
        Self {
            live: landing_for_pushes(&case.board, true),
            manner,
            untangling,
            untangle: Untangle::new(case, aim),
            first: Tree::new(),
            second: None,
            elsewhere: 0,
            case: case.clone(),
        }
    }

    /// One position more of the first half, or the beginning of the second.
    fn untangle(&mut self) -> Option<Vec<Hop>> {
        let Self { case, untangle, first, .. } = self;
        if first.len() == 0 {
            for root in U::roots(&case.board, &case.start) {
                untangle.game.scout.root(root.key(&case.board), root.player);
                first.add_root(untangle, root, u64::MAX >> 1);
            }
        }
        if first.len() < self.untangling {
            match first.advance(untangle) {
                Step::New(node) => return untangle.game.scout.line(|| trail(first, node)),
                Step::Barren => return None,
                Step::Exhausted => {}
            }
        }
        untangle.game.scout.hand_in();
        let aim = &first.state(first.best()).boxes;
        let ways = U::ways(&case.board, aim);
        let mut approach = Approach::new(case, self.manner, (aim, &ways));
        let mut tree = Tree::new();
        for root in U::Other::roots(&case.board, &case.start) {
            approach.game.scout.root(root.key(&case.board), root.player);
            tree.add_root(&mut approach, root, u64::MAX >> 1);
        }
        self.second = Some(Box::new((approach, tree)));
        None
    }
}

/// The hops from a root to a node, and the player's region at the root.
fn trail<S: Scene<State = Boxes>>(tree: &Tree<S>, node: NodeId) -> Line {
    let (root, hops) = tree.trail(node);
    (hops, tree.state(root).player)
}

impl<U: Order> Search for Imagine<U> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        for _ in 0..nodes {
            context.hold(self.elsewhere + self.bytes())?;
            context.expand(Cost::ZERO, self.first.cells())?;
            let line = match &mut self.second {
                None => self.untangle(),
                Some(second) => {
                    let (scene, tree) = &mut **second;
                    match tree.advance(scene) {
                        Step::New(node) => scene.game.scout.line(|| trail(tree, node)),
                        Step::Barren => None,
                        Step::Exhausted => return Ok(Turn::Exhausted),
                    }
                }
            };
            if let Some(hops) = line
                && let Some(pushes) =
                    pushes_of(&self.case.board, &self.case.start, &self.live, &hops)
            {
                return Ok(Turn::Found(pushes));
            }
        }
        // The others are to know what was found, should they have the next turn.
        match &mut self.second {
            None => self.untangle.game.scout.hand_in(),
            Some(second) => second.0.game.scout.hand_in(),
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        let second = self.second.as_ref().map_or(0, |second| second.0.bytes() + second.1.bytes());
        self.untangle.bytes() + self.first.bytes() + second
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
    build: |case| Box::new(Imagine::<Pulling>::new(case, UNTANGLING, Aim::Open, Manner::Open)),
};

pub(crate) static FAR: EngineEntry = EngineEntry {
    name: "imagine_far",
    title: "aims at a board with boxes far from home that the end has been untangled to",
    reference: "Shoham, Festival: MAX_DIST",
    params: &[],
    claims: INCOMPLETE,
    build: |case| Box::new(Imagine::<Pulling>::new(case, UNTANGLING, Aim::Far, Manner::Open)),
};

pub(crate) static REVERSE: EngineEntry = EngineEntry {
    name: "imagine_start",
    title: "plays back from the end to an open board that the start has been untangled to",
    reference: "Shoham, Festival: REV",
    params: &[],
    claims: INCOMPLETE,
    build: |case| Box::new(Imagine::<Pushing>::new(case, UNTANGLING, Aim::Open, Manner::Open)),
};

pub(crate) static DRAGONFLY: EngineEntry = EngineEntry {
    name: "dragonfly",
    title: "greedy pulls of one box any distance, straight back to the start",
    reference: "Shoham, Festival: Dragonfly",
    params: &[],
    claims: INCOMPLETE,
    build: |case| Box::new(Imagine::<Pushing>::new(case, 0, Aim::Open, Manner::Straight)),
};
