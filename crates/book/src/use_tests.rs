//! Tests of a book in use: imports, questions, checks, merges, copies.

#![allow(clippy::unwrap_used)]

use super::check::{CheckedRecord, ConflictOutcome, check_book};
use super::harvest_tests::{Proofs, plan};
use super::import::{EnteredLine, ImportEffort, ImportRequest, RejectedLine, import};
use super::merge::{MergeOutcome, merge};
use super::proof::a_proof;
use super::tests::{boards, entry, place, submit, verified, verifier};
use super::*;
use boilingpoint_boards::parse_board;
use boilingpoint_problem::facts::FORM_LIMIT;
use boilingpoint_problem::{Certainty, Fitness};
use boilingpoint_solver::{Budget, Solver};
use boilingpoint_values::Notation;

/// A true entry of Snort for a connected board.
fn truth(board: &str, objective: &str) -> BookEntry {
    let board = parse_board(board).unwrap();
    let mut solver = Solver::new(&boilingpoint_rules::Snort, Budget::default());
    let (name, read) = harvest::objective_read(objective).unwrap();
    let score = read.score(&mut solver, &board).unwrap();
    let value = solver.evaluate(&board).unwrap();
    let board = boilingpoint_boards::canon::normal(&board);
    BookEntry {
        objective: name,
        class: BoardClass::of_kind("connected"),
        fitness: score.fitness,
        facts: Facts::of_evaluation(&mut solver, &board, &value, Notation::Text, FORM_LIMIT),
        lineage: Vec::new(),
        ..entry(&["0"], "A_")
    }
}

/// The outcome of importing some lines, in words.
fn imported(book: &mut Book, lines: &[&str], class: Option<&str>) -> Vec<String> {
    let question = ("temperature-degree", class);
    imported_within(book, lines, question, Budget::default())
}

fn imported_within(
    book: &mut Book,
    lines: &[&str],
    (objective, class): (&str, Option<&str>),
    budget: Budget,
) -> Vec<String> {
    let request = ImportRequest {
        ruleset: "snort".into(),
        objective: objective.into(),
        class: class.map(|class| BoardClass::parse(class).unwrap()),
        run: "by hand".into(),
        at: "today".into(),
    };
    let effort = ImportEffort {
        budget,
        threads: 1,
        verifier: verifier(),
    };
    let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    let mut said = Vec::new();
    let each = |place: usize, outcome: Result<EnteredLine, RejectedLine>| {
        assert_eq!(place, said.len());
        said.push(match outcome {
            Ok(entered) => {
                let lost = entered.lost_proof.map_or("", |_| ", without its proof");
                format!("{:?}{lost}", entered.submitted)
            }
            Err(RejectedLine::Input(why)) => format!("input: {why}"),
            Err(RejectedLine::Refuted(why)) => format!("refuted: {why}"),
        });
    };
    import(book, &lines, &request, &effort, each).unwrap();
    said
}

#[test]
fn lines_of_all_kinds_are_imported_in_order() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let lines = [
        "Bg",
        "nonsense",
        "  path(4) ",
        "C~",
        r#"{"ruleset":"node-kayles","objective":"grundy","class":"tree","fitness":["7"],"board":"A_",
            "tints":"..","temperature":"0","mean":"0","certainty":"exact","conflict":null}"#,
        r#"{ "ruleset": 3}"#,
        "Bo",
        "0-1,2-3",
    ];
    let said = imported(&mut book, &lines, Some("tree"));
    let expected = [
        "New { id: 1 }",
        "input: ",
        "New { id: 2 }",
        "input: the board is not in the class `tree`",
        "New { id: 3 }",
        "input: ",
        "Tied { id: Some(1) }",
        "input: the board is not in the class `tree`",
    ];
    assert_eq!(said.len(), expected.len());
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.starts_with(expected), "{said}");
    }
    let record = book.get(1).unwrap().unwrap().entry;
    assert_eq!(record.found_by.to_string(), "by hand, seed 0");
    assert_eq!(record.found_at, "today");
    // The number of the line is not read: the board is valued.
    let kayles = book.get(3).unwrap().unwrap().entry;
    assert_eq!(
        (kayles.fitness.to_string(), kayles.facts.grundy),
        ("1".into(), Some(1))
    );
    let none = imported(&mut book, &["Bg", "path(4)"], None);
    assert!(
        none.iter().all(|said| said.contains("names no class")),
        "{none:?}"
    );
    // The graph6 text of 60 vertices begins with a brace.
    let large = format!("{{{}", "?".repeat(295));
    let said = imported(&mut book, &[&large], Some("tree"));
    assert!(said[0].contains("not in the class `tree`"), "{said:?}");
    let tinted = imported(&mut book, &["Bg L.."], Some("tree"));
    assert!(
        tinted[0].contains("; the class `tree, tinted` has it"),
        "{tinted:?}"
    );
}

