//! A search tree of bounded size, whose leaves can be forgotten.
//!
//! Each state knows its parent and its number of children, so that a forgotten leaf can leave its
//! value with its parent, which keeps one value per forgotten child. Places of forgotten states
//! are reused.

use hashbrown::HashTable;

use super::Layout;
use super::table::hash;
use crate::{Cost, Memory, Reservation, Stop};

/// States per segment.
const SEGMENT: usize = 1 << 8;
/// Bytes per state besides its node and packed form: the index, and the lists of the search.
const OTHER_BYTES: usize = 48;

/// Parts of the index: a power of two.
const PARTS: usize = 64;

/// The part of a state with this hash; hashbrown uses its lowest and highest bits.
#[inline]
fn part(hash: u64) -> usize {
    (hash >> 40) as usize % PARTS
}

/// The value of a child that is not forgotten.
const NEVER: Cost = Cost::new(u32::MAX, u32::MAX);

/// The index of a state in the tree.
pub type Place = u32;

/// A state of the tree.
#[derive(Clone, Debug)]
pub struct BoundedNode<A> {
    /// The state it was reached from; its own place for a root.
    pub parent: Place,
    /// The action that led here.
    pub action: Option<A>,
    /// The index of that action among the parent's.
    pub index: u32,
    /// The cost so far.
    pub cost: Cost,
    /// The cost of the parent when this state was reached from it.
    pub from: Cost,
    /// The estimate of the pushes left.
    pub estimate: u32,
    /// The value at which it is open; `None` if it is closed.
    pub open_key: Option<Cost>,
    /// The number of its actions, once it is expanded.
    pub actions: u32,
    /// The values of forgotten children, by action; `None` before the first.
    pub forgotten: Option<Box<[Cost]>>,
    /// The number of children in the tree.
    pub children: u32,
    /// Serial number among all states ever stored.
    pub serial: u64,
}

impl<A> BoundedNode<A> {
    /// The least value of a forgotten child.
    pub fn least_forgotten(&self) -> Option<Cost> {
        self.forgotten.as_ref()?.iter().copied().min().filter(|&value| value != NEVER)
    }
}

/// A bounded tree of states.
#[derive(Debug)]
pub struct BoundedTree<A> {
    words: usize,
    states: Vec<Box<[u64]>>,
    nodes: Vec<Vec<Option<BoundedNode<A>>>>,
    free: Vec<Place>,
    /// In parts, because a table of millions of states takes a tenth of a second to grow.
    index: Vec<HashTable<Place>>,
    len: usize,
    most: usize,
    serial: u64,
    /// The number of values held for forgotten children.
    forgotten: usize,
    memory: Reservation,
}

impl<A: Copy> BoundedTree<A> {
    /// An empty tree of at most `most` states, or as many as fit in the budget.
    pub fn new(layout: Layout, most: Option<usize>, memory: &Memory) -> Self {
        let words = layout.words();
        let each = words * size_of::<u64>() + size_of::<Option<BoundedNode<A>>>() + OTHER_BYTES;
        let fits = memory.left().map_or(u32::MAX as usize, |bytes| bytes / each);
        Self {
            words,
            states: Vec::new(),
            nodes: Vec::new(),
            free: Vec::new(),
            index: (0..PARTS).map(|_| HashTable::new()).collect(),
            len: 0,
            most: most.unwrap_or(usize::MAX).min(fits),
            serial: 0,
            forgotten: 0,
            memory: memory.reservation(),
        }
    }

