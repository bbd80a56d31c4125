//! Searches the union of several solutions.
//!
//! Solutions of one level share positions, where the best section of one can continue as the best
//! section of another. All configurations of all lines are allowed, with any push between them, so
//! the search finds the best path through the union, not only paths that change lines at shared
//! positions.

use hakooshi_search::{Context, Stop};

use super::{Method, MethodEntry, Slice, search};
use crate::corridor::{Allowed, Scope};
use crate::incumbent::Incumbent;

struct Union {
    tried: Option<u64>,
}

impl Method for Union {
    fn turn(
        &mut self,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Slice, Stop> {
        if incumbent.others().is_empty() || self.tried == Some(incumbent.version()) {
            return Ok(Slice::Done);
        }
        self.tried = Some(incumbent.version());
        let scope = Scope {
            stretch: incumbent.range(),
            allowed: Allowed::Lines,
            slack: None,
            bounded: false,
        };
        match search(incumbent, scope, u64::MAX, context).0 {
            Ok(_) | Err(Stop::Memory) => Ok(Slice::Done),
            Err(stop) => Err(stop),
        }
    }
}

pub(super) static ENTRY: MethodEntry = MethodEntry {
    name: "union",
    title: "joins the best sections of several solutions",
    build: |level, _| (level == 0).then(|| Box::new(Union { tried: None }) as Box<dyn Method>),
};
