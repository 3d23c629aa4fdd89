//! Names of runs and workers: letters, digits, `-` and `_`.

use std::time::{SystemTime, UNIX_EPOCH};

/// The largest number of characters in a run's name.
pub(super) const LONGEST: usize = 64;

/// The largest number of characters that are shown of a text of another process.
const MOST_SHOWN: usize = 200;

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Whether a text can be the name of a run.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST && text.chars().all(is_plain)
}

/// The first characters of a text, with `-` for each character that a name cannot have.
pub(super) fn plain_name(text: &str, most: usize) -> String {
    let plain = |c: char| if is_plain(c) { c } else { '-' };
    text.chars().map(plain).take(most).collect()
}

/// A text of another process as it is shown and kept: at most [`MOST_SHOWN`] characters of it, and
/// none that a terminal obeys.
pub(super) fn shown(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    text.chars().map(plain).take(MOST_SHOWN).collect()
}

/// Nanoseconds since 1970, for unique names.
pub(super) fn nanos() -> u128 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos())
}

/// Seconds since 1970.
pub fn unix_seconds() -> u64 {
    (nanos() / 1_000_000_000) as u64
}
