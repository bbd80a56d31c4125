//! HOT. A shortest path through the configurations near a line, step by step.
//!
//! Uniform-cost search over single steps of the player, starting from a position of the line. A step
//! costs what the ranking counts, so each of the six metrics is minimised exactly among the allowed
//! configurations. Steps instead of walks that end with a push: all states of a configuration are
//! stored together, and each push is generated once instead of once for every square at which the
//! player may have entered (about four on XSokoban).
//!
//! Whenever the search meets the line again at a lower cost, it has found a better section, so it is
//! useful even if it does not reach the end. The allowed configurations are those [near](Near) the
//! line, those of several lines, or all.

mod near;
mod queue;
mod table;
mod tail;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Push, Square};
use hakooshi_level::{Dir, Score};
use hakooshi_search::heuristics::{Aim, Heuristic, Matching};
use hakooshi_search::{Context, Reservation, Search, Stop, Turn};

use near::Near;
pub(crate) use near::{ANYWHERE, Rings};
use queue::{Queue, Waiting};
use table::{Head, Row, Table};
use tail::Steps;

use crate::incumbent::Incumbent;
use crate::line::{Line, squares};
use crate::scale::{Cost, Scale};

/// Which configurations are allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Allowed {
    /// Those near the line.
    Near(Rings),
    /// Those of the line and of the other solutions known.
    Lines,
    /// All.
    All,
}

/// What to search.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// The positions between which to improve the line.
    pub(crate) stretch: Range<usize>,
    pub(crate) allowed: Allowed,
    /// States are dropped if they cost this much more, in the first metric, than the line did when
    /// it was last near them.
    pub(crate) slack: Option<u32>,
    /// Whether states are dropped if, by the matching of boxes and goals, no better solution can
    /// follow.
    pub(crate) bounded: bool,
}

/// A better section of the line.
#[derive(Clone, Debug)]
pub(crate) struct Shortcut {
    pub(crate) stretch: Range<usize>,
    pub(crate) pushes: Vec<Push>,
}

/// The search.
pub(crate) struct Corridor<'a> {
    line: &'a Line,
    others: &'a [Line],
    scale: Scale,
    scope: Scope,
    board: Arc<Board>,
    near: Option<Near<'a>>,
    /// By key of the boxes: the last position of the section that has them.
    on_line: HashMap<u64, usize>,
    /// By position of the section: the cost of the line up to there.
    line_costs: Vec<Cost>,
    steps: Steps,
    table: Table,
    queue: Queue,
    /// The states closed, if tails matter: a nibble is then not enough to follow the path back.
    log: Vec<Waiting>,
    log_memory: Reservation,
    bound: Option<Bound>,
    /// The best meeting with the line: saving, position and state.
    meeting: Option<(Cost, usize, Waiting)>,
    reached: usize,
    is_begun: bool,
    boxes: Vec<u64>,
    squares: Vec<Square>,
}

/// The matching, and the configuration it was last given.
struct Bound {
    matching: Matching,
    position: Position,
    row: Option<Row>,
    matched: usize,
}

/// Steps are numbered from one: direction, and four more for a push.
const fn step_code(dir: Dir, is_push: bool) -> u8 {
    1 + dir.index() as u8 + if is_push { 4 } else { 0 }
}

const fn decode(step: u8) -> (Dir, bool) {
    (Dir::from_index(step - 1), step > 4)
}

/// Marks a solved configuration in [`Head::on_line`].
const SOLVED: u32 = u32::MAX;
/// The state before the first.
const NO_PARENT: u32 = u32::MAX;

