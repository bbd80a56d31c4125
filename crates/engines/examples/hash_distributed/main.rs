//! A* on several processes that share no memory: the measured prototype behind `docs/scale.md`.
//!
//! ```text
//! cargo run --release -p hakooshi-engines --example hash_distributed -- level.xsb --processes 2
//! hash_distributed level.xsb --hosts 10.9.0.1:7000,10.9.0.2:7000 --rank 0      on each machine
//! ```
//!
//! A state belongs to the process that its hash names (Kishimoto, Fukunaga and Botea 2009). Where
//! theirs is asynchronous this one goes in rounds: every process expands some of its states with the
//! least f of all, then all of them exchange the successors that belong to others, and what they know
//! of the least f and the best solution. So the end is plain to see, at the price of waiting for the
//! slowest in each round, which is measured. The solution is put together from all processes and
//! replayed; that none is shorter follows from f, whose parts are admissible.
#![expect(clippy::print_stdout, reason = "this is a program")]

mod mesh;
mod part;
mod wire;

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use hakooshi_board::{Position, Push, Square, compile, expand};
use hakooshi_level::formats::Collection;
use hakooshi_level::{Dir, Level, verify};

use crate::mesh::Mesh;
use crate::part::Part;
use crate::wire::Summary;

struct Arguments {
    file: String,
    processes: usize,
    hosts: Vec<String>,
    rank: Option<usize>,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let usage = "usage: hash_distributed FILE [--processes N | --hosts A,B,... --rank I]";
    let mut all = Arguments { file: String::new(), processes: 1, hosts: Vec::new(), rank: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(usage);
        match word.as_str() {
            "--processes" => all.processes = value()?.parse()?,
            "--hosts" => all.hosts = value()?.split(',').map(str::to_owned).collect(),
            "--rank" => all.rank = Some(value()?.parse()?),
            _ => all.file = word,
        }
    }
    let hosts = all.hosts.len();
    if all.file.is_empty() || all.rank.is_some_and(|rank| hosts > 0 && rank >= hosts) {
        return Err(usage.into());
    }
    Ok(all)
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { file, processes, mut hosts, rank } = arguments()?;
    if let Some(rank) = rank.filter(|_| !hosts.is_empty()) {
        return run(&file, rank, &TcpListener::bind(&hosts[rank])?, &hosts);
    }
    // On one machine each process binds a port of its own and keeps it: one that was given back may be
    // taken by a connection. The others tell theirs to the first, which tells all to all.
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let own = listener.local_addr()?.to_string();
    if let Some(rank) = rank {
        println!("{own}");
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        hosts.extend(line.trim().split(',').map(str::to_owned));
        return run(&file, rank, &listener, &hosts);
    }
    hosts.push(own);
    let start = |rank: usize| -> std::io::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args([&file, "--rank", &rank.to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
    };
    let mut children: Vec<Child> = (1..processes).map(start).collect::<Result<_, _>>()?;
    for child in &mut children {
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no pipe")?).read_line(&mut line)?;
        hosts.push(line.trim().to_owned());
    }
    for child in &mut children {
        writeln!(child.stdin.take().ok_or("no pipe")?, "{}", hosts.join(","))?;
    }
    run(&file, 0, &listener, &hosts)?;
    for mut child in children {
        child.wait()?;
    }
    Ok(())
}

/// One process of the search, from its start to the solution, which the first one prints.
fn run(
    file: &str,
    rank: usize,
    listener: &TcpListener,
    hosts: &[String],
) -> Result<(), Box<dyn Error>> {
    let (collection, _) = Collection::read(&std::fs::read(file)?, None);
    let level = &collection.entries.first().ok_or("no level")?.level;
    let (board, start) = compile(level)?;
    let mut mesh = Mesh::new(rank, listener, hosts)?;
    let mut part = Part::new(&board, &start, rank, hosts.len());
    let found = part.search(&mut mesh)?;
    let states = match found {
        Some(goal) => part.trail(goal, &mut mesh)?,
        None => Vec::new(),
    };
    let summaries = part.summaries(&mut mesh)?;
    if rank > 0 {
        return Ok(());
    }
    if found.is_some() {
        let pushes = pushes(&board, &states).ok_or("the states are not a path")?;
        let moves = expand(&board, &start, &pushes).ok_or("a push cannot be made")?;
        let score = verify(level, &moves)?.score();
        println!("{} pushes, the fewest: {moves}", score.pushes);
    } else {
        println!("no solution");
    }
    report(level, &summaries);
    Ok(())
}

/// The pushes that lead from each of these sets of boxes to the next.
fn pushes(board: &hakooshi_board::Board, states: &[Position]) -> Option<Vec<Push>> {
    let pairs = states.iter().zip(states.iter().skip(1));
    let push = |(before, after): (&Position, &Position)| {
        let lone = |of: &Position, other: &Position| -> Option<Square> {
            of.boxes().iter().copied().find(|it| !other.boxes().contains(it))
        };
        let (from, to) = (lone(before, after)?, lone(after, before)?);
        let dir = Dir::ALL.into_iter().find(|&dir| board.step(from, dir) == to)?;
        Some(Push { from, dir })
    };
    pairs.map(push).collect()
}

fn report(level: &Level, all: &[Summary]) {
    let sum = |value: fn(&Summary) -> u64| all.iter().map(value).sum::<u64>();
    let (expanded, stored) = (sum(|it| it.expanded), sum(|it| it.stored));
    let (generated, sent) = (sum(|it| it.generated), sum(|it| it.sent));
    let seconds = all.iter().map(|it| it.microseconds).max().unwrap_or(1) as f64 / 1e6;
    let waited = sum(|it| it.waited) as f64 / 1e6 / all.len() as f64;
    println!("{} boxes, {} processes", level.boxes(), all.len());
    println!("{expanded} expanded, {generated} generated, {stored} stored, {sent} sent");
    println!(
        "{seconds:.2} s, {:.0} expansions/s, {:.0} % of it in exchanges ({} rounds)",
        expanded as f64 / seconds,
        100.0 * waited / seconds,
        all[0].rounds
    );
    println!(
        "{:.1} bytes/state stored, {:.1} bytes on the wire for each state stored, {:.2} MB/s for each process",
        sum(|it| it.bytes) as f64 / stored as f64,
        sum(|it| it.wire) as f64 / stored as f64,
        sum(|it| it.wire) as f64 / seconds / 1e6 / all.len() as f64
    );
}
