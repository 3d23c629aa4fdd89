//! Every file of golden data, reproduced by the solver: canonical forms compared as values.

use boilingpoint_boards::{Board, graph6, parse_board};
use boilingpoint_problem::Objective;
use boilingpoint_problem::invariants::rational;
use boilingpoint_rules::Snort;
use boilingpoint_solver::{Budget, Pool, Solver, with_deep_stack};
use std::collections::HashMap;
use std::path::Path;

type Row = HashMap<String, String>;

fn rows(file: &str) -> Vec<Row> {
    table(&format!("tests/data/{file}"))
}

/// The rows of a table of the repository. A table that cannot be read, or has no rows, is an error.
fn table(path: &str) -> Vec<Row> {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(whole).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Result<Vec<Row>, _> = reader.deserialize().collect();
    let rows = rows.unwrap_or_else(|e| panic!("{path}: {e}"));
    assert!(!rows.is_empty(), "{path} is empty");
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
            .left_stop()
            .expect("computed")
            .to_string(),
    );
    same(
        "right_stop",
        e.temperatures()
            .expect("a game with values")
            .right_stop()
            .expect("computed")
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
    let filled = |column: &str| rows.iter().filter(|row| !row[column].is_empty()).count();
    assert_eq!((filled("temperature"), filled("canonical_form")), (45, 52));
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

/// The tables of records in the docs: the file, its number of rows, the number of rows whose form
/// is too long for the table, and the objective whose values are in the column `value`.
const RECORDS: [(&str, usize, usize, &str); 3] = [
    (
        "snort-conjecture-5-1.csv",
        44,
        0,
        "(temperature - degree) / degree2",
    ),
    ("snort-dyadic.csv", 38, 17, "temperature - degree"),
    ("snort-ratio.csv", 18, 0, "temperature / degree"),
];

/// The tables of records in the docs, board by board and column by column.
#[test]
fn the_records_in_the_docs_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/records");
    let entries = std::fs::read_dir(folder).expect("the tables");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<String> = paths
        .filter(|path| path.is_file())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into())
        .collect();
    found.sort();
    assert_eq!(found, RECORDS.map(|(file, ..)| file));
    let pool = Pool::new(&Snort, &Budget::default(), 0).expect("threads");
    for (file, count, formless, objective) in RECORDS {
        let rows = table(&format!("docs/records/{file}"));
        let empty = rows.iter().filter(|row| row["canonical_form"].is_empty());
        assert_eq!((rows.len(), empty.count()), (count, formless), "{file}");
        let objective = Objective::parse(objective).expect("an objective");
        let wrong = pool.map(&rows, |solver, row| record_differs(solver, &objective, row));
        let wrong: Vec<String> = wrong.into_iter().flatten().collect();
        assert!(wrong.is_empty(), "{file}:\n{}", wrong.join("\n"));
    }
}

/// The difference between a row of a table of records and the board's values.
fn record_differs(solver: &mut Solver, objective: &Objective, row: &Row) -> Option<String> {
    let graph = graph6::read(&row["board"]).expect("graph6");
    let board = Board::with_tints(graph, &row["tints"]).expect("tints");
    let e = solver.evaluate(&board).expect("within the budget");
    let score = objective.score(solver, &board).expect("within the budget");
    let temperature = e.temperatures().expect("a game with values").temperature;
    let g = board.graph();
    let ours = [
        score.fitness.texts().join(", "),
        temperature.to_string(),
        g.order().to_string(),
        g.degree().to_string(),
        g.distance_degree(2).to_string(),
    ];
    let columns = ["value", "temperature", "order", "degree", "degree2"];
    let theirs = columns.map(|column| row[column].clone());
    let form = solver.values().parse(&row["canonical_form"]);
    let same_form = row["canonical_form"].is_empty() || form.is_ok_and(|f| Some(f) == e.value());
    let checked = row["verified_by"].starts_with("checker ");
    (ours != theirs || !same_form || !checked)
        .then(|| format!("{}: {ours:?}, form {same_form}, not {row:?}", row["board"]))
}
