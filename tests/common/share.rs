//! A share of many cases. By turns, runs of the tests take all of them.

/// A share of the cases: `2/3` is the second of three, and `0/3` is none.
#[derive(Clone, Copy)]
pub struct Share {
    which: usize,
    of: usize,
}

impl Share {
    /// The share in an environment variable.
    pub fn wanted(name: &str, default: &str) -> Share {
        let text = std::env::var(name).unwrap_or_else(|_| default.to_string());
        let share = text.split_once('/').and_then(|(which, of)| {
            let [which, of] = [which.parse().ok()?, of.parse().ok()?];
            (which <= of && of > 0).then_some(Share { which, of })
        });
        share.unwrap_or_else(|| panic!("{name}={text}: expected a share such as 2/3"))
    }

    /// Whether the case of this number, which counts from 0, is in the share.
    pub fn takes(self, case: usize) -> bool {
        case % self.of + 1 == self.which
    }
}
