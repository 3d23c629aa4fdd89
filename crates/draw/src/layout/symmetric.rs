//! Symmetric drawings of symmetric graphs.
//!
//! An automorphism can be seen if it becomes a rotation or a reflection of the plane (P. Eades, X.
//! Lin, *Spring algorithms and symmetry*, 2000). For each of some automorphisms, this module looks
//! for a layout of least stress among the layouts in which the automorphism is such a motion. After
//! each round of stress majorisation, every vertex is moved to the mean of the places that its
//! images prefer, transformed back by the motion. Taking this mean is a projection, and all images
//! have the same stress. So the symmetry costs no more stress than necessary. The result is used if
//! it is about as readable as the best layout without symmetry. Of several such results, the one
//! with the most symmetry is used.

use super::Point;
use super::quality::{crossings, distance, least_distance, touches};
use super::stress::{Distances, GAP};
use boilingpoint_boards::Graph;
use boilingpoint_boards::some_automorphisms;
use std::collections::BTreeSet;
use std::f64::consts::TAU;

/// A graph with more vertices is drawn without symmetry.
const MAX_ORDER: usize = 60;
/// The number of pairs of vertices for which an automorphism is searched.
const PAIRS: usize = 240;
/// The number of automorphisms that are considered, and the number for which layouts are made.
const CONSIDERED: usize = 400;
const TRIED: usize = 14;
/// The number of rounds of stress majorisation.
const ROUNDS: usize = 150;
/// The factor by which the stress of a symmetric layout may exceed that of the free layout, and the
/// factor by which its vertices may be closer.
const STRESS: f64 = 1.5;
const NEARER: f64 = 0.72;

/// An automorphism as a motion of the plane.
#[derive(Clone)]
struct Motion {
    image: Vec<usize>,
    /// The number of repetitions after which every point is at its own place again. For a
    /// reflection it is 2.
    order: usize,
    mirror: bool,
    /// A rotation turns the plane by `turns / order` of a full turn.
    turns: usize,
}

/// A symmetric layout that is about as readable as the layout `free`. `None` if no such layout is
/// found.
pub(super) fn symmetric(graph: &Graph, free: &[Point]) -> Option<Vec<Point>> {
    let n = graph.order();
    if !(3..=MAX_ORDER).contains(&n) {
        return None;
    }
    let pairs = Distances::new(graph);
    let measure = |points: &[Point]| {
        let flaws = crossings(graph, points) + 2 * touches(graph, points, GAP);
        (flaws, pairs.stress(points), least_distance(points))
    };
    let (flaws, stress, nearest) = measure(free);
    let mut found = Vec::new();
    for motion in motions(graph) {
        for start in starts(&motion, free) {
            let points = settled(&pairs, &motion, start);
            let own = measure(&points);
            let is_fine = own.0 <= flaws + flaws / 3
                && own.1 <= STRESS * stress + 0.5
                && own.2 >= NEARER * nearest.min(1.0);
            if is_fine {
                // A reflection is about as easy to see as a rotation by a third of a turn.
                let seen = if motion.mirror {
                    3
                } else {
                    motion.order as i64
                };
                found.push((own.0, seen, own.1, upright(&motion, points)));
            }
        }
    }
    let fewest = found.iter().map(|f| f.0).min()?;
    // A layout with more symmetry may have a few more crossings.
    found.retain(|f| f.0 <= fewest + (f.1 - 3).max(0) as usize);
    let best = found
        .into_iter()
        .min_by(|a, b| b.1.cmp(&a.1).then(a.2.total_cmp(&b.2)));
    best.map(|(_, _, _, points)| points)
}

/// Rotates a layout with rotational symmetry so that the point furthest from its centre is at the
/// top. The axis of a reflection is upright already.
fn upright(motion: &Motion, points: Vec<Point>) -> Vec<Point> {
    let furthest = points
        .iter()
        .max_by(|p, q| p.0.hypot(p.1).total_cmp(&q.0.hypot(q.1)));
    match furthest {
        Some(top) if !motion.mirror => turned(&points, -TAU / 4.0 - f64::atan2(top.1, top.0)),
        _ => points,
    }
}

/// Automorphisms that may be motions of the plane. Those with the most symmetry come first.
fn motions(graph: &Graph) -> Vec<Motion> {
    let mut found: Vec<Motion> = elements(graph)
        .into_iter()
        .flat_map(|image| motions_of(&image))
        .collect();
    let moved = |m: &Motion| m.image.iter().enumerate().filter(|(v, w)| v != *w).count();
    found.sort_by_cached_key(|m| {
        (
            std::cmp::Reverse(m.order),
            m.mirror,
            std::cmp::Reverse(moved(m)),
            m.turns,
        )
    });
    // Both rotations and reflections are among the results.
    let (mirrors, turns): (Vec<Motion>, Vec<Motion>) = found.into_iter().partition(|m| m.mirror);
    let turns = turns.into_iter().take(TRIED - TRIED / 2);
    turns.chain(mirrors.into_iter().take(TRIED / 2)).collect()
}

