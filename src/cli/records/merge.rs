//! `boil records merge`.

use super::super::failure::Failure;
use super::super::limits::SecondsArg;
use super::checks::{CheckArgs, STOPPED, is_stopped, verifier};
use super::{CommandResult, RecordsArgs, SubmissionTally, named};
use boilingpoint_book::merge::{MergeOutcome, merge};
use boilingpoint_book::{Book, Record, Unverified};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The other books
    #[arg(required = true, value_name = "OTHER")]
    others: Vec<PathBuf>,
    /// Every record is checked again before it is entered, with or without this option, which older
    /// versions needed
    #[arg(long, hide = true)]
    verify: bool,
    /// Most positions that the checker may visit per record
    #[arg(long, default_value_t = 20_000_000, value_name = "N")]
    positions: u64,
    #[command(flatten)]
    seconds: SecondsArg,
    #[command(flatten)]
    checks: CheckArgs,
}

impl MergeArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        // All books are opened before the first one is merged. So if a book cannot be read, nothing
        // is changed.
        for other in &self.others {
            Book::snapshot(other)?;
        }
        let mut book = Book::open(&records.book)?;
        let proofs = self.checks.proofs(&records.book);
        let stop = self.seconds.stop();
        let verifier = verifier(self.positions, &proofs, stop.as_ref());
        let mut tally = SubmissionTally::default();
        for other in &self.others {
            let each = |record: &Record, merged: MergeOutcome, lost: Option<&Unverified>| {
                let what = format!(
                    "{}, record {} ({})",
                    other.display(),
                    record.id,
                    named(record)
                );
                tally.note(&what, merged);
                tally.note_lost_proof(&what, lost);
            };
            if is_stopped(merge(&mut book, other, &verifier, each))? {
                tally.done()?;
                return Err(Failure::input(STOPPED));
            }
        }
        tally.done()
    }
}

impl SubmissionTally {
    fn note(&mut self, what: &str, merged: MergeOutcome) {
        match merged {
            MergeOutcome::Submitted(submitted) => self.add(what, &submitted),
            MergeOutcome::Incomparable(why) => {
                self.failed += 1;
                print_note!("{what}: {why}");
            }
            MergeOutcome::Unverified(Unverified::Wrong(why)) => {
                self.refuted += 1;
                print_note!("{what}: WRONG: {why}");
            }
            MergeOutcome::Unverified(Unverified::Undecided(why)) => {
                self.failed += 1;
                print_note!("{what}: not decided: {why}");
            }
        }
    }
}