impl<'a> Corridor<'a> {
    /// A search of `scope`; `None` if the line is too long for the packed score.
    pub(crate) fn new(
        incumbent: &'a Incumbent,
        scope: Scope,
        context: &Context<'_>,
    ) -> Option<Self> {
        let (line, scale) = (incumbent.line(), incumbent.scale());
        let board = Arc::clone(line.board());
        let stretch = scope.stretch.clone();
        scale.cost(&line.score())?;
        let start_score = line.score_at(stretch.start);
        let line_costs = (stretch.start..=stretch.end)
            .map(|at| scale.delta(&(line.score_at(at) - start_score)))
            .collect();
        let mut on_line = HashMap::with_capacity(stretch.len() + 1);
        let mut position = line.position(stretch.start);
        on_line.insert(position.box_key(), stretch.start);
        for at in stretch.clone() {
            let _ = position.push(&board, line.pushes()[at]);
            on_line.insert(position.box_key(), at + 1);
        }
        let near = match scope.allowed {
            Allowed::Near(rings) => Some(Near::new(line, stretch.clone(), rings)),
            _ => None,
        };
        let bound = scope.bounded.then(|| {
            let squares = position.boxes().to_vec();
            let aim = if stretch.end == line.len() {
                Aim::goals(&board)
            } else {
                Aim { board: Arc::clone(&board), squares, direction: Direction::Forward }
            };
            Bound {
                matching: Matching::new(&aim).for_any_side(),
                position: position.clone(),
                row: None,
                matched: 0,
            }
        });
        let memory = context.memory();
        Some(Self {
            near,
            on_line,
            line_costs,
            steps: Steps::new(scale),
            table: Table::new(&board, memory),
            queue: Queue::new(memory),
            log: Vec::new(),
            log_memory: memory.reservation(),
            bound,
            meeting: None,
            reached: stretch.start,
            is_begun: false,
            boxes: vec![0; line.occupied(0).len()],
            squares: Vec::new(),
            line,
            others: incumbent.others(),
            scale,
            scope,
            board,
        })
    }

    /// The work of the matching, in states: building its tables, and once per configuration.
    pub(crate) fn matching_work(&self) -> usize {
        let Some(bound) = &self.bound else { return 0 };
        let boxes = bound.position.boxes().len();
        boxes * self.board.size() / 2 + bound.matched * boxes * boxes / 128
    }

    /// The last position of the line that the search has met.
    pub(crate) fn reached(&self) -> usize {
        self.reached
    }

    /// The best section found so far.
    pub(crate) fn shortcut(&self) -> Option<Shortcut> {
        let (_, at, state) = self.meeting?;
        Some(Shortcut { stretch: self.scope.stretch.start..at, pushes: self.pushes_to(state) })
    }

    fn begin(&mut self) -> Result<(), Stop> {
        let (line, stretch) = (self.line, self.scope.stretch.clone());
        let start = line.position(stretch.start);
        // The step before the section is known, and so is the cost of its first step.
        let tail = stretch.start.checked_sub(1).map_or(0, |before| {
            let push = line.pushes()[before];
            self.steps.after_push(push.dir, self.board.step(push.from, push.dir))
        });
        if matches!(self.scope.allowed, Allowed::Lines) {
            for other in self.others {
                self.add_line(other)?;
            }
            self.add_line(line)?;
        }
        self.table.reserve(1)?;
        let key = start.box_key();
        self.boxes.copy_from_slice(start.occupied().words());
        let row = if let Some(row) = self.table.find(hash(key, tail), tail, &self.boxes) {
            row
        } else {
            let on_line = self.on_line.get(&key).map_or(0, |&at| at as u32 + 1);
            let head = Head { key: hash(key, tail), most: Cost::MAX, on_line, tail };
            self.table.insert(head, &self.boxes)
        };
        let first = Waiting { row, parent: NO_PARENT, player: start.player(), step: 9 };
        self.queue.add_child(0, first);
        self.queue.file(0)
    }

    /// Allows the configurations of a line.
    fn add_line(&mut self, line: &Line) -> Result<(), Stop> {
        let mut position = line.position(0);
        for at in 0..=line.len() {
            let key = position.box_key();
            self.boxes.copy_from_slice(line.occupied(at));
            if self.table.find(hash(key, 0), 0, &self.boxes).is_none() {
                self.table.reserve(1)?;
                let on_line = self.place_on_line(key);
                let head = Head { key: hash(key, 0), most: Cost::MAX, on_line, tail: 0 };
                self.table.insert(head, &self.boxes);
            }
            if let Some(&push) = line.pushes().get(at) {
                let _ = position.push(&self.board, push);
            }
        }
        Ok(())
    }

    /// The value of [`Head::on_line`] for the configuration in `boxes`.
    fn place_on_line(&self, key: u64) -> u32 {
        if self.scope.stretch.end == self.line.len() && self.is_solved() {
            return SOLVED;
        }
        match self.on_line.get(&key) {
            Some(&at) if self.line.occupied(at) == self.boxes => at as u32 + 1,
            _ => 0,
        }
    }

    fn is_solved(&self) -> bool {
        let goals = self.board.goals().words();
        // Bit zero is the wall.
        self.boxes.iter().zip(goals).enumerate().all(|(at, (boxes, goals))| {
            let boxes = if at == 0 { boxes & !1 } else { *boxes };
            boxes & !goals == 0
        })
    }

