//! Paley graphs, and the finite fields whose elements are their vertices.

use super::{Arguments, FamilyError, count, fits, refused};
use crate::Graph;

/// The field of `p^k` elements. Element `v` is the polynomial whose coefficients are the digits of
/// `v` to the base `p`, the constant coefficient last. Products are taken modulo the least
/// irreducible polynomial of degree `k` with leading coefficient 1, where polynomials are ordered
/// by these numbers.
struct Field {
    p: usize,
    k: usize,
    /// The coefficients of the irreducible polynomial below the leading one, constant first.
    modulus: Vec<usize>,
}

/// The prime `p` and the exponent `k` with `q = p^k`; `None` if `q` is not a power of a prime.
fn prime_power(q: usize) -> Option<(usize, usize)> {
    let divides = |p: &usize| q.is_multiple_of(*p);
    let small = (2..).take_while(|p| p * p <= q).find(divides);
    let p = small.unwrap_or(q);
    let (mut rest, mut k) = (q, 0);
    while rest > 1 && rest.is_multiple_of(p) {
        (rest, k) = (rest / p, k + 1);
    }
    (q > 1 && rest == 1).then_some((p, k))
}

/// The digits of a number to the base `p`, the least significant first.
fn digits(mut number: usize, p: usize, count: usize) -> Vec<usize> {
    let mut digit = || {
        let digit = number % p;
        number /= p;
        digit
    };
    (0..count).map(|_| digit()).collect()
}

impl Field {
    fn of(p: usize, k: usize) -> Field {
        let lower = |number: usize| digits(number, p, k);
        let least = (0..p.pow(k as u32))
            .map(lower)
            .find(|lower| is_irreducible(lower, p));
        // A polynomial of degree 1 is irreducible, and there is one of every degree.
        let modulus = least.unwrap_or_else(|| vec![0; k]);
        Field { p, k, modulus }
    }

    fn number(&self, element: &[usize]) -> usize {
        element
            .iter()
            .rev()
            .fold(0, |all, digit| all * self.p + digit)
    }

    fn difference(&self, a: usize, b: usize) -> usize {
        let (mut place, mut all) = (1, 0);
        for _ in 0..self.k {
            all += (a / place + self.p - b / place % self.p) % self.p * place;
            place *= self.p;
        }
        all
    }

    fn square(&self, a: usize) -> usize {
        let (p, k) = (self.p, self.k);
        let a = digits(a, p, k);
        let mut product = vec![0; 2 * k - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in a.iter().enumerate() {
                product[i + j] = (product[i + j] + x * y) % p;
            }
        }
        for high in (k..2 * k - 1).rev() {
            let factor = product[high];
            for (i, &m) in self.modulus.iter().enumerate() {
                let place = high - k + i;
                product[place] = (product[place] + factor * (p - m)) % p;
            }
        }
        self.number(&product[..k])
    }
}

/// Whether a polynomial with leading coefficient 1 has no divisor of a smaller positive degree. It
/// is given by its lower coefficients.
fn is_irreducible(lower: &[usize], p: usize) -> bool {
    let k = lower.len();
    let divisors = (1..=k / 2).flat_map(|d| (0..p.pow(d as u32)).map(move |n| digits(n, p, d)));
    divisors.into_iter().all(|divisor| {
        let mut rest: Vec<usize> = lower.iter().copied().chain([1]).collect();
        for high in (divisor.len()..=k).rev() {
            let factor = rest[high];
            for (i, &m) in divisor.iter().chain([&1]).enumerate() {
                let place = high - divisor.len() + i;
                rest[place] = (rest[place] + factor * (p - m)) % p;
            }
        }
        rest.iter().any(|&c| c != 0)
    })
}

pub(super) fn paley(args: Arguments) -> Result<Graph, FamilyError> {
    let q = count(args, 0, 2)?;
    let Some((p, k)) = prime_power(q).filter(|_| q % 4 == 1) else {
        let expected = "a prime power that is 1 modulo 4, such as 5, 9 or 13".to_string();
        return Err(refused(args, 0, expected));
    };
    fits(args, q, q.saturating_mul(q - 1) / 4)?;
    let field = Field::of(p, k);
    let mut is_square = vec![false; q];
    (1..q).for_each(|a| is_square[field.square(a)] = true);
    let mut graph = Graph::empty(q);
    for b in 0..q {
        (0..b)
            .filter(|&a| is_square[field.difference(b, a)])
            .for_each(|a| graph.add_edge(a, b));
    }
    Ok(graph)
}
