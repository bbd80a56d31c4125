//! Window search: solves a section of the line again, optimally, with the boxes anywhere.
//!
//! Windows slide over the line and grow from level to level. A state is dropped if, by the matching
//! of its boxes to their squares at the end of the window, it cannot beat the line; so a window that
//! is searched completely is optimal.

use hakooshi_search::{Context, Stop};

use super::{MethodEntry, Section, Step, search, swept};
use crate::corridor::{Allowed, Scope};
use crate::incumbent::Incumbent;

struct Window {
    pushes: usize,
    nodes: u64,
}

impl Section for Window {
    fn attempt(
        &mut self,
        start: usize,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Step, Stop> {
        let range = incumbent.range();
        let end = range.end.min(start.saturating_add(self.pushes));
        let scope =
            Scope { stretch: start..end, allowed: Allowed::All, slack: None, bounded: true };
        match search(incumbent, scope, self.nodes, context).0 {
            Ok(_) | Err(Stop::Memory) => {
                Ok(Step { pushes: self.pushes.div_ceil(2), ends: end == range.end })
            }
            Err(stop) => Err(stop),
        }
    }
}

pub(super) static ENTRY: MethodEntry = MethodEntry {
    name: "window",
    title: "solves sections of the solution again, optimally where it can",
    build: |level, incumbent| {
        let pushes = 8usize.checked_shl(level)?;
        // Once the window is the whole line, only the number of states can grow.
        let is_last = level > 0 && pushes / 2 >= incumbent.line().len();
        (!is_last || level < 16)
            .then(|| swept(Window { pushes, nodes: 50_000 << level.min(20) }, incumbent))
    },
};
