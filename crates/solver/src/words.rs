//! Words of bits that hold sets of squares: 64 bits for a box of eight by eight, 128 bits for a box
//! of ten by ten.
//!
//! A word holds the rows of a set one after another. In 64 bits a row is a byte, so a box has an
//! image in a few instructions: to swap the bytes turns it upside down, to reverse all bits
//! reflects it at both axes, and three exchanges of blocks (of one, two and four squares a side)
//! reflect it at the diagonal. In 128 bits a row has eleven bits, and its last bit is empty, so
//! that the bits of a row never touch those of the next.

use boilingpoint_boards::BitRow;
use std::hash::Hash;
use std::ops::{Shl, Shr};

/// The greatest width and the greatest height of a set in 128 bits.
pub(super) const SIDE: usize = u128::STRIDE - 1;

/// The width and the height of the box in 64 bits.
const NARROW: usize = u64::STRIDE;

/// A word of bits that holds a set of squares. Bit `STRIDE * i + j` stands for the square of row
/// `i` and column `j`. A set is *normal* if it has a square in the first row and one in the first
/// column.
pub(super) trait SquareWord:
    BitRow + Ord + Hash + Shl<usize, Output = Self> + Shr<usize, Output = Self>
{
    /// The bits from a square to the square below it.
    const STRIDE: usize;
    /// The first column of the box.
    const COLUMN: Self;

    /// The least bit of a set that is not empty.
    fn least_bit(self) -> Self;

    /// The squares whose right neighbours are in the set.
    fn left_of(self) -> Self;

    /// The squares whose left neighbours are in the set.
    fn right_of(self) -> Self;

    /// The squares with a neighbour in the set in their row. Bits between the rows may be set, too.
    #[inline]
    fn beside(self) -> Self {
        self.left_of() | self.right_of()
    }

    /// The squares with a neighbour in the set in their column.
    #[inline]
    fn above_and_below(self) -> Self {
        self << Self::STRIDE | self >> Self::STRIDE
    }

    /// The columns that the set has squares in, as bits.
    fn columns(self) -> u32;

    /// The image of a normal set of this height, upside down.
    fn upside_down(self, height: usize) -> Self;

    /// The image of a normal set of this width, with left and right exchanged.
    fn mirrored(self, width: usize) -> Self;

    /// The reflection at the diagonal.
    fn turned(self) -> Self;

    /// The set in 64 bits, if it is normal and fits.
    fn narrow(self) -> Option<u64>;

    /// A normal set in 64 bits, as such a word.
    fn of_narrow(narrow: u64) -> Self;
}

impl SquareWord for u64 {
    const STRIDE: usize = 8;
    const COLUMN: u64 = u64::MAX / 255;

    #[inline]
    fn least_bit(self) -> u64 {
        self & self.wrapping_neg()
    }

    #[inline]
    fn left_of(self) -> u64 {
        (self & !u64::COLUMN) >> 1
    }

    #[inline]
    fn right_of(self) -> u64 {
        self << 1 & !u64::COLUMN
    }

    #[inline]
    fn columns(self) -> u32 {
        let rows = self | self >> (4 * NARROW);
        let rows = rows | rows >> (2 * NARROW);
        u32::from((rows | rows >> NARROW) as u8)
    }

    #[inline]
    fn upside_down(self, height: usize) -> u64 {
        self.swap_bytes() >> (NARROW * (NARROW - height))
    }

    #[inline]
    fn mirrored(self, width: usize) -> u64 {
        self.reverse_bits().swap_bytes() >> (NARROW - width)
    }

    #[inline]
    fn turned(self) -> u64 {
        // Each step exchanges the blocks above the diagonal with those below it.
        let exchanged = |set: u64, steps: usize, upper: u64| {
            let differ = (set ^ set >> (steps * (NARROW - 1))) & upper;
            set ^ differ ^ differ << (steps * (NARROW - 1))
        };
        let set = exchanged(self, 1, 0x00aa_00aa_00aa_00aa);
        let set = exchanged(set, 2, 0x0000_cccc_0000_cccc);
        exchanged(set, 4, 0x0000_0000_f0f0_f0f0)
    }

    fn narrow(self) -> Option<u64> {
        Some(self)
    }

    fn of_narrow(narrow: u64) -> u64 {
        narrow
    }
}

impl SquareWord for u128 {
    const STRIDE: usize = 11;
    const COLUMN: u128 = {
        let (mut column, mut row) = (0, 0);
        while row < u128::STRIDE {
            column |= 1 << (row * u128::STRIDE);
            row += 1;
        }
        column
    };

    fn least_bit(self) -> u128 {
        self & self.wrapping_neg()
    }

    fn left_of(self) -> u128 {
        self >> 1
    }

    fn right_of(self) -> u128 {
        self << 1
    }

    fn columns(self) -> u32 {
        let mut columns = self;
        for rows in [8, 4, 2, 1] {
            columns |= columns >> (Self::STRIDE * rows);
        }
        columns as u32 & ((1 << Self::STRIDE) - 1)
    }

    fn upside_down(self, height: usize) -> u128 {
        let row = (1 << Self::STRIDE) - 1;
        (0..height).fold(0, |below, i| {
            below << Self::STRIDE | self >> (Self::STRIDE * i) & row
        })
    }

