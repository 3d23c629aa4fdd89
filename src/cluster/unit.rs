//! Units of work, and what they are called.

use super::exchange::ExchangeError;
use crate::run::checkpoint;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of what lies in the store.
pub(super) const FORMAT: u32 = 1;

/// What has to agree between who submits a run and who works on it: program, checkpoint format and format of the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dialect(String);

impl Dialect {
    /// That of this program.
    pub fn ours() -> Dialect {
        let program = env!("CARGO_PKG_VERSION").replace('.', "_");
        Dialect(format!("{program}-{}-{FORMAT}", checkpoint::FORMAT))
    }

    /// As it is written.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// As it is told to people: the program's version, and the formats.
    pub fn told(text: &str) -> String {
        let mut parts = text.split('-');
        let program = parts.next().unwrap_or_default().replace('_', ".");
        let formats: Vec<&str> = parts.collect();
        format!("boilingpoint {program} (formats {})", formats.join("."))
    }
}

/// An epoch of an island of a run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit {
    /// The run's name in the cluster.
    pub run: String,
    /// The epoch.
    pub epoch: u64,
    /// The island.
    pub island: usize,
}

/// A text that is no unit's name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not RUN.EPOCH.ISLAND")]
pub struct UnitError(String);

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.run, self.epoch, self.island)
    }
}

impl std::str::FromStr for Unit {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Unit, UnitError> {
        let parts: Vec<&str> = text.split('.').collect();
        let unit = match parts[..] {
            [run, epoch, island] if is_name(run) => {
                let numbers = (epoch.parse().ok(), island.parse().ok());
                numbers.0.zip(numbers.1).map(|(epoch, island)| Unit {
                    run: run.to_string(),
                    epoch,
                    island,
                })
            }
            _ => None,
        };
        unit.ok_or_else(|| UnitError(text.to_string()))
    }
}

impl Unit {
    /// Another island's or epoch's of the same run.
    pub fn other(&self, epoch: u64, island: usize) -> Unit {
        Unit {
            run: self.run.clone(),
            epoch,
            island,
        }
    }
}

/// Whether a text can be a run's name in the cluster: letters, digits, `-` and `_`.
pub fn is_name(text: &str) -> bool {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !text.is_empty() && text.len() <= 64 && text.chars().all(good)
}

/// Where the state of an island lies with which an epoch begins.
pub(super) fn state_key(epoch: u64, island: usize) -> String {
    format!("state.{epoch}.{island}")
}

/// Where a block of the keys lies that an island has met; see [`super::keys`].
pub(super) fn block_key(block: u64, island: usize) -> String {
    format!("keys.{block}.{island}")
}

/// Where lies what an island offers before an epoch.
pub(super) fn offer_key(epoch: u64, island: usize) -> String {
    format!("offer.{epoch}.{island}")
}

/// Where the log of an epoch lies.
pub(super) fn log_key(epoch: u64, island: usize) -> String {
    format!("log.{epoch}.{island}")
}

/// Where it is noted that an epoch is over.
pub(super) fn done_key(epoch: u64, island: usize) -> String {
    format!("done.{epoch}.{island}")
}

/// Where the attempts at an epoch are noted.
pub(super) fn tries_key(epoch: u64, island: usize) -> String {
    format!("tries.{epoch}.{island}")
}

/// What an epoch leaves lies under a key of its own where the island sat it out: somebody may still be going through it for real, and what counts
/// is what is noted first, as a whole.
pub(super) fn variant(key: String, is_set_aside: bool) -> String {
    match is_set_aside {
        true => format!("{key}.aside"),
        false => key,
    }
}

/// The config of a run.
pub(super) const CONFIG_KEY: &str = "config";

/// What is noted of an epoch that is over; it is the last that is stored of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DoneCard {
    /// The worker.
    pub worker: String,
    /// Seconds from delivery until everything else was stored.
    pub seconds: f64,
    /// Those of them in which boards were bred and valued.
    pub computed: f64,
    /// Positions that were solved meanwhile, by the worker as a whole.
    pub positions: u64,
    /// Values in the worker's store, and bytes of its tables.
    pub values: u64,
    /// See `values`.
    pub bytes: u64,
    /// Bytes that were stored of it.
    pub stored: u64,
    /// Why the island sat the epoch out, if it did.
    pub set_aside: Option<String>,
}

/// What is noted under a key.
pub(super) fn read_card(run: &str, key: &str, bytes: &[u8]) -> Result<DoneCard, ExchangeError> {
    serde_json::from_slice(bytes).map_err(|error| ExchangeError::Damaged {
        run: run.to_string(),
        key: key.to_string(),
        why: error.to_string(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        let unit = Unit {
            run: "snort-trees_1".to_string(),
            epoch: 12,
            island: 3,
        };
        assert_eq!(unit.to_string(), "snort-trees_1.12.3");
        assert_eq!(unit.to_string().parse::<Unit>().unwrap(), unit);
        for bad in [
            "", "a", "a.1", "a.1.2.3", "a.x.1", "a.1.-1", "a b.1.1", "*.1.1", ">.1.1",
        ] {
            assert!(bad.parse::<Unit>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_dialect_can_be_part_of_a_subject() {
        assert!(is_name(Dialect::ours().text()));
        let told = Dialect::told(Dialect::ours().text());
        assert!(told.starts_with(&format!(
            "boilingpoint {} (formats ",
            env!("CARGO_PKG_VERSION")
        )));
    }
}
