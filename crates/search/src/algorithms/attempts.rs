//! HOT. Restarts of a depth-first search: rather than search everything below an early mistake, it
//! begins again after some nodes, with successors in another order.
//!
//! Depth-first search within a bound either ends soon or is lost below a bad push near the root for
//! millions of nodes. The last version of Rolling Stone therefore restarted at random; the schedule
//! here is ours. Attempt number k may expand `restart` times the kth number of Luby's sequence
//! (1, 1, 2, 1, 1, 2, 4, …) of nodes, which is never worse than the best fixed limit by more than
//! a logarithm. The first attempt is the search as without restarts. Later ones shuffle some
//! successors and draw their first bound, their weight, whether relevance cuts are made, and whether
//! there are fewer goal cuts. What the heuristic has learnt stays. What is drawn depends on the
//! number of the attempt alone, so every run is the same.

use super::order::Merit;
use crate::spec::Param;

pub(super) const RESTART: Param = Param::number(
    "restart",
    "begin again after so many nodes, and multiples of it, with successors shuffled; 0 for never",
    0.0,
    (0.0, 1e9),
);

/// The attempt under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    /// Nodes of the shortest attempt; zero for a single one without end.
    unit: u64,
    number: u32,
    spent: u64,
    random: u64,
}

impl Attempt {
    /// The first attempt.
    pub(super) fn first(unit: u64) -> Self {
        Self { unit, number: 0, spent: 0, random: 0 }
    }

    /// Counts a node.
    pub(super) fn count(&mut self) {
        self.spent += 1;
    }

    /// Whether it has expanded as many nodes as it may.
    pub(super) fn is_over(&self) -> bool {
        self.unit > 0 && self.spent >= self.unit * luby(u64::from(self.number) + 1)
    }

    /// The attempt after this one.
    #[must_use]
    pub(super) fn next(self) -> Self {
        let number = self.number.wrapping_add(1);
        let random = mix(u64::from(number));
        Self { number, spent: 0, random, ..self }
    }

    /// A number below `below` for the choice `what` of this attempt; zero in the first.
    ///
    /// Drawn rather than counted: the lengths in Luby's sequence follow the number of the attempt,
    /// so that choices in turn would give all long attempts the same ones.
    fn choose(&self, what: u64, below: u32) -> u32 {
        if self.number == 0 {
            return 0;
        }
        (mix(u64::from(self.number) << 3 | what) >> 33) as u32 % below
    }

    /// By how many rises its first bound is above that of the first attempt.
    pub(super) fn rises(&self) -> u32 {
        self.choose(1, 8)
    }

    /// Whether it makes relevance cuts.
    pub(super) fn is_relevant(&self) -> bool {
        self.choose(2, 2) == 0
    }

    /// The weight of the estimate, given that of the first attempt.
    pub(super) fn weight(&self, first: u32) -> u32 {
        const QUARTERS: [u32; 8] = [4, 4, 5, 6, 8, 12, 16, 24];
        first * QUARTERS[self.choose(3, 8) as usize] / 4
    }

    /// By how many steps more it relaxes the rules.
    pub(super) fn relaxed(&self) -> u32 {
        u32::from(self.choose(4, 4) == 3)
    }

    /// Changes the merits of some successors, except in the first attempt.
    #[inline]
    pub(super) fn shuffle(&mut self, merit: &mut Merit) {
        if self.number == 0 {
            return;
        }
        let drawn = self.draw();
        if drawn.is_multiple_of(4) {
            merit.to_goal = (drawn >> 8) as u32 % 32;
        }
        if (drawn >> 16).is_multiple_of(16) {
            merit.same_box = !merit.same_box;
        }
    }

    /// The next random number (xorshift).
    fn draw(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 24
    }
}

/// Scrambles a number, as the generator `splitmix64` does.
fn mix(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The number of this place, from one, in the sequence of Luby, Sinclair and Zuckerman (1993).
fn luby(mut place: u64) -> u64 {
    loop {
        let size = (place + 1).next_power_of_two();
        if place + 1 == size {
            return size / 2;
        }
        place -= size / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_grow_as_in_the_sequence() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
        let mut attempt = Attempt::first(10);
        let mut lengths = Vec::new();
        for _ in 0..7 {
            let mut nodes = 0;
            while !attempt.is_over() {
                attempt.count();
                nodes += 1;
            }
            lengths.push(nodes);
            attempt = attempt.next();
        }
        assert_eq!(lengths, [10, 10, 20, 10, 10, 20, 40]);
        let mut endless = Attempt::first(0);
        (0..1000).for_each(|_| endless.count());
        assert!(!endless.is_over());
    }

    #[test]
    fn long_attempts_differ_in_their_choices() {
        let attempts = std::iter::successors(Some(Attempt::first(1)), |it| Some(it.next()));
        let long = attempts.take(255).filter(|it| luby(u64::from(it.number) + 1) >= 16);
        let mut choices: Vec<_> =
            long.map(|it| (it.weight(100), it.is_relevant(), it.relaxed())).collect();
        assert_eq!(choices.len(), 15);
        choices.sort_unstable();
        choices.dedup();
        assert!(choices.len() > 6, "{choices:?}");
        let first = Attempt::first(1);
        assert_eq!((first.weight(100), first.is_relevant()), (100, true));
        assert_eq!((first.relaxed(), first.rises()), (0, 0));
    }

    #[test]
    fn only_later_attempts_shuffle_and_each_always_in_the_same_way() {
        let plain = Merit { estimate: 9, same_box: false, settled: 0, to_goal: 40 };
        let shuffled = |mut attempt: Attempt| {
            let merits = (0..100).map(|_| {
                let mut merit = plain;
                attempt.shuffle(&mut merit);
                (merit.to_goal, merit.same_box)
            });
            merits.collect::<Vec<_>>()
        };
        let first = Attempt::first(10);
        assert!(shuffled(first).iter().all(|&it| it == (40, false)));
        let second = shuffled(first.next());
        assert_eq!(second, shuffled(first.next()));
        assert_ne!(second, shuffled(first.next().next()));
        let changed = second.iter().filter(|&&it| it != (40, false)).count();
        assert!((10..60).contains(&changed), "{changed}");
    }
}
