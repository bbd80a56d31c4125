//! Methods that improve a line, one file each.
//!
//! A method works in slices: `Method::turn` makes a short attempt, offers what it finds to the
//! `Incumbent`, and returns whether it has been through the whole line without success. To write
//! one, add a file with a struct that keeps its place between slices, and a row in [`ALL`]; the
//! schedule, `--methods` and the tests use that row.

mod cycles;
mod merge;
mod permute;
mod rearrange;
mod resolve;
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
    /// The whole line has been tried since it last changed, without success.
    Done,
}

/// A method with its place in the line.
pub(crate) trait Method: Send {
    /// Works for one slice on the line of `incumbent`.
    fn turn(&mut self, incumbent: &mut Incumbent, context: &mut Context<'_>)
    -> Result<Slice, Stop>;
}

/// A method with its name.
#[derive(Clone, Copy, Debug)]
pub struct MethodEntry {
    /// The name on the command line.
    pub name: &'static str,
    /// One line about it.
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
    &resolve::ENTRY,
    &rearrange::ENTRY,
    &permute::ENTRY,
];

/// The method with this name.
pub fn by_name(name: &str) -> Option<&'static MethodEntry> {
    ALL.iter().copied().find(|entry| entry.name == name)
}

/// A place that moves along the line, and around, until a full round has changed nothing.
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

    /// Advances by `pushes`; `ends` if the slice reached the end of the line. Returns whether the
    /// whole line has been tried without success.
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

/// A way to improve one section of the line.
trait Section: Send {
    /// Tries the section that begins at position `start`.
    fn attempt(
        &mut self,
        start: usize,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Step, Stop>;
}

/// From one section to the next.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// How many pushes later the next one begins.
    pushes: usize,
    /// Whether the section reached the end of the line.
    ends: bool,
}

/// A method that tries one section after another.
struct Swept<S> {
    section: S,
    sweep: Sweep,
}

/// `section`, all along the line.
fn swept<S: Section + 'static>(section: S, incumbent: &Incumbent) -> Box<dyn Method> {
    Box::new(Swept { section, sweep: Sweep::new(incumbent) })
}

impl<S: Section> Method for Swept<S> {
    fn turn(
        &mut self,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Slice, Stop> {
        let start = self.sweep.begin(incumbent);
        let Step { pushes, ends } = self.section.attempt(start, incumbent, context)?;
        Ok(self.sweep.advance(pushes, ends, incumbent))
    }
}

/// Searches `scope` with at most `nodes` states and offers the best section found, however the
/// search ends. Also returns the last position of the line that it reached.
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

/// Counts work that closes no states as this many states.
fn charge(states: usize, context: &mut Context<'_>) -> Result<(), Stop> {
    (0..states).try_for_each(|_| context.expand(hakooshi_search::Cost::ZERO, 0))
}
