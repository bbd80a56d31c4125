//! The part of the search that one process does: its states, its open list, and what it tells others.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use hakooshi_board::{Board, Position, Push, Square};
use hakooshi_engines::REGISTRY;
use hakooshi_search::deadlocks::Guard;
use hakooshi_search::heuristics::{Aim, Heuristic, MatchingLinear};
use hakooshi_search::space::{PushSpace, Space as _};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::store::Layout;
use hakooshi_search::{Budget, Context, Objective, Silent, Task};
use hashbrown::HashTable;

use super::mesh::{Mesh, now};
use super::wire::{Summary, long, read_words, short, write_words};

/// Expansions of a process between two exchanges. With 500 two processes on one machine spend twice
/// the share of their time in exchanges.
const ROUND: usize = 4000;

/// Stands for no f and no cost.
const NONE: u16 = u16::MAX;

/// The states last sent, so that most duplicates are not sent again: a power of two.
const REMEMBERED: usize = 1 << 16;

/// Bytes before the states of a message: least f, and cost, rank and number of the best goal.
const HEAD: usize = 10;

/// A state of some process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    rank: u16,
    id: u32,
}

/// What all processes know after an exchange.
struct Agreed {
    /// The least f of all that is open anywhere or was on the way.
    least: u16,
    /// The best goal: its cost, rank and number.
    goal: Option<(u16, u16, u32)>,
}

/// What is known of a state besides itself.
#[derive(Clone, Copy, Debug)]
struct About {
    cost: u16,
    estimate: u16,
    /// The cost at which it was expanded, if it was.
    expanded: u16,
    parent: Address,
}

pub(crate) struct Part {
    rank: usize,
    start: Position,
    space: PushSpace,
    guard: Guard,
    heuristic: MatchingLinear,
    layout: Layout,
    /// The states, one after the other, and what is known of each.
    packed: Vec<u64>,
    about: Vec<About>,
    index: HashTable<u32>,
    /// States by f.
    open: Vec<Vec<u32>>,
    /// For each process, the states that are to be sent to it.
    outgoing: Vec<Vec<u8>>,
    least_outgoing: u16,
    /// States and the costs at which they were sent.
    sent_before: Vec<u64>,
    goal: Option<(u16, Address)>,
    summary: Summary,
    started: Instant,
}

fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash: u64, &word| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    })
}

impl Part {
    pub(crate) fn new(board: &Arc<Board>, start: &Position, rank: usize, count: usize) -> Self {
        let task = Task::new(board, start).with_objective(Objective::Pushes);
        let spec = SearchSpec::parse("astar", Objective::Pushes, &REGISTRY);
        let direction = PushSpace::DIRECTION;
        // The usual tests of A*; all of them keep an optimal solution.
        let tests = spec.map(|spec| spec.deadlocks).unwrap_or_default();
        let layout = Layout::new(board);
        let mut part = Self {
            rank,
            start: start.clone(),
            space: PushSpace::new(board, start, task.landing(direction, true)),
            guard: Guard::new(&tests, &task, direction),
            heuristic: MatchingLinear::new(&Aim::of(&task, direction)),
            layout,
            packed: Vec::new(),
            about: Vec::new(),
            index: HashTable::new(),
            open: Vec::new(),
            outgoing: vec![Vec::new(); count],
            least_outgoing: NONE,
            sent_before: vec![0; REMEMBERED * (layout.words() + 1)],
            goal: None,
            summary: Summary::default(),
            started: now(),
        };
        part.space.load(start.boxes(), start.player());
        if let Some(estimate) = part.heuristic.estimate(start) {
            let player = part.space.canonical_player(None);
            let mut packed = vec![0; layout.words()];
            layout.pack(start.occupied(), player, &mut packed);
            if part.owner(hash(&packed)) == rank {
                let parent = Address { rank: rank as u16, id: 0 };
                part.take(&packed, 0, estimate as u16, parent);
            }
        }
        part
    }

    /// Searches with the others; the goal, if there is one.
    pub(crate) fn search(&mut self, mesh: &mut Mesh) -> io::Result<Option<Address>> {
        let (mut silent, mut least) = (Silent, self.least_open());
        let mut context = Context::new(Budget::default(), &mut silent);
        self.started = now();
        loop {
            // Whoever has no state with the least f of all has nothing to do in this round.
            for _ in 0..ROUND {
                let Some(id) = self.pop(least) else { break };
                // Without limits tests cannot be stopped.
                let _ = self.guard.prepare(&mut context);
                self.expand(id);
            }
            let agreed = self.exchange(mesh)?;
            least = agreed.least;
            if least >= agreed.goal.map_or(NONE, |(cost, ..)| cost) {
                self.summary.microseconds = self.started.elapsed().as_micros() as u64;
                self.summary.waited = mesh.waited.as_micros() as u64;
                return Ok(agreed.goal.map(|(_, rank, id)| Address { rank, id }));
            }
        }
    }