#[test]
fn a_board_without_a_value_enters_if_the_question_needs_none() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let little = || Budget {
        positions: 1,
        work: 1,
        ..Budget::default()
    };
    let mut import = |objective| {
        let question = (objective, Some("connected"));
        imported_within(&mut book, &["cycle(9)"], question, little())
    };
    assert_eq!(import("size"), ["New { id: 1 }"]);
    assert!(import("temperature")[0].starts_with("input: "));
    let facts = book.get(1).unwrap().unwrap().entry.facts;
    assert_eq!(
        (facts.certainty, facts.temperature),
        (Certainty::BoardOnly, None)
    );
}

#[test]
fn a_fitness_of_other_length_is_refused_and_new_classes_are_believed() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let mut longer = truth("path(3)", "temperature - degree");
    longer.class = BoardClass::of_kind("tree");
    longer.fitness = Fitness::parse(&["0", "1"]).unwrap();
    book.submit(&verified(longer)).unwrap();
    let said = imported(&mut book, &["Bg", "path(4)"], Some("tree"));
    assert!(
        said[0].starts_with("refuted: ") && said[0].contains("components"),
        "{said:?}"
    );
    assert_eq!(said[1], "New { id: 2 }");
    // Exports of today say whether a record is in conflict, and which marks its class has.
    let line = |more: &str| {
        format!(
            r#"{{"ruleset":"arc-kayles","objective":"grundy","class":"connected","fitness":["1"],"board":"A_",
            "tints":"..","temperature":"0","mean":"0","certainty":"exact",{more}
            "found_by":{{"run":"r","seed":3,"generation":2}}}}"#
        )
    };
    for (more, class) in [
        (r#""conflict":null,"#, "connected"),
        ("", "connected, features unknown"),
    ] {
        let SubmitOutcome::New { id } = submitted(&imported(&mut book, &[&line(more)], None))
        else {
            panic!("not new");
        };
        assert_eq!(
            book.get(id).unwrap().unwrap().entry.class.to_string(),
            class
        );
    }
}

/// The outcome of a line that entered as a new record.
fn submitted(said: &[String]) -> SubmitOutcome {
    let id = said[0]
        .strip_prefix("New { id: ")
        .and_then(|rest| rest.strip_suffix(" }"));
    SubmitOutcome::New {
        id: id.unwrap_or_else(|| panic!("{said:?}")).parse().unwrap(),
    }
}

