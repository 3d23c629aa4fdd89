//! The values that a search with `collect` found: the best board of each, and their number by
//! generation.

use super::axis::{Across, AxisRange};
use super::fitness::shown;
use super::labels::Labels;
use super::*;
use crate::ReportedRun;
use crate::answers::record_id;
use crate::run::number;
use boilingpoint_plan::{Question, values_of};
use boilingpoint_problem::expression::QuantityKind;
use boilingpoint_record::records::RecordLine;
use std::collections::BTreeSet;

/// The height of the chart of the number of values.
const LOW: u32 = 260;

/// The radius of the discs of values.
const DISC: u32 = 5;

/// A value on the chart.
struct ValuePoint {
    at: (f64, f64),
    text: String,
    /// The denominator of a number, or the order of a form's board.
    group: u64,
    tip: String,
    target: String,
}

/// Draws each value at its place on the number line, with the order of its smallest board as the
/// height, or the first expression of `maximize` if it is given. A colour shows the denominator.
/// Draws a canonical form at its mean, with its temperature as the height and a colour that shows
/// the order of its board. `None` if the run collects no values, or has none so far.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn values(inputs: &ChartInputs) -> Result<Option<Picture>, ReportError> {
    let run = inputs.run;
    let Question::Collect(collect) = run.plan.objective.question() else {
        return Ok(None);
    };
    let of_forms = collect.kind() == QuantityKind::Form;
    let points = points(run, of_forms);
    if points.is_empty() {
        return Ok(None);
    }
    let groups: BTreeSet<u64> = points.iter().map(|p| p.group).collect();
    let groups = Vec::from_iter(groups);
    let [one, several] = values_of(collect);
    let goal = match run.plan.objective.keeps_smallest() {
        true => "order".to_string(),
        false => run.first_objective(),
    };
    let (title, across, height) = match (of_forms, run.plan.objective.keeps_smallest()) {
        (true, _) => (
            format!("Mean and temperature of the {several}"),
            "mean".into(),
            "temperature".into(),
        ),
        (false, true) => (format!("The smallest board of each {one}"), one, goal),
        (false, false) => (format!("The greatest {goal} for each {one}"), one, goal),
    };
    let (x, y) = (
        roomy(points.iter().map(|p| p.at.0)),
        roomy(points.iter().map(|p| p.at.1)),
    );
    let sheet = inputs.sheet;
    let (wide, high) = (sheet.width(), sheet.height(SIZE.1));
    let mut picture = sheet.chart("values", &shortened(&title, TITLE), high, |area| {
        let mut c = frame(area, [72, 44, 62]).build_cartesian_2d(x.clone(), y.clone())?;
        let [x_name, y_name] = [&across, &height].map(|name| shortened(name, TITLE));
        mesh(&mut c, [&x_name, &y_name], 7, [&|v| plain(*v); 2])?;
        let mut marks = Vec::new();
        // The first points of the list lie on top.
        for p in points.iter().rev() {
            c.draw_series([Circle::new(p.at, DISC, colour(&groups, p.group).filled())])?;
            let at = c.backend_coord(&p.at);
            marks.push(Mark::disc(at, p.tip.clone(), Some(p.target.clone())));
        }
        write_labels(&c, &points)?;
        draw_groups(area, wide, &groups, of_forms)?;
        Ok(marks)
    })?;
    let tips: Vec<&str> = points.iter().map(|p| p.tip.as_str()).collect();
    picture.text = format!("{title}. {}.", tips.join("; "));
    Ok(Some(picture))
}

/// The values in the order of the list: small denominators first, or small boards.
fn points(run: &ReportedRun, of_forms: bool) -> Vec<ValuePoint> {
    let point = |r: &RecordLine| {
        let value = r.collected.clone()?;
        let fact = |name| number(&r.facts.filed_text(name));
        let (at, group) = if of_forms {
            ((fact("mean")?, fact("temperature")?), r.facts.order)
        } else {
            let denominator = value.split_once('/').map_or("1", |(_, d)| d);
            (
                (number(&value)?, run.height(&r.fitness)?),
                denominator.parse().ok()?,
            )
        };
        Some(ValuePoint {
            at,
            group,
            tip: format!(
                "value {value}: {}, board {}",
                run.words(r),
                r.facts.board_text()
            ),
            target: record_id(r),
            text: value,
        })
    };
    run.answers().into_iter().filter_map(point).collect()
}

