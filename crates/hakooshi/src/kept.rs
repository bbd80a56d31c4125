//! Searches that are kept in a file from time to time, so that another process can go on.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hakooshi_board::Push;
use hakooshi_search::saving::{Word as _, get, put, wrong};
use hakooshi_search::{Context, Cost, Incumbent, Search, Stop, Turn};

/// Where searches are kept.
pub trait Keep: fmt::Debug + Send {
    /// What was kept last; `None` if nothing was.
    fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>>;

    /// Keeps what `write` writes, in place of what was kept before; if that returns `false`, or if
    /// anything fails, what was kept before stays.
    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<bool>)
    -> io::Result<()>;
}

/// Where to keep the search, and how often.
#[derive(Clone, Debug)]
pub struct Keeper {
    /// The place.
    pub place: Arc<Mutex<dyn Keep>>,
    /// The time between two writes, if writing takes much less.
    pub interval: Duration,
}

/// Writing takes at most one part in so many of the time.
const WRITING: u32 = 20;

/// Expansions of the first turn.
const FIRST_TURN: u64 = 1000;

/// The first numbers of a file: what it is, and its version.
const MAGIC: u64 = u64::from_le_bytes(*b"hakooshi");
const VERSION: u64 = 4;

/// Why a kept search could not be continued, or a search not be kept.
pub(crate) type KeepError = String;

/// Runs `search` to its end, after going on where an earlier one was. `identity` says what is searched
/// and how. Also returns the time that earlier ones took.
pub(crate) fn run(
    search: &mut dyn Search,
    keeper: &Keeper,
    identity: &str,
    context: &mut Context<'_>,
) -> Result<(Result<Turn, Stop>, Duration), KeepError> {
    let mut place = keeper.place.lock().unwrap_or_else(PoisonError::into_inner);
    let before = match place.kept().map_err(|error| error.to_string())? {
        Some(mut file) => {
            restore(search, &mut *file, identity, context).map_err(|error| told(&error))?
        }
        None => Duration::ZERO,
    };
    let mut interval = keeper.interval;
    let mut nodes = FIRST_TURN;
    let mut last = context.elapsed();
    loop {
        let (began, expanded) = (context.elapsed(), context.stats.expanded);
        let turn = search.turn(nodes, context);
        let now = context.elapsed();
        let is_over = turn != Ok(Turn::Paused);
        if is_over && turn.is_ok() {
            return Ok((turn, before));
        }
        if is_over || now.saturating_sub(last) >= interval {
            let mut write = |out: &mut dyn Write| {
                save(search, identity, before.saturating_add(now), context, out)
            };
            place.keep(&mut write).map_err(|error| error.to_string())?;
            last = context.elapsed();
            interval = keeper.interval.max(last.saturating_sub(now) * WRITING);
        }
        if is_over {
            return Ok((turn, before));
        }
        // The next turn lasts until the next write, as far as can be told.
        let took = now.saturating_sub(began).as_secs_f64().max(1e-3);
        let rate = (context.stats.expanded - expanded) as f64 / took;
        let left = interval.saturating_sub(context.elapsed().saturating_sub(last));
        let most = nodes.saturating_mul(4);
        nodes = ((rate * left.as_secs_f64()) as u64).clamp(200, most.max(200));
    }
}

fn told(error: &io::Error) -> KeepError {
    match error.kind() {
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
            "the checkpoint is of another level, goal, engine or version, or damaged".into()
        }
        ErrorKind::OutOfMemory => "the checkpoint needs more memory than there is".into(),
        _ => error.to_string(),
    }
}

/// A file with a sum of all numbers in it.
struct Summed<T> {
    inner: T,
    sum: u64,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Self {
        Self { inner, sum: MAGIC }
    }

    fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let word = u64::from_le_bytes(word);
            self.sum = (self.sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner.write_all(bytes)?;
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.inner.read_exact(bytes)?;
        self.add(bytes);
        Ok(bytes.len())
    }
}

/// Writes search, counters, bound and solution; `false` if the search cannot be continued.
fn save(
    search: &dyn Search,
    identity: &str,
    time: Duration,
    context: &Context<'_>,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let mut out = Summed::new(out);
    put(&mut out, MAGIC)?;
    put(&mut out, VERSION)?;
    put(&mut out, identity.len() as u64)?;
    identity.bytes().try_for_each(|byte| put(&mut out, u64::from(byte)))?;
    put(&mut out, time.as_nanos() as u64)?;
    put(&mut out, context.stats.expanded)?;
    put(&mut out, context.stats.generated)?;
    put(&mut out, context.bound().to_word())?;
    let best = context.incumbent();
    put(&mut out, best.map_or(u64::MAX, |best| best.cost.to_word()))?;
    let pushes = best.map_or(&[][..], |best| &best.pushes);
    put(&mut out, pushes.len() as u64)?;
    pushes.iter().try_for_each(|push| put(&mut out, push.to_word()))?;
    if !search.save(&mut out)? {
        return Ok(false);
    }
    let sum = out.sum;
    put(&mut out, sum)?;
    Ok(true)
}

