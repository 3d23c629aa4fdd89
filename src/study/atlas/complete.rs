//! From a question to its table: found on the shelf, or counted, checked and put there.

use super::check::{CheckedBoards, check};
use super::count::{Counted, Counting, count};
use super::error::AtlasError;
use super::shelf::Shelf;
use super::source::Source;
use super::table::{Question, Table};
use crate::search::now;

/// What came of a question.
#[derive(Debug)]
pub enum Complete {
    /// There is a table.
    Table {
        /// The table.
        table: Box<Table>,
        /// What the checker says of the boards that it names.
        checked: CheckedBoards,
        /// Whether it was there before.
        was_there: bool,
    },
    /// It was stopped after so many boards. What was counted stays.
    Stopped(u64),
}

/// The table that answers a question. One that is there is not made again; one without some of the
/// objectives is made again with all of them. Whichever it is, the checker has been asked about the
/// boards that it names.
///
/// # Errors
/// As [`count`] and [`check`]; when the table cannot be read or written.
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
