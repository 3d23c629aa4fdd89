//! Dyadic rationals `m / 2^k`, with checked arithmetic. Every number that a short game can equal is
//! a dyadic rational.

use super::ValueError;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// The greatest exponent of a denominator. A number that needs a greater exponent is an overflow
/// error.
const MAX_EXPONENT: u32 = 60;

/// A dyadic rational in lowest terms: `numerator / 2^exponent`.
///
/// The numerator is odd unless the exponent is 0, so equal numbers have equal fields. An operation
/// whose result is out of range returns [`ValueError::Overflow`]; nothing wraps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Dyadic {
    numerator: i64,
    exponent: u32,
}

#[expect(
    clippy::should_implement_trait,
    reason = "sums can fail, and the operator traits cannot return an error"
)]
impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic::integer(0);
    /// The number -1, the least penalty (tax) of a thermograph.
    pub const MINUS_ONE: Dyadic = Dyadic::integer(-1);

    /// The integer `n`.
    pub const fn integer(n: i64) -> Dyadic {
        Dyadic::from_lowest_terms(n, 0)
    }

    /// The dyadic `numerator / 2^exponent`, brought to lowest terms.
    ///
    /// # Errors
    /// [`ValueError::Overflow`] when the numerator is too large or the denominator is.
    pub fn new(numerator: i64, exponent: u32) -> Result<Dyadic, ValueError> {
        Dyadic::reduce(numerator as i128, exponent)
    }

    /// A dyadic from fields that are in lowest terms.
    pub(super) const fn from_lowest_terms(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic {
            numerator,
            exponent,
        }
    }

    fn reduce(numerator: i128, exponent: u32) -> Result<Dyadic, ValueError> {
        if numerator == 0 {
            return Ok(Dyadic::ZERO);
        }
        let shift = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> shift, exponent - shift);
        if exponent > MAX_EXPONENT {
            return Err(ValueError::Overflow);
        }
        let numerator = i64::try_from(numerator).map_err(|_| ValueError::Overflow)?;
        if numerator == i64::MIN {
            return Err(ValueError::Overflow); // so that every number has a negative
        }
        Ok(Dyadic::from_lowest_terms(numerator, exponent))
    }

    /// The numerator in lowest terms; its sign is the sign of the number.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent `k` of the denominator `2^k` in lowest terms.
    pub const fn exponent(self) -> u32 {
        self.exponent
    }

    /// Whether the number is an integer.
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// Whether both fields are small. The sum of two such numbers is computed in 64 bits.
    #[inline]
    fn is_small(self) -> bool {
        self.exponent <= 31 && self.numerator.unsigned_abs() < 1 << 30
    }

    /// The numerator of the number over the common denominator `2^exponent`, for an `exponent` of
    /// at most 60 that is at least the number's own.
    fn scaled(self, exponent: u32) -> i128 {
        (self.numerator as i128) << (exponent - self.exponent)
    }

    /// The sum of two numbers.
    ///
    /// # Errors
    /// [`ValueError::Overflow`] when the sum does not fit into 64 bits.
    #[inline]
    pub fn add(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        if self.exponent == 0 && other.exponent == 0 {
            let sum = self.numerator.checked_add(other.numerator);
            let sum = sum.filter(|&n| n != i64::MIN);
            return sum.map(Dyadic::integer).ok_or(ValueError::Overflow);
        }
        self.add_fractions(other)
    }

    fn add_fractions(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        if self.is_small() && other.is_small() {
            // A numerator has at most 30 bits, and there are at most 31 binary places, so the sum
            // has at most 62 bits and a sign.
            let exponent = self.exponent.max(other.exponent);
            let scaled = |x: Dyadic| x.numerator << (exponent - x.exponent);
            let sum = scaled(self) + scaled(other);
            let shift = sum.trailing_zeros().min(exponent);
            return Ok(Dyadic::from_lowest_terms(sum >> shift, exponent - shift));
        }
        let exponent = self.exponent.max(other.exponent);
        Dyadic::reduce(self.scaled(exponent) + other.scaled(exponent), exponent)
    }

    /// The number, `n` times.
    ///
    /// # Errors
    /// [`ValueError::Overflow`] when the product does not fit into 64 bits.
    pub fn times(self, n: i64) -> Result<Dyadic, ValueError> {
        Dyadic::reduce(i128::from(self.numerator) * i128::from(n), self.exponent)
    }

    /// The difference of two numbers.
    ///
    /// # Errors
    /// [`ValueError::Overflow`] when the difference does not fit into 64 bits.
    pub fn sub(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        self.add(other.neg())
    }

    /// The negative of the number.
    pub fn neg(self) -> Dyadic {
        Dyadic::from_lowest_terms(-self.numerator, self.exponent)
    }

    /// Half of the number.
    ///
    /// # Errors
    /// [`ValueError::Overflow`] when the denominator becomes too large.
    pub fn half(self) -> Result<Dyadic, ValueError> {
        Dyadic::reduce(self.numerator as i128, self.exponent + 1)
    }

    /// The greatest integer that is not greater than the number.
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The nearest 64-bit float, which only charts and heuristics use.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / (self.exponent as f64).exp2()
    }

    /// The Left option of the number's canonical form; `None` if it has none.
    pub fn left_option(self) -> Option<Dyadic> {
        match (self.exponent, self.numerator) {
            (0, n) => (n > 0).then(|| Dyadic::integer(n - 1)),
            (k, m) => Some(Dyadic::reduce((m - 1) as i128, k).expect("simpler than self")),
        }
    }

    /// The Right option of the number's canonical form; `None` if it has none.
    pub(super) fn right_option(self) -> Option<Dyadic> {
        self.neg().left_option().map(Dyadic::neg)
    }

    /// The simplest number between two ends, by the Simplicity Theorem (Conway; Winning Ways, ch.
    /// 2).
    ///
    /// An end is a number with a flag that says whether the end itself is allowed; a missing end
    /// stands for infinity. `None` if no number lies between the ends.
    pub fn simplest(low: IntervalEnd, high: IntervalEnd) -> Option<Dyadic> {
        let fits = |x: Dyadic| {
            low.is_none_or(|(l, closed)| x > l || closed && x == l)
                && high.is_none_or(|(h, closed)| x < h || closed && x == h)
        };
        if fits(Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        let positive = low.is_some_and(|(l, _)| l >= Dyadic::ZERO);
        if !positive {
            // Zero does not fit, so the upper end is at most zero.
            let mirrored = |b: IntervalEnd| b.map(|(x, closed)| (x.neg(), closed));
            return Dyadic::simplest(mirrored(high), mirrored(low)).map(Dyadic::neg);
        }
        let (l, closed) = low?;
        (0..=MAX_EXPONENT).find_map(|k| {
            // The least multiple of 2^-k that the lower bound allows.
            let scaled = l.numerator as i128;
            let (floor, exact) = if k >= l.exponent {
                (scaled << (k - l.exponent), true)
            } else {
                (scaled >> (l.exponent - k), false)
            };
            let candidate = if exact && closed { floor } else { floor + 1 };
            Dyadic::reduce(candidate, k).ok().filter(|&x| fits(x))
        })
    }
}

