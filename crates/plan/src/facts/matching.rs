//! A cheapest way to give every box a goal of its own, with the prices that prove it.
//!
//! The Hungarian method by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987).
//! The prices of the columns are what the encodings want: with them the bound of any later
//! position is a sum over boxes, which a push changes in one place.

/// Stands for a pair that must not be chosen; larger than any sum of distances.
const NEVER: i64 = 1 << 40;

/// The least total of one entry per row in different columns, and a price for each column
/// such that a row's cheapest entry, less its column's price, is the one chosen. `None` if
/// every choice needs an entry that is missing.
pub(super) fn matching(costs: &[Vec<Option<i64>>]) -> Option<(i64, Vec<i64>)> {
    let rows = costs.len();
    let columns = costs.first().map_or(0, Vec::len);
    let cost = |row: usize, column: usize| costs[row][column].unwrap_or(NEVER);
    let mut row_price = vec![0; rows];
    let mut column_price = vec![0; columns];
    // The row in each column; the last place is the row that looks for one.
    let mut row_in: Vec<Option<usize>> = vec![None; columns + 1];
    for new in 0..rows {
        row_in[columns] = Some(new);
        let mut at = columns;
        let mut slack = vec![i64::MAX; columns];
        let mut way = vec![columns; columns];
        let mut seen = vec![false; columns + 1];
        while let Some(row) = row_in[at] {
            seen[at] = true;
            let (mut least, mut next) = (i64::MAX, columns);
            for column in (0..columns).filter(|&column| !seen[column]) {
                let reduced = cost(row, column) - row_price[row] - column_price[column];
                if reduced < slack[column] {
                    (slack[column], way[column]) = (reduced, at);
                }
                if slack[column] < least {
                    (least, next) = (slack[column], column);
                }
            }
            if next == columns {
                return None;
            }
            for column in 0..=columns {
                if seen[column] {
                    if let Some(row) = row_in[column] {
                        row_price[row] += least;
                    }
                    if column < columns {
                        column_price[column] -= least;
                    }
                } else {
                    slack[column] -= least;
                }
            }
            at = next;
        }
        while at != columns {
            row_in[at] = row_in[way[at]];
            at = way[at];
        }
    }
    let chosen = (0..columns).filter_map(|column| Some(costs[row_in[column]?][column]));
    let total: Option<i64> = chosen.sum();
    Some((total?, column_price))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_least_and_the_prices_prove_it() {
        let costs = [[4, 1, 3], [2, 0, 5], [3, 2, 2]].map(|row| row.map(Some).to_vec());
        let (total, prices) = matching(&costs).expect("complete");
        assert_eq!(total, 5);
        let cheapest = |row: &Vec<Option<i64>>| {
            row.iter().zip(&prices).filter_map(|(cost, price)| Some((*cost)? - price)).min()
        };
        let proved: i64 =
            costs.iter().filter_map(cheapest).sum::<i64>() + prices.iter().sum::<i64>();
        assert_eq!(proved, total);
    }

    #[test]
    fn missing_entries_are_never_chosen() {
        let costs = [vec![Some(1), None], vec![Some(1), Some(9)]];
        assert_eq!(matching(&costs).map(|found| found.0), Some(10));
        assert!(matching(&[vec![Some(1), None], vec![Some(1), None]]).is_none());
    }
}
