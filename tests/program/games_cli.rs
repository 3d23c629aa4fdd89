//! The other games on the command line: the commands of `docs/games.md`, every shipped config from
//! random boards to verified records and a report, and the same bytes on any number of threads.

use crate::place::configs;
use crate::process::{boil, told};
use std::fs;
use std::path::Path;

fn lines(out: &str) -> Vec<serde_json::Value> {
    out.lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect()
}

/// A small search by a config, on this many threads.
fn search(config: &Path, run: &Path, threads: &str) {
    told(&[
        "search",
        &config.display().to_string(),
        "--out",
        &run.display().to_string(),
        "--threads",
        threads,
        "--set",
        "search.generations=3",
        // A few small orders are counted first.
        "--set",
        "search.count=30",
        "--set",
        "search.population=6",
        "--set",
        "boards.order=[2,8]",
        "--set",
        "boards.grow_from=0",
        "--set",
        "boards.grow_until=0",
        "--set",
        "budget.seconds=0",
    ]);
}

/// The configs of games other than Snort; other tests run Snort's, and `.ci/configs` those of graphs
/// alone.
#[test]
fn every_config_of_another_game_runs_to_verified_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut games = Vec::new();
    for config in configs() {
        let text = fs::read_to_string(&config).expect("a config");
        if text.contains("ruleset = \"snort\"")
            || !config.parent().expect("a folder").ends_with("configs")
        {
            continue;
        }
        let name = config
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let run = folder.path().join(&name);
        search(&config, &run, "1");
        let records = fs::read_to_string(run.join("records.jsonl")).expect("records");
        let records = lines(&records);
        assert!(!records.is_empty(), "{name} has no records");
        assert!(
            records.iter().all(|r| r["verified"] == true),
            "{name}: {records:?}"
        );
        told(&["report", &run.display().to_string()]);
        games.push(name);
    }
    assert!(games.len() >= 12, "{games:?}");
    let book = folder.path().join("records.db").display().to_string();
    told(&["records", "verify", "--book", &book]);
    assert!(!lines(&told(&["records", "list", "--book", &book, "--json"])).is_empty());
    // Facts that the game does not have are left out; the others are there.
    for (game, there, not) in [
        ("shannon", "outcome         R", "canonical form"),
        ("node-kayles", "Grundy value", "atomic weight"),
        ("clobber", "atomic weight", "Grundy value"),
    ] {
        let of_game = [
            "records",
            "list",
            "--book",
            &book,
            "--ruleset",
            game,
            "--json",
        ];
        let records = lines(&told(&of_game));
        assert!(records.iter().all(|r| r["ruleset"] == game), "{game}");
        let id = records[0]["id"].to_string();
        let shown = told(&["records", "show", "--book", &book, &id]);
        assert!(
            shown.contains(there) && !shown.contains(not),
            "{game}: {shown}"
        );
    }
}

/// Boards with tokens, weights and loops, and squares: the same results on one thread and on two.
#[test]
fn threads_change_nothing_in_other_games() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["nim-weights", "domineering", "shannon"] {
        let config = configs()
            .into_iter()
            .find(|c| c.ends_with(format!("{name}.toml")));
        let config = config.expect(name);
        let runs = ["1", "2"].map(|threads| {
            let run = folder.path().join(format!("{name}-{threads}"));
            search(&config, &run, threads);
            [
                "progress.csv",
                "archive.jsonl",
                "records.jsonl",
                "events.jsonl",
                "seen.bin",
            ]
            .map(|file| fs::read(run.join(file)).expect(file))
        });
        assert!(runs[0] == runs[1], "{name}");
    }
}

