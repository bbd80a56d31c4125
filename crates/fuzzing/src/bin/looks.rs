//! `cargo xtask nightly looks`: how much work the searches do between two looks at the clock, on boards
//! up to a hundred by hundred squares with three hundred boxes.
//!
//! The clock of these budgets is the time that the process has spent on processors, so other programs
//! disturb it little, and it goes on while a planner waits for its solver. It notes the longest work of the
//! searching thread between two readings up to the limit, and what comes after the limit. A thread that waits
//! for its solver on a busy machine wakes up late, but has not worked. A search that is late is measured
//! again, because programs that share the caches slow it down.
//!
//! `looks [--where] [--limit=MS] [SEARCH…]` measures only these; `--where` prints the calls that led to a
//! reading that came too late, and `--limit` sets another limit.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this program talks to people")]

use std::backtrace::Backtrace;
use std::cell::Cell;
use std::process::ExitCode;
use std::time::Duration;

use hakooshi::unstable::{Options, REGISTRY, solve};
use hakooshi::{Engine, Level, Objective, Polish};
use hakooshi_search::{Budget, Silent};
use hakooshi_testkit::Rng;

/// The processor time in milliseconds that a search may take.
const LIMIT: u64 = 700;

/// What may come after it: the allowance of the documents, without the one per cent.
const MOST: Duration = Duration::from_millis(100);

/// What may lie between two looks.
const STRETCH: Duration = Duration::from_millis(50);

/// How often a search that is late is measured; the least counts.
const ATTEMPTS: u32 = 3;

thread_local! {
    static TELLS_WHERE: Cell<bool> = const { Cell::new(false) };
    static LAST: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    static LONGEST: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    static END: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The time that this process has worked, on all threads.
#[cfg(unix)]
fn worked() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    now.try_into().unwrap_or_default()
}

/// The time that this thread has worked.
#[cfg(unix)]
fn worked_here() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.try_into().unwrap_or_default()
}

/// The time, which other programs disturb.
#[cfg(not(unix))]
fn worked() -> Duration {
    hakooshi_search::clock::system()
}

#[cfg(not(unix))]
use self::worked as worked_here;

fn clock() -> Duration {
    let (now, here) = (worked(), worked_here());
    let since = here.saturating_sub(LAST.replace(here));
    // What ends after the limit counts as late, with the time to free memory and to end a solver.
    let in_time = now <= END.get();
    if in_time {
        LONGEST.set(LONGEST.get().max(since));
    }
    if since > STRETCH && in_time && TELLS_WHERE.get() {
        let calls = Backtrace::force_capture().to_string();
        // The first is this function; inlined calls have places, but no names of crates.
        let ours = calls.lines().filter(|line| line.contains("./crates/")).skip(1).take(12);
        println!("{} ms before\n{}", since.as_millis(), ours.collect::<Vec<_>>().join("\n"));
    }
    now
}

/// A hall with pillars, boxes and goals scattered over it, none beside a wall.
fn hall(side: usize, boxes: usize, pillars: usize) -> Level {
    let mut rng = Rng::new((side * boxes + pillars) as u64);
    let mut rows = vec![vec![b'#'; side]; side];
    for row in &mut rows[1..side - 1] {
        row[1..side - 1].fill(b' ');
    }
    let mut places: Vec<(usize, usize)> =
        (1..side / 3).flat_map(|row| (1..side / 3).map(move |col| (3 * row, 3 * col))).collect();
    rng.shuffle(&mut places);
    let glyphs = std::iter::repeat_n(b'$', boxes).chain(std::iter::repeat_n(b'.', boxes));
    let glyphs = glyphs.chain([b'@']).chain(std::iter::repeat_n(b'#', pillars));
    for ((row, col), glyph) in places.into_iter().zip(glyphs) {
        rows[row][col] = glyph;
    }
    let text: String = rows.iter().map(|row| String::from_utf8_lossy(row) + "\n").collect();
    text.parse().expect("a level of our own")
}

