#![allow(clippy::unwrap_used)]

use super::*;
use boilingpoint_problem::{Certainty, Fitness, Interval};
use boilingpoint_record::records::LineageStep;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

pub(super) fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs").join("records.db");
    (folder, path)
}

pub(super) fn entry(fitness: &[&str], board: &str) -> BookEntry {
    let number = |text: &str| Interval::exact(Fitness::parse(&[text]).unwrap().first());
    BookEntry {
        ruleset: "snort".into(),
        objective: "temperature - degree".into(),
        class: BoardClass::of_kind("tree"),
        fitness: Fitness::parse(fitness).unwrap(),
        facts: Facts {
            board: board.into(),
            tints: ".....".into(),
            order: 5,
            degree: 2,
            degree2: 2,
            temperature: Some(number("7/2")),
            mean: Some(number("0")),
            canonical_form: Some("{2|1}".into()),
            certainty: Certainty::Exact,
            ..Facts::default()
        },
        certificate: None,
        proof: None,
        found_by: Finder {
            run: "snort-trees".into(),
            folder: None,
            game: None,
            seed: u64::MAX,
            generation: 12,
        },
        found_at: "then".into(),
        lineage: vec![LineageStep {
            generation: 3,
            operator: "twin".into(),
            from: None,
        }],
    }
}

pub(super) fn verified(entry: BookEntry) -> VerifiedRecord {
    VerifiedRecord::unchecked(entry)
}

pub(super) fn submit(book: &mut Book, fitness: &str, board: &str) -> SubmitOutcome {
    book.submit(&verified(entry(&[fitness], board))).unwrap()
}

pub(super) fn boards(book: &Book) -> Vec<String> {
    let all = book.list(&Filter::default()).unwrap();
    all.into_iter().map(|r| r.entry.facts.board).collect()
}

/// A check without proofs and without an end.
pub(super) fn verifier() -> Verifier<'static> {
    Verifier {
        positions: 1_000_000,
        proofs: None,
        stop: None,
    }
}

fn refusal(path: &Path) -> String {
    let text = Book::open(path).unwrap_err().to_string();
    assert!(text.contains("records.db"), "{text}");
    text
}

#[test]
fn a_record_is_read_back_as_it_was() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let mut second = entry(&["6/4", "-1"], "DQ{");
    second.class = BoardClass::parse("connected, tinted, max_degree 4, loops").unwrap();
    second.facts.canonical_form = None;
    second.facts.certainty = Certainty::LowerBound;
    second.facts.temperature = second
        .facts
        .temperature
        .map(|t| Interval::at_least(t.least));
    second.facts.tints = "..LR.".into();
    for entry in [entry(&["3/2"], "DQc"), second] {
        let SubmitOutcome::New { id } = book.submit(&verified(entry.clone())).unwrap() else {
            panic!("not new");
        };
        let expected = Record {
            id,
            entry,
            verified_by: verified::CHECKER.into(),
            conflict: None,
        };
        assert_eq!(book.get(id).unwrap(), Some(expected.clone()));
        let again = Book::open_existing(&path).unwrap();
        assert_eq!(again.get(id).unwrap(), Some(expected));
    }
    assert_eq!(book.get(99).unwrap(), None);
}

#[test]
fn each_objective_class_order_and_ruleset_has_its_own_record() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let base = entry(&["3/2"], "DQc");
    let mut others = vec![base.clone(); 7];
    others[1].objective = "temperature / degree".into();
    others[2].class.kind = "caterpillar".into();
    others[3].class.features.tints = true;
    others[4].class.max_degree = 4;
    others[5].facts.order = 6;
    others[5].facts.tints = "......".into();
    others[6].ruleset = "col".into();
    for entry in &others {
        let submitted = book.submit(&verified(entry.clone())).unwrap();
        assert!(
            matches!(submitted, SubmitOutcome::New { .. }),
            "{submitted:?}"
        );
    }
    let count = |filter: Filter| book.list(&filter).unwrap().len();
    assert_eq!(count(Filter::default()), 7);
    let ruleset = Some("col".to_string());
    assert_eq!(
        count(Filter {
            ruleset,
            ..Filter::default()
        }),
        1
    );
    let class = Some(base.class);
    assert_eq!(
        count(Filter {
            class,
            ..Filter::default()
        }),
        4
    );
    assert_eq!(
        count(Filter {
            orders: Some(6..=6),
            ..Filter::default()
        }),
        1
    );
    let objective = Some("temperature / degree".to_string());
    assert_eq!(
        count(Filter {
            objective,
            orders: Some(6..=6),
            ..Filter::default()
        }),
        0
    );
    let listed = book.list(&Filter::default()).unwrap();
    assert_eq!(listed[0].entry.ruleset, "col");
}

