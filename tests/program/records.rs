//! The record book on the command line: boards come in, none is lost or accepted unchecked, and
//! exports contain exactly its records; with one process or with many, some of them killed.

use crate::place::Place;
use crate::process;
use boilingpoint_boards::{graph6, parse_board};
use boilingpoint_problem::{Class, Kind, list};
use boilingpoint_rules::Features;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

impl Place {
    /// `boil records …` on a book: exit code, standard output, standard error.
    fn records(&self, book: &str, args: &[&str], input: &str) -> (i32, String, String) {
        let mut command = process::command();
        command.arg("records").args(args);
        command.arg("--book").arg(self.at(book));
        process::ended_with(command.current_dir(self.0.path()), input)
    }

    /// The same, for a command that must succeed.
    fn records_done(&self, book: &str, args: &[&str], input: &str) -> String {
        let (code, out, err) = self.records(book, args, input);
        assert_eq!(code, 0, "{args:?}: {out}{err}");
        out
    }

    fn import(&self, book: &str, class: &str, boards: &str) -> (i32, String, String) {
        self.records(book, &["import", "-", "--class", class], boards)
    }

    /// The contents of a book without finder, dates and numbers of records.
    fn said(&self, book: &str) -> BTreeSet<String> {
        let out = self.records_done(book, &["list", "--json"], "");
        let strip = |line: &str| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            let object = record.as_object_mut().unwrap();
            for name in ["id", "found_by", "found_at", "lineage", "verified_by"] {
                assert!(object.remove(name).is_some(), "{name}");
            }
            record.to_string()
        };
        out.lines().map(strip).collect()
    }

    fn column(&self, book: &str, args: &[&str], name: &str) -> Vec<Value> {
        let args: Vec<&str> = ["list", "--json"].iter().chain(args).copied().collect();
        let out = self.records_done(book, &args, "");
        let value = |line: &str| serde_json::from_str::<Value>(line).unwrap()[name].clone();
        out.lines().map(value).collect()
    }
}

/// A number that is written as a fraction.
fn number(text: &str) -> f64 {
    match text.split_once('/') {
        Some((n, d)) => n.parse::<f64>().unwrap() / d.parse::<f64>().unwrap(),
        None => text.parse().unwrap(),
    }
}

/// All trees of the orders 2 to `most` in graph6.
fn trees(most: usize) -> Vec<String> {
    let class = Class {
        kind: Kind::Tree,
        min_order: 2,
        max_order: most,
        max_degree: 0,
        max_kinds: 0,
        properties: Default::default(),
        features: Features::GRAPH,
    };
    let mut all = Vec::new();
    let each = |board: boilingpoint_boards::Board| -> Result<(), ()> {
        all.push(board.name());
        Ok(())
    };
    list(&class, each).unwrap();
    all
}

#[test]
fn boards_of_every_notation_enter_once_and_bad_lines_are_named() {
    let place = Place::new();
    // The same path three times, in three labellings; comment lines of other programs are ignored.
    let lines = ">>graph6<<\n0-1,1-2,2-3\npath(4)\n1-0,0-2,2-3\n\nstar(4)\nnonsense(\ncycle(4)\npath(3) L..\n";
    let (code, out, err) = place.import("a.db", "tree", lines);
    assert_eq!(code, 2, "{err}");
    assert!(
        out.contains("2 new, 0 better than before, 2 tied with the best, 0 worse, 3 not entered"),
        "{out}"
    );
    assert!(err.contains("line 7: `nonsense(`: "), "{err}");
    assert!(
        err.contains("line 8: `cycle(4)`: the board is not in the class `tree`"),
        "{err}"
    );
    assert!(
        err.contains("line 9: `path(3) L..`: the board is not in the class `tree`"),
        "{err}"
    );
    assert!(
        err.contains("error: 3 of the records could not be entered"),
        "{err}"
    );
    assert_eq!(place.column("a.db", &[], "order"), [4, 5]);
    assert_eq!(place.column("a.db", &[], "certainty"), ["exact", "exact"]);
    // Invalid options are refused, too.
    for (args, words) in [
        (
            &["import", "-", "--class", "tree, odd"][..],
            "expected a class such as",
        ),
        (
            &["import", "-", "--class", "tree", "--ruleset", "snortt"],
            "snort",
        ),
        (
            &["import", "missing.g6", "--class", "tree"],
            "cannot read missing.g6",
        ),
    ] {
        let (code, _, err) = place.records("a.db", args, "path(3)");
        assert!(code == 2 && err.contains(words), "{args:?}: {err}");
    }
    let (code, _, err) = place.records("a.db", &["import", "-"], "path(3)");
    assert!(
        code == 2
            && err.contains("line 1: `path(3)`: the line names no class; give one with --class"),
        "{err}"
    );
    // The graph6 text of order 60 begins like a JSON object.
    let star = graph6::write(parse_board("star(59)").unwrap().graph());
    assert!(star.starts_with('{'));
    let (code, out, err) = place.import("star.db", "tree", &star);
    assert!(code == 0 && out.starts_with("records: 1 new"), "{err}");
    let (code, _, err) = place.import("a.db", "shrubs", "path(3)");
    assert!(
        code == 2 && err.contains("expected one of any, connected, tree"),
        "{err}"
    );
}

