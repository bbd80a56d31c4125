//! HOT. The level played forwards along a packing plan: what can be done in a position, and
//! what each move is worth.
//!
//! Features, the weightiest first: steps of the plan *packed*, *regions* that boxes part the
//! floor into, *closed* links between rooms, *strays*, *hotspots*, and the way boxes still
//! have to go. The cheap tests for deadlocks see every move, the dear ones only a move that
//! is chosen.

use std::sync::Arc;

use hakooshi_board::analysis::Distances;
use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_search::deadlocks::{Detector, Freeze, Verdict};
use hakooshi_search::pruning::PiCorral;

use super::advisors::advise;
use super::hotspots::Hotspots;
use super::plan::Plan;
use crate::Case;
use crate::battery::{Battery, Pairs};
use crate::cells::{Boxes, Child, Hop, Keys, Links, Scene, ways_home};
use crate::dead_sets::Play;
use crate::meet::{End, Scout};

/// Where a rank holds the steps of the plan that are still to do.
pub(super) const UNPACKED_SHIFT: u32 = 54;

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
pub(crate) struct Kid {
    pub(crate) hop: Hop,
    pub(crate) features: Features,
    pub(crate) rank: u64,
    /// Boxes that did not move can be pushed from a side that was out of reach before.
    pub(crate) explores: bool,
    /// The battery has had a look and found nothing.
    looked_at: bool,
}

/// What never changes while a level is played.
#[derive(Debug)]
pub(crate) struct Statics {
    pub(crate) board: Arc<Board>,
    pub(crate) live: SquareSet,
    pub(crate) plan: Plan,
    /// By square, then square: pushes of a lone box from the one to the other.
    pub(crate) pushes: Distances,
    /// By square, then square: steps of the player on the empty board.
    pub(crate) walks: Vec<Vec<u16>>,
    to_goal: Vec<u16>,
}

impl Statics {
    pub(crate) fn new(
        board: &Arc<Board>,
        live: &SquareSet,
        plan: Plan,
        walks: Vec<Vec<u16>>,
    ) -> Self {
        let squares: Vec<Square> = board.squares().collect();
        Self {
            live: live.clone(),
            plan,
            pushes: Distances::from(board, &squares),
            walks,
            to_goal: ways_home(board),
            board: Arc::clone(board),
        }
    }

    /// Pushes that take a lone box from one square to another.
    #[inline]
    pub(crate) fn pushes(&self, from: Square, to: Square) -> u16 {
        self.pushes.least(from.index() - 1, to)
    }

    fn rank(&self, features: &Features) -> u64 {
        let field = |value: u32, most: u32| u64::from(value.min(most));
        field(self.plan.len() as u32 - features.packed, 1023) << UNPACKED_SHIFT
            | field(features.regions, 255) << 46
            | field(features.closed, 255) << 38
            | field(features.strays, 255) << 30
            | field(features.hot, 255) << 22
            | (0xffff - field(features.distance, 0xffff))
    }
}

/// The game along a plan.
#[derive(Debug)]
pub(crate) struct Packing {
    statics: Statics,
    position: Position,
    reach: Reach,
    after: Reach,
    relocations: Relocations,
    corral: PiCorral,
    freeze: Freeze,
    links: Links,
    hotspots: Hotspots,
    battery: Battery,
    pairs: Pairs,
    kids: Vec<Kid>,
    /// The tests that refused moves since this was last emptied.
    pub(crate) refused: Vec<&'static str>,
    pub(crate) scout: Scout,
}

impl Packing {
    pub(crate) fn new(statics: Statics, case: &Case) -> Self {
        let Case { start, meet, .. } = case;
        let board = &statics.board;
        Self {
            position: start.clone(),
            reach: Reach::new(board),
            after: Reach::new(board),
            relocations: Relocations::new(board),
            corral: PiCorral::new(board, &statics.live),
            freeze: Freeze::new(board),
            links: Links::new(board),
            hotspots: Hotspots::new(board, &statics.live),
            battery: Battery::new(board),
            pairs: Pairs::new(case, Play::Forward, &statics.live),
            kids: Vec::new(),
            refused: Vec::new(),
            scout: Scout::new(meet, End::Start),
            statics,
        }
    }

