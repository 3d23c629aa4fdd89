//! Every file of golden data, reproduced by the solver: canonical forms compared as values.

use boilingpoint_core::graph::{Board, graph6, parse_board};
use boilingpoint_core::problem::invariants::rational;
use boilingpoint_core::ruleset::Snort;
use boilingpoint_core::solver::{Budget, Pool, Solver, with_deep_stack};
use std::collections::HashMap;

type Row = HashMap<String, String>;

fn rows(file: &str) -> Vec<Row> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(&path).expect("golden data");
    let rows: Vec<Row> = reader
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("well-formed golden data");
    assert!(!rows.is_empty(), "{file} is empty");
    rows
}

/// The differences from the row; empty if there are none.
fn differences(solver: &mut Solver, row: &Row) -> Vec<String> {
    let graph = graph6::read(&row["graph6"]).expect("graph6");
    let board = Board::with_tints(graph, &row["tints"]).expect("tints");
    let e = solver.evaluate(&board).expect("within the budget");
    let g = board.graph();
    let mut wrong = Vec::new();
    let mut same = |what: &str, ours: String| {
        if ours != row[what] {
            wrong.push(format!(
                "{}:{} {what} {ours}, not {}",
                row["graph6"], row["tints"], row[what]
            ));
        }
    };
    same("order", g.order().to_string());
    same("size", g.size().to_string());
    same("degree", g.degree().to_string());
    same("degree2", g.distance_degree(2).to_string());
    same(
        "temperature",
        e.temperatures()
            .expect("a game with values")
            .temperature
            .to_string(),
    );
    same(
        "mean",
        e.temperatures()
            .expect("a game with values")
            .mean
            .to_string(),
    );
    same(
        "left_stop",
        e.temperatures()
            .expect("a game with values")
            .left_stop
            .to_string(),
    );
    same(
        "right_stop",
        e.temperatures()
            .expect("a game with values")
            .right_stop
            .to_string(),
    );
    same("outcome", e.summary.outcome.to_string());
    let form = solver
        .values()
        .parse(&row["canonical_form"])
        .expect("notation");
    if form != e.value().expect("a game with values") {
        wrong.push(format!("{}:{} canonical form", row["graph6"], row["tints"]));
    }
    wrong
}

