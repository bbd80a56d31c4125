//! The graph of several solutions, searched as a whole.
//!
//! Solutions of one level share positions, and where they do, the best part of one can go on
//! as the best part of another. All configurations of all lines are allowed at once, with any
//! push between them, so that the best way through the union is found, not only those that
//! change lines at a shared position.

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