#[test]
fn a_book_from_before_proofs_has_none() {
    let (_folder, path) = place();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let old = Connection::open(&path).unwrap();
    for step in &schema::STEPS[..2] {
        old.execute_batch(step).unwrap();
    }
    old.execute_batch(
        "INSERT INTO records VALUES (7, 'snort', 'temperature', 'tree', 1, '1', '1', '1', '@', '.',
         '0', '0', 0, 0, NULL, 'exact', 'checker', '{\"run\":\"r\",\"seed\":1,\"generation\":2}',
         'then', '[]', NULL);
         PRAGMA application_id = 1112492364; PRAGMA user_version = 2;",
    )
    .unwrap();
    drop(old);
    let record = Book::open(&path).unwrap().get(7).unwrap().unwrap();
    assert!(!record.entry.is_proved());
}

/// A book of version 3, as the program of that version wrote it: three records and a deleted one.
fn book_of_version_3(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let old = Connection::open(path).unwrap();
    for step in &schema::STEPS[..3] {
        old.execute_batch(step).unwrap();
    }
    let row = |id: i64, ruleset: &str, order: i64, facts: &str, certificate: &str| {
        let rest = r#"'checker 0.1.0', '{"run":"r","seed":18446744073709551615,"generation":2}', 'then',
            '[{"generation":3,"operator":"twin"}]'"#;
        let statement = format!(
            "INSERT INTO records VALUES ({id}, '{ruleset}', 'order', 'tree', {order}, '3/2, 1', '3', '2',
             {facts}, {rest}, {certificate}, {})",
            id == 7
        );
        old.execute(&statement, []).unwrap();
    };
    row(
        7,
        "snort",
        2,
        "'A_', 'L.', '1', '1/2', 1, 0, '{2|0}', 'exact'",
        "NULL",
    );
    row(
        8,
        "snort",
        3,
        "'Bg', '...', '9/2', '', 2, 1, NULL, 'lower bound'",
        "'proof'",
    );
    row(
        9,
        "node-kayles",
        2,
        "'A_', '..', '0', '0', 1, 0, '*', 'exact'",
        "NULL",
    );
    row(
        12,
        "snort",
        4,
        "'C~', '....', '1', '0', 3, 0, NULL, 'exact'",
        "NULL",
    );
    old.execute_batch(
        "DELETE FROM records WHERE id = 12;
         PRAGMA application_id = 1112492364; PRAGMA user_version = 3;",
    )
    .unwrap();
}

#[test]
fn a_book_from_before_outcomes_keeps_all_and_gains_what_follows() {
    let (_folder, path) = place();
    book_of_version_3(&path);
    let mut book = Book::open(&path).unwrap();
    let get = |id| book.get(id).unwrap().unwrap().entry;
    let exact = get(7);
    assert_eq!(exact.fitness.to_string(), "3/2, 1");
    assert_eq!(exact.found_by.seed, u64::MAX);
    assert_eq!(exact.lineage[0].operator, "twin");
    // The mark `proved` of an older version names no proof, and counts for nothing.
    assert!(!exact.is_proved() && exact.certificate.is_none());
    assert_eq!(book.marked_without_proof().unwrap(), BTreeSet::from([7]));
    let texts = |entry: &BookEntry| {
        let names = [
            "board",
            "tints",
            "order",
            "temperature",
            "mean",
            "degree",
            "degree2",
            "canonical_form",
            "certainty",
            "outcome",
            "grundy",
            "atomic_weight",
        ];
        names.map(|name| entry.facts.filed_text(name)).join(" ")
    };
    assert_eq!(texts(&exact), "A_ L. 2 1 1/2 1 0 {2|0} exact N  ");
    let bound = get(8);
    assert_eq!(texts(&bound), "Bg ... 3 9/2  2 1  lower bound   ");
    assert_eq!(bound.facts.column("temperature").number(), None);
    assert_eq!(bound.certificate.as_deref(), Some("proof"));
    assert_eq!(texts(&get(9)), "A_ .. 2 0 0 1 0 * exact N 1 ");
    let filter = Filter {
        certainty: Some(Certainty::LowerBound),
        orders: Some(3..=3),
        ..Filter::default()
    };
    assert_eq!(book.list(&filter).unwrap().len(), 1);
    // The number of the deleted record is not given again.
    assert_eq!(submit(&mut book, "1", "a"), SubmitOutcome::New { id: 13 });
    // The generated column, for other programs that read the file.
    let outcome: String = book
        .connection
        .query_row("SELECT outcome FROM records WHERE id = 7", [], |r| r.get(0))
        .unwrap();
    assert_eq!(outcome, "N");
}

