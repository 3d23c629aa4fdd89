//! The charts of runs, drawn with plotters.
//!
//! A chart is a picture that is complete in itself, and marks: places on the picture with a text
//! and a link. A page lays the marks over the picture, as links for mouse and keyboard. The points
//! of long runs are thinned out to the number that a chart can show. In runs of up to 8,400
//! generations, each change of a best value is kept (`thinned`).

mod attainment;
mod axis;
mod bests;
mod comparison;
mod components;
mod coverage;
mod fitness;
mod front;
mod frontier;
mod heat;
mod hypervolume;
mod inputs;
mod islands;
mod labels;
mod lanes;
mod nearness;
mod operators;
mod palette;
mod panels;
mod picture;
mod rates;
mod series;
mod settings;
mod stairs;
mod throughput;
mod timeline;
mod values;

pub use attainment::attainment;
pub use axis::{Across, Axis, View};
pub(super) use bests::drawing_id;
pub use comparison::medians;
pub use components::components;
pub use coverage::coverage;
pub use fitness::fitness;
pub(super) use fitness::improvements;
pub use front::{FrontPoint, front, front_picture};
pub use frontier::{BookBest, frontier};
pub use heat::heat;
pub(super) use heat::{descriptors, elite_label, shown_elites};
pub use hypervolume::hypervolume;
pub use inputs::{ChartInputs, Sheet};
pub use islands::islands;
pub use nearness::{by_order, margin, missed, smallest};
pub use operators::operators;
pub use palette::{SettingStyle, setting_styles};
pub use picture::{Mark, Picture};
pub use rates::rates;
pub use throughput::throughput;
pub use values::{growth, values};

use super::ReportError;
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use series::series;
use std::error::Error;
use std::ops::Range;
use std::sync::Once;

const SIZE: (u32, u32) = (760, 420);
const FONT: &str = "DejaVu Sans";
const INK: RGBColor = RGBColor(31, 41, 55);
const MUTED: RGBColor = RGBColor(93, 101, 117);
const GRID: RGBColor = RGBColor(229, 231, 235);
const BLUE: RGBColor = RGBColor(29, 78, 216);
const ORANGE: RGBColor = RGBColor(180, 83, 9);
const GREEN: RGBColor = RGBColor(4, 120, 87);
/// The colours of several curves. Each colour is readable as text on white.
const COLOURS: [RGBColor; 6] = [
    BLUE,
    ORANGE,
    GREEN,
    RGBColor(185, 28, 28),
    RGBColor(124, 58, 237),
    MUTED,
];
/// The size of the text of labels.
const SMALL_TEXT: u32 = 12;
/// The distance between the names of curves at their ends.
const NAME_GAP: f64 = 14.0;
/// The largest number of characters in a title.
const TITLE: usize = 70;
/// The number of points to which a line is thinned out.
const POINTS: usize = 1200;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawResult = Result<Vec<Mark>, Box<dyn Error>>;
type Plane =
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Plane>;
type ChartOf<'a, 'b, X, Y> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, Y>>;

/// An axis with numbers.
trait Coordinate: Ranged<ValueType = f64> + ValueFormatter<f64> {}

impl<R: Ranged<ValueType = f64> + ValueFormatter<f64>> Coordinate for R {}

/// Registers the font with plotters, once per process. The font is part of the program.
fn register_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = plotters::style::register_font(FONT, FontStyle::Normal, dejavu::sans::regular());
        let _ = plotters::style::register_font(FONT, FontStyle::Bold, dejavu::sans::bold());
    });
}

/// Draws a new picture of this height, as wide as a page, with a title.
fn chart(
    name: &'static str,
    title: &str,
    height: u32,
    draw: impl FnOnce(&Area) -> DrawResult,
) -> Result<Picture, ReportError> {
    chart_of(name, title, (SIZE.0, height), |area| {
        let style = (FONT, 17).into_font().style(FontStyle::Bold).color(&INK);
        draw(&area.titled(title, style)?)
    })
}

/// Draws a new picture of this size.
fn chart_of(
    name: &'static str,
    title: &str,
    size: (u32, u32),
    draw: impl FnOnce(&Area) -> DrawResult,
) -> Result<Picture, ReportError> {
    register_font();
    let mut svg = String::new();
    let marks = {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let failed = |e: &dyn std::fmt::Display| ReportError::Chart(e.to_string());
        area.fill(&WHITE).map_err(|e| failed(&e))?;
        let marks = draw(&area).map_err(|e| failed(&e))?;
        area.present().map_err(|e| failed(&e))?;
        marks
    };
    Ok(Picture {
        name,
        text: title.to_string(),
        svg: series::grouped(&svg),
        marks,
        view: None,
        across: None,
    })
}

/// A text style. `place` is the position of the text relative to its point.
fn label(size: u32, colour: RGBColor, place: Pos) -> TextStyle<'static> {
    TextStyle {
        font: (FONT, size).into_font(),
        color: colour.to_backend_color(),
        pos: place,
    }
}

/// A range around all values, with a margin. It is never empty.
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

/// A number without trailing zeros.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

/// A number with a unit such as k or M if it is large.
fn counted(value: f64) -> String {
    match value.abs() {
        v if v >= 1e9 => format!("{} G", plain((value / 1e8).round() / 10.0)),
        v if v >= 1e6 => format!("{} M", plain((value / 1e5).round() / 10.0)),
        v if v >= 1e3 => format!("{} k", plain((value / 1e2).round() / 10.0)),
        _ => plain(value),
    }
}

