//! The classes of records: searches that differ in one key of `[boards]` share a book, with an atlas
//! before and after them, and the book loses no record and no proof, and claims none for a class
//! that is not its own.

use crate::place::Place;
use boilingpoint_boards::{Link, Tint, parse_board};
use boilingpoint_book::BOARD_KEYS;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Two searches that differ in one key.
struct Pair {
    ruleset: &'static str,
    objective: &'static str,
    /// The kind of the atlas; `None` if the game's boards cannot be counted without marks.
    atlas: Option<&'static str>,
    /// Settings of both searches.
    base: &'static [&'static str],
    /// The setting of each search, and the class that its records must have.
    sides: [(&'static str, &'static str); 2],
}

impl Pair {
    const fn new(
        ruleset: &'static str,
        objective: &'static str,
        sides: [(&'static str, &'static str); 2],
    ) -> Pair {
        let (atlas, base) = (Some("connected"), &[] as &[&str]);
        Pair {
            ruleset,
            objective,
            atlas,
            base,
            sides,
        }
    }

    const fn with(self, base: &'static [&'static str]) -> Pair {
        Pair { base, ..self }
    }

    const fn uncounted(self) -> Pair {
        Pair {
            atlas: None,
            ..self
        }
    }
}

const HEAT: &str = "temperature - degree";
const PLAIN: &str = "connected";

