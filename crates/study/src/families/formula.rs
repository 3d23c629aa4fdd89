//! Finds exact formulas through a table. A formula is a polynomial in the parameters, or a
//! polynomial for each residue of the parameters.
//!
//! Counts of regular structures are quasi-polynomials (Ehrhart; Stanley, *Enumerative
//! Combinatorics* 1, 4.4). Some of the rows determine a formula. The last rows are held out, at
//! least two for each residue, and test it. With several parameters, a row is held out if a
//! parameter has its last value there. A formula only describes the table. It proves nothing.
//!
//! With one parameter, the first rows may be left out: many families become regular only when no
//! part of them is empty. The formula then names the least value of the parameter for which it
//! holds.

use super::polynomial::Polynomial;
use boilingpoint_problem::expression::Number;
use std::collections::BTreeMap;
use std::fmt;

/// The highest total degree that is tried.
pub(super) const MAX_DEGREE: u32 = 4;
/// The longest period that is tried with one parameter, and with several.
pub(super) const MAX_PERIOD: [i64; 2] = [4, 2];
/// The largest number of rows that are left out at the beginning.
const MAX_SKIPPED: usize = 3;
/// The least number of rows that are held out.
const HELD_OUT: usize = 2;

/// A quasi-polynomial: a polynomial for each residue of the parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    names: Vec<char>,
    /// The modulus of the residues.
    period: i64,
    /// The polynomial for each residue that occurs.
    cases: BTreeMap<Vec<i64>, Polynomial>,
    /// If rows were left out, the least value of the only parameter for which the formula holds.
    from: Option<i64>,
    /// The number of rows that were held out. All of them agree with the formula.
    held_out: usize,
}

/// The parameters of a row of a table, and the row's value.
pub type SamplePoint = (Vec<i64>, Number);

/// The simplest formula that fits every point exactly. With one parameter, the formula may leave
/// out the first points. `None` if no formula fits.
pub fn fit(names: &[char], points: &[SamplePoint]) -> Option<Formula> {
    starts(names, points).find_map(|(from, rest)| {
        let formula = with_period(names, rest, MAX_DEGREE)?;
        Some(Formula { from, ..formula })
    })
}

/// The possible beginnings of a formula. A beginning has the least value of the parameter, and the
/// points from this value on.
pub(super) fn starts<'a, T>(
    names: &[char],
    points: &'a [(Vec<i64>, T)],
) -> impl Iterator<Item = (Option<i64>, &'a [(Vec<i64>, T)])> {
    let most = if names.len() == 1 { MAX_SKIPPED } else { 0 };
    let most = most.min(points.len() / 2);
    (0..=most).map(move |skipped| {
        let from = (skipped > 0).then(|| points[skipped].0[0]);
        (from, &points[skipped..])
    })
}

/// The least number of rows in which a formula of one parameter can be found: one row determines a
/// constant, and `HELD_OUT` rows are held out.
pub fn fewest_rows() -> usize {
    1 + HELD_OUT
}

/// A quasi-polynomial of the least period through all points.
fn with_period(names: &[char], points: &[SamplePoint], degree: u32) -> Option<Formula> {
    let most = MAX_PERIOD[usize::from(names.len() > 1)];
    (1..=most).find_map(|period| {
        let mut held_out = 0;
        let case = |(residue, part): (Vec<i64>, Vec<&SamplePoint>)| {
            let (polynomial, held) = polynomial(names, &part, degree)?;
            held_out += held;
            Some((residue, polynomial))
        };
        let cases = by_residue(points, period).into_iter().map(case);
        let cases = cases.collect::<Option<BTreeMap<_, _>>>()?;
        Some(Formula {
            names: names.to_vec(),
            period,
            cases,
            from: None,
            held_out,
        })
    })
}

