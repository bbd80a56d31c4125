//! HOT. Many games at once: one call makes one step in each.
//!
//! A random action is a coin toss to the processor, so the step has no branch that depends on
//! what stands on the board: boxes and player are toggled by masks that are zero when nothing
//! moves. The branches that are left are taken once in an episode.

use std::sync::Arc;

use thiserror::Error;

use crate::pool::{BOX, GOAL, PLAYER, Pool, WALL};
use crate::random::Random;
use crate::view::{Blank, Flat, Paint, Tiled};
use crate::{ActionOrder, Rewards, View};

/// What follows the end of a game; the modes of Gymnasium's vector environments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// The next step begins a new game and ignores its action.
    #[default]
    NextStep,
    /// The step that ends a game also begins the next one; the last frame is kept aside.
    SameStep,
    /// The caller begins new games.
    Disabled,
}

/// How games are played.
#[derive(Clone, Debug)]
pub struct Config {
    /// What actions mean.
    pub actions: ActionOrder,
    /// What steps earn.
    pub rewards: Rewards,
    /// Steps after which a game is truncated; zero for never.
    pub max_steps: u32,
    /// What the learner sees.
    pub view: View,
    /// What follows the end of a game.
    pub autoreset: Autoreset,
    /// Whether levels are taken in the order of the pool instead of at random: of n games the
    /// first plays levels 0, n, 2n and so on, so that all together play every level once.
    pub in_order: bool,
}

impl Default for Config {
    /// gym-sokoban's limit of 120 steps and rewards, four actions, no frames.
    fn default() -> Self {
        Self {
            actions: ActionOrder::default(),
            rewards: Rewards::default(),
            max_steps: 120,
            view: View::Nothing,
            autoreset: Autoreset::default(),
            in_order: false,
        }
    }
}

/// Why a step is not made. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// A slice has the wrong length.
    #[error("{what} should have {expected} elements and has {got}")]
    Length {
        /// Which one.
        what: &'static str,
        /// What it should be.
        expected: usize,
        /// What it is.
        got: usize,
    },
    /// There is no such action.
    #[error("action {action} of game {game} is not one of 0 to {last}")]
    Action {
        /// The number given.
        action: i64,
        /// The game it was for.
        game: usize,
        /// The largest there is.
        last: usize,
    },
    /// A game has ended and new ones are the caller's to begin.
    #[error("game {0} has ended; reset it first")]
    Ended(usize),
    /// There is no such level.
    #[error("there is no level {level}; the last is {last}")]
    Level {
        /// The number given.
        level: usize,
        /// The largest there is.
        last: usize,
    },
}

/// Where a step writes; one element per game, and one frame.
#[derive(Debug)]
pub struct Outputs<'a> {
    /// What the step earned.
    pub rewards: &'a mut [f32],
    /// Whether it solved the level.
    pub terminated: &'a mut [bool],
    /// Whether the game ran out of steps.
    pub truncated: &'a mut [bool],
    /// What the games look like; each must be as the last call left it.
    pub frames: &'a mut [u8],
}

/// One game, but for its grid.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Game {
    pub(crate) player: u16,
    pub(crate) off_goal: u16,
    pub(crate) steps: u32,
    pub(crate) level: u32,
    /// Games begun here since the last seed.
    turn: u32,
    pub(crate) ended: bool,
}

/// An action ready for this grid: how far the next square is, and a mask that is one if a box
/// there is pushed.
#[derive(Clone, Copy, Debug)]
struct Ready {
    ahead: isize,
    pushes: u8,
}

/// Many games at once.
#[derive(Clone, Debug)]
pub struct Batch {
    pub(crate) pool: Arc<Pool>,
    pub(crate) config: Config,
    pub(crate) cells: Vec<u8>,
    pub(crate) games: Vec<Game>,
    randoms: Vec<Random>,
    actions: Vec<Ready>,
    /// Games that ended in the last step, under [`Autoreset::SameStep`], and their last frames.
    ended: Vec<usize>,
    last_frames: Vec<u8>,
}

