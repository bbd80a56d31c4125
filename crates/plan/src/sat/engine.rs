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
//!
//! The search can be paused after every question. Within one it cannot, though the solver could
//! stop after some conflicts and go on later: its schedule of restarts begins anew with every
//! call, so that the pauses would decide which plan is found.

use std::sync::Arc;

use hakooshi_board::{Push, Reach};
use hakooshi_search::spec::{Measure, Param, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{
    Context, Cost, Memory, Objective, Reservation, Search, Stop, Task, Turn, go_on,
};

use super::cnf::Lit;
use super::encoding::{Encoding, Shape};
use super::linear::{self, Order};
use super::oracle::{Answer, Oracle};
use crate::error::{NoAnswer, as_turn};
use crate::facts::Facts;
use crate::registry::{HORIZON, longest};

/// The engine by name.
pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "sat",
    title: "SAT planning by pushes with CaDiCaL; fewest pushes",
    reference: "Kautz and Selman 1992; Bofill et al. 2023",
    params: &[
        Param::switch("dead_pairs", "no two boxes that cannot both reach goals", true),
        Param::switch("distances", "each box can reach a goal in the steps left", true),
        Param::switch("excess", "the boxes together can reach the goals in the steps left", true),
        Param::switch(
            "paths",
            "encode the player's walks instead of adding constraints when a plan needs them",
            false,
        ),
        Param::switch("parallel", "several boxes pushed in one step; any solution", false),
        HORIZON,
    ],
    claims: SearchClaims {
        complete: true,
        optimal: true,
        measure: Measure::Pushes,
        informed: false,
        traces: false,
        price: 0,
        voided_by: &["parallel"],
        parts: Parts::NONE,
        ..SearchClaims::TEXTBOOK
    },
    build,
};

fn build(spec: &SearchSpec, task: &Task) -> Box<dyn Search> {
    let params = &spec.search.params;
    let shape = Shape {
        dead_pairs: params.is_on("dead_pairs"),
        distances: params.is_on("distances"),
        excess: params.is_on("excess"),
        paths: params.is_on("paths"),
        // Where nobody counts pushes a horizon may be more than is needed.
        idle: params.is_on("parallel"),
        parallel: params.is_on("parallel"),
    };
    let formula = task.memory.reservation();
    let longest = longest(params);
    Box::new(SatPlanner { task: task.clone(), shape, longest, formula, horizons: None })
}

/// The search, of which a portfolio may have many: facts, formula and solver wait for its first
/// turn.
struct SatPlanner {
    task: Task,
    shape: Shape,
    /// The last horizon that may be asked for.
    longest: u32,
    /// About the memory of the formula.
    formula: Reservation,
    /// What was asked so far; `None` before the first turn.
    horizons: Option<Horizons>,
}

impl Search for SatPlanner {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let Self { task, shape, longest, formula, horizons } = self;
        if task.start.is_solved() {
            return Ok(Turn::Found(Vec::new()));
        }
        let horizons = match horizons {
            Some(begun) => begun,
            None => match Facts::new(&task.board, &task.start, context.deadline()) {
                Some(facts) => {
                    let new = Horizons::new(&facts, *shape, *longest, &task.memory);
                    context.look()?;
                    horizons.insert(new)
                }
                None => return Ok(Turn::Exhausted),
            },
        };
        // What others have refuted need not be asked for.
        if !shape.parallel && matches!(task.objective, Objective::Pushes | Objective::PushesMoves) {
            horizons.skip_to(context.bound().first());
        }
        go_on(nodes, || as_turn(horizons.ask(formula, context)))
    }

    fn bytes(&self) -> usize {
        self.formula.bytes() + self.horizons.as_ref().map_or(0, |it| it.oracle.bytes())
    }
}

