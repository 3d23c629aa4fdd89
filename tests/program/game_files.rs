//! Games from files on the command line. A search goes on without its game file. The commands take
//! the file or the rules.

use crate::place::Place;
use std::fs;

const GAME: &str =
    "[[move]]\npath = \"uncoloured\"\nbecomes = \"own\"\nif = { other = 0 }\nwithin = 2\n";
const CONFIG: &str = "[game]\nruleset = \"games/mine.toml\"\n[boards]\nclass = \"tree\"\norder = [2, 7]\n[objective]\nmaximize = \"temperature - degree\"\n[search]\ncount = 0\ngenerations = 3\npopulation = 8\n";
const NAME: &str = "rules(.>L if R=0 within 2)";

fn with_game(game: &str) -> Place {
    let place = Place::new();
    fs::create_dir_all(place.at("configs/games")).unwrap();
    fs::write(place.at("configs/games/mine.toml"), game).unwrap();
    fs::write(place.at("configs/mine.toml"), CONFIG).unwrap();
    place
}

/// Of two entries of `neighbours` for a colour, the one for fewer colours counts.
#[test]
fn an_entry_for_fewer_colours_counts() {
    let value = |neighbours: &str| {
        let game = "[[move]]\npath = \"uncoloured\"\nbecomes = \"own\"\nif = { own = 0 }\n";
        let place = with_game(&format!("{game}neighbours = {neighbours}\n"));
        let scan = [
            "scan",
            "--class",
            "tree",
            "--order",
            "2..4",
            "--tinted",
            "--ruleset",
        ];
        let columns = [
            "configs/games/mine.toml",
            "--columns",
            "board,canonical_form",
        ];
        place.done(&[&scan[..], &columns].concat())
    };
    let both = value("{ other = \"own\", \"other or uncoloured\" = \"removed\" }");
    assert_eq!(both, value("{ other = \"own\", uncoloured = \"removed\" }"));
    assert_ne!(both, value("{ \"other or uncoloured\" = \"removed\" }"));
}

/// After the search has begun, the file is not needed: the run is extended, its records are
/// verified, reported, exported and explained.
#[test]
fn a_run_has_the_rules_of_its_game() {
    let place = with_game(GAME);
    place.done(&["search", "configs/mine.toml"]);
    let file = "configs/games/mine.toml";
    let by_file = place.done(&["records", "list", "--ruleset", file, "--json"]);
    assert!(by_file.lines().count() >= 5, "{by_file}");
    fs::remove_file(place.at(file)).unwrap();
    let config = fs::read_to_string(place.at("runs/mine/config.toml")).unwrap();
    assert!(
        config.contains(&format!("ruleset = \"{NAME}\"\n")),
        "{config}"
    );
    let run = "runs/mine";
    place.done(&["resume", run, "--set", "search.generations=5"]);
    for verify in [&["records", "verify"][..], &["records", "verify", run]] {
        let told = place.done(verify);
        assert!(told.contains("0 wrong, 0 not decided"), "{told}");
    }
    assert_eq!(
        place
            .done(&["records", "list", "--ruleset", NAME, "--json"])
            .lines()
            .count(),
        by_file.lines().count()
    );
    place.done(&["report", run]);
    let page = fs::read_to_string(place.at("runs/mine/report.html")).unwrap();
    assert!(
        page.contains("rules(.&#62;L if R=0 within 2)"),
        "the game is named"
    );
    assert!(
        place
            .done(&["explain", "1", "--seconds", "1"])
            .contains(NAME)
    );
    for format in ["latex", "cgsuite", "csv"] {
        place.done(&["records", "export", "--format", format]);
    }
    let line = place.done(&["records", "export", "--format", "json"]);
    fs::write(place.at("lines"), line).unwrap();
    let told = place.done(&["records", "import", "lines", "--book", "other.db"]);
    assert!(!told.contains("refused"), "{told}");
}

/// The same config gives the same run on any number of threads.
#[test]
fn a_described_game_is_searched_alike_on_all_threads() {
    let place = with_game(GAME);
    for threads in ["1", "3"] {
        let run = format!("runs/{threads}");
        place.done(&[
            "search",
            "configs/mine.toml",
            "--threads",
            threads,
            "--out",
            &run,
        ]);
    }
    let read = |run: &str| fs::read_to_string(place.at(run).join("archive.jsonl")).unwrap();
    assert_eq!(read("runs/1"), read("runs/3"));
}

