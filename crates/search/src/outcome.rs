//! What an algorithm can know. Whether an exhausted space proves the level unsolvable, and
//! whether what was found is optimal, follows from the claims of its parts.

use hakooshi_board::Push;

use crate::Stop;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raw {
    /// These pushes solve the position, or so the search believes; nobody trusts it before
    /// the verifier has replayed them.
    Found(Vec<Push>),
    /// Nothing is left to expand.
    Exhausted,
    /// A limit was met.
    Stopped(Stop),
}
