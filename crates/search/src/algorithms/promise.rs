//! What an algorithm promises when all it is given is sound. The test kit holds every one
//! of them to it.

use crate::spec::SpaceKind;

/// What an algorithm makes small when it says that its answers are optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Whatever the objective asks for, as far as the space counts it.
    Objective,
    /// The number of actions, whatever they cost.
    Actions,
    /// The number of pushes, whatever the objective asks for.
    Pushes,
}

/// What an algorithm promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// An exhausted space means that there is no solution.
    pub complete: bool,
    /// With an admissible heuristic the solution is optimal in the measure.
    pub optimal: bool,
    /// What is made small.
    pub measure: Measure,
    /// Whether the heuristic is asked at all.
    pub informed: bool,
    /// The one space it can search, if it is not at home in all.
    pub only: Option<SpaceKind>,
    /// Parameters that make both promises void unless they are left at their defaults.
    pub voided_by: &'static [&'static str],
}

impl Promise {
    /// Complete and optimal in the objective, in every space, with every parameter.
    pub const BEST: Self = Self {
        complete: true,
        optimal: true,
        measure: Measure::Objective,
        informed: true,
        only: None,
        voided_by: &[],
    };
}
