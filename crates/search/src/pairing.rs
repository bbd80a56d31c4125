//! Can everyone be given something of their own? Boxes and goals, start squares and boxes.
//!
//! Augmenting chains (Kuhn 1955): who finds everything taken asks a holder to move on.

/// Reusable memory of the question.
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    /// By thing: who has it.
    holder: Vec<Option<usize>>,
    /// By thing: tried already for the present one.
    tried: Vec<bool>,
}

impl Pairing {
    /// Whether each of `people` can have one of `things` for their own; `suits` says which
    /// person can have which thing.
    pub fn is_possible(
        &mut self,
        people: usize,
        things: usize,
        suits: impl Fn(usize, usize) -> bool,
    ) -> bool {
        self.holder.clear();
        self.holder.resize(things, None);
        (0..people).all(|person| {
            self.tried.clear();
            self.tried.resize(things, false);
            self.give(person, &suits)
        })
    }

    fn give(&mut self, person: usize, suits: &impl Fn(usize, usize) -> bool) -> bool {
        for thing in 0..self.holder.len() {
            if self.tried[thing] || !suits(person, thing) {
                continue;
            }
            self.tried[thing] = true;
            if self.holder[thing].is_none_or(|other| self.give(other, suits)) {
                self.holder[thing] = Some(person);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_move_on_and_competition_is_lost() {
        let mut pairing = Pairing::default();
        let suits = [[true, true, false], [true, false, false], [false, true, true]];
        assert!(pairing.is_possible(3, 3, |person, thing| suits[person][thing]));
        assert!(!pairing.is_possible(3, 3, |person, thing| thing == 0 || person == 2));
        assert!(!pairing.is_possible(2, 1, |_, _| true));
        assert!(pairing.is_possible(0, 0, |_, _| false));
    }
}
