//! Square roots, exactly: sums of rational multiples of square roots.
//!
//! A sum `a·√m + b·√n + …` over different square-free whole numbers m, n, … is 0 only if all its
//! factors are 0 (Besicovitch, *On the linear independence of fractional powers of integers*, 1940).
//! So the sign of any other sum is found by enclosing the roots between fractions, more and more
//! tightly. No floating-point number is used.

use super::exact;
use super::{Number, Undefined};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The greatest number whose square part is looked for.
const MOST_SQUARE: i128 = 1 << 32;

/// The binary places of the enclosures of roots that are tried, one after another.
const PLACES: [u32; 4] = [8, 16, 24, 40];

/// A sum of rational multiples of square roots of different square-free whole numbers. The rational
/// part is the multiple of the root of 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RootSum(BTreeMap<i128, Number>);

type RootResult = Result<RootSum, Undefined>;

impl RootSum {
    pub(super) fn rational(n: Number) -> RootSum {
        let mut sum = BTreeMap::new();
        if n != Number::default() {
            sum.insert(1, n);
        }
        RootSum(sum)
    }

    /// The square root of a rational number: √(p/q) = √(pq) / q.
    pub(super) fn root_of(n: Number) -> RootResult {
        if n < Number::default() {
            return Err(Undefined::NegativeRoot);
        }
        let product = n.numer().checked_mul(*n.denom());
        let product = product.filter(|&product| product <= MOST_SQUARE);
        let product = product.ok_or(Undefined::Overflow)?;
        let (square, free) = square_part(product);
        Ok(RootSum::multiple(
            free,
            exact::divide(square.into(), (*n.denom()).into())?,
        ))
    }

    fn multiple(free: i128, factor: Number) -> RootSum {
        let mut sum = BTreeMap::new();
        if factor != Number::default() {
            sum.insert(free, factor);
        }
        RootSum(sum)
    }

    /// The number, if it is rational.
    pub(super) fn as_rational(&self) -> Option<Number> {
        match self.0.len() {
            0 => Some(Number::default()),
            1 => self.0.get(&1).copied(),
            _ => None,
        }
    }

    pub(super) fn negative(mut self) -> RootSum {
        self.0.values_mut().for_each(|factor| *factor = -*factor);
        self
    }

    pub(super) fn plus(mut self, other: &RootSum) -> RootResult {
        for (&free, &factor) in &other.0 {
            let known = self.0.remove(&free).unwrap_or_default();
            let sum = exact::add(known, factor)?;
            if sum != Number::default() {
                self.0.insert(free, sum);
            }
        }
        Ok(self)
    }

    pub(super) fn minus(self, other: &RootSum) -> RootResult {
        self.plus(&other.clone().negative())
    }

    pub(super) fn times(&self, other: &RootSum) -> RootResult {
        let mut product = RootSum(BTreeMap::new());
        for (&m, &a) in &self.0 {
            for (&n, &b) in &other.0 {
                let joined = m.checked_mul(n).filter(|&joined| joined <= MOST_SQUARE);
                let (square, free) = square_part(joined.ok_or(Undefined::Overflow)?);
                let factor = exact::multiply(exact::multiply(a, b)?, square.into())?;
                product = product.plus(&RootSum::multiple(free, factor))?;
            }
        }
        Ok(product)
    }

    /// The quotient by a rational number, or by a multiple of one root: 1 / (a·√n) = √n / (a·n).
    /// Another divisor is [`Undefined::Irrational`].
    pub(super) fn over(&self, divisor: &RootSum) -> RootResult {
        let mut parts = divisor.0.iter();
        match (parts.next(), parts.next()) {
            (None, _) => Err(Undefined::DivisionByZero),
            (Some((&n, &a)), None) => {
                let factor = exact::divide(1.into(), exact::multiply(a, n.into())?)?;
                self.times(&RootSum::multiple(n, factor))
            }
            _ => Err(Undefined::Irrational),
        }
    }

    /// Fractions below and above the sum; the roots are enclosed to this number of binary places.
    pub(super) fn between(&self, places: u32) -> Result<(Number, Number), Undefined> {
        let (mut least, mut most) = (Number::default(), Number::default());
        for (&free, &factor) in &self.0 {
            let (low, high) = root_between(free, places);
            let ends = [
                exact::multiply(factor, low)?,
                exact::multiply(factor, high)?,
            ];
            least = exact::add(least, ends[0].min(ends[1]))?;
            most = exact::add(most, ends[0].max(ends[1]))?;
        }
        Ok((least, most))
    }

    /// How the sum compares with 0. [`Undefined::Overflow`] if it is too close to 0 for 128 bits.
    pub(super) fn sign(&self) -> Result<Ordering, Undefined> {
        if let Some(rational) = self.as_rational() {
            return Ok(rational.cmp(&Number::default()));
        }
        for places in PLACES {
            let (least, most) = self.between(places)?;
            if least > Number::default() {
                return Ok(Ordering::Greater);
            }
            if most < Number::default() {
                return Ok(Ordering::Less);
            }
        }
        Err(Undefined::Overflow)
    }

    /// The sum rounded down. An irrational sum is no whole number, so tight bounds of it have one
    /// floor.
    pub(super) fn floor(&self) -> Result<Number, Undefined> {
        if let Some(rational) = self.as_rational() {
            return Ok(exact::floor(rational));
        }
        for places in PLACES {
            let (least, most) = self.between(places)?;
            if exact::floor(least) == exact::floor(most) {
                return Ok(exact::floor(least));
            }
        }
        Err(Undefined::Overflow)
    }
}

/// The whole number s and the square-free number f with n = s²·f.
fn square_part(n: i128) -> (i128, i128) {
    let (mut square, mut free) = (1, n);
    let mut p = 2;
    while p * p <= free {
        while free % (p * p) == 0 {
            free /= p * p;
            square *= p;
        }
        p += 1;
    }
    if n == 0 { (0, 1) } else { (square, free) }
}

/// Fractions below and above the root of a whole number, equal if the root is a whole number.
fn root_between(n: i128, places: u32) -> (Number, Number) {
    let scaled = n << (2 * places);
    let root = scaled.isqrt();
    let high = if root * root == scaled {
        root
    } else {
        root + 1
    };
    let fraction = |n| Number::new(n, 1 << places);
    (fraction(root), fraction(high))
}
