//! The hypervolume of a front by generation.

use super::*;
use crate::record::rows::{ProgressRow, to_f64};
use crate::report::ReportedRun;

/// The hypervolume of a run's front by generation; `None` if it was not computed.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn hypervolume(run: &ReportedRun) -> Result<Option<Picture>, ReportError> {
    let point = |r: &ProgressRow| Some((r.generation as f64, to_f64(r.hypervolume?)));
    let points: Vec<(f64, f64)> = run.view.progress.iter().filter_map(point).collect();
    let Some(&(_, end)) = points.last() else {
        return Ok(None);
    };
    let last = run.view.last_generation();
    let y = roomy(points.iter().map(|p| p.1).chain([0.0]));
    let mut steps = Vec::new();
    for (i, &(x, v)) in points.iter().enumerate() {
        if i > 0 {
            steps.push((x, points[i - 1].1));
        }
        steps.push((x, v));
    }
    let title = "Hypervolume of the front by generation";
    let mut picture = chart("hypervolume", title, SIZE.1 - 120, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(-0.01 * last..last * 1.02 + 0.01, 0.0..y.end)?;
        mesh(&mut c, "generation", &|x| plain(*x), &|v| counted(*v))?;
        c.draw_series(LineSeries::new(thinned(&steps), BLUE.stroke_width(2)))?;
        Ok(Vec::new())
    })?;
    picture.text = format!("{title}. At the end: {}.", plain(end));
    Ok(Some(picture))
}
