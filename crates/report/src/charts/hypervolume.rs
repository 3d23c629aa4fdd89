//! The hypervolume of a front over time.

use super::axis::AxisRange;
use super::panels::{self, Panel, PanelChart, draw_curve};
use super::stairs::stairs;
use super::*;
use boilingpoint_record::rows::to_f64;

/// The height of the panel.
const PANEL: u32 = 240;

/// The hypervolume of a run's front by each axis. No picture if it was not computed.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn hypervolume(inputs: &ChartInputs) -> Result<Vec<Picture>, ReportError> {
    let timeline = &inputs.timeline;
    let rows = inputs.run.view.progress.iter().enumerate();
    let points: Vec<(usize, f64)> = rows
        .filter_map(|(i, row)| Some((i, to_f64(row.hypervolume?))))
        .collect();
    let Some(&(_, end)) = points.last() else {
        return Ok(Vec::new());
    };
    let title = "The hypervolume of the front";
    timeline.pictures(|view| {
        let panel = Panel {
            name: "hypervolume",
            colour: BLUE,
            y: AxisRange::above_zero(points.iter().map(|p| p.1)),
            right: 72,
        };
        let at = |p: &(usize, f64)| (timeline.at(p.0, view.axis), p.1);
        let steps: Vec<(f64, f64)> = points.iter().map(at).collect();
        let steps = thinned(&stairs(&steps, timeline.last(view.axis)));
        let place = ("hypervolume", title, PANEL);
        let draw = |_, c: &mut PanelChart| draw_curve(c, "hypervolume", &steps, BLUE);
        let (mut picture, across) = panels::picture(inputs, place, view, &[panel], draw)?;
        picture.text = format!("{title}. At the end: {}.", plain(end));
        Ok((picture, across))
    })
}
