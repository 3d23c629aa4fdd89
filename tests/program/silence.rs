//! No command ends as if all were well when it has found nothing, and no file is left out because
//! nobody reads standard output.

use crate::process::{boil, boil_with, command, told};
use serde_json::Value;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Stdio;

/// A config of a short search of trees in Snort, with these lines of `[objective]`.
fn config(dir: &Path, objective: &str) -> String {
    let file = dir.join("question.toml");
    let text = format!(
        "seed = 1\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [4, 8]\n\
         [objective]\n{objective}\n[search]\ngenerations = 4\ncount = 0\n"
    );
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_string()
}

/// Runs a short search in a folder: its exit code and streams, and its manifest.
fn search(dir: &Path, objective: &str) -> ((i32, String, String), Value) {
    search_set(dir, objective, "search.count=0")
}

/// The same, with another setting.
fn search_set(dir: &Path, objective: &str, set: &str) -> ((i32, String, String), Value) {
    let run = dir.join("run");
    let (config, run_text) = (config(dir, objective), run.to_str().unwrap());
    let ended = boil(&["search", &config, "--out", run_text, "--set", set]);
    let manifest = fs::read_to_string(run.join("manifest.json")).unwrap();
    (ended, serde_json::from_str(&manifest).unwrap())
}

/// The sum of a column of `progress.csv`.
fn sum(run: &Path, column: &str) -> u64 {
    let mut table = csv::Reader::from_path(run.join("progress.csv")).unwrap();
    let heads = table.headers().unwrap().clone();
    let place = heads.iter().position(|head| head == column).unwrap();
    let cell = |row: csv::StringRecord| row[place].parse::<u64>().unwrap();
    table.records().map(|row| cell(row.unwrap())).sum()
}

/// The findings of the report of a run.
fn report(run: &Path) -> String {
    told(&["report", run.to_str().unwrap()]);
    fs::read_to_string(run.join("report.html")).unwrap()
}

#[test]
fn a_condition_that_few_boards_meet_is_named_with_the_counts() {
    let dir = tempfile::tempdir().unwrap();
    let objective = "maximize = \"temperature\"\nrequire = \"temperature >= 6\"";
    let ((code, out, err), manifest) = search(dir.path(), objective);
    assert_eq!(code, 0, "{out}{err}");
    let run = dir.path().join("run");
    let asked = &manifest["asked"];
    let unmet = asked["unmet"].as_u64().unwrap();
    assert_eq!(asked["boards"], sum(&run, "asked"));
    assert_eq!(unmet, sum(&run, "infeasible"));
    assert_eq!(asked["condition"], "temperature >= 6");
    assert_eq!(
        asked["boards"].as_u64(),
        Some(unmet + manifest["boards_valued"].as_u64().unwrap())
    );
    let counts = format!(
        "of {} boards asked, {unmet} have no fitness: they do not meet `temperature >= 6`",
        asked["boards"]
    );
    assert!(out.contains(&counts), "{out}");
    assert!(
        err.contains("objective.find = \"temperature >= 6\""),
        "{err}"
    );
    let page = report(&run);
    assert!(page.contains("so the search had little to choose from"));
    assert!(page.contains("have no fitness: they do not meet temperature &#62;= 6"));
}

#[test]
fn a_search_without_a_fitness_does_not_end_as_if_all_were_well() {
    for (objective, why) in [
        (
            "maximize = \"1 / (order - order)\"",
            "leave the objective undefined (division by zero)",
        ),
        (
            "maximize = \"temperature\"\nrequire = \"diameter >= 9\"",
            "do not meet `diameter >= 9`",
        ),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let ((code, out, err), manifest) = search(dir.path(), objective);
        assert_eq!(code, 2, "{out}{err}");
        assert!(err.contains("error: none of "), "{err}");
        assert!(err.contains(why) && out.contains(why), "{out}{err}");
        assert!(out.contains("no record: no board has a fitness"), "{out}");
        assert_eq!(manifest["boards_valued"], 0);
        let page = report(&dir.path().join("run"));
        assert!(page.contains("No board was valued."), "{why}");
    }
}

