//! Enters a run's records into the record book, and checks the numbers of a record.

use super::certificates;
use super::lineage::GivenBoards;
use super::{
    BoardClass, Book, BookEntry, BookError, Finder, ProofCheck, RecordError, SubmitOutcome,
    Unverified, VerifiedRecord, Verifier,
};
use boilingpoint_boards::{Board, parse_board};
use boilingpoint_checker::Checker;
use boilingpoint_plan::{Nearness, Plan, Question, SMALLEST};
use boilingpoint_problem::expression::{Expression, QuantityKind, VALUE};
use boilingpoint_problem::facts::FORM_LIMIT;
use boilingpoint_problem::{
    Certainty, Facts, Fitness, NotProved, Objective, ObjectiveError, ObjectiveText, ScoreClaim,
    Verdict, check_proof, invariants, verify_scores, verify_scores_of_board,
};
use boilingpoint_record::folder::RunFolder;
use boilingpoint_record::records::{LineError, RecordLine};
use boilingpoint_rules::Ruleset;
use boilingpoint_solver::{Pool, Solver};
use boilingpoint_values::Notation;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The harvest of a run failed.
#[derive(Debug, thiserror::Error)]
pub enum HarvestError {
    /// The book cannot be read or written.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A line of a file cannot be read.
    #[error(transparent)]
    Lines(#[from] LineError),
    /// The threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] std::io::Error),
}

/// The counts of a harvest, which enters a run's records into the book.
#[derive(Debug, Default)]
pub struct Harvest {
    /// The number of orders for which the run has a record; with `collect`, the number of collected
    /// values; with `find`, 1 if a board meets the condition.
    pub orders: usize,
    /// Records that were the first for their order, or better than the record in the book.
    pub new: usize,
    /// Records that are as good as the record in the book.
    pub tied: usize,
    /// Orders without a record that the checker finished. The last record of each does not enter
    /// the book.
    pub unverified: usize,
    /// The records that failed their check. They do not enter the book.
    pub refused: Vec<RefusedLine>,
    /// The records that contradict records of the book. Both are kept.
    pub conflicts: Vec<LineInConflict>,
}

/// A line of `records.jsonl` that contradicts a record of the book.
#[derive(Debug)]
pub struct LineInConflict {
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the record in the book; `None` if it is not stored.
    pub id: Option<i64>,
    /// The other record, in words.
    pub why: String,
}

/// A line of `records.jsonl` that does not enter the book.
#[derive(Debug, thiserror::Error)]
#[error("line {line} (order {order}): {why}")]
pub struct RefusedLine {
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of vertices.
    pub order: u64,
    /// The first thing that is wrong.
    pub why: String,
}

/// The path of a run's record book: `records.db` beside the run folder.
pub fn book_beside(run: &Path) -> PathBuf {
    run.parent().unwrap_or(Path::new(".")).join("records.db")
}

/// The path of a run folder relative to the folder of a book. The name of the run folder if it lies
/// elsewhere. `None` for a path without a name, such as `/`.
fn folder_beside(run: &Path, book: &Path) -> Option<String> {
    let run = run.canonicalize().unwrap_or_else(|_| run.to_path_buf());
    let beside = book.parent().filter(|p| !p.as_os_str().is_empty());
    let beside = beside.unwrap_or(Path::new(".")).canonicalize().ok();
    let inner = beside.and_then(|beside| run.strip_prefix(beside).ok());
    let parts = inner.map(|inner| {
        let parts = inner.iter().map(|part| part.to_string_lossy());
        parts.collect::<Vec<_>>().join("/")
    });
    let parts = parts.filter(|parts| !parts.is_empty());
    parts.or_else(|| Some(run.file_name()?.to_string_lossy().into_owned()))
}

/// The entry with the folder of its run.
fn named(entry: BookEntry, folder: Option<String>) -> BookEntry {
    let found_by = Finder {
        folder,
        ..entry.found_by
    };
    BookEntry { found_by, ..entry }
}

/// The text of the plan's objective, as the book stores it. With `find`, it is `-order` under the
/// condition: the smallest board that meets it is the best. If `collected` is given, the text has
/// the condition that the collected expression equals this value.
pub fn objective_text(plan: &Plan, collected: Option<&str>) -> String {
    match plan.objective.question() {
        Question::Find(find) => {
            let asked = find.condition.text().to_string();
            with_conditions(plan, ObjectiveText::split(SMALLEST), Some(asked))
        }
        Question::Best | Question::Collect(_) => searched_text(plan, collected),
    }
}

/// The text of the objective by which the search compares boards, with the condition that the
/// collected expression equals a value.
fn searched_text(plan: &Plan, collected: Option<&str>) -> String {
    let value = plan.objective.collect.as_ref().zip(collected);
    let asked = value.map(|(collect, value)| match collect.kind() {
        QuantityKind::Form => format!("{VALUE} = {value}"),
        _ => format!("{collect} == {value}"),
    });
    let goals = ObjectiveText::of(plan.objective.goals(), None);
    with_conditions(plan, goals, asked)
}

/// The text of an objective under a condition and the plan's `require`.
fn with_conditions(plan: &Plan, goals: ObjectiveText, asked: Option<String>) -> String {
    let require = plan.objective.require.as_ref();
    let conditions = match (asked, require) {
        (Some(asked), Some(require)) => Some(format!("({asked}) and ({require})")),
        (asked, require) => asked.or(require.map(|r| r.text().to_string())),
    };
    // Printing the parsed expression gives every spelling of an objective the same text.
    let printed = |conditions: String| match Expression::parse(&conditions, &invariants::names()) {
        Ok(read) => read.text().to_string(),
        Err(_) => conditions,
    };
    let conditions = conditions.map(printed);
    let text = ObjectiveText {
        require: conditions.as_deref(),
        ..goals
    };
    text.to_string()
}

/// Parses an objective. Also returns its text in the book's spelling.
///
/// # Errors
/// As [`Objective::parse`].
pub fn objective_read(text: &str) -> Result<(String, Objective), ObjectiveError> {
    let (maximize, require) = ObjectiveText::split(text).expressions()?;
    let name = ObjectiveText::of(&maximize, require.as_ref()).to_string();
    Ok((name, Objective::new(&maximize, require.as_ref(), &[])))
}

/// Enters the best record of each order into the book, after a check in this process. A record that
/// is a maximum by `proofs` enters with its proof. With `collect`, enters the best record of each
/// value. With `find`, enters the smallest board that meets the condition. If a record fails its
/// check, the record before it takes its place. So a forged line costs the book nothing but that
/// line.
///
/// # Errors
/// When the records cannot be read, or the book cannot be written.
pub fn harvest(
    folder: &RunFolder,
    plan: &Plan,
    book: &Path,
    proofs: Option<&dyn ProofCheck>,
) -> Result<Harvest, HarvestError> {
    let manifest = folder.manifest().ok();
    let ended = manifest.and_then(|m| m.ended).unwrap_or_default();
    let lines = folder.records()?;
    let rivals = rivals(&lines, plan);
    let pool = Pool::new(plan.game.ruleset, &plan.solver_budget(None), plan.threads)?;
    let verifier = Verifier {
        positions: plan.budget.checker_positions,
        proofs,
        stop: None,
    };
    let given = GivenBoards::of(plan, &folder.counted()?);
    let name = folder_beside(folder.path(), book);
    let verify = |solver: &mut Solver, line: &RecordLine| {
        let entry = entry(folder.path(), plan, line, &ended).map_err(Unverified::wrong)?;
        let entry = kept(plan, &given, line, named(entry, name.clone()));
        let proof = proofs.and_then(|proofs| proofs.prove(&entry).ok());
        verifier.verify(solver, BookEntry { proof, ..entry })
    };
    let checked = pool.map(&rivals, |solver, numbers| {
        CheckedLines::of(numbers, &lines, |line| verify(solver, line))
    });
    let mut harvest = Harvest {
        orders: rivals.len(),
        ..Harvest::default()
    };
    let mut book = Book::open(book)?;
    for CheckedLines { best, refused } in checked {
        harvest.refused.extend(refused);
        match best {
            Some((line, record)) => harvest.submit(&mut book, line, &record)?,
            None => harvest.unverified += 1,
        }
    }
    Ok(harvest)
}

/// The indices of the lines for each order, or for each collected value, or of all boards that meet
/// the condition of `find`. A later index is that of a better line.
fn rivals(lines: &[RecordLine], plan: &Plan) -> Vec<Vec<usize>> {
    if let Question::Find(_) = plan.objective.question() {
        return Vec::from_iter(found(lines));
    }
    let mut rivals: BTreeMap<(Option<&str>, u64), Vec<usize>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        let collected = line.collected.as_deref();
        // With `collect`, a value has one best record over all orders.
        let order = collected.map_or(line.facts.order, |_| 0);
        rivals.entry((collected, order)).or_default().push(index);
    }
    rivals.into_values().collect()
}

