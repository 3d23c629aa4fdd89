//! Checked rational arithmetic on 128-bit integers.
//!
//! Numerators stay above `i128::MIN`, so that every number has an opposite.

use super::{Number, Undefined};
use num_traits::{CheckedAdd, CheckedMul, Zero};

type ExactResult = Result<Number, Undefined>;

/// Returns the number if its numerator is above `i128::MIN`, else an overflow.
pub(super) fn accept(n: Number) -> ExactResult {
    if *n.numer() == i128::MIN || *n.denom() <= 0 {
        Err(Undefined::Overflow)
    } else {
        Ok(n)
    }
}

fn checked(n: Option<Number>) -> ExactResult {
    n.ok_or(Undefined::Overflow).and_then(accept)
}

/// Applies `f` to two integers, without their denominators; `None` if one of the numbers is not an
/// integer.
fn whole(a: Number, b: Number, f: fn(i128, i128) -> Option<i128>) -> Option<ExactResult> {
    let both = a.is_integer() && b.is_integer();
    both.then(|| checked(f(*a.numer(), *b.numer()).map(Number::from_integer)))
}

pub(super) fn add(a: Number, b: Number) -> ExactResult {
    if !a.is_integer() && !b.is_integer() {
        return checked(a.checked_add(&b));
    }
    // A fraction in lowest terms remains in lowest terms when an integer is added.
    let [x, y] = [(a, b), (b, a)].map(|(n, d)| n.numer().checked_mul(d.denom()));
    let sum = x.zip(y).and_then(|(x, y)| x.checked_add(y));
    checked(sum.map(|sum| Number::new_raw(sum, a.denom() * b.denom())))
}

pub(super) fn subtract(a: Number, b: Number) -> ExactResult {
    add(a, -b)
}

pub(super) fn multiply(a: Number, b: Number) -> ExactResult {
    whole(a, b, i128::checked_mul).unwrap_or_else(|| checked(a.checked_mul(&b)))
}

pub(super) fn divide(a: Number, b: Number) -> ExactResult {
    if b.is_zero() {
        return Err(Undefined::DivisionByZero);
    }
    let sign = b.numer().signum();
    multiply(a, Number::new_raw(sign * b.denom(), b.numer().abs()))
}

pub(super) fn power(base: Number, exponent: u32) -> ExactResult {
    (0..exponent).try_fold(Number::from_integer(1), |product, _| {
        multiply(product, base)
    })
}

pub(super) fn absolute(a: Number) -> Number {
    Number::new_raw(a.numer().abs(), *a.denom())
}

pub(super) fn floor(a: Number) -> Number {
    Number::from_integer(a.numer().div_euclid(*a.denom()))
}

pub(super) fn ceiling(a: Number) -> Number {
    -floor(-a)
}
