//! `boil records`: the record book.

mod checks;
mod export;
mod filter;
mod import;
mod list;
mod merge;
mod show;
mod verify;

use super::failure::{CommandResult, Failure};
use boilingpoint_book::{Book, Record, SubmitOutcome, Unverified};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub struct RecordsArgs {
    #[command(subcommand)]
    action: RecordsAction,
    /// The record book
    #[arg(
        long,
        global = true,
        default_value = "runs/records.db",
        value_name = "FILE"
    )]
    book: PathBuf,
}

#[derive(Subcommand, Debug)]
enum RecordsAction {
    /// List the records: the best board known for each objective, class and order
    List(list::RecordsListArgs),
    /// Show everything about a record
    Show(show::ShowArgs),
    /// Write records for other programs
    Export(export::ExportArgs),
    /// Value boards from other sources, and enter those that the independent checker agrees on;
    /// exit code 2 if a line could not be entered, 1 if solver, checker and book contradict each
    /// other
    Import(import::ImportArgs),
    /// Enter the records of other books into this one; the other books are not changed
    Merge(merge::MergeArgs),
    /// Value records again and compare them with the independent checker; exit code 1 if one is
    /// wrong
    Verify(verify::VerifyArgs),
}

impl RecordsArgs {
    pub fn run(&self) -> CommandResult {
        match &self.action {
            RecordsAction::List(list) => list.run(self),
            RecordsAction::Show(show) => show.run(self),
            RecordsAction::Export(export) => export.run(self),
            RecordsAction::Import(import) => import.run(self),
            RecordsAction::Merge(merge) => merge.run(self),
            RecordsAction::Verify(verify) => verify.run(self),
        }
    }

    fn open(&self) -> Result<Book, Failure> {
        Book::open_existing(&self.book).map_err(Failure::input)
    }

    fn get(&self, id: i64) -> Result<Record, Failure> {
        record(&self.book, id)
    }
}

/// The record with this number in a book.
pub fn record(book: &Path, id: i64) -> Result<Record, Failure> {
    let found = Book::open_existing(book).and_then(|book| book.get(id));
    found?.ok_or_else(|| {
        let book = book.display();
        Failure::input(format!(
            "{book} has no record {id}; see `boil records list`"
        ))
    })
}

/// The failure of a command that entered records which contradict records of the book.
pub fn in_conflict(count: usize) -> Option<Failure> {
    let records = match count {
        0 => return None,
        1 => "1 record contradicts another record of the book".to_string(),
        n => format!("{n} records contradict other records of the book"),
    };
    Some(Failure::refuted(format!(
        "{records}; all are kept and marked as in conflict; `boil records verify` decides"
    )))
}

/// A record by its number. A record without one is not stored.
pub fn numbered(id: Option<i64>) -> String {
    id.map_or("a record that is not stored".to_string(), |id| {
        format!("record {id}")
    })
}

/// The board in a notation that `boil eval` reads, with its simplest name.
fn named(r: &Record) -> String {
    r.entry.facts.named_text()
}

/// Counts of submitted records, by outcome.
#[derive(Default)]
struct SubmissionTally {
    new: usize,
    improved: usize,
    tied: usize,
    worse: usize,
    refuted: usize,
    failed: usize,
    /// Records that entered without a proof that is false.
    false_proofs: usize,
    /// Records that contradict records of the book. Both are kept.
    conflicts: usize,
}

impl SubmissionTally {
    fn add(&mut self, what: &str, submitted: &SubmitOutcome) {
        match submitted {
            SubmitOutcome::New { .. } => self.new += 1,
            SubmitOutcome::Improved { .. } => self.improved += 1,
            SubmitOutcome::InConflict { id, why } => {
                self.conflicts += 1;
                print_note!("{what}, {}: {why}", numbered(*id));
            }
            SubmitOutcome::Tied { .. } => self.tied += 1,
            SubmitOutcome::NotBetter { .. } => self.worse += 1,
        }
    }

    /// Prints that a record entered without the proof that it came with. A false proof is a claim
    /// that failed its check.
    fn note_lost_proof(&mut self, what: &str, lost: Option<&Unverified>) {
        match lost {
            None => {}
            Some(Unverified::Wrong(why)) => {
                self.false_proofs += 1;
                print_note!("{what}: entered without its proof: WRONG: {why}");
            }
            Some(Unverified::Undecided(why)) => {
                print_note!("{what}: entered without its proof: not decided: {why}");
            }
        }
    }

    /// Prints the counts, and returns a failure if there is one. A claim that failed its check
    /// decides the exit code before bad input does.
    fn done(&self) -> CommandResult {
        let conflicts = match self.conflicts {
            0 => String::new(),
            n => format!(", {n} in conflict"),
        };
        print_result!(
            "records: {} new, {} better than before, {} tied with the best, {} worse{conflicts}, {} not entered",
            self.new,
            self.improved,
            self.tied,
            self.worse,
            self.refuted + self.failed
        )?;
        match (self.refuted + self.false_proofs, self.failed) {
            (0, _) if self.conflicts > 0 => in_conflict(self.conflicts).map_or(Ok(()), Err),
            (0, 0) => Ok(()),
            (0, n) => Err(Failure::input(format!(
                "{n} of the records could not be entered"
            ))),
            (n, _) => Err(Failure::refuted(format!(
                "{n} of the records failed their check"
            ))),
        }
    }
}
