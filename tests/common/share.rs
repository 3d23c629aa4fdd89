//! A share of many cases. By turns, runs of the tests take all of them.

/// A share of the cases: `2/3` is the second of three.
#[derive(Clone, Copy)]
pub struct Share {
    which: usize,
    of: usize,
}

impl Share {
    /// The share in an environment variable, if it is set.
    pub fn wanted(name: &str) -> Option<Share> {
        let text = std::env::var(name).ok()?;
        let share = text.split_once('/').and_then(|(which, of)| {
            let [which, of] = [which.parse().ok()?, of.parse().ok()?];
            (1..=of).contains(&which).then_some(Share { which, of })
        });
        Some(share.unwrap_or_else(|| panic!("{name}={text}: expected a share such as 2/3")))
    }

    /// Whether the case of this number, which counts from 0, is in the share.
    pub fn takes(self, case: usize) -> bool {
        case % self.of + 1 == self.which
    }
}
