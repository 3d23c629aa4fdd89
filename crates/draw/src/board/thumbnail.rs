//! Small drawings of a few hundred bytes each, for pages with hundreds of boards.
//!
//! One path has all edges, and one path for each tint has all vertices of this tint: a stroke of
//! length zero with round ends is a disc.

use super::compressed::compressed;
use super::{INK, LARGE, Point, bounds};
use crate::colours::fill;
use crate::layout::layout;
use crate::svg::Svg;
use boilingpoint_boards::{Board, Square, Tint};

/// A small drawing of a board, `size` pixels wide and high. Large boards are reduced as in
/// [`svg`](super::svg).
pub fn thumbnail(board: &Board, size: f64) -> Svg {
    let sketch = (board.order() > LARGE).then(|| compressed(board)).flatten();
    let shown = sketch.as_ref().map_or(board, |s| &s.board);
    let raw: Vec<Point> = match shown.squares() {
        Some(squares) => {
            let at = |&[i, j]: &Square| (f64::from(j), f64::from(i));
            squares.iter().map(at).collect()
        }
        None => layout(shown.graph()),
    };
    let (low, high) = bounds(&raw);
    let extent = (high.0 - low.0).max(high.1 - low.1).max(1.0);
    // The vertices of all small boards have the same size.
    let radius = (size / 16.0).min(0.34 * size / (extent + 1.0)).max(1.2);
    let scale = (size - 2.0 * radius - 2.0) / extent;
    let margin = |low: f64, high: f64| (size - scale * (high - low)) / 2.0;
    let (left, top) = (margin(low.0, high.0), margin(low.1, high.1));
    let placed = raw
        .iter()
        .map(|p| (left + scale * (p.0 - low.0), top + scale * (p.1 - low.1)));
    let places: Vec<Point> = placed.collect();
    drawing(shown, &places, (size, radius), board.order())
}

fn drawing(board: &Board, places: &[Point], (size, radius): (f64, f64), order: usize) -> Svg {
    let mut out = Svg::new(&[
        ("viewBox", &format_args!("0 0 {size} {size}")),
        ("width", &size),
        ("height", &size),
        ("role", &"img"),
        ("aria-label", &format_args!("Board of order {order}")),
        ("fill", &"none"),
        ("stroke-linecap", &"round"),
    ]);
    write!(out, "<path stroke=\"{INK}\" d=\"");
    for (a, b) in board.graph().edges() {
        let (p, q) = (places[a], places[b]);
        write!(out, "M{:.0} {:.0}L{:.0} {:.0}", p.0, p.1, q.0, q.1);
    }
    write!(out, "\"/>");
    discs(&mut out, places.iter(), INK, 2.0 * radius);
    for tint in [Tint::None, Tint::Left, Tint::Right] {
        let tinted = places.iter().zip(board.tints());
        let own = tinted.filter(|(_, t)| **t == tint).map(|(p, _)| p);
        discs(&mut out, own, fill(tint), 2.0 * radius - 1.6);
    }
    out
}

fn discs<'a>(out: &mut Svg, places: impl Iterator<Item = &'a Point>, colour: &str, width: f64) {
    let mut places = places.peekable();
    if places.peek().is_none() {
        return;
    }
    write!(
        out,
        "<path stroke=\"{colour}\" stroke-width=\"{width:.1}\" d=\""
    );
    for (x, y) in places {
        write!(out, "M{x:.0} {y:.0}h0");
    }
    write!(out, "\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;

    #[test]
    fn thumbnails_are_small() {
        for (text, most) in [
            ("random_tree(15,1)", 1000),
            ("caterpillar(4,3,4) ......LLLRRRRR", 1100),
            ("nary_tree(10,3)", 600),
            ("path(1)", 500),
            ("..|.#", 700),
        ] {
            let drawn = thumbnail(&parse_board(text).unwrap(), 96.0).to_string();
            assert!(drawn.len() < most, "{text}: {}", drawn.len());
            assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{text}");
        }
        let empty = thumbnail(&parse_board("?").unwrap(), 96.0).to_string();
        assert!(empty.starts_with("<svg") && !empty.contains("NaN"));
    }
}