/// Runs a search; its longest stretch of work without a look, and what it took beyond the limit.
fn measure(
    level: &Level,
    search: &str,
    objective: Objective,
    limit: Duration,
) -> (Duration, Duration) {
    let budget = Budget { time: Some(limit), clock, bytes: Some(4 << 30), ..Budget::default() };
    let engine = Engine::Spec(search.to_owned());
    let polish = Polish::Never;
    let options = Options { objective, engine, budget, polish, ..Options::default() };
    let begun = worked();
    LAST.set(worked_here());
    END.set(begun + limit);
    LONGEST.set(Duration::ZERO);
    if let Err(error) = solve(level, &options, &mut Silent) {
        eprintln!("{search}: {error}");
    }
    let end = clock();
    settle();
    (LONGEST.get(), end.saturating_sub(begun + limit))
}

/// Waits until the solver of a planner, which ends on its own thread, has ended: its work would count in the
/// next measurement.
fn settle() {
    let threads = || std::fs::read_dir("/proc/self/task").map_or(1, Iterator::count);
    while threads() > 1 {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Every search by its name, and those whose parts are the most work. SMT solvers are other programs,
/// and a race runs on other threads.
fn searches() -> Vec<String> {
    let outside = |name: &str| name.starts_with("smt-") || name.starts_with("bankovic-");
    let names = REGISTRY.searches().map(|entry| entry.name).filter(|&name| name != "race");
    let names = names.chain(REGISTRY.aliases().map(|alias| alias.name));
    let parts = [
        "astar(space=relocation)",
        "astar(space=walk)",
        "astar(space=pull)",
        "idastar(space=relocation)",
        "astar(h=surplus,pruning=[pi_corral])",
        "astar(h=surplus(effort=1000000))",
        "astar(h=patterns(effort=1000000))",
        "astar(h=matching_rolling_stone)",
        "astar(deadlocks=[dead_squares,pairs,triples])",
        "astar(deadlocks=[dead_squares,finish,corral(nodes=100000)])",
        "astar(space=pull,deadlocks=[dead_squares,origin])",
        "astar(deadlocks=[dead_squares,table(width=5,height=4)])",
        "astar(deadlocks=[dead_squares,bipartite,diagonals,doors])",
        "astar(pruning=[goal_macros,tunnels])",
        "sat(parallel=on)",
        "sat(paths=on)",
    ];
    names.filter(|name| !outside(name)).chain(parts).map(str::to_owned).collect()
}

fn main() -> ExitCode {
    let (options, wanted): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    TELLS_WHERE.set(options.iter().any(|word| word == "--where"));
    let limit = options.iter().find_map(|word| word.strip_prefix("--limit=")?.parse().ok());
    let limit = Duration::from_millis(limit.unwrap_or(LIMIT));
    let boards = [
        ("100 x 100, 300 boxes", hall(100, 300, 100)),
        ("55 x 55, 24 boxes", hall(55, 24, 40)),
        ("22 x 22, 12 boxes", hall(22, 12, 8)),
    ];
    let mut late = 0;
    println!("{:<24}{:>12}{:>12}  search", "board", "between", "after");
    for (name, level) in &boards {
        for search in searches() {
            if !wanted.is_empty() && !wanted.contains(&search) {
                continue;
            }
            let objective = if search == "optimal" { Objective::Pushes } else { Objective::Any };
            let is_late = |(between, after)| after > MOST || between > STRETCH;
            // Other programs only lengthen it: they share the caches and the memory.
            let mut best = measure(level, &search, objective, limit);
            for _ in 1..ATTEMPTS {
                if is_late(best) {
                    let (between, after) = measure(level, &search, objective, limit);
                    best = (best.0.min(between), best.1.min(after));
                }
            }
            let (is_late, (between, after)) = (is_late(best), best);
            let mark = if is_late { "  late" } else { "" };
            late += usize::from(is_late);
            let [between, after] = [between, after].map(|it| it.as_secs_f64() * 1000.0);
            println!("{name:<24}{between:>9.1} ms{after:>9.1} ms  {search}{mark}");
        }
    }
    let [most, stretch] = [MOST, STRETCH].map(|it| it.as_millis());
    println!("{late} searches were more than {most} ms late or did not look for {stretch} ms");
    if late == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
