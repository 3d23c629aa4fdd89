//! The marks of boards (loops, weights, directions, squares, the token), and the methods of a class
//! that check, remove and add marks.

use super::class::{Class, Kind};
use super::genome::{Course, Edge, Genome};
use petgraph::graph::{EdgeIndex, NodeIndex};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

impl Class {
    /// Whether a board carries only marks that the class allows, and carries the token if the class
    /// requires one.
    pub(super) fn admits_marks(&self, genome: &Genome) -> bool {
        let (graph, features) = (&genome, &self.features);
        let weight = |w: u32| (1..=features.max_weight).contains(&w);
        let tokens = graph.node_weights().filter(|v| v.token).count();
        let squares = self.kind == Kind::Squares;
        graph.node_weights().all(|v| {
            v.loops.len() <= usize::from(features.loops)
                && v.loops.iter().all(|&w| weight(w))
                && v.square.is_some() == squares
        }) && graph
            .edge_weights()
            .all(|e| weight(e.weight) && (features.arcs || e.course == Course::Both))
            && tokens == usize::from(features.token)
            && (features.parallel || !genome.has_parallel())
    }

    /// Removes the marks that the class does not allow.
    pub(super) fn restrict_marks(&self, genome: &mut Genome) {
        let (features, most) = (&self.features, self.features.max_weight);
        for vertex in genome.node_weights_mut() {
            vertex.square = None;
            vertex.token &= features.token;
            vertex.loops.truncate(usize::from(features.loops));
            vertex
                .loops
                .iter_mut()
                .for_each(|w| *w = (*w).clamp(1, most));
        }
        for edge in genome.edge_weights_mut() {
            edge.weight = edge.weight.clamp(1, most);
            if !features.arcs {
                edge.course = Course::Both;
            }
        }
        if !features.parallel && genome.has_parallel() {
            while let Some(edge) = genome.parallel_edge() {
                genome.remove_edge(edge);
            }
        }
    }

    /// Makes sure that exactly one vertex has the token. A board without a token gets one on a
    /// random vertex. Does nothing in a class without a token.
    pub(super) fn place_token(&self, genome: &mut Genome, rng: &mut ChaCha8Rng) {
        if !self.features.token {
            return;
        }
        let place = genome
            .token()
            .unwrap_or_else(|| NodeIndex::new(rng.random_range(0..genome.order())));
        genome.node_weights_mut().for_each(|v| v.token = false);
        genome[place].token = true;
    }

    /// Puts random marks that the class allows on a board.
    pub(super) fn scatter_marks(&self, genome: &mut Genome, rng: &mut ChaCha8Rng) {
        if !self.features.has_marks() {
            return;
        }
        let (features, most) = (&self.features, self.features.max_weight);
        for edge in genome.edge_weights_mut() {
            edge.weight = rng.random_range(1..=most);
            if features.arcs {
                let courses = [Course::Both, Course::Forth, Course::Back];
                edge.course = courses[rng.random_range(0..3)];
            }
        }
        if features.loops {
            for vertex in genome.node_weights_mut() {
                if rng.random_bool(0.3) {
                    vertex.loops = vec![rng.random_range(1..=most)];
                }
            }
        }
        if features.parallel && genome.edge_count() > 0 {
            for _ in 0..rng.random_range(0..=genome.order()) {
                let edge = EdgeIndex::new(rng.random_range(0..genome.edge_count()));
                if let Some((a, b)) = genome.edge_endpoints(edge) {
                    genome.add_edge(a, b, Edge::default());
                }
            }
        }
    }
}