/// Pairs for a key, with games that use it. A new key of `[boards]` needs pairs, too.
fn pairs(key: &str) -> Vec<Pair> {
    let snort = |sides| Pair::new("snort", HEAT, sides);
    let both = |a, b| [(a, PLAIN), (b, PLAIN)];
    let flag = |no, yes, class| [(no, PLAIN), (yes, class)];
    let loops = || {
        flag(
            "boards.loops=false",
            "boards.loops=true",
            "connected, loops",
        )
    };
    let arcs = || flag("boards.arcs=false", "boards.arcs=true", "connected, arcs");
    let parallel = || {
        let class = "connected, parallel";
        flag("boards.parallel=false", "boards.parallel=true", class)
    };
    match key {
        "boards.class" => vec![
            snort([
                ("boards.class=tree", "tree"),
                ("boards.class=connected", PLAIN),
            ]),
            snort([
                ("boards.class=bipartite", "bipartite"),
                ("boards.class=any", "any"),
            ]),
        ],
        "boards.order" => vec![snort(both("boards.order=[2,3]", "boards.order=[3,4]"))],
        "boards.tinted" => {
            let class = "connected, tinted";
            vec![snort(flag(
                "boards.tinted=false",
                "boards.tinted=true",
                class,
            ))]
        }
        "boards.max_weight" => vec![
            Pair::new(
                "nim-on-graphs",
                "grundy",
                [
                    ("boards.max_weight=1", PLAIN),
                    ("boards.max_weight=5", "connected, max_weight 5"),
                ],
            )
            .uncounted(),
            Pair::new(
                "nim-on-graphs",
                "grundy",
                [
                    ("boards.max_weight=2", "connected, loops, max_weight 2"),
                    ("boards.max_weight=3", "connected, loops, max_weight 3"),
                ],
            )
            .with(&["boards.loops=true"])
            .uncounted(),
        ],
        "boards.loops" => vec![
            Pair::new("arc-kayles", "grundy", loops()),
            Pair::new("edge-geography", "grundy", loops()).uncounted(),
        ],
        "boards.parallel" => vec![
            Pair::new("arc-kayles", "grundy", parallel()),
            Pair::new("shannon", "if(second_player_win, 1, 0)", parallel()),
            Pair::new("edge-geography", "grundy", parallel()).uncounted(),
        ],
        "boards.arcs" => vec![
            Pair::new("digraph-placement", HEAT, arcs()),
            Pair::new("edge-geography", "grundy", arcs()).uncounted(),
            Pair::new("vertex-geography", "grundy", arcs()).uncounted(),
        ],
        "boards.max_degree" => vec![snort([
            ("boards.max_degree=0", PLAIN),
            ("boards.max_degree=2", "connected, max_degree 2"),
        ])],
        "boards.min_degree" => vec![snort([
            ("boards.min_degree=0", PLAIN),
            ("boards.min_degree=2", "connected, min_degree 2"),
        ])],
        "boards.regular" => vec![snort([
            ("boards.regular=0", PLAIN),
            ("boards.regular=2", "connected, max_degree 2, min_degree 2"),
        ])],
        "boards.girth" => vec![snort([
            ("boards.girth=0", PLAIN),
            ("boards.girth=4", "connected, girth 4"),
        ])],
        "boards.clique" => vec![snort([
            ("boards.clique=0", PLAIN),
            ("boards.clique=2", "connected, clique 2"),
        ])],
        "boards.diameter" => vec![snort([
            ("boards.diameter=0", PLAIN),
            ("boards.diameter=1", "connected, diameter 1"),
        ])],
        "boards.bipartite" => {
            let (plain, narrow) = ("boards.bipartite=false", "boards.bipartite=true");
            vec![snort(flag(plain, narrow, "connected, bipartite"))]
        }
        "boards.vertex_transitive" => {
            let (plain, narrow) = (
                "boards.vertex_transitive=false",
                "boards.vertex_transitive=true",
            );
            vec![snort(flag(plain, narrow, "connected, vertex_transitive"))]
        }
        "boards.max_kinds" => vec![snort([
            ("boards.max_kinds=0", PLAIN),
            ("boards.max_kinds=2", "connected, max_kinds 2"),
        ])],
        "boards.start" => {
            let star = "boards.start=[\"star(3)\"]";
            vec![snort(both("boards.start=[]", star))]
        }
        "boards.start_only" => {
            let sides = both("boards.start_only=false", "boards.start_only=true");
            vec![snort(sides).with(&["boards.start=[\"star(3)\"]"])]
        }
        "boards.start_from" => {
            let file = "boards.start_from=[\"start.txt\"]";
            vec![snort(both("boards.start_from=[]", file))]
        }
        "boards.grow_from" => {
            let sides = both("boards.grow_from=2", "boards.grow_from=3");
            vec![snort(sides).with(&["boards.grow_until=3"])]
        }
        "boards.grow_until" => {
            let sides = both("boards.grow_until=2", "boards.grow_until=3");
            vec![snort(sides).with(&["boards.grow_from=2"])]
        }
        "islands.class" => vec![snort(both(
            "islands.class=[]",
            "islands.class=[\"tree\", \"connected\"]",
        ))],
        key => panic!("`{key}` needs a pair of searches that differ in it"),
    }
}

/// The records of a book.
fn records(place: &Place) -> Vec<Value> {
    let out = place.done(&["records", "list", "--json", "--book", "records.db"]);
    let line = |line: &str| serde_json::from_str(line).unwrap();
    out.lines().map(line).collect()
}

/// Ruleset, objective, class and order of a record.
fn key_of(record: &Value) -> String {
    ["ruleset", "objective", "class", "order"]
        .map(|name| record[name].to_string())
        .join(" ")
}

fn number(record: &Value) -> f64 {
    let text = record["fitness"][0].as_str().unwrap();
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap()
}

/// The best fitness of each key, and the keys that are proved.
fn known(records: &[Value]) -> (BTreeMap<String, f64>, BTreeSet<String>) {
    let mut best = BTreeMap::new();
    let mut proved = BTreeSet::new();
    for record in records {
        let key = key_of(record);
        assert_eq!(record["conflict"], Value::Null, "{record}");
        if record["proved"] == true {
            proved.insert(key.clone());
        }
        best.insert(key, number(record));
    }
    (best, proved)
}

/// The words of a class, as the test understands them.
fn allows(class: &str, word: &str) -> u32 {
    let words = class.split(", ").skip(1);
    let with = words.filter_map(|w| w.strip_prefix(word));
    let value = with.map(|rest| rest.trim().parse().unwrap_or(1)).next();
    value.unwrap_or(0)
}

