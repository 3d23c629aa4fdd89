//! The fitness curves of a comparison: for each setting, the median of its runs with a band between
//! the quartiles.

use super::axis::{Across, AxisRange};
use super::palette::{SettingStyle, setting_styles};
use super::settings::{LogAxis, chart_with_legend, legend_lines, mesh_of_efforts};
use super::*;
use crate::page::words::number_of;
use boilingpoint_comparison::{ComparedRun, EffortAxis, Results, middle_of_heights};
use boilingpoint_plan::{Question, values_of};

/// The largest number of runs that have lines of their own.
const FEW_RUNS: usize = 24;
/// The largest number of marks on a curve.
const MARKS: usize = 40;
/// The largest number of settings with bands. More bands would hide each other.
const BANDS: usize = 8;
/// The opacity of the band, and of the lines of single runs.
const BAND: f64 = 0.16;
const FAINT: f64 = 0.45;

/// The steps of a run's curve: efforts, and the height from there on.
type Steps = Vec<(f64, f64)>;

/// The heights of a setting's runs from some effort on. A run without a height yet counts as lower
/// than all others.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Quantiles {
    effort: f64,
    low: f64,
    median: f64,
    high: f64,
}

/// The curves of a setting.
struct MedianCurve {
    setting: usize,
    name: String,
    style: SettingStyle,
    runs: Vec<Steps>,
    steps: Vec<Quantiles>,
    /// The greatest effort of a run.
    end: f64,
}

/// Draws the best fitness by effort: for each setting, the median and the quartiles of its runs. If
/// the runs collect values, draws the number of values found. `None` if no run has a height.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn medians(results: &Results, axis: EffortAxis) -> Result<Option<Picture>, ReportError> {
    let curves = curves(results, axis);
    if curves.iter().all(|curve| curve.steps.is_empty()) {
        return Ok(None);
    }
    let styles: Vec<SettingStyle> = curves.iter().map(|curve| curve.style).collect();
    let lines = legend_lines(&styles, |i| curves[i].legend());
    let title = format!("{}, by {}", heading(results), axis.name());
    let name = match axis {
        EffortAxis::Asked => "comparison-best",
        EffortAxis::Valued => "comparison-best-valued",
        EffortAxis::Generations => "comparison-best-generations",
        EffortAxis::Seconds => "comparison-best-seconds",
    };
    let mut across = None;
    let mut picture = chart_with_legend(name, &title, &lines, |area| {
        draw_curves(area, &curves, axis, &mut across)
    })?;
    picture.across = across;
    let told: Vec<String> = curves.iter().map(MedianCurve::told).collect();
    picture.text = format!(
        "{title}: median and quartiles of the runs. {}.",
        told.join("; ")
    );
    Ok(Some(picture))
}

/// The name of the quantity that the heights show.
fn heading(results: &Results) -> String {
    let common = results
        .settings
        .first()
        .filter(|_| results.has_common_objective());
    let Some(first) = common else {
        return "Best fitness".to_string();
    };
    let objective = &first.plan.objective;
    match objective.question() {
        Question::Collect(collect) => format!("Number of {} found", values_of(collect)[1]),
        Question::Find(_) => "Answer (1: found)".to_string(),
        Question::Best => {
            let goal = objective.goals().first();
            format!("Best {}", goal.map_or("fitness", |goal| goal.text()))
        }
    }
}

fn curves(results: &Results, axis: EffortAxis) -> Vec<MedianCurve> {
    let styles = setting_styles(results).into_iter().enumerate();
    let curve = |(i, style): (usize, SettingStyle)| {
        let runs: Vec<Steps> = results.of(i).map(|run| steps(run, axis)).collect();
        let ends = results.of(i).filter_map(|run| run.end.on(axis));
        MedianCurve {
            setting: i,
            name: results.settings[i].name.clone(),
            style,
            end: ends.fold(0.0, f64::max),
            steps: quantiles(&runs),
            runs,
        }
    };
    styles.map(curve).collect()
}

fn steps(run: &ComparedRun, axis: EffortAxis) -> Steps {
    let curve = run.curve().into_iter();
    curve
        .filter_map(|(effort, height)| Some((effort.on(axis)?, height)))
        .collect()
}

