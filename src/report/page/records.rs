//! The section of records: a table, and a card for each.

use super::Surroundings;
use super::lineage::{Ancestor, ancestors};
use crate::graph::{DrawingOptions, board_text, svg};
use crate::report::card::Card;
use crate::report::read::{ReportError, RunData};
use crate::report::style::escaped;
use crate::report::thermograph::{HEIGHT, WIDTH, thermograph_fragment};
use crate::run::records::RecordLine;
use askama::Template;

/// The longest canonical form that is shown at once, in characters.
const FORM: usize = 600;

#[derive(Template)]
#[template(path = "records.html")]
struct RecordsPart<'a> {
    cards: Vec<CardView>,
    rows: Vec<&'a RecordLine>,
    has_card: Vec<bool>,
}

/// The section's body.
///
/// # Errors
/// When it cannot be written.
pub fn records(run: &RunData, around: &Surroundings) -> Result<String, ReportError> {
    let rows: Vec<&RecordLine> = run.best_by_order().into_values().collect();
    let shown = |r: &&RecordLine| around.cards.iter().any(|c| c.record.order == r.order);
    let cards = around.cards.iter().rev();
    let part = RecordsPart {
        cards: cards.map(|c| card(c, run, around)).collect(),
        has_card: rows.iter().map(shown).collect(),
        rows,
    };
    Ok(part.render()?)
}

/// A record's card, as the template wants it.
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

fn card(card: &Card, run: &RunData, around: &Surroundings) -> CardView {
    let r = &card.record;
    let options = DrawingOptions {
        background: false,
        ..DrawingOptions::default()
    };
    let drawing = svg(&card.board, &options);
    let thermograph = card.thermograph.as_ref().map_or(String::new(), |t| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" \
             aria-label=\"Thermograph: mean {}, temperature {}\" font-family=\"DejaVu Sans, sans-serif\">{}</svg>",
            WIDTH,
            HEIGHT,
            t.mean,
            t.temperature,
            thermograph_fragment(t)
        )
    });
    let form = card
        .canonical_form
        .clone()
        .unwrap_or_default()
        .replace(',', ", ");
    let (form, form_rest) = match form.char_indices().nth(FORM) {
        Some((at, _)) => (form[..at].to_string(), form[at..].to_string()),
        None => (form, String::new()),
    };
    CardView {
        id: format!("record-{}", r.order),
        heading: card.heading(),
        drawing: labelled(&drawing, &format!("Board of order {}", r.order)),
        thermograph,
        facts: facts(r),
        form,
        form_rest,
        board: board_text(&r.board, &r.tints),
        ancestors: ancestors(r),
        ruleset: run.plan.game.ruleset.clone(),
        is_live: around.is_live,
    }
}

/// A drawing as it stands in a page: without the head of a file, scaled by the page, with a text for it.
fn labelled(svg: &str, text: &str) -> String {
    let start = svg.find("<svg").unwrap_or(0);
    let opening = format!("<svg role=\"img\" aria-label=\"{}\"", escaped(text));
    svg[start..].replacen("<svg", &opening, 1)
}

fn facts(r: &RecordLine) -> Vec<(&'static str, String)> {
    let checked = match r.verified {
        true => format!("{}, checked independently", r.certainty),
        false => format!("{}, not checked independently", r.certainty),
    };
    let all = [
        ("temperature", r.temperature_text()),
        ("mean", r.mean.clone()),
        ("outcome", r.outcome.clone()),
        ("degree", r.degree.to_string()),
        ("degree2", r.degree2.to_string()),
        ("order, size", format!("{}, {}", r.order, r.size)),
        ("certainty", checked),
        ("certificate", r.certificate.clone().unwrap_or_default()),
        ("collected", r.collected.clone().unwrap_or_default()),
        ("found in generation", r.generation.to_string()),
    ];
    all.into_iter()
        .filter(|(_, value)| !value.is_empty())
        .collect()
}
