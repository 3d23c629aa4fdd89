//! Forged run folders, books and tables: whatever a file says, the book holds only what a check in
//! the same process has found. Every checksum of a forgery is right.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::folders;
use crate::place::Place;

impl Place {
    /// The records of a book, without their numbers.
    fn book(&self, book: &str) -> BTreeSet<String> {
        let out = self.done(&["records", "list", "--json", "--book", book]);
        let strip = |line: &str| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            for name in ["id", "found_at", "found_by", "lineage"] {
                record.as_object_mut().unwrap().remove(name);
            }
            record.to_string()
        };
        out.lines().map(strip).collect()
    }

    fn sql(&self, book: &str, statement: &str) {
        let book = rusqlite::Connection::open(self.at(book)).unwrap();
        book.execute_batch(statement).unwrap();
    }
}

const TREES: &str = "[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [3, 8]\n\
    [objective]\nmaximize = \"temperature - degree\"\n[search]\ncount = 0\ngenerations = 4\npopulation = 24\n\
    islands = 2\nimmigrants = 4\npolish = 8\n";

/// Boards that exceed the budget, so that their fitness is a lower bound with a certificate.
const BOUNDS: &str = "[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [10, 14]\n\
    [objective]\nmaximize = \"temperature - degree\"\nrequire = \"temperature > 1\"\n\
    [search]\ncount = 0\ngenerations = 6\npopulation = 32\nislands = 4\nimmigrants = 4\npolish = 16\n\
    [budget]\npositions = 12\nbounds = 6\n";

/// A finished run, and the records that it entered into its book.
struct Run {
    place: Place,
    honest: BTreeSet<String>,
}

impl Run {
    fn of(config: &str) -> Run {
        let place = Place::new();
        fs::write(place.at("config.toml"), config).unwrap();
        place.done(&["search", "config.toml", "--out", "run", "--threads", "1"]);
        let honest = place.book("records.db");
        assert!(!honest.is_empty());
        Run { place, honest }
    }

    /// Copies the run, forges the copy, and resumes it. Returns its place, exit code and messages.
    fn forged(&self, forge: &dyn Fn(&mut Vec<Value>), config: (&str, &str)) -> Forged {
        let place = Place::new();
        folders::copy(&self.place.at("run"), &place.at("run"));
        let path = place.at("run/records.jsonl");
        let text = fs::read_to_string(&path).unwrap();
        let mut lines: Vec<Value> = text
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        forge(&mut lines);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&path, &text).unwrap();
        for entry in fs::read_dir(place.at("run/checkpoint")).unwrap() {
            fit_checkpoint(&entry.unwrap().path(), text.as_bytes(), config);
        }
        let (code, out, err) = place.boil(&["resume", "run"]);
        Forged {
            place,
            code,
            text: out + &err,
        }
    }
}

struct Forged {
    place: Place,
    code: i32,
    text: String,
}

type Head = (u64, String, BTreeMap<String, (u64, u32)>);

/// Changes the config in a checkpoint, makes it expect this `records.jsonl`, and makes its checksum
/// fit.
fn fit_checkpoint(path: &Path, records: &[u8], (old, new): (&str, &str)) {
    let file = fs::read(path).unwrap();
    let program = usize::from(u16::from_le_bytes([file[12], file[13]]));
    let head = &file[..14 + program];
    let payload = &file[14 + program + 12..];
    let ((generation, config, mut logs), state): (Head, _) =
        postcard::take_from_bytes(payload).unwrap();
    assert!(config.contains(old), "no `{old}` in {config}");
    let config = config.replace(old, new);
    let mark = (records.len() as u64, crc32fast::hash(records));
    assert!(logs.insert("records.jsonl".to_string(), mark).is_some());
    let mut payload = postcard::to_stdvec(&(generation, config, logs)).unwrap();
    payload.extend_from_slice(state);
    let mut forged = [head, &(payload.len() as u64).to_le_bytes()].concat();
    let checksum = crc32fast::hash(&[&forged[..], &payload].concat());
    forged.extend_from_slice(&checksum.to_le_bytes());
    forged.extend_from_slice(&payload);
    fs::write(path, forged).unwrap();
}

