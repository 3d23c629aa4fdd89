//! Layouts of trees without crossings.

use super::Point;
use boilingpoint_boards::{BreadthFirst, Graph, HangingTrees};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The length of the edge from the spine to a leaf in a small fan.
const LEAF: f64 = 1.25;
/// The largest angle of a fan.
const FAN: f64 = 2.2;

/// The layout of a caterpillar. The spine is on a line, and the leaves are in fans below it. If a
/// fan is large, its leaves are below and above.
pub(super) fn caterpillar(graph: &Graph) -> Option<Vec<Point>> {
    let inner = graph.spine()?;
    let spine = if inner.is_empty() {
        vec![0]
    } else {
        with_ends(graph, inner)
    };
    let fans: Vec<Vec<usize>> = spine.iter().map(|&s| hanging(graph, &spine, s)).collect();
    let largest = fans.iter().map(Vec::len).max().unwrap_or(0);
    if spine.len() == 1 {
        return Some(star(graph.order(), spine[0], &fans[0]));
    }
    let two_sided = largest > 6;
    let mut points = vec![(0.0, 0.0); graph.order()];
    let (mut x, mut reach) = (0.0, 0.0);
    for (i, (&s, leaves)) in spine.iter().zip(&fans).enumerate() {
        let below = if two_sided {
            leaves.len().div_ceil(2)
        } else {
            leaves.len()
        };
        let own = fan_reach(below);
        if i > 0 {
            x += f64::max(1.25, reach + own + 1.0);
        }
        reach = own;
        points[s] = (x, 0.0);
        hang(&mut points, x, &leaves[..below], 1.0);
        hang(&mut points, x, &leaves[below..], -1.0);
    }
    Some(points)
}

/// Extends the spine at each end by a leaf, if there is only one leaf at this end. So a path
/// becomes a line.
fn with_ends(graph: &Graph, mut spine: Vec<usize>) -> Vec<usize> {
    for _ in 0..2 {
        let end = spine[spine.len() - 1];
        let leaves = hanging(graph, &spine, end);
        if leaves.len() == 1 || (spine.len() == 1 && leaves.len() == 2) {
            spine.push(leaves[0]);
        }
        spine.reverse();
    }
    spine
}

/// The neighbours of a vertex that are not on the spine.
fn hanging(graph: &Graph, spine: &[usize], v: usize) -> Vec<usize> {
    graph.neighbours(v).filter(|w| !spine.contains(w)).collect()
}

/// The layout of a star, with its leaves around its centre.
fn star(order: usize, centre: usize, leaves: &[usize]) -> Vec<Point> {
    let mut points = vec![(0.0, 0.0); order];
    let step = TAU / leaves.len().max(1) as f64;
    let radius = f64::max(LEAF, 1.0 / (2.0 * (step / 2.0).sin()));
    let first = if leaves.len().is_multiple_of(2) {
        step / 2.0
    } else {
        0.0
    };
    for (i, &leaf) in leaves.iter().enumerate() {
        let (sin, cos) = (first + i as f64 * step).sin_cos();
        points[leaf] = (radius * sin, -radius * cos);
    }
    points[centre] = (0.0, 0.0);
    points
}

/// The angle between two leaves of a fan, and the fan's radius. Neighbouring leaves are at distance
/// 1.
fn fan_shape(leaves: usize) -> (f64, f64) {
    if leaves < 2 {
        return (0.0, LEAF);
    }
    let step = f64::min(2.0 * (0.5 / LEAF).asin(), FAN / (leaves as f64 - 1.0));
    (step, 0.5 / (step / 2.0).sin())
}

/// The distance that a fan reaches to either side.
fn fan_reach(leaves: usize) -> f64 {
    let (step, radius) = fan_shape(leaves);
    let half = step * (leaves.max(1) as f64 - 1.0) / 2.0;
    radius * half.min(FRAC_PI_2).sin()
}

/// Places leaves below the spine's vertex at `x`, or above it.
fn hang(points: &mut [Point], x: f64, leaves: &[usize], down: f64) {
    let (step, radius) = fan_shape(leaves.len());
    let middle = (leaves.len().max(1) as f64 - 1.0) / 2.0;
    for (i, &leaf) in leaves.iter().enumerate() {
        let (sin, cos) = ((i as f64 - middle) * step).sin_cos();
        points[leaf] = (x + radius * sin, down * radius * cos);
    }
}

/// The layout of any tree. The centre is in the middle, and branches lead outwards. Each branch has
/// a sector of its own, so that no edges cross.
pub(super) fn radial(graph: &Graph) -> Option<Vec<Point>> {
    if !graph.is_tree() {
        return None;
    }
    let root = HangingTrees::of(graph).centres().into_iter().min()?;
    let tree = RootedTree::new(graph, root);
    Some(tree.places(&tree.angles()))
}

struct RootedTree {
    root: usize,
    /// All vertices, parents before children.
    order: Vec<usize>,
    children: Vec<Vec<usize>>,
    depth: Vec<usize>,
    /// The number of leaves below each vertex, at least 1.
    weight: Vec<f64>,
}

impl RootedTree {
    fn new(graph: &Graph, root: usize) -> RootedTree {
        let search = BreadthFirst::of(graph, root);
        let mut tree = RootedTree {
            root,
            children: vec![Vec::new(); graph.order()],
            depth: search.distance.into_iter().flatten().collect(),
            weight: vec![0.0; graph.order()],
            order: search.order,
        };
        for &v in &tree.order {
            if let Some(parent) = search.parent[v] {
                tree.children[parent].push(v);
            }
        }
        for &v in tree.order.iter().rev() {
            let below: f64 = tree.children[v].iter().map(|&w| tree.weight[w]).sum();
            tree.weight[v] = below.max(1.0);
        }
        tree
    }

    /// The direction of each vertex. The circle is divided among the branches at the root, and the
    /// sector of each branch among its own branches, in proportion to their numbers of leaves.
    fn angles(&self) -> Vec<f64> {
        let mut sectors = vec![(0.0, 0.0); self.depth.len()];
        sectors[self.root] = (0.0, TAU);
        for &v in &self.order {
            let (mut from, sector) = sectors[v];
            for &w in &self.children[v] {
                let share = sector * self.weight[w] / self.weight[v];
                // An edge between two points of a sector surely stays in the sector only if the
                // sector is convex.
                let kept = share.min(PI * 0.9);
                sectors[w] = (from + (share - kept) / 2.0, kept);
                from += share;
            }
        }
        sectors
            .into_iter()
            .map(|(from, sector)| from + sector / 2.0)
            .collect()
    }

    /// Places the vertices on rings around the root. Each ring has enough room for its vertices.
    fn places(&self, angles: &[f64]) -> Vec<Point> {
        let deepest = self.depth.iter().copied().max().unwrap_or(0);
        let mut rings = vec![Vec::new(); deepest + 1];
        self.order
            .iter()
            .for_each(|&v| rings[self.depth[v]].push(angles[v]));
        let mut radius = vec![0.0];
        for ring in &mut rings[1..] {
            ring.sort_by(f64::total_cmp);
            let least = ring.windows(2).map(|w| w[1] - w[0]).fold(PI, f64::min);
            let inner: f64 = radius[radius.len() - 1];
            radius.push(f64::max(inner + 1.1, 0.5 / (least / 2.0).sin()));
        }
        let place = |(&angle, &depth): (&f64, &usize)| {
            (radius[depth] * angle.cos(), radius[depth] * angle.sin())
        };
        angles.iter().zip(&self.depth).map(place).collect()
    }
}
