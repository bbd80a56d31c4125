//! Accounting for the memory of a budget.
//!
//! Every structure that grows with the search reserves memory before it allocates, through its own
//! [`Reservation`]. All reservations of a budget add up in one account, so no structure needs to
//! know about the others. A dropped reservation returns its bytes.
//!
//! If the process has a [`Ceiling`], a request for many bytes is refused when they would exceed it: a list that
//! doubles takes more at once than the process may exceed its limit by.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use crate::{Ceiling, Stop};

/// Requests for so many bytes are compared with the size of the process, which takes microseconds to measure.
const MANY: usize = 1 << 18;

/// Bytes held by all reservations of this process.
static RESERVED: AtomicUsize = AtomicUsize::new(0);

/// Bytes held by all reservations of this process, of whatever budget.
pub fn reserved() -> usize {
    RESERVED.load(Ordering::Relaxed)
}

/// The account of one budget. Clones share the account.
#[derive(Clone, Debug)]
pub struct Memory {
    account: Arc<Account>,
}

#[derive(Debug)]
struct Account {
    held: AtomicUsize,
    peak: AtomicUsize,
    most: AtomicUsize,
    /// Requests for more that are granted before one is refused.
    granted: AtomicUsize,
    /// The limit of the process.
    ceiling: OnceLock<Ceiling>,
    /// The account of which this is a part, charged with the same bytes.
    whole: Option<Memory>,
}

impl Account {
    /// Takes more bytes of this account and of those that it is a part of; all or none.
    fn take(&self, more: usize) -> Result<(), Stop> {
        if self.granted.load(Ordering::Relaxed) != usize::MAX {
            // At zero this wraps round, and nothing more is refused.
            if self.granted.fetch_sub(1, Ordering::Relaxed) == 0 {
                return Err(Stop::Memory);
            }
        }
        let most = self.most.load(Ordering::Relaxed);
        // Adding first and subtracting on failure could make another thread fail because of
        // bytes that are never granted.
        let after = |held: usize| held.checked_add(more).filter(|&held| held <= most);
        let before = self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, after);
        let held = before.map_err(|_| Stop::Memory)? + more;
        if let Some(whole) = &self.whole
            && let Err(stop) = whole.account.take(more)
        {
            self.held.fetch_sub(more, Ordering::Relaxed);
            return Err(stop);
        }
        self.peak.fetch_max(held, Ordering::Relaxed);
        Ok(())
    }

    /// Whether the process, or that of the account of which this is a part, would grow too large.
    fn is_too_large_with(&self, more: usize) -> bool {
        let own = self.ceiling.get().is_some_and(|ceiling| ceiling.is_exceeded_by(more));
        own || self.whole.as_ref().is_some_and(|whole| whole.account.is_too_large_with(more))
    }

    /// Gives bytes back.
    fn give(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        if let Some(whole) = &self.whole {
            whole.account.give(bytes);
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new(None)
    }
}

impl Memory {
    /// An account of at most `most` bytes.
    pub fn new(most: Option<usize>) -> Self {
        Self::of(most, None)
    }

    fn of(most: Option<usize>, whole: Option<Self>) -> Self {
        let most = AtomicUsize::new(most.unwrap_or(usize::MAX));
        let (held, peak) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (granted, ceiling) = (AtomicUsize::new(usize::MAX), OnceLock::new());
        Self { account: Arc::new(Account { held, peak, most, granted, ceiling, whole }) }
    }

    /// An account of at most `most` bytes that are also taken from this one: for searches that
    /// must not take from one another.
    #[must_use]
    pub fn part(&self, most: Option<usize>) -> Self {
        Self::of(most, Some(self.clone()))
    }

    /// An account that refuses one request for more, after having granted so many: for tests of
    /// what searches do then.
    pub fn refusing_after(granted: usize) -> Self {
        let memory = Self::new(None);
        memory.account.granted.store(granted, Ordering::Relaxed);
        memory
    }

    /// Whether the refusal is still to come.
    pub fn will_refuse(&self) -> bool {
        self.account.granted.load(Ordering::Relaxed) != usize::MAX
    }

    /// A reservation that holds nothing yet.
    pub fn reservation(&self) -> Reservation {
        Reservation { memory: self.clone(), bytes: 0 }
    }

    /// Changes the limit; reservations stay as they are.
    pub(crate) fn limit(&self, most: Option<usize>) {
        self.account.most.store(most.unwrap_or(usize::MAX), Ordering::Relaxed);
    }

    /// Makes large requests keep the limit of the process.
    pub(crate) fn keep_below(&self, ceiling: Ceiling) {
        self.account.ceiling.get_or_init(|| ceiling);
    }

    /// The limit, if there is one.
    pub fn most(&self) -> Option<usize> {
        let most = self.account.most.load(Ordering::Relaxed);
        (most != usize::MAX).then_some(most)
    }

    /// Bytes held by all reservations.
    pub fn held(&self) -> usize {
        self.account.held.load(Ordering::Relaxed)
    }

