//! What the number of an action means. Environments disagree about the order, so an order has a
//! name and a learner trained with one can be played with it anywhere.

use hakooshi_level::Dir;
use thiserror::Error;

/// A name that stands for nothing here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no {what} {name:?}; there are: {known}")]
pub struct UnknownName {
    /// What kind of thing was named.
    pub what: &'static str,
    /// The name given.
    pub name: String,
    /// The names there are.
    pub known: String,
}

/// One action: where the player goes, if anywhere, and whether a box in the way is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    pub(crate) dir: Option<Dir>,
    pub(crate) pushes: bool,
}

const fn step(dir: Dir) -> Action {
    Action { dir: Some(dir), pushes: true }
}

const fn walk(dir: Dir) -> Action {
    Action { dir: Some(dir), pushes: false }
}

const WAIT: Action = Action { dir: None, pushes: false };

/// The meaning of each action number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionOrder {
    name: &'static str,
    title: &'static str,
    actions: &'static [Action],
}

static ALL: &[ActionOrder] = &[
    ActionOrder {
        name: "udlr",
        title: "up, down, left, right",
        actions: &[step(Dir::Up), step(Dir::Down), step(Dir::Left), step(Dir::Right)],
    },
    ActionOrder {
        name: "urdl",
        title: "up, right, down, left (Jumanji, envpool)",
        actions: &[step(Dir::Up), step(Dir::Right), step(Dir::Down), step(Dir::Left)],
    },
    ActionOrder {
        name: "lurd",
        title: "left, up, right, down (the letters of solutions)",
        actions: &[step(Dir::Left), step(Dir::Up), step(Dir::Right), step(Dir::Down)],
    },
    ActionOrder {
        name: "wait_udlr",
        title: "wait, up, down, left, right",
        actions: &[WAIT, step(Dir::Up), step(Dir::Down), step(Dir::Left), step(Dir::Right)],
    },
    ActionOrder {
        name: "gym_sokoban",
        title: "wait; up, down, left, right, pushing; the same four, walking only",
        actions: &[
            WAIT,
            step(Dir::Up),
            step(Dir::Down),
            step(Dir::Left),
            step(Dir::Right),
            walk(Dir::Up),
            walk(Dir::Down),
            walk(Dir::Left),
            walk(Dir::Right),
        ],
    },
];

impl ActionOrder {
    /// Every order.
    pub fn all() -> &'static [Self] {
        ALL
    }

    /// The order called `name`.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        ALL.iter().copied().find(|order| order.name == name).ok_or_else(|| UnknownName {
            what: "action order",
            name: name.to_owned(),
            known: ALL.iter().map(|order| order.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The actions in words.
    pub fn title(self) -> &'static str {
        self.title
    }

    /// How many actions there are.
    pub fn count(self) -> usize {
        self.actions.len()
    }

    /// The direction of an action; `None` for waiting and for numbers beyond the last.
    pub fn dir(self, action: usize) -> Option<Dir> {
        self.actions.get(action).and_then(|action| action.dir)
    }

    /// Whether an action pushes a box that is in the way.
    pub fn pushes(self, action: usize) -> bool {
        self.actions.get(action).is_some_and(|action| action.pushes)
    }

    /// The action that steps to `dir`, pushing if need be.
    pub fn step(self, dir: Dir) -> Option<usize> {
        self.actions.iter().position(|action| action.dir == Some(dir) && action.pushes)
    }

    pub(crate) fn actions(self) -> &'static [Action] {
        self.actions
    }
}

impl Default for ActionOrder {
    fn default() -> Self {
        ALL[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_can_step_everywhere() {
        for &order in ActionOrder::all() {
            assert_eq!(ActionOrder::named(order.name()), Ok(order));
            for dir in Dir::ALL {
                let action = order.step(dir).expect("a step");
                assert_eq!((order.dir(action), order.pushes(action)), (Some(dir), true));
            }
        }
        let error = ActionOrder::named("rlud").expect_err("no such order");
        assert!(error.to_string().contains("udlr, urdl"), "{error}");
    }
}