    /// Closes the states of the cheapest bucket, `left` at most.
    fn bucket(&mut self, left: &mut u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Some((cost, mut bucket)) = self.queue.pop() else { return Ok(Some(Turn::Exhausted)) };
        let mut at = 0;
        while at < bucket.len() {
            if *left == 0 {
                bucket.drain(..at);
                self.queue.file(cost)?;
                self.queue.put_back(cost, bucket);
                return Ok(Some(Turn::Paused));
            }
            let state = bucket[at];
            at += 1;
            if self.table.step(state.row, state.player) != 0 {
                continue;
            }
            let head = self.table.head(state.row);
            if cost > head.most {
                continue;
            }
            self.table.set_step(state.row, state.player, state.step);
            *left -= 1;
            context.expand(hakooshi_search::Cost::ZERO, self.queue.len())?;
            if head.on_line != 0 && self.meets(cost, &head, state) {
                let pushes = self.shortcut().map(|found| found.pushes);
                return Ok(Some(pushes.map_or(Turn::Exhausted, Turn::Found)));
            }
            let parent = if self.steps.have_tails() {
                self.log.push(state);
                self.log.len() as u32 - 1
            } else {
                NO_PARENT
            };
            self.expand(cost, &head, state, parent)?;
        }
        self.queue.file(cost)?;
        self.queue.recycle(bucket);
        let log_bytes = self.log.capacity() * size_of::<Waiting>();
        self.log_memory.resize(log_bytes)?;
        Ok(None)
    }

    /// Records a state with the boxes of the line. Returns whether the search is done.
    fn meets(&mut self, cost: Cost, head: &Head, state: Waiting) -> bool {
        let (line, stretch) = (self.line, &self.scope.stretch);
        let at = if head.on_line == SOLVED { line.len() } else { head.on_line as usize - 1 };
        if at == stretch.start {
            return false;
        }
        let ends = head.on_line == SOLVED || at == stretch.end;
        if head.on_line != SOLVED {
            // The rest of the line costs the same only from its own square and with its own tail.
            let last = line.pushes()[at - 1];
            let is_same = state.player == line.player(at)
                && (!self.steps.have_tails() || state.step == step_code(last.dir, true));
            if !is_same {
                return false;
            }
        }
        self.reached = self.reached.max(at);
        let saved = self.line_costs[at - stretch.start].saturating_sub(cost);
        if saved > self.meeting.map_or(0, |(saved, ..)| saved) {
            // This state is not in the log yet.
            self.meeting = Some((saved, at, state));
        }
        ends
    }

    #[inline]
    fn expand(&mut self, cost: Cost, head: &Head, state: Waiting, parent: u32) -> Result<(), Stop> {
        for dir in Dir::ALL {
            let next = self.board.step(state.player, dir);
            if next.is_wall() {
                continue;
            }
            if !holds(self.table.boxes(state.row), next) {
                let (delta, tail) = self.steps.walk(head.tail, dir);
                let row = if tail == head.tail {
                    state.row
                } else {
                    let Some(row) = self.same_boxes(state.row, head, tail)? else { continue };
                    row
                };
                if self.table.step(row, next) == 0 {
                    let step = step_code(dir, false);
                    self.queue.add_child(delta, Waiting { row, parent, player: next, step });
                }
                continue;
            }
            let to = self.board.step(next, dir);
            if holds(self.table.boxes(state.row), to) || !self.board.live().contains(to) {
                continue;
            }
            let (delta, tail) = self.steps.push(head.tail, dir, next, to);
            if let Some(row) =
                self.child(cost + delta, head, state.row, Push { from: next, dir }, to, tail)?
                && self.table.step(row, next) == 0
            {
                let step = step_code(dir, true);
                self.queue.add_child(delta, Waiting { row, parent, player: next, step });
            }
        }
        Ok(())
    }

    /// The row of the same boxes with another tail.
    fn same_boxes(&mut self, row: Row, head: &Head, tail: u32) -> Result<Option<Row>, Stop> {
        self.boxes.copy_from_slice(self.table.boxes(row));
        let key = hash(unhash(head.key, head.tail), tail);
        if let Some(row) = self.table.find(key, tail, &self.boxes) {
            return Ok(Some(row));
        }
        self.table.reserve(1)?;
        Ok(Some(self.table.insert(Head { key, tail, ..*head }, &self.boxes)))
    }

