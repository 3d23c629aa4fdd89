//! Canonical labelling of small coloured graphs with multiplicities.
//!
//! Two graphs have equal keys exactly if they are isomorphic. For a key holds the whole graph, with
//! the vertices in an order that depends only on the isomorphism class.
//!
//! Colour refinement gives the order: every vertex repeatedly mixes its label with the sum of its
//! neighbours' labels, until the number of different labels stays the same. If several vertices
//! still share a label (a *cell*), the search individualises each vertex of the cell in turn and
//! refines again. The least key that the search finds is the result (individualisation and
//! refinement: McKay, *Practical graph isomorphism*, 1981).
//!
//! Two equal keys reveal an automorphism. The search then skips the branch that led to the second
//! key. It also skips the branch of any vertex that automorphisms exchange with a vertex that was
//! tried before.
//!
//! The search covers only the *core*: the graph that remains when vertices of degree one are
//! removed again and again. Trees that hang from the core need no choice, nor do components that
//! are trees. So any number of isomorphic branches are labelled at once.
//!
//! Labels are hashes. A collision can only leave a cell larger than necessary; it never makes a key
//! wrong.

use super::classes::{Classes, Compressed, PerClass, TooManyClasses, with_any_rows};
use super::coded::coded;
use super::{BitRow, Board, Square, Tint, mix, refine};
use smallvec::SmallVec;

/// A canonical key: two coloured graphs have equal keys exactly if they are isomorphic.
pub type CanonicalKey = SmallVec<[u8; 64]>;

/// The canonical form of a compressed graph, and the symmetries found on the way.
#[derive(Clone, Debug)]
pub struct Labelling {
    /// The canonical key of the graph.
    pub key: CanonicalKey,
    /// The order of the classes in the key: `order[i]` is the class at place `i`.
    pub order: PerClass<u16>,
    /// For each class, the least class of its orbit under the automorphisms that the search found.
    /// An automorphism takes any class of an orbit to any other. On forests these are the orbits
    /// under all automorphisms.
    pub orbits: PerClass<u16>,
}

/// The canonical labelling of a compressed graph.
pub fn canonical<R: BitRow>(graph: &Classes<R>) -> Labelling {
    let mut labels: PerClass<u64> = (0..graph.len()).map(|c| first_label(graph, c)).collect();
    let discrete = refine_classes(graph, &mut labels);
    if discrete {
        let order = by_label((0..graph.len() as u16).collect(), &labels);
        let (key, orbits) = (key(graph, &order), identity(graph.len()));
        return Labelling { key, order, orbits };
    }
    let mut search = LabellingSearch {
        graph,
        core: core(graph),
        leaves: Vec::new(),
        best: 0,
        path: Vec::new(),
        orbits: identity(graph.len()),
    };
    search.visit(&labels);
    let orbits = &search.orbits;
    let orbits = (0..graph.len() as u16).map(|c| find(orbits, c)).collect();
    let Leaf { key, order } = search.leaves.swap_remove(search.best);
    Labelling { key, order, orbits }
}

fn identity(classes: usize) -> PerClass<u16> {
    (0..classes as u16).collect()
}

fn first_label<R: BitRow>(graph: &Classes<R>, c: usize) -> u64 {
    let row = graph.rows[c];
    let own = u64::from(row.count()) << 3 | (graph.tint(c) as u64) << 1 | row.has(c) as u64;
    mix(u64::from(graph.counts[c]) << 16 | own)
}

/// The core: the classes that remain when classes with at most one neighbour other than themselves
/// are removed again and again.
fn core<R: BitRow>(graph: &Classes<R>) -> R {
    let mut core = graph.all();
    loop {
        let mut left = core;
        for c in core.bits() {
            if (graph.rows[c] & left & !R::one(c)).count() <= 1 {
                left &= !R::one(c);
            }
        }
        if left == core {
            return core;
        }
        core = left;
    }
}

/// Refines the labels of the classes; returns whether all labels are different.
fn refine_classes<R: BitRow>(graph: &Classes<R>, labels: &mut [u64]) -> bool {
    refine(labels, |c| graph.rows[c].bits())
}

fn by_label(mut classes: PerClass<u16>, labels: &[u64]) -> PerClass<u16> {
    classes.sort_unstable_by_key(|&c| labels[usize::from(c)]);
    classes
}

/// A leaf of the search tree: a key, with the order of the classes in this key.
struct Leaf {
    key: CanonicalKey,
    order: PerClass<u16>,
}

