//! Merges a record book into another.

use super::check::solver_of;
use super::{Book, BookError, Record, SubmitOutcome, Unverified, Verifier};
use std::path::Path;

/// The outcome for one record of the other book.
#[derive(Debug)]
pub enum MergeOutcome {
    /// The record was submitted.
    Submitted(SubmitOutcome),
    /// The record cannot be compared with those of the book, and does not enter it.
    Incomparable(BookError),
    /// The check failed or was not finished. The record does not enter the book.
    Unverified(Unverified),
}

/// Submits every record of the book at `other` to `book`, after a check in this process. The other
/// book is only read. Calls `each` after each record, with the reason why the record enters without
/// the proof that the other book has.
///
/// # Errors
/// When a book cannot be read or written; `Stopped` when the flag of the verifier was set. Records that entered the book before the error stay.
pub fn merge(
    book: &mut Book,
    other: &Path,
    verifier: &Verifier,
    mut each: impl FnMut(&Record, MergeOutcome, Option<&Unverified>),
) -> Result<(), BookError> {
    let other = Book::snapshot(other)?;
    for record in other.list(&Default::default())? {
        let verified = solver_of(&record, verifier.stop)
            .and_then(|mut solver| verifier.verify(&mut solver, record.entry.clone()));
        verifier.look_at_stop()?;
        let verified = match verified {
            Ok(verified) => verified,
            Err(why) => {
                each(&record, MergeOutcome::Unverified(why), None);
                continue;
            }
        };
        let outcome = match book.submit(&verified) {
            Ok(submitted) => MergeOutcome::Submitted(submitted),
            Err(e) if e.is_about_the_record() => MergeOutcome::Incomparable(e),
            Err(e) => return Err(e),
        };
        each(&record, outcome, verified.lost_proof());
    }
    Ok(())
}
