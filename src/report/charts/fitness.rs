//! Best, median and mean fitness by generation, with the improvements of the best marked.

use super::*;
use crate::problem::expression::Number;
use crate::record::records::RecordLine;
use crate::record::rows::{ProgressRow, to_f64};
use crate::report::ReportedRun;

/// Draws the chart. Each improvement of the best fitness links to its record.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn fitness(run: &ReportedRun) -> Result<Picture, ReportError> {
    let [best, median, mean] = [
        series(run, |r| r.best),
        series(run, |r| r.median),
        series(run, |r| r.mean),
    ];
    // The mean of a first, random generation can be far below all other numbers.
    let y = roomy(best.iter().chain(&median).chain(&mean).map(|p| p.1));
    let last = run.view.last_generation();
    let title = format!(
        "Best, median and mean of {} by generation",
        run.first_objective()
    );
    let mut picture = chart("fitness", &title, SIZE.1, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .margin_right(72)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(-0.01 * last..last * 1.02, y.clone())?;
        mesh(&mut c, "generation", &|x| plain(*x), &|v| plain(*v))?;
        let mut ends: Vec<(f64, String, RGBColor)> = Vec::new();
        for (points, colour, name, width) in [
            (&mean, GREEN, "mean", 1),
            (&median, ORANGE, "median", 1),
            (&best, BLUE, "best", 2),
        ] {
            let Some(&(_, end)) = points.last() else {
                continue;
            };
            c.draw_series(LineSeries::new(thinned(points), colour.stroke_width(width)))?;
            ends.push((end, name.to_string(), colour));
        }
        name_ends(&mut c, last * 1.02, y.end - y.start, ends)?;
        draw_steps(&mut c, run, (last, y.end - y.start))
    })?;
    if let Some(row) = run.view.progress.last() {
        let [best, median, mean] = [row.best, row.median, row.mean].map(text);
        picture.text = format!(
            "{title}. After generation {}: best {best}, median {median}, mean {mean}.",
            row.generation
        );
    }
    Ok(picture)
}

fn text(number: Option<Number>) -> String {
    number.map_or(String::new(), |n| n.to_string())
}

fn series(run: &ReportedRun, of: fn(&ProgressRow) -> Option<Number>) -> Vec<(f64, f64)> {
    let point = |r: &ProgressRow| Some((r.generation as f64, to_f64(of(r)?)));
    run.view.progress.iter().filter_map(point).collect()
}

/// An improvement of the best fitness.
struct FitnessStep<'a> {
    generation: u64,
    best: Number,
    record: Option<&'a RecordLine>,
}

fn steps(run: &ReportedRun) -> Vec<FitnessStep<'_>> {
    let mut steps: Vec<FitnessStep> = Vec::new();
    for row in run.view.progress.iter() {
        let changed = |best: &Number| steps.last().is_none_or(|s| s.best != *best);
        if let Some(best) = row.best.filter(changed) {
            // The best board of a run is also the record of its order.
            let text = best.to_string();
            let record = run
                .view
                .records
                .iter()
                .find(|r| r.generation == row.generation && r.fitness.first() == Some(&text));
            steps.push(FitnessStep {
                generation: row.generation,
                best,
                record,
            });
        }
    }
    steps
}

/// Draws the improvements as discs. Improvements get labels where there is room, the latest first.
fn draw_steps(c: &mut Chart, run: &ReportedRun, (last, height): (f64, f64)) -> DrawResult {
    let steps = steps(run);
    let mut marks = Vec::new();
    for s in &steps {
        let at = (s.generation as f64, to_f64(s.best));
        c.draw_series([Circle::new(at, 4, BLUE.filled())])?;
        let order = s.record.map(|r| format!(", order {}", r.facts.order));
        let tip = format!(
            "generation {}: {}{}",
            s.generation,
            s.best,
            order.unwrap_or_default()
        );
        let target = s.record.map(|r| format!("record-{}", r.facts.order));
        marks.push(Mark::disc(c.backend_coord(&at), tip, target));
    }
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for s in steps.iter().rev() {
        let (x, v) = (s.generation as f64, to_f64(s.best));
        let clear =
            |&(a, b): &(f64, f64)| (a - x).abs() > last * 0.05 || (b - v).abs() > height * 0.055;
        if taken.iter().all(clear) {
            taken.push((x, v));
            let style = label(12, INK, Pos::new(HPos::Left, VPos::Bottom));
            let text = s.best.to_string();
            c.draw_series([EmptyElement::at((x, v)) + Text::new(text, (5, -5), style)])?;
        }
    }
    Ok(marks)
}
