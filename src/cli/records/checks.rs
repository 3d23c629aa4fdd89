//! The options of the commands that check records.

use super::super::failure::Failure;
use boilingpoint_book::{BookError, ProofCheck, Verifier};
use boilingpoint_study::atlas::AtlasProofs;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The folder with the atlas's tables, by which proofs of optima are checked; by default
    /// `atlas` beside the book. Counts of few boards are repeated instead
    #[arg(long, value_name = "DIR")]
    atlas: Option<PathBuf>,
}

impl CheckArgs {
    /// The check of proofs for the records of a book.
    pub fn proofs(&self, book: &Path) -> AtlasProofs {
        let beside = || book.parent().unwrap_or(Path::new(".")).join("atlas");
        AtlasProofs::new(self.atlas.clone().unwrap_or_else(beside))
    }
}

/// The check of records with at most this many positions of the checker for each, until the flag is
/// set.
pub fn verifier<'a>(
    positions: u64,
    proofs: &'a dyn ProofCheck,
    stop: Option<&'a Arc<AtomicBool>>,
) -> Verifier<'a> {
    Verifier {
        positions,
        proofs: Some(proofs),
        stop,
    }
}

/// The message that a command ends with if its time was over before its work.
pub const STOPPED: &str = "the time of --seconds was over (0 for no limit); the records that are not counted were not checked";

/// Whether the checks were stopped before they were done.
pub fn is_stopped(done: Result<(), BookError>) -> Result<bool, Failure> {
    match done {
        Ok(()) => Ok(false),
        Err(BookError::Stopped) => Ok(true),
        Err(error) => Err(error.into()),
    }
}
