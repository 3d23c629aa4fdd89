//! Draws loops small and round, and away from the neighbours of their vertex.

use super::curve::{Curve, polar};
use super::{Point, RADIUS};
use boilingpoint_boards::Graph;
use std::cmp::Reverse;
use std::f64::consts::{FRAC_PI_2, TAU};

/// The distance of a loop's inner control points from the vertex. The loop itself reaches about
/// three quarters of this distance.
const REACH: f64 = 39.0;
/// Half the angle between a loop's ends, as seen from the vertex, if there is room.
const HALF_ANGLE: f64 = 0.5;
/// The angle between two adjacent loops, if there is room.
const APART: f64 = 1.2;

/// The curves of `count` loops at a vertex.
pub(super) fn at(graph: &Graph, places: &[Point], vertex: usize, count: usize) -> Vec<Curve> {
    let (x, y) = places[vertex];
    let others = graph.neighbours(vertex).map(|u| places[u]);
    let taken = others.map(|(a, b)| (b - y).atan2(a - x)).collect();
    let directions = directions(taken, count);
    directions
        .into_iter()
        .map(|(angle, room)| curve((x, y), angle, room))
        .collect()
}

/// A loop in a direction, within an angle of `room`.
fn curve(place: Point, angle: f64, room: f64) -> Curve {
    let half = HALF_ANGLE.min(0.42 * room);
    let wide = 1.3 * half;
    Curve {
        controls: [
            polar(place, angle - half, RADIUS),
            polar(place, angle - wide, REACH),
            polar(place, angle + wide, REACH),
            polar(place, angle + half, RADIUS),
        ],
        straight: false,
    }
}

/// The angle between two neighbouring directions, and the number of loops within this angle.
struct Gap {
    start: f64,
    width: f64,
    loops: usize,
}

impl Gap {
    /// The angle that each loop would have if the gap had one more loop, and the closeness of the
    /// gap to straight up. Both are in thousandths, so that rounding errors do not decide.
    fn rank(&self) -> (i64, Reverse<i64>) {
        let middle = self.start + self.width / 2.0;
        let from_up = (middle + FRAC_PI_2).cos();
        let thousandths = |x: f64| (1000.0 * x).round() as i64;
        let room = thousandths(self.width / (self.loops + 1) as f64);
        (room, Reverse(-thousandths(from_up)))
    }

    /// The directions of the loops in the gap, and the angle of each loop.
    fn directions(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let middle = self.start + self.width / 2.0;
        let apart = APART.min(self.width / (self.loops + 1) as f64);
        let first = middle - apart * (self.loops as f64 - 1.0) / 2.0;
        (0..self.loops).map(move |i| (first + apart * i as f64, apart))
    }
}

/// The directions of `count` loops, and the angle of each loop. `taken` are the directions in which
/// lines leave the vertex. A loop is always put into the widest gap. Among gaps of equal width, it
/// is put into the gap closest to straight up.
fn directions(mut taken: Vec<f64>, count: usize) -> Vec<(f64, f64)> {
    taken.sort_by(f64::total_cmp);
    let first = taken.first().copied().unwrap_or(FRAC_PI_2);
    let mut bounds = if taken.is_empty() { vec![first] } else { taken };
    bounds.push(first + TAU);
    let gap = |w: &[f64]| Gap {
        start: w[0],
        width: w[1] - w[0],
        loops: 0,
    };
    let mut gaps: Vec<Gap> = bounds.windows(2).map(gap).collect();
    for _ in 0..count {
        if let Some(widest) = gaps.iter_mut().max_by_key(|g| g.rank()) {
            widest.loops += 1;
        }
    }
    gaps.iter().flat_map(Gap::directions).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    fn angles(taken: &[f64], count: usize) -> Vec<i64> {
        let degrees = |a: f64| a.to_degrees().round() as i64;
        let found = directions(taken.to_vec(), count);
        found.iter().map(|d| degrees(d.0).rem_euclid(360)).collect()
    }

    #[test]
    fn loops_point_away_from_neighbours() {
        assert_eq!(angles(&[], 1), [270], "up where nothing is in the way");
        assert_eq!(angles(&[0.0], 1), [180]);
        assert_eq!(angles(&[0.0, PI], 1), [270]);
        assert_eq!(angles(&[0.0, FRAC_PI_2], 1), [225]);
        assert_eq!(angles(&[0.0, PI], 2), [90, 270]);
        let two = angles(&[0.0], 2);
        assert_eq!((two[0] + two[1]) / 2, 180);
        assert!(two[1] - two[0] > 60, "they do not cross");
    }

    #[test]
    fn many_loops_have_less_room_each() {
        let many = directions(vec![0.0], 40);
        assert_eq!(many.len(), 40);
        assert!(many.iter().all(|(_, room)| *room < 0.16));
    }
}
