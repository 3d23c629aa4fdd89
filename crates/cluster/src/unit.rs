//! Units of work.

use super::names::{is_name, shown};
use boilingpoint_study::part::Part;
use std::fmt;
use std::str::FromStr;

/// A unit: an epoch of an island of a search, or a part of a list.
///
/// A part has the number of parts in the place of the epoch, and its own number in the place of the
/// island.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit {
    /// The name of the run.
    pub run: String,
    /// The number of the epoch.
    pub epoch: u64,
    /// The number of the island.
    pub island: usize,
}

impl Unit {
    /// The unit of a part of a list.
    pub(super) fn of_part(run: &str, part: Part) -> Unit {
        Unit {
            run: run.to_string(),
            epoch: part.parts,
            island: usize::try_from(part.number).unwrap_or(usize::MAX),
        }
    }

    /// The part of a list that the unit is.
    pub(super) fn part(&self) -> Part {
        Part {
            parts: self.epoch,
            number: self.island as u64,
        }
    }
}

/// A text that does not name a unit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{}` is not the name of a unit; expected RUN.EPOCH.ISLAND", shown(.0))]
pub struct UnitNameError(String);

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.run, self.epoch, self.island)
    }
}

impl FromStr for Unit {
    type Err = UnitNameError;

    fn from_str(text: &str) -> Result<Unit, UnitNameError> {
        let unit = || {
            let (run, place) = text.split_once('.')?;
            let (epoch, island) = place.split_once('.')?;
            Some(Unit {
                run: is_name(run).then(|| run.to_string())?,
                epoch: epoch.parse().ok()?,
                island: island.parse().ok()?,
            })
        };
        unit().ok_or_else(|| UnitNameError(text.to_string()))
    }
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
}
