//! The findings of a run that looks for a board with a property.

use super::finding::Finding;
use super::words::{grouped, on_a_page};
use crate::ReportedRun;
use crate::answers::record_id;
use crate::charts::BookBest;
use crate::run::number;
use boilingpoint_boards::{board_text, with_name};
use boilingpoint_plan::Nearness;
use boilingpoint_record::records::RecordLine;
use boilingpoint_record::rows::BestEvent;
use std::collections::BTreeMap;
use std::fmt::Display;

/// Whether the condition was met, when, and by which board; the smallest board in the record book;
/// whether the boards were checked.
pub(super) fn findings(
    run: &ReportedRun,
    condition: &dyn Display,
    known: &BTreeMap<u64, BookBest>,
) -> Vec<Finding> {
    let bests = &run.view.events.bests;
    let order = |b: &BestEvent| match Nearness::of(&b.fitness.texts()) {
        Some(Nearness::Met(order)) => Some(order),
        _ => None,
    };
    let first = bests.iter().find_map(|b| Some((b, order(b)?)));
    let last = bests.iter().rev().find_map(|b| Some((b, order(b)?)));
    let smallest = last.as_ref().map(|(_, order)| order.clone());
    let mut findings = Vec::new();
    match (first, last) {
        (Some(first), Some(last)) => {
            let since = since(run, last.0);
            findings.push(found(run, condition, first, last));
            findings.extend(since);
        }
        _ => findings.extend(missed(run, condition)),
    }
    findings.extend(in_book(known, smallest.as_deref()));
    findings.extend(checked(&run.answers()));
    findings
}

fn found(
    run: &ReportedRun,
    condition: &dyn Display,
    (first, first_order): (&BestEvent, String),
    (last, order): (&BestEvent, String),
) -> Finding {
    let when = |b: &BestEvent| {
        let boards = grouped(b.boards);
        format!("in generation {} as board number {boards}", b.generation)
    };
    let mut text = format!(
        "Found: a board with {condition}, first {}, at order {first_order}.",
        when(first)
    );
    if order != first_order {
        text += &format!(
            " The smallest board found has order {order}, found {}.",
            when(last)
        );
    }
    let board = board_text(&last.board, &last.tints);
    Finding {
        text,
        target: target(run, &last.board, &last.tints),
        board: Some(board),
    }
}

fn missed(run: &ReportedRun, condition: &dyn Display) -> Option<Finding> {
    let best = run.view.manifest.best.as_ref()?;
    let words = run
        .plan
        .objective
        .fitness_words(&best.fitness, best.certainty);
    Some(Finding {
        text: format!(
            "No board with {condition} was found, which is no proof that there is none. The nearest board has the {words}."
        ),
        target: target(run, &best.board, &best.tints),
        board: Some(board_text(&best.board, &best.tints)),
    })
}

/// Why no board meets the condition, if none does.
pub(super) fn nearness(run: &ReportedRun) -> Vec<Finding> {
    let missed = run.view.manifest.missed.as_ref();
    let told = missed.map_or_else(Vec::new, |missed| missed.sentences(with_name));
    let sentence = |text: String| {
        let mut letters = text.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string());
        Finding::plain(on_a_page(
            &(first.unwrap_or_default() + letters.as_str() + "."),
        ))
    };
    told.into_iter().map(sentence).collect()
}

/// The id of the card of a board.
fn target(run: &ReportedRun, board: &str, tints: &str) -> Option<String> {
    let mut answers = run.answers().into_iter();
    let record = answers.find(|r| r.facts.board == board && r.facts.tints == tints);
    record.map(record_id)
}

fn since(run: &ReportedRun, last: &BestEvent) -> Option<Finding> {
    let all = run.view.generations();
    let since = all.saturating_sub(last.generation + 1);
    (since > 0).then(|| {
        Finding::plain(format!(
            "The last {since} of {all} generations found no smaller board, which is no proof that there is none."
        ))
    })
}

/// The smallest board in the book that meets the condition, beside the smallest board of the run.
fn in_book(known: &BTreeMap<u64, BookBest>, order: Option<&str>) -> Option<Finding> {
    let (least, best) = known.iter().next()?;
    let ours = order.and_then(number);
    let text = match ours {
        Some(ours) if ours < *least as f64 => "The record book has no board as small.".to_string(),
        Some(ours) if ours == *least as f64 => {
            "The record book has no smaller board that meets the condition.".to_string()
        }
        _ => format!(
            "The record book has a board of order {least} that meets the condition, by {}.",
            best.found_by
        ),
    };
    Some(Finding::plain(text))
}

/// The number of boards that the independent checker agreed with.
pub(super) fn checked(boards: &[&RecordLine]) -> Option<Finding> {
    let (all, verified) = (boards.len(), boards.iter().filter(|r| r.verified).count());
    let bounds = boards.iter().filter(|r| r.facts.is_bound()).count();
    let mut text = match (all, verified) {
        (0, _) => return None,
        (1, 1) => "The board below was checked independently.".to_string(),
        (1, _) => "The board below was not checked independently.".to_string(),
        _ if all == verified => format!("All {all} boards below were checked independently."),
        _ => format!("{verified} of the {all} boards below were checked independently."),
    };
    if bounds > 0 {
        text += &format!(" Of {bounds} of them only bounds are proved, not the exact value.");
    }
    Some(Finding::plain(text))
}
