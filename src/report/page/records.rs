//! The section of records: a table, and a card for each.

use super::Surroundings;
use super::lineage::{Ancestor, ancestors};
use crate::draw::style::FONTS;
use crate::draw::thermograph::{HEIGHT, WIDTH, thermograph_fragment};
use crate::draw::{DrawingOptions, Svg, svg};
use crate::graph::board_text;
use crate::record::records::RecordLine;
use crate::report::card::Card;
use crate::report::{ReportError, ReportedRun};
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
pub fn records(run: &ReportedRun, around: &Surroundings) -> Result<String, ReportError> {
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

fn card(card: &Card, run: &ReportedRun, around: &Surroundings) -> CardView {
    let r = &card.record;
    let options = DrawingOptions {
        background: false,
        ..DrawingOptions::default()
    };
    let drawing = svg(&card.board, &options);
    let thermograph = card.thermograph.as_ref().map_or(String::new(), |t| {
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
        id: format!("record-{}", r.facts.order),
        heading: card.heading(),
        drawing: drawing
            .labelled("img", &format!("Board of order {}", r.facts.order))
            .to_string(),
        thermograph,
        facts: facts(r),
        form,
        form_rest,
        board: board_text(&r.facts.board, &r.facts.tints),
        ancestors: ancestors(r),
        ruleset: run.plan.game.ruleset.name().to_string(),
        is_live: around.is_live,
    }
}

fn facts(r: &RecordLine) -> Vec<(&'static str, String)> {
    let checked = match r.verified {
        true => format!("{}, checked independently", r.facts.certainty),
        false => format!("{}, not checked independently", r.facts.certainty),
    };
    let all = [
        ("temperature", r.facts.temperature_text()),
        ("mean", r.facts.filed_text("mean")),
        ("outcome", r.facts.filed_text("outcome")),
        ("degree", r.facts.degree.to_string()),
        ("degree2", r.facts.degree2.to_string()),
        (
            "order, size",
            format!("{}, {}", r.facts.order, r.facts.filed_text("size")),
        ),
        ("certainty", checked),
        ("certificate", r.certificate.clone().unwrap_or_default()),
        ("collected", r.collected.clone().unwrap_or_default()),
        ("found in generation", r.generation.to_string()),
    ];
    all.into_iter()
        .filter(|(_, value)| !value.is_empty())
        .collect()
}
