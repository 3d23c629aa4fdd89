//! The charts of a run, by plotters: fitness by generation, the frontier by order, credit of
//! operators, throughput and tables.
//!
//! Long runs are thinned to what a chart can show; a best value that changes is always kept.

use super::read::{ReportError, RunData, number};
use super::style::tick_step;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;
use std::sync::Once;

pub(super) const SIZE: (u32, u32) = (760, 420);
pub(super) const FONT: &str = "DejaVu Sans";
pub(super) const INK: RGBColor = RGBColor(31, 41, 55);
pub(super) const MUTED: RGBColor = RGBColor(107, 114, 128);
pub(super) const GRID: RGBColor = RGBColor(229, 231, 235);
pub(super) const BLUE: RGBColor = RGBColor(29, 78, 216);
pub(super) const ORANGE: RGBColor = RGBColor(217, 119, 6);
pub(super) const GREEN: RGBColor = RGBColor(4, 120, 87);
/// Colours of several curves.
pub(super) const COLOURS: [RGBColor; 6] = [
    BLUE,
    ORANGE,
    GREEN,
    RGBColor(185, 28, 28),
    RGBColor(124, 58, 237),
    MUTED,
];
/// Points of a line that a chart can show.
const POINTS: usize = 1200;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The font travels with the program; plotters has to be told once.
fn register_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = plotters::style::register_font(FONT, FontStyle::Normal, dejavu::sans::regular());
        let _ = plotters::style::register_font(FONT, FontStyle::Bold, dejavu::sans::bold());
    });
}

/// Draws into a fresh SVG of the given height, with a title.
pub(super) fn chart(
    title: &str,
    height: u32,
    draw: impl FnOnce(&Area) -> Result<(), Box<dyn std::error::Error>>,
) -> Result<String, ReportError> {
    register_font();
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (SIZE.0, height)).into_drawing_area();
        let failed = |e: &dyn std::fmt::Display| ReportError::Chart(e.to_string());
        area.fill(&WHITE).map_err(|e| failed(&e))?;
        let style = (FONT, 17).into_font().style(FontStyle::Bold).color(&INK);
        let area = area.titled(title, style).map_err(|e| failed(&e))?;
        draw(&area).map_err(|e| failed(&e))?;
        area.present().map_err(|e| failed(&e))?;
    }
    Ok(svg)
}

/// Text of a size, a colour and a place relative to its point.
pub(super) fn label(size: u32, colour: RGBColor, place: Pos) -> TextStyle<'static> {
    TextStyle {
        font: (FONT, size).into_font(),
        color: colour.to_backend_color(),
        pos: place,
    }
}

/// A range with room around it; never empty.
fn roomy(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
        (l.min(v), h.max(v))
    });
    if !low.is_finite() || !high.is_finite() {
        return 0.0..1.0;
    }
    let room = if high - low < 1e-9 {
        1.0
    } else {
        0.1 * (high - low)
    };
    low - room..high + room
}

/// A number without needless digits.
pub(super) fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

/// Large numbers with their unit.
pub(super) fn counted(value: f64) -> String {
    match value.abs() {
        v if v >= 1e9 => format!("{} G", plain((value / 1e8).round() / 10.0)),
        v if v >= 1e6 => format!("{} M", plain((value / 1e5).round() / 10.0)),
        v if v >= 1e3 => format!("{} k", plain((value / 1e2).round() / 10.0)),
        _ => plain(value),
    }
}

/// Every how many points one is kept.
fn stride(length: usize) -> usize {
    length.div_ceil(POINTS).max(1)
}

