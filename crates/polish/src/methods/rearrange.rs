//! Moves runs of pushes past other runs.
//!
//! A run is a maximal sequence of pushes of one box. Each run is tried a few places earlier and later
//! in the line; the pushes stay the same, so the boxes end up the same and only the walks change.
//! While [`merge`](super::merge) joins two runs of one box, this finds an order of runs of different
//! boxes with less walking.
//!
//! ```text
//!   A A B B C C D        A A C C B B D
//! ```

use hakooshi_board::Push;
use hakooshi_search::{Context, Stop};

use super::{Method, MethodEntry, Slice, charge, merge};
use crate::incumbent::Incumbent;
use crate::line::Line;

/// Goes through the runs of the line.
struct Rearrange {
    /// How many runs a run may be moved past.
    far: usize,
    at: usize,
    version: u64,
}

/// Runs tried in one slice.
const RUNS: usize = 8;

impl Method for Rearrange {
    fn turn(
        &mut self,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Slice, Stop> {
        if self.version != incumbent.version() {
            self.version = incumbent.version();
            self.at = 0;
        }
        let runs = merge::runs(incumbent);
        let last = runs.len().min(self.at + RUNS);
        for at in self.at..last {
            for across in 1..=self.far {
                for is_later in [false, true] {
                    let other =
                        if is_later { at.checked_add(across) } else { at.checked_sub(across) };
                    let Some(other) = other.filter(|&other| other < runs.len()) else { continue };
                    // Playing a push takes about as long as closing this many states.
                    let pushes =
                        runs[at.max(other)].stretch.end - runs[at.min(other)].stretch.start;
                    charge(pushes * incumbent.line().board().size() / 32, context)?;
                    if moved(incumbent.line(), &runs, at, other)
                        .is_some_and(|line| incumbent.offer(line))
                    {
                        return Ok(Slice::More);
                    }
                }
            }
        }
        self.at = last;
        Ok(if last == runs.len() { Slice::Done } else { Slice::More })
    }
}

/// The line with run number `at` moved to the place of run number `to`.
fn moved(line: &Line, runs: &[merge::Run], at: usize, to: usize) -> Option<Line> {
    let (first, last) = (&runs[at.min(to)].stretch, &runs[at.max(to)].stretch);
    let pushes = line.pushes();
    let run = &pushes[runs[at].stretch.clone()];
    let order: Vec<Push> = if to < at {
        [run, &pushes[first.start..last.start]].concat()
    } else {
        [&pushes[first.end..last.end], run].concat()
    };
    line.with(&(first.start..last.end), &order)
}

pub(super) static ENTRY: MethodEntry = MethodEntry {
    name: "rearrange",
    title: "moves runs of pushes of one box before or after those of others",
    build: |level, incumbent| {
        (0..3).contains(&level).then(|| {
            let (far, version) = (4usize << (2 * level), incumbent.version());
            Box::new(Rearrange { far, at: 0, version }) as Box<dyn Method>
        })
    },
};

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Silent};

    use super::*;
    use crate::line::tests::{letters, line};

    #[test]
    fn a_box_on_the_way_is_pushed_on_the_way() {
        let room = "############\n#@$. $. $. #\n#          #\n############";
        let long = line(room, "RdrrrrruRdlllluR");
        let mut incumbent = Incumbent::new(long, "moves".parse().expect("a ranking"));
        let before = incumbent.line().score().moves;
        let mut method = Rearrange { far: 4, at: 0, version: 0 };
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        while method.turn(&mut incumbent, &mut context) != Ok(Slice::Done) {}
        assert!(incumbent.line().score().moves < before, "{}", letters(incumbent.line()));
        assert_eq!(letters(incumbent.line()), "RdrruRdrruR");
    }
}
