//! SAT planning beside A*, for levels with many boxes that are pushed a little.
//!
//! If most pushes could come in any order, A* looks at nearly every set of those made so far, and a solver
//! that learns clauses does not: Microban IV 97, 22 boxes and 24 pushes, is proved by `sat(paths=on)` in
//! 12 s and was not by A* in 240. With more pushes for each box it is the other way round, as on IV 59: 12 boxes,
//! 56 pushes.

use hakooshi_search::{Budget, Context, Search, Stop, Task, Turn};

use super::built;

/// It encodes the player's walks, since plans made without them fail by the thousand: Microban IV 97 takes
/// 53 s that way.
const REFUTER: &str = "sat(paths=on)";

/// A level whose lower bound is more pushes than this for each box is left to A*.
const PUSHES: u32 = 2;

/// Expansions of A* before it begins: some seconds.
const AFTER: u64 = 100_000;

/// Conflicts in its first turn. Every turn is half as long again as the one before, because the solver
/// begins each with its shortest restarts.
const FIRST: u64 = 2000;

/// The price of a conflict, where an expansion of the stronger A* costs 150.
const PRICE: u64 = 900;

/// The planner, with half of the work of the proof.
pub(super) struct Refuter {
    search: Option<Box<dyn Search>>,
    /// Whether there is no solver, or no memory for one.
    has_failed: bool,
    conflicts: u64,
    /// The work in all.
    pub(super) work: u64,
}

impl Refuter {
    pub(super) const fn new() -> Self {
        Self { search: None, has_failed: false, conflicts: FIRST, work: 0 }
    }

    /// Whether it gets the next turn after so many expansions of A* and so much work.
    pub(super) fn is_due(
        &self,
        task: &Task,
        (expanded, work): (u64, u64),
        context: &Context<'_>,
    ) -> bool {
        let boxes = task.start.boxes().len() as u32;
        cfg!(feature = "sat")
            && !self.has_failed
            && expanded >= AFTER
            && self.work <= work
            && context.bound().first() <= PUSHES * boxes
    }

    /// Continues; `Some` if that ends the search.
    pub(super) fn turn(
        &mut self,
        task: &Task,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        let search = match &mut self.search {
            Some(search) => search,
            none => match built(REFUTER, task) {
                Some(search) => none.insert(search),
                None => return Ok(self.fail()),
            },
        };
        let (before, limits) = (context.stats.expanded, context.budget().clone());
        let most = before.saturating_add(self.conflicts);
        let nodes = Some(limits.nodes.map_or(most, |limit| limit.min(most)));
        context.limit(Budget { nodes, ..limits.clone() });
        let turn = search.turn(1, context);
        context.limit(limits);
        self.work += (context.stats.expanded - before).max(1) * PRICE;
        self.conflicts += self.conflicts / 2;
        match turn {
            Ok(Turn::Paused) => {}
            // Only the turn is over.
            Err(Stop::Nodes) if context.nodes_left() != Some(0) => {}
            Ok(Turn::Failed(_)) | Err(Stop::Memory | Stop::Horizon) => return Ok(self.fail()),
            Ok(end) => return Ok(Some(end)),
            Err(stop) => return Err(stop),
        }
        // What it has refuted may leave nothing below the solution known.
        let best = context.incumbent().filter(|best| best.cost <= context.bound());
        Ok(best.map(|best| Turn::Found(best.pushes.clone())))
    }

    /// Ends it.
    fn fail(&mut self) -> Option<Turn> {
        (self.search, self.has_failed) = (None, true);
        None
    }

    pub(super) fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.bytes())
    }
}

#[cfg(all(test, feature = "sat"))]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_search::{Cost, Objective, Silent};

    use super::*;
    use crate::Level;

    /// Six boxes that need two pushes each, in many orders.
    const LEVEL: &str = "##########\n#@       #\n# $$$$$$ #\n#        #\n# ...... #\n##########";

    fn task() -> Task {
        let level: Level = LEVEL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        Task::new(&board, &start).with_objective(Objective::Pushes)
    }

    /// Its turns until it ends the search.
    fn ended(context: &mut Context<'_>) -> Turn {
        let (task, mut refuter) = (task(), Refuter::new());
        for _ in 0..1000 {
            assert!(refuter.is_due(&task, (AFTER, u64::MAX), context));
            if let Some(end) = refuter.turn(&task, context).expect("no limit") {
                assert!(refuter.work > 0);
                return end;
            }
        }
        panic!("it does not end")
    }

    #[test]
    fn it_finds_and_proves_and_is_not_asked_too_early() {
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let (task, fresh) = (task(), Refuter::new());
        assert!(!fresh.is_due(&task, (AFTER - 1, u64::MAX), &context));
        let Turn::Found(pushes) = ended(&mut context) else { panic!("it has a solution") };
        assert_eq!((pushes.len(), context.bound()), (12, Cost::new(12, 0)));
        context.raise_bound(Cost::new(13, 0));
        assert!(!fresh.is_due(&task, (AFTER, u64::MAX), &context), "too many pushes for each box");
    }

    #[test]
    fn the_solution_known_is_proved_by_what_is_refuted() {
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let Turn::Found(pushes) = ended(&mut context) else { panic!("it has a solution") };
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        context.offer(Cost::new(12, 0), pushes.clone());
        assert_eq!(ended(&mut context), Turn::Found(pushes));
        assert_eq!(context.bound(), Cost::new(12, 0));
    }
}
