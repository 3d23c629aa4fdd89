//! Rows of bits: a set of classes, as one machine word or several.
//!
//! Most components have few classes, and a board with rows of 16 bits is copied and compared
//! several times faster than a board with rows of 128 bits (`docs/solver.md`). Boards of hundreds
//! of classes have rows of 1024 bits. These are slow, but moves soon split such boards into
//! components with narrower rows.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of at most [`BitRow::BITS`] classes.
pub trait BitRow:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// The greatest number of classes that a set can hold.
    const BITS: usize;
    /// The empty set of classes.
    const NONE: Self;

    /// The set that contains only class `c`.
    fn one(c: usize) -> Self;
    /// The set of the first `n` classes.
    fn first(n: usize) -> Self;
    /// Whether the set contains class `c`.
    fn has(self, c: usize) -> bool;
    /// The number of classes in the set.
    fn count(self) -> u32;
    /// The least class of a set that is not empty.
    fn least(self) -> usize;
    /// The greatest class of a set that is not empty.
    fn greatest(self) -> usize;
    /// Removes position `n`, where `below` is the set of the first `n` positions. The classes above
    /// position `n` move down by one.
    fn without_place_after(self, below: Self) -> Self;
    /// The lowest 128 positions of the set, as bits.
    fn low(self) -> u128;
    /// The set with these bits as its lowest 128 positions.
    fn from_low(row: u128) -> Self;
    /// The set whose positions are given as words of 64 bits, the lowest word first.
    fn from_words(words: &[u64]) -> Self;

    /// Whether the set is empty.
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The classes of the set, in increasing order.
    fn bits(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            (!self.is_none()).then(|| {
                let c = self.least();
                self &= !Self::one(c);
                c
            })
        })
    }
}

