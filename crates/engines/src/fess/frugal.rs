//! Short solutions: feature space search within a limit on pushes.
//!
//! Without a limit, the search along a packing plan finds a solution of some length and an
//! optimizer has to shorten it, which rarely turns one plan into another. Here the limit comes
//! first. It lies between the lower bound and the best solution known, and every position from
//! which that limit cannot be kept is left out. A tight limit makes the search fail or succeed
//! quickly, and nobody can tell in advance which. So attempts are short at first: a round tries every
//! plan with several limits, and attempts of the next round may expand twice as many positions.
//!
//! XSokoban 12, 48, 57 and 63 are proved optimal within six seconds this way, 45 within ten;
//! after 30 s of an optimizer and a weighted A* alone, theirs had 6 to 30 pushes more.

use std::io::{self, Read, Write};
use std::sync::Arc;

use hakooshi_board::{Direction, SquareSet};
use hakooshi_search::saving::{get, put};
use hakooshi_search::spec::{Param, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Objective, Reservation, Search, Stop, Task, Turn, go_on};

use super::empty_board::{First, Style};
use super::limit::Limit;
use super::plan::FillPlan;
use super::planner::Planner;
use super::scene::{PlannedGame, Statics};
use super::{advance, planted};
use crate::LARGEST_BOARD;
use crate::scenes::Tree;

/// The plans to follow, and whether boxes near the goals are preferred to boxes far from them.
const STYLES: [(Style, bool); 4] = [
    (Style { least_steps: 6, first: First::Shortest }, false),
    (Style { least_steps: 6, first: First::Longest }, true),
    (Style { least_steps: 6, first: First::Shortest }, true),
    (Style { least_steps: 6, first: First::Longest }, false),
];

/// The limits, as parts of the way from the lower bound to the best solution known.
const PARTS: [f64; 5] = [0.0, 0.125, 0.25, 0.5, 1.0];

/// The attempts of a round.
const ROUND: usize = STYLES.len() * PARTS.len();

/// As long as no solution is known, the way ends at this many times the lower bound, and the last
/// attempt of each plan has no limit.
const FIRST_WAY: f64 = 1.25;

/// Search for short solutions.
struct Frugal {
    spec: SearchSpec,
    task: Task,
    live: SquareSet,
    /// The game, once there is a plan, and the lower bound of the start.
    game: Option<(Box<PlannedGame>, u32)>,
    /// By style, as far as they have been made.
    plans: [Option<Arc<FillPlan>>; STYLES.len()],
    planner: Option<Planner>,
    attempt: Option<Attempt>,
    /// Attempts made so far.
    count: usize,
    /// Whether an attempt of this round could be made.
    is_of_use: bool,
    /// By style: the greatest limit within which nothing was left to expand.
    exhausted: [Option<u32>; STYLES.len()],
    /// The round, style and limit of the last attempt.
    last: Option<(usize, usize, u32)>,
    /// The fewest pushes found.
    best: Option<u32>,
    memory: Reservation,
}

/// A search within a limit.
struct Attempt {
    tree: Tree<PlannedGame>,
    most: u32,
    /// Expansions left.
    left: u64,
    /// Whether anything was expanded.
    is_begun: bool,
}

