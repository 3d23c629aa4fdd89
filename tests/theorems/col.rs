//! Col: results from the literature (E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*,
//! ch. 2; J. H. Conway, *On Numbers and Games*), as far as a machine can check them.

use crate::kit::{
    TINTS, assert_both_agree, assert_options_have_the_value, connected, random_board, side_by_side,
    solver, tintings, value,
};
use boilingpoint_boards::{Board, Graph, Tint, parse_board};
use boilingpoint_checker::Checker;
use boilingpoint_rules::{Claiming, Col, Ruleset};
use boilingpoint_solver::Solver;
use boilingpoint_values::{Dyadic, Value};
use proptest::prelude::*;
use std::collections::HashMap;

/// A number, and whether a star is added to it; `None` for a value of any other kind.
fn number_and_star(s: &mut Solver, v: Value) -> Option<(Dyadic, bool)> {
    let found = s.values().nus(v).filter(|n| n.up == 0 && n.nim <= 1)?;
    Some((found.number, found.nim == 1))
}

/// Every tinting of every connected graph to order 5; and the options on boards agree with both.
#[test]
fn the_solver_agrees_with_the_checker_exhaustively() {
    let graphs = connected(5);
    let boards: Vec<Board> = graphs.iter().flat_map(|g| tintings(g, &TINTS)).collect();
    assert_eq!(boards.len(), 3 + 9 + 2 * 27 + 6 * 81 + 21 * 243);
    assert_both_agree(&Col, &boards);
    assert_options_have_the_value(&Col, &boards);
}

/// Random boards of order 6 to 11.
#[test]
fn the_solver_agrees_with_the_checker_at_random() {
    let boards: Vec<Board> = (0..240)
        .map(|seed| random_board(6 + seed as usize % 6, seed))
        .collect();
    assert_both_agree(&Col, &boards);
}

/// The value of every position is a number, or a number plus a star (*Winning Ways*, ch. 2):
/// checked on every tinting of every connected graph to order 6. A position without tints is its
/// own negative, so that its value is 0 or `*`: checked on every connected graph to order 8.
#[test]
fn values_are_numbers_or_numbers_and_a_star() {
    let mut s = solver(&Col);
    let (mut numbers, mut stars) = (0, 0);
    for graph in connected(6) {
        for board in tintings(&graph, &TINTS) {
            let v = value(&mut s, &board);
            match number_and_star(&mut s, v) {
                Some((_, false)) => numbers += 1,
                Some((_, true)) => stars += 1,
                None => panic!("{board:?}"),
            }
        }
    }
    assert!(numbers > 0 && stars > 0);
    for graph in connected(8) {
        let v = value(&mut s, &Board::untinted(graph.clone()));
        assert!(v == Value::ZERO || v == Value::STAR, "{graph:?}");
    }
}

fn of_edges(edges: &str) -> Board {
    parse_board(edges).expect(edges)
}