impl Batch {
    /// `count` games of levels of `pool`. They begin with [`Batch::reset`].
    pub fn new(pool: Arc<Pool>, count: usize, config: Config) -> Self {
        let width = pool.width().cast_signed();
        let ready = |dir| match dir {
            None => 0,
            Some(hakooshi_level::Dir::Up) => -width,
            Some(hakooshi_level::Dir::Down) => width,
            Some(hakooshi_level::Dir::Left) => -1,
            Some(hakooshi_level::Dir::Right) => 1,
        };
        let actions = config.actions.actions().iter();
        let actions = actions
            .map(|action| Ready { ahead: ready(action.dir), pushes: action.pushes.into() })
            .collect();
        let mut batch = Self {
            cells: vec![WALL; count * pool.stride()],
            games: vec![Game::default(); count],
            randoms: Vec::new(),
            ended: Vec::new(),
            last_frames: Vec::new(),
            actions,
            config,
            pool,
        };
        batch.seed(0);
        for game in 0..count {
            batch.begin_next(game);
        }
        batch
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The levels that are played.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// How they are played.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The shape of one frame.
    pub fn frame_shape(&self) -> Vec<usize> {
        self.config.view.shape(self.pool.height(), self.pool.width())
    }

    pub(crate) fn frame_bytes(&self) -> usize {
        self.config.view.bytes(self.pool.height(), self.pool.width())
    }

    /// The level a game is playing, by its place in the pool.
    pub fn level(&self, game: usize) -> usize {
        self.games[game].level as usize
    }

    /// Steps made in a game.
    pub fn steps(&self, game: usize) -> u32 {
        self.games[game].steps
    }

    /// Boxes of a game that are not on a goal.
    pub fn off_goal(&self, game: usize) -> usize {
        usize::from(self.games[game].off_goal)
    }

    /// The square of the player, row × width + column.
    pub fn player(&self, game: usize) -> usize {
        usize::from(self.games[game].player) - self.pool.width()
    }

    /// The squares with boxes, ascending, row × width + column.
    pub fn boxes(&self, game: usize) -> impl Iterator<Item = usize> + '_ {
        let width = self.pool.width();
        let stride = self.pool.stride();
        let cells = &self.cells[game * stride + width..][..stride - 2 * width];
        cells.iter().enumerate().filter(|(_, cell)| **cell & BOX != 0).map(|(at, _)| at)
    }

    /// Sets the source of chance of every game: equal seeds give equal levels.
    pub fn seed(&mut self, seed: u64) {
        self.randoms = (0..self.len()).map(|game| Random::new(seed, game as u64)).collect();
        self.games.iter_mut().for_each(|game| game.turn = 0);
    }

    /// Seeds one game alone.
    pub fn seed_one(&mut self, game: usize, seed: u64) {
        self.randoms[game] = Random::new(seed, 0);
        self.games[game].turn = 0;
    }

    /// Begins a new game wherever `mask` says so, or everywhere, and paints the frames.
    pub fn reset(&mut self, mask: Option<&[bool]>, frames: &mut [u8]) -> Result<(), StepError> {
        check("frames", self.len() * self.frame_bytes(), frames.len())?;
        if let Some(mask) = mask {
            check("mask", self.len(), mask.len())?;
        }
        for game in (0..self.len()).filter(|&game| mask.is_none_or(|mask| mask[game])) {
            self.begin_next(game);
            self.paint_game(game, frames);
        }
        Ok(())
    }

    /// Begins `level` in `game`.
    pub fn begin(&mut self, game: usize, level: usize, frames: &mut [u8]) -> Result<(), StepError> {
        check("frames", self.len() * self.frame_bytes(), frames.len())?;
        if level >= self.pool.len() {
            return Err(StepError::Level { level, last: self.pool.len() - 1 });
        }
        self.set(game, level);
        self.paint_game(game, frames);
        Ok(())
    }

    fn begin_next(&mut self, game: usize) {
        let levels = self.pool.len();
        let level = if self.config.in_order {
            let turn = self.games[game].turn as usize;
            self.games[game].turn += 1;
            (game + turn * self.len()) % levels
        } else {
            self.randoms[game].below(levels)
        };
        self.set(game, level);
    }

