//! `timing.csv`: a row a generation, the only log that differs from run to run.

use super::Decimal;
use serde::{Deserialize, Serialize};

/// A row of `timing.csv`.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TimingRow {
    /// The generation.
    pub generation: u64,
    /// Seconds that the generation took.
    pub seconds: Decimal<6>,
    /// Seconds that the run has taken, before and since it was resumed.
    pub elapsed: Decimal<3>,
    /// Boards given a value in a second.
    pub boards_per_second: Decimal<1>,
    /// Positions evaluated so far.
    pub positions: u64,
    /// Values in the solvers' store.
    pub values: u64,
    /// Bytes of all tables.
    pub table_bytes: u64,
}
