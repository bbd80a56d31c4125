//! Vicinity search: the best path through all configurations in which up to four boxes deviate from
//! the line.
//!
//! The strongest method of YASO, due to Sébastien Gouezel: in every position of the line, a few
//! boxes may be moved within a given radius, and the shortest path through the resulting set is
//! found. Here the set is never listed ([`crate::corridor`]), the search starts at any position and
//! rejoins the line wherever that saves something, and each level has its own radii, from one box
//! anywhere to four boxes close to their squares.

use hakooshi_level::Metric;
use hakooshi_search::{Context, Stop, Turn};

use super::{MethodEntry, Section, Step, search, swept};
use crate::corridor::{ANYWHERE, Allowed, Rings, Scope};
use crate::incumbent::Incumbent;

/// The radii, and the number of states that one search may close.
struct Shape {
    rings: &'static [u16],
    /// How much more a state may cost than the line: in moves, or in pushes if these come first.
    slack: (u32, u32),
    nodes: u64,
}

const SHAPES: &[Shape] = &[
    Shape { rings: &[3], slack: (20, 4), nodes: 200_000 },
    Shape { rings: &[ANYWHERE], slack: (60, 20), nodes: 1_000_000 },
    Shape { rings: &[2, 1], slack: (30, 6), nodes: 2_000_000 },
    Shape { rings: &[4, 2], slack: (40, 10), nodes: 4_000_000 },
    Shape { rings: &[2, 1, 1], slack: (30, 6), nodes: 8_000_000 },
    Shape { rings: &[ANYWHERE, 2], slack: (60, 20), nodes: 8_000_000 },
    Shape { rings: &[4, 2, 1], slack: (40, 10), nodes: 16_000_000 },
    Shape { rings: &[2, 1, 1, 1], slack: (30, 8), nodes: 16_000_000 },
    Shape { rings: &[ANYWHERE, 4, 2], slack: (60, 20), nodes: 32_000_000 },
    Shape { rings: &[4, 2, 2, 1], slack: (60, 20), nodes: 64_000_000 },
];

struct Vicinity {
    rings: Rings,
    slack: u32,
    nodes: u64,
    bounded: bool,
}

impl Section for Vicinity {
    fn attempt(
        &mut self,
        start: usize,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Step, Stop> {
        let end = incumbent.range().end;
        let scope = Scope {
            stretch: start..end,
            allowed: Allowed::Near(self.rings),
            slack: Some(self.slack),
            bounded: self.bounded,
        };
        let (ended, reached) = search(incumbent, scope, self.nodes, context);
        match ended {
            Ok(Turn::Paused) | Err(Stop::Memory) => {
                // The next search overlaps with this one, so that no section is always split.
                let pushes = ((reached - start) / 2).max(4);
                Ok(Step { pushes, ends: start + pushes >= incumbent.range().end })
            }
            Ok(_) => Ok(Step { pushes: 0, ends: true }),
            Err(stop) => Err(stop),
        }
    }
}

pub(super) static ENTRY: MethodEntry = MethodEntry {
    name: "vicinity",
    title: "searches positions in which up to four boxes deviate from the solution",
    build: |level, incumbent| {
        let Shape { rings, slack, nodes } = SHAPES.get(level as usize)?;
        let by_pushes = incumbent.scale().begins_with(Metric::Pushes);
        let vicinity = Vicinity {
            rings: Rings::new(rings),
            slack: if by_pushes { slack.1 } else { slack.0 },
            nodes: *nodes,
            bounded: by_pushes,
        };
        Some(swept(vicinity, incumbent))
    },
};
