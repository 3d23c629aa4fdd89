//! The page of a record.

use super::files::{PICTURES, Picture};
use super::{FoundRecord, limit, value_of};
use crate::access::percent_encoded;
use crate::book::BookRow;
use crate::{ServerState, answers};
use askama::Template;
use axum::response::Response;
use boilingpoint_book::{BookEntry, Neighbours, Record, RecordValue};
use boilingpoint_draw::{thermograph_svg, thumbnail};
use boilingpoint_explorer::KeptAppraiser;
use boilingpoint_report::export::formats_of;
use boilingpoint_report::page::{
    Ancestor, SMALL, ancestors, folded, labelled_drawing, thermograph_label,
};
use boilingpoint_report::{NamedQuantity, QuantityAnswer, quantities};

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

#[derive(Template)]
#[template(path = "record.html")]
struct RecordPage {
    tab: &'static str,
    record: Record,
    drawing: String,
    thermograph: String,
    facts: Vec<(&'static str, String)>,
    form: String,
    form_rest: String,
    /// The address of the board in the explorer.
    explorer: String,
    /// The address of the run that found the record, if the server has the run.
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
    quantities: Vec<NamedQuantity>,
    /// Whether the time ended before all quantities were computed.
    is_cut_short: bool,
    is_patient: bool,
    /// The endings and the names of the files.
    files: Vec<(&'static str, &'static str)>,
}

/// The page of a record.
pub fn answer(
    state: &ServerState,
    appraiser: &mut KeptAppraiser,
    found: FoundRecord,
    is_patient: bool,
) -> Response {
    let (time, end) = limit(is_patient);
    let value = value_of(appraiser, &found, time / 2);
    let quantities = quantities(&value, &found.board, Some(end));
    let entry = &found.record.entry;
    let form = entry.facts.canonical_form.as_ref();
    let (form, form_rest) = folded(form.map(|form| form.replace(',', ", ")));
    let Neighbours {
        ties,
        conflicting,
        smaller,
        greater,
    } = found.neighbours;
    let rows = |records: Vec<Record>| records.into_iter().map(BookRow::of).collect();
    answers::page(&RecordPage {
        tab: "book",
        drawing: labelled_drawing(&found.board, entry.facts.order),
        thermograph: thermograph(&value),
        facts: facts(entry),
        form,
        form_rest,
        explorer: explorer(entry),
        run: run(state, entry),
        ancestors: ancestors(&entry.lineage),
        thumb: thumbnail(&found.board, SMALL).inline(),
        steps: steps(entry),
        ties: rows(ties),
        conflicting: rows(conflicting),
        smaller: rows(smaller),
        greater: rows(greater),
        is_cut_short: quantities.iter().any(|q| q.answer == QuantityAnswer::Late),
        is_patient,
        quantities,
        files: files(&found.record, &value),
        record: found.record,
    })
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

fn explorer(entry: &BookEntry) -> String {
    let query = [
        ("ruleset", entry.ruleset.clone()),
        ("board", entry.facts.board_text()),
    ];
    let query = serde_urlencoded::to_string(query).unwrap_or_default();
    format!("/position?{query}")
}

/// The address of the run that found a record. The run is looked up by its folder, or by its name
/// for a record of an older version.
fn run(state: &ServerState, entry: &BookEntry) -> Option<String> {
    let by = &entry.found_by;
    let name = by.folder.as_ref().unwrap_or(&by.run);
    let found = state.index.find(name)?;
    Some(format!("/run/{}", percent_encoded(&found.name, b"/")))
}

fn steps(entry: &BookEntry) -> Vec<String> {
    let step = |s: &boilingpoint_record::records::LineageStep| {
        format!("{} ({})", s.operator, s.generation)
    };
    entry.lineage.iter().map(step).collect()
}

/// The files that the record has.
fn files(record: &Record, value: &RecordValue) -> Vec<(&'static str, &'static str)> {
    let has_picture = |picture| picture != Picture::Thermograph || value.thermograph.is_some();
    let pictures = PICTURES.iter().filter(|p| has_picture(p.picture));
    let pictures = pictures.map(|p| (p.ending, p.name));
    let formats = formats_of(record).into_iter().map(|f| (f.ending, f.name));
    pictures.chain(formats).collect()
}