/// The index of the last line of this order.
fn last(lines: &[Value], order: u64) -> usize {
    lines
        .iter()
        .rposition(|line| line["order"] == order)
        .unwrap()
}

fn with_last(order: u64, change: impl Fn(&mut Value)) -> impl Fn(&mut Vec<Value>) {
    move |lines| {
        let last = last(lines, order);
        change(&mut lines[last]);
    }
}

#[test]
fn a_forged_line_is_named_and_the_others_enter() {
    let run = Run::of(TREES);
    let unforged = run.forged(&|_| {}, ("", ""));
    assert_eq!(unforged.code, 0, "{}", unforged.text);
    assert_eq!(unforged.place.book("records.db"), run.honest);

    type Forge = Box<dyn Fn(&mut Vec<Value>)>;
    type Forgery = (&'static str, Forge);
    let set = |name: &'static str, value: Value| -> Forge {
        Box::new(with_last(8, move |line| line[name] = value.clone()))
    };
    let forgeries: Vec<Forgery> = vec![
        ("the record says 9", set("fitness", json!(["9"]))),
        ("the record says 9, 9", set("fitness", json!(["9", "9"]))),
        ("fraction", set("fitness", json!(["1/0"]))),
        ("the fitness is empty", set("fitness", json!([]))),
        ("the record says 99", set("temperature", json!("99"))),
        ("the record says 5", set("mean", json!("5"))),
        ("canonical form", set("canonical_form", json!("{9|-9}"))),
        ("the record says P", set("outcome", json!("P"))),
        ("the record says 1", set("degree", json!(1))),
        ("the record says 0", set("degree2", json!(0))),
        ("the record says 70", set("size", json!(70))),
        ("order is 8, but the record says 9", set("order", json!(9))),
        (
            "not in the class `tree`: a vertex has a tint",
            set("tints", json!("L.......")),
        ),
        ("tint", set("tints", json!("..."))),
        ("not in the class `tree`: ", set("board", json!("cycle(8)"))),
        ("", set("board", json!("@@@"))),
        // The certificate of a record that is a lower bound has to be there.
        (
            "certificate",
            Box::new(with_last(8, |line| {
                line["certainty"] = json!("lower bound");
                line["certificate"] = json!("../../secret.json");
            })),
        ),
        (
            "no value of its board",
            set("certainty", json!("board only")),
        ),
    ];
    for (words, forge) in forgeries {
        let number = std::cell::Cell::new(0);
        let forged = run.forged(
            &|lines| {
                number.set(last(lines, 8) + 1);
                forge(lines);
            },
            ("", ""),
        );
        let text = &forged.text;
        assert_eq!(forged.code, 1, "{words}: {text}");
        let place = format!("records.jsonl, line {} (order ", number.get());
        assert!(
            text.contains(&place) && text.contains(words),
            "{words}: {text}"
        );
        assert!(text.contains("1 of the run's records failed"), "{text}");
        // The records of the other orders enter, and nothing false does.
        forged
            .place
            .done(&["records", "verify", "--book", "records.db"]);
        let book = forged.place.book("records.db");
        let eight = |record: &&String| record.contains("\"order\":8,");
        let others = |book: &BTreeSet<String>| -> BTreeSet<String> {
            book.iter().filter(|r| !eight(r)).cloned().collect()
        };
        assert_eq!(others(&book), others(&run.honest), "{words}");
        let (code, _, err) = forged.place.boil(&["records", "verify", "run"]);
        assert_eq!(code, 1, "{words}: {err}");
    }
}

/// A line that the run calls verified is checked, and a line that is there twice counts once.
#[test]
fn marks_and_repetitions_change_nothing() {
    let run = Run::of(TREES);
    let twice = run.forged(&|lines| lines.extend(lines.clone()), ("", ""));
    assert_eq!(twice.code, 0, "{}", twice.text);
    assert_eq!(twice.place.book("records.db"), run.honest);
    let worse = run.forged(
        &|lines| {
            let copy = lines[last(lines, 8)].clone();
            lines.push(copy);
            let last = lines.len() - 1;
            lines[last]["verified"] = json!(true);
            lines[last]["fitness"] = json!(["1000"]);
        },
        ("", ""),
    );
    assert_eq!(worse.code, 1, "{}", worse.text);
    assert_eq!(worse.place.book("records.db"), run.honest);
}

