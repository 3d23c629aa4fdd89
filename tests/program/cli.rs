//! The command line: results on standard output, one clear message for bad input, the documented
//! exit codes, the help texts.

use crate::process::{boil, boil_with};
use std::fs;
use std::path::Path;

/// Checks that the command fails with exit code 2, prints nothing on standard output, and prints
/// one message with all these words, without a panic.
fn refuses(args: &[&str], input: &str, words: &[&str]) {
    let (code, out, err) = boil_with(args, input);
    assert_eq!(code, 2, "{args:?}: {out}{err}");
    assert_eq!(out, "", "{args:?} printed a result");
    assert!(err.matches("error: ").count() <= 1, "{args:?}: {err}");
    for word in words {
        assert!(err.contains(word), "{args:?} does not say `{word}`:\n{err}");
    }
}

#[test]
fn eval_prints_what_the_design_promises() {
    let (code, out, _) = boil(&["eval", "--json", "path(4)", "star(3):L...", "0-1,1-2 .L."]);
    assert_eq!(code, 0);
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    for key in [
        "board",
        "tints",
        "ruleset",
        "order",
        "size",
        "degree",
        "degree2",
        "degree3",
        "outcome",
        "canonical_form",
        "temperature",
        "mean",
        "left_stop",
        "right_stop",
        "certainty",
        "temperature_bounds",
        "opposable",
    ] {
        assert!(lines[0].get(key).is_some(), "{key}");
    }
    assert_eq!(lines[0]["canonical_form"], "±{2|1}");
    assert_eq!(lines[0]["temperature"], "3/2");
    assert_eq!(
        lines[0]["temperature_bounds"],
        serde_json::json!(["3/2", "3/2"])
    );
    assert_eq!(lines[1]["canonical_form"], "{3|0}");
    let (code, out, _) = boil_with(&["eval", "-"], "DQc\n\ncycle(4)\n");
    assert_eq!(code, 0);
    assert!(out.contains("canonical form  0"), "{out}");
}

#[test]
fn bad_boards_get_one_message() {
    for (board, words) in [
        ("DQ", &["order 5", "3 characters"][..]),
        ("DQcc", &["DQcc"]),
        ("D Q", &["D Q"]),
        ("D!c", &["D!c"]),
        ("0-0", &["0-0"]),
        ("0-1,0-1", &["0-1"]),
        ("0-99999999999", &["99999999999"]),
        ("star(2):L.", &["2 characters", "3 vertices"]),
        ("star(2):LX.", &["X"]),
        ("star(-1)", &["star"]),
        ("path(1/0)", &["1/0"]),
        ("path(99999999)", &["path"]),
        ("stra(3)", &["star"]),
        ("star(3", &["star(3"]),
        ("grid(2)", &["grid"]),
        ("", &["board"]),
        ("path(n)", &["n"]),
        (":Fa@x", &["sparse6", "ends after"]),
        ("star(40000)", &["40000", "32768"]),
    ] {
        refuses(&["eval", "--", board], "", words);
    }
    refuses(
        &["eval", "-"],
        "DQc\n?!?\n".trim_start_matches("DQc\n"),
        &["line 1"],
    );
    let (code, out, err) = boil_with(&["eval", "-"], "DQc\nD?\n");
    assert_eq!(code, 2);
    assert!(
        out.contains("temperature") && err.contains("line 2"),
        "{err}"
    );
}

