//! The section of records. It has a table, and a card for each record.

use super::lineage::{Ancestor, ancestors};
use super::{PageInputs, SMALL};
use crate::answers::record_id;
use crate::card::Card;
use crate::{ReportError, ReportedRun};
use askama::Template;
use boilingpoint_boards::Board;
use boilingpoint_book::harvest::board_of;
use boilingpoint_draw::style::FONTS;
use boilingpoint_draw::thermograph::{HEIGHT, WIDTH, thermograph_fragment};
use boilingpoint_draw::{Svg, inset, thumbnail};
use boilingpoint_plan::Question;
use boilingpoint_record::records::RecordLine;
use boilingpoint_values::Thermograph;

/// The number of characters of a canonical form that are shown before the reader opens the rest.
const FORM: usize = 600;

#[derive(Template)]
#[template(path = "records.html")]
struct RecordsPart<'a> {
    cards: Vec<CardView>,
    rows: Vec<RecordRow<'a>>,
}

/// A row of the table of records.
struct RecordRow<'a> {
    record: &'a RecordLine,
    /// The id of the record's card. `None` if it has no card.
    card: Option<String>,
    fitness: String,
    /// The operator that made the board; the board's origin if none did.
    found_by: &'a str,
}

#[derive(Template)]
#[template(path = "values.html")]
struct ValuesTable<'a> {
    rows: Vec<ValueRow<'a>>,
    /// The heading of the column of fitnesses. `None` if the fitness is minus the order.
    goal: Option<String>,
    ruleset: &'a str,
    is_live: bool,
}

/// A row of the table of collected values.
struct ValueRow<'a> {
    row: RecordRow<'a>,
    value: &'a str,
    drawing: String,
    board: String,
}

impl<'a> RecordRow<'a> {
    fn of(run: &ReportedRun, record: &'a RecordLine, around: &PageInputs) -> RecordRow<'a> {
        let id = record_id(record);
        let has_card = around.cards.iter().any(|c| record_id(&c.record) == id);
        RecordRow {
            record,
            card: has_card.then_some(id),
            fitness: run.words(record),
            found_by: match record.lineage.last() {
                Some(step) => &step.operator,
                None => "a first board",
            },
        }
    }
}

/// The table of the values that a run with `collect` found, each with its best board.
///
/// # Errors
/// If the template fails.
pub fn table<'a>(run: &'a ReportedRun, around: &PageInputs) -> Result<String, ReportError> {
    let row = |record: &'a RecordLine| {
        let facts = &record.facts;
        let board = board_of(&facts.board, &facts.tints).map_err(ReportError::Board)?;
        Ok(ValueRow {
            row: RecordRow::of(run, record, around),
            value: record.collected.as_deref().unwrap_or_default(),
            drawing: thumbnail(&board, SMALL).inline(),
            board: facts.board_text(),
        })
    };
    let rows = run.answers().into_iter().map(row);
    let table = ValuesTable {
        rows: rows.collect::<Result<_, ReportError>>()?,
        goal: (!run.plan.objective.keeps_smallest()).then(|| run.objective()),
        ruleset: run.plan.game.ruleset.name(),
        is_live: around.is_live,
    };
    Ok(table.render()?)
}

/// The HTML of the section.
///
/// # Errors
/// If a template fails.
pub fn records(run: &ReportedRun, around: &PageInputs) -> Result<String, ReportError> {
    let mut cards: Vec<CardView> = around.cards.iter().map(|c| card(c, run, around)).collect();
    let rows = match run.plan.objective.question() {
        // The section of values has the table.
        Question::Collect(_) => Vec::new(),
        Question::Best | Question::Find(_) => run.answers(),
    };
    if let Question::Best = run.plan.objective.question() {
        // The largest boards come first.
        cards.reverse();
    }
    let rows = rows.into_iter().map(|r| RecordRow::of(run, r, around));
    let part = RecordsPart {
        cards,
        rows: rows.collect(),
    };
    Ok(part.render()?)
}

/// A record's card, for the template.
struct CardView {
    id: String,
    heading: String,
    drawing: String,
    /// A small drawing for the end of the line of ancestors.
    thumb: String,
    order: usize,
    thermograph: String,
    facts: Vec<(&'static str, String)>,
    form: String,
    form_rest: String,
    board: String,
    ancestors: Vec<Ancestor>,
    ruleset: String,
    is_live: bool,
}

fn card(card: &Card, run: &ReportedRun, around: &PageInputs) -> CardView {
    let r = &card.record;
    let thermograph = card.value.thermograph.as_ref().map_or(String::new(), |t| {
        let label = thermograph_label(t);
        let mut svg = Svg::new(&[
            ("viewBox", &format_args!("0 0 {WIDTH} {HEIGHT}")),
            ("role", &"img"),
            ("aria-label", &label),
            ("font-family", &FONTS),
        ]);
        write!(svg, "{}", thermograph_fragment(t));
        svg.inline()
    });
    let (form, form_rest) = folded(card.value.form());
    CardView {
        id: record_id(r),
        heading: card.heading.clone(),
        drawing: labelled_drawing(&card.board, r.facts.order),
        thumb: thumbnail(&card.board, SMALL).inline(),
        order: card.board.order(),
        thermograph,
        facts: facts(card),
        form,
        form_rest,
        board: r.facts.board_text(),
        ancestors: ancestors(&r.lineage),
        ruleset: run.plan.game.ruleset.name().to_string(),
        is_live: around.is_live,
    }
}

/// The drawing of a board, with a text for screen readers.
pub fn labelled_drawing(board: &Board, order: u64) -> String {
    let label = format!("Board of order {order}");
    inset(board).labelled("img", &label).to_string()
}

/// The text of a thermograph for screen readers.
pub fn thermograph_label(thermograph: &Thermograph) -> String {
    format!(
        "Thermograph: mean {}, temperature {}",
        thermograph.mean, thermograph.temperature
    )
}

/// The part of a canonical form that is shown, and the rest, which the reader opens.
pub fn folded(form: Option<String>) -> (String, String) {
    let form = form.unwrap_or_default();
    match form.char_indices().nth(FORM) {
        Some((at, _)) => (form[..at].to_string(), form[at..].to_string()),
        None => (form, String::new()),
    }
}

fn facts(card: &Card) -> Vec<(&'static str, String)> {
    let r = &card.record;
    let size = r.facts.filed_text("size");
    let mut all = card.named(&["temperature", "mean", "outcome", "degree", "degree2"]);
    all.push(("order, size", format!("{}, {size}", r.facts.order)));
    all.push(("certainty", card.certainty()));
    all.extend(r.certificate.clone().map(|file| ("certificate", file)));
    all.extend(r.collected.clone().map(|value| ("collected", value)));
    all.push(("found in generation", r.generation.to_string()));
    let first = card.lineage.first();
    all.extend(first.map(|step| ("begun as", step.operator.clone())));
    all
}
