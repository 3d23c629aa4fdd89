//! The search space: boards of a class, bred by the catalogue's operators.

use super::class::{Class, Kind};
use super::genome::Genome;
use super::operators::{self, Entry};
use crate::evolve::{Operator, Problem};
use crate::graph::canon::fingerprint;
use crate::graph::{Board, Tint};
use petgraph::graph::NodeIndex;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Boards of a class as a [`Problem`] for the engine.
pub struct Boards {
    class: Class,
    start: Vec<Genome>,
    start_only: bool,
    entries: Vec<&'static Entry>,
    operators: Vec<Operator>,
}

/// A board to start from that does not belong to the class.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("board {index} of `boards.start` is not in the class: {kind}, order {} to {}", .order.0, .order.1)]
pub struct NotInClass {
    /// Which one, from 1.
    pub index: usize,
    /// The class.
    pub kind: &'static str,
    /// Its orders.
    pub order: (usize, usize),
}

impl Boards {
    /// The boards of a class, and those to start from.
    ///
    /// With `start_only`, what the engine draws at random are varied copies of the boards to start
    /// from, as in the search that the project grew from; otherwise they are random boards.
    ///
    /// # Errors
    /// When a board to start from is not in the class.
    pub fn new(class: Class, start: &[Board], start_only: bool) -> Result<Boards, NotInClass> {
        let start: Vec<Genome> = start.iter().map(Genome::of_board).collect();
        if let Some(i) = start.iter().position(|g| !class.contains(g)) {
            return Err(NotInClass {
                index: i + 1,
                kind: class.kind.name(),
                order: (class.min_order, class.max_order),
            });
        }
        let usable = |e: &&Entry| class.tinted || !e.tints;
        let entries: Vec<&'static Entry> = operators::catalogue().iter().filter(usable).collect();
        let operators = entries.iter().map(|e| e.operator).collect();
        Ok(Boards {
            class,
            start_only: start_only && !start.is_empty(),
            start,
            entries,
            operators,
        })
    }

    /// The class.
    pub fn class(&self) -> &Class {
        &self.class
    }

    /// A random board: a random tree grown leaf by leaf (to old vertices uniformly, or by
    /// preference to one hub), with extra edges unless trees are wanted, then repaired.
    fn random_board(&self, rng: &mut ChaCha8Rng) -> Option<Genome> {
        let order = rng.random_range(self.class.min_order..=self.class.max_order);
        let mut genome = Genome::default();
        let hubs = rng.random_range(1..=order);
        for v in 0..order {
            let leaf = genome.0.add_node(self.random_tint(rng));
            if v > 0 {
                // few hubs give bushy trees, many give long ones
                let hub = rng.random_range(0..v.min(hubs));
                genome.join(NodeIndex::new(hub), leaf);
            }
        }
        if !matches!(self.class.kind, Kind::Tree | Kind::Caterpillar) && order > 2 {
            for _ in 0..rng.random_range(0..=2 * order) {
                let (a, b) = (rng.random_range(0..order), rng.random_range(0..order));
                genome.join(NodeIndex::new(a), NodeIndex::new(b));
            }
        }
        if self.class.kind == Kind::Any {
            let gone = rng.random_range(0..=genome.0.edge_count() / 3);
            for _ in 0..gone {
                let edges = genome.0.edge_count();
                genome
                    .0
                    .remove_edge(petgraph::graph::EdgeIndex::new(rng.random_range(0..edges)));
            }
        }
        self.class.repaired(genome, rng)
    }

    fn random_tint(&self, rng: &mut ChaCha8Rng) -> Tint {
        match rng.random_range(0..6) {
            0 if self.class.tinted => Tint::Left,
            1 if self.class.tinted => Tint::Right,
            _ => Tint::None,
        }
    }

