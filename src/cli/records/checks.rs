//! The options of the commands that check records.

use boilingpoint_book::{ProofCheck, Verifier};
use boilingpoint_study::atlas::AtlasProofs;
use clap::Args;
use std::path::{Path, PathBuf};

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

/// The check of records with at most this many positions of the checker for each.
pub fn verifier(positions: u64, proofs: &dyn ProofCheck) -> Verifier<'_> {
    Verifier {
        positions,
        proofs: Some(proofs),
    }
}