/// Whether a board has a mark or a degree that its class does not allow.
fn is_outside(record: &Value) -> bool {
    let (board, tints) = (record["board"].as_str(), record["tints"].as_str());
    let board = parse_board(board.unwrap()).unwrap();
    let board = board.tinted(tints.unwrap()).unwrap();
    let class = record["class"].as_str().unwrap();
    let links = board.links();
    let ends = |l: &Link| (l.from.min(l.to), l.from.max(l.to));
    let different: BTreeSet<_> = links.iter().filter(|l| l.from != l.to).map(ends).collect();
    let edges = links.iter().filter(|l| l.from != l.to).count();
    let has = [
        ("tinted", board.tints().iter().any(|&t| t != Tint::None)),
        ("loops", links.iter().any(|l| l.from == l.to)),
        ("arcs", links.iter().any(|l| l.arc)),
        ("parallel", different.len() < edges),
    ];
    let heaviest = links.iter().map(|l| l.weight).max().unwrap_or(1);
    let touches = |v: usize| move |l: &&Link| l.from != l.to && (l.from == v || l.to == v);
    let degrees = (0..board.order()).map(|v| links.iter().filter(touches(v)).count());
    let degree = degrees.max().unwrap_or(0) as u32;
    let limit = allows(class, "max_degree");
    has.into_iter()
        .any(|(word, has)| has && allows(class, word) == 0)
        || heaviest > allows(class, "max_weight").max(1)
        || (limit > 0 && degree > limit)
}

/// A book with the searches of a pair and the atlas before and after each.
struct Shared<'a> {
    place: Place,
    pair: &'a Pair,
    /// The classes of the runs, by name.
    classes: BTreeMap<String, &'static str>,
    /// The number of boards that a search may count before it breeds. Counted orders are proved.
    count: usize,
}

impl Shared<'_> {
    /// Runs a command that must find nothing to complain about, and checks the book.
    fn step(&self, args: &[&str]) {
        let before = match self.place.at("records.db").exists() {
            true => records(&self.place),
            false => Vec::new(),
        };
        let (code, out, err) = self.place.boil(args);
        assert_eq!(code, 0, "{args:?}: {out}{err}");
        let after = records(&self.place);
        let ((old, old_proofs), (new, new_proofs)) = (known(&before), known(&after));
        for (key, fitness) in &old {
            let is_kept = new.get(key).is_some_and(|now| now >= fitness);
            assert!(
                is_kept,
                "{args:?}: {key} had {fitness}, now {:?}",
                new.get(key)
            );
        }
        let lost: Vec<_> = old_proofs.difference(&new_proofs).collect();
        assert!(lost.is_empty(), "{args:?}: lost the proofs {lost:?}");
        for record in &after {
            assert!(!is_outside(record), "{args:?}: {record}");
            let run = record["found_by"]["run"].as_str().unwrap();
            let class = self.classes.get(run).copied();
            let class = class.unwrap_or(self.pair.atlas.unwrap_or_default());
            assert_eq!(record["class"], class, "{args:?}: {record}");
        }
    }

    fn atlas(&self) {
        let Some(class) = self.pair.atlas else {
            return;
        };
        let (ruleset, objective) = (self.pair.ruleset, self.pair.objective);
        self.step(&[
            "atlas",
            "--ruleset",
            ruleset,
            "--class",
            class,
            "--order",
            "2..4",
            "--objective",
            objective,
            "--dir",
            "atlas",
            "--book",
            "records.db",
            "--threads",
            "1",
        ]);
    }

    fn search(&self, run: &str, setting: &str) {
        let config = format!(
            "[game]\nruleset = \"{}\"\n[boards]\nclass = \"connected\"\norder = [2, 4]\n\
             [objective]\nmaximize = \"{}\"\n[search]\ngenerations = 5\npopulation = 8\n\
             islands = 2\nimmigrants = 4\npolish = 4\ncount = {}\n",
            self.pair.ruleset, self.pair.objective, self.count
        );
        fs::write(self.place.at("config.toml"), config).unwrap();
        let mut args = vec!["search", "config.toml", "--out", run, "--threads", "1"];
        let name = format!("name={run}");
        for setting in [&name[..], setting]
            .into_iter()
            .chain(self.pair.base.iter().copied())
        {
            args.extend(["--set", setting]);
        }
        self.step(&args);
        // Every order of the run has a record in its own class, as good as the run's own.
        let (book, _) = known(&records(&self.place));
        let lines = fs::read_to_string(self.place.at(run).join("records.jsonl")).unwrap();
        for line in lines.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let class = Value::from(self.classes[run]);
            let mut entry = line.clone();
            (entry["class"], entry["ruleset"]) = (class, self.pair.ruleset.into());
            entry["objective"] = self.objective().into();
            let key = key_of(&entry);
            let best = book.get(&key);
            assert!(
                best.is_some_and(|best| *best >= number(&line)),
                "{key}: {best:?}"
            );
        }
    }

    /// The objective in the book's spelling.
    fn objective(&self) -> String {
        let all = records(&self.place);
        all[0]["objective"].as_str().unwrap().to_string()
    }
}

