//! Cached outcomes of subgames, with more effort for frequent queries.
//!
//! Most subgames come up once and get a small search. One that reached its limit and comes up
//! often is searched again: whenever its number of requests is a power of two and at least a
//! hundred, with that many positions as the limit. So effort goes to the subgames that the search
//! keeps coming back to. As in Festival.

use hakooshi_board::Square;
use hashbrown::HashMap;

use super::subgame::Outcome;

/// Entries before the cache is cleared.
const MOST: usize = 1 << 16;

/// The fewest requests that justify another search.
const FIRST_RETRY: u32 = 100;

/// Outcomes by query. The whole query is the key, not a hash of it, since outcomes are part of
/// proofs.
#[derive(Debug)]
pub(super) struct SubgameCache {
    /// The limit of positions for a new query.
    base: usize,
    known: HashMap<Vec<Square>, (Outcome, u32)>,
    /// Bytes of the queries.
    bytes: usize,
}

impl SubgameCache {
    pub(super) fn new(base: usize) -> Self {
        Self { base, known: HashMap::new(), bytes: 0 }
    }

    /// The outcome of a query: the cached one if it is known or another search is not due, else
    /// that of `search`, which gets its limit of positions.
    pub(super) fn get_or_search(
        &mut self,
        query: &[Square],
        search: impl FnOnce(usize) -> Outcome,
    ) -> Outcome {
        if self.known.len() >= MOST {
            self.known.clear();
            self.bytes = 0;
        }
        let (outcome, requests) = self.known.entry_ref(query).or_insert((Outcome::LimitReached, 0));
        *requests = requests.saturating_add(1);
        if *requests == 1 {
            self.bytes += size_of_val(query);
        }
        let effort = match *requests {
            1 => self.base,
            requests if requests >= FIRST_RETRY && requests.is_power_of_two() => requests as usize,
            _ => return *outcome,
        };
        if *outcome == Outcome::LimitReached {
            *outcome = search(effort);
        }
        *outcome
    }

    /// Runs a deeper `search` for a query at its hundredth [`Self::get_or_search`] and caches its
    /// outcome if that is [`Outcome::Unreachable`]; otherwise returns the cached outcome.
    pub(super) fn deepen_once(
        &mut self,
        query: &[Square],
        search: impl FnOnce() -> Outcome,
    ) -> Outcome {
        let Some((outcome, requests)) = self.known.get_mut(query) else {
            return Outcome::LimitReached;
        };
        if *requests == FIRST_RETRY
            && *outcome != Outcome::Unreachable
            && search() == Outcome::Unreachable
        {
            *outcome = Outcome::Unreachable;
        }
        *outcome
    }

    /// Bytes held, an upper bound.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.known.capacity() * (size_of::<(Vec<Square>, (Outcome, u32))>() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(number: usize) -> [Square; 2] {
        [Square::from_index(number & 0xffff), Square::from_index(number >> 16)]
    }

    #[test]
    fn effort_grows_with_the_number_of_requests() {
        let mut cache = SubgameCache::new(50);
        let mut efforts = Vec::new();
        for _ in 0..1000 {
            let outcome = cache.get_or_search(&query(7), |effort| {
                efforts.push(effort);
                Outcome::LimitReached
            });
            assert_eq!(outcome, Outcome::LimitReached);
        }
        assert_eq!(efforts, [50, 128, 256, 512]);
    }

    #[test]
    fn known_outcomes_are_not_searched_again() {
        let mut cache = SubgameCache::new(50);
        assert_eq!(cache.get_or_search(&query(1), |_| Outcome::Unreachable), Outcome::Unreachable);
        for _ in 0..1000 {
            let again = cache.get_or_search(&query(1), |_| unreachable!("it was known"));
            assert_eq!(again, Outcome::Unreachable);
        }
        assert_eq!(cache.get_or_search(&query(2), |_| Outcome::Reached), Outcome::Reached);
    }

    #[test]
    fn a_deeper_search_is_made_once() {
        let mut cache = SubgameCache::new(50);
        let mut searches = 0;
        for _ in 0..300 {
            let first = cache.get_or_search(&query(1), |_| Outcome::Reached);
            let then = cache.deepen_once(&query(1), || {
                searches += 1;
                Outcome::Unreachable
            });
            let expected = if searches == 0 { Outcome::Reached } else { Outcome::Unreachable };
            assert_eq!(then, expected);
            assert!(first == then || searches == 1);
        }
        assert_eq!(searches, 1);
    }

    #[test]
    fn memory_is_bounded() {
        let mut cache = SubgameCache::new(50);
        for number in 0..3 * MOST {
            cache.get_or_search(&query(number), |_| Outcome::Reached);
        }
        assert!(cache.bytes() < 8 << 20, "{} bytes", cache.bytes());
    }
}
