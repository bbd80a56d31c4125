//! Whether a bipartite graph has a matching that covers its left side: boxes and goals, start
//! squares and boxes.
//!
//! Augmenting paths (Kuhn 1955): a left vertex whose neighbours are all matched tries to rematch
//! one of their partners. Free neighbours are looked for first: where nearly every pair is allowed,
//! as with boxes and goals, trying them in turn would rematch all vertices before.

/// A matching, with its memory reused between calls.
#[derive(Clone, Debug, Default)]
pub struct BipartiteMatching {
    /// By right vertex: the left vertex it is matched with.
    partner: Vec<Option<usize>>,
    /// By right vertex: already tried for the current left vertex.
    tried: Vec<bool>,
}

impl BipartiteMatching {
    /// Whether each of `left` vertices can be matched with a different one of `right` vertices;
    /// `has_edge(left, right)` says which pairs are allowed.
    pub fn exists(
        &mut self,
        left: usize,
        right: usize,
        has_edge: impl Fn(usize, usize) -> bool,
    ) -> bool {
        self.partner.clear();
        self.partner.resize(right, None);
        (0..left).all(|vertex| {
            self.tried.clear();
            self.tried.resize(right, false);
            self.augment(vertex, &has_edge)
        })
    }

    fn augment(&mut self, left: usize, has_edge: &impl Fn(usize, usize) -> bool) -> bool {
        let mut rights = 0..self.partner.len();
        let free = |&right: &usize| self.partner[right].is_none() && has_edge(left, right);
        if let Some(right) = rights.find(free) {
            self.partner[right] = Some(left);
            return true;
        }
        for right in 0..self.partner.len() {
            if self.tried[right] || !has_edge(left, right) {
                continue;
            }
            self.tried[right] = true;
            if self.partner[right].is_some_and(|other| self.augment(other, has_edge)) {
                self.partner[right] = Some(left);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matchings_are_augmented_and_shortages_found() {
        let mut matching = BipartiteMatching::default();
        let edges = [[true, true, false], [true, false, false], [false, true, true]];
        assert!(matching.exists(3, 3, |left, right| edges[left][right]));
        assert!(!matching.exists(3, 3, |left, right| right == 0 || left == 2));
        assert!(!matching.exists(2, 1, |_, _| true));
        assert!(matching.exists(0, 0, |_, _| false));
    }
}