/// Commands take the file, and the rules in its place.
#[test]
fn commands_take_a_game_file() {
    let place = with_game(GAME);
    let file = "configs/games/mine.toml";
    for (command, args, shown) in [
        (
            "eval",
            &["path(4)", "--json"][..],
            "\"canonical_form\":\"±3\"",
        ),
        ("scan", &["--class", "tree", "--order", "2..5"], "max"),
        ("family", &["path(n)", "--n", "1..4"], "±3"),
        ("value", &["board(path(4))"], "±3"),
    ] {
        let with = |game: &str| place.done(&[&[command, "--ruleset", game], args].concat());
        let told = with(file);
        assert!(told.contains(shown), "{command}: {told}");
        assert_eq!(told, with(NAME), "{command}");
    }
    let told = place.done(&["explain", "path(4)", "--ruleset", file, "--seconds", "1"]);
    assert!(told.contains(NAME), "{told}");
}

/// A mistake in a game file is told with its line, whichever way the file is named.
#[test]
fn a_mistake_in_a_game_file_has_its_line() {
    let place = with_game(&GAME.replace("uncoloured", "uncolored"));
    for args in [
        &["eval", "path(4)", "--ruleset", "configs/games/mine.toml"][..],
        &["records", "list", "--ruleset", "configs/games/mine.toml"],
        &["explain", "path(4)", "--ruleset", "configs/games/mine.toml"],
        &["check", "configs/mine.toml"],
        &["search", "configs/mine.toml"],
    ] {
        let (code, _, err) = place.boil(args);
        assert_eq!(code, 2, "{args:?}: {err}");
        for part in [
            "games/mine.toml:2:8: `uncolored` is no colour",
            "did you mean `uncoloured`?",
        ] {
            assert!(err.contains(part), "{args:?}: {err}");
        }
    }
    let (code, _, err) = place.boil(&["eval", "path(4)", "--ruleset", "nowhere.toml"]);
    assert!(
        code == 2 && err.contains("nowhere.toml: cannot read the game"),
        "{err}"
    );
}

/// The name in a game file is a label: plan and report show it beside the rules, and nothing
/// compares it.
#[test]
fn a_game_has_a_name_beside_its_rules() {
    let place = with_game(&format!("name = \"Distance Snort\"\n{GAME}"));
    let plan = place.done(&["check", "configs/mine.toml"]);
    assert!(plan.contains("name = \"Distance Snort\""), "{plan}");
    assert!(plan.contains(&format!("ruleset = \"{NAME}\"")), "{plan}");
    let out = place.done(&["search", "configs/mine.toml", "--out", "runs/other"]);
    assert!(out.contains("run folder runs/other of mine;"), "{out}");
    let config = fs::read_to_string(place.at("runs/other/config.toml")).unwrap();
    assert!(config.contains("name = \"Distance Snort\""), "{config}");
    place.done(&["report", "runs/other"]);
    let page = fs::read_to_string(place.at("runs/other/report.html")).unwrap();
    assert!(page.contains("in Distance Snort — rules("), "the question");
    assert!(
        page.contains("<small>run folder other</small>"),
        "the heading"
    );
    let records = place.done(&["records", "list", "--ruleset", NAME]);
    let without = with_game(GAME);
    without.done(&["search", "configs/mine.toml", "--out", "runs/other"]);
    let listed = without.done(&["records", "list", "--ruleset", NAME]);
    assert_eq!(
        records, listed,
        "the name is no part of a record's identity"
    );
    // A game without a name leaves no entry in the run's config.
    let config = fs::read_to_string(without.at("runs/other/config.toml")).unwrap();
    assert!(!config.contains("\nname = \"\"\n"), "{config}");
}

#[test]
fn a_name_that_is_no_line_is_refused() {
    for (name, expected) in [
        (
            "\"two\\nlines\"",
            "`name` must be a line of at most 60 characters",
        ),
        ("3", "`name` must be a string"),
        ("\"\"", "`name` must be a line"),
    ] {
        let place = with_game(&format!("name = {name}\n{GAME}"));
        let (code, _, err) = place.boil(&["check", "configs/mine.toml"]);
        assert!(code == 2 && err.contains(expected), "{name}: {err}");
    }
}
