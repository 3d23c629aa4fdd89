//! The chart of a comparison. For each setting, a curve shows the share of the setting's runs that
//! had reached the target, by the number of boards asked.
//!
//! A curve ends where the longest run of its setting ended. If a run never reached the target, the
//! curve stays below one, and a ring marks its end.

use super::axis::{Across, AxisRange};
use super::palette::{SettingStyle, setting_styles};
use super::settings::{LogAxis, chart_with_legend, legend_lines, mesh_of_efforts};
use super::*;
use boilingpoint_comparison::{EffortAxis, Results};

/// The largest number of marks on a curve.
const MARKS: usize = 40;

/// The curve of a setting.
struct AttainmentCurve {
    setting: usize,
    name: String,
    style: SettingStyle,
    /// For each run that reached the target, the number of boards asked until then. Sorted.
    boards: Vec<u64>,
    runs: usize,
    /// The right end of the curve: the greatest number of boards that a run of the setting asked.
    last: u64,
}

/// Draws the share of the finished runs of each setting that reached the target, by the number of
/// boards asked.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn attainment(results: &Results) -> Result<Picture, ReportError> {
    let target = results.common_target();
    let target = target.unwrap_or_else(|| "the target of its setting".to_string());
    let curves = curves(results);
    let styles: Vec<SettingStyle> = curves.iter().map(|curve| curve.style).collect();
    let lines = legend_lines(&styles, |i| curves[i].legend());
    let title = format!("Share of runs that reached {target}");
    let mut across = None;
    let mut picture = chart_with_legend("attainment", &title, &lines, |area| {
        draw_curves(area, &curves, &mut across)
    })?;
    picture.across = across;
    let told: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    picture.text = format!("{title}, by boards asked. {}.", told.join("; "));
    Ok(picture)
}

fn curves(results: &Results) -> Vec<AttainmentCurve> {
    let styles = setting_styles(results);
    let curve = |(i, style): (usize, SettingStyle)| {
        let reached = results.finished(i).filter_map(|run| run.reached);
        let mut boards: Vec<u64> = reached.map(|effort| effort.asked).collect();
        boards.sort_unstable();
        let ends = results.finished(i).map(|run| run.end.asked);
        AttainmentCurve {
            setting: i,
            name: results.settings[i].name.clone(),
            style,
            runs: results.finished(i).count(),
            last: ends.chain(boards.last().copied()).max().unwrap_or(0),
            boards,
        }
    };
    styles.into_iter().enumerate().map(curve).collect()
}

impl AttainmentCurve {
    fn legend(&self) -> String {
        let runs = format!("{} of {} runs", self.boards.len(), self.runs);
        match self.name.as_str() {
            "" => runs,
            name => format!("{name}: {runs}"),
        }
    }

    fn share(&self, count: usize) -> f64 {
        count as f64 / self.runs.max(1) as f64
    }

    /// The corners of the curve, from `first` boards on.
    fn corners(&self, first: f64) -> Vec<(f64, f64)> {
        let mut corners = vec![(first, 0.0)];
        for (count, &boards) in self.boards.iter().enumerate() {
            let at = (boards as f64).max(first);
            corners.extend([(at, self.share(count)), (at, self.share(count + 1))]);
        }
        corners.push(((self.last as f64).max(first), self.share(self.boards.len())));
        corners
    }

    fn is_censored(&self) -> bool {
        self.boards.len() < self.runs
    }
}

fn draw_curves(area: &Area, curves: &[AttainmentCurve], across: &mut Option<Across>) -> DrawResult {
    let least = curves.iter().filter_map(|c| c.boards.first());
    let least = least.min().copied().unwrap_or(1).max(1) as f64;
    let most = curves.iter().map(|c| c.last).max().unwrap_or(1) as f64;
    let axis = LogAxis::around(least, most, EffortAxis::Asked);
    let shares = AxisRange::linear(-0.02..1.04);
    let mut c = frame(area, [24, 44, 56]).build_cartesian_2d(axis.clone(), shares)?;
    *across = Some(Across::with(&axis.of_efforts(), &c));
    mesh_of_efforts(&mut c, "boards asked until the target (logarithmic)", 6)?;
    // The first setting is drawn last, on top of the others, and those without a style of their own
    // first.
    let mut order: Vec<&AttainmentCurve> = curves.iter().filter(|c| c.runs > 0).rev().collect();
    order.sort_by_key(|curve| curve.style.is_own());
    let mut marks = Vec::new();
    for curve in order {
        let name = curve.style.series(&curve.name);
        marks.extend(series(&screen(&c), name, || curve.draw(&mut c, &axis))?);
    }
    Ok(marks)
}

impl AttainmentCurve {
    fn draw(&self, c: &mut ChartOf<LogAxis, AxisRange>, axis: &LogAxis) -> DrawResult {
        let corners = self.corners(axis.first()).into_iter();
        let corners: Vec<(f64, f64)> = corners.map(|(x, y)| (axis.at(x), y)).collect();
        let stop = corners.last().copied();
        let width = if self.style.is_own() { 2 } else { 1 };
        self.style.draw_curve(c, corners, width)?;
        if let Some(stop) = stop.filter(|_| self.is_censored()) {
            let ring = self.style.colour().stroke_width(2);
            c.draw_series([Circle::new(stop, 4, WHITE.filled())])?;
            c.draw_series([Circle::new(stop, 4, ring)])?;
        }
        if !self.style.is_own() {
            return Ok(Vec::new());
        }
        let stride = self.boards.len().div_ceil(MARKS).max(1);
        let steps = self
            .boards
            .iter()
            .enumerate()
            .skip(stride - 1)
            .step_by(stride);
        let mut marks = Vec::new();
        for (count, &boards) in steps {
            let at = (axis.at(boards as f64), self.share(count + 1));
            let (name, runs) = (&self.name, self.runs);
            let colon = if name.is_empty() { "" } else { ": " };
            let tip = format!(
                "{name}{colon}{} of {runs} runs after {boards} boards",
                count + 1
            );
            let target = Some(format!("setting-{}", self.setting));
            marks.push(Mark::disc(c.backend_coord(&at), tip, target));
        }
        Ok(marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(boards: &[u64], runs: usize, last: u64) -> AttainmentCurve {
        AttainmentCurve {
            setting: 0,
            name: String::new(),
            style: SettingStyle::OTHERS,
            boards: boards.to_vec(),
            runs,
            last,
        }
    }

    #[test]
    fn no_curve_runs_backwards() {
        for curve in [
            curve(&[3, 3, 40], 4, 100),
            curve(&[90], 1, 90),
            curve(&[], 3, 7),
            curve(&[2, 500], 2, 500),
        ] {
            for first in [1.0, 10.0, 1000.0] {
                let corners = curve.corners(first);
                let forward = |w: &[(f64, f64)]| w[0].0 <= w[1].0 && w[0].1 <= w[1].1;
                assert!(corners.windows(2).all(forward), "{corners:?}");
            }
        }
    }
}
