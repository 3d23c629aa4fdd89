//! Exact formulas through a table: polynomials in `n`, or one for each residue of `n`.
//!
//! A polynomial of degree `d` is claimed only when at least two rows more than the `d + 1` that
//! determine it lie on it, in each residue class. It is read off the table; it proves nothing.

use super::expression::Number;
use num_traits::{One, Signed, Zero};

const MAX_DEGREE: usize = 4;
const MAX_PERIOD: i64 = 4;

/// A formula that fits every point exactly, or `None`.
pub fn formula(points: &[(i64, Number)]) -> Option<String> {
    (1..=MAX_PERIOD).find_map(|period| {
        let parts = (0..period)
            .map(|residue| {
                let part: Vec<(i64, Number)> = points
                    .iter()
                    .copied()
                    .filter(|(n, _)| n.rem_euclid(period) == residue)
                    .collect();
                polynomial(&part).map(|p| (residue, written(&p)))
            })
            .collect::<Option<Vec<_>>>()?;
        Some(match &parts[..] {
            [(_, only)] => only.clone(),
            several => {
                let case = |(r, p): &(i64, String)| format!("{p} for n = {r} mod {period}");
                several.iter().map(case).collect::<Vec<_>>().join("; ")
            }
        })
    })
}

/// The coefficients, lowest first, of the polynomial of least degree through all points.
fn polynomial(points: &[(i64, Number)]) -> Option<Vec<Number>> {
    (0..=MAX_DEGREE).find_map(|degree| {
        if points.len() < degree + 3 {
            return None;
        }
        let coefficients = through(&points[..=degree]);
        let at = |n: i64| {
            coefficients.iter().rev().fold(Number::zero(), |sum, c| {
                sum * Number::from(i128::from(n)) + c
            })
        };
        points
            .iter()
            .all(|&(n, value)| at(n) == value)
            .then_some(coefficients)
    })
}

/// Newton's interpolation, multiplied out.
fn through(points: &[(i64, Number)]) -> Vec<Number> {
    let x = |i: usize| Number::from(i128::from(points[i].0));
    let mut differences: Vec<Number> = points.iter().map(|p| p.1).collect();
    for step in 1..points.len() {
        for i in (step..points.len()).rev() {
            differences[i] = (differences[i] - differences[i - 1]) / (x(i) - x(i - step));
        }
    }
    let mut sum = vec![Number::zero(); points.len()];
    let mut basis = vec![Number::one()];
    for (i, d) in differences.iter().enumerate() {
        for (s, b) in sum.iter_mut().zip(&basis) {
            *s += *d * *b;
        }
        let mut next = vec![Number::zero(); basis.len() + 1];
        for (k, b) in basis.iter().enumerate() {
            next[k + 1] += *b;
            next[k] -= *b * x(i);
        }
        basis = next;
    }
    sum
}

fn written(coefficients: &[Number]) -> String {
    let mut text = String::new();
    for (power, c) in coefficients
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, c)| !c.is_zero())
    {
        let sign = match (c.is_negative(), text.is_empty()) {
            (true, true) => "-",
            (true, false) => " - ",
            (false, true) => "",
            (false, false) => " + ",
        };
        let size = c.abs();
        let factor = if size.is_one() && power > 0 {
            String::new()
        } else {
            size.to_string()
        };
        let variable = match power {
            0 => String::new(),
            1 => "n".to_string(),
            _ => format!("n^{power}"),
        };
        let space = if factor.is_empty() || variable.is_empty() {
            ""
        } else {
            " "
        };
        text += &format!("{sign}{factor}{space}{variable}");
    }
    if text.is_empty() {
        "0".to_string()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(f: impl Fn(i64) -> Number) -> Vec<(i64, Number)> {
        (1..=12).map(|n| (n, f(n))).collect()
    }

    #[test]
    fn formulas() {
        let number = |n: i64| Number::from(i128::from(n));
        assert_eq!(
            formula(&points(|n| number(2 * n + 1))).as_deref(),
            Some("2 n + 1")
        );
        assert_eq!(formula(&points(|_| number(0))).as_deref(), Some("0"));
        assert_eq!(
            formula(&points(|n| Number::new(i128::from(n * n - n), 2))).as_deref(),
            Some("1/2 n^2 - 1/2 n")
        );
        assert_eq!(
            formula(&points(|n| number(n + n % 2))).as_deref(),
            Some("n for n = 0 mod 2; n + 1 for n = 1 mod 2")
        );
        assert_eq!(formula(&points(|n| number(1 << n))), None);
        assert_eq!(formula(&[(1, number(1)), (2, number(2))]), None);
    }
}
