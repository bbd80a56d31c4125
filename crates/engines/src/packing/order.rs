//! Finds the packing order by taking the solved position apart: boxes are pulled back to their
//! start squares, and the order is reversed.
//!
//! All boxes that can be pulled to unclaimed start squares leave in one phase; in play they come
//! last, in any order. When none can leave, one box is parked out of the way of the others and
//! leaves later. The choice of box and parking square is a guess, undone by backtracking; positions
//! seen before are not tried again. The rules follow the description of Damgaard's YASS; relaxed
//! rules park fewer boxes. If no order is found, every box that can leave its goal counts as
//! removed.

use std::collections::HashSet;

use hakooshi_board::movegen::{PulledRelocations, Relocation};
use hakooshi_board::{Board, Direction, Position, Reach, Square, SquareSet, View};
use hakooshi_search::{Context, Cost, Stop, Task};

use super::claims::Claims;
use super::plan::{PhasePlan, TakenApart};

// The limits below were set by judgement; nobody has measured them one by one.

/// Positions tried under one set of rules and from one zone of the player.
const MOST_LOOKS: u32 = 600;
/// Zones of the solved position tried as the one the player ends in.
const MOST_ZONES: usize = 3;
/// Parking squares tried for a box.
const PARKINGS: usize = 2;
/// The fewest pulls that remove a box under the strict rules, except in the endgame.
const LEAST_PULLS: u32 = 3;
/// The endgame begins when no more than this percentage of the boxes is left.
const ENDGAME_PERCENT: usize = 15;
/// Under the strict rules a box leaves only if it can be pulled to one in this many live squares.
const LEAST_COVER: usize = 4;

/// When a box may be removed from its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RemovalRules {
    /// Only after the player has been to all start squares.
    pub(super) all_seen: bool,
    /// Only by a long way, and only a box that can be pulled to many squares.
    pub(super) far: bool,
}

/// The result of an attempt at an order.
enum Outcome {
    Found,
    Failed,
}

/// The search for an order.
struct Order<'a> {
    board: &'a Board,
    starts: &'a [Square],
    onto: &'a SquareSet,
    claims: Claims,
    rules: RemovalRules,
    reach: Reach,
    pulled: PulledRelocations,
    /// Positions seen: boxes, and the first square of the player's zone.
    met: HashSet<(Vec<Square>, Square)>,
    steps: Vec<TakenApart>,
    looks: u32,
}

/// The state of one branch of the backtracking.
#[derive(Clone)]
struct Branch {
    boxes: Vec<Square>,
    /// Boxes that stand on parking squares.
    parked: Vec<Square>,
    player: Square,
    seen: SquareSet,
    unclaimed: Vec<Square>,
}

/// Finds the order in which to fill the goals, under the first of `rules` that yields one.
pub(super) fn plan(
    task: &Task,
    rules: &[RemovalRules],
    context: &mut Context<'_>,
) -> Result<PhasePlan, Stop> {
    let Task { board, start, .. } = task;
    let goals: Vec<Square> = board.goals().iter().collect();
    if goals.len() != start.boxes().len() {
        return Ok(PhasePlan::single(board));
    }
    let mut looked = Ok(());
    let claims = Claims::new(board, start.boxes(), || {
        looked = context.look();
        looked.is_ok()
    });
    looked?;
    let Some(claims) = claims else { return Ok(PhasePlan::single(board)) };
    let mut order = Order {
        board,
        starts: start.boxes(),
        onto: task.live(Direction::Backward),
        claims,
        rules: RemovalRules { all_seen: false, far: false },
        reach: Reach::new(board),
        pulled: PulledRelocations::new(board),
        met: HashSet::new(),
        steps: Vec::new(),
        looks: 0,
    };
    let zones = order.zones(&goals);
    for &rules in rules {
        for &player in &zones {
            order.rules = rules;
            order.looks = 0;
            order.met.clear();
            order.steps.clear();
            let branch = Branch {
                boxes: goals.clone(),
                parked: Vec::new(),
                player,
                seen: board.empty_set(),
                unclaimed: order.starts.to_vec(),
            };
            if let Outcome::Found = order.take_apart(branch, context)? {
                return Ok(PhasePlan::from_steps(&order.steps));
            }
        }
    }
    order.layers(goals, zones.first().copied().unwrap_or(start.player()), context)
}

