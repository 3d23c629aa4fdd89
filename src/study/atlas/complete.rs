//! Answers a question with a table: reads it from the folder, or counts, checks and stores it.

use super::check::{CheckedBoards, check};
use super::count::{CountContext, CountOutcome, count, objectives, tally};
use super::error::AtlasError;
use super::folder::AtlasFolder;
use super::parts::count_by;
use super::proof::recount;
use super::source::Source;
use super::table::{Question, Table};
use crate::search::now;

/// The outcome of a question.
#[derive(Debug)]
pub enum AtlasOutcome {
    /// There is a table.
    Table {
        table: Box<Table>,
        /// The checker's verdicts on the boards that the table names.
        checked: CheckedBoards,
        /// Whether the folder had the table before.
        was_there: bool,
    },
    /// The count was stopped after this many boards. The tallies of its complete chunks are kept.
    Stopped(u64),
}

/// Reads the table that answers a question, or makes it. A table that lacks an objective of the
/// question is made again with the objectives of both. In either case the checker checks the boards
/// that the table names.
///
/// # Errors
/// As for counts and checks; also when the table cannot be read or written.
pub fn complete(
    context: &CountContext,
    folder: &AtlasFolder,
    mut question: Question,
    source: impl FnOnce() -> Source,
    checker_positions: u64,
) -> Result<AtlasOutcome, AtlasError> {
    let known = folder.table(&question)?;
    if let Some(table) = known.as_ref().filter(|known| known.answers(&question)) {
        folder.clear_chunks(&table.question)?;
        compare_with_recount(context, table)?;
        let checked = check(context.pool, table, checker_positions, &now())?;
        return Ok(AtlasOutcome::Table {
            table: Box::new(table.clone()),
            checked,
            was_there: true,
        });
    }
    if let Some(known) = known {
        let mut objectives = known.question.objectives;
        question.objectives.retain(|o| !objectives.contains(o));
        objectives.append(&mut question.objectives);
        question.objectives = objectives;
    }
    let counted = match context.backend {
        Some(backend) => count_by(backend, context, folder, &question)?,
        None => count(context, folder, &question, &mut source())?,
    };
    let tally = match counted {
        CountOutcome::All(tally) => tally,
        CountOutcome::Stopped(boards) => return Ok(AtlasOutcome::Stopped(boards)),
    };
    let mut table = Table {
        question,
        checked: false,
        tally,
    };
    let checked = check(context.pool, &table, checker_positions, &now())?;
    table.checked = checked.unfinished.is_empty();
    folder.write(&table)?;
    Ok(AtlasOutcome::Table {
        table: Box::new(table),
        checked,
        was_there: false,
    })
}

/// Counts the boards of a table again if they are few, and compares the tallies. A checksum does
/// not show that a table is true.
fn compare_with_recount(context: &CountContext, table: &Table) -> Result<(), AtlasError> {
    let (question, names) = (&table.question, &table.question.objectives);
    let objectives = objectives(names)?;
    let counted = recount(question.kind()?, question.order, names, |boards| {
        tally(context.pool, boards, 0..boards.len(), names, &objectives)
    })?;
    if counted.is_none_or(|counted| counted == table.tally) {
        return Ok(());
    }
    Err(AtlasError::Refuted(format!(
        "the table {} is false: another count of its boards gives other numbers; remove the file, and its \
         boards will be counted again",
        question.name()
    )))
}
