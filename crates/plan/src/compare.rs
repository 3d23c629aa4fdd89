//! Compares two plans, to find whether they give the same results.

use super::Plan;
use super::key::{Effect, Key};

/// A key in which two plans differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the key.
    pub key: &'static str,
    /// The value in the first plan, in TOML.
    pub old: String,
    /// The value in the second plan, in TOML.
    pub new: String,
}

impl Plan {
    /// The keys that differ from `other` and change results.
    pub fn differences(&self, other: &Plan) -> Vec<Difference> {
        self.unlike(other, Effect::Results)
    }

    /// The keys that differ from `other` and change results or the length of the run.
    pub fn differences_of_runs(&self, other: &Plan) -> Vec<Difference> {
        self.unlike(other, Effect::Length)
    }

    fn unlike(&self, other: &Plan, least: Effect) -> Vec<Difference> {
        let both = self.that_change(least).zip(other.that_change(least));
        both.filter(|(old, new)| old.1 != new.1)
            .map(|((key, old), (_, new))| Difference {
                key: key.name,
                old,
                new,
            })
            .collect()
    }

    /// The keys whose effect is at least `least`, with their values in TOML.
    pub(super) fn that_change(
        &self,
        least: Effect,
    ) -> impl Iterator<Item = (&'static Key, String)> {
        self.entries().filter(move |(key, _)| key.effect >= least)
    }
}
