//! The best fitness of each island, and the migrations between islands.

use super::axis::{Across, AxisRange};
use super::*;
use crate::ReportedRun;
use boilingpoint_plan::Question;
use boilingpoint_record::rows::{IslandRow, to_f64};
use boilingpoint_record::view::IslandView;

/// The height of the panel of curves, and the height of an island's lane, in pixels.
const CURVES: u32 = 300;
const LANE: u32 = 26;
/// The largest number of migrations that are drawn.
const MOVES: usize = 600;

/// Draws the best fitness of each island by generation, if the run looks for a maximum. (The logs
/// have only the first component of an island's fitness, which says nothing otherwise.) Below the
/// curves, each island has a lane. Migrations are drawn between the lanes, and restarts in them.
/// `None` for a single island.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn islands(inputs: &ChartInputs) -> Result<Option<Picture>, ReportError> {
    let run = inputs.run;
    let islands = &run.view.islands;
    if islands.len() < 2 || islands.iter().all(|island| island.rows.is_empty()) {
        return Ok(None);
    }
    let count = islands.len() as u32;
    let has_curves = matches!(run.plan.objective.question(), Question::Best);
    let curves = if has_curves { CURVES } else { 0 };
    let height = 40 + curves + 70 + LANE * count;
    let sheet = inputs.sheet;
    let mut across = None;
    let mut picture = sheet.chart("islands", "Islands and migrations", height, |area| {
        if has_curves {
            let (upper, lower) = area.split_vertically(CURVES);
            let curves = across.insert(draw_curves(&upper, run)?);
            curves.add(draw_lanes(&lower, run)?);
        } else {
            across = Some(draw_lanes(area, run)?);
        }
        Ok(Vec::new())
    })?;
    picture.across = across;
    let h = &run.view.events;
    let shown = if has_curves { "Best fitness of " } else { "" };
    picture.text = format!(
        "{shown}{count} islands by generation, with {} migrations and {} restarts.",
        h.migrations.len(),
        h.restarts.len()
    );
    Ok(Some(picture))
}

fn draw_curves(area: &Area, run: &ReportedRun) -> Result<Across, Box<dyn Error>> {
    let curve = |island: &IslandView| -> Vec<(f64, f64)> {
        let point = |r: &IslandRow| Some((r.generation as f64, to_f64(r.best.as_ref()?.first())));
        island.rows.iter().filter_map(point).collect()
    };
    let curves: Vec<Vec<(f64, f64)>> = run.view.islands.iter().map(curve).collect();
    let y = roomy(curves.iter().flatten().map(|p| p.1));
    let last = run.view.last_generation();
    let [x, y] = [0.0..last, y].map(AxisRange::linear);
    let mut c = frame(area, [90, 38, 64]).build_cartesian_2d(x, y)?;
    let names = ["", "best fitness"];
    mesh(&mut c, names, 7, [&whole, &|v| plain(*v)])?;
    let mut ends = Vec::new();
    for (i, points) in curves.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let name = format!("island {i}");
        series(&screen(&c), &name, || {
            c.draw_series(LineSeries::new(thinned(points), colour.stroke_width(2)))?;
            Ok(Vec::new())
        })?;
        let end = points.last();
        ends.extend(end.map(|end| CurveEnd::named(end.1, &name, colour)));
    }
    if ends.len() <= 16 {
        name_ends(&mut c, last, ends)?;
    }
    Ok(Across::of(&c))
}

fn draw_lanes(area: &Area, run: &ReportedRun) -> Result<Across, Box<dyn Error>> {
    let (count, last) = (run.view.islands.len(), run.view.last_generation());
    let [x, y] = [0.0..last, (count as f64 - 0.4)..-0.6].map(AxisRange::linear);
    let mut c = frame(area, [90, 44, 64]).build_cartesian_2d(x, y)?;
    styled_mesh(&mut c)
        .disable_mesh()
        .axis_style(TRANSPARENT)
        .x_labels(9)
        .y_labels(0)
        .x_label_formatter(&|x| plain(*x))
        .x_desc("generation (lines: migrations, rings: restarts)")
        .draw()?;
    for i in 0..count {
        let (at, colour) = (i as f64, COLOURS[i % COLOURS.len()]);
        series(&screen(&c), &format!("island {i}"), || {
            let line = [(0.0, at), (last, at)];
            c.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
            Ok(Vec::new())
        })?;
        let style = label(12, colour, Pos::new(HPos::Right, VPos::Center));
        let name = EmptyElement::at((0.0, at)) + Text::new(i.to_string(), (-8, 0), style);
        c.draw_series([name])?;
    }
    series(&screen(&c), "migrations", || {
        let moves = &run.view.events.migrations;
        for m in moves.iter().step_by(moves.len().div_ceil(MOVES).max(1)) {
            let [from, to] = [m.from, m.to].map(|lane| (m.generation as f64, lane as f64));
            let colour = COLOURS[m.from % COLOURS.len()];
            c.draw_series(LineSeries::new([from, to], colour.mix(0.7).stroke_width(1)))?;
            c.draw_series([Circle::new(to, 2, colour.filled())])?;
        }
        Ok(Vec::new())
    })?;
    series(&screen(&c), "restarts", || {
        for &(generation, island) in run.view.events.restarts.iter() {
            let at = (generation as f64, island as f64);
            c.draw_series([Circle::new(at, 5, WHITE.filled())])?;
            c.draw_series([Circle::new(at, 5, INK.stroke_width(2))])?;
        }
        Ok(Vec::new())
    })?;
    Ok(Across::of(&c))
}