#[test]
fn an_outcome_without_a_form_is_filled_in_when_a_record_is_verified() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let mut old = entry(&["4"], "C~");
    (old.ruleset, old.objective) = ("shannon".into(), "order".into());
    old.class.kind = "connected".into();
    old.facts = Facts {
        board: "C~".into(),
        tints: "....".into(),
        order: 4,
        degree: 3,
        certainty: Certainty::Exact,
        ..Facts::default()
    };
    book.submit(&verified(old)).unwrap();
    assert_eq!(checks(&mut book), ["ok, ok"]);
    let found = book.get(1).unwrap().unwrap().entry.facts;
    assert!(found.outcome.is_some() && found.temperature.is_none());
}

/// The results of checking a book: of each record, and of its proof.
fn checks(book: &mut Book) -> Vec<String> {
    let verifier = verifier();
    let mut results = Vec::new();
    let text = |result: &Result<(), Unverified>| match result {
        Ok(()) => "ok".to_string(),
        Err(why) => format!("{why:?}"),
    };
    let each = |_: &Record, checked: &check::CheckedRecord| {
        results.push(format!(
            "{}, {}",
            text(&checked.record),
            text(&checked.proof)
        ));
    };
    check::check_book(book, &Filter::default(), &verifier, None, each).unwrap();
    results
}

/// A record that is true: the path of three vertices.
fn truth() -> BookEntry {
    let number = |text: &str| Interval::exact(Fitness::parse(&[text]).unwrap().first());
    let mut entry = entry(&["0"], "Bg");
    entry.facts = Facts {
        board: "Bg".into(),
        tints: "...".into(),
        order: 3,
        degree: 2,
        degree2: 1,
        temperature: Some(number("2")),
        mean: Some(number("0")),
        canonical_form: Some("{2|-2}".into()),
        certainty: Certainty::Exact,
        ..Facts::default()
    };
    entry
}

#[test]
fn a_check_that_is_stopped_leaves_the_records_as_they_are() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    book.submit(&verified(truth())).unwrap();
    let stop = Arc::new(AtomicBool::new(true));
    let verifier = Verifier {
        stop: Some(&stop),
        ..verifier()
    };
    let each = |_: &Record, _: &check::CheckedRecord| panic!("no record is checked");
    let stopped = check::check_book(&mut book, &Filter::default(), &verifier, None, each);
    assert!(matches!(stopped, Err(BookError::Stopped)));
    assert_eq!(book.get(1).unwrap().unwrap().entry, truth());
    assert_eq!(checks(&mut book), ["ok, ok"]);
    // A flag that is not set stops nothing.
    let go = Arc::new(AtomicBool::new(false));
    let verifier = Verifier {
        stop: Some(&go),
        ..verifier
    };
    let mut count = 0;
    let each = |_: &Record, _: &check::CheckedRecord| count += 1;
    check::check_book(&mut book, &Filter::default(), &verifier, None, each).unwrap();
    assert_eq!(count, 1);
}

#[test]
fn a_claim_names_the_first_number_that_differs() {
    let objective = boilingpoint_problem::Objective::parse("temperature - degree").unwrap();
    let mut solver =
        boilingpoint_solver::Solver::new(&boilingpoint_rules::Snort, Default::default());
    type Lie<'a> = (&'a str, &'a dyn Fn(&mut Facts));
    let lies: [Lie; 4] = [
        ("degree is 2, but the record says 5", &|f| f.degree = 5),
        ("degree2 is 1, but the record says 0", &|f| f.degree2 = 0),
        ("size is 2, but the record says 8", &|f| f.size = Some(8)),
        ("outcome is N, but the record says P", &|f| {
            f.outcome = Some("P".into())
        }),
    ];
    for (words, lie) in lies {
        let mut entry = truth();
        lie(&mut entry.facts);
        let verdict = harvest::Claim::of_entry(&entry).check(&mut solver, &objective, 1_000_000);
        let boilingpoint_problem::Verdict::Disagrees(why) = verdict else {
            panic!("not refused: {words}");
        };
        assert_eq!(why, words);
    }
}

