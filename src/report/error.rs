//! Why a report cannot be made.

use crate::plan::ConfigError;
use crate::record::folder::{FileError, FolderError};
use crate::record::view::ViewError;

/// Why a report cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// It is no run folder, or of another version.
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
    /// A record's board is none.
    #[error("a record's board: {0}")]
    Board(String),
    /// The run is of a game that this program does not know.
    #[error(transparent)]
    Ruleset(#[from] crate::ruleset::UnknownRuleset),
    /// The record book cannot be read.
    #[error(transparent)]
    Book(#[from] crate::book::BookError),
    /// A chart cannot be drawn.
    #[error("cannot draw a chart: {0}")]
    Chart(String),
    /// A page cannot be written.
    #[error("cannot write a page: {0}")]
    Page(#[from] askama::Error),
    /// A picture cannot be rendered.
    #[error(transparent)]
    Png(#[from] crate::draw::PngError),
}