    fn mirrored(self, width: usize) -> u128 {
        // To reverse all bits of a box of eleven rows is to reflect at both axes.
        let beyond = u128::BITS as usize - Self::STRIDE * Self::STRIDE;
        let opposite = self.reverse_bits() >> beyond;
        opposite.upside_down(Self::STRIDE) >> (Self::STRIDE - width)
    }

    fn turned(self) -> u128 {
        let turn = |bit| Self::STRIDE * (bit % Self::STRIDE) + bit / Self::STRIDE;
        self.bits().fold(0, |turned, bit| turned | 1 << turn(bit))
    }

    fn narrow(self) -> Option<u64> {
        let fits = self < 1 << (Self::STRIDE * NARROW) && self.columns() < 1 << NARROW;
        fits.then(|| {
            (0..NARROW).fold(0, |set, i| {
                let row = (self >> (Self::STRIDE * i)) as u64 & ((1 << NARROW) - 1);
                set | row << (NARROW * i)
            })
        })
    }

    fn of_narrow(narrow: u64) -> u128 {
        (0..NARROW).fold(0, |set, i| {
            let row = narrow >> (NARROW * i) & ((1 << NARROW) - 1);
            set | u128::from(row) << (Self::STRIDE * i)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::draws;
    use std::collections::BTreeSet;

    type Squares = BTreeSet<[usize; 2]>;

    fn squares<W: SquareWord>(set: W) -> Squares {
        set.bits().map(|k| [k / W::STRIDE, k % W::STRIDE]).collect()
    }

    fn word<W: SquareWord>(squares: &Squares) -> W {
        let one = |&[i, j]: &[usize; 2]| W::one(W::STRIDE * i + j);
        squares.iter().map(one).fold(W::NONE, |set, bit| set | bit)
    }

    /// Sets of a height and a width that fill the rows and the columns of their box: all within
    /// 3 by 3, and in each larger box some by a fixed rule and the whole box.
    fn sets(side: usize) -> impl Iterator<Item = (Squares, usize, usize)> {
        let mut next = draws();
        let boxes = (1..=side).flat_map(move |h| (1..=side).map(move |w| (h, w)));
        boxes.flat_map(move |(height, width)| {
            let all = (0..height * width).map(|k| [k / width, k % width]);
            let mut list: Vec<Squares> = match height * width {
                cells @ ..=9 => (0u32..1 << cells)
                    .map(|set| {
                        all.clone()
                            .filter(move |s| set >> (s[0] * width + s[1]) & 1 == 1)
                    })
                    .map(Iterator::collect)
                    .collect(),
                _ => (0..20)
                    .map(|i| all.clone().filter(|_| next() % 4 <= i % 4).collect())
                    .collect(),
            };
            list.push(all.collect());
            let ends = move |set: &Squares| {
                [(0, height), (1, width)].iter().all(|&(axis, size)| {
                    [0, size - 1]
                        .iter()
                        .all(|&x| set.iter().any(|s| s[axis] == x))
                })
            };
            list.into_iter()
                .filter(ends)
                .map(move |set| (set, height, width))
        })
    }

    fn images_are_those_of_the_squares<W: SquareWord>(side: usize) {
        let mut seen = 0;
        for (set, height, width) in sets(side) {
            let of = |f: &dyn Fn([usize; 2]) -> [usize; 2]| set.iter().map(|&s| f(s)).collect();
            let packed: W = word(&set);
            assert_eq!(squares(packed), set);
            let below: Squares = of(&|[i, j]| [height - 1 - i, j]);
            assert_eq!(squares(packed.upside_down(height)), below, "{set:?}");
            let mirrored: Squares = of(&|[i, j]| [i, width - 1 - j]);
            assert_eq!(squares(packed.mirrored(width)), mirrored, "{set:?}");
            let turned: Squares = of(&|[i, j]| [j, i]);
            assert_eq!(squares(packed.turned()), turned, "{set:?}");
            let columns = set.iter().fold(0, |columns, s| columns | 1 << s[1]);
            assert_eq!(packed.columns(), columns, "{set:?}");
            let has = |i: Option<usize>, j: Option<usize>| {
                i.zip(j).is_some_and(|(i, j)| set.contains(&[i, j]))
            };
            let near = packed.beside() | packed.above_and_below();
            for [i, j] in (0..side * side).map(|k| [k / side, k % side]) {
                let beside = has(Some(i), j.checked_sub(1)) || has(Some(i), Some(j + 1));
                let above = has(i.checked_sub(1), Some(j)) || has(Some(i + 1), Some(j));
                let is_near = near.has(W::STRIDE * i + j);
                assert_eq!(is_near, beside || above, "{set:?}: {i}, {j}");
                let left = packed.left_of().has(W::STRIDE * i + j);
                assert_eq!(left, set.contains(&[i, j + 1]), "{set:?}: {i}, {j}");
            }
            let narrow = packed.narrow();
            assert_eq!(narrow.is_some(), height <= NARROW && width <= NARROW);
            if let Some(narrow) = narrow {
                assert_eq!(squares(narrow), set);
                assert_eq!(W::of_narrow(narrow), packed);
            }
            seen += 1;
        }
        assert!(seen > 600, "{seen}");
    }

    #[test]
    fn images_in_64_bits() {
        images_are_those_of_the_squares::<u64>(NARROW);
    }

    #[test]
    fn images_in_128_bits() {
        images_are_those_of_the_squares::<u128>(SIDE);
    }
}
