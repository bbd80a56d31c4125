//! What every record of a run says of how it was made, and whether records of an earlier run can be continued.

use std::fs::{self, File};
use std::path::Path;

use hakooshi::{Cancel, Objective, Record};
use hakooshi_lab::{Machine, Program, Trial, TrialLimits};

use super::competitors::Told;
use crate::batch::Limits;
use crate::exit::{Failure, Outcome};
use crate::resume::{Dialect, Resume, repair};
use crate::{machine, say};

/// What every line says of the run.
#[derive(Clone, Debug)]
pub(super) struct About {
    goal: Objective,
    seed: u64,
    pub(super) limits: TrialLimits,
    machine: Machine,
    program: Program,
}

impl About {
    pub(super) fn new(limits: &Limits, told: Told, may_pin: bool) -> Self {
        let pinned = may_pin && limits.jobs * told.threads <= machine::cores();
        Self {
            goal: told.goal,
            seed: told.seed,
            limits: TrialLimits {
                time_s: limits.time.map(|time| time.as_secs_f64()),
                nodes: limits.nodes,
                memory: limits.budget(Cancel::new()).bytes.map(|bytes| bytes as u64),
                threads: told.threads,
                jobs: limits.jobs,
                pinned,
                clock: limits.timing.name().to_owned(),
            },
            machine: machine::describe(),
            program: machine::program(),
        }
    }

    /// A line of the records; competitors are counted from one.
    pub(super) fn trial(&self, set: &str, competitor: usize, record: Record) -> Trial {
        Trial {
            record,
            set: set.to_owned(),
            limits: self.limits.clone(),
            seed: self.seed,
            competitor,
            ended: machine::seconds(),
            load: machine::load(),
            machine: self.machine.clone(),
            program: self.program.clone(),
        }
    }

    /// What an earlier run in the same folder has done. Its limits must be the same, or records of one file
    /// would not be comparable.
    pub(super) fn earlier(&self, path: &Path, resume: bool) -> Outcome<Resume> {
        let is_there = fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if !is_there {
            return Ok(Resume::default());
        }
        if !resume {
            let message = format!(
                "{} has records already; continue them with --resume, or give another --out",
                path.display()
            );
            return Err(Failure::usage(message));
        }
        repair(path, &Dialect::lab())?;
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::io(format_args!("cannot read {}", path.display()), &error))?;
        let old = text.lines().next().and_then(|line| serde_json::from_str::<Trial>(line).ok());
        if let Some(old) = old {
            let was = terms(&old.limits, old.record.goal, old.seed);
            let changed: Vec<String> = was
                .iter()
                .zip(terms(&self.limits, self.goal, self.seed))
                .filter(|(was, is)| *was != is)
                .map(|((option, was), (_, is))| format!("{option} was {was} and is {is}"))
                .collect();
            if !changed.is_empty() {
                return Err(Failure::usage(format!(
                    "{} cannot be continued: {}; give the same options as before, or another --out",
                    path.display(),
                    changed.join(", ")
                )));
            }
            if old.program != self.program || old.machine != self.machine {
                say::warn("the earlier records were made by another build or on another machine");
            }
        }
        Resume::read(path, &Dialect::lab())
    }
}

/// The folder of a run, made if it is not there and kept for this run alone until the file is closed: two runs
/// that append to the same records would repeat each other's trials. `None` where folders cannot be locked.
pub(super) fn keep(folder: &Path) -> Outcome<Option<File>> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::io(format_args!("cannot make {}", folder.display()), &error))?;
    let file = File::open(folder).ok();
    #[cfg(target_os = "linux")]
    if let Some(file) = &file {
        use rustix::fs::{FlockOperation, flock};
        let locked = flock(file, FlockOperation::NonBlockingLockExclusive);
        if locked == Err(rustix::io::Errno::WOULDBLOCK) {
            let name = folder.display();
            return Err(Failure::usage(format!(
                "another run is writing to {name}; wait until it ends, or give another --out"
            )));
        }
    }
    Ok(file)
}

/// What the records of one file must have in common, by option.
fn terms(limits: &TrialLimits, goal: Objective, seed: u64) -> [(&'static str, String); 7] {
    let or_none = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
    [
        ("--time", or_none(limits.time_s.map(|it| format!("{it} s")))),
        ("--clock", limits.clock.clone()),
        ("--nodes", or_none(limits.nodes.map(|it| it.to_string()))),
        ("--memory (for one job)", or_none(limits.memory.map(|it| it.to_string()))),
        ("--threads", limits.threads.to_string()),
        ("--goal", goal.name().to_owned()),
        ("--seed", seed.to_string()),
    ]
}
