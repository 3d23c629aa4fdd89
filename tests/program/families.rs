//! Families on the command line: the paper's theorem from its table, families of the user's own,
//! and the way from a record to a family.

use crate::process::{boil, told};
use boilingpoint_boards::{BoardFamily, Definitions};
use boilingpoint_problem::Facts;
use boilingpoint_rules::Snort;
use boilingpoint_solver::{Budget, Pool, Solver};
use boilingpoint_study::families::{Ranges, Sweep, SweepError, SweepRow, Valuation};
use boilingpoint_values::Notation;
use serde_json::Value as Json;
use std::path::Path;

fn refused(args: &[&str], word: &str) {
    let (code, out, err) = boil(args);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
    assert!(err.contains(word), "{args:?} does not say `{word}`: {err}");
}

fn lines(out: &str) -> Vec<Json> {
    out.lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

/// The formula that `--fit --json` printed for a column.
fn formula(out: &str, column: &str) -> Json {
    let all = lines(out);
    let found = all.iter().find(|l| l["fit"] == column);
    found.unwrap_or_else(|| panic!("no {column} in {out}"))["formula"].clone()
}

const PAPER: &str = "±(2n+1+s(n),{3n+2|2n+2+s(n-1)||s(n)})";

/// Theorem 4.3 and Corollary 4.4 of *Degrees are useless in Snort when measuring temperature*.
#[test]
fn the_papers_theorem_from_eight_rows() {
    let args = ["family", "caterpillar(n+1,n,n+1)", "--n", "1..8", "--fit"];
    let out = told(&[&args[..], &["--json"]].concat());
    assert_eq!(formula(&out, "canonical form"), PAPER);
    assert_eq!(formula(&out, "temperature"), "2 n + 1");
    assert_eq!(formula(&out, "degree"), "n + 2");
    assert_eq!(formula(&out, "temperature - degree"), "n - 1");
    assert_eq!(formula(&out, "mean"), "0");
    let text = told(&args);
    assert!(
        text.contains(&format!(
            "canonical form = {PAPER}    (2 of 8 rows held out)"
        )),
        "{text}"
    );
    assert!(text.contains("where s(k) is 0 if k is even and * if k is odd"));
}

#[test]
fn a_record_of_caterpillars_leads_to_the_papers_family() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    told(&[
        "search",
        "configs/caterpillar.toml",
        "--out",
        run.to_str().unwrap(),
        "--set",
        "boards.class=caterpillar",
        "--set",
        "boards.start=[]",
        "--set",
        "boards.start_only=false",
        "--set",
        "search.generations=60",
    ]);
    let book = folder.path().join("records.db");
    let book = book.to_str().unwrap();
    let records = lines(&told(&["records", "list", "--json", "--book", book]));
    let best = records.iter().find(|r| r["order"] == 17).unwrap();
    assert_eq!(best["fitness"][0], "3");
    let id = best["id"].to_string();
    let out = told(&["explain", &id, "--book", book, "--json"]);
    let all = lines(&out);
    assert_eq!(all[0]["shape"], "caterpillar(5,4,5)");
    assert_eq!(all[0]["automorphisms"], (2u64 * 120 * 120 * 24).to_string());
    let family = &all[1];
    assert_eq!(family["family"], "caterpillar(n+1,n,n+1)");
    assert_eq!(family["at"]["n"], 4);
    assert_eq!(family["formulas"]["temperature"], "2 n + 1");
    assert_eq!(family["formulas"]["temperature - degree"], "n - 1");
    assert_eq!(family["canonical_form"], PAPER);
    assert_eq!(family["grows"], true);
    let text = told(&["explain", &id, "--book", book]);
    assert!(
        text.contains("temperature - degree = n - 1    (fits 10 members; if it holds for all, it grows without bound)"),
        "{text}"
    );
}

