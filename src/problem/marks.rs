//! What the boards of a class carry besides tints, and how a board is kept to it.

use super::class::Kind;
use super::genome::{Course, Edge, Genome};
use petgraph::graph::{EdgeIndex, NodeIndex};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::fmt;

/// What boards may carry besides tints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The greatest weight of an edge or a loop, at least 1.
    pub max_weight: u32,
    /// Whether vertices may have a loop.
    pub loops: bool,
    /// Whether several edges may join two vertices.
    pub parallel: bool,
    /// Whether edges may have a direction.
    pub arcs: bool,
    /// Whether a token lies on a vertex; then on every board.
    pub token: bool,
}

impl Default for Marks {
    /// Nothing.
    fn default() -> Marks {
        Marks {
            max_weight: 1,
            loops: false,
            parallel: false,
            arcs: false,
            token: false,
        }
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.max_weight > 1 {
            write!(f, ", weights to {}", self.max_weight)?;
        }
        let named = [
            (self.loops, "loops"),
            (self.parallel, "parallel edges"),
            (self.arcs, "arcs"),
            (self.token, "a token"),
        ];
        for (_, name) in named.iter().filter(|(is, _)| *is) {
            write!(f, ", {name}")?;
        }
        Ok(())
    }
}

impl Marks {
    /// Whether there is nothing that boards may carry.
    pub fn is_empty(&self) -> bool {
        *self == Marks::default()
    }

    /// Whether a board carries only what it may, and the token if it must.
    pub(super) fn admit(&self, kind: Kind, genome: &Genome) -> bool {
        let graph = &genome.0;
        let weight = |w: u32| (1..=self.max_weight).contains(&w);
        let tokens = graph.node_weights().filter(|v| v.token).count();
        let squares = kind == Kind::Squares;
        graph.node_weights().all(|v| {
            v.loops.len() <= usize::from(self.loops)
                && v.loops.iter().all(|&w| weight(w))
                && v.square.is_some() == squares
        }) && graph
            .edge_weights()
            .all(|e| weight(e.weight) && (self.arcs || e.course == Course::Both))
            && tokens == usize::from(self.token)
            && (self.parallel || !has_parallel(genome))
    }

    /// Takes away what boards may not carry. Changes nothing on a board without marks.
    pub(super) fn restrict(&self, genome: &mut Genome) {
        let most = self.max_weight;
        for vertex in genome.0.node_weights_mut() {
            vertex.square = None;
            vertex.token &= self.token;
            vertex.loops.truncate(usize::from(self.loops));
            vertex
                .loops
                .iter_mut()
                .for_each(|w| *w = (*w).clamp(1, most));
        }
        for edge in genome.0.edge_weights_mut() {
            edge.weight = edge.weight.clamp(1, most);
            if !self.arcs {
                edge.course = Course::Both;
            }
        }
        if !self.parallel {
            while let Some(edge) = parallel_edge(genome) {
                genome.0.remove_edge(edge);
            }
        }
    }

    /// Sees to it that the token lies on one vertex, at random if there is none.
    pub(super) fn place_token(&self, genome: &mut Genome, rng: &mut ChaCha8Rng) {
        if !self.token {
            return;
        }
        let first = genome.0.node_indices().find(|&v| genome.0[v].token);
        let place = first.unwrap_or_else(|| NodeIndex::new(rng.random_range(0..genome.order())));
        genome.0.node_weights_mut().for_each(|v| v.token = false);
        genome.0[place].token = true;
    }

    /// Puts random marks on a board.
    pub(super) fn scatter(&self, genome: &mut Genome, rng: &mut ChaCha8Rng) {
        if self.is_empty() {
            return;
        }
        let most = self.max_weight;
        for edge in genome.0.edge_weights_mut() {
            edge.weight = rng.random_range(1..=most);
            if self.arcs {
                let courses = [Course::Both, Course::Forth, Course::Back];
                edge.course = courses[rng.random_range(0..3)];
            }
        }
        if self.loops {
            for vertex in genome.0.node_weights_mut() {
                if rng.random_bool(0.3) {
                    vertex.loops = vec![rng.random_range(1..=most)];
                }
            }
        }
        if self.parallel && genome.0.edge_count() > 0 {
            for _ in 0..rng.random_range(0..=genome.order()) {
                let edge = EdgeIndex::new(rng.random_range(0..genome.0.edge_count()));
                if let Some((a, b)) = genome.0.edge_endpoints(edge) {
                    genome.0.add_edge(a, b, Edge::default());
                }
            }
        }
    }
}

/// Whether several edges join some two vertices.
pub(super) fn has_parallel(genome: &Genome) -> bool {
    parallel_edge(genome).is_some()
}

/// An edge that joins the same vertices as another one, if there is one.
fn parallel_edge(genome: &Genome) -> Option<EdgeIndex> {
    let mut seen = rustc_hash::FxHashSet::default();
    genome.0.edge_indices().find(|&e| {
        let ends = genome.0.edge_endpoints(e);
        ends.is_some_and(|(a, b)| !seen.insert((a.min(b), a.max(b))))
    })
}
