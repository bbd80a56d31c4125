//! The level played forwards along a packing plan: the moves of a position and their ranks.
//!
//! Features, the most important first: steps of the plan *packed*, *regions* of free floor,
//! *closed* links between rooms, *strays*, *hotspots*, and the distance of the boxes from the
//! goals, where more is better because distant boxes leave room. The cheap deadlock tests see every
//! move, the expensive ones only moves that are proposed or chosen.

use std::sync::Arc;

use hakooshi_board::movegen::{Relocation, Relocations};
use hakooshi_board::{Board, BoxMove, Direction, Position, Reach, Square, SquareSet, View};
use hakooshi_search::deadlocks::Guard;
use hakooshi_search::frontier::FrontierLink;
use hakooshi_search::pruning::{Rule, choose_boxes};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Context, Deadline, Stop, Task};

use super::advisors::advise;
use super::hotspots::Hotspots;
use super::limit::Limit;
use super::plan::FillPlan;
use crate::play::LOOK;
use crate::scenes::{Boxes, Child, Control, Keys, Links, RankLayout, Scene};

/// Steps of the plan still to do, regions, closed links, strays, hotspots and distance; cells
/// ignore the last two.
const LAYOUT: RankLayout<6, 2> = RankLayout::new([10, 8, 8, 8, 8, 16]);

/// The steps of the plan still to do in a state of this rank.
pub(super) fn unpacked(rank: u64) -> u32 {
    LAYOUT.get(rank, 0)
}

/// Rounds of proposals for one position. Each refused proposal costs a round. Set by judgement.
const MOST_ROUNDS: usize = 10;

/// The features of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    pub(crate) packed: u32,
    pub(crate) regions: u32,
    pub(crate) closed: u32,
    pub(crate) strays: u32,
    pub(crate) hot: u32,
    pub(crate) distance: u32,
}

/// A possible move, with the features of the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) moved: BoxMove,
    /// Zero if an advisor proposes it, otherwise one.
    pub(crate) difficulty: u8,
    pub(crate) features: Features,
    pub(crate) rank: u64,
    /// Whether another box can now be pushed from a side that was out of reach before.
    pub(crate) explores: bool,
    /// The expensive tests have run and found no deadlock.
    pub(super) looked_at: bool,
}

/// What stays the same throughout the search.
#[derive(Debug)]
pub(crate) struct Statics {
    pub(crate) board: Arc<Board>,
    pub(crate) live: SquareSet,
    pub(crate) plan: Arc<FillPlan>,
    /// Of positions equal in all else, the one with its boxes nearer to the goals is better, and
    /// not the one with its boxes farther away, which leaves more room. Neither is better on the
    /// whole, and each solves levels that the other does not (bench/LOG.md).
    pub(crate) prefers_near: bool,
}

impl Statics {
    fn rank(&self, features: &Features) -> u64 {
        let &Features { packed, regions, closed, strays, hot, distance } = features;
        let unpacked = self.plan.len() as u32 - packed;
        let distance = if self.prefers_near { distance } else { LAYOUT.more(5, distance) };
        LAYOUT.pack([unpacked, regions, closed, strays, hot, distance])
    }
}

