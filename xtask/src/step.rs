//! Steps of a test run: each has a name and a command to repeat it alone, and passes, fails or is skipped
//! with a reason. A failure does not stop the run, so one run shows everything.
//!
//! Steps that compile use all cores, and cargo builds one thing at a time. Others mostly wait: for the
//! network, for a browser, for an interpreter. They form a second lane, which runs beside the first; its
//! output is held back until a step ends, so that the lines of two steps do not mix.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::shell;

/// One thing that must pass.
#[derive(Debug)]
pub(crate) struct Step {
    /// One word, for the command line and the summary.
    pub(crate) name: &'static str,
    /// What it checks.
    pub(crate) title: &'static str,
    /// Whether `--quick` leaves it out.
    pub(crate) slow: bool,
    /// The command that does the same without this program, where there is one.
    pub(crate) by_hand: Option<&'static str>,
    /// Does it.
    pub(crate) run: fn() -> Outcome,
}

/// The result of a step.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Passed, with lines for the summary.
    Passed(Vec<String>),
    /// Failed, with a message.
    Failed(String),
    /// Not run, with the reason.
    Skipped(String),
}

impl Outcome {
    /// Passed in silence, or failed with the message.
    pub(crate) fn of(result: Result<(), String>) -> Self {
        match result {
            Ok(()) => Self::Passed(Vec::new()),
            Err(message) => Self::Failed(message),
        }
    }

    /// Passed if nothing was found.
    pub(crate) fn of_faults(faults: &[String]) -> Self {
        if faults.is_empty() { Self::Passed(Vec::new()) } else { Self::Failed(faults.join("\n")) }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Passed(_) => "passed",
            Self::Failed(_) => "FAILED",
            Self::Skipped(_) => "skipped",
        }
    }
}

/// Which steps to run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    All,
    Quick,
    Named(Vec<&'static str>),
}

impl Selection {
    /// Reads the arguments of `cargo xtask test`.
    pub(crate) fn parse(arguments: &[&str], steps: &[Step]) -> Result<Self, String> {
        match arguments {
            [] => Ok(Self::All),
            ["--quick"] => Ok(Self::Quick),
            names => {
                let known = |name: &&str| {
                    let step = steps.iter().find(|step| step.name == *name);
                    step.map(|step| step.name).ok_or_else(|| {
                        let all: Vec<&str> = steps.iter().map(|step| step.name).collect();
                        format!("there is no step {name:?}; there are: {}", all.join(", "))
                    })
                };
                names.iter().map(known).collect::<Result<_, _>>().map(Self::Named)
            }
        }
    }
}

/// A finished step.
#[derive(Debug)]
pub(crate) struct Finished<'a> {
    step: &'a Step,
    pub(crate) outcome: Outcome,
    time: Duration,
}

#[expect(clippy::disallowed_methods, reason = "steps are timed for the reader, not for search")]
fn now() -> Instant {
    Instant::now()
}

/// Which steps form the second lane, and which wait for a step of the other lane.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    /// The steps of the second lane, by name.
    pub(crate) second: &'static [&'static str],
    /// Pairs of a step and one that must have ended before it starts.
    pub(crate) after: &'static [(&'static str, &'static str)],
}

/// The steps that have ended.
#[derive(Debug, Default)]
struct Ended {
    names: Mutex<BTreeSet<&'static str>>,
    changed: Condvar,
}

impl Ended {
    fn note(&self, name: &'static str) {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).insert(name);
        self.changed.notify_all();
    }

    fn wait_for(&self, name: &str) {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_while(names, |names| !names.contains(name));
        drop(waited);
    }
}

/// Runs the selected steps, each lane in order. The results are in the order of the steps.
pub(crate) fn run_all<'a>(
    steps: &'a [Step],
    lanes: &Lanes,
    selection: &Selection,
) -> Vec<Finished<'a>> {
    let is_left_out =
        |step: &Step| matches!(selection, Selection::Named(names) if !names.contains(&step.name));
    let chosen: Vec<(usize, &Step)> =
        steps.iter().enumerate().filter(|(_, step)| !is_left_out(step)).collect();
    let ended = Ended::default();
    let run_lane = |is_second: bool| {
        let lane = chosen.iter().filter(|(_, step)| lanes.second.contains(&step.name) == is_second);
        let mut finished = Vec::new();
        for &(at, step) in lane {
            let before = lanes.after.iter().filter(|(name, _)| *name == step.name);
            for (_, earlier) in before {
                if chosen.iter().any(|(_, step)| step.name == *earlier) {
                    ended.wait_for(earlier);
                }
            }
            finished.push((at, run(step, *selection == Selection::Quick)));
            ended.note(step.name);
        }
        finished
    };
    let mut all = thread::scope(|scope| {
        let beside = scope.spawn(|| {
            shell::hold_back();
            run_lane(true)
        });
        let mut all = run_lane(false);
        all.extend(beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        all
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, finished)| finished).collect()
}

