//! The growth of the archive: the number of its cells, and its QD score, over time.
//!
//! The QD score (quality and diversity) is the sum over all cells of the best fitness in the cell
//! minus an offset. The offset is the least best fitness that any cell had after any generation. So
//! no cell counts below zero, and the score falls at no time.

use super::axis::{Across, AxisRange, View};
use super::fitness::shown;
use super::panels::{self, Panel, PanelChart, draw_curve};
use super::*;
use boilingpoint_plan::Question;
use boilingpoint_problem::expression::Number;
use boilingpoint_record::rows::{ProgressRow, to_f64};
use num_traits::{CheckedMul, CheckedSub};

/// The height of a panel.
const PANEL: u32 = 190;

/// The numbers of the archive after some generations.
struct Growth {
    cells: Vec<(usize, f64)>,
    /// The QD score. `None` if the log of an older version lacks its columns, or if the first
    /// component of the fitness is no height (with `find`).
    score: Option<Score>,
}

struct Score {
    offset: Number,
    points: Vec<(usize, f64)>,
    last: Number,
}

/// Draws the number of cells and the QD score by each axis. No picture if the run collects values,
/// or has no generation.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn coverage(inputs: &ChartInputs) -> Result<Vec<Picture>, ReportError> {
    let run = inputs.run;
    let rows: &[ProgressRow] = &run.view.progress;
    if matches!(run.plan.objective.question(), Question::Collect(_)) || rows.is_empty() {
        return Ok(Vec::new());
    }
    let is_best = matches!(run.plan.objective.question(), Question::Best);
    let cells = |&i: &usize| (i, rows[i].cells as f64);
    let growth = Growth {
        cells: shown(rows.len()).iter().map(cells).collect(),
        score: is_best.then(|| score(rows)).flatten(),
    };
    (inputs.timeline).pictures(|view| draw(inputs, &growth, view))
}

fn score(rows: &[ProgressRow]) -> Option<Score> {
    let offset = rows.iter().filter_map(|r| r.cells_least).min()?;
    let scored = |row: &ProgressRow| {
        let below = offset.checked_mul(&Number::from(i128::from(row.cells)))?;
        row.cells_sum?.checked_sub(&below)
    };
    let point = |&i: &usize| Some((i, to_f64(scored(&rows[i])?)));
    Some(Score {
        offset,
        points: shown(rows.len()).iter().filter_map(point).collect(),
        last: rows.iter().rev().find_map(scored)?,
    })
}

fn draw(
    inputs: &ChartInputs,
    growth: &Growth,
    view: View,
) -> Result<(Picture, Option<Across>), ReportError> {
    let timeline = &inputs.timeline;
    let title = "The growth of the archive";
    let filled = growth.cells.last().map_or(0.0, |p| p.1);
    let mut curves = vec![("cells with a board".to_string(), &growth.cells, BLUE)];
    let mut text = format!("{title}: {} cells with a board", plain(filled));
    if let Some(score) = &growth.score {
        let offset = format!("sum over the cells of fitness - ({})", score.offset);
        curves.push((format!("QD score: {offset}"), &score.points, GREEN));
        text += &format!("; QD score {} ({offset})", score.last);
    }
    let at = |p: &(usize, f64)| (timeline.at(p.0, view.axis), p.1);
    let panels = curves.iter().map(|(name, points, colour)| Panel {
        name,
        colour: *colour,
        y: AxisRange::above_zero(points.iter().map(|p| p.1)),
        right: 72,
    });
    let panels: Vec<Panel> = panels.collect();
    let draw = |i: usize, c: &mut PanelChart| {
        let (name, points, colour): &(String, &Vec<(usize, f64)>, _) = &curves[i];
        draw_curve(c, name, &points.iter().map(at).collect::<Vec<_>>(), *colour)
    };
    let place = ("growth-of-archive", title, PANEL);
    let (mut picture, across) = panels::picture(inputs, place, view, &panels, draw)?;
    picture.text = format!("{text}.");
    Ok((picture, across))
}
