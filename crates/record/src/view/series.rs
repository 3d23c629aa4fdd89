//! A series of rows. It keeps all rows, or a part of them.

use std::ops::{Deref, DerefMut};

/// The part of a series that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// All rows.
    All,
    /// At most this many rows, evenly spaced, and the last one.
    Thinned(usize),
    /// The last rows, at most this many.
    Latest(usize),
    /// No rows: the log is not read.
    Nothing,
}

/// The rows that are kept, in order.
#[derive(Clone, Debug)]
pub struct Series<T> {
    keep: Keep,
    rows: Vec<T>,
    pushed: u64,
    /// The distance between two kept rows.
    stride: u64,
}

impl<T> Series<T> {
    /// An empty series.
    pub fn new(keep: Keep) -> Series<T> {
        Series {
            keep,
            rows: Vec::new(),
            pushed: 0,
            stride: 1,
        }
    }

    /// Adds the next row.
    pub fn push(&mut self, row: T) {
        match self.keep {
            Keep::All => self.rows.push(row),
            Keep::Thinned(most) => self.push_thinned(row, most),
            Keep::Latest(most) => {
                self.rows.push(row);
                if self.rows.len() > most {
                    self.rows.remove(0);
                }
            }
            Keep::Nothing => {}
        }
        self.pushed += 1;
    }

    /// Adds a row. First drops the last row, unless its index is a multiple of the stride. If the
    /// series then has more than `most` rows, drops every second one and doubles the stride.
    fn push_thinned(&mut self, row: T, most: usize) {
        if self.pushed > 0 && !(self.pushed - 1).is_multiple_of(self.stride) {
            self.rows.pop();
        }
        self.rows.push(row);
        if self.rows.len() > most {
            self.stride = self.stride.saturating_mul(2);
            let (last, mut place) = (self.rows.len(), 0);
            self.rows.retain(|_| {
                place += 1;
                place % 2 == 1 || place == last
            });
        }
    }
}

impl<T> Deref for Series<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.rows
    }
}

impl<T> DerefMut for Series<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 2048;

    #[test]
    fn a_short_series_is_whole() {
        let mut series = Series::new(Keep::Thinned(MOST));
        assert_eq!(series.len(), 0);
        (0..MOST as u64).for_each(|g| series.push(g));
        assert!(series.iter().copied().eq(0..MOST as u64));
    }

    #[test]
    fn a_million_generations_keep_a_few_thousand_rows() {
        let mut series = Series::new(Keep::Thinned(MOST));
        for g in 0..=1_000_001 {
            series.push(g);
            assert!(series.len() <= MOST && series.rows.capacity() <= 2 * MOST);
        }
        assert!(series.len() > MOST / 4, "{}", series.len());
        assert_eq!(series.first(), Some(&0));
        assert_eq!(series.last(), Some(&1_000_001));
        let even = &series[..series.len() - 1];
        assert!(even.windows(2).all(|w| w[1] - w[0] == series.stride));
    }

    #[test]
    fn the_latest_rows_are_kept_or_all() {
        let rows = |keep| {
            let mut series: Series<u64> = Series::new(keep);
            (0..5).for_each(|row| series.push(row));
            series.to_vec()
        };
        assert_eq!(rows(Keep::Latest(2)), [3, 4]);
        assert_eq!(rows(Keep::All), [0, 1, 2, 3, 4]);
        assert!(rows(Keep::Nothing).is_empty());
    }
}
