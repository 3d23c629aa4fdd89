//! Enters the records of a run that has ended into the record book.

use super::failure::Failure;
use super::records::{in_conflict, numbered};
use boilingpoint_book::harvest::{self, Harvest};
use boilingpoint_plan::{Plan, Question};
use boilingpoint_record::folder::RunFolder;
use boilingpoint_search::CountedOrders;
use boilingpoint_study::atlas::{AtlasProofs, CountProofs};
use std::path::Path;

/// Enters a run's records into the record book, with the proofs by the orders that the run has
/// counted. Orders that another process counted are counted again.
pub fn enter(
    folder: &RunFolder,
    plan: &Plan,
    book: &Path,
    counted: &CountedOrders,
) -> Result<Harvest, Failure> {
    let atlas = AtlasProofs::new(book.with_file_name("atlas"));
    let check = (!counted.is_own).then_some(&atlas);
    let proofs = CountProofs::of(plan, &counted.orders, check);
    harvest::harvest(folder, plan, book, Some(&proofs)).map_err(Failure::input)
}

/// Enters a run's records into the record book beside the run. Returns a sentence with the counts,
/// and the failure if a record failed its check. The other records have entered.
pub fn harvest(
    folder: &RunFolder,
    plan: &Plan,
    counted: &CountedOrders,
) -> Result<(String, Option<Failure>), Failure> {
    let book = harvest::book_beside(folder.path());
    let h = enter(folder, plan, &book, counted)?;
    let what = match plan.objective.question() {
        Question::Find(_) if h.orders == 0 => {
            return Ok(("no record: no board meets the condition".to_string(), None));
        }
        _ if h.orders == 0 => {
            return Ok((
                "no record: no board has a fitness".to_string(),
                refused(folder, &h),
            ));
        }
        Question::Find(_) => "record of the smallest board".to_string(),
        Question::Collect(_) => format!("records for {} values collected", h.orders),
        Question::Best => format!("records for {} orders", h.orders),
    };
    let mut text = format!(
        "{what}: {} new in {}, {} tied",
        h.new,
        book.display(),
        h.tied
    );
    if h.unverified > 0 {
        text += &format!(
            "; {} were left out, because they are not verified",
            h.unverified
        );
    }
    Ok((text, refused(folder, &h)))
}

/// Prints the records of a run that failed their check or contradict the book, and makes the failure
/// of the command.
pub fn refused(folder: &RunFolder, harvest: &Harvest) -> Option<Failure> {
    let file = folder.records_path();
    for conflict in &harvest.conflicts {
        let (line, record) = (conflict.line, numbered(conflict.id));
        print_note!(
            "{}, line {line}, {record}: {}",
            file.display(),
            conflict.why
        );
    }
    for refused in &harvest.refused {
        print_note!("{}, {refused}", file.display());
    }
    match harvest.refused.len() {
        0 => in_conflict(harvest.conflicts.len()),
        count => Some(Failure::refuted(format!(
            "{count} of the run's records failed their check and did not enter the book"
        ))),
    }
}
