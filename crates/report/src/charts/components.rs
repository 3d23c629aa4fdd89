//! The further components of the best fitness, a panel for each, over time.

use super::axis::{Across, Axis, AxisRange, View};
use super::panels::{self, Panel, PanelChart};
use super::stairs::{Stair, draw_stairs};
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
    steps: Vec<Stair>,
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
                steps: steps(inputs, i, view.axis),
            })
            .collect();
        draw(inputs, &components, view)
    })
}

/// The best boards at which a component changes.
fn steps(inputs: &ChartInputs, component: usize, axis: Axis) -> Vec<Stair> {
    let mut steps: Vec<Stair> = Vec::new();
    for (i, event) in inputs.bests.events.iter().enumerate() {
        let Some(&number) = event.fitness.0.get(component) else {
            continue;
        };
        let text = number.to_string();
        if steps.last().is_none_or(|last| last.text != text) {
            let step = (to_f64(number), text);
            steps.push(Stair::of(inputs, i, axis, step, |n| n.to_string()));
        }
    }
    steps
}

fn draw(
    inputs: &ChartInputs,
    components: &[Component],
    view: View,
) -> Result<(Picture, Option<Across>), ReportError> {
    let title = "The other components of the best fitness";
    let panels = components.iter().map(|component| Panel {
        name: &component.goal,
        colour: component.colour,
        y: AxisRange::linear(roomy(component.steps.iter().map(|s| s.at.1))),
        right: 72,
    });
    let panels: Vec<Panel> = panels.collect();
    let end = (inputs.timeline.last(view.axis), false);
    let draw = |i: usize, c: &mut PanelChart| {
        let component: &Component = &components[i];
        draw_stairs(
            c,
            &component.goal,
            &component.steps,
            end,
            (component.colour, DISC),
        )
    };
    let place = ("components", title, PANEL);
    let (mut picture, across) = panels::picture(inputs, place, view, &panels, draw)?;
    let texts = components.iter().filter_map(|component| {
        let last = component.steps.last()?;
        Some(format!("{}: {}", component.goal, last.text))
    });
    let texts: Vec<String> = texts.collect();
    picture.text = format!("{title}. At the end: {}.", texts.join("; "));
    Ok((picture, across))
}
