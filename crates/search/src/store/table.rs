//! HOT. The states met by a search, with how each was reached.
//!
//! Packed states and nodes live in segments that never move, so growing copies nothing; a
//! hash table of four-byte names finds them. The store asks the budget before it grows, because
//! that is the moment at which memory is taken.

use hashbrown::HashTable;

use super::Layout;
use crate::{Cost, Memory, Reservation, Stop};

/// The name of a stored state; names count from zero in the order of storing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(u32);

impl StateId {
    /// The name with this number.
    pub(crate) const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The name as a number.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// States per segment.
const SEGMENT: usize = 1 << 12;

/// How a state was reached, and what is known of it.
#[derive(Clone, Copy, Debug)]
struct Node<A> {
    parent: StateId,
    action: Option<A>,
    cost: Cost,
    estimate: u32,
}

/// What [`Store::insert`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// The state was not there and now is.
    New(StateId),
    /// The state was there.
    Known(StateId),
}

/// The states met by a search.
#[derive(Debug)]
pub struct Store<A> {
    words: usize,
    states: Vec<Box<[u64]>>,
    nodes: Vec<Vec<Node<A>>>,
    len: usize,
    index: HashTable<StateId>,
    memory: Reservation,
}

impl<A: Copy> Store<A> {
    /// An empty store for states of this layout that takes its memory from this account.
    pub fn new(layout: Layout, memory: &Memory) -> Self {
        Self {
            words: layout.words(),
            states: Vec::new(),
            nodes: Vec::new(),
            len: 0,
            index: HashTable::new(),
            memory: memory.reservation(),
        }
    }

    /// Words per packed state.
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many states are stored.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The state with the next name after the given number of names, if stored.
    pub fn nth(&self, number: usize) -> Option<StateId> {
        (number < self.len).then_some(StateId(number as u32))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.states.len() * self.segment_bytes() + self.index.allocation_size()
    }

    fn segment_bytes(&self) -> usize {
        SEGMENT * (self.words * size_of::<u64>() + size_of::<Node<A>>())
    }

    /// The most bytes that making room for `more` states takes while it is done.
    pub fn need(&self, more: usize) -> usize {
        let segments = (self.len + more).div_ceil(SEGMENT).saturating_sub(self.states.len());
        let table = if self.index.len() + more > self.index.capacity() {
            // The new table, at least twice the old, stands beside it while names move over.
            (self.index.capacity() + more.max(1024)) * 3 * size_of::<StateId>()
        } else {
            0
        };
        self.bytes() + segments * self.segment_bytes() + table
    }

    /// Makes room for `more` states, if the budget allows what that takes.
    #[inline]
    pub fn reserve(&mut self, more: usize) -> Result<(), Stop> {
        // A name is 32 bits; a search that meets more states needs a larger machine too.
        if self.len + more >= u32::MAX as usize {
            return Err(Stop::Memory);
        }
        if self.len + more <= self.states.len() * SEGMENT
            && self.index.len() + more <= self.index.capacity()
        {
            return Ok(());
        }
        self.memory.resize(self.need(more))?;
        while self.states.len() * SEGMENT < self.len + more {
            self.states.push(vec![0; SEGMENT * self.words].into_boxed_slice());
            self.nodes.push(Vec::with_capacity(SEGMENT));
        }
        if self.index.len() + more > self.index.capacity() {
            let Self { states, index, words, .. } = self;
            index.reserve(more.max(1024), |&id| hash(state(states, *words, id)));
        }
        self.memory.resize(self.bytes())
    }

    /// Looks a state up and stores it if it is new. Room must have been [reserved](Self::reserve).
    #[inline]
    pub fn insert(
        &mut self,
        packed: &[u64],
        parent: Option<StateId>,
        action: Option<A>,
        cost: Cost,
    ) -> Inserted {
        let key = hash(packed);
        let Self { states, index, words, .. } = self;
        if let Some(&id) = index.find(key, |&id| state(states, *words, id) == packed) {
            return Inserted::Known(id);
        }
        let id = StateId(self.len as u32);
        self.len += 1;
        let at = id.0 as usize;
        states[at / SEGMENT][at % SEGMENT * *words..][..*words].copy_from_slice(packed);
        self.nodes[at / SEGMENT].push(Node {
            parent: parent.unwrap_or(id),
            action,
            cost,
            estimate: 0,
        });
        index.insert_unique(key, id, |&id| hash(state(states, *words, id)));
        Inserted::New(id)
    }

    /// The name of a state, if it is stored.
    #[inline]
    pub fn find(&self, packed: &[u64]) -> Option<StateId> {
        let Self { states, index, words, .. } = self;
        index.find(hash(packed), |&id| state(states, *words, id) == packed).copied()
    }

    /// The packed form of a state.
    #[inline]
    pub fn state(&self, id: StateId) -> &[u64] {
        state(&self.states, self.words, id)
    }

    fn node(&self, id: StateId) -> &Node<A> {
        &self.nodes[id.0 as usize / SEGMENT][id.0 as usize % SEGMENT]
    }

    fn node_mut(&mut self, id: StateId) -> &mut Node<A> {
        &mut self.nodes[id.0 as usize / SEGMENT][id.0 as usize % SEGMENT]
    }

    /// The least known cost of reaching the state.
    #[inline]
    pub fn cost(&self, id: StateId) -> Cost {
        self.node(id).cost
    }

    /// The action that the state was reached by; `None` for a root.
    #[inline]
    pub fn action(&self, id: StateId) -> Option<A> {
        self.node(id).action
    }

    /// The state and the action that the state was reached by; `None` for a root.
    #[inline]
    pub fn origin(&self, id: StateId) -> Option<(StateId, A)> {
        let node = self.node(id);
        Some((node.parent, node.action?))
    }

    /// The estimate kept with the state.
    #[inline]
    pub fn estimate(&self, id: StateId) -> u32 {
        self.node(id).estimate
    }

    /// Keeps an estimate with the state.
    #[inline]
    pub fn set_estimate(&mut self, id: StateId, estimate: u32) {
        self.node_mut(id).estimate = estimate;
    }

    /// Records a cheaper way to a known state.
    pub fn improve(&mut self, id: StateId, parent: StateId, action: A, cost: Cost) {
        let node = self.node_mut(id);
        debug_assert!(cost < node.cost);
        *node = Node { parent, action: Some(action), cost, estimate: node.estimate };
    }

    /// The actions from a root to the state.
    pub fn trail(&self, id: StateId) -> Vec<A> {
        let mut trail = Vec::new();
        let mut at = id;
        while let Some(action) = self.node(at).action {
            trail.push(action);
            at = self.node(at).parent;
        }
        trail.reverse();
        trail
    }
}

#[inline]
fn state(states: &[Box<[u64]>], words: usize, id: StateId) -> &[u64] {
    let at = id.0 as usize;
    &states[at / SEGMENT][at % SEGMENT * words..][..words]
}

/// Folds the words by multiplication and mixes the high half down, where the table looks.
#[inline]
pub(super) fn hash(words: &[u64]) -> u64 {
    let mut sum = 0u64;
    for &word in words {
        sum = (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    sum ^ sum >> 32
}