/// Both searches of a pair in one book, in this order.
fn share(pair: &Pair, order: [usize; 2], count: usize) {
    let runs = ["first", "second"];
    let shared = Shared {
        place: Place::new(),
        pair,
        classes: order
            .map(|side| pair.sides[side].1)
            .into_iter()
            .enumerate()
            .map(|(place, class)| (runs[place].to_string(), class))
            .collect(),
        count,
    };
    fs::write(shared.place.at("start.txt"), "star(3)\npath(4)\n").unwrap();
    shared.atlas();
    for (run, side) in runs.into_iter().zip(order) {
        shared.search(run, pair.sides[side].0);
    }
    shared.atlas();
    shared.step(&["records", "verify", "--book", "records.db"]);
}

#[test]
fn searches_that_differ_in_one_key_lose_nothing_of_each_other() {
    let pairs: Vec<Pair> = BOARD_KEYS.iter().flat_map(|key| pairs(key.name)).collect();
    assert!(pairs.len() >= BOARD_KEYS.len());
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(pair) =
                    pairs.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    share(pair, [0, 1], 0);
                    share(pair, [1, 0], 1_000);
                }
            });
        }
    });
}

const KAYLES: &str = "[game]\nruleset = \"arc-kayles\"\n[boards]\nclass = \"connected\"\n\
    order = [2, 4]\nloops = true\n[objective]\nmaximize = \"grundy\"\n[search]\ngenerations = 8\n\
    population = 16\n";

/// The number of proved records of a book.
fn proved(place: &Place) -> usize {
    let all = records(place);
    all.iter().filter(|record| record["proved"] == true).count()
}

/// The case of the issue, both ways round: boards with loops do better than the maxima that the atlas
/// proves for boards without.
#[test]
fn boards_with_loops_neither_refute_the_atlas_nor_hold_it_up() {
    let atlas = [
        "atlas",
        "--ruleset",
        "arc-kayles",
        "--class",
        "connected",
        "--order",
        "2..4",
        "--objective",
        "grundy",
        "--dir",
        "atlas",
        "--book",
        "records.db",
    ];
    let search = ["search", "loops.toml", "--out", "loops"];
    for steps in [[&atlas[..], &search[..]], [&search[..], &atlas[..]]] {
        let place = Place::new();
        fs::write(place.at("loops.toml"), KAYLES).unwrap();
        for step in steps {
            let (code, out, err) = place.boil(step);
            assert!(
                code == 0 && !err.contains("conflict"),
                "{step:?}: {out}{err}"
            );
        }
        let best = |class: &str| -> Vec<f64> {
            let all = records(&place);
            let of_class = all.iter().filter(|record| record["class"] == class);
            let mut best: Vec<_> = of_class.map(number).collect();
            best.dedup();
            best
        };
        assert!(proved(&place) >= 3);
        assert_ne!(best("connected"), best("connected, loops"));
        place.done(&["records", "verify", "--book", "records.db"]);
        let list = [
            "records",
            "list",
            "--class",
            "connected, loops",
            "--book",
            "records.db",
        ];
        assert!(place.done(&list).contains("connected, loops"));
    }
}

