//! The colours of settings. Charts, tables and pages of a comparison all take them from here.

use super::*;
use boilingpoint_comparison::Results;
use plotters::element::DashedPathElement;

/// The colours of settings. Each is readable as text on white, and `style.css` has one for dark
/// screens in the place of each.
const SETTINGS: [RGBColor; 8] = [
    BLUE,
    ORANGE,
    GREEN,
    RGBColor(185, 28, 28),
    RGBColor(124, 58, 237),
    RGBColor(14, 116, 144),
    RGBColor(190, 24, 93),
    RGBColor(77, 124, 15),
];
/// The dashes of curves, and the gaps between them. After the last colour, the colours come again
/// with the next dashes.
const DASHES: [Option<(u32, u32)>; 3] = [None, Some((8, 5)), Some((3, 4))];
/// The largest number of settings that have colours of their own.
const MOST: usize = SETTINGS.len() * DASHES.len();

/// The colour and the dashes of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettingStyle {
    colour: RGBColor,
    dashes: Option<(u32, u32)>,
    /// Whether the setting has this style alone.
    is_own: bool,
}

impl SettingStyle {
    /// The style of the setting at a place.
    fn at(place: usize) -> SettingStyle {
        let colours = SETTINGS.len();
        SettingStyle {
            colour: SETTINGS[place % colours],
            dashes: DASHES[place / colours % DASHES.len()],
            is_own: true,
        }
    }

    /// The style of all settings for which no colour is left.
    pub(super) const OTHERS: SettingStyle = SettingStyle {
        colour: MUTED,
        dashes: None,
        is_own: false,
    };

    /// Whether the setting has this style alone.
    pub fn is_own(self) -> bool {
        self.is_own
    }

    /// The colour for SVG and CSS.
    pub fn hex(self) -> String {
        let RGBColor(r, g, b) = self.colour;
        format!("#{r:02X}{g:02X}{b:02X}")
    }

    /// The dashes for SVG; empty for a solid line.
    pub fn dash_array(self) -> String {
        let dashes = self.dashes;
        dashes.map_or(String::new(), |(dash, gap)| format!("{dash} {gap}"))
    }

    /// The colour in charts.
    pub(super) fn colour(self) -> RGBColor {
        self.colour
    }

    /// The name of the series of a setting.
    pub(super) fn series(self, name: &str) -> &str {
        if self.is_own { name } else { "other settings" }
    }

    /// Draws a curve.
    pub(super) fn draw_curve<X: Ranged<ValueType = f64>, Y: Ranged<ValueType = f64>>(
        self,
        chart: &mut ChartContext<SVGBackend, Cartesian2d<X, Y>>,
        points: Vec<(f64, f64)>,
        width: u32,
    ) -> Result<(), Box<dyn Error>> {
        let style = self.colour.stroke_width(width);
        match self.dashes {
            None => chart.draw_series(LineSeries::new(points, style))?,
            Some((size, gap)) => {
                chart.draw_series(DashedLineSeries::new(points, size, gap, style))?
            }
        };
        Ok(())
    }

    /// Draws a line of the legend.
    pub(super) fn draw_line(
        self,
        area: &Area,
        line: [(i32, i32); 2],
    ) -> Result<(), Box<dyn Error>> {
        let style = self.colour.stroke_width(2);
        match self.dashes {
            None => area.draw(&PathElement::new(line.to_vec(), style))?,
            Some((size, gap)) => {
                area.draw(&DashedPathElement::new(line.to_vec(), size, gap, style))?;
            }
        }
        Ok(())
    }
}

/// The style of each setting of a comparison. If there are more settings than styles, the settings
/// with the best results have styles of their own.
pub fn setting_styles(results: &Results) -> Vec<SettingStyle> {
    if results.places.iter().all(|&place| place < MOST) {
        return results
            .places
            .iter()
            .map(|&p| SettingStyle::at(p))
            .collect();
    }
    let mut order: Vec<usize> = (0..results.settings.len()).collect();
    if order.len() > MOST {
        order.sort_by_cached_key(|&setting| results.standing(setting));
    }
    let mut styles = vec![SettingStyle::OTHERS; order.len()];
    for (place, setting) in order.into_iter().take(MOST).enumerate() {
        styles[setting] = SettingStyle::at(place);
    }
    styles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_all_different_and_have_dark_colours() {
        let styles: Vec<SettingStyle> = (0..MOST).map(SettingStyle::at).collect();
        for (i, style) in styles.iter().enumerate() {
            assert!(!styles[..i].contains(style));
            let hex = style.hex().to_lowercase();
            for part in ["fill", "stroke"] {
                let rule = format!(".chart svg [{part}=\"{hex}\" i]");
                assert!(crate::page::STYLE.contains(&rule), "{rule}");
            }
        }
    }
}