/// The indices of the lines whose boards meet the condition of `find`, the smallest board last.
/// `None` if there is no such line.
fn found(lines: &[RecordLine]) -> Option<Vec<usize>> {
    let is_met =
        |line: &RecordLine| Nearness::of(&line.fitness).is_some_and(|n| n.order().is_some());
    let mut found: Vec<usize> = (0..lines.len()).filter(|&i| is_met(&lines[i])).collect();
    found.sort_by_key(|&i| Reverse(lines[i].facts.order));
    (!found.is_empty()).then_some(found)
}

/// The entry of a line as the book keeps it: with the origin of its first ancestor, and with `find`
/// under the objective `-order`.
fn kept(plan: &Plan, given: &GivenBoards, line: &RecordLine, entry: BookEntry) -> BookEntry {
    let fitness = match plan.objective.question() {
        Question::Find(_) => Fitness(entry.fitness.0.into_iter().skip(1).collect()),
        Question::Best | Question::Collect(_) => entry.fitness,
    };
    BookEntry {
        objective: objective_text(plan, line.collected.as_deref()),
        fitness,
        lineage: given.lineage(line),
        ..entry
    }
}

/// The checks of the lines of one order.
struct CheckedLines {
    /// The last line that passed its check, with its index.
    best: Option<(usize, VerifiedRecord)>,
    refused: Vec<RefusedLine>,
}