/// The quantiles of some runs after each effort at which a run has a step. A run that has ended
/// keeps its height.
fn quantiles(runs: &[Steps]) -> Vec<Quantiles> {
    let mut events: Vec<(f64, usize, f64)> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, steps)| {
            steps
                .iter()
                .map(move |&(effort, height)| (effort, run, height))
        })
        .collect();
    events.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut heights = vec![f64::NEG_INFINITY; runs.len()];
    let mut found: Vec<Quantiles> = Vec::new();
    let groups: Vec<&[(f64, usize, f64)]> = events.chunk_by(|a, b| a.0 == b.0).collect();
    // A chart cannot show more steps than it has pixels.
    let stride = groups.len().div_ceil(POINTS).max(1);
    for (i, at_once) in groups.iter().enumerate() {
        for &(_, run, height) in *at_once {
            heights[run] = height;
        }
        if !i.is_multiple_of(stride) && i + 1 < groups.len() {
            continue;
        }
        let mut sorted = heights.clone();
        sorted.sort_by(f64::total_cmp);
        let (place, quarter) = (middle_of_heights(sorted.len()), (sorted.len() - 1) / 4);
        let now = Quantiles {
            effort: at_once[0].0,
            low: sorted[quarter],
            median: sorted[place],
            high: sorted[sorted.len() - 1 - quarter],
        };
        let is_new = found.last().is_none_or(|last| {
            (last.low, last.median, last.high) != (now.low, now.median, now.high)
        });
        if is_new && now.median.is_finite() {
            found.push(now);
        }
    }
    found
}

impl MedianCurve {
    fn legend(&self) -> String {
        let runs = number_of(self.runs.len() as u64, "run");
        match self.name.as_str() {
            "" => runs,
            name => format!("{name}: {runs}"),
        }
    }

    /// The last quantiles as text.
    fn told(&self) -> String {
        let last = self.steps.last().map_or("none".to_string(), |q| {
            let [low, median, high] = [q.low, q.median, q.high].map(height_text);
            format!("at the end median {median}, quartiles {low} and {high}")
        });
        format!("{}: {last}", self.legend())
    }

    /// The corners of a line of steps, from the first step to the end.
    fn corners(&self, height: impl Fn(&Quantiles) -> f64) -> Vec<(f64, f64)> {
        let steps: Steps = self.steps.iter().map(|q| (q.effort, height(q))).collect();
        staircase(&steps, self.end)
    }
}

fn height_text(height: f64) -> String {
    if height.is_finite() {
        plain(height)
    } else {
        "none".to_string()
    }
}

/// The corners of a line of steps, to its right end.
fn staircase(steps: &[(f64, f64)], end: f64) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::with_capacity(2 * steps.len() + 1);
    for &(effort, height) in steps {
        if let Some(&(_, before)) = corners.last() {
            corners.push((effort, before));
        }
        corners.push((effort, height));
    }
    if let Some(&(effort, height)) = corners.last() {
        corners.push((end.max(effort), height));
    }
    corners
}

/// A range around the heights that the chart shows: those of the settings, and of single runs.
fn heights(curves: &[MedianCurve], has_single_runs: bool) -> Range<f64> {
    let steps = curves.iter().flat_map(|curve| curve.steps.iter());
    let shown = curves.iter().filter(|_| has_single_runs);
    let singles = shown.flat_map(|curve| curve.runs.iter().flatten());
    let heights = steps.flat_map(|q| [q.low, q.median, q.high]);
    let heights = heights.chain(singles.map(|step| step.1));
    roomy(heights.filter(|height| height.is_finite()))
}

