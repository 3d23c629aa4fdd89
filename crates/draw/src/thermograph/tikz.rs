//! Thermographs as TikZ pictures, for papers.

use super::{Frame, Plot};
use crate::style::{BLUE, RED};
use crate::tikz::{colour, number};
use crate::width::{PageWidth, TooNarrow};
use boilingpoint_values::{Dyadic, Thermograph};
use std::fmt::{self, Write};

/// The width of a picture in centimetres if none is given.
const WIDTH: f64 = 8.0;
/// The least width for which a picture is laid out. A narrower one is scaled.
const NARROWEST: f64 = 4.5;
/// The height of the plotted area, as a part of its width.
const ASPECT: f64 = 0.8;
/// The room for the labels beside and below the plotted area, in centimetres.
const ROOM: f64 = 1.2;
/// The least width and height for each tick, in centimetres.
const TICK_ROOM: (f64, f64) = (1.2, 0.9);
/// A tick's label that is closer than this to a marked value is left out.
const CLEAR: (f64, f64) = (0.4, 0.35);
/// The size of the labels in points: that of `\footnotesize`.
const TEXT: f64 = 8.0;

/// The thermograph as a `tikzpicture`, for documents that load the package `tikz` and nothing else:
/// penalties upwards from -1, positive values on the left, Left's wall in blue, Right's in red, the
/// mast with an arrow. The corners of the walls are written as comments, too.
///
/// # Errors
/// If the labels would be too small at this width.
pub fn thermograph_tikz(
    thermograph: &Thermograph,
    width: Option<PageWidth>,
) -> Result<String, TooNarrow> {
    let wanted = width.map_or(WIDTH, PageWidth::centimetres);
    let laid_out = wanted.max(NARROWEST);
    let scale = wanted / laid_out;
    if let Some(width) = width {
        width.check_text(TEXT * scale)?;
    }
    let plot = laid_out - ROOM;
    let picture = TikzThermograph {
        thermograph,
        frame: Frame::around(
            thermograph,
            Plot {
                left: 0.0,
                right: plot,
                bottom: 0.0,
                top: ASPECT * plot,
            },
        ),
    };
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = picture.write(&mut text, scale);
    Ok(text)
}

struct TikzThermograph<'a> {
    thermograph: &'a Thermograph,
    frame: Frame,
}

