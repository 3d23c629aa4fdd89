//! The curve: best and median fitness by generation.

use super::{View, panel};
use crate::cli::watch::picture::Picture;
use crate::cli::watch::text::{count, decimal};
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, LegendPosition};

/// Draws the curve.
pub fn draw(frame: &mut Frame, area: Rect, picture: &Picture, view: &View) {
    if area.height == 0 {
        return;
    }
    let inner = panel(frame, area, "fitness by generation", view);
    let points = picture.curve.points();
    let curve = |height: fn(&crate::cli::watch::curve::Point) -> f64| -> Vec<(f64, f64)> {
        let points = picture.curve.points();
        points.map(|p| (p.generation as f64, height(p))).collect()
    };
    let (best, median) = (curve(|p| p.best), curve(|p| p.median));
    let heights = points.flat_map(|p| [p.best, p.median]);
    let Some(bounds) = bounds(heights) else {
        return;
    };
    let exact = picture.best.as_deref().unwrap_or("none");
    let last = picture.curve.last().map_or(0.0, |p| p.median);
    let styles = view.styles;
    let line = |name: String, data, style, marker| {
        Dataset::default()
            .name(name)
            .data(data)
            .style(style)
            .marker(marker)
            .graph_type(GraphType::Line)
    };
    let (dots, about) = (styles.median_marker(), decimal(last));
    // The best is drawn last, over the median.
    let datasets = vec![
        line(format!("median {about}"), &median, styles.median(), dots),
        line(
            format!("best {exact}"),
            &best,
            styles.best(),
            Marker::Braille,
        ),
    ];
    let first = best.first().map_or(0.0, |p| p.0);
    let end = best.last().map_or(1.0, |p| p.0).max(first + 1.0);
    let chart = Chart::new(datasets)
        .legend_position(Some(LegendPosition::BottomRight))
        .hidden_legend_constraints((Constraint::Ratio(2, 3), Constraint::Ratio(1, 2)))
        .x_axis(
            Axis::default()
                .bounds([first, end])
                .labels([count(first as u64), count(end as u64)])
                .style(styles.faint()),
        )
        .y_axis(
            Axis::default()
                .bounds(bounds)
                .labels(labels(bounds, inner.height))
                .style(styles.faint()),
        );
    frame.render_widget(chart, inner);
}

/// The least and the greatest number, a little apart; none of no numbers, or where one of them is
/// none that can be drawn.
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

/// Numbers at the axis: the ends, and the middle where there is room.
fn labels([least, most]: [f64; 2], height: u16) -> Vec<String> {
    let middle = (least + most) / 2.0;
    let numbers = match height {
        8.. => vec![least, middle, most],
        _ => vec![least, most],
    };
    numbers.into_iter().map(decimal).collect()
}
