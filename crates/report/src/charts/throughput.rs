//! Boards per second, the size of the tables, and the counts of boards without an exact value, over
//! time.

use super::axis::{Across, Axis, AxisRange, View, is_wide};
use super::panels::{self, Panel, PanelChart, draw_curve};
use super::timeline;
use super::*;
use crate::ReportedRun;
use boilingpoint_record::rows::TimingRow;
use boilingpoint_record::view::Verdicts;
use std::collections::BTreeMap;

/// The height of a panel.
const PANEL: u32 = 190;

/// A number for each of some generations.
type ByGeneration = Vec<(u64, f64)>;

/// The quantities of the chart, a panel for each list.
struct Effort {
    rates: ByGeneration,
    /// The size of the tables in MiB.
    sizes: ByGeneration,
    /// For each reason why boards have no exact value, the number of these boards.
    verdicts: Vec<(&'static str, ByGeneration)>,
}

/// Draws boards valued per second, the size of the solvers' tables, and the number of boards that
/// were not valued exactly, by each axis. The scale of a view is the vertical one.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn throughput(inputs: &ChartInputs) -> Result<Vec<Picture>, ReportError> {
    let run = inputs.run;
    let column =
        |of: fn(&TimingRow) -> f64| -> Vec<f64> { run.view.timing.iter().map(of).collect() };
    let by_generation = |values: Vec<f64>| -> ByGeneration {
        let generations = run.view.timing.iter().map(|r| r.generation);
        generations.zip(values).collect()
    };
    let effort = Effort {
        rates: by_generation(smoothed(&column(|r| r.boards_per_second.0))),
        sizes: by_generation(column(|r| r.table_bytes as f64 / f64::from(1 << 20))),
        verdicts: verdicts(run),
    };
    let [least, most] = [least(&effort.rates), most(&effort.rates)];
    let views = |axis: Axis| View::both(axis, is_wide(least, most));
    let views = Axis::ALL.into_iter().flat_map(views);
    timeline::pictures(views, |view| draw(inputs, &effort, view))
}

fn least(points: &[(u64, f64)]) -> f64 {
    let positive = points.iter().map(|p| p.1).filter(|v| *v > 0.0);
    positive.fold(f64::INFINITY, f64::min)
}

fn most(points: &[(u64, f64)]) -> f64 {
    points.iter().map(|p| p.1).fold(0.0, f64::max)
}

/// For each reason why boards have no exact value, the number of these boards in each generation,
/// smoothed.
fn verdicts(run: &ReportedRun) -> Vec<(&'static str, ByGeneration)> {
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
        let generations = run.view.progress.iter().map(|r| r.generation);
        (*name, generations.zip(smoothed(&counts)).collect())
    })
    .collect()
}

fn draw(
    inputs: &ChartInputs,
    effort: &Effort,
    view: View,
) -> Result<(Picture, Option<Across>), ReportError> {
    let timeline = &inputs.timeline;
    let has_verdicts = !effort.verdicts.is_empty();
    let curves = [
        ("boards valued in a second (smoothed)", &effort.rates, BLUE),
        ("tables of the solvers, MiB", &effort.sizes, ORANGE),
    ];
    let panel = |name, colour, (least, most)| Panel {
        name,
        colour,
        y: scale(view, least, most),
        right: if has_verdicts { 150 } else { 72 },
    };
    let mut panels = Vec::from(curves.map(|(name, points, colour)| {
        let ends = (least(points), most(points));
        panel(name, colour, ends)
    }));
    if has_verdicts {
        let least = effort.verdicts.iter().map(|v| least(&v.1));
        let most = effort.verdicts.iter().map(|v| most(&v.1));
        let name = "boards in a generation that were not valued exactly (smoothed)";
        let ends = (
            least.fold(f64::INFINITY, f64::min),
            most.fold(1.0, f64::max),
        );
        panels.push(panel(name, INK, ends));
    }
    let across_of = |points: &[(u64, f64)]| -> Vec<(f64, f64)> {
        let at = |p: &(u64, f64)| (timeline.at_generation(p.0, view.axis), p.1);
        thinned(&points.iter().map(at).collect::<Vec<_>>())
    };
    let draw = |i: usize, c: &mut PanelChart| {
        if let Some((name, points, colour)) = curves.get(i) {
            return draw_curve(c, name, &across_of(points), *colour);
        }
        let mut ends = Vec::new();
        for ((name, points), colour) in effort.verdicts.iter().zip(COLOURS) {
            let points = across_of(points);
            ends.extend(
                points
                    .last()
                    .map(|end| CurveEnd::named(end.1, name, colour)),
            );
            series(&screen(c), name, || {
                c.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
                Ok(Vec::new())
            })?;
        }
        let x = c.x_range().end;
        name_ends(c, x, ends)?;
        Ok(Vec::new())
    };
    let place = ("throughput", "Speed, memory and inexact boards", PANEL);
    panels::picture(inputs, place, view.linear(), &panels, draw)
}

/// The vertical axis of a view.
fn scale(view: View, least: f64, most: f64) -> AxisRange {
    let most = if most > 0.0 { most } else { 1.0 };
    if view.is_log {
        AxisRange::logarithmic(least.min(most), most)
    } else {
        AxisRange::linear(0.0..1.08 * most)
    }
}
