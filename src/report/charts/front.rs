//! The front of a search with several objectives: its points, joined as a staircase, with drawings
//! of boards along it. With more than two objectives, a panel for each pair of them.

use super::*;
use crate::book::harvest::board_of;
use crate::draw::thumbnail;
use crate::graph::{Board, with_name};
use crate::plan::together;
use crate::problem::expression::Expression;
use crate::record::front::FrontLine;
use crate::record::rows::{ProgressRow, to_f64};
use crate::report::ReportedRun;
use crate::report::run::number;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The size of a drawing above the front, in pixels.
const DRAWING: f64 = 60.0;

/// The most drawings above a front.
const DRAWINGS: usize = 9;

/// The height of the strip of drawings with their captions, in pixels.
const STRIP: u32 = 92;

/// The columns of a matrix of pairs, and the height of a panel in pixels.
const COLUMNS: usize = 2;
const PANEL: u32 = 270;

/// The most points that have numbers in a matrix of pairs.
const NUMBERED: usize = 30;

/// A board on a front.
pub struct FrontPoint {
    /// The values of the expressions, for the chart.
    values: Vec<f64>,
    /// The values as texts.
    texts: Vec<String>,
    board: Option<Board>,
    name: String,
}

impl FrontPoint {
    /// The point of a line of a front. Values that are lower bounds are marked.
    pub fn of(line: &FrontLine) -> FrontPoint {
        let at_least = if line.facts.is_bound() { "≥ " } else { "" };
        let values = line.fitness.iter();
        FrontPoint {
            values: values.filter_map(|text| number(text)).collect(),
            texts: line
                .fitness
                .iter()
                .map(|t| format!("{at_least}{t}"))
                .collect(),
            board: board_of(&line.facts.board, &line.facts.tints).ok(),
            name: with_name(&line.facts.board_text()),
        }
    }

    /// The values with their expressions, and the board.
    fn tip(&self, expressions: &[Expression]) -> String {
        let pairs = expressions.iter().zip(&self.texts);
        let pairs: Vec<String> = pairs.map(|(e, text)| format!("{e}: {text}")).collect();
        format!("{}; {}", pairs.join(", "), self.name)
    }
}

/// Draws a front with its boards. `others` are values of boards that are not on it.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn front_picture(
    expressions: &[Expression],
    points: &[FrontPoint],
    others: &[Vec<f64>],
) -> Result<Picture, ReportError> {
    let whole = |p: &&FrontPoint| p.values.len() == expressions.len();
    let points: Vec<&FrontPoint> = points.iter().filter(whole).collect();
    let title = shortened(&format!("The front of {}", together(expressions)), TITLE);
    let mut places = Vec::new();
    let pairs = pairs(expressions.len());
    let rows = pairs.len().div_ceil(COLUMNS) as u32;
    let plots = if pairs.len() == 1 {
        SIZE.1
    } else {
        rows * PANEL
    };
    let mut picture = chart("front", &title, plots + STRIP, |area| {
        let (_, below) = area.split_vertically(STRIP);
        let panels = match pairs.len() {
            1 => vec![below],
            _ => below.split_evenly((rows as usize, COLUMNS)),
        };
        let mut marks = Vec::new();
        for (place, (panel, &(a, b))) in panels.iter().zip(&pairs).enumerate() {
            let is_numbered = pairs.len() > 1 && points.len() <= NUMBERED;
            let drawn = panel_of(panel, expressions, &points, others, (a, b), is_numbered)?;
            if place == 0 {
                places = drawn.clone();
                for (i, &at) in drawn.iter().enumerate() {
                    let target = Some(format!("front-{}", i + 1));
                    marks.push(Mark::disc(at, points[i].tip(expressions), target));
                }
            }
        }
        Ok(marks)
    })?;
    picture.svg = with_drawings(&picture.svg, &points, &places, pairs.len() == 1);
    let tips: Vec<String> = points.iter().map(|p| p.tip(expressions)).collect();
    picture.text = format!("{title}: {} boards. {}.", points.len(), tips.join("; "));
    Ok(picture)
}

/// The pairs of expressions: the first one is the height.
fn pairs(count: usize) -> Vec<(usize, usize)> {
    let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    all.collect()
}

