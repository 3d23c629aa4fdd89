//! Fractions in lowest terms.

use super::super::CheckError;
use super::{Answer, NoQuantity, quotient};
use std::cmp::Ordering;

/// A fraction in lowest terms, with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Fraction {
    numerator: i128,
    denominator: i128,
}

type Result = std::result::Result<Fraction, NoQuantity>;

fn fits(number: Option<i128>) -> std::result::Result<i128, NoQuantity> {
    number.ok_or(NoQuantity::GaveUp(CheckError::Overflow))
}

impl Fraction {
    pub(super) fn whole(numerator: i128) -> Fraction {
        let denominator = 1;
        Fraction {
            numerator,
            denominator,
        }
    }

    /// A decimal such as `2` or `0.5`.
    pub(super) fn decimal(text: &str) -> Option<Fraction> {
        let (whole, places) = text.split_once('.').unwrap_or((text, ""));
        let scale = 10i128.checked_pow(places.len().try_into().ok()?)?;
        let numerator = Fraction::whole(format!("{whole}{places}").parse().ok()?);
        numerator.over(Fraction::whole(scale)).ok()
    }

    pub(super) fn plus(self, other: Fraction) -> Result {
        let a = self.numerator.checked_mul(other.denominator);
        let b = other.numerator.checked_mul(self.denominator);
        let sum = fits(a)?.checked_add(fits(b)?);
        Fraction::reduced(
            fits(sum)?,
            fits(self.denominator.checked_mul(other.denominator))?,
        )
    }

    pub(super) fn negative(self) -> Fraction {
        let numerator = -self.numerator;
        Fraction { numerator, ..self }
    }

    pub(super) fn times(self, other: Fraction) -> Result {
        let numerator = fits(self.numerator.checked_mul(other.numerator))?;
        Fraction::reduced(
            numerator,
            fits(self.denominator.checked_mul(other.denominator))?,
        )
    }

    /// The quotient; absent if the divisor is 0.
    pub(super) fn over(self, other: Fraction) -> Result {
        self.times(Fraction::reduced(other.denominator, other.numerator)?)
    }

    /// The power with an exponent from 0.
    pub(super) fn to_the(self, exponent: i128) -> Result {
        (0..exponent).try_fold(Fraction::whole(1), |power, _| power.times(self))
    }

    pub(super) fn floor(self) -> Fraction {
        Fraction::whole(self.numerator.div_euclid(self.denominator))
    }

    fn reduced(numerator: i128, denominator: i128) -> Result {
        if denominator == 0 {
            return Err(NoQuantity::Absent);
        }
        let (mut a, mut b) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let sign = denominator.signum();
        let divisor = fits(i128::try_from(a).ok())?;
        Ok(Fraction {
            numerator: fits((numerator / divisor).checked_mul(sign))?,
            denominator: fits((denominator / divisor).checked_mul(sign))?,
        })
    }

    /// The number as a quantity of a board.
    pub(super) fn quantity(self) -> Answer {
        quotient(self.numerator, self.denominator)
    }

    /// The numerator, if the number is whole.
    pub(super) fn as_whole(self) -> Option<i128> {
        (self.denominator == 1).then_some(self.numerator)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares whole parts, then the reciprocals of the rests, so that no product can be too great.
impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let whole = |f: &Fraction| f.numerator.div_euclid(f.denominator);
        let rest = |f: &Fraction| f.numerator.rem_euclid(f.denominator);
        whole(self)
            .cmp(&whole(other))
            .then_with(|| match (rest(self), rest(other)) {
                (0, 0) => Ordering::Equal,
                (0, _) => Ordering::Less,
                (_, 0) => Ordering::Greater,
                (a, b) => {
                    let reciprocal = |numerator, denominator| Fraction {
                        numerator,
                        denominator,
                    };
                    reciprocal(other.denominator, b).cmp(&reciprocal(self.denominator, a))
                }
            })
    }
}