/// Everything that a record says about its board is checked, each alone. The book holds what
/// nothing has checked, as if another program had written it.
#[test]
fn each_false_word_of_a_record_is_found() {
    let verifier = verifier();
    let check = |entry: BookEntry| {
        let mut solver =
            boilingpoint_solver::Solver::new(&boilingpoint_rules::Snort, Default::default());
        verifier.verify(&mut solver, entry)
    };
    let number = |text: &str| Some(Interval::exact(Fitness::parse(&[text]).unwrap().first()));
    let found = check(truth()).unwrap();
    assert_eq!(found.entry().facts.outcome.as_deref(), Some("N"));
    type Lie<'a> = (&'a str, &'a dyn Fn(&mut BookEntry));
    let lies: [Lie; 18] = [
        ("fitness is 0", &|e| {
            e.fitness = Fitness::parse(&["9"]).unwrap()
        }),
        ("fitness is 0", &|e| {
            e.fitness = Fitness::parse(&["0", "0"]).unwrap()
        }),
        ("temperature is 2", &|e| e.facts.temperature = number("3")),
        ("mean is 0", &|e| e.facts.mean = number("1")),
        ("order is 3", &|e| e.facts.order = 4),
        ("degree is 2", &|e| e.facts.degree = 3),
        ("degree2 is 1", &|e| e.facts.degree2 = 0),
        ("size is 2", &|e| e.facts.size = Some(3)),
        ("canonical form", &|e| {
            e.facts.canonical_form = Some("{3|-2}".into())
        }),
        ("outcome is N", &|e| e.facts.outcome = Some("P".into())),
        ("grundy is ", &|e| e.facts.grundy = Some(2)),
        ("birthday is ", &|e| e.facts.birthday = Some(77)),
        ("not in the class `caterpillar, max_degree 1`", &|e| {
            e.class.kind = "caterpillar".into();
            e.class.max_degree = 1;
        }),
        ("there is no class `forest`", &|e| {
            e.class.kind = "forest".into()
        }),
        ("expected one of any, connected", &|e| {
            e.class.kind = "zzz".into()
        }),
        ("not in the class `squares`", &|e| {
            e.class.kind = "squares".into()
        }),
        ("not in the class `tree`: a vertex has a tint", &|e| {
            e.facts.tints = "L..".into()
        }),
        ("the record is about col", &|e| e.ruleset = "col".into()),
    ];
    for (words, lie) in lies {
        let mut entry = truth();
        lie(&mut entry);
        let Err(Unverified::Wrong(why)) = check(entry) else {
            panic!("not refused: {words}");
        };
        assert!(why.contains(words), "`{words}` in {why}");
    }
    // A bound needs a certificate.
    let mut bound = truth();
    bound.facts.certainty = Certainty::LowerBound;
    let refused = check(bound.clone()).unwrap_err();
    assert!(matches!(refused, Unverified::Undecided(_)), "{refused}");
    bound.certificate = Some("{}".into());
    assert!(matches!(check(bound), Err(Unverified::Wrong(_))));
    // K4 and C6 are not trees, and a proof does not help them.
    for (board, order) in [("C~", 4), ("EhEG", 6)] {
        let mut entry = truth();
        entry.facts = Facts::of_board(&boilingpoint_boards::parse_board(board).unwrap());
        entry.facts.certainty = Certainty::Exact;
        assert_eq!(entry.facts.order, order);
        entry.proof = Some(proof::a_proof("0"));
        let Err(Unverified::Wrong(why)) = check(entry) else {
            panic!("not refused: {board}");
        };
        assert!(why.contains("not in the class `tree`"), "{why}");
    }
}

#[test]
fn another_labelling_of_a_board_is_the_same_record() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let verifier = verifier();
    let mut solver =
        boilingpoint_solver::Solver::new(&boilingpoint_rules::Snort, Default::default());
    // The middle vertex is the first, the second or the last.
    for board in ["Bo", "Bg", "BW"] {
        let mut entry = truth();
        entry.facts.board = board.into();
        let record = verifier.verify(&mut solver, entry).unwrap();
        book.submit(&record).unwrap();
    }
    assert_eq!(boards(&book).len(), 1);
}

