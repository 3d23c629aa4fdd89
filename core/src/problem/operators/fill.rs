//! The operator `fill`: takes edges out of a board, and joins vertices until no further edge fits.
//!
//! The boards with the most edges among those without short cycles lie far apart: between two of
//! them lie boards with fewer edges, or with short cycles. Single edges lead a search through such
//! boards one by one. This operator goes from one board to which no edge can be added to another
//! such board. It ruins and recreates a board (Schrimpf, Schneider, Stamm-Wilbrandt and Dueck,
//! *Record breaking optimization results using the ruin and recreate principle*, 2000).
//!
//! The operator knows no objective. It reads from the board which cycles to avoid: the cycles that
//! are shorter than the shortest ones of the board, and the cycles of four edges if the board has
//! none. The class bounds the degrees, and may forbid odd cycles or all cycles.

use super::parts::{Rng, any_edge, any_vertex};
use crate::graph::BreadthFirst;
use crate::problem::class::{Class, Kind, Lengths, drop_cycles, short_cycle};
use crate::problem::genome::Genome;
use petgraph::graph::NodeIndex;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::ops::RangeInclusive;

/// The greatest number of random edges that are taken out.
const MOST_TAKEN: usize = 8;

/// At most one edge of this many is among them.
const SHARE_TAKEN: usize = 3;

/// The lengths of which one is drawn as the least length of cycles on a board that has none.
const GIRTHS: RangeInclusive<usize> = 5..=8;

/// Fills a board after it was ruined. At most as many edges are added as were taken out and as
/// there are vertices. If no cycle is to be avoided, the board only gets as many edges as were
/// taken out.
pub(super) fn fill(class: &Class, board: &Genome, rng: &mut Rng) -> Option<Genome> {
    let mut g = board.clone();
    ruin(&mut g, rng);
    let rule = Rule::of(class, board, &g, rng);
    let taken = board.edge_count() - g.edge_count();
    let room = match rule.avoids_cycles() {
        true => taken + g.order(),
        false => taken,
    };
    rule.add_edges(&mut g, room, rng);
    Some(g)
}

/// Takes out random edges. In half of the calls the edges of a vertex go as well. In a quarter an
/// edge of each cycle of three or four edges goes, and in another quarter of each cycle of four, so
/// that a board with a few short cycles too many becomes one without them.
fn ruin(g: &mut Genome, rng: &mut Rng) {
    let most = (g.edge_count() / SHARE_TAKEN).clamp(1, MOST_TAKEN);
    if rng.random_bool(0.5)
        && let Some(v) = any_vertex(g, rng)
    {
        g.detach(v);
    }
    for _ in 0..rng.random_range(1..=most) {
        if let Some(edge) = any_edge(g, rng) {
            g.remove_edge(edge);
        }
    }
    let order = g.order();
    match rng.random_range(0..4) {
        0 => drop_cycles(g, Lengths::ThreeAndFour, order, rng),
        1 => drop_cycles(g, Lengths::Four, order, rng),
        _ => {}
    }
}

/// The rule that a new edge has to obey.
struct Rule {
    /// The least length of a cycle through the edge.
    girth: usize,
    /// Whether the edge may be in a cycle of four edges.
    allows_four: bool,
    /// Whether the edge may be in an odd cycle.
    allows_odd: bool,
    /// The greatest degree of its ends.
    degree: usize,
}

impl Rule {
    /// The rule for a board of which `left` is left.
    fn of(class: &Class, board: &Genome, left: &Genome, rng: &mut Rng) -> Rule {
        let girth = |g: &Genome| g.board().graph().girth();
        let drawn = rng.random_range(GIRTHS);
        Rule {
            girth: match class.kind {
                Kind::Tree | Kind::Caterpillar => usize::MAX,
                _ => girth(left).or_else(|| girth(board)).unwrap_or(drawn),
            },
            allows_four: short_cycle(left, Lengths::Four).is_some(),
            allows_odd: class.kind != Kind::Bipartite,
            degree: class.degree_bound(),
        }
    }

    fn avoids_cycles(&self) -> bool {
        self.girth > 3 || !self.allows_four || !self.allows_odd
    }

    /// Adds random edges until no further edge fits, or until there is no room. A vertex at which
    /// no edge fits is done: edges that are added later make no edge fit.
    fn add_edges(&self, g: &mut Genome, mut room: usize, rng: &mut Rng) {
        let mut open: Vec<NodeIndex> = g.node_indices().collect();
        while room > 0 && !open.is_empty() {
            let place = rng.random_range(0..open.len());
            let v = open[place];
            match self.partners(g, v).choose(rng) {
                Some(&u) => {
                    g.join(u, v);
                    room -= 1;
                }
                None => drop(open.swap_remove(place)),
            }
        }
    }

    /// The vertices that may be joined to a vertex.
    fn partners(&self, g: &Genome, v: NodeIndex) -> Vec<NodeIndex> {
        if g.degree(v) >= self.degree {
            return Vec::new();
        }
        let search = BreadthFirst::new(g.order(), vec![v.index()], |u| g.neighbours(u));
        let third = (!self.allows_four).then(|| third_vertices(g, v.index()));
        let fits = |u: &NodeIndex| {
            search.distance[u.index()].is_none_or(|distance| self.allows(distance))
                && third.as_ref().is_none_or(|third| !third[u.index()])
                && g.degree(*u) < self.degree
        };
        g.node_indices().filter(fits).collect()
    }

    /// Whether an edge may join two vertices at this distance, apart from cycles of four edges.
    fn allows(&self, distance: usize) -> bool {
        distance + 1 >= self.girth && (self.allows_odd || distance % 2 == 1)
    }
}

/// For each vertex that is not adjacent to `v`, whether a path of three edges leads to it from `v`.
fn third_vertices(g: &Genome, v: usize) -> Vec<bool> {
    let mut third = vec![false; g.order()];
    for a in g.neighbours(v) {
        for b in g.neighbours(a).filter(|&b| b != v) {
            for c in g.neighbours(b).filter(|&c| c != a) {
                third[c] = true;
            }
        }
    }
    third
}
