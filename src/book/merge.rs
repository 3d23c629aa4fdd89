//! Merges a record book into another.

use super::harvest::{CHECKER, check_record};
use super::{Book, BookError, Record, SubmitOutcome, VerifiedRecord};
use crate::problem::Verdict;
use std::path::Path;

/// The outcome for one record of the other book.
#[derive(Debug)]
pub enum MergeOutcome {
    /// The record was submitted.
    Submitted(SubmitOutcome),
    /// The record contradicts a record of the book, and does not enter it.
    Contradicted(BookError),
    /// The record was checked again, and the check failed or was not finished. The record does not
    /// enter the book.
    Unverified(Verdict),
}

/// Submits every record of the book at `other` to `book`. The other book is only read. If
/// `positions` is given, the checker values each record again, and may visit this many positions.
/// Otherwise records enter unchecked. Calls `each` after each record.
///
/// # Errors
/// When a book cannot be read or written. Records that entered the book before the error stay.
pub fn merge(
    book: &mut Book,
    other: &Path,
    positions: Option<u64>,
    mut each: impl FnMut(&Record, MergeOutcome),
) -> Result<(), BookError> {
    let other = Book::snapshot(other)?;
    for record in other.list(&Default::default())? {
        let checker = match positions.map(|positions| check_record(&record, positions)) {
            None => record.verified_by.as_str(),
            Some(Verdict::Agrees) => CHECKER,
            Some(verdict) => {
                each(&record, MergeOutcome::Unverified(verdict));
                continue;
            }
        };
        let verified = VerifiedRecord::attest(record.entry.clone(), checker)?;
        match book.submit(&verified) {
            Ok(submitted) => each(&record, MergeOutcome::Submitted(submitted)),
            Err(e) if e.is_about_the_record() => each(&record, MergeOutcome::Contradicted(e)),
            Err(e) => return Err(e),
        }
    }
    Ok(())
}
