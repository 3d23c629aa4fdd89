//! Proved bounds for the numbers of a value that is not known.

use crate::value::Dyadic;

/// Proved bounds for the numbers of a value's thermograph. Each pair is the least and the greatest
/// possible value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least and the greatest possible temperature.
    pub temperature: [Dyadic; 2],
    /// The least and the greatest possible mean.
    pub mean: [Dyadic; 2],
    /// The least and the greatest possible left stop.
    pub left_stop: [Dyadic; 2],
    /// The least and the greatest possible right stop.
    pub right_stop: [Dyadic; 2],
    /// Whether Left wins moving first, and whether Right wins moving first. `None` if only the
    /// stops may tell.
    pub first_wins: [Option<bool>; 2],
}

/// The bounds that follow from two bounds of the same number.
pub(crate) fn both(a: [Dyadic; 2], b: [Dyadic; 2]) -> [Dyadic; 2] {
    [a[0].max(b[0]), a[1].min(b[1])]
}

/// The bounds for the negative of a number.
pub(crate) fn negative([least, most]: [Dyadic; 2]) -> [Dyadic; 2] {
    [most.neg(), least.neg()]
}
