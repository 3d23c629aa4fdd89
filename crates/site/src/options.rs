//! The inputs and the contents of a site.

use std::path::PathBuf;

/// The inputs of a site.
#[derive(Clone, Debug)]
pub struct SiteOptions {
    /// The folder to write.
    pub out: PathBuf,
    /// The folder of the runs.
    pub runs: PathBuf,
    /// The record book.
    pub book: PathBuf,
    /// The folder of the documents, with `SUMMARY.md`; `None` for a site without documents.
    pub docs: Option<PathBuf>,
    /// The folder of the configs; `None` for a site without questions.
    pub configs: Option<PathBuf>,
    /// The address at which the site will be found, with a slash at the end.
    pub url: Option<String>,
    /// The title of the site.
    pub title: String,
    /// The page of the explorer; `None` for a site without an explorer.
    pub explorer: Option<String>,
    /// Whether each record has files of its own in every format. If `None`, a book with few records
    /// has them.
    pub record_files: Option<bool>,
}

/// The contents of a site.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SiteSummary {
    /// The number of records.
    pub records: usize,
    /// The number of records of the book that are left out: no checker agreed with them, or another
    /// record contradicts them.
    pub left_out: usize,
    /// Whether each record has files of its own in every format.
    pub has_record_files: bool,
    /// The number of reports of runs.
    pub runs: usize,
    /// The number of questions.
    pub questions: usize,
    /// The number of documents.
    pub documents: usize,
    /// The number of files.
    pub files: usize,
    /// The number of files that were written, since they are new or have changed.
    pub written: usize,
    /// The number of files of an earlier site that were removed.
    pub removed: usize,
    /// The parts that could not be shown, with the reasons.
    pub notes: Vec<String>,
}
