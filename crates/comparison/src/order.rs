//! The runs in the folder of a comparison, and the order of its settings.
//!
//! The order of the settings is that of the grid in the config. A folder does not keep the grid, but
//! its table lists the settings in this order.

use super::{ComparisonError, begun, seeds_in};
use boilingpoint_plan::{Setting, setting_names};
use boilingpoint_record::folder::{RunFolder, runs_below};
use boilingpoint_record::input;
use std::path::{Path, PathBuf};

/// The name of the table of a comparison.
pub(super) const TABLE: &str = "comparison.csv";
/// The depth of a run below the folder of its comparison: the folder of its setting lies between.
const DEPTH: usize = 2;
/// The largest table that is read, in bytes.
const MOST_BYTES: u64 = 1 << 26;

/// The order of the settings of a comparison.
#[derive(Clone, Debug)]
pub(super) struct KnownOrder {
    /// The dotted keys that vary.
    pub(super) keys: Vec<String>,
    /// The names of the settings, which are also the names of their folders.
    names: Vec<String>,
}

impl KnownOrder {
    /// The order of the settings in the folder that these runs share as their comparison. `None` if
    /// they do not share one, or its table cannot be read.
    pub(super) fn of(folders: &[RunFolder]) -> Option<KnownOrder> {
        let comparison = |folder: &RunFolder| Some(folder.path().parent()?.parent()?.to_path_buf());
        let first = comparison(folders.first()?)?;
        let mut all = folders.iter();
        let is_shared = all.all(|folder| comparison(folder).as_ref() == Some(&first));
        is_shared.then(|| KnownOrder::read(&first))?
    }

    fn read(dir: &Path) -> Option<KnownOrder> {
        let bytes = input::own_bytes(&dir.join(TABLE), MOST_BYTES).ok()?;
        let mut table = csv::Reader::from_reader(bytes.as_slice());
        let head = table.headers().ok()?.clone();
        let count = head.iter().position(|name| name == "seed")?;
        let keys: Vec<String> = head.iter().take(count).map(String::from).collect();
        let mut settings: Vec<Vec<String>> = Vec::new();
        for row in table.records() {
            let row = row.ok()?;
            let values: Vec<String> = row.iter().take(count).map(String::from).collect();
            // The table has the rows of a setting one after the other.
            if settings.last() != Some(&values) {
                settings.push(values);
            }
        }
        let names = setting_names(&keys, &settings);
        Some(KnownOrder { keys, names })
    }

    /// The places of these settings in the order. `None` if a setting is not in it.
    pub(super) fn places(&self, settings: &[Setting]) -> Option<Vec<usize>> {
        let place = |s: &Setting| self.names.iter().position(|name| *name == s.name);
        settings.iter().map(place).collect()
    }
}

/// The runs in a folder: the run itself, or the runs of a comparison in natural order.
///
/// # Errors
/// When there is no run.
pub(super) fn runs_of(dir: &Path) -> Result<Vec<PathBuf>, ComparisonError> {
    if begun(dir)?.is_some() {
        return Ok(vec![dir.to_path_buf()]);
    }
    let mut runs = runs_below(dir, DEPTH, super::MOST_RUNS);
    if runs.is_empty() {
        // The error says whether the folder is missing or holds other files.
        RunFolder::open(dir)?;
    }
    runs.sort_by_cached_key(|run| natural(&run.name));
    Ok(runs.into_iter().map(|run| run.path).collect())
}

/// Whether a folder holds a comparison: runs in folders that are named by their seeds.
///
/// # Errors
/// When the folder holds a run that cannot be read.
pub fn is_comparison(dir: &Path) -> Result<bool, ComparisonError> {
    let is_run = begun(dir)?.is_some();
    let inner = || std::fs::read_dir(dir).into_iter().flatten().flatten();
    Ok(!is_run && (!seeds_in(dir).is_empty() || inner().any(|e| !seeds_in(&e.path()).is_empty())))
}

/// A key by which texts are sorted as people sort them: numbers within a text by their values.
pub fn natural(text: &str) -> Vec<(String, u64, String)> {
    let mut parts: Vec<(String, String)> = vec![Default::default()];
    for c in text.chars() {
        match (parts.last_mut(), c.is_ascii_digit()) {
            (Some((_, digits)), true) => digits.push(c),
            (Some((letters, digits)), false) if digits.is_empty() => letters.push(c),
            _ => parts.push((c.to_string(), String::new())),
        }
    }
    // A number that does not fit is sorted as text, after all numbers that fit.
    let number = |digits: &str| match digits {
        "" => 0,
        digits => digits.parse().unwrap_or(u64::MAX),
    };
    let parts = parts.into_iter();
    let part = |(letters, digits): (String, String)| {
        let value = number(&digits);
        (letters, value, digits)
    };
    parts.map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_sorted_by_their_values() {
        let mut names = [
            "seed-10",
            "a",
            "seed-9",
            "seed-100",
            "seed-9a",
            "seed-",
            "x=1/seed-2",
        ];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(
            names,
            [
                "a",
                "seed-",
                "seed-9",
                "seed-9a",
                "seed-10",
                "seed-100",
                "x=1/seed-2"
            ]
        );
    }
}
