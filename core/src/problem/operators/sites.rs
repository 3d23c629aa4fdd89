//! Sites: where an operator can be made on a board, and what it makes of the board there.
//!
//! An operator that makes a few choices on one board is written once, as its sites and its
//! application to one of them ([`Sites`]). A mutation is its application to a random site, a
//! neighbourhood to all of them ([`SiteOperator`]).
//!
//! Sites are listed by *anchor*: a vertex, an edge, an arc or a square. Neighbourhoods take one
//! anchor per orbit as far as colour refinement tells (on trees: exactly); see [`Orbits`].

use super::parts::{Rng, alike, any_arc, any_edge, any_vertex};
use crate::problem::genome::Genome;
use petgraph::graph::{EdgeIndex, NodeIndex};
use rand::RngExt;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;

/// An edge in one of its two directions: its ends.
pub(super) type Arc = (NodeIndex, NodeIndex);

/// An operator on one board, by its sites of type `S` and what these are listed by.
pub(super) struct Sites<A, S> {
    /// The sites at an anchor, in the order of a neighbourhood.
    pub at: fn(&Orbits<'_>, A) -> Vec<S>,
    /// A random site, where it is not a random one at a random anchor.
    ///
    /// What a seed breeds depends on how sites are drawn, so an operator that has always drawn
    /// another way, or more widely than it lists, goes on to do so.
    pub draw: Option<fn(&Genome, &mut Rng) -> Option<S>>,
    /// Makes of a board what it is after the operator was made at a site; `None` if it cannot be.
    pub apply: fn(Genome, S) -> Option<Genome>,
}

/// An operator at sites of any type.
pub(super) trait SiteOperator: Sync {
    /// The child at a random site.
    fn mutant(&self, g: &Genome, rng: &mut Rng) -> Option<Genome>;

    /// The children at all sites, for each anchor.
    fn children(&self, board: &Orbits<'_>) -> Vec<Vec<Genome>>;
}

impl<A: Anchor, S> Sites<A, S> {
    fn drawn(&self, g: &Genome, rng: &mut Rng) -> Option<S> {
        if let Some(draw) = self.draw {
            return draw(g, rng);
        }
        let anchor = A::draw(g, rng)?;
        let mut sites = (self.at)(&Orbits::of(g), anchor);
        match sites.len() {
            0 | 1 => sites.pop(),
            several => Some(sites.swap_remove(rng.random_range(0..several))),
        }
    }
}

impl<A: Anchor, S> SiteOperator for Sites<A, S> {
    fn mutant(&self, g: &Genome, rng: &mut Rng) -> Option<Genome> {
        let site = self.drawn(g, rng)?;
        (self.apply)(g.clone(), site)
    }

    fn children(&self, board: &Orbits<'_>) -> Vec<Vec<Genome>> {
        let made = |site| (self.apply)(board.genome.clone(), site);
        let at = |anchor| (self.at)(board, anchor).into_iter();
        let anchors = A::all(board).into_iter();
        anchors.map(|a| at(a).filter_map(made).collect()).collect()
    }
}

/// What sites are listed by.
pub(super) trait Anchor: Sized {
    /// A random one.
    fn draw(g: &Genome, rng: &mut Rng) -> Option<Self>;

    /// All, or one per orbit.
    fn all(board: &Orbits<'_>) -> Vec<Self>;
}

/// A board with its vertices and arcs by orbit, as far as colour refinement tells orbits apart.
pub(in crate::problem) struct Orbits<'a> {
    /// The board.
    pub genome: &'a Genome,
    colours: OnceCell<Vec<u64>>,
}

impl<'a> Orbits<'a> {
    /// The orbits of a board.
    pub fn of(genome: &'a Genome) -> Orbits<'a> {
        Orbits {
            genome,
            colours: OnceCell::new(),
        }
    }

    fn colour(&self, v: NodeIndex) -> u64 {
        self.colours.get_or_init(|| alike(self.genome))[v.index()]
    }

    fn colours(&self, (hub, root): Arc) -> (u64, u64) {
        (self.colour(hub), self.colour(root))
    }

    /// Both directions of every edge.
    fn all_arcs(&self) -> impl Iterator<Item = Arc> {
        let graph = &self.genome;
        let ends = graph.edge_indices().filter_map(|e| graph.edge_endpoints(e));
        ends.flat_map(|(a, b)| [(a, b), (b, a)])
    }

    /// The vertices alike to `v`, itself among them.
    pub fn alike(&self, v: NodeIndex) -> Vec<NodeIndex> {
        let all = self.genome.node_indices();
        all.filter(|&u| self.colour(u) == self.colour(v)).collect()
    }

    /// The arcs alike to an arc, itself among them.
    pub fn arcs_alike(&self, arc: Arc) -> Vec<Arc> {
        let colours = self.colours(arc);
        let all = self.all_arcs();
        all.filter(|&other| self.colours(other) == colours)
            .collect()
    }
}

impl Anchor for NodeIndex {
    fn draw(g: &Genome, rng: &mut Rng) -> Option<NodeIndex> {
        any_vertex(g, rng)
    }

    fn all(board: &Orbits<'_>) -> Vec<NodeIndex> {
        let mut seen = FxHashSet::default();
        let all = board.genome.node_indices();
        all.filter(|&v| seen.insert(board.colour(v))).collect()
    }
}

impl Anchor for Arc {
    fn draw(g: &Genome, rng: &mut Rng) -> Option<Arc> {
        any_arc(g, rng)
    }

    fn all(board: &Orbits<'_>) -> Vec<Arc> {
        let mut seen = FxHashSet::default();
        let all = board.all_arcs();
        all.filter(|&arc| seen.insert(board.colours(arc))).collect()
    }
}

impl Anchor for EdgeIndex {
    fn draw(g: &Genome, rng: &mut Rng) -> Option<EdgeIndex> {
        any_edge(g, rng)
    }

    fn all(board: &Orbits<'_>) -> Vec<EdgeIndex> {
        board.genome.edge_indices().collect()
    }
}