/// An end of an interval: the number, and whether the number belongs to the interval. `None` stands
/// for infinity.
pub type IntervalEnd = Option<(Dyadic, bool)>;

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let exponent = self.exponent.max(other.exponent);
        if self.is_small() && other.is_small() {
            let scaled = |x: &Dyadic| x.numerator << (exponent - x.exponent);
            return scaled(self).cmp(&scaled(other));
        }
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            k => write!(f, "{}/{}", self.numerator, 1u64 << k),
        }
    }
}

impl From<Dyadic> for String {
    fn from(number: Dyadic) -> String {
        number.to_string()
    }
}

impl TryFrom<String> for Dyadic {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Dyadic, ValueError> {
        text.parse()
    }
}

impl FromStr for Dyadic {
    type Err = ValueError;

    /// Reads texts such as `7` and `-3/4`. The denominator must be a power of two.
    fn from_str(text: &str) -> Result<Dyadic, ValueError> {
        let bad = || ValueError::NotDyadic(text.to_string());
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let numerator: i64 = numerator.parse().map_err(|_| bad())?;
        let denominator: u64 = denominator.parse().map_err(|_| bad())?;
        if !denominator.is_power_of_two() {
            return Err(bad());
        }
        Dyadic::new(numerator, denominator.trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Dyadic {
        text.parse().expect(text)
    }

    #[test]
    fn lowest_terms_and_order() {
        assert_eq!(d("6/8"), d("3/4"));
        assert_eq!(d("6/8").to_string(), "3/4");
        assert_eq!(d("0/8"), Dyadic::ZERO);
        assert_eq!(Dyadic::new(0, u32::MAX), Ok(Dyadic::ZERO));
        assert_eq!(Dyadic::new(i64::MIN, 63), Ok(Dyadic::MINUS_ONE));
        assert_eq!(Dyadic::new(1, 200), Err(ValueError::Overflow));
        assert!(d("-1/2") < d("-1/4") && d("5/8") < d("3/4") && d("2") > d("15/8"));
        assert_eq!(d("-1/2").floor(), -1);
        assert!("1/3".parse::<Dyadic>().is_err());
    }

    #[test]
    fn overflow_is_an_error() {
        let big = Dyadic::integer(i64::MAX);
        assert_eq!(big.add(big), Err(ValueError::Overflow));
        assert!(big.add(d("1/2")).is_err());
        let mut x = Dyadic::integer(1);
        assert!((0..100).any(|_| match x.half() {
            Ok(y) => {
                x = y;
                false
            }
            Err(e) => e == ValueError::Overflow,
        }));
    }

    #[test]
    fn simplest_numbers() {
        let open = |a: &str, b: &str| Dyadic::simplest(Some((d(a), false)), Some((d(b), false)));
        assert_eq!(open("3/4", "7/8"), Some(d("13/16")));
        assert_eq!(open("0", "2"), Some(d("1")));
        assert_eq!(open("-5/2", "-1/4"), Some(d("-1")));
        assert_eq!(open("1", "2"), Some(d("3/2")));
        assert_eq!(open("1", "1"), None);
        assert_eq!(open("2", "1"), None);
        assert_eq!(Dyadic::simplest(Some((d("2"), false)), None), Some(d("3")));
        assert_eq!(
            Dyadic::simplest(None, Some((d("-2"), false))),
            Some(d("-3"))
        );
        assert_eq!(
            Dyadic::simplest(Some((d("5/8"), true)), Some((d("5/8"), true))),
            Some(d("5/8"))
        );
        assert_eq!(Dyadic::simplest(None, None), Some(Dyadic::ZERO));
        assert_eq!(
            Dyadic::simplest(Some((d("-3"), false)), Some((d("-2"), true))),
            Some(d("-2"))
        );
    }

    #[test]
    fn options_of_numbers() {
        assert_eq!(d("25/16").left_option(), Some(d("3/2")));
        assert_eq!(d("25/16").right_option(), Some(d("13/8")));
        assert_eq!(d("-2").left_option(), None);
        assert_eq!(d("-2").right_option(), Some(d("-1")));
        assert_eq!(Dyadic::ZERO.right_option(), None);
    }
}
