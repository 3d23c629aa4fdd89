//! The structure of a board: its kinds, its twins, its symmetries.

use boilingpoint_boards::{Board, Graph, automorphism_group, is_clique, orbits, twin_sets};
use std::collections::BTreeMap;

/// The structure of a board that has no marks other than tints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// The kinds of graphs that the board belongs to, the narrowest first.
    pub kinds: Vec<&'static str>,
    /// The greatest distance between two vertices. `None` if the board is not connected.
    pub diameter: Option<usize>,
    /// The sizes of the sets of two or more twins that are not adjacent: vertices with the same
    /// neighbours. The largest first.
    pub twins: Vec<usize>,
    /// The sizes of the sets of two or more twins that are adjacent to each other.
    pub joined_twins: Vec<usize>,
    /// The number of automorphisms that keep tints, as factors. Each is the size of a vertex's
    /// orbit under the automorphisms that fix the vertices of the earlier factors.
    pub group: Vec<u64>,
    /// The sizes of the orbits of vertices, the largest first.
    pub orbits: Vec<usize>,
}

/// Computes the structure exactly. In the worst case this is as slow as [`orbits`].
pub fn structure(board: &Board) -> Structure {
    let graph = board.graph();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for orbit in orbits(board) {
        *sizes.entry(orbit).or_default() += 1;
    }
    let mut twins = twin_sets(graph, board.tints());
    twins.retain(|set| set.len() > 1);
    let (joined, apart): (Vec<_>, Vec<_>) =
        twins.into_iter().partition(|set| is_clique(graph, set));
    Structure {
        kinds: kinds(graph),
        diameter: graph.diameter(),
        twins: falling(apart.iter().map(Vec::len)),
        joined_twins: falling(joined.iter().map(Vec::len)),
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

fn kinds(graph: &Graph) -> Vec<&'static str> {
    let (n, m) = (graph.order(), graph.size());
    let degrees: Vec<usize> = graph.degrees().collect();
    let is_tree = graph.is_tree();
    let regular = degrees.windows(2).all(|d| d[0] == d[1]);
    let connected = graph.is_connected();
    let all = [
        ("star", is_tree && n >= 3 && degrees.contains(&(n - 1))),
        ("path", is_tree && degrees.iter().all(|&d| d <= 2)),
        ("caterpillar", graph.is_caterpillar()),
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
        ("regular", n > 0 && regular),
        ("connected", n > 0 && connected),
    ];
    all.into_iter().filter(|k| k.1).map(|k| k.0).collect()
}
