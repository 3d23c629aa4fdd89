//! Tables of boards, canonical boards, and the notation of values, as a user asks for them.

use crate::place::Place;
use crate::process::{boil, boil_with, told};
use std::collections::BTreeMap;

fn objects(text: &str) -> Vec<serde_json::Value> {
    let lines = text.lines();
    lines.map(|l| serde_json::from_str(l).unwrap()).collect()
}

/// The rows of a CSV table, without its headings.
fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.records();
    rows.map(|row| row.unwrap().iter().map(str::to_string).collect())
        .collect()
}

const TREES: [&str; 5] = ["scan", "--class", "tree", "--order", "2..9"];

#[test]
fn rows_of_a_scan_are_the_answers_of_eval() {
    let columns = "board,temperature,degree,temperature - degree,canonical_form,outcome";
    let table = told(&[&TREES[..], &["--csv", "--columns", columns]].concat());
    let rows = csv_rows(&table);
    // The number of trees of order 2 to 9 (OEIS A000055).
    assert_eq!(rows.len(), 1 + 1 + 2 + 3 + 6 + 11 + 23 + 47);
    let boards: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let (code, out, _) = boil_with(&["eval", "-", "--json"], &boards.join("\n"));
    assert_eq!(code, 0);
    for (row, object) in rows.iter().zip(objects(&out)) {
        assert_eq!(object["board"], row[0], "{row:?}");
        assert_eq!(object["temperature"], row[1]);
        assert_eq!(object["degree"].to_string(), row[2]);
        assert_eq!(object["canonical_form"], row[4]);
        assert_eq!(object["outcome"], row[5]);
    }
    // A game without values has rows, too.
    let shannon = [
        "scan",
        "--class",
        "tree",
        "--order",
        "2..5",
        "--ruleset",
        "shannon",
    ];
    let table = told(&[&shannon[..], &["--csv", "--all"]].concat());
    assert_eq!(csv_rows(&table).len(), 1 + 1 + 2 + 3);
    let met = told(
        &[
            &TREES[..],
            &["--csv", "--all", "--where", "temperature > degree"],
        ]
        .concat(),
    );
    let positive = rows.iter().filter(|row| !row[3].starts_with(['-', '0']));
    assert_eq!(csv_rows(&met).len(), positive.count());
}

#[test]
fn a_histogram_counts_every_board_once() {
    let all = told(&[&TREES[..], &["--csv", "--columns", "temperature,order"]].concat());
    let mut expected: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for row in csv_rows(&all) {
        let order = row[1].parse().unwrap();
        let bin = expected.entry(row[0].clone()).or_insert((0, order));
        *bin = (bin.0 + 1, bin.1.min(order));
    }
    let counted = told(&[&TREES[..], &["--json", "--count-by", "temperature"]].concat());
    let counted = objects(&counted);
    assert_eq!(counted.len(), expected.len());
    for object in &counted {
        let (boards, order) = expected[object["temperature"].as_str().unwrap()];
        assert_eq!(object["boards"], boards);
        let example = object["example"].as_str().unwrap();
        let valued = objects(&told(&["eval", example, "--json"]));
        assert_eq!(valued[0]["temperature"], object["temperature"]);
        assert_eq!(valued[0]["order"], order);
    }
    let by_value = told(&[&TREES[..], &["--csv", "--count-by", "canonical_form"]].concat());
    let sum: u64 = csv_rows(&by_value)
        .iter()
        .map(|row| row[1].parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 94);
}

#[test]
fn a_scan_goes_on_after_a_line_without_an_answer() {
    let input = "DQc\nnonsense\n# a comment\nDhc\n";
    let (code, out, err) = boil_with(&["scan", "-"], input);
    assert_eq!(code, 2);
    assert!(out.contains("    5             2"), "{out}");
    assert!(err.contains("line 2: board `nonsense`"), "{err}");
    assert!(err.contains("a board has no answer"), "{err}");
    let (code, out, _) = boil_with(&["scan", "-", "--columns", "input,order", "--json"], input);
    let rows = objects(&out);
    assert_eq!((code, rows.len()), (2, 3));
    assert_eq!(rows[1]["input"], "nonsense");
    assert!(rows[1]["error"].is_string());
    assert_eq!(rows[2]["input"], "Dhc");
    // A board beyond the budget counts, and the maximum is that of the others.
    let hard = [
        "scan",
        "-",
        "--positions",
        "300",
        "--work",
        "3000",
        "--json",
    ];
    let (code, out, _) = boil_with(&hard, "random_tree(24,1)\nstar(23)\n");
    let orders = objects(&out);
    assert_eq!(code, 2);
    assert_eq!(
        (&orders[0]["boards"], &orders[0]["missed"]),
        (&2.into(), &1.into())
    );
    assert_eq!(orders[0]["max"], "0");
}