#[test]
fn explaining_other_boards() {
    let first = |board: &str| lines(&told(&["explain", board, "--json"]));
    let stars = first("tree(3*tree(4*leaf))");
    assert_eq!(stars[0]["shape"], "tree(3*tree(4*leaf))");
    assert_eq!(stars[1]["family"], "tree(n*tree((n+1)*leaf))");
    let bipartite = first("bipartite(3,4)");
    assert_eq!(bipartite[0]["shape"], "compose(A_,4*leaf,3*leaf)");
    assert_eq!(bipartite[0]["name"], "bipartite(3,4)");
    assert_eq!(bipartite[0]["twins"], serde_json::json!([4, 3]));
    assert_eq!(
        bipartite.last().unwrap()["family"],
        "compose(A_,b*leaf,a*leaf)"
    );
    let cycle = told(&["explain", "cycle(7)"]);
    assert!(
        cycle.contains("no family")
            && cycle.contains("automorphisms   14")
            && cycle.contains("= cycle(7)"),
        "{cycle}"
    );
    // The time is that of all families together, and what was valued in it is told.
    let late = ["explain", "random_tree(30,3)", "--seconds", "1", "--json"];
    let late = lines(&told(&late));
    assert_eq!(late.len(), 6);
    assert!(late[1..].iter().any(|family| family["unfinished"] == true));
    refused(&["explain", "0-0"], "weights, loops");
    refused(&["explain", "star(600)"], "500 vertices");
    refused(&["explain", "7", "--book", "nowhere.db"], "nowhere.db");
    refused(&["explain", "star(4)", "--objective", "heat"], "heat");
}

#[test]
fn families_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("families.toml");
    let write = |text: &str| std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    write(
        "[families]\n\"nested(a,b)\" = \"tree(a*tree(b*leaf))\"\n\"twice(a,b)\" = \"sum(2*nested(a,b))\"\n",
    );
    let ask = |family: &str| {
        told(&[
            "family",
            family,
            "--families",
            file,
            "--with",
            "a=2..3",
            "--with",
            "b=1..2",
            "--csv",
        ])
    };
    let nested = ask("nested(a,b)");
    assert_eq!(nested.lines().next().unwrap().split(',').next(), Some("a"));
    assert_eq!(nested.lines().count(), 5);
    assert!(nested.lines().nth(2).unwrap().starts_with("2,2,"));
    assert_eq!(ask("twice(a,b)").lines().count(), 5);
    let defined = told(&["family", "wide(3)", "--define", "wide(n) = tree(n*path(2))"]);
    assert_eq!(defined.lines().count(), 2);
    let bad = |text: &str, word: &str| {
        write(text);
        refused(&["family", "nested(2,2)", "--families", file], word);
    };
    bad(
        "[families]\n\"nested(a,b)\" = \"tree(a*tree(b*leav))\"\n",
        "line 2: `nested(a,b)`: family, character 15",
    );
    bad("[families]\n\"star(a)\" = \"leaf\"\n", "is already in use");
    bad("[families\n", "line 1");
    bad("[famlies]\n", "families");
    refused(
        &["family", "nested(2,2)", "--families", "nowhere.toml"],
        "nowhere.toml",
    );
    refused(
        &["family", "star(2)", "--define", "x"],
        "is not a definition",
    );
}

#[test]
fn several_parameters_and_their_mistakes() {
    let out = told(&[
        "family",
        "tree(a*leaf,b*path(2))",
        "--with",
        "a=1..4",
        "--with",
        "b=2..5",
        "--fit",
        "--json",
    ]);
    let rows = lines(&out);
    assert_eq!((&rows[5]["a"], &rows[5]["b"]), (&2.into(), &3.into()));
    assert_eq!(formula(&out, "order"), "a + 2 b + 1");
    assert_eq!(formula(&out, "degree"), "a + b");
    refused(&["family", "star(a+b)", "--with", "a=1..2"], "depends on b");
    refused(
        &["family", "star(a)", "--with", "a=1..2", "--n", "1..2"],
        "does not depend on n",
    );
    refused(
        &["family", "star(a)", "--with", "a=1..2", "--with", "a=3"],
        "two ranges for a",
    );
    refused(&["family", "star(a)", "--with", "ab=1..2"], "m=1..4");
    refused(
        &[
            "family",
            "star(a+b)",
            "--with",
            "a=1..9999",
            "--with",
            "b=1..9999",
        ],
        "99980001 boards",
    );
    refused(
        &["family", "tree(a*leaf", "--with", "a=1..2"],
        "character 12",
    );
}