/// Best, median and mean fitness by generation, with the records of the best marked.
///
/// # Errors
/// When the chart cannot be drawn.
pub fn fitness(run: &RunData) -> Result<String, ReportError> {
    let series = |of: fn(&super::read::ProgressRow) -> &String| -> Vec<(f64, f64)> {
        run.progress
            .iter()
            .filter_map(|r| Some((r.generation as f64, number(of(r))?)))
            .collect()
    };
    let (best, median, mean) = (
        series(|r| &r.best),
        series(|r| &r.median),
        series(|r| &r.mean),
    );
    // the mean of a first, random generation can be far below everything of interest
    let all = || best.iter().chain(&median).chain(&mean).map(|p| p.1);
    let y = roomy(all());
    let last = run
        .progress
        .last()
        .map_or(1.0, |r| r.generation as f64)
        .max(1.0);
    let title = format!(
        "Best, median and mean of {} by generation",
        run.plan.objective.maximize[0].text()
    );
    chart(&title, SIZE.1, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .margin_right(72)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(-0.01 * last..last * 1.02, y.clone())?;
        mesh(&mut c, "generation", &|x| plain(*x), &|v| plain(*v))?;
        let mut ends: Vec<(f64, String, RGBColor)> = Vec::new();
        for (points, colour, name, width) in [
            (&mean, GREEN, "mean", 1),
            (&median, ORANGE, "median", 1),
            (&best, BLUE, "best", 2),
        ] {
            let Some(&(_, end)) = points.last() else {
                continue;
            };
            let kept = thinned(points);
            c.draw_series(LineSeries::new(kept, colour.stroke_width(width)))?;
            ends.push((end, name.to_string(), colour));
        }
        for (at, name, colour) in spread(ends, (y.end - y.start) * 0.05) {
            let style = label(13, colour, Pos::new(HPos::Left, VPos::Center));
            c.draw_series([EmptyElement::at((last * 1.02, at)) + Text::new(name, (6, 0), style)])?;
        }
        let steps = steps(run);
        c.draw_series(
            steps
                .iter()
                .map(|s| Circle::new((s.0, s.1), 4, BLUE.filled())),
        )?;
        let mut taken: Vec<(f64, f64)> = Vec::new();
        for (x, v, text) in steps.into_iter().rev() {
            let clear = |&(a, b): &(f64, f64)| {
                (a - x).abs() > last * 0.05 || (b - v).abs() > (y.end - y.start) * 0.055
            };
            if taken.iter().all(clear) {
                taken.push((x, v));
                let style = label(12, INK, Pos::new(HPos::Left, VPos::Bottom));
                c.draw_series([EmptyElement::at((x, v)) + Text::new(text, (5, -5), style)])?;
            }
        }
        Ok(())
    })
}

/// The best fitness by boards valued, of several runs with one objective.
///
/// # Errors
/// When the chart cannot be drawn.
pub fn comparison(runs: &[RunData]) -> Result<String, ReportError> {
    let curves: Vec<Vec<(f64, f64)>> = runs
        .iter()
        .map(|run| {
            let point =
                |r: &super::read::ProgressRow| Some((r.boards_valued as f64, number(&r.best)?));
            run.progress.iter().filter_map(point).collect()
        })
        .collect();
    let y = roomy(curves.iter().flatten().map(|p| p.1));
    let last = curves.iter().flatten().map(|p| p.0).fold(1.0, f64::max);
    let title = format!(
        "Best {} by boards valued",
        runs[0].plan.objective.maximize[0].text()
    );
    let names: Vec<String> = runs
        .iter()
        .map(|r| format!("{}, seed {}", r.manifest.name, r.manifest.seed))
        .collect();
    chart(&title, SIZE.1, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .margin_right(190)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..last * 1.02, y.clone())?;
        mesh(&mut c, "boards valued", &|x| counted(*x), &|v| plain(*v))?;
        let mut ends = Vec::new();
        for (i, (points, name)) in curves.iter().zip(&names).enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            c.draw_series(LineSeries::new(thinned(points), colour.stroke_width(2)))?;
            ends.extend(points.last().map(|end| (end.1, name.clone(), colour)));
        }
        for (at, name, colour) in spread(ends, (y.end - y.start) * 0.05) {
            let style = label(12, colour, Pos::new(HPos::Left, VPos::Center));
            c.draw_series([EmptyElement::at((last * 1.02, at)) + Text::new(name, (6, 0), style)])?;
        }
        Ok(())
    })
}