/// A choice of a vertex on the current path of the search.
struct SearchLevel {
    /// The orbits under the known automorphisms that fix the choices above this one.
    orbits: PerClass<u16>,
    /// The index of the first leaf below this choice; `None` if no leaf was visited yet.
    first: Option<usize>,
    /// Whether the search has visited everything below the first vertex of the cell.
    beyond_first: bool,
}

struct LabellingSearch<'a, R: BitRow> {
    graph: &'a Classes<R>,
    core: R,
    leaves: Vec<Leaf>,
    /// The index of the leaf with the least key so far.
    best: usize,
    path: Vec<SearchLevel>,
    /// The orbits under all known automorphisms.
    orbits: PerClass<u16>,
}

impl<R: BitRow> LabellingSearch<'_, R> {
    /// Visits the leaves below refined labels. Returns `Some(level)` if an automorphism maps the
    /// current branch of the choice at `level` to the branch of the first vertex of that choice.
    /// The rest of the current branch can then be skipped.
    fn visit(&mut self, labels: &PerClass<u64>) -> Option<usize> {
        let core: PerClass<u16> = self.core.bits().map(|c| c as u16).collect();
        let core = by_label(core, labels);
        let label = |i: usize| labels[usize::from(core[i])];
        let Some(start) = (1..core.len()).find(|&i| label(i - 1) == label(i)) else {
            return self.leaf(labels, core);
        };
        let end = (start..core.len()).find(|&i| label(i) != label(start));
        let cell = &core[start - 1..end.unwrap_or(core.len())];
        let level = self.path.len();
        self.path.push(SearchLevel {
            orbits: identity(self.graph.len()),
            first: None,
            beyond_first: false,
        });
        let mut back = None;
        for (i, &chosen) in cell.iter().enumerate() {
            let orbits = &self.path[level].orbits;
            let orbit = find(orbits, chosen);
            if cell[..i].iter().any(|&c| find(orbits, c) == orbit) {
                continue;
            }
            let mut special = labels.clone();
            special[usize::from(chosen)] = mix(special[usize::from(chosen)] ^ 0x5555);
            refine_classes(self.graph, &mut special);
            back = self.visit(&special).filter(|&to| to < level);
            if back.is_some() {
                break;
            }
            self.path[level].beyond_first = true;
        }
        self.path.pop();
        back
    }

    /// Handles a leaf of the search tree: all classes of the core have different labels.
    fn leaf(&mut self, labels: &[u64], core: PerClass<u16>) -> Option<usize> {
        let order = self.with_branches(labels, core);
        let key = key(self.graph, &order);
        if self.leaves.is_empty() {
            // Classes outside of the core with equal labels have equal branches at the same vertex.
            let sorted = by_label(identity(self.graph.len()), labels);
            for pair in sorted.windows(2) {
                if labels[usize::from(pair[0])] == labels[usize::from(pair[1])] {
                    join(&mut self.orbits, &pair[..1], &pair[1..]);
                }
            }
        }
        for level in 0..self.path.len() {
            let SearchLevel {
                first: Some(first),
                beyond_first: true,
                ..
            } = self.path[level]
            else {
                continue;
            };
            let first = &self.leaves[first];
            if first.key == key {
                for choice in &mut self.path[..=level] {
                    join(&mut choice.orbits, &first.order, &order);
                }
                join(&mut self.orbits, &first.order, &order);
                return Some(level);
            }
        }
        let this = self.leaves.len();
        for choice in &mut self.path {
            choice.first.get_or_insert(this);
        }
        self.leaves.push(Leaf { key, order });
        if self.leaves[this].key < self.leaves[self.best].key {
            self.best = this;
        }
        None
    }

    /// The order of all classes: the classes of the core in their order, then the trees that hang
    /// from the core, then the components that are trees. Trees are listed depth first, children by
    /// label; a component that is a tree begins with a class of its least label.
    ///
    /// Two children of a class with the same label have the same branches. Suppose that an
    /// isomorphism of the board rooted at one child with the board rooted at the other did not fix
    /// the parent. Then it would carry the branch at the parent to a branch that is smaller, or
    /// that has no core. So the parent is fixed, and the order of the two children does not matter.
    fn with_branches(&self, labels: &[u64], core: PerClass<u16>) -> PerClass<u16> {
        let mut rest = self.graph.all() & !self.core;
        let trees = rest.bits().map(|c| c as u16).collect();
        let trees = by_label(trees, labels);
        let mut order = core.clone();
        for root in core.into_iter().chain(trees) {
            let mut waiting: PerClass<u16> = PerClass::from_slice(&[root]);
            while let Some(c) = waiting.pop() {
                // The classes of the core already have places in the order.
                if rest.has(usize::from(c)) {
                    order.push(c);
                    rest &= !R::one(usize::from(c));
                }
                let children = (self.graph.rows[usize::from(c)] & rest).bits();
                waiting.extend(by_label(children.map(|d| d as u16).collect(), labels));
            }
        }
        order
    }
}