    /// The account that the tree takes its memory from.
    pub fn memory(&self) -> &Memory {
        self.memory.memory()
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the tree is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many more states fit.
    pub fn room(&self) -> usize {
        self.most.saturating_sub(self.len())
    }

    /// How many states fit in total.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Limits the tree to its current size, when memory runs out earlier than expected.
    pub fn close(&mut self) {
        self.most = self.len();
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.states.len() * SEGMENT * self.state_bytes()
            + self.index.iter().map(HashTable::allocation_size).sum::<usize>()
            + self.free.capacity() * size_of::<Place>()
            + self.forgotten * size_of::<Cost>()
    }

    fn state_bytes(&self) -> usize {
        self.words * size_of::<u64>() + size_of::<Option<BoundedNode<A>>>()
    }

    /// Reserves memory for `more` states, if the budget allows it.
    pub fn reserve(&mut self, more: usize) -> Result<(), Stop> {
        let segments = more.saturating_sub(self.free.len()).div_ceil(SEGMENT);
        // While a part of the index grows, the old one and the new, at least twice as large, coexist.
        let share = more.div_ceil(PARTS) + 1;
        let full = self.index.iter().filter(|part| part.len() + share > part.capacity());
        let index = full.map(|part| (part.capacity() + share) * 3 * size_of::<Place>());
        let index: usize = index.sum();
        let free = segments * SEGMENT * size_of::<Place>();
        let need = self.bytes() + segments * SEGMENT * self.state_bytes() + index + free;
        self.memory.resize(need)?;
        for _ in 0..segments {
            let first = self.states.len() * SEGMENT;
            self.states.push(vec![0; SEGMENT * self.words].into_boxed_slice());
            self.nodes.push((0..SEGMENT).map(|_| None).collect());
            self.free.extend((first..first + SEGMENT).rev().map(|place| place as Place));
        }
        self.memory.resize(self.bytes() + index)
    }

    /// The place of a state, if it is in the tree.
    #[inline]
    pub fn find(&self, packed: &[u64]) -> Option<Place> {
        let Self { states, index, words, .. } = self;
        let key = hash(packed);
        index[part(key)].find(key, |&place| state(states, *words, place) == packed).copied()
    }

    /// Stores a new state; memory must have been [reserved](Self::reserve).
    /// Without a parent it is a root.
    pub fn insert(&mut self, packed: &[u64], parent: Option<Place>, leaf: BoundedNode<A>) -> Place {
        let Some(place) = self.free.pop() else {
            debug_assert!(false, "memory must have been reserved");
            return 0;
        };
        let (at, words) = (place as usize, self.words);
        self.states[at / SEGMENT][at % SEGMENT * words..][..words].copy_from_slice(packed);
        let parent = parent.unwrap_or(place);
        self.nodes[at / SEGMENT][at % SEGMENT] =
            Some(BoundedNode { parent, serial: self.serial, ..leaf });
        self.serial += 1;
        if parent != place {
            self.update(parent, |node| node.children += 1);
        }
        let Self { states, index, .. } = self;
        let key = hash(packed);
        index[part(key)].insert_unique(key, place, |&place| hash(state(states, words, place)));
        self.len += 1;
        place
    }

    /// Removes a state without children and returns its node.
    pub fn remove(&mut self, place: Place) -> Option<BoundedNode<A>> {
        let at = place as usize;
        let leaf = self.nodes[at / SEGMENT][at % SEGMENT].take()?;
        debug_assert_eq!(leaf.children, 0);
        let key = hash(state(&self.states, self.words, place));
        if let Ok(entry) = self.index[part(key)].find_entry(key, |&other| other == place) {
            entry.remove();
            self.len -= 1;
        }
        self.free.push(place);
        self.forgotten -= leaf.forgotten.as_ref().map_or(0, |values| values.len());
        if leaf.parent != place {
            self.update(leaf.parent, |node| node.children -= 1);
        }
        Some(leaf)
    }

    /// Removes a leaf and leaves its value with its parent, unless the parent has since been
    /// reached more cheaply: then it is open to be expanded again, and the value is out of date.
    pub fn forget(&mut self, place: Place) {
        let Some(leaf) = self.remove(place) else { return };
        let is_current = self.get(leaf.parent).is_some_and(|parent| parent.cost == leaf.from);
        if let (true, Some(value)) = (is_current, leaf.open_key) {
            self.record_forgotten(leaf.parent, leaf.index, value);
        }
    }

    /// Records the value of a child that is not in the tree.
    pub fn record_forgotten(&mut self, parent: Place, index: u32, value: Cost) {
        let mut made = 0;
        self.update(parent, |node| {
            let count = node.actions as usize;
            let forgotten = node.forgotten.get_or_insert_with(|| {
                made = count;
                vec![NEVER; count].into_boxed_slice()
            });
            if let Some(known) = forgotten.get_mut(index as usize) {
                *known = value;
            }
            node.open_key = Some(node.open_key.map_or(value, |open_key| open_key.min(value)));
        });
        self.forgotten += made;
    }

    /// Moves the forgotten children with values up to `most` to `out`; returns whether the state
    /// had any forgotten children, these or others.
    pub fn take_forgotten(&mut self, place: Place, most: Cost, out: &mut Vec<(u32, Cost)>) -> bool {
        let at = place as usize;
        let node = self.nodes[at / SEGMENT][at % SEGMENT].as_mut();
        let Some(forgotten) = node.and_then(|node| node.forgotten.as_mut()) else { return false };
        for (index, value) in forgotten.iter_mut().enumerate().filter(|(_, value)| **value <= most)
        {
            out.push((index as u32, std::mem::replace(value, NEVER)));
        }
        true
    }

    /// Drops the values of all forgotten children.
    pub fn clear_forgotten(&mut self, place: Place) {
        let mut gone = 0;
        self.update(place, |node| gone = node.forgotten.take().map_or(0, |values| values.len()));
        self.forgotten -= gone;
    }

    /// The node at a place, if there is one.
    #[inline]
    pub fn get(&self, place: Place) -> Option<&BoundedNode<A>> {
        let at = place as usize;
        self.nodes[at / SEGMENT][at % SEGMENT].as_ref()
    }

    /// Changes the node at a place.
    #[inline]
    pub fn update(&mut self, place: Place, change: impl FnOnce(&mut BoundedNode<A>)) {
        let at = place as usize;
        if let Some(node) = &mut self.nodes[at / SEGMENT][at % SEGMENT] {
            change(node);
        }
    }

    /// The packed form of the state at a place.
    pub fn state(&self, place: Place) -> &[u64] {
        state(&self.states, self.words, place)
    }

    /// Every state, by place.
    pub fn iter(&self) -> impl Iterator<Item = (Place, &BoundedNode<A>)> {
        let all = self.nodes.iter().flatten().enumerate();
        all.filter_map(|(place, node)| node.as_ref().map(|node| (place as Place, node)))
    }

    /// The actions from a root to the state at a place.
    pub fn trail(&self, place: Place) -> Vec<A> {
        let up = |&at: &Place| self.get(at).map(|node| node.parent).filter(|&next| next != at);
        let line = std::iter::successors(Some(place), up);
        let mut trail: Vec<A> =
            line.filter_map(|at| self.get(at).and_then(|node| node.action)).collect();
        trail.reverse();
        trail
    }
}

#[inline]
fn state(states: &[Box<[u64]>], words: usize, place: Place) -> &[u64] {
    let at = place as usize;
    &states[at / SEGMENT][at % SEGMENT * words..][..words]
}
