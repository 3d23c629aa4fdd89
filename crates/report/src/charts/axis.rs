//! Horizontal axes of curves over time: what an axis measures, and whether it is logarithmic.

use super::*;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

/// An axis that spans more than this factor is logarithmic unless the reader chooses otherwise.
const WIDE: f64 = 1000.0;
/// The largest number of labels on a logarithmic axis.
const LABELS: usize = 10;

/// The quantity along a horizontal axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// By generations.
    Generation,
    /// By the number of boards asked.
    Asked,
    /// By the number of boards valued.
    Valued,
    /// By seconds.
    Seconds,
}

impl Axis {
    /// All axes; the first is the one of a picture that stands alone.
    pub const ALL: [Axis; 4] = [Axis::Generation, Axis::Asked, Axis::Valued, Axis::Seconds];

    /// The name in the names of files and in pages; the name that readers choose by; the label.
    fn names(self) -> [&'static str; 3] {
        match self {
            Axis::Generation => ["generation", "generations", "generation"],
            Axis::Asked => ["asked", "boards asked", "boards asked"],
            Axis::Valued => ["valued", "boards valued", "boards valued"],
            Axis::Seconds => ["seconds", "seconds", "seconds"],
        }
    }

    /// The name in pages.
    pub fn id(self) -> &'static str {
        self.names()[0]
    }

    /// The name in the choice of axes.
    pub fn choice(self) -> &'static str {
        self.names()[1]
    }

    pub(super) fn label(self, is_log: bool) -> String {
        let logarithmic = if is_log { " (logarithmic)" } else { "" };
        format!("{}{logarithmic}", self.names()[2])
    }
}

/// An axis and a scale. A chart over time has a picture for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The axis.
    pub axis: Axis,
    /// Whether the vertical axis is logarithmic.
    pub is_log: bool,
    /// Whether the picture is shown unless the reader chooses a scale: the scale fits the span.
    pub is_automatic: bool,
}

impl View {
    /// The linear and the logarithmic view of an axis.
    pub(super) fn both(axis: Axis, is_log_automatic: bool) -> [View; 2] {
        [false, true].map(|is_log| View {
            axis,
            is_log,
            is_automatic: is_log == is_log_automatic,
        })
    }

    /// The views of an axis whose values lie in this range. Generations are linear unless the reader
    /// chooses otherwise.
    pub(super) fn of(axis: Axis, least: f64, most: f64) -> [View; 2] {
        View::both(axis, axis != Axis::Generation && is_wide(least, most))
    }

    /// The linear view of the same axis.
    pub(super) fn linear(self) -> View {
        View {
            is_log: false,
            ..self
        }
    }

    /// The words of the view in a page: axis, scale, and `automatic`.
    pub fn words(self) -> String {
        let scale = if self.is_log { "log" } else { "linear" };
        let automatic = if self.is_automatic { " automatic" } else { "" };
        format!("{} {scale}{automatic}", self.axis.id())
    }
}

/// Whether numbers from `least`, which is positive, to `most` need a logarithmic axis.
pub(super) fn is_wide(least: f64, most: f64) -> bool {
    least > 0.0 && most > WIDE * least
}

/// The values of an axis, linear or logarithmic. Numbers are mapped as they are.
#[derive(Clone)]
pub(super) struct AxisRange {
    range: Range<f64>,
    is_log: bool,
}

impl AxisRange {
    pub(super) fn linear(range: Range<f64>) -> AxisRange {
        let is_log = false;
        AxisRange { range, is_log }
    }

    /// A linear axis from 0 to the greatest of these heights, with a margin.
    pub(super) fn above_zero(heights: impl Iterator<Item = f64>) -> AxisRange {
        let most = heights.fold(0.0, f64::max);
        AxisRange::linear(0.0..if most > 0.0 { 1.08 * most } else { 1.0 })
    }

    /// A logarithmic axis from `least`, at least a decade long. Smaller numbers lie at its start.
    pub(super) fn logarithmic(least: f64, most: f64) -> AxisRange {
        let least = least.max(f64::MIN_POSITIVE);
        AxisRange {
            range: 0.9 * least..1.1 * most.max(10.0 * least),
            is_log: true,
        }
    }

    /// A logarithmic axis with these ends.
    pub(super) fn powers_of_ten(powers: Range<f64>) -> AxisRange {
        AxisRange {
            range: 10f64.powf(powers.start)..10f64.powf(powers.end),
            is_log: true,
        }
    }

    /// An axis from 0 or `least` to `most`, with a margin.
    pub(super) fn across(is_log: bool, least: f64, most: f64) -> AxisRange {
        if is_log {
            AxisRange::logarithmic(least, most)
        } else {
            AxisRange::linear(-0.01 * most..1.02 * most)
        }
    }

    fn powers(&self) -> Range<f64> {
        self.range.start.log10()..self.range.end.log10()
    }
}