#[test]
fn columns_of_eval_have_bounds_and_every_game_its_own() {
    let hard = [
        "eval",
        "path(28)",
        "--work",
        "20000",
        "--json",
        "--columns",
        "order,temperature,temperature + 1",
    ];
    let row = &objects(&told(&hard))[0];
    let exact = objects(&told(&hard[..5]));
    assert_eq!(row["order"], "28");
    // The bounds of the temperature of this path meet.
    assert_eq!(row["temperature"].as_str().unwrap(), "3/2");
    assert_eq!(exact[0]["way"], "bounds");
    let domineering = [
        "family",
        "squares(2,n)",
        "--n",
        "1..3",
        "--ruleset",
        "domineering",
    ];
    assert!(!told(&domineering).contains("degree"));
    let csv = told(&[&domineering[..], &["--csv"]].concat());
    assert!(!csv.contains("degree"), "{csv}");
    let picked = told(
        &[
            &domineering[..],
            &["--csv", "--columns", "board,order,mean"],
        ]
        .concat(),
    );
    assert_eq!(picked.lines().next(), Some("n,board,order,mean"));
    assert_eq!(picked.lines().count(), 4);
    let card = told(&["eval", "path(3):LLR", "--ruleset", "clobber"]);
    assert!(!card.contains("opposable"), "{card}");
    // The graph6 of this board is longer than the widest column.
    let wide = told(&["eval", "path(3000)", "--columns", "board,order"]);
    assert!(wide.lines().nth(1).unwrap().ends_with("  3000"));
    let (code, _, err) = boil(&["eval", "path(3)", "--columns", "temperatur"]);
    assert_eq!(code, 2);
    assert!(err.contains("temperature"), "{err}");
}

#[test]
fn isomorphic_boards_have_equal_canonical_texts() {
    let out = told(&[
        "canonical",
        "0-1,1-2,2-3",
        "path(4)",
        "3-0,0-2,2-1",
        "--names",
    ]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line == &lines[0]), "{out}");
    let (board, name) = lines[0].split_once('\t').unwrap();
    assert_eq!(name, "path(4)");
    let card = told(&["eval", "3-0,0-2,2-1"]);
    assert!(card.contains(&format!("({board} = path(4))")), "{card}");
    let (code, _, err) = boil(&["canonical", "..:LR"]);
    assert!(code == 2 && err.contains("no tints"), "{err}");
    let (_, out, _) = boil_with(&["canonical", "-"], "#.|..\n# a comment\n");
    assert_eq!(out, "..|.#\n");
    let (code, out, _) = boil_with(&["canonical", "-", "--json"], "star(3):L...\nx(\n");
    assert_eq!(code, 2);
    let objects = objects(&out);
    assert_eq!(objects[0]["board"], "Cs:L...");
    assert!(objects[1]["error"].is_string());
}

#[test]
fn a_long_canonical_form_goes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("form.txt");
    let file = file.to_str().unwrap();
    let board = "random_tree(14,3)";
    let card = told(&["eval", board, "--form", file]);
    let object = &objects(&told(&["eval", board, "--json"]))[0];
    let form = std::fs::read_to_string(file).unwrap();
    let form = form.trim_end();
    assert_eq!(object["form_length"], form.len());
    assert_eq!(object["canonical_form"], form);
    if form.chars().count() > 1000 {
        assert!(
            card.contains(&format!("({} characters; --form", form.len())),
            "{card}"
        );
    } else {
        assert!(card.contains(form));
    }
    // The calculator reads the text back.
    let (code, out, _) = boil_with(&["value", "-"], &format!("snort({board}) = {form}\n"));
    assert_eq!((code, out.as_str()), (0, "yes\n"));
}

#[test]
fn expressions_are_answered_line_by_line() {
    let (code, out, err) = boil_with(&["value", "-", "--json"], "1+*\n{1|\n* = 0\n^ > 0\n");
    let answers = objects(&out);
    assert_eq!(answers[0]["canonical_form"], "1*");
    assert!(
        answers[1]["error"].as_str().unwrap().contains("line 2"),
        "{err}"
    );
    assert_eq!(
        (&answers[2]["holds"], &answers[3]["holds"]),
        (&false.into(), &true.into())
    );
    assert_eq!(code, 2);
    let (code, out, _) = boil_with(&["value", "-"], "* = 0\n^ > 0\n");
    assert_eq!((code, out.as_str()), (1, "no\nyes\n"));
}