/// Each line has an answer or an object with its mistake, in the order of the lines.
#[test]
fn a_batch_goes_on_after_a_board_without_an_answer() {
    let lines = "DQc\n# a comment\nstr(2)\n\n//another\ncycle(3)\nstar(40000)\nstar(2):L..\n";
    let (code, out, err) = boil_with(&["eval", "-", "--json"], lines);
    assert_eq!(code, 2);
    let answers: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let found: Vec<(&str, bool)> = answers
        .iter()
        .map(|a| (a["input"].as_str().expect("a text"), a["error"].is_null()))
        .collect();
    let expected = [
        ("DQc", true),
        ("str(2)", false),
        ("cycle(3)", true),
        ("star(40000)", false),
        ("star(2):L..", true),
    ];
    assert_eq!(found, expected);
    for word in ["line 3: ", "line 7: ", "2 of 5 boards have no answer"] {
        assert!(err.contains(word), "{err}");
    }
    // Typed boards are a batch as well.
    let (code, out, err) = boil(&["eval", "str(2)", "cycle(3)"]);
    assert!(
        code == 2 && out.contains("cycle(3)") && err.contains("star"),
        "{err}"
    );
}

/// The bounds of a nimber hold for every position of an impartial game.
#[test]
fn an_impartial_board_beyond_the_budget_has_bounds() {
    let (code, out, _) = boil(&[
        "eval",
        "grid(9,9)",
        "--ruleset",
        "node-kayles",
        "--work",
        "1000",
    ]);
    assert!(code == 0 && out.contains("bounds, proved"), "{out}");
    assert!(
        out.contains("temperature     -1 to 0") && out.contains("mean            0"),
        "{out}"
    );
}

#[test]
fn boards_too_large_to_solve_get_a_verdict() {
    let (code, out, _) = boil(&["eval", "path(40)", "--positions", "20"]);
    assert!(code == 0 && out.contains("bounds, proved"), "{out}");
    let (code, _, err) = boil(&["family", "path(40)", "--positions", "20", "--bounds", "0"]);
    assert!(code == 2 && err.contains("20 positions"), "{err}");
    let (code, out, _) = boil(&["eval", "random_tree(60,1)", "--memory", "64 MiB"]);
    assert!(code == 0 && out.contains("bounds, proved"), "{out}");
    let endless = ["--work", "1000000000000", "--positions", "1000000000000"];
    let stopped = ["eval", "random_connected(60,200,1)", "--seconds", "1"];
    let (code, out, _) = boil(&[&stopped[..], &endless].concat());
    assert!(code == 0 && out.contains("bounds, proved"), "{out}");
    // More than 1024 classes of twins: the number of moves bounds the value.
    let (code, out, _) = boil(&["eval", "path(2000)"]);
    assert!(code == 0 && out.contains("-1 to 2000"), "{out}");
    refuses(&["canonical", "path(2000)"], "", &["too many classes"]);
    // Clobber is all small.
    let clobber = [
        "eval",
        "alternating_path(60)",
        "--ruleset",
        "clobber",
        "--work",
        "1000",
    ];
    let (code, out, _) = boil(&clobber);
    assert!(
        code == 0 && out.contains("temperature     -1 to 0"),
        "{out}"
    );
    // A game without values has no bounds, but a theorem may tell the outcome.
    let short = ["--work", "100", "--ruleset"];
    let (code, out, _) = boil(&[&["eval", "complete(12)"], &short[..], &["shannon"]].concat());
    assert!(code == 0 && out.contains("outcome by a theorem"), "{out}");
    let (code, out, _) = boil(&[&["eval", "lines(4,3)"], &short[..], &["positional"]].concat());
    assert!(
        code == 0 && out.contains("certainty       not decided\n"),
        "{out}"
    );
    refuses(&["eval", "path(4)", "--memory", "many"], "", &["--memory"]);
    refuses(
        &["eval", "path(4)", "--ruleset", "snrot"],
        "",
        &["snrot", "snort"],
    );
}

