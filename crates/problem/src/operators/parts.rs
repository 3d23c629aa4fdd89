//! Parts of boards that operators draw, cut out and put together.

use crate::genome::Genome;
use crate::rows::Rows;
use boilingpoint_boards::{BreadthFirst, count_cells, refine};
use petgraph::graph::{EdgeIndex, NodeIndex};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The random stream that children are drawn from.
pub(super) type Rng = ChaCha8Rng;

pub(super) fn any_vertex(g: &Genome, rng: &mut Rng) -> Option<NodeIndex> {
    (g.order() > 0).then(|| NodeIndex::new(rng.random_range(0..g.order())))
}

pub(super) fn any_edge(g: &Genome, rng: &mut Rng) -> Option<EdgeIndex> {
    let edges = g.edge_count();
    (edges > 0).then(|| EdgeIndex::new(rng.random_range(0..edges)))
}

pub(super) fn any_leaf(g: &Genome, rng: &mut Rng) -> Option<NodeIndex> {
    let leaves: Vec<NodeIndex> = g.node_indices().filter(|&v| g.degree(v) == 1).collect();
    leaves.choose(rng).copied()
}

/// A random edge in a random direction, as the pair of its ends.
pub(super) fn any_arc(g: &Genome, rng: &mut Rng) -> Option<(NodeIndex, NodeIndex)> {
    let (a, b) = g.edge_endpoints(any_edge(g, rng)?)?;
    Some(if rng.random_bool(0.5) { (a, b) } else { (b, a) })
}

/// A pendant branch: a copy of the branch whose vertex 0 is the root, the hub of the branch, and
/// the branch's vertices in the board.
pub(super) struct Branch {
    pub copy: Genome,
    pub hub: NodeIndex,
    pub vertices: Vec<NodeIndex>,
}

impl Branch {
    /// The branch that the edge `hub`–`root` cuts off from the hub; `None` if the edge lies on a
    /// cycle.
    pub fn of(g: &Genome, (hub, root): (NodeIndex, NodeIndex)) -> Option<Branch> {
        let vertices = beyond(g, hub, root)?;
        Some(Branch {
            copy: induced(g, &vertices),
            hub,
            vertices,
        })
    }
}

/// A random pendant branch. An edge cuts a board into two parts; the smaller part is drawn more
/// often.
pub(super) fn any_branch(g: &Genome, rng: &mut Rng) -> Option<Branch> {
    let rows = Rows::of(g);
    (0..8).find_map(|_| {
        let (mut hub, mut root) = any_arc(g, rng)?;
        if rows.as_ref().is_some_and(|rows| !rows.cuts_off(hub, root)) {
            return None;
        }
        let mut vertices = beyond(g, hub, root)?;
        if 2 * vertices.len() > g.order() && rng.random_bool(0.75) {
            (hub, root) = (root, hub);
            vertices = beyond(g, hub, root)?;
        }
        Some(Branch {
            copy: induced(g, &vertices),
            hub,
            vertices,
        })
    })
}

/// The vertices that the edge `hub`–`root` cuts off from the hub, the root first; `None` if the
/// edge is on a cycle.
pub(crate) fn beyond(g: &Genome, hub: NodeIndex, root: NodeIndex) -> Option<Vec<NodeIndex>> {
    let (hub, root) = (hub.index(), root.index());
    let search = BreadthFirst::new(g.order(), vec![root], |v| {
        g.neighbours(v).filter(move |&u| (v, u) != (root, hub))
    });
    let is_cut_off = search.distance[hub].is_none();
    is_cut_off.then(|| search.order.into_iter().map(NodeIndex::new).collect())
}

pub(super) fn induced(g: &Genome, vertices: &[NodeIndex]) -> Genome {
    let mut copy = Genome::default();
    let mut place = vec![None; g.order()];
    for &v in vertices {
        place[v.index()] = Some(copy.add_node(g[v].clone()));
    }
    for edge in g.edge_indices() {
        let ends = g
            .edge_endpoints(edge)
            .and_then(|(a, b)| place[a.index()].zip(place[b.index()]));
        if let Some((a, b)) = ends {
            copy.add_edge(a, b, g[edge]);
        }
    }
    copy
}

/// Hangs a copy of a branch on `hub`.
pub(super) fn attach(g: &mut Genome, branch: &Genome, hub: NodeIndex) {
    let place = insert(g, branch);
    g.join(hub, place[0]);
}

/// Adds a copy of a board without its token. Returns, for each vertex of the copied board, the
/// number of its copy.
pub(super) fn insert(g: &mut Genome, other: &Genome) -> Vec<NodeIndex> {
    let place: Vec<NodeIndex> = other
        .node_weights()
        .map(|v| g.add_node(v.copied()))
        .collect();
    for edge in other.edge_indices() {
        if let Some((a, b)) = other.edge_endpoints(edge) {
            g.add_edge(place[a.index()], place[b.index()], other[edge]);
        }
    }
    place
}

pub(crate) fn without(g: &Genome, gone: &[NodeIndex]) -> Genome {
    let kept: Vec<NodeIndex> = g.node_indices().filter(|v| !gone.contains(v)).collect();
    induced(g, &kept)
}

/// A colour for each vertex: its marks and degree, refined by the colours of its neighbours.
/// Vertices that an automorphism exchanges have the same colour. Vertices of one colour are
/// *alike*; on trees the converse holds as well.
pub fn alike(g: &Genome) -> Vec<u64> {
    let own = |v| hashed(&(&g[v], g.degree(v)));
    let mut colours: Vec<u64> = g.node_indices().map(own).collect();
    refine(&mut colours, |v| g.neighbours(v));
    colours
}

/// The number of different colours that [`alike`] gives to the vertices of a board.
pub fn kinds(g: &Genome) -> usize {
    count_cells(&alike(g))
}

fn hashed(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}