#[test]
fn an_exported_record_comes_back_with_its_origin() {
    let line = |more: &str| {
        format!(
            r#"{{"ruleset":"snort","objective":"temperature - degree","class":"tree","fitness":["9"],
            "board":"Bg","tints":"...","temperature":"2","mean":"0"{more}}}"#
        )
    };
    let from =
        r#","found_by":{"run":"theirs","seed":4,"generation":5},"found_at":"2020-01-02 03:04"#;
    let proof = serde_json::to_string(&a_proof("0")).unwrap();
    for (more, said, kept) in [
        (
            format!(r#",{}","certainty":"exact""#, &from[1..]),
            "New { id: 1 }",
            "theirs, seed 4",
        ),
        (
            r#","certainty":"exact""#.to_string(),
            "New { id: 1 }",
            "by hand, seed 0",
        ),
        (
            format!(r#","certainty":"exact","proof":{proof}"#),
            "New { id: 1 }, without its proof",
            "by hand, seed 0",
        ),
    ] {
        let (_folder, path) = place();
        let mut book = Book::open(&path).unwrap();
        assert_eq!(imported(&mut book, &[&line(&more)], Some("tree")), [said]);
        let record = book.get(1).unwrap().unwrap().entry;
        assert_eq!(record.found_by.to_string(), kept);
        assert_eq!(record.fitness.to_string(), "0");
        let day = if kept.starts_with("theirs") {
            "2020-01-02"
        } else {
            "today"
        };
        assert_eq!(record.found_on(), day);
    }
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    for (more, said) in [
        (
            r#","certainty":"lower bound""#,
            "input: the record is a lower bound, but has no",
        ),
        (r#","certainty":"sure""#, "input: "),
        ("", "input: "),
        (
            r#","certainty":"lower bound","certificate":"{}""#,
            "refuted: ",
        ),
    ] {
        let found = imported(&mut book, &[&line(more)], Some("tree"));
        assert!(found[0].starts_with(said), "{found:?}");
    }
    let wrong = line(r#","certainty":"exact""#).replace("\"tree\"", "\"shrub, \"");
    let found = imported(&mut book, &[&wrong], None);
    assert!(found[0].contains("is not a class"), "{found:?}");
}

#[test]
fn a_book_tells_its_questions_its_runs_and_what_is_new() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    for (board, at, folder) in [
        ("path(3)", "2024-05-06 07:08", None),
        ("path(4)", "2024-05-08 07:08", Some("a/b")),
        ("star(3)", "2024-05-07 07:08", None),
        ("path(6)", "2024-05-01 07:08", None),
    ] {
        let mut entry = truth(board, "size");
        entry.found_at = at.into();
        entry.found_by.folder = folder.map(str::to_string);
        book.submit(&verified(entry)).unwrap();
    }
    let all = Filter::default();
    let keys = book.keys(&all).unwrap();
    let first = (keys[0].ruleset.as_str(), keys[0].objective.as_str());
    assert_eq!(first, ("snort", "size"));
    let mut entry = book.get(1).unwrap().unwrap().entry;
    for (folder, names) in [
        (None, "snort-trees"),
        (Some("snort-trees"), "snort-trees"),
        (Some("a/b"), "a/b (snort-trees)"),
    ] {
        entry.found_by.folder = folder.map(str::to_string);
        assert_eq!(entry.found_by.names(), names);
    }
    assert_eq!(entry.game_text(), "snort");
    entry.found_by.game = Some("my game".into());
    assert!(
        entry.game_text().contains("my game"),
        "{}",
        entry.game_text()
    );
    let told: Vec<_> = keys
        .iter()
        .map(|k| (k.order, k.records, k.class.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (3, 1, "connected"),
            (4, 2, "connected"),
            (6, 1, "connected")
        ]
    );
    let newest = |most| -> Vec<i64> {
        let records = book.newest(&all, most).unwrap();
        records.iter().map(|r| r.id).collect()
    };
    assert_eq!(newest(2), [2, 3]);
    assert_eq!(newest(9), [2, 3, 1, 4]);
    let objectives = book.values("objective").unwrap();
    assert_eq!(
        objectives.into_iter().collect::<Vec<_>>(),
        [("size".to_string(), 4)]
    );
    let runs: Vec<_> = book.runs().unwrap().into_iter().collect();
    assert_eq!(runs, ["a/b", "snort-trees"]);
    for (run, count) in [("snort-trees", 4), ("a/b", 1), ("b", 1), ("a", 0)] {
        let filter = Filter {
            run: Some(run.to_string()),
            ..Filter::default()
        };
        assert_eq!(book.list(&filter).unwrap().len(), count, "{run}");
    }

    let record = |id| book.get(id).unwrap().unwrap();
    let ids = |records: &[Record]| records.iter().map(|r| r.id).collect::<Vec<_>>();
    let around = |id| {
        let n = Neighbours::of(&book, &record(id)).unwrap();
        [n.ties, n.conflicting, n.smaller, n.greater].map(|r| ids(&r))
    };
    assert_eq!(around(2), [vec![3], vec![], vec![1], vec![4]]);
    assert_eq!(around(1), [vec![], vec![], vec![], vec![2, 3]]);
    assert_eq!(around(4), [vec![], vec![], vec![2, 3], vec![]]);

    let mut sorted = book.list(&all).unwrap();
    let mut by = |name: &str, descending| {
        let column = Column::by_name(name).unwrap();
        Sort { column, descending }.apply(&mut sorted);
        ids(&sorted)
    };
    assert_eq!(by("found_at", false), [4, 1, 3, 2]);
    assert_eq!(by("order", true), [4, 3, 2, 1]);
    assert_eq!(by("id", false), [1, 2, 3, 4]);
    let cells = |name: &str| {
        let column = Column::by_name(name).unwrap();
        (column.is_fact(), column.csv(&record(2)))
    };
    assert_eq!(cells("order"), (true, "4".to_string()));
    assert_eq!(cells("fitness"), (false, "3".to_string()));
    assert_eq!(cells("folder"), (false, "a/b".to_string()));
    assert_eq!(cells("size"), (true, "3".to_string()));
    assert!(Column::by_name("nothing").is_none());
    let mut two = record(2);
    two.entry.fitness = Fitness::parse(&["1/2", "3"]).unwrap();
    assert_eq!(Column::by_name("fitness").unwrap().csv(&two), "1/2 3");
}

#[test]
fn questions_about_boards_and_values_are_answered() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let known = ["path(3)", "path(4)", "cycle(5)", "path(6)"];
    for board in known {
        book.submit(&verified(truth(board, "temperature-degree")))
            .unwrap();
    }
    let ask = |board: Option<BoardCondition>, condition: &str, filter: Filter| {
        let condition = (!condition.is_empty()).then(|| RecordCondition::parse(condition).unwrap());
        let query = RecordQuery {
            filter,
            condition,
            board,
            end: None,
        };
        let found = query.matches(&book).unwrap();
        assert_eq!((found.undecided, found.unseen), (0, 0));
        found.records.iter().map(|r| r.id).collect::<Vec<_>>()
    };
    let board = |text: &str| parse_board(text).unwrap();
    let is = |text: &str| Some(BoardCondition::Is(board(text)));
    let has = |text: &str| Some(BoardCondition::Contains(board(text)));
    assert_eq!(ask(None, "", Filter::default()), [1, 2, 3, 4]);
    assert_eq!(ask(is("0-1,2-0"), "", Filter::default()), [1]);
    assert!(ask(is("star(3)"), "", Filter::default()).is_empty());
    assert_eq!(ask(has("path(4)"), "", Filter::default()), [2, 3, 4]);
    assert_eq!(
        ask(has("path(4)"), "leaves == 2", Filter::default()),
        [2, 4]
    );
    assert!(ask(has("path(5)"), "order > 9", Filter::default()).is_empty());
    assert_eq!(ask(None, "order > 4", Filter::default()), [3, 4]);
    // Other spellings are the same objective.
    for (spelling, count) in [("temperature  -  degree", 4), ("degree", 0), ("(", 0)] {
        let filter = Filter {
            objective: Some(spelling.to_string()),
            ..Filter::default()
        };
        assert_eq!(filter.records(&book).unwrap().len(), count, "{spelling}");
    }
    // Records that the facts do not decide are counted, and so are those that the time leaves out.
    let mut dark = truth("star(4)", "temperature-degree");
    dark.class = BoardClass::of_kind("tree");
    dark.facts.canonical_form = None;
    book.submit(&verified(dark)).unwrap();
    let query = |board, condition: &str, end| {
        let query = RecordQuery {
            condition: Some(RecordCondition::parse(condition).unwrap()),
            board,
            end,
            ..RecordQuery::default()
        };
        let found = query.matches(&book).unwrap();
        [found.records.len(), found.undecided, found.unseen]
    };
    assert_eq!(query(None, "left_stop > 0", None), [2, 1, 0]);
    assert_eq!(query(is("path(3)"), "left_stop > 0", None), [1, 0, 0]);
    assert_eq!(query(is("star(4)"), "left_stop > 0", None), [0, 1, 0]);
    assert_eq!(query(is("star(4)"), "order < 2", None), [0, 0, 0]);
    let past = std::time::Instant::now() - Duration::from_millis(1);
    assert_eq!(query(None, "order > 0", Some(past)), [0, 0, 5]);
    let later = std::time::Instant::now() + Duration::from_secs(3600);
    assert_eq!(query(None, "order > 0", Some(later)), [5, 0, 0]);
}

/// The outcomes of a check, by record: of the record, of its proof, and of the conflict.
fn checked(book: &mut Book, proofs: Option<&Proofs>) -> Vec<(i64, bool, bool, String)> {
    let verifier = Verifier {
        proofs: proofs.map(|proofs| proofs as &dyn ProofCheck),
        ..verifier()
    };
    let mut all = Vec::new();
    let each = |record: &Record, checked: &CheckedRecord| {
        let conflict = checked.conflict.as_ref().map(|conflict| match conflict {
            ConflictOutcome::Remains(why) => format!("remains: {why}"),
            other => format!("{other:?}"),
        });
        let is_true = (checked.record.is_ok(), checked.proof.is_ok());
        all.push((
            record.id,
            is_true.0,
            is_true.1,
            conflict.unwrap_or_default(),
        ));
    };
    check_book(book, &Filter::default(), &verifier, None, each).unwrap();
    all
}

/// A book with a path that a proof calls the largest connected board of order 3, and a triangle.
fn book_in_conflict(path: &Path) -> Book {
    let mut book = Book::open(path).unwrap();
    let mut proved = truth("path(3)", "size");
    proved.proof = Some(a_proof("2"));
    book.submit(&verified(proved)).unwrap();
    let entered = book
        .submit(&verified(truth("complete(3)", "size")))
        .unwrap();
    assert!(matches!(
        entered,
        SubmitOutcome::InConflict { id: Some(2), .. }
    ));
    book
}

#[test]
fn a_better_record_that_is_true_refutes_a_proof_from_a_table() {
    let proofs = |check, decides| Proofs {
        check,
        order: 0,
        decides,
    };
    let wrong = || Err(Unverified::Wrong("a better board".into()));
    // A table says that the proof is true, and the better board passes its check.
    for proofs in [proofs(Ok(()), false), proofs(wrong(), true)] {
        let (_folder, path) = place();
        let mut book = book_in_conflict(&path);
        let found = checked(&mut book, Some(&proofs));
        let expected = [
            (1, true, false, "Beaten".to_string()),
            (2, true, true, "Settled".to_string()),
        ];
        assert_eq!(found, expected);
        assert_eq!(book.list(&Filter::default()).unwrap().len(), 1);
        assert_eq!(
            checked(&mut book, Some(&proofs)),
            [(2, true, true, String::new())]
        );
    }
    // A count that was made again contradicts the better board, and so does a table that calls the
    // proof wrong for another reason: both records stay.
    for proofs in [proofs(Ok(()), true), proofs(wrong(), false)] {
        let (_folder, path) = place();
        let mut book = book_in_conflict(&path);
        let found = checked(&mut book, Some(&proofs));
        let remains: Vec<bool> = found
            .iter()
            .map(|(.., why)| why.starts_with("remains"))
            .collect();
        assert_eq!(remains, [true, true], "{found:?}");
    }
    // A table that calls a proof wrong removes nothing by itself.
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let mut proved = truth("complete(3)", "size");
    proved.proof = Some(a_proof("3"));
    book.submit(&verified(proved)).unwrap();
    let found = checked(&mut book, Some(&proofs(wrong(), false)));
    assert_eq!(found, [(1, true, false, String::new())]);
    assert!(book.get(1).unwrap().unwrap().entry.is_proved());
    checked(&mut book, Some(&proofs(wrong(), true)));
    assert!(!book.get(1).unwrap().unwrap().entry.is_proved());
}

#[test]
fn a_false_record_in_conflict_is_removed_and_others_stay() {
    [true, false].into_iter().for_each(false_record_is_removed);
}

fn false_record_is_removed(decides: bool) {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let mut proved = truth("complete(3)", "size");
    proved.proof = Some(a_proof("3"));
    book.submit(&verified(proved)).unwrap();
    let mut lie = truth("path(3)", "size");
    lie.fitness = Fitness::parse(&["4"]).unwrap();
    book.submit(&verified(lie)).unwrap();
    let mut alone = truth("path(4)", "size");
    alone.fitness = Fitness::parse(&["9"]).unwrap();
    book.submit(&verified(alone)).unwrap();
    let proofs = Proofs {
        check: Ok(()),
        order: 0,
        decides,
    };
    let found = checked(&mut book, Some(&proofs));
    let expected = [
        (1, true, true, "Settled".to_string()),
        (2, false, true, "Removed".to_string()),
        (3, false, true, String::new()),
    ];
    assert_eq!(found, expected);
    let left = book.list(&Filter::default()).unwrap();
    assert_eq!(left.iter().map(|r| r.id).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn a_mark_of_an_older_version_gets_its_proof() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    book.submit(&verified(truth("path(3)", "size"))).unwrap();
    book.connection
        .execute("UPDATE records SET proved = 1", [])
        .unwrap();
    let proofs = Proofs {
        check: Ok(()),
        order: 3,
        decides: true,
    };
    assert_eq!(
        checked(&mut book, Some(&proofs)),
        [(1, true, true, String::new())]
    );
    assert!(book.get(1).unwrap().unwrap().entry.is_proved());
}

/// Writes the config and the manifest of a run.
fn write_run(run: &Path, config: &str) {
    fs::create_dir_all(run).unwrap();
    fs::write(run.join("config.toml"), config).unwrap();
    let manifest = r#"{"format":1,"version":"0.2.0","name":"trees","seed":7,"status":"finished","stop_reason":null,
        "generations":1,"boards_valued":1,"best":null,"started":"then","ended":"then",
        "machine":{"os":"linux","arch":"x86_64","threads":1}}"#;
    fs::write(run.join("manifest.json"), manifest).unwrap();
}

#[test]
fn a_record_of_an_unknown_class_gets_that_of_its_run() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let run = |name: &str, config: &str| write_run(&path.with_file_name(name), config);
    let config = plan("maximize = \"size\"").to_toml();
    run("run", &config);
    run("again", &config);
    let mut old = truth("path(3)", "size");
    old.class = BoardClass::parse("tree, features unknown").unwrap();
    (old.found_by.run, old.found_by.seed) = ("trees".into(), 7);
    let mut other = truth("path(4)", "size");
    other.class = old.class.clone();
    (other.found_by.run, other.found_by.seed) = ("trees".into(), 8);
    // A class that is known stays.
    let mut known = truth("path(5)", "size");
    known.class = BoardClass::of_kind("tree");
    (known.found_by.run, known.found_by.seed) = ("trees".into(), 7);
    for entry in [old, other, known] {
        book.submit(&verified(entry)).unwrap();
    }
    let beside = || runs::RunClasses::beside(&path, boilingpoint_plan::read_no_boards);
    let classes = beside();
    let mut said = Vec::new();
    let each = |record: &Record, checked: &CheckedRecord| {
        said.push((
            record.id,
            checked.class.as_ref().map(|(class, _)| class.to_string()),
        ));
    };
    check_book(
        &mut book,
        &Filter::default(),
        &verifier(),
        Some(&classes),
        each,
    )
    .unwrap();
    said.sort();
    assert_eq!(said, [(1, Some("tree".to_string())), (2, None), (3, None)]);
    let left = book.list(&Filter::default()).unwrap();
    let classes: Vec<_> = left
        .iter()
        .map(|r| (r.id, r.entry.class.to_string()))
        .collect();
    let expected = [(3, "tree"), (4, "tree"), (2, "tree, features unknown")];
    let mut classes: Vec<_> = classes
        .iter()
        .map(|(id, class)| (*id, class.as_str()))
        .collect();
    classes.sort_by_key(|(id, _)| expected.iter().position(|(known, _)| known == id));
    assert_eq!(classes, expected);
    // Runs of one name and seed whose classes differ tell nothing.
    let mut record = left[0].clone();
    record.entry.class = BoardClass::parse("tree, features unknown").unwrap();
    (record.entry.found_by.run, record.entry.found_by.seed) = ("trees".into(), 7);
    assert!(beside().of(&record).is_some());
    let narrow = "name = \"trees\"\nseed = 7\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\n\
                  max_degree = 3\norder = [2, 6]\n[objective]\nmaximize = \"size\"\n";
    run("other", narrow);
    assert!(beside().of(&record).is_none());
}

