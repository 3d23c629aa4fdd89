//! Questions to the book: the conditions of a [`Filter`], an expression over invariants, a value,
//! and a board that the record's board is or contains.

use super::condition::RecordCondition;
use super::{Book, BookError, Filter, Record, harvest};
use boilingpoint_boards::canon::fingerprint;
use boilingpoint_boards::{Board, contains};
use std::time::Instant;

/// The greatest number of steps of the search for a part of a record's board.
const PART_STEPS: u64 = 200_000;

/// A question to the book. A part that is `None` selects all records.
#[derive(Debug, Default)]
pub struct RecordQuery {
    /// The filter of columns.
    pub filter: Filter,
    /// The condition, if there is one.
    pub condition: Option<RecordCondition>,
    /// The condition on the board, if there is one.
    pub board: Option<BoardCondition>,
    /// The time at which the search ends. The records that it has not come to are counted.
    pub end: Option<Instant>,
}

/// The records that a query selects.
#[derive(Debug, Default)]
pub struct RecordMatches {
    /// In the order of [`Book::list`].
    pub records: Vec<Record>,
    /// The number of records of which the facts do not decide the conditions.
    pub undecided: usize,
    /// The number of records that the search had no time for.
    pub unseen: usize,
}

/// A condition on the board of a record.
#[derive(Clone, Debug)]
pub enum BoardCondition {
    /// The record's board is isomorphic to this board, tints included.
    Is(Board),
    /// The record's board contains this board as an induced part. Its vertices without tints stand
    /// for vertices of any tint.
    Contains(Board),
}

impl BoardCondition {
    /// Whether a board meets the condition. `None` if a search within its steps does not decide
    /// this.
    fn holds(&self, board: &Board) -> Option<bool> {
        match self {
            BoardCondition::Is(asked) if asked.order() != board.order() => Some(false),
            BoardCondition::Is(asked) => Some(fingerprint(asked) == fingerprint(board)),
            BoardCondition::Contains(part) => contains(board, part, PART_STEPS),
        }
    }
}

impl RecordQuery {
    /// The records of a book that meet all conditions.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn matches(&self, book: &Book) -> Result<RecordMatches, BookError> {
        let mut matches = RecordMatches::default();
        for record in self.filter.records(book)? {
            if self.end.is_some_and(|end| Instant::now() > end) {
                matches.unseen += 1;
                continue;
            }
            match self.holds(&record) {
                Some(true) => matches.records.push(record),
                Some(false) => {}
                None => matches.undecided += 1,
            }
        }
        Ok(matches)
    }

    fn holds(&self, record: &Record) -> Option<bool> {
        if self.condition.is_none() && self.board.is_none() {
            return Some(true);
        }
        let facts = &record.entry.facts;
        let board = harvest::board_of(&facts.board, &facts.tints).ok()?;
        let by_board = self.board.as_ref().map(|asked| asked.holds(&board));
        if by_board == Some(Some(false)) {
            return Some(false);
        }
        let by_facts = self.condition.as_ref().map(|c| c.holds(record, &board));
        match (
            by_board.unwrap_or(Some(true)),
            by_facts.unwrap_or(Some(true)),
        ) {
            (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }
}

impl Filter {
    /// The filters with the spellings of the objective that the book has. `temperature-degree` and
    /// `temperature - degree` are one objective. An objective that the book does not have stays as
    /// it is.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn spelled(&self, book: &Book) -> Result<Vec<Filter>, BookError> {
        let Some(asked) = &self.objective else {
            return Ok(vec![self.clone()]);
        };
        let spelled = |text: &str| harvest::objective_read(text).map(|(text, _)| text).ok();
        let wanted = spelled(asked);
        let is_same =
            |known: &String| known == asked || (wanted.is_some() && spelled(known) == wanted);
        let known = book.values("objective")?.into_keys();
        let mut objectives: Vec<String> = known.filter(is_same).collect();
        if objectives.is_empty() {
            objectives.push(asked.clone());
        }
        let filter = |objective| Filter {
            objective: Some(objective),
            ..self.clone()
        };
        Ok(objectives.into_iter().map(filter).collect())
    }

    /// The records that the filter selects, whatever the spelling of its objective.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn records(&self, book: &Book) -> Result<Vec<Record>, BookError> {
        let mut records = Vec::new();
        for filter in self.spelled(book)? {
            records.extend(book.list(&filter)?);
        }
        Ok(records)
    }
}
