//! `smt-lia` and `smt-bv`: longer and longer plans, each length a formula of its own, until
//! the solver finds one.
//!
//! With every switch off this is what the report does, from length one on; the switches add
//! what its authors wished for. The plan has the fewest moves, or the fewest pushes if steps
//! are pushes, since every shorter one was refuted. Refuted by the solver, that is: a plan is
//! replayed, but nobody checks an `unsat`. So neither "fewest" nor "no solution" is called proved,
//! and the bound reported is the one that this program has computed.
//!
//! With `leap=P` the length grows by P per cent instead. A plan can be padded, since after the last
//! push the player can walk back and forth, so a length without a plan rules out all shorter ones
//! too. The first plan found then need not be the shortest, and nothing is claimed about it. The
//! bounds of long plans are far below their lengths, and the formulas just below the shortest plan
//! are the hardest, so leaping over most of them is what makes plans of a hundred moves possible.
//!
//! The search can be paused between two lengths. The solver runs during a turn only; one that
//! is stopped within a length is killed, and that length is asked for again.

use hakooshi_search::spec::{Measure, Param, Params, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Cost, Deadline, Reservation, Search, Stop, Task, Turn, go_on};

use super::locate::Program;
use super::script::{Script, Theory};
use super::{Extras, model, process};
use crate::PlanError;
use crate::error::{NoAnswer, as_turn};
use crate::facts::Facts;
use crate::registry::{HORIZON, longest};

const PARAMS: &[Param] = &[
    Param::switch("dead_squares", "no box where it cannot reach a goal", true),
    Param::switch("dead_pairs", "no two boxes that cannot both reach goals", true),
    Param::switch("distances", "each box can reach a goal in the steps left", true),
    Param::switch(
        "walks",
        "player and box can come from the start and reach a goal in the moves available",
        true,
    ),
    Param::switch("cells", "the player as a cell instead of two coordinates", true),
    Param::switch("no_return", "no step back directly after a walk step; not with leap", true),
    Param::switch("bound", "start with a lower bound instead of length one", true),
    Param::switch("pushes", "a step is a push with the walk to it; fewest pushes", false),
    Param::number(
        LEAP,
        "per cent by which the length grows; 0: every length, for the fewest moves",
        0.0,
        (0.0, 1000.0),
    ),
    HORIZON,
];

/// The parameter that leaves out lengths.
const LEAP: &str = "leap";

const CLAIMS: SearchClaims = SearchClaims {
    complete: true,
    optimal: true,
    unchecked: true,
    measure: Measure::Steps,
    informed: false,
    traces: false,
    price: 0,
    voided_by: &[LEAP],
    parts: Parts::NONE,
    ..SearchClaims::TEXTBOOK
};

/// Integers and arrays.
pub(crate) static LIA: SearchEntry = SearchEntry {
    name: "smt-lia",
    title: "SMT planning in integers and arrays with an external solver; fewest moves",
    reference: "Banković, theory 1",
    params: PARAMS,
    claims: CLAIMS,
    build: |spec, task| build(Theory::Integers, spec, task),
};

/// Bit-vectors.
pub(crate) static BV: SearchEntry = SearchEntry {
    name: "smt-bv",
    title: "SMT planning in bit-vectors with an external solver; fewest moves",
    reference: "Banković, theory 2",
    params: PARAMS,
    claims: CLAIMS,
    build: |spec, task| build(Theory::Bits, spec, task),
};

fn build(theory: Theory, spec: &SearchSpec, task: &Task) -> Box<dyn Search> {
    Box::new(SmtPlanner {
        theory,
        params: spec.search.params.clone(),
        task: task.clone(),
        tables: task.memory.reservation(),
        question: task.memory.reservation(),
        lengths: None,
    })
}

/// The search. Its tables and the look for a solver wait for the first turn.
struct SmtPlanner {
    theory: Theory,
    params: Params,
    task: Task,
    /// The memory of what scripts are made from.
    tables: Reservation,
    /// The memory of a script and of the solver that works on it.
    question: Reservation,
    /// What was asked so far; `None` before the first turn.
    lengths: Option<Lengths>,
}