#[test]
fn the_mark_of_an_older_version_is_removed_when_its_record_is_verified() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    book.submit(&verified(truth())).unwrap();
    let mark = "UPDATE records SET proved = 1";
    book.connection.execute(mark, []).unwrap();
    let results = checks(&mut book);
    assert!(
        results[0].starts_with("ok, Undecided(\"the mark `proved` carries no proof"),
        "{results:?}"
    );
    assert_eq!(checks(&mut book), ["ok, ok"]);
    let marked: i64 = book
        .connection
        .query_row("SELECT sum(proved) FROM records", [], |r| r.get(0))
        .unwrap();
    assert_eq!(marked, 0);
}

#[test]
fn facts_that_an_old_record_lacks_come_with_the_same_board() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    let mut again = entry(&["1"], "a");
    again.facts.outcome = Some("N".into());
    let known = SubmitOutcome::Tied { id: Some(1) };
    assert_eq!(book.submit(&verified(again.clone())).unwrap(), known);
    assert_eq!(book.get(1).unwrap().unwrap().entry, again);
    assert_eq!(submit(&mut book, "1", "a"), known);
    assert_eq!(book.get(1).unwrap().unwrap().entry, again);
}

#[test]
fn a_deleted_number_is_not_given_again() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    assert!(book.delete(1).unwrap());
    assert!(!book.delete(1).unwrap());
    assert_eq!(submit(&mut book, "1", "a"), SubmitOutcome::New { id: 2 });
}

#[test]
fn a_missing_book_is_begun_or_named() {
    let (_folder, path) = place();
    let refused = Book::open_existing(&path).unwrap_err().to_string();
    assert!(
        refused.starts_with("there is no record book at "),
        "{refused}"
    );
    assert!(!path.exists());
    Book::open(&path).unwrap();
    assert_eq!(Book::open_existing(&path).unwrap().path(), path);
}

#[test]
fn a_newer_book_is_refused() {
    let (_folder, path) = place();
    let book = Book::open(&path).unwrap();
    book.connection
        .pragma_update(None, "user_version", 9)
        .unwrap();
    drop(book);
    let text = refusal(&path);
    assert!(
        text.contains("of version 9; this program knows versions up to 7"),
        "{text}"
    );
}

#[test]
fn an_older_book_is_brought_up_to_date_with_its_records() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    drop(book);
    let mut steps = schema::STEPS.to_vec();
    steps.push("ALTER TABLE records ADD COLUMN remark TEXT");
    let book = Book::open_with(&path, &steps).unwrap();
    assert_eq!(boards(&book), ["a"]);
    book.connection
        .execute("UPDATE records SET remark = 'kept'", [])
        .unwrap();
    drop(book);
    Book::open_with(&path, &steps).unwrap();
    assert!(refusal(&path).contains("of version 8"));
}

#[test]
fn a_failed_step_leaves_the_book_as_it_was() {
    let (_folder, path) = place();
    drop(Book::open(&path).unwrap());
    let mut steps = schema::STEPS.to_vec();
    steps.push("ALTER TABLE records ADD COLUMN remark TEXT; SELECT nonsense FROM nowhere");
    assert!(Book::open_with(&path, &steps).is_err());
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    *steps.last_mut().unwrap() = "ALTER TABLE records ADD COLUMN remark TEXT";
    Book::open_with(&path, &steps).unwrap();
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    let (_folder, path) = place();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE theirs (x)").unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    assert!(refusal(&path).contains("a database of another program"));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_file_that_is_no_database_is_damaged() {
    let (_folder, path) = place();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "generation,best\n".repeat(100)).unwrap();
    let text = refusal(&path);
    assert!(
        text.contains("is not a record book, or is damaged: "),
        "{text}"
    );
}

/// The bytes of a closed book with some records.
fn sample(path: &Path) -> Vec<u8> {
    let mut book = Book::open(path).unwrap();
    for n in 0..TIES {
        submit(&mut book, "1", &format!("board {n}"));
    }
    drop(book);
    fs::read(path).unwrap()
}

#[test]
fn a_book_cut_short_anywhere_is_damaged() {
    let (_folder, path) = place();
    let whole = sample(&path);
    for length in (1..whole.len()).step_by(509) {
        fs::write(&path, &whole[..length]).unwrap();
        let outcome = Book::open(&path).and_then(|book| book.list(&Filter::default()));
        let text = outcome.unwrap_err().to_string();
        assert!(text.contains("damaged"), "{length}: {text}");
    }
}

