//! Writes boards as TikZ pictures, for papers.

use super::colours::{fill, ink};
use super::layout::bounds;
use super::width::{PageWidth, TooNarrow};
use super::{Point, layout};
use boilingpoint_boards::{Board, Link, Square, Tint};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The largest width and height of a picture in centimetres. Larger boards are scaled down.
const PAGE: (f64, f64) = (14.0, 20.0);
/// The diameter of a vertex with its line, in centimetres.
const VERTEX: f64 = 0.5;
/// The least and the greatest distance between the two nearest vertices of a picture of a given
/// width, in centimetres.
const SPACING: (f64, f64) = (0.65, 1.6);
/// The largest factor by which a picture of a given width is enlarged.
const LARGEST_SCALE: f64 = 2.0;
/// The sizes of texts in points: letters of tints, and weights in a picture of a given width.
const LETTER_TEXT: f64 = 8.0;
const WEIGHT_TEXT: f64 = 7.0;

/// The board as a `tikzpicture`, for documents that load the package `tikz` and nothing else.
///
/// Vertices have the same places as in other drawings. Tinted vertices are filled and have a
/// letter. Arcs have arrows, and parallel links are bent apart. Unless all weights are 1, links are
/// labelled by their weights. The vertex with the token has two outlines. Squares are drawn as
/// squares.
pub fn tikz(board: &Board) -> String {
    // Without a width, no text is too small.
    tikz_within(board, None).unwrap_or_default()
}

/// The same for a width: vertices keep their size and stand closer or farther apart, within limits;
/// beyond these the picture is scaled.
///
/// # Errors
/// If its texts would be too small at this width.
pub fn tikz_within(board: &Board, width: Option<PageWidth>) -> Result<String, TooNarrow> {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match board.squares() {
        Some(squares) => {
            let corners: Vec<_> = squares
                .iter()
                .map(|&[r, c]| (f64::from(c), f64::from(r)))
                .collect();
            let fitted = Fitted::squares(bounds(&corners), width);
            fitted.check(board, width)?;
            write_squares(&mut text, board, squares, &fitted)
        }
        None => {
            let places = layout(board.graph());
            let fitted = Fitted::graph(bounds(&places), width);
            fitted.check(board, width)?;
            write_graph(&mut text, board, &places, &fitted)
        }
    };
    Ok(text)
}

/// How a picture fits on a page.
struct Fitted {
    /// The distance between the two nearest vertices in centimetres; `None` for 1.
    spacing: Option<f64>,
    /// The factor by which the whole picture is scaled.
    scale: f64,
}

impl Fitted {
    fn graph((low, high): (Point, Point), width: Option<PageWidth>) -> Fitted {
        let Some(width) = width else {
            return Fitted::page((low, high));
        };
        let extent = high.0 - low.0;
        let room = width.centimetres() - VERTEX;
        let spacing = match extent > 1e-6 {
            true => (room / extent).clamp(SPACING.0, SPACING.1),
            false => 1.0,
        };
        let scale = width.centimetres() / (extent * spacing + VERTEX);
        Fitted {
            spacing: Some(spacing),
            scale: scale.min(LARGEST_SCALE),
        }
    }

    fn squares((low, high): (Point, Point), width: Option<PageWidth>) -> Fitted {
        let Some(width) = width else {
            return Fitted::page((low, high));
        };
        let scale = width.centimetres() / (high.0 - low.0 + 1.0);
        Fitted {
            spacing: None,
            scale: scale.min(LARGEST_SCALE),
        }
    }

    /// The picture fits on a page. It is not enlarged.
    fn page((low, high): (Point, Point)) -> Fitted {
        let fits = |room: f64, low: f64, high: f64| room / (high - low + 1.0);
        let scale = fits(PAGE.0, low.0, high.0).min(fits(PAGE.1, low.1, high.1));
        Fitted {
            spacing: None,
            scale: scale.min(1.0),
        }
    }