/// Some automorphisms, and powers and products of them, up to a limit.
fn elements(graph: &Graph) -> Vec<Vec<usize>> {
    let generators = some_automorphisms(graph, PAIRS);
    let mut known: BTreeSet<Vec<usize>> = generators.iter().cloned().collect();
    let mut open: Vec<Vec<usize>> = generators.clone();
    let mut next = 0;
    while next < open.len() && known.len() < CONSIDERED {
        let a = open[next].clone();
        next += 1;
        for b in &generators {
            let product: Vec<usize> = a.iter().map(|&v| b[v]).collect();
            if known.len() < CONSIDERED && known.insert(product.clone()) {
                open.push(product);
            }
        }
    }
    open.retain(|image| image.iter().enumerate().any(|(v, &w)| v != w));
    open
}

/// The motions of the plane that an automorphism can be. It can be a rotation that fixes at most
/// one vertex, a reflection, or both.
fn motions_of(image: &[usize]) -> Vec<Motion> {
    let lengths = cycles(image);
    let order = lengths.iter().copied().max().unwrap_or(1);
    let fixed = lengths.iter().filter(|&&l| l == 1).count();
    let is_even = lengths.iter().all(|&l| l == 1 || l == order);
    let mut found = Vec::new();
    if is_even && fixed <= 1 && order >= 2 {
        let coprime = (1..=order / 2).filter(|&k| gcd(k, order) == 1);
        found.extend(coprime.take(3).map(|turns| Motion {
            image: image.to_vec(),
            order,
            mirror: false,
            turns,
        }));
    }
    if order == 2 {
        found.push(Motion {
            image: image.to_vec(),
            order,
            mirror: true,
            turns: 0,
        });
    }
    found
}

