//! Enters a run's records into the record book, and checks the records of a run or a book again.

use super::certificates::{self, check_proof};
use super::error::NotProved;
use super::{
    BoardClass, Book, BookEntry, BookError, Filter, Finder, Record, RecordError, SubmitOutcome,
    VerifiedRecord,
};
use crate::graph::{Board, parse_board};
use crate::plan::Plan;
use crate::problem::expression::Expression;
use crate::problem::facts::FORM_LIMIT;
use crate::problem::{
    Facts, Fitness, Objective, ObjectiveError, ObjectiveText, Verdict, invariants, verify,
};
use crate::record::folder::RunFolder;
use crate::record::records::{LineError, RecordLine};
use crate::ruleset::{self, Ruleset};
use crate::solver::Solver;
use crate::value::Values;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of the checker, as the book stores it with a record.
pub(crate) const CHECKER: &str = concat!("checker ", env!("CARGO_PKG_VERSION"));

#[derive(Debug, thiserror::Error)]
pub enum HarvestError {
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Lines(#[from] LineError),
    /// A record of the run cannot become an entry of the book.
    #[error("record of order {order}: {why}")]
    Record { order: u64, why: RecordError },
}

/// The counts of a harvest, which enters a run's records into the book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Harvest {
    /// The number of orders, or of collected values with `collect`, for which the run has a record.
    pub orders: usize,
    /// Records that were the first for their order, or better than the record in the book.
    pub new: usize,
    /// Records that are as good as the record in the book.
    pub tied: usize,
    /// Records that the checker could not finish. They do not enter the book.
    pub unverified: usize,
}

/// The path of a run's record book: `records.db` beside the run folder.
pub fn book_beside(run: &Path) -> PathBuf {
    run.parent().unwrap_or(Path::new(".")).join("records.db")
}