/// The parameters of a family are numbers of its columns, and the optimal boards of an atlas have
/// columns as well.
#[test]
fn families_and_atlases_take_columns() {
    let place = Place::new();
    let columns = "temperature / n,n,if(value = *,1,0)";
    let table = place.done(&[
        "family",
        "star(n)",
        "--n",
        "1..3",
        "--columns",
        columns,
        "--csv",
    ]);
    let expected = "n,temperature / n,n,\"if(value = *,1,0)\"\n1,1,1,0\n2,1,2,0\n3,1,3,0\n";
    assert_eq!(table, expected);
    let asked = ["atlas", "--class", "tree", "--order", "3..4", "--columns"];
    let rest = ["board,name,order", "--csv", "--objective", "temperature"];
    let table = place.done(&[&asked[..], &rest].concat());
    let expected =
        "objective,board,name,order\ntemperature,Bo,path(3),3\ntemperature,CF,star(3),4\n";
    assert_eq!(table, expected);
    let kayles = [
        "atlas",
        "--class",
        "tree",
        "--order",
        "5",
        "--ruleset",
        "node-kayles",
    ];
    let plain = place.done(&kayles);
    assert!(
        plain.contains("\n  grundy ") && !plain.contains("temperature"),
        "{plain}"
    );
}

/// In Digraph Placement every value born by day 2 has a board of at most four vertices, and some
/// need four (Clow and McKay, arXiv 2407.12219; every vertex has a colour there). Boards from
/// elsewhere fill the gaps of a listing, and their negatives with them.
#[test]
fn every_value_of_day_2_lives_on_four_vertices_of_digraph_placement() {
    let place = Place::new();
    let ask = |order: &str, more: &[&str]| {
        let game = ["habitat", "--ruleset", "digraph-placement", "--csv"];
        let class = [
            "--class",
            "connected",
            "--order",
            order,
            "--tinted",
            "--arcs",
        ];
        let coloured = ["--require", "tinted_vertices == order"];
        csv_rows(&place.done(&[&game[..], &class, &coloured, more].concat()))
    };
    let rows = ask("1..4", &[]);
    assert_eq!(rows.len(), 22);
    let orders: Vec<&str> = rows.iter().map(|row| row[2].as_str()).collect();
    let of_order = |order: &str| orders.iter().filter(|&&o| o == order).count();
    assert_eq!(["1", "2", "3", "4"].map(of_order), [2, 5, 7, 8]);
    let [a, b] = ["{1|*}", "{*|-1}"];
    let board = |rows: &[Vec<String>], value: &str| {
        let row = rows.iter().find(|row| row[0] == value).unwrap();
        [1, 2, 3].map(|i| row[i].clone())
    };
    let [_, order, found] = board(&rows, a);
    assert_eq!(order, "4");
    std::fs::write(place.at("found"), found).unwrap();
    let rows = ask("1..3", &["--found", "found"]);
    for value in [a, b] {
        let [boards, order, board] = board(&rows, value);
        assert_eq!([boards, order], ["0", "4"]);
        let form = place.done(&["eval", "--ruleset", "digraph-placement", &board]);
        assert!(
            form.contains(&format!("canonical form  {value}\n")),
            "{form}"
        );
    }
    let [boards, order, _] = board(&rows, "^");
    assert_eq!([boards, order], ["0".to_string(), String::new()]);
}

/// The numbers of labelled graphs on which the first player wins Col (OEIS A291342), from those of
/// the connected graphs: every value is 0 or `*`, so the first player wins if the number of
/// components of value `*` is odd. The sixth number of the OEIS, 10564, is wrong; the others agree
/// (`docs/findings/counts.md`).
#[test]
fn labelled_graphs_that_the_first_player_wins_in_col() {
    let table = told(&[
        "scan",
        "--class",
        "connected",
        "--order",
        "1..7",
        "--ruleset",
        "col",
        "--count-by",
        "order,outcome",
        "--labelled",
        "--csv",
    ]);
    // Numbers of connected graphs of value 0 and of value `*`, by order.
    let mut connected = vec![[0i128; 2]; 8];
    for row in csv_rows(&table) {
        let is_star = usize::from(row[1] == "N");
        connected[row[0].parse::<usize>().unwrap()][is_star] = row[2].parse().unwrap();
    }
    // The component of the vertex 1 has k vertices; it is chosen in C(n-1, k-1) ways.
    let choose = |n: i128, k: i128| (1..=k).fold(1, |c, i| c * (n - k + i) / i);
    let mut all = vec![[1, 0]];
    for n in 1..8 {
        let mut sum = [0i128; 2];
        for k in 1..=n {
            let ways = choose(n as i128 - 1, k as i128 - 1);
            for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                sum[a ^ b] += ways * connected[k][a] * all[n - k][b];
            }
        }
        all.push(sum);
    }
    for (n, [zero, star]) in all.iter().enumerate() {
        assert_eq!(zero + star, 1 << (n * n.saturating_sub(1) / 2));
    }
    let first_wins: Vec<i128> = all[1..].iter().map(|[_, star]| *star).collect();
    assert_eq!(first_wins, [1, 0, 4, 32, 326, 11104, 810_391]);
    let (code, _, err) = boil_with(
        &[
            "scan",
            "--class",
            "tree",
            "--order",
            "2",
            "--ruleset",
            "arc-kayles",
            "--count-by",
            "grundy",
            "--labelled",
        ],
        "",
    );
    assert_eq!(code, 2);
    assert!(err.contains("--labelled: expected a game"), "{err}");
}