    fn set(&mut self, number: usize, level: usize) {
        let (start, cells) = self.pool.start(level);
        let stride = cells.len();
        self.cells[number * stride..][..stride].copy_from_slice(cells);
        let game = &mut self.games[number];
        (game.player, game.off_goal) = (start.player, start.off_goal);
        (game.level, game.steps, game.ended) = (level as u32, 0, false);
    }

    /// Paints every frame.
    pub fn paint(&self, frames: &mut [u8]) -> Result<(), StepError> {
        check("frames", self.len() * self.frame_bytes(), frames.len())?;
        for game in 0..self.len() {
            self.paint_game(game, frames);
        }
        Ok(())
    }

    fn paint_game(&self, game: usize, frames: &mut [u8]) {
        let bytes = self.frame_bytes();
        let frame = &mut frames[game * bytes..][..bytes];
        let stride = self.pool.stride();
        let cells = &self.cells[game * stride..][..stride];
        let width = self.pool.width();
        match &self.config.view {
            View::Nothing => {}
            View::Cells => paint_all(&Flat::cells(width), width, cells, frame),
            View::Symbols => paint_all(&Flat::symbols(width), width, cells, frame),
            View::Tiny => paint_all(&Flat::tiny(width), width, cells, frame),
            View::Picture(tiles) => paint_all(&Tiled { width, tiles }, width, cells, frame),
        }
    }

    /// Games that ended in the last step, under [`Autoreset::SameStep`].
    pub fn ended(&self) -> &[usize] {
        &self.ended
    }

    /// Their last frames, one after the other.
    pub fn last_frames(&self) -> &[u8] {
        &self.last_frames
    }

    pub(crate) fn check(&self, out: &Outputs<'_>) -> Result<(), StepError> {
        let count = self.len();
        check("rewards", count, out.rewards.len())?;
        check("terminated", count, out.terminated.len())?;
        check("truncated", count, out.truncated.len())?;
        check("frames", count * self.frame_bytes(), out.frames.len())?;
        if self.config.autoreset == Autoreset::Disabled
            && let Some(game) = self.games.iter().position(|game| game.ended)
        {
            return Err(StepError::Ended(game));
        }
        Ok(())
    }

    /// Makes one step in every game.
    pub fn step(&mut self, actions: &[i64], out: &mut Outputs<'_>) -> Result<(), StepError> {
        check("actions", self.len(), actions.len())?;
        self.check(out)?;
        let count = self.actions.len();
        let is_wrong = |action: &i64| (*action as u64) >= count as u64;
        // Looked at as a whole first: without an early exit the compiler makes vectors of it.
        if actions.iter().fold(false, |wrong, action| wrong | is_wrong(action))
            && let Some(game) = actions.iter().position(is_wrong)
        {
            return Err(StepError::Action { action: actions[game], game, last: count - 1 });
        }
        let width = self.pool.width();
        // The view leaves for the time of the step, which writes to the games.
        let view = std::mem::take(&mut self.config.view);
        self.clear_ended();
        match &view {
            View::Nothing => self.step_all(actions, out, &Blank),
            View::Cells => self.step_all(actions, out, &Flat::cells(width)),
            View::Symbols => self.step_all(actions, out, &Flat::symbols(width)),
            View::Tiny => self.step_all(actions, out, &Flat::tiny(width)),
            View::Picture(tiles) => self.step_all(actions, out, &Tiled { width, tiles }),
        }
        self.config.view = view;
        Ok(())
    }

    pub(crate) fn clear_ended(&mut self) {
        self.ended.clear();
        self.last_frames.clear();
    }