/// The game along a plan.
pub(crate) struct PlannedGame {
    pub(super) statics: Statics,
    position: Position,
    reach: Reach,
    after: Reach,
    relocations: Relocations,
    guard: Guard,
    rules: Vec<Box<dyn Rule>>,
    links: Links,
    hotspots: Hotspots,
    candidates: Vec<Candidate>,
    /// Tests that refused a move since the list was last drained.
    pub(crate) refused: Vec<&'static str>,
    pub(crate) link: FrontierLink,
    deadline: Deadline,
    /// In which order the trees of the search try moves.
    pub(super) control: Control,
    /// The most pushes of a solution, if there is a limit, and the pushes so far.
    pub(super) limit: Option<Limit>,
    pushes: u32,
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
            deadline: Deadline::default(),
            control: Control::Cells,
            limit: None,
            pushes: 0,
            statics,
        }
    }

    /// Lets the deadlock tests build tables that are due, and notes when to stop. Called before an
    /// expansion.
    pub(crate) fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        self.deadline = context.deadline();
        if let Some(limit) = &mut self.limit {
            limit.until(context.deadline());
        }
        self.guard.prepare(context)
    }

    /// Goes on along another plan.
    pub(super) fn follow(&mut self, plan: &Arc<FillPlan>, prefers_near: bool) {
        if !Arc::ptr_eq(&self.statics.plan, plan) {
            self.statics.plan = Arc::clone(plan);
        }
        self.statics.prefers_near = prefers_near;
    }

    /// A position to begin from, with its rank. Only the start of the level is one for others to know
    /// as a root.
    pub(crate) fn root(&mut self, start: &Position, is_first: bool) -> (Boxes, u64) {
        let state = Boxes { boxes: start.boxes().to_vec(), player: start.player(), pushes: 0 };
        self.load(&state);
        let player = self.reach.first();
        let features = self.features();
        let state = Boxes { player, ..state };
        if is_first {
            self.link.root(self.key(&state), player);
        }
        (state, self.statics.rank(&features))
    }

    /// Bytes held by the deadlock tests, the limit and the link to the shared frontier.
    pub(crate) fn bytes(&self) -> usize {
        let limit = self.limit.as_ref().map_or(0, Limit::bytes);
        self.guard.bytes() + limit + self.link.bytes()
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

    /// Adds the moves of the box on `from`, not all of them if the time is up.
    fn moves_of(&mut self, now: &Features, from: Square, known: &Keys) {
        let Self { statics, position, reach, relocations, links, hotspots, link, .. } = self;
        let board = &statics.board;
        let home = board.pushes_home();
        let player = position.player();
        let here = position.key(board, reach.first());
        let lifted = position.box_key() ^ board.box_key(from);
        let mut is_lifted = false;
        relocations.of_box(View::new(board, position, reach), from, &statics.live);
        for (at, found) in relocations.found().iter().enumerate() {
            if at.is_multiple_of(LOOK) && self.deadline.is_over() {
                return;
            }
            let region = relocations.region_after(board, found);
            let to = found.to;
            let key = lifted ^ board.box_key(to) ^ board.player_key(region);
            if known.contains(key) {
                continue;
            }
            if !is_lifted {
                hotspots.lift(position, from);
                is_lifted = true;
            }
            let done = BoxMove { from, to, player: found.player };
            position.relocate(board, done);
            let fits = self.limit.as_mut().is_none_or(|limit| {
                let pushes = self.pushes + found.pushes;
                limit.allows(position, position.box_index(to), pushes)
            });
            if fits && self.guard.after_move(position, to).is_none() {
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
                // A move that adds only the square it vacates does not explore, even if another box
                // can be pushed from there.
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

    /// The fewest pushes of a move. Stored with every move they would take more memory than it takes
    /// time to find those of the one that is made.
    fn pushes_of(&mut self, state: &Boxes, moved: BoxMove) -> Option<u32> {
        self.load(state);
        let Self { statics: Statics { board, live, .. }, position, reach, relocations, .. } = self;
        relocations.of_box(View::new(board, position, reach), moved.from, live);
        let ends_there = |found: &&Relocation| {
            found.to == moved.to && relocations.region_after(board, found) == moved.player
        };
        relocations.found().iter().find(ends_there).map(|found| found.pushes)
    }

    /// Lets the advisors propose moves. Proposals that the expensive tests refuse are dropped, and
    /// the advisors propose again.
    fn advise(&mut self, now: &Features) {
        let player = self.position.player();
        let Self { statics, position, candidates, guard, refused, deadline, .. } = self;
        for _ in 0..MOST_ROUNDS {
            if deadline.is_over() {
                return;
            }
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

/// Whether a box other than the one on `moved` can now be pushed from a side that was out of reach
/// before.
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
        let mut after = state.after(moved)?;
        if self.limit.is_some() {
            after.pushes += self.pushes_of(state, moved)?;
        }
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
        self.pushes = state.pushes;
        if let Some(limit) = &mut self.limit {
            limit.expand(&self.position);
        }
        self.guard.count_expansion();
        let now = self.features();
        self.candidates.clear();
        self.link.met = None;
        let mut rules = std::mem::take(&mut self.rules);
        let only = choose_boxes(&mut rules, &self.position, &self.reach);
        for &from in &state.boxes {
            if self.deadline.is_over() {
                break;
            }
            if only.is_none_or(|only| only.contains(from)) {
                self.moves_of(&now, from, known);
            }
        }
        self.rules = rules;
        self.advise(&now);
        let child =
            |it: &Candidate| Child { rank: it.rank, moved: it.moved, difficulty: it.difficulty };
        out.extend(self.candidates.iter().map(child));
    }

    fn heap_bytes(state: &Boxes) -> usize {
        state.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};
    use hakooshi_search::Objective;

    use super::*;
    use crate::fess::empty_board::EmptyingMove;

    /// Two rooms side by side, joined by a door above and one below.
    const ROOMS: &str =
        "##########\n#   #   ##\n# $ $ $ .#\n#   #   ##\n#@$   $..#\n#   #  ..#\n##########";

    /// The level with a plan that fills the goals from the right.
    fn game() -> (PlannedGame, Boxes) {
        let level: Level = ROOMS.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        // Every move is to be compared, so none may be refused.
        let spec = "fess(deadlocks=[dead_squares],pruning=[])";
        let spec = SearchSpec::parse(spec, Objective::Any, &crate::REGISTRY).expect("a spec");
        let at = |(row, col)| board.square_at(Cell::new(row, col));
        let goals = [(4, 7), (5, 7), (2, 8), (4, 8), (5, 8)];
        let moves = goals.map(|goal| EmptyingMove {
            moved: BoxMove { from: at(goal), to: at((4, 2)), player: at((1, 1)) },
            removes: true,
        });
        let live = task.landing(Direction::Forward, spec.dead_squares);
        let plan = Arc::new(FillPlan::new(&board, &live, &[], &moves));
        let mut game =
            PlannedGame::new(Statics { board, live, plan, prefers_near: false }, &spec, &task);
        let (root, _) = game.root(&start, true);
        (game, root)
    }

    #[test]
    fn features_after_a_move_equal_those_of_the_position_from_scratch() {
        let (mut game, root) = game();
        let board = Arc::clone(&game.statics.board);
        let mut after = Reach::new(&board);
        let mut known = Keys::default();
        // Far into the plan: the box on the lower wall is a stray once the goal beside it is filled.
        let late: Level =
            "##########\n#   #@  ##\n#       *#\n#   #   ##\n#      **#\n#   # $.*#\n##########"
                .parse()
                .expect("a level");
        let late = Boxes::of(&board, &compile(&late).expect("small").1);
        let mut states = std::collections::VecDeque::from([late, root]);
        let (mut seen, mut exploring) = (Vec::new(), 0);
        while let Some(state) = states.pop_front().filter(|_| seen.len() < 4000) {
            game.children(&state, &known, &mut Vec::new());
            for it in game.candidates.clone() {
                game.load(&state);
                let next = state.after(it.moved).expect("a box");
                let position = Position::new(&board, &next.boxes, next.player);
                after.fill(&board, &position);
                let explores = explores(&board, &position, &game.reach, &after, it.moved.to);
                let is_old = |&at: &Square| at == it.moved.from || game.reach.contains(at);
                let only_vacated = after.squares().iter().all(is_old);
                assert_eq!(it.explores, explores && !only_vacated, "after {:?}", it.moved);
                exploring += u32::from(it.explores);
                game.load(&next);
                assert_eq!(game.features(), it.features, "after {:?}", it.moved);
                assert_eq!(game.statics.rank(&it.features), it.rank);
                seen.push(it.features);
                known.insert_new(game.key(&next), 0);
                states.push_back(next);
            }
        }
        assert!(exploring > 10, "{exploring} of {} moves explore", seen.len());
        let varies = |feature: fn(&Features) -> u32| {
            seen.iter().map(feature).min() < seen.iter().map(feature).max()
        };
        assert!(varies(|it| it.packed) && varies(|it| it.regions) && varies(|it| it.closed));
        assert!(varies(|it| it.strays) && varies(|it| it.hot) && varies(|it| it.distance));
    }
}
