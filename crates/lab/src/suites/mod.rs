//! The comparisons that the reports themselves make, by name, with the figures they print.
//!
//! A figure belongs to a level, which is known by its id whatever file it comes in.

mod kth;
mod rolling_stone;
mod sokobot;
mod sokokids;

use hakooshi::Objective;
use hakooshi_search::spec::SpecError;

use crate::{Attribute, Contender};

/// A comparison out of a report.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The name in options.
    pub name: &'static str,
    /// One line about it.
    pub title: &'static str,
    /// The columns of the report, what stands for them, and what that minimises if it is not
    /// what the user asks for.
    pub engines: &'static [(&'static str, &'static str, Option<Objective>)],
    /// What the report tells of each level, in its words, and the attribute that is the same; a
    /// row per engine if none.
    pub rows: &'static [(&'static str, &'static str)],
    figures: Figures,
    /// Sentences to be read with its table.
    pub notes: &'static [&'static str],
}

/// The numbers of a report, by the id of the level.
#[derive(Clone, Copy, Debug)]
enum Figures {
    None,
    /// One row, for the first engines; zero for a level not solved.
    States(&'static [(&'static str, [u32; 3])]),
    /// A number for each row and engine; negative for none.
    Rows(&'static [(&'static str, &'static [[f64; 2]])]),
}

/// Every suite.
pub static SUITES: &[&Suite] =
    &[&sokokids::SUITE, &rolling_stone::SUITE, &kth::SUITE, &sokobot::SUITE];

impl Suite {
    /// The suite with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        SUITES.iter().copied().find(|suite| suite.name == name)
    }

    /// Whether each engine is the one before it with something more.
    pub fn builds_up(&self) -> bool {
        self.engines.iter().skip(1).all(|(label, ..)| label.starts_with("+ "))
    }

    /// The engines under the names of the report.
    pub fn contenders(&self, objective: Objective) -> Result<Vec<Contender>, SpecError> {
        let engines = self.engines.iter();
        engines
            .map(|&(label, spec, own)| Contender::labelled(label, spec, own.unwrap_or(objective)))
            .collect()
    }

    /// The rows of its table: its words, and the attribute read.
    pub fn attributes(&self) -> Vec<(&'static str, &'static Attribute)> {
        let rows = self.rows.iter();
        rows.filter_map(|&(title, name)| Some((title, Attribute::find(name)?))).collect()
    }

    /// Whether the report has a column for this engine.
    pub fn has_figures(&self, engine: usize) -> bool {
        match self.figures {
            Figures::None => false,
            Figures::States(_) => engine < 3,
            Figures::Rows(_) => engine < 2,
        }
    }

    /// What the report says of a level: `None` if it does not speak of the level, `Some(None)` if
    /// it did not solve it.
    pub fn figure(&self, id: &str, row: usize, engine: usize) -> Option<Option<f64>> {
        match self.figures {
            Figures::None => None,
            Figures::States(table) => {
                let (_, states) = table.iter().find(|(level, _)| *level == id)?;
                let states = *states.get(engine).filter(|_| row == 0)?;
                Some((states > 0).then_some(f64::from(states)))
            }
            Figures::Rows(table) => {
                let (_, rows) = table.iter().find(|(level, _)| *level == id)?;
                let value = *rows.get(row)?.get(engine)?;
                Some((value >= 0.0).then_some(value))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_can_be_read() {
        for suite in SUITES {
            assert!(suite.contenders(Objective::Pushes).is_ok_and(|it| it.len() > 1));
            assert_eq!(suite.attributes().len(), suite.rows.len());
        }
        let built_up = SUITES.iter().filter(|suite| suite.builds_up()).map(|suite| suite.name);
        assert!(built_up.eq(["rolling-stone"]));
        assert!(Suite::find("kth").is_some() && Suite::find("mit").is_none());
    }

    #[test]
    fn figures_belong_to_levels() {
        let suite = Suite::find("sokokids").expect("a suite");
        let Figures::States(table) = suite.figures else { panic!("a table of states") };
        assert_eq!(table.len(), 61);
        let total = |column: usize| table.iter().map(|(_, states)| states[column]).sum::<u32>();
        assert_eq!(total(2), 444_603);
        let solved = |column: usize| table.iter().filter(|(_, it)| it[column] > 0).count();
        assert_eq!([0, 1, 2].map(solved), [39, 58, 61]);
        let (first, sixteenth) = (table[0].0, table[15].0);
        assert_eq!(suite.figure(first, 0, 2), Some(Some(97.0)));
        assert_eq!(suite.figure(sixteenth, 0, 0), Some(None), "not solved");
        assert_eq!(suite.figure(first, 0, 3), None, "no such column");
        assert_eq!(suite.figure("another", 0, 0), None);
    }

    #[test]
    fn each_formulation_of_sokobot_minimises_what_it_counts() {
        let contenders = Suite::find("sokobot").expect("a suite").contenders(Objective::Any);
        for contender in contenders.expect("engines") {
            let moves = contender.label.ends_with("move");
            let wanted = if moves { Objective::Moves } else { Objective::Pushes };
            assert_eq!(contender.objective, wanted, "{}", contender.label);
        }
    }
}
