//! Tests that the table of facts returns the facts it was given, for each certainty, and reads them
//! back.

use super::*;
use boilingpoint_boards::parse_board;
use boilingpoint_rules as ruleset;
use boilingpoint_solver::{Budget, Effort};
use std::collections::BTreeSet;

fn solver(game: &str) -> Solver {
    Solver::new(ruleset::by_name(game).unwrap(), Budget::default())
}

fn evaluated(game: &str, board: &str) -> Facts {
    let mut solver = solver(game);
    let board = parse_board(board).unwrap();
    let e = solver.evaluate(&board).unwrap();
    Facts::of_evaluation(&mut solver, &board, &e, Notation::Text, FORM_LIMIT)
}

fn bounds() -> Facts {
    let rules = ruleset::by_name("snort").unwrap();
    let board = parse_board("caterpillar(4,3,4)").unwrap();
    let bounds = Bounds::of_board(rules, &board, Effort::of(0), &Budget::default()).unwrap();
    Facts::of_board(&board).with_bounds(&bounds)
}

fn samples() -> Vec<Facts> {
    vec![
        evaluated("snort", "star(4)"),
        evaluated("snort", "path(3) L.R"),
        evaluated("clobber", "path(4) LRLR"),
        evaluated("node-kayles", "path(5)"),
        evaluated("vertex-geography", "cycle(5)@0"),
        Facts::of_board(&parse_board("0-1*2,1>2,0-0@1").unwrap()),
        bounds(),
    ]
}

#[test]
fn a_column_has_one_name_and_one_entry() {
    let names: BTreeSet<&str> = FACT_COLUMNS.iter().map(|c| c.name).collect();
    assert_eq!(names.len(), FACT_COLUMNS.len());
    for column in FACT_COLUMNS {
        assert!(!column.heading.is_empty());
        let is_met = |f: &Facts| column.of(f) != FactCell::Absent;
        let is_met = samples().iter().any(is_met) || column.name == "opposable";
        assert!(is_met, "{} is never filled in", column.name);
    }
}

#[test]
fn every_fact_is_read_back_from_json() {
    for facts in samples() {
        let mut facts = facts;
        facts.opposable = Some(true);
        let json = facts.to_json();
        assert_eq!(Facts::of_json(&json).unwrap(), facts, "{json:?}");
    }
}

#[test]
fn a_bound_without_its_upper_end_stays_a_bound() {
    let mut facts = bounds();
    facts.temperature = facts.temperature.map(|t| Interval::at_least(t.least));
    let read = Facts::of_json(&facts.to_json()).unwrap();
    assert_eq!(read, facts);
    assert_eq!(read.column("temperature").number(), None);
    assert_eq!(read.column("temperature").json(), serde_json::Value::Null);
}

#[test]
fn what_is_not_a_fact_is_named() {
    let whole = evaluated("snort", "star(4)").to_json();
    let read = |name: &str, json: serde_json::Value| {
        let mut changed = whole.clone();
        changed.insert(name.to_string(), json);
        Facts::of_json(&changed).unwrap_err().to_string()
    };
    assert_eq!(read("degree", (-1).into()), "degree: -1");
    assert_eq!(read("certainty", "sure".into()), "certainty: `sure`");
    assert_eq!(read("temperature", "1.5".into()), "temperature: `1.5`");
    let mut short = whole.clone();
    short.remove("order");
    let missing = Facts::of_json(&short).unwrap_err().to_string();
    assert_eq!(missing, "missing field `order`");
}

#[test]
fn a_canonical_form_tells_the_rest() {
    for (game, board) in [
        ("snort", "star(4)"),
        ("clobber", "path(4) LRLR"),
        ("node-kayles", "path(5)"),
        ("cutthroat", "path(4) LRLR"),
    ] {
        let facts = evaluated(game, board);
        let mut bare = Facts {
            outcome: None,
            grundy: None,
            atomic_weight: None,
            birthday: None,
            ..facts.clone()
        };
        let mut solver = solver(game);
        bare.complete(solver.ruleset().algebra(), solver.values());
        assert_eq!(bare, facts, "{game} {board}");
    }
}

#[test]
fn numbers_are_sorted_as_numbers() {
    let cell = |text: &str| {
        let facts = evaluated("snort", text);
        facts.column("temperature")
    };
    assert!(cell("star(4)").compare(&cell("star(12)")).is_lt());
    assert!(FactCell::Absent.compare(&cell("star(4)")).is_lt());
    assert!(FactCell::Count(9).compare(&FactCell::Count(10)).is_lt());
}

#[test]
fn words_of_certainty_are_read_back() {
    for certainty in Certainty::ALL {
        assert_eq!(Certainty::parse(certainty.text()), Some(certainty));
    }
    assert_eq!(Certainty::parse("bounds"), None);
}
