//! Canonical labelling of small coloured graphs with multiplicities.
//!
//! Isomorphic graphs get the same key, others different keys: the key holds the whole graph, in
//! an order of the vertices that depends on the graph alone.
//!
//! The order comes from colour refinement: every vertex repeatedly mixes its label with the sum
//! of its neighbours' labels, until no more vertices are told apart. Where a cell of equal labels
//! remains, each of its vertices in turn is made special and the labels are refined again; the
//! least key wins (individualisation and refinement: McKay, *Practical graph isomorphism*, 1981).
//! On forests refinement finds the orbits, so any vertex of a cell will do. Elsewhere two equal
//! keys reveal an automorphism, and vertices that it exchanges with one already tried are skipped.
//!
//! Labels are hashes. A collision can only leave a cell larger, never make a key wrong.

use super::classes::{Classes, PerClass};
use super::{Board, Row, Tint};

/// A canonical key: equal exactly for isomorphic coloured graphs.
pub type Key = smallvec::SmallVec<[u8; 64]>;

/// What the labelling of a compressed graph gives.
#[derive(Clone, Debug)]
pub struct Labelling {
    /// The key.
    pub key: Key,
    /// The order of the classes that gives the key: `order[i]` is the class at place `i`.
    pub order: PerClass<u8>,
    /// For each class the least one that automorphisms found on the way carry it to. Classes
    /// with the same are alike; on forests the converse holds too.
    pub orbits: PerClass<u8>,
}

/// The canonical labelling of a compressed graph.
pub fn canonical<R: Row>(graph: &Classes<R>) -> Labelling {
    let mut labels: PerClass<u64> = (0..graph.len()).map(|c| first_label(graph, c)).collect();
    let discrete = refine(graph, &mut labels);
    let mut orbits: PerClass<u8> = (0..graph.len() as u8).collect();
    if discrete {
        let (order, _) = cells(&labels);
        let key = key(graph, &order);
        return Labelling { key, order, orbits };
    }
    let forest = is_forest(graph);
    if forest {
        let (order, _) = cells(&labels);
        for pair in order.windows(2) {
            if labels[usize::from(pair[0])] == labels[usize::from(pair[1])] {
                join(&mut orbits, &pair[..1], &pair[1..]);
            }
        }
    }
    let (key, order) = search(graph, labels, forest, &mut orbits);
    for c in 0..graph.len() as u8 {
        orbits[usize::from(c)] = find(&orbits, c);
    }
    Labelling { key, order, orbits }
}

fn first_label<R: Row>(graph: &Classes<R>, c: usize) -> u64 {
    let clique = graph.rows[c].has(c);
    mix(u64::from(graph.counts[c]) << 8 | (graph.tint(c) as u64) << 1 | clique as u64)
}

/// A bijective scrambler (the finaliser of SplitMix64; Steele, Lea, Flood 2014).
#[inline]
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

fn is_forest<R: Row>(graph: &Classes<R>) -> bool {
    // In the quotient by twins: acyclic, without cliques. Colour refinement identifies its orbits.
    let ends: u32 = graph.rows.iter().map(|r| r.count()).sum();
    let loops = graph.rows.iter().enumerate().any(|(c, r)| r.has(c));
    let mut rest = graph.all();
    let mut components = 0;
    while !rest.is_none() {
        rest &= !graph.component(rest.least(), rest);
        components += 1;
    }
    !loops && ends as usize / 2 + components == graph.len()
}

/// Refines labels until the number of different ones stays the same; whether all are different.
fn refine<R: Row>(graph: &Classes<R>, labels: &mut PerClass<u64>) -> bool {
    let mut cells = count_cells(labels);
    while cells < labels.len() {
        let mixed: PerClass<u64> = labels.iter().map(|&l| mix(l)).collect();
        for (label, &row) in labels.iter_mut().zip(&graph.rows) {
            let around = row.bits().fold(0u64, |sum, d| sum.wrapping_add(mixed[d]));
            *label = mix(*label ^ around.rotate_left(17));
        }
        let now = count_cells(labels);
        if now == cells {
            return false;
        }
        cells = now;
    }
    true
}

