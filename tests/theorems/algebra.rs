//! Laws of every ruleset and every solver: the solver agrees with the reference evaluator, and
//! values obey the laws of games. The theorems of papers on Snort are in `snort.rs`.

use crate::common::{solver, tintings, union};
use boilingpoint_boards::{Board, Tint, enumerate, random_connected, random_tree};
use boilingpoint_problem::{Verdict, verify};
use boilingpoint_rules::Snort;
use boilingpoint_solver::{Pool, Solver};
use boilingpoint_values::{Dyadic, Value};
use proptest::prelude::*;

fn agree(boards: &[Board]) {
    let pool = Pool::new(&Snort, &crate::kit::unlimited(), 0).expect("threads");
    let verdicts = pool.map(boards, |solver, board| {
        let e = solver.evaluate(board).expect("within the budget");
        verify(&Snort, board, &e, solver.values(), 10_000_000)
    });
    for (board, verdict) in boards.iter().zip(verdicts) {
        assert_eq!(verdict, Verdict::Agrees, "{board:?}");
    }
}

/// All tinted connected boards to order 5.
#[test]
fn the_solver_agrees_with_the_checker_exhaustively() {
    let mut graphs = enumerate::first();
    let mut boards = Vec::new();
    for _ in 1..=5 {
        boards.extend(graphs.iter().flat_map(tintings));
        graphs = enumerate::next_connected(&graphs);
    }
    assert_eq!(boards.len(), 3 + 9 + 2 * 27 + 6 * 81 + 21 * 243);
    agree(&boards);
}

/// Random boards, trees and others, tinted or not.
#[test]
fn the_solver_agrees_with_the_checker_at_random() {
    let mut boards = Vec::new();
    for seed in 0..120u64 {
        let order = 6 + seed as usize % 8;
        let graph = if seed % 3 == 0 {
            random_tree(order, seed)
        } else {
            random_connected(order, order + seed as usize % 7, seed)
        };
        let tint = |v: usize| match (seed as usize * 7 + v * 5) % 11 {
            0 => Tint::Left,
            1 => Tint::Right,
            _ => Tint::None,
        };
        boards
            .push(Board::new(graph.clone(), (0..order).map(tint).collect()).expect("a tint each"));
        boards.push(Board::untinted(graph));
    }
    agree(&boards);
}

fn boards() -> impl Strategy<Value = (Board, Vec<usize>)> {
    (2usize..10, any::<u64>()).prop_flat_map(|(n, seed)| {
        let tints = prop::collection::vec(0u8..4, n);
        (tints, Just((0..n).collect::<Vec<_>>()).prop_shuffle()).prop_map(move |(tints, place)| {
            let most = n * (n - 1) / 2;
            let graph = random_connected(n, (n - 1 + seed as usize % (n + 1)).min(most), seed);
            let tint = |t: &u8| [Tint::None, Tint::None, Tint::Left, Tint::Right][*t as usize];
            (
                Board::new(graph, tints.iter().map(tint).collect()).expect("a tint each"),
                place,
            )
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn relabelling_changes_nothing_and_swapping_negates((board, place) in boards()) {
        let mut s = solver();
        let value = s.value(&board).unwrap();
        prop_assert_eq!(s.value(&board.relabelled(&place)).unwrap(), value);
        let swapped = s.value(&board.swapped()).unwrap();
        prop_assert_eq!(s.values().neg(swapped).unwrap(), value);
        // A solver that has not seen the board finds the same.
        let mut fresh = solver();
        let e = fresh.evaluate(&board.relabelled(&place)).unwrap();
        let other = s.evaluate(&board).unwrap();
        prop_assert_eq!((e.temperatures(), e.summary.outcome), (other.temperatures(), other.summary.outcome));
    }

    /// The value of two boards side by side is the sum; its temperature is at most the greater.
    #[test]
    fn boards_side_by_side_add_up((a, _) in boards(), (b, _) in boards()) {
        let mut s = solver();
        let both = union(&a, &b);
        let (va, vb, vs) = (s.value(&a).unwrap(), s.value(&b).unwrap(), s.value(&both).unwrap());
        prop_assert_eq!(s.values().add(va, vb).unwrap(), vs);
        let t = |s: &mut Solver, v| s.values().temperature(v).unwrap();
        let (ta, tb, ts): (Dyadic, Dyadic, Dyadic) = (t(&mut s, va), t(&mut s, vb), t(&mut s, vs));
        prop_assert!(ts <= ta.max(tb));
        let zero = s.values().sub(vs, vs).unwrap();
        prop_assert_eq!(zero, Value::ZERO);
    }
}
