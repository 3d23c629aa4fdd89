//! The best fitness as a step, and the median, quartiles and mean of the populations, over time.

use super::axis::{Across, AxisRange, View};
use super::bests::{Bests, first_text};
use super::labels::Labels;
use super::lanes::{self, LANE};
use super::stairs::stairs;
use super::timeline::Timeline;
use super::*;
use crate::ReportedRun;
use boilingpoint_problem::expression::Number;
use boilingpoint_record::records::RecordLine;
use boilingpoint_record::rows::{ProgressRow, to_f64};

/// The number of generations whose median and quartiles are drawn: about one a pixel.
const SHOWN: usize = 600;
/// The radius of the discs of improvements.
const DISC: u32 = 4;
/// The names of the series.
const BEST: &str = "best";
const MEDIAN: &str = "median";
const MEAN: &str = "mean";
const QUARTILES: &str = "quartiles";

/// Draws the chart by each axis. Each improvement of the best fitness links to its record.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn fitness(inputs: &ChartInputs) -> Result<Vec<Picture>, ReportError> {
    let curves = Curves::of(inputs.run);
    let improvements = improvements(inputs);
    (inputs.timeline).pictures(|view| draw(inputs, &curves, &improvements, view))
}

/// The numbers of the populations, by the indices of rows.
struct Curves {
    median: Vec<(usize, f64)>,
    mean: Vec<(usize, f64)>,
    /// The lower and the upper quartile. Logs of older versions lack them.
    quartiles: Vec<(usize, [f64; 2])>,
}

impl Curves {
    fn of(run: &ReportedRun) -> Curves {
        let rows = &run.view.progress;
        let shown = shown(rows.len());
        let number = |of: fn(&ProgressRow) -> Option<Number>| -> Vec<(usize, f64)> {
            let number = |&i: &usize| Some((i, to_f64(of(&rows[i])?)));
            shown.iter().filter_map(number).collect()
        };
        let quartiles = |&i: &usize| {
            let [low, high] = [rows[i].lower_quartile?, rows[i].upper_quartile?];
            Some((i, [to_f64(low), to_f64(high)]))
        };
        Curves {
            median: number(|r| r.median),
            mean: number(|r| r.mean),
            quartiles: shown.iter().filter_map(quartiles).collect(),
        }
    }

    /// The numbers that the chart has to show. The mean of a random generation can be far below all
    /// others, so it does not count.
    fn heights(&self) -> impl Iterator<Item = f64> {
        let median = self.median.iter().map(|p| p.1);
        median.chain(self.quartiles.iter().flat_map(|q| q.1))
    }
}

/// At most about [`SHOWN`] rows at equal distances, and the last row.
pub(super) fn shown(rows: usize) -> Vec<usize> {
    let stride = rows.div_ceil(SHOWN).max(1);
    let mut shown: Vec<usize> = (0..rows).step_by(stride).collect();
    let last = rows.checked_sub(1);
    shown.extend(last.filter(|i| !i.is_multiple_of(stride)));
    shown
}

/// An improvement of the best fitness.
pub(crate) struct Improvement<'a> {
    pub(crate) row: usize,
    generation: u64,
    best: Number,
    /// The index of the event, and the number of boards asked until then. A log may lack the event.
    event: Option<(usize, u64)>,
    record: Option<&'a RecordLine>,
    text: String,
}

pub(crate) fn improvements<'a>(inputs: &ChartInputs<'a>) -> Vec<Improvement<'a>> {
    let (run, bests) = (inputs.run, &inputs.bests);
    let mut found: Vec<Improvement> = Vec::new();
    for (i, row) in run.view.progress.iter().enumerate() {
        let changed = |best: &Number| found.last().is_none_or(|s| s.best != *best);
        let Some(best) = row.best.filter(changed) else {
            continue;
        };
        // The best board of a run is also the record of its order.
        let text = best.to_string();
        let is_record =
            |r: &&RecordLine| r.generation == row.generation && r.fitness.first() == Some(&text);
        let first = (bests.events).partition_point(|b| b.generation < row.generation);
        let here = bests.events.iter().enumerate().skip(first);
        let mut here = here.take_while(|(_, b)| b.generation == row.generation);
        let event = here.find(|(_, b)| b.fitness.first() == best);
        found.push(Improvement {
            row: i,
            generation: row.generation,
            best,
            record: run.view.records.iter().find(is_record),
            text: event.map_or(text, |(_, b)| first_text(b)),
            event: event.map(|(i, b)| (i, b.boards)),
        });
    }
    found
}