/// Where the best improved: generation, value, exact text.
fn steps(run: &RunData) -> Vec<(f64, f64, String)> {
    let mut steps: Vec<(f64, f64, String)> = Vec::new();
    for row in &run.progress {
        let changed = steps.last().is_none_or(|(_, _, text)| *text != row.best);
        if let Some(value) = number(&row.best).filter(|_| changed) {
            steps.push((row.generation as f64, value, row.best.clone()));
        }
    }
    steps
}

/// Fewer points of the same line; corners of steps stay.
pub(super) fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let stride = stride(points.len());
    let kept = |i: usize| {
        i.is_multiple_of(stride)
            || i + 1 == points.len()
            || stride < 8 && (points[i].1 - points[i - 1].1).abs() > 1e-12
    };
    (0..points.len())
        .filter(|&i| kept(i))
        .map(|i| points[i])
        .collect()
}

/// Labels moved apart to at least `gap`, in order of height.
pub(super) fn spread(
    mut labels: Vec<(f64, String, RGBColor)>,
    gap: f64,
) -> Vec<(f64, String, RGBColor)> {
    labels.sort_by(|a, b| b.0.total_cmp(&a.0));
    for i in 1..labels.len() {
        labels[i].0 = labels[i].0.min(labels[i - 1].0 - gap);
    }
    labels
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

pub(super) fn mesh(
    c: &mut Chart,
    x_name: &str,
    x_format: &dyn Fn(&f64) -> String,
    y_format: &dyn Fn(&f64) -> String,
) -> Result<(), Box<dyn std::error::Error>> {
    c.configure_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(MUTED)
        .x_labels(9)
        .y_labels(7)
        .x_label_formatter(x_format)
        .y_label_formatter(y_format)
        .label_style(TextStyle::from((FONT, 13).into_font()).color(&MUTED))
        .x_desc(x_name)
        .axis_desc_style(TextStyle::from((FONT, 13).into_font()).color(&MUTED))
        .draw()?;
    Ok(())
}

/// The best fitness of each order.
///
/// # Errors
/// When the chart cannot be drawn.
pub fn frontier(run: &RunData) -> Result<String, ReportError> {
    let best = run.best_by_order();
    let points: Vec<(f64, f64, String)> = best
        .iter()
        .filter_map(|(&order, r)| {
            let text = r.fitness.first()?.clone();
            Some((order as f64, number(&text)?, text))
        })
        .collect();
    let y = roomy(points.iter().map(|p| p.1));
    let low = points.first().map_or(0.0, |p| p.0) - 0.7;
    let high = points.last().map_or(1.0, |p| p.0) + 0.7;
    let title = format!("Best {} by order", run.plan.objective.maximize[0].text());
    chart(&title, SIZE.1, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(low..high, y)?;
        let whole = |x: &f64| {
            if (x - x.round()).abs() < 1e-6 {
                plain(*x)
            } else {
                String::new()
            }
        };
        mesh(&mut c, "order (number of vertices)", &whole, &|v| plain(*v))?;
        c.draw_series(LineSeries::new(
            points.iter().map(|p| (p.0, p.1)),
            BLUE.mix(0.35).stroke_width(1),
        ))?;
        c.draw_series(
            points
                .iter()
                .map(|p| Circle::new((p.0, p.1), 5, BLUE.filled())),
        )?;
        let every = points.len().div_ceil(24).max(1);
        for p in points.iter().step_by(every) {
            let style = label(12, INK, Pos::new(HPos::Center, VPos::Bottom));
            c.draw_series([EmptyElement::at((p.0, p.1)) + Text::new(p.2.clone(), (0, -9), style)])?;
        }
        Ok(())
    })
}

