//! `boil shrink`, and the shrunk find of a search, as a user meets them.

use crate::place::Place;
use serde_json::Value;

const HOT: &str = "temperature > degree";

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn threads_change_nothing_and_eval_confirms_the_property() {
    let place = Place::new();
    let board = "caterpillar(5,4,5)";
    let run = |threads: &str| {
        let args = [
            "shrink",
            board,
            "--keep",
            HOT,
            "--json",
            "--threads",
            threads,
        ];
        object(&place.done(&args))
    };
    let small = run("1");
    assert_eq!(small, run("2"));
    assert_eq!(small["verified"], true);
    assert_eq!(small["end"], "exhausted");
    assert!(small["order"].as_u64() < small["input_order"].as_u64());
    let board = small["board"].as_str().unwrap();
    let table = place.done(&["eval", board, "--columns", HOT, "--csv"]);
    assert_eq!(table.lines().nth(1), Some("true"), "{table}");
    // A tree stays a tree.
    assert_eq!(
        small["size"].as_u64().unwrap() + 1,
        small["order"].as_u64().unwrap()
    );
}

#[test]
fn a_limit_of_time_gives_the_smallest_board_so_far() {
    let place = Place::new();
    let board = "tree(5*tree(6*tree(5*leaf)))";
    let keep = "temperature > degree + degree2 / 2";
    let small = [
        "shrink",
        board,
        "--keep",
        keep,
        "--json",
        "--seconds",
        "3",
        "--positions",
        "500",
        "--work",
        "20000",
    ];
    let (code, out, err) = place.boil(&small);
    // A slow machine may not decide the witness in this time.
    if code == 0 {
        let end = object(&out)["end"].clone();
        assert!(
            ["seconds", "boards"].contains(&end.as_str().unwrap()),
            "{out}"
        );
    } else {
        assert!(err.contains("stopped"), "{err}");
    }
}

#[test]
fn the_find_of_a_search_is_shrunk_unless_the_config_says_no() {
    let place = Place::new();
    let config = "[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [3, 20]\n\
        start = [\"caterpillar(4,4)\"]\n[objective]\nfind = \"temperature > degree\"\n\
        [search]\ncount = 0\ngenerations = 1\npopulation = 4\n";
    std::fs::write(place.at("hot.toml"), config).unwrap();
    let out = place.done(&["search", "hot.toml"]);
    assert!(
        out.contains("found: temperature > degree, at order 8"),
        "{out}"
    );
    let records = std::fs::read_to_string(place.at("runs/hot/records.jsonl")).unwrap();
    let last = object(records.lines().last().unwrap());
    let steps = last["lineage"].as_array().unwrap();
    assert_eq!(steps.last().unwrap()["operator"], "shrink");
    let book = place.done(&["records", "list", "--csv"]);
    assert!(book.contains(",8,"), "{book}");
    place.done(&["records", "verify", "runs/hot"]);
    place.done(&["report", "runs/hot"]);

    let off = [
        "search",
        "hot.toml",
        "--out",
        "off",
        "--set",
        "search.shrink=false",
    ];
    let out = place.done(&off);
    assert!(!out.contains("at order 8"), "{out}");
    // A run may change its mind about the key when it is resumed.
    let out = place.done(&["resume", "off", "--set", "search.shrink=true"]);
    assert!(out.contains("at order 8"), "{out}");
}
