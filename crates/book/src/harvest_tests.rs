//! Tests of harvests: the records of a run enter a book, and only if they are true.

#![allow(clippy::unwrap_used)]

use super::harvest::{Harvest, book_beside, entry, harvest, objective_text};
use super::proof::a_proof;
use super::tests::verified;
use super::*;
use boilingpoint_boards::parse_board;
use boilingpoint_plan::{Plan, read_no_boards};
use boilingpoint_problem::facts::FORM_LIMIT;
use boilingpoint_problem::{Certainty, Fitness, Objective};
use boilingpoint_record::folder::RunFolder;
use boilingpoint_record::records::{LineageStep, RecordLine};
use boilingpoint_solver::{Budget, Solver};
use boilingpoint_values::Notation;
use tempfile::TempDir;

pub(super) fn plan(objective: &str) -> Plan {
    let text = format!(
        "name = \"trees\"\nseed = 7\nthreads = 1\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\n\
         order = [2, 6]\n[objective]\n{objective}\n"
    );
    Plan::resolve("t.toml", text.as_bytes(), &[], read_no_boards).unwrap()
}

/// The true line of a board in a run.
fn line(plan: &Plan, board: &str) -> RecordLine {
    let board = parse_board(board).unwrap();
    let mut solver = Solver::new(plan.game.ruleset, Budget::default());
    let objective = Objective::new(plan.objective.goals(), plan.required().as_ref(), &[]);
    let score = objective.score(&mut solver, &board).unwrap();
    let value = solver.evaluate(&board).unwrap();
    let facts = Facts::of_evaluation(&mut solver, &board, &value, Notation::Text, FORM_LIMIT);
    RecordLine {
        generation: 4,
        fitness: score.fitness.texts(),
        facts,
        verified: true,
        collected: None,
        certificate: None,
        proof: None,
        lineage: vec![LineageStep {
            generation: 0,
            operator: "random".into(),
            from: None,
        }],
    }
}

/// A run folder with these records, and a book beside it.
fn run(lines: &[RecordLine]) -> (TempDir, RunFolder, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("inner").join("run");
    fs::create_dir_all(&path).unwrap();
    let lines = lines
        .iter()
        .map(|line| serde_json::to_string(line).unwrap() + "\n");
    fs::write(path.join("records.jsonl"), lines.collect::<String>()).unwrap();
    let book = book_beside(&path);
    assert_eq!(book, folder.path().join("inner").join("records.db"));
    (folder, RunFolder::at(&path), book)
}

/// The numbers of orders, new, tied and unverified records.
fn counts(found: &Harvest) -> [usize; 4] {
    [found.orders, found.new, found.tied, found.unverified]
}

fn refused(found: &Harvest) -> Vec<(usize, u64)> {
    found.refused.iter().map(|r| (r.line, r.order)).collect()
}

/// The orders, boards by name and fitnesses of a book.
fn held(book: &Path) -> Vec<(u64, String, String)> {
    let all = Book::open(book).unwrap().list(&Filter::default()).unwrap();
    let row = |r: Record| {
        (
            r.entry.facts.order,
            r.entry.facts.board,
            r.entry.fitness.to_string(),
        )
    };
    all.into_iter().map(row).collect()
}

#[test]
fn the_best_true_record_of_each_order_enters() {
    let plan = plan("maximize = \"temperature - degree\"");
    let mut forged = line(&plan, "path(4)");
    forged.fitness = vec!["99".into()];
    let mut unsure = line(&plan, "path(6)");
    unsure.verified = false;
    let lines = [
        line(&plan, "path(3)"),
        line(&plan, "star(3)"),
        line(&plan, "path(4)"),
        forged,
        line(&plan, "star(5)"),
        unsure,
    ];
    let (_folder, run, book) = run(&lines);
    let found = harvest(&run, &plan, &book, None).unwrap();
    // The run itself calls the last record of order 6 unverified, and earlier ones are worse.
    assert_eq!(counts(&found), [3, 2, 0, 1]);
    assert_eq!(refused(&found), [(4, 4)]);
    assert!(
        found.refused[0].why.contains("fitness is "),
        "{}",
        found.refused[0]
    );
    assert!(found.conflicts.is_empty());
    let boards: Vec<_> = [&lines[0], &lines[2]]
        .map(|line| (line.facts.order, line.fitness.join(", ")))
        .to_vec();
    let kept: Vec<_> = held(&book)
        .into_iter()
        .map(|(order, _, fitness)| (order, fitness))
        .collect();
    assert_eq!(kept, boards);
    let record = Book::open(&book).unwrap().get(1).unwrap().unwrap().entry;
    assert_eq!(record.found_by.names(), "run (trees)");
    assert_eq!(record.found_by.to_string(), "run (trees), seed 7");
    assert_eq!((record.found_by.seed, record.found_by.generation), (7, 4));
    assert_eq!(record.objective, "temperature - degree");
    assert_eq!(record.class, BoardClass::of_kind("tree"));
    assert_eq!(record.lineage[0].operator, "random");

    let again = harvest(&run, &plan, &book, None).unwrap();
    assert_eq!(counts(&again), [3, 0, 2, 1]);
    // A book elsewhere names the folder alone; one above, the way to it.
    for (book, name) in [("elsewhere/records.db", "run"), ("records.db", "inner/run")] {
        let book = _folder.path().join(book);
        harvest(&run, &plan, &book, None).unwrap();
        let record = Book::open(&book).unwrap().get(1).unwrap().unwrap().entry;
        assert_eq!(record.found_by.folder.as_deref(), Some(name));
    }
}