/// Members that are too large to be valued get bounds, and the output says so; `--bounds 0` is an
/// error.
#[test]
fn members_over_the_budget_are_enclosed() {
    let args = [
        "family",
        "nary_tree(n,3)",
        "--n",
        "1..6",
        "--positions",
        "400",
        "--fit",
    ];
    let out = told(&[&args[..], &["--json"]].concat());
    let rows = lines(&out);
    assert_eq!(rows[0]["certainty"], "exact");
    assert_eq!(rows[5]["certainty"], "bounds");
    assert_eq!(rows[5]["canonical_form"], Json::Null);
    assert!(rows[5]["temperature_bounds"].is_array());
    assert_eq!(formula(&out, "order"), "n^3 + n^2 + n + 1");
    let (code, _, err) = boil(&[&args[..], &["--bounds", "0"]].concat());
    assert!(code == 2 && err.contains("at n = 4: "), "{err}");
}

/// The output of the command, with any number of threads.
#[test]
fn threads_change_nothing() {
    let with = |threads: &str| {
        told(&[
            "family",
            "chain(a*tree(b*leaf))",
            "--with",
            "a=1..4",
            "--with",
            "b=1..3",
            "--fit",
            "--threads",
            threads,
        ])
    };
    assert_eq!(with("1"), with("3"));
}

/// Rows come in order, and the values of the sweep are the solver's.
#[test]
fn a_sweep_is_its_members() {
    let family = BoardFamily::parse("tree(a*leaf,b*tree(2*leaf))", &Definitions::none()).unwrap();
    let sweep = Sweep::of(&family, &Ranges(vec![('a', 0..=3), ('b', 0..=2)])).unwrap();
    let pool = Pool::new(&Snort, &Budget::default(), 2).unwrap();
    let how = Valuation {
        pool: &pool,
        notation: Notation::Text,
        limit: 1 << 16,
        steps: 100,
        objective: None,
        columns: None,
    };
    let mut rows: Vec<SweepRow> = Vec::new();
    sweep
        .value(&how, |row| {
            rows.push(row);
            Ok::<(), SweepError>(())
        })
        .unwrap();
    let points = (0..=3).flat_map(|a| (0..=2).map(move |b| vec![a, b]));
    let points: Vec<Vec<i64>> = points.collect();
    assert_eq!(
        rows.iter().map(|r| &r.point).collect::<Vec<_>>(),
        points.iter().collect::<Vec<_>>()
    );
    let mut solver = Solver::new(&Snort, Budget::default());
    for (row, point) in rows.iter().zip(&points) {
        let board = family.board(&['a', 'b'].into_iter().zip(point.iter().copied()).collect());
        let board = board.unwrap();
        let expected = solver.evaluate(&board).unwrap();
        let expected =
            Facts::of_evaluation(&mut solver, &board, &expected, Notation::Text, 1 << 16);
        assert_eq!(row.facts, expected);
    }
}

/// The example of the documentation gives the documented result.
#[test]
fn the_documented_file() {
    assert!(Path::new("docs/families.toml").exists());
    let args = [
        "family",
        "--families",
        "docs/families.toml",
        "--with",
        "a=1..3",
        "--with",
        "b=1..3",
    ];
    for family in [
        "nested_star(a,b)",
        "twin_broom(a,b)",
        "leafy_spider(a,2,b)",
        "hairy_cycle(a+2,b)",
    ] {
        assert_eq!(told(&[&args[..], &[family]].concat()).lines().count(), 10);
    }
}
