//! `boil records merge`.

use super::super::failure::Failure;
use super::{Done, RecordsArgs, SubmissionTally, named};
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
    /// Check every record again before it enters, instead of taking the other book's word
    #[arg(long)]
    verify: bool,
    /// Positions that the checker may visit for a record
    #[arg(long, default_value_t = 20_000_000, value_name = "N")]
    positions: u64,
}

impl MergeArgs {
    pub fn run(&self, records: &RecordsArgs) -> Done {
        // all before any: a book that cannot be read is told before anything is written
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
                say!("{what}: {why}");
            }
            MergeOutcome::Contradicted(why) => {
                self.failed += 1;
                say!("{what}: {why}");
            }
            MergeOutcome::Unverified(Verdict::Disagrees(why)) => {
                self.refuted += 1;
                say!("{what}: WRONG: {why}");
            }
            MergeOutcome::Unverified(Verdict::Unfinished(why)) => {
                self.failed += 1;
                say!("{what}: not decided: {why}");
            }
            MergeOutcome::Unverified(Verdict::Agrees) => {}
        }
    }
}
