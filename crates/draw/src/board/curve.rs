//! Cubic Bézier curves in the plane. A straight line is such a curve.

use super::Point;

/// A cubic Bézier curve, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Curve {
    /// The four control points: the start, the two inner points, and the end.
    pub controls: [Point; 4],
    /// Whether the curve is a straight line.
    pub straight: bool,
}

pub(super) fn plus(p: Point, q: Point, factor: f64) -> Point {
    (p.0 + factor * q.0, p.1 + factor * q.1)
}

pub(super) fn distance(p: Point, q: Point) -> f64 {
    (p.0 - q.0).hypot(p.1 - q.1)
}

/// The point at this angle and distance from `p`. Angle 0 is to the right, and a quarter turn is
/// down.
pub(super) fn polar(p: Point, angle: f64, distance: f64) -> Point {
    plus(p, (angle.cos(), angle.sin()), distance)
}

/// The vector of length 1 from `p` towards `q`. It points to the right if the points are equal.
pub(super) fn unit(p: Point, q: Point) -> Point {
    let length = distance(p, q);
    if length > 1e-9 {
        ((q.0 - p.0) / length, (q.1 - p.1) / length)
    } else {
        (1.0, 0.0)
    }
}

/// Turns a vector by a quarter.
pub(super) fn turned((x, y): Point) -> Point {
    (-y, x)
}

impl Curve {
    /// A curve from `p` to `q`. Its middle has the distance `bow` from the straight line, to the
    /// right as seen from `p`.
    pub fn bowed(p: Point, q: Point, bow: f64) -> Curve {
        let aside = turned(unit(p, q));
        // The middle of a cubic curve is three quarters of the way to its inner control points.
        let towards = |t: f64| {
            let on_line = plus(p, (q.0 - p.0, q.1 - p.1), t);
            plus(on_line, aside, bow * 4.0 / 3.0)
        };
        Curve {
            controls: [p, towards(0.25), towards(0.75), q],
            straight: bow.abs() < 1e-9,
        }
    }

    /// The point at the parameter `t`, from 0 to 1.
    pub fn at(&self, t: f64) -> Point {
        let s = 1.0 - t;
        let shares = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        let terms = self.controls.iter().zip(shares);
        terms.fold((0.0, 0.0), |sum, (&p, share)| plus(sum, p, share))
    }

    /// The direction at `t`, as a vector of length 1.
    pub fn direction(&self, t: f64) -> Point {
        let before = self.at((t - 1e-3).max(0.0));
        unit(before, self.at((t + 1e-3).min(1.0)))
    }

    /// The parameter at which the second half of the curve comes within `reach` of the point `end`.
    pub fn arrival(&self, reach: f64, end: Point) -> f64 {
        let (mut far, mut near) = (0.5, 1.0);
        for _ in 0..40 {
            let middle = (far + near) / 2.0;
            if distance(self.at(middle), end) > reach {
                far = middle;
            } else {
                near = middle;
            }
        }
        near
    }

    /// The part from the start to `t` (by de Casteljau's construction).
    pub fn until(&self, t: f64) -> Curve {
        let between = |p: Point, q: Point| plus(p, (q.0 - p.0, q.1 - p.1), t);
        let [a, b, c, d] = self.controls;
        let (ab, bc, cd) = (between(a, b), between(b, c), between(c, d));
        let (abc, bcd) = (between(ab, bc), between(bc, cd));
        Curve {
            controls: [a, ab, abc, between(abc, bcd)],
            ..*self
        }
    }

    /// Points along the curve. The distance of consecutive points is at most about `step`.
    pub fn samples(&self, step: f64) -> impl Iterator<Item = Point> + '_ {
        let sides = self.controls.windows(2).map(|w| distance(w[0], w[1]));
        let count = (sides.sum::<f64>() / step).ceil().max(2.0) as usize;
        (0..=count).map(move |i| self.at(i as f64 / count as f64))
    }

    /// The curve moved by a vector.
    pub fn moved(&self, by: Point) -> Curve {
        Curve {
            controls: self.controls.map(|p| plus(p, by, 1.0)),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(p: Point, q: Point) -> bool {
        distance(p, q) < 1e-6
    }

    #[test]
    fn a_bow_is_as_high_as_asked_and_on_the_right() {
        let curve = Curve::bowed((0.0, 0.0), (40.0, 0.0), 7.0);
        assert!(near(curve.at(0.5), (20.0, 7.0)) && near(curve.direction(0.5), (1.0, 0.0)));
        assert!(near(curve.at(0.0), (0.0, 0.0)) && near(curve.at(1.0), (40.0, 0.0)));
        assert!(Curve::bowed((0.0, 0.0), (40.0, 0.0), 0.0).straight);
    }

    #[test]
    fn a_part_lies_on_the_whole() {
        let curve = Curve::bowed((3.0, 5.0), (40.0, -9.0), -12.0);
        let part = curve.until(0.6);
        assert!(near(part.at(1.0), curve.at(0.6)) && near(part.at(0.5), curve.at(0.3)));
        let t = curve.arrival(9.0, (40.0, -9.0));
        assert!((distance(curve.at(t), (40.0, -9.0)) - 9.0).abs() < 1e-6);
    }
}
