//! Several engines on one level at once, each on a thread of its own: the first to solve it,
//! or to prove that nothing can, stops the others.

use std::thread;

use hakooshi_engines::{Case, EngineEntry, Turn};
use hakooshi_search::{Context, Raw, Silent, Stats, Stop};

/// One engine until it ends.
pub(crate) fn alone(entry: &EngineEntry, case: &Case, context: &mut Context<'_>) -> Raw {
    match (entry.build)(case).turn(u64::MAX, context) {
        Ok(Turn::Found(pushes)) => Raw::Found(pushes),
        Ok(Turn::Exhausted) => Raw::Exhausted,
        Ok(Turn::Paused) => Raw::Stopped(Stop::Nodes),
        Err(stop) => Raw::Stopped(stop),
    }
}

/// All of `entries`; the first listens to the caller, the others search in silence. Nodes and
/// memory are shared out evenly, and what they reach is shared by all.
pub(crate) fn run(entries: &[&'static EngineEntry], case: &Case, context: &mut Context<'_>) -> Raw {
    let Some((first, others)) = entries.split_first() else {
        return Raw::Stopped(Stop::Cancelled);
    };
    let asked = context.cancel().clone();
    let race = asked.below();
    let share = context.share(entries.len(), race.clone());
    let settles = |entry: &EngineEntry, raw: &Raw| match raw {
        Raw::Found(_) => true,
        Raw::Exhausted => entry.claims.complete,
        Raw::Stopped(_) => false,
    };
    let mut ends: Vec<(&EngineEntry, Raw)> = Vec::new();
    let mut counted: Vec<Stats> = Vec::new();
    thread::scope(|scope| {
        let runners: Vec<_> = others
            .iter()
            .map(|&entry| {
                let (share, race) = (share.clone(), race.clone());
                scope.spawn(move || {
                    let mut silent = Silent;
                    let mut context = Context::new(share, &mut silent);
                    let raw = alone(entry, case, &mut context);
                    if settles(entry, &raw) {
                        race.cancel();
                    }
                    (entry, raw, context.stats)
                })
            })
            .collect();
        // The clock of the first has run since before the share was taken.
        let time = share.time.map(|left| left + context.elapsed());
        context.limit(hakooshi_search::Budget { time, ..share });
        let raw = alone(first, case, context);
        if settles(first, &raw) {
            race.cancel();
        }
        ends.push((first, raw));
        for runner in runners {
            match runner.join() {
                Ok((entry, raw, stats)) => {
                    ends.push((entry, raw));
                    counted.push(stats);
                }
                // A fault of one engine is a fault of the run, as it would be without threads.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    for stats in &counted {
        context.stats.add(stats);
    }
    let settled = ends.iter().position(|(entry, raw)| settles(entry, raw));
    match settled {
        Some(at) => {
            // The first has counted into the context itself.
            if let Some(stats) = at.checked_sub(1).and_then(|other| counted.get(other)) {
                context.stats.last_turn = stats.last_turn;
            }
            ends.swap_remove(at).1
        }
        None if asked.is_cancelled() => Raw::Stopped(Stop::Cancelled),
        // An incomplete search that gave up says nothing; another was stopped and says why.
        None => {
            let stopped = ends.into_iter().map(|(_, raw)| raw);
            stopped.into_iter().find(|raw| matches!(raw, Raw::Stopped(_))).unwrap_or(Raw::Exhausted)
        }
    }
}
