//! Lists the connected sets of squares of an order: every set once up to reflection, without memory
//! of the sets before.
//!
//! Redelmeier's algorithm (*Counting polyominoes: yet another attack*, Discrete Mathematics 36,
//! 1981) lists every set once up to translation. Each set grows from its first square in reading
//! order, square by square; a square that was passed over is not added later. Of the reflections of
//! a set, the one is kept that is the least list of squares.

use super::marks::Square;

/// The greatest order of the sets that are listed: the next has 200 million sets up to symmetry. (A
/// set and its box fit into 128 bits up to order 20.)
pub const MAX_SQUARES: usize = 17;

/// Calls `each` with every connected set of `order` squares, up to reflection. The squares are
/// sorted, and the least row and the least column are 0. Sets that differ by a quarter turn count
/// as different.
///
/// The time is proportional to the number of sets; the memory is proportional to the order.
///
/// # Errors
/// The first error that `each` returns; it ends the listing.
///
/// # Panics
/// If `order` is more than [`MAX_SQUARES`].
pub fn polyominoes<E>(
    order: usize,
    mut each: impl FnMut(&[Square]) -> Result<(), E>,
) -> Result<(), E> {
    assert!(
        order <= MAX_SQUARES,
        "sets of {order} squares are not listed"
    );
    if order == 0 {
        return Ok(());
    }
    let width = 2 * order + 1;
    let mut growth = Growth {
        order,
        width,
        seen: vec![false; width * (order + 1)],
        cells: Vec::with_capacity(order),
        squares: Vec::with_capacity(order),
    };
    // In the first row, the squares before the first one are no part of a set.
    growth.seen[..order].fill(true);
    growth.seen[order] = true;
    growth.grow(vec![order], &mut each)
}

/// A set that grows. Its cells are numbered row by row in a field that holds all sets.
struct Growth {
    order: usize,
    width: usize,
    /// The cells that are in the set, were passed over, or may be added.
    seen: Vec<bool>,
    cells: Vec<usize>,
    /// Room for the squares of a set.
    squares: Vec<Square>,
}

impl Growth {
    /// Calls `each` with all sets that grow from this one by some of the cells of `open` and by
    /// cells beside them.
    fn grow<E>(
        &mut self,
        mut open: Vec<usize>,
        each: &mut impl FnMut(&[Square]) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(cell) = open.pop() {
            self.cells.push(cell);
            if self.cells.len() == self.order {
                if self.is_least() {
                    each(&self.squares)?;
                }
            } else {
                let mut next = open.clone();
                for beside in self.beside(cell).into_iter().flatten() {
                    if !std::mem::replace(&mut self.seen[beside], true) {
                        next.push(beside);
                    }
                }
                let new = next[open.len()..].to_vec();
                self.grow(next, each)?;
                for cell in new {
                    self.seen[cell] = false;
                }
            }
            self.cells.pop();
        }
        Ok(())
    }

    /// The cells beside a cell. The sets never touch the left, the right or the lower edge of the
    /// field, except by their last square.
    fn beside(&self, cell: usize) -> [Option<usize>; 4] {
        let below = Some(cell + self.width).filter(|&c| c < self.seen.len());
        [
            cell.checked_sub(self.width),
            cell.checked_sub(1),
            Some(cell + 1),
            below,
        ]
    }

    /// Whether the set is the least of its reflections. If it is, `squares` has its squares.
    fn is_least(&mut self) -> bool {
        let at = |&cell: &usize| (cell / self.width, cell % self.width);
        let columns = self.cells.iter().map(|c| at(c).1);
        let (mut first, mut last) = (usize::MAX, 0);
        for column in columns {
            (first, last) = (first.min(column), last.max(column));
        }
        let wide = last - first + 1;
        // The first cell is in the first row.
        let height = self.cells.iter().map(|c| at(c).0).max().unwrap_or(0);
        let mut images = [0u128; 4];
        for cell in &self.cells {
            let (row, column) = at(cell);
            let (i, j) = (row, column - first);
            let (below, right) = (height - i, wide - 1 - j);
            for (image, (i, j)) in
                images
                    .iter_mut()
                    .zip([(i, j), (below, j), (i, right), (below, right)])
            {
                *image |= 1 << (i * wide + j);
            }
        }
        let [own, others @ ..] = images;
        // The set with the first square that only one of two sets has is the lesser one.
        let is_less = |other: u128| {
            let differ = own ^ other;
            differ & differ.wrapping_neg() & other != 0
        };
        if others.into_iter().any(is_less) {
            return false;
        }
        self.squares.clear();
        let mut rest = own;
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize;
            self.squares
                .push([(bit / wide) as i16, (bit % wide) as i16]);
            rest &= rest - 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Board;
    use crate::graph::canon::normal;
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    fn all(order: usize) -> Vec<Vec<Square>> {
        let mut sets = Vec::new();
        let done: Result<(), Infallible> = polyominoes(order, |squares| {
            sets.push(squares.to_vec());
            Ok(())
        });
        done.unwrap_or_else(|never| match never {});
        sets
    }

    /// A set has 1, 2, 4 or 8 images. Each set is listed with its reflections as one, so the sets
    /// and their quarter turns are the fixed polyominoes (A001168) and the free ones (A000105).
    #[test]
    fn the_numbers_of_sets_are_those_of_the_oeis() {
        let free = [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073];
        let fixed = [1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268];
        for (order, (free, fixed)) in (1..).zip(free.into_iter().zip(fixed)) {
            let sets = all(order);
            let image = |s: &[Square], f: &dyn Fn(Square) -> Square| {
                let moved: Vec<Square> = s.iter().map(|&s| f(s)).collect();
                normal(&Board::of_squares(moved))
                    .squares()
                    .map(<[Square]>::to_vec)
            };
            let mut turned = BTreeSet::new();
            let mut images = 0;
            for set in &sets {
                let turn = image(set, &|[i, j]| [j, i]).expect("squares");
                turned.insert(set.clone().min(turn));
                let reflected = [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(|[a, b]| {
                    let mut moved: Vec<Square> = set.iter().map(|&[i, j]| [a * i, b * j]).collect();
                    let least = |k: usize| moved.iter().map(|s| s[k]).min().unwrap_or(0);
                    let (top, left) = (least(0), least(1));
                    moved
                        .iter_mut()
                        .for_each(|s| *s = [s[0] - top, s[1] - left]);
                    moved.sort_unstable();
                    moved
                });
                images += BTreeSet::from(reflected).len();
            }
            assert_eq!((turned.len(), images), (free, fixed), "order {order}");
        }
    }

    #[test]
    fn sets_are_least_and_different() {
        for order in 1..=8 {
            let sets = all(order);
            for set in &sets {
                let least = normal(&Board::of_squares(set.clone()));
                assert_eq!(least.squares(), Some(set.as_slice()));
            }
            let different: BTreeSet<_> = sets.iter().collect();
            assert_eq!(different.len(), sets.len());
        }
    }
}