/// The formula, its solver, and the horizon that is asked for.
struct Horizons {
    encoding: Encoding,
    oracle: Oracle,
    horizon: u32,
    longest: u32,
    /// More than the pushes of the longest plan without a detour.
    states: u64,
    /// The literal under which the plan ends at the horizon, once the formula is as long.
    goal: Option<Lit>,
    /// Clauses that have been counted.
    counted: usize,
}

impl Horizons {
    fn new(facts: &Arc<Facts>, shape: Shape, longest: u32, memory: &Memory) -> Self {
        let far = facts.start.boxes().iter().filter_map(|&at| facts.pushes_to_goal(at)).max();
        Self {
            encoding: Encoding::new(facts, shape),
            oracle: Oracle::start(memory),
            horizon: if shape.parallel { far.unwrap_or(1).max(1) } else { facts.bound },
            longest,
            states: facts.states().unwrap_or(u64::MAX),
            goal: None,
            counted: 0,
        }
    }

    /// Asks for a plan as long as the horizon; `Some` if that ends the search. The next
    /// question has more fences, or a longer horizon.
    fn ask(
        &mut self,
        formula: &mut Reservation,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, NoAnswer> {
        if let Some(end) = self.end(context)? {
            return Ok(Some(end));
        }
        let goal = self.goal(formula, context)?;
        let Self { encoding, oracle, horizon, .. } = self;
        let clauses = encoding.cnf.clauses();
        context.stats.generated += (clauses - self.counted) as u64;
        self.counted = clauses;
        formula.resize(encoding.cnf.bytes())?;
        // A refutation without a conflict must count too, or the lengths asked for had no limit.
        context.expand(Cost::new(*horizon, 0), 0)?;
        match oracle.ask(&mut encoding.cnf, &[goal], *horizon, context)? {
            Answer::Unsat(needed) => {
                if needed.is_empty() && !encoding.shape.parallel {
                    return Ok(Some(Turn::Exhausted));
                }
                encoding.cnf.clause([-goal]);
                self.lengthen();
                // The bound is told with the refutation, whenever the next turn is.
                Ok(self.end(context)?)
            }
            Answer::Sat(model) => match play_or_refine(encoding, &model) {
                Some(pushes) => {
                    context.stats.depth = *horizon;
                    Ok(Some(Turn::Found(pushes)))
                }
                None => Ok(None),
            },
        }
    }

    /// What is known of the horizon before it is asked for: a bound, or the end of the search.
    fn end(&self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        if !self.encoding.shape.parallel {
            context.raise_bound(Cost::new(self.horizon, 0));
        }
        // One push a step is a plan of parallel pushes too.
        if u64::from(self.horizon) >= self.states {
            return Ok(Some(Turn::Exhausted));
        }
        if self.horizon > self.longest { Err(Stop::Horizon) } else { Ok(None) }
    }

    /// The goal of the horizon, to which the formula grows if it has not yet.
    fn goal(&mut self, formula: &mut Reservation, context: &mut Context<'_>) -> Result<Lit, Stop> {
        if let Some(goal) = self.goal {
            return Ok(goal);
        }
        let encoding = &mut self.encoding;
        while encoding.len() < self.horizon as usize {
            // Counted like an expansion, or the growth of the formula had no limit.
            context.expand(Cost::new(self.horizon, 0), 0)?;
            context.look()?;
            encoding.add_step();
            formula.resize(encoding.cnf.bytes())?;
        }
        Ok(*self.goal.insert(encoding.goal()))
    }

    /// Goes on to the first horizon that is no less than this.
    fn skip_to(&mut self, bound: u32) {
        while self.horizon < bound {
            self.lengthen();
        }
    }

    /// Goes on to the next horizon: without a count of pushes, farther and farther ones.
    fn lengthen(&mut self) {
        self.horizon += if self.encoding.shape.parallel { 1 + self.horizon / 8 } else { 2 };
        self.goal = None;
    }
}

/// The pushes of a model if they can be played; else the encoding has learned why not.
pub(crate) fn play_or_refine(encoding: &mut Encoding, model: &[bool]) -> Option<Vec<Push>> {
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