impl CheckedLines {
    /// Checks the lines from the last one on, until one passes. A line that the run itself calls
    /// unverified, or whose check exceeds its limits, ends the search as well: the lines before it
    /// are worse.
    fn of(
        numbers: &[usize],
        lines: &[RecordLine],
        mut verify: impl FnMut(&RecordLine) -> Result<VerifiedRecord, Unverified>,
    ) -> CheckedLines {
        let mut refused = Vec::new();
        for &index in numbers.iter().rev() {
            let line = &lines[index];
            let verified = if line.verified {
                verify(line)
            } else {
                Err(Unverified::Undecided(
                    "the run did not verify it".to_string(),
                ))
            };
            match verified {
                Ok(record) => {
                    let best = Some((index, record));
                    return CheckedLines { best, refused };
                }
                Err(Unverified::Wrong(why)) => refused.push(RefusedLine::new(index, line, why)),
                Err(Unverified::Undecided(_)) => break,
            }
        }
        CheckedLines {
            best: None,
            refused,
        }
    }
}

impl RefusedLine {
    fn new(index: usize, line: &RecordLine, why: String) -> RefusedLine {
        RefusedLine {
            line: index + 1,
            order: line.facts.order,
            why,
        }
    }
}

impl Harvest {
    fn submit(
        &mut self,
        book: &mut Book,
        index: usize,
        record: &VerifiedRecord,
    ) -> Result<(), BookError> {
        match book.submit(record) {
            Ok(SubmitOutcome::New { .. } | SubmitOutcome::Improved { .. }) => self.new += 1,
            Ok(SubmitOutcome::InConflict { id, why }) => self.conflicts.push(LineInConflict {
                line: index + 1,
                id,
                why,
            }),
            Ok(SubmitOutcome::Tied { .. }) => self.tied += 1,
            Ok(SubmitOutcome::NotBetter { .. }) => {}
            Err(e) if e.is_about_the_record() => self.refused.push(RefusedLine {
                line: index + 1,
                order: record.entry().facts.order,
                why: e.to_string(),
            }),
            Err(e) => return Err(e),
        }
        Ok(())
    }
}