/// The connected graphs of order 2 to 5 without tints, with the values of pycgt 0.2.0; and some
/// paths and cycles, with the values from CGSuite in its tests.
#[test]
fn values_from_other_programs() {
    let mut s = solver(&Col);
    let mut assert_value = |text: &str, expected: Value| {
        assert_eq!(value(&mut s, &of_edges(text)), expected, "{text}");
    };
    let zero = [
        "0-1",
        "0-1,0-2",
        "0-1,0-2,1-2",
        "0-1,0-2,1-3",
        "0-1,0-2,1-3,2-3",
        "0-1,0-2,0-3,1-2,1-3",
        "0-1,0-2,0-3,1-2,1-3,2-3",
        "0-1,0-2,0-3,0-4",
        "0-1,0-2,0-3,1-4",
        "0-1,0-2,1-3,2-4",
        "0-1,0-2,0-3,0-4,1-2",
        "0-1,0-2,0-3,1-2,1-4",
        "0-1,0-2,0-3,1-2,3-4",
        "0-1,0-2,1-3,2-4,3-4",
        "0-1,0-2,0-3,0-4,1-2,3-4",
        "0-1,0-2,0-3,1-2,1-3,2-4",
        "0-1,0-2,0-3,1-2,1-4,3-4",
        "0-1,0-2,0-3,0-4,1-2,1-3,2-4",
        "0-1,0-2,0-3,1-2,1-3,2-4,3-4",
        "0-1,0-2,0-3,0-4,1-2,1-3,2-4,3-4",
        "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4",
        "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4",
        "path(2)",
        "path(3)",
        "path(4)",
        "path(5)",
        "path(6)",
        "cycle(3)",
        "cycle(4)",
        "cycle(5)",
        "cycle(6)",
    ];
    let star = [
        "path(1)",
        "0-1,0-2,0-3",
        "0-1,0-2,0-3,1-2",
        "0-1,0-2,0-3,1-4,2-4",
        "0-1,0-2,0-3,0-4,1-2,1-3",
        "0-1,0-2,0-3,1-4,2-4,3-4",
        "0-1,0-2,0-3,0-4,1-2,1-3,1-4",
        "0-1,0-2,0-3,0-4,1-2,1-3,2-3",
        "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3",
    ];
    zero.iter().for_each(|text| assert_value(text, Value::ZERO));
    star.iter().for_each(|text| assert_value(text, Value::STAR));
    // All boards were seen: 1, 2, 6 and 21 graphs, and ten paths and cycles.
    assert_eq!(zero.len() + star.len(), 1 + 2 + 6 + 21 + 10);
}

/// A vertex reserved for Left is an advantage to her, or makes no difference: with an added tint
/// `L` a position is at least as good for her as without a tint, and without one at least as good
/// as with `R`. (Left answers each of Right's moves in the difference by the same move on the other
/// board.) Checked on every vertex of every tinting of every connected graph to order 5.
#[test]
fn tints_are_good_for_those_who_have_them() {
    let mut s = solver(&Col);
    let (mut equal, mut greater) = (0, 0);
    for graph in connected(5) {
        for board in tintings(&graph, &TINTS) {
            let v = value(&mut s, &board);
            for u in (0..board.order()).filter(|&u| board.tints()[u] == Tint::None) {
                let [left, right] = [Tint::Left, Tint::Right].map(|tint| {
                    let mut other = board.clone();
                    other.set_tint(u, tint);
                    value(&mut s, &other)
                });
                let le = |s: &mut Solver, a, b| s.values().le(a, b).unwrap();
                assert!(
                    le(&mut s, right, v) && le(&mut s, v, left),
                    "{board:?}: {u}"
                );
                *if left == v { &mut equal } else { &mut greater } += 1;
            }
        }
    }
    assert!(equal > 0 && greater > 0);
}

/// An edge between a vertex for Left and one for Right may be dropped (*Winning Ways*, ch. 2), and
/// no other kind of edge may. Checked on every tinting of every connected graph to order 5, with
/// options on boards, where no edge is dropped.
#[test]
fn edges_between_vertices_of_different_players_do_not_matter() {
    let claiming: &Claiming = Col.claiming().expect("a claiming game");
    let mut s = solver(&Col);
    let mut counts = std::collections::HashMap::new();
    for graph in connected(5) {
        for board in tintings(&graph, &TINTS) {
            let tints = board.tints();
            for (a, b) in graph.edges() {
                let fewer = graph.edges().filter(|&e| e != (a, b));
                let fewer = Graph::from_edges(graph.order(), fewer);
                let without = Board::new(fewer, tints.to_vec()).expect("tints");
                let [with, without] = [&board, &without].map(|board| value(&mut s, board));
                let kind = [tints[a].min(tints[b]), tints[a].max(tints[b])];
                let matters = (claiming.edge_matters)(kind[0], kind[1]);
                assert!(matters || with == without, "{board:?} without {a}-{b}");
                *counts.entry(kind).or_insert(0) += usize::from(with != without);
            }
        }
    }
    for (kind, changed) in counts {
        assert_eq!(changed > 0, kind != [Tint::Left, Tint::Right], "{kind:?}");
    }
    // the solver drops such edges itself; the reference evaluator does not
    let checker = Checker::new(&Col, 1000);
    let form = |text: &str| {
        checker
            .check(&of_edges(text))
            .expect("small")
            .short
            .expect("a value")
    };
    assert_eq!(form("0-1,1-2:.LR").form, form("0-1,2:.LR").form);
    assert_eq!(form("0-1,1-2,2-3:L.LR").form, form("0-1,1-2,3:L.LR").form);
}

