//! Tables of records.

use super::Links;
use askama::Template;
use boilingpoint_book::Record;
use boilingpoint_book::harvest::board_of;
use boilingpoint_draw::thumbnail;

/// The size of the drawing of a record's board, in pixels.
const DRAWING: f64 = 72.0;

/// A record as a row of a table.
pub struct BookRow {
    /// The record.
    pub record: Record,
    /// The drawing of its board; empty if there is none.
    pub drawing: String,
}

impl BookRow {
    /// The row of a record, with the drawing of its board.
    pub fn of(record: Record) -> BookRow {
        let facts = &record.entry.facts;
        let board = board_of(&facts.board, &facts.tints);
        let drawing = board.map_or(String::new(), |board| thumbnail(&board, DRAWING).inline());
        BookRow { record, drawing }
    }

    /// The row of a record without a drawing.
    pub fn plain(record: Record) -> BookRow {
        BookRow {
            record,
            drawing: String::new(),
        }
    }
}

/// A table of records with drawings, as HTML. `is_one_list` says whether all records have one ruleset,
/// objective and class, which the page names.
///
/// # Errors
/// When the template fails.
pub fn table(
    records: impl IntoIterator<Item = Record>,
    links: &Links,
    is_one_list: bool,
) -> askama::Result<String> {
    let part = RowsPart {
        rows: records.into_iter().map(BookRow::of).collect(),
        links,
        is_one_list,
    };
    part.render()
}

#[derive(Template)]
#[template(path = "rows.html")]
struct RowsPart<'a> {
    rows: Vec<BookRow>,
    links: &'a Links,
    is_one_list: bool,
}
