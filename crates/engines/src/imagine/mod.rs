//! Search for an imagined position: the level is untangled from one end, and the search from the
//! other end aims at the result.
//!
//! Both halves are feature space searches by macro moves, each taking one box any distance. The
//! first half stops after a fixed number of positions; the second then aims at the best position
//! found, and ends as soon as it meets any position of the first. Untangling the solved position
//! corresponds to the "HF" strategies of Shoham's Festival, untangling the start to "REV", and
//! pulling straight back to the start, without untangling, to "Dragonfly".

mod approach;
mod untangle;

use approach::Approach;
use hakooshi_board::analysis::Distances;
use hakooshi_board::{BoxMove, Direction, Pulling, Pushing, Way};
use hakooshi_search::frontier::{Line, pushes_of};
use hakooshi_search::spec::{Alias, Param, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Cost, Reservation, Search, Stop, Task, Turn, go_on};
use untangle::Untangle;

use crate::play::BOTH_WAYS;
use crate::scenes::{Boxes, Cells, Control, NodeId, ORDER, Progress, Scene, Tree, UNRANKED, WIDTH};

/// What makes a position easy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The player can reach everything.
    Open,
    /// Boxes are far from the goals.
    Far,
}

/// What the second half minimises first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ApproachOrder {
    /// The number of regions of free floor.
    Open,
    /// The distance to the position aimed at.
    Straight,
}

/// Search for an imagined position: untangled in the direction `U`, approached in the other.
struct Imagine<U: Way> {
    spec: SearchSpec,
    task: Task,
    untangle: Untangle<U>,
    first: Tree<Untangle<U>>,
    second: Option<Box<Second<U::Reverse>>>,
    memory: Reservation,
}

type Second<W> = (Approach<W>, Tree<Approach<W>>);

impl<U: Way> Imagine<U> {
    /// A search of `task`, which must have a box for every goal.
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        let aim = [Aim::Open, Aim::Far][spec.search.params.choice(AIM.name)];
        Self {
            untangle: Untangle::new(spec, task, aim),
            first: Tree::new(Box::new(Cells::default())),
            second: None,
            memory: task.memory.reservation(),
            spec: spec.clone(),
            task: task.clone(),
        }
    }

    /// One expansion of the first half, or the beginning of the second.
    fn untangle(&mut self, context: &mut Context<'_>) -> Result<Option<Vec<BoxMove>>, Stop> {
        let Self { spec, task, untangle, first, .. } = self;
        let board = &task.board;
        untangle.game.prepare(context)?;
        if first.len() == 0 {
            for root in Boxes::roots(task, U::DIRECTION) {
                untangle.game.link.root(root.key(board), root.player);
                first.add_root(untangle, root, UNRANKED);
                context.look()?;
            }
        }
        if first.len() < spec.search.params.get(UNTANGLING.name) as usize {
            let progress = first.advance(untangle);
            context.look()?;
            match progress {
                Progress::New(node) => {
                    let Boxes { boxes, player, .. } = first.state(node);
                    context.show(U::DIRECTION, boxes, *player);
                    return Ok(untangle.game.link.line(|| trail(first, node)));
                }
                Progress::Barren => return Ok(None),
                Progress::Exhausted => {}
            }
        }
        untangle.game.link.flush();
        let aim = &first.state(first.best()).boxes;
        // Pushes between squares of the aim and all others, in the direction of the second half.
        let ways = match U::Reverse::DIRECTION {
            Direction::Forward => Distances::to(board, aim),
            Direction::Backward => Distances::from(board, aim),
        };
        let order =
            [ApproachOrder::Open, ApproachOrder::Straight][spec.search.params.choice(MANNER.name)];
        let mut approach = Approach::new(spec, task, order, (aim, &ways));
        approach.game.prepare(context)?;
        let mut tree = Tree::new(Control::of(spec).order(board));
        for root in Boxes::roots(task, U::Reverse::DIRECTION) {
            approach.game.link.root(root.key(board), root.player);
            tree.add_root(&mut approach, root, UNRANKED);
            context.look()?;
        }
        self.second = Some(Box::new((approach, tree)));
        Ok(None)
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let bytes = self.bytes();
        self.memory.resize(bytes)?;
        context.expand(Cost::ZERO, self.first.open())?;
        let line = match &mut self.second {
            None => self.untangle(context)?,
            Some(second) => {
                let (scene, tree) = &mut **second;
                scene.game.prepare(context)?;
                let progress = tree.advance(scene);
                context.look()?;
                match progress {
                    Progress::New(node) => {
                        let Boxes { boxes, player, .. } = tree.state(node);
                        context.show(U::Reverse::DIRECTION, boxes, *player);
                        scene.game.link.line(|| trail(tree, node))
                    }
                    Progress::Barren => None,
                    Progress::Exhausted => return Ok(Some(Turn::Exhausted)),
                }
            }
        };
        let Task { board, start, .. } = &self.task;
        let play = |moves: Vec<BoxMove>| pushes_of(board, start, &moves);
        Ok(line.and_then(play).map(Turn::Found))
    }
}