#[test]
fn families() {
    let (code, out, _) = boil(&["family", "caterpillar(n+1,n,n+1)", "--n", "1..8", "--fit"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("±(7*,{11|8||*})") && out.contains("temperature = 2 n + 1"),
        "{out}"
    );
    let (_, out, _) = boil(&["family", "caterpillar(n+1,n,n+1)", "--n", "1..3", "--csv"]);
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("CSV");
    assert_eq!(rows.len(), 3);
    assert_eq!(&rows[2][1], "±(7*,{11|8||*})");
    let (_, out, _) = boil(&["family", "caterpillar(n+1,n,n+1)", "--n", "2", "--latex"]);
    assert!(
        out.contains("\\pm (5,\\allowbreak \\{8\\mid 6{*}\\parallel 0\\})"),
        "{out}"
    );
    let (_, out, _) = boil(&["family", "star(n)", "--n", "1..4", "--json"]);
    assert_eq!(out.lines().count(), 4);
    refuses(
        &["family", "caterpillar(n-5,n)", "--n", "1..8"],
        "",
        &["n = 1"],
    );
    refuses(&["family", "caterpillar(n+1,n,n+1)"], "", &["--n"]);
    refuses(&["family", "star(3)", "--n", "1..2"], "", &["--n"]);
    refuses(&["family", "strar(n)", "--n", "1..2"], "", &["star"]);
    refuses(&["family", "star(n)", "--n", "5..2"], "", &["empty"]);
    refuses(&["family", "star(n)", "--n", "a..b"], "", &["1..8"]);
    refuses(
        &["family", "star(n*9223372036854775807)", "--n", "2..3"],
        "",
        &["n = 2"],
    );
}

#[test]
fn scans() {
    let (code, out, _) = boil(&["scan", "--class", "tree", "--order", "8..10", "--json"]);
    assert_eq!(code, 0);
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    assert_eq!(
        (
            &lines[2]["max"],
            &lines[2]["boards"],
            &lines[2]["attaining"]
        ),
        (&"1".into(), &106.into(), &1.into())
    );
    let (code, out, _) = boil_with(&["scan", "-", "--top", "5"], "Bw\nBW\nBo\n");
    assert_eq!(code, 0);
    assert!(
        out.contains("Bw") && out.matches("Bo").count() == 2,
        "{out}"
    );
    let (code, _, err) = boil_with(
        &["scan", "-", "--objective", "temperature / degree"],
        "@\nBw\n",
    );
    assert!(code == 0 && err.contains("1 of 2 boards"), "{err}");
    let (code, out, err) = boil_with(&["scan", "-"], "Bw\nB!\n");
    assert!(
        code == 2 && out.contains("Bw") && err.contains("line 2"),
        "{err}"
    );
    refuses(&["scan", "-"], "", &["no boards"]);
    refuses(
        &["scan", "-", "--objective", "temprature"],
        "Bw\n",
        &["temprature", "temperature"],
    );
    refuses(
        &["scan", "-", "--objective", "temperature / 0"],
        "Bw\n",
        &["zero"],
    );
    refuses(
        &["scan", "-", "--objective", "tree"],
        "Bw\n",
        &["condition"],
    );
    refuses(
        &["scan", "-", "--require", "degree"],
        "Bw\n",
        &["condition"],
    );
    refuses(&["scan", "/nonexistent.g6"], "", &["/nonexistent.g6"]);
    refuses(
        &["scan", "--class", "connected", "--order", "2..12"],
        "",
        &["geng"],
    );
    refuses(
        &["scan", "--class", "forest", "--order", "2..4"],
        "",
        &["connected"],
    );
}

#[test]
fn landscapes() {
    let (code, out, _) = boil(&["landscape", "--class", "tree", "--order", "2..9", "--json"]);
    assert_eq!(code, 0);
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 8 * 7);
    let all = &lines[8 * 7 - 1];
    assert_eq!(
        (&all["order"], &all["boards"], &all["max"]),
        (&9.into(), &47.into(), &"1/2".into())
    );
    assert_eq!(
        all["moves"],
        serde_json::json!(["leaves", "edges", "branches", "alike"])
    );
    for line in &lines {
        let count = |key: &str| line[key].as_u64().expect("a count");
        assert!(line["mean_neighbours"].is_string(), "{line}");
        assert!(count("attaining") <= count("boards"), "{line}");
        assert!(count("false_plateaus") <= count("false_optima"), "{line}");
        assert!(count("false_optima") <= count("local_optima"), "{line}");
    }
    let args = ["landscape", "--class", "connected", "--order", "1..5"];
    let ratio = ["--objective", "temperature / degree"];
    let (code, out, err) = boil(&[&args[..], &ratio, &["--threads", "1"]].concat());
    assert!(code == 0 && err.contains("1 boards"), "{err}");
    assert!(
        out.contains("order 5: boards 21") && out.contains("leaves+edges+branches"),
        "{out}"
    );
    assert_eq!(
        boil(&[&args[..], &ratio, &["--threads", "2"]].concat()).1,
        out
    );
    let tree = ["landscape", "--class", "tree", "--order"];
    refuses(&[&tree[..], &["2..21"]].concat(), "", &["1..20"]);
    refuses(&[&tree[..], &["0..4"]].concat(), "", &["1..20"]);
    refuses(&[&tree[..], &["5..4"]].concat(), "", &["5..4"]);
    refuses(&tree[..3], "", &["--order"]);
    refuses(
        &[&tree[..], &["2..5", "--objective", "degre"]].concat(),
        "",
        &["degre", "degree"],
    );
    refuses(
        &[&tree[..], &["2..9", "--positions", "5"]].concat(),
        "",
        &["board `", "5 positions"],
    );
    refuses(
        &["landscape", "--class", "any", "--order", "2..4"],
        "",
        &["connected"],
    );
}

