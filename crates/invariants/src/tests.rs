//! Known values, limits, and graphs of 24 vertices. `problem/verify_tests.rs` compares every
//! invariant with the checker's.

// A test that fails may panic.
#![allow(clippy::unwrap_used)]

use super::*;
use boilingpoint_boards::{Graph, parse_board};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn row(name: &str) -> &'static GraphInvariant {
    catalogue().iter().find(|i| i.name == name).unwrap()
}

fn of(name: &str, text: &str) -> String {
    match row(name).of(&parse_board(text).unwrap()) {
        Ok(n) => n.to_string(),
        Err(why) => why.to_string(),
    }
}

/// Textbook values.
#[test]
fn known_values() {
    let none = NoAnswer::Undefined.to_string();
    // The Petersen graph.
    let petersen = "0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5";
    for (name, value) in [
        ("independence", "4"),
        ("clique", "2"),
        ("vertex_cover", "6"),
        ("matching", "5"),
        ("edge_cover", "5"),
        ("chromatic", "3"),
        ("domination", "3"),
        ("total_domination", "4"),
        ("connected_domination", "4"),
        ("two_domination", "4"),
        ("independent_domination", "3"),
        ("edge_domination", "3"),
        ("zero_forcing", "5"),
        ("harmonic", "5"),
        ("leaf_number", "6"),
        ("path_cover", "1"),
        ("induced_forest", "7"),
        ("connectivity", "3"),
        ("edge_connectivity", "3"),
        ("radius", "2"),
        ("wiener", "75"),
        ("average_distance", "5/3"),
        ("triangles", "0"),
        ("four_cycles", "0"),
        ("automorphisms", "120"),
        ("local_independence", "3"),
        ("inverse_degree", "10/3"),
        ("degeneracy", "3"),
    ] {
        assert_eq!(of(name, petersen), value, "{name}");
    }
    for (name, text, value) in [
        ("independence", "cycle(7)", "3"),
        ("chromatic", "cycle(7)", "3"),
        ("chromatic", "hypercube(4)", "2"),
        ("clique", "complete(6)", "6"),
        ("domination", "grid(4,4)", "4"),
        // The friendship graph F4.
        ("edge_domination", "H{eCKA@", "4"),
        ("harmonic", "H{eCKA@", "18/5"),
        ("edge_domination", "cycle(7)", "3"),
        ("edge_domination", "complete(6)", "3"),
        ("edge_domination", "bipartite(3,9)", "3"),
        ("edge_domination", "hypercube(3)", "3"),
        ("edge_domination", "0,1", "0"),
        ("harmonic", "path(3)", "4/3"),
        ("harmonic", "complete(5)", "5/2"),
        ("harmonic", "0,1", "0"),
        ("zero_forcing", "path(9)", "1"),
        ("zero_forcing", "cycle(9)", "2"),
        ("zero_forcing", "complete(6)", "5"),
        ("zero_forcing", "star(5)", "4"),
        ("zero_forcing", "bipartite(3,5)", "6"),
        ("zero_forcing", "grid(4,5)", "4"),
        ("zero_forcing", "hypercube(4)", "8"),
        ("zero_forcing", "0,1", "2"),
        ("leaf_number", "complete(2)", "2"),
        ("leaf_number", "0", "0"),
        ("leaf_number", "0,1", &none),
        ("path_cover", "star(5)", "4"),
        ("path_cover", "bipartite(3,9)", "6"),
        ("induced_path", "cycle(9)", "8"),
        ("induced_tree", "bipartite(3,9)", "10"),
        ("induced_forest", "complete(7)", "2"),
        ("induced_bipartite", "complete(7)", "2"),
        ("connectivity", "complete(5)", "4"),
        ("connectivity", "bipartite(3,5)", "3"),
        ("cut_vertices", "path(5)", "3"),
        ("edge_cover", "0-1,2", &none),
        ("total_domination", "0-1,2", &none),
        ("average_distance", "path(4)", "5/3"),
        ("average_eccentricity", "path(3)", "5/3"),
        ("residue", "star(5)", "5"),
        ("residue", "complete(5)", "1"),
        ("annihilation", "path(4)", "2"),
        ("triangles", "complete(5)", "10"),
        ("four_cycles", "complete(5)", "15"),
        ("centre", "path(4)", "2"),
        ("periphery", "star(4)", "4"),
        ("median_degree", "path(4)", "3/2"),
        ("distinct_degrees", "path(4)", "2"),
        ("automorphisms", "complete(20)", "2432902008176640000"),
        ("automorphisms", "path(3):L.R", "1"),
    ] {
        assert_eq!(of(name, text), value, "{name} of {text}");
    }
}

