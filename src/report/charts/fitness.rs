//! Best, median and mean fitness by generation, with the steps of the best marked.

use super::*;
use crate::report::read::{ProgressRow, RunData, number};
use crate::run::records::RecordLine;

/// Best, median and mean fitness by generation; each improvement of the best leads to its record.
///
/// # Errors
/// When the chart cannot be drawn.
pub fn fitness(run: &RunData) -> Result<Picture, ReportError> {
    let [best, median, mean] = [
        series(run, |r| &r.best),
        series(run, |r| &r.median),
        series(run, |r| &r.mean),
    ];
    // the mean of a first, random generation can be far below everything of interest
    let y = roomy(best.iter().chain(&median).chain(&mean).map(|p| p.1));
    let last = run.last_generation();
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
    if let Some(row) = run.progress.last() {
        picture.text = format!(
            "{title}. After generation {}: best {}, median {}, mean {}.",
            row.generation, row.best, row.median, row.mean
        );
    }
    Ok(picture)
}

fn series(run: &RunData, of: fn(&ProgressRow) -> &String) -> Vec<(f64, f64)> {
    let point = |r: &ProgressRow| Some((r.generation as f64, number(of(r))?));
    run.progress.iter().filter_map(point).collect()
}

/// Where the best improved.
struct Step<'a> {
    generation: u64,
    value: f64,
    text: &'a str,
    record: Option<&'a RecordLine>,
}

fn steps(run: &RunData) -> Vec<Step<'_>> {
    let mut steps: Vec<Step> = Vec::new();
    for row in &run.progress {
        let changed = steps.last().is_none_or(|s| s.text != row.best);
        if let Some(value) = number(&row.best).filter(|_| changed) {
            // a best board is a record of its order
            let record = run
                .records
                .iter()
                .find(|r| r.generation == row.generation && r.fitness.first() == Some(&row.best));
            steps.push(Step {
                generation: row.generation,
                value,
                text: &row.best,
                record,
            });
        }
    }
    steps
}

/// The steps as discs, labelled where there is room, the latest first.
fn draw_steps(c: &mut Chart, run: &RunData, (last, height): (f64, f64)) -> Drawn {
    let steps = steps(run);
    let mut marks = Vec::new();
    for s in &steps {
        let at = (s.generation as f64, s.value);
        c.draw_series([Circle::new(at, 4, BLUE.filled())])?;
        let order = s.record.map(|r| format!(", order {}", r.order));
        let tip = format!(
            "generation {}: {}{}",
            s.generation,
            s.text,
            order.unwrap_or_default()
        );
        let target = s.record.map(|r| format!("record-{}", r.order));
        marks.push(Mark::disc(c.backend_coord(&at), tip, target));
    }
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for s in steps.iter().rev() {
        let (x, v) = (s.generation as f64, s.value);
        let clear =
            |&(a, b): &(f64, f64)| (a - x).abs() > last * 0.05 || (b - v).abs() > height * 0.055;
        if taken.iter().all(clear) {
            taken.push((x, v));
            let style = label(12, INK, Pos::new(HPos::Left, VPos::Bottom));
            let text = s.text.to_string();
            c.draw_series([EmptyElement::at((x, v)) + Text::new(text, (5, -5), style)])?;
        }
    }
    Ok(marks)
}
