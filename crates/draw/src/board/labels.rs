//! Places weights beside their lines, where they cover other objects as little as possible.

use super::cells::PointGrid;
use super::curve::{Curve, plus, turned};
use super::{INK, Point, RADIUS};
use crate::svg::Svg;

/// The font size.
const SIZE: f64 = 10.0;
/// The distance between a label and its line.
const ROOM: f64 = 3.2;
/// The positions of a label along its line, the best first.
const ALONG: [f64; 9] = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74];
/// The cost of covering a label, a vertex, and a point of a line.
const COVERED: [f64; 3] = [40.0, 20.0, 1.0];
/// The cost of the less suitable side of a line.
const OTHER_SIDE: f64 = 0.5;
/// The cost of each step away from the middle of the line.
const STEP: f64 = 0.2;

/// A text at a place.
#[derive(Debug, Clone)]
pub(super) struct Label {
    pub text: String,
    middle: Point,
}

/// A text for a curve. Its best place is on the side away from `inside`.
pub(super) struct LabelRequest {
    pub text: String,
    pub curve: Curve,
    pub inside: Point,
}

impl Label {
    /// Half the width and half the height of the label.
    fn half(&self) -> Point {
        // A digit has 0.636 of the font size as width, and 0.73 as height.
        (0.32 * SIZE * self.text.len() as f64, 0.365 * SIZE)
    }

    /// Two opposite corners.
    pub fn corners(&self) -> [Point; 2] {
        [-1.0, 1.0].map(|side| plus(self.middle, self.half(), side))
    }

    /// The label moved by a vector.
    pub fn moved(self, by: Point) -> Label {
        Label {
            middle: plus(self.middle, by, 1.0),
            ..self
        }
    }

    /// The distance between the label and a box at this point with this half width and half height.
    /// Of the distances in the two directions it is the greater. It is negative if the box overlaps
    /// the label.
    fn gap(&self, (x, y): Point, (width, height): Point) -> f64 {
        let half = self.half();
        let across = (x - self.middle.0).abs() - half.0 - width;
        across.max((y - self.middle.1).abs() - half.1 - height)
    }
}

/// The objects that labels should not cover.
struct Obstacles {
    lines: PointGrid<()>,
    vertices: PointGrid<()>,
    labels: PointGrid<Label>,
}

impl Obstacles {
    fn cost(&self, label: &Label) -> f64 {
        let (at, wide) = (label.middle, label.half().0);
        let labels = self.labels.near(at, 2.0 * wide + 16.0);
        let labels = labels
            .filter(|(p, l)| label.gap(*p, l.half()) < 2.0)
            .count();
        let vertices = self.vertices.near(at, wide + RADIUS + 2.0);
        let vertices = vertices
            .filter(|(p, ())| label.gap(*p, (RADIUS, RADIUS)) < 1.5)
            .count();
        let lines = self.lines.near(at, wide + 2.0);
        let lines = lines
            .filter(|(p, ())| label.gap(*p, (0.0, 0.0)) < 1.8)
            .count();
        let counts = [labels, vertices, lines];
        counts
            .iter()
            .zip(COVERED)
            .map(|(&n, cost)| n as f64 * cost)
            .sum()
    }
}

/// Makes a label for each request. Places the label where it covers the objects and the earlier
/// labels least.
pub(super) fn placed(
    requests: &[LabelRequest],
    curves: &[Curve],
    heads: &[[Point; 3]],
    places: &[Point],
) -> Vec<Label> {
    let points = curves.iter().flat_map(|c| c.samples(2.0));
    let points = points.chain(heads.iter().flatten().copied());
    let mut obstacles = Obstacles {
        lines: points.map(|p| (p, ())).collect(),
        vertices: places.iter().map(|&p| (p, ())).collect(),
        labels: PointGrid::default(),
    };
    let mut labels = Vec::new();
    for request in requests {
        if let Some(label) = best(request, &obstacles) {
            obstacles.labels.add(label.middle, label.clone());
            labels.push(label);
        }
    }
    labels
}

