//! Draws boards of squares. Each square is at its place, a bold line surrounds the board, and holes
//! are hatched.

use super::{DrawingOptions, INK, MARGIN, Point, empty_drawing, vertices};
use crate::colours::fill;
use crate::svg::Svg;
use boilingpoint_boards::{Board, Square};
use std::collections::{BTreeMap, HashSet};

/// The side of a square.
const SIDE: f64 = 24.0;
/// The width of the line around the board.
const FRAME: f64 = 2.2;
const HATCHING: &str = "#9ca3af";
/// The largest bounding box in which holes are searched, in squares.
const LARGEST_BOX: usize = 1 << 22;

/// The first and last row and column of some squares.
#[derive(Debug, Clone, Copy)]
struct SquareSpan {
    low: [i32; 2],
    high: [i32; 2],
}

impl SquareSpan {
    fn of(squares: &[Square]) -> SquareSpan {
        let ends = |k: usize| {
            let all = squares.iter().map(move |s| i32::from(s[k]));
            (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
        };
        let ((top, bottom), (left, right)) = (ends(0), ends(1));
        SquareSpan {
            low: [top, left],
            high: [bottom, right],
        }
    }

    /// The upper left corner of the square in this row and column.
    fn corner(&self, row: i32, column: i32) -> Point {
        let place = |z: i32, low: i32| MARGIN + FRAME / 2.0 + SIDE * f64::from(z - low);
        (place(column, self.low[1]), place(row, self.low[0]))
    }
}

/// The drawing of a board whose vertices are these squares. The outside of the board is blank.
/// Holes are hatched, so that they do not look like squares.
pub(super) fn drawing(board: &Board, squares: &[Square], options: &DrawingOptions) -> Svg {
    let span = SquareSpan::of(squares);
    let (width, height) = span.corner(span.high[0] + 1, span.high[1] + 1);
    let edge = MARGIN + FRAME / 2.0;
    let mut out = empty_drawing((width + edge, height + edge), options);
    write_holes(&mut out, squares, &span);
    write_squares(&mut out, board, squares, &span);
    write_frame(&mut out, squares, &span);
    let middle = |&[i, j]: &Square| {
        let (x, y) = span.corner(i32::from(i), i32::from(j));
        (x + SIDE / 2.0, y + SIDE / 2.0)
    };
    let middles: Vec<Point> = squares.iter().map(middle).collect();
    vertices::write_inside(&mut out, board, &middles, options.numbers);
    out
}

fn write_squares(out: &mut Svg, board: &Board, squares: &[Square], span: &SquareSpan) {
    writeln!(out, "<g stroke=\"{INK}\" stroke-width=\"0.8\">");
    for (&[i, j], &tint) in squares.iter().zip(board.tints()) {
        let (x, y) = span.corner(i32::from(i), i32::from(j));
        writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\"/>",
            fill(tint)
        );
    }
    writeln!(out, "</g>")
}

