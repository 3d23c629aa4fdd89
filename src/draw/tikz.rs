//! Writes boards as TikZ pictures, for papers.

use super::colours::{fill, ink};
use super::layout::bounds;
use super::{Point, layout};
use crate::graph::{Board, Link, Square, Tint};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The largest width and height of a picture in centimetres. Larger boards are scaled down.
const PAGE: (f64, f64) = (14.0, 20.0);

/// The board as a `tikzpicture`, for documents that load the package `tikz` and nothing else.
///
/// Vertices have the same places as in other drawings. Tinted vertices are filled and have a
/// letter. Arcs have arrows, and parallel links are bent apart. Unless all weights are 1, links are
/// labelled by their weights. The vertex with the token has two outlines. Squares are drawn as
/// squares.
pub fn tikz(board: &Board) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match board.squares() {
        Some(squares) => write_squares(&mut text, board, squares),
        None => write_graph(&mut text, board),
    };
    text
}

fn write_graph(out: &mut String, board: &Board) -> std::fmt::Result {
    let places = layout(board.graph());
    let scale = scale(bounds(&places));
    writeln!(
        out,
        "\\begin{{tikzpicture}}[scale={scale}, transform shape, >=stealth,\n  \
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
    write_links(out, board, &places)?;
    writeln!(out, "\\end{{tikzpicture}}")
}

fn write_links(out: &mut String, board: &Board, places: &[Point]) -> std::fmt::Result {
    let links = board.links();
    let weighted = links.iter().any(|l| l.weight != 1);
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
                    " node[midway, fill=white, inner sep=1pt, font=\\tiny] {{{}}}",
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

fn write_squares(out: &mut String, board: &Board, squares: &[Square]) -> std::fmt::Result {
    let corners: Vec<_> = squares
        .iter()
        .map(|&[r, c]| (f64::from(c), f64::from(r)))
        .collect();
    let scale = scale(bounds(&corners));
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
    let colour = |hex: &str| {
        let part =
            |i: usize| u8::from_str_radix(hex.get(i..i + 2).unwrap_or("00"), 16).unwrap_or(0);
        format!(
            "{{rgb,255:red,{};green,{};blue,{}}}",
            part(1),
            part(3),
            part(5)
        )
    };
    let style = format!(", fill={}, text={}", colour(fill(tint)), colour(ink(tint)));
    (style, tint.symbol().to_string())
}

/// The factor by which a picture with these bounds is scaled to fit on a page. It is at most 1.
fn scale((low, high): ((f64, f64), (f64, f64))) -> String {
    let fits = |room: f64, low: f64, high: f64| room / (high - low + 1.0);
    let scale = fits(PAGE.0, low.0, high.0).min(fits(PAGE.1, low.1, high.1));
    number(scale.min(1.0))
}

/// A coordinate with few digits, and without a negative zero.
fn number(x: f64) -> String {
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
    use crate::graph::parse_board;

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
