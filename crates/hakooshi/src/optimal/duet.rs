//! Proof and solutions at the same time, on two threads that tell each other the best solution and
//! the greatest lower bound.

use std::sync::{Mutex, PoisonError};
use std::thread;

use hakooshi_search::{Budget, Context, Cost, Incumbent, Silent, Stop, Turn};

use super::TURN;
use super::prover::Prover;
use super::solver::Solver;

/// What both threads know.
#[derive(Debug, Default)]
struct Exchange(Mutex<(Cost, Option<Incumbent>)>);

impl Exchange {
    /// Tells what this thread knows, and hears what the other does.
    fn meet(&self, context: &mut Context<'_>) {
        let mut common = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (bound, best) = &mut *common;
        let own = context.incumbent().map(|best| best.cost);
        let theirs = best.as_ref().map(|best| best.cost);
        match (own, theirs) {
            (Some(own), Some(theirs)) if own == theirs => {}
            (Some(own), theirs) if theirs.is_none_or(|theirs| own < theirs) => {
                *best = context.incumbent().cloned();
            }
            _ => {
                if let Some(Incumbent { cost, pushes }) = best.clone() {
                    context.offer(cost, pushes);
                }
            }
        }
        *bound = (*bound).max(context.bound());
        context.raise_bound(*bound);
    }
}

/// Continues both for at most `nodes` expansions of the prover.
pub(super) fn turn(
    prover: &mut Prover,
    solver: &mut Solver,
    nodes: u64,
    context: &mut Context<'_>,
) -> Result<Turn, Stop> {
    let before = context.budget().clone();
    let over = before.cancel.below();
    let share = context.share(2, over.clone());
    let exchange = Exchange::default();
    exchange.meet(context);
    let memory = context.memory().clone();
    let (proof, found) = thread::scope(|scope| {
        let (exchange, over, budget) = (&exchange, &over, share.clone());
        let run = move || {
            let mut silent = Silent;
            let mut context = Context::with_memory(budget, &memory, &mut silent);
            let ended = solve(solver, exchange, &mut context);
            exchange.meet(&mut context);
            if matches!(ended, Ok(Some(_))) {
                over.cancel();
            }
            (ended, context.stats)
        };
        let other = thread::Builder::new().spawn_scoped(scope, run);
        let time = share.time.map(|left| left + context.elapsed());
        let most = share.nodes.map(|left| left + context.stats.expanded);
        context.limit(Budget { time, nodes: most, bytes: before.bytes, ..share.clone() });
        let proof = prove(prover, nodes, exchange, context);
        // Without a prover the other goes on alone, unless only expansions end it.
        if !prover.has_failed() || proof.is_err() || before.nodes.is_some() {
            over.cancel();
        }
        let found = match other.map(thread::ScopedJoinHandle::join) {
            Ok(Ok((ended, stats))) => {
                context.stats.add(&stats);
                ended
            }
            // A panic in one search is a panic of the run, as it would be without threads.
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Ok(None),
        };
        (proof, found)
    });
    context.limit(before);
    exchange.meet(context);
    match (proof, found) {
        (Ok(Some(end)), _) | (_, Ok(Some(end))) => Ok(end),
        _ if context.cancel().is_cancelled() => Err(Stop::Cancelled),
        (Err(stop), _) if stop != Stop::Cancelled => Err(stop),
        (_, Err(stop)) if prover.has_failed() && stop != Stop::Cancelled => Err(stop),
        _ if prover.has_failed() => Err(Stop::Memory),
        _ => Ok(Turn::Paused),
    }
}

/// Looks for solutions until the flag is raised or nothing is left to try.
fn solve(
    solver: &mut Solver,
    exchange: &Exchange,
    context: &mut Context<'_>,
) -> Result<Option<Turn>, Stop> {
    while !solver.is_done() {
        exchange.meet(context);
        if let Some(end) = solver.turn(TURN, false, context)? {
            return Ok(Some(end));
        }
    }
    Ok(None)
}

/// Goes on with the proof.
fn prove(
    prover: &mut Prover,
    nodes: u64,
    exchange: &Exchange,
    context: &mut Context<'_>,
) -> Result<Option<Turn>, Stop> {
    let mut left = nodes;
    while left > 0 && !prover.has_failed() {
        exchange.meet(context);
        let turn = left.min(TURN);
        if let Some(end) = prover.turn(turn, context)? {
            return Ok(Some(end));
        }
        left -= turn;
    }
    Ok(None)
}
