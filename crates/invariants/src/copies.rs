//! Numbers of induced copies of a small graph.

use super::subgraphs::{Limit, Unlimited};
use boilingpoint_boards::{BitRow, Graph};

/// The greatest order of a graph whose copies are counted.
pub const MOST_PATTERN: usize = 8;

/// A small graph, whose induced copies in other graphs are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The neighbours of each vertex.
    rows: Vec<u64>,
    /// The number of its automorphisms: each copy is the image of so many maps.
    automorphisms: u64,
    /// The ordered pairs of vertices: whether they are adjacent, and all vertices in an order that
    /// begins with them.
    pairs: Vec<(bool, Vec<usize>)>,
}

/// A map from the first vertices of a pattern, in some order, to vertices of a graph.
struct Map<'a, R> {
    pattern: &'a [u64],
    /// The vertices of the pattern in the order in which they are mapped.
    order: &'a [usize],
    near: &'a [R],
    images: Vec<usize>,
}

impl<R: BitRow> Map<'_, R> {
    /// The number of ways to map the other vertices into `open`, such that exactly adjacent vertices
    /// have adjacent images.
    fn extensions<L: Limit>(&mut self, open: R, limit: &mut L) -> Result<u64, L::Error> {
        limit.step()?;
        let Some(&next) = self.order.get(self.images.len()) else {
            return Ok(1);
        };
        let mapped = self.order.iter().zip(&self.images);
        let fitting = mapped.fold(open, |fitting, (&v, &image)| {
            match self.pattern[next].has(v) {
                true => fitting & self.near[image],
                false => fitting & !self.near[image],
            }
        });
        if self.images.len() + 1 == self.order.len() {
            return Ok(u64::from(fitting.count()));
        }
        let mut sum = 0;
        for image in fitting.bits() {
            self.images.push(image);
            sum += self.extensions(open & !R::one(image), limit)?;
            self.images.pop();
        }
        Ok(sum)
    }
}

impl Pattern {
    /// The pattern with the edges of a graph. `None` if the graph is empty or has more than
    /// 8 vertices.
    pub fn of(graph: &Graph) -> Option<Pattern> {
        if !(1..=MOST_PATTERN).contains(&graph.order()) {
            return None;
        }
        let row = |v| graph.neighbours(v).fold(0, |row, u| row | u64::one(u));
        let mut pattern = Pattern {
            rows: (0..graph.order()).map(row).collect(),
            automorphisms: 1,
            pairs: Vec::new(),
        };
        let Ok(automorphisms) = pattern.copies(&pattern.rows, &mut Unlimited);
        pattern.automorphisms = automorphisms;
        let order = pattern.order();
        let pairs = (0..order * order).map(|i| [i / order, i % order]);
        let pairs = pairs.filter(|[a, b]| a != b);
        pattern.pairs = pairs
            .map(|[a, b]| (pattern.rows[a].has(b), pattern.order_from(&[a, b])))
            .collect();
        Some(pattern)
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.rows.len()
    }

    /// The vertices, from these on in an order in which each is adjacent to an earlier one, as far
    /// as there is such a vertex.
    fn order_from(&self, first: &[usize]) -> Vec<usize> {
        let mut order = first.to_vec();
        while order.len() < self.rows.len() {
            let before = order.iter().fold(0, |set, &v| set | u64::one(v));
            let open = (0..self.rows.len()).filter(|&v| !before.has(v));
            let most = open.max_by_key(|&v| (self.rows[v] & before).count());
            order.extend(most);
        }
        order
    }

    /// The number of sets of vertices of a graph that induce a copy of the pattern.
    ///
    /// # Errors
    /// If there are more steps than the limit.
    pub fn copies<R: BitRow, L: Limit>(&self, near: &[R], limit: &mut L) -> Result<u64, L::Error> {
        let mut map = Map {
            pattern: &self.rows,
            order: &self.order_from(&[]),
            near,
            images: Vec::new(),
        };
        Ok(map.extensions(R::first(near.len()), limit)? / self.automorphisms)
    }

    /// By how much the number of copies grows when the vertices of a pair become adjacent, with the
    /// other pairs as they are.
    pub fn gain<R: BitRow>(&self, near: &[R], pair: [usize; 2]) -> i64 {
        let open = R::first(near.len()) & !R::one(pair[0]) & !R::one(pair[1]);
        let gain = |(is_adjacent, order): &(bool, Vec<usize>)| {
            let mut map = Map {
                pattern: &self.rows,
                order,
                near,
                images: pair.to_vec(),
            };
            let Ok(maps) = map.extensions(open, &mut Unlimited);
            match is_adjacent {
                true => maps as i64,
                false => -(maps as i64),
            }
        };
        self.pairs.iter().map(gain).sum::<i64>() / self.automorphisms as i64
    }
}
