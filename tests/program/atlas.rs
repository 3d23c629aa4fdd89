//! The atlas: its results agree with published ones, and an interruption of a count does not change
//! its files.

use crate::process::{self, ended};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// `boil atlas` in a folder of its own, with the tables in `atlas` and the book beside them.
fn atlas(home: &Path, args: &[&str]) -> Command {
    let mut command = process::command();
    command.current_dir(home);
    command.args(["atlas", "--dir", "atlas", "--book", "records.db"]);
    command.args(args);
    command
}

/// Runs a command that must succeed; returns its standard error.
fn done(command: &mut Command) -> String {
    let (code, out, err) = ended(command);
    assert_eq!(code, 0, "{out}{err}");
    err
}

/// All files of a folder with their contents, by name; of folders within only the names.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    let named = entries.map(|e| {
        let name = e.file_name().into_string().unwrap();
        let is_folder = e.path().is_dir();
        let content = (!is_folder).then(|| fs::read(e.path()).unwrap());
        (name, content.unwrap_or_default())
    });
    named.filter(|(name, _)| name != ".lock").collect()
}

/// The files of the tables in a folder. It may also have chunks of tables that are not complete.
fn table_files(dir: &Path) -> impl Iterator<Item = (String, Vec<u8>)> {
    let files = files(dir).into_iter();
    files.filter(|(name, _)| name.ends_with(".json"))
}

fn tables(dir: &Path) -> Vec<serde_json::Value> {
    table_files(dir)
        .map(|(_, text)| serde_json::from_slice(&text).unwrap())
        .collect()
}

/// The optimum of a table for an objective.
fn optimum<'a>(table: &'a serde_json::Value, objective: &str) -> &'a serde_json::Value {
    let optima = table["content"]["tally"]["optima"].as_array().unwrap();
    optima.iter().find(|o| o["objective"] == objective).unwrap()
}

/// Compares tables with the reference file; returns the number of its rows that they have.
fn agree_with_reference(tables: &[serde_json::Value]) -> usize {
    let path = format!(
        "{}/tests/data/extremal-small-orders.csv",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut agreed = 0;
    for row in csv::Reader::from_path(path).unwrap().into_records() {
        let row = row.unwrap();
        let class = if &row[0] == "trees" {
            "tree"
        } else {
            "connected"
        };
        let order: u64 = row[1].parse().unwrap();
        let is_it = |t: &&serde_json::Value| {
            let question = &t["content"]["question"];
            let of_game = question["ruleset"] == "snort";
            of_game && question["class"] == class && question["order"] == order
        };
        let Some(table) = tables.iter().find(is_it) else {
            continue;
        };
        let difference = optimum(table, "temperature - degree");
        let conjecture = optimum(table, "temperature - degree - degree2 / 2");
        let found = [
            table["content"]["tally"]["boards"].to_string(),
            difference["max"].as_str().unwrap().to_string(),
            difference["attaining"].to_string(),
            conjecture["max"].as_str().unwrap().to_string(),
        ];
        let known: Vec<&str> = row.iter().skip(2).collect();
        assert_eq!(found.each_ref().map(String::as_str), known[..], "{row:?}");
        assert_eq!(table["content"]["checked"], true);
        agreed += 1;
    }
    agreed
}

#[test]
fn agrees_with_the_reference() {
    let home = tempfile::tempdir().unwrap();
    done(&mut atlas(
        home.path(),
        &["--class", "connected", "--order", "1..7"],
    ));
    done(&mut atlas(
        home.path(),
        &["--class", "tree", "--order", "1..12"],
    ));
    assert_eq!(
        agree_with_reference(&tables(&home.path().join("atlas"))),
        10
    );
    // Second-player wins that are not opposable: five of order 7, one tree of order 12.
    for (class, order, wins) in [("connected", 7, 5), ("connected", 6, 0), ("tree", 12, 1)] {
        let path = format!("atlas/snort-{class}-{order:02}.json");
        let text = fs::read(home.path().join(path)).unwrap();
        let table: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let found = &table["content"]["tally"]["second_player_wins"];
        assert_eq!(found["not_opposable"], wins, "{class} {order}");
    }
    // A division by zero has no value, and the class has only the single vertex at this order.
    let single = fs::read(home.path().join("atlas/snort-tree-01.json")).unwrap();
    let single: serde_json::Value = serde_json::from_slice(&single).unwrap();
    let ratio = optimum(&single, "temperature / degree");
    assert!(ratio["max"].is_null() && ratio["undefined"] == 1 && ratio["attaining"] == 0);
}

#[test]
fn the_atlas_in_docs_agrees_with_the_reference() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/records/atlas");
    let tables = tables(&docs);
    assert_eq!(agree_with_reference(&tables), 11);
    assert!(tables.len() >= 28, "only {} tables", tables.len());
}

