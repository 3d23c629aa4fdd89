//! Sets of bounds of an enclosure: a proof usually needs only some of the bounds.

use super::fall::{Fall, all_times};
use super::options::together_from;
use super::{Enclosure, EnclosureResult};
use crate::Dyadic;
use std::ops::{BitOr, BitOrAssign};

/// A penalty that is greater than any corner of a thermograph.
const FAR: i64 = 1 << 20;

/// A set of bounds of an enclosure; each constant is a kind of bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lines(u8);

impl Lines {
    /// The set without bounds.
    pub const NONE: Lines = Lines(0);
    /// The lower bound of the left wall: a score that Left is sure of, moving first.
    pub const LEFT_FIRST: Lines = Lines(1);
    /// The lower bound of the right wall: a score that Left is sure of, moving second.
    pub const LEFT_SECOND: Lines = Lines(2);
    /// The upper bound of the right wall: a score that Right is sure of, moving first.
    pub const RIGHT_FIRST: Lines = Lines(4);
    /// The upper bound of the left wall: a score that Right is sure of, moving second.
    pub const RIGHT_SECOND: Lines = Lines(8);
    /// The lower bound of the temperature.
    pub const HEAT: Lines = Lines(16);
    /// All bounds of both walls, the mean and the temperature.
    pub const ALL: Lines = Lines(63);

    /// Whether the set contains every bound in `other`.
    pub fn has(self, other: Lines) -> bool {
        self.0 & other.0 == other.0
    }

    /// The bounds that are in both sets.
    pub fn among(self, other: Lines) -> Lines {
        Lines(self.0 & other.0)
    }

    /// The bounds of the negative game that correspond to these bounds, with Left and Right
    /// exchanged.
    pub fn negative(self) -> Lines {
        Lines(self.0 & 48 | self.0 >> 2 & 3 | self.0 << 2 & 12)
    }

    /// Returns `then` if the set contains any bound in `these`, else the empty set.
    pub fn leads(self, these: Lines, then: Lines) -> Lines {
        match self.0 & these.0 {
            0 => Lines::NONE,
            _ => then,
        }
    }
}

impl BitOr for Lines {
    type Output = Lines;

    fn bitor(self, other: Lines) -> Lines {
        Lines(self.0 | other.0)
    }
}

impl BitOrAssign for Lines {
    fn bitor_assign(&mut self, other: Lines) {
        *self = *self | other;
    }
}

impl Enclosure {
    /// The enclosure that has only these bounds and their consequences. Its other bounds are the
    /// bounds of `base`.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn only(&self, lines: Lines, base: &Enclosure) -> EnclosureResult<Enclosure> {
        if lines == Lines::ALL {
            return Ok(self.clone());
        }
        let pick = |line, own: &Fall, other: &Fall, high: bool| {
            let from = if lines.has(line) { own } else { other };
            if high {
                from.high.clone()
            } else {
                from.low.clone()
            }
        };
        let left = Fall {
            low: pick(Lines::LEFT_FIRST, &self.left, &base.left, false),
            high: pick(Lines::RIGHT_SECOND, &self.left, &base.left, true),
        };
        let right = Fall {
            low: pick(Lines::RIGHT_FIRST, &self.right, &base.right, false),
            high: pick(Lines::LEFT_SECOND, &self.right, &base.right, true),
        };
        let last = |fall: &Fall| fall.high[fall.high.len() - 1].1;
        let mean = [
            base.mean[0].max(last(&right).neg()),
            base.mean[1].min(last(&left)),
        ];
        let times = all_times(&[&left, &right])?;
        let together = together_from(&left, &right, &times)?;
        let least = if lines.has(Lines::HEAT) {
            self.temperature[0]
        } else {
            base.temperature[0]
        };
        let temperature = [least, base.temperature[1].min(together)];
        let only = Enclosure {
            left,
            right,
            mean,
            temperature,
        };
        only.with_walls_apart()
    }

    /// Whether, for each bound in `lines`, this enclosure is at least as tight as `other`.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn proves(&self, other: &Enclosure, lines: Lines) -> EnclosureResult<bool> {
        let falls = [&self.left, &self.right, &other.left, &other.right];
        let mut times = all_times(&falls)?;
        times.push(Dyadic::integer(FAR));
        for &t in &times {
            let (left, right) = (self.left_at(t)?, self.right_at(t)?);
            let (others_left, others_right) = (other.left_at(t)?, other.right_at(t)?);
            let fails = lines.has(Lines::LEFT_FIRST) && left[0] < others_left[0]
                || lines.has(Lines::RIGHT_SECOND) && left[1] > others_left[1]
                || lines.has(Lines::RIGHT_FIRST) && right[0] < others_right[0]
                || lines.has(Lines::LEFT_SECOND) && right[1] > others_right[1];
            if fails {
                return Ok(false);
            }
        }
        if lines.has(Lines::HEAT) && self.temperature[0] < other.temperature[0] {
            return Ok(false);
        }
        // Far away, the lower bounds of the walls are those of the mean.
        Ok(lines != Lines::ALL || self.temperature[1] <= other.temperature[1])
    }
}