/// Keeps every n-th point of a line and the last point, so that about [`POINTS`] points remain.
/// While n is below 8, that is, up to 8,400 points, also keeps each point at which the line steps.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let stride = points.len().div_ceil(POINTS).max(1);
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

/// Replaces each value by the mean over a window of about a fortieth of the run.
fn smoothed(values: &[f64]) -> Vec<f64> {
    let half = values.len() / 80;
    let mut sums = vec![0.0];
    for value in values {
        sums.push(sums[sums.len() - 1] + value);
    }
    let mean = |i: usize| {
        let (from, to) = (i.saturating_sub(half), (i + half + 1).min(values.len()));
        (sums[to] - sums[from]) / (to - from) as f64
    };
    (0..values.len()).map(mean).collect()
}

/// The end of a curve: its height, and the text beside it.
struct CurveEnd {
    height: f64,
    text: String,
    colour: RGBColor,
    /// The name of the series of the curve.
    series: String,
}

impl CurveEnd {
    /// An end whose text is the name of the series.
    fn named(height: f64, name: &str, colour: RGBColor) -> CurveEnd {
        CurveEnd {
            height,
            text: name.to_string(),
            colour,
            series: name.to_string(),
        }
    }
}

/// Draws texts at the ends of curves, each as a part of its series. Texts that are too close are
/// moved apart. If there is no room for all texts, the last texts of the list are left out.
fn name_ends<X: Coordinate, Y: Coordinate>(
    c: &mut ChartOf<X, Y>,
    x: f64,
    mut ends: Vec<CurveEnd>,
) -> Result<(), Box<dyn Error>> {
    let (_, frame) = c.plotting_area().get_pixel_range();
    let (top, bottom) = (f64::from(frame.start), f64::from(frame.end));
    ends.truncate(1 + ((bottom - top) / NAME_GAP) as usize);
    let left = c.backend_coord(&(x, 0.0)).0;
    let place = |end: &CurveEnd| f64::from(c.backend_coord(&(x, end.height)).1);
    let mut heights: Vec<f64> = ends.iter().map(place).collect();
    labels::apart(&mut heights, NAME_GAP, (top, bottom));
    let screen = screen(c);
    for (end, y) in ends.into_iter().zip(heights) {
        let style = label(SMALL_TEXT, end.colour, Pos::new(HPos::Left, VPos::Center));
        // An area moves the points of its elements into itself, but not their offsets.
        let at = EmptyElement::at((left, y.round() as i32));
        series(&screen, &end.series, || {
            screen.draw(&(at + Text::new(end.text, (6, 0), style)))?;
            Ok(Vec::new())
        })?;
    }
    Ok(())
}

/// The picture of a chart, in pixels.
fn screen<'b, X: Coordinate, Y: Coordinate>(c: &ChartOf<'_, 'b, X, Y>) -> Area<'b> {
    c.plotting_area().use_screen_coord()
}

/// The frame of a chart in an area: the margin at the right, and the space for labels below and at
/// the left.
fn frame<'a, 'b>(
    area: &'a Area<'b>,
    [right, below, left]: [u32; 3],
) -> ChartBuilder<'a, 'a, SVGBackend<'b>> {
    let mut frame = ChartBuilder::on(area);
    frame
        .margin(12)
        .margin_right(right)
        .x_label_area_size(below)
        .y_label_area_size(left);
    frame
}

/// A grid and axes in the style of all charts, with as many labels as fit.
fn styled_mesh<'a, 'b, 'm, X: Coordinate, Y: Coordinate>(
    c: &'m mut ChartOf<'a, 'b, X, Y>,
) -> MeshStyle<'a, 'm, X, Y, SVGBackend<'b>> {
    let x_labels = (c.plotting_area().dim_in_pixel().0 / 46).clamp(2, 9) as usize;
    let text = || TextStyle::from((FONT, 13).into_font()).color(&MUTED);
    let mut mesh = c.configure_mesh();
    mesh.bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(MUTED)
        .x_labels(x_labels)
        .label_style(text())
        .axis_desc_style(text());
    mesh
}

/// Draws grid and axes, with the names of both axes, and at most about this number of labels on the
/// vertical axis.
fn mesh<X: Coordinate, Y: Coordinate>(
    c: &mut ChartOf<X, Y>,
    [x_name, y_name]: [&str; 2],
    y_labels: usize,
    [x_format, y_format]: [&dyn Fn(&f64) -> String; 2],
) -> Result<(), Box<dyn Error>> {
    let mut mesh = styled_mesh(c);
    if !y_name.is_empty() {
        mesh.y_desc(y_name);
    }
    mesh.x_desc(x_name)
        .y_labels(y_labels)
        .x_label_formatter(x_format)
        .y_label_formatter(y_format)
        .draw()?;
    Ok(())
}

/// The label of a whole number; empty for other numbers.
fn whole(x: &f64) -> String {
    if (x - x.round()).abs() < 1e-6 {
        plain(*x)
    } else {
        String::new()
    }
}

/// Shortens a text of more than `longest` characters: an ellipsis replaces its middle.
fn shortened(text: &str, longest: usize) -> String {
    let all: Vec<char> = text.chars().collect();
    if all.len() <= longest {
        return text.to_string();
    }
    let half = longest / 2;
    let (head, tail) = (&all[..half], &all[all.len() - half + 1..]);
    head.iter().chain(['…'].iter()).chain(tail).collect()
}
