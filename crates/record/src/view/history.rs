//! The parts of the logs that a view of a run keeps.

use super::series::Keep;

/// The part of each log that a view keeps.
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// The rows of `progress.csv`.
    pub progress: Keep,
    /// The rows of `timing.csv`.
    pub timing: Keep,
    /// The rows of `islands.csv`, for each island.
    pub islands: Keep,
    /// The rates in `operators.csv`, for each operator.
    pub operators: Keep,
    /// The restarts, migrations and verdicts in `events.jsonl`.
    pub events: Keep,
    /// The new bests in `events.jsonl`.
    pub bests: Keep,
    /// The lines of `records.jsonl`. [`Keep::All`] keeps all lines whole. Otherwise the view keeps
    /// the latest line of each order or collected value, without canonical form, certificate and
    /// lineage.
    pub records: Keep,
    /// Whether the elites are read.
    pub archive: bool,
}

impl History {
    /// All data that a report uses.
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
    /// The data that a terminal shows, in bounded memory. The view keeps more rows of
    /// `progress.csv` than twice the width of any terminal in dots, and more rows of `timing.csv`
    /// than its width in characters.
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
    /// The sums over `progress.csv`, its last row, and the last event.
    pub const COUNTS: History = History {
        progress: Keep::Latest(1),
        timing: Keep::Nothing,
        islands: Keep::Nothing,
        operators: Keep::Nothing,
        events: Keep::Latest(1),
        bests: Keep::Nothing,
        records: Keep::Nothing,
        archive: false,
    };
    /// The data from which a comparison makes the curve of a run and finds the time at which it
    /// reached its target.
    pub const OUTCOME: History = History {
        progress: Keep::All,
        timing: Keep::All,
        islands: Keep::Nothing,
        operators: Keep::Nothing,
        events: Keep::Latest(1),
        bests: Keep::All,
        records: Keep::Nothing,
        archive: false,
    };
}