/// The document in docs agrees with its tables.
#[test]
fn the_document_is_that_of_its_tables() {
    let home = tempfile::tempdir().unwrap();
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let copy = home.path().join("docs/records/atlas");
    fs::create_dir_all(&copy).unwrap();
    for (name, text) in table_files(&docs.join("records/atlas")) {
        fs::write(copy.join(name), text).unwrap();
    }
    let mut command = process::command();
    command.current_dir(home.path());
    command.args(["atlas", "--class", "tree", "--order", "5", "--book", "b.db"]);
    command.args(["--dir", "docs/records/atlas", "--docs", "docs/atlas.md"]);
    done(&mut command);
    let same = |file: &str| {
        let text = |dir: &Path| fs::read_to_string(dir.join(file)).unwrap();
        assert_eq!(text(&home.path().join("docs")), text(&docs), "{file}");
    };
    same("atlas.md");
    let sections = [
        "snort-tree",
        "snort-connected",
        "snort-bipartite",
        "snort-girth-5",
        "col-tree",
        "col-connected",
    ];
    for section in sections {
        same(&format!("atlas/{section}.md"));
        same(&format!("pictures/atlas-{section}.svg"));
    }
}

/// Waits until a count has written its first chunk, then kills it; returns whether it was still
/// running.
fn kill(mut command: Command, home: &Path) -> bool {
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let limit = Instant::now() + Duration::from_secs(60);
    let first = home.join("atlas/snort-tree-15.chunks/00000.json");
    let killed = loop {
        if child.try_wait().unwrap().is_some() {
            break false;
        }
        if first.exists() {
            break true;
        }
        assert!(Instant::now() < limit, "no progress");
        std::thread::sleep(Duration::from_millis(1));
    };
    let _ = child.kill(); // SIGKILL
    child.wait().unwrap();
    killed
}

#[test]
fn kills_threads_and_damage_change_nothing() {
    let args = [
        "--class",
        "tree",
        "--order",
        "14..15",
        "--docs",
        "docs/a.md",
    ];
    let homes = ["one", "two", "killed", "damaged"].map(|_| tempfile::tempdir().unwrap());
    let [one, two, killed, damaged] = homes.each_ref().map(|home| home.path());
    for (home, threads) in [(one, "1"), (two, "2")] {
        done(atlas(home, &args).args(["--threads", threads]));
    }
    let all = files(&one.join("atlas"));
    assert_eq!(all.len(), 2, "{:?}", all.keys());
    assert_eq!(files(&two.join("atlas")), all);

    kill(atlas(killed, &args), killed);
    done(&mut atlas(killed, &args));

    assert!(kill(atlas(damaged, &args), damaged), "too quick");
    let chunk = damaged.join("atlas/snort-tree-15.chunks/00000.json");
    let text = fs::read_to_string(&chunk).unwrap();
    fs::write(&chunk, text.replacen("\"N\": ", "\"N\": 1", 1)).unwrap();
    let said = done(&mut atlas(damaged, &args));
    assert!(said.contains("00000.json: its checksum is wrong"), "{said}");

    let document = |home: &Path| fs::read(home.join("docs/a.md")).unwrap();
    for home in [killed, damaged] {
        assert_eq!(files(&home.join("atlas")), all);
        assert_eq!(document(home), document(one));
    }
}