/// Draws the points by two expressions. Returns their places in pixels.
fn panel_of(
    panel: &Area,
    expressions: &[Expression],
    points: &[&FrontPoint],
    others: &[Vec<f64>],
    (up, right): (usize, usize),
    is_numbered: bool,
) -> Result<Vec<(i32, i32)>, Box<dyn Error>> {
    let all = || points.iter().map(|p| &p.values).chain(others);
    let x = roomy(all().filter_map(|v| v.get(right).copied()));
    let y = roomy(all().filter_map(|v| v.get(up).copied()));
    let low = (x.start, y.start);
    let mut c = ChartBuilder::on(panel)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(x, y)?;
    let [x_name, y_name] = [right, up].map(|i| shortened(expressions[i].text(), 40));
    mesh_named(&mut c, [&x_name, &y_name], &|v| plain(*v), &|v| plain(*v))?;
    let faint = others
        .iter()
        .filter_map(|v| Some((*v.get(right)?, *v.get(up)?)));
    c.draw_series(faint.map(|at| Circle::new(at, 2, MUTED.mix(0.35).filled())))?;
    let at = |p: &&FrontPoint| (p.values[right], p.values[up]);
    let stairs = staircase(points.iter().map(at).collect(), low);
    c.draw_series(LineSeries::new(stairs, BLUE.mix(0.5).stroke_width(1)))?;
    c.draw_series(points.iter().map(|p| Circle::new(at(p), 4, BLUE.filled())))?;
    let places: Vec<(i32, i32)> = points.iter().map(|p| c.backend_coord(&at(p))).collect();
    if is_numbered {
        // Points in one place share a label.
        let mut labels: BTreeMap<(i32, i32), (usize, Vec<String>)> = BTreeMap::new();
        for (i, place) in places.iter().enumerate() {
            let (_, numbers) = labels.entry(*place).or_insert((i, Vec::new()));
            numbers.push((i + 1).to_string());
        }
        for (i, numbers) in labels.into_values() {
            let style = label(11, INK, Pos::new(HPos::Left, VPos::Bottom));
            let text = Text::new(shortened(&numbers.join(" "), 18), (5, -4), style);
            c.draw_series([EmptyElement::at(at(&points[i])) + text])?;
        }
    }
    Ok(places)
}

/// The edge of the region that points cover, from the left to the right: of the points that no
/// other one exceeds in both coordinates.
fn staircase(mut points: Vec<(f64, f64)>, low: (f64, f64)) -> Vec<(f64, f64)> {
    let greater = |a: &f64, b: &f64| b.total_cmp(a);
    points.sort_by(|a, b| greater(&a.0, &b.0).then(greater(&a.1, &b.1)));
    let mut edge: Vec<(f64, f64)> = Vec::new();
    for (x, y) in points {
        let top = edge.last().map_or(low.1, |last| last.1);
        if edge.is_empty() || y.total_cmp(&top) == Ordering::Greater {
            edge.push((x, top));
            edge.push((x, y));
        }
    }
    if let Some(&(_, y)) = edge.last() {
        edge.push((low.0, y));
    }
    edge.reverse();
    edge
}

