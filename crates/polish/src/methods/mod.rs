//! Ways of making a line better: one file each.
//!
//! A method works in slices: `Method::turn` tries something that takes a moment, offers what
//! it finds to the `Incumbent`, and says whether it has been through the whole line in vain.
//! To write one, add a file with a struct that keeps where it is between slices, and its row
//! in [`ALL`]; the schedule, the switch on the command line, the tests of soundness and the
//! account of what it gained follow from the row.

mod cycles;
mod merge;
mod permute;
mod rearrange;
mod union;
mod vicinity;
mod window;

use hakooshi_search::{Context, Search as _, Stop, Turn};

use crate::corridor::{Corridor, Scope};
use crate::incumbent::Incumbent;

/// How a slice ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slice {
    /// There is more to try.
    More,
    /// The whole line has been tried since it last changed, and nothing is left that this
    /// method would find.
    Done,
}

/// A way of making a line better, with a place in the line.
pub(crate) trait Method: Send {
    /// Works for one slice on the line of `incumbent`.
    fn turn(&mut self, incumbent: &mut Incumbent, context: &mut Context<'_>)
    -> Result<Slice, Stop>;
}

/// A method that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct MethodEntry {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does.
    pub title: &'static str,
    /// The method at this level of effort, counted from zero; `None` if there is no such level.
    pub(crate) build: fn(level: u32, incumbent: &Incumbent) -> Option<Box<dyn Method>>,
}

/// Every method, the quickest first.
pub static ALL: &[&MethodEntry] = &[
    &cycles::ENTRY,
    &merge::ENTRY,
    &union::ENTRY,
    &vicinity::ENTRY,
    &window::ENTRY,
    &rearrange::ENTRY,
    &permute::ENTRY,
];

/// The method with this name.
pub fn by_name(name: &str) -> Option<&'static MethodEntry> {
    ALL.iter().copied().find(|entry| entry.name == name)
}

/// A place that goes round the line until it has been all round without a change.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    at: usize,
    idle: usize,
    version: u64,
}

impl Sweep {
    fn new(incumbent: &Incumbent) -> Self {
        Self { at: incumbent.origin(), idle: 0, version: incumbent.version() }
    }

    /// Where the next slice begins.
    fn begin(&mut self, incumbent: &Incumbent) -> usize {
        if self.version != incumbent.version() {
            self.version = incumbent.version();
            self.idle = 0;
        }
        let range = incumbent.range();
        if !range.contains(&self.at) {
            self.at = range.start;
        }
        self.at
    }

    /// Goes on by `pushes`; `ends` if the slice went to the end of the line. Whether all of the
    /// line has now been tried in vain.
    fn advance(&mut self, pushes: usize, ends: bool, incumbent: &Incumbent) -> Slice {
        let range = incumbent.range();
        if self.version == incumbent.version() {
            self.idle += if ends { range.end.saturating_sub(self.at) } else { pushes };
        } else {
            self.version = incumbent.version();
            self.idle = 0;
        }
        self.at = if ends { range.start } else { self.at + pushes };
        if self.idle >= range.len() { Slice::Done } else { Slice::More }
    }
}

/// Searches `scope` by at most `nodes` states and offers the best stretch found, however the
/// search ends. Also says which position of the line it has come to.
fn search(
    incumbent: &mut Incumbent,
    scope: Scope,
    nodes: u64,
    context: &mut Context<'_>,
) -> (Result<Turn, Stop>, usize) {
    let start = scope.stretch.start;
    let Some(mut corridor) = Corridor::new(incumbent, scope, context) else {
        return (Ok(Turn::Exhausted), start);
    };
    let ended = corridor.turn(nodes, context);
    let (reached, matching) = (corridor.reached(), corridor.matching_work());
    let better =
        corridor.shortcut().and_then(|found| incumbent.line().with(&found.stretch, &found.pushes));
    drop(corridor);
    if let Some(better) = better {
        incumbent.offer(better);
    }
    (ended.and_then(|turn| charge(matching, context).map(|()| turn)), reached)
}

/// Counts work that closes no states as so many of them.
fn charge(states: usize, context: &mut Context<'_>) -> Result<(), Stop> {
    (0..states).try_for_each(|_| context.expand(hakooshi_search::Cost::ZERO, 0))
}
