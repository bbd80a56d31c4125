//! The trials of one or more runs as a rectangle: levels by competitors.

use std::collections::{BTreeMap, HashMap};

use crate::Trial;

/// A line that is no trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFault {
    /// Its number, from one.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// The trials in a text of JSON lines. A last line that was cut off is ignored.
pub fn read_trials(text: &str) -> Result<Vec<Trial>, ReadFault> {
    let mut trials = Vec::new();
    for (place, line) in text.split_inclusive('\n').enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<Trial>(line) {
            Ok(trial) => trials.push(trial),
            Err(_) if !line.ends_with('\n') => {}
            Err(error) => return Err(ReadFault { line: place + 1, why: error.to_string() }),
        }
    }
    Ok(trials)
}

/// The fewest pushes known for each level, by its id, from a text of JSON lines.
pub fn best_of(text: &str) -> Result<HashMap<String, u32>, ReadFault> {
    let mut best: HashMap<String, u32> = HashMap::new();
    for trial in read_trials(text)? {
        if let (Some(id), Some(pushes)) = (trial.record.id, trial.record.counts.pushes) {
            let least = best.entry(id).or_insert(pushes);
            *least = pushes.min(*least);
        }
    }
    Ok(best)
}

/// A competitor under a time limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// What it is called.
    pub label: String,
    /// Its limit in seconds.
    pub limit: Option<f64>,
}

/// A level of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LevelKey {
    /// The set.
    pub set: String,
    /// The file.
    pub file: String,
    /// The place in it.
    pub index: usize,
}

/// Levels by competitors.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// The competitors, in the order of the run's list; in records without it, as they first appear.
    pub names: Vec<Name>,
    /// The levels, in order of the sets' first appearance.
    pub levels: Vec<LevelKey>,
    /// The sets in order.
    pub sets: Vec<String>,
    /// A trial for each level and competitor, level by level.
    trials: Vec<Option<Trial>>,
    /// Trials that a later one of the same competitor on the same level replaces.
    pub replaced: usize,
}

impl Data {
    /// Puts trials in order. Of several for the same level and competitor the last counts.
    pub fn new(all: Vec<Trial>) -> Self {
        let mut data = Self::default();
        let mut places: BTreeMap<(usize, LevelKey), usize> = BTreeMap::new();
        let mut keyed = Vec::with_capacity(all.len());
        for trial in all {
            let name = Name { label: trial.label().to_owned(), limit: trial.limits.time_s };
            let column = position_or_push(&mut data.names, name);
            let record = &trial.record;
            let set = if trial.set.is_empty() { &record.file } else { &trial.set }.clone();
            let set_place = position_or_push(&mut data.sets, set.clone());
            let key = LevelKey { set, file: record.file.clone(), index: record.index };
            places.insert((set_place, key.clone()), 0);
            keyed.push(((set_place, key), column, trial));
        }
        for (number, place) in places.values_mut().enumerate() {
            *place = number;
        }
        data.order_names(keyed.iter().map(|(_, _, trial)| trial));
        let columns = data.names.len();
        data.trials = vec![None; places.len() * columns];
        for (key, _, trial) in keyed {
            let name = Name { label: trial.label().to_owned(), limit: trial.limits.time_s };
            let column = data.names.iter().position(|it| *it == name).unwrap_or(0);
            let slot = &mut data.trials[places[&key] * columns + column];
            data.replaced += usize::from(slot.is_some());
            *slot = Some(trial);
        }
        data.levels = places.into_keys().map(|(_, key)| key).collect();
        data
    }

    /// Names in the order of the run's list, or of the first appearance of their label; short limits first.
    fn order_names<'a>(&mut self, trials: impl Iterator<Item = &'a Trial>) {
        let mut places: HashMap<String, (usize, usize)> = HashMap::new();
        for (number, trial) in trials.enumerate() {
            let place = if trial.competitor == 0 { usize::MAX } else { trial.competitor };
            let least = places.entry(trial.label().to_owned()).or_insert((place, number));
            least.0 = least.0.min(place);
        }
        self.names.sort_by(|a, b| {
            let limit = |it: &Name| it.limit.unwrap_or(f64::INFINITY);
            let place = |it: &Name| places.get(&it.label);
            place(a).cmp(&place(b)).then(limit(a).total_cmp(&limit(b)))
        });
    }

    /// The trial of a competitor on a level.
    pub fn trial(&self, level: usize, name: usize) -> Option<&Trial> {
        self.trials.get(level * self.names.len() + name)?.as_ref()
    }

    /// Every trial that counts.
    pub fn trials(&self) -> impl Iterator<Item = &Trial> {
        self.trials.iter().flatten()
    }

    /// The trials of a competitor with the numbers of their levels.
    pub fn column(&self, name: usize) -> impl Iterator<Item = (usize, &Trial)> {
        (0..self.levels.len()).filter_map(move |level| Some((level, self.trial(level, name)?)))
    }

    /// Whether a competitor solved a level.
    pub fn has_solved(&self, level: usize, name: usize) -> bool {
        self.trial(level, name).is_some_and(|trial| trial.record.is_solved())
    }

    /// Levels that all of these competitors solved.
    pub fn common(&self, names: &[usize]) -> Vec<usize> {
        let all = |level: &usize| names.iter().all(|&name| self.has_solved(*level, name));
        (0..self.levels.len()).filter(all).collect()
    }

    /// Whether there is more than one time limit.
    pub fn has_several_limits(&self) -> bool {
        self.names.iter().any(|it| it.limit != self.names[0].limit)
    }

    /// What tables and plots call a competitor.
    pub fn shown(&self, name: usize) -> String {
        let Name { label, limit } = &self.names[name];
        match limit {
            Some(limit) if self.has_several_limits() => format!("{label}, {limit} s"),
            None if self.has_several_limits() => format!("{label}, no limit"),
            _ => label.clone(),
        }
    }

    /// The number of the competitor called so.
    pub fn find(&self, wanted: &str) -> Option<usize> {
        let is_shown = |&name: &usize| self.shown(name) == wanted;
        let all = 0..self.names.len();
        all.clone()
            .find(is_shown)
            .or_else(|| all.into_iter().find(|&it| self.names[it].label == wanted))
    }
}

