//! All states reachable from the start, found by trying all pushes.

use std::collections::BTreeSet;

use hakooshi_level::Level;

use crate::State;
use crate::perft::push_children;

/// The states that pushes lead to from some states, one for each region of the player.
#[derive(Debug)]
pub struct Reachable {
    level: Level,
    states: BTreeSet<State>,
}

impl Reachable {
    /// What can be reached from any of `from`, unless that is more than `limit` states.
    pub fn new(level: &Level, from: impl IntoIterator<Item = State>, limit: usize) -> Option<Self> {
        let mut states: BTreeSet<State> =
            from.into_iter().map(|state| canonical(level, &state)).collect();
        let mut waiting: Vec<State> = states.iter().cloned().collect();
        while let Some(state) = waiting.pop() {
            for child in push_children(level, &state) {
                let child = canonical(level, &child);
                if states.insert(child.clone()) {
                    waiting.push(child);
                }
            }
            if states.len() > limit {
                return None;
            }
        }
        Some(Self { level: level.clone(), states })
    }

    /// Whether the game can get to `state`.
    pub fn contains(&self, state: &State) -> bool {
        self.states.contains(&canonical(&self.level, state))
    }

    /// The states, each with the player on the first cell of the region.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.states.iter()
    }
}

/// The same state with the player on the first cell that can be walked to.
fn canonical(level: &Level, state: &State) -> State {
    let first = state.reach(level).into_iter().next();
    state.with_player(first.unwrap_or(state.player))
}

#[cfg(test)]
mod tests {
    use hakooshi_level::Cell;

    use super::*;

    #[test]
    fn a_corridor_can_be_counted_by_hand() {
        let level: Level = "#########\n#@ $  .  #\n#########\n".parse().expect("a level");
        let start = State::start(&level);
        let reached = Reachable::new(&level, [start.clone()], 100).expect("few");
        assert_eq!(reached.states().count(), 6, "the box only ever goes to the right");
        assert!(reached.contains(&start.with_player(Cell::new(1, 2))), "he can walk there");
        assert!(!reached.contains(&start.with_player(Cell::new(1, 5))), "but not past the box");
        assert!(!reached.contains(&State::new(vec![Cell::new(1, 2)], Cell::new(1, 1))));
        assert!(Reachable::new(&level, [start], 3).is_none());
    }
}
