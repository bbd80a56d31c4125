//! A tree of positions that differ by single pushes or pulls, linked to the shared frontier: what is
//! expanded is reported there, and every child is looked up among the positions reached in the other
//! direction.

use hakooshi_board::Position;
use hakooshi_search::algorithms::{Child, Tree, TreeOptions, Visit};
use hakooshi_search::frontier::FrontierLink;
use hakooshi_search::space::Space;
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::store::StateId;
use hakooshi_search::{Context, Cost, Stop, Task, Turn};

/// The most positions reported to the shared frontier. Beyond this, memory is better spent on the
/// search itself. Set by judgement.
const MOST_REPORTS: u64 = 1 << 19;

/// A tree and its link.
pub(crate) struct Linked<S: Space> {
    pub(crate) tree: Tree<S>,
    link: FrontierLink,
    start: Position,
    expanded: u64,
}

impl<S: Space> Linked<S> {
    pub(crate) fn new(space: S, spec: &SearchSpec, task: &Task) -> Self {
        Self {
            tree: planted(space, spec, task),
            link: FrontierLink::new(&task.frontier, S::DIRECTION),
            start: task.start.clone(),
            expanded: 0,
        }
    }

    /// Begins again with an empty tree.
    pub(crate) fn replant(&mut self, space: S, spec: &SearchSpec, task: &Task) {
        self.tree = planted(space, spec, task);
    }

    /// The roots, or the children of the position last expanded.
    pub(crate) fn children(&self) -> &[Child] {
        &self.tree.children
    }

    /// Adds the roots; the solution, if one of them was reached in the other direction.
    pub(crate) fn begin(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        self.tree.add_roots(context)?;
        Ok(self.meeting())
    }

    /// Expands a position, of which there are `open` more; the solution, if it ends there or one of the
    /// children was reached in the other direction. `bytes` are held by the search outside the tree.
    pub(crate) fn expand(
        &mut self,
        id: StateId,
        key: Cost,
        open: usize,
        bytes: usize,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        self.expanded += 1;
        match self.tree.visit(id, key, open, context)? {
            Visit::Goal => return Ok(Some(self.tree.found(id, context))),
            Visit::Dead => {
                self.tree.children.clear();
                return Ok(None);
            }
            Visit::Open => {}
        }
        if self.expanded <= MOST_REPORTS {
            self.report(id);
        }
        self.tree.hold(bytes + self.link.bytes())?;
        self.tree.expand(id, context)?;
        Ok(self.meeting())
    }

    /// The solution through a child of the position on the board that was reached in the other
    /// direction.
    fn meeting(&self) -> Option<Turn> {
        let Self { tree, link, start, .. } = self;
        let (board, parent_key) = (tree.space.board(), tree.space.position().box_key());
        let met = link.met_among(&tree.children, |child| {
            let moved = tree.store.action(child.id).and_then(|action| tree.space.moved(action));
            let boxes = moved.map_or(0, |(from, to)| board.box_key(from) ^ board.box_key(to));
            parent_key ^ boxes ^ board.player_key(tree.player(child.id))
        });
        met.into_iter().find_map(|(child, key)| {
            let own = tree.space.pushes(&tree.store.trail(child.id));
            link.via(board, start, own, key).map(Turn::Found)
        })
    }

    /// Reports the position on the board; its predecessors were reported before.
    fn report(&mut self, id: StateId) {
        let Self { tree, link, .. } = self;
        let last = tree.store.origin(id).and_then(|(before, action)| {
            let (from, to) = tree.space.moved(action)?;
            Some((from, to, tree.player(before)))
        });
        link.moved(tree.space.board(), tree.space.position(), tree.player(id), last);
    }

    /// Publishes the reports. Another search may have the next turn, and should know what this one
    /// reached.
    pub(crate) fn flush(&mut self) {
        self.link.flush();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}

fn planted<S: Space>(space: S, spec: &SearchSpec, task: &Task) -> Tree<S> {
    let mut tree = Tree::of(spec, task, space);
    tree.options = TreeOptions { informed: true, ..TreeOptions::default() };
    tree
}