impl Search for SmtPlanner {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let Self { theory, params, task, tables, question, lengths } = self;
        if task.start.is_solved() {
            return Ok(Turn::Found(Vec::new()));
        }
        let lengths = match lengths {
            Some(begun) => begun,
            None => match Lengths::new(*theory, params, task, context.deadline()) {
                Ok(Some(new)) => {
                    context.look()?;
                    lengths.insert(new)
                }
                Ok(None) => return Ok(Turn::Exhausted),
                Err(error) => return Ok(Turn::Failed(error.to_string())),
            },
        };
        tables.resize(lengths.script.table_bytes())?;
        go_on(nodes, || {
            let asked = lengths.ask(question, context);
            // Whatever came of it, the script is gone, and the solver.
            question.resize(0)?;
            as_turn(asked)
        })
    }

    fn bytes(&self) -> usize {
        self.tables.bytes() + self.question.bytes()
    }
}

/// The solver, what its scripts are made from, and the length that is asked for.
struct Lengths {
    program: Program,
    script: Script,
    steps: u32,
    /// No plan is shorter, by our own computation.
    bound: u32,
    /// The least difference of two lengths asked for.
    apart: u32,
    /// Per cent by which the length grows.
    leap: u32,
    longest: u32,
    /// More than the steps of the longest plan without a detour.
    states: u64,
}

impl Lengths {
    /// Nothing asked yet; `None` if there can be no plan.
    fn new(
        theory: Theory,
        params: &Params,
        task: &Task,
        deadline: Deadline,
    ) -> Result<Option<Self>, PlanError> {
        let Some(facts) = Facts::new(&task.board, &task.start, deadline) else { return Ok(None) };
        let program = Program::find(task.smt_solver.as_deref())?;
        let leap = params.get(LEAP) as u32;
        if leap > 0 && params.is_on("pushes") {
            let why = "leap leaves out lengths, which a plan of pushes cannot be padded to: use \
                       leap without pushes=on";
            return Err(PlanError::Solver(why.to_owned()));
        }
        let extras = Extras {
            dead_squares: params.is_on("dead_squares"),
            dead_pairs: params.is_on("dead_pairs"),
            distances: params.is_on("distances"),
            walks: params.is_on("walks"),
            cells: params.is_on("cells"),
            // What pads a plan is a walk back and forth.
            no_return: params.is_on("no_return") && leap == 0,
            pushes: params.is_on("pushes"),
        };
        let script = Script::new(&facts, theory, extras);
        let first = if params.is_on("bound") { script.bound().max(1) } else { 1 };
        Ok(Some(Self {
            program,
            bound: script.bound(),
            script,
            steps: first,
            // Pushes of one level are all even or all odd; moves are both.
            apart: if extras.pushes && first == facts.bound { 2 } else { 1 },
            leap,
            longest: longest(params),
            states: facts.states().unwrap_or(u64::MAX),
        }))
    }

    /// Asks for a plan of one length; `Some` if that ends the search.
    fn ask(
        &mut self,
        question: &mut Reservation,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, NoAnswer> {
        if let Some(end) = self.end(context)? {
            return Ok(Some(end));
        }
        let Self { program, script, steps, .. } = self;
        // A length tried is what this search counts as a position expanded.
        context.expand(Cost::new(*steps, 0), 0)?;
        let hold = |bytes| question.resize(bytes).and_then(|()| context.look());
        let text = script.write(*steps as usize, hold)?;
        context.stats.generated += text.matches("(assert").count() as u64;
        let Some(answer) = process::ask(program, text, *steps, question, context)? else {
            self.steps = self.next();
            return Ok(self.end(context)?);
        };
        context.stats.depth = *steps;
        let facts = &script.facts;
        let pushes = model::pushes(&facts.board, &facts.start, &answer).map_err(|reason| {
            let name = program.name();
            PlanError::Solver(format!("the model of {name} is not a plan: {reason}"))
        })?;
        Ok(Some(Turn::Found(pushes)))
    }

    /// The length to ask for after this one: never beyond the last one that can have a plan, unless
    /// that was this one.
    fn next(&self) -> u32 {
        let far = u64::from(self.steps) * u64::from(100 + self.leap) / 100;
        let last = u64::from(self.longest).min(self.states.saturating_sub(1));
        let next = u64::from(self.steps) + u64::from(self.apart);
        u32::try_from(far.min(last).max(next)).unwrap_or(u32::MAX)
    }

    /// What is known of the length before it is asked for: whether it is the end of the search.
    fn end(&self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        context.raise_bound(Cost::new(self.bound, 0));
        if u64::from(self.steps) >= self.states {
            return Ok(Some(Turn::Exhausted));
        }
        if self.steps > self.longest { Err(Stop::Horizon) } else { Ok(None) }
    }
}