#[test]
fn a_setting_without_a_fitness_is_named_at_the_end_of_a_comparison() {
    let dir = tempfile::tempdir().unwrap();
    // Only trees of seven vertices and more are no caterpillars.
    let objective = "maximize = \"temperature\"\nrequire = \"not caterpillar\"\n[grid]\n\
                     \"boards.class\" = [\"tree\", \"caterpillar\"]";
    let out = dir.path().join("grid");
    let (code, out, err) = boil(&[
        "search",
        &config(dir.path(), objective),
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(code, 2, "{out}{err}");
    assert!(out.contains("best fitness"), "{out}");
    assert!(err.contains("do not meet `not caterpillar`"), "{err}");
    assert!(
        err.contains("1 of 2 runs have no board with a fitness"),
        "{err}"
    );
}

#[test]
fn counts_go_on_when_a_run_is_resumed_with_other_threads() {
    let dir = tempfile::tempdir().unwrap();
    let objective = "maximize = \"1 / (degree - 3)\"\nrequire = \"diameter >= 4\"";
    let (_, before) = search_set(dir.path(), objective, "boards.order=[4, 12]");
    let run = dir.path().join("run");
    let path = run.to_str().unwrap();
    let more = [
        "resume",
        path,
        "--threads",
        "2",
        "--set",
        "search.generations=6",
    ];
    let (code, out, err) = boil(&more);
    assert_eq!(code, 0, "{out}{err}");
    let manifest = fs::read_to_string(run.join("manifest.json")).unwrap();
    let after: Value = serde_json::from_str(&manifest).unwrap();
    let asked = &after["asked"];
    assert_eq!(after["machine"]["threads"], 2);
    assert!(asked["boards"].as_u64() > before["asked"]["boards"].as_u64());
    assert_eq!(asked["boards"], sum(&run, "asked"));
    assert_eq!(asked["undefined"], sum(&run, "undefined"));
    assert!(asked["undefined"].as_u64() > Some(0));
    let infeasible = asked["undefined"].as_u64().unwrap() + asked["unmet"].as_u64().unwrap();
    assert_eq!(infeasible, sum(&run, "infeasible"));
    assert_eq!(asked["undefined_reason"], "division by zero");
    // The same run in one go has the same counts.
    let other = tempfile::tempdir().unwrap();
    let file = config(other.path(), objective);
    let folder = other.path().join("run");
    let folder = folder.to_str().unwrap();
    let sets = [
        "--set",
        "search.generations=6",
        "--set",
        "boards.order=[4, 12]",
    ];
    told(&[&["search", &file, "--out", folder][..], &sets].concat());
    let manifest = fs::read_to_string(Path::new(folder).join("manifest.json")).unwrap();
    let whole: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(whole["asked"], *asked);
}

#[test]
fn a_conjecture_about_an_undefined_quantity_says_so() {
    let ask = |more: &[&str]| {
        let mut args = vec!["conjecture", "--class", "tree", "--order", "2..5"];
        args.extend(more);
        boil(&args)
    };
    let (code, out, err) = ask(&["--of", "1 / (order - order)"]);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("undefined on 7 (division by zero)"), "{err}");
    let (code, out, err) = ask(&["--where", "order >= 6"]);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(
        err.contains("of 7 boards, 7 do not meet `order >= 6`"),
        "{err}"
    );
    let partly = "size + 0 / (order - 3)";
    let (code, out, err) = ask(&["--of", partly]);
    assert!(
        code == 0 && out.starts_with("size + 0 / (order - 3) <= "),
        "{out}{err}"
    );
    assert!(
        err.contains("note: of 7 boards, `size + 0 / (order - 3)` is undefined on 1"),
        "{err}"
    );
}

#[test]
fn an_input_without_boards_is_an_error() {
    for args in [
        &["eval", "-"][..],
        &["eval", "-", "--columns", "order", "--json"],
        &["canonical", "-"],
        &["scan", "-"],
        &["scan", "-", "--all", "--json"],
        &["scan", "-", "--count-by", "outcome", "--json"],
        &["habitat", "-", "--json"],
    ] {
        let (code, _, err) = boil_with(args, "\n# nothing\n");
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains("no boards were given"), "{args:?}: {err}");
    }
    let (code, _, err) = boil_with(&["value", "-"], "\n");
    assert_eq!(
        (code, err.as_str()),
        (2, "error: no expressions were given\n")
    );
}