/// The text of the plan's objective, as the book stores it. If `collected` is given, the text has
/// the condition that the collected expression equals this value.
pub fn objective_text(plan: &Plan, collected: Option<&str>) -> String {
    let value = plan.objective.collect.as_ref().zip(collected);
    let asked = value.map(|(collect, value)| format!("{collect} == {value}"));
    let require = plan.objective.require.as_ref();
    let conditions = match (asked, require) {
        (Some(asked), Some(require)) => Some(format!("{asked} and ({require})")),
        (asked, require) => asked.or(require.map(|r| r.text().to_string())),
    };
    // Printing the parsed expression gives every spelling of an objective the same text.
    let printed = |conditions: String| match Expression::parse(&conditions, &invariants::names()) {
        Ok(read) => read.text().to_string(),
        Err(_) => conditions,
    };
    let conditions = conditions.map(printed);
    let mut text = ObjectiveText::of(plan.objective.goals(), None);
    text.require = conditions.as_deref();
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

/// Enters the best verified record of each order into the book.
///
/// # Errors
/// When the records cannot be read or the book cannot be written.
pub fn harvest(folder: &RunFolder, plan: &Plan, book: &Path) -> Result<Harvest, HarvestError> {
    let manifest_time = folder
        .manifest()
        .ok()
        .and_then(|m| m.ended)
        .unwrap_or_default();
    let mut best: BTreeMap<(Option<String>, u64), RecordLine> = BTreeMap::new();
    for record in folder.records()? {
        // A later record of an order is better than an earlier one. With `collect`, a value has one
        // best record over all orders.
        let order = if record.collected.is_some() {
            0
        } else {
            record.facts.order
        };
        best.insert((record.collected.clone(), order), record);
    }
    let mut harvest = Harvest {
        orders: best.len(),
        ..Harvest::default()
    };
    let mut book = Book::open(book)?;
    let mut values = Values::new();
    for line in best.into_values() {
        let order = line.facts.order;
        if !line.verified {
            harvest.unverified += 1;
            continue;
        }
        let entry = entry(folder, plan, line, &manifest_time, &mut values)
            .map_err(|why| HarvestError::Record { order, why })?;
        match book.submit(&VerifiedRecord::attest(entry, CHECKER)?)? {
            SubmitOutcome::New { .. } | SubmitOutcome::Improved { .. } => harvest.new += 1,
            SubmitOutcome::Tied { .. } => harvest.tied += 1,
            SubmitOutcome::NotBetter { .. } => {}
        }
    }
    Ok(harvest)
}

/// Makes the book's entry of a run's record. The line of the run lacks Grundy value and atomic
/// weight. Both follow from the canonical form.
fn entry(
    folder: &RunFolder,
    plan: &Plan,
    line: RecordLine,
    found_at: &str,
    values: &mut Values,
) -> Result<BookEntry, RecordError> {
    let certificate = if line.facts.is_bound() {
        let text = certificates::of_line(folder.path(), &line)?;
        Some(String::from_utf8(text)?)
    } else {
        None
    };
    let mut facts = line.facts;
    facts.complete(plan.game.ruleset.algebra(), values);
    Ok(BookEntry {
        ruleset: plan.game.ruleset.name().to_string(),
        objective: objective_text(plan, line.collected.as_deref()),
        class: class_of(plan),
        fitness: Fitness::parse(&line.fitness)?,
        facts,
        certificate,
        // A search does not see all boards of a class.
        proved: false,
        found_by: Finder {
            run: plan.name.clone(),
            seed: plan.seed,
            generation: line.generation,
        },
        found_at: found_at.to_string(),
        lineage: line.lineage,
    })
}

/// The board with this graph6 text and these tints.
///
/// # Errors
/// When the text is not a graph, or the tints do not fit it.
pub fn board_of(graph: &str, tints: &str) -> Result<Board, RecordError> {
    Ok(parse_board(graph)?.tinted(tints)?)
}

/// The class of boards that a plan searches, as the book stores it.
pub fn class_of(plan: &Plan) -> BoardClass {
    let boards = &plan.boards;
    BoardClass {
        kind: boards.class.name().to_string(),
        tinted: boards.tinted,
        max_degree: (boards.max_degree > 0).then_some(boards.max_degree as u64),
    }
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

    /// The claim of a record in a run folder.
    pub fn of_line(run: &Path, line: &'a RecordLine) -> Claim<'a> {
        Claim {
            facts: &line.facts,
            fitness: line.fitness.clone(),
            certificate: certificates::of_line(run, line),
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
        found.unwrap_or_else(|why| (Verdict::Disagrees(why.to_string()), None))
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

    fn differences(
        &self,
        solver: &mut Solver,
        objective: &Objective,
        positions: u64,
    ) -> Result<(Verdict, Option<Facts>), RecordError> {
        let board = board_of(&self.facts.board, &self.facts.tints)?;
        let score = objective.score(solver, &board)?;
        let e = match solver.evaluate(&board) {
            Ok(e) => e,
            Err(error) => return Ok((Verdict::Unfinished(error.to_string()), None)),
        };
        let fitness = (score.fitness.texts().join(", "), self.fitness.join(", "));
        if fitness.0 != fitness.1 {
            return Err(difference("fitness", fitness));
        }
        let found = Facts::of_board(&board).with_summary(&e.summary);
        self.compare(&found, &["temperature", "mean", "degree", "degree2"])?;
        if let Some(form) = &self.facts.canonical_form {
            let claimed = solver.values().parse(form).map_err(RecordError::Form)?;
            if Some(claimed) != e.value() {
                return Err(RecordError::OtherForm);
            }
        }
        let facts = Facts {
            outcome: found.outcome,
            grundy: found.grundy,
            atomic_weight: solver.atomic_weight(&e, FORM_LIMIT),
            ..self.facts.clone()
        };
        let ruleset = solver.ruleset();
        let verdict = verify(ruleset, &board, &e, solver.values(), positions);
        Ok((verdict, Some(facts)))
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
    claim.compare(&Facts::of_board(&board), &["degree", "degree2"])?;
    let text = match &claim.certificate {
        Ok(text) => text,
        Err(why) => return Ok(Verdict::Unfinished(why.to_string())),
    };
    let fitness = Fitness::parse(&claim.fitness)?;
    let temperature = Fitness::parse(&[claim.facts.filed_text("temperature")])?;
    let claimed = [&fitness, &temperature];
    match check_proof(text, ruleset, objective, &board, claimed, None) {
        Ok(()) => Ok(Verdict::Agrees),
        Err(NotProved::Undecided(why)) => Ok(Verdict::Unfinished(why)),
        Err(wrong) => Err(wrong.into()),
    }
}

/// Checks every record of a book that a filter selects. Calls `each` after each record. If a record
/// agrees but has no outcome, because an older version stored it, adds the missing facts to the
/// book.
///
/// # Errors
/// When the book cannot be read or written.
pub fn check_book(
    book: &mut Book,
    filter: &Filter,
    positions: u64,
    mut each: impl FnMut(&Record, &Verdict),
) -> Result<(), BookError> {
    for record in book.list(filter)? {
        let (verdict, facts) = examine_record(&record, positions);
        let lacks_outcome = record.entry.facts.outcome.is_none();
        if let (Verdict::Agrees, Some(facts), true) = (&verdict, facts, lacks_outcome) {
            book.set_facts(record.id, &facts)?;
        }
        each(&record, &verdict);
    }
    Ok(())
}

/// Checks one record of a book.
pub fn check_record(record: &Record, positions: u64) -> Verdict {
    examine_record(record, positions).0
}

fn examine_record(record: &Record, positions: u64) -> (Verdict, Option<Facts>) {
    let entry = &record.entry;
    let Some(rules) = ruleset::by_name(&entry.ruleset) else {
        let why = format!("unknown ruleset `{}`", entry.ruleset);
        return (Verdict::Unfinished(why), None);
    };
    match Objective::parse(&entry.objective) {
        Err(why) => (Verdict::Unfinished(why.to_string()), None),
        Ok(objective) => {
            let mut solver = Solver::new(rules, crate::solver::Budget::default());
            Claim::of_entry(entry).examine(&mut solver, &objective, positions)
        }
    }
}
