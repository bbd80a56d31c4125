//! HOT. A stretch of the line searched anew: A* from its first position to its last, over
//! walks and pushes, near the line.
//!
//! The key is pushes before moves with the matching of boxes to the squares they are to fill
//! as the bound, and nothing is kept that cannot beat the stretch as it is. Near means that
//! all but so many boxes stand as they do in some one position of the stretch, after the
//! vicinity search of Gouezel's optimizer in YASO: there the positions are listed beforehand,
//! here a child is compared with those of the line when it is met, a few words for each.

use std::ops::Range;
use std::sync::Arc;

use hakooshi_board::{Board, Direction, Push, Square, Walks};
use hakooshi_search::heuristics::{Aim, Heuristic, Matching};
use hakooshi_search::open::{Buckets, OpenList};
use hakooshi_search::space::{Space, WalkSpace};
use hakooshi_search::store::{Inserted, Layout, StateId, Store};
use hakooshi_search::{Context, Cost, Reservation, Stop};

use crate::line::Line;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Pushes of the stretch.
    pub(crate) pushes: usize,
    /// Boxes that may stand elsewhere than on the line.
    pub(crate) astray: u32,
    /// Expansions.
    pub(crate) nodes: u64,
}

/// What came of a search.
#[derive(Debug)]
pub(crate) struct Searched {
    /// Better pushes for the stretch.
    pub(crate) found: Option<Vec<Push>>,
    /// Whether nothing was left out: no other pushes are better than those found, or than
    /// those of the line.
    pub(crate) is_best: bool,
}

/// What searches of one line share.
#[derive(Debug)]
pub(crate) struct Windows {
    board: Arc<Board>,
    space: WalkSpace,
    layout: Layout,
    walks: Walks,
    actions: Vec<Push>,
    boxes: Vec<Square>,
    packed: Vec<u64>,
}

/// One search.
struct Window<'a> {
    shared: &'a mut Windows,
    line: &'a Line,
    stretch: Range<usize>,
    astray: u32,
    most_moves: u32,
    matching: Matching,
    store: Store<Push>,
    others: Reservation,
    open: Buckets,
    best: Cost,
    end: Option<StateId>,
    has_cut: bool,
    /// The position of the line that the last child was near to.
    near: usize,
}

impl Windows {
    /// What searches of `line`, and of lines made from it, need.
    pub(crate) fn new(line: &Line) -> Self {
        let board = Arc::clone(line.board());
        let layout = Layout::new(&board);
        Self {
            space: WalkSpace::new(&board, &line.position(0), board.live().clone()),
            layout,
            walks: Walks::new(&board),
            actions: Vec::new(),
            boxes: Vec::new(),
            packed: vec![0; layout.words()],
            board,
        }
    }

    /// Searches for better pushes in place of a stretch of `line`, such that the stretch has
    /// no more than `most_moves`.
    pub(crate) fn search(
        &mut self,
        line: &Line,
        stretch: Range<usize>,
        effort: Effort,
        most_moves: u32,
        context: &mut Context<'_>,
    ) -> Result<Searched, Stop> {
        let aim = if stretch.end == line.len() {
            Aim::goals(&self.board)
        } else {
            let squares = line.position(stretch.end).boxes().to_vec();
            Aim { board: Arc::clone(&self.board), squares, direction: Direction::Forward }
        };
        let store = Store::new(self.layout, context.memory());
        let mut window = Window {
            best: line.cost_of(&stretch),
            near: stretch.start,
            astray: effort.astray,
            matching: Matching::new(&aim),
            shared: self,
            line,
            stretch,
            most_moves,
            store,
            others: context.memory().reservation(),
            open: Buckets::new(),
            end: None,
            has_cut: false,
        };
        let ended = match window.run(effort.nodes, context) {
            // The memory is short for this stretch, and may do for another.
            Ok(false) | Err(Stop::Memory) => false,
            Ok(true) => true,
            Err(stop) => return Err(stop),
        };
        Ok(Searched {
            found: window.end.map(|end| window.store.trail(end)),
            is_best: ended && !window.has_cut,
        })
    }
}