#[test]
fn a_table_without_rows_says_why() {
    for what in [&["--all"][..], &["--count-by", "outcome"]] {
        let mut args = vec![
            "scan",
            "--class",
            "tree",
            "--order",
            "2..4",
            "--where",
            "order > 9",
        ];
        args.extend(what);
        let (code, _, err) = boil(&args);
        assert_eq!(
            (code, err.as_str()),
            (0, "note: no board meets `order > 9`\n")
        );
    }
    let maxima = ["scan", "--class", "tree", "--order", "3..4", "--objective"];
    let (_, _, err) = boil(&[&maxima[..], &["1 / (order - 3)"]].concat());
    assert_eq!(
        err,
        "note: 1 of 3 boards have no fitness: the objective is undefined\n"
    );
}

#[test]
fn bounds_that_meet_and_a_value_that_is_not_known_do_not_contradict_each_other() {
    // The bounds of this board meet after few steps; its value needs more than this budget.
    let args = [
        "eval",
        "caterpillar(9,9,9)",
        "--positions",
        "1",
        "--work",
        "400",
    ];
    let (code, out, err) = boil(&args);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("exact: the bounds meet"), "{out}");
    assert!(!out.contains("reason"), "{out}");
    assert!(
        out.contains("canonical form  not known: the board needs more"),
        "{out}"
    );
}

/// Runs a command with a standard output that nobody reads.
fn unread(args: &[&str]) -> i32 {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let mut command = command();
    command.args(args).stdout(writer).stderr(Stdio::piped());
    let output = command.spawn().unwrap().wait_with_output().unwrap();
    output.status.code().unwrap()
}

#[test]
fn files_are_written_when_nobody_reads_standard_output() {
    let dir = tempfile::tempdir().unwrap();
    let place = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let [board, walls, form] = ["board.svg", "walls.png", "form.txt"].map(place);
    let files = ["--draw", &board, "--thermograph", &walls, "--form", &form];
    for more in [
        &["path(4)"][..],
        &["path(4)", "--json"],
        &["path(4)", "--columns", "order"],
    ] {
        assert_eq!(unread(&[&["eval"][..], more, &files].concat()), 0);
        for file in [&board, &walls, &form] {
            assert!(fs::metadata(file).unwrap().len() > 0, "{more:?}: {file}");
            fs::remove_file(file).unwrap();
        }
    }
    unread(&["value", "{3|1}", "--thermograph", &walls, "--form", &form]);
    let page = place("page.html");
    unread(&[
        "conjecture",
        "--class",
        "tree",
        "--order",
        "2..5",
        "--html",
        &page,
    ]);
    for file in [&walls, &form, &page] {
        assert!(fs::metadata(file).unwrap().len() > 0, "{file}");
    }
    let _ = search(dir.path(), "maximize = \"temperature\"");
    let (run, again) = (place("run"), place("again"));
    told(&["search", &place("question.toml"), "--out", &again]);
    unread(&["report", &run, &again]);
    for file in ["run/report.html", "again/report.html", "comparison.html"] {
        assert!(Path::new(&place(file)).exists(), "{file}");
    }
}

#[test]
fn a_failure_is_told_when_nobody_reads_standard_output() {
    let dir = tempfile::tempdir().unwrap();
    let objective = "maximize = \"temperature\"\nrequire = \"diameter >= 9\"";
    let (file, run) = (config(dir.path(), objective), dir.path().join("run"));
    assert_eq!(
        unread(&["search", &file, "--out", run.to_str().unwrap()]),
        2
    );
}

#[test]
fn the_name_of_a_picture_is_checked_before_a_board_is_valued() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("board.xyz");
    let file = file.to_str().unwrap();
    for option in ["--draw", "--thermograph"] {
        let (code, out, err) = boil(&["eval", "path(4)", option, file]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(".svg") && err.contains(".png"), "{err}");
    }
    let (code, out, err) = boil(&["eval", "cycle(3)", "--ruleset", "shannon", "--form", file]);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("no canonical form"), "{err}");
}

#[test]
fn list_without_a_name_lists_the_lists() {
    let (code, out, err) = boil(&["list", "--json"]);
    assert_eq!(code, 0, "{err}");
    let lists = out.lines().map(|line| serde_json::from_str(line).unwrap());
    let lists: Vec<Value> = lists.collect();
    assert!(lists.len() >= 9, "{out}");
    for list in lists {
        let name = list["name"].as_str().unwrap();
        let entries = told(&["list", name, "--json"]).lines().count();
        assert_eq!(list["entries"], entries.to_string(), "{name}");
        assert!(list["summary"].as_str().unwrap().len() > 10, "{name}");
    }
}
