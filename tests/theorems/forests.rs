//! Theorem 11 of the notes *Combinatorial Games* (Frieze; Nash-Williams and Tutte, 1961) for any
//! number of spanning trees, and Claim 1 of its proof. For two trees see `shannon.rs`.

use crate::shannon::{components, edges, multigraphs, multigraphs_of, partitions, spanning_trees};
use boilingpoint_boards::Board;
use std::collections::BTreeSet;

/// Whether there are k of these spanning trees without an edge in common.
fn has_disjoint(trees: &[u32], k: usize) -> bool {
    k == 0
        || trees.iter().enumerate().any(|(i, tree)| {
            let others = trees[i + 1..].iter().filter(|other| *other & tree == 0);
            has_disjoint(&others.copied().collect::<Vec<_>>(), k - 1)
        })
}

/// Theorem 11: a connected multigraph has k spanning trees without an edge in common if and only if
/// every partition of its vertices into l parts has at least k (l - 1) edges between the parts. For
/// every k (1 to 6 occur), on the 920 multigraphs of Theorem 10, of order 2 to 6; the trees by
/// trying all families, and all partitions.
#[test]
fn theorem_11_for_any_number_of_trees() {
    let mut met: BTreeSet<usize> = BTreeSet::new();
    for board in multigraphs() {
        let edges = edges(&board);
        let trees = spanning_trees(board.order(), &edges);
        let allowed = |parts: &Vec<usize>| {
            let across = edges.iter().filter(|&&(a, b)| parts[a] != parts[b]).count();
            let l = parts.iter().max().map_or(0, |m| m + 1);
            (l > 1).then(|| across / (l - 1))
        };
        let partitions = partitions(board.order());
        let by_partitions = partitions.iter().filter_map(allowed).min();
        let found = by_partitions.expect("a partition into two parts");
        assert!(has_disjoint(&trees, found), "{}", board.name());
        // More trees than edges allow need no search.
        let next = (found + 1) * (board.order() - 1) <= edges.len();
        assert!(
            !next || !has_disjoint(&trees, found + 1),
            "{}",
            board.name()
        );
        met.insert(found);
    }
    assert_eq!(met, (1..=6).collect());
}

/// k sets of edges.
type Family = Vec<u32>;

fn is_forest(board: &Board, set: u32) -> bool {
    let edges = edges(board);
    let names: BTreeSet<usize> = components(board.order(), &edges, set).into_iter().collect();
    board.order() - names.len() == set.count_ones() as usize
}

/// All families of k forests without an edge in common that have the most edges together.
fn greatest_families(board: &Board, k: usize) -> Vec<Family> {
    let size = board.links().len();
    let forests: Vec<u32> = (0..1 << size)
        .filter(|&set| is_forest(board, set))
        .collect();
    let mut all: Vec<Family> = vec![vec![]];
    for _ in 0..k {
        let longer = |family: &Family| -> Vec<Family> {
            let used = family.iter().fold(0, |all, set| all | set);
            let free = forests.iter().filter(|&&f| f & used == 0);
            free.map(|&f| [&family[..], &[f]].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let count = |family: &Family| family.iter().map(|f| f.count_ones()).sum::<u32>();
    let most = all.iter().map(count).max().unwrap_or(0);
    all.retain(|family| count(family) == most);
    all
}

/// The families that one replacement makes of a family: an edge of no forest is added to one of
/// them, and an edge of the cycle that it closes is removed.
fn replaced(board: &Board, family: &Family) -> Vec<Family> {
    let size = board.links().len();
    let used = family.iter().fold(0, |all, set| all | set);
    let mut all = Vec::new();
    for e in (0..size).filter(|e| used >> e & 1 == 0) {
        for (i, &forest) in family.iter().enumerate() {
            for out in (0..size).filter(|out| forest >> out & 1 == 1) {
                let next = (forest | 1 << e) & !(1 << out);
                if is_forest(board, next) {
                    let mut other = family.clone();
                    other[i] = next;
                    all.push(other);
                }
            }
        }
    }
    all
}

/// Claim 1 in the proof of Theorem 11: let F be a family of k disjoint forests with the most edges.
/// For every edge e of no forest there is a set U of vertices that contains its ends and that every
/// forest of F connects. U is the component of e in the graph of all edges that are in no forest of
/// a family that replacements make of F. (The notes print a replacement as F + e' - e; it has to be
/// F + e - e', as the sentence before says.) All connected multigraphs with at most 6 edges of
/// order 2, of order 3 and multiplicity at most 3, and of order 4 and multiplicity at most 2, for
/// k = 1, 2 and 3; every F, or every seventh if there are more than 200.
#[test]
fn claim_1_of_theorem_11() {
    let ranges = [(2, 6, 6), (3, 3, 6), (4, 2, 6)];
    let boards = ranges
        .into_iter()
        .flat_map(|(order, most, size)| multigraphs_of(order, most, size));
    let mut met = 0;
    for board in boards {
        let edges = edges(&board);
        for k in 1..=3 {
            let families = greatest_families(&board, k);
            let step = if families.len() > 200 { 7 } else { 1 };
            for first in families.iter().step_by(step) {
                let used = |family: &Family| family.iter().fold(0, |all, set| all | set);
                let whole = (1u32 << edges.len()) - 1;
                let (mut reached, mut waiting) = (BTreeSet::new(), vec![first.clone()]);
                let mut unused = 0;
                while let Some(family) = waiting.pop() {
                    if reached.insert(family.clone()) {
                        unused |= whole & !used(&family);
                        waiting.extend(replaced(&board, &family));
                    }
                }
                let names = components(board.order(), &edges, unused);
                for (i, &(a, _)) in edges.iter().enumerate() {
                    if used(first) >> i & 1 == 1 {
                        continue;
                    }
                    met += 1;
                    let inside = |v: usize| names[v] == names[a];
                    for &forest in first {
                        let within = edges
                            .iter()
                            .enumerate()
                            .filter(|(_, (x, y))| inside(*x) && inside(*y));
                        let mask = within.fold(0, |mask, (j, _)| mask | 1 << j);
                        let parts = components(board.order(), &edges, forest & mask);
                        let parts: BTreeSet<usize> = (0..board.order())
                            .filter(|&v| inside(v))
                            .map(|v| parts[v])
                            .collect();
                        assert_eq!(parts.len(), 1, "{} {first:?} {i}", board.name());
                    }
                }
            }
        }
    }
    assert!(met > 500, "{met}");
}
