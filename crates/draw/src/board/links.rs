//! The lines of a drawing: edges, parallel edges side by side, arcs with heads, loops, weights.

use super::curve::{Curve, distance, plus, turned, unit};
use super::labels::{self, Label, LabelRequest};
use super::loops;
use super::{INK, Point, RADIUS};
use crate::svg::Svg;
use boilingpoint_boards::{Board, Link};
use std::collections::BTreeMap;

/// The distance between two parallel lines in their middle: first without weights, then with
/// weights beside the lines.
const APART: (f64, f64) = (14.0, 20.0);
/// The largest distance of a parallel line from the straight line.
const WIDEST: f64 = 28.0;
/// The length of an arc's head, and half its width.
const HEAD: (f64, f64) = (8.5, 3.4);
/// The length by which a line reaches into its arrow head, so that the end of the line does not
/// show.
const OVERLAP: f64 = 3.0;
/// About half the width of a line.
const HALF_LINE: f64 = 0.7;

/// The drawing of a board's links.
#[derive(Debug, Default)]
pub(super) struct LinkDrawing {
    curves: Vec<Curve>,
    heads: Vec<[Point; 3]>,
    labels: Vec<Label>,
}

/// A link with its curve. Its weight is best placed on the side of the curve away from `inside`.
struct DrawnLink {
    link: Link,
    curve: Curve,
    inside: Point,
}

impl LinkDrawing {
    /// Draws the links of a board whose vertices are at these places.
    pub fn of(board: &Board, places: &[Point]) -> LinkDrawing {
        let links = board.links();
        let weighted = links.iter().any(|l| l.weight != 1);
        let drawn = drawn(board, &links, places, weighted);
        let mut lines = LinkDrawing::default();
        for d in &drawn {
            lines.add(d, places);
        }
        if weighted {
            let requests = drawn.iter().map(|d| LabelRequest {
                text: d.link.weight.to_string(),
                curve: d.curve,
                inside: d.inside,
            });
            let requests: Vec<LabelRequest> = requests.collect();
            lines.labels = labels::placed(&requests, &lines.curves, &lines.heads, places);
        }
        lines
    }

    /// Adds the line of a link. An arc also gets a head. The tip of the head touches the vertex's
    /// circle.
    fn add(&mut self, drawn: &DrawnLink, places: &[Point]) {
        let (curve, end) = (drawn.curve, places[drawn.link.to]);
        if !drawn.link.arc {
            self.curves.push(curve);
            return;
        }
        let edge = RADIUS + HALF_LINE;
        let tip = curve.at(curve.arrival(edge, end));
        let along = unit(curve.at(curve.arrival(edge + HEAD.0, end)), tip);
        let base = plus(tip, along, -HEAD.0);
        let corner = |side: f64| plus(base, turned(along), side * HEAD.1);
        self.heads.push([tip, corner(1.0), corner(-1.0)]);
        let last = curve.arrival(edge + HEAD.0 - OVERLAP, end);
        self.curves.push(curve.until(last));
    }

    /// The points that bound the drawing where curves and labels may reach beyond the vertices'
    /// circles.
    pub fn extent(&self) -> Vec<Point> {
        let curved = self.curves.iter().filter(|c| !c.straight);
        let bends = curved.flat_map(|c| c.samples(4.0));
        let corners = self.labels.iter().flat_map(Label::corners);
        bends.chain(corners).collect()
    }

    /// The drawing moved by a vector.
    pub fn moved(self, by: Point) -> LinkDrawing {
        LinkDrawing {
            curves: self.curves.iter().map(|c| c.moved(by)).collect(),
            heads: self
                .heads
                .iter()
                .map(|h| h.map(|p| plus(p, by, 1.0)))
                .collect(),
            labels: self.labels.into_iter().map(|l| l.moved(by)).collect(),
        }
    }

    /// Writes lines, heads and weights.
    pub fn write(&self, out: &mut Svg) {
        writeln!(
            out,
            "<g stroke=\"{INK}\" stroke-width=\"1.4\" stroke-linecap=\"round\">"
        );
        for curve in &self.curves {
            write_curve(out, curve);
        }
        writeln!(out, "</g>");
        if !self.heads.is_empty() {
            writeln!(out, "<g fill=\"{INK}\">");
            for [(x1, y1), (x2, y2), (x3, y3)] in &self.heads {
                writeln!(
                    out,
                    "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}L{x3:.1} {y3:.1}Z\"/>"
                );
            }
            writeln!(out, "</g>");
        }
        labels::write(out, &self.labels)
    }
}

fn write_curve(out: &mut Svg, curve: &Curve) {
    let [(x1, y1), (x2, y2), (x3, y3), (x4, y4)] = curve.controls;
    if curve.straight {
        return writeln!(
            out,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x4:.1}\" y2=\"{y4:.1}\"/>"
        );
    }
    writeln!(
        out,
        "<path d=\"M{x1:.1} {y1:.1}C{x2:.1} {y2:.1} {x3:.1} {y3:.1} {x4:.1} {y4:.1}\" fill=\"none\"/>"
    )
}

