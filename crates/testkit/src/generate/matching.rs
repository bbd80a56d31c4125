//! Minimum-cost assignment of boxes to goals: the Hungarian method with potentials (Kuhn 1955, Munkres
//! 1957), row by row, cubic in the number of boxes.

/// The least total of `cost(row, column)` over pairings of `size` rows and columns, or `None`
/// when every pairing uses a forbidden pair.
pub(super) fn cheapest(size: usize, cost: impl Fn(usize, usize) -> Option<u32>) -> Option<u32> {
    const FORBIDDEN: i64 = 1 << 20;
    let price = |row, column| cost(row, column).map_or(FORBIDDEN, i64::from);
    // Column `size` stands for "the row now being placed"; owner[c] is the row that holds c.
    let mut owner = vec![usize::MAX; size + 1];
    let (mut of_row, mut of_column) = (vec![0i64; size], vec![0i64; size + 1]);
    for row in 0..size {
        owner[size] = row;
        let mut slack = vec![i64::MAX; size];
        let mut came_from = vec![size; size];
        let mut settled = vec![false; size + 1];
        let mut column = size;
        while owner[column] != usize::MAX {
            settled[column] = true;
            let holder = owner[column];
            for other in (0..size).filter(|&other| !settled[other]) {
                let reduced = price(holder, other) - of_row[holder] - of_column[other];
                if reduced < slack[other] {
                    slack[other] = reduced;
                    came_from[other] = column;
                }
            }
            let nearest = (0..size).filter(|&other| !settled[other]).min_by_key(|&c| slack[c])?;
            let delta = slack[nearest];
            for other in 0..=size {
                if settled[other] {
                    of_row[owner[other]] += delta;
                    of_column[other] -= delta;
                } else {
                    slack[other] -= delta;
                }
            }
            column = nearest;
        }
        while column != size {
            owner[column] = owner[came_from[column]];
            column = came_from[column];
        }
    }
    (0..size).map(|column| cost(owner[column], column)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn brute(size: usize, used: u32, row: usize, table: &[Vec<Option<u32>>]) -> Option<u32> {
        if row == size {
            return Some(0);
        }
        (0..size)
            .filter(|column| used & (1 << column) == 0)
            .filter_map(|c| Some(table[row][c]? + brute(size, used | (1 << c), row + 1, table)?))
            .min()
    }

    #[test]
    fn trying_all_pairings_finds_nothing_cheaper() {
        let mut rng = Rng::new(11);
        let mut impossible = 0;
        for _ in 0..500 {
            let size = rng.between(0, 5);
            let mut cell = || (!rng.chance(35)).then(|| rng.below(20) as u32);
            let table: Vec<Vec<_>> =
                (0..size).map(|_| (0..size).map(|_| cell()).collect()).collect();
            let truth = brute(size, 0, 0, &table);
            assert_eq!(cheapest(size, |row, column| table[row][column]), truth, "{table:?}");
            impossible += u32::from(truth.is_none());
        }
        assert!((20..400).contains(&impossible), "{impossible}");
    }
}
