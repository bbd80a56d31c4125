//! What a solution teaches about the value of positions, in both directions.
//!
//! A position from which a line of play still takes `r` hops is worth the discount to the
//! power of `r`. A hop that leaves the line is taken to cost itself and the way back: two
//! more than the one that follows it. Every position of the line gives one lesson for the hop
//! that was played, and all those that were not played together count for another.

use std::sync::Arc;

use hakooshi_board::movegen::{Pulling, Pushing};
use hakooshi_board::{Board, Position, Push, Reach};

use super::features::{DISCOUNT, Features, Measure};
use super::half::{Step, look};
use super::{BACKWARD, Value, Weights};
use crate::cells::{Boxes, Hop, Keys};
use crate::play::{Game, Side, turned};

/// A position, what it should be worth, and how much that matters.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// What it is like.
    pub features: Features,
    /// What it should be worth.
    pub value: f32,
    /// All samples of one solution together weigh one.
    pub weight: f32,
}

/// Samples of one solution.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// Of pulls from the end.
    pub backward: Vec<Sample>,
    /// Of pushes from the start.
    pub forward: Vec<Sample>,
}

/// The samples of the solution `pushes`. The plan that positions are measured by in play
/// forwards is the one that `weights` lead to.
pub fn lesson(board: &Arc<Board>, start: &Position, pushes: &[Push], weights: &Weights) -> Lesson {
    let (states, hops) = line(board, start, pushes);
    let Some(first) = states.first() else { return Lesson::default() };
    let mut search = Value::new(board, start, weights);
    while search.backward.tree.size() < BACKWARD
        && search.backward.advance(&Keys::default()) != Step::Exhausted
    {}
    let boxes = start.boxes().len();
    let mut ahead = Measure::new(board, boxes, search.plan());
    let mut back = Measure::new(board, boxes, super::Plan::default());
    let turned: Vec<Boxes> = {
        let hops = turned((hops, first.player));
        let last = states.last().unwrap_or(first).clone();
        let next = |state: &Boxes, hop: &Hop| state.after(*hop).unwrap_or_else(|| state.clone());
        let mut line = vec![last];
        for hop in &hops {
            let state = next(&line[line.len() - 1], hop);
            line.push(state);
        }
        line
    };
    Lesson {
        forward: samples::<Pushing>(board, start, &states, &mut ahead),
        backward: samples::<Pulling>(board, start, &turned, &mut back),
    }
}

/// The positions of a solution in hops, and the hops.
fn line(board: &Board, start: &Position, pushes: &[Push]) -> (Vec<Boxes>, Vec<Hop>) {
    let mut reach = Reach::new(board);
    let mut position = start.clone();
    let mut region = |position: &Position| {
        reach.fill(board, position);
        Boxes { boxes: position.boxes().to_vec(), player: reach.first() }
    };
    let (mut states, mut hops) = (vec![region(&position)], Vec::<Hop>::new());
    for push in pushes {
        let _ = position.push(board, *push);
        let after = region(&position);
        let to = board.step(push.from, push.dir);
        let (player, gone, weight) = (after.player, false, 1);
        match hops.last_mut() {
            Some(hop) if hop.to == push.from => {
                *hop = Hop { to, player, ..*hop };
                states.pop();
            }
            _ => hops.push(Hop { from: push.from, to, player, gone, weight }),
        }
        states.push(after);
    }
    (states, hops)
}

fn samples<W: Side>(
    board: &Arc<Board>,
    start: &Position,
    line: &[Boxes],
    measure: &mut Measure,
) -> Vec<Sample> {
    let mut game = Game::<W>::new(board, start);
    let mut samples = Vec::new();
    let share = 0.5 / (line.len().max(2) - 1) as f32;
    for (at, pair) in line.windows(2).enumerate() {
        let left = (line.len() - 2 - at) as i32;
        let played = pair[1].key(board);
        let mut found = Vec::new();
        let known = Keys::default();
        look(&mut game, measure, &pair[0], &known, &mut Vec::new(), |kid, features| {
            found.push((kid.key == played, *features));
        });
        let others = found.iter().filter(|(is_played, _)| !is_played).count().max(1);
        samples.extend(found.into_iter().map(|(is_played, features)| Sample {
            features,
            value: DISCOUNT.powi(if is_played { left } else { left + 2 }),
            weight: if is_played { share } else { share / others as f32 },
        }));
    }
    samples
}