/// The curves of all links. Links between the same two vertices are spread like a fan. Loops are
/// placed where a vertex has room.
fn drawn(board: &Board, links: &[Link], places: &[Point], weighted: bool) -> Vec<DrawnLink> {
    let mut between: BTreeMap<(usize, usize), Vec<Link>> = BTreeMap::new();
    for &link in links {
        let ends = (link.from.min(link.to), link.from.max(link.to));
        between.entry(ends).or_default().push(link);
    }
    let heart = middle(places);
    let mut all = Vec::new();
    for ((a, b), same) in between {
        if a == b {
            let curves = loops::at(board.graph(), places, a, same.len());
            let inside = places[a];
            let drawn = |(&link, curve)| DrawnLink {
                link,
                curve,
                inside,
            };
            all.extend(same.iter().zip(curves).map(drawn));
        } else {
            all.extend(fan(&same, (places[a], places[b]), heart, weighted));
        }
    }
    all
}

/// The curves of links between the same two vertices. `p` is the place of the vertex with the
/// smaller number.
fn fan(links: &[Link], (p, q): (Point, Point), heart: Point, weighted: bool) -> Vec<DrawnLink> {
    let most = (links.len() - 1) as f64 / 2.0;
    let apart = if weighted { APART.1 } else { APART.0 };
    let apart = apart.min(WIDEST.min(distance(p, q) / 2.0) / most.max(0.5));
    let chord = plus((p.0 / 2.0, p.1 / 2.0), q, 0.5);
    let drawn = |(i, &link): (usize, &Link)| {
        let bow = (i as f64 - most) * apart;
        let curve = if link.from < link.to {
            Curve::bowed(p, q, bow)
        } else {
            Curve::bowed(q, p, -bow)
        };
        let inside = if curve.straight { heart } else { chord };
        DrawnLink {
            link,
            curve,
            inside,
        }
    };
    links.iter().enumerate().map(drawn).collect()
}

fn middle(places: &[Point]) -> Point {
    let share = 1.0 / places.len().max(1) as f64;
    places
        .iter()
        .fold((0.0, 0.0), |sum, &p| plus(sum, p, share))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;

    /// The lines of a board whose vertices lie in a row.
    fn lines(text: &str) -> LinkDrawing {
        let board = parse_board(text).unwrap();
        let places: Vec<Point> = (0..board.order()).map(|v| (60.0 * v as f64, 0.0)).collect();
        LinkDrawing::of(&board, &places)
    }

    fn weights(lines: &LinkDrawing) -> Vec<&str> {
        lines.labels.iter().map(|l| l.text.as_str()).collect()
    }

    #[test]
    fn weights_are_written_where_any_is_not_one() {
        assert!(lines("0-1,1-2").labels.is_empty());
        assert!(lines("0-1*1*1,1-1").labels.is_empty());
        assert_eq!(weights(&lines("0-1*3,1-2,2-2")), ["3", "1", "1"]);
    }

    #[test]
    fn an_arc_ends_at_the_circle_and_its_head_points_there() {
        for text in ["0>1", "1>0", "0>1*1*1,1>0", "0>0,0>1"] {
            let board = parse_board(text).unwrap();
            let arcs = board.links();
            let lines = lines(text);
            assert_eq!(lines.heads.len(), arcs.len());
            for head in &lines.heads {
                let ends = [(0.0, 0.0), (60.0, 0.0)];
                let end = |p: Point| {
                    ends.map(|e| distance(e, p))
                        .into_iter()
                        .fold(99.0, f64::min)
                };
                assert!((end(head[0]) - RADIUS - HALF_LINE).abs() < 1e-3, "{text}");
                assert!(end(head[1]) > end(head[0]) && end(head[2]) > end(head[0]));
            }
        }
        assert!(lines("0-1").heads.is_empty());
    }

    #[test]
    fn links_between_the_same_vertices_lie_apart() {
        for (text, straight) in [("0-1", 1), ("0-1*1*1", 0), ("0-1*1*2*3", 1), ("0>1,1>0", 0)] {
            let lines = lines(text);
            let middles: Vec<Point> = lines.curves.iter().map(|c| c.at(0.5)).collect();
            for (i, p) in middles.iter().enumerate() {
                assert!(
                    middles[..i].iter().all(|q| distance(*p, *q) > 10.0),
                    "{text}"
                );
            }
            let found = lines.curves.iter().filter(|c| c.straight).count();
            assert_eq!(found, straight, "{text}");
        }
        let many = lines(&format!("0-1{}", "*2".repeat(200)));
        let extent = many.curves.iter().flat_map(|c| c.samples(2.0));
        assert!(extent.map(|p| p.1.abs()).fold(0.0, f64::max) <= WIDEST + 1e-6);
    }
}