fn cycles(image: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; image.len()];
    let mut lengths = Vec::new();
    for v in 0..image.len() {
        let (mut w, mut length) = (v, 0);
        while !seen[w] {
            seen[w] = true;
            w = image[w];
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The layouts to start from. The first is the free layout, turned to fit. For a rotation there is
/// also a layout of concentric rings, with a ring for each cycle.
fn starts(motion: &Motion, free: &[Point]) -> Vec<Vec<Point>> {
    let centred = centred(free);
    if motion.mirror {
        // The angle of the sum of z(v) z(image v), as complex numbers, is twice the angle of the
        // best axis.
        let sum = motion
            .image
            .iter()
            .enumerate()
            .fold((0.0, 0.0), |s, (v, &w)| {
                let (a, b) = (centred[v], centred[w]);
                (s.0 + a.0 * b.0 - a.1 * b.1, s.1 + a.0 * b.1 + a.1 * b.0)
            });
        let axis = f64::atan2(sum.1, sum.0) / 2.0;
        // The axis becomes upright, so that the reflection maps x to -x.
        return vec![turned(&centred, TAU / 4.0 - axis)];
    }
    let mut rings = vec![(0.0, 0.0); free.len()];
    let (mut seen, mut ring) = (vec![false; free.len()], 0.0);
    for v in 0..free.len() {
        if seen[v] || motion.image[v] == v {
            continue;
        }
        ring += 1.0;
        let (mut w, mut i) = (v, 0);
        while !seen[w] {
            seen[w] = true;
            let angle = TAU * (i * motion.turns) as f64 / motion.order as f64 + 0.1 * ring;
            rings[w] = (ring * angle.cos(), ring * angle.sin());
            w = motion.image[w];
            i += 1;
        }
    }
    vec![centred, rings]
}

fn centred(points: &[Point]) -> Vec<Point> {
    let n = points.len().max(1) as f64;
    let sum = points
        .iter()
        .fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
    points
        .iter()
        .map(|p| (p.0 - sum.0 / n, p.1 - sum.1 / n))
        .collect()
}

fn turned(points: &[Point], angle: f64) -> Vec<Point> {
    let (sin, cos) = angle.sin_cos();
    points
        .iter()
        .map(|p| (p.0 * cos - p.1 * sin, p.0 * sin + p.1 * cos))
        .collect()
}

/// A layout of little stress in which the automorphism is the motion.
fn settled(pairs: &Distances, motion: &Motion, start: Vec<Point>) -> Vec<Point> {
    let mut points = projected(motion, &start);
    for _ in 0..ROUNDS {
        let wanted: Vec<Point> = (0..points.len())
            .map(|v| pairs.wanted(&points, v))
            .collect();
        let next = projected(motion, &centred(&wanted));
        let most = points
            .iter()
            .zip(&next)
            .map(|(p, q)| distance(*p, *q))
            .fold(0.0, f64::max);
        points = next;
        if most < 1e-4 {
            break;
        }
    }
    points
}

/// Makes a layout symmetric: moves every vertex to the mean of the places of its images, each
/// transformed back by the motion.
fn projected(motion: &Motion, points: &[Point]) -> Vec<Point> {
    let angle = TAU * motion.turns as f64 / motion.order as f64;
    let place = |v: usize| {
        let (mut sum, mut w) = ((0.0, 0.0), v);
        for i in 0..motion.order {
            let (x, y) = points[w];
            let back = if !motion.mirror {
                let (sin, cos) = (-angle * i as f64).sin_cos();
                (x * cos - y * sin, x * sin + y * cos)
            } else if i == 1 {
                (-x, y)
            } else {
                (x, y)
            };
            sum = (sum.0 + back.0, sum.1 + back.1);
            w = motion.image[w];
        }
        (sum.0 / motion.order as f64, sum.1 / motion.order as f64)
    };
    (0..points.len()).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::super::layout;
    use super::*;
    use boilingpoint_boards::parse_board;

    /// Whether some motion maps the drawing to itself by an automorphism.
    fn is_symmetric(graph: &Graph, points: &[Point]) -> bool {
        let points = centred(points);
        let scale = points.iter().map(|p| p.0.hypot(p.1)).fold(0.0, f64::max);
        let fits = |images: Vec<Point>| {
            let near =
                |q: Point| (0..points.len()).find(|&w| distance(points[w], q) < 0.02 * scale);
            let image: Option<Vec<usize>> = images.into_iter().map(near).collect();
            image.is_some_and(|image| {
                let is_moved = image.iter().enumerate().any(|(v, &w)| v != w);
                is_moved
                    && graph
                        .edges()
                        .all(|(a, b)| graph.has_edge(image[a], image[b]))
            })
        };
        let turns = (2..=points.len()).map(|k| turned(&points, TAU / k as f64));
        let mirrors = (0..720).map(|i| {
            let axis = TAU * f64::from(i) / 1440.0;
            let level = turned(&points, -axis);
            turned(
                &level.into_iter().map(|(x, y)| (x, -y)).collect::<Vec<_>>(),
                axis,
            )
        });
        turns.chain(mirrors).any(fits)
    }

    #[test]
    fn symmetric_boards_are_drawn_symmetrically() {
        for (name, text) in [
            ("a prism", "0-1,1-2,2-0,3-4,4-5,5-3,0-3,1-4,2-5"),
            (
                "Petersen's graph",
                "0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5",
            ),
            ("a bull", "0-1,1-2,2-0,1-3,2-4"),
            ("a sun", "0-1,1-2,2-0,0-3,1-3,1-4,2-4,2-5,0-5"),
            ("a theta", "0-1,1-2,2-3,0-4,4-5,5-3,0-6,6-7,7-3"),
            (
                "a ladder with a twist",
                "0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-0,0-4,1-5,2-6,3-7",
            ),
            ("a house", "0-1,1-2,2-3,3-0,0-4,1-4"),
            ("two triangles on a path", "0-1,1-2,2-0,2-3,3-4,4-5,5-6,6-4"),
            ("a cycle with leaves", "0-1,1-2,2-3,3-0,0-4,1-5,2-6,3-7"),
        ] {
            let graph = parse_board(text).unwrap().graph().clone();
            assert!(is_symmetric(&graph, &layout(&graph)), "{name}");
        }
    }

    #[test]
    fn a_graph_without_symmetry_keeps_its_layout() {
        let graph = parse_board("0-1,1-2,2-0,0-3,3-4,1-5")
            .unwrap()
            .graph()
            .clone();
        assert!(elements(&graph).is_empty());
        assert!(symmetric(&graph, &layout(&graph)).is_none());
    }

    #[test]
    fn projections_are_projections() {
        let graph = parse_board("cycle(7)").unwrap().graph().clone();
        let points: Vec<Point> = (0..7)
            .map(|i| (f64::from(i * i % 5), f64::from(i)))
            .collect();
        for motion in motions(&graph) {
            let once = projected(&motion, &points);
            let twice = projected(&motion, &once);
            assert!(
                once.iter()
                    .zip(&twice)
                    .all(|(p, q)| distance(*p, *q) < 1e-9)
            );
        }
    }
}
