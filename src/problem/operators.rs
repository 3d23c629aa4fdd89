//! The ways to make a board from one or two others.
//!
//! Local ones (vertices and edges come, go and move; edges are subdivided and contracted) and
//! ones that repeat or carry over structure (a vertex is duplicated as a twin, pendant branches
//! are copied, moved, pruned and exchanged between boards), since extremal boards are rarely
//! random. Operators ignore the class; [`super::Class::repaired`] sees to that.
//!
//! A *pendant branch* is what an edge cuts off, with the vertex that it hangs on.

use super::genome::Genome;
use crate::evolve::Operator;
use crate::graph::Tint;
use petgraph::graph::{EdgeIndex, NodeIndex};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

type Rng = ChaCha8Rng;

/// An operator: its name, how many parents it takes, what it does in a sentence, and the deed.
pub struct Entry {
    /// Name and number of parents, as the engine knows it.
    pub operator: Operator,
    /// What it does.
    pub summary: &'static str,
    apply: fn(&[&Genome], &mut Rng) -> Option<Genome>,
    /// Whether it is of use only where vertices may be tinted.
    pub tints: bool,
}

impl Entry {
    /// Applies the operator; `None` if it does not apply.
    pub fn apply(&self, parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
        (self.apply)(parents, rng)
    }
}

macro_rules! operators {
    ($($name:literal $parents:literal $tints:literal $apply:ident $summary:literal)*) => {
        &[$(Entry {
            operator: Operator { name: $name, parents: $parents },
            summary: $summary,
            apply: $apply,
            tints: $tints,
        }),*]
    };
}

/// All operators.
pub fn catalogue() -> &'static [Entry] {
    operators! {
        "add-leaf" 1 false add_leaf "hang a new vertex on one"
        "fan" 1 false fan "hang two to five new vertices on one"
        "add-vertex" 1 false add_vertex "join a new vertex to one, two or three"
        "remove-leaf" 1 false remove_leaf "remove a vertex of degree one"
        "remove-vertex" 1 false remove_vertex "remove any vertex"
        "add-edge" 1 false add_edge "join two vertices"
        "remove-edge" 1 false remove_edge "remove an edge"
        "move-edge" 1 false move_edge "move an end of an edge to another vertex"
        "move-leaf" 1 false move_leaf "hang a leaf on another vertex"
        "subdivide" 1 false subdivide "put a vertex on an edge"
        "contract" 1 false contract "make one vertex of two adjacent ones"
        "twin" 1 false twin "duplicate a vertex with its neighbours"
        "copy-branch" 1 false copy_branch "hang a copy of a pendant branch on a vertex"
        "repeat-branch" 1 false repeat_branch "hang a copy of a pendant branch on all vertices of one degree"
        "prune-branch" 1 false prune_branch "cut a pendant branch off"
        "move-branch" 1 false move_branch "hang a pendant branch on another vertex"
        "exchange-branch" 2 false exchange_branch "replace a pendant branch by one of another board"
        "graft-branch" 2 false graft_branch "hang a pendant branch of another board on a vertex"
        "join-boards" 2 false join_boards "join two boards by an edge"
        "tint" 1 true tint "change the tint of a vertex"
        "swap-tints" 1 true swap_tints "exchange the tints of two vertices"
    }
}

fn any_vertex(g: &Genome, rng: &mut Rng) -> Option<NodeIndex> {
    (g.order() > 0).then(|| NodeIndex::new(rng.random_range(0..g.order())))
}

fn any_edge(g: &Genome, rng: &mut Rng) -> Option<EdgeIndex> {
    let edges = g.0.edge_count();
    (edges > 0).then(|| EdgeIndex::new(rng.random_range(0..edges)))
}

fn any_leaf(g: &Genome, rng: &mut Rng) -> Option<NodeIndex> {
    let leaves: Vec<NodeIndex> = g.0.node_indices().filter(|&v| g.degree(v) == 1).collect();
    leaves.choose(rng).copied()
}

