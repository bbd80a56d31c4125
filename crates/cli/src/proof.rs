//! `--proof`: an independent proof that a solution has the fewest pushes. It is written to drafts, read
//! back and checked by our own checker; only then do formula and proof get their names.

use std::path::{Path, PathBuf};

use hakooshi::{Level, Stop};
use hakooshi_board::compile;
use hakooshi_plan::{PlanError, ProofFiles, Proved, prove};
use hakooshi_search::Context;
use hakooshi_search::{Budget, Silent};

use crate::claims::Claims;
use crate::draft::Draft;
use crate::exit::{Exit, Failure, Outcome};
use crate::interrupt::Interrupt;
use crate::say;
use crate::units::plural_of;

/// Endings that promise a compressed file.
const COMPRESSED: [&str; 5] = ["gz", "xz", "bz2", "lzma", "7z"];

/// The files of a proof in the making.
#[derive(Debug)]
pub(crate) struct Proof {
    formula: Draft,
    /// Kept if there is no `drat`, which is made from it.
    lrat: Draft,
    drat: Option<Draft>,
}

impl Proof {
    /// Creates the files, so that a name that cannot be written is reported before any search.
    pub(crate) fn begin(path: &Path, claims: &mut Claims) -> Outcome<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if COMPRESSED.contains(&ending) {
            let name = path.display();
            return Err(Failure::usage(format!("{name}: a proof is written as plain text")));
        }
        let mut begin = |path: &Path| {
            claims.write(path)?;
            let (draft, _) = Draft::create(path)?.ok_or_else(|| {
                let message = "it is no ordinary file, and a proof is read again to be checked";
                Failure::Told(Exit::Io, format!("cannot write {}: {message}", path.display()))
            })?;
            Ok(draft)
        };
        let formula = begin(&with_ending(path, ".cnf"))?;
        let drat = (ending == "drat").then(|| begin(path)).transpose()?;
        let lrat = if drat.is_some() { with_ending(path, ".lrat") } else { path.to_owned() };
        Ok(Self { formula, lrat: begin(&lrat)?, drat })
    }

    /// Writes a proof that the level has no plan with fewer than `pushes` pushes.
    pub(crate) fn write(self, level: &Level, pushes: u32, budget: &Budget) -> Outcome {
        let (board, start) = compile(level).map_err(|error| Failure::input(error.to_string()))?;
        let Some(horizon) = pushes.checked_sub(1) else {
            say::note("no proof: the level starts solved, so there is nothing to prove");
            return Ok(Exit::Ok);
        };
        let interrupt = Interrupt::listen();
        let budget = Budget { cancel: interrupt.begin(0), ..budget.clone() };
        let mut silent = Silent;
        let mut context = Context::new(budget, &mut silent);
        let files = ProofFiles {
            formula: self.formula.path(),
            lrat: self.lrat.path(),
            drat: self.drat.as_ref().map(Draft::path),
        };
        let proved = prove(&board, &start, horizon, &files, &mut context);
        interrupt.end(0);
        match proved.map_err(|error| self.failure(&error))? {
            Proved::Written { variables, clauses, steps } => {
                let name = self.drat.as_ref().unwrap_or(&self.lrat).name().to_owned();
                let formula = self.formula.name().to_owned();
                self.formula.commit()?;
                // What is not asked for goes with its draft.
                self.drat.unwrap_or(self.lrat).commit()?;
                say::note(format_args!(
                    "{} proves that {} not enough: it refutes {} ({variables} variables, {clauses} \
                     clauses) in {steps} steps, which were read back and checked",
                    name.display(),
                    plural_of(horizon as usize, "push is", "pushes are"),
                    formula.display(),
                ));
                Ok(Exit::Ok)
            }
            Proved::Refuted(better) => {
                let enough = plural_of(better.len(), "push is", "pushes are");
                say::error(format_args!("no proof: {enough} enough"));
                Ok(Exit::Refuted)
            }
            Proved::Stopped(Stop::Cancelled) => {
                say::error("no proof: interrupted");
                Ok(Exit::Interrupted)
            }
            Proved::Stopped(stop) => {
                say::error(format_args!("no proof: out of {}", stop.name()));
                Ok(match stop {
                    Stop::Memory => Exit::Memory,
                    Stop::Nodes => Exit::Nodes,
                    Stop::Time | Stop::Horizon | Stop::Cancelled => Exit::Time,
                })
            }
        }
    }

    /// The failure in the names that the user knows.
    fn failure(&self, error: &PlanError) -> Failure {
        let drafts = [Some(&self.formula), Some(&self.lrat), self.drat.as_ref()];
        let name = |path: &PathBuf| {
            let draft = drafts.into_iter().flatten().find(|draft| draft.path() == path);
            draft.map_or(path.as_path(), Draft::name).display().to_string()
        };
        match error {
            PlanError::Write { path, reason } => {
                Failure::Told(Exit::Io, format!("no proof: cannot write {}: {reason}", name(path)))
            }
            other => Failure::Told(Exit::Solver, format!("no proof: {other}")),
        }
    }
}

/// The path with more at its end.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