impl Improvement<'_> {
    fn at(&self, timeline: &Timeline, view: View) -> (f64, f64) {
        let asked = self.event.map(|(_, boards)| boards);
        let x = timeline.at_board(self.generation, asked, view.axis);
        (x, to_f64(self.best))
    }

    fn tip(&self) -> String {
        let order = self.record.map(|r| format!(", order {}", r.facts.order));
        let board = self
            .event
            .map(|(_, boards)| format!(", board number {boards}"));
        format!(
            "generation {}{}: {}{}",
            self.generation,
            board.unwrap_or_default(),
            self.text,
            order.unwrap_or_default()
        )
    }
}

fn draw(
    inputs: &ChartInputs,
    curves: &Curves,
    improvements: &[Improvement],
    view: View,
) -> Result<(Picture, Option<Across>), ReportError> {
    let (run, timeline) = (inputs.run, &inputs.timeline);
    let steps: Vec<(f64, f64)> = improvements.iter().map(|i| i.at(timeline, view)).collect();
    let y = roomy(steps.iter().map(|p| p.1).chain(curves.heights()));
    let lanes = lanes::lanes(run, timeline, view);
    let below = LANE * lanes.len() as u32;
    let by = view.axis.label(view.is_log);
    let objective = shortened(&run.first_objective(), TITLE - 40);
    let populations = match curves.quartiles.len() {
        0 => "median",
        _ => "quartiles",
    };
    let by_axis = view.axis.label(false);
    let title = format!("Best and {populations} of {objective}, by {by_axis}");
    let mut across = None;
    let mut picture = inputs.sheet.chart(
        "fitness",
        &title,
        inputs.sheet.height(SIZE.1) + below,
        |area| {
            let (upper, lower) = area.split_vertically(area.dim_in_pixel().1 - below - 8);
            let mut c = frame(&upper, [72, 44, 78])
                .build_cartesian_2d(timeline.axis(view), AxisRange::linear(y.clone()))?;
            mesh(&mut c, [&by, ""], 7, [&|x| counted(*x), &|v| plain(*v)])?;
            across = Some(Across::of(&c));
            let mut lines = draw_populations(&mut c, timeline, curves, view)?;
            let end = timeline.last(view.axis);
            let stairs = stairs(&steps, end);
            lines.push(stairs.iter().map(|p| c.backend_coord(p)).collect());
            series(&screen(&c), BEST, || {
                c.draw_series(LineSeries::new(stairs, BLUE.stroke_width(2)))?;
                Ok(Vec::new())
            })?;
            draw_names(&mut c, curves, &steps)?;
            let mut marks = series(&screen(&c), BEST, || {
                let marks = draw_improvements(&mut c, improvements, &steps, &inputs.bests)?;
                write_labels(&c, improvements, &steps, lines)?;
                Ok(marks)
            })?;
            marks.extend(lanes::draw(&lower, &c, &lanes)?);
            Ok(marks)
        },
    )?;
    if let Some(row) = run.view.progress.last() {
        let [best, median, mean] = [row.best, row.median, row.mean].map(text);
        picture.text = format!(
            "{title}. After generation {}: best {best}, median {median}, mean {mean}.",
            row.generation
        );
    }
    Ok((picture, across))
}

fn text(number: Option<Number>) -> String {
    number.map_or(String::new(), |n| n.to_string())
}

/// The points of a line in pixels.
type PixelLine = Vec<(i32, i32)>;

