//! Certificates for the page: proofs of `CaDiCaL`, made in temporary files, read back and checked.

use std::fs;

use hakooshi::Level;
use hakooshi_board::compile;
use hakooshi_plan::{ProofFiles, Proved, prove};
use hakooshi_search::Context;
use hakooshi_web::{Certificate, Prover};

use crate::draft::Draft;
use crate::units::plural_of;

/// `CaDiCaL`, compiled in.
pub(crate) struct Cadical;

impl Prover for Cadical {
    fn prove(
        &self,
        level: &Level,
        pushes: u32,
        most: u64,
        context: &mut Context<'_>,
    ) -> Result<Certificate, String> {
        let (board, start) = compile(level).map_err(|error| error.to_string())?;
        let horizon = pushes.saturating_sub(1);
        let draft =
            |name| Draft::temporary(name).map_err(|error| format!("no temporary file: {error}"));
        let (formula, lrat) = (draft("hako-formula")?, draft("hako-proof")?);
        let files = ProofFiles { formula: formula.path(), lrat: lrat.path(), drat: None };
        let (variables, clauses, steps) =
            match prove(&board, &start, horizon, &files, context).map_err(|it| it.to_string())? {
                Proved::Written { variables, clauses, steps } => (variables, clauses, steps),
                Proved::Refuted(better) => {
                    let enough = plural_of(better.len(), "push is", "pushes are");
                    return Err(format!("there is nothing to prove: {enough} enough"));
                }
                Proved::Stopped(stop) => return Err(format!("no proof: out of {}", stop.name())),
            };
        let size: u64 = [&formula, &lrat]
            .iter()
            .filter_map(|draft| fs::metadata(draft.path()).ok())
            .map(|file| file.len())
            .sum();
        if size > most {
            let megabytes = size / 1_000_000;
            return Err(format!(
                "the proof has {megabytes} MB, too much for a page; hako solve --proof writes it"
            ));
        }
        let read = |draft: &Draft| {
            fs::read_to_string(draft.path()).map_err(|error| format!("no proof: {error}"))
        };
        Ok(Certificate { formula: read(&formula)?, proof: read(&lrat)?, variables, clauses, steps })
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Silent};

    use super::*;

    #[test]
    fn a_certificate_is_made_and_leaves_no_file() {
        let level: Level = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######".parse().expect("a level");
        let prove = |pushes, most| {
            let mut silent = Silent;
            Cadical.prove(&level, pushes, most, &mut Context::new(Budget::default(), &mut silent))
        };
        let made = prove(4, 1 << 20).expect("a proof");
        assert!(made.formula.contains("\np cnf "), "{}", made.formula);
        assert!(made.steps > 0 && made.proof.lines().count() >= made.steps);
        assert!(prove(5, 1 << 20).is_err_and(|why| why.contains("4 pushes are enough")));
        assert!(prove(4, 10).is_err_and(|why| why.contains("too much")));
        let mine = format!(".{}-", std::process::id());
        let left = fs::read_dir(std::env::temp_dir()).expect("a folder").flatten().any(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with("hako-") && name.contains(&mine)
        });
        assert!(!left, "temporary files go");
    }
}
