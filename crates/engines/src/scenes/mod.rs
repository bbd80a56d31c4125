//! Games of macro moves whose positions have ranks, and trees of their positions.
//!
//! A *rank* is the features of a position packed into one number, the most important first, lower being
//! better. A [`Scene`] says which moves a position has and what ranks they lead to; an [`Order`] says
//! which of them is tried next, and a [`Tree`] keeps the positions.

mod beams;
mod boxes;
mod cells;
mod links;
mod rank;
mod tree;

use std::sync::Arc;

pub(crate) use beams::Beams;
pub(crate) use boxes::Boxes;
pub(crate) use cells::Cells;
use hakooshi_board::{Board, BoxMove};
use hakooshi_search::frontier::ByKey;
use hakooshi_search::spec::{Param, SearchSpec};
pub(crate) use links::Links;
pub(crate) use rank::{RankLayout, UNRANKED};
pub(crate) use tree::{Progress, Tree};

/// The index of a node in its tree.
pub(crate) type NodeId = u32;

/// Nodes by the keys of their positions.
pub(crate) type Keys = ByKey<NodeId>;

/// A move with the rank of the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<M> {
    pub(crate) rank: u64,
    pub(crate) moved: M,
    /// How difficult the move is: zero if an advisor proposes it.
    pub(crate) difficulty: u8,
}

/// A game of macro moves whose positions have ranks.
pub(crate) trait Scene {
    /// Boxes, player, and whatever else makes up a position.
    type State: Clone + Send;

    /// A macro move.
    type Move: Copy + Send;

    /// The state after a move; `None` if it is a deadlock.
    fn step(&mut self, state: &Self::State, moved: Self::Move) -> Option<Self::State>;

    /// A hash of the state.
    fn key(&self, state: &Self::State) -> u64;

    /// The cell of a rank: its upper part.
    fn cell(&self, rank: u64) -> u64;

    /// What positions have in common that are compared when novelty is asked for.
    fn kind(&self, rank: u64) -> u64 {
        self.cell(rank)
    }

    /// Adds the moves of a state; `known` are the keys of states already in the tree.
    fn children(&mut self, state: &Self::State, known: &Keys, out: &mut Vec<Child<Self::Move>>);

    /// Bytes that a state holds outside itself.
    fn heap_bytes(state: &Self::State) -> usize;
}

/// A move to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trial<M> {
    pub(crate) parent: NodeId,
    pub(crate) moved: M,
    pub(crate) rank: u64,
    /// Difficult moves on the path.
    pub(crate) weight: u32,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next<M> {
    Try(Trial<M>),
    /// Nothing just now.
    Pass,
    /// Begin again with the roots.
    Again,
    /// Nothing is left to try.
    Exhausted,
}

/// A position that was added to a tree.
pub(crate) struct Added<'a, S: Scene> {
    pub(crate) id: NodeId,
    /// Itself, for a root.
    pub(crate) parent: NodeId,
    pub(crate) state: &'a S::State,
    pub(crate) rank: u64,
    pub(crate) weight: u32,
}

/// Which move of which position is tried next.
pub(crate) trait Order<S: Scene>: Send {
    /// Takes in a new position and its moves.
    fn add(&mut self, scene: &S, added: &Added<'_, S>, moves: &[Child<S::Move>]);

    /// The next move; `best` is the position with the best rank.
    fn next(&mut self, best: NodeId) -> Next<S::Move>;

    /// Whether moves of this position may still be tried.
    fn is_open(&self, id: NodeId) -> bool;

    /// The number of cells, or of moves in a layer, that are open.
    fn open(&self) -> usize;

    /// Bytes held, at the moment before a list grows those of the old and the new one.
    fn bytes(&self) -> usize;
}

/// The orders that searches can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    Cells,
    /// The width of the first beam.
    Beams(usize),
}

pub(crate) const ORDER: Param = Param::word(
    "order",
    "which move is tried next: of each cell of positions in turn, or of a beam of doubling width",
    &["cells", "beams"],
);

pub(crate) const WIDTH: Param =
    Param::number("width", "moves in each layer of the first beam", 50.0, (2.0, 1e9));

impl Control {
    /// As the parameters [`ORDER`] and [`WIDTH`] say.
    pub(crate) fn of(spec: &SearchSpec) -> Self {
        match spec.search.params.choice(ORDER.name) {
            0 => Self::Cells,
            _ => Self::Beams(spec.search.params.get(WIDTH.name) as usize),
        }
    }

    /// An order of this kind for positions of a board.
    pub(crate) fn order<S>(self, board: &Arc<Board>) -> Box<dyn Order<S>>
    where
        S: Scene<State = Boxes, Move = BoxMove>,
    {
        match self {
            Self::Cells => Box::new(Cells::default()),
            Self::Beams(width) => Box::new(Beams::new(board, width)),
        }
    }
}

/// What the allocator takes beside each block, about.
const BLOCK_BYTES: usize = 16;

/// The index of the item with the least value, of those that have one.
pub(crate) fn best_of<T, V: Ord>(items: &[T], value: impl Fn(&T) -> Option<V>) -> Option<usize> {
    let valued = items.iter().enumerate().filter_map(|(at, item)| Some((value(item)?, at)));
    valued.min().map(|(_, at)| at)
}
