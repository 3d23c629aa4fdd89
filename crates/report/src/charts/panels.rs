//! Panels below each other with a common horizontal axis.

use super::axis::{Across, AxisRange, View};
use super::timeline::Timeline;
use super::*;

/// A quantity over time: its name above the panel, the colour of the name, and its axis.
pub(super) struct Panel<'a> {
    pub(super) name: &'a str,
    pub(super) colour: RGBColor,
    pub(super) y: AxisRange,
    /// The space for names at the right, in pixels.
    pub(super) right: u32,
}

/// The chart of a panel.
pub(super) type PanelChart<'a, 'b> = ChartOf<'a, 'b, AxisRange, AxisRange>;

/// Draws a picture with this name and title, and panels of this height. `draw` draws the contents
/// of a panel.
pub(super) fn picture(
    inputs: &ChartInputs,
    (name, title, height): (&'static str, &str, u32),
    view: View,
    panels: &[Panel],
    mut draw: impl FnMut(usize, &mut PanelChart) -> DrawResult,
) -> Result<(Picture, Option<Across>), ReportError> {
    let mut across: Option<Across> = None;
    let whole = 60 + height * panels.len() as u32;
    let picture = inputs.sheet.chart(name, title, whole, |area| {
        let mut marks = Vec::new();
        let areas = split(area, panels.len(), height);
        for (i, (panel, area)) in panels.iter().zip(&areas).enumerate() {
            let is_last = i + 1 == panels.len();
            let mut c = panel.axes(area, &inputs.timeline, (view, is_last))?;
            let place = Across::of(&c);
            match &mut across {
                Some(first) => first.add(place),
                None => across = Some(place),
            }
            marks.extend(draw(i, &mut c)?);
        }
        Ok(marks)
    })?;
    Ok((picture, across))
}

/// Splits an area into panels of this height. The last panel has the rest, and the label of the
/// axis.
fn split<'a>(area: &Area<'a>, panels: usize, height: u32) -> Vec<Area<'a>> {
    let mut rest = area.clone();
    let mut parts = Vec::new();
    for _ in 1..panels {
        let (part, below) = rest.split_vertically(height);
        parts.push(part);
        rest = below;
    }
    parts.push(rest);
    parts
}

impl Panel<'_> {
    /// Draws the axes and the name. `is_last` tells whether the panel has the label of the axis.
    fn axes<'a, 'b>(
        &self,
        area: &'a Area<'b>,
        timeline: &Timeline,
        (view, is_last): (View, bool),
    ) -> Result<PanelChart<'a, 'b>, Box<dyn Error>> {
        let mut c = ChartBuilder::on(area)
            .margin(8)
            .margin_left(12)
            .margin_top(26)
            .margin_right(self.right)
            .x_label_area_size(if is_last { 44 } else { 24 })
            .y_label_area_size(78)
            .build_cartesian_2d(timeline.axis(view), self.y.clone())?;
        let by = if is_last {
            view.axis.label(view.is_log)
        } else {
            String::new()
        };
        mesh(&mut c, [&by, ""], 5, [&|x| counted(*x), &|v| counted(*v)])?;
        let style = label(13, self.colour, Pos::new(HPos::Left, VPos::Top));
        // A letter is about six pixels wide.
        let letters = (area.dim_in_pixel().0.saturating_sub(96) / 6) as usize;
        let name = shortened(self.name, letters.min(TITLE));
        area.draw(&Text::new(name, (90, 6), style))?;
        Ok(c)
    }
}

/// Draws a curve as a series of this name, with its last value at its end. A curve of one point is
/// a disc.
pub(super) fn draw_curve(
    c: &mut PanelChart,
    name: &str,
    points: &[(f64, f64)],
    colour: RGBColor,
) -> DrawResult {
    series(&screen(c), name, || {
        let line = points.iter().copied();
        c.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
        if let [only] = points {
            c.draw_series([Circle::new(*only, 4, colour.filled())])?;
        }
        Ok(Vec::new())
    })?;
    let ends = points.last().map(|end| CurveEnd {
        text: counted(end.1),
        ..CurveEnd::named(end.1, name, colour)
    });
    let x = c.x_range().end;
    name_ends(c, x, ends.into_iter().collect())?;
    Ok(Vec::new())
}