#[test]
fn a_book_does_not_depend_on_the_order_of_the_lines_or_the_threads() {
    let place = Place::new();
    let mut boards = trees(8);
    let forwards = boards.join("\n");
    boards.reverse();
    assert_eq!(place.import("a.db", "tree", &forwards).0, 0);
    let backwards = ["import", "-", "--class", "tree", "--threads", "1"];
    place.records_done("b.db", &backwards, &boards.join("\n"));
    assert_eq!(place.said("a.db"), place.said("b.db"));
    let before = place.records_done("a.db", &["list", "--json"], "");
    assert_eq!(place.import("a.db", "tree", &forwards).0, 0);
    assert_eq!(
        place.records_done("a.db", &["list", "--json"], ""),
        before,
        "again: nothing changes"
    );
    // The known maxima of temperature - degree on trees of these orders.
    let best = place.column("a.db", &["--order", "2..8"], "fitness");
    assert!(
        best.iter()
            .all(|f| f[0] == "0" || f[0] == "1/2" || f[0] == "1/4"),
        "{best:?}"
    );
    place.records_done("a.db", &["verify", "--order", "2..6"], "");
}

#[test]
fn what_was_exported_is_read_back_but_not_believed() {
    let place = Place::new();
    place.import("a.db", "tree", &trees(7).join("\n"));
    place.import("a.db", "connected, tinted", "cycle(5) L.R..\npath(2) L.\n");
    let json = place.records_done("a.db", &["export", "--format", "json"], "");
    place.records_done("b.db", &["import", "-"], &json);
    assert_eq!(place.said("a.db"), place.said("b.db"));
    assert_eq!(
        place.column("b.db", &[], "found_at"),
        place.column("a.db", &[], "found_at")
    );
    // A false claim is not accepted, nor is a claim that it is proved.
    let lie = json.replace("\"fitness\":[\"0\"]", "\"fitness\":[\"9\"]");
    let lie = lie.replace("\"proved\":false", "\"proved\":true");
    assert_ne!(lie, json);
    place.records_done("c.db", &["import", "-"], &lie);
    assert_eq!(place.said("a.db"), place.said("c.db"));
    let (code, _, err) = place.records("c.db", &["import", "-"], "{\"ruleset\":\"snort\"}");
    assert!(
        code == 2 && err.contains("line 1: ") && err.contains("objective"),
        "{err}"
    );
}

/// A book with lower bounds, from a search whose budget is too small for its boards.
fn book_with_bounds(place: &Place) {
    let config = "[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [10, 14]\n\
        [objective]\nmaximize = \"temperature - degree\"\nrequire = \"temperature > 1\"\n\
        [search]\ncount = 0\ngenerations = 6\npopulation = 32\nislands = 4\nimmigrants = 4\npolish = 16\n[budget]\npositions = 12\nbounds = 6\n";
    fs::write(place.at("config.toml"), config).unwrap();
    place.done(&["search", "config.toml", "--out", "run"]);
}