    /// A board to start from, varied by up to four operators.
    fn varied_start(&self, rng: &mut ChaCha8Rng) -> Genome {
        let mut genome = self.start[rng.random_range(0..self.start.len())].clone();
        for _ in 0..rng.random_range(1..=4) {
            let operator = rng.random_range(0..self.operators.len());
            let other = &self.start[rng.random_range(0..self.start.len())];
            if let Some(next) = self.vary(operator, &[&genome.clone(), other], rng) {
                genome = next;
            }
        }
        genome
    }
}

impl Problem for Boards {
    type Genome = Genome;

    fn key(&self, genome: &Genome) -> u128 {
        fingerprint(&genome.board())
    }

    fn random(&self, rng: &mut ChaCha8Rng) -> Genome {
        if self.start_only {
            return self.varied_start(rng);
        }
        // Repair can fail (a degree bound too tight to join components): try again, and fall
        // back to the smallest path, which every class that admits its order has.
        (0..100)
            .find_map(|_| self.random_board(rng))
            .unwrap_or_else(|| path(self.class.min_order))
    }

    fn start(&self) -> &[Genome] {
        &self.start
    }

    fn operators(&self) -> &[Operator] {
        &self.operators
    }

    fn vary(&self, operator: usize, parents: &[&Genome], rng: &mut ChaCha8Rng) -> Option<Genome> {
        let child = self.entries[operator].apply(parents, rng)?;
        // a child far too large would be cut down to something unlike its parents
        if child.order() > self.class.max_order + 4 {
            return None;
        }
        self.class.repaired(child, rng)
    }

    fn tie_break(&self, genome: &Genome) -> u64 {
        genome.order() as u64
    }

    /// Every way to add, move or remove a leaf, to add or remove an edge and to change a tint, that
    /// stays in the class.
    fn neighbours(&self, genome: &Genome) -> Vec<(usize, Genome)> {
        let mut found = Vec::new();
        let mut push = |name: &str, child: Genome| {
            if let Some(i) = self.entries.iter().position(|e| e.operator.name == name)
                && self.class.contains(&child)
            {
                found.push((i, child.in_order()));
            }
        };
        let vertices: Vec<NodeIndex> = genome.0.node_indices().collect();
        for &v in &vertices {
            let mut grown = genome.clone();
            let leaf = grown.0.add_node(Tint::None);
            grown.join(v, leaf);
            push("add-leaf", grown);
            let mut less = genome.clone();
            less.0.remove_node(v);
            push("remove-vertex", less);
            for tint in [Tint::None, Tint::Left, Tint::Right] {
                if tint != genome.0[v] {
                    let mut tinted = genome.clone();
                    tinted.0[v] = tint;
                    push("tint", tinted);
                }
            }
            for &u in &vertices {
                if genome.degree(v) == 1 && genome.0.find_edge(u, v).is_none() && u != v {
                    let mut moved = genome.clone();
                    if let Some(edge) = moved.0.first_edge(v, petgraph::Direction::Outgoing) {
                        moved.0.remove_edge(edge);
                    }
                    moved.join(v, u);
                    push("move-leaf", moved);
                }
                let mut joined = genome.clone();
                if u < v && joined.join(u, v) {
                    push("add-edge", joined);
                }
            }
        }
        for edge in genome.0.edge_indices() {
            let mut less = genome.clone();
            less.0.remove_edge(edge);
            push("remove-edge", less);
            if let Some((a, b)) = genome.0.edge_endpoints(edge) {
                let mut longer = genome.clone();
                longer.0.remove_edge(edge);
                let middle = longer.0.add_node(Tint::None);
                longer.join(a, middle);
                longer.join(middle, b);
                push("subdivide", longer);
            }
        }
        found
    }
}

fn path(order: usize) -> Genome {
    let mut genome = Genome::default();
    for v in 0..order {
        let next = genome.0.add_node(Tint::None);
        if v > 0 {
            genome.join(NodeIndex::new(v - 1), next);
        }
    }
    genome
}
