//! The fast games against slow ones: the same actions are played letter by letter by the test
//! kit's rules and by the verifier of the level crate, and frames are drawn from nothing.

use std::sync::Arc;

use hakooshi_env::{ActionOrder, Autoreset, Batch, Config, Outputs, Pool, Rewards, View, generate};
use hakooshi_level::{Cell, Dir, Level, Tile, replay};
use hakooshi_testkit::{Rng, State};

struct Buffers {
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    frames: Vec<u8>,
}

impl Buffers {
    fn new(batch: &Batch) -> Self {
        let frame: usize = batch.frame_shape().iter().product();
        let count = batch.len();
        Self {
            rewards: vec![9.0; count],
            terminated: vec![true; count],
            truncated: vec![true; count],
            frames: vec![0; count * frame],
        }
    }

    fn out(&mut self) -> Outputs<'_> {
        Outputs {
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            frames: &mut self.frames,
        }
    }
}

fn levels() -> Vec<Level> {
    let small = "#####\n#@$.#\n#####";
    let open = "########\n#.     #\n# $$ @ #\n# .  ###\n########";
    let goals = "######\n#+ $ #\n#  * #\n######";
    let mut levels: Vec<Level> =
        [small, open, goals].map(|text| text.parse().expect("a level")).into();
    let recipe = generate::Recipe::default();
    levels.extend((0..20).map(|index| generate::level(&recipe, 3, index).expect("a level")));
    levels
}

/// The slow twin of one game.
struct Slow {
    level: Level,
    state: State,
    letters: String,
    steps: u32,
}

impl Slow {
    fn new(level: &Level) -> Self {
        Self { level: level.clone(), state: State::start(level), letters: String::new(), steps: 0 }
    }

    fn on_goals(&self) -> usize {
        self.state.boxes.iter().filter(|&&cell| self.level.tile(cell).is_goal()).count()
    }

    /// Plays one action and gives what it earns.
    fn step(&mut self, dir: Option<Dir>, pushes: bool, rewards: Rewards) -> f32 {
        let before = self.on_goals();
        self.steps += 1;
        let made = dir.and_then(|dir| Some((dir, self.state.step(&self.level, dir)?)));
        if let Some((dir, (state, pushed))) = made.filter(|(_, (_, pushed))| pushes || !pushed) {
            let letter = char::from(dir.letter());
            self.letters.push(if pushed { letter.to_ascii_uppercase() } else { letter });
            self.state = state;
        }
        let mut reward = rewards.step;
        match self.on_goals().cmp(&before) {
            std::cmp::Ordering::Less => reward += rewards.off_goal,
            std::cmp::Ordering::Greater => reward += rewards.on_goal,
            std::cmp::Ordering::Equal => {}
        }
        if self.state.is_solved(&self.level) {
            reward += rewards.solved;
        }
        reward
    }

    fn tile(&self, cell: Cell) -> usize {
        if !self.level.is_inside(cell) {
            return 0;
        }
        let goal = self.level.tile(cell).is_goal();
        match (self.state.has_box(cell), self.state.player == cell, goal) {
            (true, _, true) => 3,
            (true, _, false) => 4,
            (_, true, true) => 6,
            (_, true, false) => 5,
            (_, _, true) => 2,
            _ => 1,
        }
    }
}

fn check_game(batch: &Batch, game: usize, slow: &Slow, buffers: &Buffers) {
    let pool = batch.pool();
    let number = |cell: Cell| usize::from(cell.row) * pool.width() + usize::from(cell.col);
    assert_eq!(batch.player(game), number(slow.state.player));
    let boxes: Vec<usize> = slow.state.boxes.iter().map(|&cell| number(cell)).collect();
    assert_eq!(batch.boxes(game).collect::<Vec<_>>(), boxes);
    let frame: usize = batch.frame_shape().iter().product();
    let frame = &buffers.frames[game * frame..][..frame];
    for row in 0..pool.height() {
        for col in 0..pool.width() {
            let tile = slow.tile(Cell::new(row as u16, col as u16));
            let at = row * pool.width() + col;
            match &batch.config().view {
                View::Cells => assert_eq!(usize::from(frame[at]), tile),
                View::Symbols => {
                    let planes: Vec<u8> = (0..7).map(|it| u8::from(it == tile)).collect();
                    assert_eq!(frame[7 * at..7 * at + 7], planes);
                }
                View::Picture(tiles) => {
                    for y in 0..16 {
                        let shown = (16 * row + y) * 16 * pool.width() + 16 * col;
                        let drawn = (tile * 16 + y) * 16;
                        assert_eq!(
                            frame[3 * shown..3 * (shown + 16)],
                            tiles[3 * drawn..3 * (drawn + 16)]
                        );
                    }
                }
                _ => {}
            }
        }
    }
}

