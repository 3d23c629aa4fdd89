//! The operators `fill` and `fill-orbits`: take edges out of a board, and join vertices until no
//! further edge, or orbit of edges, fits.
//!
//! The boards with the most edges among those without short cycles lie far apart: between two of
//! them lie boards with fewer edges, or with short cycles. Single edges lead a search through such
//! boards one by one. These operators go from one board to which no edge can be added to another
//! such board. They ruin and recreate a board (Schrimpf, Schneider, Stamm-Wilbrandt and Dueck,
//! *Record breaking optimization results using the ruin and recreate principle*, 2000). With orbits
//! of a rotation (`rotation.rs`) all these boards are symmetric.
//!
//! The operators know no objective. They read from the board which cycles to avoid: the cycles that
//! are shorter than the shortest ones of the board, and the cycles of four edges if the board has
//! none. The class bounds the degrees, and may forbid odd cycles or all cycles.

use super::parts::{Rng, any_edge, any_vertex};
use super::rotation::Rotation;
use crate::class::{Class, Kind, Lengths, drop_cycles, short_cycle};
use crate::genome::Genome;
use boilingpoint_boards::{Graph, VertexBits};
use petgraph::graph::{EdgeIndex, NodeIndex};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::ops::RangeInclusive;

/// The greatest number of random edges that are taken out.
const MOST_TAKEN: usize = 8;

/// At most one edge of this many is among them.
const SHARE_TAKEN: usize = 3;

/// The greatest number of random orbits that are taken out. Three are better than eight for the
/// greatest graphs of degree 4 and diameter 3, and of degree 5 and diameter 3.
const MOST_ORBITS: usize = 3;

/// The lengths of which one is drawn as the least length of cycles on a board that has none.
const GIRTHS: RangeInclusive<usize> = 5..=8;

/// Fills a board after it was ruined. At most as many edges are added as were taken out and as
/// there are vertices. If no cycle is to be avoided and no degree is bounded, the board only gets
/// as many edges as were taken out.
pub(super) fn fill(class: &Class, board: &Genome, rng: &mut Rng) -> Option<Genome> {
    let most = (board.edge_count() / SHARE_TAKEN).clamp(1, MOST_TAKEN);
    let mut g = board.clone();
    if rng.random_bool(0.5)
        && let Some(v) = any_vertex(&g, rng)
    {
        g.detach(v);
    }
    take_edges(most, &mut g, rng);
    drop_some_cycles(&mut g, rng);
    Some(Filling::of(class, (board, g), Rotation::NONE, false, rng).filled(rng))
}

/// Fills a board as [`fill`] does, with whole orbits of a rotation in place of edges.
///
/// Where the class bounds the degree, half of the calls avoid no cycles. So a board can get back
/// the triangles that it loses with an orbit: the greatest graph of degree 5 and diameter 2 has
/// triangles.
pub(super) fn fill_orbits(class: &Class, board: &Genome, rng: &mut Rng) -> Option<Genome> {
    let rotation = Rotation::drawn(board.board().graph(), class.degree_bound(), rng)?;
    let mut g = board.clone();
    take_edges(MOST_ORBITS, &mut g, rng);
    let has_short_cycles = !matches!(class.kind, Kind::Tree | Kind::Caterpillar | Kind::Girth5);
    let is_free = class.max_degree > 0 && has_short_cycles && rng.random_bool(0.5);
    if !is_free {
        drop_some_cycles(&mut g, rng);
    }
    rotation.drop_broken_orbits(&mut g);
    Some(Filling::of(class, (board, g), rotation, is_free, rng).filled(rng))
}

/// Takes out random edges, from one to `most`.
fn take_edges(most: usize, g: &mut Genome, rng: &mut Rng) {
    for _ in 0..rng.random_range(1..=most) {
        if let Some(edge) = any_edge(g, rng) {
            g.remove_edge(edge);
        }
    }
}

/// In a quarter of the calls, takes out an edge of each cycle of three or four edges, and in
/// another quarter of each cycle of four, so that a board with a few short cycles too many becomes
/// one without them.
fn drop_some_cycles(g: &mut Genome, rng: &mut Rng) {
    let order = g.order();
    match rng.random_range(0..4) {
        0 => drop_cycles(g, Lengths::ThreeAndFour, order, rng),
        1 => drop_cycles(g, Lengths::Four, order, rng),
        _ => {}
    }
}

/// A board that edges are added to, and the rule that they have to obey.
struct Filling {
    genome: Genome,
    /// The graph of the genome.
    graph: Graph,
    /// The permutation whose orbits of pairs are joined.
    rotation: Rotation,
    /// The greatest number of edges that are added.
    room: usize,
    /// The least length of a cycle through a new edge.
    girth: usize,
    /// Whether a new edge may be in a cycle of four edges.
    allows_four: bool,
    /// Whether a new edge may be in an odd cycle.
    allows_odd: bool,
    /// The number of edges that each vertex may get.
    open: Vec<usize>,
}

