//! The width of a picture on a page.

use super::Svg;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// Pixels of SVG in an inch.
const PIXELS: f64 = 96.0;
/// Centimetres in an inch.
const CENTIMETRES: f64 = 2.54;
/// The units of widths, and how many of each are an inch. A point is one of TeX, in which LaTeX
/// gives the width of a column.
const UNITS: [(&str, f64); 4] = [
    ("cm", CENTIMETRES),
    ("mm", 25.4),
    ("in", 1.0),
    ("pt", 72.27),
];
/// The least and the greatest width in centimetres.
const BOUNDS: (f64, f64) = (1.0, 100.0);
/// The least size of a text in a picture of a given width, in points.
pub const LEAST_TEXT: f64 = 5.0;

/// The width of a picture on a page, such as `8cm`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PageWidth {
    inches: f64,
}

/// The text is not a width.
#[derive(Debug, thiserror::Error)]
#[error("expected a width from 1cm to 100cm, such as 8cm, 80mm, 3.3in or 246pt")]
pub struct WidthError;

/// The texts of a picture would be too small to read.
#[derive(Debug, thiserror::Error)]
#[error(
    "at {width} the smallest text of the picture would have {points:.1} points; expected at least \
     {least}, where it has {LEAST_TEXT}"
)]
pub struct TooNarrow {
    width: PageWidth,
    points: f64,
    least: PageWidth,
}

impl FromStr for PageWidth {
    type Err = WidthError;

    fn from_str(text: &str) -> Result<PageWidth, WidthError> {
        let split = text
            .find(|c: char| !(c.is_ascii_digit() || c == '.'))
            .ok_or(WidthError)?;
        let (number, unit) = text.split_at(split);
        let known = UNITS.iter().find(|(known, _)| *known == unit.trim());
        let (_, in_an_inch) = known.ok_or(WidthError)?;
        let number: f64 = number.parse().map_err(|_| WidthError)?;
        let width = PageWidth {
            inches: number / in_an_inch,
        };
        let (least, most) = BOUNDS;
        let is_fitting = (least - 1e-9..=most + 1e-9).contains(&width.centimetres());
        is_fitting.then_some(width).ok_or(WidthError)
    }
}

impl Display for PageWidth {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let text = format!("{:.2}", self.centimetres());
        write!(f, "{}cm", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl PageWidth {
    /// The width in pixels of SVG.
    pub fn pixels(self) -> f64 {
        self.inches * PIXELS
    }

    /// The width in centimetres.
    pub fn centimetres(self) -> f64 {
        self.inches * CENTIMETRES
    }

    /// Whether a text of this many points can be read.
    ///
    /// # Errors
    /// If it cannot. The error names the width at which it could, if the picture were enlarged.
    pub fn check_text(self, points: f64) -> Result<(), TooNarrow> {
        if points >= LEAST_TEXT - 1e-6 {
            return Ok(());
        }
        let least = self.centimetres() * LEAST_TEXT / points;
        // Rounded up to a millimetre.
        let inches = (least * 10.0).ceil() / 10.0 / CENTIMETRES;
        Err(TooNarrow {
            width: self,
            points,
            least: PageWidth { inches },
        })
    }

    /// Gives a drawing this width.
    ///
    /// # Errors
    /// If its texts would be too small.
    pub fn fit(self, mut svg: Svg) -> Result<Svg, TooNarrow> {
        let (width, height) = svg.size();
        let scale = self.pixels() / width.max(1.0);
        if let Some(size) = svg.smallest_text() {
            self.check_text(size * scale * 72.0 / PIXELS)?;
        }
        let centimetres = |pixels: f64| format!("{:.3}cm", pixels * CENTIMETRES / PIXELS);
        svg.set("width", &centimetres(self.pixels()));
        svg.set("height", &centimetres(height * scale));
        Ok(svg)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn widths_have_a_unit_and_bounds() {
        for (text, centimetres) in [
            ("8cm", 8.0),
            ("80mm", 8.0),
            ("1in", 2.54),
            ("72.27pt", 2.54),
            ("8.5 cm", 8.5),
            ("100cm", 100.0),
        ] {
            let width: PageWidth = text.parse().unwrap();
            assert!((width.centimetres() - centimetres).abs() < 1e-9, "{text}");
        }
        assert_eq!("3.3in".parse::<PageWidth>().unwrap().to_string(), "8.38cm");
        for wrong in [
            "8", "8em", "0.9cm", "101cm", "-3cm", "1e3mm", "cm", "", "nancm", "1..2cm",
        ] {
            let error = wrong.parse::<PageWidth>().unwrap_err().to_string();
            assert!(error.starts_with("expected a width from 1cm"), "{wrong}");
        }
    }

    #[test]
    fn a_drawing_gets_its_width_unless_its_texts_become_too_small() {
        let picture = |size: f64| {
            let mut svg = Svg::new(&[("width", &"400"), ("height", &"200")]);
            write!(svg, "<text font-size=\"14\"/><g font-size=\"{size}\"/>");
            svg
        };
        let width: PageWidth = "1in".parse().unwrap();
        let error = width.fit(picture(10.0)).unwrap_err().to_string();
        let expected = "at 2.54cm the smallest text of the picture would have 1.8 points; \
                        expected at least 7.1cm, where it has 5";
        assert_eq!(error, expected);
        let fitted = "7.1cm".parse::<PageWidth>().unwrap().fit(picture(10.0));
        let fitted = fitted.unwrap().to_string();
        assert!(
            fitted.contains("width=\"7.100cm\" height=\"3.550cm\""),
            "{fitted}"
        );
    }
}