#[test]
fn a_merge_takes_what_is_true() {
    let (_folder, path) = place();
    let (_other, other) = place();
    let mut theirs = Book::open(&other).unwrap();
    let mut false_one = truth("path(4)", "size");
    false_one.fitness = Fitness::parse(&["7"]).unwrap();
    let mut proved = truth("path(3)", "degree");
    proved.proof = Some(a_proof("2"));
    let mut longer = truth("path(5)", "size");
    longer.fitness = Fitness::parse(&["4", "1"]).unwrap();
    for entry in [
        truth("path(3)", "size"),
        false_one,
        proved,
        truth("path(5)", "size"),
    ] {
        theirs.submit(&verified(entry)).unwrap();
    }
    let mut book = Book::open(&path).unwrap();
    book.submit(&verified(longer)).unwrap();
    let mut said = Vec::new();
    let each = |record: &Record, outcome: MergeOutcome, lost: Option<&Unverified>| {
        said.push(match outcome {
            MergeOutcome::Submitted(submitted) => {
                format!("{}: {submitted:?}, {}", record.id, lost.is_some())
            }
            MergeOutcome::Incomparable(_) => format!("{}: incomparable", record.id),
            MergeOutcome::Unverified(_) => format!("{}: unverified", record.id),
        });
    };
    merge(&mut book, &other, &verifier(), each).unwrap();
    let expected = [
        "3: New { id: 2 }, true",
        "1: New { id: 3 }, false",
        "2: unverified",
        "4: incomparable",
    ];
    assert_eq!(said, expected);
    assert_eq!(boards(&theirs).len(), 4);
}