/// The greatest number, and the greatest power of two in a denominator, among the values of all
/// tintings of all connected graphs of an order, to order 6.
///
/// The greatest is n-1 from order 2 on: Left moves at most as often as the greatest independent set
/// has vertices, and in the star with all vertices tinted `L` Right cannot move and she moves n-1
/// times. The denominators have no such explanation; the reference evaluator agrees on the smallest
/// board whose number has the denominator 8.
#[test]
fn greatest_values_and_finest_denominators() {
    let mut s = solver(&Col);
    let mut greatest = [Dyadic::ZERO; 7];
    let mut finest = [0; 7];
    for graph in connected(6) {
        for board in tintings(&graph, &TINTS) {
            let v = value(&mut s, &board);
            let (number, _) = number_and_star(&mut s, v).expect("a number, with a star or not");
            let order = board.order();
            greatest[order] = number.max(greatest[order]);
            finest[order] = number.exponent().max(finest[order]);
        }
    }
    assert_eq!(greatest, [0, 1, 1, 2, 3, 4, 5].map(Dyadic::integer));
    // Regression guard: from this program, version 0.2.0.
    assert_eq!(finest, [0, 0, 1, 1, 2, 3, 3]);
    let eighth = of_edges("0-1,0-2,0-4,1-3,1-4:L....");
    let form = Checker::new(&Col, 1000)
        .check(&eighth)
        .expect("small")
        .short
        .expect("a value")
        .form;
    assert_eq!(form.as_deref(), Some("1/8"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Exchanging the players negates the value; renaming the vertices does not change it; and the
    /// value of a disjoint union is the sum. Order 2 to 9.
    #[test]
    fn laws(
        m in 2usize..10, n in 2usize..10, first in any::<u64>(), second in any::<u64>(), turn in 0usize..10,
    ) {
        let (a, b) = (random_board(m, first), random_board(n, second));
        let mut s = solver(&Col);
        let (g, h) = (value(&mut s, &a), value(&mut s, &b));
        let swapped = value(&mut s, &a.swapped());
        prop_assert_eq!(s.values().neg(swapped).unwrap(), g);
        let place: Vec<usize> = (0..m).map(|u| (u + turn) % m).collect();
        prop_assert_eq!(value(&mut s, &a.relabelled(&place)), g);
        let both = value(&mut s, &side_by_side(&[a, b]));
        prop_assert_eq!(s.values().add(g, h).unwrap(), both);
        prop_assert!(number_and_star(&mut s, both).is_some());
    }
}

/// All labelled graphs to order 6, by the rules alone: a player colours a vertex without a
/// neighbour of her colour. The OEIS has 10564 in place of 11104 (A291342).
#[test]
fn labelled_graphs_that_the_first_player_wins() {
    fn wins(neighbours: &[u8], [own, other]: [u8; 2], known: &mut HashMap<[u8; 2], bool>) -> bool {
        if let Some(&known) = known.get(&[own, other]) {
            return known;
        }
        let mut wins_here = false;
        for (v, &around) in neighbours.iter().enumerate() {
            let is_open = (own | other) >> v & 1 == 0 && around & own == 0;
            if is_open && !wins(neighbours, [other, own | 1 << v], known) {
                wins_here = true;
                break;
            }
        }
        known.insert([own, other], wins_here);
        wins_here
    }
    for (n, expected) in [(1, 1), (2, 0), (3, 4), (4, 32), (5, 326), (6, 11104)] {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        let graphs = 0u32..1 << pairs.len();
        let won = graphs.filter(|graph| {
            let mut neighbours = vec![0u8; n];
            for (k, &(a, b)) in pairs.iter().enumerate() {
                if graph >> k & 1 == 1 {
                    neighbours[a] |= 1 << b;
                    neighbours[b] |= 1 << a;
                }
            }
            wins(&neighbours, [0, 0], &mut HashMap::new())
        });
        assert_eq!(won.count(), expected, "order {n}");
    }
}