/// The colour of a group. All large groups have the last colour.
fn colour(groups: &[u64], group: u64) -> RGBColor {
    let rank = groups.partition_point(|&other| other < group);
    COLOURS[rank.min(COLOURS.len() - 1)]
}

/// Writes the values beside their discs where there is room, small denominators first.
fn write_labels(c: &Chart, points: &[ValuePoint]) -> Result<(), Box<dyn Error>> {
    let mut labels = Labels::on(c);
    let place = |p: &ValuePoint| c.backend_coord(&p.at);
    points
        .iter()
        .for_each(|p| labels.disc(place(p), DISC.into()));
    for p in points {
        labels.write(c, (place(p), DISC.into()), &p.text, INK)?;
    }
    Ok(())
}

/// Writes the denominators or the orders that occur at the right edge, in their colours.
fn draw_groups(
    area: &Area,
    width: u32,
    groups: &[u64],
    of_forms: bool,
) -> Result<(), Box<dyn Error>> {
    let more = groups.len() > COLOURS.len();
    for (i, &group) in groups.iter().take(COLOURS.len()).enumerate() {
        let and_more = if more && i + 1 == COLOURS.len() {
            ", …"
        } else {
            ""
        };
        let text = match (of_forms, group) {
            (true, order) => format!("order {order}{and_more}"),
            (false, 1) => "whole".to_string(),
            (false, denominator) => format!("n/{denominator}{and_more}"),
        };
        let at = (width as i32 - 62, 24 + 20 * i as i32);
        area.draw(&Circle::new(
            (at.0, at.1),
            4,
            colour(groups, group).filled(),
        ))?;
        let style = label(12, INK, Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(text, (at.0 + 9, at.1), style))?;
    }
    Ok(())
}

/// Draws the number of values found so far, by each axis. No picture if the run collects no values,
/// or has completed no generation.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn growth(inputs: &ChartInputs) -> Result<Vec<Picture>, ReportError> {
    let (run, timeline) = (inputs.run, &inputs.timeline);
    let rows = &run.view.progress;
    let (Question::Collect(collect), Some(last)) = (run.plan.objective.question(), rows.last())
    else {
        return Ok(Vec::new());
    };
    let (found, end) = (values_of(collect)[1].clone(), last.cells as f64);
    let shown = shown(rows.len());
    timeline.pictures(|view| {
        let by = view.axis.label(view.is_log);
        let title = format!("Number of {found}, by {}", view.axis.label(false));
        let point = |&i: &usize| (timeline.at(i, view.axis), rows[i].cells as f64);
        let points: Vec<(f64, f64)> = shown.iter().map(point).collect();
        let mut across = None;
        let sheet = inputs.sheet;
        let mut picture = sheet.chart("growth", &shortened(&title, TITLE), LOW, |area| {
            let y = AxisRange::linear(0.0..end * 1.1 + 1.0);
            let mut c = frame(area, [72, 44, 78]).build_cartesian_2d(timeline.axis(view), y)?;
            mesh(&mut c, [&by, "values"], 7, [&|x| counted(*x), &whole])?;
            across = Some(Across::of(&c));
            series(&screen(&c), "values", || {
                c.draw_series(LineSeries::new(points.clone(), BLUE.stroke_width(2)))?;
                Ok(Vec::new())
            })?;
            let x = c.x_range().end;
            let last = CurveEnd {
                text: plain(end),
                ..CurveEnd::named(end, "values", BLUE)
            };
            name_ends(&mut c, x, vec![last])?;
            Ok(Vec::new())
        })?;
        picture.text = format!(
            "{title}: {} values in {} generations.",
            plain(end),
            rows.len()
        );
        Ok((picture, across))
    })
}