impl Frugal {
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        let task = task.clone().isolated();
        // Joining paths of other searches would break the limit.
        task.frontier.close();
        Self {
            live: task.landing(Direction::Forward, spec.dead_squares),
            game: None,
            plans: [const { None }; STYLES.len()],
            planner: None,
            attempt: None,
            count: 0,
            is_of_use: false,
            exhausted: [None; STYLES.len()],
            last: None,
            best: None,
            memory: task.memory.reservation(),
            spec: spec.clone(),
            task,
        }
    }

    /// The fewest pushes known, from this search or another.
    fn known(&self, context: &Context<'_>) -> Option<u32> {
        let other = context.incumbent().map(|best| best.pushes.len() as u32);
        other.into_iter().chain(self.best).min()
    }

    /// The limit at a part of the way from the lower bound to the best solution; `None` if that has
    /// no more pushes than the bound.
    fn limit(&self, part: f64, least: u32, context: &Context<'_>) -> Option<u32> {
        let fixed = self.spec.search.params.get(MOST.name) as u32;
        let fixed = if fixed > 0 { fixed } else { u32::MAX };
        let most = match self.known(context) {
            // All solutions of a level have an even number of pushes, or all an odd one.
            Some(known) => known.checked_sub(2)?.min(fixed),
            None if fixed < u32::MAX || part >= 1.0 => return Some(fixed),
            None => (f64::from(least) * FIRST_WAY) as u32,
        };
        let way = most.checked_sub(least)?;
        Some(most - (f64::from(way) * (1.0 - part) / 2.0) as u32 * 2)
    }

    /// The game along a plan, with the lower bound of the start; `None` if it is proved unsolvable.
    fn game(&mut self, plan: Arc<FillPlan>, prefers_near: bool) -> Option<(Box<PlannedGame>, u32)> {
        let (board, live) = (Arc::clone(&self.task.board), self.live.clone());
        let statics = Statics { board, live, plan, prefers_near };
        if let Some((mut game, least)) = self.game.take() {
            game.statics = statics;
            return Some((game, least));
        }
        let (limit, least) = Limit::new(&self.spec, &self.task)?;
        let mut game = Box::new(PlannedGame::new(statics, &self.spec, &self.task));
        game.limit = Some(limit);
        Some((game, least))
    }

    /// Starts the next attempt, or goes on with the plan that it needs. `Some` if nothing is left
    /// to try.
    fn begin(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let (round, at) = (self.count / ROUND, self.count % ROUND);
        let (at, part) = (at / PARTS.len(), PARTS[at % PARTS.len()]);
        let (style, prefers_near) = STYLES[at];
        let Some(plan) = &self.plans[at] else {
            let planner = self.planner.get_or_insert_with(|| Planner::new(style));
            if let Some(plan) = planner.step(&self.task, &self.task.start, &self.live, context)? {
                self.plans[at] = Some(Arc::new(plan));
                self.planner = None;
            }
            return Ok(None);
        };
        let Some((mut game, least)) = self.game(Arc::clone(plan), prefers_near) else {
            return Ok(Some(Turn::Exhausted));
        };
        let proved = if self.task.objective.moves_first() { 0 } else { context.bound().first() };
        let most = self.limit(part, least.max(proved), context);
        let is_new =
            |most: &u32| self.exhausted[at] < Some(*most) && self.last != Some((round, at, *most));
        if let Some(most) = most.filter(is_new) {
            if let Some(limit) = &mut game.limit {
                limit.set(most);
            }
            game.prepare(context)?;
            let tree = planted(&mut game, &self.task.start, true);
            let effort = self.spec.search.params.get(EFFORT.name) as u64;
            self.attempt =
                Some(Attempt { tree, most, left: effort << round.min(32), is_begun: false });
            self.is_of_use = true;
            self.last = Some((round, at, most));
        }
        self.game = Some((game, least));
        context.look()?;
        self.count += 1;
        let is_last = self.count.is_multiple_of(ROUND);
        Ok((is_last && !std::mem::take(&mut self.is_of_use)).then_some(Turn::Exhausted))
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let bytes = self.bytes();
        if let Err(stop) = self.memory.resize(bytes) {
            // The next attempts are shorter, or have a tighter limit; but if there was no room for one
            // expansion, they would have none either, and be begun for ever.
            let attempt = self.attempt.take().ok_or(stop)?;
            return if attempt.is_begun { Ok(None) } else { Err(stop) };
        }
        let known = self.known(context);
        let (Some((game, _)), Some(attempt)) = (&mut self.game, &mut self.attempt) else {
            return self.begin(context);
        };
        if attempt.left == 0 || known.is_some_and(|known| known <= attempt.most) {
            self.attempt = None;
            return Ok(None);
        }
        attempt.left -= 1;
        attempt.is_begun = true;
        match advance(game, &mut attempt.tree, &[], &self.task, context)? {
            Some(Turn::Found(pushes)) => {
                debug_assert!(pushes.len() as u32 <= attempt.most, "a limit was not kept");
                self.best = Some(pushes.len() as u32);
                self.attempt = None;
                if self.task.objective == Objective::Any {
                    return Ok(Some(Turn::Found(pushes)));
                }
                self.task.offer(pushes, context);
                Ok(None)
            }
            Some(_) => {
                if let Some((_, at, most)) = self.last {
                    self.exhausted[at] = self.exhausted[at].max(Some(most));
                }
                self.attempt = None;
                Ok(None)
            }
            None => Ok(None),
        }
    }
}

impl Search for Frugal {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        let game = self.game.as_ref().map_or(0, |(game, _)| game.bytes());
        let tree = self.attempt.as_ref().map_or(0, |attempt| attempt.tree.bytes());
        self.planner.as_ref().map_or(0, Planner::bytes) + game + tree
    }

    /// The attempt under way begins again.
    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        put(out, self.count.saturating_sub(usize::from(self.attempt.is_some())) as u64)?;
        put(out, u64::from(self.best.unwrap_or(u32::MAX)))?;
        Ok(true)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.count = get(from)? as usize;
        self.best = Some(get(from)? as u32).filter(|&best| best < u32::MAX);
        Ok(())
    }
}

