//! Sites: the places of a board where an operator applies.
//!
//! An operator on one board that depends on few choices is written as a list of sites and an
//! application at a site ([`Sites`]). A mutation applies the operator at a random site, a
//! neighbourhood at all sites ([`SiteOperator`]).
//!
//! Sites are listed by *anchor*: a vertex, an edge, an arc or a square. A neighbourhood takes one
//! anchor of each orbit, where orbits are separated by colour refinement (exact on trees); see
//! [`Orbits`].

use super::parts::{Rng, alike, any_arc, any_edge, any_vertex};
use crate::genome::Genome;
use petgraph::graph::{EdgeIndex, NodeIndex};
use rand::RngExt;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;

/// An edge in one of its two directions, as the pair (hub, root) of its ends.
pub(super) type Arc = (NodeIndex, NodeIndex);

/// An operator on one board, whose sites have type `S` and are listed by anchors of type `A`.
pub(super) struct Sites<A, S> {
    /// Lists the sites at an anchor, in the order that neighbourhoods use.
    pub at: fn(&Orbits<'_>, A) -> Vec<S>,
    /// Draws a random site. If this is `None`, a random anchor is drawn, then one of its sites.
    ///
    /// The boards that a seed breeds depend on how sites are drawn. So an operator whose first
    /// version drew sites in another way keeps its own function. An operator that draws from more
    /// sites than it lists has its own function as well.
    pub draw: Option<fn(&Genome, &mut Rng) -> Option<S>>,
    /// Applies the operator at a site; `None` if the operator does not apply at that site.
    pub apply: fn(Genome, S) -> Option<Genome>,
}

/// An operator with sites, where the type of the sites is hidden.
pub(super) trait SiteOperator: Sync {
    /// The child at a random site; `None` if there is no site.
    fn mutant(&self, g: &Genome, rng: &mut Rng) -> Option<Genome>;

    /// The children at all sites, grouped by anchor.
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

/// A place by which sites are listed: a vertex, an edge, an arc, a square, or the whole board.
pub(super) trait Anchor: Sized {
    /// A random anchor.
    fn draw(g: &Genome, rng: &mut Rng) -> Option<Self>;

    /// All anchors of the board, or one anchor of each orbit.
    fn all(board: &Orbits<'_>) -> Vec<Self>;
}

/// A board with the orbits of its vertices and arcs, as far as colour refinement separates them.
pub(crate) struct Orbits<'a> {
    /// The board whose orbits these are.
    pub genome: &'a Genome,
    colours: OnceCell<Vec<u64>>,
}

impl<'a> Orbits<'a> {
    /// Prepares the orbits of a board; they are computed when they are first needed.
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

    /// All arcs: each edge in both directions.
    fn all_arcs(&self) -> impl Iterator<Item = Arc> {
        let graph = &self.genome;
        let ends = graph.edge_indices().filter_map(|e| graph.edge_endpoints(e));
        ends.flat_map(|(a, b)| [(a, b), (b, a)])
    }

    /// The vertices alike to `v`, including `v`.
    pub fn alike(&self, v: NodeIndex) -> Vec<NodeIndex> {
        let all = self.genome.node_indices();
        all.filter(|&u| self.colour(u) == self.colour(v)).collect()
    }

    /// The arcs alike to `arc`, including `arc`.
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
