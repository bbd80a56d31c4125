//! Random searches on random small levels, against an oracle that shares no code with them: every
//! status, optimum, bound and limit of every report is checked.
//!
//! A failure is made small, first the search and then the level, and kept in `levels/regressions`.
//! The same seed asks the same questions on any number of threads.

mod judge;
mod levels;
mod specs;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hakooshi::{Engine, Objective};
use hakooshi_level::Level;
use hakooshi_testkit::{Rng, shrink};

pub use self::judge::Verdict;
use self::judge::{Limits, Truth, judge, judge_labels};
use self::specs::Drawn;

/// Questions asked about one level: the oracle takes as long as about so many searches.
const PER_LEVEL: u64 = 100;

/// A question to a search.
#[derive(Clone, Debug)]
struct Question {
    search: Drawn,
    objective: Objective,
    limits: Limits,
}

impl Question {
    fn draw(rng: &mut Rng) -> Self {
        let objective = Objective::ALL[rng.below(Objective::ALL.len())];
        let (search, _) = specs::draw(rng, objective);
        Self { search, objective, limits: Limits::draw(rng) }
    }

    /// Asks it; a panic is a failure like any other.
    fn ask(&self, truth: &Truth) -> Result<Verdict, String> {
        let text = self.search.to_string();
        let Ok(spec) = Engine::new(&text).choose(self.objective) else {
            return Ok(Verdict::GaveUp);
        };
        let asked = || judge(truth, &text, &spec, self.objective, self.limits);
        catch_unwind(AssertUnwindSafe(asked)).unwrap_or_else(|_| Err("a panic".to_owned()))
    }

    /// The simplest question that still fails.
    fn shrunk(self, truth: &Truth) -> Self {
        let mut smallest = self;
        loop {
            let other = smallest.clone();
            let mut simpler =
                smallest.search.simpler().map(move |search| Self { search, ..other.clone() });
            match simpler.find(|question| question.ask(truth).is_err()) {
                Some(simpler) => smallest = simpler,
                None => return smallest,
            }
        }
    }
}

impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Limits { nodes, bytes } = self.limits;
        write!(f, "{} for {} with {nodes} nodes", self.search, self.objective.name())?;
        bytes.map_or(Ok(()), |bytes| write!(f, " and {bytes} bytes"))
    }
}

/// A report that is false.
#[derive(Clone, Debug)]
pub struct Falsehood {
    /// The level, made small.
    pub level: Level,
    /// The search, goal and limits, and what is wrong.
    pub cause: String,
    /// The seed that draws the level and its questions.
    pub seed: u64,
}

impl Falsehood {
    /// Keeps the level among the regressions in `folder`.
    pub fn keep(&self, folder: &Path) -> std::io::Result<std::path::PathBuf> {
        let name = format!("attack_{:016x}", self.seed);
        shrink::keep(folder, &name, &self.level, &self.cause, self.seed)
    }
}

/// The answers by search and verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Answers checked.
    pub answers: u64,
    /// Levels asked about.
    pub levels: u64,
    counts: BTreeMap<(String, Verdict), u64>,
}

impl Summary {
    fn add(&mut self, other: &Self) {
        self.answers += other.answers;
        self.levels += other.levels;
        for (key, count) in &other.counts {
            *self.counts.entry(key.clone()).or_default() += count;
        }
    }

    /// How many answers had this verdict.
    pub fn count(&self, verdict: Verdict) -> u64 {
        self.counts.iter().filter(|((_, it), _)| *it == verdict).map(|(_, count)| count).sum()
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const ALL: [(Verdict, &str); 5] = [
            (Verdict::Optimal, "optimal"),
            (Verdict::Solved, "solved"),
            (Verdict::Unsolvable, "unsolvable"),
            (Verdict::Stopped, "stopped"),
            (Verdict::GaveUp, "gave up"),
        ];
        let mut text = format!("{:<16}", "search");
        for (_, title) in ALL {
            let _ = write!(text, "{title:>12}");
        }
        let mut names: Vec<&str> = self.counts.keys().map(|(name, _)| name.as_str()).collect();
        names.dedup();
        for name in names {
            let _ = write!(text, "\n{name:<16}");
            for (verdict, _) in ALL {
                let count = self.counts.get(&(name.to_owned(), verdict)).copied().unwrap_or(0);
                let _ = write!(text, "{count:>12}");
            }
        }
        write!(f, "{text}\n{} answers about {} levels", self.answers, self.levels)
    }
}