/// Plays `steps` random actions in every game of both kinds.
fn play(view: &str, actions: ActionOrder, autoreset: Autoreset, steps: usize) -> (usize, usize) {
    let levels = levels();
    let config = Config {
        view: View::named(view).expect("a view"),
        actions,
        autoreset,
        max_steps: 60,
        ..Config::default()
    };
    let rewards = config.rewards;
    let pool = Arc::new(Pool::new(&levels).expect("a pool"));
    let mut batch = Batch::new(pool, 40, config);
    let mut buffers = Buffers::new(&batch);
    batch.seed(5);
    batch.reset(None, &mut buffers.frames).expect("a reset");
    let mut slow: Vec<Slow> =
        (0..batch.len()).map(|game| Slow::new(&levels[batch.level(game)])).collect();
    let mut ended = vec![false; batch.len()];
    let (mut solved, mut truncated) = (0, 0);
    let mut rng = Rng::new(1);
    for _ in 0..steps {
        let chosen: Vec<i64> =
            ended.iter().map(|_| rng.below(actions.count()).cast_signed() as i64).collect();
        batch.step(&chosen, &mut buffers.out()).expect("a step");
        for game in 0..batch.len() {
            if ended[game] {
                // Under NextStep this call has begun a game.
                slow[game] = Slow::new(&levels[batch.level(game)]);
                ended[game] = false;
                assert!(buffers.rewards[game].abs() < 1e-9);
                assert!(!buffers.terminated[game] && !buffers.truncated[game]);
                check_game(&batch, game, &slow[game], &buffers);
                continue;
            }
            let action = chosen[game] as usize;
            let reward = slow[game].step(actions.dir(action), actions.pushes(action), rewards);
            assert!((buffers.rewards[game] - reward).abs() < 1e-5, "{reward}");
            let is_solved = slow[game].state.is_solved(&slow[game].level);
            let over = !is_solved && slow[game].steps == 60;
            assert_eq!(buffers.terminated[game], is_solved);
            assert_eq!(buffers.truncated[game], over);
            solved += usize::from(is_solved);
            truncated += usize::from(over);
            if is_solved || over {
                // The verifier's replay of the letters agrees with both.
                let moves = slow[game].letters.parse().expect("letters");
                let replay = replay(&slow[game].level, &moves).expect("playable");
                assert_eq!(replay.off_goal == 0, is_solved);
            }
            if (is_solved || over) && autoreset == Autoreset::SameStep {
                let place = batch.ended().iter().position(|&it| it == game).expect("listed");
                let bytes = batch.last_frames().len() / batch.ended().len();
                let last = &batch.last_frames()[place * bytes..][..bytes];
                if view == "cells" {
                    let width = batch.pool().width();
                    for (at, &tile) in last.iter().enumerate() {
                        let cell = Cell::new((at / width) as u16, (at % width) as u16);
                        assert_eq!(usize::from(tile), slow[game].tile(cell));
                    }
                }
                slow[game] = Slow::new(&levels[batch.level(game)]);
            } else {
                ended[game] = is_solved || over;
            }
            check_game(&batch, game, &slow[game], &buffers);
        }
    }
    (solved, truncated)
}

#[test]
fn games_agree_with_their_slow_twins() {
    let order = |name| ActionOrder::named(name).expect("an order");
    let runs = [
        ("cells", "udlr", Autoreset::NextStep),
        ("symbols", "urdl", Autoreset::SameStep),
        ("cells", "gym_sokoban", Autoreset::SameStep),
        ("tiny_rgb", "lurd", Autoreset::NextStep),
        ("rgb", "wait_udlr", Autoreset::NextStep),
        ("none", "udlr", Autoreset::SameStep),
    ];
    for (view, actions, autoreset) in runs {
        let steps = if view == "rgb" { 100 } else { 400 };
        let (solved, truncated) = play(view, order(actions), autoreset, steps);
        assert!(solved > 0 && truncated > 0, "{view}: {solved} solved, {truncated} truncated");
    }
}