    fn step_all<P: Paint>(&mut self, actions: &[i64], out: &mut Outputs<'_>, painter: &P) {
        let stride = self.pool.stride();
        let rules = self.rules(out);
        for (number, &action) in actions.iter().enumerate() {
            let game = &mut self.games[number];
            if game.ended {
                self.begin_instead(number, out, &rules, painter);
                continue;
            }
            let ready = self.actions[action as usize];
            let cells = &mut self.cells[number * stride..][..stride];
            let here = usize::from(game.player);
            let ahead = here.wrapping_add_signed(ready.ahead);
            let beyond = ahead.wrapping_add_signed(ready.ahead);
            let (next, after) = (cells[ahead], cells[beyond]);
            let pushed = (next / BOX) & ready.pushes & u8::from(after & (WALL | BOX) == 0);
            let moved = pushed | u8::from(next & (WALL | BOX) == 0);
            cells[beyond] ^= BOX * pushed;
            cells[ahead] ^= (BOX * pushed) | (PLAYER * moved);
            // Waiting toggles one square twice.
            cells[here] ^= PLAYER * moved;
            let now = if moved == 1 { ahead } else { here };
            let box_now = if pushed == 1 { beyond } else { now };
            game.player = now as u16;
            let frame = &mut out.frames[number * rules.bytes..][..rules.bytes];
            painter.paint(frame, here, cells[here]);
            painter.paint(frame, now, cells[now]);
            painter.paint(frame, box_now, cells[box_now]);
            let left = pushed & (next / GOAL);
            let came = pushed & (after / GOAL);
            self.settle(number, left, came, out, &rules, painter);
        }
    }

    pub(crate) fn rules(&self, out: &Outputs<'_>) -> Rules {
        let Config { rewards, max_steps, autoreset, .. } = self.config;
        Rules {
            rewards: rewards.by_change(),
            solved: rewards.solved,
            most: if max_steps == 0 { u32::MAX } else { max_steps },
            same_step: autoreset == Autoreset::SameStep,
            bytes: out.frames.len() / self.len().max(1),
        }
    }

    /// Begins a game in place of a step.
    pub(crate) fn begin_instead<P: Paint>(
        &mut self,
        number: usize,
        out: &mut Outputs<'_>,
        rules: &Rules,
        painter: &P,
    ) {
        self.begin_next(number);
        self.repaint(number, out, rules, painter);
        out.rewards[number] = 0.0;
        out.terminated[number] = false;
        out.truncated[number] = false;
    }

    fn repaint<P: Paint>(&self, number: usize, out: &mut Outputs<'_>, rules: &Rules, painter: &P) {
        let stride = self.pool.stride();
        let frame = &mut out.frames[number * rules.bytes..][..rules.bytes];
        let cells = &self.cells[number * stride..][..stride];
        paint_all(painter, self.pool.width(), cells, frame);
    }

    /// Counts a step after which a box has left a goal, or come to one, or both.
    #[inline]
    pub(crate) fn settle<P: Paint>(
        &mut self,
        number: usize,
        left: u8,
        came: u8,
        out: &mut Outputs<'_>,
        rules: &Rules,
        painter: &P,
    ) {
        let game = &mut self.games[number];
        game.off_goal = game.off_goal + u16::from(left) - u16::from(came);
        game.steps += 1;
        let solved = game.off_goal == 0;
        let over = !solved && game.steps >= rules.most;
        game.ended = solved | over;
        let bonus = if solved { rules.solved } else { 0.0 };
        out.rewards[number] = rules.rewards[usize::from(1 + came - left)] + bonus;
        out.terminated[number] = solved;
        out.truncated[number] = over;
        if game.ended & rules.same_step {
            self.ended.push(number);
            let frame = &out.frames[number * rules.bytes..][..rules.bytes];
            self.last_frames.extend_from_slice(frame);
            self.begin_next(number);
            self.repaint(number, out, rules, painter);
        }
    }
}

/// What a step looks up, gathered once for all games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// By the change of the number of boxes on goals.
    rewards: [f32; 3],
    solved: f32,
    most: u32,
    same_step: bool,
    /// Of one frame.
    pub(crate) bytes: usize,
}

fn paint_all(painter: &impl Paint, width: usize, cells: &[u8], frame: &mut [u8]) {
    for (square, &cell) in cells.iter().enumerate().take(cells.len() - width).skip(width) {
        painter.paint(frame, square, cell);
    }
}

pub(crate) fn check(what: &'static str, expected: usize, got: usize) -> Result<(), StepError> {
    if expected == got { Ok(()) } else { Err(StepError::Length { what, expected, got }) }
}
