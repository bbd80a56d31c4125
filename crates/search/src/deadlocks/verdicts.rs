//! What small searches have found, and how much effort a question is worth.
//!
//! Most questions are asked once and a small search must do. One that is asked again and
//! again and was given up each time deserves more: whenever the number of times it was asked
//! is a power of two of at least a hundred, it is searched again through as many positions
//! as that. So effort goes where the search that asks keeps coming back to. As in Festival.

use hakooshi_board::Square;
use hashbrown::HashMap;

use super::subgame::Ending;

/// Answers kept before all are forgotten.
const MOST: usize = 1 << 16;

/// The fewest askings that earn another search.
const EARNS: u32 = 100;

/// Answers by the question, spelt out as squares: a hash could confuse two, and a verdict is part
/// of proofs.
#[derive(Debug)]
pub(super) struct Verdicts {
    /// The effort for a question that is new.
    base: usize,
    known: HashMap<Vec<Square>, (Ending, u32)>,
    /// Bytes of the questions.
    bytes: usize,
}

impl Verdicts {
    pub(super) fn new(base: usize) -> Self {
        Self { base, known: HashMap::new(), bytes: 0 }
    }

    /// The answer to a question, from memory if it is settled or has not earned another
    /// `search`, which is told through how many positions it may go.
    pub(super) fn ask(
        &mut self,
        question: &[Square],
        search: impl FnOnce(usize) -> Ending,
    ) -> Ending {
        if self.known.len() >= MOST {
            self.known.clear();
            self.bytes = 0;
        }
        let (ending, asked) = self.known.entry_ref(question).or_insert((Ending::Unsettled, 0));
        *asked = asked.saturating_add(1);
        if *asked == 1 {
            self.bytes += size_of_val(question);
        }
        let effort = match *asked {
            1 => self.base,
            asked if asked >= EARNS && asked.is_power_of_two() => asked as usize,
            _ => return *ending,
        };
        if *ending == Ending::Unsettled {
            *ending = search(effort);
        }
        *ending
    }

    /// The answer to a deeper `search` into a question that [`Self::ask`] has just been asked for
    /// the hundredth time, remembered if there is no hope; else the answer known.
    pub(super) fn ask_deeper(
        &mut self,
        question: &[Square],
        search: impl FnOnce() -> Ending,
    ) -> Ending {
        let Some((ending, asked)) = self.known.get_mut(question) else { return Ending::Unsettled };
        if *asked == EARNS && *ending != Ending::Hopeless && search() == Ending::Hopeless {
            *ending = Ending::Hopeless;
        }
        *ending
    }

    /// Bytes held, the most that there may be if `known` is full.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.known.capacity() * (size_of::<(Vec<Square>, (Ending, u32))>() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(number: usize) -> [Square; 2] {
        [Square::from_index(number & 0xffff), Square::from_index(number >> 16)]
    }

    #[test]
    fn effort_grows_with_the_number_of_askings() {
        let mut verdicts = Verdicts::new(50);
        let mut efforts = Vec::new();
        for _ in 0..1000 {
            let ending = verdicts.ask(&question(7), |effort| {
                efforts.push(effort);
                Ending::Unsettled
            });
            assert_eq!(ending, Ending::Unsettled);
        }
        assert_eq!(efforts, [50, 128, 256, 512]);
    }

    #[test]
    fn what_is_settled_is_not_searched_again() {
        let mut verdicts = Verdicts::new(50);
        assert_eq!(verdicts.ask(&question(1), |_| Ending::Hopeless), Ending::Hopeless);
        for _ in 0..1000 {
            let again = verdicts.ask(&question(1), |_| unreachable!("it was settled"));
            assert_eq!(again, Ending::Hopeless);
        }
        assert_eq!(verdicts.ask(&question(2), |_| Ending::Relief), Ending::Relief);
    }

    #[test]
    fn a_deeper_search_is_made_once() {
        let mut verdicts = Verdicts::new(50);
        let mut searches = 0;
        for _ in 0..300 {
            let first = verdicts.ask(&question(1), |_| Ending::Relief);
            let then = verdicts.ask_deeper(&question(1), || {
                searches += 1;
                Ending::Hopeless
            });
            let expected = if searches == 0 { Ending::Relief } else { Ending::Hopeless };
            assert_eq!(then, expected);
            assert!(first == then || searches == 1);
        }
        assert_eq!(searches, 1);
    }

    #[test]
    fn memory_is_bounded() {
        let mut verdicts = Verdicts::new(50);
        for number in 0..3 * MOST {
            verdicts.ask(&question(number), |_| Ending::Relief);
        }
        assert!(verdicts.bytes() < 8 << 20, "{} bytes", verdicts.bytes());
    }
}