/// The place of least cost beside a line.
fn best(request: &LabelRequest, obstacles: &Obstacles) -> Option<Label> {
    let tries = (0..ALONG.len()).flat_map(|step| [(step, false), (step, true)]);
    let labels = tries.map(|(step, other)| {
        let label = beside(request, ALONG[step], other);
        let aside = if other { OTHER_SIDE } else { 0.0 };
        (obstacles.cost(&label) + aside + STEP * step as f64, label)
    });
    labels
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, label)| label)
}

/// Places the label beside its line, at the parameter `t`. By default, the label is on the side
/// away from `inside`, or above the line if the line goes through `inside`. With `other`, the label
/// is on the opposite side.
fn beside(request: &LabelRequest, t: f64, other: bool) -> Label {
    let at = request.curve.at(t);
    let normal = turned(request.curve.direction(t));
    let outwards = normal.0 * (at.0 - request.inside.0) + normal.1 * (at.1 - request.inside.1);
    let turned = if outwards.abs() > 1e-6 {
        outwards < 0.0
    } else {
        normal.1 > 1e-6 || (normal.1 > -1e-6 && normal.0 < 0.0)
    };
    let mut label = Label {
        text: request.text.clone(),
        middle: at,
    };
    let half = label.half();
    let away = normal.0.abs() * half.0 + normal.1.abs() * half.1 + ROOM;
    label.middle = plus(at, normal, if turned == other { away } else { -away });
    label
}

/// Writes labels. Each has a white outline, so that it is readable even if it covers an object.
pub(super) fn write(out: &mut Svg, labels: &[Label]) {
    if labels.is_empty() {
        return;
    }
    writeln!(
        out,
        "<g text-anchor=\"middle\" font-size=\"{SIZE}\" fill=\"{INK}\" stroke=\"#ffffff\" \
         stroke-width=\"2.4\" stroke-linejoin=\"round\" paint-order=\"stroke\">"
    );
    for label in labels {
        let ((x, y), text) = (label.middle, &label.text);
        let base = y + 0.365 * SIZE;
        writeln!(out, "<text x=\"{x:.1}\" y=\"{base:.1}\">{text}</text>");
    }
    writeln!(out, "</g>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str, from: Point, to: Point) -> LabelRequest {
        LabelRequest {
            text: text.to_string(),
            curve: Curve::bowed(from, to, 0.0),
            inside: (0.0, 100.0),
        }
    }

    fn labels(requests: &[LabelRequest]) -> Vec<Label> {
        let curves: Vec<Curve> = requests.iter().map(|w| w.curve).collect();
        let ends = curves.iter().flat_map(|c| [c.controls[0], c.controls[3]]);
        placed(requests, &curves, &[], &ends.collect::<Vec<_>>())
    }

    #[test]
    fn a_label_is_beside_the_middle_of_its_line_and_outside() {
        let found = labels(&[request("10", (0.0, 0.0), (60.0, 0.0))]);
        let (x, y) = found[0].middle;
        assert!((x - 30.0).abs() < 1e-6 && (-12.0..-4.0).contains(&y));
    }

    #[test]
    fn labels_cover_neither_lines_nor_each_other() {
        // Lines from one vertex to many, and one across them.
        let mut requests: Vec<LabelRequest> = (0..7)
            .map(|i| f64::from(i) * 0.9)
            .map(|a| request("12", (0.0, 0.0), (70.0 * a.cos(), 70.0 * a.sin())))
            .collect();
        requests.push(request("345", (90.0, -60.0), (90.0, 60.0)));
        let found = labels(&requests);
        for (i, label) in found.iter().enumerate() {
            for w in &requests {
                assert!(w.curve.samples(1.0).all(|p| label.gap(p, (0.0, 0.0)) > 0.5));
            }
            let others = found[..i].iter();
            assert!(
                others
                    .map(|l| label.gap(l.middle, l.half()))
                    .all(|gap| gap > 0.0)
            );
        }
    }
}
