//! Draws vertices: circles with their labels, and the token.

use super::{INK, Point, RADIUS};
use crate::colours::{fill, ink};
use crate::svg::Svg;
use boilingpoint_boards::{Board, Tint};

/// The radius of the token.
const TOKEN: f64 = 5.6;

/// Writes the vertices as circles at these places, with their labels.
pub(super) fn write(out: &mut Svg, board: &Board, places: &[Point], numbers: bool) {
    writeln!(out, "<g stroke=\"{INK}\" stroke-width=\"1.4\">");
    for (&(x, y), &tint) in places.iter().zip(board.tints()) {
        writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{}\"/>",
            fill(tint)
        );
    }
    writeln!(out, "</g>");
    write_inside(out, board, places, numbers)
}

/// Writes the contents of vertices with these centres: letters of tints, numbers and the token.
pub(super) fn write_inside(out: &mut Svg, board: &Board, places: &[Point], numbers: bool) {
    if let Some((x, y)) = board.token().and_then(|v| places.get(v)) {
        // The white rim separates the token from a tint in print without colour.
        writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{TOKEN}\" fill=\"{INK}\" stroke=\"#ffffff\" stroke-width=\"1.2\"/>"
        );
    }
    writeln!(out, "<g text-anchor=\"middle\">");
    for (v, (&(x, y), &tint)) in places.iter().zip(board.tints()).enumerate() {
        let label = label(board.name_of(v), tint, numbers);
        let token = board.token() == Some(v);
        if !label.is_empty() {
            let size = label_size(label.len(), tint) * if token { 0.8 } else { 1.0 };
            let base = y + 0.365 * size;
            let plain = tint == Tint::None;
            let ink = if token { "#ffffff" } else { ink(tint) };
            let weight = if plain { "" } else { " font-weight=\"bold\"" };
            writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{base:.1}\" font-size=\"{size}\" fill=\"{ink}\"{weight}>{label}</text>"
            );
        }
    }
    writeln!(out, "</g>")
}

/// The label of a vertex: the letter of its tint, its number, or both.
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

/// The font size at which a label of this many characters fits into a vertex.
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
