//! The section of a front: the boards that no other one exceeds in all expressions.

use super::SMALL;
use crate::page::finding::Finding;
use crate::{ReportError, ReportedRun};
use askama::Template;
use boilingpoint_book::harvest::board_of;
use boilingpoint_draw::thumbnail;

/// A row of the table.
struct FrontRow {
    number: usize,
    values: Vec<String>,
    order: u64,
    generation: u64,
    verified: bool,
    drawing: String,
    text: String,
}

#[derive(Template)]
#[template(path = "front.html")]
struct FrontTable<'a> {
    expressions: Vec<&'a str>,
    rows: Vec<FrontRow>,
    reference: Option<String>,
    ruleset: &'a str,
    is_live: bool,
}

/// The table of the front, with a sentence about the hypervolume.
///
/// # Errors
/// If the template fails.
pub fn table(run: &ReportedRun, is_live: bool) -> Result<String, ReportError> {
    let rows = run.view.front.iter().enumerate().map(|(i, line)| {
        let at_least = if line.facts.is_bound() { ">= " } else { "" };
        let drawing = board_of(&line.facts.board, &line.facts.tints);
        FrontRow {
            number: i + 1,
            values: line
                .fitness
                .iter()
                .map(|v| format!("{at_least}{v}"))
                .collect(),
            order: line.facts.order,
            generation: line.generation,
            verified: line.verified,
            drawing: drawing.map_or(String::new(), |b| thumbnail(&b, SMALL).inline()),
            text: line.facts.board_text(),
        }
    });
    let front = run.view.manifest.front.as_ref();
    let table = FrontTable {
        expressions: run
            .plan
            .objective
            .goals()
            .iter()
            .map(|e| e.text())
            .collect(),
        rows: rows.collect(),
        reference: front.map(|front| front.reference.join(", ")),
        ruleset: run.plan.game.ruleset.name(),
        is_live,
    };
    Ok(table.render()?)
}

/// The finding about the front.
pub fn finding(run: &ReportedRun) -> Option<Finding> {
    let front = run.view.manifest.front.as_ref()?;
    let boards = match front.boards {
        1 => "One board is".to_string(),
        n => format!("{n} boards are"),
    };
    let checked = run.view.front.iter().filter(|line| line.verified).count();
    let newest = run.view.front.iter().map(|line| line.generation).max();
    let newest = newest.map_or(String::new(), |n| {
        format!(" The youngest was bred in generation {n}.")
    });
    let volume = front.hypervolume.as_ref().map_or(String::new(), |volume| {
        format!(" The hypervolume above the reference point is {volume}.")
    });
    Some(Finding::plain(format!(
        "{boards} on the front: no board of the run is at least as good in every expression and \
         better in one. The checker agreed on {checked} of them.{newest}{volume}"
    )))
}
