//! Engines side by side on the levels of a collection; every trial is told as it ends.

use hakooshi::unstable::Options;
use hakooshi::{Cancel, Engine, Objective, Polish, Record};
use hakooshi_lab::{Against, Comparison, Contender, Subject, Suite, Value, Watch};
use hakooshi_level::formats::{Collection, Entry};
use hakooshi_search::Budget;
use serde::Deserialize;
use serde_json::json;

use crate::desk::{Desk, Events, Job};
use crate::error::ApiError;
use crate::views::check_size;

/// What is to be compared.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    /// A collection by name, or else
    collection: Option<String>,
    /// level text.
    text: Option<String>,
    /// The first level, from one.
    from: Option<usize>,
    /// The last level.
    to: Option<usize>,
    /// The engines, or else
    #[serde(default)]
    engines: Vec<String>,
    /// the comparison of a report.
    suite: Option<String>,
    goal: Option<String>,
    time_s: Option<f64>,
    nodes: Option<u64>,
}

pub(crate) fn compare(desk: &Desk, wish: &Wish) -> Result<Job, ApiError> {
    let objective = super::goal(wish.goal.as_deref())?;
    let (suite, contenders) = contenders(wish, objective)?;
    let budget = Budget { nodes: wish.nodes, ..desk.budget(desk.limits.time_for(wish.time_s)) };
    let subjects = subjects(desk, wish)?;
    let trials = subjects.len() * contenders.len();
    if trials == 0 {
        return Err(ApiError::malformed("there must be a level and an engine at least"));
    }
    if trials > desk.limits.trials {
        return Err(ApiError::too_large(format!(
            "{} levels for {} engines are {trials} searches; the page runs at most {}",
            subjects.len(),
            contenders.len(),
            desk.limits.trials
        )));
    }
    let run = move |cancel: &Cancel, events: &mut dyn Events| {
        run(&subjects, contenders, suite, budget, cancel, events);
    };
    Ok(Job { owed: trials + 2, run: Box::new(run) })
}

/// The engines asked for, and the suite they are of.
fn contenders(
    wish: &Wish,
    objective: Objective,
) -> Result<(Option<&'static Suite>, Vec<Contender>), ApiError> {
    if let Some(name) = &wish.suite {
        let suite = Suite::find(name)
            .ok_or_else(|| ApiError::not_found(format!("there is no suite {name:?}")))?;
        let contenders = suite.contenders(objective);
        return Ok((Some(suite), contenders.map_err(|error| ApiError::engine(error.to_string()))?));
    }
    let contender = |text: &String| {
        Contender::new(text, objective)
            .map_err(|error| ApiError::engine(format!("{text}: {error}")))
    };
    Ok((None, wish.engines.iter().map(contender).collect::<Result<_, _>>()?))
}

/// The levels asked for.
fn subjects(desk: &Desk, wish: &Wish) -> Result<Vec<Subject>, ApiError> {
    let (name, entries): (&str, Vec<(usize, Entry)>) = match (&wish.collection, &wish.text) {
        (Some(name), _) => {
            let entries = desk.shelves.open(name);
            (
                name,
                entries.ok_or_else(|| {
                    ApiError::not_found(format!("there is no collection {name:?}"))
                })?,
            )
        }
        (None, Some(text)) => {
            let (collection, errors) = Collection::read(text.as_bytes(), None);
            if let (true, Some(error)) = (collection.entries.is_empty(), errors.first()) {
                return Err(ApiError::level(error.to_string()));
            }
            ("page", (1..).zip(collection.entries).collect())
        }
        (None, None) => return Err(ApiError::malformed("name a collection, or send text")),
    };
    let chosen = wish.from.unwrap_or(1)..=wish.to.unwrap_or(usize::MAX);
    let subject = |(index, entry): (usize, Entry)| {
        check_size(&entry.level, &desk.limits)?;
        Ok(Subject { file: name.to_owned(), index, level: entry.level })
    };
    entries.into_iter().filter(|(index, _)| chosen.contains(index)).map(subject).collect()
}

fn run(
    subjects: &[Subject],
    contenders: Vec<Contender>,
    suite: Option<&Suite>,
    budget: Budget,
    cancel: &Cancel,
    events: &mut dyn Events,
) {
    let names: Vec<String> =
        subjects.iter().map(|it| format!("{}:{}", it.file, it.index)).collect();
    let labels: Vec<&str> = contenders.iter().map(|it| it.label.as_str()).collect();
    events.deliver("start", &json!({ "levels": names, "engines": labels }));
    let watch = Leashed(cancel.clone());
    let options = Options { budget, polish: Polish::Never, ..Options::default() };
    // One after the other on this thread, which may be the only one there is.
    let mut trials = Vec::new();
    for (subject, contender) in
        subjects.iter().flat_map(|subject| contenders.iter().map(move |it| (subject, it)))
    {
        if cancel.is_cancelled() {
            trials.push(None);
            continue;
        }
        let engine = Engine::new(&contender.spec);
        let options = Options { engine, objective: contender.objective, ..options.clone() };
        let label = Some(contender.label.clone());
        let record = Record { label, ..subject.solve(&options, 0, &watch) };
        events.deliver("trial", &record);
        trials.push(Some(record));
    }
    let comparison = Comparison { contenders, trials, against: Against::FirstOfAll };
    events.deliver(
        "result",
        &json!({
            "stopped": cancel.is_cancelled(),
            "summaries": comparison.summaries(),
            "csv": comparison.by_level().csv(),
            "notes": comparison.by_engine().notes,
            "table": suite.map(|suite| table(&comparison, suite)),
        }),
    );
}

/// The table of a report, its figures beside ours; cells are bare numbers and words.
fn table(comparison: &Comparison, suite: &Suite) -> serde_json::Value {
    let rows = suite.attributes();
    let table =
        if rows.is_empty() { comparison.by_engine() } else { comparison.pivot(&rows, Some(suite)) };
    let cells = |row: &Vec<Value>| row.iter().map(Value::plain).collect::<Vec<_>>();
    json!({
        "title": suite.title,
        "headings": table.headings.iter().map(|it| &it.title).collect::<Vec<_>>(),
        "rows": table.rows.iter().map(cells).collect::<Vec<_>>(),
        "totals": table.totals.iter().map(cells).collect::<Vec<_>>(),
        "notes": table.notes.iter().map(String::as_str).chain(suite.notes.iter().copied())
            .collect::<Vec<_>>(),
    })
}

/// Stops the searches with the job.
struct Leashed(Cancel);

impl Watch for Leashed {
    fn begin(&self, _: usize, _: &Subject, _: &str) -> Cancel {
        self.0.below()
    }
}
