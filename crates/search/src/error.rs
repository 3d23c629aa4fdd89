//! Errors of searches.

use boilingpoint_record::folder::{FileError, FolderError};
use boilingpoint_record::records::LineError;
use boilingpoint_record::view::ViewError;

/// A search gives up after this many generations if no board has a fitness.
pub(super) const PATIENCE: u64 = 10;

/// The reason why a search cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A start board is not in the class.
    #[error(transparent)]
    NotInClass(#[from] boilingpoint_problem::NotInClass),
    /// None of the named operators can be used in the class.
    #[error("none of the named operators can be used: {0} need tints")]
    Operators(String),
    /// The system refuses to start threads.
    #[error("cannot start threads: {0}")]
    Threads(std::io::Error),
    /// A setting of the search is out of range.
    #[error("search: {0}")]
    Settings(#[from] boilingpoint_evolve::SettingsError),
    /// The saved state does not belong to the plan.
    #[error("the saved state does not fit the plan: {0}")]
    State(String),
    /// The solver and the independent checker disagree. This is a bug, and no result can be
    /// trusted.
    #[error(
        "the solver and the independent checker disagree on board `{board}`: {what}; please report this"
    )]
    Disagreement {
        /// The board in graph6.
        board: String,
        /// The value on which they disagree.
        what: String,
    },
    /// No board of the first generations has a fitness.
    #[error("no board of the first {PATIENCE} generations has a fitness: {0}")]
    NothingScored(String),
    /// The step was interrupted. The search is unchanged.
    #[error("interrupted")]
    Interrupted,
}

/// The reason why a run cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The run folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The records cannot be read again to write `collection.csv`.
    #[error(transparent)]
    Lines(#[from] LineError),
    /// The logs cannot be read again to count the boards.
    #[error(transparent)]
    Logs(#[from] ViewError),
    /// The search cannot begin or continue.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A result of another process cannot be true. The back end has dropped it.
    #[error(transparent)]
    Refused(Box<dyn std::error::Error + Send + Sync>),
    /// An error of the back end.
    #[error(transparent)]
    Backend(Box<dyn std::error::Error + Send + Sync>),
}