/// A random graph of this order, each pair adjacent with a chance of `percent`.
fn random(order: usize, percent: u32, rng: &mut ChaCha8Rng) -> Board {
    let mut graph = Graph::empty(order);
    for b in 0..order {
        for a in 0..b {
            if rng.next_u32() % 100 < percent {
                graph.add_edge(a, b);
            }
        }
    }
    Board::untinted(graph)
}

/// Every search ends within its limit on random graphs of 24 vertices, from sparse to dense.
#[test]
fn graphs_of_24_vertices_are_within_the_limit() {
    let mut rng = ChaCha8Rng::seed_from_u64(24);
    let mut boards: Vec<Board> = Vec::new();
    for percent in [8, 12, 16, 20, 30, 50, 70, 90] {
        boards.extend((0..3).map(|_| random(24, percent, &mut rng)));
    }
    let families = [
        "grid(4,6)",
        "cycle(24)",
        "star(23)",
        "complete(24)",
        "bipartite(8,16)",
    ];
    boards.extend(families.map(|text| parse_board(text).unwrap()));
    for board in &boards {
        for invariant in catalogue() {
            let found = invariant.of(board);
            let is_known = matches!(found, Ok(_) | Err(NoAnswer::Undefined));
            assert!(
                is_known,
                "{} of {}: {found:?}",
                invariant.name,
                board.name()
            );
        }
    }
}

/// Of vertices that could change places one is tried. With each of them, a million steps do not
/// suffice for this board.
#[test]
fn alike_vertices_are_tried_once() {
    let board = parse_board("S@Kxx{~Nx~f~o?N~g?A?E??O~{@~yH~yG").unwrap();
    let paths = row("path_cover").within(&board, 5_000);
    assert_eq!(paths.map(|q| q.to_string()), Ok("2".to_string()));
}

#[test]
fn a_search_without_an_answer_names_the_limit() {
    let board = parse_board("grid(8,8)").unwrap();
    assert_eq!(
        row("domination").within(&board, 10),
        Err(NoAnswer::OverBudget { steps: 10 })
    );
    let large = parse_board("path(129)").unwrap();
    assert_eq!(
        row("independence").of(&large),
        Err(NoAnswer::TooLarge { most: 128 })
    );
    assert_eq!(
        row("induced_bipartite").of(&parse_board("path(65)").unwrap()),
        Err(NoAnswer::TooLarge { most: 64 })
    );
    let message = NoAnswer::OverBudget { steps: 10 }.to_string();
    assert_eq!(message, "the search did not end within 10 steps");
}

/// The sets of forests from the leaves to the roots are as small as those by branch and bound.
#[test]
fn dominating_sets_of_forests() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for order in 2..=17 {
        for _ in 0..30 {
            let mut graph = Graph::empty(order);
            for v in 1..order {
                // A vertex in twelve begins another tree.
                let begins = rng.next_u32().is_multiple_of(12);
                let parent = (rng.next_u32() as usize) % v;
                if !begins {
                    graph.add_edge(parent, v);
                }
            }
            let rows = Rows::of(&graph).unwrap();
            for kind in [DOMINATING, INDEPENDENT, TWICE, TOTAL] {
                if kind.also_inside && graph.min_degree() == 0 {
                    continue;
                }
                let steps = || Steps::new(10_000_000);
                let searched = dominating::least_of_any(&rows, kind, &mut steps()).unwrap();
                assert_eq!(least(&rows, kind, &mut steps()).unwrap(), searched);
            }
        }
    }
}