#[test]
fn conjectures() {
    let trees = ["conjecture", "--class", "tree", "--order", "2..9"];
    let size = ["--of", "size", "--by", "order, degree", "--json"];
    let dir = tempfile::tempdir().expect("a folder");
    let page = dir.path().join("page.html").display().to_string();
    let (code, out, _) = boil(&[&trees[..], &size, &["--html", &page]].concat());
    assert_eq!(code, 0);
    let first: serde_json::Value = serde_json::from_str(out.trim()).expect("one object");
    assert_eq!(first["inequality"], "size <= order - 1");
    assert_eq!(
        (&first["equal"], &first["boards"]),
        (&94.into(), &94.into())
    );
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("<code>size &#60;= order - 1</code>") && page.contains("<svg"));
    // A board from elsewhere refutes the inequality.
    let known = dir.path().join("known");
    let found = known.display().to_string();
    let of_size = [
        &trees[..],
        &size[..2],
        &["--by", "order", "--found", &found],
    ]
    .concat();
    fs::write(&known, "path(30)\n").expect("writable");
    assert!(boil(&of_size).1.starts_with("size <= order - 1"));
    fs::write(&known, "cycle(5)\n").expect("writable");
    let (code, out, _) = boil(&of_size);
    assert_eq!((code, out.as_str()), (0, ""));
    fs::write(&known, "knot(5)\n").expect("writable");
    let (code, _, err) = boil(&of_size);
    assert!(
        code == 2 && err.contains("line 1: board `knot(5)`"),
        "{err}"
    );
    let hot = ["--by", "degree,leaves,independence", "--lower"];
    let args = |threads| [&trees[..], &hot, &["--threads", threads]].concat();
    let (code, out, _) = boil(&args("1"));
    assert!(code == 0 && out.starts_with("temperature >= "), "{out}");
    assert_eq!(boil(&args("2")).1, out);
    refuses(
        &[&trees[..], &["--by", "degre"]].concat(),
        "",
        &["--by", "degre"],
    );
    refuses(
        &[&trees[..], &["--by", "mean"]].concat(),
        "",
        &["mean", "graph alone"],
    );
    refuses(&[&trees[..], &["--of", "hot"]].concat(), "", &["condition"]);
    refuses(&[&trees[..4], &["2..21"]].concat(), "", &["1..20"]);
    let (code, _, err) = boil(&[&trees[..], &["--positions", "5"]].concat());
    assert!(code == 2 && err.contains("5 positions"), "{err}");
    let search = ["--search", "1", "--search-order", "5..4"];
    refuses(&[&trees[..], &search].concat(), "", &["5..4"]);
}

