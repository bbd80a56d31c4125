//! HOT. The level played forwards along a packing plan: what can be done in a position, and
//! what each move is worth.
//!
//! Features, the weightiest first: steps of the plan *packed*, *regions* that boxes part the
//! floor into, *closed* links between rooms, *strays*, *hotspots*, and the distance of the boxes
//! from the goals, of which more is better: what is still far leaves room. The cheap tests for
//! deadlocks see every move, the expensive ones only a move that is chosen.

use std::sync::Arc;

use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, BoxMove, Direction, Position, Reach, Square, SquareSet};
use hakooshi_search::deadlocks::Guard;
use hakooshi_search::frontier::FrontierLink;
use hakooshi_search::pruning::{Rule, choose_boxes};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Context, Stop, Task};

use super::advisors::advise;
use super::hotspots::Hotspots;
use super::plan::FillPlan;
use crate::cells::{Boxes, Child, Keys, Links, RankLayout, Scene};

/// Steps of the plan still to do, regions, closed links, strays, hotspots and distance; cells do
/// not tell the last two apart.
const LAYOUT: RankLayout<6, 2> = RankLayout::new([10, 8, 8, 8, 8, 16]);

/// The steps of the plan still to do in a state of this rank.
pub(super) fn unpacked(rank: u64) -> u32 {
    LAYOUT.get(rank, 0)
}

/// How often advisors think again about the moves of one position.
const MOST_ROUNDS: usize = 10;

/// What matters about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    pub(crate) packed: u32,
    pub(crate) regions: u32,
    pub(crate) closed: u32,
    pub(crate) strays: u32,
    pub(crate) hot: u32,
    pub(crate) distance: u32,
}

/// A move with what it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) moved: BoxMove,
    /// Nought if an advisor proposes it.
    pub(crate) difficulty: u8,
    pub(crate) features: Features,
    pub(crate) rank: u64,
    /// Boxes that did not move can be pushed from a side that was out of reach before.
    pub(crate) explores: bool,
    /// The expensive tests have had a look and found nothing.
    looked_at: bool,
}

/// What never changes while a level is played.
#[derive(Debug)]
pub(crate) struct Statics {
    pub(crate) board: Arc<Board>,
    pub(crate) live: SquareSet,
    pub(crate) plan: FillPlan,
}

impl Statics {
    fn rank(&self, features: &Features) -> u64 {
        let &Features { packed, regions, closed, strays, hot, distance } = features;
        let unpacked = self.plan.len() as u32 - packed;
        LAYOUT.pack([unpacked, regions, closed, strays, hot, LAYOUT.more(5, distance)])
    }
}

/// The game along a plan.
pub(crate) struct PlannedGame {
    statics: Statics,
    position: Position,
    reach: Reach,
    after: Reach,
    relocations: Relocations,
    guard: Guard,
    rules: Vec<Box<dyn Rule>>,
    links: Links,
    hotspots: Hotspots,
    candidates: Vec<Candidate>,
    /// The tests that refused moves since this was last emptied.
    pub(crate) refused: Vec<&'static str>,
    pub(crate) link: FrontierLink,
}

impl PlannedGame {
    pub(crate) fn new(statics: Statics, spec: &SearchSpec, task: &Task) -> Self {
        let Task { board, start, frontier, .. } = task;
        Self {
            position: start.clone(),
            reach: Reach::new(board),
            after: Reach::new(board),
            relocations: Relocations::new(board),
            guard: Guard::new(&spec.deadlocks, task, Direction::Forward),
            rules: spec.rules(task, &statics.live),
            links: Links::new(board),
            hotspots: Hotspots::new(board, &statics.live),
            candidates: Vec::new(),
            refused: Vec::new(),
            link: FrontierLink::new(frontier, Direction::Forward),
            statics,
        }
    }

