//! Counts that moves update against counts from the beginning, and walks to known graphs.

use super::quantity::{change, count};
use super::rows::Rows;
use super::*;
use boilingpoint_boards::{Graph, random_connected};
use boilingpoint_invariants::{Counted, counted};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const COUNTED: [Quantity; 8] = [
    Quantity::Size,
    Quantity::Cliques(3),
    Quantity::Cliques(4),
    Quantity::IndependentSets(3),
    Quantity::IndependentSets(5),
    Quantity::Cycles(6),
    Quantity::Excess(3),
    Quantity::Lack(3),
];

fn copies(text: &str) -> Quantity {
    let invariant = counted(&format!("copies(\"{text}\")")).unwrap();
    match invariant.count() {
        Some(Counted::Copies(pattern)) => Quantity::Copies(pattern),
        other => panic!("{other:?}"),
    }
}

#[test]
fn updated_counts_are_those_of_the_graph() {
    for seed in 0..20 {
        let graph = random_connected(9, 14, seed);
        let mut rows = Rows::<u64>::of(&graph);
        let copies = ["star(3)", "path(4)", "0-1,2"].map(copies);
        for pair in [[0, 1], [2, 7], [8, 3], [0, 1], [4, 5], [6, 2]] {
            for &quantity in COUNTED.iter().chain(&copies) {
                let before = count(quantity, &rows).unwrap();
                let change = change(quantity, &rows, pair);
                rows.toggle(pair);
                assert_eq!(
                    count(quantity, &rows),
                    Some(before + change),
                    "{quantity:?}"
                );
                rows.toggle(pair);
            }
            rows.toggle(pair);
        }
    }
}

/// The graph by triangles and independent sets.
struct Ramsey(usize, [Quantity; 2]);

impl Energy for Ramsey {
    fn quantities(&self) -> &[Quantity] {
        &self.1
    }

    fn conditions(&self) -> usize {
        2
    }

    fn violation(&self, condition: usize, known: Known) -> f64 {
        known(condition).unwrap_or(1.0)
    }
}

/// R(3,5) is 14 (Greenwood and Gleason 1955): graphs of 13 vertices exist, of 14 none.
#[test]
fn walks_find_ramsey_graphs() {
    let energy = Ramsey(5, [Quantity::Cliques(3), Quantity::IndependentSets(5)]);
    let walked = |order: usize, moves: Moves, seed: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let graph = Graph::empty(order);
        let start = Start {
            graph,
            moves,
            heat: 1.0,
        };
        walk(&energy, start, 300_000, &mut rng).unwrap()
    };
    assert_eq!(energy.0, 5);
    assert_eq!(walked(13, Moves::Orbits(13), 1).violation, 0.0);
    assert!((0..4).any(|seed| walked(13, Moves::Pairs, seed).violation == 0.0));
    assert!((0..4).all(|seed| walked(14, Moves::Pairs, seed).violation > 0.0));
}
