//! Symmetries of a board. Positions that a symmetry maps to each other are evaluated once.
//!
//! Candidates for symmetries are exchanges of two twins, and exchanges of two equal branches at one
//! vertex. The result does not depend on how candidates are found: each candidate is verified, edge
//! by edge and tint by tint, to be an automorphism of the board. Positions that an automorphism of
//! the board maps to each other have the same value.

use super::vertices;

/// The pairs of vertices that an exchange swaps.
type Exchanges = Vec<(usize, usize)>;

/// The exchanges that are automorphisms of a board, each with the set of vertices that it moves.
pub(super) struct Symmetry(Vec<(u128, Exchanges)>);

impl Symmetry {
    /// Finds symmetries of a board, which is given by the neighbours and the tint of each vertex.
    pub(super) fn of<T: PartialEq>(adjacent: &[u128], tints: &[T]) -> Symmetry {
        let mut found: Vec<Exchanges> = Vec::new();
        for hub in 0..adjacent.len() {
            let around = vertices(adjacent[hub]);
            let mut branches: Vec<(String, Vec<usize>)> = around
                .filter_map(|root| branch(adjacent, hub, root, &mut (1 << hub)))
                .collect();
            branches.sort();
            for pair in branches.windows(2) {
                let exchange = pair[0].1.iter().copied().zip(pair[1].1.iter().copied());
                found.push(exchange.collect());
            }
        }
        for v in 0..adjacent.len() {
            let bit = |w: usize| 1u128 << w;
            let alone = adjacent[v].count_ones() < 2; // then it is a branch
            let twin = (v + 1..adjacent.len())
                .find(|&w| !alone && adjacent[v] & !bit(w) == adjacent[w] & !bit(v));
            found.extend(twin.map(|w| vec![(v, w)]));
        }
        found.retain(|exchange| is_automorphism(adjacent, tints, exchange));
        let moved = |(a, b): &(usize, usize)| 1u128 << a | 1u128 << b;
        let with_moved = |e: Exchanges| (e.iter().map(moved).fold(0, |all, m| all | m), e);
        Symmetry(found.into_iter().map(with_moved).collect())
    }

    /// The number of exchanges.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A representative of the positions that the symmetries map a position to. Many of these
    /// positions, but not all, have the same representative.
    pub(super) fn normal(&self, mut position: [u128; 3]) -> [u128; 3] {
        loop {
            let before = position;
            for (moved, exchange) in &self.0 {
                let present = position[0] | position[1] | position[2];
                if moved & present != 0 {
                    position = position.min(exchanged(position, exchange));
                }
            }
            if position == before {
                return position;
            }
        }
    }
}

/// The branch at `root`, without the vertices in `met`. Returns a text, which is the same for equal
/// branches, and the vertices of the branch in the order of the text. `None` if the branch contains
/// a cycle.
fn branch(
    adjacent: &[u128],
    hub: usize,
    root: usize,
    met: &mut u128,
) -> Option<(String, Vec<usize>)> {
    if *met >> root & 1 == 1 {
        return None;
    }
    *met |= 1 << root;
    let mut parts = Vec::new();
    for next in vertices(adjacent[root] & !(1 << hub)) {
        parts.push(branch(adjacent, root, next, met)?);
    }
    parts.sort();
    let mut whole = (String::from("("), vec![root]);
    for (text, order) in parts {
        whole.0 += &text;
        whole.1.extend(order);
    }
    whole.0.push(')');
    Some(whole)
}

/// Whether the exchange of the given pairs of vertices keeps all edges and all tints.
fn is_automorphism<T: PartialEq>(
    adjacent: &[u128],
    tints: &[T],
    exchange: &[(usize, usize)],
) -> bool {
    let mut image: Vec<usize> = (0..adjacent.len()).collect();
    for &(a, b) in exchange {
        if image[a] != a || image[b] != b || a == b {
            return false; // not pairs of different vertices
        }
        (image[a], image[b]) = (b, a);
    }
    (0..adjacent.len()).all(|v| {
        let neighbours = vertices(adjacent[v]).fold(0, |mask, u| mask | 1u128 << image[u]);
        neighbours == adjacent[image[v]] && tints[v] == tints[image[v]]
    })
}

fn exchanged(position: [u128; 3], exchange: &[(usize, usize)]) -> [u128; 3] {
    position.map(|mut mask| {
        for &(a, b) in exchange {
            let differ = (mask >> a ^ mask >> b) & 1;
            mask ^= differ << a | differ << b;
        }
        mask
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The neighbours of each vertex as masks.
    fn masks(order: usize, edges: &[(usize, usize)]) -> Vec<u128> {
        let mut adjacent = vec![0; order];
        for &(a, b) in edges {
            adjacent[a] |= 1 << b;
            adjacent[b] |= 1 << a;
        }
        adjacent
    }

    #[test]
    fn branches_and_twins_are_exchanged() {
        // A root with two neighbours, each of which has two leaves.
        let tree = masks(7, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)]);
        let symmetry = Symmetry::of(&tree, &[0; 7]);
        let one_leaf = |v: usize| symmetry.normal([1 << v, 0, 0]);
        assert!((4..7).all(|v| one_leaf(v) == one_leaf(3)));
        assert_eq!(one_leaf(1), one_leaf(2));
        assert_ne!(one_leaf(1), one_leaf(3));
        // A tint makes a vertex different from the others.
        let tinted = Symmetry::of(&tree, &[0, 0, 0, 1, 0, 0, 0]);
        assert_ne!(tinted.normal([1 << 3, 0, 0]), tinted.normal([1 << 4, 0, 0]));
        assert_eq!(tinted.normal([1 << 5, 0, 0]), tinted.normal([1 << 6, 0, 0]));
    }

    #[test]
    fn a_map_that_breaks_an_edge_is_refused() {
        let path = masks(4, &[(0, 1), (1, 2), (2, 3)]);
        assert!(is_automorphism(&path, &[0; 4], &[(0, 3), (1, 2)]));
        assert!(!is_automorphism(&path, &[0; 4], &[(0, 3)]));
        assert!(!is_automorphism(&path, &[0, 1, 0, 0], &[(0, 3), (1, 2)]));
        assert!(!is_automorphism(&path, &[0; 4], &[(0, 3), (1, 2), (2, 1)]));
        assert!(!is_automorphism(&path, &[0; 4], &[(2, 2)]));
    }
}