/// Reads what [`save`] wrote; returns the time taken.
fn restore(
    search: &mut dyn Search,
    from: &mut dyn Read,
    identity: &str,
    context: &mut Context<'_>,
) -> io::Result<Duration> {
    let mut from = Summed::new(from);
    let is_ours = get(&mut from)? == MAGIC
        && get(&mut from)? == VERSION
        && get(&mut from)? == identity.len() as u64;
    if !is_ours {
        return Err(wrong());
    }
    for byte in identity.bytes() {
        if get(&mut from)? != u64::from(byte) {
            return Err(wrong());
        }
    }
    let time = Duration::from_nanos(get(&mut from)?);
    let (expanded, generated) = (get(&mut from)?, get(&mut from)?);
    let bound = Cost::from_word(get(&mut from)?);
    let cost = get(&mut from)?;
    let pushes = (0..get(&mut from)?).map(|_| get(&mut from).map(Push::from_word));
    let pushes = pushes.collect::<io::Result<Vec<Push>>>()?;
    search.restore(&mut from)?;
    let sum = from.sum;
    if get(&mut from)? != sum {
        return Err(wrong());
    }
    (context.stats.expanded, context.stats.generated) = (expanded, generated);
    context.raise_bound(bound);
    if cost != u64::MAX {
        let best = Incumbent { cost: Cost::from_word(cost), pushes };
        context.offer(best.cost, best.pushes);
    }
    Ok(time)
}

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Objective, Silent};

    use super::*;
    use crate::solve::{Options, SolveError, solve};
    use crate::{Engine, Level, Report};

    /// Everything that was kept, the last at the end.
    #[derive(Debug, Default)]
    struct Shelf(Vec<Vec<u8>>);

    impl Keep for Shelf {
        fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>> {
            let last = self.0.last().cloned();
            Ok(last.map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
        }

        fn keep(
            &mut self,
            write: &mut dyn FnMut(&mut dyn Write) -> io::Result<bool>,
        ) -> io::Result<()> {
            let mut bytes = Vec::new();
            if write(&mut bytes)? {
                self.0.push(bytes);
            }
            Ok(())
        }
    }

    /// A level whose maze is only the beginning of its proof.
    const LEVEL: &str = "\
##########
#####  @ #
##### #######
# #  $##... #
# $$$ $ ... #
# $    $..$ #
#    ########
######
";

    fn run(place: &Arc<Mutex<Shelf>>, text: &str, nodes: u64) -> Result<Report, SolveError> {
        let level: Level = text.parse().expect("a level");
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let place = Arc::clone(place) as Arc<Mutex<dyn Keep>>;
        let keeper = Some(Keeper { place, interval: Duration::ZERO });
        let (objective, engine) = (Objective::Pushes, Engine::new("optimal(first=0,waves=0)"));
        solve(
            &level,
            &Options { objective, engine, budget, keeper, ..Options::default() },
            &mut Silent,
        )
    }

    #[test]
    fn a_search_killed_again_and_again_gives_the_same_answer() {
        let whole = run(&Arc::default(), LEVEL, u64::MAX).expect("it runs");
        assert!(whole.is_optimal(), "{whole:?}");
        let place: Arc<Mutex<Shelf>> = Arc::default();
        let mut nodes = 500;
        let mut kills = 0;
        let again = loop {
            let report = run(&place, LEVEL, nodes).expect("it runs");
            if report.is_optimal() {
                break report;
            }
            kills += 1;
            nodes += 300;
            // A kill loses what came after the last write.
            let mut shelf = place.lock().expect("no panic");
            let lost = shelf.0.len().saturating_sub(1).min(1);
            let len = shelf.0.len() - lost;
            shelf.0.truncate(len);
        };
        assert!(kills > 3, "{kills}");
        let pushes = |report: &Report| report.solution().map(|it| it.score().pushes);
        assert_eq!(pushes(&again), pushes(&whole));
        assert_eq!(again.lower_bound, whole.lower_bound);
        let (most, spent) = (whole.stats.expanded * 2, again.stats.expanded);
        assert!(spent < most, "nothing is done again: {spent} and {most}, {kills}");
    }

    #[test]
    fn a_checkpoint_of_something_else_is_refused() {
        let place: Arc<Mutex<Shelf>> = Arc::default();
        assert!(!run(&place, LEVEL, 900).expect("it runs").is_optimal());
        let turned: String = LEVEL.lines().rev().flat_map(|line| [line, "\n"]).collect();
        assert!(matches!(run(&place, &turned, 1500), Err(SolveError::Keeping(_))));
        let mut whole = place.lock().expect("no panic").0.pop().expect("kept");
        let at = whole.len() / 2;
        whole[at] ^= 1;
        let place = Arc::new(Mutex::new(Shelf(vec![whole])));
        assert!(matches!(run(&place, LEVEL, 1500), Err(SolveError::Keeping(_))));
    }
}
