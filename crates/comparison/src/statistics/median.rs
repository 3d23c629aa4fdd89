//! The bootstrap interval of a median.
//!
//! A resample of n values is n draws with replacement. Its median is one of the values of the
//! sample, and the probability of each follows from the binomial distribution: the median of a
//! resample is at most the k-th smallest value if more than half of the draws are among the k
//! smallest. So the interval that endless resampling would give is computed without a draw.

use super::CONFIDENCE;

/// The indices, in a sorted sample of `n` values, of the ends of the percentile interval for the
/// median. The median of an even number of values is the smaller of the two in the middle. `None`
/// if there is no value.
pub fn median_interval(n: usize) -> Option<[usize; 2]> {
    if n == 0 {
        return None;
    }
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Some([tail, 1.0 - tail].map(|level| least(n, |k| at_most(n, k) >= level) - 1))
}

/// The least k from 1 to `n` at which a condition holds that holds from there on.
fn least(n: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (1, n);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The probability that the median of a resample is at most the k-th smallest of `n` values.
fn at_most(n: usize, k: usize) -> f64 {
    if k == n {
        return 1.0;
    }
    let share = k as f64 / n as f64;
    let (inside, outside) = (libm::log(share), libm::log(1.0 - share));
    let choices = |j: usize| factorial(n) - factorial(j) - factorial(n - j);
    let needed = (n - 1) / 2 + 1;
    let term = |j: usize| choices(j) + j as f64 * inside + (n - j) as f64 * outside;
    (needed..=n).map(|j| libm::exp(term(j))).sum()
}

/// The logarithm of a factorial.
fn factorial(n: usize) -> f64 {
    libm::lgamma(n as f64 + 1.0)
}