#[test]
fn a_copy_of_a_book_stays_as_it_was() {
    let (_folder, path) = place();
    assert!(matches!(
        Book::snapshot(&path),
        Err(BookError::Missing { .. })
    ));
    assert!(matches!(
        BookStamp::of(&path),
        Err(BookError::Missing { .. })
    ));
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    // The record is in the log, beside the file.
    assert!(fs::metadata(schema::beside(&path, "-wal")).unwrap().len() > 0);
    let copy = Book::snapshot(&path).unwrap();
    assert_eq!(boards(&copy), ["a"]);
    assert_eq!(*copy.stamp(), BookStamp::of(&path).unwrap());
    submit(&mut book, "1", "b");
    assert_ne!(*copy.stamp(), BookStamp::of(&path).unwrap());
    assert_eq!(boards(&copy), ["a"]);
    assert_eq!(boards(&Book::snapshot(&path).unwrap()).len(), 2);
    // Without the log, all is in the file.
    drop(book);
    assert!(!schema::beside(&path, "-wal").exists());
    assert_eq!(boards(&Book::snapshot(&path).unwrap()).len(), 2);
}

#[test]
fn boards_to_start_from_come_from_lists_books_and_runs() {
    let plan = plan("maximize = \"size\"");
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let mut other = truth("path(3)", "size");
    other.ruleset = "col".into();
    for entry in [
        truth("path(4)", "size"),
        truth("complete(4)", "degree"),
        other,
    ] {
        book.submit(&verified(entry)).unwrap();
    }
    let read = |path: &Path| -> Result<Vec<String>, String> {
        let read = read_boards(path, &plan).map_err(|e| e.to_string())?;
        Ok(read.into_iter().map(|start| start.text).collect())
    };
    let path4 = truth("path(4)", "size").facts.board;
    assert_eq!(read(&path).unwrap(), [path4.as_str()]);

    let list = path.with_file_name("list.txt");
    fs::write(&list, "path(3)\nBg\npath(3)\ncycle(4)\nstar(9)\n").unwrap();
    assert_eq!(read(&list).unwrap(), ["path(3)", "Bg"]);
    fs::write(&list, "cycle(4)\ncycle(5)\n").unwrap();
    let none = read(&list).unwrap_err();
    assert!(
        none.starts_with("none of the 2 boards of ") && none.contains("list.txt"),
        "{none}"
    );
    assert!(
        read(Path::new("missing.txt"))
            .unwrap_err()
            .contains("missing.txt")
    );
    fs::write(&list, "path(3)\nwhat\n").unwrap();
    assert!(read(&list).unwrap_err().contains("list.txt"));
    assert!(read(path.parent().unwrap()).is_err());

    let run = path.with_file_name("run");
    write_run(&run, &plan.to_toml());
    let elites = ["path(3)", "path(5)", "cycle(5)"].map(|board| {
        let entry = truth(board, "size");
        let line = boilingpoint_record::records::ArchiveLine {
            cell: vec![1],
            fitness: entry.fitness.texts(),
            facts: entry.facts,
            id: 3,
        };
        serde_json::to_string(&line).unwrap() + "\n"
    });
    fs::write(run.join("archive.jsonl"), elites.concat()).unwrap();
    let names = ["path(3)", "path(5)"].map(|board| truth(board, "size").facts.board);
    assert_eq!(read(&run).unwrap(), names);
}