fn config(dir: &Path, text: &str) -> String {
    let path = dir.join("c.toml");
    fs::write(&path, text).expect("writable");
    path.display().to_string()
}

const GOOD: &str = "[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [2, 7]\n[objective]\nmaximize = \"temperature - degree\"\n";

#[test]
fn bad_configs_name_line_and_column() {
    let dir = tempfile::tempdir().expect("a folder");
    for (old, new, words) in [
        ("[boards]", "[bords]", &["c.toml:3:", "boards"][..]),
        ("class =", "clas =", &["c.toml:4:1", "class"]),
        ("\"tree\"", "\"forest\"", &["c.toml:4:9", "forest"]),
        ("\"tree\"", "7", &["c.toml:4:9"]),
        ("[2, 7]", "[7, 2]", &["c.toml:5:"]),
        ("[2, 7]", "[0, 2]", &["c.toml:5:"]),
        ("[2, 7]", "[2, 7", &["c.toml:"]),
        ("\"snort\"", "\"snrt\"", &["c.toml:2:11", "snort"]),
        (
            "temperature - degree",
            "temperature - degre",
            &["c.toml:7:27", "degree"],
        ),
        (
            "temperature - degree",
            "temperature / (2 - 2)",
            &["c.toml:7:", "zero"],
        ),
        ("temperature - degree", "temperature -", &["c.toml:7:"]),
    ] {
        let text = GOOD.replace(old, new);
        assert!(text != GOOD);
        let path = config(dir.path(), &text);
        for command in ["check", "search"] {
            let mut args = vec![command, path.as_str()];
            let out = dir.path().join("run").display().to_string();
            if command == "search" {
                args.extend(["--out", out.as_str()]);
            }
            refuses(&args, "", words);
            assert!(!dir.path().join("run").exists(), "a run was begun");
        }
    }
    let path = config(dir.path(), GOOD);
    refuses(
        &["check", &path, "--set", "boards.clas=tree"],
        "",
        &["boards.clas", "class"],
    );
    refuses(
        &["check", &path, "--set", "search.population=-3"],
        "",
        &["search.population"],
    );
    refuses(&["check", &path, "--seed", "x"], "", &["--seed"]);
    refuses(
        &["check", &path, "--set", "boards.start=[\"DQ\"]"],
        "",
        &["DQ"],
    );
    refuses(
        &[
            "search",
            &path,
            "--set",
            "boards.start=[\"cycle(4)\"]",
            "--out",
            "/tmp/never",
        ],
        "",
        &["class"],
    );
    refuses(&["check", "/nonexistent.toml"], "", &["/nonexistent.toml"]);
    fs::write(dir.path().join("c.toml"), b"name = \"\xff\"").expect("writable");
    refuses(&["check", &path], "", &["c.toml:1:"]);
}

#[test]
fn a_checked_plan_reads_back_as_itself() {
    let dir = tempfile::tempdir().expect("a folder");
    let configs = crate::place::configs();
    assert!(configs.len() > 80, "only {} configs", configs.len());
    for path in configs {
        let (code, out, err) = boil(&["check", &path.display().to_string()]);
        assert_eq!(code, 0, "{}: {err}", path.display());
        let again = config(dir.path(), &out);
        assert_eq!(boil(&["check", &again]).1, out, "{}", path.display());
    }
}

/// A certificate that is none fails its check; a file that cannot be read is bad input.
#[test]
fn a_certificate_that_cannot_be_read_is_bad_input() {
    let dir = tempfile::tempdir().expect("a folder");
    let none = config(dir.path(), GOOD);
    let missing = "/nonexistent.json";
    let check = |files: &[&str]| boil(&[&["certificate", "check"], files].concat());
    let (code, out, _) = check(&[&none]);
    assert_eq!(code, 1, "{out}");
    for files in [&[missing][..], &[&none, missing], &[missing, &none]] {
        let (code, _, err) = check(files);
        assert_eq!(code, 2, "{err}");
        let named = format!("{missing}: the file cannot be read: No such file");
        assert!(err.contains(&named), "{err}");
    }
}