fn position_or_push<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|it| *it == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use hakooshi::{Counts, Outcome, Record};

    use super::*;
    use crate::TrialLimits;

    /// A trial that was solved if there is a number of pushes.
    pub(crate) fn trial(
        label: &str,
        set: &str,
        index: usize,
        pushes: Option<u32>,
        nodes: u64,
    ) -> Trial {
        let status = if pushes.is_some() { Outcome::Solved } else { Outcome::Unknown };
        let record = Record {
            file: format!("{set}.xsb"),
            index,
            id: Some(format!("{set}{index}")),
            status,
            label: Some(label.to_owned()),
            counts: Counts { pushes, moves: pushes, ..Counts::default() },
            expanded: nodes,
            time_s: nodes as f64 / 100.0,
            ..Record::default()
        };
        let limits = TrialLimits { time_s: Some(10.0), ..TrialLimits::default() };
        Trial { record, set: set.to_owned(), limits, ..Trial::default() }
    }

    /// Two competitors on two levels, of which the second solves one.
    pub(crate) fn rivals(first: &str) -> Data {
        Data::new(vec![
            trial(first, "X", 1, Some(4), 100),
            trial("c", "X", 1, Some(4), 4000),
            trial(first, "X", 2, Some(4), 300),
            trial("c", "X", 2, None, 9000),
        ])
    }

    #[test]
    fn trials_find_their_places_and_the_last_counts() {
        let trials = vec![
            trial("b", "Y", 2, Some(3), 10),
            trial("a", "X", 1, None, 10),
            trial("b", "Y", 2, Some(5), 20),
            trial("b", "Y", 1, Some(5), 20),
        ];
        let data = Data::new(trials);
        assert_eq!(data.names.iter().map(|it| &*it.label).collect::<Vec<_>>(), ["b", "a"]);
        let places: Vec<_> = data.levels.iter().map(|it| (&*it.set, it.index)).collect();
        assert_eq!(places, [("Y", 1), ("Y", 2), ("X", 1)], "sets in the order of the records");
        assert_eq!(data.trial(1, 0).map(|it| it.record.counts.pushes), Some(Some(5)));
        assert_eq!((data.replaced, data.common(&[0]).len(), data.trial(0, 1)), (1, 2, None));
        assert_eq!(data.find("a"), Some(1));
    }

    #[test]
    fn competitors_keep_the_order_of_their_list_whoever_ends_first() {
        let listed =
            |label: &str, competitor: usize| Trial { competitor, ..trial(label, "X", 1, None, 1) };
        let data = Data::new(vec![listed("b", 2), listed("c", 3), listed("a", 1), listed("d", 0)]);
        assert_eq!(
            data.names.iter().map(|it| &*it.label).collect::<Vec<_>>(),
            ["a", "b", "c", "d"]
        );
    }

    #[test]
    fn limits_tell_names_apart() {
        let mut longer = trial("a", "X", 1, Some(3), 10);
        longer.limits.time_s = Some(60.0);
        let data =
            Data::new(vec![longer, trial("a", "X", 1, None, 10), trial("b", "X", 1, None, 1)]);
        let shown: Vec<String> = (0..3).map(|it| data.shown(it)).collect();
        assert_eq!(shown, ["a, 10 s", "a, 60 s", "b, 10 s"]);
        assert_eq!((data.find("a, 60 s"), data.find("b")), (Some(1), Some(2)));
    }

    #[test]
    fn lines_are_read_and_faults_have_numbers() {
        let line = serde_json::to_string(&trial("a", "X", 1, Some(3), 1)).expect("plain data");
        assert_eq!(read_trials(&format!("{line}\n{}", &line[..9])).map(|it| it.len()), Ok(1));
        assert_eq!(read_trials(&format!("{line}\n\nhello\n")).map_err(|it| it.line), Err(3));
        assert_eq!(best_of(&line).expect("one").get("X1"), Some(&3));
    }
}
