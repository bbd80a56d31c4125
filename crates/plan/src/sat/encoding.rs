//! The formula: what must hold of boxes, pushes and player at every step of a plan.
//!
//! Boxes have no names: `boxes[c]` says that some box is on square `c`. Step `t` leads from
//! layer `t` to layer `t + 1`. A push needs a box, a free square before it and a free square
//! for the player behind it; boxes come and go by pushes only. `at[c]` says that the last push
//! left the player on `c`, `from[c]` that the next one begins there; that he can walk from the
//! one to the other is said by [fences](super::cuts) or by [paths](super::paths).
//!
//! Layers are added at the end and never change, so that one solver can be asked for longer
//! and longer plans; what holds for one horizon only hangs on a literal that is assumed.

use std::sync::Arc;

use hakooshi_board::{Push, Square};

use super::cnf::{Cnf, Lit};
use super::cuts::{self, Fence};
use super::{counter, paths};
use crate::facts::{DeadPairs, Facts};

/// Which clauses are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Shape {
    /// Two boxes that cannot both be brought home are kept apart.
    pub(crate) dead_pairs: bool,
    /// A box must be able to reach a goal in the steps left.
    pub(crate) distances: bool,
    /// The boxes together must be able to reach the goals in the steps left.
    pub(crate) excess: bool,
    /// The walk to every push is part of the formula, which is then complete.
    pub(crate) paths: bool,
    /// A plan may end before its last step, so that longer horizons include shorter ones.
    pub(crate) idle: bool,
    /// Several boxes may be pushed in one step.
    pub(crate) parallel: bool,
}

/// Variables of the moment before a step.
#[derive(Debug)]
pub(crate) struct Layer {
    /// By place among the live squares.
    boxes: Vec<Lit>,
    /// By square, where the player may have been left.
    pub(super) at: Vec<Option<Lit>>,
    /// By excess less one: pushes so far have made the plan longer by at least so much.
    pub(super) used: Vec<Lit>,
}

/// Variables of a step.
#[derive(Debug)]
pub(crate) struct Step {
    /// By place among the actions.
    pub(super) pushes: Vec<Lit>,
    /// By square, where a push may begin.
    pub(super) from: Vec<Option<Lit>>,
    /// Whether there is a push, in a formula where there may be none.
    pub(super) any: Option<Lit>,
}

/// A formula that grows step by step.
#[derive(Debug)]
pub(crate) struct Encoding {
    pub(super) facts: Arc<Facts>,
    pub(super) shape: Shape,
    pub(crate) cnf: Cnf,
    pub(super) layers: Vec<Layer>,
    pub(super) steps: Vec<Step>,
    pairs: Option<DeadPairs>,
    dead: Vec<[Square; 2]>,
    fences: Vec<Fence>,
    /// Place of a square among the live ones.
    place: Vec<Option<usize>>,
}

impl Encoding {
    /// The start, and no step yet.
    pub(crate) fn new(facts: &Arc<Facts>, shape: Shape) -> Self {
        let pairs = if shape.dead_pairs { DeadPairs::new(facts) } else { None };
        let dead = pairs.as_ref().map_or_else(Vec::new, |pairs| pairs.always_dead(facts));
        let mut place = vec![None; facts.board.table_len()];
        for (at, square) in facts.live.iter().enumerate() {
            place[square.index()] = Some(at);
        }
        let mut new = Self {
            facts: Arc::clone(facts),
            shape,
            cnf: Cnf::default(),
            layers: Vec::new(),
            steps: Vec::new(),
            pairs,
            dead,
            fences: if shape.parallel { Vec::new() } else { cuts::of_one_box(facts) },
            place,
        };
        new.add_layer();
        for &square in &facts.live {
            let lit = new.box_lit(0, square);
            let taken = facts.start.has_box(square);
            new.cnf.clause(lit.map(|lit| if taken { lit } else { -lit }));
        }
        let player = new.cnf.var();
        new.cnf.clause([player]);
        new.layers[0].at[facts.start.player().index()] = Some(player);
        new
    }