impl Window<'_> {
    /// Searches; whether it came to an end within so many expansions.
    fn run(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<bool, Stop> {
        self.plant()?;
        let mut left = nodes;
        while let Some(((key, _), id)) = self.open.pop() {
            if key >= self.best {
                break;
            }
            let cost = self.store.cost(id);
            if key > cost + at_least(self.store.estimate(id)) {
                continue;
            }
            if left == 0 {
                return Ok(false);
            }
            left -= 1;
            context.expand(key, self.open.len())?;
            self.load(id);
            if !self.ends(id, cost) {
                self.grow(id, cost)?;
            }
        }
        Ok(true)
    }

    fn plant(&mut self) -> Result<(), Stop> {
        self.store.reserve(1)?;
        let start = self.line.position(self.stretch.start);
        self.shared.space.load(start.boxes(), start.player());
        self.shared.pack();
        let met = self.store.insert(&self.shared.packed, None, None, Cost::ZERO);
        if let (Inserted::New(id), Some(estimate)) = (met, self.matching.estimate(&start)) {
            self.store.set_estimate(id, estimate);
            self.open.push((at_least(estimate), Cost::ZERO), id);
        }
        Ok(())
    }

    fn load(&mut self, id: StateId) {
        let Windows { space, layout, boxes, .. } = &mut *self.shared;
        let state = self.store.state(id);
        layout.boxes(state, boxes);
        space.load(boxes, layout.player(state));
    }

    /// Whether the stretch can end in the working position, which then need not be expanded;
    /// notes it if that is better than what is known.
    fn ends(&mut self, id: StateId, cost: Cost) -> bool {
        let position = self.shared.space.position();
        let Some(exit) = self.line.exit(self.stretch.end) else {
            if position.is_solved() {
                (self.best, self.end) = (cost, Some(id));
            }
            return position.is_solved();
        };
        if position.occupied().words() != self.line.occupied(self.stretch.end) {
            return false;
        }
        self.shared.walks.fill(&self.shared.board, position);
        let Some(walk) = self.shared.walks.steps(exit) else { return false };
        let whole = cost + Cost::new(0, walk);
        if whole.second() > self.most_moves {
            self.has_cut = true;
        } else if whole < self.best {
            (self.best, self.end) = (whole, Some(id));
        }
        true
    }

    fn grow(&mut self, id: StateId, cost: Cost) -> Result<(), Stop> {
        self.matching.expand(self.shared.space.position());
        self.shared.actions.clear();
        self.shared.space.actions(&mut self.shared.actions);
        self.others.resize(self.open.bytes())?;
        self.store.reserve(self.shared.actions.len())?;
        for at in 0..self.shared.actions.len() {
            let push = self.shared.actions[at];
            let (pushes, moves) = self.shared.space.cost(push);
            let undo = self.shared.space.apply(push);
            self.meet(id, push, cost + Cost::new(pushes, moves));
            self.shared.space.undo(undo);
        }
        Ok(())
    }

    /// Stores the working position if it is worth it.
    #[inline]
    fn meet(&mut self, parent: StateId, push: Push, cost: Cost) {
        self.shared.pack();
        if let Some(id) = self.store.find(&self.shared.packed) {
            let key = cost + at_least(self.store.estimate(id));
            if cost < self.store.cost(id) && key < self.best {
                self.store.improve(id, parent, push, cost);
                self.open.push((key, Cost::new(self.store.estimate(id), 0)), id);
            }
            return;
        }
        if !self.is_near() {
            self.has_cut = true;
            return;
        }
        let position = self.shared.space.position();
        let to = self.shared.board.step(push.from, push.dir);
        let Some(estimate) = self.matching.child(position, position.box_index(to)) else { return };
        let key = cost + at_least(estimate);
        if key >= self.best {
            return;
        }
        if key.second() > self.most_moves {
            self.has_cut = true;
            return;
        }
        if let Inserted::New(id) =
            self.store.insert(&self.shared.packed, Some(parent), Some(push), cost)
        {
            self.store.set_estimate(id, estimate);
            self.open.push((key, Cost::new(estimate, 0)), id);
        }
    }

    /// Whether the boxes of the working position stand as in some position of the stretch but
    /// for those that may be astray. The position that the child before was near to is asked
    /// first, for children of one parent have most boxes in common.
    fn is_near(&mut self) -> bool {
        let boxes = self.shared.space.position().occupied().words();
        let fits = |at: usize| {
            let other = self.line.occupied(at).iter().zip(boxes);
            // A box astray is missing in one place and found in another.
            other.map(|(a, b)| (a ^ b).count_ones()).sum::<u32>() <= 2 * self.astray
        };
        if fits(self.near) {
            return true;
        }
        let found = (self.stretch.start..=self.stretch.end).find(|&at| fits(at));
        self.near = found.unwrap_or(self.near);
        found.is_some()
    }
}

impl Windows {
    #[inline]
    fn pack(&mut self) {
        let position = self.space.position();
        self.layout.pack(position.occupied(), position.player(), &mut self.packed);
    }
}

/// What is at least left when so many pushes are.
const fn at_least(estimate: u32) -> Cost {
    Cost::new(estimate, estimate)
}

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Silent};

    use super::*;
    use crate::line::tests::{letters, line};

    const HALL: &str = "#########\n#       #\n#@$   . #\n#   $ . #\n#       #\n#########";
    /// The first box goes down and up again.
    const DETOUR: &str = "RurDlddrUluRRRlldRR";

    fn search(line: &Line, effort: Effort, budget: Budget) -> Searched {
        let mut silent = Silent;
        let mut context = Context::new(budget, &mut silent);
        let most = line.cost().second();
        let whole = 0..line.len();
        Windows::new(line).search(line, whole, effort, most, &mut context).expect("time enough")
    }

    #[test]
    fn a_detour_is_found_and_the_best_is_known_as_such() {
        let line = line(HALL, DETOUR);
        let effort = Effort { pushes: 8, astray: 2, nodes: 10_000 };
        let searched = search(&line, effort, Budget::default());
        let pushes = searched.found.expect("a better way");
        let better = line.with(&(0..8), &pushes).expect("playable");
        assert_eq!(letters(&better), "RRRRlldRR");
        assert!(searched.is_best);
        let near = search(&line, Effort { astray: 0, ..effort }, Budget::default());
        assert!(near.found.is_some() && !near.is_best, "positions off the line were left out");
    }

    #[test]
    fn too_few_nodes_or_bytes_prove_nothing() {
        let line = line(HALL, DETOUR);
        let effort = Effort { pushes: 8, astray: 2, nodes: 1 };
        let few = search(&line, effort, Budget::default());
        assert!(few.found.is_none() && !few.is_best);
        let bytes = Budget { bytes: Some(1000), ..Budget::default() };
        let short = search(&line, Effort { nodes: 10_000, ..effort }, bytes);
        assert!(short.found.is_none() && !short.is_best);
    }
}
