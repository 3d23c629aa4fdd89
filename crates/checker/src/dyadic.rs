//! The checker's own dyadic rationals k / 2^m. Every number that a short game can equal is one of
//! these.
//!
//! Dyadics are in lowest terms. A sum is formed in 128 bits, where it always fits. If the result
//! does not fit into 64 bits, it is an error.

use super::CheckError;
use std::cmp::Ordering;
use std::fmt;

/// The greatest exponent m of a denominator 2^m.
const MAX_EXPONENT: u32 = 62;

/// The dyadic rational `numerator / 2^exponent`, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u32,
}

impl Dyadic {
    /// The integer `n` as a dyadic with denominator 1.
    pub const fn integer(n: i64) -> Dyadic {
        Dyadic {
            numerator: n,
            exponent: 0,
        }
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator in lowest terms, a power of two.
    pub fn denominator(self) -> i64 {
        1 << self.exponent
    }

    /// Whether the number is an integer.
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The dyadic `numerator / 2^exponent`, brought to lowest terms.
    fn reduced(numerator: i128, exponent: u32) -> Result<Dyadic, CheckError> {
        let twos = numerator.trailing_zeros().min(exponent);
        let exponent = exponent - twos;
        let numerator = i64::try_from(numerator >> twos).map_err(|_| CheckError::Overflow)?;
        if exponent > MAX_EXPONENT {
            return Err(CheckError::Overflow);
        }
        Ok(Dyadic {
            numerator,
            exponent,
        })
    }

    /// The number `numerator / 2^exponent`.
    pub(super) fn over_power(numerator: i64, exponent: u32) -> Result<Dyadic, CheckError> {
        Dyadic::reduced(i128::from(numerator), exponent)
    }

    /// Reads a text such as `-3` or `7/4`; `None` for other texts.
    pub(super) fn parse(text: &str) -> Option<Dyadic> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let denominator: u64 = denominator.parse().ok()?;
        let numerator: i64 = numerator.parse().ok()?;
        if !denominator.is_power_of_two() {
            return None;
        }
        Dyadic::over_power(numerator, denominator.trailing_zeros()).ok()
    }

    /// The temperature of the number as a game: the number k / 2^m has temperature -1 / 2^m.
    pub(super) fn coldness(self) -> Dyadic {
        Dyadic {
            numerator: -1,
            exponent: self.exponent,
        }
    }

    /// The numerator of the number over the denominator 2^62. It has at most 125 bits and a sign.
    fn over_largest(self) -> i128 {
        i128::from(self.numerator) << (MAX_EXPONENT - self.exponent)
    }

    /// The sum of two numbers.
    pub(super) fn plus(self, other: Dyadic) -> Result<Dyadic, CheckError> {
        Dyadic::reduced(self.over_largest() + other.over_largest(), MAX_EXPONENT)
    }

    /// The difference of two numbers.
    pub(super) fn minus(self, other: Dyadic) -> Result<Dyadic, CheckError> {
        Dyadic::reduced(self.over_largest() - other.over_largest(), MAX_EXPONENT)
    }

    /// The product of the number and a small integer.
    pub(super) fn times(self, factor: i32) -> Result<Dyadic, CheckError> {
        Dyadic::reduced(
            i128::from(self.numerator) * i128::from(factor),
            self.exponent,
        )
    }

    /// The negative of the number.
    pub(super) fn negated(self) -> Result<Dyadic, CheckError> {
        self.times(-1)
    }

    /// Half of the number.
    pub(super) fn halved(self) -> Result<Dyadic, CheckError> {
        Dyadic::reduced(i128::from(self.numerator), self.exponent + 1)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        self.over_largest().cmp(&other.over_largest())
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            _ => write!(f, "{}/{}", self.numerator, self.denominator()),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
