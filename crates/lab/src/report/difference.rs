//! Two runs of the same competitors: what was won and lost, and how much of a difference in time is noise.
//!
//! Where a deterministic search expands exactly as many nodes as before, it does the same work, so whatever
//! its times differ by is the machine. The spread of those ratios is shown beside the ratio of all levels.

use hakooshi::Record;

use super::{Data, LevelKey};

/// Ratios of new to old, sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratios(Vec<f64>);

impl Ratios {
    fn new(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Self(values)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The geometric mean.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.0.iter().map(|it| it.ln()).sum();
        (!self.0.is_empty()).then(|| (sum / self.0.len() as f64).exp())
    }

    /// The value below which this share of the ratios lies.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let place = (share * self.0.len().saturating_sub(1) as f64).round() as usize;
        self.0.get(place).copied()
    }
}

/// One competitor in two runs.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What it is called.
    pub name: String,
    /// Levels that both runs have.
    pub levels: usize,
    /// Levels solved in the old run and in the new.
    pub solved: [usize; 2],
    /// Levels that only the new run solves.
    pub won: Vec<LevelKey>,
    /// Levels that only the old run solves.
    pub lost: Vec<LevelKey>,
    /// Levels whose claims were right, or none, and are wrong now.
    pub wrong: Vec<LevelKey>,
    /// Levels that both solve with the same number of nodes.
    pub same_nodes: usize,
    /// Nodes, new over old, where both solve.
    pub nodes: Ratios,
    /// Time, new over old, where both solve.
    pub time: Ratios,
    /// Time where the nodes are the same: noise.
    pub noise: Ratios,
    /// Pushes, new over old, where both solve.
    pub pushes: Ratios,
}

/// The competitors that both runs have.
pub fn difference(old: &Data, new: &Data) -> Vec<Difference> {
    let pairs = (0..new.names.len()).filter_map(|mine| {
        let theirs = old.names.iter().position(|it| *it == new.names[mine]).or_else(|| {
            // With one limit each, runs of different limits can still be compared.
            let is_named = |it: &super::Name| it.label == new.names[mine].label;
            let alone = [old, new].iter().all(|data| !data.has_several_limits());
            old.names.iter().position(is_named).filter(|_| alone)
        })?;
        Some(compare(old, theirs, new, mine))
    });
    pairs.collect()
}

fn compare(old: &Data, theirs: usize, new: &Data, mine: usize) -> Difference {
    let mut found = Difference {
        name: new.shown(mine),
        levels: 0,
        solved: [0; 2],
        won: Vec::new(),
        lost: Vec::new(),
        wrong: Vec::new(),
        same_nodes: 0,
        nodes: Ratios::default(),
        time: Ratios::default(),
        noise: Ratios::default(),
        pushes: Ratios::default(),
    };
    let before: std::collections::HashMap<&LevelKey, &Record> =
        old.column(theirs).map(|(level, trial)| (&old.levels[level], &trial.record)).collect();
    let [mut nodes, mut time, mut noise, mut pushes] = [const { Vec::new() }; 4];
    for (level, trial) in new.column(mine) {
        let (key, record) = (&new.levels[level], &trial.record);
        let Some(&earlier) = before.get(key).filter(|it| it.id == record.id) else { continue };
        found.levels += 1;
        found.solved[0] += usize::from(earlier.is_solved());
        found.solved[1] += usize::from(record.is_solved());
        let is_wrong = |it: &Record| it.error_kind == Some(hakooshi::ErrorKind::Wrong);
        if is_wrong(record) && !is_wrong(earlier) {
            found.wrong.push(key.clone());
        }
        match (earlier.is_solved(), record.is_solved()) {
            (true, false) => found.lost.push(key.clone()),
            (false, true) => found.won.push(key.clone()),
            (false, false) => {}
            (true, true) => {
                let add = |to: &mut Vec<f64>, was: f64, is: f64| {
                    if was > 0.0 && is > 0.0 {
                        to.push(is / was);
                    }
                };
                add(&mut time, earlier.time_s, record.time_s);
                add(&mut nodes, earlier.expanded as f64, record.expanded as f64);
                let count = |it: &Record| it.counts.pushes.map_or(0.0, f64::from);
                add(&mut pushes, count(earlier), count(record));
                if earlier.expanded == record.expanded && record.expanded > 0 {
                    found.same_nodes += 1;
                    add(&mut noise, earlier.time_s, record.time_s);
                }
            }
        }
    }
    [found.nodes, found.time, found.noise, found.pushes] =
        [nodes, time, noise, pushes].map(Ratios::new);
    found
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::trial;
    use super::*;

    #[test]
    fn won_lost_and_noise() {
        let old = Data::new(vec![
            trial("a", "X", 1, Some(4), 100),
            trial("a", "X", 2, None, 100),
            trial("a", "X", 3, Some(4), 100),
            trial("a", "X", 4, Some(4), 100),
            trial("gone", "X", 1, Some(4), 1),
        ]);
        let mut slower = trial("a", "X", 4, Some(2), 100);
        slower.record.time_s *= 1.5;
        let new = Data::new(vec![
            trial("a", "X", 1, Some(4), 50),
            trial("a", "X", 2, Some(9), 100),
            trial("a", "X", 3, None, 100),
            slower,
            trial("a", "X", 5, Some(4), 1),
        ]);
        let all = difference(&old, &new);
        let [found] = &all[..] else { panic!("{all:?}") };
        assert_eq!((found.levels, found.solved), (4, [3, 3]));
        assert_eq!((found.won[0].index, found.lost[0].index), (2, 3));
        assert_eq!((found.same_nodes, found.noise.quantile(0.5)), (1, Some(1.5)));
        assert_eq!(found.nodes.quantile(0.0), Some(0.5));
        assert!((found.pushes.mean().expect("two") - 0.5_f64.sqrt()).abs() < 1e-9);
        assert!(difference(&new, &Data::default()).is_empty());
    }
}