impl Order<'_> {
    /// One square of each zone that the player may end in, largest zone first.
    fn zones(&mut self, boxes: &[Square]) -> Vec<Square> {
        let mut zones = self.reach.regions(self.board, boxes);
        zones.sort_by_key(|&(first, size)| (std::cmp::Reverse(size), first));
        zones.into_iter().take(MOST_ZONES).map(|(first, _)| first).collect()
    }

    /// Takes all boxes of `branch` away; on success `steps` says how.
    fn take_apart(
        &mut self,
        mut branch: Branch,
        context: &mut Context<'_>,
    ) -> Result<Outcome, Stop> {
        let before = self.steps.len();
        loop {
            context.poll(Cost::ZERO, 0)?;
            self.looks += 1;
            let position = Position::new(self.board, &branch.boxes, branch.player);
            self.reach.fill(self.board, &position);
            branch.player = self.reach.first();
            branch.seen.extend(self.reach.squares().iter().copied());
            if !self.met.insert((branch.boxes.clone(), branch.player)) {
                break;
            }
            let removed = self.remove(&mut branch, &position, context)?;
            if removed.is_empty() {
                return self.park(&branch, &position, before, context);
            }
            self.steps.push(TakenApart::Removed(removed));
            if branch.boxes.is_empty() {
                return Ok(Outcome::Found);
            }
        }
        self.steps.truncate(before);
        Ok(Outcome::Failed)
    }

    /// Removes every parked box that can leave now or, if there is none, every other box that can.
    /// Returns the squares they stood on.
    fn remove(
        &mut self,
        branch: &mut Branch,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Vec<Square>, Stop> {
        let all_seen = self.starts.iter().all(|&start| branch.seen.contains(start));
        if self.rules.all_seen && !all_seen {
            return Ok(Vec::new());
        }
        let mut removed = Vec::new();
        for parked in [true, false] {
            for &square in position.boxes() {
                if branch.parked.contains(&square) != parked {
                    continue;
                }
                let options = self.starts_for(branch, position, square, context)?;
                let left = position.boxes().iter().filter(|other| !removed.contains(*other));
                let goals = left.copied().filter(|&other| other != square);
                if let Some(start) = self.claims.choose(&options, &branch.unclaimed, goals) {
                    branch.unclaimed.retain(|&other| other != start);
                    removed.push(square);
                }
            }
            if !removed.is_empty() {
                break;
            }
        }
        branch.boxes.retain(|square| !removed.contains(square));
        branch.parked.retain(|square| !removed.contains(square));
        Ok(removed)
    }

    /// The unclaimed start squares that the box on `square` can be pulled to.
    fn starts_for(
        &mut self,
        branch: &Branch,
        position: &Position,
        square: Square,
        context: &mut Context<'_>,
    ) -> Result<Vec<Square>, Stop> {
        context.look()?;
        let last = branch.boxes.len() == 1;
        let endgame = branch.boxes.len() * 100 <= self.starts.len() * ENDGAME_PERCENT
            || !self.rules.far
            || last;
        self.pulled.of_box(View::new(self.board, position, &self.reach), square, self.onto);
        let found = self.pulled.found();
        let mut options = Vec::new();
        if endgame && branch.unclaimed.contains(&square) {
            options.push(square);
        }
        if !endgame && covered(found) * LEAST_COVER < self.onto.len() {
            return Ok(options);
        }
        for (at, &Relocation { to, pushes, .. }) in found.iter().enumerate() {
            let far = pushes >= LEAST_PULLS || endgame;
            if !far || !branch.unclaimed.contains(&to) || options.contains(&to) {
                continue;
            }
            context.look()?;
            if last || self.pulled.returns(self.board, at) {
                options.push(to);
            }
        }
        Ok(options)
    }

    /// Parks one box and continues from there; tries others if that fails.
    fn park(
        &mut self,
        branch: &Branch,
        position: &Position,
        before: usize,
        context: &mut Context<'_>,
    ) -> Result<Outcome, Stop> {
        let mut choices: Vec<(u32, Square, Relocation)> = Vec::new();
        for &square in position.boxes() {
            if branch.parked.contains(&square) {
                continue;
            }
            self.pulled.of_box(View::new(self.board, position, &self.reach), square, self.onto);
            let mut best: Vec<Relocation> = Vec::new();
            for (at, &found) in self.pulled.found().iter().enumerate() {
                context.look()?;
                if self.pulled.returns(self.board, at) {
                    best.push(found);
                }
            }
            best.sort_by_key(|found| std::cmp::Reverse(found.pushes));
            best.dedup_by_key(|found| found.to);
            choices.extend(best.iter().take(PARKINGS).map(|found| (found.pushes, square, *found)));
        }
        choices.sort_by_key(|&(pulls, square, _)| (std::cmp::Reverse(pulls), square));
        for (_, square, found) in choices {
            if self.looks >= MOST_LOOKS {
                break;
            }
            let mut next = branch.clone();
            next.boxes.retain(|&other| other != square);
            next.boxes.push(found.to);
            next.boxes.sort_unstable();
            next.parked.push(found.to);
            next.player = found.player;
            self.steps.push(TakenApart::Parked { from: square, to: found.to });
            if let Outcome::Found = self.take_apart(next, context)? {
                return Ok(Outcome::Found);
            }
            self.steps.pop();
        }
        self.steps.truncate(before);
        Ok(Outcome::Failed)
    }

    /// The last resort: every box that can be pulled off the goals counts as removed. Boxes that
    /// never can come first in play.
    fn layers(
        &mut self,
        mut boxes: Vec<Square>,
        mut player: Square,
        context: &mut Context<'_>,
    ) -> Result<PhasePlan, Stop> {
        self.steps.clear();
        while !boxes.is_empty() {
            let position = Position::new(self.board, &boxes, player);
            self.reach.fill(self.board, &position);
            player = self.reach.first();
            let mut gone = Vec::new();
            for &square in &boxes {
                context.look()?;
                let found = self.pulled.of_box(
                    View::new(self.board, &position, &self.reach),
                    square,
                    self.onto,
                );
                if found.iter().any(|found| !self.board.is_goal(found.to)) {
                    gone.push(square);
                }
            }
            if gone.is_empty() {
                gone.clone_from(&boxes);
            }
            boxes.retain(|square| !gone.contains(square));
            self.steps.push(TakenApart::Removed(gone));
        }
        Ok(PhasePlan::from_steps(&self.steps))
    }
}

