//! The contents of a cell of the written grid.

/// What a cell of the written grid shows: the seven characters of the common notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Tile {
    /// Empty floor, or nothing at all outside the walls.
    Floor,
    /// A wall.
    Wall,
    /// An empty goal.
    Goal,
    /// A box off goal.
    BoxOnFloor,
    /// A box on a goal.
    BoxOnGoal,
    /// The player off goal.
    PlayerOnFloor,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Tile {
    /// The tile with or without a goal under what stands on it. A wall stays a wall.
    #[must_use]
    pub const fn with_goal(self, goal: bool) -> Self {
        match (self, goal) {
            (Self::Wall, _) => Self::Wall,
            (Self::Floor | Self::Goal, false) => Self::Floor,
            (Self::Floor | Self::Goal, true) => Self::Goal,
            (Self::BoxOnFloor | Self::BoxOnGoal, false) => Self::BoxOnFloor,
            (Self::BoxOnFloor | Self::BoxOnGoal, true) => Self::BoxOnGoal,
            (Self::PlayerOnFloor | Self::PlayerOnGoal, false) => Self::PlayerOnFloor,
            (Self::PlayerOnFloor | Self::PlayerOnGoal, true) => Self::PlayerOnGoal,
        }
    }

    /// The tile without its box or player.
    #[must_use]
    pub const fn emptied(self) -> Self {
        match self {
            Self::Wall => Self::Wall,
            Self::Floor | Self::BoxOnFloor | Self::PlayerOnFloor => Self::Floor,
            Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal => Self::Goal,
        }
    }

    /// Whether a wall stands here.
    pub const fn is_wall(self) -> bool {
        matches!(self, Self::Wall)
    }

    /// Whether this is a goal, empty or not.
    pub const fn is_goal(self) -> bool {
        matches!(self, Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal)
    }

    /// Whether a box stands here.
    pub const fn is_box(self) -> bool {
        matches!(self, Self::BoxOnFloor | Self::BoxOnGoal)
    }

    /// Whether the player stands here.
    pub const fn is_player(self) -> bool {
        matches!(self, Self::PlayerOnFloor | Self::PlayerOnGoal)
    }

    /// The character of the common (XSB) notation.
    pub const fn glyph(self) -> char {
        match self {
            Self::Floor => ' ',
            Self::Wall => '#',
            Self::Goal => '.',
            Self::BoxOnFloor => '$',
            Self::BoxOnGoal => '*',
            Self::PlayerOnFloor => '@',
            Self::PlayerOnGoal => '+',
        }
    }
}
