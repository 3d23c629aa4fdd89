//! The chart of a comparison. For each setting, a curve shows the share of the setting's runs that
//! had reached the target, by the number of boards.
//!
//! A curve ends where the longest run of its setting ended. If a run never reached the target, the
//! curve stays below one, and a ring marks its end.

use super::*;
use crate::record::rows::{BestEvent, to_f64};
use crate::report::ReportedRun;
use crate::study::comparison::Results;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;

/// The height of a line of the legend, and the space above its first line, in pixels.
const LINE: u32 = 20;
const ABOVE_LEGEND: u32 = 12;
/// The largest number of characters of a name in the legend.
const NAME: usize = 80;
/// The largest number of labels on the horizontal axis.
const LABELS: usize = 10;

/// The curve of a setting.
struct AttainmentCurve {
    name: String,
    /// For each run that reached the target, the number of boards until then. Sorted.
    boards: Vec<u64>,
    runs: usize,
    /// The right end of the curve: the greatest number of boards that a run of the setting asked to
    /// value.
    last: u64,
}

/// Draws the share of runs of each setting that reached the target, by the number of boards asked
/// for.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn attainment(results: &Results) -> Result<Picture, ReportError> {
    let target = results.common_target();
    let target = target.unwrap_or_else(|| "the target of its setting".to_string());
    draw(&target, &curves(results))
}

/// Draws the same chart for runs that do not belong to a comparison. The target is the best fitness
/// of all runs. Each group of runs has a curve.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn reached(runs: &[ReportedRun], groups: &[String]) -> Result<Picture, ReportError> {
    let value = |b: &BestEvent| to_f64(b.fitness.first());
    let bests = runs.iter().flat_map(|r| r.view.events.bests.iter());
    let target = bests
        .map(|b| (value(b), b))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let (least, text) = match target {
        Some((value, best)) => (value, best.fitness.first().to_string()),
        None => (f64::INFINITY, "anything".to_string()),
    };
    let mut names: Vec<&String> = groups.iter().collect();
    names.sort_unstable();
    names.dedup();
    let curve = |name: &String| {
        let group: Vec<&ReportedRun> = runs
            .iter()
            .zip(groups)
            .filter(|(_, g)| *g == name)
            .map(|(r, _)| r)
            .collect();
        let first = |r: &&ReportedRun| {
            let reached = |b: &&BestEvent| value(b) >= least;
            r.view.events.bests.iter().find(reached).map(|b| b.boards)
        };
        let boards = group.iter().filter_map(first).collect();
        let last = group
            .iter()
            .filter_map(|r| Some(r.view.progress.last()?.boards_valued));
        AttainmentCurve::new(name, boards, group.len(), last.max().unwrap_or(0))
    };
    let curves: Vec<AttainmentCurve> = names.into_iter().map(curve).collect();
    draw(
        &format!(
            "{} = {text}",
            runs.first()
                .map_or("fitness".into(), ReportedRun::first_objective)
        ),
        &curves,
    )
}

fn draw(target: &str, curves: &[AttainmentCurve]) -> Result<Picture, ReportError> {
    let title = shortened(&format!("Share of runs that reached {target}"), TITLE);
    let legend = ABOVE_LEGEND + LINE * curves.len() as u32;
    chart("attainment", &title, SIZE.1 + legend, |area| {
        // The title has already taken its part of the height.
        let height = area.dim_in_pixel().1;
        let (upper, lower) = area.split_vertically(height.saturating_sub(legend));
        draw_curves(&upper, curves)?;
        draw_legend(&lower, curves)?;
        Ok(Vec::new())
    })
}

fn curves(results: &Results) -> Vec<AttainmentCurve> {
    let curve = |(i, setting): (usize, &crate::plan::Setting)| {
        let boards = results
            .of(i)
            .filter_map(|row| Some(row.reached?.boards))
            .collect();
        let last = results.of(i).map(|row| row.view.counts().asked).max();
        AttainmentCurve::new(
            &setting.name,
            boards,
            results.of(i).count(),
            last.unwrap_or(0),
        )
    };
    results.settings.iter().enumerate().map(curve).collect()
}

impl AttainmentCurve {
    fn new(name: &str, mut boards: Vec<u64>, runs: usize, last: u64) -> AttainmentCurve {
        boards.sort_unstable();
        let seeds = format!("{} of {runs} runs", boards.len());
        let name = match name {
            "" => seeds,
            name => format!("{name}: {seeds}"),
        };
        AttainmentCurve {
            name,
            boards,
            runs,
            last,
        }
    }

