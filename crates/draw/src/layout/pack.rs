//! Places components side by side.

use super::Point;

/// The distance between two components.
const GAP: f64 = 1.3;

/// Moves the drawings into rows from left to right, in their order. The result has about the shape
/// of a page in landscape format.
pub(super) fn side_by_side(drawings: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    let boxes: Vec<(Point, Point)> = drawings.iter().map(|d| bounds(d)).collect();
    let size = |(low, high): &(Point, Point)| (high.0 - low.0, high.1 - low.1);
    let area: f64 = boxes
        .iter()
        .map(size)
        .map(|(w, h)| (w + GAP) * (h + GAP))
        .sum();
    let widest = boxes.iter().map(size).map(|s| s.0).fold(0.0, f64::max);
    let limit = widest.max((area * 2.0).sqrt());
    let (mut x, mut y, mut row) = (0.0, 0.0, Vec::new());
    let mut moved: Vec<Point> = Vec::new();
    for (low, high) in &boxes {
        let width = high.0 - low.0;
        if x > 0.0 && x + width > limit + 1e-9 {
            y += finish(&mut moved, &row) + GAP;
            (x, row) = (0.0, Vec::new());
        }
        row.push(high.1 - low.1);
        moved.push((x - low.0, y - low.1));
        x += width + GAP;
    }
    finish(&mut moved, &row);
    let shift = |(drawing, (dx, dy)): (Vec<Point>, Point)| {
        drawing.into_iter().map(|(x, y)| (x + dx, y + dy)).collect()
    };
    drawings.into_iter().zip(moved).map(shift).collect()
}

/// Centres the drawings of a row vertically, and returns the row's height. `heights` are the
/// heights of the row's drawings, which are the last items of `moved`.
fn finish(moved: &mut [Point], heights: &[f64]) -> f64 {
    let height = heights.iter().copied().fold(0.0, f64::max);
    let first = moved.len() - heights.len();
    moved[first..]
        .iter_mut()
        .zip(heights)
        .for_each(|(m, h)| m.1 += (height - h) / 2.0);
    height
}

/// The lowest and the highest coordinates. Both are the origin if there are no points.
pub fn bounds(points: &[Point]) -> (Point, Point) {
    let Some(&first) = points.first() else {
        return ((0.0, 0.0), (0.0, 0.0));
    };
    points.iter().fold((first, first), |(low, high), p| {
        (
            (low.0.min(p.0), low.1.min(p.1)),
            (high.0.max(p.0), high.1.max(p.1)),
        )
    })
}
