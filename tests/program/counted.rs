//! Searches that count small orders first, as a user runs them.

use crate::place::Place;

const CONFIG: &str = "[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [2, 8]\n\
    [objective]\nmaximize = \"temperature - degree\"\n[search]\nislands = 2\npopulation = 8\ngenerations = 4\n";

/// A folder with the config `trees.toml`, in which some texts are replaced.
fn place(changes: &[(&str, &str)]) -> Place {
    let place = Place::new();
    let change = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
    let text = changes.iter().fold(CONFIG.to_string(), change);
    std::fs::write(place.at("trees.toml"), text).unwrap();
    place
}

#[test]
fn a_search_of_a_small_class_proves_its_records() {
    let place = place(&[]);
    let out = place.done(&["search", "trees.toml"]);
    assert!(
        out.starts_with("finished (complete) after 1 generation,"),
        "{out}"
    );
    let complete =
        "orders 2 to 8 are complete: all 47 boards were valued, so their maxima are proved";
    assert!(out.contains(complete), "{out}");
    let proved = place.done(&["records", "list", "--proved", "--csv"]);
    assert_eq!(proved.lines().count(), 1 + 7, "{proved}");
    let verified = place.done(&["records", "verify"]);
    assert!(verified.contains("7 verified, 0 wrong"), "{verified}");
    let lineage = place.done(&["records", "show", "7"]);
    assert!(lineage.contains("counted board (0)"), "{lineage}");
    place.done(&["report", "runs/trees"]);
    let page = std::fs::read_to_string(place.at("runs/trees/report.html")).unwrap();
    assert!(page.contains("Orders 2 to 8 are complete: all 47 boards were valued"));
    assert!(page.contains("bars: no board is better"));
    // The atlas has the same maxima, and adds its boards to them.
    place.done(&[
        "atlas",
        "--class",
        "tree",
        "--order",
        "2..8",
        "--objective",
        "temperature - degree",
    ]);
    let proved = place.done(&["records", "list", "--proved", "--csv"]);
    assert!(proved.lines().count() > 8, "{proved}");
    // A run that has ended so says it again.
    let out = place.done(&["resume", "runs/trees"]);
    assert!(out.contains("finished (complete)"), "{out}");
}

#[test]
fn a_search_for_a_condition_says_which_orders_have_no_board() {
    let find = (
        "maximize = \"temperature - degree\"",
        "find = \"temperature > degree\"",
    );
    let place = place(&[
        find,
        ("[2, 8]", "[2, 9]"),
        ("islands", "count = 50\nislands"),
    ]);
    let out = place.done(&["search", "trees.toml"]);
    assert!(
        out.contains(
            "no board of orders 2 to 7 meets the condition: all 24 boards were valued; \
             the smallest board that meets it has order 8"
        ),
        "{out}"
    );
    assert!(
        out.contains("found: temperature > degree, at order 8"),
        "{out}"
    );
}

#[test]
fn a_run_that_is_resumed_proves_its_records_by_counting_again() {
    let place = place(&[("[2, 8]", "[2, 9]"), ("islands", "count = 50\nislands")]);
    let out = place.done(&[
        "search",
        "trees.toml",
        "--set",
        "search.generations=1",
        "--out",
        "runs/trees",
    ]);
    assert!(out.contains("orders 2 to 8 are complete"), "{out}");
    std::fs::remove_file(place.at("runs/records.db")).unwrap();
    let out = place.done(&["resume", "runs/trees", "--set", "search.generations=3"]);
    assert!(out.contains("orders 2 to 8 are complete"), "{out}");
    let proved = place.done(&["records", "list", "--proved", "--csv"]);
    assert_eq!(proved.lines().count(), 1 + 7, "{proved}");
    // A line that is no counted order is an error that names file and line.
    std::fs::write(place.at("runs/trees/counted.jsonl"), "{}\n").unwrap();
    let (code, _, err) = place.boil(&["report", "runs/trees"]);
    assert!(
        code == 2 && err.contains("counted.jsonl, line 1"),
        "{code} {err}"
    );
}
