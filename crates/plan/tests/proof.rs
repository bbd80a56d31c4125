//! Proofs checked by a checker that shares nothing with the solver: LRAT says for every clause
//! which earlier ones force it, so that checking is unit propagation along that list.
#![cfg(feature = "sat")]

use std::collections::{HashMap, HashSet};
use std::path::Path;

use hakooshi_level::Level;
use hakooshi_plan::{PlanError, ProofFiles, Proved, prove};
use hakooshi_search::{Budget, Context, Silent};
use hakooshi_testkit::{Oracle, State};

use crate::common::{numbered, skipped, tiny_levels};

/// Numbers of a line, without the zero at the end of each list.
fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// Checks an LRAT proof of a DIMACS formula; the error names the step.
fn check(formula: &str, proof: &str) -> Result<(), String> {
    let clauses = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
    let mut known: HashMap<i64, Vec<i64>> =
        (1..).zip(clauses.map(|line| numbers(line.trim_end_matches('0')))).collect();
    for line in proof.lines() {
        if line.split_whitespace().nth(1) == Some("d") {
            for id in numbers(line).into_iter().skip(1).filter(|&id| id != 0) {
                known.remove(&id);
            }
            continue;
        }
        let step = numbers(line);
        let end = step.iter().position(|&it| it == 0).ok_or_else(|| format!("{line}: no end"))?;
        let (clause, hints) = (&step[1..end], &step[end + 1..]);
        let mut false_now: HashSet<i64> = clause.iter().copied().collect();
        let mut refuted = false;
        for hint in hints.iter().filter(|&&hint| hint != 0) {
            let Some(used) = known.get(hint) else {
                return Err(format!("{line}: no clause {hint}"));
            };
            let left: Vec<i64> =
                used.iter().copied().filter(|it| !false_now.contains(it)).collect();
            match left[..] {
                [] => {
                    refuted = true;
                    break;
                }
                [unit] => _ = false_now.insert(-unit),
                _ => return Err(format!("{line}: clause {hint} is neither unit nor false")),
            }
        }
        if !refuted {
            return Err(format!("{line}: does not follow"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        known.insert(step[0], clause.to_vec());
    }
    Err("the proof does not end with the empty clause".to_owned())
}

fn attempt(level: &Level, horizon: u32, [formula, lrat]: [&Path; 2]) -> Proved {
    try_to(level, horizon, &ProofFiles { formula, lrat, drat: None }).expect("no failure")
}

fn try_to(level: &Level, horizon: u32, files: &ProofFiles<'_>) -> Result<Proved, PlanError> {
    let (board, start) = numbered(level);
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    prove(&board, &start, horizon, files, &mut context)
}

#[test]
fn one_push_fewer_is_refuted_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [folder.path().join("f.cnf"), folder.path().join("p.lrat")];
    let files = [files[0].as_path(), files[1].as_path()];
    let mut checked = 0;
    for level in tiny_levels(17, 25) {
        let Ok(oracle) = Oracle::new(&level, 200_000) else { continue };
        let Some(pushes) = oracle.pushes(&State::start(&level)).filter(|&pushes| pushes > 0) else {
            continue;
        };
        assert!(matches!(attempt(&level, pushes - 1, files), Proved::Written { .. }), "{level}");
        let read = |path| std::fs::read_to_string(path).expect("written");
        let (formula, proof) = (read(files[0]), read(files[1]));
        assert_eq!(check(&formula, &proof), Ok(()), "{level}");
        assert!(matches!(attempt(&level, pushes, files), Proved::Refuted(_)), "{level}");
        // The checker is no rubber stamp: without its first half the proof hangs in the air.
        let lines: Vec<&str> = proof.lines().collect();
        if lines.len() > 20 {
            assert!(check(&formula, &lines[lines.len() / 2..].join("\n")).is_err(), "{level}");
            checked += 1;
        }
    }
    assert!(checked > 3, "{checked} proofs of any length");
}

#[test]
fn a_checker_of_others_accepts_the_proof() {
    let Some(checker) = std::env::var_os("HAKOOSHI_DRAT_CHECKER") else {
        skipped("no checker of DRAT proofs (HAKOOSHI_DRAT_CHECKER names one)");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let [formula, lrat, proof] = ["f.cnf", "p.lrat", "p.drat"].map(|name| folder.path().join(name));
    let accepts = || {
        let done = std::process::Command::new(&checker).arg(&formula).arg(&proof).output();
        String::from_utf8_lossy(&done.expect("it starts").stdout).contains("s VERIFIED")
    };
    let level: Level = " #######\n #     #\n #@$   #\n # $####\n##  ###\n#   ..#\n#######"
        .parse()
        .expect("a level");
    let oracle = Oracle::new(&level, 2_000_000).expect("small");
    let pushes = oracle.pushes(&State::start(&level)).expect("solvable");
    let files = ProofFiles { formula: &formula, lrat: &lrat, drat: Some(&proof) };
    let proved = try_to(&level, pushes - 1, &files);
    assert!(matches!(proved, Ok(Proved::Written { .. })));
    assert!(accepts());
    // It refuses the same proof of a formula that can be satisfied.
    let text = std::fs::read_to_string(&formula).expect("written");
    let clauses: Vec<&str> = text.lines().filter(|line| !line.starts_with(['c', 'p'])).collect();
    let fewer = format!(
        "p cnf 100000 {}\n{}\n",
        clauses.len() - 1,
        clauses[..clauses.len() - 1].join("\n")
    );
    std::fs::write(&formula, fewer).expect("a file");
    assert!(!accepts());
}

const CORRIDOR: &str = "########\n#@$  . #\n########";

#[test]
fn drat_has_the_steps_of_lrat() {
    let folder = tempfile::tempdir().expect("a folder");
    let [formula, lrat, drat] = ["f.cnf", "p.lrat", "p.drat"].map(|name| folder.path().join(name));
    let files = ProofFiles { formula: &formula, lrat: &lrat, drat: Some(&drat) };
    let level: Level = CORRIDOR.parse().expect("a level");
    assert!(matches!(try_to(&level, 2, &files), Ok(Proved::Written { steps, .. }) if steps > 0));
    let text = std::fs::read_to_string(&drat).expect("written");
    assert!(text.ends_with("\n0\n") || text == "0\n", "{text}");
    let added = text.lines().filter(|line| !line.starts_with('d')).count();
    let text = std::fs::read_to_string(&lrat).expect("written");
    assert_eq!(text.lines().filter(|line| !line.contains(" d ")).count(), added);
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let level: Level = CORRIDOR.parse().expect("a level");
    let nowhere = Path::new("/no/such/folder/f.cnf");
    let files = ProofFiles { formula: nowhere, lrat: nowhere, drat: None };
    assert!(matches!(try_to(&level, 0, &files), Err(PlanError::Write { .. })));
}

/// A device without room takes what the solver writes and keeps nothing of it.
#[test]
#[cfg(target_os = "linux")]
fn a_proof_that_did_not_reach_its_file_is_no_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let formula = folder.path().join("f.cnf");
    let level: Level = CORRIDOR.parse().expect("a level");
    let files = ProofFiles { formula: &formula, lrat: Path::new("/dev/null"), drat: None };
    let error = try_to(&level, 2, &files).expect_err("nothing is there");
    assert!(matches!(&error, PlanError::Write { .. }), "{error}");
    let full = Path::new("/dev/full");
    let lrat = folder.path().join("p.lrat");
    let files = ProofFiles { formula: &formula, lrat: &lrat, drat: Some(full) };
    let error = try_to(&level, 2, &files).expect_err("no room");
    assert!(matches!(&error, PlanError::Write { path, .. } if path == full), "{error}");
}