fn draw_curves(
    area: &Area,
    curves: &[MedianCurve],
    axis: EffortAxis,
    across: &mut Option<Across>,
) -> DrawResult {
    let few = curves.iter().map(|curve| curve.runs.len()).sum::<usize>() <= FEW_RUNS;
    let y = heights(curves, few);
    let steps = curves.iter().flat_map(|curve| curve.steps.iter());
    let least = steps.map(|q| q.effort).fold(f64::INFINITY, f64::min);
    let most = curves.iter().map(|curve| curve.end).fold(1.0, f64::max);
    let log = LogAxis::around(least, most, axis);
    let y_axis = AxisRange::linear(y.clone());
    let mut c = frame(area, [24, 44, 56]).build_cartesian_2d(log.clone(), y_axis)?;
    *across = Some(Across::with(&log.of_efforts(), &c));
    mesh_of_efforts(&mut c, &format!("{} (logarithmic)", axis.name()), 7)?;
    let places = |corners: Vec<(f64, f64)>| -> Vec<(f64, f64)> {
        let place = |(x, height): (f64, f64)| (log.at(x), height.max(y.start));
        corners.into_iter().map(place).collect()
    };
    // The first setting is drawn last, on top of the others, and those without a style of their own
    // first.
    let mut order: Vec<&MedianCurve> = curves.iter().rev().collect();
    order.sort_by_key(|curve| curve.style.is_own());
    let has_band = |curve: &&&MedianCurve| curves.len() <= BANDS && curve.runs.len() > 1;
    for curve in order.iter().filter(has_band) {
        let mut outline = places(curve.corners(|q| q.low));
        outline.extend(places(curve.corners(|q| q.high)).into_iter().rev());
        let fill = curve.style.colour().mix(BAND);
        series(&screen(&c), curve.style.series(&curve.name), || {
            c.draw_series([Polygon::new(outline, fill)])?;
            Ok(Vec::new())
        })?;
    }
    let mut marks = Vec::new();
    for curve in order {
        let picture = screen(&c);
        let draw = || {
            if few && curve.runs.len() > 1 {
                for run in &curve.runs {
                    let line = places(staircase(run, curve.end));
                    let style = curve.style.colour().mix(FAINT).stroke_width(1);
                    c.draw_series(LineSeries::new(line, style))?;
                }
            }
            let width = if curve.style.is_own() { 2 } else { 1 };
            let line = places(curve.corners(|q| q.median));
            curve.style.draw_curve(&mut c, line, width)?;
            let place = |q: &Quantiles| c.backend_coord(&(log.at(q.effort), q.median));
            Ok(match curve.style.is_own() {
                true => tips(curve, place, axis),
                false => Vec::new(),
            })
        };
        let name = curve.style.series(&curve.name);
        marks.extend(series(&picture, name, draw)?);
    }
    Ok(marks)
}

/// The marks at the steps of a median.
fn tips(
    curve: &MedianCurve,
    place: impl Fn(&Quantiles) -> (i32, i32),
    axis: EffortAxis,
) -> Vec<Mark> {
    let mut steps: Vec<&Quantiles> = curve.steps.iter().collect();
    steps.dedup_by(|later, earlier| later.median == earlier.median);
    let stride = steps.len().div_ceil(MARKS).max(1);
    let (name, is_single) = (&curve.name, curve.runs.len() == 1);
    let colon = if name.is_empty() { "" } else { ": " };
    let mark = |q: &Quantiles| {
        let [low, median, high] = [q.low, q.median, q.high].map(height_text);
        let (effort, unit) = (plain(q.effort), axis.name());
        let heights = if is_single {
            median
        } else {
            format!("median {median}, quartiles {low} and {high}")
        };
        let tip = format!("{name}{colon}{heights} at {effort} {unit}");
        Mark::disc(place(q), tip, Some(format!("setting-{}", curve.setting)))
    };
    steps.into_iter().rev().step_by(stride).map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_runs_so_far() {
        let none = f64::NEG_INFINITY;
        let runs: Vec<Steps> = vec![
            vec![(1.0, 1.0), (10.0, 5.0)],
            vec![(2.0, 2.0)],
            vec![(3.0, 3.0), (10.0, 4.0)],
        ];
        let found: Vec<[f64; 4]> = quantiles(&runs)
            .into_iter()
            .map(|q| [q.effort, q.low, q.median, q.high])
            .collect();
        assert_eq!(
            found,
            [
                [2.0, none, 1.0, 2.0],
                [3.0, 1.0, 2.0, 3.0],
                [10.0, 2.0, 4.0, 5.0],
            ]
        );
        assert!(quantiles(&[vec![], vec![], vec![(1.0, 1.0)]]).is_empty());
        let five: Vec<Steps> = (1..=5)
            .map(|i| vec![(f64::from(i), f64::from(i))])
            .collect();
        let last = quantiles(&five).pop().expect("steps");
        assert_eq!([last.low, last.median, last.high], [2.0, 3.0, 4.0]);
        let third = quantiles(&five)[0];
        assert_eq!([third.low, third.median, third.high], [none, 1.0, 2.0]);
    }

    #[test]
    fn no_line_runs_backwards() {
        let corners = staircase(&[(1.0, 1.0), (5.0, 2.0), (5.0, 3.0), (9.0, 4.0)], 7.0);
        let forward = |w: &[(f64, f64)]| w[0].0 <= w[1].0 && w[0].1 <= w[1].1;
        assert!(corners.windows(2).all(forward), "{corners:?}");
        assert_eq!(corners.last(), Some(&(9.0, 4.0)));
        assert!(staircase(&[], 7.0).is_empty());
    }
}
