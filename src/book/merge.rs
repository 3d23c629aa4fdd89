//! One record book into another.

use super::harvest::{CHECKER, check_record};
use super::{Book, BookError, Record, Submitted, VerifiedRecord};
use crate::problem::Verdict;
use std::path::Path;

/// What became of a record of the other book.
#[derive(Debug)]
pub enum Merged {
    /// It was submitted.
    Submitted(Submitted),
    /// It cannot be true if a record of the book is; it stays outside.
    Contradicted(BookError),
    /// It was checked again, and failed or could not be decided; it stays outside.
    Unverified(Verdict),
}

/// Submits every record of the book at `other`, which is only read. With `positions`, the checker
/// values each again, visiting so many positions at most; without, the word of `other` is taken for
/// it. `each` sees what becomes of them as they come.
///
/// # Errors
/// When a book cannot be read or written. What was submitted before stays.
pub fn merge(
    book: &mut Book,
    other: &Path,
    positions: Option<u64>,
    mut each: impl FnMut(&Record, Merged),
) -> Result<(), BookError> {
    let other = Book::snapshot(other)?;
    for record in other.list(&Default::default())? {
        let checker = match positions.map(|positions| check_record(&record, positions)) {
            None => record.verified_by.as_str(),
            Some(Verdict::Agrees) => CHECKER,
            Some(verdict) => {
                each(&record, Merged::Unverified(verdict));
                continue;
            }
        };
        let verified = VerifiedRecord::attest(record.entry.clone(), checker)?;
        match book.submit(&verified) {
            Ok(submitted) => each(&record, Merged::Submitted(submitted)),
            Err(e) if e.is_about_the_record() => each(&record, Merged::Contradicted(e)),
            Err(e) => return Err(e),
        }
    }
    Ok(())
}
