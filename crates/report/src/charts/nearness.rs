//! The charts of a search with `find`: the margin of the nearest board until a board meets the
//! condition, the order of the smallest board from then on, and the margin by order.

use super::axis::{Across, Axis, AxisRange, View};
use super::labels::{Labels, stride};
use super::stairs::{Stair, draw_stairs};
use super::*;
use crate::answers::record_id;
use crate::page::words::grouped;
use crate::run::number;
use boilingpoint_plan::{Nearness, Question};

/// The height of the two charts that share a section.
const LOW: u32 = 300;

/// The radius of the discs of steps, and of the discs of orders.
const DISC: u32 = 4;
const ORDER_DISC: u32 = 5;

/// The best boards that miss the condition, and those that meet it, as steps by an axis.
fn steps(inputs: &ChartInputs, axis: Axis) -> [Vec<Stair>; 2] {
    let (mut missed, mut met) = (Vec::new(), Vec::new());
    for (i, event) in inputs.bests.events.iter().enumerate() {
        let (into, text) = match Nearness::of(&event.fitness.texts()) {
            Some(Nearness::Missed(margin)) => (&mut missed, margin),
            Some(Nearness::Met(order)) => (&mut met, order),
            None => continue,
        };
        // A board with the same margin or order, such as a smaller one, is no step of the curve.
        if into.last().is_some_and(|last: &Stair| last.text == text) {
            continue;
        }
        if let Some(height) = number(&text) {
            into.push(Stair::of(inputs, i, axis, (height, text), grouped));
        }
    }
    [missed, met]
}

fn tips(steps: &[Stair]) -> String {
    let tips: Vec<&str> = steps.iter().map(|step| &*step.tip).collect();
    tips.join("; ")
}

/// Draws the margin of the nearest board until the find, by each axis. No picture if the run looks
/// for no condition, or the first board meets it.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn margin(inputs: &ChartInputs) -> Result<Vec<Picture>, ReportError> {
    let timeline = &inputs.timeline;
    let Question::Find(find) = inputs.run.plan.objective.question() else {
        return Ok(Vec::new());
    };
    let [missed, _] = steps(inputs, Axis::Generation);
    if missed.is_empty() {
        return Ok(Vec::new());
    }
    let y = roomy(missed.iter().map(|s| s.at.1).chain([0.0]));
    let title = "The margin of the nearest board";
    let text = format!("{title} to {find}. {}.", tips(&missed));
    timeline.pictures(|view| {
        let [missed, met] = steps(inputs, view.axis);
        let found = met.first();
        let end = found.map_or_else(|| timeline.last(view.axis), |first| first.at.0);
        let mut across = None;
        let mut picture = inputs.sheet.chart("margin", title, LOW, |area| {
            let x = timeline.axis_until(view, end);
            let mut c = axes(area, (x, view), y.clone(), "margin", &|v| plain(*v))?;
            across = Some(Across::of(&c, view));
            let range = c.x_range();
            let zero = [(range.start, 0.0), (range.end, 0.0)];
            c.draw_series(LineSeries::new(zero, MUTED.stroke_width(1)))?;
            if found.is_some() {
                let line = [(end, y.start), (end, y.end)];
                c.draw_series(LineSeries::new(line, GREEN.stroke_width(2)))?;
                name_ends(&mut c, range.end, vec![(0.0, "found".into(), GREEN)])?;
            }
            let mut marks = draw_stairs(&mut c, &missed, (end, found.is_some()), (BLUE, DISC))?;
            if let Some(first) = found {
                let mark = Mark::disc(c.backend_coord(&(end, 0.0)), first.tip.clone(), None);
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
    let timeline = &inputs.timeline;
    let [_, met] = steps(inputs, Axis::Generation);
    let question = inputs.run.plan.objective.question();
    let (Question::Find(find), false) = (question, met.is_empty()) else {
        return Ok(Vec::new());
    };
    let y = roomy(met.iter().map(|s| s.at.1));
    let title = "The order of the smallest board found";
    let text = format!("{title} with {find}. {}.", tips(&met));
    timeline.pictures(|view| {
        let [_, met] = steps(inputs, view.axis);
        let mut across = None;
        let mut picture = inputs.sheet.chart("smallest", title, LOW, |area| {
            let x = timeline.axis(view);
            let mut c = axes(area, (x, view), y.clone(), "order", &whole)?;
            across = Some(Across::of(&c, view));
            draw_stairs(
                &mut c,
                &met,
                (timeline.last(view.axis), false),
                (GREEN, DISC),
            )
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
    let mut c = frame(area, [72, 44, 78]).build_cartesian_2d(x, AxisRange::linear(y))?;
    let by = view.axis.label(view.is_log);
    mesh(&mut c, [&by, name], 7, [&|x| counted(*x), format])?;
    Ok(c)
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
    let mut picture = inputs.sheet.chart("nearest", title, LOW, |area| {
        let mut c = frame(area, [72, 44, 62]).build_cartesian_2d(x.clone(), y)?;
        let names = ["order (number of vertices)", "margin"];
        mesh(&mut c, names, 7, [&whole, &|v| plain(*v)])?;
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
