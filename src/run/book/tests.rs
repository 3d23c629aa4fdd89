#![allow(clippy::unwrap_used)]

use super::*;
use crate::problem::Fitness;
use crate::run::records::Step;
use tempfile::TempDir;

pub(super) fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs").join("records.db");
    (folder, path)
}

pub(super) fn facts(fitness: &[&str], board: &str) -> NewRecord {
    NewRecord {
        ruleset: "snort".into(),
        objective: "temperature - degree".into(),
        class: BoardClass {
            kind: "tree".into(),
            tinted: false,
            max_degree: None,
        },
        order: 5,
        fitness: Fitness::parse(fitness).unwrap(),
        board: board.into(),
        tints: ".....".into(),
        temperature: "7/2".into(),
        mean: "0".into(),
        degree: 2,
        degree2: 2,
        canonical_form: Some("{2|1}".into()),
        certificate: None,
        certainty: Certainty::Exact,
        proved: false,
        found_by: Finder {
            run: "snort-trees".into(),
            seed: u64::MAX,
            generation: 12,
        },
        found_at: "then".into(),
        lineage: vec![Step {
            generation: 3,
            operator: "twin".into(),
            from: None,
        }],
    }
}

pub(super) fn verified(facts: NewRecord) -> VerifiedRecord {
    VerifiedRecord::attest(facts, "checker 0.1.0").unwrap()
}

pub(super) fn submit(book: &mut Book, fitness: &str, board: &str) -> Submitted {
    book.submit(&verified(facts(&[fitness], board))).unwrap()
}

pub(super) fn boards(book: &Book) -> Vec<String> {
    let all = book.list(&Filter::default()).unwrap();
    all.into_iter().map(|r| r.facts.board).collect()
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
    let mut second = facts(&["6/4", "-1"], "DQ{");
    second.class = BoardClass {
        kind: "connected".into(),
        tinted: true,
        max_degree: Some(4),
    };
    second.canonical_form = None;
    second.certainty = Certainty::LowerBound;
    second.tints = "..LR.".into();
    for facts in [facts(&["3/2"], "DQc"), second] {
        let Submitted::New { id } = book.submit(&verified(facts.clone())).unwrap() else {
            panic!("not new");
        };
        let expected = Record {
            id,
            facts,
            verified_by: "checker 0.1.0".into(),
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
    let base = facts(&["3/2"], "DQc");
    let mut others = vec![base.clone(); 7];
    others[1].objective = "temperature / degree".into();
    others[2].class.kind = "caterpillar".into();
    others[3].class.tinted = true;
    others[4].class.max_degree = Some(4);
    others[5].order = 6;
    others[5].tints = "......".into();
    others[6].ruleset = "col".into();
    for facts in &others {
        let submitted = book.submit(&verified(facts.clone())).unwrap();
        assert!(matches!(submitted, Submitted::New { .. }), "{submitted:?}");
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
            order: Some(6),
            ..Filter::default()
        }),
        1
    );
    let objective = Some("temperature / degree".to_string());
    assert_eq!(
        count(Filter {
            objective,
            order: Some(6),
            ..Filter::default()
        }),
        0
    );
    let listed = book.list(&Filter::default()).unwrap();
    assert_eq!(listed[0].facts.ruleset, "col");
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
    assert!(!record.facts.proved);
}

#[test]
fn a_deleted_number_is_not_given_again() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    assert!(book.delete(1).unwrap());
    assert!(!book.delete(1).unwrap());
    assert_eq!(submit(&mut book, "1", "a"), Submitted::New { id: 2 });
}

#[test]
fn what_cannot_be_right_is_not_attested() {
    let refused = |change: fn(&mut NewRecord)| {
        let mut facts = facts(&["1"], "DQc");
        change(&mut facts);
        let refused = VerifiedRecord::attest(facts, "checker").unwrap_err();
        assert!(
            refused.to_string().starts_with("the record is not sound: "),
            "{refused}"
        );
    };
    refused(|f| f.tints = "....".into());
    refused(|f| f.tints = "....x".into());
    refused(|f| f.board.clear());
    refused(|f| f.class.kind = "tree, tinted".into());
    refused(|f| f.class.kind.clear());
    assert!(VerifiedRecord::attest(facts(&["1"], "DQc"), "").is_err());
}

#[test]
fn a_class_is_read_back() {
    for text in [
        "tree",
        "any, tinted",
        "tree, max_degree 3",
        "any, tinted, max_degree 12",
    ] {
        assert_eq!(BoardClass::parse(text).unwrap().to_string(), text);
    }
    for text in [
        "",
        "tree,",
        "tree, ",
        "tree, max_degree x",
        "tree, max_degree 1, tinted",
    ] {
        assert_eq!(BoardClass::parse(text), None, "{text}");
    }
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
        text.contains("of version 9; this program knows versions up to 3"),
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
    assert!(refusal(&path).contains("of version 4"));
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

/// A book with some records, closed, as bytes.
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
            "fitness = '1', certainty = 'sure'",
            "record 1, certainty: `sure`",
        ),
        ("certainty = 'exact', lineage = '['", "record 1, lineage: "),
        ("lineage = '[]', degree = -1", "record 1, degree: -1"),
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
    let mut large = facts(&["2"], "b");
    large.canonical_form = Some("{1|0}".repeat(10_000));
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
        // Order 5: everyone's boards tie. Order 6: the best of all improvements.
        let orders = |order| all.iter().filter(move |r| r.facts.order == order);
        assert_eq!(orders(5).count(), 12);
        assert_eq!(orders(6).count(), 1);
        assert_eq!(orders(6).next().unwrap().facts.fitness.to_string(), "23");
    }
}

fn write_some(path: &Path, writer: u64) {
    let mut book = Book::open(path).unwrap();
    for n in 0..3 {
        submit(&mut book, "1", &format!("board {writer} {n}"));
    }
    for n in 0..6 {
        let number = 4 * n + writer;
        let mut facts = facts(&[&number.to_string()], "E");
        facts.order = 6;
        facts.board = format!("E {number}");
        facts.tints = "......".into();
        book.submit(&verified(facts)).unwrap();
    }
}
