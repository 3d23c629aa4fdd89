//! `operators.csv`: a row for each operator that was tried in a generation.

use serde::{Deserialize, Serialize, Serializer};

boilingpoint_core::documented! {
    #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
    pub struct OperatorRow {
        /// The number of the generation, from 0.
        pub generation: u64,
        /// The name of the operator.
        pub operator: String,
        /// The operator's children that were new to the island, which asked for their values.
        pub asked: u64,
        /// The operator's children that the island had asked for before.
        pub duplicates: u64,
        /// Attempts in which the operator did not apply, or the child was outside the class.
        pub inapplicable: u64,
        /// The operator's children that were evaluated.
        pub scored: u64,
        /// The operator's children that became the best of their cell.
        pub improved: u64,
        /// The operator's children that became the best board of the run.
        pub bests: u64,
        /// The probability that the next generation chooses the operator, from 0 to 1. The log
        /// keeps four decimals, rounded down.
        #[serde(serialize_with = "share")]
        pub rate: f64,
        /// Whether the operator was not tried in the generation; then the log leaves out the row.
        #[serde(skip)]
        pub is_idle: bool,
    }
}

fn share<S: Serializer>(rate: &f64, to: S) -> Result<S::Ok, S::Error> {
    // The addend is less than the unit of a rate, and more than what reading four decimals rounds
    // off.
    let parts = (rate * 1e4 + 1e-9).floor();
    to.collect_str(&format_args!("{:.4}", parts / 1e4))
}
