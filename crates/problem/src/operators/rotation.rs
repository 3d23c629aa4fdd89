//! Rotations: permutations of the vertices whose cycles have one length, apart from fixed vertices.
//!
//! Many extremal graphs have such a symmetry, and few pairs of vertices describe a board that has
//! one: if the cycles have length r, the orbits are about an r-th as many as the pairs. Without
//! fixed vertices, the board is a lift of a smaller graph with voltages in a cyclic group (Gross,
//! *Voltage graphs*, Discrete Mathematics 9, 1974). Exoo and Jajcay tell how records for cages were
//! found among such lifts (*Dynamic cage survey*, Electronic Journal of Combinatorics DS16).

use super::parts::Rng;
use crate::genome::Genome;
use boilingpoint_boards::Graph;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::iter::successors;

/// The greatest number of fixed vertices. The greatest graph of degree 3 and diameter 4 has an
/// automorphism of order two with four.
const MOST_FIXED: usize = 4;

/// In one call of this many, any rotation is drawn.
const ANEW: u32 = 8;

/// A rotation. It reads the numbers of the vertices: those below `moved` go `step` further around
/// a circle, and the others stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rotation {
    moved: usize,
    step: usize,
}

impl Rotation {
    /// The permutation that fixes all vertices.
    pub const NONE: Rotation = Rotation { moved: 0, step: 1 };

    /// The rotations of boards of an order. Where cycles are longer than the greatest degree no
    /// vertex is fixed: a vertex that is joined to one vertex of a cycle is joined to all.
    pub fn all(order: usize, degree: usize) -> impl Iterator<Item = Rotation> {
        (order.saturating_sub(MOST_FIXED)..=order).flat_map(move |moved| {
            let lengths = (2..=moved).filter(move |length| moved.is_multiple_of(*length));
            let fit = lengths.filter(move |&length| moved == order || length <= degree);
            fit.map(move |length| Rotation {
                moved,
                step: moved / length,
            })
        })
    }

    /// Draws the longest rotation that keeps at least half of the edges of a graph, or any. `None`
    /// if the graph has less than two vertices.
    pub fn drawn(graph: &Graph, degree: usize, rng: &mut Rng) -> Option<Rotation> {
        let all: Vec<Rotation> = Rotation::all(graph.order(), degree).collect();
        if !rng.random_ratio(1, ANEW) {
            let size = graph.size();
            let own = all.iter().filter(|r| 2 * r.kept(graph).size() >= size);
            if let Some(longest) = own.max_by_key(|r| r.length()) {
                return Some(*longest);
            }
        }
        all.choose(rng).copied()
    }

    /// The length of the cycles.
    fn length(self) -> usize {
        self.moved / self.step
    }

    fn image(self, v: usize) -> usize {
        match v < self.moved {
            true => (v + self.step) % self.moved,
            false => v,
        }
    }

    /// The pairs to which the powers of the rotation take a pair.
    pub fn orbit(self, pair: (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        successors(Some(pair), move |&(a, b)| {
            let (a, b) = (self.image(a), self.image(b));
            ((a, b) != pair && (b, a) != pair).then_some((a, b))
        })
    }

    /// Takes out all edges whose orbit is broken. The rotation is an automorphism of the rest.
    pub fn drop_broken_orbits(self, g: &mut Genome) {
        let kept = self.kept(g.board().graph());
        g.retain_edges(|g, edge| {
            let ends = g.edge_endpoints(edge);
            ends.is_some_and(|(a, b)| kept.has_edge(a.index(), b.index()))
        });
    }

    /// The edges of a graph whose orbits consist of edges. Each orbit is looked at once.
    pub fn kept(self, graph: &Graph) -> Graph {
        let mut kept = Graph::empty(graph.order());
        let mut seen = kept.clone();
        for edge in graph.edges() {
            if seen.has_edge(edge.0, edge.1) {
                continue;
            }
            let is_whole = self.orbit(edge).all(|(a, b)| graph.has_edge(a, b));
            for (a, b) in self.orbit(edge) {
                seen.add_edge(a, b);
                if is_whole {
                    kept.add_edge(a, b);
                }
            }
        }
        kept
    }
}