    /// Checks that the texts of a picture of a given width can be read.
    fn check(&self, board: &Board, width: Option<PageWidth>) -> Result<(), TooNarrow> {
        let smallest = match () {
            () if is_weighted(&board.links()) => Some(WEIGHT_TEXT),
            () if board.is_tinted() => Some(LETTER_TEXT),
            () => None,
        };
        match width.zip(smallest) {
            Some((width, points)) => width.check_text(points * self.scale),
            None => Ok(()),
        }
    }

    /// The font of weights. With a given width it is larger, since the picture may be scaled.
    fn weight_font(&self) -> &'static str {
        match self.spacing {
            Some(_) => "\\scriptsize",
            None => "\\tiny",
        }
    }
}

/// Unless all weights are 1, links are labelled.
fn is_weighted(links: &[Link]) -> bool {
    links.iter().any(|link| link.weight != 1)
}

fn write_graph(
    out: &mut String,
    board: &Board,
    places: &[Point],
    fitted: &Fitted,
) -> std::fmt::Result {
    let scale = number(fitted.scale);
    let spacing = fitted.spacing.map(number);
    let spacing = spacing.map_or(String::new(), |d| format!("x={d}cm, y={d}cm, "));
    writeln!(
        out,
        "\\begin{{tikzpicture}}[scale={scale}, {spacing}transform shape, >=stealth,\n  \
         vertex/.style={{circle, draw, minimum size=4.5mm, inner sep=0pt, font=\\footnotesize}}]"
    )?;
    for (v, (x, y)) in places.iter().enumerate() {
        let token = if board.token() == Some(v) {
            ", double"
        } else {
            ""
        };
        let (style, label) = tint(board.tints()[v]);
        // In TikZ, y grows upwards.
        let (x, y) = (number(*x), number(-y));
        writeln!(
            out,
            "  \\node[vertex{style}{token}] (v{v}) at ({x},{y}) {{{label}}};"
        )?;
    }
    write_links(out, board, places, fitted.weight_font())?;
    writeln!(out, "\\end{{tikzpicture}}")
}

fn write_links(
    out: &mut String,
    board: &Board,
    places: &[Point],
    weight_font: &str,
) -> std::fmt::Result {
    let links = board.links();
    let weighted = is_weighted(&links);
    let mut between: BTreeMap<(usize, usize), Vec<Link>> = BTreeMap::new();
    for link in links {
        let ends = (link.from.min(link.to), link.from.max(link.to));
        between.entry(ends).or_default().push(link);
    }
    for together in between.values() {
        for (i, link) in together.iter().enumerate() {
            let Link { from, to, .. } = *link;
            let arrow = if link.arc { "[->] " } else { "" };
            let way = if link.is_loop() {
                loop_way(free_side(board, places, from), i)
            } else {
                way(link, i, together.len())
            };
            let weight = if weighted {
                format!(
                    " node[midway, fill=white, inner sep=1pt, font={weight_font}] {{{}}}",
                    link.weight
                )
            } else {
                String::new()
            };
            writeln!(out, "  \\draw {arrow}(v{from}) {way}{weight} (v{to});")?;
        }
    }
    Ok(())
}

/// The direction, in degrees, in which a vertex has the most room: away from its neighbours. It is
/// upwards if the vertex has no neighbours, or if they are evenly spread.
fn free_side(board: &Board, places: &[Point], v: usize) -> i64 {
    let (x, y) = places[v];
    let around = board.graph().neighbours(v);
    let (dx, dy) = around.fold((0.0, 0.0), |(dx, dy), u| {
        (dx + x - places[u].0, dy + places[u].1 - y)
    });
    if dx.hypot(dy) < 1e-6 {
        90
    } else {
        dy.atan2(dx).to_degrees().round() as i64
    }
}

/// The TikZ path of the `i`th loop of a vertex.
fn loop_way(side: i64, i: usize) -> String {
    let (out, back, distance) = (side - 35, side + 35, 8 + 5 * i);
    format!("to[out={out}, in={back}, loop, min distance={distance}mm]")
}

