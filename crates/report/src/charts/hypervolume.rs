//! The hypervolume of a front over time.

use super::axis::{Across, AxisRange};
use super::fitness::stairs;
use super::panels::{self, Panel, draw_curve};
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
    let most = points.iter().map(|p| p.1).fold(0.0, f64::max);
    let title = "The hypervolume of the front";
    timeline.pictures(|view| {
        let mut across: Option<Across> = None;
        let height = panels::height_of(1, PANEL);
        let mut picture = inputs.chart("hypervolume", title, height, |area| {
            let panel = Panel {
                name: "hypervolume",
                colour: BLUE,
                y: AxisRange::linear(0.0..if most > 0.0 { 1.08 * most } else { 1.0 }),
                right: 72,
            };
            let (mut c, place) = panel.axes(area, timeline, (view, true))?;
            across = Some(place);
            let at = |p: &(usize, f64)| (timeline.at(p.0, view.axis), p.1);
            let steps: Vec<(f64, f64)> = points.iter().map(at).collect();
            let steps = thinned(&stairs(&steps, timeline.last(view.axis)));
            draw_curve(&mut c, &steps, BLUE)?;
            Ok(Vec::new())
        })?;
        picture.text = format!("{title}. At the end: {}.", plain(end));
        Ok((picture, across))
    })
}