#[test]
fn another_ruleset_or_class_in_the_config_makes_no_false_record() {
    let run = Run::of(TREES);
    let game = ("ruleset = \"snort\"", "ruleset = \"col\"");
    let forged = run.forged(&|_| {}, game);
    assert_eq!(forged.code, 1, "{}", forged.text);
    assert!(
        forged.text.contains("but the record says"),
        "{}",
        forged.text
    );
    let objective = ("temperature - degree", "temperature + degree");
    let forged = run.forged(&|_| {}, objective);
    assert_eq!(forged.code, 1, "{}", forged.text);
    assert!(forged.text.contains("fitness is "), "{}", forged.text);
    assert!(forged.place.book("records.db").is_empty());
    let connected = Run::of(
        &TREES
            .replace("\"tree\"", "\"connected\"")
            .replace("[3, 8]", "[4, 6]"),
    );
    let class = ("class = \"connected\"", "class = \"tree\"");
    let forged = connected.forged(&|_| {}, class);
    // The boards of the state are outside of the class, and so are those of the records.
    assert_eq!(forged.code, 2, "{}", forged.text);
    assert!(
        forged.text.contains("outside of every class"),
        "{}",
        forged.text
    );
    assert!(!forged.place.at("records.db").exists());
    let config = forged.place.at("run/config.toml");
    let text = fs::read_to_string(&config)
        .unwrap()
        .replace(class.0, class.1);
    fs::write(&config, text).unwrap();
    let (code, _, err) = forged.place.boil(&["records", "verify", "run"]);
    assert!(
        code == 1 && err.contains("not in the class `tree`"),
        "{err}"
    );
}

#[test]
fn a_lower_bound_needs_its_own_certificate() {
    let run = Run::of(BOUNDS);
    let is_bound =
        |line: &Value| line["certainty"] == "lower bound" && !line["certificate"].is_null();
    let bounds = |lines: &[Value]| -> Vec<usize> {
        (0..lines.len()).filter(|&i| is_bound(&lines[i])).collect()
    };
    // A bound that is the best of its order, so that it would enter.
    let one = |lines: &[Value]| {
        let orders = lines.iter().map(|line| line["order"].as_u64().unwrap());
        let mut best = orders.map(|order| last(lines, order));
        best.find(|&i| is_bound(&lines[i])).unwrap()
    };
    let honest = &run.honest;
    let check_with_code = |expected: i32, words: &str, forge: &dyn Fn(&mut Vec<Value>)| {
        let forged = run.forged(forge, ("", ""));
        assert_eq!(forged.code, expected, "{words}: {}", forged.text);
        assert!(forged.text.contains(words), "`{words}`: {}", forged.text);
        let (code, out, err) = forged
            .place
            .boil(&["records", "verify", "--book", "records.db"]);
        assert_eq!(code, 0, "{words}: {out}{err}");
        let book = forged.place.book("records.db");
        assert!(
            !book.iter().any(|r| r.contains("\"50\"")),
            "{words}: {book:?}"
        );
        assert!(
            book.intersection(honest).count() + 1 >= honest.len(),
            "{words}"
        );
    };
    let check = |words: &str, forge: &dyn Fn(&mut Vec<Value>)| check_with_code(1, words, forge);
    check("the record says 50", &|lines| {
        let one = one(lines);
        lines[one]["fitness"] = json!(["50"]);
    });
    check("the record says 50", &|lines| {
        let one = one(lines);
        lines[one]["temperature"] = json!("50");
        lines[one]["temperature_bounds"] = json!(["50", "50"]);
    });
    check("the certificate is about another board", &|lines| {
        let one = one(lines);
        let other = bounds(lines).into_iter().find(|&i| i != one).unwrap();
        lines[one]["certificate"] = lines[other]["certificate"].clone();
    });
    // The run's budget does not reach the exact value that the line claims: nothing is known to be
    // wrong, and the line is left out.
    check_with_code(
        0,
        "1 were left out, because they are not verified",
        &|lines| {
            let one = one(lines);
            lines[one]["certainty"] = json!("exact");
            lines[one]["mean"] = json!("50");
        },
    );
    // A bound that lost its certificate is left out, whatever it says about itself.
    let bare = run.forged(
        &|lines| {
            let one = one(lines);
            lines[one]["certificate"] = Value::Null;
            lines[one]["fitness"] = json!(["50"]);
            lines[one]["verified"] = json!(true);
        },
        ("", ""),
    );
    assert!(bare.text.contains("left out"), "{}", bare.text);
    let book = bare.place.book("records.db");
    assert!(!book.iter().any(|r| r.contains("\"50\"")), "{book:?}");
}

