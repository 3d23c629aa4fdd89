//! Values of the literature, and the budgets.

use super::*;
use crate::graph::{Board, Graph};
use crate::ruleset::Snort;
use crate::value::Notation;

fn caterpillar(n: usize) -> Board {
    let (a, b, c) = (0, 1, 2);
    let mut edges = vec![(a, b), (b, c)];
    let mut next = 3;
    for (hub, leaves) in [(a, n + 1), (b, n), (c, n + 1)] {
        for _ in 0..leaves {
            edges.push((hub, next));
            next += 1;
        }
    }
    Board::untinted(Graph::from_edges(next, edges))
}

fn path(n: usize) -> Board {
    Board::untinted(Graph::from_edges(n, (1..n).map(|i| (i - 1, i))))
}

/// Table 1 of "Degrees are useless in Snort when measuring temperature".
#[test]
fn the_papers_caterpillars() {
    let mut solver = Solver::new(&Snort, Budget::default());
    for (n, form) in [
        (1, "±{3*,{{5|4}|*}}"),
        (2, "±{5,{{8|6*}|0}}"),
        (3, "±{7*,{{11|8}|*}}"),
        (8, "±{17,{{26|18*}|0}}"),
    ] {
        let e = solver.evaluate(&caterpillar(n)).unwrap();
        assert_eq!(
            solver
                .canonical_form(e.value, Notation::PlusMinus, 1000)
                .as_deref(),
            Some(form)
        );
        assert_eq!(e.temperature.to_string(), (2 * n + 1).to_string());
    }
}

#[test]
fn paths() {
    let mut solver = Solver::new(&Snort, Budget::default());
    for (n, form) in [
        (1, "*"),
        (2, "{1|-1}"),
        (3, "{2|-2}"),
        (4, "{{2|1}|{-1|-2}}"),
        (6, "*"),
        (9, "{2*|-2*}"),
    ] {
        let v = solver.value(&path(n)).unwrap();
        assert_eq!(
            solver.canonical_form(v, Notation::Braces, 1000).as_deref(),
            Some(form),
            "path({n})"
        );
    }
}

#[test]
fn the_empty_board_is_zero() {
    let mut solver = Solver::new(&Snort, Budget::default());
    assert_eq!(
        solver.value(&Board::untinted(Graph::empty(0))).unwrap(),
        crate::value::Value::ZERO
    );
}

#[test]
fn verdicts_do_not_depend_on_what_was_solved_before() {
    let boards: Vec<Board> = (2..15).map(path).collect();
    for positions in [1, 5, 30, 100, 400] {
        let budget = Budget {
            positions,
            ..Budget::default()
        };
        let cold: Vec<bool> = boards
            .iter()
            .map(|b| Solver::new(&Snort, budget.clone()).value(b).is_ok())
            .collect();
        let mut solver = Solver::new(&Snort, budget.clone());
        let warm: Vec<bool> = boards.iter().map(|b| solver.value(b).is_ok()).collect();
        let mut solver = Solver::new(&Snort, budget);
        let mut backward: Vec<bool> = boards
            .iter()
            .rev()
            .map(|b| solver.value(b).is_ok())
            .collect();
        backward.reverse();
        assert_eq!((&cold, &cold), (&warm, &backward), "budget {positions}");
    }
}

#[test]
fn budgets_end_with_a_verdict() {
    let board = path(40);
    let few = Budget {
        positions: 20,
        ..Budget::default()
    };
    let mut solver = Solver::new(&Snort, few.clone());
    assert_eq!(solver.value(&path(16)), Err(SolveError::Positions(20)));
    let mut solver = Solver::new(
        &Snort,
        Budget {
            bytes: 1 << 20,
            ..Budget::default()
        },
    );
    assert_eq!(solver.value(&board), Err(SolveError::Memory(1 << 20)));
    let stop = std::sync::Arc::new(true.into());
    let mut solver = Solver::new(
        &Snort,
        Budget {
            stop: Some(stop),
            ..Budget::default()
        },
    );
    assert_eq!(solver.value(&board), Err(SolveError::Stopped));
    // and the solver is as good as new afterwards
    let mut solver = Solver::new(&Snort, few);
    assert!(solver.value(&path(16)).is_err() && solver.value(&path(6)).is_ok());
}