    /// The start with its rank.
    pub(crate) fn root(&mut self, start: &Position) -> (Boxes, u64) {
        let state = Boxes { boxes: start.boxes().to_vec(), player: start.player() };
        self.load(&state);
        let player = self.reach.first();
        let features = self.features();
        let state = Boxes { player, ..state };
        self.scout.root(self.key(&state), player);
        (state, self.statics.rank(&features))
    }

    /// Bytes that the tests for deadlocks hold.
    pub(crate) fn bytes(&self) -> usize {
        self.battery.bytes() + self.pairs.bytes() + self.scout.bytes()
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
        let way = |square: &Square| u32::from(statics.to_goal[square.index()]);
        Features {
            packed: packed as u32,
            regions: after.regions(board, position.boxes()).len() as u32,
            closed: links.closed(board, position.occupied()),
            strays: statics.plan.strays(packed, position.occupied()),
            hot: hotspots.count(position),
            distance: position.boxes().iter().map(way).sum(),
        }
    }

    /// Adds the moves of the box on `from`.
    fn moves_of(&mut self, now: &Features, from: Square, known: &Keys) {
        let Self { statics, position, reach, relocations, links, hotspots, scout, .. } = self;
        let board = &statics.board;
        let player = position.player();
        let here = position.box_key() ^ board.player_key(reach.first());
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
            position.carry(board, from, to, found.player);
            let dead = self.freeze.check_after(position, to) == Verdict::Dead
                || self.pairs.is_dead(position, to);
            if !dead {
                let packed = statics.plan.packed(position.occupied());
                let features = Features {
                    packed: packed as u32,
                    regions: relocations.regions_with_box_on(board, to),
                    closed: links.closed_after(board, position.occupied(), from, to),
                    strays: statics.plan.strays(packed, position.occupied()),
                    hot: hotspots.with_box_on(to),
                    distance: now.distance - u32::from(statics.to_goal[from.index()])
                        + u32::from(statics.to_goal[to.index()]),
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
                let hop = Hop { from, to, player: region, gone: false, weight: 1 };
                scout.reached(key, here, hop);
                if scout.is_met(key) {
                    scout.met = Some((hop, key));
                }
                self.kids.push(Kid {
                    hop,
                    rank: statics.rank(&features),
                    features,
                    explores,
                    looked_at: false,
                });
            }
            position.carry(board, to, from, player);
        }
    }

    /// Has moves proposed; what a close look refuses is dropped, and the advisors think again.
    fn advise(&mut self, now: &Features) {
        let player = self.position.player();
        let Self { statics, position, kids, battery, refused, .. } = self;
        for _ in 0..MOST_ROUNDS {
            for kid in kids.iter_mut() {
                kid.hop.weight = 1;
            }
            advise(statics, now, kids);
            let before = kids.len();
            kids.retain_mut(|kid| {
                if kid.hop.weight != 0 || kid.looked_at {
                    return true;
                }
                kid.looked_at = true;
                let Hop { from, to, player: after, .. } = kid.hop;
                position.carry(&statics.board, from, to, after);
                let test = battery.refuses(position);
                position.carry(&statics.board, to, from, player);
                refused.extend(test);
                test.is_none()
            });
            if kids.len() == before {
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

impl Scene for Packing {
    type State = Boxes;

    const FINE_BITS: u32 = 30;

    fn step(&mut self, state: &Boxes, hop: Hop) -> Option<Boxes> {
        let after = state.after(hop)?;
        self.position.set(&self.statics.board, &after.boxes, after.player);
        let refused = self.battery.refuses(&self.position);
        self.refused.extend(refused);
        refused.is_none().then_some(after)
    }

    fn key(&self, state: &Boxes) -> u64 {
        state.key(&self.statics.board)
    }

    fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child>) {
        self.load(state);
        self.pairs.count();
        let now = self.features();
        self.kids.clear();
        self.scout.met = None;
        let corral = self.corral.choose(&self.position, &self.reach).cloned();
        for &from in &state.boxes {
            if corral.as_ref().is_none_or(|corral| corral.contains(from)) {
                self.moves_of(&now, from, known);
            }
        }
        self.advise(&now);
        out.extend(self.kids.iter().map(|kid| Child { rank: kid.rank, hop: kid.hop }));
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.boxes.len() * size_of::<Square>()
    }
}