fn find(orbits: &[u16], mut c: u16) -> u16 {
    while orbits[c as usize] != c {
        c = orbits[c as usize];
    }
    c
}

/// Records the automorphism that carries the order `from` to the order `to`; both have the same
/// key.
fn join(orbits: &mut [u16], from: &[u16], to: &[u16]) {
    for (&a, &b) in from.iter().zip(to) {
        let (a, b) = (find(orbits, a), find(orbits, b));
        orbits[a.max(b) as usize] = a.min(b);
    }
}

/// Writes the whole graph in the given order: the number of classes, then their tints, cliques and
/// counts, then the adjacency matrix below the diagonal, bit by bit. With more than [`MOST_DENSE`]
/// classes, lists of neighbours replace the matrix.
fn key<R: BitRow>(graph: &Classes<R>, order: &[u16]) -> CanonicalKey {
    let mut key = CanonicalKey::new();
    let dense = order.len() <= MOST_DENSE;
    if dense {
        key.push(order.len() as u8);
    } else {
        key.push(u8::MAX);
        key.extend_from_slice(&(order.len() as u16).to_le_bytes());
    }
    for &c in order {
        let c = usize::from(c);
        let clique = u8::from(graph.rows[c].has(c));
        let count = graph.counts[c];
        key.push(graph.tint(c) as u8 | clique << 2 | (count.min(31) as u8) << 3);
        if count >= 31 {
            key.extend_from_slice(&count.to_le_bytes());
        }
    }
    if dense {
        matrix(graph, order, &mut key);
    } else {
        lists(graph, order, &mut key);
    }
    key
}

/// The greatest number of classes for which a key contains the adjacency matrix.
const MOST_DENSE: usize = 128;

