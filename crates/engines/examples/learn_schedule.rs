//! Learns the shares of the default portfolio from records of its members alone.
//!
//! ```text
//! hako lab run members.toml --out members       # every member on every level of the training set
//! cargo run --release -p hakooshi-engines --example learn_schedule -- levels.xsb members/records.jsonl 50
//! ```
//!
//! The numbers are the most live squares of all rows but the last. What is printed goes into
//! `crates/engines/src/schedule.txt`.
//!
//! A portfolio with shares is simulated: a member that solves a level after `e` expansions, each of
//! price `p`, solves it when the portfolio has done `e · p / share` for each unit of share; the others
//! have then made their part of expansions, which took the time that they took alone. Searches that meet
//! are not simulated. Shares are found by coordinate descent and averaged. The cost of a level is
//! its time in seconds, at most [`LIMIT`], and its logarithm, so that quick levels count too. No share falls
//! to zero: what a member solves beyond the limit of the records is not known.
//!
//! Cross-validation leaves out one collection after the other, not single levels, which would be
//! learned from their siblings. Collections are told by the titles: what precedes ` #`.
#![expect(clippy::print_stdout, reason = "this is a program")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;

use hakooshi_board::compile;
use hakooshi_engines::REGISTRY;
use hakooshi_level::formats::Collection;
use hakooshi_search::Objective;
use hakooshi_search::spec::SearchSpec;
use serde_json::Value;

/// The time limit that the portfolio is made for, in seconds.
const LIMIT: f64 = 30.0;

/// How much the logarithm of the time counts beside the time. Chosen by cross-validation among 0.2, 2.
const WEIGHT_OF_LOG: f64 = 2.0;

/// Shares to choose from. A wider range fits the records better, and other collections worse: 238 levels
/// instead of 240 with shares of up to 64.
const SHARES: [u32; 7] = [1, 2, 3, 4, 6, 8, 12];

/// Fits to average, each with examples drawn anew.
const DRAWS: u64 = 40;

/// The sum of the shares of a row, before rounding.
const SUM: f64 = 60.0;

/// The least shares on boards with room for plans, those of the last row. A training set of many small
/// levels says little about one far goal room with a long way to it, which is what `fess` was made for.
const LEAST: [(&str, u32); 1] = [("fess", 6)];

/// Where the search for shares begins, as an index.
const BEGIN: usize = 3;

/// What a member does alone on a level.
#[derive(Clone, Copy, Default)]
struct Alone {
    /// Work until it solves the level, in expansions times price.
    solves_after: Option<f64>,
    /// Seconds for a unit of work.
    pace: f64,
}

/// A level of the training set.
struct Example {
    collection: String,
    live: usize,
    members: Vec<Alone>,
}

impl Example {
    /// The time in which a portfolio with these shares solves it, at most [`LIMIT`].
    fn time(&self, shares: &[u32]) -> f64 {
        let each = || self.members.iter().zip(shares);
        let done = each().filter_map(|(it, &share)| Some(it.solves_after? / f64::from(share)));
        let done = done.fold(f64::INFINITY, f64::min);
        let pace: f64 = each().map(|(it, &share)| it.pace * f64::from(share)).sum();
        (done * pace).min(LIMIT)
    }

    fn best(&self) -> f64 {
        let each = self.members.iter().filter_map(|it| Some(it.solves_after? * it.pace));
        each.fold(LIMIT, f64::min)
    }
}

fn cost(examples: &[&Example], shares: &[u32]) -> f64 {
    let each = examples.iter().map(|example| example.time(shares));
    each.map(|time| time + WEIGHT_OF_LOG * time.ln()).sum()
}

/// The shares with the least cost that steps up and down lead to.
fn fit(examples: &[&Example], members: usize) -> Vec<u32> {
    let shares = |at: &[usize]| at.iter().map(|&at| SHARES[at]).collect::<Vec<_>>();
    let mut at = vec![BEGIN; members];
    let mut least = cost(examples, &shares(&at));
    loop {
        let before = least;
        for member in 0..members {
            for place in 0..SHARES.len() {
                let kept = std::mem::replace(&mut at[member], place);
                let cost = cost(examples, &shares(&at));
                if cost < least {
                    least = cost;
                } else {
                    at[member] = kept;
                }
            }
        }
        if least >= before {
            return shares(&at);
        }
    }
}

/// The mean of the shares learned from many samples of the examples, drawn with replacement: a level that
/// only one search solves does not decide alone.
fn average(examples: &[&Example], members: usize) -> Vec<u32> {
    let mut sums = vec![0.0; members];
    let mut random = 1u64;
    let mut draw = || {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        examples[(random >> 33) as usize % examples.len()]
    };
    for _ in 0..DRAWS {
        let drawn: Vec<&Example> = examples.iter().map(|_| draw()).collect();
        let shares = fit(&drawn, members);
        let all = f64::from(shares.iter().sum::<u32>());
        for (sum, share) in sums.iter_mut().zip(shares) {
            *sum += f64::from(share) / all / DRAWS as f64;
        }
    }
    sums.into_iter().map(|share| (share * SUM).round().max(1.0) as u32).collect()
}