    fn owner(&self, hash: u64) -> usize {
        (hash >> 40) as usize % self.outgoing.len()
    }

    fn words(&self, id: u32) -> &[u64] {
        let words = self.layout.words();
        &self.packed[id as usize * words..][..words]
    }

    fn least_open(&mut self) -> u16 {
        self.open.iter().position(|states| !states.is_empty()).map_or(NONE, |f| f as u16)
    }

    /// A state with this f that has not been expanded at its cost.
    fn pop(&mut self, f: u16) -> Option<u32> {
        while let Some(id) = self.open.get_mut(usize::from(f)).and_then(Vec::pop) {
            let about = &mut self.about[id as usize];
            // Cheaper ways leave the old entries behind.
            if about.expanded > about.cost && about.cost + about.estimate == f {
                about.expanded = about.cost;
                return Some(id);
            }
        }
        None
    }

    /// Stores a state of this process, unless it is known at no greater cost.
    fn take(&mut self, packed: &[u64], cost: u16, estimate: u16, parent: Address) {
        let words = self.layout.words();
        let key = hash(packed);
        let of = |id: u32| id as usize * words;
        let is_it = |id: &u32| self.packed[of(*id)..][..words] == *packed;
        let id = if let Some(&id) = self.index.find(key, is_it) {
            let about = &mut self.about[id as usize];
            if about.cost <= cost {
                return;
            }
            (about.cost, about.parent) = (cost, parent);
            id
        } else {
            let id = self.about.len() as u32;
            self.packed.extend_from_slice(packed);
            self.about.push(About { cost, estimate, expanded: NONE, parent });
            let all = &self.packed;
            self.index.insert_unique(key, id, |&id| hash(&all[of(id)..][..words]));
            id
        };
        // Only solved states need no more pushes; they are goals, not to be expanded.
        if estimate == 0 && self.is_goal(id) {
            let address = Address { rank: self.rank as u16, id };
            self.note_goal(cost, address);
            return;
        }
        let f = usize::from(cost + estimate);
        if self.open.len() <= f {
            self.open.resize(f + 1, Vec::new());
        }
        self.open[f].push(id);
    }

    fn is_goal(&self, id: u32) -> bool {
        self.layout.holds(self.words(id), self.space.board().goals())
    }

    fn note_goal(&mut self, cost: u16, address: Address) {
        let known = self.goal.map(|(cost, at)| (cost, at.rank, at.id));
        if known.is_none_or(|known| (cost, address.rank, address.id) < known) {
            self.goal = Some((cost, address));
        }
    }

    fn expand(&mut self, id: u32) {
        self.summary.expanded += 1;
        let mut boxes: Vec<Square> = Vec::new();
        self.layout.boxes(self.words(id), &mut boxes);
        let player = self.layout.player(self.words(id));
        self.space.load(&boxes, player);
        if self.guard.at_expansion(self.space.position()).is_some() {
            return;
        }
        self.guard.count_expansion();
        let mut pushes: Vec<Push> = Vec::new();
        self.space.actions(&mut pushes);
        self.heuristic.expand(self.space.position());
        let parent = Address { rank: self.rank as u16, id };
        let cost = self.about[id as usize].cost + 1;
        let mut packed = vec![0; self.layout.words()];
        for push in pushes {
            self.summary.generated += 1;
            let undo = self.space.apply(push);
            if let Some((_, to)) = self.space.moved(push) {
                let position = self.space.position();
                let moved = position.box_index(to);
                if self.guard.after_move(position, to).is_none()
                    && let Some(estimate) = self.heuristic.child(position, moved)
                {
                    let player = self.space.canonical_player(Some(push));
                    self.layout.pack(self.space.position().occupied(), player, &mut packed);
                    self.hand_out(&packed, cost, estimate as u16, parent);
                }
            }
            self.space.undo(undo);
        }
    }

    /// Keeps a successor, or puts it among those to be sent.
    fn hand_out(&mut self, packed: &[u64], cost: u16, estimate: u16, parent: Address) {
        let key = hash(packed);
        let owner = self.owner(key);
        if owner == self.rank {
            self.take(packed, cost, estimate, parent);
            return;
        }
        let (words, place) = (packed.len(), key as usize & (REMEMBERED - 1));
        let before = &mut self.sent_before[place * (words + 1)..][..=words];
        if before[..words] == *packed && before[words] <= u64::from(cost) {
            return;
        }
        before[..words].copy_from_slice(packed);
        before[words] = u64::from(cost);
        self.summary.sent += 1;
        self.least_outgoing = self.least_outgoing.min(cost + estimate);
        let out = &mut self.outgoing[owner];
        write_words(packed, out);
        out.extend(cost.to_le_bytes());
        out.extend(estimate.to_le_bytes());
        out.extend(parent.id.to_le_bytes());
    }