/// Adds drawings above the plot, in the order of their points from the left to the right. Each has a
/// line to its point, or the point's number.
fn with_drawings(
    svg: &str,
    points: &[&FrontPoint],
    places: &[(i32, i32)],
    has_lines: bool,
) -> String {
    let mut along: Vec<(usize, &FrontPoint, (i32, i32))> = Vec::new();
    for (i, (&point, &place)) in points.iter().zip(places).enumerate() {
        if point.board.is_some() {
            along.push((i + 1, point, place));
        }
    }
    along.sort_by_key(|(.., place)| *place);
    let shown = along.len().min(DRAWINGS);
    let width = f64::from(SIZE.0) / shown.max(1) as f64;
    let (mut lines, mut drawings) = (String::new(), String::new());
    for slot in 0..shown {
        // The ends of the front, and evenly spaced boards between them.
        let index = match shown {
            1 => 0,
            _ => slot * (along.len() - 1) / (shown - 1),
        };
        let (number, point, (x, y)) = along[index];
        let middle = width * (slot as f64 + 0.5);
        let top = 32.0;
        let Some(board) = &point.board else { continue };
        let mut drawing = thumbnail(board, DRAWING);
        drawing.set("x", &format_args!("{:.1}", middle - DRAWING / 2.0));
        drawing.set("y", &top);
        let values = point.texts.join(", ");
        let caption = match has_lines {
            true => values,
            false => format!("{number}: {values}"),
        };
        let caption = shortened(&caption, (width / 7.0) as usize);
        if has_lines {
            // The line ends at the edge of the point's disc.
            let (x, y, bottom) = (f64::from(x), f64::from(y), top + DRAWING + 16.0);
            let part = 1.0 - 6.0 / (x - middle).hypot(y - bottom).max(6.0);
            let (x, y) = (middle + part * (x - middle), bottom + part * (y - bottom));
            let _ = write!(
                lines,
                "<path d=\"M{middle:.1} {bottom:.0}L{x:.1} {y:.1}\" stroke=\"#cbd5e1\" fill=\"none\"/>"
            );
        }
        let _ = write!(
            drawings,
            "{}<text x=\"{middle:.1}\" y=\"{:.0}\" font-family=\"{FONT}\" font-size=\"11\" \
             text-anchor=\"middle\" fill=\"#1f2937\">{}</text>",
            drawing.inline(),
            top + DRAWING + 12.0,
            escaped(&caption)
        );
    }
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    format!("{}{lines}{drawings}{}", &svg[..end], &svg[end..])
}

/// The front of a run; `None` if it has none.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn front(run: &ReportedRun) -> Result<Option<Picture>, ReportError> {
    if run.view.front.is_empty() {
        return Ok(None);
    }
    let points: Vec<FrontPoint> = run.view.front.iter().map(FrontPoint::of).collect();
    let others: Vec<Vec<f64>> = run
        .view
        .archive
        .iter()
        .map(|line| {
            line.fitness
                .iter()
                .filter_map(|text| number(text))
                .collect()
        })
        .collect();
    front_picture(run.plan.objective.goals(), &points, &others).map(Some)
}

/// The hypervolume of a run's front by generation; `None` if it was not computed.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn hypervolume(run: &ReportedRun) -> Result<Option<Picture>, ReportError> {
    let point = |r: &ProgressRow| Some((r.generation as f64, to_f64(r.hypervolume?)));
    let points: Vec<(f64, f64)> = run.view.progress.iter().filter_map(point).collect();
    let Some(&(_, end)) = points.last() else {
        return Ok(None);
    };
    let last = run.view.last_generation();
    let y = roomy(points.iter().map(|p| p.1).chain([0.0]));
    let mut steps = Vec::new();
    for (i, &(x, v)) in points.iter().enumerate() {
        if i > 0 {
            steps.push((x, points[i - 1].1));
        }
        steps.push((x, v));
    }
    let title = "Hypervolume of the front by generation";
    let mut picture = chart("hypervolume", title, SIZE.1 - 120, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(-0.01 * last..last * 1.02 + 0.01, 0.0..y.end)?;
        mesh(&mut c, "generation", &|x| plain(*x), &|v| counted(*v))?;
        c.draw_series(LineSeries::new(thinned(&steps), BLUE.stroke_width(2)))?;
        Ok(Vec::new())
    })?;
    picture.text = format!("{title}. At the end: {}.", plain(end));
    Ok(Some(picture))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_staircase_goes_down_to_the_right() {
        let points = vec![(1.0, 3.0), (2.0, 2.0), (1.5, 1.0), (3.0, 1.0)];
        let edge = staircase(points, (0.0, 0.0));
        let expected = [
            (0.0, 3.0),
            (1.0, 3.0),
            (1.0, 2.0),
            (2.0, 2.0),
            (2.0, 1.0),
            (3.0, 1.0),
            (3.0, 0.0),
        ];
        assert_eq!(edge, expected);
        assert!(staircase(Vec::new(), (0.0, 0.0)).is_empty());
    }

    #[test]
    fn each_pair_has_a_panel() {
        assert_eq!(pairs(2), [(0, 1)]);
        assert_eq!(pairs(3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs(5).len(), 10);
    }
}
