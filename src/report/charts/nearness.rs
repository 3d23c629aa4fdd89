//! The charts of a search with `find`: the margin of the nearest board until a board meets the
//! condition, the order of the smallest board from then on, and the margin by order.

use super::*;
use crate::plan::{Nearness, Question};
use crate::problem::Certainty;
use crate::record::rows::BestEvent;
use crate::report::ReportedRun;
use crate::report::answers::record_id;
use crate::report::page::words::grouped;
use crate::report::run::number;

/// The height of the two charts that share a section.
const LOW: u32 = 300;

/// A step of a curve: a best board of the run with a new margin or order, and the number of boards
/// until then.
struct Step<'a> {
    boards: f64,
    height: f64,
    text: String,
    event: &'a BestEvent,
}

/// The best boards that miss the condition, and those that meet it.
fn steps(run: &ReportedRun) -> [Vec<Step<'_>>; 2] {
    let (mut missed, mut met) = (Vec::new(), Vec::new());
    for event in run.view.events.bests.iter() {
        let (into, text) = match Nearness::of(&event.fitness.texts()) {
            Some(Nearness::Missed(margin)) => (&mut missed, margin),
            Some(Nearness::Met(order)) => (&mut met, order),
            None => continue,
        };
        let boards = event.boards as f64;
        // A board with the same margin or order, such as a smaller one, is no step of the curve.
        if into.last().is_some_and(|last: &Step| last.text == text) {
            continue;
        }
        into.extend(number(&text).map(|height| Step {
            boards,
            height,
            text,
            event,
        }));
    }
    [missed, met]
}

/// The points of a curve that keeps each height until the next step, and the last one until `end`.
fn stairs(steps: &[Step], end: f64) -> Vec<(f64, f64)> {
    let ends = steps.iter().skip(1).map(|s| s.boards).chain([end]);
    let stair = |(s, end): (&Step, f64)| [(s.boards, s.height), (end, s.height)];
    steps.iter().zip(ends).flat_map(stair).collect()
}

/// Draws the margin of the nearest board by the number of boards asked for, until the find. `None`
/// if the run looks for no condition, or the first board meets it.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn margin(run: &ReportedRun) -> Result<Option<Picture>, ReportError> {
    let Question::Find(find) = run.plan.objective.question() else {
        return Ok(None);
    };
    let [missed, met] = steps(run);
    if missed.is_empty() {
        return Ok(None);
    }
    let asked = run.view.counts().asked as f64;
    let end = met.first().map_or(asked, |s| s.boards);
    let y = roomy(missed.iter().map(|s| s.height).chain([0.0]));
    let title = "The margin of the nearest board";
    let mut picture = chart("margin", title, LOW, |area| {
        let mut c = axes(area, end, y.clone(), "margin", &|v| plain(*v))?;
        c.draw_series(LineSeries::new(
            [(0.0, 0.0), (end * 1.02, 0.0)],
            MUTED.stroke_width(1),
        ))?;
        c.draw_series(LineSeries::new(stairs(&missed, end), BLUE.stroke_width(2)))?;
        let mut marks = draw_steps(&mut c, run, &missed, BLUE, end)?;
        if let Some(first) = met.first() {
            let x = first.boards;
            let line = [(x, y.start), (x, y.end)];
            c.draw_series(LineSeries::new(line, GREEN.stroke_width(2)))?;
            name_ends(
                &mut c,
                end * 1.02,
                y.end - y.start,
                vec![(0.0, "found".into(), GREEN)],
            )?;
            marks.push(Mark::disc(
                c.backend_coord(&(x, 0.0)),
                tip(run, first),
                None,
            ));
        }
        Ok(marks)
    })?;
    let texts: Vec<String> = missed.iter().map(|s| tip(run, s)).collect();
    picture.text = format!("{title} to {find}. {}.", texts.join("; "));
    Ok(Some(picture))
}

