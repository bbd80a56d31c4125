//! `sat`: longer and longer plans until one is found.
//!
//! The first horizon is the bound by matching; every horizon below it is refuted by the bound,
//! every one between it and the plan found by the solver, so that the plan has the fewest
//! pushes. Every push takes one box from a light square to a dark one or back, so plans of one
//! level are all even or all odd, and every second horizon is asked for.
//!
//! A plan in which the player walks through boxes is answered by [fences](super::cuts) and
//! asked for again. If the solver refutes a horizon without needing the goal, nobody can make
//! so many pushes, and there is no solution at all; nor is there one if no plan as long as
//! there are states was found.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Push, Reach};
use hakooshi_search::spec::Params;
use hakooshi_search::{Context, Cost, Raw, Stop};

use super::cnf::Cnf;
use super::encoding::{Encoding, Shape};
use super::linear::{self, Order};
use super::oracle::{Answer, Ended, Oracle};
use crate::PlanError;
use crate::facts::Facts;
use crate::planner::{Counts, HORIZON, PlannerClaims, PlannerEntry, ended, horizon, switch};

/// The engine by name.
pub(crate) static ENTRY: PlannerEntry = PlannerEntry {
    name: "sat",
    title: "clauses for pushes, longer and longer plans, by CaDiCaL; fewest pushes",
    reference: "Kautz and Selman 1992; Bofill et al. 2023",
    params: &[
        switch("dead_pairs", "boxes that cannot both be brought home are kept apart", true),
        switch("distances", "each box can reach a goal in the steps left", true),
        switch("excess", "the boxes together can reach the goals in the steps left", true),
        switch("paths", "walks are part of the formula from the beginning", false),
        switch("parallel", "several boxes pushed in one step; any solution", false),
        HORIZON,
    ],
    claims: PlannerClaims { counts: Counts::Pushes, not_with: &["parallel"] },
    build: run,
};

fn run(
    params: &Params,
    _: Option<&str>,
    board: &Arc<Board>,
    start: &Position,
    context: &mut Context<'_>,
) -> Result<Raw, PlanError> {
    if start.is_solved() {
        return Ok(Raw::Found(Vec::new()));
    }
    let Some(facts) = Facts::new(board, start) else { return Ok(Raw::Exhausted) };
    let shape = Shape {
        dead_pairs: params.is_on("dead_pairs"),
        distances: params.is_on("distances"),
        excess: params.is_on("excess"),
        paths: params.is_on("paths"),
        // Where nobody counts pushes a horizon may be more than is needed.
        idle: params.is_on("parallel"),
        parallel: params.is_on("parallel"),
    };
    let most = horizon(params);
    ended(Horizons { facts: &facts, shape, most }.search(context))
}

/// The search over horizons.
struct Horizons<'a> {
    facts: &'a Facts,
    shape: Shape,
    most: u32,
}

/// What one horizon came to.
enum Tried {
    Plan(Vec<Push>),
    /// There is none of this length.
    Refuted,
    /// There is none of this length or longer.
    Hopeless,
}

impl Horizons<'_> {
    fn search(&self, context: &mut Context<'_>) -> Result<Raw, Ended> {
        let mut oracle = Oracle::start();
        let mut encoding = Encoding::new(self.facts, self.shape);
        let (mut horizon, step) = self.first();
        let states = self.facts.states().unwrap_or(u64::MAX);
        loop {
            if !self.shape.parallel {
                context.raise_bound(Cost::new(horizon, 0));
                if u64::from(horizon) >= states {
                    return Ok(Raw::Exhausted);
                }
            }
            if horizon > self.most {
                return Ok(Raw::Stopped(Stop::Horizon));
            }
            while encoding.len() < horizon as usize {
                encoding.add_step();
                let cnf = &encoding.cnf;
                context.hold(Cnf::bytes(cnf.vars(), cnf.clauses()))?;
                context.poll(Cost::new(horizon, 0), 0)?;
            }
            match try_horizon(&mut encoding, &mut oracle, horizon, context)? {
                Tried::Plan(pushes) => {
                    context.stats.depth = horizon;
                    return Ok(Raw::Found(pushes));
                }
                Tried::Hopeless if !self.shape.parallel => return Ok(Raw::Exhausted),
                Tried::Refuted | Tried::Hopeless => {}
            }
            horizon += if step == 0 { 1 + horizon / 8 } else { step };
        }
    }

    /// The first horizon, and how far apart they are; zero for farther and farther.
    fn first(&self) -> (u32, u32) {
        if !self.shape.parallel {
            return (self.facts.bound, 2);
        }
        let far = self.facts.start.boxes().iter().filter_map(|&at| self.facts.pushes_to_goal(at));
        (far.max().unwrap_or(1).max(1), 0)
    }
}

/// Asks for a plan as long as the encoding, with more and more fences.
fn try_horizon(
    encoding: &mut Encoding<'_>,
    oracle: &mut Oracle,
    horizon: u32,
    context: &mut Context<'_>,
) -> Result<Tried, Ended> {
    let goal = encoding.goal();
    loop {
        context.stats.generated = encoding.cnf.clauses() as u64;
        let bytes = Cnf::bytes(encoding.cnf.vars(), encoding.cnf.clauses());
        context.hold(bytes)?;
        let new = encoding.cnf.take_new();
        match oracle.ask(new, encoding.cnf.vars(), &[goal], horizon, context)? {
            Answer::Unsat(needed) => {
                encoding.cnf.clause([-goal]);
                return Ok(if needed.is_empty() { Tried::Hopeless } else { Tried::Refuted });
            }
            Answer::Sat(model) => {
                if let Some(pushes) = settle(encoding, &model) {
                    return Ok(Tried::Plan(pushes));
                }
            }
        }
    }
}

/// The pushes of a model if they can be played; else the encoding has learned why not.
pub(crate) fn settle(encoding: &mut Encoding<'_>, model: &[bool]) -> Option<Vec<Push>> {
    let plan = encoding.plan(model);
    let (board, mut position) = (Arc::clone(&encoding.facts.board), encoding.facts.start.clone());
    let mut reach = Reach::new(&board);
    let (mut pushes, mut is_good) = (Vec::new(), true);
    for (step, wanted) in plan.iter().enumerate() {
        let last = if encoding.shape.parallel { encoding.player(step + 1, model) } else { None };
        match linear::order(&board, &position, wanted, last, &mut reach) {
            Order::Found(ordered) => pushes.extend(ordered),
            Order::Fenced(fences) => {
                is_good = false;
                for fence in fences {
                    encoding.add_fence(fence);
                }
            }
            Order::None(last) => {
                is_good = false;
                encoding.forbid(step, wanted, last, position.boxes());
            }
        }
        linear::apply(&board, &mut position, wanted, last);
    }
    is_good.then_some(pushes)
}
