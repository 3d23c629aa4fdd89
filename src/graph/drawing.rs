//! Drawings of boards as SVG, as one would put them in a paper.

use super::colours::fill;
use super::layout::{Point, bounds, layout};
use super::{Board, Tint};
use std::fmt::Write;

/// Radius of a vertex in the drawing's units.
const RADIUS: f64 = 9.0;
/// Distance of the nearest two vertices.
const SPACING: f64 = 38.0;
/// Room around the vertices' circles.
const MARGIN: f64 = 8.0;
const INK: &str = "#1f2937";

/// What a drawing shows.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawingOptions {
    /// Whether the vertices carry their numbers.
    pub numbers: bool,
    /// Whether there is a white ground, rather than none.
    pub background: bool,
    /// Factor on the drawing's width and height.
    pub scale: f64,
    /// The drawing's title, for readers who cannot see it and as a tooltip.
    pub title: Option<String>,
}

impl Default for DrawingOptions {
    /// Without numbers, on white, in its natural size.
    fn default() -> DrawingOptions {
        DrawingOptions {
            numbers: false,
            background: true,
            scale: 1.0,
            title: None,
        }
    }
}

/// The board as a standalone SVG. Tints are colours and, for print without colour, letters.
pub fn svg(board: &Board, options: &DrawingOptions) -> String {
    let places: Vec<Point> = layout(board.graph())
        .into_iter()
        .map(|(x, y)| (SPACING * x, SPACING * y))
        .collect();
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_svg(&mut text, board, &places, options);
    text
}

fn write_svg(
    out: &mut String,
    board: &Board,
    places: &[Point],
    options: &DrawingOptions,
) -> std::fmt::Result {
    let (low, high) = bounds(places);
    let around = RADIUS + 1.0 + MARGIN;
    let (width, height) = (high.0 - low.0 + 2.0 * around, high.1 - low.1 + 2.0 * around);
    let (shown_width, shown_height) = (width * options.scale, height * options.scale);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width:.1}\" height=\"{shown_height:.1}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" font-family=\"DejaVu Sans, sans-serif\">"
    )?;
    if let Some(title) = &options.title {
        writeln!(out, "<title>{}</title>", escaped(title))?;
    }
    if options.background {
        writeln!(
            out,
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        )?;
    }
    let places: Vec<Point> = places
        .iter()
        .map(|p| (p.0 - low.0 + around, p.1 - low.1 + around))
        .collect();
    write_edges(out, board, &places)?;
    write_vertices(out, board, &places, options.numbers)?;
    writeln!(out, "</svg>")
}

fn write_edges(out: &mut String, board: &Board, places: &[Point]) -> std::fmt::Result {
    writeln!(
        out,
        "<g stroke=\"{INK}\" stroke-width=\"1.4\" stroke-linecap=\"round\">"
    )?;
    for (a, b) in board.graph().edges() {
        let ((x1, y1), (x2, y2)) = (places[a], places[b]);
        writeln!(
            out,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        )?;
    }
    writeln!(out, "</g>")
}

fn write_vertices(
    out: &mut String,
    board: &Board,
    places: &[Point],
    numbers: bool,
) -> std::fmt::Result {
    writeln!(out, "<g stroke=\"{INK}\" stroke-width=\"1.4\">")?;
    for (&(x, y), &tint) in places.iter().zip(board.tints()) {
        writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{}\"/>",
            fill(tint)
        )?;
    }
    writeln!(out, "</g>")?;
    writeln!(out, "<g text-anchor=\"middle\">")?;
    for (v, (&(x, y), &tint)) in places.iter().zip(board.tints()).enumerate() {
        let label = label(v, tint, numbers);
        if !label.is_empty() {
            let size = label_size(label.len(), tint);
            let (base, ink) = (
                y + 0.365 * size,
                if tint == Tint::None { INK } else { "#ffffff" },
            );
            let weight = if tint == Tint::None {
                ""
            } else {
                " font-weight=\"bold\""
            };
            writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{base:.1}\" font-size=\"{size}\" fill=\"{ink}\"{weight}>{label}</text>"
            )?;
        }
    }
    writeln!(out, "</g>")
}

/// What is written in a vertex: its tint's letter, its number, or both.
fn label(v: usize, tint: Tint, numbers: bool) -> String {
    let letter = if tint == Tint::None {
        String::new()
    } else {
        tint.symbol().to_string()
    };
    if numbers {
        format!("{letter}{v}")
    } else {
        letter
    }
}

/// A size at which so many characters fit in a vertex.
fn label_size(characters: usize, tint: Tint) -> f64 {
    let narrow = if tint == Tint::None { 1.0 } else { 0.9 };
    let size = match characters {
        1 => 11.0,
        2 => 10.0,
        3 => 7.5,
        4 => 5.5,
        _ => 4.5,
    };
    size * narrow
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::parse_board;
    use super::*;

    #[test]
    fn a_drawing_has_everything() {
        let board = parse_board("caterpillar(2,1,2) L......R").unwrap();
        let title = Some("a < b & c".to_string());
        let text = svg(
            &board,
            &DrawingOptions {
                numbers: true,
                title,
                ..DrawingOptions::default()
            },
        );
        assert_eq!(text.matches("<circle").count(), 8);
        assert_eq!(text.matches("<line").count(), 7);
        assert!(
            text.contains(">L0</text>")
                && text.contains(">R7</text>")
                && text.contains(">3</text>")
        );
        assert!(text.contains("<title>a &lt; b &amp; c</title>"));
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }

    #[test]
    fn letters_only_for_tints_and_no_ground_on_request() {
        let board = parse_board("path(3) L.R").unwrap();
        let text = svg(
            &board,
            &DrawingOptions {
                background: false,
                ..DrawingOptions::default()
            },
        );
        assert_eq!(text.matches("<text").count(), 2);
        assert!(!text.contains("<rect"));
    }

    #[test]
    fn the_empty_board_is_a_drawing_too() {
        let text = svg(&parse_board("?").unwrap(), &DrawingOptions::default());
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    }
}
