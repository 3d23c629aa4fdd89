//! Draws reduced boards. The multiplicity of a branch is written on its edge. A vertex or an
//! ellipsis that represents several vertices has their number beside it.

use super::compressed::Sketch;
use super::links::LinkDrawing;
use super::{DrawingOptions, INK, Point, RADIUS, WIDE_SPACING, bounds, empty_drawing, vertices};
use crate::layout::layout;
use crate::svg::Svg;

/// The room around the vertices, for the text beside them.
const ROOM: f64 = 34.0;
/// The height of the caption below the drawing.
const CAPTION: f64 = 22.0;
/// The least width of the drawing, for the caption.
const NARROWEST: f64 = 190.0;
const MUTED: &str = "#5d6575";

/// The drawing of a reduced board.
pub(super) fn drawing(sketch: &Sketch, options: &DrawingOptions) -> Svg {
    let raw = layout(sketch.board.graph()).into_iter();
    let raw = raw.map(|(x, y)| (WIDE_SPACING * x, WIDE_SPACING * y));
    let raw: Vec<Point> = raw.collect();
    let (low, high) = bounds(&raw);
    let width = (high.0 - low.0 + 2.0 * ROOM).max(NARROWEST);
    let left = (width - (high.0 - low.0)) / 2.0;
    let height = high.1 - low.1 + 2.0 * ROOM + CAPTION;
    let mut out = empty_drawing((width, height), options);
    let moved = raw.iter().map(|p| (p.0 - low.0 + left, p.1 - low.1 + ROOM));
    let places: Vec<Point> = moved.collect();
    LinkDrawing::of(&sketch.board, &places).write(&mut out);
    write_vertices(&mut out, sketch, &places);
    write_counts(&mut out, sketch, &places);
    let key = if sketch.branches.is_empty() && sketch.twins.is_empty() {
        ""
    } else {
        "; ×k: k times"
    };
    writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{MUTED}\">order {}{}</text>",
        width / 2.0,
        height - 8.0,
        sketch.order,
        key
    );
    out
}

/// Writes the vertices and the dots of ellipses. A vertex that represents several vertices is drawn
/// as a stack.
fn write_vertices(out: &mut Svg, sketch: &Sketch, places: &[Point]) {
    write!(
        out,
        "<g stroke=\"{INK}\" stroke-width=\"1.4\" fill=\"#ffffff\">"
    );
    let branches = sketch.branches.iter().map(|b| b.0.1);
    for v in branches.chain(sketch.twins.iter().map(|t| t.0)) {
        let (x, y) = places[v];
        for step in [6.0, 3.0] {
            let (x, y) = (x + step, y - step);
            write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>");
        }
    }
    writeln!(out, "</g>");
    let is_ellipsis = |v: &usize| sketch.ellipses.iter().any(|e| e.0 == *v);
    let solid: Vec<usize> = (0..places.len()).filter(|v| !is_ellipsis(v)).collect();
    let at: Vec<Point> = solid.iter().map(|&v| places[v]).collect();
    vertices::write(out, &sketch.board.kept(&solid), &at, false);
    for &(v, _) in &sketch.ellipses {
        let (x, y) = places[v];
        write!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\" fill=\"#ffffff\"/><g fill=\"{INK}\">"
        );
        for step in [-6.0, 0.0, 6.0] {
            let x = x + step;
            write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"1.6\"/>");
        }
        writeln!(out, "</g>");
    }
}

fn write_counts(out: &mut Svg, sketch: &Sketch, places: &[Point]) {
    writeln!(
        out,
        "<g font-size=\"12\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{INK}\">"
    );
    for &((a, b), count) in &sketch.branches {
        let (p, q) = (places[a], places[b]);
        let (x, y) = ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
        let text = format!("×{count}");
        let half = 4.2 * text.chars().count() as f64;
        writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"15\" fill=\"#ffffff\"/><text x=\"{x:.1}\" y=\"{:.1}\">{text}</text>",
            x - half,
            y - 7.5,
            2.0 * half,
            y + 4.5
        );
    }
    let (low, high) = bounds(places);
    let middle = (low.1 + high.1) / 2.0;
    for &(v, count, joined) in &sketch.twins {
        let joined = if joined { ", joined" } else { "" };
        beside(out, places[v], middle, &format!("×{count}{joined}"));
    }
    for &(v, count) in &sketch.ellipses {
        beside(out, places[v], middle, &format!("{count} more"));
    }
    writeln!(out, "</g>")
}

/// Writes a text above or below a vertex, away from the middle of the drawing.
fn beside(out: &mut Svg, (x, y): Point, middle: f64, text: &str) {
    let base = if y <= middle {
        y - RADIUS - 10.0
    } else {
        y + RADIUS + 17.0
    };
    writeln!(out, "<text x=\"{x:.1}\" y=\"{base:.1}\">{text}</text>")
}
