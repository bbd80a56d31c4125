//! What a step earns.

/// Rewards of one step. They add up: the push that solves the level earns `step + on_goal +
/// solved`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rewards {
    /// Every step, also one that changes nothing.
    pub step: f32,
    /// A box pushed onto a goal from a square that is none.
    pub on_goal: f32,
    /// A box pushed off a goal onto a square that is none.
    pub off_goal: f32,
    /// All boxes on goals.
    pub solved: f32,
}

impl Rewards {
    /// The rewards of Racanière et al. (Imagination-Augmented Agents, 2017), which gym-sokoban
    /// uses and which most papers on Boxoban report.
    pub const GYM_SOKOBAN: Self = Self { step: -0.1, on_goal: 1.0, off_goal: -1.0, solved: 10.0 };

    /// One for the solution, nothing else.
    pub const SPARSE: Self = Self { step: 0.0, on_goal: 0.0, off_goal: 0.0, solved: 1.0 };

    /// The named rewards: `gym_sokoban`, `boxoban` (the same) or `sparse`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "gym_sokoban" | "boxoban" => Some(Self::GYM_SOKOBAN),
            "sparse" => Some(Self::SPARSE),
            _ => None,
        }
    }

    /// What a step earns for each change of the number of boxes on goals: −1, 0 or +1.
    pub(crate) fn by_change(self) -> [f32; 3] {
        [self.step + self.off_goal, self.step, self.step + self.on_goal]
    }
}

impl Default for Rewards {
    fn default() -> Self {
        Self::GYM_SOKOBAN
    }
}
