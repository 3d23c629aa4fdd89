//! One chart with the curves of several runs.

use super::*;
use crate::plan::values_of;
use crate::record::rows::{ProgressRow, to_f64};
use crate::report::ReportedRun;

/// Draws the best fitness by number of boards valued, for several runs with the same objective. If
/// the runs collect values, draws the number of values found.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn comparison(runs: &[ReportedRun]) -> Result<Picture, ReportError> {
    let collected = runs
        .first()
        .and_then(|run| run.plan.objective.collect.as_ref());
    let height = |r: &ProgressRow| match collected {
        Some(_) => Some(r.cells as f64),
        None => Some(to_f64(r.best?)),
    };
    let curve = |run: &ReportedRun| -> Vec<(f64, f64)> {
        let point = |r: &ProgressRow| Some((r.boards_valued as f64, height(r)?));
        run.view.progress.iter().filter_map(point).collect()
    };
    let curves: Vec<Vec<(f64, f64)>> = runs.iter().map(curve).collect();
    let y = roomy(curves.iter().flatten().map(|p| p.1));
    let last = curves.iter().flatten().map(|p| p.0).fold(1.0, f64::max);
    let objective = runs
        .first()
        .map_or("fitness".into(), ReportedRun::first_objective);
    let title = match collected {
        Some(collect) => format!(
            "Number of {} found, by boards valued",
            values_of(collect)[1]
        ),
        None => format!("Best {objective} by boards valued"),
    };
    let names: Vec<String> = runs
        .iter()
        .map(|r| format!("{}, seed {}", r.view.manifest.name, r.view.manifest.seed))
        .collect();
    chart("comparison", &title, SIZE.1, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .margin_right(190)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..last * 1.02, y.clone())?;
        mesh(&mut c, "boards valued", &|x| counted(*x), &|v| plain(*v))?;
        let (mut ends, mut marks) = (Vec::new(), Vec::new());
        for (i, (points, name)) in curves.iter().zip(&names).enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            c.draw_series(LineSeries::new(thinned(points), colour.stroke_width(2)))?;
            let Some(&end) = points.last() else { continue };
            let best = runs[i].standing().unwrap_or_default();
            let tip = format!("{name}: {best} after {} boards", end.0);
            marks.push(Mark::disc(
                c.backend_coord(&end),
                tip,
                Some(format!("run-{i}")),
            ));
            ends.push((end.1, name.clone(), colour));
        }
        // More names would not fit on the chart. The table below it has all names.
        if ends.len() <= 18 {
            name_ends(&mut c, last * 1.02, ends)?;
        }
        Ok(marks)
    })
}
