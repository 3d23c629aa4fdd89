//! Polynomials over the rationals in several parameters, interpolated through points.

use boilingpoint_problem::expression::Number;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, Zero};
use std::fmt;

/// A polynomial in parameters, each named by a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polynomial {
    names: Vec<char>,
    /// The exponents and coefficients of the nonzero terms, the highest powers first.
    terms: Vec<(Vec<u32>, Number)>,
}

impl Polynomial {
    /// The polynomial of total degree at most `degree` through all `points`. `None` if no
    /// polynomial or more than one goes through them, or if numbers exceed 128 bits.
    ///
    /// The method is Gaussian elimination. Its time is cubic in the number of terms.
    pub fn through(names: &[char], points: &[(&[i64], Number)], degree: u32) -> Option<Polynomial> {
        let varying = |k: &usize| points.iter().any(|p| p.0[*k] != points[0].0[*k]);
        let varying: Vec<usize> = (0..names.len()).filter(varying).collect();
        let exponents = exponents(names.len(), &varying, degree);
        if points.len() < exponents.len() {
            return None;
        }
        let row = |(at, value): &(&[i64], Number)| {
            let mut row: Vec<Number> = exponents
                .iter()
                .map(|powers| monomial(powers, at))
                .collect::<Option<_>>()?;
            row.push(*value);
            Some(row)
        };
        let rows: Vec<Vec<Number>> = points.iter().map(row).collect::<Option<_>>()?;
        let coefficients = solved(rows, exponents.len())?;
        let terms = exponents.into_iter().zip(coefficients);
        Some(Polynomial {
            names: names.to_vec(),
            terms: terms.filter(|(_, c)| !c.is_zero()).collect(),
        })
    }

    /// The value at a point; `None` if a number exceeds 128 bits.
    pub fn at(&self, point: &[i64]) -> Option<Number> {
        self.terms
            .iter()
            .try_fold(Number::zero(), |sum, (powers, c)| {
                sum.checked_add(&c.checked_mul(&monomial(powers, point)?)?)
            })
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The value of a constant polynomial; `None` if it is not constant.
    pub fn constant(&self) -> Option<Number> {
        match &self.terms[..] {
            [] => Some(Number::zero()),
            [(powers, c)] if powers.iter().all(|&p| p == 0) => Some(*c),
            _ => None,
        }
    }

    /// Whether the polynomial grows with its parameters: it is not constant, and its terms of
    /// highest degree all have positive coefficients.
    pub fn grows(&self) -> bool {
        let degree = |powers: &[u32]| powers.iter().sum::<u32>();
        let Some(highest) = self.terms.iter().map(|(p, _)| degree(p)).max() else {
            return false;
        };
        let mut leading = self.terms.iter().filter(|(p, _)| degree(p) == highest);
        highest > 0 && leading.all(|(_, c)| c.is_positive())
    }

    /// The text without spaces, as in a canonical form: `2n+1`.
    pub fn compact(&self) -> String {
        self.written("", "")
    }

    fn written(&self, space: &str, times: &str) -> String {
        let mut text = String::new();
        for (powers, c) in &self.terms {
            let sign = match (c.is_negative(), text.is_empty()) {
                (true, true) => "-".to_string(),
                (true, false) => format!("{space}-{space}"),
                (false, true) => String::new(),
                (false, false) => format!("{space}+{space}"),
            };
            let variables = self.variables(powers, times);
            let size = c.abs();
            let factor = match (variables.is_empty(), size.is_integer()) {
                (false, _) if size.is_one() => String::new(),
                (false, false) if times.is_empty() => format!("({size})"),
                _ => size.to_string(),
            };
            let between = if factor.is_empty() || variables.is_empty() {
                ""
            } else {
                times
            };
            text += &format!("{sign}{factor}{between}{variables}");
        }
        if text.is_empty() {
            text.push('0');
        }
        text
    }

    fn variables(&self, powers: &[u32], times: &str) -> String {
        let named = self.names.iter().zip(powers).filter(|(_, p)| **p > 0);
        let written = named.map(|(name, power)| match power {
            1 => name.to_string(),
            _ => format!("{name}^{power}"),
        });
        written.collect::<Vec<_>>().join(times)
    }
}

impl fmt::Display for Polynomial {
    /// Writes text like `1/2 n^2 - 1/2 n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(" ", " "))
    }
}

/// The exponents of all terms in the parameters `varying` whose total degree is at most `degree`,
/// the highest first.
fn exponents(parameters: usize, varying: &[usize], degree: u32) -> Vec<Vec<u32>> {
    let mut all = vec![vec![0; parameters]];
    for &k in varying {
        let raised = |powers: &Vec<u32>| {
            let room = degree - powers.iter().sum::<u32>();
            let mut powers = powers.clone();
            (0..=room)
                .map(move |p| {
                    powers[k] = p;
                    powers.clone()
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(raised).collect();
    }
    all.sort_by_key(|p| {
        (
            std::cmp::Reverse(p.iter().sum::<u32>()),
            std::cmp::Reverse(p.clone()),
        )
    });
    all
}

fn monomial(powers: &[u32], point: &[i64]) -> Option<Number> {
    let product = powers
        .iter()
        .zip(point)
        .try_fold(1i128, |product, (&p, &x)| {
            product.checked_mul(i128::from(x).checked_pow(p)?)
        })?;
    Some(Number::from_integer(product))
}

/// The unique solution of linear equations. The last entry of a row is the right-hand side of its
/// equation.
fn solved(mut rows: Vec<Vec<Number>>, unknowns: usize) -> Option<Vec<Number>> {
    for k in 0..unknowns {
        let pivot = (k..rows.len()).find(|&r| !rows[r][k].is_zero())?;
        rows.swap(k, pivot);
        let inverse = Number::one().checked_div(&rows[k][k])?;
        for entry in &mut rows[k] {
            *entry = entry.checked_mul(&inverse)?;
        }
        let pivot_row = rows[k].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            let factor = row[k];
            if r == k || factor.is_zero() {
                continue;
            }
            for (entry, p) in row.iter_mut().zip(&pivot_row) {
                *entry = entry.checked_sub(&factor.checked_mul(p)?)?;
            }
        }
    }
    let consistent = rows[unknowns..].iter().all(|row| row[unknowns].is_zero());
    let solution = || rows[..unknowns].iter().map(|row| row[unknowns]).collect();
    consistent.then(solution)
}
