//! `operators.csv`: a row for each operator that was tried in a generation.

use serde::{Deserialize, Serialize, Serializer};

/// A row of `operators.csv`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OperatorRow {
    /// The generation.
    pub generation: u64,
    /// The operator.
    pub operator: String,
    /// Its children that were asked.
    pub asked: u64,
    /// Its children that had been asked before.
    pub duplicates: u64,
    /// Times that it did not apply, or the child left the class.
    pub inapplicable: u64,
    /// Its children that were evaluated.
    pub scored: u64,
    /// Its children that became the best of their cell.
    pub improved: u64,
    /// Its children that became the best of all.
    pub bests: u64,
    /// How often it will be chosen in the next generation, from 0 to 1; written with four decimals,
    /// rounded down.
    #[serde(serialize_with = "share")]
    pub rate: f64,
    /// Whether it was not tried in the generation, so that the log leaves the row out.
    #[serde(skip)]
    pub is_idle: bool,
}

fn share<S: Serializer>(rate: &f64, to: S) -> Result<S::Ok, S::Error> {
    // the addend is less than a rate's unit, and more than what reading four decimals rounds off
    let parts = (rate * 1e4 + 1e-9).floor();
    to.collect_str(&format_args!("{:.4}", parts / 1e4))
}
