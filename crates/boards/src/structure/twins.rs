//! Twins: vertices with the same neighbours apart from each other.

use super::super::Graph;
use super::mix;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Whether `v` and `w` have the same neighbours apart from each other, so that exchanging them is
/// an automorphism. The time is `order / 64`.
pub fn are_twins(graph: &Graph, v: usize, w: usize) -> bool {
    let (a, b) = (graph.row(v), graph.row(w));
    let apart = |i: usize| a[i] ^ b[i];
    let ends = |i: usize| bit(v, i) | bit(w, i);
    (0..a.len()).all(|i| apart(i) & !ends(i) == 0)
}

fn bit(v: usize, word: usize) -> u64 {
    if v / 64 == word { 1 << (v % 64) } else { 0 }
}

/// For each vertex, the least vertex of its colour that is its twin; the vertex itself if none is
/// less.
///
/// Being twins or equal is an equivalence, and either all twins of a vertex are adjacent to it or
/// none is. For suppose that `v` has a twin `u` not adjacent to it, and a twin `w` adjacent to it.
/// Then `u` is adjacent to `w`, since its twin `v` is; hence `u` is adjacent to `v`, since its
/// neighbour `w` has the same neighbours as `v`: a contradiction.
///
/// The time is proportional to the order times `order / 64`. Two vertices are candidates if their
/// neighbours have equal sums of random numbers. Candidates are compared, so the result is exact.
pub fn first_twins<C: Copy + Eq + Hash>(graph: &Graph, colours: &[C]) -> Vec<usize> {
    // A key is the colour, a flag that says whether the sum includes the vertex itself, and the
    // sum.
    let mut known: FxHashMap<(C, bool, u64), Vec<usize>> = FxHashMap::default();
    let mut first = Vec::with_capacity(graph.order());
    for (v, &colour) in colours.iter().enumerate() {
        let number = |w: usize| mix(w as u64);
        let around = graph.neighbours(v).map(number);
        let sum = around.fold(0u64, u64::wrapping_add);
        let keys = [(false, sum), (true, sum.wrapping_add(number(v)))];
        let keys = keys.map(|(own, sum)| (colour, own, sum));
        let alike = keys.iter().filter_map(|key| known.get(key)).flatten();
        let twin = alike.copied().find(|&w| are_twins(graph, v, w));
        if twin.is_none() {
            for key in keys {
                known.entry(key).or_default().push(v);
            }
        }
        first.push(twin.unwrap_or(v));
    }
    first
}

/// The sets of twins of one colour. The sets are in the order of their least vertices, and each set
/// is in increasing order. A vertex without twins is a set by itself. A set is a clique or has no
/// edges ([`is_clique`]).
///
/// The time is proportional to the order times `order / 64`.
pub fn twin_sets<C: Copy + Eq + Hash>(graph: &Graph, colours: &[C]) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let mut place = vec![0; graph.order()];
    for (v, first) in first_twins(graph, colours).into_iter().enumerate() {
        if first == v {
            place[v] = sets.len();
            sets.push(Vec::new());
        }
        sets[place[first]].push(v);
    }
    sets
}

/// Whether a set of twins is a clique of more than one vertex.
pub fn is_clique(graph: &Graph, twins: &[usize]) -> bool {
    matches!(twins, [v, w, ..] if graph.has_edge(*v, *w))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::any_graph;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_are_the_classes_of_twins(graph in any_graph(9), salt in any::<u64>()) {
            let n = graph.order();
            let colours: Vec<u64> = (0..n).map(|v| mix(salt ^ v as u64) % 4 / 3).collect();
            let apart = |v: usize, w: usize| -> Vec<usize> {
                graph.neighbours(v).filter(|&x| x != w).collect()
            };
            let twins = |v: usize, w: usize| apart(v, w) == apart(w, v) && colours[v] == colours[w];
            let sets = twin_sets(&graph, &colours);
            let mut all = sets.concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..n).collect::<Vec<_>>());
            for set in &sets {
                let expected: Vec<usize> = (0..n).filter(|&w| twins(set[0], w)).collect();
                prop_assert_eq!(set, &expected);
                for (i, &v) in set.iter().enumerate() {
                    for &w in &set[..i] {
                        prop_assert_eq!(graph.has_edge(v, w), is_clique(&graph, set));
                    }
                }
            }
        }
    }
}