#[test]
fn bad_run_folders_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name).display().to_string();
    let path = config(dir.path(), GOOD);
    let run = at("run");
    let small = [
        "--set",
        "search.generations=3",
        "--set",
        "search.population=8",
    ];
    let search = |out: &str| boil(&[&["search", &path, "--out", out][..], &small].concat());
    assert_eq!(search(&run).0, 0);
    let (code, _, err) = search(&run);
    assert!(code == 2 && err.contains("boil resume"), "{err}");
    refuses(&["resume", &at("nothing")], "", &["nothing"]);
    fs::create_dir(dir.path().join("empty")).expect("made");
    refuses(&["resume", &at("empty")], "", &["empty"]);
    refuses(&["resume", &run, "--set", "seed=5"], "", &["seed"]);
    // A manifest of another version.
    let manifest = fs::read_to_string(dir.path().join("run/manifest.json")).expect("manifest");
    fs::write(
        dir.path().join("run/manifest.json"),
        manifest.replace("\"format\": 1", "\"format\": 99"),
    )
    .expect("writable");
    refuses(&["resume", &run], "", &["99"]);
    fs::write(dir.path().join("run/manifest.json"), &manifest).expect("writable");
    // No checkpoint.
    fs::remove_dir_all(dir.path().join("run/checkpoint")).expect("removed");
    refuses(&["resume", &run], "", &["checkpoint"]);
    fs::create_dir(dir.path().join("run/checkpoint")).expect("made");
    fs::write(dir.path().join("run/checkpoint/00000003.bin"), b"rubbish").expect("writable");
    refuses(&["resume", &run], "", &["checkpoint"]);
}

#[test]
fn tampered_records_fail_their_check() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = config(dir.path(), GOOD);
    let run = dir.path().join("run").display().to_string();
    assert_eq!(
        boil(&[
            "search",
            &path,
            "--out",
            &run,
            "--set",
            "search.generations=3"
        ])
        .0,
        0
    );
    let book = dir.path().join("records.db").display().to_string();
    let (code, out, _) = boil(&["records", "verify", "--book", &book]);
    assert!(
        code == 0 && out.contains("6 verified, 0 wrong, 0 not decided"),
        "{out}"
    );
    let (code, out, _) = boil(&["records", "list", "--json", "--book", &book]);
    assert!(code == 0 && out.lines().count() == 6, "{out}");
    assert_eq!(boil(&["records", "show", "1", "--book", &book]).0, 0);
    for format in ["graph6", "csv", "json", "dot"] {
        assert_eq!(
            boil(&["records", "export", "--format", format, "--book", &book]).0,
            0
        );
    }
    refuses(&["records", "show", "77", "--book", &book], "", &["77"]);
    refuses(
        &["records", "list", "--book", "/nonexistent.db"],
        "",
        &["/nonexistent.db"],
    );
    let file = dir.path().join("run/records.jsonl");
    let text = fs::read_to_string(&file).expect("records");
    fs::write(
        &file,
        text.replacen("\"temperature\":\"2\"", "\"temperature\":\"3\"", 1),
    )
    .expect("writable");
    let (code, _, err) = boil(&["records", "verify", &run]);
    assert!(
        code == 1 && err.contains("temperature is 2, but the record says 3"),
        "{err}"
    );
    fs::write(&file, text.replacen('{', "[", 1)).expect("writable");
    refuses(&["records", "verify", &run], "", &["records.jsonl, line 1"]);
}

#[test]
fn the_signature_is_what_it_was() {
    let (code, out, _) = boil(&["signature"]);
    let expected = include_str!("../data/signature.txt");
    assert_eq!(
        (code, out.as_str()),
        (0, expected),
        "behaviour has changed: say so, and update tests/data/signature.txt"
    );
}

