//! Sets of squares by their rows and their columns, as the player sees them who moves.

use super::strips::dominoes;

/// The greatest number of rows and of columns.
pub const SIDE: usize = 10;

/// A set of squares and an integer. The player who moves is Left: she plays in the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines {
    pub rows: [u16; SIDE],
    pub columns: [u16; SIDE],
    pub number: i16,
}

impl Lines {
    pub fn of_rows(rows: [u16; SIDE]) -> Lines {
        let column = |j| {
            let bits = rows.iter().enumerate().map(|(i, row)| (row >> j & 1) << i);
            bits.sum()
        };
        let mut lines = Lines {
            rows,
            columns: std::array::from_fn(column),
            number: 0,
        };
        lines.drop_numbers();
        lines
    }

    /// The negative: the set as the other player sees it.
    pub fn turned(&self) -> Lines {
        Lines {
            rows: self.columns,
            columns: self.rows,
            number: -self.number,
        }
    }

    /// The sets after the moves, as the other player sees them. The last is a move in the integer.
    pub fn options(&self) -> impl Iterator<Item = Lines> {
        let places = (0..SIDE).flat_map(|j| {
            let starts = self.columns[j] & self.columns[j] >> 1;
            (0..SIDE)
                .filter(move |i| starts >> i & 1 == 1)
                .map(move |i| [i, j])
        });
        let in_number = (self.number > 0).then(|| Lines {
            number: self.number - 1,
            ..*self
        });
        let after = places.map(|[i, j]| self.without(i, j));
        after.chain(in_number).map(|lines| lines.turned())
    }

    /// The number of moves on the squares.
    pub fn moves(&self) -> u32 {
        let starts = self.columns.iter().map(|c| (c & c >> 1).count_ones());
        starts.sum()
    }

    /// The set without the square of row `i` and column `j` and the square below.
    fn without(&self, i: usize, j: usize) -> Lines {
        let mut lines = *self;
        lines.rows[i] &= !(1 << j);
        lines.rows[i + 1] &= !(1 << j);
        lines.columns[j] &= !(3 << i);
        lines.drop_numbers();
        lines
    }

    /// Replaces components within one line by the numbers of their dominoes.
    fn drop_numbers(&mut self) {
        self.number += drop_lines(&mut self.columns, &mut self.rows);
        self.number -= drop_lines(&mut self.rows, &mut self.columns);
    }

    /// The least of the reflections of the set at the axes, moved to the first row and column, with
    /// its integer. They all have the same value.
    pub fn key(&self) -> u128 {
        let all = self.rows.iter().fold(0, |all, row| all | row);
        let first = self.rows.iter().position(|&row| row != 0).unwrap_or(0);
        let last = self.rows.iter().rposition(|&row| row != 0).unwrap_or(0);
        let [shift, mirrored] = [all.trailing_zeros(), all.leading_zeros()].map(|n| n % 16);
        let mut keys = [0u128; 4];
        for k in first..=last {
            for (key, row) in keys.chunks_mut(2).zip([k, first + last - k]) {
                let row = self.rows[row];
                key[0] = key[0] << SIDE | u128::from(row >> shift);
                key[1] = key[1] << SIDE | u128::from(row.reverse_bits() >> mirrored);
            }
        }
        let least = keys.into_iter().min().unwrap_or(0);
        least | u128::from(self.number as u8) << (SIDE * SIDE)
    }
}