fn count_cells(labels: &[u64]) -> usize {
    if labels.len() <= 8 {
        let new = |&i: &usize| !labels[..i].contains(&labels[i]);
        return (0..labels.len()).filter(new).count();
    }
    let mut sorted: PerClass<u64> = labels.into();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// The classes sorted by label, and the first cell of more than one class among them.
fn cells(labels: &[u64]) -> (PerClass<u8>, Option<std::ops::Range<usize>>) {
    let mut order: PerClass<u8> = (0..labels.len() as u8).collect();
    order.sort_unstable_by_key(|&c| labels[c as usize]);
    let label = |i: usize| labels[order[i] as usize];
    let cell = (1..order.len())
        .find(|&i| label(i - 1) == label(i))
        .map(|i| {
            let end = (i..order.len())
                .find(|&j| label(j) != label(i))
                .unwrap_or(order.len());
            i - 1..end
        });
    (order, cell)
}

/// The least key over the choices that are left. Automorphisms are noted in `all`.
fn search<R: Row>(
    graph: &Classes<R>,
    labels: PerClass<u64>,
    forest: bool,
    all: &mut PerClass<u8>,
) -> (Key, PerClass<u8>) {
    let (order, cell) = cells(&labels);
    let Some(cell) = cell else {
        return (key(graph, &order), order);
    };
    let mut best: Option<(Key, PerClass<u8>)> = None;
    let mut orbits: PerClass<u8> = (0..graph.len() as u8).collect();
    for i in cell.clone() {
        let chosen = order[i];
        let tried = |o: &PerClass<u8>| {
            order[cell.start..i]
                .iter()
                .any(|&c| find(o, c) == find(o, chosen))
        };
        if tried(&orbits) {
            continue;
        }
        let mut special = labels.clone();
        special[chosen as usize] = mix(special[chosen as usize] ^ 0x5555);
        refine(graph, &mut special);
        let found = search(graph, special, forest, all);
        if forest {
            return found;
        }
        match &best {
            Some((known, known_order)) if found.0 == *known => {
                join(&mut orbits, known_order, &found.1);
                join(all, known_order, &found.1);
            }
            Some((known, _)) if found.0 > *known => {}
            _ => best = Some(found),
        }
    }
    best.expect("the first vertex of the cell is always tried")
}

fn find(orbits: &[u8], mut c: u8) -> u8 {
    while orbits[c as usize] != c {
        c = orbits[c as usize];
    }
    c
}

/// Records the automorphism that carries one order to another with the same key.
fn join(orbits: &mut [u8], from: &[u8], to: &[u8]) {
    for (&a, &b) in from.iter().zip(to) {
        let (a, b) = (find(orbits, a), find(orbits, b));
        orbits[a.max(b) as usize] = a.min(b);
    }
}

/// The whole graph in the given order: number of classes, their tints, cliques and counts, then
/// the adjacency matrix below the diagonal, bit by bit.
fn key<R: Row>(graph: &Classes<R>, order: &[u8]) -> Key {
    let mut key = Key::new();
    key.push(order.len() as u8);
    for &c in order {
        let c = c as usize;
        let clique = u8::from(graph.rows[c].has(c));
        let count = graph.counts[c];
        key.push(graph.tint(c) as u8 | clique << 2 | (count.min(31) as u8) << 3);
        if count >= 31 {
            key.extend_from_slice(&count.to_le_bytes());
        }
    }
    let (mut byte, mut filled) = (0u8, 0);
    for (i, &c) in order.iter().enumerate() {
        for &d in &order[..i] {
            byte |= u8::from(graph.rows[c as usize].has(d as usize)) << filled;
            filled += 1;
            if filled == 8 {
                key.push(byte);
                (byte, filled) = (0, 0);
            }
        }
    }
    if filled > 0 {
        key.push(byte);
    }
    key
}

/// A canonical numbering of the vertices: isomorphic boards relabelled by it are equal.
///
/// `place[v]` is the new number of `v`. `None` for boards with more than 128 twin classes.
pub fn canonical_place(board: &Board) -> Option<Vec<usize>> {
    let (classes, class_of) = Classes::of_board(board).ok()?;
    let order = canonical(&classes).order;
    let mut next = vec![0; classes.len()];
    let mut used = 0;
    for &c in &order {
        next[c as usize] = used;
        used += usize::from(classes.counts[c as usize]);
    }
    Some(
        class_of
            .iter()
            .map(|&c| {
                next[c] += 1;
                next[c] - 1
            })
            .collect(),
    )
}

/// A 128-bit fingerprint that isomorphic boards share. Boards that are not isomorphic have
/// different ones but for the chance of a hash collision; boards with more than 128 twin classes
/// are told apart by their labelling too.
pub fn fingerprint(board: &Board) -> u128 {
    match Classes::compressed(board) {
        Ok(classes) => hash128(&canonical(&classes).key),
        Err(_) => {
            let mut bytes: Vec<u8> = board.tints().iter().map(|&t: &Tint| t as u8).collect();
            for (a, b) in board.graph().edges() {
                bytes.extend_from_slice(&(a as u32).to_le_bytes());
                bytes.extend_from_slice(&(b as u32).to_le_bytes());
            }
            hash128(&bytes)
        }
    }
}

/// FNV-1a with 128 bits (Fowler, Noll, Vo): the same on every machine and in every release.
pub fn hash128(bytes: &[u8]) -> u128 {
    bytes.iter().fold(
        0x6c62_272e_07bb_0142_62b8_2175_6295_c58d,
        |hash: u128, &b| {
            (hash ^ u128::from(b)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// Connected and unconnected graphs by order (OEIS A000088).
    #[test]
    fn all_graphs_to_order_six_are_told_apart() {
        for (order, count) in [(1usize, 1), (2, 2), (3, 4), (4, 11), (5, 34), (6, 156)] {
            let pairs: Vec<(usize, usize)> = (0..order)
                .flat_map(|b| (0..b).map(move |a| (a, b)))
                .collect();
            let keys: HashSet<u128> = (0u32..1 << pairs.len())
                .map(|set| {
                    let chosen = pairs
                        .iter()
                        .enumerate()
                        .filter(|(i, _)| set >> i & 1 == 1)
                        .map(|(_, &e)| e);
                    fingerprint(&Board::untinted(Graph::from_edges(order, chosen)))
                })
                .collect();
            assert_eq!(keys.len(), count, "order {order}");
        }
    }

    fn board() -> impl Strategy<Value = (Board, Vec<usize>)> {
        (1usize..12).prop_flat_map(|n| {
            let edges = prop::collection::vec(prop::bool::weighted(0.3), n * (n - 1) / 2);
            let tints = prop::collection::vec(0u8..3, n);
            (
                edges,
                tints,
                Just((0..n).collect::<Vec<_>>()).prop_shuffle(),
            )
                .prop_map(move |(edges, tints, place)| {
                    let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
                    let chosen = pairs.zip(edges).filter(|(_, e)| *e).map(|(p, _)| p);
                    let tints = tints
                        .iter()
                        .map(|&t| [Tint::None, Tint::Left, Tint::Right][t as usize])
                        .collect();
                    (
                        Board::new(Graph::from_edges(n, chosen), tints).expect("sizes agree"),
                        place,
                    )
                })
        })
    }

    proptest! {
        #[test]
        fn relabelling_changes_nothing((board, place) in board()) {
            let other = board.relabelled(&place);
            prop_assert_eq!(fingerprint(&board), fingerprint(&other));
            let a = board.relabelled(&canonical_place(&board).unwrap());
            let b = other.relabelled(&canonical_place(&other).unwrap());
            prop_assert_eq!(a, b);
        }
    }

    #[test]
    fn regular_graphs() {
        let cube = |d: usize| {
            Graph::from_edges(
                1 << d,
                (0..1usize << d)
                    .flat_map(move |v| (0..d).map(move |i| (v, v ^ 1 << i)))
                    .filter(|(a, b)| a < b),
            )
        };
        let board = Board::untinted(cube(5));
        let place: Vec<usize> = (0..32).map(|v| v * 13 % 32).collect();
        assert_eq!(fingerprint(&board), fingerprint(&board.relabelled(&place)));
        // C6 and two triangles: refinement alone cannot tell them apart
        let c6 = Graph::from_edges(6, (0..6).map(|i| (i, (i + 1) % 6)));
        let prism = Graph::from_edges(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]);
        assert_ne!(
            fingerprint(&Board::untinted(c6)),
            fingerprint(&Board::untinted(prism))
        );
    }
}
