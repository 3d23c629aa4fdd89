//! The front of a search with several objectives: its points, joined as a staircase, with drawings
//! of boards along it. With more than two objectives, a panel for each pair of them.

use super::*;
use crate::ReportedRun;
use crate::run::number;
use boilingpoint_boards::{Board, with_name};
use boilingpoint_book::harvest::board_of;
use boilingpoint_draw::{escaped, thumbnail};
use boilingpoint_plan::together;
use boilingpoint_problem::expression::Expression;
use boilingpoint_record::front::FrontLine;
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
    sheet: Sheet,
) -> Result<Picture, ReportError> {
    let whole = |p: &&FrontPoint| p.values.len() == expressions.len();
    let points: Vec<&FrontPoint> = points.iter().filter(whole).collect();
    let mut places = Vec::new();
    let pairs = pairs(expressions.len());
    let Some(&(up, right)) = pairs.first() else {
        return Err(ReportError::Chart(
            "a front has two expressions".to_string(),
        ));
    };
    let drawn_boards = with_drawing(&points, (right, up), sheet);
    let drawn = match drawn_boards.len() == points.len() {
        true => String::new(),
        false => format!(
            ": {} of {} boards are drawn",
            drawn_boards.len(),
            points.len()
        ),
    };
    let room = TITLE - drawn.len();
    let title = shortened(&format!("The front of {}", together(expressions)), room) + &drawn;
    // Of one pair, lines lead from the drawings to the points.
    let numbered = if pairs.len() == 1 {
        Vec::new()
    } else {
        drawn_boards.clone()
    };
    let rows = pairs.len().div_ceil(COLUMNS) as u32;
    let plots = if pairs.len() == 1 {
        sheet.height(SIZE.1)
    } else {
        rows * PANEL
    };
    let mut picture = sheet.chart("front", &title, plots + STRIP, |area| {
        let (_, below) = area.split_vertically(STRIP);
        let panels = match pairs.len() {
            1 => vec![below],
            _ => below.split_evenly((rows as usize, COLUMNS)),
        };
        let mut marks = Vec::new();
        for (place, (panel, &(a, b))) in panels.iter().zip(&pairs).enumerate() {
            let drawn = panel_of(panel, expressions, &points, others, (a, b), &numbered)?;
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
    picture.svg = with_drawings(
        &picture.svg,
        &points,
        &places,
        &drawn_boards,
        sheet,
        pairs.len() == 1,
    );
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
    numbered: &[usize],
) -> Result<Vec<(i32, i32)>, Box<dyn Error>> {
    let all = || points.iter().map(|p| &p.values).chain(others);
    let x = roomy(all().filter_map(|v| v.get(right).copied()));
    let y = roomy(all().filter_map(|v| v.get(up).copied()));
    let low = (x.start, y.start);
    let mut c = frame(panel, [12, 44, 64]).build_cartesian_2d(x, y)?;
    let [x_name, y_name] = [right, up].map(|i| shortened(expressions[i].text(), 40));
    mesh(&mut c, [&x_name, &y_name], 7, [&|v| plain(*v); 2])?;
    let faint = others
        .iter()
        .filter_map(|v| Some((*v.get(right)?, *v.get(up)?)));
    c.draw_series(faint.map(|at| Circle::new(at, 2, MUTED.mix(0.35).filled())))?;
    let at = |p: &&FrontPoint| (p.values[right], p.values[up]);
    let stairs = staircase(points.iter().map(at).collect(), low);
    c.draw_series(LineSeries::new(stairs, BLUE.mix(0.5).stroke_width(1)))?;
    c.draw_series(points.iter().map(|p| Circle::new(at(p), 4, BLUE.filled())))?;
    let places: Vec<(i32, i32)> = points.iter().map(|p| c.backend_coord(&at(p))).collect();
    for (i, text, offset) in numbers(&places, numbered) {
        let style = label(11, INK, Pos::new(HPos::Left, VPos::Top));
        let text = EmptyElement::at(at(&points[i])) + Text::new(text, offset, style);
        c.draw_series([text])?;
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

/// The points whose boards are drawn, from the left to the right by these two expressions: the ends
/// of the front, and evenly spaced boards between them.
fn with_drawing(points: &[&FrontPoint], (right, up): (usize, usize), sheet: Sheet) -> Vec<usize> {
    let mut along: Vec<usize> = (0..points.len()).collect();
    along.retain(|&i| points[i].board.is_some());
    along.sort_by(|&a, &b| {
        let (a, b) = (&points[a].values, &points[b].values);
        a[right].total_cmp(&b[right]).then(b[up].total_cmp(&a[up]))
    });
    let fitting = (f64::from(sheet.width()) / (DRAWING + 12.0)) as usize;
    let shown = along.len().min(DRAWINGS).min(fitting.max(1));
    let index = |slot: usize| match shown {
        1 => 0,
        _ => slot * (along.len() - 1) / (shown - 1),
    };
    (0..shown).map(|slot| along[index(slot)]).collect()
}

/// The numbers of points with their offsets from the points, in pixels. Points in one place share a
/// label. A label that finds no room is left out.
fn numbers(places: &[(i32, i32)], numbered: &[usize]) -> Vec<(usize, String, (i32, i32))> {
    let mut shared: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
    for &i in numbered {
        shared.entry(places[i]).or_default().push(i);
    }
    let overlaps = |a: &[i32; 4], b: &[i32; 4]| {
        a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3]
    };
    let mut taken: Vec<[i32; 4]> = places.iter().map(|&(x, y)| [x - 4, y - 4, 8, 8]).collect();
    let mut labels = Vec::new();
    for ((x, y), of) in shared {
        let texts: Vec<String> = of.iter().map(|i| (i + 1).to_string()).collect();
        let text = shortened(&texts.join(" "), 18);
        let width = 7 * text.chars().count() as i32;
        let candidates = [
            (5, -15),
            (-5 - width, -15),
            (5, 4),
            (-5 - width, 4),
            (7, -5),
        ];
        let free = candidates.into_iter().find(|(dx, dy)| {
            let place = [x + dx, y + dy, width, 12];
            !taken.iter().any(|other| overlaps(&place, other))
        });
        if let Some((dx, dy)) = free {
            taken.push([x + dx, y + dy, width, 12]);
            labels.push((of[0], text, (dx, dy)));
        }
    }
    labels
}

/// Adds the drawings of some points above the plot. Each has a line to its point, or the point's
/// number.
fn with_drawings(
    svg: &str,
    points: &[&FrontPoint],
    places: &[(i32, i32)],
    shown: &[usize],
    sheet: Sheet,
    has_lines: bool,
) -> String {
    let width = f64::from(sheet.width()) / shown.len().max(1) as f64;
    let (mut lines, mut drawings) = (String::new(), String::new());
    for (slot, &index) in shown.iter().enumerate() {
        let (point, (x, y)) = (points[index], places[index]);
        let middle = width * (slot as f64 + 0.5);
        let top = f64::from(sheet.title_height()) + 4.0;
        let Some(board) = &point.board else { continue };
        let mut drawing = thumbnail(board, DRAWING);
        drawing.set("x", &format_args!("{:.1}", middle - DRAWING / 2.0));
        drawing.set("y", &top);
        let (values, most) = (point.texts.join(", "), (width / 7.0) as usize);
        let number = (index + 1).to_string();
        let numbered = format!("{number}: {values}");
        let caption = match has_lines {
            true => shortened(&values, most),
            false if numbered.chars().count() <= most => numbered,
            false => number,
        };
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
pub fn front(run: &ReportedRun, sheet: Sheet) -> Result<Option<Picture>, ReportError> {
    if run.view.front.is_empty() || !run.plan.objective.is_front() {
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
    front_picture(run.plan.objective.goals(), &points, &others, sheet).map(Some)
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
    fn no_label_overlaps_another() {
        let places: Vec<(i32, i32)> = (0..40)
            .map(|i| (100 + i % 7 * 9, 100 + i % 5 * 6))
            .collect();
        let all: Vec<usize> = (0..40).collect();
        let labels = numbers(&places, &all);
        assert!(!labels.is_empty());
        let boxes: Vec<[i32; 4]> = labels
            .iter()
            .map(|(i, text, (dx, dy))| {
                let (x, y) = places[*i];
                [x + dx, y + dy, 7 * text.chars().count() as i32, 12]
            })
            .collect();
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[i + 1..] {
                let apart = a[0] + a[2] <= b[0]
                    || b[0] + b[2] <= a[0]
                    || a[1] + a[3] <= b[1]
                    || b[1] + b[3] <= a[1];
                assert!(apart, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn each_pair_has_a_panel() {
        assert_eq!(pairs(2), [(0, 1)]);
        assert_eq!(pairs(3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs(5).len(), 10);
    }
}
