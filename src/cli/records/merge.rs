//! `boil records merge`.

use super::super::failure::Failure;
use super::{CommandResult, RecordsArgs, SubmissionTally, named};
use crate::book::BookError;
use crate::book::merge::{MergeOutcome, merge};
use crate::book::{Book, Record};
use crate::problem::Verdict;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The other books
    #[arg(required = true, value_name = "OTHER")]
    others: Vec<PathBuf>,
    /// Check every record again before it is entered; by default the other book's check is
    /// trusted
    #[arg(long)]
    verify: bool,
    /// Most positions that the checker may visit per record
    #[arg(long, default_value_t = 20_000_000, value_name = "N")]
    positions: u64,
}

impl MergeArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        // All books are opened before the first one is merged. So if a book cannot be read, nothing
        // is changed.
        for other in &self.others {
            Book::snapshot(other).map_err(Failure::input)?;
        }
        let mut book = Book::open(&records.book).map_err(Failure::input)?;
        let positions = self.verify.then_some(self.positions);
        let mut tally = SubmissionTally::default();
        for other in &self.others {
            let each = |record: &Record, merged: MergeOutcome| {
                let what = format!(
                    "{}, record {} ({})",
                    other.display(),
                    record.id,
                    named(record)
                );
                tally.note(&what, merged);
            };
            merge(&mut book, other, positions, each).map_err(Failure::input)?;
        }
        tally.done()
    }
}

impl SubmissionTally {
    fn note(&mut self, what: &str, merged: MergeOutcome) {
        match merged {
            MergeOutcome::Submitted(submitted) => self.add(&submitted),
            MergeOutcome::Contradicted(why @ BookError::Contradiction { .. }) => {
                self.refuted += 1;
                print_note!("{what}: {why}");
            }
            MergeOutcome::Contradicted(why) => {
                self.failed += 1;
                print_note!("{what}: {why}");
            }
            MergeOutcome::Unverified(Verdict::Disagrees(why)) => {
                self.refuted += 1;
                print_note!("{what}: WRONG: {why}");
            }
            MergeOutcome::Unverified(Verdict::Unfinished(why)) => {
                self.failed += 1;
                print_note!("{what}: not decided: {why}");
            }
            MergeOutcome::Unverified(Verdict::Agrees) => {}
        }
    }
}