#[test]
fn lists() {
    for (what, word) in [
        ("rulesets", "snort"),
        ("invariants", "degree2"),
        ("families", "caterpillar"),
        ("operators", "copy-branch"),
        ("classes", "bipartite"),
    ] {
        let (code, out, _) = boil(&["list", what]);
        assert!(code == 0 && out.contains(word), "{out}");
    }
    assert_eq!(boil(&["list", "colours"]).0, 2);
    assert_eq!(boil(&["frobnicate"]).0, 2);
}

#[test]
fn a_program_without_the_clusters_client_says_how_to_build_one() {
    if cfg!(feature = "cluster") {
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let config = format!("{}/configs/smoke.toml", env!("CARGO_MANIFEST_DIR"));
    let out = dir.path().join("run").display().to_string();
    let server = "nats://127.0.0.1:1";
    for args in [
        &["worker", "--cluster", server][..],
        &["cluster", "status", "--cluster", server],
        &["cluster", "remove", "run", "--cluster", server],
        &["search", &config, "--out", &out, "--cluster", server],
    ] {
        let (code, _, err) = boil(args);
        assert_eq!(code, 2, "{args:?}");
        assert!(
            err.contains("cargo build --release --features cluster"),
            "{args:?}: {err}"
        );
    }
    assert!(!Path::new(&out).exists(), "a run was begun");
}

#[test]
fn a_program_with_the_clusters_client_asks_for_the_server() {
    if cfg!(not(feature = "cluster")) {
        return;
    }
    let server = "nats://me:secret@127.0.0.1:1";
    let (code, _, err) = boil(&["cluster", "status", "--cluster", server]);
    assert_eq!(code, 2);
    assert!(
        err.contains("nats://127.0.0.1:1: ") && !err.contains("secret"),
        "{err}"
    );
}

#[test]
fn a_search_says_what_it_found_or_why_it_cannot() {
    let dir = tempfile::tempdir().expect("a folder");
    let config = format!("{}/configs/smoke.toml", env!("CARGO_MANIFEST_DIR"));
    let at = |name: &str| dir.path().join(name).display().to_string();
    let search = |name: &str, sets: &[&str]| {
        let out = at(name);
        let mut args = vec!["search", &config, "--out", &out];
        for set in sets {
            args.extend(["--set", set]);
        }
        boil(&args)
    };
    let find = r#"objective.find="temperature > degree""#;
    let (code, out, err) = search("find", &[r#"objective.maximize="""#, find]);
    assert_eq!(code, 0, "{err}");
    assert!(
        out.contains("found: temperature > degree, at order 8"),
        "{out}"
    );
    let never = r#"objective.find="temperature > degree + degree2 / 2""#;
    let (code, out, err) = search("never", &[r#"objective.maximize="""#, never]);
    assert_eq!(code, 0, "{err}");
    assert!(
        out.contains("not found: ") && out.contains("the nearest board has the margin 0  board "),
        "{out}"
    );
    let collect = r#"objective.collect="temperature""#;
    let (code, out, err) = search("collect", &[r#"objective.maximize="""#, collect]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("values collected in"), "{out}");
    assert!(dir.path().join("collect/collection.csv").exists());

    // A search without a single fitness says so, and says it again when it is resumed.
    let impossible = r#"objective.require="order >= 50""#;
    let (code, _, first) = search("none", &[impossible]);
    assert_eq!(code, 2);
    assert!(first.contains("do not meet `order >= 50`"), "{first}");
    let (code, _, again) = boil(&["resume", &at("none")]);
    assert!(code == 2 && again.ends_with(&first), "{again}");

    let refused = |sets: &[&str], words: &[&str]| {
        let (code, _, err) = search("refused", sets);
        assert_eq!(code, 2, "{sets:?}");
        for word in words {
            assert!(err.contains(word), "{sets:?} does not say `{word}`:\n{err}");
        }
    };
    refused(
        &[r#"islands.class=["any"]"#],
        &["islands.class", "not a part of \"tree\""],
    );
    refused(
        &["boards.grow_from=20", "boards.grow_until=5"],
        &["outside of `boards.order`"],
    );
    refused(&["boards.grow_until=5"], &["needs `boards.grow_from`"]);
    refused(
        &[r#"search.operators=["tint"]"#],
        &["none of the named operators can be used"],
    );
    refused(
        &[r#"islands.maximize=["girth"]"#],
        &["`islands.maximize` is undefined"],
    );
    refused(&[find], &["`maximize` and `find` exclude each other"]);
    refused(
        &[r#"boards.start=["path(10)"]"#, "boards.max_kinds=2"],
        &["is not in the class: tree, order 2 to 11, at most 2 kinds of vertices"],
    );
}

/// A board that cannot be valued within the budget gets bounds, and the output says so.
#[test]
fn bounds_where_the_value_is_out_of_reach() {
    let (code, out, err) = boil(&["eval", "--json", "--bounds", "3000", "nary_tree(6,3)"]);
    assert_eq!(code, 0, "{err}");
    let told: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(told["certainty"], "bounds");
    assert_eq!(told["temperature_bounds"], serde_json::json!(["36", "36"]));
    assert_eq!(
        (&told["mean"], &told["outcome"]),
        (&"0".into(), &"N".into())
    );
    assert!(told["canonical_form"].is_null());
    refuses(
        &["eval", "--bounds", "10", "--ruleset", "shannon", "cycle(4)"],
        "",
        &["positions of shannon cannot be enclosed"],
    );
}

#[test]
fn a_new_config_runs_and_is_not_overwritten() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("hot.toml").display().to_string();
    let (code, out, err) = boil(&["init", &file]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains(&format!("boil search {file}")), "{out}");
    let run = dir.path().join("run").display().to_string();
    let few = [
        "search",
        &file,
        "--out",
        &run,
        "--set",
        "search.generations=2",
    ];
    let (code, out, err) = boil(&few);
    assert!(
        code == 0 && out.contains("finished (generations) after 2"),
        "{out}{err}"
    );
    fs::write(&file, "mine").expect("writable");
    refuses(&["init", &file], "", &["hot.toml exists"]);
    assert_eq!(fs::read_to_string(&file).expect("kept"), "mine");
    let odd = dir
        .path()
        .join("no such folder/x.toml")
        .display()
        .to_string();
    refuses(&["init", &odd], "", &["cannot write", "x.toml"]);
    // A run that has finished says how to extend it.
    let (code, _, err) = boil(&["resume", &run]);
    let hint = "to extend the run: boil resume";
    assert!(
        code == 0 && err.contains(hint) && err.contains("search.generations=4"),
        "{err}"
    );
    let (code, out, err) = boil(&["resume", &run, "--set", "search.generations=4"]);
    assert!(
        code == 0 && out.contains("after 4 generations"),
        "{out}{err}"
    );
    assert!(!err.contains(hint), "{err}");
    // Fewer generations than the run has are no change.
    let (_, _, err) = boil(&["resume", &run, "--set", "search.generations=1"]);
    assert!(err.contains("search.generations=8"), "{err}");
}

#[test]
fn mistyped_files_and_options_get_a_hint() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("hottest-trees.toml");
    fs::write(&file, "").expect("writable");
    let near = dir.path().join("hotest-trees.toml").display().to_string();
    let help = format!("did you mean `{}`?", file.display());
    refuses(&["check", &near], "", &["cannot read the config", &help]);
    let far = dir.path().join("xyzzy.toml").display().to_string();
    let (_, _, err) = boil(&["check", &far]);
    assert!(!err.contains("did you mean"), "{err}");
    let known = ["search", &near, "--generations", "50"];
    refuses(&known, "", &["--generations", "--set search.generations="]);
    let (_, _, err) = boil(&["search", &near, "--xyzzy"]);
    assert!(!err.contains("hint"), "{err}");
}
