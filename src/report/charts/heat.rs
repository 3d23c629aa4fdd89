//! The archive as a map. The darker a cell, the fitter its elite.

use super::*;
use crate::plan::{Nearness, Question};
use crate::record::records::ArchiveLine;
use crate::report::ReportedRun;
use std::collections::BTreeMap;

/// The colours of the least fit and of the fittest elite.
const PALE: (f64, f64, f64) = (219.0, 234.0, 254.0);
const DARK: (f64, f64, f64) = (23.0, 37.0, 84.0);
/// The height of a map with two descriptors.
const TALL: u32 = 480;
/// The height of a map with one descriptor.
const FLAT: u32 = 150;

/// For each pair of values of the first two descriptors, the index of the fittest elite in the
/// archive, and its fitness.
fn cells(run: &ReportedRun) -> BTreeMap<(i64, i64), (usize, f64)> {
    let mut best: BTreeMap<(i64, i64), (usize, f64)> = BTreeMap::new();
    for (i, elite) in run.view.archive.iter().enumerate() {
        let at = |axis: usize| elite.cell.get(axis).copied().unwrap_or(0);
        let Some(fitness) = run.height(&elite.fitness) else {
            continue;
        };
        let known = best.entry((at(0), at(1))).or_insert((i, fitness));
        if fitness > known.1 {
            *known = (i, fitness);
        }
    }
    best
}

/// The elites that the map shows, as indices in the archive.
pub(in crate::report) fn shown_elites(run: &ReportedRun) -> Vec<usize> {
    cells(run).into_values().map(|(i, _)| i).collect()
}

/// The label of an elite: its cell, fitness and board.
pub(in crate::report) fn elite_label(
    run: &ReportedRun,
    elite: &ArchiveLine,
    descriptors: &[String],
) -> String {
    let cell: Vec<String> = descriptors
        .iter()
        .zip(&elite.cell)
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let objective = &run.plan.objective;
    let fitness = objective.fitness_words(&elite.fitness, elite.facts.certainty);
    let board = elite.facts.board_text();
    format!("{}: {fitness}, by {board}", cell.join(", "))
}

/// Draws the archive by its first two descriptors. A mark links to `elite-<index in the archive>`.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn heat(run: &ReportedRun) -> Result<Picture, ReportError> {
    let cells = cells(run);
    let names = descriptors(run);
    let is_flat = names.len() < 2;
    let title = match names.as_slice() {
        [] => "The archive".to_string(),
        [only] => format!("The archive by {only}"),
        [x, y, rest @ ..] => {
            let best = if rest.is_empty() {
                ""
            } else {
                ", the best of the rest"
            };
            format!("The archive by {x} and {y}{best}")
        }
    };
    let range = |of: fn(&(i64, i64)) -> i64| -> Range<f64> {
        let low = cells.keys().map(of).min().unwrap_or(0) as f64;
        let high = cells.keys().map(of).max().unwrap_or(1) as f64;
        low - 0.5..high + 0.5
    };
    let (xs, ys) = (range(|k| k.0), range(|k| k.1));
    let height = if is_flat { FLAT } else { TALL };
    let mut picture = chart("archive", &title, height, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(xs.clone(), ys.clone())?;
        let y_name = names.get(1).map_or("", String::as_str);
        c.configure_mesh()
            .disable_mesh()
            .axis_style(MUTED)
            .x_labels(((xs.end - xs.start) as usize).min(20))
            .y_labels(if is_flat {
                0
            } else {
                ((ys.end - ys.start) as usize).min(16)
            })
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .label_style(TextStyle::from((FONT, 13).into_font()).color(&MUTED))
            .x_desc(names.first().map_or("", String::as_str))
            .y_desc(y_name)
            .axis_desc_style(TextStyle::from((FONT, 13).into_font()).color(&MUTED))
            .draw()?;
        draw_cells(&mut c, run, &cells, &names)
    })?;
    let best = cells.values().max_by(|a, b| a.1.total_cmp(&b.1));
    let best = best.map(|(i, _)| elite_label(run, &run.view.archive[*i], &names));
    picture.text = format!("{title}: {} cells.", cells.len());
    if let Some(best) = best {
        picture.text += &format!(" The fittest elite has {best}.");
    }
    Ok(picture)
}

/// The names of the coordinates of a cell.
pub(in crate::report) fn descriptors(run: &ReportedRun) -> Vec<String> {
    let cells = &run.plan.archive.cells;
    cells.iter().map(|cell| cell.name.to_string()).collect()
}

fn draw_cells(
    c: &mut Chart,
    run: &ReportedRun,
    cells: &BTreeMap<(i64, i64), (usize, f64)>,
    names: &[String],
) -> DrawResult {
    let low = cells.values().map(|v| v.1).fold(f64::INFINITY, f64::min);
    let high = cells
        .values()
        .map(|v| v.1)
        .fold(f64::NEG_INFINITY, f64::max);
    let mut marks = Vec::new();
    // The marks are in the order of reading: row by row, from the top.
    let mut order: Vec<_> = cells.iter().collect();
    order.sort_by_key(|((x, y), _)| (-y, *x));
    for ((x, y), (i, fitness)) in order {
        let share = if high > low {
            (fitness - low) / (high - low)
        } else {
            1.0
        };
        let (x, y) = (*x as f64, *y as f64);
        let corners = [(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)];
        c.draw_series([Rectangle::new(corners, shade(share).filled())])?;
        let (left, bottom) = c.backend_coord(&corners[0]);
        let (right, top) = c.backend_coord(&corners[1]);
        let elite = &run.view.archive[*i];
        let text = match (run.plan.objective.question(), Nearness::of(&elite.fitness)) {
            (Question::Find(_), Some(Nearness::Met(_))) => "met".to_string(),
            (Question::Find(_), Some(Nearness::Missed(margin))) => margin,
            _ => elite.fitness.first().cloned().unwrap_or_default(),
        };
        if right - left > 6 * text.len() as i32 + 4 && bottom - top > 14 {
            // These colours do not change: a page swaps the colours of text and background in dark
            // mode.
            let ink = if share > 0.45 {
                RGBColor(254, 254, 254)
            } else {
                RGBColor(11, 18, 32)
            };
            let style = label(10, ink, Pos::new(HPos::Center, VPos::Center));
            c.draw_series([EmptyElement::at((x, y)) + Text::new(text, (0, 0), style)])?;
        }
        marks.push(Mark {
            place: [left, top, right - left, bottom - top].map(f64::from),
            round: false,
            tip: elite_label(run, elite, names),
            target: Some(format!("elite-{i}")),
        });
    }
    Ok(marks)
}

fn shade(share: f64) -> RGBColor {
    let mix = |a: f64, b: f64| (a + (b - a) * share).round() as u8;
    RGBColor(
        mix(PALE.0, DARK.0),
        mix(PALE.1, DARK.1),
        mix(PALE.2, DARK.2),
    )
}
