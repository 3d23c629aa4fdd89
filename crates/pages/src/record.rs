//! The page of a record.

use super::{BookRow, FileKind, Links};
use askama::Template;
use boilingpoint_boards::Board;
use boilingpoint_book::harvest::board_of;
use boilingpoint_book::{BookEntry, Neighbours, Record, RecordError, RecordValue};
use boilingpoint_draw::{thermograph_svg, thumbnail};
use boilingpoint_report::page::{
    Ancestor, SMALL, ancestors, folded, labelled_drawing, thermograph_label,
};
use boilingpoint_report::{NamedQuantity, QuantityAnswer, quantities};
use std::time::Instant;

/// A record with what the book has around it.
pub struct FoundRecord {
    /// The record.
    pub record: Record,
    /// The records around it.
    pub neighbours: Neighbours,
    /// The board of the record.
    pub board: Board,
}

impl FoundRecord {
    /// Reads the board of a record.
    ///
    /// # Errors
    /// When the board cannot be read.
    pub fn of(record: Record, neighbours: Neighbours) -> Result<FoundRecord, RecordError> {
        let facts = &record.entry.facts;
        let board = board_of(&facts.board, &facts.tints)?;
        Ok(FoundRecord {
            record,
            neighbours,
            board,
        })
    }
}

/// The choices of the caller about the page of a record.
pub struct PartOptions<'a> {
    /// The addresses.
    pub links: &'a Links,
    /// The address of the run that found the record, if it has a page.
    pub run: Option<String>,
    /// Whether the page has the table of all invariants.
    pub has_invariants: bool,
    /// The time at which invariants are no longer computed; `None` if all are computed.
    pub end: Option<Instant>,
    /// Whether the page offers a greater time limit.
    pub offers_time: bool,
    /// The number of neighbours of each kind that are drawn.
    pub drawn: usize,
    /// The greatest number of neighbours of each kind; `None` for all.
    pub most: Option<usize>,
    /// The files of the record that the page links.
    pub files: Vec<FileKind>,
}

/// The facts beside the drawing, in order.
const FACTS: [&str; 10] = [
    "temperature",
    "mean",
    "grundy",
    "outcome",
    "atomic_weight",
    "birthday",
    "order",
    "size",
    "degree",
    "degree2",
];

/// The contents of the page of a record.
#[derive(Template)]
#[template(path = "record.html")]
pub struct RecordPart<'a> {
    links: &'a Links,
    record: Record,
    drawing: String,
    thermograph: String,
    facts: Vec<(&'static str, String)>,
    form: String,
    form_rest: String,
    run: Option<String>,
    ancestors: Vec<Ancestor>,
    /// A small drawing of the board, for the end of its lineage.
    thumb: String,
    /// The operators of the lineage, for a record without stored ancestors.
    steps: Vec<String>,
    ties: Vec<BookRow>,
    conflicting: Vec<BookRow>,
    smaller: Vec<BookRow>,
    greater: Vec<BookRow>,
    /// The greatest number of rows of each kind.
    most: Option<usize>,
    quantities: Vec<NamedQuantity>,
    /// Whether the time ended before all quantities were computed.
    is_cut_short: bool,
    /// The address of the page with a greater time limit.
    more_time: Option<String>,
    files: Vec<FileKind>,
}

impl<'a> RecordPart<'a> {
    /// The contents of the page of a record with this value.
    pub fn new(
        found: FoundRecord,
        value: &RecordValue,
        options: PartOptions<'a>,
    ) -> RecordPart<'a> {
        let quantities = match options.has_invariants {
            true => quantities(value, &found.board, options.end),
            false => Vec::new(),
        };
        let entry = &found.record.entry;
        let form = entry.facts.canonical_form.as_ref();
        let (form, form_rest) = folded(form.map(|form| form.replace(',', ", ")));
        let around = found.neighbours;
        let rows = |mut records: Vec<Record>| {
            records.truncate(options.most.unwrap_or(usize::MAX));
            rows(records, options.drawn)
        };
        let more_time = options.links.more_time(found.record.id);
        RecordPart {
            links: options.links,
            drawing: labelled_drawing(&found.board, entry.facts.order),
            thermograph: thermograph(value),
            facts: facts(entry),
            form,
            form_rest,
            run: options.run,
            ancestors: ancestors(&entry.lineage),
            thumb: thumbnail(&found.board, SMALL).inline(),
            steps: steps(entry),
            ties: rows(around.ties),
            conflicting: rows(around.conflicting),
            smaller: rows(around.smaller),
            greater: rows(around.greater),
            most: options.most,
            is_cut_short: quantities.iter().any(|q| q.answer == QuantityAnswer::Late),
            more_time: more_time.filter(|_| options.offers_time),
            quantities,
            files: options.files,
            record: found.record,
        }
    }
}

/// The rows of records, the first ones with drawings.
fn rows(records: Vec<Record>, drawn: usize) -> Vec<BookRow> {
    let records = records.into_iter().enumerate();
    let rows = records.map(|(place, record)| match place < drawn {
        true => BookRow::of(record),
        false => BookRow::plain(record),
    });
    rows.collect()
}

fn thermograph(value: &RecordValue) -> String {
    value.thermograph.as_ref().map_or(String::new(), |t| {
        let label = thermograph_label(t);
        let svg = thermograph_svg(t, Some(&label));
        svg.labelled("img", &label).to_string()
    })
}

/// The facts that are known, with their headings.
fn facts(entry: &BookEntry) -> Vec<(&'static str, String)> {
    use boilingpoint_problem::facts::FactColumn;
    let columns = FACTS.into_iter().filter_map(FactColumn::by_name);
    let text = |column: &FactColumn| {
        let text = entry.facts.filed_text(column.name);
        match column.name {
            "temperature" if entry.facts.is_bound() && !text.is_empty() => {
                format!("at least {text}")
            }
            _ => text,
        }
    };
    let facts = columns.map(|column| (column.heading, text(column)));
    facts.filter(|(_, text)| !text.is_empty()).collect()
}

fn steps(entry: &BookEntry) -> Vec<String> {
    let step = |s: &boilingpoint_record::records::LineageStep| {
        format!("{} ({})", s.operator, s.generation)
    };
    entry.lineage.iter().map(step).collect()
}