/// Asks about the level that `seed` draws. Three in four of those drawn have no solution, of which
/// all searches say the same; most of them are drawn again.
fn about(seed: u64) -> Result<Summary, Box<Falsehood>> {
    let mut rng = Rng::new(seed);
    let truth = loop {
        let truth = Truth::of(&levels::draw(&mut rng));
        if let Some(truth) = truth.filter(|it| it.is_solvable() || rng.chance(10)) {
            break truth;
        }
    };
    let known = |falsehood: Box<Falsehood>| Box::new(Falsehood { seed, ..*falsehood });
    let mut summary = ask(&truth, rng.next_u64(), PER_LEVEL).map_err(known)?;
    summary.add(&labelled(&truth).map_err(known)?);
    Ok(summary)
}

/// The labels of a level, counted like the answer of a search.
fn labelled(truth: &Truth) -> Result<Summary, Box<Falsehood>> {
    let judged = |truth: &Truth| {
        catch_unwind(AssertUnwindSafe(|| judge_labels(truth)))
            .unwrap_or_else(|_| Err("a panic".to_owned()))
    };
    if let Ok(verdict) = judged(truth) {
        let counts = BTreeMap::from([(("label".to_owned(), verdict), 1)]);
        return Ok(Summary { answers: 1, levels: 0, counts });
    }
    let still = |level: &Level| Truth::of(level).is_some_and(|it| judged(&it).is_err());
    let level = shrink::shrink(&truth.level, still);
    let cause = Truth::of(&level).and_then(|truth| judged(&truth).err());
    Err(Box::new(Falsehood { level, cause: cause.unwrap_or_default(), seed: 0 }))
}

/// Asks `count` random questions about one level; none if it has too many states for the oracle.
pub fn attack_on(level: &Level, seed: u64, count: u64) -> Result<Summary, Box<Falsehood>> {
    Truth::of(level).map_or_else(|| Ok(Summary::default()), |truth| ask(&truth, seed, count))
}

fn ask(truth: &Truth, seed: u64, count: u64) -> Result<Summary, Box<Falsehood>> {
    let mut rng = Rng::new(seed);
    let mut summary = Summary { levels: 1, ..Summary::default() };
    for _ in 0..count {
        let question = Question::draw(&mut rng);
        match question.ask(truth) {
            Ok(verdict) => {
                summary.answers += 1;
                let name = question.search.name().to_owned();
                *summary.counts.entry((name, verdict)).or_default() += 1;
            }
            Err(_) => return Err(Box::new(falsehood(question, truth, seed))),
        }
    }
    Ok(summary)
}

fn falsehood(question: Question, truth: &Truth, seed: u64) -> Falsehood {
    let question = question.shrunk(truth);
    let still = |level: &Level| Truth::of(level).is_some_and(|it| question.ask(&it).is_err());
    let level = shrink::shrink(&truth.level, still);
    let said = Truth::of(&level).and_then(|truth| question.ask(&truth).err());
    let cause = format!("{question}: {}", said.unwrap_or_default());
    Falsehood { level, cause, seed }
}

/// Asks about levels drawn from `seed` on until `enough` says so, given the answers so far, or
/// something false was said.
pub fn attack(
    seed: u64,
    threads: usize,
    enough: impl Fn(u64) -> bool + Sync,
) -> Result<Summary, Box<Falsehood>> {
    let (next, answers, over) = (AtomicU64::new(seed), AtomicU64::new(0), AtomicBool::new(false));
    let (summary, found) = (Mutex::new(Summary::default()), Mutex::new(None));
    let work = || {
        let mut own = Summary::default();
        while !over.load(Ordering::Relaxed) && !enough(answers.load(Ordering::Relaxed)) {
            match about(next.fetch_add(1, Ordering::Relaxed)) {
                Ok(more) => {
                    answers.fetch_add(more.answers, Ordering::Relaxed);
                    own.add(&more);
                }
                Err(falsehood) => {
                    over.store(true, Ordering::Relaxed);
                    found
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .get_or_insert(falsehood);
                }
            }
        }
        summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(&own);
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    match found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(falsehood) => Err(falsehood),
        None => Ok(summary.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)),
    }
}