/// The points, grouped by the residues of their parameters.
pub(super) fn by_residue<T>(
    points: &[(Vec<i64>, T)],
    period: i64,
) -> BTreeMap<Vec<i64>, Vec<&(Vec<i64>, T)>> {
    let mut parts: BTreeMap<Vec<i64>, Vec<&(Vec<i64>, T)>> = BTreeMap::new();
    for point in points {
        let residue = point.0.iter().map(|x| x.rem_euclid(period)).collect();
        parts.entry(residue).or_default().push(point);
    }
    parts
}

/// The polynomial of least degree that the first points determine and that agrees with the points
/// that are held out. Also returns the number of points that are held out.
pub(super) fn polynomial(
    names: &[char],
    points: &[&SamplePoint],
    most: u32,
) -> Option<(Polynomial, usize)> {
    let (held, known): (Vec<&SamplePoint>, Vec<&SamplePoint>) = split(names, points)?;
    let known: Vec<(&[i64], Number)> = known.iter().map(|p| (&p.0[..], p.1)).collect();
    (0..=most).find_map(|degree| {
        let found = Polynomial::through(names, &known, degree)?;
        let agrees = |p: &&SamplePoint| found.at(&p.0) == Some(p.1);
        held.iter().all(agrees).then_some((found, held.len()))
    })
}

/// Splits the points into those that are held out and the rest. `None` if there are too few points.
fn split<'a>(
    names: &[char],
    points: &[&'a SamplePoint],
) -> Option<(Vec<&'a SamplePoint>, Vec<&'a SamplePoint>)> {
    let (held, known): (Vec<&SamplePoint>, Vec<&SamplePoint>) = if names.len() <= 1 {
        let held = HELD_OUT.max(points.len() / 4);
        let known = points.len().checked_sub(held)?;
        (points[known..].to_vec(), points[..known].to_vec())
    } else {
        let last = |k: usize| points.iter().map(|p| p.0[k]).max();
        let first = |k: usize| points.iter().map(|p| p.0[k]).min();
        let varying: Vec<(usize, Option<i64>)> = (0..names.len())
            .filter(|&k| first(k) != last(k))
            .map(|k| (k, last(k)))
            .collect();
        let is_last = |p: &&&SamplePoint| varying.iter().any(|&(k, last)| Some(p.0[k]) == last);
        points.iter().copied().partition(|p| is_last(&p))
    };
    (held.len() >= HELD_OUT && !known.is_empty()).then_some((held, known))
}

impl Formula {
    /// The value at a point. `None` if the formula does not cover the point.
    pub fn at(&self, point: &[i64]) -> Option<Number> {
        if self.from.is_some_and(|from| point[0] < from) {
            return None;
        }
        let residue: Vec<i64> = point.iter().map(|x| x.rem_euclid(self.period)).collect();
        self.cases.get(&residue)?.at(point)
    }

    /// The number of rows that were held out. All of them agree with the formula.
    pub fn held_out(&self) -> usize {
        self.held_out
    }

    /// Whether the formula grows with its parameters, for each residue.
    pub fn grows(&self) -> bool {
        self.cases.values().all(Polynomial::grows)
    }
}

impl fmt::Display for Formula {
    /// Writes text like `2 n + 1`, or `n for n = 0 mod 2; n + 1 for n = 1 mod 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (residue, polynomial)) in self.cases.iter().enumerate() {
            let between = if i == 0 { "" } else { "; " };
            write!(f, "{between}{polynomial}")?;
            if self.cases.len() > 1 {
                write!(f, " for {}", residues(&self.names, residue, self.period))?;
            }
        }
        match (self.from, self.names.first()) {
            (Some(from), Some(name)) => write!(f, ", where {name} >= {from}"),
            _ => Ok(()),
        }
    }
}

