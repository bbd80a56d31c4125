//! Steps of a test run: each has a name and a command to repeat it alone, and passes, fails or is skipped
//! with a reason. A failure does not stop the run, so one run shows everything.

use std::time::{Duration, Instant};

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

/// Runs the selected steps in order.
pub(crate) fn run_all<'a>(steps: &'a [Step], selection: &Selection) -> Vec<Finished<'a>> {
    let mut finished = Vec::new();
    for step in steps {
        let outcome = match selection {
            Selection::Named(names) if !names.contains(&step.name) => continue,
            Selection::Quick if step.slow => {
                finished.push(Finished {
                    step,
                    outcome: Outcome::Skipped("left out by --quick".to_owned()),
                    time: Duration::ZERO,
                });
                continue;
            }
            _ => {
                println!("\n=== {}: {}", step.name, step.title);
                let started = now();
                let outcome = (step.run)();
                let time = now() - started;
                println!("=== {}: {} after {:.1} s", step.name, outcome.word(), time.as_secs_f64());
                Finished { step, outcome, time }
            }
        };
        if let Outcome::Failed(message) = &outcome.outcome {
            println!("{message}\nto repeat it alone: {}", repeat(step));
        }
        finished.push(outcome);
    }
    finished
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
        run_all(STEPS, selection).iter().map(|finished| finished.outcome.word()).collect()
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
