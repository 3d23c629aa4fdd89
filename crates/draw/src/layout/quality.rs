//! Measures of how readable a layout is.

use super::Point;
use boilingpoint_boards::Graph;

/// The distance between two points.
pub(super) fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The distance between the two nearest points; infinite for fewer than two points. Points are
/// compared only while their x-coordinates are close. In the worst case the time is quadratic.
pub(super) fn least_distance(points: &[Point]) -> f64 {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut least = f64::INFINITY;
    for (i, &a) in sorted.iter().enumerate() {
        for &b in &sorted[i + 1..] {
            if b.0 - a.0 >= least {
                break;
            }
            least = least.min(distance(a, b));
        }
    }
    least
}

/// The number of pairs of edges without a common end that cross.
pub(super) fn crossings(graph: &Graph, points: &[Point]) -> usize {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let crosses = |&(a, b): &(usize, usize), &(c, d): &(usize, usize)| {
        let apart = a != c && a != d && b != c && b != d;
        apart && separates(points, (a, b), (c, d)) && separates(points, (c, d), (a, b))
    };
    edges
        .iter()
        .enumerate()
        .map(|(i, e)| edges[..i].iter().filter(|f| crosses(e, f)).count())
        .sum()
}

/// Whether the line through one pair of points separates the points of the other pair.
fn separates(points: &[Point], line: (usize, usize), ends: (usize, usize)) -> bool {
    let (a, b) = (points[line.0], points[line.1]);
    let side = |p: Point| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
    side(points[ends.0]) * side(points[ends.1]) < 0.0
}

/// The number of pairs of an edge and a vertex that are closer than `gap`. A vertex is not paired
/// with its own edges.
pub(super) fn touches(graph: &Graph, points: &[Point], gap: f64) -> usize {
    let near = |a: usize, b: usize, v: usize| {
        v != a && v != b && to_segment(points[v], points[a], points[b]) < gap
    };
    graph
        .edges()
        .map(|(a, b)| (0..points.len()).filter(|&v| near(a, b, v)).count())
        .sum()
}

/// The distance from the point `p` to the segment between `a` and `b`.
fn to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 {
        ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length
    } else {
        0.0
    };
    let t = along.clamp(0.0, 1.0);
    distance(p, (a.0 + t * dx, a.1 + t * dy))
}