    /// How many steps there are.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The literal of a box on `square`; `None` where no box may ever be.
    pub(super) fn box_lit(&self, layer: usize, square: Square) -> Option<Lit> {
        self.place[square.index()].map(|place| self.layers[layer].boxes[place])
    }

    fn add_layer(&mut self) {
        let facts = Arc::clone(&self.facts);
        let boxes = facts.live.iter().map(|_| self.cnf.var()).collect();
        let at = vec![None; facts.board.table_len()];
        self.layers.push(Layer { boxes, at, used: Vec::new() });
        let layer = self.layers.len() - 1;
        for &square in &facts.live {
            let soon =
                facts.pushes_from_start(square).is_some_and(|pushes| pushes as usize <= layer);
            if layer > 0
                && !soon
                && let Some(lit) = self.box_lit(layer, square)
            {
                self.cnf.clause([-lit]);
            }
        }
        for pair in 0..self.dead.len() {
            let [one, other] = self.dead[pair].map(|square| self.box_lit(layer, square));
            if let (Some(one), Some(other)) = (one, other)
                && layer > 0
            {
                self.cnf.clause([-one, -other]);
            }
        }
    }

    /// Adds a step.
    pub(crate) fn add_step(&mut self) {
        let facts = Arc::clone(&self.facts);
        let now = self.layers.len() - 1;
        self.add_layer();
        let next = now + 1;
        let pushes: Vec<Lit> = facts.actions.iter().map(|_| self.cnf.var()).collect();
        let mut leaving: Vec<Vec<Lit>> = vec![Vec::new(); facts.board.table_len()];
        let mut coming = leaving.clone();
        let mut beginning = leaving.clone();
        for (action, &lit) in facts.actions.iter().zip(&pushes) {
            leaving[action.push.from.index()].push(lit);
            coming[action.to.index()].push(lit);
            beginning[action.behind.index()].push(lit);
            self.add_push(action.push.from, action.to, action.behind, lit, now);
        }
        for &square in &facts.live {
            let (Some(was), Some(is)) = (self.box_lit(now, square), self.box_lit(next, square))
            else {
                continue;
            };
            self.cnf.implies(&[was, -is], leaving[square.index()].iter().copied());
            self.cnf.implies(&[is, -was], coming[square.index()].iter().copied());
        }
        let gather = |cnf: &mut Cnf, groups: &[Vec<Lit>]| -> Vec<Option<Lit>> {
            groups.iter().map(|all| (!all.is_empty()).then(|| cnf.or(all))).collect()
        };
        let from = gather(&mut self.cnf, &beginning);
        for dirs in &leaving {
            self.cnf.at_most_one(dirs);
        }
        let mut last = Vec::new();
        if self.shape.parallel {
            last = self.place_player_after(next, &leaving);
            self.keep_apart(&pushes);
        } else {
            let at = gather(&mut self.cnf, &leaving);
            let one: Vec<Lit> = at.iter().copied().flatten().collect();
            self.cnf.at_most_one(&one);
            self.layers[next].at = at;
        }
        let any = self.shape.idle.then(|| self.cnf.or(&pushes));
        match (any, self.steps.last().and_then(|step| step.any)) {
            (Some(any), Some(before)) => self.cnf.clause([-any, before]),
            (None, _) => self.cnf.clause(pushes.iter().copied()),
            _ => {}
        }
        if self.shape.parallel {
            // Of the pushes, if there are any, one is the last.
            let any = any.map(|any| -any);
            self.cnf.clause(last.into_iter().chain(any));
        }
        self.steps.push(Step { pushes, from, any });
        for fence in 0..self.fences.len() {
            self.fence_step(fence, now);
        }
        counter::extend(self);
        if self.shape.paths {
            paths::add(self, now);
        }
    }