/// The row of a level.
fn row(rows: &[usize], live: usize) -> usize {
    rows.iter().position(|&most| live <= most).unwrap_or(rows.len())
}

/// The shares of each row, learned from these examples.
fn learn(examples: &[&Example], rows: &[usize], members: &[String]) -> Vec<Vec<u32>> {
    let of_row = |at: usize| {
        let own = examples.iter().copied().filter(|it| row(rows, it.live) == at);
        average(&own.collect::<Vec<_>>(), members.len())
    };
    let mut shares: Vec<Vec<u32>> = (0..=rows.len()).map(of_row).collect();
    for (name, share) in members.iter().zip(&mut shares[rows.len()]) {
        let least = LEAST.iter().find(|(it, _)| it == name).map_or(1, |(_, least)| *least);
        *share = least.max(*share);
    }
    shares
}

/// Levels solved, and the time for all.
fn total(times: impl Iterator<Item = f64>) -> String {
    let times: Vec<f64> = times.collect();
    let solved = times.iter().filter(|&&time| time < LIMIT).count();
    format!("{solved} of {} in {:.0} s", times.len(), times.iter().sum::<f64>())
}

/// Every level of the records with all members.
fn examples(levels: &str, records: &str) -> Result<(Vec<String>, Vec<Example>), Box<dyn Error>> {
    let (collection, _) = Collection::read(&fs::read(levels)?, None);
    let mut members = Vec::new();
    let mut by_level = BTreeMap::<usize, (String, BTreeMap<String, Alone>)>::new();
    for line in fs::read_to_string(records)?.lines() {
        let record: Value = serde_json::from_str(line)?;
        let text = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
        let number = |name: &str| record[name].as_f64().unwrap_or_default();
        let (label, title) = (text("label"), text("title"));
        if !members.contains(&label) {
            members.push(label.clone());
        }
        let price = SearchSpec::parse(&label, Objective::Any, &REGISTRY)?.price();
        let work = number("expanded").max(1.0) * f64::from(price);
        let solves_after = (record["status"] == "solved").then_some(work);
        let alone = Alone { solves_after, pace: number("time_s").max(1e-5) / work };
        let collection = title.split(" #").next().unwrap_or_default().to_owned();
        let level = by_level.entry(number("index") as usize).or_default();
        level.0 = collection;
        level.1.insert(label, alone);
    }
    let mut examples = Vec::new();
    for (index, (name, alone)) in by_level {
        let entry = collection.entries.get(index - 1).ok_or("a record of another file")?;
        let all: Option<Vec<Alone>> = members.iter().map(|it| alone.get(it).copied()).collect();
        let (board, _) = compile(&entry.level)?;
        if let Some(members) = all {
            examples.push(Example { collection: name, live: board.live().len(), members });
        }
    }
    Ok((members, examples))
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [levels, records, rows @ ..] = &*words else {
        return Err(
            "expected a file of levels, a file of records, and the live squares of rows".into()
        );
    };
    let rows = rows.iter().map(|most| most.parse()).collect::<Result<Vec<usize>, _>>()?;
    let (members, examples) = examples(levels, records)?;
    let all: Vec<&Example> = examples.iter().collect();

    let learned = learn(&all, &rows, &members);
    let time = |shares: &[Vec<u32>], it: &Example| it.time(&shares[row(&rows, it.live)]);
    let collections: BTreeSet<&str> = examples.iter().map(|it| &*it.collection).collect();
    let mut left_out = Vec::new();
    for name in collections {
        let (own, others): (Vec<_>, Vec<_>) = all.iter().partition(|it| it.collection == name);
        let shares = learn(&others, &rows, &members);
        left_out.extend(own.into_iter().map(|it| time(&shares, it)));
    }
    println!("# the best member of each level: {}", total(all.iter().map(|it| it.best())));
    println!("# learned: {}", total(all.iter().map(|it| time(&learned, it))));
    println!("# learned without the level's collection: {}", total(left_out.into_iter()));
    for (at, shares) in learned.iter().enumerate() {
        let one = members.iter().zip(shares).map(|(name, share)| match share {
            1 => name.clone(),
            share => format!("{name}*{share}"),
        });
        let condition = rows.get(at).map(|most| format!("live<={most}")).unwrap_or_default();
        println!("{condition}: {}", one.collect::<Vec<_>>().join(","));
    }
    Ok(())
}
