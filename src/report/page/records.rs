//! The section of records. It has a table, and a card for each record.

use super::PageInputs;
use super::lineage::{Ancestor, ancestors};
use crate::draw::style::FONTS;
use crate::draw::thermograph::{HEIGHT, WIDTH, thermograph_fragment};
use crate::draw::{DrawingOptions, Svg, svg};
use crate::record::records::RecordLine;
use crate::report::card::Card;
use crate::report::{ReportError, ReportedRun};
use askama::Template;

/// The number of characters of a canonical form that are shown before the reader opens the rest.
const FORM: usize = 600;

#[derive(Template)]
#[template(path = "records.html")]
struct RecordsPart<'a> {
    cards: Vec<CardView>,
    rows: Vec<&'a RecordLine>,
    has_card: Vec<bool>,
}

/// The HTML of the section.
///
/// # Errors
/// If a template fails.
pub fn records(run: &ReportedRun, around: &PageInputs) -> Result<String, ReportError> {
    let rows: Vec<&RecordLine> = run.view.best_by_order().into_values().collect();
    let shown = |r: &&RecordLine| {
        around
            .cards
            .iter()
            .any(|c| c.record.facts.order == r.facts.order)
    };
    let cards = around.cards.iter().rev();
    let part = RecordsPart {
        cards: cards.map(|c| card(c, run, around)).collect(),
        has_card: rows.iter().map(shown).collect(),
        rows,
    };
    Ok(part.render()?)
}

/// A record's card, for the template.
struct CardView {
    id: String,
    heading: String,
    drawing: String,
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
    let options = DrawingOptions {
        background: false,
        ..DrawingOptions::default()
    };
    let drawing = svg(&card.board, &options);
    let thermograph = card.value.thermograph.as_ref().map_or(String::new(), |t| {
        let label = format!(
            "Thermograph: mean {}, temperature {}",
            t.mean, t.temperature
        );
        let mut svg = Svg::new(&[
            ("viewBox", &format_args!("0 0 {WIDTH} {HEIGHT}")),
            ("role", &"img"),
            ("aria-label", &label),
            ("font-family", &FONTS),
        ]);
        write!(svg, "{}", thermograph_fragment(t));
        svg.inline()
    });
    let form = card.value.form().unwrap_or_default();
    let (form, form_rest) = match form.char_indices().nth(FORM) {
        Some((at, _)) => (form[..at].to_string(), form[at..].to_string()),
        None => (form, String::new()),
    };
    CardView {
        id: format!("record-{}", r.facts.order),
        heading: card.heading(),
        drawing: drawing
            .labelled("img", &format!("Board of order {}", r.facts.order))
            .to_string(),
        thermograph,
        facts: facts(card),
        form,
        form_rest,
        board: r.facts.board_text(),
        ancestors: ancestors(r),
        ruleset: run.plan.game.ruleset.name().to_string(),
        is_live: around.is_live,
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
    all
}
