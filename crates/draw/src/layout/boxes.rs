//! Layouts of grids and hypercubes. Both are products of paths, and are recognised by their
//! distances.

use super::Point;
use boilingpoint_boards::{BreadthFirst, Graph};

/// The directions of the axes in the drawing, by dimension.
const AXES: [&[Point]; 3] = [
    &[(1.0, 0.0), (0.0, 1.0)],
    &[(1.0, 0.0), (0.0, 1.0), (0.42, -0.36)],
    &[(1.0, 0.0), (0.0, 1.0), (0.45, -0.33), (2.35, 0.52)],
];

/// The layout of a grid of two or three dimensions, or of a hypercube of at most four, in parallel
/// perspective. `None` for other graphs.
pub(super) fn grid_or_cube(graph: &Graph) -> Option<Vec<Point>> {
    let dimension = graph.min_degree();
    if !(2..=4).contains(&dimension) || graph.order() > 2000 {
        return None;
    }
    let origin = (0..graph.order()).find(|&v| graph.degree_of(v) == dimension)?;
    // The vertices of least degree of a box are its corners, and the axes from the origin end at
    // corners. Trying all choices of ends is cheap, since a box has few corners.
    let from_origin = distances(graph, origin);
    let corners: Vec<usize> = (0..graph.order())
        .filter(|&v| v != origin && graph.degree_of(v) == dimension)
        .collect();
    if dimension == 4 {
        let ends: Vec<usize> = graph.neighbours(origin).collect();
        return Coordinates::new(graph, &from_origin, &ends)
            .check(graph)
            .map(Coordinates::draw);
    }
    if corners.len() + 1 != 1 << dimension {
        return None;
    }
    let choices = choose(&corners, dimension);
    let found = choices
        .iter()
        .find_map(|ends| Coordinates::new(graph, &from_origin, ends).check(graph))?;
    Some(found.draw())
}

/// The distances from a vertex of a connected graph.
fn distances(graph: &Graph, from: usize) -> Vec<usize> {
    let found = BreadthFirst::of(graph, from).distance;
    found.into_iter().flatten().collect()
}

/// All subsets of `count` items.
fn choose(items: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let with = |i: usize| {
        choose(&items[i + 1..], count - 1)
            .into_iter()
            .map(move |mut rest| {
                rest.push(items[i]);
                rest
            })
    };
    (0..items.len()).flat_map(with).collect()
}

/// The coordinates of each vertex along each axis.
struct Coordinates(Vec<Vec<usize>>);

impl Coordinates {
    /// The coordinates along the axes from the origin to the corners `ends`, the longest axis
    /// first. If the coordinate along an axis of length l is x, then this axis contributes x to the
    /// distance from the origin and l - x to the distance from its end. Every other axis
    /// contributes the same to both distances, so its contributions cancel.
    fn new(graph: &Graph, from_origin: &[usize], ends: &[usize]) -> Coordinates {
        let mut ends = ends.to_vec();
        ends.sort_by_key(|&e| (std::cmp::Reverse(from_origin[e]), e));
        let axes: Vec<Vec<usize>> = ends.iter().map(|&e| distances(graph, e)).collect();
        let along = |v: usize, (e, axis): (&usize, &Vec<usize>)| {
            (from_origin[v] + from_origin[*e] - axis[v]) / 2
        };
        let of = |v| ends.iter().zip(&axes).map(|pair| along(v, pair)).collect();
        Coordinates((0..graph.order()).map(of).collect())
    }

    /// Returns the coordinates if they make the graph a box. In a box all coordinates are
    /// different, there are as many as the box has places, and two vertices are adjacent exactly if
    /// their places are neighbours.
    fn check(self, graph: &Graph) -> Option<Coordinates> {
        let dimension = self.0[0].len();
        let length = |axis: usize| self.0.iter().map(|c| c[axis]).max().unwrap_or(0) + 1;
        let lengths: Vec<usize> = (0..dimension).map(length).collect();
        let mut sorted = self.0.clone();
        sorted.sort();
        sorted.dedup();
        let order: usize = lengths.iter().product();
        let size: usize = lengths.iter().map(|l| order / l * (l - 1)).sum();
        let step = |(a, b): (usize, usize)| {
            self.0[a]
                .iter()
                .zip(&self.0[b])
                .map(|(x, y)| x.abs_diff(*y))
                .sum::<usize>()
                == 1
        };
        let fits = order == graph.order()
            && sorted.len() == order
            && size == graph.size()
            && graph.edges().all(step);
        fits.then_some(self)
    }

    fn draw(self) -> Vec<Point> {
        let dimension = self.0[0].len();
        let axes = AXES[dimension - 2];
        let scale = if dimension == 2 { 1.2 } else { 2.0 };
        let place = |c: &Vec<usize>| {
            let sum = |part: fn(&Point) -> f64| {
                c.iter()
                    .zip(axes)
                    .map(|(&x, a)| x as f64 * part(a))
                    .sum::<f64>()
            };
            (scale * sum(|a| a.0), scale * sum(|a| a.1))
        };
        self.0.iter().map(place).collect()
    }
}