#[test]
fn stopped_by_time_it_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let args = ["--class", "tree", "--order", "18"];
    let (code, out, err) = ended(atlas(home.path(), &args).args(["--seconds", "1"]));
    assert_eq!(code, 3, "{out}{err}");
    assert!(
        err.contains("of 123867 boards") && err.contains("the same command"),
        "{err}"
    );
    assert!(out.is_empty(), "{out}");
    let left = files(&home.path().join("atlas"));
    assert_eq!(left.keys().collect::<Vec<_>>(), ["snort-tree-18.chunks"]);
}

#[test]
fn a_damaged_table_is_refused_and_stays() {
    let home = tempfile::tempdir().unwrap();
    let args = ["--class", "tree", "--order", "9", "--docs", "a.md"];
    done(&mut atlas(home.path(), &args));
    let path = home.path().join("atlas/snort-tree-09.json");
    let text = fs::read_to_string(&path).unwrap();
    let wrong = text.replace("\"1/2\"", "\"5/2\"");
    for (damaged, why) in [(wrong.as_str(), "checksum"), (&text[..300], "EOF")] {
        fs::write(&path, damaged).unwrap();
        let (code, out, err) = ended(&mut atlas(home.path(), &args));
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(
            err.contains("snort-tree-09.json is damaged") && err.contains(why),
            "{err}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    }
}

#[test]
fn streams_are_held_to_be_all_boards_once() {
    let home = tempfile::tempdir().unwrap();
    // The six connected graphs of order 4.
    let all = ["CF", "CN", "C]", "C^", "C~", "CU"];
    let args = [
        "--class",
        "connected",
        "--order",
        "4",
        "--from",
        "boards.g6",
    ];
    let give = |lines: &[&str]| {
        fs::write(home.path().join("boards.g6"), lines.join("\n")).unwrap();
        ended(&mut atlas(home.path(), &args))
    };
    for (lines, words) in [
        (&all[..5], "5 boards were given, but there are 6"),
        (
            &[&all[..], &["Cr"]].concat()[..],
            "line 7: the board `Cr`, or one isomorphic to it, was given before",
        ),
        (
            &["C?"],
            "line 1: board `C?`: the board is not in the class connected",
        ),
        (
            &["CF", "DQc"],
            "line 2: board `DQc`: expected a board of order 4, found order 5",
        ),
        (&["CF", "C!"], "line 2: board `C!`"),
    ] {
        let (code, out, err) = give(lines);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(words), "no `{words}` in {err}");
    }
    let (code, _, err) = give(&all);
    assert_eq!(code, 0, "{err}");
    // The same tables as by the built-in generator, except for the generator's name.
    let other = tempfile::tempdir().unwrap();
    done(&mut atlas(other.path(), &args[..4]));
    let tally = |home: &Path| tables(&home.join("atlas"))[0]["content"]["tally"].clone();
    assert_eq!(tally(home.path()), tally(other.path()));
}

#[test]
fn more_objectives_are_added_and_the_book_knows_them_for_proved() {
    let home = tempfile::tempdir().unwrap();
    let tree = ["--class", "tree", "--order", "8"];
    done(&mut atlas(home.path(), &tree));
    done(atlas(home.path(), &tree).args(["--objective", "temperature"]));
    let table = &tables(&home.path().join("atlas"))[0];
    assert_eq!(optimum(table, "temperature")["max"], "7");
    assert_eq!(optimum(table, "temperature - degree")["max"], "1/2");
    let before = files(&home.path().join("atlas"));
    done(&mut atlas(home.path(), &tree));
    assert_eq!(files(&home.path().join("atlas")), before);

    let book = boilingpoint::Book::open_existing(&home.path().join("records.db"));
    let records = book.unwrap().list(&Default::default()).unwrap();
    assert!(
        records
            .iter()
            .all(|r| r.entry.is_proved() && r.entry.found_by.run == "atlas")
    );
    let of = |objective: &str| {
        let those = records.iter().filter(|r| r.entry.objective == objective);
        those
            .map(|r| r.entry.facts.board.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("temperature - degree"), ["GFCGOO"]);
    assert_eq!(of("temperature").len(), 1);
    let verify = process::command()
        .current_dir(home.path())
        .args(["records", "verify", "--book", "records.db"])
        .output()
        .unwrap();
    assert!(verify.status.success(), "{verify:?}");
}

/// A count of the maxima only leaves most boards unvalued, and finds what the full tables say.
#[test]
fn maxima_only_are_those_of_the_full_tables() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("atlas");
    let objectives = ["temperature - degree", "temperature / degree"];
    for (class, orders, last) in [("connected", "1..7", "7"), ("tree", "1..12", "12")] {
        let count = ["--class", class, "--order", orders];
        done(atlas(home.path(), &count).arg("--optimum-only"));
        let maxima = tables(&dir);
        // Records of the maxima are proved by the tables, and by those of the full count.
        let verify = || {
            let mut verify = process::command();
            verify.current_dir(home.path());
            verify.args([
                "records",
                "verify",
                "--atlas",
                "atlas",
                "--book",
                "records.db",
            ]);
            done(&mut verify)
        };
        verify();
        done(&mut atlas(home.path(), &count));
        verify();
        let full = tables(&dir);
        assert_eq!(maxima.len(), full.len());
        for (one, other) in maxima.iter().zip(&full) {
            for objective in objectives {
                assert_eq!(optimum(one, objective), optimum(other, objective));
            }
            assert_eq!(
                one["content"]["tally"]["boards"],
                other["content"]["tally"]["boards"]
            );
            assert_eq!(one["content"]["tally"]["outcomes"], serde_json::json!({}));
        }
        // The full table answers this question, too, and stays.
        let before = files(&dir);
        let again = ["--class", class, "--order", last, "--optimum-only"];
        done(&mut atlas(home.path(), &again));
        assert_eq!(files(&dir), before);
        fs::remove_dir_all(&dir).unwrap();
        fs::remove_file(home.path().join("records.db")).unwrap();
    }
}

#[test]
fn what_cannot_be_proved_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let refuses = |args: &[&str], words: &str| {
        let (code, out, err) = ended(atlas(home.path(), args).env("PATH", home.path()));
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(words), "{args:?}: no `{words}` in {err}");
    };
    let tree = ["--class", "tree", "--order"];
    let with = |more: &[&'static str]| [&tree[..], more].concat();
    refuses(&with(&["0..3"]), "orders within 1..26");
    refuses(&with(&["3..27"]), "orders within 1..26");
    refuses(&with(&["x"]), "expected a range");
    refuses(
        &with(&["3", "--generator", "geng"]),
        "lists only connected graphs",
    );
    refuses(&with(&["3..4", "--from", "-"]), "with one number");
    refuses(&with(&["3", "--from", "nowhere.g6"]), "nowhere.g6");
    refuses(&with(&["3", "--objective", "temprature"]), "did you mean");
    refuses(
        &["--class", "caterpillar", "--order", "3"],
        "expected tree, connected, bipartite or girth-5",
    );
    let ten = ["--class", "connected", "--order", "10"];
    refuses(&ten, "the Debian package is `nauty`");
    let listed = [&ten[..], &["--generator", "built-in"]].concat();
    refuses(&listed, "to order 9");
    refuses(&with(&["12", "--positions", "3"]), "budget of 3 positions");
}