/// An edge in a random direction: its ends.
fn any_arc(g: &Genome, rng: &mut Rng) -> Option<(NodeIndex, NodeIndex)> {
    let (a, b) = g.0.edge_endpoints(any_edge(g, rng)?)?;
    Some(if rng.random_bool(0.5) { (a, b) } else { (b, a) })
}

fn add_leaf(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    hang(parents[0].clone(), 1, rng)
}

fn fan(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let leaves = rng.random_range(2..=5);
    hang(parents[0].clone(), leaves, rng)
}

fn hang(mut g: Genome, leaves: usize, rng: &mut Rng) -> Option<Genome> {
    let hub = any_vertex(&g, rng)?;
    for _ in 0..leaves {
        let leaf = g.0.add_node(Tint::None);
        g.join(hub, leaf);
    }
    Some(g)
}

fn add_vertex(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let ends: Vec<NodeIndex> = (0..rng.random_range(1..=3))
        .filter_map(|_| any_vertex(&g, rng))
        .collect();
    let v = g.0.add_node(Tint::None);
    for u in ends {
        g.join(u, v);
    }
    Some(g)
}

fn remove_leaf(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let leaf = any_leaf(&g, rng)?;
    g.0.remove_node(leaf);
    Some(g)
}

fn remove_vertex(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let v = any_vertex(&g, rng)?;
    g.0.remove_node(v);
    Some(g)
}

fn add_edge(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    (0..16)
        .any(|_| {
            any_vertex(&g, rng)
                .zip(any_vertex(&g, rng))
                .is_some_and(|(a, b)| g.join(a, b))
        })
        .then_some(g)
}

fn remove_edge(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let edge = any_edge(&g, rng)?;
    g.0.remove_edge(edge);
    Some(g)
}

fn move_edge(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (fixed, moved) = any_arc(&g, rng)?;
    let to = any_vertex(&g, rng).filter(|&v| v != moved)?;
    g.0.remove_edge(g.0.find_edge(fixed, moved)?);
    g.join(fixed, to).then_some(g)
}

fn move_leaf(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let leaf = any_leaf(&g, rng)?;
    let to = any_vertex(&g, rng)?;
    g.0.remove_edge(g.0.first_edge(leaf, petgraph::Direction::Outgoing)?);
    g.join(leaf, to).then_some(g)
}

fn subdivide(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let edge = any_edge(&g, rng)?;
    let (a, b) = g.0.edge_endpoints(edge)?;
    g.0.remove_edge(edge);
    let v = g.0.add_node(Tint::None);
    (g.join(a, v) && g.join(v, b)).then_some(g)
}

fn contract(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (kept, gone) = any_arc(&g, rng)?;
    let around: Vec<NodeIndex> = g.0.neighbors(gone).collect();
    for v in around {
        g.join(kept, v);
    }
    g.0.remove_node(gone);
    Some(g)
}

fn twin(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let v = any_vertex(&g, rng)?;
    let around: Vec<NodeIndex> = g.0.neighbors(v).collect();
    let twin = g.0.add_node(g.0[v]);
    for u in around {
        g.join(twin, u);
    }
    Some(g)
}

/// A pendant branch: a copy of it (its root is vertex 0), where it hangs, and its vertices.
struct Branch {
    copy: Genome,
    hub: NodeIndex,
    vertices: Vec<NodeIndex>,
}