    /// What a push needs and does, apart from where the player comes from.
    fn add_push(&mut self, from: Square, to: Square, behind: Square, lit: Lit, now: usize) {
        let next = now + 1;
        for (square, layer, taken) in
            [(from, now, true), (to, now, false), (behind, now, false), (from, next, false)]
        {
            if let Some(held) = self.box_lit(layer, square) {
                self.cnf.clause([-lit, if taken { held } else { -held }]);
            }
        }
        if let Some(held) = self.box_lit(next, to) {
            self.cnf.clause([-lit, held]);
        }
        let Some(pairs) = &self.pairs else { return };
        for &other in &self.facts.live {
            let apart = other != to && other != from && !pairs.is_always_dead([to, other]);
            if !self.shape.parallel
                && apart
                && pairs.is_dead([to, other], from)
                && let Some(held) = self.box_lit(next, other)
            {
                self.cnf.clause([-lit, -held]);
            }
        }
    }

    /// In a step of several pushes one is the last, and there the player is left. The literals that say
    /// where.
    fn place_player_after(&mut self, layer: usize, leaving: &[Vec<Lit>]) -> Vec<Lit> {
        for (square, pushes) in leaving.iter().enumerate() {
            if !pushes.is_empty() {
                let last = self.cnf.var();
                self.cnf.implies(&[last], pushes.iter().copied());
                self.layers[layer].at[square] = Some(last);
            }
        }
        let all: Vec<Lit> = self.layers[layer].at.iter().copied().flatten().collect();
        self.cnf.at_most_one(&all);
        all
    }

    /// Pushes of one step do not use one another's squares.
    fn keep_apart(&mut self, pushes: &[Lit]) {
        // By square: the pushes so far that end there with a box, and those that begin there.
        let mut to: Vec<Vec<usize>> = vec![Vec::new(); self.facts.board.table_len()];
        let mut behind = to.clone();
        let mut others = Vec::new();
        for (at, one) in self.facts.actions.iter().enumerate() {
            others.clear();
            for users in [&to[one.to.index()], &behind[one.to.index()], &to[one.behind.index()]] {
                others.extend_from_slice(users);
            }
            others.sort_unstable();
            others.dedup();
            for &before in &others {
                self.cnf.clause([-pushes[at], -pushes[before]]);
            }
            to[one.to.index()].push(at);
            behind[one.behind.index()].push(at);
        }
    }

    /// The literal under which the plan ends after the steps made so far.
    pub(crate) fn goal(&mut self) -> Lit {
        let (facts, last) = (Arc::clone(&self.facts), self.len());
        let goal = self.cnf.var();
        for square in facts.board.goals().iter() {
            let lit = self.box_lit(last, square);
            self.cnf.implies(&[goal], lit);
        }
        if self.shape.distances {
            for layer in 0..last {
                for &square in &facts.live {
                    let left = (last - layer) as u32;
                    if facts.pushes_to_goal(square).is_none_or(|pushes| pushes > left)
                        && let Some(lit) = self.box_lit(layer, square)
                    {
                        self.cnf.clause([-goal, -lit]);
                    }
                }
            }
        }
        if self.shape.excess && !self.shape.parallel {
            counter::limit(self, goal, (last as u32).saturating_sub(facts.bound));
        }
        goal
    }

    /// The fences added so far, and those of single squares.
    pub(crate) fn fences(&self) -> &[Fence] {
        &self.fences
    }

    /// Adds a fence for every step; `false` if it was there already.
    pub(crate) fn add_fence(&mut self, fence: Fence) -> bool {
        if self.fences.contains(&fence) {
            return false;
        }
        self.fences.push(fence);
        for step in 0..self.len() {
            self.fence_step(self.fences.len() - 1, step);
        }
        true
    }

