//! The prototype of A* on many machines, its processes as threads that talk over the loopback: its
//! optima are those of A* on one.

#[path = "../examples/hash_distributed/mesh.rs"]
mod mesh;
#[path = "../examples/hash_distributed/part.rs"]
mod part;
#[path = "../examples/hash_distributed/wire.rs"]
mod wire;

use std::net::TcpListener;

use hakooshi_board::compile;
use hakooshi_engines::REGISTRY;
use hakooshi_level::Level;
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Budget, Context, Objective, Silent, Task, Turn};
use hakooshi_testkit::Rng;
use hakooshi_testkit::strategies::{Shape, random_level};

/// The fewest pushes by A*; `None` without solution.
fn by_astar(level: &Level) -> Option<usize> {
    let (board, start) = compile(level).expect("small");
    let task = Task::new(&board, &start).with_objective(Objective::Pushes);
    let spec = SearchSpec::parse("astar", Objective::Pushes, &REGISTRY).expect("a spec");
    let (mut silent, mut search) = (Silent, spec.build(&task));
    let mut context = Context::new(Budget::default(), &mut silent);
    match search.turn(u64::MAX, &mut context) {
        Ok(Turn::Found(pushes)) => Some(pushes.len()),
        Ok(Turn::Exhausted) => None,
        other => panic!("{other:?}"),
    }
}

/// The same by so many parts.
fn by_parts(level: &Level, count: usize) -> Option<usize> {
    // Bound from here on: a port that was given back may be taken by a connection.
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let address = |it: &TcpListener| it.local_addr().expect("an address").to_string();
    let hosts: Vec<String> = listeners.iter().map(address).collect();
    let (board, start) = compile(level).expect("small");
    let run = |rank| {
        let mut mesh = mesh::Mesh::new(rank, &listeners[rank], &hosts).expect("connections");
        let mut part = part::Part::new(&board, &start, rank, count);
        let goal = part.search(&mut mesh).expect("a search")?;
        let trail = part.trail(goal, &mut mesh).expect("a trail");
        assert_eq!(part.summaries(&mut mesh).expect("summaries").len(), count);
        let steps = trail.windows(2);
        assert!(
            steps.clone().all(|it| it[0].boxes() != it[1].boxes())
                && trail[0].boxes() == start.boxes()
        );
        assert!(trail.last().is_some_and(hakooshi_board::Position::is_solved));
        Some(steps.count())
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..count).map(|rank| scope.spawn(move || run(rank))).collect();
        let first = run(0);
        assert!(others.into_iter().all(|other| other.join().expect("a part") == first));
        first
    })
}

#[test]
fn parts_find_the_optimum_of_the_whole() {
    let mut rng = Rng::new(4);
    let shape = Shape { max_rows: 8, max_cols: 8, max_boxes: 4, wall_percent: 15 };
    let mut solved = 0;
    for number in 0..150 {
        let level = random_level(&mut rng, shape);
        let best = by_astar(&level);
        assert_eq!(by_parts(&level, 1 + number % 3), best, "\n{level}");
        solved += usize::from(best.is_some_and(|it| it > 0));
    }
    assert!(solved >= 4, "{solved}");
}