/// The TikZ path of the `i`th of `count` links between the same vertices.
fn way(link: &Link, i: usize, count: usize) -> String {
    // Links are bent evenly to both sides, as seen from the vertex with the smaller number.
    let bend = 60.0 * (i as f64 - (count as f64 - 1.0) / 2.0) / count as f64;
    let bend = if link.from < link.to { bend } else { -bend };
    if bend == 0.0 {
        "to".to_string()
    } else {
        format!("to[bend left={}]", number(bend))
    }
}

fn write_squares(
    out: &mut String,
    board: &Board,
    squares: &[Square],
    fitted: &Fitted,
) -> std::fmt::Result {
    let scale = number(fitted.scale);
    writeln!(
        out,
        "\\begin{{tikzpicture}}[scale={scale}, transform shape]"
    )?;
    for (v, &[row, column]) in squares.iter().enumerate() {
        let (style, label) = tint(board.tints()[v]);
        let row = -i32::from(row);
        writeln!(
            out,
            "  \\node[draw, rectangle, minimum size=1cm, inner sep=0pt{style}] at ({column},{row}) {{{label}}};"
        )?;
    }
    writeln!(out, "\\end{{tikzpicture}}")
}

/// The style that a tint adds to a vertex, and the letter in the vertex. In print, colours alone do
/// not tell tints apart.
fn tint(tint: Tint) -> (String, String) {
    if tint == Tint::None {
        return (String::new(), String::new());
    }
    let style = format!(", fill={}, text={}", colour(fill(tint)), colour(ink(tint)));
    (style, tint.symbol().to_string())
}

/// A colour such as `#1d4ed8` for TikZ, without the package `xcolor`'s names.
pub(super) fn colour(hex: &str) -> String {
    let part = |i: usize| u8::from_str_radix(hex.get(i..i + 2).unwrap_or("00"), 16).unwrap_or(0);
    let [red, green, blue] = [1, 3, 5].map(part);
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// A coordinate with few digits, and without a negative zero.
pub(super) fn number(x: f64) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use boilingpoint_boards::parse_board;

    fn lines(text: &str) -> Vec<String> {
        let picture = tikz(&parse_board(text).unwrap());
        picture.lines().map(|l| l.trim().to_string()).collect()
    }

    #[test]
    fn tints_and_edges() {
        let lines = lines("path(3) L.R");
        let vertex = "\\node[vertex, fill={rgb,255:red,30;green,64;blue,175}, text={rgb,255:red,255;green,255;blue,255}] (v0) at (";
        assert!(lines[2].starts_with(vertex), "{}", lines[2]);
        assert!(lines[2].ends_with("{L};"));
        assert!(lines[3].starts_with("\\node[vertex] (v1) at ("));
        assert_eq!(
            lines[5..],
            [
                "\\draw (v0) to (v1);",
                "\\draw (v1) to (v2);",
                "\\end{tikzpicture}"
            ]
        );
    }

    #[test]
    fn marks() {
        let lines = lines("0-0*2,0-1*3*1,1>2,2>1@2");
        let text = lines.join("\n");
        assert!(text.contains("\\node[vertex, double] (v2)"));
        assert!(text.contains(
            "loop, min distance=8mm] node[midway, fill=white, inner sep=1pt, font=\\tiny] {2} (v0);"
        ));
        // The two arcs between 1 and 2 are bent apart.
        assert!(text.contains("\\draw [->] (v1) to[bend left=-15]"));
        assert!(text.contains("\\draw [->] (v2) to[bend left=-15]"));
        assert!(text.contains(
            "(v0) to[bend left=15] node[midway, fill=white, inner sep=1pt, font=\\tiny] {3} (v1);"
        ));
    }

    #[test]
    fn squares_and_large_boards() {
        let squares = lines("..|#.");
        assert_eq!(
            squares[1],
            "\\node[draw, rectangle, minimum size=1cm, inner sep=0pt] at (0,0) {};"
        );
        assert_eq!(
            squares[3],
            "\\node[draw, rectangle, minimum size=1cm, inner sep=0pt] at (1,-1) {};"
        );
        assert!(lines("path(100)")[0].starts_with("\\begin{tikzpicture}[scale=0."));
        assert_eq!(lines("?").last().unwrap(), "\\end{tikzpicture}");
    }
}
