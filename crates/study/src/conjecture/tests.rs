#![allow(clippy::unwrap_used)]

use super::*;
use crate::boards::{BoardSource, Stopped, marks};
use boilingpoint_boards::parse_board;
use boilingpoint_book::BoardClass;
use boilingpoint_problem::invariants::{Invariant, by_name};
use boilingpoint_problem::{Class, Kind, Objective, ObjectiveText};
use boilingpoint_rules::Snort;
use boilingpoint_rules::{Features, Ruleset};
use boilingpoint_search::Control;
use boilingpoint_solver::{Budget, Pool};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn invariants(names: &[&str]) -> Vec<&'static Invariant> {
    names.iter().map(|name| by_name(name).unwrap()).collect()
}

/// A survey without boards, of a quantity and perhaps a condition.
fn empty(objective: &str, names: &[&str]) -> Result<Survey, SurveyError> {
    let (quantity, condition) = ObjectiveText::split(objective).expressions().unwrap();
    Survey::new(&quantity[0], condition.as_ref(), invariants(names))
}

fn survey(pool: &Pool, objective: &str, names: &[&str], (kind, order): (Kind, usize)) -> Survey {
    let ruleset: &dyn Ruleset = &Snort;
    let source = BoardSource {
        pool,
        marks: marks(ruleset, Features::GRAPH).unwrap(),
        progress: &|_| (),
    };
    let mut survey = empty(objective, names).unwrap();
    let class = Class::of(kind, 2..=order);
    survey.add_class(&source, &class).unwrap();
    survey
}

#[test]
fn a_survey_that_is_stopped_says_so() {
    let budget = Budget {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Budget::default()
    };
    let pool = Pool::new(&Snort, &budget, 2).unwrap();
    let source = BoardSource {
        pool: &pool,
        marks: marks(&Snort, Features::GRAPH).unwrap(),
        progress: &|_| (),
    };
    let mut survey = empty("size", &["order"]).unwrap();
    let stopped = survey.add_class(&source, &Class::of(Kind::Tree, 2..=7));
    assert!(matches!(stopped, Err(SurveyError::Stopped(Stopped(0)))));
    assert_eq!(survey.boards, 0);
}

/// Known theorems of graphs are the tightest inequalities: a tree has `order - 1` edges, and a
/// connected graph has at least as many.
#[test]
fn theorems_are_found() {
    let pool = Pool::new(&Snort, &Budget::default(), 2).unwrap();
    let trees = survey(&pool, "size", &["order", "degree"], (Kind::Tree, 7));
    assert_eq!(trees.boards, 24);
    for side in [Side::Upper, Side::Lower] {
        let kept = trees.sweep(side, 5);
        assert_eq!(kept[0].bound(), "order - 1");
        assert_eq!(kept[0].equal, trees.boards);
        // No other inequality says more on any board.
        assert_eq!(kept.len(), 1);
    }
    let graphs = survey(&pool, "size", &["order", "degree"], (Kind::Connected, 6));
    let kept = graphs.sweep(Side::Lower, 9);
    assert!(kept.iter().any(|c| c.bound() == "order - 1"), "{kept:?}");
}

/// Each inequality holds on all boards of the survey, with equality on as many boards as it says.
#[test]
fn inequalities_hold_and_are_tight() {
    let pool = Pool::new(&Snort, &Budget::default(), 2).unwrap();
    let temperature = Objective::parse("temperature").unwrap();
    let names = ["order", "degree", "independence", "matching"];
    let survey = survey(&pool, "temperature", &names, (Kind::Connected, 6));
    for side in [Side::Upper, Side::Lower] {
        let kept = survey.sweep(side, 12);
        assert!(!kept.is_empty());
        for conjecture in &kept {
            let bound = Objective::parse(&conjecture.bound()).unwrap();
            let (mut equal, mut boards) = (0, 0);
            for alike in survey.rows.values() {
                for board in &alike.examples {
                    let mut solver = boilingpoint_solver::Solver::new(&Snort, Budget::default());
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
    // On trees to order 7 the temperature is at most the degree. A graph of order 7 that is no tree
    // has a greater one, and so has a tree of order 11.
    let asked = "temperature where tree";
    let mut small = survey(&pool, asked, &["degree"], (Kind::Connected, 7));
    assert_eq!(small.boards, 24);
    let kept = small.sweep(Side::Upper, 1);
    assert_eq!(kept[0].to_string(), "temperature <= degree");
    let dir = tempfile::tempdir().unwrap();
    let settings = RefutationSearch {
        ruleset: "snort".to_string(),
        class: BoardClass::of_kind("connected"),
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
    let mut solver = boilingpoint_solver::Solver::new(&Snort, Budget::default());
    small.add_board(&mut solver, &board).unwrap();
    assert_eq!(small.boards, 25);
    let kept = small.sweep(Side::Upper, 1);
    let is_refuted = |c: &Conjecture| c.to_string() != "temperature <= degree";
    assert!(kept.iter().all(is_refuted));
    // A board that does not meet the condition is left out.
    let cycle = parse_board("cycle(5)").unwrap();
    small.add_board(&mut solver, &cycle).unwrap();
    assert_eq!(small.boards, 25);
}

/// Under a condition, an inequality is left out if it holds on the other boards as well. A graph
/// has at least as many edges as one of its matchings, a tree or not; only a tree has `order - 1`.
#[test]
fn inequalities_say_something_of_the_condition() {
    let pool = Pool::new(&Snort, &Budget::default(), 2).unwrap();
    let names = ["order", "matching", "degree"];
    let trees = survey(&pool, "size", &names, (Kind::Tree, 6));
    let under = survey(&pool, "size where tree", &names, (Kind::Connected, 6));
    assert_eq!(under.boards, trees.boards);
    let texts = |survey: &Survey, side| {
        let kept = survey.sweep(side, 20).into_iter();
        kept.map(|c| c.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&under, Side::Upper), ["size <= order - 1"]);
    // A connected graph has at least as many edges as a tree of its order.
    assert_eq!(texts(&trees, Side::Lower), ["size >= order - 1"]);
    assert!(texts(&under, Side::Lower).is_empty());
    // The condition does not matter if all boards meet it.
    let all = survey(&pool, "size where tree", &names, (Kind::Tree, 6));
    assert_eq!(texts(&all, Side::Lower), ["size >= order - 1"]);
}

#[test]
fn invariants_of_values_are_refused() {
    for name in ["temperature", "tree"] {
        let refused = empty("size", &[name]);
        assert!(matches!(refused, Err(SurveyError::Invariant(_))), "{name}");
    }
}
