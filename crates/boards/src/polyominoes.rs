//! Lists the connected sets of squares of an order: every set once up to reflection, without memory
//! of the sets before.
//!
//! Redelmeier's algorithm (*Counting polyominoes: yet another attack*, Discrete Mathematics 36,
//! 1981) lists every set once up to translation. Each set grows from its first square in reading
//! order, square by square; a square that was passed over is not added later. Of the reflections of
//! a set, the one is kept that is the least list of squares.

use super::marks::Square;

/// The greatest order of the sets that are listed: the next has 200 million sets up to symmetry.
pub const MAX_SQUARES: usize = 17;

/// The cells of a row of the field in which sets grow: a power of two, so that a cell's row and
/// column are bits of its number. A set never reaches the left or the right edge.
const WIDTH: usize = 64;
const _: () = assert!(2 * MAX_SQUARES < WIDTH);

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
    let mut growth = Growth {
        order,
        seen: vec![false; WIDTH * (order + 1)],
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
        let below = Some(cell + WIDTH).filter(|&c| c < self.seen.len());
        [
            cell.checked_sub(WIDTH),
            cell.checked_sub(1),
            Some(cell + 1),
            below,
        ]
    }

    /// Whether the set is the least of its reflections. If it is, `squares` has its squares.
    fn is_least(&mut self) -> bool {
        // The first cell is in the first row.
        let (mut rows, mut columns, mut height) = ([0u64; MAX_SQUARES], 0u64, 0);
        for cell in &self.cells {
            let row = cell / WIDTH;
            rows[row] |= 1 << (cell % WIDTH);
            columns |= 1 << (cell % WIDTH);
            height = height.max(row + 1);
        }
        let first = columns.trailing_zeros();
        let rows = &mut rows[..height];
        rows.iter_mut().for_each(|row| *row >>= first);
        let turned = columns.leading_zeros() + first;
        let right = |row: &u64| row.reverse_bits() >> turned;
        let below = || rows.iter().rev();
        let is_least = !is_less(rows.iter().map(right), rows)
            && !is_less(below().copied(), rows)
            && !is_less(below().map(right), rows);
        if is_least {
            self.squares.clear();
            for (i, &row) in rows.iter().enumerate() {
                let mut rest = row;
                while rest != 0 {
                    self.squares.push([i as i16, rest.trailing_zeros() as i16]);
                    rest &= rest - 1;
                }
            }
        }
        is_least
    }
}

/// Whether a set is less than another, both as rows of bits: it has the first square that only one
/// of the two has.
fn is_less(image: impl Iterator<Item = u64>, rows: &[u64]) -> bool {
    let mut differing = image.zip(rows).map(|(a, b)| (a, a ^ b));
    let differ = differing.find(|&(_, differ)| differ != 0);
    differ.is_some_and(|(image, differ)| differ & differ.wrapping_neg() & image != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use crate::canon::normal;
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
