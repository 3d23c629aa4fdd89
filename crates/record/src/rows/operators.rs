//! `operators.csv`: a row for each operator that was tried in a generation.

use serde::{Deserialize, Serialize, Serializer};

boilingpoint_problem::documented! {
    /// A row of `operators.csv`.
    #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
    pub struct OperatorRow {
        /// The number of the generation, from 0.
        pub generation: u64,
        /// The name of the operator.
        pub operator: String,
        /// The operator's children that were new to the island. The island asked for their fitness.
        pub asked: u64,
        /// The operator's children that the island had asked for before. They were discarded.
        pub duplicates: u64,
        /// Attempts at which the operator did not apply, or the child was not in the class.
        pub inapplicable: u64,
        /// The operator's children that were evaluated.
        pub scored: u64,
        /// The operator's children that became the best of their cell.
        pub improved: u64,
        /// The operator's children that became the best board of their island, or joined its front.
        pub bests: u64,
        /// The probability that the next generation chooses the operator, from 0 to 1. The log has
        /// four decimals, rounded down.
        #[serde(serialize_with = "share")]
        pub rate: f64,
        /// Whether the operator was not tried in the generation; then the log leaves out the row.
        #[serde(skip)]
        pub is_idle: bool,
    }
}

fn share<S: Serializer>(rate: &f64, to: S) -> Result<S::Ok, S::Error> {
    // A rate of a search is a multiple of 2^-32, so `rate * 1e4` is a multiple of 2^-28. The addend
    // is smaller, so it changes no such rate. It makes up for the rounding error of a rate that was
    // read from four decimals.
    let parts = (rate * 1e4 + 1e-9).floor();
    to.collect_str(&format_args!("{:.4}", parts / 1e4))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn written(rate: f64) -> String {
        let row = OperatorRow {
            rate,
            ..OperatorRow::default()
        };
        serde_json::to_value(row).unwrap()["rate"]
            .as_str()
            .unwrap()
            .to_string()
    }

    #[test]
    fn a_rate_is_rounded_down_to_four_decimals_which_stay() {
        for parts in 0..=10_000 {
            let text = format!("{}.{:04}", parts / 10_000, parts % 10_000);
            assert_eq!(written(text.parse().unwrap()), text);
        }
        // A rate of a search is a multiple of this.
        let least = 0.5_f64.powi(32);
        assert_eq!(written(0.5 - least), "0.4999");
        assert_eq!(written(1.0 - least), "0.9999");
        assert_eq!(written(0.5 + least), "0.5000");
    }
}