/// Writes three strokes through each hole. The strokes of adjacent holes join.
fn write_holes(out: &mut Svg, squares: &[Square], span: &SquareSpan) {
    let holes = holes(squares, span);
    if holes.is_empty() {
        return;
    }
    write!(out, "<path stroke=\"{HATCHING}\" stroke-width=\"1\" d=\"");
    for [i, j] in holes {
        let (x, y) = span.corner(i, j);
        for (from, to) in [
            ((0.0, 0.5), (0.5, 0.0)),
            ((0.0, 1.0), (1.0, 0.0)),
            ((0.5, 1.0), (1.0, 0.5)),
        ] {
            let at = |(a, b): Point| (x + SIDE * a, y + SIDE * b);
            let ((x1, y1), (x2, y2)) = (at(from), at(to));
            write!(out, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
        }
    }
    writeln!(out, "\"/>")
}

/// The holes: places that are not squares, and from which no path of adjacent places leads out of
/// the board.
fn holes(squares: &[Square], span: &SquareSpan) -> Vec<[i32; 2]> {
    let size = [0, 1].map(|k| (span.high[k] - span.low[k] + 3) as usize);
    if size[0].saturating_mul(size[1]) > LARGEST_BOX {
        return Vec::new();
    }
    // A rim of one place around the board connects all places outside of it.
    let index = |[i, j]: [usize; 2]| i * size[1] + j;
    let inner = |z: i16, k: usize| (i32::from(z) - span.low[k] + 1) as usize;
    let mut reached = vec![false; size[0] * size[1]];
    for &[i, j] in squares {
        reached[index([inner(i, 0), inner(j, 1)])] = true;
    }
    let mut next = vec![[0, 0]];
    while let Some([i, j]) = next.pop() {
        let in_box = i < size[0] && j < size[1];
        if in_box && !std::mem::replace(&mut reached[index([i, j])], true) {
            next.extend([[i.wrapping_sub(1), j], [i, j.wrapping_sub(1)]]);
            next.extend([[i + 1, j], [i, j + 1]]);
        }
    }
    let place = |at: usize| [(at / size[1]) as i32 - 1, (at % size[1]) as i32 - 1];
    let left = (0..reached.len()).filter(|&at| !reached[at]).map(place);
    left.map(|[i, j]| [i + span.low[0], j + span.low[1]])
        .collect()
}

/// Writes the line between squares and other places. Its pieces are as long as possible.
fn write_frame(out: &mut Svg, squares: &[Square], span: &SquareSpan) {
    write!(
        out,
        "<path fill=\"none\" stroke=\"{INK}\" stroke-width=\"{FRAME}\" stroke-linecap=\"square\" d=\""
    );
    for along in [0, 1] {
        for (line, from, to) in borders(squares, along) {
            let end = |z: i32| match along {
                0 => span.corner(line, z),
                _ => span.corner(z, line),
            };
            let ((x1, y1), (x2, y2)) = (end(from), end(to));
            write!(out, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
        }
    }
    writeln!(out, "\"/>")
}

/// The borders between rows (`along` is 0) or columns (`along` is 1). A piece of a border has the
/// number of its grid line, its start and its end.
fn borders(squares: &[Square], along: usize) -> Vec<(i32, i32, i32)> {
    let there: HashSet<[i32; 2]> = squares.iter().map(|s| s.map(i32::from)).collect();
    // For each grid line, the places that have a square on only one side of the line.
    let mut lines: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for &square in &there {
        for (step, line) in [(-1, square[along]), (1, square[along] + 1)] {
            let mut beside = square;
            beside[along] += step;
            if !there.contains(&beside) {
                lines.entry(line).or_default().push(square[1 - along]);
            }
        }
    }
    let mut pieces = Vec::new();
    for (line, mut at) in lines {
        at.sort_unstable();
        let runs = at.chunk_by(|a, b| a + 1 == *b);
        pieces.extend(runs.map(|run| (line, run[0], run[run.len() - 1] + 1)));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg;
    use boilingpoint_boards::parse_board;

    fn squares(text: &str) -> Vec<Square> {
        let board = parse_board(text).unwrap();
        board.squares().unwrap().to_vec()
    }

    fn holes_of(text: &str) -> Vec<[i32; 2]> {
        let squares = squares(text);
        holes(&squares, &SquareSpan::of(&squares))
    }

    #[test]
    fn holes_are_enclosed() {
        assert_eq!(holes_of("...|.#.|..."), [[1, 1]]);
        assert_eq!(holes_of("...|.#.|.#."), [] as [[i32; 2]; 0]);
        assert_eq!(holes_of("#...|..#.|#..."), [[1, 2]]);
        assert_eq!(holes_of("."), [] as [[i32; 2]; 0]);
        // Places that touch only in a corner are not adjacent.
        assert_eq!(holes_of("...|.#.|..#"), [[1, 1]]);
    }

    #[test]
    fn the_frame_is_in_long_pieces() {
        assert_eq!(borders(&squares("..|..|.."), 0), [(0, 0, 2), (3, 0, 2)]);
        assert_eq!(borders(&squares("..|..|.."), 1), [(0, 0, 3), (2, 0, 3)]);
        assert_eq!(
            borders(&squares("..|#."), 0),
            [(0, 0, 2), (1, 0, 1), (2, 1, 2)]
        );
    }

    #[test]
    fn squares_are_drawn_as_squares() {
        let numbers = DrawingOptions {
            numbers: true,
            ..DrawingOptions::default()
        };
        let text = svg(&parse_board("...|.#.|... L......R").unwrap(), &numbers).to_string();
        assert_eq!(text.matches("<rect x=").count(), 8);
        assert_eq!(text.matches("<path stroke=\"#9ca3af\"").count(), 1);
        assert!(
            text.contains(">L0</text>") && text.contains(">3</text>") && !text.contains("<circle")
        );
        assert!(text.contains("viewBox=\"0 0 90.2 90.2\""), "{text}");
    }
}
