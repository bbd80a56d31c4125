//! Rival plans: what is tried beside the first plan once play along it has stalled.
//!
//! How far play gets depends on the plan more than on the time, and the plan was made for the start, not
//! for where the boxes are now. So new plans are made in other styles, in turn for the start of the level
//! and for a position at which play has stalled. Each rival goes on until it stalls as well; those of
//! later rounds may be idle for longer. The first plan is followed all the while with half of the
//! expansions. Of 118 hard levels of Holland, Grigr 2001 and Sasquatch I to VII, `fess` solves 22 in
//! 10 s with rivals, and 18 of these without (bench/LOG.md).

use std::sync::Arc;

use hakooshi_board::{BoxMove, Position, SquareSet};
use hakooshi_search::{Context, Stop, Task, Turn};

use super::attempt::{Attempt, Stall};
use super::empty_board::{First, Style};
use super::planner::Planner;
use super::scene::PlannedGame;

/// Rivals of a round. Those of the next may be idle for twice as long. Set by judgement.
const ROUND: usize = 8;

/// The most positions to go on from.
const MOST_STALLS: usize = 32;

/// Styles that differ from one another in every respect come first; then the order is drawn by lot.
fn style(count: usize) -> (Style, bool) {
    let (least_steps, first, prefers_near) = match count {
        0 => (12, First::Longest, false),
        1 => (0, First::Shortest, false),
        2 => (6, First::Shortest, true),
        3 => (0, First::Longest, true),
        _ => ([6, 0, 12, 3][count % 4], First::Drawn(count as u64), !(count / 2).is_multiple_of(2)),
    };
    (Style { least_steps, first }, prefers_near)
}

/// The rivals of a plan, one after the other.
pub(super) struct Rivals {
    /// Expansions without another step packed after which a plan has stalled.
    patience: u64,
    /// Rivals that have ended.
    count: usize,
    /// Where play has stalled, and how often a plan was made for there.
    stalls: Vec<(Stall, u32)>,
    stage: Option<Stage>,
}

enum Stage {
    /// A plan is made for this position, which follows by these moves.
    Planning(Planner, Position, Vec<BoxMove>),
    Playing(Box<Attempt>),
}

impl Rivals {
    pub(super) fn new(patience: u64) -> Self {
        Self { patience, count: 0, stalls: Vec::new(), stage: None }
    }

    /// Whether play along the first plan has stalled.
    pub(super) fn are_due(&self, first: &Attempt) -> bool {
        self.patience > 0 && first.idle >= self.patience
    }

    /// One expansion of the current rival; `Some` if it has found a solution.
    pub(super) fn step(
        &mut self,
        first: &Attempt,
        game: &mut PlannedGame,
        task: &Task,
        live: &SquareSet,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        // Every other rival begins at the start, so each style has its turn at both.
        let (style, prefers_near) = style(self.count / 2);
        match self.stage.take() {
            None => {
                if self.count == 0 {
                    self.note(first.stall(task));
                }
                let (position, moves) = self.origin(task);
                self.stage = Some(Stage::Planning(Planner::new(style), position, moves));
            }
            Some(Stage::Planning(mut planner, position, moves)) => {
                let plan = planner.step(task, &position, live, context)?;
                self.stage = Some(if let Some(plan) = plan {
                    let attempt =
                        Attempt::new(game, Arc::new(plan), prefers_near, &position, moves);
                    Stage::Playing(Box::new(attempt))
                } else {
                    Stage::Planning(planner, position, moves)
                });
            }
            Some(Stage::Playing(mut attempt)) => {
                let turn = attempt.advance(game, task, context)?;
                let patience = self.patience << (self.count / ROUND).min(32);
                match turn {
                    Some(Turn::Found(_)) => return Ok(turn),
                    None if attempt.idle < patience => self.stage = Some(Stage::Playing(attempt)),
                    _ => self.end(&attempt, turn.is_some(), task),
                }
            }
        }
        context.look()?;
        Ok(None)
    }

    /// Where the next rival begins.
    fn origin(&mut self, task: &Task) -> (Position, Vec<BoxMove>) {
        let best = self.stalls.iter_mut().min_by_key(|(stall, uses)| stall.left + uses * uses);
        match best {
            Some((stall, uses)) if !self.count.is_multiple_of(2) => {
                *uses += 1;
                (stall.position.clone(), stall.moves.clone())
            }
            _ => (task.start.clone(), Vec::new()),
        }
    }

    fn end(&mut self, attempt: &Attempt, is_exhausted: bool, task: &Task) {
        if is_exhausted {
            // Nothing leads on from there, whatever the plan.
            self.stalls.retain(|(stall, _)| !attempt.begins_after(&stall.moves));
        }
        self.note(attempt.stall(task));
        self.count += 1;
    }

