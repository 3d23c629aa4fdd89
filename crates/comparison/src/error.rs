//! Errors of comparisons.

use super::{MOST_COMPARED, MOST_RUNS};
use boilingpoint_plan::{ConfigError, Difference};
use boilingpoint_record::folder::{FileError, FolderError};
use boilingpoint_record::manifest::ManifestError;
use boilingpoint_record::view::ViewError;
use boilingpoint_search::RunError;
use std::path::PathBuf;

/// The reason why a comparison cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum ComparisonError {
    /// There are too many runs.
    #[error("the comparison has {runs} runs, but at most {MOST_RUNS} are allowed")]
    TooMany {
        /// The number of runs.
        runs: usize,
    },
    /// There are too many runs for a page.
    #[error("{runs} runs are too many to compare on a page; at most {MOST_COMPARED} are allowed")]
    TooManyToRead {
        /// The number of runs.
        runs: usize,
    },
    /// The settings score boards differently, and the config has no condition `stop_when`.
    #[error(
        "the settings differ in what they maximise or require, so their best boards cannot be \
         compared; give `objective.stop_when` as the target"
    )]
    NoCommonTarget,
    /// The folder above the runs is itself a run.
    #[error("{} holds a single run; choose another folder with --out", .dir.display())]
    IsRun {
        /// The folder.
        dir: PathBuf,
    },
    /// A folder holds a run of another config.
    #[error(
        "{} holds a run of another config: `{}` is {} there, but {} here; \
         choose another folder with --out",
        .dir.display(), .difference.key, .difference.old, .difference.new
    )]
    OtherConfig {
        /// The folder.
        dir: PathBuf,
        /// The first key that differs.
        difference: Difference,
    },
    /// A run cannot begin or continue.
    #[error("{}: {cause}", .dir.display())]
    Run {
        /// The folder of the run.
        dir: PathBuf,
        /// The error of the system.
        cause: RunError,
    },
    /// A folder is not a run, or another version wrote it.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The config of a run is damaged.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The manifest of a run is damaged.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A log of a run is damaged.
    #[error(transparent)]
    View(#[from] ViewError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}