#[test]
fn lower_bounds_travel_with_their_certificates() {
    let place = Place::new();
    book_with_bounds(&place);
    let bounds = ["--certainty", "lower-bound"];
    let count = place.column("records.db", &bounds, "id").len();
    assert!(count > 0);
    let certificates = place.records("records.db", &["export", "--format", "certificate"], "");
    assert_eq!(certificates.1.lines().count(), count);
    let json = place.records_done("records.db", &["export", "--format", "json"], "");
    place.records_done("b.db", &["import", "-"], &json);
    assert_eq!(place.said("records.db"), place.said("b.db"));
    place.records_done("b.db", &["verify"], "");
    // A bound above the proved one is refuted.
    let line = json.lines().find(|l| l.contains("lower bound")).unwrap();
    let mut record: Value = serde_json::from_str(line).unwrap();
    record["fitness"][0] = "50".into();
    let (code, out, err) = place.records("c.db", &["import", "-"], &record.to_string());
    assert!(code == 1 && out.contains("0 new"), "{out}{err}");
    // A bound without its proof is refused.
    record["certificate"] = Value::Null;
    let (code, _, err) = place.records("c.db", &["import", "-"], &record.to_string());
    assert!(code == 2 && err.contains("but has no certificate"), "{err}");
    // The card shows the certainty of the record and the size of the proof.
    let id = place.column("records.db", &bounds, "id")[0].to_string();
    let card = place.records_done("records.db", &["show", &id], "");
    for words in [
        "fitness         >= ",
        "certainty       lower bound",
        "certificate     ",
        " bytes",
        "seed 1",
        "checker ",
    ] {
        assert!(card.contains(words), "`{words}` in {card}");
    }
}

