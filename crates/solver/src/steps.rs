//! The work of an evaluation, in steps that depend on the board alone.
//!
//! The time that an evaluation takes depends on the positions that the tables hold already, on the
//! number of threads and on the machine, so it cannot decide which boards get an exact value. The
//! decision is by *steps*: an estimate of the time from empty tables. The steps of a board are the
//! sum, over the different positions that play can reach, of the cost of forming the position's
//! value from the values of its options:
//!
//! - each option costs in proportion to its classes of twins, or to its vertices in games that are
//!   played on boards (splitting it, labelling its components);
//! - an option of a single component costs the size of the component's value;
//! - each addition of the values of two components costs `s * sqrt(s)`, where `s` is the product of
//!   their sizes. A sum has a follower for each pair of followers of the two, and comparing
//!   followers costs more than their number.
//!
//! The values are added in an order that depends on the values alone, the smallest first. The size
//! of a value is the number of options of the different followers of its canonical form
//! ([`Values::size`](boilingpoint_values::Values::size)). The exponent was fitted to measurements:
//! `docs/solver/budget.md` has the table. A step is about a microsecond.

use rustc_hash::FxHashSet;
use std::ops::AddAssign;

/// The cost of a step in the finer unit that the sums are made in.
const PER_STEP: u64 = 64;
/// The cost of an option for each of its classes of twins, as [`labelled`] counts them.
pub(super) const PER_CLASS: u64 = 16;
/// The cost of an option for each of its vertices, in games that are played on boards.
pub(super) const PER_VERTEX: u64 = 64;

/// Positions with more classes than this count with the square of their number. The refinement of a
/// path has half as many rounds as the path has vertices, and each round looks at all of them.
const LARGE: u64 = 32;

/// The number of classes that stands for the cost of labelling a position.
pub(super) fn labelled(classes: u64) -> u64 {
    classes.max(classes * classes / LARGE)
}

/// Upper bounds for the positions and the steps of a component: both count a position that is
/// reached in several ways several times. `u32::MAX` stands for this number or more. The numbers
/// depend on the component alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    /// The number of positions of the game tree, including the component.
    pub positions: u32,
    /// The steps of these positions.
    pub steps: u32,
}

impl AddAssign for Tree {
    fn add_assign(&mut self, other: Tree) {
        self.positions = self.positions.saturating_add(other.positions);
        self.steps = self.steps.saturating_add(other.steps);
    }
}

/// The account of one position while its options are valued.
#[derive(Default)]
pub(super) struct Account {
    /// The sum of the options' trees, and later the position's own tree.
    pub tree: Tree,
    /// The cost of the position itself, in units.
    units: u64,
    /// Whether the position was counted before, so that its cost does not count again.
    counted_before: bool,
}

impl Account {
    /// The position's tree: its options' trees, the position and its own steps.
    pub fn closed(mut self) -> Tree {
        self.tree += Tree {
            positions: 1,
            steps: u32::try_from(self.units.div_ceil(PER_STEP)).unwrap_or(u32::MAX),
        };
        self.tree
    }

    /// The position's own steps.
    pub fn steps(&self) -> u64 {
        self.units.div_ceil(PER_STEP)
    }
}

/// The positions and steps that were counted for one board, and the greatest numbers allowed.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Count {
    positions: u64,
    units: u64,
    most_positions: u64,
    most_units: u64,
    /// The positions counted since entries of the tables were dropped; `None` if none were dropped.
    /// Positions are told apart by two hashes, since a collision would miscount. Both hashes are
    /// the same on every machine.
    seen: Option<FxHashSet<PositionHash>>,
}

/// Two hashes of a position's key.
pub(super) type PositionHash = (u64, u32);

/// The two hashes of a key.
pub(super) fn position_hash(key: &[u8]) -> PositionHash {
    (super::table::hash(key), crc32fast::hash(key))
}

impl Count {
    /// A count of nothing, with these limits.
    pub fn within(positions: u64, steps: u64) -> Count {
        Count {
            most_positions: positions,
            most_units: steps.saturating_mul(PER_STEP),
            ..Count::default()
        }
    }

    /// A count without limits.
    pub fn unlimited() -> Count {
        Count::within(u64::MAX, u64::MAX)
    }

    /// The count after entries of the tables were dropped: each position counts once from now on,
    /// so that the count stays a lower bound of the board's number.
    pub fn with_tables_dropped(self) -> Count {
        Count {
            seen: Some(FxHashSet::default()),
            ..self
        }
    }

    /// Counts a position; `key` is `None` for the root, which has no key. Returns the position's
    /// account.
    pub fn position(&mut self, key: Option<&[u8]>) -> Account {
        let counted_before = match (&mut self.seen, key) {
            (Some(seen), Some(key)) => !seen.insert(position_hash(key)),
            (seen, _) => seen.is_some(),
        };
        self.positions += u64::from(!counted_before);
        Account {
            counted_before,
            ..Account::default()
        }
    }

    /// Adds a cost to a position's account and to the count.
    pub fn charge(&mut self, account: &mut Account, units: u64) {
        account.units = account.units.saturating_add(units);
        if !account.counted_before {
            self.units = self.units.saturating_add(units);
        }
    }

    /// The units up to the limit.
    pub fn units_left(&self) -> u64 {
        self.most_units.saturating_sub(self.units)
    }

    /// Whether a limit is exceeded.
    pub fn is_exceeded(&self) -> bool {
        self.positions > self.most_positions || self.units > self.most_units
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_positions_count_with_their_squares() {
        let classes = [0, 1, 31, 32, 33, 64, 320];
        assert_eq!(classes.map(labelled), [0, 1, 31, 32, 34, 128, 3_200]);
    }
}
