//! The charts of a search with `find`: the margin of the nearest board until a board meets the
//! condition, the order of the smallest board from then on, and the margin by order.

use super::axis::{Across, AxisRange, View};
use super::bests::{Bests, certainty};
use super::fitness::stairs;
use super::labels::{Labels, stride};
use super::timeline::Timeline;
use super::*;
use crate::ReportedRun;
use crate::answers::record_id;
use crate::page::words::grouped;
use crate::run::number;
use boilingpoint_plan::{Nearness, Question};
use boilingpoint_record::rows::BestEvent;

/// The height of the two charts that share a section.
const LOW: u32 = 300;

/// The radius of the discs of steps, and of the discs of orders.
const DISC: u32 = 4;
const ORDER_DISC: u32 = 5;

/// A step of a curve: a best board of the run with a new margin or order.
struct Step<'a> {
    height: f64,
    text: String,
    event: &'a BestEvent,
    drawing: Option<String>,
}

impl Step<'_> {
    fn at(&self, timeline: &Timeline, view: View) -> (f64, f64) {
        let (generation, boards) = (self.event.generation, self.event.boards);
        (
            timeline.at_board(generation, Some(boards), view.axis),
            self.height,
        )
    }
}

/// The best boards that miss the condition, and those that meet it.
fn steps<'a>(bests: &'a Bests<'_>) -> [Vec<Step<'a>>; 2] {
    let (mut missed, mut met) = (Vec::new(), Vec::new());
    for (i, event) in bests.events.iter().enumerate() {
        let (into, text) = match Nearness::of(&event.fitness.texts()) {
            Some(Nearness::Missed(margin)) => (&mut missed, margin),
            Some(Nearness::Met(order)) => (&mut met, order),
            None => continue,
        };
        // A board with the same margin or order, such as a smaller one, is no step of the curve.
        if into.last().is_some_and(|last: &Step| last.text == text) {
            continue;
        }
        into.extend(number(&text).map(|height| Step {
            height,
            text,
            event,
            drawing: bests.drawing(i),
        }));
    }
    [missed, met]
}

/// A curve of steps until `end`: the first step of the other curve, or the end of the run.
struct Stairs<'a> {
    steps: &'a [Step<'a>],
    colour: RGBColor,
    until: Option<&'a Step<'a>>,
}

impl Stairs<'_> {
    fn end(&self, timeline: &Timeline, view: View) -> f64 {
        let until = self.until.map(|step| step.at(timeline, view).0);
        until.unwrap_or_else(|| timeline.last(view.axis))
    }
}

/// Draws the margin of the nearest board until the find, by each axis. No picture if the run looks
/// for no condition, or the first board meets it.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn margin(inputs: &ChartInputs) -> Result<Vec<Picture>, ReportError> {
    let (run, timeline, bests) = (inputs.run, &inputs.timeline, &inputs.bests);
    let Question::Find(find) = run.plan.objective.question() else {
        return Ok(Vec::new());
    };
    let [missed, met] = steps(bests);
    if missed.is_empty() {
        return Ok(Vec::new());
    }
    let y = roomy(missed.iter().map(|s| s.height).chain([0.0]));
    let title = "The margin of the nearest board";
    let texts: Vec<String> = missed.iter().map(|s| tip(run, s)).collect();
    let text = format!("{title} to {find}. {}.", texts.join("; "));
    let curve = Stairs {
        steps: &missed,
        colour: BLUE,
        until: met.first(),
    };
    timeline.pictures(|view| {
        let mut across = None;
        let mut picture = inputs.chart("margin", title, LOW, |area| {
            let x = timeline.axis_until(view, curve.end(timeline, view));
            let mut c = axes(area, (x, view), y.clone(), "margin", &|v| plain(*v))?;
            across = Some(Across::of(&c, view));
            let (start, end) = (c.x_range().start, c.x_range().end);
            let zero = [(start, 0.0), (end, 0.0)];
            c.draw_series(LineSeries::new(zero, MUTED.stroke_width(1)))?;
            let found = met.first().map(|first| (first.at(timeline, view).0, first));
            if let Some((x, _)) = found {
                let line = [(x, y.start), (x, y.end)];
                c.draw_series(LineSeries::new(line, GREEN.stroke_width(2)))?;
                name_ends(&mut c, end, vec![(0.0, "found".into(), GREEN)])?;
            }
            let mut marks = draw_steps(&mut c, run, &curve, (timeline, view))?;
            if let Some((x, first)) = found {
                let mark = Mark::disc(c.backend_coord(&(x, 0.0)), tip(run, first), None);
                marks.push(mark.drawn(first.drawing.clone()));
            }
            Ok(marks)
        })?;
        picture.text.clone_from(&text);
        Ok((picture, across))
    })
}

/// Draws the order of the smallest board that meets the condition, from the find on, by each axis.
/// No picture if no board meets it.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn smallest(inputs: &ChartInputs) -> Result<Vec<Picture>, ReportError> {
    let (run, timeline, bests) = (inputs.run, &inputs.timeline, &inputs.bests);
    let [_, met] = steps(bests);
    let (Question::Find(find), false) = (run.plan.objective.question(), met.is_empty()) else {
        return Ok(Vec::new());
    };
    let y = roomy(met.iter().map(|s| s.height));
    let title = "The order of the smallest board found";
    let texts: Vec<String> = met.iter().map(|s| tip(run, s)).collect();
    let text = format!("{title} with {find}. {}.", texts.join("; "));
    let curve = Stairs {
        steps: &met,
        colour: GREEN,
        until: None,
    };
    timeline.pictures(|view| {
        let mut across = None;
        let mut picture = inputs.chart("smallest", title, LOW, |area| {
            let x = timeline.axis(view);
            let mut c = axes(area, (x, view), y.clone(), "order", &whole)?;
            across = Some(Across::of(&c, view));
            draw_steps(&mut c, run, &curve, (timeline, view))
        })?;
        picture.text.clone_from(&text);
        Ok((picture, across))
    })
}