/// The moves from a root to a node, and the player's region at the root.
fn trail<S: Scene<State = Boxes, Move = BoxMove>>(tree: &Tree<S>, node: NodeId) -> Line {
    let (root, moves) = tree.trail(node);
    (moves, tree.state(root).player)
}

impl<U: Way> Search for Imagine<U> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let turn = go_on(nodes, || self.step(context));
        // Another search may have the next turn, and should know what this one reached.
        match &mut self.second {
            None => self.untangle.game.link.flush(),
            Some(second) => second.0.game.link.flush(),
        }
        turn
    }

    fn bytes(&self) -> usize {
        let second = self.second.as_ref().map_or(0, |second| second.0.bytes() + second.1.bytes());
        self.untangle.bytes() + self.first.bytes() + second
    }
}

const AIM: Param = Param::word(
    "aim",
    "the position to aim at: open, or with boxes far from the goals",
    &["open", "far"],
);

const FROM: Param = Param::word("from", "the end to untangle", &["goals", "start"]);

const MANNER: Param =
    Param::word("manner", "how to search for that position", &["open", "straight"]);

const UNTANGLING: Param = Param::number(
    "untangling",
    "positions to expand while untangling; 0 to skip it",
    1000.0,
    (0.0, 1e9),
);

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "imagine",
    title: "untangles the position at one end and searches for the result from the other",
    reference: "Shoham, Festival: HF, MAX_DIST, REV, Dragonfly",
    params: &[AIM, FROM, MANNER, UNTANGLING, ORDER, WIDTH],
    claims: SearchClaims { price: 27, ..BOTH_WAYS },
    build: |spec, task| match spec.search.params.choice(FROM.name) {
        0 => Box::new(Imagine::<Pulling>::new(spec, task)),
        _ => Box::new(Imagine::<Pushing>::new(spec, task)),
    },
};

pub(crate) const FAR: Alias = Alias {
    name: "imagine_far",
    spec: "imagine(aim=far)",
    title: "imagine; aims at a position with the boxes far from the goals (MAX_DIST)",
};

pub(crate) const START: Alias = Alias {
    name: "imagine_start",
    spec: "imagine(from=start)",
    title: "imagine; the start is untangled and approached by pulls (REV)",
};

pub(crate) const BEAMS: Alias = Alias {
    name: "imagine_beams",
    spec: "imagine(order=beams)",
    title: "imagine; the second half by beams",
};

pub(crate) const BEAMS_FAR: Alias = Alias {
    name: "imagine_beams_far",
    spec: "imagine(aim=far,order=beams)",
    title: "imagine_far; the second half by beams",
};

pub(crate) const BEAMS_START: Alias = Alias {
    name: "imagine_beams_start",
    spec: "imagine(from=start,order=beams)",
    title: "imagine_start; the second half by beams",
};

pub(crate) const DRAGONFLY: Alias = Alias {
    name: "dragonfly",
    spec: "imagine(from=start,manner=straight,untangling=0)",
    title: "greedy search by macro pulls, straight back to the start (Dragonfly)",
};
