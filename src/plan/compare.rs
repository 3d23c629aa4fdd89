//! Whether two plans give the same results.

use super::Plan;
use super::key::{Effect, Key};

/// A key in which two plans differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The dotted key.
    pub key: &'static str,
    /// Its value in the first plan, in TOML.
    pub old: String,
    /// Its value in the second plan, in TOML.
    pub new: String,
}

impl Plan {
    /// The keys that change results and differ between this plan and `other`.
    pub fn differences(&self, other: &Plan) -> Vec<Difference> {
        self.unlike(other, Effect::Results)
    }

    /// The keys that change results or where a run ends, and differ between this plan and `other`.
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

    /// A number, in hexadecimal, that plans with the same results share. It is the same on
    /// every machine.
    pub fn digest(&self) -> String {
        let text: String = self
            .that_change(Effect::Results)
            .map(|(key, value)| format!("{} = {value}\n", key.name))
            .collect();
        format!("{:032x}", fnv1a(text.as_bytes()))
    }

    /// The keys that change at least so much, with their values in TOML.
    fn that_change(&self, least: Effect) -> impl Iterator<Item = (&'static Key, String)> {
        self.entries().filter(move |(key, _)| key.effect >= least)
    }
}

/// The hash FNV-1a of 128 bits, whose multiplication is meant to wrap.
fn fnv1a(bytes: &[u8]) -> u128 {
    const BASIS: u128 = 0x6c62272e07bb014262b821756295c58d;
    const PRIME: u128 = 0x0000000001000000000000000000013b;
    bytes.iter().fold(BASIS, |hash, &byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(super::fnv1a(b"a"), 0xd228cb696f1a8caf78912b704e4a8964);
    }
}