#[test]
fn other_books_are_merged_and_left_as_they_are() {
    let place = Place::new();
    let boards = trees(8);
    let (some, rest) = boards.split_at(boards.len() / 2);
    place.import("a.db", "tree", &some.join("\n"));
    place.import("b.db", "tree", &rest.join("\n"));
    place.import("both.db", "tree", &boards.join("\n"));
    let before = fs::read(place.at("b.db")).unwrap();
    place.records_done("a.db", &["merge", "b.db"], "");
    assert_eq!(place.said("a.db"), place.said("both.db"));
    assert_eq!(fs::read(place.at("b.db")).unwrap(), before);
    let files: BTreeSet<String> = fs::read_dir(place.0.path())
        .unwrap()
        .map(|f| f.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(
        files,
        ["a.db", "b.db", "both.db"].map(str::to_string).into()
    );
    // Merges into a new book. Scripts for older versions ask for the check by an option.
    let out = place.records_done("c.db", &["merge", "a.db", "b.db", "--verify"], "");
    assert!(out.contains(" 0 not entered"), "{out}");
    assert_eq!(place.said("c.db"), place.said("a.db"));
}

#[test]
fn books_that_cannot_be_merged_are_refused() {
    let place = Place::new();
    place.import("a.db", "tree", "path(3)\nstar(4)");
    place.import("b.db", "tree", "path(4)");
    let change = |sql: &str| {
        let book = rusqlite::Connection::open(place.at("b.db")).unwrap();
        book.execute_batch(sql).unwrap();
    };
    // A false value is found, and is not entered.
    change("UPDATE records SET facts = json_set(facts, '$.temperature', '7')");
    let before = place.said("a.db");
    let (code, out, err) = place.records("a.db", &["merge", "b.db", "--verify"], "");
    assert!(code == 1 && out.contains("1 not entered"), "{out}{err}");
    assert!(
        err.contains("b.db, record 1 (") && err.contains("WRONG: temperature is "),
        "{err}"
    );
    assert_eq!(place.said("a.db"), before);
    // Every record is checked, with or without the option.
    let (code, _, err) = place.records("a.db", &["merge", "b.db"], "");
    assert!(code == 1 && err.contains("WRONG: temperature is "), "{err}");
    assert_eq!(place.said("a.db"), before);
    // A book of a later version is not changed, and none of its records is entered.
    change("PRAGMA user_version = 99");
    let (code, _, err) = place.records("a.db", &["merge", "b.db"], "");
    assert!(code == 2 && err.contains("of version 99"), "{err}");
    fs::write(place.at("text.db"), "generation,best\n".repeat(99)).unwrap();
    for (other, words) in [
        ("text.db", "is not a record book"),
        ("none.db", "there is no record book"),
    ] {
        let (code, _, err) = place.records("a.db", &["merge", other], "");
        assert!(code == 2 && err.contains(words), "{err}");
    }
    assert_eq!(place.said("a.db"), before);
}

#[test]
fn lists_are_filtered_and_sorted() {
    let place = Place::new();
    place.import("a.db", "tree", &trees(7).join("\n"));
    let other = ["import", "-", "--class", "connected", "--run", "cycles"];
    place.records_done("a.db", &other, "cycle(4)\ncycle(5)\ncycle(12)\n");
    let orders = |args: &[&str]| place.column("a.db", args, "order");
    assert_eq!(orders(&["--run", "cycles"]), [4, 5, 12]);
    assert_eq!(orders(&["--run", "cycles", "--sort", "-order"]), [12, 5, 4]);
    assert_eq!(
        orders(&["--class", "connected", "--sort", "order", "--reverse"]),
        [12, 5, 4]
    );
    assert_eq!(orders(&["--class", "connected", "--order", "5..11"]), [5]);
    assert!(orders(&["--proved"]).is_empty());
    // Temperatures are sorted as numbers, not as texts, and equal records keep their order.
    let sorted = place.column("a.db", &["--sort", "temperature"], "temperature");
    let value = |t: &Value| number(t.as_str().unwrap());
    assert!(
        sorted.windows(2).all(|w| value(&w[0]) <= value(&w[1])),
        "{sorted:?}"
    );
    let (code, _, err) = place.records("a.db", &["list", "--sort", "colour"], "");
    assert!(
        code == 2 && err.contains("expected one of id, ruleset"),
        "{err}"
    );
    let table = place.records_done("a.db", &["list", "--sort=-order"], "");
    assert!(table.lines().nth(1).unwrap().contains(" 12 "), "{table}");
    let csv = place.records_done("a.db", &["list", "--csv", "--run", "cycles"], "");
    assert_eq!((csv.lines().count(), csv.contains("cycles")), (4, true));
}

#[test]
fn lists_are_searched_by_conditions_and_boards() {
    let place = Place::new();
    // Under this objective all trees of an order tie, and up to 20 ties are kept.
    let import = ["import", "-", "--class", "tree", "--objective", "order"];
    place.records_done("a.db", &import, &trees(7).join("\n"));
    let boards = |args: &[&str]| place.column("a.db", args, "board");
    assert_eq!(boards(&[]).len(), 24);
    let stars = boards(&["--where", "diameter == 2"]);
    assert_eq!(stars.len(), 5);
    assert_eq!(
        boards(&["--where", "tree and leaves == order - 1 and order > 2"]),
        stars
    );
    // What the book keeps of values is compared with the values themselves.
    let hot = boards(&[
        "--where",
        "temperature > 3 and order <= 6 and right_stop < -3",
    ]);
    let all = place.records_done("a.db", &["list", "--json", "--order", "2..6"], "");
    let is_hot = |line: &&str| {
        let board = serde_json::from_str::<Value>(line).unwrap()["board"].clone();
        let out = place.done(&["eval", "--json", board.as_str().unwrap()]);
        let facts: Value = serde_json::from_str(&out).unwrap();
        let fact = |name: &str| number(facts[name].as_str().unwrap());
        fact("temperature") > 3.0 && fact("right_stop") < -3.0
    };
    assert_eq!(hot.len(), all.lines().filter(is_hot).count());
    assert!(!hot.is_empty());
    // A condition that is undefined is not met.
    assert!(boards(&["--where", "girth > 0"]).is_empty());
    assert_eq!(boards(&["--where", "not (fitness < 7)"]).len(), 11);
    // A tree has a path of five vertices as an induced part if its diameter is at least four.
    let long = boards(&["--where", "diameter >= 4"]);
    assert_eq!(boards(&["--contains", "path(5)"]), long);
    assert!(!long.is_empty() && boards(&["--contains", "cycle(3)"]).is_empty());
    for same in ["star(4)", "0-1,2-1,1-3,4-1"] {
        let found = place.column("a.db", &["--board", same], "order");
        assert_eq!(found, [5], "{same}");
    }
    assert!(boards(&["--board", "star(4):L...."]).is_empty());
    for (args, part) in [
        (["--where", "temprature > 3"], "did you mean `temperature`"),
        (["--where", "order + 1"], "is not a condition"),
        (["--board", "path("], "character 6"),
        (["--contains", "0-9"], "does not occur"),
    ] {
        let (code, _, err) = place.records("a.db", &["list", args[0], args[1]], "");
        assert!(code == 2 && err.contains(part), "{args:?}: {err}");
    }
}

#[test]
fn spellings_of_an_objective_and_names_of_a_run_are_found() {
    let place = Place::new();
    place.import("a.db", "tree", "star(4)");
    for spelling in [
        "temperature - degree",
        "temperature-degree",
        "((temperature))-degree",
    ] {
        let found = place.column("a.db", &["--objective", spelling], "order");
        assert_eq!(found, [5], "{spelling}");
    }
    let verified = place.records_done("a.db", &["verify", "--objective", "temperature-degree"], "");
    assert!(verified.contains("1 verified"), "{verified}");
    let (_, _, err) = place.records("a.db", &["list", "--objective", "temperature-degrees"], "");
    assert!(err.contains("no record has the objective"), "{err}");
    // A run is found by its folder, by the end of its folder and by its name in the config.
    fs::create_dir(place.at("runs")).unwrap();
    let config = "name = \"by-config\"\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\n\
        order = [3, 6]\n[objective]\nmaximize = \"temperature - degree\"\n[search]\ngenerations = 2\n";
    fs::write(place.at("config.toml"), config).unwrap();
    place.done(&["search", "config.toml", "--out", "runs/by-folder"]);
    let book = "runs/records.db";
    let all = place.column(book, &[], "id");
    assert!(!all.is_empty());
    for name in ["by-folder", "by-config"] {
        assert_eq!(place.column(book, &["--run", name], "id"), all, "{name}");
    }
    let table = place.records_done(book, &["list"], "");
    assert!(table.contains("by-folder (by-config)"), "{table}");
    let (_, _, err) = place.records(book, &["list", "--run", "by-foler"], "");
    assert!(err.contains("did you mean `by-folder`"), "{err}");
}

#[test]
fn conditions_on_lower_bounds_are_decided_by_bounds_or_not_at_all() {
    let place = Place::new();
    book_with_bounds(&place);
    let bounds = ["--certainty", "lower-bound"];
    let count = place.column("records.db", &bounds, "id").len();
    assert!(count > 0);
    let with = |condition: &str| {
        let args = [
            "list",
            "--json",
            "--certainty",
            "lower-bound",
            "--where",
            condition,
        ];
        let (code, out, err) = place.records("records.db", &args, "");
        assert_eq!(code, 0, "{err}");
        (out.lines().count(), err)
    };
    // The temperature is more than 1, since the config requires it.
    assert_eq!(with("temperature > 1 and not exact").0, count);
    assert_eq!(with("temperature < 1 or order > 100").0, 0);
    let (found, err) = with("temperature > 10000");
    assert_eq!(found, 0);
    assert!(
        err.contains(&format!("{count} records are left out")),
        "{err}"
    );
    let (found, err) = with("temperature > 10000 and order > 100");
    assert!(found == 0 && !err.contains("left out"), "{err}");
}

#[test]
fn a_record_is_shown_with_everything_around_it() {
    let place = Place::new();
    place.import("a.db", "tree", &trees(7).join("\n"));
    let id = place.column("a.db", &["--order", "4"], "id")[0].to_string();
    let card = place.records_done("a.db", &["show", &id], "");
    for part in [
        "smaller         order 3: ",
        "greater         order 5: ",
        "exports         graph6, json",
    ] {
        assert!(card.contains(part), "`{part}` in {card}");
    }
    let all = place.records_done("a.db", &["show", &id, "--all"], "");
    let object = place.records_done("a.db", &["show", &id, "--all", "--json"], "");
    let object: Value = serde_json::from_str(&object).unwrap();
    let names = place.done(&["list", "invariants", "--json"]);
    for line in names.lines() {
        let name = serde_json::from_str::<Value>(line).unwrap()["name"].clone();
        let name = name.as_str().unwrap();
        assert!(
            all.lines()
                .any(|line| line.starts_with(&format!("{name} "))),
            "{name}"
        );
        assert!(object["invariants"].get(name).is_some(), "{name}");
    }
    assert_eq!(object["invariants"]["leaves"], "3");
    assert_eq!(object["invariants"]["girth"], Value::Null);
    assert_eq!(object["invariants"]["left_stop"], "3");
}

#[test]
fn exports_go_where_they_are_told_and_drawings_are_made() {
    let place = Place::new();
    place.import("a.db", "tree", "path(3)\nstar(5)");
    let (_, out, _) = place.records(
        "a.db",
        &["export", "--format", "tikz", "--out", "boards.tex"],
        "",
    );
    assert_eq!(out, "");
    let document = fs::read_to_string(place.at("boards.tex")).unwrap();
    assert!(
        document.contains("\\usepackage{tikz}") && document.matches("tikzpicture}").count() == 4
    );
    assert_eq!(
        place
            .records_done("a.db", &["export", "2"], "")
            .lines()
            .count(),
        1
    );
    let plain = place.records_done("a.db", &["export", "--order", "6"], "");
    assert_eq!(plain, place.records_done("a.db", &["export", "2"], ""));
    let (code, _, err) = place.records("a.db", &["export", "7"], "");
    assert!(code == 2 && err.contains("no record 7"), "{err}");
    place.records_done("a.db", &["show", "1", "--svg", "board.svg"], "");
    let svg = fs::read_to_string(place.at("board.svg")).unwrap();
    assert!(
        svg.starts_with("<svg") && svg.matches("<circle").count() == 3,
        "{svg}"
    );
}

fn start(place: &Place, args: &[&str]) -> Child {
    process::command()
        .arg("records")
        .args(args)
        .args(["--book", "shared.db"])
        .current_dir(place.0.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn finish(child: Child) {
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn five_processes_on_one_book_lose_nothing() {
    let place = Place::new();
    let boards = trees(9);
    // Every board is in two of the lists, and no list has all.
    let list = |k: usize| -> String {
        let mine = boards
            .iter()
            .enumerate()
            .filter(|(i, _)| i % 5 == k || i % 5 == (k + 1) % 5);
        mine.map(|(_, board)| format!("{board}\n")).collect()
    };
    for k in 0..5 {
        fs::write(place.at(&format!("{k}.g6")), list(k)).unwrap();
    }
    for k in 3..5 {
        let file = format!("{k}.g6");
        place.records_done(
            &format!("{k}.db"),
            &["import", &file, "--class", "tree"],
            "",
        );
    }
    let import = |file: &str| start(&place, &["import", file, "--class", "tree"]);
    let merge = |file: &str| start(&place, &["merge", file]);
    // All run at once; some are killed at random moments.
    let mut doomed: Vec<Child> = vec![import("1.g6"), merge("4.db"), import("2.g6")];
    let others = [import("0.g6"), merge("3.db")];
    for (child, wait) in doomed.iter_mut().zip([20, 60, 10]) {
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // Later processes find a consistent book.
    let again = [
        import("1.g6"),
        merge("4.db"),
        import("2.g6"),
        import("0.g6"),
        merge("3.db"),
    ];
    others.into_iter().chain(again).for_each(finish);
    place.records_done(
        "alone.db",
        &["import", "-", "--class", "tree"],
        &boards.join("\n"),
    );
    assert_eq!(place.said("shared.db"), place.said("alone.db"));
    assert!(
        !journals(place.0.path()),
        "no process is left that has the book open"
    );
}

/// Whether a journal file lies beside a book: the last process removes its own.
fn journals(folder: &Path) -> bool {
    let mut names = fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().file_name());
    names.any(|name| name.to_string_lossy().ends_with("-wal"))
}