/// Draws the band between the quartiles, the median and the mean. Returns the lines in pixels.
fn draw_populations(
    c: &mut ChartOf<AxisRange, AxisRange>,
    timeline: &Timeline,
    curves: &Curves,
    view: View,
) -> Result<Vec<PixelLine>, Box<dyn Error>> {
    let at = |row: usize| timeline.at(row, view.axis);
    let upper = curves.quartiles.iter().map(|(i, q)| (at(*i), q[1]));
    let lower = curves.quartiles.iter().rev().map(|(i, q)| (at(*i), q[0]));
    let band: Vec<(f64, f64)> = upper.chain(lower).collect();
    if band.len() > 2 {
        series(&screen(c), QUARTILES, || {
            c.draw_series([Polygon::new(band, ORANGE.mix(0.18))])?;
            Ok(Vec::new())
        })?;
    }
    // The mean leaves the frame where it is far below the quartiles.
    let range = c.y_range();
    let mean = curves.mean.split(|p| !range.contains(&p.1));
    let parts = mean.map(|part| (part, MEAN, GREEN));
    let mut lines = Vec::new();
    for (part, name, colour) in parts.chain([(curves.median.as_slice(), MEDIAN, ORANGE)]) {
        let line: Vec<(f64, f64)> = part.iter().map(|p| (at(p.0), p.1)).collect();
        lines.push(line.iter().map(|p| c.backend_coord(p)).collect());
        series(&screen(c), name, || {
            c.draw_series(LineSeries::new(line, colour.stroke_width(1)))?;
            Ok(Vec::new())
        })?;
    }
    Ok(lines)
}

/// Writes the names of the curves at their ends.
fn draw_names(
    c: &mut ChartOf<AxisRange, AxisRange>,
    curves: &Curves,
    steps: &[(f64, f64)],
) -> Result<(), Box<dyn Error>> {
    let range = c.y_range();
    let end = |curve: &[(usize, f64)]| curve.last().map(|p| p.1);
    let lower = curves.quartiles.last().map(|(_, q)| q[0]);
    let names = [
        (steps.last().map(|p| p.1), BEST, BLUE),
        (end(&curves.median), MEDIAN, ORANGE),
        (end(&curves.mean), MEAN, GREEN),
        (lower, QUARTILES, ORANGE),
    ];
    let ends = names
        .into_iter()
        .filter_map(|(end, name, colour)| Some(CurveEnd::named(end?, name, colour)))
        .filter(|end| range.contains(&end.height))
        .collect();
    let x = c.x_range().end;
    name_ends(c, x, ends)
}

fn draw_improvements(
    c: &mut ChartOf<AxisRange, AxisRange>,
    improvements: &[Improvement],
    steps: &[(f64, f64)],
    bests: &Bests,
) -> DrawResult {
    let mut marks = Vec::new();
    for (improvement, at) in improvements.iter().zip(steps) {
        c.draw_series([Circle::new(*at, DISC, BLUE.filled())])?;
        let record = improvement.record;
        let target = record.map(|r| format!("record-{}", r.facts.order));
        let drawing = improvement.event.and_then(|(i, _)| bests.drawing(i));
        let mark = Mark::disc(c.backend_coord(at), improvement.tip(), target);
        marks.push(mark.drawn(drawing));
    }
    Ok(marks)
}

/// Writes the fitness beside the discs where there is room, the latest first.
fn write_labels(
    c: &ChartOf<AxisRange, AxisRange>,
    improvements: &[Improvement],
    steps: &[(f64, f64)],
    lines: Vec<PixelLine>,
) -> Result<(), Box<dyn Error>> {
    let mut labels = Labels::on(c);
    lines.into_iter().for_each(|line| labels.line(line));
    let place = |at: &(f64, f64)| c.backend_coord(at);
    steps
        .iter()
        .for_each(|at| labels.disc(place(at), DISC.into()));
    for (improvement, at) in improvements.iter().zip(steps).rev() {
        labels.write(c, (place(at), DISC.into()), &improvement.text, INK)?;
    }
    Ok(())
}
