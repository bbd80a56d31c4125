//! Engine specs and budgets: reading never panics, a spec written out reads back, and whatever
//! engine it describes tells the truth about a tiny level within its budget.

use hakooshi::unstable::{Options, REGISTRY, solve};
use hakooshi::{Engine, Level, Objective, Polish, Report, Status};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Budget, Silent};

use crate::fingerprint;

/// Expansions per search. The levels need fewer than this, so most searches end by themselves.
const NODES: u64 = 200;

/// Levels with the fewest pushes that solve them; `None` where nothing does.
const LEVELS: [(&str, Option<u32>); 4] = [
    ("#######\n#@ $ .#\n#######\n", Some(2)),
    ("######\n#    #\n# $@ #\n#. $.#\n######\n", Some(3)),
    ("#####\n#@$ #\n#  .#\n#####\n", None),
    ("#####\n#+$ #\n#  *#\n#   #\n#####\n", None),
];

/// Reads the bytes as a spec and lets the engine try.
pub fn engine_spec(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut choice = fingerprint(data);
    let mut choose = |among: usize| {
        let chosen = choice % among;
        choice /= among;
        chosen
    };
    let objective = Objective::ALL[choose(Objective::ALL.len())];
    let spec = match SearchSpec::parse(&text, objective, &REGISTRY) {
        Ok(spec) => spec,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let full = spec.to_string();
    let again = SearchSpec::parse(&full, objective, &REGISTRY).expect("a spec reads back");
    assert_eq!(again.to_string(), full);
    // An outside solver takes seconds for a formula.
    if full.contains("smt-") {
        return;
    }

    let (level, optimum) = LEVELS[choose(LEVELS.len())];
    let level: Level = level.parse().expect("a level of our own");
    let budget = Budget {
        nodes: Some(choose(NODES as usize) as u64),
        bytes: (choose(8) == 0).then(|| choose(1 << 20)),
        ..Budget::default()
    };
    let options = Options {
        objective,
        engine: Engine::Spec(text.into_owned()),
        budget,
        polish: Polish::Never,
        ..Options::default()
    };
    match solve(&level, &options, &mut Silent) {
        Ok(report) => is_true(&report, &options, optimum),
        Err(error) => panic!("{full}: {error}"),
    }
}

fn is_true(report: &Report, options: &Options, optimum: Option<u32>) {
    assert!(report.stats.expanded <= NODES, "{report:?}");
    let most = options.budget.bytes.unwrap_or(usize::MAX);
    assert!(report.stats.peak_bytes <= most, "{report:?}");
    match (&report.status, optimum) {
        (Status::Unsolvable, Some(_)) => panic!("{report:?} of a level that can be solved"),
        (Status::Solved(solution), Some(pushes)) => {
            let found = solution.score().pushes;
            assert!(found >= pushes, "{report:?}");
            if matches!(report.guarantee, Objective::Pushes | Objective::PushesMoves) {
                assert_eq!((found, report.proved), (pushes, true), "{report:?}");
            }
        }
        (Status::Solved(_), None) => panic!("{report:?} of a level that cannot be solved"),
        (Status::Unsolvable, None) | (Status::Unknown(_), _) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by coverage-guided fuzzing: a spec of many aliases was read, but the text in its record was
    /// too long to be read again.
    #[test]
    fn what_is_too_long_when_written_out_is_refused() {
        for count in 1..=32 {
            let text = vec!["sokokids"; count].join("+");
            let spec = SearchSpec::parse(&text, Objective::Any, &REGISTRY);
            match spec {
                Ok(spec) => {
                    let again =
                        SearchSpec::parse(&spec.to_string(), Objective::Any, &REGISTRY).is_ok();
                    assert!(again, "{count}");
                }
                Err(error) => assert!(error.to_string().contains("shorter"), "{error}"),
            }
        }
    }
}
