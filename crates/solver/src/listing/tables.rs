//! The tables of listings: numbers of positions, by their keys.

use super::super::recent::{Key, Recent};

/// The greatest number of options, and of replies, that the tables hold.
const MOST_OPTIONS: usize = 1 << 19;
const MOST_REPLIES: usize = 1 << 20;

/// A penalty, in units of 2^-16.
pub(super) type Tax = i32;
/// The binary places of a [`Tax`].
pub(super) const PLACES: u32 = 16;
/// No penalty is large enough.
pub(super) const NEVER: Tax = Tax::MAX;

/// `λ` and `ω` of a position; `ω` is -1 where it does not exist.
#[derive(Clone, Copy)]
pub(super) struct Reply {
    pub lambda: Tax,
    pub omega: Tax,
}

/// The tables of a solver.
pub(crate) struct ListingTables {
    /// `τ` of options.
    pub(super) options: Recent<u128, Tax>,
    /// Replies, and Left's options of options.
    pub(super) replies: Recent<u128, Reply>,
}

impl Key for u128 {
    fn hash(self) -> u64 {
        let mixed = (self as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((self >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        mixed ^ mixed >> 32
    }
}

impl ListingTables {
    pub fn new(bytes: usize) -> ListingTables {
        ListingTables {
            options: Recent::new(bytes / 2, MOST_OPTIONS),
            replies: Recent::new(bytes / 2, MOST_REPLIES),
        }
    }

    pub fn bytes(&self) -> usize {
        self.options.bytes() + self.replies.bytes()
    }
}