#[test]
fn an_imported_board_with_a_loop_needs_a_class_with_loops() {
    let place = Place::new();
    fs::write(place.at("boards.txt"), "0-0,0-1\n").unwrap();
    let import = |class: &str| {
        place.boil(&[
            "records",
            "import",
            "boards.txt",
            "--ruleset",
            "arc-kayles",
            "--objective",
            "grundy",
            "--class",
            class,
            "--book",
            "records.db",
        ])
    };
    let (code, _, err) = import("connected");
    let why = "the board is not in the class `connected`: vertex 0 has a loop";
    assert!(code == 2 && err.contains(why), "{err}");
    let (code, out, err) = import("connected, loops");
    assert!(code == 0 && out.contains("1 new"), "{out}{err}");
}

/// The atlas counts graphs without marks, so it has no board for a game with a token.
#[test]
fn an_atlas_of_a_game_with_a_token_is_refused_at_once() {
    let place = Place::new();
    for (ruleset, what) in [("edge-geography", "a token"), ("domineering", "squares")] {
        let args = [
            "atlas",
            "--class",
            "tree",
            "--order",
            "2..3",
            "--ruleset",
            ruleset,
        ];
        let (code, _, err) = place.boil(&args);
        let why = format!("the game needs {what} on every board");
        assert!(code == 2 && err.contains(&why), "{err}");
    }
}

/// A book of an older version tells no class with loops from one without. Its runs do.
#[test]
fn a_record_of_an_older_book_gets_the_class_of_its_run() {
    let place = Place::new();
    fs::write(place.at("loops.toml"), KAYLES).unwrap();
    place.done(&["search", "loops.toml", "--out", "loops"]);
    let before = records(&place);
    let book = rusqlite::Connection::open(place.at("records.db")).unwrap();
    book.execute_batch("UPDATE records SET class = 'connected, features unknown'")
        .unwrap();
    drop(book);
    let (code, out, err) = place.boil(&["records", "verify", "--book", "records.db"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(
        err.contains("its run has the class `connected, loops`"),
        "{err}"
    );
    let boards = |records: &[Value]| -> BTreeSet<String> {
        let said = |r: &Value| format!("{} {} {}", r["class"], r["board"], r["fitness"]);
        records.iter().map(said).collect()
    };
    assert_eq!(boards(&records(&place)), boards(&before));
}

/// A line that an older version exported is classified as a record of an older book is.
#[test]
fn a_line_of_an_older_export_enters_under_a_class_that_has_its_board() {
    let place = Place::new();
    fs::write(place.at("loops.toml"), KAYLES).unwrap();
    place.done(&["search", "loops.toml", "--out", "loops"]);
    let older = |line: &Value| {
        let mut line = line.clone();
        let object = line.as_object_mut().unwrap();
        object.remove("conflict");
        object.insert("class".to_string(), "connected".into());
        line.to_string() + "\n"
    };
    let all = records(&place);
    fs::write(
        place.at("old.jsonl"),
        all.iter().map(older).collect::<String>(),
    )
    .unwrap();
    fs::remove_file(place.at("records.db")).unwrap();
    place.done(&["records", "import", "old.jsonl", "--book", "records.db"]);
    let found = records(&place);
    assert_eq!(found.len(), all.len());
    for record in &found {
        let class = record["class"].as_str().unwrap();
        assert!(class.ends_with(", features unknown"), "{record}");
        let has_loop = is_outside(&{
            let mut plain = record.clone();
            plain["class"] = "connected, parallel".into();
            plain
        });
        assert_eq!(class.contains("loops"), has_loop, "{record}");
    }
}