#[test]
fn tables_of_other_games() {
    let column = |args: &[&str], key: &str| -> Vec<String> {
        let out = told(&[&["family", "--json"], args].concat());
        lines(&out).iter().map(|l| l[key].to_string()).collect()
    };
    let paths = ["--ruleset", "node-kayles", "path(n)", "--n", "1..8"];
    assert_eq!(
        column(&paths, "grundy"),
        ["1", "1", "2", "0", "3", "1", "1", "0"]
    );
    let stars = ["--ruleset", "cutthroat", "tinted_star(2,n)", "--n", "1..3"];
    assert_eq!(column(&stars, "atomic_weight"), ["\"1\"", "\"2\"", "\"3\""]);
    let lines = ["--ruleset", "maker-breaker", "lines(n,2)", "--n", "2..3"];
    assert_eq!(column(&lines, "outcome"), ["\"L\"", "\"N\""]);
    assert_eq!(column(&lines, "temperature"), ["null", "null"]);
    let piles = [
        "family",
        "--csv",
        "--ruleset",
        "take-away(2*n)",
        "piles(n)",
        "--n",
        "1..9",
    ];
    let lost = |line: &&str| line.contains(",P,");
    let out = told(&piles);
    let lost: Vec<&str> = out.lines().filter(lost).map(|l| &l[..1]).collect();
    assert_eq!(lost, ["1", "2", "3", "5", "8"]);
}

/// A scan takes every choice of marks and every place of the token.
#[test]
fn scans_of_other_games() {
    let scan = |args: &[&str]| lines(&told(&[&["scan", "--json"], args].concat()));
    let squares = [
        "--class",
        "squares",
        "--order",
        "6..6",
        "--ruleset",
        "domineering",
    ];
    let found = scan(&[&squares[..], &["--objective", "temperature"]].concat());
    assert_eq!(
        (&found[0]["boards"], &found[0]["max"]),
        (&68.into(), &"5/4".into())
    );
    // The next player wins on the square with one weight of 2: it is the smallest such board.
    let weights = ["--class", "connected", "--order", "2..4", "--weights", "2"];
    let more = [
        "--ruleset",
        "nim-on-graphs",
        "--objective=-links",
        "--require",
        "weight_matters",
    ];
    let found = scan(&[&weights[..], &more].concat());
    let orders: Vec<bool> = found.iter().map(|l| l["max"].is_null()).collect();
    assert_eq!(orders, [true, true, false]);
    assert_eq!(found[2]["max"], "-4");
    let tinted = [
        "--class",
        "tree",
        "--order",
        "3..3",
        "--tinted",
        "--ruleset",
        "cutthroat",
    ];
    let found = scan(&[&tinted[..], &["--objective", "atomic_weight"]].concat());
    // Three vertices, three tints, up to reflection.
    assert_eq!(
        (&found[0]["boards"], &found[0]["max"]),
        (&18.into(), &"1".into())
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    for (args, words) in [
        (
            &["eval", "--ruleset", "nim-on-graphs", "path(3)"][..],
            "needs a token",
        ),
        (&["eval", "0-0"], "snort has no use for loops"),
        (
            &[
                "eval",
                "--ruleset",
                "shannon",
                "cycle(3)",
                "--thermograph",
                "t.svg",
            ],
            "no thermograph",
        ),
        (
            &["eval", "--ruleset", "subtraction(0)", "piles(3)"],
            "`0` is not a number of chips",
        ),
        (
            &["scan", "--class", "tree", "--order", "2..3", "--loops"],
            "--loops: snort has no use for this option",
        ),
        (
            &["family", "--ruleset", "chess", "path(n)", "--n", "1..2"],
            "there is no ruleset `chess`",
        ),
    ] {
        let (code, out, err) = boil(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(words), "{args:?}: {err}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("c.toml");
    let text = "[game]\nruleset = \"snort\"\n[boards]\nloops = true\nclass = \"squares\"\n[objective]\nmaximize = \"order\"\n";
    fs::write(&config, text).expect("writable");
    let (code, _, err) = boil(&["check", &config.display().to_string()]);
    assert_eq!(code, 2);
    assert!(err.contains("c.toml:4:"), "{err}");
}
