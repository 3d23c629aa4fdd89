//! Best and median by generation, in bounded memory: when there are too many points, every second
//! one is forgotten, and from then on half as many are kept.

/// More points than this are thinned; a terminal has fewer columns of dots than half of them.
pub const MOST: usize = 2048;

/// A generation on the curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// The generation.
    pub generation: u64,
    /// The best fitness so far.
    pub best: f64,
    /// The median of all populations.
    pub median: f64,
}

/// The curve of a run, evenly spaced but for its last point, which is always there.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Generations between points.
    stride: u64,
    kept: Vec<Point>,
    last: Option<Point>,
}

impl Default for Curve {
    fn default() -> Curve {
        Curve {
            stride: 1,
            kept: Vec::new(),
            last: None,
        }
    }
}

impl Curve {
    /// Adds the next generation.
    pub fn push(&mut self, point: Point) {
        self.last = Some(point);
        if !point.generation.is_multiple_of(self.stride) {
            return;
        }
        self.kept.push(point);
        while self.kept.len() > MOST {
            self.stride = self.stride.saturating_mul(2);
            let stride = self.stride;
            self.kept.retain(|p| p.generation.is_multiple_of(stride));
        }
    }

    /// The points, in the order of generations.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        let last = self.last.as_ref().filter(|l| self.kept.last() != Some(l));
        self.kept.iter().chain(last)
    }

    /// The last point.
    pub fn last(&self) -> Option<&Point> {
        self.last.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(generation: u64) -> Point {
        let best = generation.isqrt() as f64;
        let median = best - 1.0;
        Point {
            generation,
            best,
            median,
        }
    }

    #[test]
    fn a_short_curve_is_whole() {
        let mut curve = Curve::default();
        assert_eq!(curve.points().count(), 0);
        (0..MOST as u64).for_each(|g| curve.push(point(g)));
        assert!(curve.points().map(|p| p.generation).eq(0..MOST as u64));
    }

    #[test]
    fn a_million_generations_keep_a_few_thousand_points() {
        let mut curve = Curve::default();
        for g in 0..=1_000_001 {
            curve.push(point(g));
            assert!(curve.kept.len() <= MOST && curve.kept.capacity() <= 2 * MOST);
        }
        let points: Vec<Point> = curve.points().copied().collect();
        assert!(points.len() > MOST / 4, "{}", points.len());
        assert_eq!(points.first(), Some(&point(0)));
        assert_eq!(points.last(), Some(&point(1_000_001)));
        assert!(points.iter().all(|p| *p == point(p.generation)));
        let gap = |pair: &[Point]| pair[1].generation - pair[0].generation;
        let even = &points[..points.len() - 1];
        assert!(even.windows(2).all(|w| gap(w) == curve.stride));
    }
}