macro_rules! row {
    ($word:ty) => {
        impl BitRow for $word {
            const BITS: usize = <$word>::BITS as usize;
            const NONE: $word = 0;

            #[inline]
            fn one(c: usize) -> $word {
                1 << c
            }
            #[inline]
            fn first(n: usize) -> $word {
                match <$word>::BITS as usize - n {
                    0 => <$word>::MAX,
                    _ => (1 << n) - 1,
                }
            }
            #[inline]
            fn has(self, c: usize) -> bool {
                self & Self::one(c) != 0
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn least(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn greatest(self) -> usize {
                (<$word>::BITS - 1 - self.leading_zeros()) as usize
            }
            #[inline]
            fn without_place_after(self, below: $word) -> $word {
                self & below | self >> 1 & !below
            }
            #[inline]
            fn low(self) -> u128 {
                u128::from(self)
            }
            #[inline]
            fn from_low(row: u128) -> $word {
                debug_assert!(<$word>::try_from(row).is_ok());
                row as $word
            }
            fn from_words(words: &[u64]) -> $word {
                let places = words.iter().take(2).enumerate();
                let low = places.fold(0, |low, (i, &word)| low | u128::from(word) << (64 * i));
                Self::from_low(low)
            }
        }
    };
}

row!(u16);
row!(u64);
row!(u128);

const WORDS: usize = 16;

/// A set of at most 1024 classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wide([u64; WORDS]);

// The solver has each of these functions in its inner loops, in another crate: `#[inline]`.
macro_rules! wordwise {
    ($($operator:ident $of:ident;)*) => {$(
        impl $operator for Wide {
            type Output = Wide;
            #[inline]
            fn $of(self, other: Wide) -> Wide {
                Wide(std::array::from_fn(|i| self.0[i].$of(other.0[i])))
            }
        }
    )*};
}

wordwise! {
    BitAnd bitand;
    BitOr bitor;
    BitXor bitxor;
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl BitRow for Wide {
    const BITS: usize = 64 * WORDS;
    const NONE: Wide = Wide([0; WORDS]);

    #[inline]
    fn one(c: usize) -> Wide {
        let mut row = Wide::NONE;
        row.0[c / 64] = 1 << (c % 64);
        row
    }

    #[inline]
    fn first(n: usize) -> Wide {
        Wide(std::array::from_fn(|i| match n.saturating_sub(64 * i) {
            left @ 0..64 => (1 << left) - 1,
            _ => u64::MAX,
        }))
    }

    #[inline]
    fn has(self, c: usize) -> bool {
        self.0[c / 64] >> (c % 64) & 1 == 1
    }

    #[inline]
    fn is_none(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    fn bits(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(i, word)| word.bits().map(move |bit| 64 * i + bit))
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn least(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(WORDS);
        64 * word + self.0.get(word).map_or(0, |w| w.trailing_zeros() as usize)
    }

    #[inline]
    fn greatest(self) -> usize {
        let word = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        64 * word + self.0[word].checked_ilog2().unwrap_or(0) as usize
    }

    #[inline]
    fn without_place_after(self, below: Wide) -> Wide {
        let moved = Wide(std::array::from_fn(|i| {
            let next = self.0.get(i + 1).copied().unwrap_or(0);
            self.0[i] >> 1 | next << 63
        }));
        self & below | moved & !below
    }

    #[inline]
    fn low(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    #[inline]
    fn from_low(row: u128) -> Wide {
        Wide::from_words(&[row as u64, (row >> 64) as u64])
    }

    #[inline]
    fn from_words(words: &[u64]) -> Wide {
        debug_assert!(words.iter().skip(WORDS).all(|&word| word == 0));
        Wide(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of<R: BitRow>(classes: &[usize]) -> R {
        classes.iter().fold(R::NONE, |set, &c| set | R::one(c))
    }

    #[test]
    fn wide_rows_are_made_of_words() {
        let words = [3, 0, 1 << 63, 3];
        let row = Wide::from_words(&words);
        assert_eq!(row.bits().collect::<Vec<_>>(), [0, 1, 191, 192, 193]);
        // Equal words do not cancel.
        assert!(!of::<Wide>(&[5, 69]).is_none() && !of::<Wide>(&[5, 69, 133, 197]).is_none());
        for low in [
            0,
            1,
            u128::MAX,
            1 << 64,
            0x1234_5678_9abc_def0_0fed_cba9_8765_4321,
        ] {
            assert_eq!(Wide::from_low(low).low(), low);
            assert_eq!(u128::from_low(low).low(), low);
        }
        let (mut one, other) = (of::<Wide>(&[1, 2, 700]), of::<Wide>(&[2, 3, 700, 1023]));
        one |= other;
        assert_eq!(one, of(&[1, 2, 3, 700, 1023]));
        one &= other;
        assert_eq!(one, other);
    }

    /// The laws that every type of row obeys.
    fn check<R: BitRow>(classes: &[usize], out: usize) -> Result<(), TestCaseError> {
        let row: R = of(classes);
        let found: Vec<usize> = row.bits().collect();
        prop_assert_eq!(&found, classes);
        prop_assert_eq!(row.count() as usize, classes.len());
        prop_assert_eq!(row.is_none(), classes.is_empty());
        if let (Some(&first), Some(&last)) = (classes.first(), classes.last()) {
            prop_assert_eq!((row.least(), row.greatest()), (first, last));
        }
        prop_assert_eq!(
            row & !R::first(out),
            of::<R>(&found[found.partition_point(|&c| c < out)..])
        );
        let moved = classes.iter().filter(|&&c| c != out);
        let moved: Vec<usize> = moved.map(|&c| c - usize::from(c > out)).collect();
        prop_assert_eq!(row.without_place_after(R::first(out)), of::<R>(&moved));
        prop_assert!((0..R::BITS).all(|c| row.has(c) == classes.contains(&c)));
        Ok(())
    }

    proptest! {
        #[test]
        fn rows_are_sets(set in prop::collection::btree_set(0usize..1024, 0..40), out in 0usize..1024) {
            let below = |n: usize| -> Vec<usize> { set.iter().copied().filter(|&c| c < n).collect() };
            check::<u16>(&below(16), out % 16)?;
            check::<u64>(&below(64), out % 64)?;
            check::<u128>(&below(128), out % 128)?;
            check::<Wide>(&below(1024), out)?;
            prop_assert_eq!(of::<Wide>(&below(128)).low(), of::<u128>(&below(128)));
        }
    }
}