impl Ranged for AxisRange {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        if self.is_log {
            let power = value.max(self.range.start).log10();
            RangedCoordf64::from(self.powers()).map(&power, limit)
        } else {
            RangedCoordf64::from(self.range.clone()).map(value, limit)
        }
    }

    /// The labels of a logarithmic axis are 1, 2 and 5 times powers of ten. If these are too many,
    /// they are powers only, and of many powers every second or third.
    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if !self.is_log {
            return RangedCoordf64::from(self.range.clone()).key_points(hint);
        }
        let most = hint.max_num_points().min(LABELS);
        let powers = self.powers();
        let (first, last) = (powers.start.floor() as i32, powers.end.ceil() as i32);
        let ticks = |factors: &[f64], step: usize| -> Vec<f64> {
            let all = (first..=last).step_by(step);
            all.flat_map(|power| factors.iter().map(move |f| f * 10f64.powi(power)))
                .filter(|tick| self.range.contains(tick))
                .collect()
        };
        let powers_only = (1..).map(|step| ticks(&[1.0], step));
        let mut choices = std::iter::once(ticks(&[1.0, 2.0, 5.0], 1)).chain(powers_only);
        choices
            .find(|ticks| ticks.len() <= most.max(2))
            .unwrap_or_default()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// An axis in its picture: the place of its ends in pixels, and the numbers there.
#[derive(Clone, PartialEq, Debug)]
struct PlacedAxis {
    pixels: [i32; 2],
    values: [f64; 2],
    is_log: bool,
}

impl PlacedAxis {
    fn of(axis: &AxisRange, pixels: [i32; 2]) -> PlacedAxis {
        PlacedAxis {
            pixels,
            values: [axis.range.start, axis.range.end],
            is_log: axis.is_log,
        }
    }

    /// Both places, both numbers, and the scale.
    fn text(&self) -> String {
        let ([start, end], [from, to]) = (self.pixels, self.values);
        let scale = if self.is_log { "log" } else { "linear" };
        format!("{start} {end} {from} {to} {scale}")
    }
}

/// The axes of a picture: so a script finds the moment under the pointer, and zooms.
#[derive(Clone, PartialEq, Debug)]
pub struct Across {
    across: PlacedAxis,
    /// The vertical axis of each panel, from top to bottom.
    panels: Vec<PlacedAxis>,
}

impl Across {
    pub(super) fn of(c: &ChartOf<AxisRange, AxisRange>) -> Across {
        Across::with(c.as_coord_spec().x_spec(), c)
    }

    /// The axes of a chart whose horizontal axis is equal to this one.
    pub(super) fn with<X: Coordinate>(x_axis: &AxisRange, c: &ChartOf<X, AxisRange>) -> Across {
        let (x, y) = c.plotting_area().get_pixel_range();
        Across {
            across: PlacedAxis::of(x_axis, [x.start, x.end]),
            panels: vec![PlacedAxis::of(c.as_coord_spec().y_spec(), [y.end, y.start])],
        }
    }

    /// Adds a panel of the same picture.
    pub(super) fn add(&mut self, panel: Across) {
        self.panels.extend(panel.panels);
    }

    /// An attribute of the picture: the horizontal axis.
    pub fn text(&self) -> String {
        self.across.text()
    }

    /// An attribute of the picture: the vertical axes, from top to bottom.
    pub fn panels_text(&self) -> String {
        let panels: Vec<String> = self.panels.iter().map(PlacedAxis::text).collect();
        panels.join(";")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::coord::ranged1d::LightPoints;

    #[test]
    fn a_logarithmic_axis_has_few_labels_and_keeps_small_numbers_at_its_start() {
        for (least, most) in [
            (1.0, 5.0),
            (3.0, 4000.0),
            (0.01, 1e9),
            (1.0, 1e300),
            (0.0, 0.0),
        ] {
            let axis = AxisRange::logarithmic(least, most);
            let ticks = axis.key_points(LightPoints::new(9, 9));
            assert!(ticks.len() <= 10, "{least} to {most}: {ticks:?}");
            assert!(ticks.iter().all(|tick| axis.range().contains(tick)));
            assert_eq!(axis.map(&0.0, (50, 750)), 50);
            assert!(axis.map(&most, (50, 750)) <= 750);
        }
        let axis = AxisRange::logarithmic(1.0, 1000.0);
        assert_eq!(
            axis.key_points(LightPoints::new(4, 4)),
            [1.0, 10.0, 100.0, 1000.0]
        );
    }

    #[test]
    fn the_scale_of_a_wide_axis_is_logarithmic_except_for_generations() {
        let automatic = |axis, least, most| {
            let views = View::of(axis, least, most);
            views.into_iter().find(|v| v.is_automatic).unwrap().is_log
        };
        assert!(automatic(Axis::Asked, 64.0, 64_001.0));
        assert!(!automatic(Axis::Asked, 64.0, 64_000.0));
        assert!(!automatic(Axis::Seconds, 0.0, 1e6));
        assert!(!automatic(Axis::Generation, 1.0, 1e6));
        assert_eq!(
            View::of(Axis::Asked, 1.0, 9.0)[0].words(),
            "asked linear automatic"
        );
    }
}