    fn note(&mut self, stall: Option<Stall>) {
        if self.stalls.len() >= MOST_STALLS {
            let worst = (0..self.stalls.len()).max_by_key(|&at| {
                let (stall, uses) = &self.stalls[at];
                stall.left + uses * uses
            });
            worst.map(|at| self.stalls.swap_remove(at));
        }
        let leads_on = |stall: &Stall| !stall.moves.is_empty();
        self.stalls.extend(stall.filter(leads_on).map(|stall| (stall, 0)));
    }

    /// Ends the current rival to free its memory; whether there was one.
    pub(super) fn give_way(&mut self) -> bool {
        let ended = self.stage.take().is_some();
        self.count += usize::from(ended);
        ended
    }

    pub(super) fn bytes(&self) -> usize {
        let stalls = self
            .stalls
            .iter()
            .map(|(stall, _)| size_of_val(&stall.moves[..]) + size_of_val(stall.position.boxes()));
        let stage = match &self.stage {
            None => 0,
            Some(Stage::Planning(planner, ..)) => planner.bytes(),
            Some(Stage::Playing(attempt)) => attempt.bytes(),
        };
        stalls.sum::<usize>() + stage
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Direction, compile, expand};
    use hakooshi_level::{Level, verify};
    use hakooshi_search::spec::SearchSpec;
    use hakooshi_search::{Budget, Objective, Silent};

    use super::*;
    use crate::fess::scene::Statics;

    const LEVEL: &str = "############\n#      #...#\n# $ $  #...#\n#  $ $     #\n# $ $  #   #\n\
                         #  @   #####\n########";

    /// A level with a first plan.
    struct Play {
        level: Level,
        task: Task,
        live: SquareSet,
        game: PlannedGame,
        first: Attempt,
    }

    fn play(context: &mut Context<'_>) -> Play {
        let level: Level = LEVEL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let spec = SearchSpec::parse("fess", Objective::Any, &crate::REGISTRY).expect("a spec");
        let live = task.landing(Direction::Forward, spec.dead_squares);
        let (style, prefers_near) = style(0);
        let mut planner = Planner::new(style);
        let plan = loop {
            let step = planner.step(&task, &start, &live, context).expect("no limit");
            if let Some(plan) = step {
                break Arc::new(plan);
            }
        };
        let statics = Statics {
            board: Arc::clone(&board),
            live: live.clone(),
            plan: Arc::clone(&plan),
            prefers_near,
        };
        let mut game = PlannedGame::new(statics, &spec, &task);
        let first = Attempt::new(&mut game, plan, prefers_near, &start, Vec::new());
        Play { level, task, live, game, first }
    }

    #[test]
    fn rivals_begin_at_the_start_or_at_a_stall_and_their_solutions_at_the_start() {
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let Play { level, task, live, mut game, mut first } = play(&mut context);
        for _ in 0..3 {
            assert_eq!(first.advance(&mut game, &task, &mut context), Ok(None), "solved too early");
        }
        let mut rivals = Rivals::new(1);
        let (mut at_start, mut at_stall) = (0, 0);
        let pushes = loop {
            let is_new = rivals.stage.is_none();
            let end = rivals.step(&first, &mut game, &task, &live, &mut context);
            if let (true, Some(Stage::Planning(_, position, moves))) = (is_new, &rivals.stage) {
                assert_eq!(moves.is_empty(), *position == task.start);
                at_start += u32::from(moves.is_empty());
                at_stall += u32::from(!moves.is_empty());
            }
            match end.expect("no limit") {
                Some(Turn::Found(pushes)) => break pushes,
                None => {}
                end => panic!("{end:?}"),
            }
        };
        let moves = expand(&task.board, &task.start, &pushes).expect("they can be played");
        assert!(verify(&level, &moves).is_ok());
        assert!(at_start > 0 && at_stall > 0, "{at_start} at the start, {at_stall} at a stall");
        assert!(rivals.bytes() > 0);
    }

    #[test]
    fn a_rival_that_gives_way_makes_room_for_another() {
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let Play { task, live, mut game, first, .. } = play(&mut context);
        let mut rivals = Rivals::new(1);
        assert!(!rivals.give_way(), "there is none");
        for _ in 0..5 {
            let step = rivals.step(&first, &mut game, &task, &live, &mut context);
            assert_eq!(step, Ok(None));
        }
        let (count, bytes) = (rivals.count, rivals.bytes());
        assert!(rivals.give_way());
        assert_eq!(rivals.count, count + 1);
        assert!(rivals.bytes() < bytes);
        assert!(Rivals::new(0).patience == 0 && !Rivals::new(0).are_due(&first));
    }

    #[test]
    fn no_two_styles_of_a_round_are_alike() {
        let styles: Vec<String> = (0..ROUND).map(|count| format!("{:?}", style(count))).collect();
        for (at, one) in styles.iter().enumerate() {
            assert!(!styles[..at].contains(one), "{one}");
        }
    }
}
