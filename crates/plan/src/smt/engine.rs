//! `smt-lia` and `smt-bv`: longer and longer plans, each length a formula of its own, until
//! the solver finds one.
//!
//! With every switch off this is what the report does, from length one on; the switches add
//! what its authors wished for. The plan has the fewest moves, or the fewest pushes if steps
//! are pushes, since every shorter one was refuted.

use std::sync::Arc;

use hakooshi_board::{Board, Position};
use hakooshi_search::spec::{Param, Params};
use hakooshi_search::{Context, Cost, Raw, Stop};

use super::locate::Program;
use super::script::{Script, Theory};
use super::{Extras, model, process};
use crate::PlanError;
use crate::facts::Facts;
use crate::planner::{Counts, HORIZON, PlannerClaims, PlannerEntry, ended, horizon, switch};
use crate::sat::Ended;

const PARAMS: &[Param] = &[
    switch("dead_squares", "no box where it cannot reach a goal", true),
    switch("dead_pairs", "boxes that cannot both be brought home are kept apart", true),
    switch("distances", "each box can reach a goal in the steps left", true),
    switch("walks", "player and box together can come and go in the moves there are", true),
    switch("cells", "the player as a cell instead of coordinates, rules cell by cell", true),
    switch("no_return", "no step back after a step that pushed nothing", true),
    switch("bound", "begin with a lower bound instead of length one", true),
    switch("pushes", "a step is a push with the walk to it; fewest pushes", false),
    HORIZON,
];

const CLAIMS: PlannerClaims = PlannerClaims { counts: Counts::Moves, not_with: &[] };

/// Integers and arrays.
pub(crate) static LIA: PlannerEntry = PlannerEntry {
    name: "smt-lia",
    title: "integers and arrays, longer and longer plans, by an SMT solver; fewest moves",
    reference: "Banković, theory 1",
    params: PARAMS,
    claims: CLAIMS,
    build: |params, solver, board, start, context| {
        run(Theory::Integers, params, solver, board, start, context)
    },
};

/// Bit-vectors.
pub(crate) static BV: PlannerEntry = PlannerEntry {
    name: "smt-bv",
    title: "bit-vectors, longer and longer plans, by an SMT solver; fewest moves",
    reference: "Banković, theory 2",
    params: PARAMS,
    claims: CLAIMS,
    build: |params, solver, board, start, context| {
        run(Theory::Bits, params, solver, board, start, context)
    },
};

fn run(
    theory: Theory,
    params: &Params,
    solver: Option<&str>,
    board: &Arc<Board>,
    start: &Position,
    context: &mut Context<'_>,
) -> Result<Raw, PlanError> {
    if start.is_solved() {
        return Ok(Raw::Found(Vec::new()));
    }
    let Some(facts) = Facts::new(board, start) else { return Ok(Raw::Exhausted) };
    let program = Program::find(solver)?;
    let extras = Extras {
        dead_squares: params.is_on("dead_squares"),
        dead_pairs: params.is_on("dead_pairs"),
        distances: params.is_on("distances"),
        walks: params.is_on("walks"),
        cells: params.is_on("cells"),
        no_return: params.is_on("no_return"),
        pushes: params.is_on("pushes"),
    };
    let script = Script::new(&facts, theory, extras);
    let first = if params.is_on("bound") { script.bound().max(1) } else { 1 };
    let most = horizon(params);
    ended(search(&facts, &script, &program, (first, most), context))
}

fn search(
    facts: &Facts,
    script: &Script<'_>,
    program: &Program,
    (first, most): (u32, u32),
    context: &mut Context<'_>,
) -> Result<Raw, Ended> {
    let states = facts.states().unwrap_or(u64::MAX);
    // Pushes of one level are all even or all odd; moves are both.
    let apart = if script.extras.pushes && first == facts.bound { 2 } else { 1 };
    let mut steps = first;
    loop {
        context.raise_bound(Cost::new(steps, 0));
        if u64::from(steps) >= states {
            return Ok(Raw::Exhausted);
        }
        if steps > most {
            return Ok(Raw::Stopped(Stop::Horizon));
        }
        // A length tried is what this search counts as a position expanded.
        context.expand(Cost::new(steps, 0), 0)?;
        let text = script.write(steps as usize, |bytes| context.hold(script.held() + bytes))?;
        context.stats.generated += text.matches("(assert").count() as u64;
        if let Some(answer) = process::ask(program, text, steps, context)? {
            context.stats.depth = steps;
            let pushes = model::pushes(&facts.board, &facts.start, &answer).map_err(|reason| {
                let name = program.name();
                PlanError::Solver(format!("the model that {name} gives is no plan: {reason}"))
            })?;
            return Ok(Raw::Found(pushes));
        }
        steps += apart;
    }
}