/// Makes an entry of a run's record, under the objective by which the search compares boards. A
/// lower bound whose line names no certificate has none.
///
/// # Errors
/// When the fitness or the certificate cannot be read.
pub fn entry(
    run: &Path,
    plan: &Plan,
    line: &RecordLine,
    found_at: &str,
) -> Result<BookEntry, RecordError> {
    let certificate = if line.facts.is_bound() && line.certificate.is_some() {
        let text = certificates::of_line(run, line)?;
        Some(String::from_utf8(text)?)
    } else {
        None
    };
    Ok(BookEntry {
        ruleset: plan.game.ruleset.name().to_string(),
        objective: searched_text(plan, line.collected.as_deref()),
        class: BoardClass::of_plan(plan),
        fitness: Fitness::parse(&line.fitness)?,
        facts: line.facts.clone(),
        certificate,
        // A search does not see all boards of a class.
        proof: None,
        found_by: Finder {
            run: plan.name.clone(),
            folder: None,
            game: Some(plan.game.name.clone()).filter(|name| !name.is_empty()),
            seed: plan.seed,
            generation: line.generation,
        },
        found_at: found_at.to_string(),
        lineage: line.lineage.clone(),
    })
}

/// The board with this graph6 text and these tints.
///
/// # Errors
/// When the text is not a graph, or the tints do not fit it.
pub fn board_of(graph: &str, tints: &str) -> Result<Board, RecordError> {
    Ok(parse_board(graph)?.tinted(tints)?)
}

/// The numbers that a record claims about a board. [`Claim::check`] computes them again.
pub struct Claim<'a> {
    /// The claimed facts. The temperature of a lower bound is a claim that the true temperature is
    /// at least as high.
    pub facts: &'a Facts,
    /// The components of the fitness, exact rationals. The fitness of a lower bound is a claim that
    /// the true fitness is at least as high.
    pub fitness: Vec<String>,
    /// The text of the certificate of a lower bound, or the reason why there is none.
    pub certificate: Result<Vec<u8>, RecordError>,
}

impl<'a> Claim<'a> {
    /// The claim of an entry of the book.
    pub fn of_entry(entry: &'a BookEntry) -> Claim<'a> {
        Claim {
            facts: &entry.facts,
            fitness: entry.fitness.texts(),
            certificate: match &entry.certificate {
                Some(text) => Ok(text.clone().into_bytes()),
                None => Err(RecordError::NoCertificate),
            },
        }
    }

    /// Values the board again, by the solver and by the checker, and compares every number. If the
    /// claim is a lower bound, checks the certificate instead. `Disagrees` names the first number
    /// that differs.
    pub fn check(&self, solver: &mut Solver, objective: &Objective, positions: u64) -> Verdict {
        self.examine(solver, objective, positions).0
    }

    /// Like [`Claim::check`]. If the board was valued, also returns the facts that the book keeps.
    pub fn examine(
        &self,
        solver: &mut Solver,
        objective: &Objective,
        positions: u64,
    ) -> (Verdict, Option<Facts>) {
        let found = if self.facts.is_bound() {
            verify_bounds(self, solver.ruleset(), objective).map(|verdict| (verdict, None))
        } else {
            self.differences(solver, objective, positions)
        };
        let verdict = |why: RecordError| match why.is_limit() {
            true => Verdict::Unfinished(why.to_string()),
            false => Verdict::Disagrees(why.to_string()),
        };
        found.unwrap_or_else(|why| (verdict(why), None))
    }

    /// Compares some columns of the computed facts with the claimed ones.
    fn compare(&self, found: &Facts, columns: &[&str]) -> Result<(), RecordError> {
        let texts = |name: &&str| (found.filed_text(name), self.facts.filed_text(name));
        let differs = |name: &&&str| {
            let (found, said) = texts(name);
            found != said
        };
        match columns.iter().find(differs) {
            Some(name) => Err(difference(name, texts(name))),
            None => Ok(()),
        }
    }

    /// Compares the computed facts with those claimed facts that older files lack.
    fn compare_filed(&self, found: &Facts) -> Result<(), RecordError> {
        let names = [
            "size",
            "degree3",
            "outcome",
            "grundy",
            "left_stop",
            "right_stop",
        ];
        let is_known = |facts: &Facts, name: &str| !facts.filed_text(name).is_empty();
        let both = |name: &&str| is_known(self.facts, name) && is_known(found, name);
        let names: Vec<&str> = names.into_iter().filter(both).collect();
        self.compare(found, &names)
    }

    fn differences(
        &self,
        solver: &mut Solver,
        objective: &Objective,
        positions: u64,
    ) -> Result<(Verdict, Option<Facts>), RecordError> {
        let board = board_of(&self.facts.board, &self.facts.tints)?;
        let score = objective.score(solver, &board)?;
        let fitness = (score.fitness.texts().join(", "), self.fitness.join(", "));
        if fitness.0 != fitness.1 {
            return Err(difference("fitness", fitness));
        }
        if self.facts.certainty == Certainty::BoardOnly {
            let checker = checker(solver, positions);
            return self.differences_of_board(&board, objective, &checker);
        }
        let e = match solver.evaluate(&board) {
            Ok(e) => e,
            Err(error) => return Ok((Verdict::Unfinished(error.to_string()), None)),
        };
        let found = Facts::of_board(&board).with_summary(&e.summary);
        self.compare(
            &found,
            &["temperature", "mean", "order", "degree", "degree2"],
        )?;
        self.compare_filed(&found)?;
        let mut written = None;
        if let Some(form) = &self.facts.canonical_form {
            let claimed = solver.values().parse(form).map_err(RecordError::Form)?;
            if Some(claimed) != e.value() {
                return Err(RecordError::OtherForm);
            }
            // An older run has another notation.
            written = solver.canonical_form(claimed, Notation::Text, FORM_LIMIT);
        }
        let facts = Facts {
            outcome: found.outcome,
            grundy: found.grundy,
            canonical_form: written,
            atomic_weight: solver.atomic_weight(&e, FORM_LIMIT),
            ..self.facts.clone()
        };
        let checker = checker(solver, positions);
        let fitness = Fitness::parse(&self.fitness)?;
        let claim = claimed(objective, &fitness);
        let verdict = verify_scores(&checker, &board, &e, solver.values(), &[claim]);
        Ok((verdict, Some(facts)))
    }
}

/// The columns of a board that every record has.
const OF_BOARD: [&str; 3] = ["order", "degree", "degree2"];

impl Claim<'_> {
    /// The differences of a record that says nothing about the value, by an objective that needs
    /// none.
    fn differences_of_board(
        &self,
        board: &Board,
        objective: &Objective,
        checker: &Checker,
    ) -> Result<(Verdict, Option<Facts>), RecordError> {
        if objective.needs_value() {
            return Err(RecordError::BoardOnly);
        }
        let found = Facts::of_board(board);
        self.compare(&found, &OF_BOARD)?;
        self.compare_filed(&found)?;
        let fitness = Fitness::parse(&self.fitness)?;
        let claims = [claimed(objective, &fitness)];
        let verdict = verify_scores_of_board(checker, board, &claims);
        Ok((verdict, Some(found)))
    }
}