/// A book with the trees to order 6 from the atlas, proved.
fn proved() -> Place {
    let place = Place::new();
    let range = ["atlas", "--class", "tree", "--order", "2..6"];
    place.done(&[&range[..], &["--dir", "atlas", "--book", "records.db"]].concat());
    place.done(&["records", "verify", "--book", "records.db"]);
    place
}

#[test]
fn boards_outside_their_class_are_found_and_do_not_merge() {
    let place = proved();
    // K4 and C6, true in every number, filed as proved trees.
    let boards = "complete(4)\ncycle(6)\n";
    fs::write(place.at("boards.txt"), boards).unwrap();
    let import = [
        "records",
        "import",
        "boards.txt",
        "--class",
        "connected",
        "--book",
        "forged.db",
    ];
    place.done(&import);
    for proof in [
        "NULL",
        "'{\"table\":\"snort-tree-04\",\"boards\":2,\"max\":[\"0\"],\"attaining\":1,\
        \"undefined\":0,\"tally\":\"00000000\",\"program\":\"boilingpoint 0.2.0\",\"generator\":\"built-in\"}'",
    ] {
        place.sql(
            "forged.db",
            &format!("UPDATE records SET class = 'tree', proved = 1, proof = {proof}"),
        );
        let (code, out, err) = place.boil(&["records", "verify", "--book", "forged.db"]);
        assert!(
            code == 1 && out.contains("0 verified, 2 wrong"),
            "{out}{err}"
        );
        assert!(
            err.contains("WRONG: the board is not in the class `tree`"),
            "{err}"
        );
        let before = place.book("records.db");
        for verify in [&[][..], &["--verify"]] {
            let merge = ["records", "merge", "forged.db", "--book", "records.db"];
            let (code, out, err) = place.boil(&[&merge[..], verify].concat());
            assert!(code == 1 && out.contains("2 not entered"), "{out}{err}");
            assert!(err.contains("not in the class `tree`"), "{err}");
        }
        assert_eq!(place.book("records.db"), before);
    }
}

