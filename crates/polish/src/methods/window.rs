//! Window search: solves a section of the line again, optimally, with the boxes anywhere.
//!
//! Windows slide over the line and grow from level to level. A state is dropped if, by the matching
//! of its boxes to their squares at the end of the window, it cannot beat the line; so a window that
//! is searched completely is optimal.

use hakooshi_search::{Context, Stop};

use super::{Method, MethodEntry, Slice, Sweep, search};
use crate::corridor::{Allowed, Scope};
use crate::incumbent::Incumbent;

struct Window {
    pushes: usize,
    nodes: u64,
    sweep: Sweep,
}

impl Method for Window {
    fn turn(
        &mut self,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Slice, Stop> {
        let start = self.sweep.begin(incumbent);
        let range = incumbent.range();
        let end = range.end.min(start.saturating_add(self.pushes));
        let scope =
            Scope { stretch: start..end, allowed: Allowed::All, slack: None, bounded: true };
        match search(incumbent, scope, self.nodes, context).0 {
            Ok(_) | Err(Stop::Memory) => {
                let ends = end == range.end;
                Ok(self.sweep.advance(self.pushes.div_ceil(2), ends, incumbent))
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
        (!is_last || level < 16).then(|| {
            let nodes = 50_000 << level.min(20);
            Box::new(Window { pushes, nodes, sweep: Sweep::new(incumbent) }) as Box<dyn Method>
        })
    },
};
