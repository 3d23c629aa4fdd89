//! The numbers and drawings that the pointer shows over a curve.

use super::SMALL;
use crate::charts::{ChartInputs, drawing_id, improvements};
use boilingpoint_book::harvest::board_of;
use boilingpoint_draw::thumbnail;
use boilingpoint_problem::expression::Number;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The number of generations whose numbers a page has, besides those that improve the best.
const ROWS: usize = 400;

/// A line for each generation: its number, boards asked, boards valued, seconds, best, median, and
/// the index of the best board if it is drawn. Lines are separated by semicolons, cells by commas.
pub(super) fn rows(inputs: &ChartInputs) -> String {
    let (run, timeline, bests) = (inputs.run, &inputs.timeline, &inputs.bests);
    let count = timeline.moments.len();
    let improved = improvements(inputs).into_iter().map(|i| i.row);
    let mut kept: BTreeSet<usize> = improved.collect();
    kept.extend((0..count).step_by(count.div_ceil(ROWS).max(1)));
    kept.extend(count.checked_sub(1));
    let text = |number: Option<Number>| number.map_or(String::new(), |n| n.to_string());
    let mut rows = String::new();
    for i in kept {
        let (Some(moment), Some(row)) = (timeline.moments.get(i), run.view.progress.get(i)) else {
            continue;
        };
        let best = bests.until(row.generation);
        let best = best.filter(|i| bests.drawing(*i).is_some());
        let drawing = best.map_or(String::new(), |i| i.to_string());
        let _ = write!(
            rows,
            "{},{},{},{:.1},{},{},{drawing};",
            moment.generation,
            moment.asked,
            moment.valued,
            moment.seconds,
            text(row.best),
            text(row.median),
        );
    }
    rows
}

/// The drawings of the best boards, each once, for the pointer. Readers without the script do not
/// see them; the cards of the records have the same boards.
pub(super) fn drawings(inputs: &ChartInputs) -> String {
    let bests = &inputs.bests;
    let drawn = bests.drawn().filter_map(|i| {
        let event = bests.events.get(i)?;
        let board = board_of(&event.board, &event.tints).ok()?;
        Some((drawing_id(i), thumbnail(&board, SMALL).inline()))
    });
    let items = drawn.map(|(id, svg)| format!("<div id=\"{id}\">{svg}</div>"));
    format!(
        "<div class=\"drawings\" hidden>{}</div>",
        items.collect::<String>()
    )
}