#[test]
fn a_false_proof_is_found_and_never_blocks_a_better_record() {
    let place = proved();
    place.done(&["records", "merge", "records.db", "--book", "copy.db"]);
    assert_eq!(place.book("copy.db"), place.book("records.db"));
    let all_are_proved = |book: &str| {
        let records = place.book(book);
        records.iter().all(|r| r.contains("\"proved\":true"))
    };
    assert!(all_are_proved("copy.db"));
    // Each number of each proof is compared with a new count.
    for change in [
        "json_set(proof, '$.boards', 7)",
        "json_set(proof, '$.max[0]', '-7')",
        "json_set(proof, '$.attaining', 2000)",
        "json_set(proof, '$.undefined', 1)",
        "json_set(proof, '$.tally', '01234567')",
        "json_set(proof, '$.table', 'snort-tree-99')",
    ] {
        fs::copy(place.at("copy.db"), place.at("false.db")).unwrap();
        place.sql("false.db", &format!("UPDATE records SET proof = {change}"));
        let merge = ["records", "merge", "false.db", "--book", "new.db"];
        let (code, out, err) = place.boil(&merge);
        assert!(
            code == 1 && out.contains(" 0 not entered"),
            "{change}: {out}{err}"
        );
        assert!(
            err.contains("entered without its proof: WRONG: the proof is false"),
            "{err}"
        );
        assert_eq!(
            place
                .done(&["records", "list", "--proved", "--book", "new.db"])
                .lines()
                .count(),
            1
        );
        let (code, _, err) = place.boil(&["records", "verify", "--book", "false.db"]);
        assert!(
            code == 1 && err.contains("WRONG: the proof is false"),
            "{change}: {err}"
        );
        // The false proofs are gone, and the records are true.
        place.done(&["records", "verify", "--book", "false.db"]);
        fs::remove_file(place.at("new.db")).unwrap();
    }
    // A true board that is not the best, with a proof that it is.
    let boards = [
        "records",
        "import",
        "worse.txt",
        "--class",
        "tree",
        "--book",
        "worse.db",
    ];
    fs::write(place.at("worse.txt"), "path(6)\n").unwrap();
    place.done(&boards);
    place.sql(
        "worse.db",
        "UPDATE records SET proved = 1, proof = json_object('table', 'snort-tree-06', 'boards', 6, 'max',
         json_array(fitness), 'attaining', 1, 'undefined', 0, 'tally', 'ffffffff', 'program', 'p', 'generator', 'g')",
    );
    fs::copy(place.at("worse.db"), place.at("blocked.db")).unwrap();
    let merge = ["records", "merge", "records.db", "--book", "blocked.db"];
    let (code, out, err) = place.boil(&merge);
    // Both are kept, and named. The check counts the boards, and removes the false proof.
    assert!(code == 1 && out.contains("2 in conflict"), "{out}{err}");
    assert!(err.contains("is proved to be the maximum: "), "{err}");
    let list = ["records", "list", "--conflict", "--book", "blocked.db"];
    assert!(place.done(&list).contains("proved, in conflict"));
    let verify = ["records", "verify", "--book", "blocked.db"];
    let (code, out, err) = place.boil(&verify);
    assert!(
        code == 1 && err.contains("the proof is false"),
        "{out}{err}"
    );
    assert!(
        err.contains("removed, since a better record is true"),
        "{err}"
    );
    assert!(err.contains("in no conflict any more"), "{err}");
    place.done(&verify);
    assert_eq!(place.book("blocked.db"), place.book("records.db"));
    let (code, _, err) = place.boil(&["records", "verify", "--book", "worse.db"]);
    assert!(
        code == 1 && err.contains("WRONG: the proof is false"),
        "{err}"
    );
    // An old mark without a proof neither blocks nor counts.
    place.sql("worse.db", "UPDATE records SET proved = 1, proof = NULL");
    assert_eq!(
        place
            .done(&["records", "list", "--proved", "--book", "worse.db"])
            .lines()
            .count(),
        1
    );
    place.done(&["records", "merge", "records.db", "--book", "worse.db"]);
    assert_eq!(place.book("worse.db"), place.book("records.db"));
}

