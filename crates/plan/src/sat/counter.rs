//! How much longer than the bound a plan has become, counted in the formula.
//!
//! The bound is a sum over boxes, and a push changes one term of it: by minus one if it is on
//! the way, else the push is in excess by what the sum then fails to fall. Pushes made, less
//! what the sum has fallen by, is the excess so far; a plan of K pushes affords K less the
//! bound. So one small unary counter says what a cardinality constraint over all boxes would:
//! that together they can still reach the goals in time.

use super::cnf::Lit;
use super::encoding::Encoding;

/// Goes on counting in layers that have been added, up to what is counted already.
pub(super) fn extend(encoding: &mut Encoding) {
    let levels = encoding.layers.iter().map(|layer| layer.used.len()).max().unwrap_or(0);
    count(encoding, levels);
}

/// Under `goal` the plan affords no more than `most`.
pub(super) fn limit(encoding: &mut Encoding, goal: Lit, most: u32) {
    let level = most as usize + 1;
    count(encoding, level);
    let last = encoding.layers.len() - 1;
    if let Some(&used) = encoding.layers[last].used.get(most as usize) {
        encoding.cnf.clause([-goal, -used]);
    }
}

/// Makes sure that every layer but the first counts so many levels.
fn count(encoding: &mut Encoding, levels: usize) {
    if levels == 0 {
        return;
    }
    for next in 1..encoding.layers.len() {
        let had = encoding.layers[next].used.len();
        for level in had..levels {
            let lit = encoding.cnf.var();
            encoding.layers[next].used.push(lit);
            // Level `l` stands for an excess of at least `l + 1`.
            if let Some(&before) = encoding.layers[next - 1].used.get(level) {
                encoding.cnf.clause([-before, lit]);
            }
            if level > 0 {
                let below = encoding.layers[next].used[level - 1];
                encoding.cnf.clause([-lit, below]);
            }
            for at in 0..encoding.facts.actions.len() {
                let excess = encoding.facts.actions[at].excess as usize;
                let push = encoding.steps[next - 1].pushes[at];
                if excess > level {
                    encoding.cnf.clause([-push, lit]);
                } else if excess > 0
                    && let Some(&before) = encoding.layers[next - 1].used.get(level - excess)
                {
                    encoding.cnf.clause([-push, -before, lit]);
                }
            }
        }
    }
}
