//! Answers a question with a table: reads it from the folder, or counts, checks and stores it.

use super::check::{CheckedBoards, check};
use super::count::{Counted, Counting, count};
use super::error::AtlasError;
use super::shelf::Shelf;
use super::source::Source;
use super::table::{Question, Table};
use crate::search::now;

/// The outcome of a question.
#[derive(Debug)]
pub enum Complete {
    /// There is a table.
    Table {
        table: Box<Table>,
        /// The checker's verdicts on the boards that the table names.
        checked: CheckedBoards,
        /// Whether the folder had the table before.
        was_there: bool,
    },
    /// The count was stopped after this many boards. Its finished chunks are kept.
    Stopped(u64),
}

/// Finds or makes the table that answers a question. An existing table is kept if it has all
/// objectives of the question; otherwise it is made again with the objectives of both. In either
/// case the checker checks the boards that the table names.
///
/// # Errors
/// As [`count`] and [`check`]; also when the table cannot be read or written.
pub fn complete(
    counting: &Counting,
    shelf: &Shelf,
    mut question: Question,
    source: impl FnOnce() -> Source,
    checker_positions: u64,
) -> Result<Complete, AtlasError> {
    let known = shelf.table(&question)?;
    if let Some(table) = known.as_ref().filter(|known| known.answers(&question)) {
        shelf.clear_chunks(&table.question)?;
        let checked = check(counting.pool, table, checker_positions, &now())?;
        return Ok(Complete::Table {
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
    let tally = match count(counting, shelf, &question, &mut source())? {
        Counted::All(tally) => tally,
        Counted::Stopped(boards) => return Ok(Complete::Stopped(boards)),
    };
    let mut table = Table {
        question,
        checked: false,
        tally,
    };
    let checked = check(counting.pool, &table, checker_positions, &now())?;
    table.checked = checked.unfinished.is_empty();
    shelf.write(&table)?;
    Ok(Complete::Table {
        table: Box::new(table),
        checked,
        was_there: false,
    })
}