fn axes<'a, 'b>(
    area: &'a Area<'b>,
    (x, view): (AxisRange, View),
    y: Range<f64>,
    name: &str,
    format: &dyn Fn(&f64) -> String,
) -> Result<ChartOf<'a, 'b, AxisRange, AxisRange>, Box<dyn Error>> {
    let mut c = ChartBuilder::on(area)
        .margin(12)
        .margin_right(72)
        .x_label_area_size(44)
        .y_label_area_size(78)
        .build_cartesian_2d(x, AxisRange::linear(y))?;
    let by = view.axis.label(view.is_log);
    mesh_named(&mut c, [&by, name], &|x| counted(*x), format)?;
    Ok(c)
}

/// Draws the curve with a disc for each step, and its number where there is room, the latest first.
fn draw_steps(
    c: &mut ChartOf<AxisRange, AxisRange>,
    run: &ReportedRun,
    curve: &Stairs,
    (timeline, view): (&Timeline, View),
) -> DrawResult {
    let points: Vec<(f64, f64)> = curve.steps.iter().map(|s| s.at(timeline, view)).collect();
    let stairs = stairs(&points, curve.end(timeline, view));
    c.draw_series(LineSeries::new(
        stairs.clone(),
        curve.colour.stroke_width(2),
    ))?;
    let mut labels = Labels::on(c);
    labels.line(stairs.iter().map(|p| c.backend_coord(p)));
    if let Some(until) = curve.until {
        let x = until.at(timeline, view).0;
        let range = c.y_range();
        labels.line([range.start, range.end].map(|y| c.backend_coord(&(x, y))));
    }
    let mut marks = Vec::new();
    for (s, at) in curve.steps.iter().zip(&points) {
        c.draw_series([Circle::new(*at, DISC, curve.colour.filled())])?;
        let place = c.backend_coord(at);
        labels.disc(place, DISC.into());
        marks.push(Mark::disc(place, tip(run, s), None).drawn(s.drawing.clone()));
    }
    for (s, at) in curve.steps.iter().zip(&points).rev() {
        labels.write(c, (c.backend_coord(at), DISC.into()), &s.text, INK)?;
    }
    Ok(marks)
}

fn tip(run: &ReportedRun, step: &Step) -> String {
    let event = step.event;
    let words = (run.plan.objective).fitness_words(&event.fitness.texts(), certainty(event));
    let (generation, boards) = (event.generation, grouped(event.boards));
    format!("generation {generation}, board number {boards}: {words}")
}

/// Draws the margin of the nearest board of each order. Orders at which a board meets the condition
/// are green, on the line of margin 0. `None` if the run looks for no condition, or has no record.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn by_order(inputs: &ChartInputs) -> Result<Option<Picture>, ReportError> {
    let run = inputs.run;
    let best = run.view.best_by_order();
    let (Question::Find(find), false) = (run.plan.objective.question(), best.is_empty()) else {
        return Ok(None);
    };
    let is_shown: Vec<String> = run.answers().into_iter().map(record_id).collect();
    let points: Vec<_> = best
        .iter()
        .filter_map(|(&order, r)| {
            let nearness = Nearness::of(&r.fitness)?;
            Some(((order as f64, run.height(&r.fitness)?), nearness, *r))
        })
        .collect();
    let y = roomy(points.iter().map(|p| p.0.1).chain([0.0]));
    let x = roomy(points.iter().map(|p| p.0.0));
    let title = "The nearest board of each order";
    let mut picture = inputs.chart("nearest", title, LOW, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .margin_right(72)
            .x_label_area_size(44)
            .y_label_area_size(62)
            .build_cartesian_2d(x.clone(), y)?;
        mesh_named(
            &mut c,
            ["order (number of vertices)", "margin"],
            &whole,
            &|v| plain(*v),
        )?;
        c.draw_series(LineSeries::new(
            [(x.start, 0.0), (x.end, 0.0)],
            MUTED.stroke_width(1),
        ))?;
        let mut marks = Vec::new();
        let mut labels = Labels::on(&c);
        labels.line([x.start, x.end].map(|x| c.backend_coord(&(x, 0.0))));
        for (at, ..) in &points {
            labels.disc(c.backend_coord(at), ORDER_DISC.into());
        }
        for (i, (at, nearness, record)) in points.iter().enumerate() {
            let (colour, name) = match nearness {
                Nearness::Met(_) => (GREEN, "met".to_string()),
                Nearness::Missed(margin) => (BLUE, margin.clone()),
            };
            c.draw_series([Circle::new(*at, ORDER_DISC, colour.filled())])?;
            if i.is_multiple_of(stride(points.len())) {
                labels.write(&c, (c.backend_coord(at), ORDER_DISC.into()), &name, INK)?;
            }
            let tip = format!("order {}: {}", at.0, run.words(record));
            let target = Some(record_id(record)).filter(|id| is_shown.contains(id));
            marks.push(Mark::disc(c.backend_coord(at), tip, target));
        }
        Ok(marks)
    })?;
    let texts = points
        .iter()
        .map(|(at, _, r)| format!("order {}: {}", at.0, run.words(r)));
    picture.text = format!(
        "{title} for {find}. {}.",
        texts.collect::<Vec<_>>().join("; ")
    );
    Ok(Some(picture))
}
