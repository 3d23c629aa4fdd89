//! An index of points in the plane. It finds the points near a place.

use super::Point;
use std::collections::HashMap;

/// The side of a cell.
const SIDE: f64 = 16.0;

/// Items at points, grouped by the square cell that contains the point.
pub(super) struct PointGrid<T>(HashMap<(i64, i64), Vec<(Point, T)>>);

impl<T> Default for PointGrid<T> {
    fn default() -> PointGrid<T> {
        PointGrid(HashMap::new())
    }
}

fn cell(x: f64) -> i64 {
    (x / SIDE).floor() as i64
}

impl<T> PointGrid<T> {
    pub fn add(&mut self, at: Point, thing: T) {
        let cell = (cell(at.0), cell(at.1));
        self.0.entry(cell).or_default().push((at, thing));
    }

    /// All items at most `reach` away in each direction, and possibly some items further away.
    pub fn near(&self, (x, y): Point, reach: f64) -> impl Iterator<Item = &(Point, T)> {
        let range = move |z: f64| cell(z - reach)..=cell(z + reach);
        let cells = range(x).flat_map(move |i| range(y).map(move |j| (i, j)));
        cells.filter_map(|c| self.0.get(&c)).flatten()
    }
}

impl<T> FromIterator<(Point, T)> for PointGrid<T> {
    fn from_iter<I: IntoIterator<Item = (Point, T)>>(things: I) -> PointGrid<T> {
        let mut cells = PointGrid::default();
        things
            .into_iter()
            .for_each(|(at, thing)| cells.add(at, thing));
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_points_are_found() {
        let cells: PointGrid<i32> = (-50..50)
            .map(|i| ((f64::from(i), -f64::from(i)), i))
            .collect();
        let near: Vec<i32> = cells.near((-3.0, 3.0), 20.0).map(|(_, i)| *i).collect();
        assert!((-23..=17).all(|i| near.contains(&i)) && near.len() < 100);
    }
}