impl Filling {
    /// Prepares to fill a board, given with what is left of it. A free filling avoids no cycles but
    /// those that the class forbids.
    fn of(
        class: &Class,
        (board, left): (&Genome, Genome),
        rotation: Rotation,
        is_free: bool,
        rng: &mut Rng,
    ) -> Filling {
        let graph = left.board().graph().clone();
        let drawn = rng.random_range(GIRTHS);
        let girth = match class.kind {
            Kind::Tree | Kind::Caterpillar => usize::MAX,
            _ if is_free => 3,
            _ => {
                let girth = graph.girth();
                let before = || board.board().graph().girth();
                girth.or_else(before).unwrap_or(drawn)
            }
        };
        let allows_four = is_free || short_cycle(&left, Lengths::Four).is_some();
        let allows_odd = class.kind != Kind::Bipartite;
        let is_bounded = girth > 3 || !allows_four || !allows_odd || class.max_degree > 0;
        Filling {
            room: board.edge_count() - left.edge_count()
                + if is_bounded { left.order() } else { 0 },
            open: left
                .node_indices()
                .map(|v| class.degree_bound().saturating_sub(left.degree(v)))
                .collect(),
            genome: left,
            graph,
            rotation,
            girth,
            allows_four,
            allows_odd,
        }
    }

    /// Adds orbits of random edges until no further orbit fits, or until there is no room. A vertex
    /// at which no orbit fits is done: edges that are added later make no orbit fit.
    fn filled(mut self, rng: &mut Rng) -> Genome {
        let full = self.genome.edge_count() + self.room;
        let mut unfinished: Vec<usize> = (0..self.genome.order()).collect();
        while self.genome.edge_count() < full && !unfinished.is_empty() {
            let place = rng.random_range(0..unfinished.len());
            if !self.add_orbit_at(unfinished[place], rng) {
                unfinished.swap_remove(place);
            }
        }
        self.genome
    }

    /// Adds the orbit of a random edge at a vertex; returns whether one fits.
    fn add_orbit_at(&mut self, v: usize, rng: &mut Rng) -> bool {
        let mut partners: Vec<usize> = match self.open[v] {
            0 => return false,
            _ => self.apart(v).filter(|&u| self.open[u] > 0).collect(),
        };
        while let Some(&u) = partners.choose(rng) {
            if self.add_all(self.rotation.orbit((u, v))) {
                return true;
            }
            partners.retain(|&other| other != u);
        }
        false
    }

    /// Joins all pairs if each fits after those before it; otherwise none. The first pair fits.
    fn add_all(&mut self, pairs: impl Iterator<Item = (usize, usize)>) -> bool {
        let before = self.genome.edge_count();
        for (i, (a, b)) in pairs.enumerate() {
            let fits = || self.open[a] > 0 && self.open[b] > 0 && self.apart(a).any(|u| u == b);
            if i > 0 && !fits() {
                self.drop_edges_from(before);
                return false;
            }
            self.open[a] -= 1;
            self.open[b] -= 1;
            self.graph.add_edge(a, b);
            self.genome.join(NodeIndex::new(a), NodeIndex::new(b));
        }
        true
    }

    /// Takes out the edges that were added last.
    fn drop_edges_from(&mut self, first: usize) {
        for edge in (first..self.genome.edge_count()).rev().map(EdgeIndex::new) {
            if let Some((a, b)) = self.genome.edge_endpoints(edge) {
                self.open[a.index()] += 1;
                self.open[b.index()] += 1;
                self.graph.remove_edge(a.index(), b.index());
            }
            self.genome.remove_edge(edge);
        }
    }

    /// The vertices that an edge may join to a vertex, apart from the bound on the degree.
    fn apart(&self, v: usize) -> impl Iterator<Item = usize> {
        let mut near: VertexBits = self.graph.row(v).into();
        near[v / 64] |= 1 << (v % 64);
        let mut add = |set: &[u64]| near.iter_mut().zip(set).for_each(|(n, s)| *n |= s);
        if self.girth > 3 || !self.allows_odd {
            for (sphere, distance) in self.graph.spheres(v).zip(1..) {
                if !self.allows(distance) {
                    add(&sphere);
                } else if self.allows_odd {
                    break;
                }
            }
        }
        // A least length above 4 leaves no such vertex.
        if !self.allows_four && self.girth <= 4 {
            add(&self.third_vertices(v));
        }
        (0..self.graph.order()).filter(move |u| near[u / 64] >> (u % 64) & 1 == 0)
    }

    /// Whether an edge may join two vertices at this distance, apart from cycles of four edges.
    fn allows(&self, distance: usize) -> bool {
        distance + 1 >= self.girth && (self.allows_odd || distance % 2 == 1)
    }

    /// The vertices to which a path of three edges leads from `v`, and some neighbours of `v`.
    fn third_vertices(&self, v: usize) -> VertexBits {
        let mut third = VertexBits::from_elem(0, self.graph.row(v).len());
        for a in self.graph.neighbours(v) {
            for b in self.graph.neighbours(a).filter(|&b| b != v) {
                for c in self.graph.neighbours(b).filter(|&c| c != a) {
                    third[c / 64] |= 1 << (c % 64);
                }
            }
        }
        third
    }
}
