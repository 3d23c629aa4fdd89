//! Seeds on the command line: `1..20`, `7`, `1,2,5`.

use std::collections::BTreeSet;

/// Seeds that may be given at once.
const MOST: u64 = 100_000;

/// Some seeds, in the order in which they were given.
#[derive(Clone, Debug)]
pub struct Seeds(pub Vec<u64>);

/// Reads seeds: ranges with both ends included and single ones, separated by commas.
pub fn seeds(text: &str) -> Result<Seeds, String> {
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for part in text.split(',') {
        let (low, high) = match part.split_once("..") {
            Some((low, high)) => (seed(low)?, seed(high.trim_start_matches('='))?),
            None => (seed(part)?, seed(part)?),
        };
        if low > high {
            return Err(format!("the range {low}..{high} is empty"));
        }
        if high - low >= MOST - all.len() as u64 {
            return Err(format!("more than {MOST} seeds"));
        }
        for seed in low..=high {
            if !known.insert(seed) {
                return Err(format!("the seed {seed} is given twice"));
            }
            all.push(seed);
        }
    }
    Ok(Seeds(all))
}

fn seed(text: &str) -> Result<u64, String> {
    let most = i64::MAX as u64;
    let seed = text.trim().parse::<u64>().ok().filter(|s| *s <= most);
    seed.ok_or_else(|| {
        format!("`{text}` is not a seed; expected integers from 0 to {most}, as in 1..20 or 1,2,5")
    })
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
            let message = seeds(text).unwrap_err();
            assert!(message.contains(word), "{text}: {message}");
        }
    }
}
