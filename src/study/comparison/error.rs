//! Why a comparison cannot begin or go on.

use super::MOST_RUNS;
use crate::plan::{ConfigError, Difference};
use crate::record::folder::{FileError, FolderError};
use crate::record::manifest::ManifestError;
use crate::record::view::ViewError;
use crate::search::RunError;
use std::path::PathBuf;

/// Why a comparison cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum ComparisonError {
    /// Too many runs.
    #[error("the comparison has {runs} runs, more than {MOST_RUNS}")]
    TooMany {
        /// How many.
        runs: usize,
    },
    /// The settings score boards differently, and there is no condition to reach.
    #[error(
        "the settings differ in what they maximise or require, so their best boards cannot be \
         compared; give `objective.stop_when` as the target"
    )]
    NoCommonTarget,
    /// The folder above the runs is a run itself.
    #[error("{} holds a single run; choose another folder with --out", .dir.display())]
    IsRun {
        /// The folder.
        dir: PathBuf,
    },
    /// A folder holds a run of another config.
    #[error(
        "{} holds a run of another config: `{}` is {} there, {} here; \
         choose another folder with --out",
        .dir.display(), .difference.key, .difference.old, .difference.new
    )]
    OtherConfig {
        /// The folder.
        dir: PathBuf,
        /// The first key that differs.
        difference: Difference,
    },
    /// A run cannot begin or go on.
    #[error("{}: {cause}", .dir.display())]
    Run {
        /// Its folder.
        dir: PathBuf,
        /// Why.
        cause: RunError,
    },
    /// A folder that is no run, or of another version.
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
