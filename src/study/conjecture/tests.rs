#![allow(clippy::unwrap_used)]

use super::*;
use crate::graph::parse_board;
use crate::problem::invariants::{Invariant, by_name};
use crate::problem::{Class, Kind, Objective};
use crate::ruleset::Snort;
use crate::ruleset::{Features, Ruleset};
use crate::search::Control;
use crate::solver::{Budget, Pool};
use crate::study::boards::{BoardSource, marks};

fn invariants(names: &[&str]) -> Vec<&'static Invariant> {
    names.iter().map(|name| by_name(name).unwrap()).collect()
}

fn survey<'a>(
    pool: &Pool,
    quantity: &'a Objective,
    names: &[&str],
    (kind, order): (Kind, usize),
) -> Survey<'a> {
    let ruleset: &dyn Ruleset = &Snort;
    let source = BoardSource {
        pool,
        marks: marks(ruleset, Features::GRAPH).unwrap(),
        progress: &|_| (),
    };
    let mut survey = Survey::new(quantity, invariants(names)).unwrap();
    let class = Class::of(kind, 2..=order);
    survey.add_class(&source, &class).unwrap();
    survey
}

/// Known theorems of graphs are the tightest inequalities: a tree has `order - 1` edges, and a
/// connected graph has at least as many.
#[test]
fn theorems_are_found() {
    let pool = Pool::new(&Snort, &Budget::default(), 2).unwrap();
    let size = Objective::parse("size").unwrap();
    let trees = survey(&pool, &size, &["order", "degree"], (Kind::Tree, 7));
    assert_eq!(trees.boards, 24);
    for side in [Side::Upper, Side::Lower] {
        let kept = trees.sweep("size", side, 5);
        assert_eq!(kept[0].bound(), "order - 1");
        assert_eq!(kept[0].equal, trees.boards);
        // No other inequality says more on any board.
        assert_eq!(kept.len(), 1);
    }
    let graphs = survey(&pool, &size, &["order", "degree"], (Kind::Connected, 6));
    let kept = graphs.sweep("size", Side::Lower, 9);
    assert!(kept.iter().any(|c| c.bound() == "order - 1"), "{kept:?}");
}

/// Each inequality holds on all boards of the survey, with equality on as many boards as it says.
#[test]
fn inequalities_hold_and_are_tight() {
    let pool = Pool::new(&Snort, &Budget::default(), 2).unwrap();
    let temperature = Objective::parse("temperature").unwrap();
    let names = ["order", "degree", "independence", "matching"];
    let survey = survey(&pool, &temperature, &names, (Kind::Connected, 6));
    for side in [Side::Upper, Side::Lower] {
        let kept = survey.sweep("temperature", side, 12);
        assert!(!kept.is_empty());
        for conjecture in &kept {
            let bound = Objective::parse(&conjecture.bound()).unwrap();
            let (mut equal, mut boards) = (0, 0);
            for alike in survey.rows.values() {
                for board in &alike.examples {
                    let mut solver = crate::solver::Solver::new(&Snort, Budget::default());
                    let score =
                        |o: &Objective, s: &mut _| o.score(s, board).unwrap().fitness.first();
                    let (t, bound) = (score(&temperature, &mut solver), score(&bound, &mut solver));
                    assert!(!side.is_better(bound, t), "{conjecture}");
                    equal += u64::from(t == bound);
                    boards += 1;
                }
            }
            assert!(boards > 0 && 0 < equal && equal <= conjecture.equal);
            assert!(!conjecture.boards.is_empty());
        }
    }
}

/// A counterexample is found, meets the condition, and refutes the inequality once it is a board of
/// the survey.
#[test]
fn counterexamples_come_back() {
    let pool = Pool::new(&Snort, &Budget::default(), 1).unwrap();
    // To order 6 the temperature is at most the degree. A graph of order 7 that is no tree has a
    // greater one, and so has a tree of order 11.
    let temperature = Objective::parse("temperature where tree").unwrap();
    let mut small = survey(&pool, &temperature, &["degree"], (Kind::Connected, 6));
    assert_eq!(small.boards, 13);
    let kept = small.sweep("temperature", Side::Upper, 1);
    assert_eq!(kept[0].to_string(), "temperature <= degree");
    let dir = tempfile::tempdir().unwrap();
    let settings = RefutationSearch {
        ruleset: "snort".to_string(),
        class: "connected".to_string(),
        features: Features::GRAPH,
        condition: Some("tree".to_string()),
        orders: (2, 16),
        seconds: 600,
        seed: 1,
        threads: 1,
    };
    let found = search_for_refutation(
        &settings,
        &kept[0],
        &dir.path().join("run"),
        Control::default(),
    );
    let board = found.unwrap().unwrap();
    assert_eq!(board.graph().size(), board.order() - 1);
    let mut solver = crate::solver::Solver::new(&Snort, Budget::default());
    small.add_board(&mut solver, &board).unwrap();
    assert_eq!(small.boards, 14);
    let kept = small.sweep("temperature", Side::Upper, 1);
    let is_refuted = |c: &Conjecture| c.to_string() != "temperature <= degree";
    assert!(kept.iter().all(is_refuted));
    // A board that does not meet the condition is left out.
    let cycle = parse_board("cycle(5)").unwrap();
    small.add_board(&mut solver, &cycle).unwrap();
    assert_eq!(small.boards, 14);
}

#[test]
fn invariants_of_values_are_refused() {
    let size = Objective::parse("size").unwrap();
    for name in ["temperature", "tree"] {
        let refused = Survey::new(&size, invariants(&[name]));
        assert!(matches!(refused, Err(SurveyError::Invariant(_))), "{name}");
    }
}