fn check_file(file: &str, expected_rows: usize) {
    let rows = rows(file);
    assert_eq!(rows.len(), expected_rows);
    let pool = Pool::new(&Snort, &Budget::default(), 0).expect("threads");
    let wrong: Vec<String> = pool.map(&rows, differences).concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every connected graph of order 1 to 6.
#[test]
fn connected_graphs_to_order_six() {
    check_file("snort-connected-order-1-to-6.csv", 143);
}

/// 300 random boards, half of them tinted, order 4 to 15.
#[test]
fn random_boards() {
    check_file("snort-random-tinted.csv", 300);
}

/// Table 1 of "Degrees are useless in Snort when measuring temperature", and Theorem 4.3 beyond it.
#[test]
fn the_papers_caterpillars() {
    let table = rows("snort-table-1.csv");
    assert_eq!(table.len(), 8);
    with_deep_stack(|| {
        let mut solver = Solver::new(&Snort, Budget::default());
        for n in 1..=40i64 {
            let board =
                parse_board(&format!("caterpillar({},{n},{})", n + 1, n + 1)).expect("a family");
            let e = solver.evaluate(&board).expect("within the budget");
            let star = |k: i64| if k % 2 == 0 { "" } else { "*" };
            let zero = if n % 2 == 0 { "0" } else { "*" };
            let theorem = format!(
                "±{{{}{},{{{{{}|{}{}}}|{zero}}}}}",
                2 * n + 1,
                star(n),
                3 * n + 2,
                2 * n + 2,
                star(n - 1)
            );
            assert_eq!(
                solver.values().parse(&theorem).expect("notation"),
                e.value().expect("a game with values"),
                "Theorem 4.3 at n = {n}"
            );
            assert_eq!(
                e.temperatures()
                    .expect("a game with values")
                    .temperature
                    .to_string(),
                (2 * n + 1).to_string(),
                "Corollary 4.4 at n = {n}"
            );
            let Some(row) = table.get(n as usize - 1) else {
                continue;
            };
            assert_eq!(row["n"], n.to_string());
            assert_eq!(
                solver
                    .values()
                    .parse(&row["canonical_form"])
                    .expect("notation"),
                e.value().expect("a game with values")
            );
            assert_eq!(
                row["temperature"],
                e.temperatures()
                    .expect("a game with values")
                    .temperature
                    .to_string()
            );
            assert_eq!(row["degree"], board.graph().degree().to_string());
            assert_eq!(row["degree2"], board.graph().distance_degree(2).to_string());
            let difference = rational(e.temperatures().expect("a game with values").temperature)
                - board.graph().degree() as i128;
            assert_eq!(row["temperature_minus_degree"], difference.to_string());
        }
    });
}

/// Paths, cycles, stars and the connected graphs to order 5, with the values of other programs.
#[test]
fn values_of_other_programs() {
    let rows = rows("snort-values-elsewhere.csv");
    assert_eq!(rows.len(), 55);
    let mut solver = Solver::new(&Snort, Budget::default());
    for row in &rows {
        let board = parse_board(&row["board"]).expect("a board");
        let e = solver.evaluate(&board).expect("within the budget");
        if !row["temperature"].is_empty() {
            assert_eq!(
                row["temperature"],
                e.temperatures()
                    .expect("a game with values")
                    .temperature
                    .to_string(),
                "{row:?}"
            );
        }
        if !row["canonical_form"].is_empty() {
            let form = solver.values().parse(&row["canonical_form"]);
            assert_eq!(
                form.expect("notation"),
                e.value().expect("a game with values"),
                "{row:?}"
            );
        }
    }
}

/// The boards from which the paper's search started.
#[test]
fn workshop_boards() {
    let found: Vec<(String, String)> = rows("workshop-boards.csv")
        .iter()
        .map(|row| {
            let board = parse_board(&row["board"]).expect("edges");
            assert_eq!(row["order"], board.order().to_string());
            assert_eq!(row["degree"], board.graph().degree().to_string());
            let e = Solver::new(&Snort, Budget::default())
                .evaluate(&board)
                .expect("solvable");
            (
                row["degree"].clone(),
                e.temperatures()
                    .expect("a game with values")
                    .temperature
                    .to_string(),
            )
        })
        .collect();
    // The second one is Figure 2, with temperature - degree = 3/2.
    assert_eq!(
        found,
        [("7".into(), "8".into()), ("5".into(), "13/2".into())]
    );
}

/// The tables of records in the docs, board by board.
#[test]
fn the_records_in_the_docs_hold() {
    let folder = format!("{}/docs/records", env!("CARGO_MANIFEST_DIR"));
    let mut checked = 0;
    for file in std::fs::read_dir(folder).expect("the tables") {
        let mut reader = csv::Reader::from_path(file.expect("a file").path()).expect("a table");
        let rows: Vec<Row> = reader
            .deserialize()
            .collect::<Result<_, _>>()
            .expect("rows");
        let pool = Pool::new(&Snort, &Budget::default(), 0).expect("threads");
        let wrong = pool.map(&rows, |solver, row| {
            let graph = graph6::read(&row["board"]).expect("graph6");
            let board = Board::with_tints(graph, &row["tints"]).expect("tints");
            let heat = solver.summary(&board).expect("within the budget");
            let (g, t) = (
                board.graph(),
                heat.temperatures
                    .expect("a game with values")
                    .temperature
                    .to_string(),
            );
            let ours = [
                t,
                g.order().to_string(),
                g.degree().to_string(),
                g.distance_degree(2).to_string(),
            ];
            let theirs = ["temperature", "order", "degree", "degree2"].map(|k| row[k].clone());
            (ours != theirs).then(|| format!("{}: {ours:?}, not {theirs:?}", row["board"]))
        });
        let wrong: Vec<String> = wrong.into_iter().flatten().collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        checked += rows.len();
    }
    assert!(checked > 50, "{checked}");
}
