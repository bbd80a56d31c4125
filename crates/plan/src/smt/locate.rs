//! Where the SMT solver is, and how it is told to read its standard input.

use std::ffi::OsStr;
use std::path::PathBuf;

use hakooshi_leash::{Order, find};

use crate::PlanError;

/// Names a solver for every run, where no option does.
const VARIABLE: &str = "HAKOOSHI_SMT_SOLVER";

/// Programs looked for if none is named, and how each is made to read its standard input.
const KNOWN: &[(&str, &[&str])] =
    &[("z3", &["-in", "-smt2"]), ("cvc5", &["--lang=smt2"]), ("yices-smt2", &[]), ("mathsat", &[])];

/// A solver that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    path: PathBuf,
    arguments: &'static [&'static str],
}

impl Program {
    /// The solver with this name or path, or else the one that the environment names, or else
    /// the first that is installed.
    pub(crate) fn find(named: Option<&str>) -> Result<Self, PlanError> {
        let variable = std::env::var(VARIABLE).ok().filter(|name| !name.is_empty());
        if let Some(name) = named.map(str::to_owned).or(variable) {
            let path = find(&name)
                .ok_or_else(|| PlanError::NoSolver(format!("there is no program {name:?}")))?;
            return Ok(Self::at(path));
        }
        let found = KNOWN.iter().find_map(|(name, _)| find(name));
        found.map(Self::at).ok_or_else(|| {
            let names: Vec<&str> = KNOWN.iter().map(|(name, _)| *name).collect();
            PlanError::NoSolver(format!("none of {} is on the PATH", names.join(", ")))
        })
    }

    fn at(path: PathBuf) -> Self {
        let name = path.file_stem().and_then(OsStr::to_str).unwrap_or("");
        let known = KNOWN.iter().find(|(known, _)| name.starts_with(known));
        Self { path, arguments: known.map_or(&[], |(_, arguments)| arguments) }
    }

    /// The name to call it by.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// How it is started, with so many bytes of memory for each of its processes.
    pub(super) fn order(&self, bytes: Option<usize>) -> Order {
        let arguments = self.arguments.iter().map(Into::into).collect();
        Order { arguments, bytes, ..Order::new(&self.path) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_must_be_there() {
        let error = Program::find(Some("no-such-solver")).expect_err("it is not there");
        let text = error.to_string();
        assert!(
            text.contains("no-such-solver") && text.contains("pip install z3-solver"),
            "{text}"
        );
        assert!(Program::find(Some("/no/such/z3")).is_err());
    }

    #[test]
    fn solvers_are_told_to_read_their_input() {
        assert_eq!(Program::at("/usr/bin/z3-4.8".into()).arguments, ["-in", "-smt2"]);
        assert!(Program::at("/opt/other".into()).arguments.is_empty());
    }
}