    /// Gives the others their states and takes those of this process; what all know now. A goal among
    /// the states taken is told in the next round: nobody else knows of it yet, and all must end at once.
    fn exchange(&mut self, mesh: &mut Mesh) -> io::Result<Agreed> {
        let own = self.least_open().min(self.least_outgoing);
        let (cost, goal) = self.goal.unwrap_or((NONE, Address { rank: 0, id: 0 }));
        let mut messages = std::mem::take(&mut self.outgoing);
        for message in &mut messages {
            let mut head = Vec::with_capacity(HEAD + message.len());
            head.extend(own.to_le_bytes());
            head.extend(cost.to_le_bytes());
            head.extend(goal.rank.to_le_bytes());
            head.extend(goal.id.to_le_bytes());
            head.append(message);
            *message = head;
        }
        let (mut least, mut best) = (own, self.goal.map(|(cost, at)| (cost, at.rank, at.id)));
        mesh.exchange(&messages, |from, bytes| {
            let (head, states) = bytes.split_at(HEAD);
            least = least.min(short(head, 0));
            let told = (short(head, 2), short(head, 4), long(head, 6));
            if told.0 != NONE && best.is_none_or(|known| told < known) {
                best = Some(told);
            }
            self.take_all(from, states);
        })?;
        self.outgoing = vec![Vec::new(); messages.len()];
        self.least_outgoing = NONE;
        self.summary.rounds += 1;
        if let Some((cost, rank, id)) = best {
            self.note_goal(cost, Address { rank, id });
        }
        Ok(Agreed { least, goal: best })
    }

    fn take_all(&mut self, from: usize, states: &[u8]) {
        let bytes = 8 * self.layout.words();
        let mut packed = vec![0; self.layout.words()];
        for state in states.chunks_exact(bytes + 8) {
            read_words(state, &mut packed);
            let about = &state[bytes..];
            let parent = Address { rank: from as u16, id: long(about, 4) };
            self.take(&packed, short(about, 0), short(about, 2), parent);
        }
    }

    /// The states from the start to `goal`, which all processes put together.
    pub(crate) fn trail(&self, goal: Address, mesh: &mut Mesh) -> io::Result<Vec<Position>> {
        let (board, bytes) = (self.space.board(), 8 * self.layout.words());
        let mut packed = vec![0; self.layout.words()];
        let (mut trail, mut at) = (Vec::new(), goal);
        loop {
            let mut message = Vec::new();
            if usize::from(at.rank) == self.rank {
                let About { cost, parent, .. } = self.about[at.id as usize];
                write_words(self.words(at.id), &mut message);
                message.extend(cost.to_le_bytes());
                message.extend(parent.rank.to_le_bytes());
                message.extend(parent.id.to_le_bytes());
            }
            let messages = vec![message.clone(); self.outgoing.len()];
            mesh.exchange(&messages, |_, bytes| {
                if !bytes.is_empty() {
                    message = bytes.to_vec();
                }
            })?;
            read_words(&message, &mut packed);
            let mut position = self.start.clone();
            self.layout.load(&packed, board, &mut Vec::new(), &mut position);
            trail.push(position);
            let about = &message[bytes..];
            if short(about, 0) == 0 {
                trail.reverse();
                return Ok(trail);
            }
            at = Address { rank: short(about, 2), id: long(about, 4) };
        }
    }

    /// What every process counted.
    pub(crate) fn summaries(&mut self, mesh: &mut Mesh) -> io::Result<Vec<Summary>> {
        let entry = size_of::<u32>() + 1;
        let open: usize = self.open.iter().map(|states| states.capacity() * size_of::<u32>()).sum();
        let bytes = self.packed.capacity() * size_of::<u64>()
            + self.about.capacity() * size_of::<About>()
            + self.index.capacity() * entry
            + open;
        self.summary.stored = self.about.len() as u64;
        self.summary.bytes = bytes as u64;
        self.summary.wire = mesh.wire;
        let mut message = Vec::new();
        write_words(&self.summary.numbers(), &mut message);
        let mut all = vec![self.summary; self.outgoing.len()];
        mesh.exchange(&vec![message; self.outgoing.len()], |from, bytes| {
            let mut numbers = [0; 9];
            read_words(bytes, &mut numbers);
            all[from] = Summary::of(numbers);
        })?;
        Ok(all)
    }
}
