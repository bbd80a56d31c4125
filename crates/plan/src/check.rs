//! A checker of LRAT proofs, which shares nothing with the solver that wrote them.
//!
//! LRAT says of every new clause which earlier ones force it, so that checking is propagation
//! along that list: suppose every literal of the clause false; each clause named must then
//! leave one literal, which is true, until one leaves none.
//!
//! ```text
//! 9 -1 4 0 3 7 0      clause 9 is (-1 4), by clauses 3 and 7
//! 10 d 3 0            clause 3 is not needed any more
//! 11 0 9 5 0          the empty clause: refuted
//! ```
//!
//! A step that is sound only by leave of a literal (RAT) is refused: the solver is run without
//! the techniques that need it. (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp:
//! "Efficient Certified RAT Verification", 2017.)

use std::collections::HashMap;
use std::io::{self, BufRead};

use thiserror::Error;

/// Why a proof was not accepted.
#[derive(Debug, Error)]
pub(crate) enum CheckError {
    /// A file could not be read.
    #[error("it cannot be read again: {0}")]
    Io(#[from] io::Error),
    /// The formula is not what a DIMACS file is to be.
    #[error("line {line} of the formula: {reason}")]
    Formula { line: usize, reason: &'static str },
    /// A step does not follow, or is none.
    #[error("step {step} of the proof: {reason}")]
    Step { step: usize, reason: &'static str },
    /// The file ends before the empty clause.
    #[error("it ends before the proof does; is there room on the device?")]
    Incomplete,
}

/// A step that has been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// A clause that follows; the empty one is the last.
    Add(&'a [i32]),
    /// A clause that is not needed any more.
    Delete(&'a [i32]),
}

/// Clauses by number, and which literals are false for now.
#[derive(Debug, Default)]
struct Checker {
    clauses: HashMap<u64, Box<[i32]>>,
    /// The step at which a literal was last made false, by [`place`].
    falsified: Vec<usize>,
    /// Steps so far.
    steps: usize,
}

/// Checks that `proof` refutes `formula` and gives every step to `each`, which may end it. The
/// number of steps.
pub(crate) fn check<E: From<CheckError>>(
    formula: impl BufRead,
    mut proof: impl BufRead,
    mut each: impl FnMut(Step<'_>) -> Result<(), E>,
) -> Result<usize, E> {
    let mut checker = Checker::read(formula)?;
    let mut line = Vec::new();
    loop {
        line.clear();
        let size = proof.read_until(b'\n', &mut line).map_err(CheckError::Io)?;
        if size == 0 || line.last() != Some(&b'\n') {
            return Err(CheckError::Incomplete.into());
        }
        if checker.step(&line, &mut each)? {
            return Ok(checker.steps);
        }
    }
}

impl Checker {
    /// Reads a DIMACS file, a clause to a line.
    fn read(formula: impl BufRead) -> Result<Self, CheckError> {
        let (mut checker, mut promised) = (Self::default(), None);
        let mut count = 0;
        for (line, text) in (1..).zip(formula.lines()) {
            let text = text?;
            let wrong = |reason| CheckError::Formula { line, reason };
            if text.starts_with('c') {
                continue;
            }
            if let Some(head) = text.strip_prefix("p cnf ") {
                let mut numbers = head.split_whitespace().map(str::parse::<usize>);
                let (Some(Ok(vars)), Some(Ok(clauses))) = (numbers.next(), numbers.next()) else {
                    return Err(wrong("no numbers of variables and clauses"));
                };
                promised = Some(clauses);
                checker.falsified = vec![0; 2 * (vars + 1)];
                continue;
            }
            let mut numbers = numbers(text.as_bytes());
            let clause = list(&mut numbers).ok_or_else(|| wrong("no clause"))?;
            if !checker.knows(&clause) {
                return Err(wrong("a variable that was not announced"));
            }
            count += 1;
            checker.clauses.insert(count, clause.into());
        }
        if promised != usize::try_from(count).ok() {
            return Err(CheckError::Incomplete);
        }
        Ok(checker)
    }

    /// Checks a line; whether it is the empty clause.
    fn step<E: From<CheckError>>(
        &mut self,
        line: &[u8],
        each: &mut impl FnMut(Step<'_>) -> Result<(), E>,
    ) -> Result<bool, E> {
        self.steps += 1;
        let step = self.steps;
        let wrong = |reason| CheckError::Step { step, reason };
        let mut words = numbers(line);
        let id = words.next().flatten().and_then(|id| u64::try_from(id).ok());
        let id = id.ok_or_else(|| wrong("no number"))?;
        let rest = line.trim_ascii().splitn(3, |byte| *byte == b' ');
        if let Some([b"d", deleted]) = rest.skip(1).collect::<Vec<_>>().get(..2) {
            let deleted = list(&mut numbers(deleted)).ok_or_else(|| wrong("no list"))?;
            for id in deleted {
                // To forget what was not known takes nothing from a proof.
                if let Some(clause) = u64::try_from(id).ok().and_then(|id| self.clauses.remove(&id))
                {
                    each(Step::Delete(&clause))?;
                }
            }
            return Ok(false);
        }
        let clause = list(&mut words).ok_or_else(|| wrong("no clause"))?;
        let hints = list(&mut words).ok_or_else(|| wrong("no list of clauses"))?;
        if !self.knows(&clause) {
            return Err(wrong("a variable that the formula has not").into());
        }
        self.follows(&clause, &hints).map_err(wrong)?;
        each(Step::Add(&clause))?;
        let is_empty = clause.is_empty();
        if self.clauses.insert(id, clause.into()).is_some() {
            return Err(wrong("a number that is taken").into());
        }
        Ok(is_empty)
    }

    /// Whether `clause` follows from the clauses that `hints` name, in this order.
    fn follows(&mut self, clause: &[i32], hints: &[i32]) -> Result<(), &'static str> {
        let now = self.steps;
        for &lit in clause {
            self.falsified[place(lit)] = now;
        }
        for hint in hints {
            let used = u64::try_from(*hint).ok().and_then(|id| self.clauses.get(&id));
            let used = used.ok_or("it names a clause that is not there")?;
            let mut left = used.iter().filter(|&&lit| self.falsified[place(lit)] != now);
            let Some(&unit) = left.next() else { return Ok(()) };
            if left.any(|&lit| lit != unit) {
                return Err("a clause that it names forces nothing");
            }
            self.falsified[place(-unit)] = now;
        }
        Err("it does not follow")
    }

    fn knows(&self, clause: &[i32]) -> bool {
        clause.iter().all(|&lit| place(lit) < self.falsified.len())
    }
}

/// Where a literal stands in a table.
fn place(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

/// The numbers of a line; `None` for a word that is none.
fn numbers(line: &[u8]) -> impl Iterator<Item = Option<i32>> {
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.map(|word| str::from_utf8(word).ok()?.parse().ok())
}

/// The numbers before the next zero; `None` without a zero.
fn list(numbers: &mut impl Iterator<Item = Option<i32>>) -> Option<Vec<i32>> {
    let mut list = Vec::new();
    loop {
        match numbers.next()?? {
            0 => return Some(list),
            number => list.push(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All four clauses over two variables.
    const FORMULA: &str = "c all\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    const PROOF: &str = "5 2 0 1 2 0\n6 d 1 2 0\n7 0 5 3 4 0\n";

    fn judge(formula: &str, proof: &str) -> Result<usize, CheckError> {
        check(formula.as_bytes(), proof.as_bytes(), |_| Ok(()))
    }

    #[test]
    fn a_proof_is_accepted_and_told_step_by_step() {
        let mut told = Vec::new();
        let steps = check(FORMULA.as_bytes(), PROOF.as_bytes(), |step| {
            told.push(format!("{step:?}"));
            Ok::<_, CheckError>(())
        });
        assert_eq!(steps.expect("a proof"), 3);
        assert_eq!(told, ["Add([2])", "Delete([1, 2])", "Delete([-1, 2])", "Add([])"]);
    }

    #[test]
    fn no_part_of_a_proof_is_a_proof() {
        for size in 0..PROOF.len() {
            let error = judge(FORMULA, &PROOF[..size]).expect_err("cut off");
            assert!(matches!(error, CheckError::Incomplete), "{size}: {error}");
        }
        for size in 0..FORMULA.len() - 1 {
            assert!(judge(&FORMULA[..size], PROOF).is_err(), "{size}");
        }
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        for (proof, reason) in [
            ("5 2 0 1 0\n", "does not follow"),
            ("5 2 0 1 9 0\n", "not there"),
            ("5 0 1 2 3 4 0\n", "forces nothing"),
            ("5 3 0 1 2 0\n", "formula has not"),
            ("4 2 0 1 2 0\n", "taken"),
            ("5 2 0 1 x 0\n", "no list"),
            ("5 2 1 2\n", "no clause"),
            ("5 2 0 -1 2 0\n", "not there"),
            ("x\n", "no number"),
            ("5 2 0 1 2 0\n6 d 3 0\n7 0 5 3 4 0\n", "not there"),
        ] {
            let error = judge(FORMULA, proof).expect_err("wrong").to_string();
            assert!(error.contains(reason), "{proof:?}: {error}");
        }
        assert!(judge("p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n", PROOF).is_err());
    }
}