#[test]
fn pushes_are_those_the_rules_allow() {
    let levels = levels();
    let pool = Arc::new(Pool::new(&levels).expect("a pool"));
    let config = Config { view: View::Cells, in_order: true, max_steps: 40, ..Config::default() };
    let rewards = config.rewards;
    let mut batch = Batch::new(pool, levels.len(), config);
    let mut buffers = Buffers::new(&batch);
    batch.seed(0);
    batch.reset(None, &mut buffers.frames).expect("a reset");
    let mut slow: Vec<Slow> = levels.iter().map(Slow::new).collect();
    let (width, count) = (batch.pool().width(), batch.push_actions());
    let mut masks = vec![false; batch.len() * count];
    let mut rng = Rng::new(2);
    let mut made = 0;
    for _ in 0..30 {
        batch.push_masks(&mut masks).expect("masks");
        let mut chosen = Vec::new();
        for (game, slow) in slow.iter_mut().enumerate() {
            assert_eq!(batch.level(game), game);
            // Every way to walk and then push, by the slow rules.
            let mut expected = vec![false; count];
            for player in slow.state.reach(&slow.level) {
                let standing = State { boxes: slow.state.boxes.clone(), player };
                for dir in Dir::ALL {
                    if let Some((_, true)) = standing.step(&slow.level, dir) {
                        let cell = player.step(dir).expect("a box");
                        let square = usize::from(cell.row) * width + usize::from(cell.col);
                        expected[4 * square + dir.index()] = true;
                    }
                }
            }
            assert_eq!(masks[game * count..][..count], expected);
            let legal: Vec<usize> = (0..count).filter(|&action| expected[action]).collect();
            let any = rng.below(count);
            let action = if rng.chance(90) { *rng.pick(&legal).unwrap_or(&any) } else { any };
            chosen.push(action.cast_signed() as i64);
        }
        let before: Vec<bool> = slow.iter().map(|it| it.state.is_solved(&it.level)).collect();
        batch.step_pushes(&chosen, &mut buffers.out()).expect("a step");
        for (game, slow) in slow.iter_mut().enumerate() {
            if before[game] {
                // A new game of the same level, since as many games as levels are played.
                *slow = Slow::new(&levels[batch.level(game)]);
            } else {
                let (square, dir) = (chosen[game] as usize / 4, chosen[game] % 4);
                let dir = Dir::from_index(dir as u8);
                let cell = Cell::new((square / width) as u16, (square % width) as u16);
                if masks[game * count + chosen[game] as usize] {
                    slow.state.player = cell.step(dir.opposite()).expect("behind the box");
                    made += 1;
                    let reward = slow.step(Some(dir), true, rewards);
                    assert!((buffers.rewards[game] - reward).abs() < 1e-5);
                } else {
                    assert!((buffers.rewards[game] - rewards.step).abs() < 1e-9);
                }
                assert_eq!(buffers.terminated[game], slow.state.is_solved(&slow.level));
            }
            check_game(&batch, game, slow, &buffers);
        }
    }
    assert!(made > 300, "{made}");
}

#[test]
fn wrong_calls_change_nothing() {
    let levels = levels();
    let pool = Arc::new(Pool::new(&levels).expect("a pool"));
    let config = Config { view: View::Cells, autoreset: Autoreset::Disabled, ..Config::default() };
    let mut batch = Batch::new(pool, 2, config);
    let mut buffers = Buffers::new(&batch);
    batch.begin(0, 0, &mut buffers.frames).expect("a level");
    assert!(batch.begin(0, 99, &mut buffers.frames).is_err());
    let before = (batch.player(0), batch.player(1));
    for actions in [&[0, 4][..], &[-1, 0], &[0]] {
        assert!(batch.step(actions, &mut buffers.out()).is_err());
    }
    assert_eq!((batch.player(0), batch.player(1)), before);
    batch.step(&[3, 0], &mut buffers.out()).expect("a step");
    assert!(buffers.terminated[0]);
    let ended = batch.step(&[3, 0], &mut buffers.out()).expect_err("ended");
    assert_eq!(ended.to_string(), "game 0 has ended; reset it first");
    batch.reset(Some(&[true, false]), &mut buffers.frames).expect("a reset");
    batch.step(&[0, 0], &mut buffers.out()).expect("a step");
}

#[test]
fn seeds_decide_and_order_is_kept() {
    let levels = levels();
    let pool = Arc::new(Pool::new(&levels).expect("a pool"));
    let drawn = |seed| {
        let mut batch = Batch::new(Arc::clone(&pool), 8, Config::default());
        batch.seed(seed);
        batch.reset(None, &mut []).expect("a reset");
        (0..8).map(|game| batch.level(game)).collect::<Vec<_>>()
    };
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
    let config = Config { in_order: true, ..Config::default() };
    let mut batch = Batch::new(Arc::clone(&pool), 2, config);
    batch.seed(0);
    for turn in 0..3 {
        batch.reset(None, &mut []).expect("a reset");
        assert_eq!((batch.level(0), batch.level(1)), (2 * turn, 2 * turn + 1));
    }
    assert!(levels.iter().all(|level| level.tiles().contains(&Tile::Wall)));
}
