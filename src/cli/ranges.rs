//! Ranges on the command line: `1..20` or `1..=20`, both ends included, or a single number.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The largest number of seeds in one option.
const MOST: u64 = 100_000;

/// The greatest seed.
const GREATEST: u64 = i64::MAX as u64;

/// Errors in a range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RangeError {
    /// An end of the range is not an integer.
    #[error("`{0}` is not an integer; expected a range such as 1..8")]
    Integer(String),
    /// The text is not a parameter with its range.
    #[error("`{0}` is not of the form m=1..4, with a lower-case letter")]
    Parameter(String),
    /// The text is not a range of orders.
    #[error("expected a number or a range such as 2..8")]
    Orders,
    /// An end of the range is not a seed.
    #[error("`{0}` is not a seed; expected integers from 0 to {GREATEST}, as in 1..20 or 1,2,5")]
    Seed(String),
    /// The first end is above the last.
    #[error("the range {0}..{1} is empty")]
    Empty(i128, i128),
    /// There are more than [`MOST`] seeds.
    #[error("more than {MOST} seeds are given")]
    TooMany,
    /// A seed is given twice.
    #[error("the seed {0} is given twice")]
    Twice(u64),
}

/// The two ends of a range. `end` reads each of them. A single number is both ends.
pub fn ends<T, E>(text: &str, end: impl Fn(&str) -> Result<T, E>) -> Result<(T, T), E> {
    match text.split_once("..") {
        Some((low, high)) => Ok((end(low)?, end(high.trim_start_matches('='))?)),
        None => Ok((end(text)?, end(text)?)),
    }
}

/// Reads a range of integers.
pub fn integers(text: &str) -> Result<RangeInclusive<i64>, RangeError> {
    let integer = |t: &str| {
        let number = t.trim().parse::<i64>();
        number.map_err(|_| RangeError::Integer(t.to_string()))
    };
    let (low, high) = ends(text, integer)?;
    if low > high {
        return Err(RangeError::Empty(low.into(), high.into()));
    }
    Ok(low..=high)
}

/// Reads a parameter with its range, such as `m=1..4`.
pub fn parameter(text: &str) -> Result<(char, RangeInclusive<i64>), RangeError> {
    let expected = || RangeError::Parameter(text.to_string());
    let (name, values) = text.split_once('=').ok_or_else(expected)?;
    let mut letters = name.trim().chars();
    match (letters.next(), letters.next()) {
        (Some(name), None) if name.is_ascii_lowercase() => Ok((name, integers(values)?)),
        _ => Err(expected()),
    }
}

/// The first and the last order; both are included.
#[derive(Clone, Debug)]
pub struct OrderRange(pub RangeInclusive<u64>);

/// Reads a range of orders.
pub fn orders(text: &str) -> Result<OrderRange, RangeError> {
    let ends = ends(text, |t| t.trim().parse::<u64>()).ok();
    let (low, high) = ends.filter(|(l, h)| l <= h).ok_or(RangeError::Orders)?;
    Ok(OrderRange(low..=high))
}

/// Seeds, in the order in which they were given.
#[derive(Clone, Debug)]
pub struct Seeds(pub Vec<u64>);

/// Reads seeds: ranges and single seeds, separated by commas.
pub fn seeds(text: &str) -> Result<Seeds, RangeError> {
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for part in text.split(',') {
        let (low, high) = ends(part, seed)?;
        if low > high {
            return Err(RangeError::Empty(low.into(), high.into()));
        }
        if high - low >= MOST - all.len() as u64 {
            return Err(RangeError::TooMany);
        }
        for seed in low..=high {
            if !known.insert(seed) {
                return Err(RangeError::Twice(seed));
            }
            all.push(seed);
        }
    }
    Ok(Seeds(all))
}

fn seed(text: &str) -> Result<u64, RangeError> {
    let seed = text.trim().parse().ok().filter(|s| *s <= GREATEST);
    seed.ok_or_else(|| RangeError::Seed(text.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::seeds;

    #[test]
    fn ranges_lists_and_single_seeds() {
        for (text, expected) in [
            ("7", &[7][..]),
            ("1..3", &[1, 2, 3]),
            ("1..=3", &[1, 2, 3]),
            ("5,1, 2", &[5, 1, 2]),
            ("8..9,0", &[8, 9, 0]),
            ("9223372036854775807", &[i64::MAX as u64]),
        ] {
            assert_eq!(seeds(text).unwrap().0, expected, "{text}");
        }
    }

    #[test]
    fn bad_seeds_say_what_is_wrong() {
        for (text, word) in [
            ("", "not a seed"),
            ("1,", "not a seed"),
            ("-1", "not a seed"),
            ("a..b", "`a`"),
            ("3..1", "empty"),
            ("1..3,2", "twice"),
            ("9223372036854775808", "not a seed"),
            ("0..9223372036854775807", "more than"),
            ("1..99999,200000..200009", "more than"),
        ] {
            let message = seeds(text).unwrap_err().to_string();
            assert!(message.contains(word), "{text}: {message}");
        }
    }
}
