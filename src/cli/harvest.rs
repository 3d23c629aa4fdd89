//! Enters the records of a run that has ended into the record book.

use super::failure::Failure;
use crate::book::BookError;
use crate::book::harvest::{self, HarvestError};
use crate::plan::Plan;
use crate::record::folder::RunFolder;

/// Enters a run's verified records into the record book beside the run. Returns a sentence with the
/// counts.
pub fn harvest(folder: &RunFolder, plan: &Plan) -> Result<String, Failure> {
    let book = harvest::book_beside(folder.path());
    let h = harvest::harvest(folder, plan, &book).map_err(refused)?;
    let what = match plan.objective.collect {
        Some(_) => "values collected",
        None => "orders",
    };
    let mut text = format!(
        "records for {} {what}: {} new in {}, {} tied",
        h.orders,
        h.new,
        book.display(),
        h.tied
    );
    if h.unverified > 0 {
        text += &format!(
            "; {} were left out, because the checker did not finish them",
            h.unverified
        );
    }
    Ok(text)
}

/// The failure of a harvest. A record that contradicts the book is a claim that failed its
/// check.
fn refused(error: HarvestError) -> Failure {
    match error {
        HarvestError::Book(BookError::Contradiction { .. }) => Failure::refuted(error),
        _ => Failure::input(error),
    }
}