/// A checker of the solver's game that the solver's flag stops.
fn checker(solver: &Solver, positions: u64) -> Checker<'static> {
    Checker::new(solver.ruleset(), positions).until(solver.budget().stop.clone())
}

/// The claim of a record's fitness. The objective of a record has no `collect` expression: the
/// collected value is a part of its condition ([`objective_text`]).
fn claimed<'a>(objective: &'a Objective, fitness: &'a Fitness) -> ScoreClaim<'a> {
    ScoreClaim {
        objective,
        fitness,
        collected: None,
    }
}

fn difference(name: &str, (found, said): (String, String)) -> RecordError {
    let name = name.to_string();
    RecordError::Differs { name, found, said }
}

/// Checks the certificate of a lower bound. The board is not valued.
fn verify_bounds(
    claim: &Claim,
    ruleset: &'static dyn Ruleset,
    objective: &Objective,
) -> Result<Verdict, RecordError> {
    let board = board_of(&claim.facts.board, &claim.facts.tints)?;
    let found = Facts::of_board(&board);
    claim.compare(&found, &OF_BOARD)?;
    claim.compare_filed(&found)?;
    let text = match &claim.certificate {
        Ok(text) => text,
        Err(why) => return Ok(Verdict::Unfinished(why.to_string())),
    };
    let fitness = Fitness::parse(&claim.fitness)?;
    let temperature = Fitness::parse(&[claim.facts.filed_text("temperature")])?;
    let claimed = claimed(objective, &fitness);
    match check_proof(text, ruleset, &board, &claimed, &temperature, None) {
        Ok(()) => Ok(Verdict::Agrees),
        Err(NotProved::Undecided(why)) => Ok(Verdict::Unfinished(why)),
        Err(wrong) => Err(wrong.into()),
    }
}
