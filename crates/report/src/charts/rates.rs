//! The rates of the operators by generation. They show which operators the search came to prefer,
//! and when.

use super::axis::{Across, AxisRange};
use super::*;
use crate::ReportedRun;
use boilingpoint_record::view::OperatorView;

/// The name of a curve, and its points: generation, and rate in per cent.
type RateCurve = (String, Vec<(f64, f64)>);

/// Draws the rates of the operators that made the most improvements.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn rates(inputs: &ChartInputs) -> Result<Picture, ReportError> {
    let run = inputs.run;
    let curves = leading(run);
    let mut across = None;
    let mut picture = inputs.sheet.chart(
        "rates",
        "Rates of the leading operators",
        inputs.sheet.height(SIZE.1),
        |area| {
            across = Some(draw(area, &curves, run.view.last_generation())?);
            Ok(Vec::new())
        },
    )?;
    picture.across = across;
    Ok(picture)
}

/// The operators with the most improvements. There are at most as many as there are colours.
fn leading(run: &ReportedRun) -> Vec<RateCurve> {
    let mut leaders: Vec<(&String, &OperatorView)> = run.view.operators.iter().collect();
    leaders.sort_by(|a, b| b.1.improved.cmp(&a.1.improved).then(a.0.cmp(b.0)));
    let leaders = leaders.into_iter().take(COLOURS.len());
    let point = |&(generation, rate): &(u64, f64)| (generation as f64, 100.0 * rate);
    let curve = |(name, operator): (&String, &OperatorView)| {
        (name.clone(), operator.rates.iter().map(point).collect())
    };
    leaders.map(curve).collect()
}

fn draw(area: &Area, curves: &[RateCurve], last: f64) -> Result<Across, Box<dyn Error>> {
    let rates = curves.iter().flat_map(|(_, points)| points);
    let most = rates.map(|p| p.1).fold(1.0, f64::max) * 1.08;
    let [x, y] = [0.0..last, 0.0..most].map(AxisRange::linear);
    let mut c = frame(area, [120, 44, 64]).build_cartesian_2d(x, y)?;
    let names = ["generation", "rate"];
    mesh(&mut c, names, 7, [&whole, &|y| format!("{} %", plain(*y))])?;
    let mut ends = Vec::new();
    for ((name, points), colour) in curves.iter().zip(COLOURS) {
        let Some(end) = points.last() else { continue };
        series(&screen(&c), name, || {
            c.draw_series(LineSeries::new(thinned(points), colour.stroke_width(2)))?;
            Ok(Vec::new())
        })?;
        ends.push(CurveEnd::named(end.1, name, colour));
    }
    name_ends(&mut c, last, ends)?;
    Ok(Across::of(&c))
}
