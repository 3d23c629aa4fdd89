//! Draws the curves of best and median fitness by generation.

use super::{FrameView, panel};
use crate::cli::watch::text::{count, decimal, shorten};
use boilingpoint_record::rows::{ProgressRow, to_f64};
use boilingpoint_record::view::RunView;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Chart, Dataset, GraphType};

const NAME: &str = "fitness";

/// A point of both curves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChartPoint {
    pub generation: u64,
    /// The best fitness so far.
    pub best: f64,
    /// The median fitness of the populations of all islands.
    pub median: f64,
}

impl ChartPoint {
    fn of(row: &ProgressRow) -> Option<ChartPoint> {
        Some(ChartPoint {
            generation: row.generation,
            best: to_f64(row.best?),
            median: to_f64(row.median?),
        })
    }
}

/// Draws the panel with the curves.
pub fn draw(frame: &mut Frame, area: Rect, run: &RunView, view: &FrameView) {
    if area.height == 0 {
        return;
    }
    let inner = panel(frame, area, NAME, view);
    let points: Vec<ChartPoint> = run.progress.iter().filter_map(ChartPoint::of).collect();
    draw_legend(frame, area, run, points.last(), view);
    draw_curves(frame, inner, &points, view);
}

/// Draws both curves. Draws nothing if there are no points, or if a number cannot be drawn.
pub fn draw_curves(frame: &mut Frame, inner: Rect, points: &[ChartPoint], view: &FrameView) {
    let Some(bounds) = bounds(points.iter().flat_map(|p| [p.best, p.median])) else {
        return;
    };
    let curve = |height: fn(&ChartPoint) -> f64| -> Vec<(f64, f64)> {
        let points = points.iter();
        points.map(|p| (p.generation as f64, height(p))).collect()
    };
    let (best, median) = (curve(|p| p.best), curve(|p| p.median));
    let styles = view.styles;
    let line = |data, style, marker| {
        let dataset = Dataset::default().data(data).style(style);
        dataset.marker(marker).graph_type(GraphType::Line)
    };
    // The curve of the best is drawn last, over the curve of the median.
    let datasets = vec![
        line(&median, styles.median(), styles.median_marker()),
        line(&best, styles.best(), Marker::Braille),
    ];
    let first = best.first().map_or(0.0, |p| p.0);
    let end = best.last().map_or(1.0, |p| p.0).max(first + 1.0);
    let x_axis = Axis::default()
        .bounds([first, end])
        .labels([count(first as u64), count(end as u64)]);
    let y_axis = Axis::default()
        .bounds(bounds)
        .labels(labels(bounds, inner.height));
    let chart = Chart::new(datasets)
        .x_axis(x_axis.style(styles.faint()))
        .y_axis(y_axis.style(styles.faint()));
    frame.render_widget(chart, inner);
}

/// Draws the legend, with the exact best fitness. It is at the right of the title's line, if it
/// fits there.
fn draw_legend(
    frame: &mut Frame,
    area: Rect,
    run: &RunView,
    last: Option<&ChartPoint>,
    view: &FrameView,
) {
    let styles = view.styles;
    let best = run.best_text();
    let best = best.as_deref().unwrap_or("none");
    let median = last.map_or("none".to_string(), |p| decimal(p.median));
    let dots = if styles.colours { "⠒⠒" } else { "••" };
    let line = Line::from(vec![
        Span::styled(format!(" ⠒⠒ best {} ", shorten(best, 20)), styles.best()),
        Span::styled(format!(" {dots} median {median} "), styles.median()),
    ]);
    let width = u16::try_from(line.width()).unwrap_or(u16::MAX);
    if usize::from(width) + NAME.len() + 2 <= usize::from(area.width) {
        let x = area.right() - width;
        frame.render_widget(line, Rect::new(x, area.y, width, 1));
    }
}

/// The range of the axis: from the least number to the greatest, with a margin if they are equal.
/// `None` if there are no numbers, or if a number is infinite or NaN.
fn bounds(numbers: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let (least, most) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), n| {
        (a.min(n), b.max(n))
    });
    if !(least.is_finite() && most.is_finite()) {
        return None;
    }
    let room = if most > least { 0.0 } else { 0.5 };
    Some([least - room, most + room])
}

/// The labels of the axis: both ends. The middle has a label, too, if there is room.
fn labels([least, most]: [f64; 2], height: u16) -> Vec<String> {
    let middle = (least + most) / 2.0;
    let numbers = match height {
        8.. => vec![least, middle, most],
        _ => vec![least, most],
    };
    numbers.into_iter().map(decimal).collect()
}