impl TikzThermograph<'_> {
    fn write(&self, out: &mut String, scale: f64) -> fmt::Result {
        let shape = if scale < 1.0 {
            format!("scale={}, transform shape, ", number(scale))
        } else {
            String::new()
        };
        writeln!(
            out,
            "\\begin{{tikzpicture}}[{shape}line cap=round, line join=round, >=stealth, font=\\footnotesize]"
        )?;
        self.axes(out)?;
        let Thermograph { left, right, .. } = self.thermograph;
        self.wall(out, "right", right.corners(), RED)?;
        self.wall(out, "left", left.corners(), BLUE)?;
        self.mast(out)?;
        writeln!(out, "\\end{{tikzpicture}}")
    }

    fn x(&self, value: Dyadic) -> String {
        number(self.frame.x(value.to_f64()))
    }

    fn y(&self, t: Dyadic) -> String {
        number(self.frame.y(t.to_f64()))
    }

    fn axes(&self, out: &mut String) -> fmt::Result {
        let Plot { right, top, .. } = self.frame.plot;
        let Thermograph {
            mean, temperature, ..
        } = self.thermograph;
        let (mast, meet) = (
            self.frame.x(mean.to_f64()),
            self.frame.y(temperature.to_f64()),
        );
        let label = mean.to_string().len() as f64 * 0.08;
        for value in self.frame.values(TICK_ROOM.0) {
            let x = self.frame.x(value);
            let at = number(x);
            write!(
                out,
                "  \\draw[black!12] ({at},0) -- ({at},{});",
                number(top)
            )?;
            if (x - mast).abs() > CLEAR.0 + label {
                write!(out, " \\node[below, black!60] at ({at},0) {{${value}$}};")?;
            }
            writeln!(out)?;
        }
        for t in self.frame.penalties(TICK_ROOM.1) {
            let y = self.frame.y(t);
            let (at, colour) = (number(y), if t == 0.0 { "black!50" } else { "black!12" });
            write!(
                out,
                "  \\draw[{colour}] (0,{at}) -- ({},{at});",
                number(right)
            )?;
            if (y - meet).abs() > CLEAR.1 {
                write!(out, " \\node[left, black!60] at (0,{at}) {{${t}$}};")?;
            }
            writeln!(out)?;
        }
        let (right, top) = (number(right), number(top));
        writeln!(out, "  \\draw (0,0) -- ({right},0);")?;
        writeln!(out, "  \\node[above left] at (0,{top}) {{$t$}};")?;
        // The point where the walls meet.
        let (mast, meet) = (number(mast), number(meet));
        writeln!(
            out,
            "  \\draw[densely dotted] (0,{meet}) node[left] {{${temperature}$}} -- ({mast},{meet}) -- ({mast},0) node[below] {{${mean}$}};"
        )
    }

    fn wall(
        &self,
        out: &mut String,
        name: &str,
        corners: &[(Dyadic, Dyadic)],
        hex: &str,
    ) -> fmt::Result {
        let texts: Vec<String> = corners.iter().map(|(t, v)| format!("({t}, {v})")).collect();
        writeln!(out, "  % {name} wall, (t, value): {}", texts.join(" "))?;
        let places: Vec<String> = corners
            .iter()
            .map(|(t, v)| format!("({},{})", self.x(*v), self.y(*t)))
            .collect();
        let colour = colour(hex);
        writeln!(
            out,
            "  \\draw[very thick, draw={colour}] {};",
            places.join(" -- ")
        )?;
        let dots: Vec<String> = places
            .iter()
            .map(|at| format!("{at} circle (1.2pt)"))
            .collect();
        writeln!(out, "  \\fill[fill={colour}] {};", dots.join(" "))
    }

    fn mast(&self, out: &mut String) -> fmt::Result {
        let Thermograph {
            mean, temperature, ..
        } = self.thermograph;
        let (x, meet) = (self.x(*mean), self.y(*temperature));
        writeln!(
            out,
            "  \\draw[very thick, ->] ({x},{meet}) -- ({x},{});\n  \\fill ({x},{meet}) circle (1.4pt);",
            number(self.frame.plot.top)
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use boilingpoint_values::Values;

    fn drawn(value: &str, width: Option<&str>) -> Result<String, TooNarrow> {
        let mut values = Values::new();
        let value = values.parse(value).unwrap();
        let thermograph = values.thermograph(value).unwrap();
        thermograph_tikz(&thermograph, width.map(|w| w.parse().unwrap()))
    }

    #[test]
    fn walls_mast_and_labels() {
        let text = drawn("{4|-2}", None).unwrap();
        // Left's wall begins on the left, at 5; the walls meet above the mean.
        assert!(
            text.contains("% left wall, (t, value): (-1, 5) (3, 1)"),
            "{text}"
        );
        assert!(
            text.contains("% right wall, (t, value): (-1, -3) (3, 1)"),
            "{text}"
        );
        assert!(text.contains("node[left] {$3$}") && text.contains("node[below] {$1$};"));
        assert!(text.contains("{$-2$}"), "{text}");
        assert_eq!(text.matches("\\draw[very thick").count(), 3);
        assert!(!text.contains("scale="));
    }

    #[test]
    fn a_narrow_picture_is_scaled_until_its_labels_are_too_small() {
        let text = drawn("*", Some("4cm")).unwrap();
        assert!(text.contains("[scale=0.889, transform shape"), "{text}");
        let error = drawn("*", Some("2cm")).unwrap_err().to_string();
        assert!(
            error.ends_with("expected at least 2.9cm, where it has 5"),
            "{error}"
        );
    }

    #[test]
    fn large_values_stay_within_the_picture() {
        let text = drawn("{1000000|-1000000}", Some("6cm")).unwrap();
        let coordinates = text
            .split(['(', ',', ')'])
            .filter_map(|n| n.parse::<f64>().ok());
        let drawn = text.lines().filter(|l| l.contains("draw")).count();
        assert!(drawn > 5);
        assert!(
            coordinates
                .filter(|n| n.abs() < 1000.0)
                .all(|n| n.abs() < 6.0)
        );
    }
}
