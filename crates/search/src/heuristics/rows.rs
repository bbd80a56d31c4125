//! HOT. The rows of costs of an assignment problem.

/// The cost of a forbidden pair.
pub(super) const FORBIDDEN: i32 = 1 << 29;
/// The largest total of real costs.
pub(super) const MOST_TOTAL: u32 = 1 << 26;

/// Rows of costs to choose from, by number; they never change.
#[derive(Clone, Debug)]
pub struct Rows {
    columns: usize,
    /// The columns, rounded up to whole vectors by columns that are forbidden to all rows.
    stride: usize,
    costs: Vec<i32>,
}

/// Columns looked at together, in a vector.
pub(super) const LANES: usize = 8;

impl Rows {
    /// No rows yet.
    pub fn new(columns: usize) -> Self {
        Self { columns, stride: columns.next_multiple_of(LANES), costs: Vec::new() }
    }

    /// The same with room for this many rows: of a large board they take long to copy.
    #[must_use]
    pub fn with_room(mut self, rows: usize) -> Self {
        self.costs.reserve_exact(rows * self.stride);
        self
    }

    /// Adds a row and returns its number; `None` forbids a column.
    ///
    /// Costs that could make a total of more than 2^26 are capped, so a lower bound stays one. So a
    /// path is at most 2^26 plus a price of 2^27 long, less than `UNREACHED`, and one with a
    /// forbidden pair at least 2^29 less both, which is more; nothing overflows.
    pub fn push(&mut self, costs: impl Iterator<Item = Option<u32>>) -> u32 {
        let number = self.len();
        let most = self.most();
        let before = self.costs.len();
        self.costs.extend(costs.take(self.columns).map(|cost| capped(cost, most)));
        self.costs.resize(before + self.stride, FORBIDDEN);
        number as u32
    }

    /// Adds the rows of a table given by columns, of which each is asked for with its number and has an
    /// entry for each row. Columns of a large board lie far apart in memory, so a few rows are written
    /// at a time.
    pub fn push_columns<'a>(
        &mut self,
        rows: usize,
        column: impl Fn(usize) -> &'a [u16],
        cost: impl Fn(u16) -> Option<u32>,
    ) {
        let (stride, most) = (self.stride, self.most());
        let first = self.costs.len();
        self.costs.resize(first + rows * stride, FORBIDDEN);
        let blocks = self.costs[first..].chunks_mut((BLOCK * stride).max(1));
        for (some, at) in blocks.zip((0..rows).step_by(BLOCK)) {
            for number in 0..self.columns {
                let entries = &column(number)[at..rows.min(at + BLOCK)];
                let places = some[number..].iter_mut().step_by(stride);
                for (place, &entry) in places.zip(entries) {
                    *place = capped(cost(entry), most);
                }
            }
        }
    }

    /// The largest cost.
    fn most(&self) -> u32 {
        MOST_TOTAL / self.columns.max(1) as u32
    }

    /// The least cost of a row, zero if all are forbidden, and by how much each of its costs is more;
    /// those of forbidden pairs are alike in all rows.
    pub(super) fn profile(&self, row: u32) -> (u32, impl Iterator<Item = i32> + Clone) {
        let costs = &self.row(row)[..self.columns];
        let least = costs.iter().copied().min().filter(|&least| least < FORBIDDEN).unwrap_or(0);
        let above = move |&cost: &i32| if cost < FORBIDDEN { cost - least } else { FORBIDDEN };
        (least.cast_unsigned(), costs.iter().map(above))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.costs.len() / self.stride.max(1)
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The length of a row with the columns that fill it up.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The cost of a pair, unless it is forbidden.
    pub fn cost(&self, row: u32, column: usize) -> Option<u32> {
        let cost = self.row(row)[column];
        (cost < FORBIDDEN).then_some(cost.cast_unsigned())
    }

    #[inline]
    pub(super) fn row(&self, row: u32) -> &[i32] {
        &self.costs[row as usize * self.stride..][..self.stride]
    }
}

/// Rows written at a time by [`Rows::push_columns`]: as many entries as a line of the cache holds.
const BLOCK: usize = 32;

fn capped(cost: Option<u32>, most: u32) -> i32 {
    cost.map_or(FORBIDDEN, |cost| cost.min(most).cast_signed())
}