    /// Bytes still available; `None` without a limit.
    pub fn left(&self) -> Option<usize> {
        Some(self.most()?.saturating_sub(self.held()))
    }

    /// The most bytes that have been held at once.
    pub fn peak(&self) -> usize {
        self.account.peak.load(Ordering::Relaxed)
    }
}

/// Bytes held by one structure, returned when it is dropped.
#[derive(Debug)]
pub struct Reservation {
    memory: Memory,
    bytes: usize,
}

impl Reservation {
    /// Changes the reservation to `bytes`; `Err`, and no change, if that exceeds the budget.
    /// Shrinking always succeeds.
    #[inline]
    pub fn resize(&mut self, bytes: usize) -> Result<(), Stop> {
        let more = bytes.saturating_sub(self.bytes);
        if more >= MANY && self.memory.account.is_too_large_with(more) {
            return Err(Stop::Memory);
        }
        self.note(bytes)
    }

    /// The same for bytes that are taken already, by which the process does not grow.
    #[inline]
    pub fn note(&mut self, bytes: usize) -> Result<(), Stop> {
        let account = &*self.memory.account;
        if bytes > self.bytes {
            account.take(bytes - self.bytes)?;
            RESERVED.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        } else if bytes < self.bytes {
            account.give(self.bytes - bytes);
            RESERVED.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Bytes held.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The account of the reservation.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.memory.account.give(self.bytes);
        RESERVED.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_request_is_refused_if_the_process_would_grow_too_large() {
        let memory = Memory::new(None);
        memory.keep_below(Ceiling { bytes: 4 * MANY, measure: || Some(3 * MANY) });
        let (mut small, mut part) = (memory.reservation(), memory.part(None).reservation());
        assert_eq!(part.resize(2 * MANY), Err(Stop::Memory));
        assert_eq!((part.resize(MANY), small.resize(MANY - 1)), (Ok(()), Ok(())));
        assert_eq!(memory.held(), 2 * MANY - 1);
        assert_eq!(part.note(2 * MANY), Ok(()), "they are there already");
    }

    #[test]
    fn reservations_add_up_and_are_returned() {
        let memory = Memory::new(Some(100));
        let (mut one, mut two) = (memory.reservation(), memory.reservation());
        assert_eq!((one.resize(60), two.resize(30)), (Ok(()), Ok(())));
        assert_eq!((memory.held(), memory.left()), (90, Some(10)));
        assert_eq!(two.resize(50), Err(Stop::Memory));
        assert_eq!((two.bytes(), memory.held()), (30, 90), "a refusal changes nothing");
        assert_eq!(one.resize(10), Ok(()));
        assert_eq!(two.resize(50), Ok(()));
        drop(one);
        assert_eq!((memory.held(), memory.peak()), (50, 90));
        memory.limit(Some(20));
        assert_eq!(two.resize(51), Err(Stop::Memory));
        assert_eq!((two.resize(40), memory.left()), (Ok(()), Some(0)));
        assert_eq!(Memory::default().left(), None);
        let endless = Memory::default();
        let (mut one, mut two) = (endless.reservation(), endless.reservation());
        assert_eq!((one.resize(1), two.resize(usize::MAX)), (Ok(()), Err(Stop::Memory)));
    }

    #[test]
    fn a_part_takes_from_the_whole() {
        let whole = Memory::new(Some(100));
        let (mut one, mut two) =
            (whole.part(Some(60)).reservation(), whole.part(None).reservation());
        assert_eq!((one.resize(61), one.resize(50)), (Err(Stop::Memory), Ok(())));
        assert_eq!((two.resize(51), two.resize(50)), (Err(Stop::Memory), Ok(())));
        assert_eq!((two.memory().held(), whole.held(), whole.left()), (50, 100, Some(0)));
        drop(two);
        assert_eq!((one.resize(60), whole.held(), whole.peak()), (Ok(()), 60, 100));
        drop(one);
        assert_eq!(whole.held(), 0);
    }

    #[test]
    fn one_request_is_refused_on_purpose() {
        let memory = Memory::refusing_after(2);
        let mut one = memory.reservation();
        assert_eq!((one.resize(1), one.resize(1), one.resize(0)), (Ok(()), Ok(()), Ok(())));
        assert_eq!((one.resize(2), memory.will_refuse()), (Ok(()), true));
        assert_eq!((one.resize(3), one.bytes()), (Err(Stop::Memory), 2));
        assert_eq!((one.resize(3), memory.will_refuse()), (Ok(()), false));
    }

    #[test]
    fn failing_reservations_do_not_disturb_other_threads() {
        let memory = Memory::new(Some(100));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut greedy = memory.reservation();
                for _ in 0..50_000 {
                    assert_eq!(greedy.resize(101), Err(Stop::Memory));
                }
            });
            let mut modest = memory.reservation();
            for _ in 0..50_000 {
                assert_eq!(modest.resize(100).and_then(|()| modest.resize(0)), Ok(()));
            }
        });
        assert_eq!((memory.held(), memory.peak()), (0, 100));
    }
}
