//! Rows of bits: a set of classes in one machine word.
//!
//! Most components have few classes, and a board of 16-bit rows is copied and compared several
//! times faster than one of 128-bit rows (`docs/solver.md`).
//!
//! Places are below [`Row::BITS`], which is asserted where tests run; shifts are by a wrapped
//! amount, since the check of it in every one of them took a twentieth of the solver's time.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of at most [`Row::BITS`] classes.
pub trait Row:
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
    /// How many classes there can be.
    const BITS: usize;
    /// No class.
    const NONE: Self;

    /// The set of class `c`.
    fn one(c: usize) -> Self;
    /// The set of the first `n` classes.
    fn first(n: usize) -> Self;
    /// Whether class `c` is in it.
    fn has(self, c: usize) -> bool;
    /// How many there are.
    fn count(self) -> u32;
    /// The least class in a set that is not empty.
    fn least(self) -> usize;
    /// The greatest class in a set that is not empty.
    fn greatest(self) -> usize;
    /// Takes place `c` out; the classes above move down by one.
    fn without_place(self, c: usize) -> Self;
    /// As the widest kind of row.
    fn wide(self) -> u128;
    /// From the widest kind of row, of which only the lowest places may be taken.
    fn narrow(row: u128) -> Self;

    /// Whether there is no class in it.
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The classes in it.
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
        impl Row for $word {
            const BITS: usize = <$word>::BITS as usize;
            const NONE: $word = 0;

            #[inline]
            fn one(c: usize) -> $word {
                debug_assert!(c < Self::BITS as usize);
                (1 as $word).wrapping_shl(c as u32)
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
            fn without_place(self, c: usize) -> $word {
                let below = Self::one(c).wrapping_sub(1);
                self & below | self >> 1 & !below
            }
            #[inline]
            fn wide(self) -> u128 {
                u128::from(self)
            }
            #[inline]
            fn narrow(row: u128) -> $word {
                debug_assert!(<$word>::try_from(row).is_ok());
                row as $word
            }
        }
    };
}

row!(u16);
row!(u64);
row!(u128);