    /// The corners of the curve, from `first` boards on.
    fn corners(&self, first: f64) -> Vec<(f64, f64)> {
        let share = |count: usize| count as f64 / self.runs.max(1) as f64;
        let mut corners = vec![(first, 0.0)];
        for (count, &boards) in self.boards.iter().enumerate() {
            let at = (boards as f64).max(first);
            corners.extend([(at, share(count)), (at, share(count + 1))]);
        }
        corners.push(((self.last as f64).max(first), share(self.boards.len())));
        corners
    }

    fn is_censored(&self) -> bool {
        self.boards.len() < self.runs
    }
}

/// A logarithmic axis with given ticks.
struct LogAxis {
    range: Range<f64>,
    ticks: Vec<f64>,
}

impl Ranged for LogAxis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.range.clone()).map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// The axis, from the least number of boards at which a run reached the target to the number of
/// boards of the longest run. The labels are 1, 2 and 5 times powers of ten. If this makes more
/// than [`LABELS`] labels, they are only the powers.
fn decades(curves: &[AttainmentCurve]) -> LogAxis {
    let least = curves.iter().filter_map(|c| c.boards.first());
    let least = least.min().copied().unwrap_or(1).max(1) as f64;
    let most = curves.iter().map(|c| c.last).max().unwrap_or(1) as f64;
    let low = (least / 1.5).max(1.0).log10();
    let high = (most.max(10.0 * 10f64.powf(low)) * 1.05).log10();
    let ticks = |factors: &[f64]| -> Vec<f64> {
        (0..20)
            .flat_map(|power| factors.iter().map(move |f| f64::from(power) + f.log10()))
            .filter(|tick| (low..=high).contains(tick))
            .collect()
    };
    let all = ticks(&[1.0, 2.0, 5.0]);
    let kept = if all.len() > LABELS {
        ticks(&[1.0])
    } else {
        all
    };
    LogAxis {
        range: low..high,
        ticks: kept,
    }
}

fn draw_curves(area: &Area, curves: &[AttainmentCurve]) -> Result<(), Box<dyn Error>> {
    let axis = decades(curves);
    let (first, end) = (10f64.powf(axis.range.start), axis.range.end);
    let mut c = ChartBuilder::on(area)
        .margin(12)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(axis, -0.02..1.04)?;
    c.configure_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(MUTED)
        .y_labels(6)
        .x_label_formatter(&|x| counted(10f64.powf(*x).round()))
        .y_label_formatter(&|y| plain(*y))
        .label_style(TextStyle::from((FONT, 13).into_font()).color(&MUTED))
        .x_desc("boards valued until the target (logarithmic)")
        .axis_desc_style(TextStyle::from((FONT, 13).into_font()).color(&MUTED))
        .draw()?;
    // The first setting is drawn last, on top of the others.
    for (i, curve) in curves.iter().enumerate().rev() {
        let corners = curve.corners(first).into_iter();
        let corners: Vec<(f64, f64)> = corners.map(|(x, y)| (x.log10().min(end), y)).collect();
        let stop = corners.last().copied();
        let style = colour(i).stroke_width(2);
        match dashes(i) {
            None => c.draw_series(LineSeries::new(corners, style))?,
            Some((size, gap)) => c.draw_series(DashedLineSeries::new(corners, size, gap, style))?,
        };
        if let Some(stop) = stop.filter(|_| curve.is_censored()) {
            c.draw_series([Circle::new(stop, 4, WHITE.filled())])?;
            c.draw_series([Circle::new(stop, 4, style)])?;
        }
    }
    Ok(())
}

fn draw_legend(area: &Area, curves: &[AttainmentCurve]) -> Result<(), Box<dyn Error>> {
    for (i, curve) in curves.iter().enumerate() {
        let y = (LINE * i as u32 + LINE / 2) as i32;
        let line = vec![(56, y), (96, y)];
        let style = colour(i).stroke_width(2);
        match dashes(i) {
            None => area.draw(&PathElement::new(line, style))?,
            Some((size, gap)) => area.draw(&DashedPathElement::new(line, size, gap, style))?,
        }
        let place = Pos::new(HPos::Left, VPos::Center);
        let name = shortened(&curve.name, NAME);
        area.draw(&Text::new(name, (106, y), label(13, INK, place)))?;
    }
    Ok(())
}

fn colour(curve: usize) -> RGBColor {
    COLOURS[curve % COLOURS.len()]
}

/// The length of the dashes of a curve, and of the gaps between them. Curves after the last colour
/// use the colours again, and dashes tell them apart.
fn dashes(curve: usize) -> Option<(u32, u32)> {
    match curve / COLOURS.len() {
        0 => None,
        1 => Some((8, 5)),
        2 => Some((3, 4)),
        _ => Some((14, 4)),
    }
}