/// The number of squares a box can be pulled to.
fn covered(found: &[Relocation]) -> usize {
    let mut squares: Vec<Square> = found.iter().map(|found| found.to).collect();
    squares.sort_unstable();
    squares.dedup();
    squares.len()
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Pull, compile};
    use hakooshi_level::{Dir, Level};
    use hakooshi_search::{Budget, Silent};
    use hakooshi_testkit::collection::{BUNDLED, bundled};

    use super::*;
    use crate::packing::variant::STRICT;

    fn plan_of(level: &Level) -> (PhasePlan, std::sync::Arc<Board>, Position) {
        let (board, start) = compile(level).expect("a bundled level");
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let plan = plan(&Task::new(&board, &start), STRICT.rules, &mut context).expect("no limit");
        (plan, board, start)
    }

    #[test]
    fn every_goal_is_filled_once_and_parked_boxes_go_home_later() {
        let mut parkings = 0;
        for level in BUNDLED.iter().flat_map(|name| bundled(name).expect("bundled")) {
            let (plan, board, _) = plan_of(&level);
            let mut goals: Vec<Square> = Vec::new();
            for (number, phase) in plan.phases.iter().enumerate() {
                let parked = phase.targets.iter().filter(|at| at.until.is_some()).count();
                assert!(parked == 0 || parked == phase.targets.len(), "a mixed phase");
                parkings += parked;
                for target in &phase.targets {
                    match target.until {
                        Some(until) => assert!(until > number && until < plan.phases.len()),
                        None => goals.push(target.square),
                    }
                }
            }
            goals.sort_unstable();
            assert_eq!(goals, board.goals().iter().collect::<Vec<_>>(), "in\n{level}");
        }
        assert!(parkings > 0, "no bundled level needs parking");
    }

    /// Whether single pulls bring the box on `from` to `to`, or off the goals if that is `None`.
    fn pulls_lead(board: &Board, start: &Position, from: Square, to: Option<Square>) -> bool {
        let mut reach = Reach::new(board);
        let mut met = HashSet::new();
        let mut stack = vec![(start.clone(), from)];
        while let Some((position, at)) = stack.pop() {
            reach.fill(board, &position);
            if !met.insert((at, reach.first())) {
                continue;
            }
            if to.map_or(!board.is_goal(at), |to| at == to) {
                return true;
            }
            for dir in Dir::ALL {
                let pull = Pull { from: at, dir };
                if reach.contains(board.step(at, dir)) && position.can_pull(board, pull) {
                    let mut next = position.clone();
                    let _ = next.pull(board, pull);
                    stack.push((next, board.step(at, dir)));
                }
            }
        }
        false
    }

    #[test]
    fn each_box_of_a_phase_can_be_pulled_away_with_the_others_in_place() {
        let level: Level =
            "############\n#      #...#\n# $ $  #...#\n#  $ $     #\n# $ $  #   #\n#  @   #####\n########"
                .parse()
                .expect("a level");
        let (plan, board, _) = plan_of(&level);
        assert!(plan.phases.len() > 1, "the goals by the door go last");
        let outside = board.squares().next().expect("a square");
        let mut boxes: Vec<Square> = board.goals().iter().collect();
        for (number, phase) in plan.phases.iter().enumerate().rev() {
            let mut parkings = plan.phases.iter().flat_map(|phase| &phase.targets);
            let parking = parkings.find(|at| at.until == Some(number)).map(|at| at.square);
            let position = Position::new(&board, &boxes, outside);
            for target in &phase.targets {
                assert!(pulls_lead(&board, &position, target.square, parking), "{plan:?}");
            }
            boxes.retain(|square| phase.targets.iter().all(|target| target.square != *square));
            boxes.extend(parking);
        }
        assert!(boxes.is_empty());
    }
}