    /// Lets the deadlock tests make their tables, if these are due. Called before an expansion.
    pub(crate) fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        self.guard.prepare(context)
    }

    /// The start with its rank.
    pub(crate) fn root(&mut self, start: &Position) -> (Boxes, u64) {
        let state = Boxes { boxes: start.boxes().to_vec(), player: start.player() };
        self.load(&state);
        let player = self.reach.first();
        let features = self.features();
        let state = Boxes { player, ..state };
        self.link.root(self.key(&state), player);
        (state, self.statics.rank(&features))
    }

    /// Bytes that the tests for deadlocks hold.
    pub(crate) fn bytes(&self) -> usize {
        self.guard.bytes() + self.link.bytes()
    }

    fn load(&mut self, state: &Boxes) {
        self.position.set(&self.statics.board, &state.boxes, state.player);
        self.reach.fill(&self.statics.board, &self.position);
    }

    /// The features of the position loaded, from scratch.
    fn features(&mut self) -> Features {
        let Self { statics, position, after, links, hotspots, .. } = self;
        let board = &statics.board;
        let packed = statics.plan.packed(position.occupied());
        let way = |square: &Square| u32::from(board.pushes_home()[square.index()]);
        Features {
            packed: packed as u32,
            regions: after.regions(board, position.boxes()).len() as u32,
            closed: links.closed(position.occupied()),
            strays: statics.plan.strays(packed, position.occupied()),
            hot: hotspots.count(position),
            distance: position.boxes().iter().map(way).sum(),
        }
    }

    /// Adds the moves of the box on `from`.
    fn moves_of(&mut self, now: &Features, from: Square, known: &Keys) {
        let Self { statics, position, reach, relocations, links, hotspots, link, .. } = self;
        let board = &statics.board;
        let home = board.pushes_home();
        let player = position.player();
        let here = position.key(board, reach.first());
        let lifted = position.box_key() ^ board.box_key(from);
        let mut is_lifted = false;
        relocations.of_box(board, position, reach, from, &statics.live);
        for found in relocations.found() {
            let region = relocations.region_after(board, found);
            let to = found.to;
            let key = lifted ^ board.box_key(to) ^ board.player_key(region);
            if known.contains_key(&key) {
                continue;
            }
            if !is_lifted {
                hotspots.lift(position, from);
                is_lifted = true;
            }
            let done = BoxMove { from, to, player: found.player };
            position.relocate(board, done);
            if self.guard.after_move(position, to).is_none() {
                let packed = statics.plan.packed(position.occupied());
                let features = Features {
                    packed: packed as u32,
                    regions: relocations.regions_with_box_on(board, to),
                    closed: links.closed_after(position.occupied(), from, to),
                    strays: statics.plan.strays(packed, position.occupied()),
                    hot: hotspots.with_box_on(to),
                    distance: now.distance - u32::from(home[from.index()])
                        + u32::from(home[to.index()]),
                };
                let opens = |&beside: &Square| {
                    !beside.is_wall() && !reach.contains(beside) && position.is_free(beside)
                };
                let may_explore = board.neighbours(from).iter().any(opens)
                    || !(reach.contains(found.player) || found.player == from);
                let explores = may_explore && {
                    self.after.fill(board, position);
                    explores(board, position, reach, &self.after, to)
                };
                let moved = BoxMove { player: region, ..done };
                link.reached(key, here, moved);
                if link.is_met(key) {
                    link.met = Some((moved, key));
                }
                self.candidates.push(Candidate {
                    moved,
                    difficulty: 1,
                    rank: statics.rank(&features),
                    features,
                    explores,
                    looked_at: false,
                });
            }
            position.relocate(board, done.undone(player));
        }
    }

    /// Has moves proposed; what a close look refuses is dropped, and the advisors think again.
    fn advise(&mut self, now: &Features) {
        let player = self.position.player();
        let Self { statics, position, candidates, guard, refused, .. } = self;
        for _ in 0..MOST_ROUNDS {
            for it in candidates.iter_mut() {
                it.difficulty = 1;
            }
            advise(statics, now, candidates);
            let before = candidates.len();
            candidates.retain_mut(|it| {
                if it.difficulty != 0 || it.looked_at {
                    return true;
                }
                it.looked_at = true;
                position.relocate(&statics.board, it.moved);
                let test = guard.at_expansion(position);
                position.relocate(&statics.board, it.moved.undone(player));
                refused.extend(test);
                test.is_none()
            });
            if candidates.len() == before {
                return;
            }
        }
    }
}

/// Whether a box other than that on `moved` can now be pushed from a side that was out of
/// reach before.
fn explores(
    board: &Board,
    position: &Position,
    before: &Reach,
    after: &Reach,
    moved: Square,
) -> bool {
    position.boxes().iter().filter(|&&square| square != moved).any(|&square| {
        hakooshi_level::Dir::ALL.into_iter().any(|dir| {
            let side = board.step(square, dir);
            after.contains(side)
                && !before.contains(side)
                && position.is_free(board.step(square, dir.opposite()))
        })
    })
}

impl Scene for PlannedGame {
    type State = Boxes;
    type Move = BoxMove;

    fn cell(&self, rank: u64) -> u64 {
        LAYOUT.cell(rank)
    }

    fn step(&mut self, state: &Boxes, moved: BoxMove) -> Option<Boxes> {
        let after = state.after(moved)?;
        self.position.set(&self.statics.board, &after.boxes, after.player);
        let refused = self.guard.at_expansion(&self.position);
        self.refused.extend(refused);
        refused.is_none().then_some(after)
    }

    fn key(&self, state: &Boxes) -> u64 {
        state.key(&self.statics.board)
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child<BoxMove>>) {
        self.load(state);
        self.guard.count_expansion();
        let now = self.features();
        self.candidates.clear();
        self.link.met = None;
        let only = choose_boxes(&mut self.rules, &self.position, &self.reach).cloned();
        for &from in &state.boxes {
            if only.as_ref().is_none_or(|only| only.contains(from)) {
                self.moves_of(&now, from, known);
            }
        }
        self.advise(&now);
        let child =
            |it: &Candidate| Child { rank: it.rank, moved: it.moved, difficulty: it.difficulty };
        out.extend(self.candidates.iter().map(child));
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.heap_bytes()
    }
}