/// Removes the components within a line from the lines in one direction and from those across.
/// Returns the number of dominoes that fit into them.
fn drop_lines(lines: &mut [u16; SIDE], across: &mut [u16; SIDE]) -> i16 {
    let mut number = 0;
    for j in 0..SIDE {
        let line = lines[j];
        let beside = if j > 0 { lines[j - 1] } else { 0 };
        let mut linked = line & (beside | lines.get(j + 1).unwrap_or(&0));
        loop {
            let grown = line & (linked | linked << 1 | linked >> 1);
            if grown == linked {
                break;
            }
            linked = grown;
        }
        let dropped = line & !linked;
        if dropped != 0 {
            number += dominoes(dropped);
            lines[j] = linked;
            let rows = across.iter_mut().enumerate();
            rows.filter(|(i, _)| dropped >> i & 1 == 1)
                .for_each(|(_, row)| *row &= !(1 << j));
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playable::Playable;
    use crate::squares::Region;
    use boilingpoint_rules::{Domineering, Player};
    use std::collections::{HashMap, HashSet};

    fn all_within_three_by_three() -> impl Iterator<Item = [u16; SIDE]> {
        (0u16..1 << 9).map(|set| {
            let mut rows = [0; SIDE];
            for (i, row) in rows[..3].iter_mut().enumerate() {
                *row = set >> (3 * i) & 7;
            }
            rows
        })
    }

    /// The components that are no integers, and the sum of the integers.
    fn split(rows: &[u16; SIDE]) -> (Vec<Region>, i64) {
        let (parts, number) = Region::of_rows(rows).parts(&Domineering);
        (parts.to_vec(), number)
    }

    #[test]
    fn lines_have_the_components_and_the_options_of_the_set() {
        for rows in all_within_three_by_three() {
            let lines = Lines::of_rows(rows);
            let (parts, number) = split(&rows);
            assert_eq!(split(&lines.rows), (parts, 0), "{rows:?}");
            assert_eq!(i64::from(lines.number), number);
            let across = Lines::of_rows(lines.columns);
            assert_eq!((across.rows, across.columns), (lines.columns, lines.rows));
            let region = Region::of_rows(&lines.rows);
            let expected = region.options(&Domineering, Player::Left).map(|option| {
                let (parts, number) = option.turned().parts(&Domineering);
                (parts.to_vec(), number - i64::from(lines.number))
            });
            let mut expected: Vec<(Vec<Region>, i64)> = expected.collect();
            assert_eq!(expected.len(), lines.moves() as usize);
            if number > 0 {
                let (parts, _) = split(&lines.columns);
                expected.push((parts, 1 - number));
            }
            for option in lines.options() {
                let (parts, number) = split(&option.rows);
                assert_eq!(number, 0);
                let found = (parts, i64::from(option.number));
                let place = expected.iter().position(|option| *option == found);
                expected.swap_remove(place.expect("an option of the set"));
            }
            assert!(expected.is_empty(), "{rows:?}");
        }
    }

    #[test]
    fn keys_are_those_of_reflections() {
        let mut keys: HashMap<u128, [u16; SIDE]> = HashMap::new();
        let mut classes = HashSet::new();
        for rows in all_within_three_by_three() {
            let lines = Lines {
                rows,
                columns: [0; SIDE],
                number: 0,
            };
            let mirrored = rows.map(|row| row.reverse_bits() >> 13);
            let images = [rows, mirrored].map(|rows| {
                let turned = [rows[2], rows[1], rows[0]];
                [[rows[0], rows[1], rows[2]], turned]
            });
            let moved = |rows: &[u16; 3]| {
                let all = rows[0] | rows[1] | rows[2];
                let first = rows.iter().position(|&row| row != 0).unwrap_or(0);
                let mut moved = [0; 3];
                for (to, from) in moved.iter_mut().zip(&rows[first..]) {
                    *to = from >> (all.trailing_zeros() % 16);
                }
                moved
            };
            let least = images.as_flattened().iter().map(moved).min();
            classes.insert(least);
            let first = keys.entry(lines.key()).or_insert(rows);
            for image in images.as_flattened() {
                let mut rows = [0; SIDE];
                rows[..3].copy_from_slice(image);
                assert_eq!(Lines { rows, ..lines }.key(), lines.key(), "{first:?}");
            }
            for number in [-50, -1, 1, 50] {
                assert_ne!(Lines { number, ..lines }.key(), lines.key());
            }
        }
        assert_eq!(keys.len(), classes.len());
    }
}