    /// The row that a push leads to, if its configuration is allowed.
    #[inline]
    fn child(
        &mut self,
        cost: Cost,
        head: &Head,
        parent: Row,
        push: Push,
        to: Square,
        tail: u32,
    ) -> Result<Option<Row>, Stop> {
        self.boxes.copy_from_slice(self.table.boxes(parent));
        self.boxes[push.from.index() / 64] &= !(1 << (push.from.index() % 64));
        self.boxes[to.index() / 64] |= 1 << (to.index() % 64);
        let boxes_key =
            unhash(head.key, head.tail) ^ self.board.box_key(push.from) ^ self.board.box_key(to);
        let key = hash(boxes_key, tail);
        if let Some(row) = self.table.find(key, tail, &self.boxes) {
            return Ok(Some(row));
        }
        let most = match (&self.near, self.scope.allowed) {
            (Some(near), _) => {
                let Some(at) = near.last(&self.boxes) else { return Ok(None) };
                let line = self.line_costs[at - self.scope.stretch.start];
                self.scope.slack.map_or(Cost::MAX, |slack| line.saturating_add(Scale::first(slack)))
            }
            (None, Allowed::Lines) if tail == 0 => return Ok(None),
            (None, Allowed::Lines) => {
                // Listed without a tail.
                let Some(_) = self.table.find(hash(boxes_key, 0), 0, &self.boxes) else {
                    return Ok(None);
                };
                Cost::MAX
            }
            (None, _) => Cost::MAX,
        };
        let Some(most) = self.bounded(most, parent, push) else { return Ok(None) };
        if cost > most {
            return Ok(None);
        }
        self.table.reserve(1)?;
        let on_line = self.place_on_line(boxes_key);
        Ok(Some(self.table.insert(Head { key, most, on_line, tail }, &self.boxes)))
    }

    /// The most that a state of the child may cost, by the matching; `None` if it is dead.
    fn bounded(&mut self, most: Cost, parent: Row, push: Push) -> Option<Cost> {
        let Some(bound) = &mut self.bound else { return Some(most) };
        let scale = self.scale;
        if bound.row != Some(parent) {
            let behind = self.board.step(push.from, push.dir.opposite());
            self.squares.clear();
            self.squares.extend(squares(self.table.boxes(parent)).skip(1));
            bound.position.set(&self.board, &self.squares, behind);
            bound.matching.expand(&bound.position);
            bound.row = Some(parent);
        }
        bound.matched += 1;
        let box_index = bound.position.box_index(push.from);
        let undo = bound.position.push(&self.board, push);
        let left = bound.matching.child(&bound.position, box_index);
        bound.position.unpush(&self.board, undo);
        let left = left?;
        let score = Score { moves: left, pushes: left, ..Score::default() };
        let whole = self.line_costs[self.scope.stretch.len()];
        // An improvement costs at most one less than the line.
        Some(most.min(whole.checked_sub(scale.delta(&score) + 1)?))
    }

    /// The pushes from the start of the search to a state.
    fn pushes_to(&self, state: Waiting) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut boxes = self.table.boxes(state.row).to_vec();
        let (mut row, mut player, mut step) = (state.row, state.player, state.step);
        let mut parent = state.parent;
        while step != 9 {
            let (dir, is_push) = decode(step);
            if is_push {
                let to = self.board.step(player, dir);
                boxes[to.index() / 64] &= !(1 << (to.index() % 64));
                boxes[player.index() / 64] |= 1 << (player.index() % 64);
                pushes.push(Push { from: player, dir });
            }
            if self.steps.have_tails() {
                let before = self.log[parent as usize];
                (row, player, step, parent) =
                    (before.row, before.player, before.step, before.parent);
                continue;
            }
            if is_push {
                let to = self.board.step(player, dir);
                let key =
                    self.table.head(row).key ^ self.board.box_key(player) ^ self.board.box_key(to);
                row = self.table.find(key, 0, &boxes).expect("the state before is closed");
            }
            player = self.board.step(player, dir.opposite());
            step = self.table.step(row, player);
        }
        pushes.reverse();
        pushes
    }
}

impl Search for Corridor<'_> {
    /// [`Turn::Found`] has the pushes of the section found; [`Turn::Exhausted`] means that no allowed
    /// path is better.
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if !self.is_begun {
            self.is_begun = true;
            self.begin()?;
        }
        let mut left = nodes;
        loop {
            if let Some(end) = self.bucket(&mut left, context)? {
                return Ok(end);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.table.len()
    }
}

#[inline]
fn holds(boxes: &[u64], square: Square) -> bool {
    boxes[square.index() / 64] >> (square.index() % 64) & 1 != 0
}

/// The key of a row from that of its boxes, and back.
#[inline]
const fn hash(boxes: u64, tail: u32) -> u64 {
    boxes ^ (tail as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[inline]
const fn unhash(key: u64, tail: u32) -> u64 {
    hash(key, tail)
}
