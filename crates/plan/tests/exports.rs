//! What is written for other programs means the level: clauses are solved by a solver that is
//! not the engine's and read back, and problems read back as the level they were written from.

use batsat::SolverInterface as _;
use hakooshi_board::Board;
use hakooshi_level::formats::Collection;
use hakooshi_level::{Level, verify};
use hakooshi_plan::{Decoded, ExportError, Form, Target, decode, encode};
use hakooshi_testkit::{Oracle, State};

use crate::common::{numbered, skipped, tiny_levels};

const FORM: Form = Form { horizon: 0, pushes: false, extras: true, most_bytes: 1 << 30 };

/// What `BatSat`, which reads DIMACS for itself and shares nothing with the solver that the
/// engine uses, answers to a text, as SAT solvers print it.
fn solved(text: &str) -> String {
    let mut solver = batsat::BasicSolver::default();
    let strict = true;
    batsat::dimacs::parse(&mut text.as_bytes(), &mut solver, strict, false).expect("DIMACS");
    if solver.solve_limited(&[]) != batsat::lbool::TRUE {
        return "s UNSATISFIABLE\n".to_owned();
    }
    let signed = |(var, value): (i64, &batsat::lbool)| {
        if *value == batsat::lbool::TRUE { var } else { -var }
    };
    let values: Vec<String> =
        (1..).zip(solver.get_model()).map(|it| signed(it).to_string()).collect();
    format!("s SATISFIABLE\nv {} 0\n", values.join(" "))
}

#[test]
fn clauses_hold_exactly_from_the_fewest_pushes_on() {
    let mut tried = 0;
    for level in tiny_levels(3, 25) {
        let Ok(oracle) = Oracle::new(&level, 200_000) else { continue };
        let Some(pushes) =
            oracle.pushes(&State::start(&level)).filter(|&it| (1..=25).contains(&it))
        else {
            continue;
        };
        let (board, start) = numbered(&level);
        let answer = |horizon: u32| {
            let form = Form { horizon: horizon as usize, ..FORM };
            let text = encode(&board, &start, "x", Target::Dimacs, form).expect("small");
            decode(&board, &start, &solved(&text), Some(&text)).expect("understood")
        };
        assert_eq!(answer(pushes - 1), Decoded::NoPlan, "{level}");
        for more in [0, 1, 3] {
            let Decoded::Moves(moves) = answer(pushes + more) else { panic!("no plan\n{level}") };
            let score = verify(&level, &moves).expect("a solution").score();
            assert!(score.pushes <= pushes + more);
        }
        tried += 1;
    }
    assert!(tried > 10, "{tried} levels");
}

#[test]
fn problems_read_back_as_their_level() {
    for level in tiny_levels(5, 40) {
        let (board, start) = numbered(&level);
        let text = encode(&board, &start, "x", Target::Pddl, FORM).expect("no horizon");
        let (read, errors) = Collection::read(text.as_bytes(), None);
        assert!(errors.is_empty(), "{errors:?}");
        let id = |level: &Level| hakooshi_level::LevelId::of(level);
        assert_eq!(id(&read.entries[0].level), id(&level), "{level}\n{text}");
        assert_eq!(squares(&numbered(&read.entries[0].level).0), squares(&board));
    }
}

fn squares(board: &Board) -> usize {
    board.size()
}

/// Fast Downward reads domain and problem, and its cheapest plan has the fewest pushes.
#[test]
fn a_planner_of_others_solves_the_problem() {
    let Some(python) = std::env::var_os("HAKOOSHI_PLANNER_PYTHON") else {
        skipped("no planner (HAKOOSHI_PLANNER_PYTHON names a Python that has one)");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let [domain, problem, plan] =
        ["domain.pddl", "problem.pddl", "plan"].map(|it| folder.path().join(it));
    std::fs::write(&domain, hakooshi_plan::pddl::DOMAIN).expect("a file");
    // Found without loading it, which would need a planning library that is not asked for.
    let find = "import importlib.util as u, os; p = u.find_spec('up_fast_downward'); \
                print(os.path.join(os.path.dirname(p.origin), 'downward', 'fast-downward.py'))";
    let found = std::process::Command::new(&python).args(["-c", find]).output().expect("Python");
    let downward = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    for text in ["########\n#@ $ . #\n#  $ . #\n########", "######\n#@   #\n# $* #\n#.   #\n######"]
    {
        let level: Level = text.parse().expect("a level");
        let (board, start) = numbered(&level);
        let written = encode(&board, &start, "two boxes", Target::Pddl, FORM).expect("no horizon");
        std::fs::write(&problem, written).expect("a file");
        let done = std::process::Command::new(&python)
            .arg(&downward)
            .arg("--plan-file")
            .args([&plan, &domain, &problem])
            .args(["--search", "astar(blind())"])
            .current_dir(folder.path())
            .output()
            .expect("Python");
        let said = String::from_utf8_lossy(&done.stdout);
        let answer = std::fs::read_to_string(&plan).unwrap_or_else(|_| panic!("no plan: {said}"));
        let decoded = decode(&board, &start, &answer, None).expect("a plan");
        let Decoded::Moves(moves) = decoded else { panic!("no plan: {said}") };
        let pushes = verify(&level, &moves).expect("a solution").score().pushes;
        let oracle = Oracle::new(&level, 2_000_000).expect("small");
        assert_eq!(Some(pushes), oracle.pushes(&hakooshi_testkit::State::start(&level)));
    }
}

#[test]
fn too_much_is_refused_and_nonsense_is_named() {
    let level: Level = "#########\n#@ $   .#\n#########".parse().expect("a level");
    let (board, start) = numbered(&level);
    for target in [Target::Smt2Bv, Target::Smt2Lia, Target::Dimacs] {
        let form = Form { horizon: 1_000_000, most_bytes: 1 << 20, ..FORM };
        let refused = encode(&board, &start, "x", target, form);
        assert!(matches!(refused, Err(ExportError::TooLarge { .. })), "{target:?}");
    }
    let error = |text: &str, map| decode(&board, &start, text, map).expect_err("nonsense");
    assert!(error("hello", None).contains("neither a model nor a plan"));
    assert!(error("v 1 2 0", None).contains("needs the DIMACS file"));
    assert!(error("v 1 2 0", Some("p cnf 0 0")).contains("no map"));
    assert!(error("v 1 0", Some("c push 1 1 99 99 r")).contains("a wall"));
    let corner: Level = "######\n#$  .#\n#@   #\n######".parse().expect("a level");
    let (board, start) = numbered(&corner);
    let refused = encode(&board, &start, "x", Target::Smt2Bv, FORM);
    assert_eq!(refused, Err(ExportError::NoPlan));
}
