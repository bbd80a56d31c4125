//! The best line so far, and the conditions for replacing it.

use std::ops::Range;

use hakooshi_level::{Metric, Ranking};

use crate::line::Line;
use crate::scale::Scale;

/// The best line so far, with everything methods need to know about the task.
#[derive(Clone, Debug)]
pub(crate) struct Incumbent {
    line: Line,
    ranking: Ranking,
    scale: Scale,
    /// Pushes at the beginning and at the end that must stay as they are.
    kept: (usize, usize),
    /// Metrics that a better line must not exceed.
    ceiling: Option<(Metric, u32)>,
    /// Other solutions of the level.
    others: Vec<Line>,
    /// Where sweeps begin.
    origin: usize,
    version: u64,
}

/// The number of other solutions kept.
const MOST_OTHERS: usize = 16;

impl Incumbent {
    pub(crate) fn new(line: Line, ranking: Ranking) -> Self {
        let scale = Scale::new(&ranking);
        let (kept, others) = ((0, 0), Vec::new());
        Self { line, scale, ranking, kept, ceiling: None, others, origin: 0, version: 0 }
    }

    /// Allows only the pushes of `stretch` to change.
    pub(crate) fn within(&mut self, stretch: &Range<usize>) {
        let len = self.line.len();
        self.kept = (stretch.start.min(len), len - stretch.end.min(len));
    }

    /// Forbids lines with more of `metric` than the current one.
    pub(crate) fn capped(&mut self, metric: Metric) {
        self.ceiling = Some((metric, self.line.score().get(metric)));
    }

    /// Starts sweeps at this fraction of the line.
    pub(crate) fn start_at(&mut self, fraction: f64) {
        self.origin = (fraction * self.line.len() as f64) as usize;
    }

    /// Where sweeps begin.
    pub(crate) fn origin(&self) -> usize {
        self.origin
    }

    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    pub(crate) fn scale(&self) -> Scale {
        self.scale
    }

    /// The positions between which the line may change.
    pub(crate) fn range(&self) -> Range<usize> {
        let end = self.line.len().saturating_sub(self.kept.1);
        self.kept.0.min(end)..end
    }

    pub(crate) fn others(&self) -> &[Line] {
        &self.others
    }

    /// A number that increases with every change of the line.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Adds another solution to combine with the best.
    pub(crate) fn add_other(&mut self, line: Line) {
        let is_known = self.others.iter().any(|other| other.pushes() == line.pushes());
        if !is_known && self.others.len() < MOST_OTHERS && line.pushes() != self.line.pushes() {
            self.others.push(line);
            self.version += 1;
        }
    }

    /// Whether `line` may replace the best.
    pub(crate) fn is_better(&self, line: &Line) -> bool {
        let (new, old) = (line.score(), self.line.score());
        let fits = |(metric, most)| new.get(metric) <= most;
        self.ranking.is_better(&new, &old) && self.ceiling.is_none_or(fits)
    }

    /// Takes `line` if it is better; says whether it was.
    pub(crate) fn offer(&mut self, line: Line) -> bool {
        let is_better = self.is_better(&line);
        if is_better {
            self.line = line;
            self.version += 1;
        }
        is_better
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::tests::line;

    const HALL: &str = "#########\n#       #\n#@$   . #\n#   $ . #\n#       #\n#########";

    #[test]
    fn only_a_better_line_takes_its_place() {
        let (long, short) = (line(HALL, "RRdRluRRldR"), line(HALL, "RRRRlldRR"));
        let ranking: Ranking = "moves".parse().expect("a ranking");
        let mut incumbent = Incumbent::new(long.clone(), ranking.clone());
        assert!(!incumbent.offer(long.clone()), "no better than itself");
        assert!(incumbent.offer(short.clone()) && !incumbent.offer(long.clone()));
        assert_eq!((incumbent.version(), incumbent.range()), (1, 0..6));
        incumbent.within(&(2..4));
        assert_eq!(incumbent.range(), 2..4);
        incumbent.add_other(short.clone());
        incumbent.add_other(long.clone());
        incumbent.add_other(long.clone());
        assert_eq!(incumbent.others().len(), 1);
        let mut capped = Incumbent::new(long, "lines".parse().expect("a ranking"));
        capped.ceiling = Some((Metric::Moves, 3));
        assert!(!capped.offer(short));
    }
}
