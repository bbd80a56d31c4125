//! SokoKids, section 5.11: Rolling Stone with one technique more in every row.

use super::{Figures, Suite};

/// The suite. Labels end with the number of XSokoban levels that the report gives for the row.
pub(super) static SUITE: Suite = Suite {
    name: "rolling-stone",
    title: "SokoKids, section 5.11: Rolling Stone, one technique after the other",
    engines: &[
        (
            "IDA* and lower bound (0)",
            "idastar(space=push,h=matching_rolling_stone,deadlocks=[dead_squares],\
             table=off,cache=off,inertia=off,order=generated)",
            None,
        ),
        (
            "+ transposition table (5)",
            "idastar(space=push,h=matching_rolling_stone,deadlocks=[dead_squares],\
             cache=off,exact=off,inertia=off,order=generated)",
            None,
        ),
        (
            "+ move ordering (4)",
            "idastar(space=push,h=matching_rolling_stone,deadlocks=[dead_squares],\
             cache=off,exact=off,order=goal)",
            None,
        ),
        (
            "+ deadlock tables (5)",
            "idastar(space=push,h=matching_rolling_stone,\
             deadlocks=[dead_squares,table(width=5,height=4)],cache=off,exact=off,order=goal)",
            None,
        ),
        (
            "+ tunnel macros (6)",
            "idastar(space=push,h=matching_rolling_stone,\
             deadlocks=[dead_squares,table(width=5,height=4)],pruning=[tunnels],\
             cache=off,exact=off,order=goal)",
            None,
        ),
        (
            "+ goal macros (17)",
            "idastar(space=push,h=matching_rolling_stone,\
             deadlocks=[dead_squares,table(width=5,height=4)],\
             pruning=[goal_macros(cuts=none),tunnels],\
             cache=off,exact=off,order=goal,relax=on)",
            None,
        ),
        (
            "+ goal cuts (24)",
            "idastar(space=push,h=matching_rolling_stone,\
             deadlocks=[dead_squares,table(width=5,height=4)],\
             pruning=[goal_macros(cuts=all,from=anywhere),tunnels],\
             cache=off,exact=off,order=goal,relax=on)",
            None,
        ),
        (
            "+ pattern search (49)",
            "rolling-stone(h=patterns,weight=1,rise=0,relevance=off,restart=0)",
            None,
        ),
        ("+ relevance cuts (51)", "rolling-stone(h=patterns,weight=1,rise=0,restart=0)", None),
        ("+ overestimation (54)", "rolling-stone(restart=0)", None),
        ("+ restarts (57 to 59)", "rolling-stone", None),
        (
            "+ PI-corrals",
            "rolling-stone(pruning=[pi_corral,goal_macros(cuts=all,from=anywhere),tunnels])",
            None,
        ),
    ],
    rows: &[],
    figures: Figures::None,
    notes: &[
        "The number after each row is what the report gives for it: XSokoban levels solved within \
         twenty million nodes. Ours are solved within the limits of this run.",
        "The report ends before the restarts; the number is that of the last version of the program. \
         It had no PI-corrals, which are younger.",
    ],
};

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use serde_json::Value;

    use super::SUITE;

    /// Lines of a file below `bench/runs`.
    fn records(name: &str) -> Vec<Value> {
        let runs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/runs");
        let text = std::fs::read_to_string(runs.join(name)).expect("a file of records");
        text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
    }

    /// The fewest pushes of levels, by id, as other searches have proved them.
    fn optima() -> HashMap<String, u64> {
        let proved = ["optima/xsokoban_30s.jsonl", "optima/xsokoban_120s.jsonl"].map(records);
        let proved = proved.into_iter().flatten().filter(|it| it["optimal"] == true);
        proved
            .filter_map(|it| Some((it["id"].as_str()?.to_owned(), it["pushes"].as_u64()?)))
            .collect()
    }

    #[test]
    fn admissible_parts_found_the_proved_optima() {
        let optima = optima();
        assert!(optima.len() > 20, "{} proved", optima.len());
        let admissible: Vec<&str> = SUITE.engines[..5].iter().map(|(label, ..)| *label).collect();
        let (mut same, mut beyond) = (0, 0);
        let ladder = records("rolling-stone/ladder.jsonl");
        let alone = records("rolling-stone/admissible.jsonl");
        for record in ladder.iter().chain(&alone) {
            let (Some(id), Some(pushes)) = (record["id"].as_str(), record["pushes"].as_u64())
            else {
                continue;
            };
            let Some(&fewest) = optima.get(id) else { continue };
            let label = record["label"].as_str().unwrap_or("");
            if label.is_empty() || admissible.contains(&label) {
                assert_eq!(pushes, fewest, "{label}: {id}");
                same += 1;
            } else {
                assert!(pushes >= fewest, "{label}: {id}");
                beyond += u32::from(pushes > fewest);
            }
        }
        assert!(
            same >= 13 && beyond > 0,
            "{same} optimal, {beyond} not, by parts that are not admissible"
        );
    }

    #[test]
    fn the_ladder_has_every_rung_on_every_level() {
        let ladder = records("rolling-stone/ladder.jsonl");
        for (label, ..) in SUITE.engines {
            let rung = ladder.iter().filter(|it| it["label"] == *label).count();
            assert_eq!(rung, 90, "{label}");
        }
    }
}