fn run(step: &Step, is_quick: bool) -> Finished<'_> {
    if step.slow && is_quick {
        let outcome = Outcome::Skipped("left out by --quick".to_owned());
        return Finished { step, outcome, time: Duration::ZERO };
    }
    shell::say(&format!("\n=== {}: {}", step.name, step.title));
    let started = now();
    let outcome = (step.run)();
    let time = now() - started;
    let word = outcome.word();
    shell::say(&format!("=== {}: {word} after {:.1} s", step.name, time.as_secs_f64()));
    if let Outcome::Failed(message) = &outcome {
        shell::say(&format!("{message}\nto repeat it alone: {}", repeat(step)));
    }
    shell::let_out();
    Finished { step, outcome, time }
}

fn repeat(step: &Step) -> String {
    step.by_hand.map_or_else(|| format!("cargo xtask test {}", step.name), str::to_owned)
}

/// Prints the result of each step and, on the last line, how many passed, failed and were skipped.
pub(crate) fn summarise(finished: &[Finished<'_>]) {
    println!("\nSummary");
    let mut counts = [0; 3];
    for Finished { step, outcome, time } in finished {
        let word = outcome.word();
        println!("  {:<10} {word:<8} {:>7.1} s  {}", step.name, time.as_secs_f64(), step.title);
        match outcome {
            Outcome::Passed(notes) => {
                counts[0] += 1;
                for note in notes {
                    println!("  {:<29} {note}", "");
                }
            }
            Outcome::Failed(_) => {
                counts[1] += 1;
                println!("  {:<29} to repeat it alone: {}", "", repeat(step));
            }
            Outcome::Skipped(reason) => {
                counts[2] += 1;
                println!("  {:<29} {reason}", "");
            }
        }
    }
    let [passed, failed, skipped] = counts;
    println!("{passed} passed, {failed} failed, {skipped} skipped");
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: &[Step] = &[
        Step {
            name: "good",
            title: "passes",
            slow: false,
            by_hand: None,
            run: || Outcome::of(Ok(())),
        },
        Step {
            name: "bad",
            title: "fails",
            slow: true,
            by_hand: Some("false"),
            run: || Outcome::of_faults(&["broken".to_owned()]),
        },
    ];

    fn words(selection: &Selection) -> Vec<&'static str> {
        let lanes = Lanes { second: &["bad"], after: &[] };
        let [one, two] = [Lanes::default(), lanes].map(|lanes| {
            let finished = run_all(STEPS, &lanes, selection);
            finished.iter().map(|finished| finished.outcome.word()).collect::<Vec<_>>()
        });
        assert_eq!(one, two, "lanes change nothing");
        one
    }

    #[test]
    fn a_step_waits_for_one_of_the_other_lane() {
        use std::sync::atomic::{AtomicU32, Ordering};
        static COUNT: AtomicU32 = AtomicU32::new(0);
        const SLOW: Step = Step {
            name: "slow",
            title: "takes a moment",
            slow: false,
            by_hand: None,
            run: || {
                thread::sleep(Duration::from_millis(30));
                COUNT.fetch_add(1, Ordering::SeqCst);
                Outcome::of(Ok(()))
            },
        };
        const LATE: Step = Step {
            name: "late",
            title: "needs the first",
            slow: false,
            by_hand: None,
            run: || {
                Outcome::of_faults(&vec![
                    "too early".to_owned();
                    usize::from(COUNT.load(Ordering::SeqCst) == 0)
                ])
            },
        };
        let lanes = Lanes { second: &["slow"], after: &[("late", "slow")] };
        let finished = run_all(&[SLOW, LATE], &lanes, &Selection::All);
        assert!(finished.iter().all(|it| it.outcome.word() == "passed"), "{finished:?}");
        // Not chosen, so not waited for.
        let finished = run_all(&[SLOW, LATE], &lanes, &Selection::Named(vec!["late"]));
        assert_eq!(finished.len(), 1);
    }

    #[test]
    fn a_failure_does_not_hide_what_follows() {
        assert_eq!(words(&Selection::All), ["passed", "FAILED"]);
        assert_eq!(words(&Selection::Quick), ["passed", "skipped"]);
        assert_eq!(words(&Selection::Named(vec!["bad"])), ["FAILED"]);
    }

    #[test]
    fn arguments_choose_steps() {
        assert_eq!(Selection::parse(&[], STEPS), Ok(Selection::All));
        assert_eq!(Selection::parse(&["--quick"], STEPS), Ok(Selection::Quick));
        assert_eq!(Selection::parse(&["bad"], STEPS), Ok(Selection::Named(vec!["bad"])));
        let error = Selection::parse(&["bda"], STEPS).expect_err("an unknown step");
        assert!(error.contains("good, bad"), "{error}");
    }
}
