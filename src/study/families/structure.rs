//! What there is to say of a board's structure: its kinds, its twins, its symmetries.

use crate::graph::{Board, Graph, automorphism_group, orbits};
use std::collections::BTreeMap;

/// The structure of a board without marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// What kinds of graphs it is, the narrowest first.
    pub kinds: Vec<&'static str>,
    /// The greatest distance; absent if it is not connected.
    pub diameter: Option<usize>,
    /// The sizes of the sets of twins, of two or more, the largest first: vertices with the same neighbours.
    pub twins: Vec<usize>,
    /// As twins, of vertices that are joined to each other as well.
    pub joined_twins: Vec<usize>,
    /// How many automorphisms there are that keep tints, as a product: the sizes of orbits, each in the stabiliser of one
    /// vertex of those before it.
    pub group: Vec<u64>,
    /// The sizes of the orbits of vertices, the largest first.
    pub orbits: Vec<usize>,
}

/// Reads off the structure. Exact; as slow as [`orbits`] at worst.
pub fn structure(board: &Board) -> Structure {
    let graph = board.graph();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for orbit in orbits(board) {
        *sizes.entry(orbit).or_default() += 1;
    }
    Structure {
        kinds: kinds(graph),
        diameter: graph.diameter(),
        twins: twins(board, false),
        joined_twins: twins(board, true),
        group: automorphism_group(board),
        orbits: falling(sizes.into_values()),
    }
}

impl Structure {
    /// The number of automorphisms, if it is below 2^128.
    pub fn automorphisms(&self) -> Option<u128> {
        let factors = self.group.iter();
        factors
            .into_iter()
            .try_fold(1u128, |product, &f| product.checked_mul(u128::from(f)))
    }
}

fn falling(sizes: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut sizes: Vec<usize> = sizes.collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// The sizes of sets of two or more vertices of one tint with the same neighbours, themselves among them or not.
fn twins(board: &Board, joined: bool) -> Vec<usize> {
    let graph = board.graph();
    let mut sets: BTreeMap<(Vec<usize>, u8), usize> = BTreeMap::new();
    for v in 0..graph.order() {
        let mut around: Vec<usize> = graph.neighbours(v).collect();
        if joined {
            around.push(v);
            around.sort_unstable();
        }
        *sets.entry((around, board.tints()[v] as u8)).or_default() += 1;
    }
    falling(sets.into_values().filter(|&size| size > 1))
}

fn kinds(graph: &Graph) -> Vec<&'static str> {
    let (n, m) = (graph.order(), graph.size());
    let degrees: Vec<usize> = (0..n).map(|v| graph.degree_of(v)).collect();
    let inner = |v: usize| graph.neighbours(v).filter(|&w| degrees[w] > 1).count();
    let is_tree = graph.is_tree();
    let cubic = degrees.windows(2).all(|d| d[0] == d[1]);
    let connected = graph.is_connected();
    let all = [
        ("star", is_tree && n >= 3 && degrees.contains(&(n - 1))),
        ("path", is_tree && degrees.iter().all(|&d| d <= 2)),
        (
            "caterpillar",
            is_tree && (0..n).all(|v| degrees[v] < 2 || inner(v) <= 2),
        ),
        (
            "spider",
            is_tree && degrees.iter().filter(|&&d| d > 2).count() == 1,
        ),
        ("tree", is_tree),
        (
            "cycle",
            connected && n >= 3 && degrees.iter().all(|&d| d == 2),
        ),
        ("complete", n >= 3 && m == n * (n - 1) / 2),
        ("unicyclic", connected && n >= 3 && m == n),
        ("bipartite", graph.is_bipartite()),
        ("regular", n > 0 && cubic),
        ("connected", n > 0 && connected),
    ];
    all.into_iter().filter(|k| k.1).map(|k| k.0).collect()
}
