//! The parts that the charts of a comparison share: the axis of effort, and the legend.

use super::axis::AxisRange;
use super::palette::SettingStyle;
use super::*;
use boilingpoint_comparison::EffortAxis;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::coord::types::RangedCoordf64;

/// The height of a line of the legend, and the space above its first line, in pixels.
const LINE: u32 = 20;
const ABOVE_LEGEND: u32 = 12;
/// The largest number of characters of a name in the legend.
const NAME: usize = 80;
/// The largest number of labels on the horizontal axis.
const LABELS: usize = 10;

/// A logarithmic axis with given ticks. Its values are logarithms to base ten.
#[derive(Clone)]
pub(super) struct LogAxis {
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

impl LogAxis {
    /// An axis that has both of these efforts on it, and at least a power of ten. The labels are 1,
    /// 2 and 5 times powers of ten. If this makes more than [`LABELS`] labels, they are only the
    /// powers.
    pub(super) fn around(least: f64, most: f64, axis: EffortAxis) -> LogAxis {
        let smallest = if axis == EffortAxis::Seconds {
            1e-3
        } else {
            1.0
        };
        let low = (least / 1.5).max(smallest).log10();
        let high = (most.max(10.0 * 10f64.powf(low)) * 1.05).log10();
        let ticks = |factors: &[f64]| -> Vec<f64> {
            (-3..20)
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

    /// The place of an effort on the axis. An effort beyond an end is at the end.
    pub(super) fn at(&self, effort: f64) -> f64 {
        let least = 10f64.powf(self.range.start);
        effort.max(least).log10().min(self.range.end)
    }

    /// The same axis as one whose values are efforts.
    pub(super) fn of_efforts(&self) -> AxisRange {
        AxisRange::powers_of_ten(self.range.clone())
    }

    /// The effort at the left end.
    pub(super) fn first(&self) -> f64 {
        10f64.powf(self.range.start)
    }
}

/// Draws the grid, with efforts on the horizontal axis.
pub(super) fn mesh_of_efforts<Y: Coordinate>(
    c: &mut ChartOf<LogAxis, Y>,
    x_name: &str,
    y_labels: usize,
) -> Result<(), Box<dyn Error>> {
    let effort = |x: &f64| counted(rounded(10f64.powf(*x)));
    mesh(c, [x_name, ""], y_labels, [&effort, &|y| plain(*y)])
}

/// Whole numbers from one on; three digits below one.
fn rounded(effort: f64) -> f64 {
    if effort > 0.99 {
        effort.round()
    } else {
        effort
    }
}

/// The lines of a legend: those of the settings with a style of their own, and one line for all
/// others, if there are some.
pub(super) fn legend_lines(
    styles: &[SettingStyle],
    names: impl Fn(usize) -> String,
) -> Vec<(SettingStyle, String)> {
    let own = |&i: &usize| styles[i].is_own();
    let mut lines: Vec<(SettingStyle, String)> = (0..styles.len())
        .filter(own)
        .map(|i| (styles[i], names(i)))
        .collect();
    let others: Vec<&SettingStyle> = styles.iter().filter(|style| !style.is_own()).collect();
    if let Some(style) = others.first() {
        lines.push((**style, format!("{} other settings", others.len())));
    }
    lines
}

/// Draws a chart of settings with its legend below.
pub(super) fn chart_with_legend(
    name: &'static str,
    title: &str,
    lines: &[(SettingStyle, String)],
    draw: impl FnOnce(&Area) -> DrawResult,
) -> Result<Picture, ReportError> {
    let legend = ABOVE_LEGEND + LINE * lines.len() as u32;
    chart(name, &shortened(title, TITLE), SIZE.1 + legend, |area| {
        // The title has already taken its part of the height.
        let height = area.dim_in_pixel().1;
        let (upper, lower) = area.split_vertically(height.saturating_sub(legend));
        let marks = draw(&upper)?;
        for (i, (style, name)) in lines.iter().enumerate() {
            let y = (LINE * i as u32 + LINE / 2) as i32;
            style.draw_line(&lower, [(56, y), (96, y)])?;
            let place = Pos::new(HPos::Left, VPos::Center);
            let name = shortened(name, NAME);
            lower.draw(&Text::new(name, (106, y), label(13, INK, place)))?;
        }
        Ok(marks)
    })
}