    fn fence_step(&mut self, fence: usize, step: usize) {
        let Fence { inside, closed_by } = &self.fences[fence];
        // A post must stand before the step; if others are pushed too, also after it.
        let layers = if self.shape.parallel { step..=step + 1 } else { step..=step };
        let mut closed = Vec::with_capacity(closed_by.len());
        for layer in layers {
            for &post in closed_by {
                match self.box_lit(layer, post) {
                    Some(lit) => closed.push(lit),
                    None => return,
                }
            }
        }
        let within = |lits: &[Option<Lit>]| -> Vec<Lit> {
            inside.iter().filter_map(|square| lits[square.index()]).collect()
        };
        let at = within(&self.layers[step].at);
        let from = within(&self.steps[step].from);
        let idle = self.steps[step].any.map(|any| -any);
        for &begins in &from {
            self.cnf.implies(&closed, at.iter().copied().chain([-begins]));
        }
        if self.shape.parallel {
            return;
        }
        for &was in &at {
            self.cnf.implies(&closed, from.iter().copied().chain([-was]).chain(idle));
        }
    }

    /// Forbids these pushes together, after which the player is left on `last`, with boxes
    /// exactly so before the step.
    pub(crate) fn forbid(&mut self, step: usize, pushes: &[Push], last: Square, boxes: &[Square]) {
        let chosen = self.pushes_of(step).filter(|(push, _)| pushes.contains(push));
        let mut all: Vec<Lit> = chosen.map(|(_, lit)| lit).collect();
        all.extend(self.layers[step + 1].at[last.index()]);
        all.extend(boxes.iter().filter_map(|&square| self.box_lit(step, square)));
        self.cnf.implies(&all, []);
    }

    /// The pushes of a step with their literals.
    pub(crate) fn pushes_of(&self, step: usize) -> impl Iterator<Item = (Push, Lit)> {
        let actions = self.facts.actions.iter().map(|action| action.push);
        actions.zip(self.steps[step].pushes.iter().copied())
    }

    /// Where a model leaves the player before a step.
    pub(crate) fn player(&self, layer: usize, model: &[bool]) -> Option<Square> {
        let at = self.layers[layer].at.iter();
        let held = |lit: &Option<Lit>| lit.is_some_and(|lit| model[lit as usize]);
        at.enumerate().find(|(_, lit)| held(lit)).map(|(square, _)| Square::from_index(square))
    }

    /// The pushes of a model, step by step.
    pub(crate) fn plan(&self, model: &[bool]) -> Vec<Vec<Push>> {
        let held = |lit: Lit| model.get(lit as usize).copied().unwrap_or(false);
        (0..self.len())
            .map(|step| {
                self.pushes_of(step).filter(|&(_, lit)| held(lit)).map(|(push, _)| push).collect()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_search::Deadline;

    use super::*;

    /// Literals of the first step in an empty hall of so many squares a side.
    fn literals(side: usize, parallel: bool) -> usize {
        let (wall, row) = ("#".repeat(side + 2), format!("#{}#\n", " ".repeat(side)));
        let first = row.replacen("     ", " @ $.", 1);
        let text = format!("{wall}\n{row}{first}{}{wall}", row.repeat(side - 2));
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let facts = Facts::new(&board, &start, Deadline::default()).expect("solvable");
        let shape = Shape {
            dead_pairs: false,
            distances: true,
            excess: true,
            paths: false,
            idle: parallel,
            parallel,
        };
        let mut encoding = Encoding::new(&facts, shape);
        encoding.cnf.take_new();
        encoding.add_step();
        encoding.cnf.take_new().len()
    }

    #[test]
    fn a_step_grows_in_proportion_to_the_board() {
        for parallel in [false, true] {
            let [few, many] = [12, 24].map(|side| literals(side, parallel));
            // Of the squares along the walls few are live: a little more than four times as many.
            assert!(many < 6 * few, "{few} literals have become {many}");
        }
    }
}
