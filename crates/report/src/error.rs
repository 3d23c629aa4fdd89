//! Errors of reports.

use boilingpoint_book::{BookError, RecordError};
use boilingpoint_plan::ConfigError;
use boilingpoint_record::folder::{FileError, FolderError};
use boilingpoint_record::view::ViewError;
use boilingpoint_rules::UnknownRuleset;
use boilingpoint_solver::SolveError;

/// A report cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The folder is not a run folder, or another version wrote it.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The manifest or a log is damaged.
    #[error(transparent)]
    View(#[from] ViewError),
    /// The config is damaged.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The text of a record's board is not a board.
    #[error("a record's board: {0}")]
    Board(#[source] RecordError),
    /// A record of the book is inconsistent.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A format cannot hold the record.
    #[error("{0}")]
    LeftOut(&'static str),
    /// A board cannot be valued.
    #[error(transparent)]
    Unsolved(#[from] SolveError),
    /// The run is of a game that this program does not know.
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    /// The record book cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A chart cannot be drawn.
    #[error("cannot draw a chart: {0}")]
    Chart(String),
    /// A page cannot be written.
    #[error("cannot write a page: {0}")]
    Page(#[from] askama::Error),
    /// A picture cannot be rendered.
    #[error(transparent)]
    Picture(#[from] boilingpoint_draw::PictureError),
}