/// A snapshot of a book that is lengthened without a bound would fill the disk.
#[test]
fn a_book_longer_than_its_header_says_is_damaged() {
    let (_folder, path) = place();
    let whole = sample(&path);
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(8 << 30).unwrap();
    for text in [
        refusal(&path),
        Book::snapshot(&path).unwrap_err().to_string(),
    ] {
        let why = format!("has 8589934592 bytes, and its header says {}", whole.len());
        assert!(text.contains(&why), "{text}");
    }
    file.set_len(whole.len() as u64).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
    assert_eq!(boards(&Book::open(&path).unwrap()).len(), TIES);
}

/// A wrong number of free pages is no hindrance for reading, and shows that the file is damaged.
#[test]
fn a_book_with_a_wrong_number_of_free_pages_is_damaged() {
    let (_folder, path) = place();
    let mut whole = sample(&path);
    whole[36..40].copy_from_slice(&7u32.to_be_bytes());
    fs::write(&path, whole).unwrap();
    assert!(matches!(Book::open(&path), Err(BookError::Damaged { .. })));
}

#[test]
fn a_book_with_overwritten_bytes_never_panics() {
    let (_folder, path) = place();
    let whole = sample(&path);
    for start in (0..whole.len()).step_by(397) {
        let mut bytes = whole.clone();
        bytes[start..].iter_mut().take(64).for_each(|b| *b ^= 0x5a);
        fs::write(&path, bytes).unwrap();
        let outcome = Book::open(&path).and_then(|book| book.list(&Filter::default()));
        if let Err(refused) = outcome {
            assert!(refused.to_string().contains("records.db"), "{refused}");
            let is_sqlite = matches!(refused, BookError::Sqlite { .. });
            assert!(
                !is_sqlite || refused.to_string().contains("JSON"),
                "{refused}"
            );
        }
    }
}

#[test]
fn a_row_that_cannot_be_read_is_named() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    for (change, named) in [
        ("fitness = '1.5'", "record 1, fitness: `1.5`"),
        (
            "fitness = '1', facts = json_set(facts, '$.certainty', 'sure')",
            "record 1, certainty: `sure`",
        ),
        (
            "facts = json_set(facts, '$.certainty', 'exact'), lineage = '['",
            "record 1, lineage: ",
        ),
        (
            "lineage = '[]', facts = json_set(facts, '$.degree', -1)",
            "record 1, degree: -1",
        ),
    ] {
        let update = format!("UPDATE records SET {change}");
        book.connection.execute(&update, []).unwrap();
        let text = book.get(1).unwrap_err().to_string();
        assert!(text.contains("damaged") && text.contains(named), "{text}");
    }
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    book.connection
        .pragma_update(None, "max_page_count", 1)
        .unwrap();
    let mut large = entry(&["2"], "b");
    large.facts.canonical_form = Some("{1|0}".repeat(10_000));
    let text = book.submit(&verified(large)).unwrap_err().to_string();
    assert!(
        text.contains("records.db") && text.contains("full"),
        "{text}"
    );
    assert_eq!(boards(&book), ["a"]);
    drop(book);
    assert_eq!(boards(&Book::open(&path).unwrap()), ["a"]);
}

#[test]
fn writers_that_begin_a_book_together_lose_nothing() {
    for _ in 0..5 {
        let (_folder, path) = place();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || write_some(path, writer));
            }
        });
        let book = Book::open(&path).unwrap();
        let all = book.list(&Filter::default()).unwrap();
        // Order 5: the boards of all writers tie. Order 6: only the best improvement is left.
        let orders = |order| all.iter().filter(move |r| r.entry.facts.order == order);
        assert_eq!(orders(5).count(), 12);
        assert_eq!(orders(6).count(), 1);
        assert_eq!(orders(6).next().unwrap().entry.fitness.to_string(), "23");
    }
}

fn write_some(path: &Path, writer: u64) {
    let mut book = Book::open(path).unwrap();
    for n in 0..3 {
        submit(&mut book, "1", &format!("board {writer} {n}"));
    }
    for n in 0..6 {
        let number = 4 * n + writer;
        let mut entry = entry(&[&number.to_string()], "E");
        entry.facts.order = 6;
        entry.facts.board = format!("E {number}");
        entry.facts.tints = "......".into();
        book.submit(&verified(entry)).unwrap();
    }
}
