//! The further components of the best fitness, a panel for each, over time.

use super::axis::{Across, AxisRange, View};
use super::bests::certainty;
use super::fitness::stairs;
use super::labels::Labels;
use super::panels::{self, Panel};
use super::timeline::Timeline;
use super::*;
use boilingpoint_plan::Question;
use boilingpoint_record::rows::to_f64;

/// The height of a panel.
const PANEL: u32 = 150;
/// The radius of the discs of steps.
const DISC: u32 = 3;

/// A component of the best fitness: its expression, and its changes.
struct Component {
    goal: String,
    colour: RGBColor,
    steps: Vec<ComponentStep>,
}

struct ComponentStep {
    at: (f64, f64),
    text: String,
    tip: String,
    drawing: Option<String>,
}

/// Draws the components of the best fitness after the first, by each axis. Only the first component
/// never falls. No picture if the run does not look for a maximum of several expressions.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn components(inputs: &ChartInputs) -> Result<Vec<Picture>, ReportError> {
    let (run, bests) = (inputs.run, &inputs.bests);
    let goals = run.plan.objective.goals();
    let is_shown = matches!(run.plan.objective.question(), Question::Best)
        && goals.len() > 1
        && !bests.events.is_empty();
    if !is_shown {
        return Ok(Vec::new());
    }
    inputs.timeline.pictures(|view| {
        let goals = goals.iter().enumerate().skip(1);
        let components: Vec<Component> = goals
            .map(|(i, goal)| Component {
                goal: goal.text().to_string(),
                colour: COLOURS[i % COLOURS.len()],
                steps: steps(inputs, (i, view)),
            })
            .collect();
        draw(inputs, &components, view)
    })
}

/// The best boards at which a component changes.
fn steps(inputs: &ChartInputs, (component, view): (usize, View)) -> Vec<ComponentStep> {
    let (run, timeline, bests) = (inputs.run, &inputs.timeline, &inputs.bests);
    let mut steps: Vec<ComponentStep> = Vec::new();
    for (i, event) in bests.events.iter().enumerate() {
        let Some(&number) = event.fitness.0.get(component) else {
            continue;
        };
        let text = number.to_string();
        if steps.last().is_some_and(|last| last.text == text) {
            continue;
        }
        let words = (run.plan.objective).fitness_words(&event.fitness.texts(), certainty(event));
        let (generation, boards) = (event.generation, event.boards);
        let x = timeline.at_board(generation, Some(boards), view.axis);
        steps.push(ComponentStep {
            at: (x, to_f64(number)),
            text,
            tip: format!("generation {generation}, board number {boards}: {words}"),
            drawing: bests.drawing(i),
        });
    }
    steps
}

fn draw(
    inputs: &ChartInputs,
    components: &[Component],
    view: View,
) -> Result<(Picture, Option<Across>), ReportError> {
    let title = "The other components of the best fitness";
    let height = panels::height_of(components.len(), PANEL);
    let mut across: Option<Across> = None;
    let mut picture = inputs.chart("components", title, height, |area| {
        let mut marks = Vec::new();
        let areas = panels::split(area, components.len(), PANEL);
        for (i, (component, area)) in components.iter().zip(&areas).enumerate() {
            let place = (view, i + 1 == components.len());
            let (its_marks, place) = draw_panel(area, component, &inputs.timeline, place)?;
            marks.extend(its_marks);
            across.get_or_insert(place).reach(&place);
        }
        Ok(marks)
    })?;
    let texts = components.iter().filter_map(|component| {
        let last = component.steps.last()?;
        Some(format!("{}: {}", component.goal, last.text))
    });
    let texts: Vec<String> = texts.collect();
    picture.text = format!("{title}. At the end: {}.", texts.join("; "));
    Ok((picture, across))
}

fn draw_panel(
    area: &Area,
    component: &Component,
    timeline: &Timeline,
    (view, is_last): (View, bool),
) -> Result<(Vec<Mark>, Across), Box<dyn Error>> {
    let steps = &component.steps;
    let panel = Panel {
        name: &component.goal,
        colour: component.colour,
        y: AxisRange::linear(roomy(steps.iter().map(|s| s.at.1))),
        right: 72,
    };
    let (mut c, across) = panel.axes(area, timeline, (view, is_last))?;
    let points: Vec<(f64, f64)> = steps.iter().map(|s| s.at).collect();
    let stairs = stairs(&points, timeline.last(view.axis));
    let colour = component.colour;
    c.draw_series(LineSeries::new(stairs.clone(), colour.stroke_width(2)))?;
    let mut labels = Labels::on(&c);
    labels.line(stairs.iter().map(|p| c.backend_coord(p)));
    let mut marks = Vec::new();
    for step in steps {
        c.draw_series([Circle::new(step.at, DISC, colour.filled())])?;
        let at = c.backend_coord(&step.at);
        labels.disc(at, DISC.into());
        marks.push(Mark::disc(at, step.tip.clone(), None).drawn(step.drawing.clone()));
    }
    for step in steps.iter().rev() {
        let at = (c.backend_coord(&step.at), DISC.into());
        labels.write(&c, at, &step.text, INK)?;
    }
    Ok((marks, across))
}