/// The operators' shares of improvements and of boards valued.
///
/// # Errors
/// When the chart cannot be drawn.
pub fn operators(run: &RunData) -> Result<String, ReportError> {
    let mut rows: Vec<(&String, u64, u64)> = run
        .operators
        .iter()
        .map(|(name, t)| (name, t.improved, t.asked))
        .collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then(b.2.cmp(&a.2)).then(a.0.cmp(b.0)));
    let total =
        |of: fn(&(&String, u64, u64)) -> u64| rows.iter().map(of).sum::<u64>().max(1) as f64;
    let (improved, asked) = (total(|r| r.1), total(|r| r.2));
    let shares: Vec<(f64, f64)> = rows
        .iter()
        .map(|r| (100.0 * r.1 as f64 / improved, 100.0 * r.2 as f64 / asked))
        .collect();
    let most = shares.iter().flat_map(|s| [s.0, s.1]).fold(1.0, f64::max);
    let count = rows.len().max(1) as f64;
    let height = 110 + 26 * rows.len().max(1) as u32;
    chart("Credit of operators", height, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .margin_right(110)
            .x_label_area_size(44)
            .y_label_area_size(140)
            .build_cartesian_2d(0.0..most * 1.02, -count..0.0)?;
        c.configure_mesh()
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(MUTED)
            .disable_y_mesh()
            .y_labels(0)
            .x_label_formatter(&|x| format!("{} %", plain(*x)))
            .label_style(TextStyle::from((FONT, 13).into_font()).color(&MUTED))
            .x_desc("share of improvements of the archive (dark), of boards valued (light)")
            .axis_desc_style(TextStyle::from((FONT, 13).into_font()).color(&MUTED))
            .draw()?;
        for (i, (row, share)) in rows.iter().zip(&shares).enumerate() {
            let middle = -(i as f64) - 0.5;
            let bar = |value: f64, top: f64, bottom: f64, colour: RGBAColor| {
                Rectangle::new(
                    [(0.0, middle + top), (value, middle + bottom)],
                    colour.filled(),
                )
            };
            c.draw_series([
                bar(share.0, 0.36, 0.02, BLUE.mix(1.0)),
                bar(share.1, -0.02, -0.32, BLUE.mix(0.3)),
            ])?;
            let style = label(13, INK, Pos::new(HPos::Right, VPos::Center));
            c.draw_series([
                EmptyElement::at((0.0, middle)) + Text::new(row.0.clone(), (-8, 0), style)
            ])?;
            let style = label(12, MUTED, Pos::new(HPos::Left, VPos::Center));
            let counts = format!("{} of {}", row.1, row.2);
            c.draw_series([
                EmptyElement::at((share.0.max(share.1), middle)) + Text::new(counts, (6, 0), style)
            ])?;
        }
        Ok(())
    })
}

/// Boards valued in a second, and what the tables hold, by generation.
///
/// # Errors
/// When the chart cannot be drawn.
pub fn throughput(run: &RunData) -> Result<String, ReportError> {
    let smooth: Vec<(f64, f64)> = smoothed(
        &run.timing
            .iter()
            .map(|r| r.boards_per_second)
            .collect::<Vec<_>>(),
    )
    .into_iter()
    .zip(&run.timing)
    .map(|(rate, r)| (r.generation as f64, rate))
    .collect();
    let bytes: Vec<(f64, f64)> = run
        .timing
        .iter()
        .map(|r| (r.generation as f64, r.table_bytes / f64::from(1 << 20)))
        .collect();
    chart("Throughput and tables", 460, |area| {
        let (upper, lower) = area.split_vertically(205);
        panel(
            &upper,
            &smooth,
            "boards valued in a second (smoothed)",
            BLUE,
        )?;
        panel(&lower, &bytes, "tables of the solvers, MiB", ORANGE)
    })
}

/// Means over windows of about a fortieth of the run.
fn smoothed(values: &[f64]) -> Vec<f64> {
    let half = values.len() / 80;
    (0..values.len())
        .map(|i| {
            let window = &values[i.saturating_sub(half)..(i + half + 1).min(values.len())];
            window.iter().sum::<f64>() / window.len() as f64
        })
        .collect()
}

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