const MOST: Param = Param::number(
    "most",
    "the most pushes of a solution; 0: between the lower bound and the best solution known",
    0.0,
    (0.0, 1e6),
);

const EFFORT: Param =
    Param::number("effort", "expansions of the first attempts", 1000.0, (1.0, 1e9));

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "frugal",
    title: "feature space search for short solutions, within limits on pushes",
    reference: "",
    params: &[MOST, EFFORT],
    claims: SearchClaims {
        parts: Parts {
            deadlocks: true,
            heuristic: true,
            choosing: true,
            usual: "h=surplus,deadlocks=[dead_squares,freeze,pairs(after=300,squares=150),bipartite,finish,\
                    corral],pruning=[pi_corral]",
            ..Parts::NONE
        },
        price: 80,
        most_squares: LARGEST_BOARD,
        ..SearchClaims::ENGINE
    },
    build: |spec, task| Box::new(Frugal::new(spec, task)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::{Push, compile};
    use hakooshi_level::Level;
    use hakooshi_search::saving::Word as _;
    use hakooshi_search::{Budget, Cost, Silent};

    use super::*;
    use crate::REGISTRY;

    const ROOMS: &str =
        "##########\n#   #   ##\n# $ $ $ .#\n#   #   ##\n#@$    ..#\n#   #   .#\n##########";

    fn task(objective: Objective) -> Task {
        let level: Level = ROOMS.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        Task::new(&board, &start).with_objective(objective)
    }

    fn built(text: &str, task: &Task) -> Box<dyn Search> {
        let spec = SearchSpec::parse(text, task.objective, &REGISTRY).expect("a spec");
        spec.build(task)
    }

    /// The ends of a search's turns, until it is exhausted or has made so many expansions.
    fn found(search: &mut dyn Search, nodes: u64, context: &mut Context<'_>) -> Vec<Vec<Push>> {
        let mut all = Vec::new();
        while context.stats.expanded < nodes {
            match search.turn(50, context).expect("no limit") {
                Turn::Found(pushes) => all.push(pushes),
                Turn::Paused => {}
                end => {
                    assert_eq!(end, Turn::Exhausted);
                    break;
                }
            }
        }
        all
    }

    fn optimum() -> u32 {
        let task = task(Objective::Pushes);
        let (mut silent, mut astar) = (Silent, built("astar", &task));
        let mut context = Context::new(Budget::default(), &mut silent);
        let best = found(&mut *astar, u64::MAX, &mut context);
        best.last().expect("a solution").len() as u32
    }

    #[test]
    fn solutions_become_shorter_until_one_is_optimal() {
        let (task, best) = (task(Objective::Any), optimum());
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        context.offer(Cost::new(best + 20, 0), vec![Push::from_word(0); best as usize + 20]);
        context.raise_bound(Cost::new(best, 0));
        let all = found(&mut *built("frugal", &task), 20_000, &mut context);
        let lengths: Vec<u32> = all.iter().map(|pushes| pushes.len() as u32).collect();
        assert!(lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
        assert!(lengths[0] <= best + 18, "{lengths:?} with {} known", best + 20);
        assert_eq!(lengths.last(), Some(&best), "then nothing is left to try");
        assert!(context.stats.expanded < 20_000);
    }

    #[test]
    fn a_limit_that_is_set_is_kept() {
        let (task, best) = (task(Objective::Any), optimum());
        for (most, is_possible) in [(best - 2, false), (best, true), (best + 4, true)] {
            let mut search = built(&format!("frugal(most={most})"), &task);
            let mut silent = Silent;
            let mut context = Context::new(Budget::default(), &mut silent);
            let all = found(&mut *search, 5_000, &mut context);
            assert_eq!(!all.is_empty(), is_possible, "at most {most}");
            assert!(all.iter().all(|pushes| pushes.len() as u32 <= most));
        }
    }

    #[test]
    fn with_a_goal_it_offers_what_it_finds_and_goes_on_after_a_pause() {
        let task = task(Objective::Pushes);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut search = built("frugal", &task);
        assert!(found(&mut *search, 300, &mut context).is_empty(), "offered instead");
        let before = context.incumbent().map(|best| best.cost).expect("a solution");
        let mut bytes = Vec::new();
        assert!(search.save(&mut bytes).expect("a vector"));
        let mut again = built("frugal", &task);
        again.restore(&mut &bytes[..]).expect("what was saved");
        found(&mut *again, 2_000, &mut context);
        assert!(context.incumbent().is_some_and(|best| best.cost <= before));
    }
}