#[test]
fn a_board_beyond_the_budget_is_not_called_wrong() {
    let budget = Budget {
        positions: 1,
        work: 1,
        ..Budget::default()
    };
    let mut solver = Solver::new(&boilingpoint_rules::Snort, budget);
    let entry = truth("cycle(9)", "temperature");
    let refused = verifier().verify(&mut solver, entry).unwrap_err();
    assert!(matches!(refused, Unverified::Undecided(_)), "{refused}");
}

/// An atomic weight has several texts. A number has one.
#[test]
fn an_atomic_weight_is_compared_as_a_value() {
    let rules = boilingpoint_rules::by_name("clobber").unwrap();
    let mut solver = Solver::new(rules, Budget::default());
    let board = parse_board("A_ LR").unwrap();
    let value = solver.evaluate(&board).unwrap();
    let mut entry = entry(&["2"], "A_");
    (entry.ruleset, entry.objective) = ("clobber".into(), "order".into());
    entry.class = BoardClass::parse("tree, tinted").unwrap();
    entry.facts = Facts::of_evaluation(&mut solver, &board, &value, Notation::Text, FORM_LIMIT);
    for (weight, is_true) in [("0", true), ("{-1|1}", true), ("1", false), ("{", false)] {
        entry.facts.atomic_weight = Some(weight.into());
        let found = verifier().verify(&mut solver, entry.clone());
        assert_eq!(found.is_ok(), is_true, "{weight}: {found:?}");
    }
}
