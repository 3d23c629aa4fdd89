//! The rows of a run's logs. A column is a field of one of these types. The type gives the column
//! its name, and writes and reads its cells.
//!
//! Everything but `timing.csv` is a function of the plan.

mod cells;
mod events;
mod islands;
mod operators;
mod progress;
mod timing;

pub use cells::{Decimal, to_f64};
pub use events::{BestEvent, Event, MigrationEvent};
pub use islands::IslandRow;
pub use operators::OperatorRow;
pub use progress::ProgressRow;
pub use timing::TimingRow;

use super::records::RecordLine;

/// The rows that a generation adds to the logs.
#[derive(Clone, Debug)]
pub struct GenerationRows {
    /// The row of `progress.csv`.
    pub progress: ProgressRow,
    /// The row of `timing.csv`.
    pub timing: TimingRow,
    /// A row for each operator. The log leaves out the rows of operators that were not tried.
    pub operators: Vec<OperatorRow>,
    /// A row for each island.
    pub islands: Vec<IslandRow>,
    /// The events.
    pub events: Vec<Event>,
    /// The new records.
    pub records: Vec<RecordLine>,
}