fn matrix<R: BitRow>(graph: &Classes<R>, order: &[u16], key: &mut CanonicalKey) {
    let (mut byte, mut filled) = (0u8, 0);
    for (i, &c) in order.iter().enumerate() {
        for &d in &order[..i] {
            byte |= u8::from(graph.rows[usize::from(c)].has(usize::from(d))) << filled;
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
}

/// Writes, for each class, the number of its neighbours at later places, followed by these places.
fn lists<R: BitRow>(graph: &Classes<R>, order: &[u16], key: &mut CanonicalKey) {
    let mut place: PerClass<u16> = SmallVec::from_elem(0, order.len());
    for (i, &c) in order.iter().enumerate() {
        place[usize::from(c)] = i as u16;
    }
    for (i, &c) in order.iter().enumerate() {
        let around = graph.rows[usize::from(c)].bits().map(|d| place[d]);
        let mut later: PerClass<u16> = around.filter(|&j| usize::from(j) > i).collect();
        later.sort_unstable();
        key.extend_from_slice(&(later.len() as u16).to_le_bytes());
        for j in later {
            key.extend_from_slice(&j.to_le_bytes());
        }
    }
}

/// A canonical numbering of the vertices. Isomorphic boards become equal when they are renumbered
/// by it.
///
/// `place[v]` is the new number of vertex `v`. The result is `None` for boards with too many twin
/// classes ([`super::classes::MAX_CLASSES`]).
pub fn canonical_place(board: &Board) -> Option<Vec<usize>> {
    if !board.is_plain() {
        return coded_place(board);
    }
    let (compressed, class_of) = Compressed::with_classes(board).ok()?;
    let mut next = with_any_rows!(&compressed, classes => {
        let mut next = vec![0; classes.len()];
        let mut used = 0;
        for &c in &canonical(classes).order {
            next[usize::from(c)] = used;
            used += usize::from(classes.counts[usize::from(c)]);
        }
        next
    });
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

/// A canonical numbering of the vertices of a board with marks.
fn coded_place(board: &Board) -> Option<Vec<usize>> {
    let compressed = coded(board).ok()?;
    let order = with_any_rows!(&compressed, classes => canonical(classes).order);
    let own = order.iter().map(|&c| usize::from(c));
    let mut place = vec![0; board.order()];
    for (i, v) in own.filter(|&c| c < board.order()).enumerate() {
        place[v] = i;
    }
    Some(place)
}

/// The board in canonical numbering; isomorphic boards give equal results. A board of squares is
/// not renumbered but reflected and moved to the corner, so that a shape and its reflections give
/// equal results. A board with too many twin classes is returned unchanged.
pub fn normal(board: &Board) -> Board {
    if let Some(squares) = board.squares() {
        return normal_squares(squares);
    }
    match canonical_place(board) {
        Some(place) => board.relabelled(&place),
        None => board.clone(),
    }
}

fn normal_squares(squares: &[Square]) -> Board {
    let reflected = |down: i16, across: i16| {
        let flipped = squares.iter().map(|&[i, j]| [down * i, across * j]);
        let least = |k: usize| flipped.clone().map(|s| s[k]).min().unwrap_or(0);
        let (top, left) = (least(0), least(1));
        let mut moved: Vec<Square> = flipped.clone().map(|[i, j]| [i - top, j - left]).collect();
        moved.sort_unstable();
        moved
    };
    let all = [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(i, j)| reflected(i, j));
    let least = all.into_iter().min().unwrap_or_default();
    Board::of_squares(least)
}

/// The canonical key of a board with marks. Two boards with marks have equal keys exactly if they
/// are isomorphic.
///
/// # Errors
/// When the board has more vertices and marked links than the labelling accepts.
pub fn marked_key(board: &Board) -> Result<CanonicalKey, TooManyClasses> {
    let compressed = coded(board)?;
    Ok(with_any_rows!(&compressed, classes => canonical(classes).key))
}

/// A 128-bit fingerprint. Isomorphic boards have equal fingerprints. Other boards have different
/// fingerprints, unless the hash of their keys collides. A board with too many twin classes is
/// hashed with its own numbering, so isomorphic boards of that size may have different
/// fingerprints.
pub fn fingerprint(board: &Board) -> u128 {
    if !board.is_plain() {
        return match marked_key(board) {
            // The complement distinguishes boards with marks from boards without marks.
            Ok(key) => !hash128(&key),
            Err(_) => !hash128(normal(board).name().as_bytes()),
        };
    }
    match Compressed::of(board) {
        Ok(compressed) => with_any_rows!(&compressed, c => hash128(&canonical(c).key)),
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

/// The hash function FNV-1a with 128 bits (Fowler, Noll, Vo). The result is the same on every
/// machine and in every release.
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
    use crate::Graph;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// The numbers of graphs and connected graphs by order (OEIS A000088 and A001349).
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

    /// Boards of 16 to 300 classes, most of them in branches that are alike.
    #[test]
    fn any_number_of_isomorphic_branches() {
        for legs in [8usize, 60, 70, 150] {
            let order = 2 * legs + 3;
            let legs = (0..legs).flat_map(|i| [(0, 2 * i + 3), (2 * i + 3, 2 * i + 4)]);
            let tree: Vec<_> = legs.chain([(0, 1), (1, 2)]).collect();
            // The triangle makes the graph one with a core.
            let cycle = [(0, 2)];
            let place: Vec<usize> = (0..order).map(|v| (v * 2 + 1) % order).collect();
            let mut seen = HashSet::new();
            for edges in [tree.clone(), tree.into_iter().chain(cycle).collect()] {
                let board = Board::untinted(Graph::from_edges(order, edges));
                let other = board.relabelled(&place);
                assert_ne!(board, other);
                assert_eq!(fingerprint(&board), fingerprint(&other));
                let canonical = board.relabelled(&canonical_place(&board).unwrap());
                assert_eq!(
                    canonical,
                    other.relabelled(&canonical_place(&other).unwrap())
                );
                seen.insert(fingerprint(&board));
            }
            assert_eq!(seen.len(), 2);
        }
    }

    /// Multigraphs on three vertices with at most three edges between any two: their number is that
    /// of multisets of three numbers from 0 to 3.
    #[test]
    fn parallel_edges_are_counted() {
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let board = |code: usize| {
            let copies = |k: usize| std::iter::repeat_n(pairs[k], code / 4usize.pow(k as u32) % 4);
            let edges = (0..3).flat_map(copies);
            Board::of_links(3, edges.map(|(a, b)| crate::Link::edge(a, b, 1)).collect())
        };
        let keys: HashSet<u128> = (0..64).map(|code| fingerprint(&board(code))).collect();
        assert_eq!(keys.len(), 20);
        // 0-1*1*1,1-2 with its vertices in another order has the same key.
        let two_and_one = board(0b01_00_10);
        let turned = two_and_one.kept(&[2, 1, 0]);
        assert_eq!(turned.name(), "0-1,1-2*1*1");
        assert_eq!(turned, two_and_one.relabelled(&[2, 1, 0]));
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
        // C6 and two triangles: refinement alone cannot separate them.
        let c6 = Graph::from_edges(6, (0..6).map(|i| (i, (i + 1) % 6)));
        let prism = Graph::from_edges(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]);
        assert_ne!(
            fingerprint(&Board::untinted(c6)),
            fingerprint(&Board::untinted(prism))
        );
    }
}