/// A source of proofs for a test.
pub(super) struct Proofs {
    /// Checks of a proof end so.
    pub(super) check: Result<(), Unverified>,
    /// The order of which a count is known.
    pub(super) order: u64,
    /// Whether a check counts again.
    pub(super) decides: bool,
}

impl ProofCheck for Proofs {
    fn check(&self, _: &BookEntry, _: &OptimumProof) -> Result<(), Unverified> {
        self.check.clone()
    }

    fn prove(&self, entry: &BookEntry) -> Result<OptimumProof, Unverified> {
        match entry.facts.order == self.order {
            true => Ok(a_proof(&entry.fitness.texts()[0])),
            false => Err(Unverified::Undecided("not counted".to_string())),
        }
    }

    fn decides(&self, _: &BookEntry) -> bool {
        self.decides
    }
}

#[test]
fn a_record_that_is_a_maximum_enters_with_its_proof() {
    let plan = plan("maximize = \"temperature\"");
    let lines = ["path(3)", "path(4)"].map(|board| line(&plan, board));
    let (_folder, run, book) = run(&lines);
    let proofs = Proofs {
        check: Ok(()),
        order: 3,
        decides: true,
    };
    harvest(&run, &plan, &book, Some(&proofs)).unwrap();
    let all = Book::open(&book).unwrap().list(&Filter::default()).unwrap();
    let proved: Vec<bool> = all.iter().map(|r| r.entry.is_proved()).collect();
    assert_eq!(proved, [true, false]);
    let said = "3 boards valued, 1 of them attain the maximum; table snort-tree-05, tally 00000000, \
                built-in, boilingpoint";
    assert_eq!(all[0].entry.proof.as_ref().unwrap().text(), said);
}

#[test]
fn a_record_that_contradicts_the_book_is_named() {
    let plan = plan("maximize = \"temperature\"");
    let (_folder, run, path) = run(&[line(&plan, "path(2)"), line(&plan, "path(3)")]);
    harvest(&run, &plan, &path, None).unwrap();
    let mut book = Book::open(&path).unwrap();
    let mut low = book.get(2).unwrap().unwrap().entry;
    book.delete(2).unwrap();
    low.fitness = Fitness::parse(&["1"]).unwrap();
    low.proof = Some(a_proof("1"));
    book.submit(&verified(low.clone())).unwrap();
    drop(book);
    let found = harvest(&run, &plan, &path, None).unwrap();
    assert_eq!(counts(&found), [2, 0, 1, 0]);
    let [conflict] = &found.conflicts[..] else {
        panic!("{found:?}");
    };
    assert_eq!((conflict.line, conflict.id), (2, Some(4)));
    assert!(conflict.why.contains("record 3"), "{}", conflict.why);

    // A fitness of two numbers cannot be compared with one, and costs its own line alone.
    let mut book = Book::open(&path).unwrap();
    for id in [1, 3, 4] {
        book.delete(id).unwrap();
    }
    low.fitness = Fitness::parse(&["1", "2"]).unwrap();
    low.proof = None;
    book.submit(&verified(low)).unwrap();
    drop(book);
    let found = harvest(&run, &plan, &path, None).unwrap();
    assert_eq!(counts(&found), [2, 1, 0, 0]);
    assert_eq!(refused(&found), [(2, 3)]);
    assert!(
        found.refused[0].why.contains("components"),
        "{}",
        found.refused[0]
    );
}

