//! The documentation of the columns of the logs that are tables.

use super::logs::names;
use crate::rows::{IslandRow, OperatorRow, ProgressRow, TimingRow};
use crate::table;
use boilingpoint_problem::Fields;
use serde::Serialize;

pub struct LogFields {
    pub file: &'static str,
    /// The fields of the type of a row, with their documentation.
    pub fields: Fields,
    /// The names of the columns in the file.
    pub columns: fn() -> Vec<String>,
}

/// The logs with their columns.
pub static LOG_FIELDS: [LogFields; 4] = [
    of::<ProgressRow>(names::PROGRESS, ProgressRow::FIELDS),
    of::<IslandRow>(names::ISLANDS, IslandRow::FIELDS),
    of::<OperatorRow>(names::OPERATORS, OperatorRow::FIELDS),
    of::<TimingRow>(names::TIMING, TimingRow::FIELDS),
];

const fn of<R: Serialize + Default>(file: &'static str, fields: Fields) -> LogFields {
    LogFields {
        file,
        fields,
        columns: || table::columns::<R>().unwrap_or_default(),
    }
}
