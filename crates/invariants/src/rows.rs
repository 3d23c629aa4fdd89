//! A graph as rows of 128 bits, and the steps that a search on it may take.

use super::NoAnswer;
use super::subgraphs::Limit;
use boilingpoint_boards::Graph;

/// A set of vertices: bit `v` stands for vertex `v`.
pub(super) type Set = u128;

/// The greatest order of a graph that the searches take.
pub(super) const MOST_VERTICES: usize = 128;

/// The set with one vertex.
pub(super) fn only(v: usize) -> Set {
    1 << v
}

/// The number of vertices of a set.
pub(super) fn count(set: Set) -> usize {
    set.count_ones() as usize
}

/// The vertices of a set, in increasing order.
pub(super) fn vertices(set: Set) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let v = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            v
        })
    })
}

/// The neighbours of each vertex of a graph.
pub(super) struct Rows {
    pub(super) near: Vec<Set>,
}

impl Rows {
    /// # Errors
    /// [`NoAnswer::TooLarge`] for a graph of more than [`MOST_VERTICES`] vertices.
    pub(super) fn of(graph: &Graph) -> Result<Rows, NoAnswer> {
        if graph.order() > MOST_VERTICES {
            return Err(NoAnswer::TooLarge {
                most: MOST_VERTICES,
            });
        }
        let row = |v| graph.neighbours(v).fold(0, |set, u| set | only(u));
        Ok(Rows {
            near: (0..graph.order()).map(row).collect(),
        })
    }

    pub(super) fn order(&self) -> usize {
        self.near.len()
    }

    /// All vertices.
    pub(super) fn all(&self) -> Set {
        match self.order() {
            MOST_VERTICES => Set::MAX,
            order => only(order) - 1,
        }
    }

    /// The graph in which exactly the other pairs are adjacent.
    pub(super) fn complement(&self) -> Rows {
        let all = self.all();
        let row = |(v, near): (usize, &Set)| all & !near & !only(v);
        Rows {
            near: self.near.iter().enumerate().map(row).collect(),
        }
    }

    /// The vertices of `within` that paths inside of `within` join to the vertex `from`, which is
    /// in `within`.
    pub(super) fn reached(&self, from: usize, within: Set) -> Set {
        self.reached_from(only(from), within)
    }

    /// The vertices of `within` that paths inside of `within` join to a vertex of `from`, which is
    /// a part of `within`.
    pub(super) fn reached_from(&self, from: Set, within: Set) -> Set {
        let (mut seen, mut sphere) = (from, from);
        while sphere != 0 {
            let next = vertices(sphere).fold(0, |set, v| set | self.near[v]);
            sphere = next & within & !seen;
            seen |= sphere;
        }
        seen
    }

    /// Each vertex with its parent, children before their parents; `None` if there is a cycle.
    pub(super) fn as_forest(&self) -> Option<Vec<(usize, Option<usize>)>> {
        let (mut found, mut seen, mut next) = (Vec::with_capacity(self.order()), 0, 0);
        for root in 0..self.order() {
            if seen & only(root) == 0 {
                seen |= only(root);
                found.push((root, None));
            }
            while let Some(&(v, parent)) = found.get(next) {
                next += 1;
                let children = self.near[v] & !parent.map_or(0, only);
                if children & seen != 0 {
                    return None;
                }
                seen |= children;
                found.extend(vertices(children).map(|child| (child, Some(v))));
            }
        }
        found.reverse();
        Some(found)
    }

    /// The number of sets into which `within` falls, such that paths inside of it join no two.
    pub(super) fn components(&self, within: Set) -> usize {
        let (mut rest, mut components) = (within, 0);
        while rest != 0 {
            rest &= !self.reached(rest.trailing_zeros() as usize, rest);
            components += 1;
        }
        components
    }

    /// Whether paths inside of `within` join all vertices of `within`.
    pub(super) fn is_connected(&self, within: Set) -> bool {
        within == 0 || self.reached(within.trailing_zeros() as usize, within) == within
    }
}

/// The steps that a search has taken, with their limit.
pub struct Steps {
    taken: u64,
    most: u64,
}

impl Steps {
    /// At most this number of steps.
    pub fn new(most: u64) -> Steps {
        Steps { taken: 0, most }
    }

    /// The steps so far.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The steps that are left.
    pub(super) fn left(&self) -> u64 {
        self.most - self.taken.min(self.most)
    }

    /// Counts a step.
    ///
    /// # Errors
    /// [`NoAnswer::OverBudget`] if there are more steps than the limit.
    pub(super) fn take(&mut self) -> Result<(), NoAnswer> {
        self.taken += 1;
        match self.taken > self.most {
            true => Err(NoAnswer::OverBudget { steps: self.most }),
            false => Ok(()),
        }
    }
}

impl Limit for Steps {
    type Error = NoAnswer;

    fn step(&mut self) -> Result<(), NoAnswer> {
        self.take()
    }
}