/// Draws the order of the smallest board that meets the condition, by the number of boards asked
/// for, from the find on. `None` if no board meets it.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn smallest(run: &ReportedRun) -> Result<Option<Picture>, ReportError> {
    let [_, met] = steps(run);
    let (Question::Find(find), false) = (run.plan.objective.question(), met.is_empty()) else {
        return Ok(None);
    };
    let end = run.view.counts().asked as f64;
    let y = roomy(met.iter().map(|s| s.height));
    let title = "The order of the smallest board found";
    let mut picture = chart("smallest", title, LOW, |area| {
        let mut c = axes(area, end, y.clone(), "order", &whole)?;
        c.draw_series(LineSeries::new(stairs(&met, end), GREEN.stroke_width(2)))?;
        draw_steps(&mut c, run, &met, GREEN, end)
    })?;
    let texts: Vec<String> = met.iter().map(|s| tip(run, s)).collect();
    picture.text = format!("{title} with {find}. {}.", texts.join("; "));
    Ok(Some(picture))
}

fn axes<'a, 'b>(
    area: &'a Area<'b>,
    end: f64,
    y: Range<f64>,
    name: &str,
    format: &dyn Fn(&f64) -> String,
) -> Result<Chart<'a, 'b>, Box<dyn Error>> {
    let mut c = ChartBuilder::on(area)
        .margin(12)
        .margin_right(72)
        .x_label_area_size(44)
        .y_label_area_size(62)
        .build_cartesian_2d(-0.01 * end..end * 1.02, y)?;
    mesh_named(&mut c, ["boards asked for", name], &|x| counted(*x), format)?;
    Ok(c)
}

/// Draws a disc for each step, with its number where there is room, the latest first.
fn draw_steps(
    c: &mut Chart,
    run: &ReportedRun,
    steps: &[Step],
    colour: RGBColor,
    end: f64,
) -> DrawResult {
    let mut marks = Vec::new();
    for s in steps {
        c.draw_series([Circle::new((s.boards, s.height), 4, colour.filled())])?;
        let at = c.backend_coord(&(s.boards, s.height));
        marks.push(Mark::disc(at, tip(run, s), None));
    }
    let mut taken: Vec<f64> = Vec::new();
    for s in steps.iter().rev() {
        if taken.iter().all(|x| (x - s.boards).abs() > end * 0.06) {
            taken.push(s.boards);
            let style = label(12, INK, Pos::new(HPos::Left, VPos::Bottom));
            let name =
                EmptyElement::at((s.boards, s.height)) + Text::new(s.text.clone(), (5, -5), style);
            c.draw_series([name])?;
        }
    }
    Ok(marks)
}

fn tip(run: &ReportedRun, step: &Step) -> String {
    let event = step.event;
    let certainty = event.certainty.unwrap_or(Certainty::Exact);
    let words = run
        .plan
        .objective
        .fitness_words(&event.fitness.texts(), certainty);
    let (generation, boards) = (event.generation, grouped(event.boards));
    format!("generation {generation}, board number {boards}: {words}")
}

/// Draws the margin of the nearest board of each order. Orders at which a board meets the condition
/// are green, on the line of margin 0. `None` if the run looks for no condition, or has no record.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn by_order(run: &ReportedRun) -> Result<Option<Picture>, ReportError> {
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
    let mut picture = chart("nearest", title, LOW, |area| {
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
        // So many names fit beside each other.
        let every = points.len().div_ceil(24).max(1);
        for (i, (at, nearness, record)) in points.iter().enumerate() {
            let (colour, name) = match nearness {
                Nearness::Met(_) => (GREEN, "met".to_string()),
                Nearness::Missed(margin) => (BLUE, margin.clone()),
            };
            c.draw_series([Circle::new(*at, 5, colour.filled())])?;
            if i.is_multiple_of(every) {
                let style = label(12, INK, Pos::new(HPos::Center, VPos::Bottom));
                c.draw_series([EmptyElement::at(*at) + Text::new(name, (0, -8), style)])?;
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
