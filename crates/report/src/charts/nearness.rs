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
use boilingpoint_record::missed::MissedOrder;
use boilingpoint_record::records::RecordLine;

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
            across = Some(Across::of(&c));
            let range = c.x_range();
            let zero = [(range.start, 0.0), (range.end, 0.0)];
            series(&screen(&c), "zero", || {
                c.draw_series(LineSeries::new(zero, MUTED.stroke_width(1)))?;
                Ok(Vec::new())
            })?;
            let mut marks = Vec::new();
            if let Some(first) = found {
                marks = draw_find(&mut c, (end, &y), first)?;
            }
            let end = (end, found.is_some());
            let mut all = draw_stairs(&mut c, "nearest board", &missed, end, (BLUE, DISC))?;
            all.append(&mut marks);
            Ok(all)
        })?;
        picture.text.clone_from(&text);
        Ok((picture, across))
    })
}

/// Draws a line up and down where the first board meets the condition.
fn draw_find(
    c: &mut ChartOf<AxisRange, AxisRange>,
    (at, y): (f64, &Range<f64>),
    first: &Stair,
) -> DrawResult {
    let marks = series(&screen(c), "found", || {
        let line = [(at, y.start), (at, y.end)];
        c.draw_series(LineSeries::new(line, GREEN.stroke_width(2)))?;
        let mark = Mark::disc(c.backend_coord(&(at, 0.0)), first.tip.clone(), None);
        Ok(vec![mark.drawn(first.drawing.clone())])
    })?;
    let x = c.x_range().end;
    name_ends(c, x, vec![CurveEnd::named(0.0, "found", GREEN)])?;
    Ok(marks)
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
            across = Some(Across::of(&c));
            draw_stairs(
                &mut c,
                "smallest board",
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

/// A disc at an order.
struct OrderDisc {
    at: (f64, f64),
    colour: RGBColor,
    name: String,
    tip: String,
    target: Option<String>,
}

/// Draws discs by order, and a line at the height 0. The text of the picture has `begin` and the
/// tips.
fn discs(
    inputs: &ChartInputs,
    (name, title, height): (&'static str, &str, &str),
    begin: &str,
    points: &[OrderDisc],
) -> Result<Picture, ReportError> {
    let y = roomy(points.iter().map(|p| p.at.1).chain([0.0]));
    let x = roomy(points.iter().map(|p| p.at.0));
    let mut picture = inputs.sheet.chart(name, title, LOW, |area| {
        let mut c = frame(area, [72, 44, 62]).build_cartesian_2d(x.clone(), y)?;
        let names = ["order (number of vertices)", height];
        mesh(&mut c, names, 7, [&whole, &|v| plain(*v)])?;
        c.draw_series(LineSeries::new(
            [(x.start, 0.0), (x.end, 0.0)],
            MUTED.stroke_width(1),
        ))?;
        let mut marks = Vec::new();
        let mut labels = Labels::on(&c);
        labels.line([x.start, x.end].map(|x| c.backend_coord(&(x, 0.0))));
        for point in points {
            labels.disc(c.backend_coord(&point.at), ORDER_DISC.into());
        }
        for (i, point) in points.iter().enumerate() {
            let place = c.backend_coord(&point.at);
            c.draw_series([Circle::new(point.at, ORDER_DISC, point.colour.filled())])?;
            if i.is_multiple_of(stride(points.len())) {
                labels.write(&c, (place, ORDER_DISC.into()), &point.name, INK)?;
            }
            marks.push(Mark::disc(place, point.tip.clone(), point.target.clone()));
        }
        Ok(marks)
    })?;
    let tips: Vec<&str> = points.iter().map(|point| &*point.tip).collect();
    picture.text = format!("{title} {begin}. {}.", tips.join("; "));
    Ok(picture)
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
    let point = |(&order, r): (&u64, &&RecordLine)| {
        let (colour, name) = match Nearness::of(&r.fitness)? {
            Nearness::Met(_) => (GREEN, "met".to_string()),
            Nearness::Missed(margin) => (BLUE, margin),
        };
        Some(OrderDisc {
            at: (order as f64, run.height(&r.fitness)?),
            colour,
            name,
            tip: format!("order {order}: {}", run.words(r)),
            target: Some(record_id(r)).filter(|id| is_shown.contains(id)),
        })
    };
    let points: Vec<OrderDisc> = best.iter().filter_map(point).collect();
    let title = "The nearest board of each order";
    let names = ("nearest", title, "margin");
    discs(inputs, names, &format!("for {find}"), &points).map(Some)
}

/// Draws the least distance from the condition by order. No picture if a board meets it.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn missed(inputs: &ChartInputs) -> Result<Option<Picture>, ReportError> {
    let missed = inputs.run.view.manifest.missed.as_ref();
    let Some(missed) = missed.filter(|missed| !missed.orders.is_empty()) else {
        return Ok(None);
    };
    let point = |at: &MissedOrder| OrderDisc {
        at: (at.order as f64, at.height()),
        colour: BLUE,
        name: at.distance.clone(),
        tip: format!("order {}: {} by {}", at.order, at.distance, at.board),
        target: None,
    };
    let points: Vec<OrderDisc> = missed.orders.iter().map(point).collect();
    let title = "The least distance from the condition by order";
    let parts: Vec<&str> = missed.parts.iter().map(|part| &*part.text).collect();
    let begin = format!("for {}", parts.join(" and "));
    discs(inputs, ("missed", title, "distance"), &begin, &points).map(Some)
}
