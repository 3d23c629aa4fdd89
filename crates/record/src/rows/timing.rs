//! `timing.csv`: a row for each generation. It is the only log that differs when a run is repeated.

use super::Decimal;
use serde::{Deserialize, Serialize};

boilingpoint_problem::documented! {
    /// A row of `timing.csv`.
    #[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
    pub struct TimingRow {
        /// The number of the generation, from 0.
        pub generation: u64,
        /// The duration of the generation in seconds.
        pub seconds: Decimal<6>,
        /// The duration of the run so far in seconds, without the time between a stop and a resume.
        pub elapsed: Decimal<3>,
        /// The number of boards valued in the generation, per second.
        pub boards_per_second: Decimal<1>,
        /// The number of positions evaluated so far.
        pub positions: u64,
        /// The number of values in the solvers' store.
        pub values: u64,
        /// The size of all tables in bytes.
        pub table_bytes: u64,
    }
}
