//! Errors of writing a site.

use boilingpoint_book::{BookError, RecordError};
use boilingpoint_record::folder::FileError;
use boilingpoint_report::ReportError;
use std::path::PathBuf;

/// The site cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The folder has files, and none of them marks it as a site.
    #[error(
        "{} has files that `boil site` did not write; name a new or an empty folder",
        .0.display()
    )]
    NotASite(PathBuf),
    /// The folder has the mark of a site, which cannot be read.
    #[error("{}: line {line} is not the name of a file of the site", .path.display())]
    Mark {
        /// The file.
        path: PathBuf,
        /// The number of the line.
        line: usize,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The book cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The board of a record cannot be read.
    #[error("record {id}: {why}")]
    Record {
        /// The number of the record.
        id: i64,
        /// The mistake.
        why: RecordError,
    },
    /// A run cannot be read or drawn.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A page cannot be made.
    #[error("cannot make a page: {0}")]
    Page(#[from] askama::Error),
    /// The index of the search cannot be made.
    #[error("cannot make the index of the search: {0}")]
    Index(#[from] serde_json::Error),
    /// Threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
