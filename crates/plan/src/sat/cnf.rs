//! Clauses as they are made: a flat list of literals, each clause closed by a zero, which is
//! both what a solver is fed with and what a DIMACS file holds.

use std::fmt::Write as _;

/// A variable, or its negation if negative; never zero.
pub(crate) type Lit = i32;

/// A formula in conjunctive normal form that grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cnf {
    vars: i32,
    clauses: usize,
    literals: Vec<Lit>,
}

impl Cnf {
    /// A new variable.
    pub(crate) fn var(&mut self) -> Lit {
        self.vars += 1;
        self.vars
    }

    /// Adds the clause that one of `literals` holds.
    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.literals.extend(literals);
        self.literals.push(0);
        self.clauses += 1;
    }

    /// Adds that `all` of these imply one of `some`.
    pub(crate) fn implies(&mut self, all: &[Lit], some: impl IntoIterator<Item = Lit>) {
        self.clause(all.iter().map(|&lit| -lit).chain(some));
    }

    /// A new variable that holds if and only if one of `literals` does.
    pub(crate) fn or(&mut self, literals: &[Lit]) -> Lit {
        let any = self.var();
        for &lit in literals {
            self.clause([-lit, any]);
        }
        self.implies(&[any], literals.iter().copied());
        any
    }

    /// Adds that at most one of `literals` holds: pair by pair if they are few, else by a
    /// ladder of variables that say whether one has held so far (Sinz 2005).
    pub(crate) fn at_most_one(&mut self, literals: &[Lit]) {
        if literals.len() <= 5 {
            for (at, &one) in literals.iter().enumerate() {
                for &other in &literals[..at] {
                    self.clause([-one, -other]);
                }
            }
            return;
        }
        let mut before: Option<Lit> = None;
        for (at, &lit) in literals.iter().enumerate() {
            if let Some(before) = before {
                self.clause([-before, -lit]);
            }
            if at + 1 < literals.len() {
                let so_far = self.var();
                self.clause([-lit, so_far]);
                if let Some(before) = before {
                    self.clause([-before, so_far]);
                }
                before = Some(so_far);
            }
        }
    }

    /// How many variables there are.
    pub(crate) fn vars(&self) -> i32 {
        self.vars
    }

    /// How many clauses were ever added.
    pub(crate) fn clauses(&self) -> usize {
        self.clauses
    }

    /// The literals added since the last call, for a solver that keeps them.
    pub(crate) fn take_new(&mut self) -> Vec<Lit> {
        std::mem::take(&mut self.literals)
    }

    /// About what a solver takes for the formula, by its size alone: clauses with watches
    /// and headers, and some tables for each variable.
    pub(crate) fn bytes(&self) -> usize {
        self.clauses * 80 + self.vars.max(0) as usize * 300
    }

    /// The formula as a DIMACS file, with `comments` at its head.
    pub(crate) fn dimacs(&self, comments: &str) -> String {
        let mut text = String::new();
        for line in comments.lines() {
            let _ = writeln!(text, "c {line}");
        }
        let _ = writeln!(text, "p cnf {} {}", self.vars, self.clauses);
        for lit in &self.literals {
            let _ = write!(text, "{lit}");
            text.push(if *lit == 0 { '\n' } else { ' ' });
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_counts_and_one_clause_a_line() {
        let mut cnf = Cnf::default();
        let (a, b) = (cnf.var(), cnf.var());
        cnf.clause([a, -b]);
        cnf.implies(&[a], [b]);
        assert_eq!(cnf.dimacs("two\nlines"), "c two\nc lines\np cnf 2 2\n1 -2 0\n-1 2 0\n");
    }

    #[cfg(feature = "sat")]
    #[test]
    fn at_most_one_allows_each_alone_and_no_two() {
        for count in [3_usize, 9] {
            let mut cnf = Cnf::default();
            let lits: Vec<Lit> = (0..count).map(|_| cnf.var()).collect();
            cnf.at_most_one(&lits);
            let holds = |chosen: &[usize]| {
                let mut solver = cadical_sys::CaDiCal::new();
                cnf.literals.iter().for_each(|&lit| solver.add(lit));
                for (at, &lit) in lits.iter().enumerate() {
                    solver.assume(if chosen.contains(&at) { lit } else { -lit });
                }
                solver.solve() == cadical_sys::Status::SATISFIABLE
            };
            assert!(holds(&[]));
            for one in 0..count {
                assert!(holds(&[one]));
                assert!((0..one).all(|other| !holds(&[one, other])));
            }
        }
    }
}
