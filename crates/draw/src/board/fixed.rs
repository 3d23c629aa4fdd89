//! A fixed layout of a board's vertices while a game is played on the board. The vertices that
//! remain do not move.

use super::links::LinkDrawing;
use super::{MARGIN, Point, RADIUS, bounds, spaced, vertices};
use crate::colours::fill;
use crate::style::FONTS;
use crate::svg::Svg;
use boilingpoint_boards::{Board, Square};

/// The room around the outermost vertices, for loops, weights and marks.
const ROOM: f64 = RADIUS + MARGIN + 14.0;
/// The side of a square.
const SIDE: f64 = 44.0;
/// The colour of vertices that have been removed.
const GHOST: &str = "#9ca3af";

/// The places of the vertices of a board.
#[derive(Clone, Debug)]
pub struct FixedLayout {
    places: Vec<Point>,
    size: Point,
    are_squares: bool,
}

impl FixedLayout {
    /// The layout for a board and all positions that are reached from it.
    pub fn of(board: &Board) -> FixedLayout {
        let raw: Vec<Point> = match board.squares() {
            Some(squares) => {
                let middle = |&[i, j]: &Square| (SIDE * f64::from(j), SIDE * f64::from(i));
                squares.iter().map(middle).collect()
            }
            None => spaced(board),
        };
        let room = if board.squares().is_some() {
            SIDE / 2.0 + MARGIN
        } else {
            ROOM
        };
        let (low, high) = bounds(&raw);
        let moved = raw.iter().map(|p| (p.0 - low.0 + room, p.1 - low.1 + room));
        FixedLayout {
            places: moved.collect(),
            size: (high.0 - low.0 + 2.0 * room, high.1 - low.1 + 2.0 * room),
            are_squares: board.squares().is_some(),
        }
    }

    /// The place of the vertex with this name.
    pub fn place(&self, name: usize) -> Option<Point> {
        self.places.get(name).copied()
    }

    /// Draws a position that play reached from the board. The vertices of the position have names
    /// ([`Board::named`]), which are written in them. Vertices that have been removed are dashed.
    /// The SVG text `over` is drawn above everything else.
    pub fn draw(&self, position: &Board, title: &str, over: &str) -> Svg {
        let (width, height) = self.size;
        let mut out = Svg::new(&[
            ("viewBox", &format_args!("0 0 {width:.1} {height:.1}")),
            ("width", &format_args!("{width:.0}")),
            ("height", &format_args!("{height:.0}")),
            ("role", &"group"),
            ("aria-label", &title),
            ("font-family", &FONTS),
        ]);
        let names: Vec<usize> = (0..position.order()).map(|v| position.name_of(v)).collect();
        let places: Vec<Point> = names.iter().filter_map(|&n| self.place(n)).collect();
        if places.len() < names.len() {
            // The position was not reached from this board.
            return out;
        }
        self.write_ghosts(&mut out, &names);
        if self.are_squares {
            write_squares(&mut out, position, &places);
            vertices::write_inside(&mut out, position, &places, true);
        } else {
            LinkDrawing::of(position, &places).write(&mut out);
            vertices::write(&mut out, position, &places, true);
        }
        write!(out, "{over}");
        out
    }

    fn write_ghosts(&self, out: &mut Svg, names: &[usize]) {
        write!(
            out,
            "<g fill=\"none\" stroke=\"{GHOST}\" stroke-dasharray=\"2 3\" opacity=\"0.6\">"
        );
        let gone = self.places.iter().enumerate();
        for (_, &(x, y)) in gone.filter(|(name, _)| !names.contains(name)) {
            if self.are_squares {
                write!(
                    out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{SIDE}\" height=\"{SIDE}\"/>",
                    x - SIDE / 2.0,
                    y - SIDE / 2.0
                );
            } else {
                write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
            }
        }
        write!(out, "</g>")
    }
}

fn write_squares(out: &mut Svg, position: &Board, places: &[Point]) {
    write!(out, "<g stroke=\"{}\" stroke-width=\"1.2\">", super::INK);
    for ((x, y), &tint) in places.iter().zip(position.tints()) {
        write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\"/>",
            x - SIDE / 2.0,
            y - SIDE / 2.0,
            fill(tint)
        );
    }
    write!(out, "</g>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;

    #[test]
    fn remaining_vertices_do_not_move() {
        for text in ["caterpillar(4,3,4)", "path(4) .L.R", "..|.#", "0-1*3,1>2@0"] {
            let board = parse_board(text).unwrap().named();
            let fixed = FixedLayout::of(&board);
            let all = fixed.draw(&board, "a < b", "").to_string();
            let rest: Vec<usize> = (1..board.order()).collect();
            let less = fixed.draw(&board.kept(&rest), "t", "<g/>").to_string();
            assert!(all.contains("a &lt; b") && !all.contains("NaN"));
            let (x, y) = fixed.place(2).unwrap();
            assert!(x > 0.0 && y > 0.0);
            assert_eq!(
                all.lines().next().unwrap().split("aria").next(),
                less.split("aria").next(),
                "{text}"
            );
            assert!(less.contains("<g/></svg>"));
        }
        // A position of another board.
        let fixed = FixedLayout::of(&parse_board("path(2)").unwrap());
        fixed.draw(&parse_board("path(3)").unwrap().named(), "", "");
    }
}