/// Too many boards to count them again (48,629 trees): the table of the atlas decides.
#[test]
fn the_proof_of_a_long_count_is_in_the_atlas() {
    let place = Place::new();
    let question = ["--ruleset", "node-kayles", "--objective", "grundy"];
    let boards = ["--class", "tree", "--order", "17"];
    let files = ["--dir", "atlas", "--book", "records.db"];
    place.done(&[&["atlas"][..], &question, &boards, &files].concat());
    let verify = ["records", "verify", "--book", "records.db"];
    place.done(&verify);
    fs::rename(place.at("atlas"), place.at("elsewhere")).unwrap();
    let out = place.boil(&verify);
    assert!(
        out.0 == 0 && out.2.contains("not decided: the proof is in no table"),
        "{out:?}"
    );
    place.done(&[&verify[..], &["--atlas", "elsewhere"]].concat());
    // Without the table, records merge without their proofs.
    let merge = ["records", "merge", "records.db", "--book", "new/records.db"];
    let out = place.boil(&merge);
    assert!(
        out.2.contains("entered without its proof: not decided"),
        "{out:?}"
    );
    let proved = |book: &str| {
        place
            .done(&["records", "list", "--proved", "--book", book])
            .lines()
            .count()
            - 1
    };
    assert_eq!(proved("new/records.db"), 0);
    place.done(&[&merge[..], &["--atlas", "elsewhere"]].concat());
    assert_eq!(proved("new/records.db"), proved("records.db"));
    // A table with other numbers and a right checksum.
    let path = place.at("elsewhere/node-kayles-tree-17.json");
    let text = fs::read(&path).unwrap();
    for (pointer, value, words) in [
        ("/tally/boards", json!(9), "not sound"),
        ("/tally/outcomes/N", json!(9), "do not add up"),
        ("/tally/optima/0/attaining", json!(3), "do not fit"),
        ("/tally/optima/0/max", json!("77"), "the proof is false"),
        ("/question/order", json!(13), "contains the table"),
    ] {
        let mut table: Value = serde_json::from_slice(&text).unwrap();
        *table["content"].pointer_mut(pointer).unwrap() = value;
        fs::write(&path, sealed(&table["content"])).unwrap();
        let out = place.boil(&[&verify[..], &["--atlas", "elsewhere"]].concat());
        let found =
            out.2.contains(words) || words == "not sound" && out.2.contains("it counts 9 boards");
        assert!(found, "{pointer}: {out:?}");
        fs::write(&path, &text).unwrap();
    }
}

/// A table as a file, with a checksum that fits. Numbers and names keep the order of the fields.
fn sealed(content: &Value) -> Vec<u8> {
    let question = &content["question"];
    let ordered = |object: &Value, names: &[&str]| -> String {
        let field = |name: &&str| format!("{}:{}", json!(name), object[*name]);
        format!(
            "{{{}}}",
            names.iter().map(field).collect::<Vec<_>>().join(",")
        )
    };
    let names = [
        "program",
        "ruleset",
        "class",
        "order",
        "generator",
        "objectives",
    ];
    let optimum = ["objective", "max", "attaining", "undefined", "boards"];
    let optima = content["tally"]["optima"].as_array().unwrap();
    let optima: Vec<String> = optima.iter().map(|o| ordered(o, &optimum)).collect();
    let wins = ["opposable", "not_opposable", "undecided", "examples"];
    let tally = format!(
        "{{\"boards\":{},\"outcomes\":{},\"second_player_wins\":{},\"optima\":[{}]}}",
        content["tally"]["boards"],
        content["tally"]["outcomes"],
        ordered(&content["tally"]["second_player_wins"], &wins),
        optima.join(",")
    );
    let text = format!(
        "{{\"question\":{},\"checked\":{},\"tally\":{tally}}}",
        ordered(question, &names),
        content["checked"]
    );
    let checksum = crc32fast::hash(text.as_bytes());
    format!("{{\"content\":{text},\"crc32\":\"{checksum:08x}\"}}").into_bytes()
}

#[test]
fn a_forged_table_proves_nothing() {
    let place = proved();
    let path = place.at("atlas/snort-tree-06.json");
    let text = fs::read(&path).unwrap();
    let table: Value = serde_json::from_slice(&text).unwrap();
    // The helper of this test seals as the program does.
    fs::write(&path, sealed(&table["content"])).unwrap();
    let atlas = [
        "atlas",
        "--class",
        "tree",
        "--order",
        "6",
        "--dir",
        "atlas",
        "--book",
        "records.db",
    ];
    place.done(&atlas);
    // Another board and a lower maximum.
    let mut forged = table.clone();
    let optimum = &mut forged["content"]["tally"]["optima"][0];
    assert_eq!(optimum["objective"], "temperature - degree");
    optimum["boards"] = json!(["EhCG"]);
    optimum["attaining"] = json!(1);
    optimum["max"] = json!("-1");
    fs::write(&path, sealed(&forged["content"])).unwrap();
    let (code, _, err) = place.boil(&atlas);
    assert!(
        code == 1 && err.contains("is false: another count"),
        "{err}"
    );
}