/// Text like `n = 1 mod 2`, or `a = 0, b = 1 mod 2`.
pub(super) fn residues(names: &[char], residue: &[i64], period: i64) -> String {
    let each = names.iter().zip(residue).map(|(n, r)| format!("{n} = {r}"));
    format!("{} mod {period}", each.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: i64) -> Number {
        Number::from(i128::from(n))
    }

    fn line(f: impl Fn(i64) -> Number) -> Vec<SamplePoint> {
        (1..=12).map(|n| (vec![n], f(n))).collect()
    }

    fn plane(f: impl Fn(i64, i64) -> Number) -> Vec<SamplePoint> {
        let points = (1..=6).flat_map(|a| (2..=6).map(move |b| (a, b)));
        points.map(|(a, b)| (vec![a, b], f(a, b))).collect()
    }

    fn text(names: &[char], points: &[SamplePoint]) -> Option<String> {
        fit(names, points).map(|formula| {
            let agrees = |p: &SamplePoint| formula.at(&p.0).is_none_or(|v| v == p.1);
            assert!(points.iter().all(agrees));
            formula.to_string()
        })
    }

    #[test]
    fn formulas_in_one_parameter() {
        let of = |f: &dyn Fn(i64) -> Number| text(&['n'], &line(f));
        assert_eq!(of(&|n| number(2 * n + 1)).as_deref(), Some("2 n + 1"));
        assert_eq!(of(&|_| number(0)).as_deref(), Some("0"));
        let half = |n: i64| Number::new(i128::from(n * n - n), 2);
        assert_eq!(of(&half).as_deref(), Some("1/2 n^2 - 1/2 n"));
        let even = "n for n = 0 mod 2; n + 1 for n = 1 mod 2";
        assert_eq!(of(&|n| number(n + n % 2)).as_deref(), Some(even));
        assert_eq!(of(&|n| number(1 << n)), None);
        let late = of(&|n| number(n.max(3)));
        assert_eq!(late.as_deref(), Some("n, where n >= 3"));
        assert_eq!(of(&|n| number(n.max(7))), None);
    }

    #[test]
    fn formulas_in_two_parameters() {
        let of = |f: &dyn Fn(i64, i64) -> Number| text(&['a', 'b'], &plane(f));
        assert_eq!(
            of(&|a, b| number(a * b + 2 * a - 1)).as_deref(),
            Some("a b + 2 a - 1")
        );
        assert_eq!(of(&|_, b| number(b)).as_deref(), Some("b"));
        assert_eq!(of(&|a, b| number(a.max(b))), None);
        let parity = of(&|a, b| number(a + (a * b) % 2));
        assert!(parity.is_some_and(|f| f.ends_with("a + 1 for a = 1, b = 1 mod 2")));
    }

    #[test]
    fn a_parameter_that_does_not_change_is_no_variable() {
        let points: Vec<SamplePoint> = (1..=6).map(|n| (vec![n, 3], number(n + 3))).collect();
        assert_eq!(text(&['a', 'b'], &points), None, "only one row is held out");
        let points: Vec<SamplePoint> = (1..=6).map(|n| (vec![n], number(n + 3))).collect();
        assert_eq!(text(&['a'], &points).as_deref(), Some("a + 3"));
    }

    #[test]
    fn too_few_rows_and_rows_that_disagree() {
        assert_eq!(text(&['n'], &line(number)[..2]), None);
        assert_eq!(text(&['n'], &line(number)[..3]).as_deref(), None);
        assert_eq!(text(&['n'], &line(number)[..4]).as_deref(), Some("n"));
        let mut points = line(number);
        points[11].1 = number(13);
        assert_eq!(text(&['n'], &points), None, "the last row was held out");
    }

    #[test]
    fn numbers_beyond_128_bits_are_no_formula() {
        let huge = |n: i64| Number::from_integer(i128::MAX / 3 * (n as i128 % 3));
        let _ = text(&['n'], &line(huge));
        let wide: Vec<SamplePoint> = (1..=9)
            .map(|n| (vec![n * (1 << 40)], number(n * n * n)))
            .collect();
        let _ = text(&['n'], &wide);
    }
}
