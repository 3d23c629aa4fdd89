//! Curves of steps over time: best boards at which a number changes.

use super::axis::{Axis, AxisRange};
use super::bests::certainty;
use super::labels::Labels;
use super::*;

/// A best board with a new height.
pub(super) struct Stair {
    pub(super) at: (f64, f64),
    pub(super) text: String,
    pub(super) tip: String,
    pub(super) drawing: Option<String>,
}

impl Stair {
    /// The step to the best board of this index. `number` writes the number of boards asked.
    pub(super) fn of(
        inputs: &ChartInputs,
        index: usize,
        axis: Axis,
        (height, text): (f64, String),
        number: fn(u64) -> String,
    ) -> Stair {
        let event = &inputs.bests.events[index];
        let (generation, boards) = (event.generation, event.boards);
        let objective = &inputs.run.plan.objective;
        let words = objective.fitness_words(&event.fitness.texts(), certainty(event));
        let x = inputs.timeline.at_board(generation, Some(boards), axis);
        let boards = number(boards);
        Stair {
            at: (x, height),
            text,
            tip: format!("generation {generation}, board number {boards}: {words}"),
            drawing: inputs.bests.drawing(index),
        }
    }
}

/// The points of a curve that keeps each height until the next step, and the last one until `end`.
pub(super) fn stairs(steps: &[(f64, f64)], end: f64) -> Vec<(f64, f64)> {
    let ends = steps.iter().skip(1).map(|s| s.0).chain([end]);
    let stair = |(s, end): (&(f64, f64), f64)| [*s, (end, s.1)];
    steps.iter().zip(ends).flat_map(stair).collect()
}

/// Draws the curve as a series of this name, with a disc for each step, and its text where there is
/// room, the latest first. The curve ends at `end`; `has_line` tells that the chart has a line up
/// and down there.
pub(super) fn draw_stairs(
    c: &mut ChartOf<AxisRange, AxisRange>,
    name: &str,
    steps: &[Stair],
    (end, has_line): (f64, bool),
    disc: (RGBColor, u32),
) -> DrawResult {
    series(&screen(c), name, || {
        draw_steps(c, steps, (end, has_line), disc)
    })
}

fn draw_steps(
    c: &mut ChartOf<AxisRange, AxisRange>,
    steps: &[Stair],
    (end, has_line): (f64, bool),
    (colour, radius): (RGBColor, u32),
) -> DrawResult {
    let points: Vec<(f64, f64)> = steps.iter().map(|s| s.at).collect();
    let stairs = stairs(&points, end);
    c.draw_series(LineSeries::new(stairs.clone(), colour.stroke_width(2)))?;
    let mut labels = Labels::on(c);
    labels.line(stairs.iter().map(|p| c.backend_coord(p)));
    if has_line {
        let range = c.y_range();
        labels.line([range.start, range.end].map(|y| c.backend_coord(&(end, y))));
    }
    let mut marks = Vec::new();
    for step in steps {
        c.draw_series([Circle::new(step.at, radius, colour.filled())])?;
        let at = c.backend_coord(&step.at);
        labels.disc(at, radius.into());
        marks.push(Mark::disc(at, step.tip.clone(), None).drawn(step.drawing.clone()));
    }
    for step in steps.iter().rev() {
        let at = (c.backend_coord(&step.at), radius.into());
        labels.write(c, at, &step.text, INK)?;
    }
    Ok(marks)
}
