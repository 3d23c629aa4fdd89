//! How much a view keeps of each log.

use super::series::Keep;

/// How much a view keeps of each log.
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// Rows of `progress.csv`.
    pub progress: Keep,
    /// Rows of `timing.csv`.
    pub timing: Keep,
    /// Rows of `islands.csv`, for each island.
    pub islands: Keep,
    /// Rates in `operators.csv`, for each operator.
    pub operators: Keep,
    /// Restarts, migrations and verdicts in `events.jsonl`.
    pub events: Keep,
    /// New bests in `events.jsonl`.
    pub bests: Keep,
    /// Lines of `records.jsonl`. Unless all are kept, they are the latest of each order or value,
    /// without form, proof and lineage.
    pub records: Keep,
    /// Whether the elites are read.
    pub archive: bool,
}

impl History {
    /// All that a report tells.
    pub const WHOLE: History = History {
        progress: Keep::All,
        timing: Keep::All,
        islands: Keep::All,
        operators: Keep::All,
        events: Keep::All,
        bests: Keep::All,
        records: Keep::All,
        archive: true,
    };
    /// As much as a terminal shows, in bounded memory. No terminal has half as many columns of dots
    /// as rows of `progress.csv` are kept, nor as many columns as rows of `timing.csv`.
    pub const TERMINAL: History = History {
        progress: Keep::Thinned(2048),
        timing: Keep::Latest(256),
        islands: Keep::Latest(1),
        operators: Keep::Latest(1),
        events: Keep::Latest(1),
        bests: Keep::Latest(1),
        records: Keep::Latest(64),
        archive: false,
    };
    /// When the run reached what.
    pub const OUTCOME: History = History {
        progress: Keep::Latest(1),
        timing: Keep::All,
        islands: Keep::Nothing,
        operators: Keep::Nothing,
        events: Keep::Latest(1),
        bests: Keep::All,
        records: Keep::Nothing,
        archive: false,
    };
}