#[test]
fn each_collected_value_has_its_best_board() {
    let plan = plan("maximize = \"-order\"\ncollect = \"temperature\"");
    let mut lines = ["path(2)", "path(3)", "star(3)", "path(5)"].map(|board| line(&plan, board));
    for line in &mut lines {
        let temperature = line.facts.filed_text("temperature");
        line.collected = Some(temperature);
    }
    // The last line of a value is the best one.
    lines.reverse();
    let values: BTreeSet<_> = lines.iter().map(|line| line.collected.clone()).collect();
    let (_folder, run, path) = run(&lines);
    let found = harvest(&run, &plan, &path, None).unwrap();
    assert_eq!(
        counts(&found),
        [values.len(), values.len(), 0, 0],
        "{found:?}"
    );
    let all = Book::open(&path).unwrap().list(&Filter::default()).unwrap();
    for record in all {
        let value = record.entry.facts.filed_text("temperature");
        assert_eq!(
            record.entry.objective,
            format!("-order where temperature == {value}")
        );
        let same = lines
            .iter()
            .filter(|l| l.collected.as_deref() == Some(&value));
        assert_eq!(
            Some(record.entry.facts.order),
            same.map(|l| l.facts.order).min()
        );
    }
}

#[test]
fn the_smallest_board_that_meets_a_condition_enters() {
    let plan = plan("find = \"temperature >= 2\"");
    let mut lines = ["path(2)", "star(3)", "path(3)", "star(4)"].map(|board| line(&plan, board));
    // A board that does not meet the condition has no smallest order.
    lines[0].generation = 1;
    let (_folder, run, path) = run(&lines);
    let found = harvest(&run, &plan, &path, None).unwrap();
    assert_eq!(counts(&found), [1, 1, 0, 0], "{found:?}");
    let record = Book::open(&path).unwrap().get(1).unwrap().unwrap().entry;
    assert_eq!(record.facts.order, 3);
    assert_eq!(record.fitness.to_string(), "-3");
    assert_eq!(record.objective, "-order where temperature >= 2");
    let (_folder, one, path) = self::run(&lines[2..3]);
    assert_eq!(
        counts(&harvest(&one, &plan, &path, None).unwrap()),
        [1, 1, 0, 0]
    );
    let (_folder, none, path) = self::run(&lines[..1]);
    assert_eq!(counts(&harvest(&none, &plan, &path, None).unwrap()), [0; 4]);
}

#[test]
fn objectives_are_texts_that_the_book_can_read() {
    for (objective, collected, text) in [
        (
            "maximize = \"temperature-degree\"",
            None,
            "temperature - degree",
        ),
        (
            "maximize = \"temperature\"\nrequire = \"degree<=3\"",
            None,
            "temperature where degree <= 3",
        ),
        (
            "maximize = \"-order\"\ncollect = \"temperature\"\nrequire = \"degree <= 3\"",
            Some("3/2"),
            "-order where temperature == 3 / 2 and degree <= 3",
        ),
        (
            "find = \"hot or degree > 3\"\nrequire = \"order > 2\"",
            None,
            "-order where (hot or degree > 3) and order > 2",
        ),
    ] {
        let found = objective_text(&plan(objective), collected);
        assert_eq!(found, text);
        assert_eq!(super::harvest::objective_read(&found).unwrap().0, text);
    }
}

#[test]
fn a_lower_bound_brings_the_certificate_that_its_line_names() {
    let plan = plan("maximize = \"temperature\"");
    let (_folder, run, _) = run(&[]);
    let certificates = run.path().join("certificates");
    fs::create_dir(&certificates).unwrap();
    fs::write(certificates.join("one.json"), "a proof").unwrap();
    let mut line = line(&plan, "path(3)");
    let read = |line: &RecordLine| entry(run.path(), &plan, line, "then").unwrap();
    let named = Some("certificates/one.json".to_string());
    line.certificate.clone_from(&named);
    // An exact record needs none.
    assert_eq!(read(&line).certificate, None);
    line.facts.certainty = Certainty::LowerBound;
    let found = read(&line);
    assert_eq!(found.certificate.as_deref(), Some("a proof"));
    assert_eq!(found.certificate_bytes(), Some(7));
    assert_eq!(
        (found.found_at.as_str(), found.found_by.game),
        ("then", None)
    );
    line.certificate = None;
    let none = read(&line);
    assert_eq!((none.certificate_bytes(), none.certificate), (None, None));
    line.certificate = Some("certificates/../records.jsonl".into());
    assert!(entry(run.path(), &plan, &line, "then").is_err());
}