/// A random pendant branch, the smaller part more often than the larger.
fn any_branch(g: &Genome, rng: &mut Rng) -> Option<Branch> {
    (0..8).find_map(|_| {
        let (mut hub, mut root) = any_arc(g, rng)?;
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
fn beyond(g: &Genome, hub: NodeIndex, root: NodeIndex) -> Option<Vec<NodeIndex>> {
    let mut seen = vec![false; g.order()];
    seen[root.index()] = true;
    let mut reached = vec![root];
    let mut next = 0;
    while next < reached.len() {
        let v = reached[next];
        next += 1;
        for u in g.0.neighbors(v) {
            if u == hub {
                if v != root {
                    return None;
                }
            } else if !std::mem::replace(&mut seen[u.index()], true) {
                reached.push(u);
            }
        }
    }
    Some(reached)
}

fn induced(g: &Genome, vertices: &[NodeIndex]) -> Genome {
    let mut copy = Genome::default();
    let mut place = vec![None; g.order()];
    for &v in vertices {
        place[v.index()] = Some(copy.0.add_node(g.0[v]));
    }
    for edge in g.0.edge_indices() {
        let ends =
            g.0.edge_endpoints(edge)
                .and_then(|(a, b)| place[a.index()].zip(place[b.index()]));
        if let Some((a, b)) = ends {
            copy.join(a, b);
        }
    }
    copy
}

/// Hangs a copy of a branch on `hub`.
fn attach(g: &mut Genome, branch: &Genome, hub: NodeIndex) {
    let place = insert(g, branch);
    g.join(hub, place[0]);
}

/// Adds a copy of a board; where its vertices went.
fn insert(g: &mut Genome, other: &Genome) -> Vec<NodeIndex> {
    let place: Vec<NodeIndex> = other.0.node_weights().map(|&t| g.0.add_node(t)).collect();
    for edge in other.0.edge_indices() {
        if let Some((a, b)) = other.0.edge_endpoints(edge) {
            g.join(place[a.index()], place[b.index()]);
        }
    }
    place
}

fn without(g: &Genome, gone: &[NodeIndex]) -> Genome {
    let kept: Vec<NodeIndex> = g.0.node_indices().filter(|v| !gone.contains(v)).collect();
    induced(g, &kept)
}

fn copy_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let branch = any_branch(&g, rng)?;
    let hub = if rng.random_bool(0.5) {
        branch.hub
    } else {
        any_vertex(&g, rng)?
    };
    attach(&mut g, &branch.copy, hub);
    Some(g)
}

fn repeat_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let branch = any_branch(&g, rng).filter(|b| b.vertices.len() <= 3)?;
    let degree = g.degree(any_vertex(&g, rng)?);
    let hubs: Vec<NodeIndex> =
        g.0.node_indices()
            .filter(|&v| g.degree(v) == degree)
            .collect();
    for hub in hubs.into_iter().take(8) {
        attach(&mut g, &branch.copy, hub);
    }
    Some(g)
}

fn prune_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let branch = any_branch(parents[0], rng)?;
    Some(without(parents[0], &branch.vertices))
}

fn move_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let branch = any_branch(parents[0], rng)?;
    let mut g = without(parents[0], &branch.vertices);
    let hub = any_vertex(&g, rng)?;
    attach(&mut g, &branch.copy, hub);
    Some(g)
}

fn exchange_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let (old, new) = (any_branch(parents[0], rng)?, any_branch(parents[1], rng)?);
    let mut g = parents[0].clone();
    attach(&mut g, &new.copy, old.hub);
    Some(without(&g, &old.vertices))
}

fn graft_branch(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let branch = any_branch(parents[1], rng)?;
    let mut g = parents[0].clone();
    let hub = any_vertex(&g, rng)?;
    attach(&mut g, &branch.copy, hub);
    Some(g)
}

fn join_boards(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (a, b) = (any_vertex(&g, rng)?, any_vertex(parents[1], rng)?);
    let place = insert(&mut g, parents[1]);
    g.join(a, place[b.index()]);
    Some(g)
}

fn tint(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let v = any_vertex(&g, rng)?;
    let others: Vec<Tint> = [Tint::None, Tint::Left, Tint::Right]
        .into_iter()
        .filter(|&t| t != g.0[v])
        .collect();
    g.0[v] = *others.choose(rng)?;
    Some(g)
}

fn swap_tints(parents: &[&Genome], rng: &mut Rng) -> Option<Genome> {
    let mut g = parents[0].clone();
    let (a, b) = (any_vertex(&g, rng)?, any_vertex(&g, rng)?);
    let (of_a, of_b) = (g.0[a], g.0[b]);
    (g.0[a], g.0[b]) = (of_b, of_a);
    (of_a != of_b).then_some(g)
}
