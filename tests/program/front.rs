//! Searches for a front, and `boil front`, as a user meets them.

use crate::place::Place;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// A search for a front among the trees to order 9, which are not counted first.
fn config(expressions: &str) -> String {
    format!(
        "name = \"front\"\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\n\
         order = [2, 9]\n[objective]\nmaximize = {{any = {expressions}}}\n\
         [search]\ncount = 0\ngenerations = 40\npopulation = 24\n"
    )
}

fn search(place: &Place, expressions: &str) -> String {
    fs::write(place.at("front.toml"), config(expressions)).unwrap();
    place.done(&["search", "front.toml", "--out", "run"])
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A number such as `3/2` as numerator and denominator.
fn number(text: &str) -> (i64, i64) {
    let (n, d) = text.split_once('/').unwrap_or((text, "1"));
    (n.parse().unwrap(), d.parse().unwrap())
}

fn at_least(a: &str, b: &str) -> bool {
    let ((n, d), (m, e)) = (number(a), number(b));
    n * e >= m * d
}

/// The values that no others match everywhere and exceed somewhere.
fn front_of(all: &BTreeSet<Vec<String>>) -> BTreeSet<Vec<String>> {
    let covers = |a: &Vec<String>, b: &Vec<String>| a.iter().zip(b).all(|(a, b)| at_least(a, b));
    let is_free = |v: &&Vec<String>| !all.iter().any(|other| other != *v && covers(other, v));
    all.iter().filter(is_free).cloned().collect()
}

/// The values of expressions on all trees of orders 2 to 9.
fn listed(place: &Place, columns: &str) -> BTreeSet<Vec<String>> {
    let args = [
        "scan",
        "--class",
        "tree",
        "--order",
        "2..9",
        "--columns",
        columns,
        "--csv",
    ];
    let table = place.done(&args);
    let rows = table.lines().skip(1);
    rows.map(|row| row.split(',').map(str::to_string).collect())
        .collect()
}

fn values(line: &Value) -> Vec<String> {
    let fitness = line["fitness"].as_array().unwrap().iter();
    fitness.map(|v| v.as_str().unwrap().to_string()).collect()
}

#[test]
fn the_front_of_a_search_is_that_of_all_boards() {
    for (expressions, columns) in [
        ("[\"temperature\", \"-order\"]", "temperature,-order"),
        (
            "[\"temperature - degree\", \"-size\", \"degree\"]",
            "temperature - degree,-size,degree",
        ),
    ] {
        let place = Place::new();
        let printed = search(&place, expressions);
        assert!(printed.contains("the front of temperature"), "{printed}");
        let front = lines(&fs::read_to_string(place.at("run/front.jsonl")).unwrap());
        let found: BTreeSet<Vec<String>> = front.iter().map(values).collect();
        assert_eq!(found.len(), front.len());
        assert_eq!(found, front_of(&listed(&place, columns)), "{columns}");
        assert!(front.iter().all(|line| line["verified"] == true));
        // If all trees are counted first, the front is the same.
        let counted = [
            "search",
            "front.toml",
            "--set",
            "search.count=500",
            "--out",
            "counted",
        ];
        let printed = place.done(&counted);
        assert!(printed.contains("finished (complete)"), "{printed}");
        let lines_of = |run: &str| {
            let text = fs::read_to_string(place.at(run).join("front.jsonl")).unwrap();
            lines(&text).iter().map(values).collect::<BTreeSet<_>>()
        };
        assert_eq!(lines_of("counted"), found);
        // The command finds the same front in the files of the run.
        let csv = place.done(&["front", "run", "--csv"]);
        assert_eq!(csv.lines().count(), front.len() + 1, "{csv}");
        let manifest = fs::read_to_string(place.at("run/manifest.json")).unwrap();
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!(manifest["front"]["boards"], front.len());
        let progress = fs::read_to_string(place.at("run/progress.csv")).unwrap();
        let last = progress.lines().last().unwrap().to_string();
        let volume = manifest["front"]["hypervolume"].as_str().unwrap();
        assert!(
            last.contains(&format!(",{},{volume}", front.len())),
            "{last}"
        );
    }
}

/// The records of a search for a front are those of a list of the same expressions.
#[test]
fn the_book_gets_the_best_of_each_order() {
    let place = Place::new();
    search(&place, "[\"temperature\", \"-degree\"]");
    let listed = place.done(&["records", "list", "--book", "records.db", "--csv"]);
    assert!(listed.contains(",temperature; -degree,tree,9,"), "{listed}");
    place.done(&["records", "verify", "--book", "records.db"]);
}

#[test]
fn the_front_of_runs_takes_any_expressions() {
    let place = Place::new();
    search(&place, "[\"temperature\", \"-order\"]");
    let other = ["search", "front.toml", "--out", "other", "--seed", "7"];
    place.done(&other);
    let front = [
        "front",
        "run",
        "other",
        "--objective",
        "leaves",
        "--objective",
        "-diameter",
        "--json",
    ];
    let rows = lines(&place.done(&front));
    assert!(!rows.is_empty());
    for row in &rows {
        assert_eq!(row["checked"], true, "{row}");
        assert!(row["run"] == "run" || row["run"] == "other", "{row}");
        let [a, b] = ["leaves", "-diameter"].map(|name| row[name].as_str().unwrap());
        let dominated = |o: &Value| {
            let [c, d] = ["leaves", "-diameter"].map(|name| o[name].as_str().unwrap());
            (a, b) != (c, d) && at_least(c, a) && at_least(d, b)
        };
        assert!(!rows.iter().any(dominated), "{row}");
    }
    for (more, part) in [("--latex", "\\begin{longtable}"), ("--graph6", "\n")] {
        let text = place.done(&["front", "run", more]);
        assert!(text.contains(part), "{text}");
    }
    place.done(&["front", "run", "--draw", "front.svg"]);
    let drawn = fs::read_to_string(place.at("front.svg")).unwrap();
    assert!(
        drawn.contains("The front of temperature and -order"),
        "{drawn}"
    );
    place.done(&["report", "run"]);
    let page = fs::read_to_string(place.at("run/report.html")).unwrap();
    assert!(page.contains("id=\"front-1\"") && page.contains("The hypervolume counts"));
}

#[test]
fn mistakes_are_named() {
    let place = Place::new();
    search(&place, "[\"temperature\", \"-order\"]");
    let cases: [(&[&str], &str); 5] = [
        (&["front", "nowhere"], "nowhere"),
        (
            &["front", "run", "--objective", "order"],
            "expected 2 to 5 expressions, found 1",
        ),
        (
            &[
                "front",
                "run",
                "--objective",
                "order",
                "--objective",
                "tree",
            ],
            "`tree` is not a number",
        ),
        (
            &[
                "front",
                "run",
                "--objective",
                "order",
                "--objective",
                "order",
            ],
            "order is given twice",
        ),
        (
            &["front", "run", "--draw", "front.gif"],
            "expected a name that ends in",
        ),
    ];
    for (args, part) in cases {
        let (code, out, err) = place.boil(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(part), "{args:?}: {err}");
    }
    // A list has an order. It is no front, but its expressions can have one.
    fs::write(
        place.at("list.toml"),
        "[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [2, 7]\n\
         [objective]\nmaximize = [\"temperature\", \"-order\"]\n[search]\ngenerations = 4\n",
    )
    .unwrap();
    place.done(&["search", "list.toml", "--out", "list"]);
    assert!(!place.at("list/front.jsonl").exists());
    assert!(place.done(&["front", "list"]).contains("temperature"));
    let bare = [
        "search",
        "front.toml",
        "--set",
        "search.method=climb",
        "--out",
        "x",
    ];
    let (code, _, err) = place.boil(&bare);
    assert!(code == 2 && err.contains("a front has no order"), "{err}");
}
