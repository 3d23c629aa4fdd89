//! Layouts in which distances resemble the distances in the graph.
//!
//! Stress is the sum over pairs of vertices of `((|p - q| - d) / d)^2`. Here p and q are the places
//! of the two vertices, and d is their distance in the graph. To lower the stress, one vertex after
//! another is moved to a weighted mean of places: for each other vertex, the place at the right
//! distance from it (E. Gansner, Y. Koren, S. North, *Graph drawing by stress majorization*, 2004).

use super::Point;
use super::quality::{crossings, distance, touches};
use super::shapes::circle;
use boilingpoint_boards::{BreadthFirst, Graph};

/// A graph with more vertices is drawn on a circle.
pub(super) const MAX_ORDER: usize = 1500;
/// Crossings are counted only if the graph has at most this many edges. Otherwise stress alone
/// decides between layouts.
const MAX_COUNTED_SIZE: usize = 2000;
/// A vertex that is closer than this to an edge of other vertices counts as a flaw.
pub(super) const GAP: f64 = 0.22;

/// The best of the layouts from several starts, for a connected graph.
pub(super) fn least(graph: &Graph) -> Vec<Point> {
    if graph.order() > MAX_ORDER {
        return circle(graph.order());
    }
    let pairs = Distances::new(graph);
    let layouts = starts(graph, &pairs)
        .into_iter()
        .map(|start| upright(pairs.relax(start)));
    best(graph, &pairs, layouts.collect())
}

/// The better of two layouts: `start`, and the result of lowering its stress.
pub(super) fn relaxed(graph: &Graph, start: Vec<Point>) -> Vec<Point> {
    if graph.order() > MAX_ORDER {
        return start;
    }
    let pairs = Distances::new(graph);
    let relaxed = upright(pairs.relax(start.clone()));
    best(graph, &pairs, vec![relaxed, start])
}

/// The layout with the fewest crossings and touching edges. Among layouts with equally many, the
/// layout with the least stress.
fn best(graph: &Graph, pairs: &Distances, layouts: Vec<Vec<Point>>) -> Vec<Point> {
    let counted = graph.size() <= MAX_COUNTED_SIZE;
    let flaws = |points: &[Point]| {
        if counted {
            crossings(graph, points) + 2 * touches(graph, points, GAP)
        } else {
            0
        }
    };
    let scored = layouts
        .into_iter()
        .map(|points| (flaws(&points), pairs.stress(&points), points));
    let least = scored.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    least.map(|(_, _, points)| points).unwrap_or_default()
}

/// The layouts to start from: circles in several orders, and spirals.
fn starts(graph: &Graph, pairs: &Distances) -> Vec<Vec<Point>> {
    let n = graph.order();
    let ring = circle(n);
    let mut starts = vec![ring.clone()];
    let mut by_distance: Vec<usize> = (0..n).collect();
    by_distance.sort_by_key(|&v| (pairs.between(0, v), v));
    let mut around = vec![(0.0, 0.0); n];
    by_distance
        .iter()
        .zip(&ring)
        .for_each(|(&v, &p)| around[v] = p);
    starts.push(around);
    let spirals = if n <= 40 {
        24
    } else if n <= 150 {
        6
    } else {
        0
    };
    // Steps by multiples of the golden angle spread the vertices in different orders.
    for k in 1..=spirals {
        let at = |i: usize| {
            let (sin, cos) = (2.399_963 * (k * (i + 1)) as f64 + k as f64).sin_cos();
            let radius = ((i * (2 * k - 1)) % n + 1) as f64;
            (radius.sqrt() * cos, radius.sqrt() * sin)
        };
        starts.push((0..n).map(at).collect());
    }
    starts
}

/// The distances of all pairs in a connected graph.
pub(super) struct Distances {
    order: usize,
    rows: Vec<u32>,
}

impl Distances {
    pub fn new(graph: &Graph) -> Distances {
        let n = graph.order();
        let row = |v| BreadthFirst::of(graph, v).distance.into_iter().flatten();
        let rows = (0..n).flat_map(row).map(|d| d as u32).collect();
        Distances { order: n, rows }
    }

    fn between(&self, a: usize, b: usize) -> u32 {
        self.rows[a * self.order + b]
    }

    pub fn stress(&self, points: &[Point]) -> f64 {
        let one = |a: usize, b: usize| {
            let d = f64::from(self.between(a, b));
            ((distance(points[a], points[b]) - d) / d).powi(2)
        };
        (0..self.order)
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .map(|(a, b)| one(a, b))
            .sum()
    }

    /// Lowers the stress until no vertex moves, for a limited number of rounds.
    fn relax(&self, mut points: Vec<Point>) -> Vec<Point> {
        let rounds = (60_000_000 / (self.order * self.order).max(1)).clamp(20, 500);
        for _ in 0..rounds {
            let mut most: f64 = 0.0;
            for v in 0..self.order {
                let next = self.wanted(&points, v);
                most = most.max(distance(next, points[v]));
                points[v] = next;
            }
            if most < 1e-4 {
                break;
            }
        }
        points
    }

    /// The place for `v` that the other vertices prefer. It is a mean in which near vertices have
    /// more weight.
    pub fn wanted(&self, points: &[Point], v: usize) -> Point {
        let (mut x, mut y, mut total) = (0.0, 0.0, 0.0);
        for w in (0..self.order).filter(|&w| w != v) {
            let d = f64::from(self.between(v, w));
            let weight = 1.0 / (d * d);
            let (p, q) = (points[v], points[w]);
            let apart = distance(p, q);
            // Vertices at the same place are moved apart, in a direction that depends on both
            // vertices.
            let (ux, uy) = if apart > 1e-9 {
                ((p.0 - q.0) / apart, (p.1 - q.1) / apart)
            } else {
                let (sin, cos) = (v as f64 * 2.399_963 + w as f64).sin_cos();
                (cos, sin)
            };
            x += weight * (q.0 + d * ux);
            y += weight * (q.1 + d * uy);
            total += weight;
        }
        if total > 0.0 {
            (x / total, y / total)
        } else {
            points[v]
        }
    }
}

/// Rotates the points so that they are widest from left to right.
fn upright(points: Vec<Point>) -> Vec<Point> {
    let n = points.len().max(1) as f64;
    let sum = points
        .iter()
        .fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
    let middle = (sum.0 / n, sum.1 / n);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for p in &points {
        let (x, y) = (p.0 - middle.0, p.1 - middle.1);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    let (sin, cos) = (0.5 * f64::atan2(2.0 * xy, xx - yy)).sin_cos();
    let turn = |(x, y): Point| {
        let (x, y) = (x - middle.0, y - middle.1);
        (x * cos + y * sin, y * cos - x * sin)
    };
    points.into_iter().map(turn).collect()
}
