//! Records that cannot both be true.
//!
//! Of two such records one is false, and the book cannot know which. So it keeps both and marks
//! them. The marks are a function of the records of a key: they come when a record enters, and go
//! when `records verify` has removed what is false.

use super::error::BookError;
use super::record::{BookEntry, Filter, Record};
use super::row;
use boilingpoint_problem::Certainty;
use rusqlite::Connection;
use std::path::Path;

/// The reason why two records cannot both be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Contradiction {
    /// The first is better than the second, which is proved to be the maximum.
    AboveMaximum,
    /// The first is proved to be the maximum, and the second is better.
    BelowOther,
    /// Both are of one board. The one with the lower fitness says that it is exact.
    TwoValues,
}

/// The contradiction between two records of a key.
pub(super) fn contradiction(one: &BookEntry, other: &BookEntry) -> Option<Contradiction> {
    let (lower, higher) = if one.fitness < other.fitness {
        (one, other)
    } else {
        (other, one)
    };
    if lower.fitness == higher.fitness {
        return None;
    }
    if is_same_board(one, other) && lower.facts.certainty == Certainty::Exact {
        return Some(Contradiction::TwoValues);
    }
    let is_lower = std::ptr::eq(lower, one);
    lower.is_proved().then_some(if is_lower {
        Contradiction::BelowOther
    } else {
        Contradiction::AboveMaximum
    })
}

/// Whether two records are about one board.
pub(super) fn is_same_board(a: &BookEntry, b: &BookEntry) -> bool {
    (&a.facts.board, &a.facts.tints) == (&b.facts.board, &b.facts.tints)
}

/// Whether a record gives its board another value than some other record of its key does.
pub(super) fn has_two_values(record: &Record, key: &[Record]) -> bool {
    let is_other = |other: &Record| {
        contradiction(&record.entry, &other.entry) == Some(Contradiction::TwoValues)
    };
    key.iter().any(is_other)
}

/// The mark of a record among all records of its key; `None` if it contradicts none of them.
fn mark(record: &Record, key: &[Record]) -> Option<String> {
    let entry = &record.entry;
    if entry.is_proved() && !entry.class.is_plain() {
        return Some("its proof counts boards without marks".to_string());
    }
    key.iter().find_map(|other| {
        let (id, fitness) = (other.id, other.entry.fitness_text());
        Some(match contradiction(entry, &other.entry)? {
            Contradiction::AboveMaximum => {
                format!("record {id} is proved to be the maximum: {fitness}")
            }
            Contradiction::BelowOther => format!("record {id} is better: {fitness}"),
            Contradiction::TwoValues => format!("record {id} gives this board {fitness}"),
        })
    })
}

/// Marks the records of a key that contradict each other, and removes the marks of the others.
/// Returns the records.
pub(super) fn mark_key(
    connection: &Connection,
    path: &Path,
    key: &Filter,
) -> Result<Vec<Record>, BookError> {
    let mut records = row::list(connection, path, key)?;
    let marks: Vec<Option<String>> = records.iter().map(|r| mark(r, &records)).collect();
    for (record, mark) in records.iter_mut().zip(marks) {
        if record.conflict != mark {
            row::set_conflict(connection, record.id, mark.as_deref())
                .map_err(BookError::of(path))?;
            record.conflict = mark;
        }
    }
    Ok(records)
}

/// Marks the records of all keys.
pub(super) fn mark_all(connection: &Connection, path: &Path) -> Result<(), BookError> {
    let records = row::list(connection, path, &Filter::default())?;
    for key in records.chunk_by(|a, b| a.entry.has_key_of(&b.entry)) {
        mark_key(connection, path, &Filter::key_of(&key[0].entry))?;
    }
    Ok(())
}
