//! What a search claims, provided that its components are sound, and which components it takes.
//! The tests check every claim.

use super::SpaceKind;

/// What a search that claims to be optimal minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The objective, as far as the space counts it.
    Objective,
    /// The number of actions, whatever they cost.
    Actions,
    /// The number of pushes, whatever the objective.
    Pushes,
    /// The number of moves, or of pushes if its switch `pushes` is on.
    Steps,
}

/// Which parts of a spec a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "parts are taken or not, independently")]
pub struct Parts {
    /// `space=`
    pub space: bool,
    /// `h=`
    pub heuristic: bool,
    /// `deadlocks=`
    pub deadlocks: bool,
    /// `pruning=`, any rule.
    pub pruning: bool,
    /// `pruning=`, rules that choose boxes.
    pub choosing: bool,
    /// Member searches.
    pub members: bool,
    /// The default arguments, as in a spec.
    pub usual: &'static str,
}

impl Parts {
    /// No parts.
    pub const NONE: Self = Self {
        space: false,
        heuristic: false,
        deadlocks: false,
        pruning: false,
        choosing: false,
        members: false,
        usual: "",
    };
    /// The parts of a textbook search.
    pub const TEXTBOOK: Self = Self {
        space: true,
        heuristic: true,
        deadlocks: true,
        pruning: true,
        choosing: true,
        usual: "deadlocks=[dead_squares,freeze]",
        ..Self::NONE
    };

    /// The keys of the parts taken.
    pub(super) fn keys(self) -> impl Iterator<Item = &'static str> {
        [
            (self.space, "space"),
            (self.heuristic, "h"),
            (self.deadlocks, "deadlocks"),
            (self.choosing || self.pruning, "pruning"),
            (true, "turned"),
        ]
        .into_iter()
        .filter_map(|(is_taken, key)| is_taken.then_some(key))
    }
}

/// What a search claims, and which parts it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "claims are made or not, independently")]
pub struct SearchClaims {
    /// An exhausted search proves that there is no solution. For a portfolio: if one of its members
    /// claims it.
    pub complete: bool,
    /// With an admissible heuristic the solution is optimal in the measure.
    pub optimal: bool,
    /// Its refutations are the word of another program, which nobody has checked. What follows from
    /// them alone, that a solution is optimal or that there is none, is not called proved.
    pub unchecked: bool,
    /// What it minimises.
    pub measure: Measure,
    /// Whether it uses the heuristic.
    pub informed: bool,
    /// Deterministic: the same level takes the same course every time, whatever the clock says.
    pub repeatable: bool,
    /// A parameter, and the choice of it with which the clock decides after all.
    pub timed_by: Option<(&'static str, usize)>,
    /// Time of an expansion in microseconds on a board of 100 squares with ten boxes, for portfolios
    /// that share out work. It grows about as the squares times the root of the boxes. Zero if expansions do not
    /// measure what it does.
    pub price: u32,
    /// It reports single states to an observer that wants them.
    pub traces: bool,
    /// It may be given a simplified level with the same solutions. A textbook search gets the level
    /// as written, so that its node counts can be compared.
    pub simplifies: bool,
    /// The only space it can search, if it does not support all.
    pub only: Option<SpaceKind>,
    /// Parameters that void the claims unless they have their defaults.
    pub voided_by: &'static [&'static str],
    /// The parts it takes.
    pub parts: Parts,
    /// The largest board, in squares, on which an expansion is short enough for a portfolio with
    /// turns.
    pub most_squares: usize,
}

impl SearchClaims {
    /// Complete and optimal in the objective, in every space, with every parameter.
    pub const TEXTBOOK: Self = Self {
        complete: true,
        optimal: true,
        unchecked: false,
        measure: Measure::Objective,
        informed: true,
        repeatable: true,
        timed_by: None,
        price: 5,
        traces: true,
        simplifies: false,
        only: None,
        voided_by: &[],
        parts: Parts::TEXTBOOK,
        most_squares: usize::MAX,
    };
    /// An engine that looks for any solution and proves nothing.
    pub const ENGINE: Self = Self {
        complete: false,
        optimal: false,
        informed: false,
        traces: false,
        simplifies: true,
        parts: Parts::NONE,
        ..Self::TEXTBOOK
    };
}
