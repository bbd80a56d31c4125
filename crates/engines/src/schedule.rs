//! Which searches the default portfolio has on a level, with what shares, and on which threads.
//!
//! The shares are data, `schedule.txt`: learned from records of every search alone on every level of
//! a training set (`crates/engines/examples/learn_schedule.rs`). The rows are for boards with more and more
//! live squares, those on which a box can stand and still reach a goal.

use std::cmp::Reverse;

use hakooshi_search::Task;
use hakooshi_search::spec::{Member, SearchSpec};

use crate::REGISTRY;

/// The most threads of a portfolio: as many as it can have members.
pub const MOST_THREADS: usize = 32;

/// The table of shares.
const SCHEDULE: &str = include_str!("schedule.txt");

/// The rows of the table: the most live squares of a board, and the members.
fn rows() -> impl Iterator<Item = (usize, &'static str)> {
    let rows = SCHEDULE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.filter_map(|row| {
        let (condition, members) = row.split_once(':')?;
        let most = condition.strip_prefix("live<=").map_or(Some(usize::MAX), |n| n.parse().ok());
        Some((most?, members.trim()))
    })
}

/// The spec of the default portfolio on a board with so many live squares.
pub fn portfolio(live: usize) -> String {
    let row = rows().find(|(most, _)| live <= *most);
    format!("rota({})", row.map_or("", |(_, members)| members))
}

/// The default members for this level.
pub(crate) fn members_for(task: &Task) -> Vec<Member> {
    let text = portfolio(task.board.live().len());
    let spec = SearchSpec::parse(&text, task.objective, &REGISTRY);
    debug_assert!(spec.is_ok(), "{text}: {spec:?}");
    spec.map(|spec| spec.members).unwrap_or_default()
}

/// Deals the members out to at most so many threads: the largest share first, each to the thread
/// with the least so far. Within a thread the shares keep their ratios, so each search has nearly as
/// many times the work as there are threads.
pub(crate) fn deal(mut members: Vec<Member>, threads: usize) -> Vec<Vec<Member>> {
    members.sort_by_key(|member| Reverse(member.share));
    let mut teams: Vec<(u32, Vec<Member>)> = vec![(0, Vec::new()); threads.min(members.len())];
    for member in members {
        if let Some((load, team)) = teams.iter_mut().min_by_key(|(load, _)| *load) {
            *load += member.share;
            team.push(member);
        }
    }
    teams.into_iter().map(|(_, team)| team).collect()
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_search::Objective;

    use super::*;

    fn members(text: &str) -> Vec<Member> {
        let spec = SearchSpec::parse(text, Objective::Any, &REGISTRY);
        spec.unwrap_or_else(|error| panic!("{text}: {error}")).members
    }

    #[test]
    fn every_row_is_a_complete_portfolio_and_the_last_is_for_all_boards() {
        let lines = SCHEDULE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(rows().count(), lines.count(), "a row cannot be read");
        for (most, _) in rows() {
            let text = portfolio(most);
            let spec = SearchSpec::parse(&text, Objective::Any, &REGISTRY);
            assert!(spec.unwrap_or_else(|error| panic!("{text}: {error}")).is_complete());
        }
        let bounds: Vec<usize> = rows().map(|(most, _)| most).collect();
        assert!(bounds.is_sorted() && bounds.last() == Some(&usize::MAX), "{bounds:?}");
    }

    #[test]
    fn small_boards_have_the_first_row() {
        let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let shares = |members: Vec<Member>| {
            members.iter().map(|member| (member.label.clone(), member.share)).collect::<Vec<_>>()
        };
        let found = members_for(&Task::new(&board, &start));
        assert_eq!(shares(found), shares(members(&portfolio(0))));
    }

    #[test]
    fn threads_have_equal_loads_as_far_as_shares_allow() {
        let teams = deal(members("rota(fess*5,backward*4,forward*3,packing*2,value*2)"), 2);
        let loads: Vec<u32> =
            teams.iter().map(|team| team.iter().map(|member| member.share).sum()).collect();
        assert_eq!(loads, [9, 7]);
        assert_eq!(deal(members("rota(bfs,dfs)"), 5).len(), 2, "no thread without a search");
        assert_eq!(deal(Vec::new(), 3).len(), 0);
    }
}
