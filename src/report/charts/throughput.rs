//! Boards per second, the size of the tables, and the counts of boards without an exact value, by
//! generation.

use super::*;
use crate::draw::style::tick_step;
use crate::record::rows::TimingRow;
use crate::record::view::Verdicts;
use crate::report::ReportedRun;
use std::collections::BTreeMap;

/// The height of a panel.
const PANEL: u32 = 190;

/// Draws boards valued per second, the size of the solvers' tables, and the number of boards that
/// were not valued exactly.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn throughput(run: &ReportedRun) -> Result<Picture, ReportError> {
    let column =
        |of: fn(&TimingRow) -> f64| -> Vec<f64> { run.view.timing.iter().map(of).collect() };
    let by_generation = |values: Vec<f64>| -> Vec<(f64, f64)> {
        let generations = run.view.timing.iter().map(|r| r.generation as f64);
        generations.zip(values).collect()
    };
    let rates = by_generation(smoothed(&column(|r| r.boards_per_second.0)));
    let bytes = by_generation(column(|r| r.table_bytes as f64 / f64::from(1 << 20)));
    let verdicts = verdicts(run);
    let panels = 2 + u32::from(!verdicts.is_empty());
    chart(
        "throughput",
        "Speed, memory and inexact boards",
        40 + PANEL * panels,
        |area| {
            let (first, rest) = area.split_vertically(PANEL);
            panel(&first, &rates, "boards valued in a second (smoothed)", BLUE)?;
            let (second, third) = rest.split_vertically(PANEL);
            panel(&second, &bytes, "tables of the solvers, MiB", ORANGE)?;
            if !verdicts.is_empty() {
                curves(&third, &verdicts, run.view.last_generation())?;
            }
            Ok(Vec::new())
        },
    )
}

/// For each reason why boards have no exact value, the number of these boards in each generation,
/// smoothed.
fn verdicts(run: &ReportedRun) -> Vec<(&'static str, Vec<(f64, f64)>)> {
    let given: BTreeMap<u64, &Verdicts> = run
        .view
        .events
        .verdicts
        .iter()
        .map(|(generation, v)| (*generation, v))
        .collect();
    let total = run.view.events.total.named();
    let ever = total
        .iter()
        .enumerate()
        .filter(|(_, (_, count))| *count > 0);
    ever.map(|(i, (name, _))| {
        let count = |generation: u64| {
            given
                .get(&generation)
                .map_or(0.0, |v| v.named()[i].1 as f64)
        };
        let counts: Vec<f64> = run
            .view
            .progress
            .iter()
            .map(|r| count(r.generation))
            .collect();
        let generations = run.view.progress.iter().map(|r| r.generation as f64);
        (*name, generations.zip(smoothed(&counts)).collect())
    })
    .collect()
}

fn curves(
    area: &Area,
    curves: &[(&'static str, Vec<(f64, f64)>)],
    last: f64,
) -> Result<(), Box<dyn Error>> {
    let most = curves.iter().flat_map(|(_, points)| points);
    let most = most.map(|p| p.1).fold(1.0, f64::max) * 1.1;
    let mut c = ChartBuilder::on(area)
        .margin(8)
        .margin_top(26)
        .margin_right(190)
        .x_label_area_size(38)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..last, 0.0..most)?;
    mesh(&mut c, "generation", &|x| plain(*x), &|v| counted(*v))?;
    let mut ends = Vec::new();
    for ((name, points), colour) in curves.iter().zip(COLOURS) {
        c.draw_series(LineSeries::new(thinned(points), colour.stroke_width(2)))?;
        ends.extend(points.last().map(|end| (end.1, name.to_string(), colour)));
    }
    name_ends(&mut c, last, 2.4 * most, ends)?;
    area.draw(&Text::new(
        "boards in a generation that were not valued exactly (smoothed)",
        (64, 8),
        label(13, INK, Pos::new(HPos::Left, VPos::Top)),
    ))?;
    Ok(())
}

/// Draws one quantity by generation, with its name above the curve.
fn panel(
    area: &Area,
    points: &[(f64, f64)],
    name: &str,
    colour: RGBColor,
) -> Result<(), Box<dyn std::error::Error>> {
    let high = points.iter().map(|p| p.1).fold(0.0, f64::max);
    let high = if high > 0.0 {
        (high / tick_step(high / 4.0)).ceil() * tick_step(high / 4.0)
    } else {
        1.0
    };
    let last = points.last().map_or(1.0, |p| p.0).max(1.0);
    let mut c = ChartBuilder::on(area)
        .margin(8)
        .margin_top(26)
        .margin_right(24)
        .x_label_area_size(38)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..last, 0.0..high * 1.02)?;
    mesh(&mut c, "generation", &|x| plain(*x), &|v| counted(*v))?;
    c.draw_series(LineSeries::new(thinned(points), colour.stroke_width(2)))?;
    if let [only] = points {
        c.draw_series([Circle::new(*only, 4, colour.filled())])?;
    }
    area.draw(&Text::new(
        name,
        (64, 8),
        label(13, colour, Pos::new(HPos::Left, VPos::Top)),
    ))?;
    Ok(())
}
