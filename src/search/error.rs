//! Errors of a search and of a run.

use crate::record::folder::{FileError, FolderError};
use crate::record::records::LineError;

/// A search gives up after this many generations without a single board that has a fitness.
pub(super) const PATIENCE: u64 = 10;

/// Why a search cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A board to start from is not in the class.
    #[error(transparent)]
    NotInClass(#[from] crate::problem::NotInClass),
    /// None of the operators named is of use in the class.
    #[error("none of the operators named is of use here: {0} need tints")]
    Operators(String),
    /// Threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(std::io::Error),
    /// A setting of the engine is out of range.
    #[error("search: {0}")]
    Settings(#[from] crate::evolve::SettingsError),
    /// The saved state does not belong to the plan.
    #[error("the saved state does not fit the plan: {0}")]
    State(String),
    /// The solver and the independent checker disagree: a bug, and nothing found can be trusted.
    #[error("the independent checker disagrees on board `{board}`: {what}; please report this")]
    Disagreement {
        /// The board.
        board: String,
        /// The value on which they disagree.
        what: String,
    },
    /// No board of the first generations has a fitness.
    #[error("no board of the first {PATIENCE} generations has a fitness: {0}")]
    NothingScored(String),
    /// The step was interrupted; nothing has changed.
    #[error("interrupted")]
    Interrupted,
}

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The records, read back to be put in order.
    #[error(transparent)]
    Lines(#[from] LineError),
    /// The search.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// An error of the back end.
    #[error(transparent)]
    Backend(Box<dyn std::error::Error + Send + Sync>),
}
