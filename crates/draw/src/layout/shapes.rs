//! Layouts of graphs with a familiar shape.

use super::Point;
use boilingpoint_boards::Graph;
use std::f64::consts::TAU;

/// `count` points on a circle, clockwise. Neighbours are at distance 1.2. The first point is at the
/// top. If the number is even, the circle is turned by half a step, so that the polygon stands on
/// an edge.
pub(super) fn circle(count: usize) -> Vec<Point> {
    let step = TAU / count.max(1) as f64;
    let radius = if count > 1 {
        0.6 / (step / 2.0).sin()
    } else {
        0.0
    };
    let first = if count.is_multiple_of(2) {
        step / 2.0
    } else {
        0.0
    };
    let at = |i: usize| (first + i as f64 * step).sin_cos();
    (0..count)
        .map(at)
        .map(|(sin, cos)| (radius * sin, -radius * cos))
        .collect()
}

/// The layout of a graph with one vertex.
pub(super) fn single(graph: &Graph) -> Option<Vec<Point>> {
    (graph.order() == 1).then(|| vec![(0.0, 0.0)])
}

/// The layout of a cycle, on a circle. The graph has to be connected.
pub(super) fn cycle(graph: &Graph) -> Option<Vec<Point>> {
    let is_cycle = graph.order() >= 3 && graph.degrees().all(|degree| degree == 2);
    is_cycle.then(|| in_order(&around(graph, 0), graph.order()))
}

/// The vertices of a cycle, from `start` on.
fn around(graph: &Graph, start: usize) -> Vec<usize> {
    let mut order = vec![start];
    let mut next = graph.neighbours(start).next();
    while let Some(v) = next.filter(|&v| v != start) {
        let last = order[order.len() - 1];
        order.push(v);
        next = graph.neighbours(v).find(|&w| w != last);
    }
    order
}

/// Places the vertices of `order` on a circle.
fn in_order(order: &[usize], count: usize) -> Vec<Point> {
    let mut points = vec![(0.0, 0.0); count];
    order
        .iter()
        .zip(circle(order.len()))
        .for_each(|(&v, point)| points[v] = point);
    points
}

/// The layout of a complete graph, on a circle.
pub(super) fn complete(graph: &Graph) -> Option<Vec<Point>> {
    let n = graph.order();
    (n >= 4 && graph.size() == n * (n - 1) / 2).then(|| circle(n))
}

/// The layout of a wheel, with its hub in the middle. The smallest wheel is a complete graph, so it
/// is recognised before.
pub(super) fn wheel(graph: &Graph) -> Option<Vec<Point>> {
    let n = graph.order();
    let hub = (0..n).find(|&v| graph.degree_of(v) + 1 == n && n >= 5)?;
    let rim: Vec<usize> = (0..n).filter(|&v| v != hub).collect();
    let rest = graph.induced(&rim);
    let is_cycle = rest.is_connected() && rest.degrees().all(|degree| degree == 2);
    is_cycle.then(|| {
        let order: Vec<usize> = around(&rest, 0).into_iter().map(|i| rim[i]).collect();
        in_order(&order, n)
    })
}

/// The layout of a complete bipartite graph, in two rows.
pub(super) fn complete_bipartite(graph: &Graph) -> Option<Vec<Point>> {
    let (first, second) = graph.two_colouring()?;
    if graph.size() != first.len() * second.len() {
        return None;
    }
    let wide = first.len().max(second.len()) as f64;
    let height = (1.0 + 0.28 * wide).min(4.0);
    let mut points = vec![(0.0, 0.0); graph.order()];
    for (row, y) in [(&first, 0.0), (&second, height)] {
        // The shorter row is stretched, but not to the full width.
        let step = if row.len() > 1 {
            (1.0 + (wide - 1.0) / (row.len() as f64 - 1.0)) / 2.0
        } else {
            1.0
        };
        let middle = (row.len() as f64 - 1.0) / 2.0;
        for (i, &v) in row.iter().enumerate() {
            points[v] = ((i as f64 - middle) * step, y);
        }
    }
    Some(points)
}
