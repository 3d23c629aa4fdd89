//! From a run's records to the record book, and back: entering them, and checking them again.

use super::certificates::{self, check_proof};
use super::error::NotProved;
use super::{
    BoardClass, Book, BookEntry, BookError, Filter, Finder, Record, RecordError, Submitted,
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

/// Who checked, as the book notes it.
pub(crate) const CHECKER: &str = concat!("checker ", env!("CARGO_PKG_VERSION"));

/// Why a harvest fails.
#[derive(Debug, thiserror::Error)]
pub enum HarvestError {
    /// The book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The run's records.
    #[error(transparent)]
    Lines(#[from] LineError),
    /// A record of the run that cannot be read.
    #[error("record of order {order}: {why}")]
    Record {
        /// Its order.
        order: u64,
        /// What is wrong.
        why: RecordError,
    },
}

/// What a harvest brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Harvest {
    /// Orders, or values collected, for which the run has a record.
    pub orders: usize,
    /// Records that the book did not have, or that beat the ones it had.
    pub new: usize,
    /// Records as good as the book's.
    pub tied: usize,
    /// Records that the checker could not finish; they stay outside.
    pub unverified: usize,
}

/// Where a run's record book is: beside the run folder.
pub fn book_beside(run: &Path) -> PathBuf {
    run.parent().unwrap_or(Path::new(".")).join("records.db")
}

/// The objective as the book names it; that of a value collected asks for that value.
pub fn objective_text(plan: &Plan, collected: Option<&str>) -> String {
    let value = plan.objective.collect.as_ref().zip(collected);
    let asked = value.map(|(collect, value)| format!("{collect} == {value}"));
    let require = plan.objective.require.as_ref();
    let conditions = match (asked, require) {
        (Some(asked), Some(require)) => Some(format!("{asked} and ({require})")),
        (asked, require) => asked.or(require.map(|r| r.text().to_string())),
    };
    // as expressions print themselves, so that one objective has one name
    let printed = |conditions: String| match Expression::parse(&conditions, &invariants::names()) {
        Ok(read) => read.text().to_string(),
        Err(_) => conditions,
    };
    let conditions = conditions.map(printed);
    let mut text = ObjectiveText::of(plan.objective.goals(), None);
    text.require = conditions.as_deref();
    text.to_string()
}

/// An objective, and the name that the book has for it.
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
/// When the records cannot be read or the book not be written.
pub fn harvest(folder: &RunFolder, plan: &Plan, book: &Path) -> Result<Harvest, HarvestError> {
    let manifest_time = folder
        .manifest()
        .ok()
        .and_then(|m| m.ended)
        .unwrap_or_default();
    let mut best: BTreeMap<(Option<String>, u64), RecordLine> = BTreeMap::new();
    for record in folder.records()? {
        // a later record is a better one; of a value collected, the best counts, whatever its order
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
            Submitted::New { .. } | Submitted::Improved { .. } => harvest.new += 1,
            Submitted::Tied { .. } => harvest.tied += 1,
            Submitted::NotBetter { .. } => {}
        }
    }
    Ok(harvest)
}

/// What the book says of a run's record. Lines have neither Grundy value nor atomic weight, which
/// follow from the canonical form.
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
        // a search has not seen all boards
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

/// The board of a record.
///
/// # Errors
/// When graph6 and tints do not make a board.
pub fn board_of(graph: &str, tints: &str) -> Result<Board, RecordError> {
    Ok(parse_board(graph)?.tinted(tints)?)
}

/// The class of boards that a search is over, as the record book has it.
pub fn class_of(plan: &Plan) -> BoardClass {
    let boards = &plan.boards;
    BoardClass {
        kind: boards.class.name().to_string(),
        tinted: boards.tinted,
        max_degree: (boards.max_degree > 0).then_some(boards.max_degree as u64),
    }
}

/// A claim about a board, to be checked again.
pub struct Claim<'a> {
    /// What is said of the board. Of a lower bound the temperature is only said to be at least so
    /// much.
    pub facts: &'a Facts,
    /// Exact rationals; of a lower bound only said to be at least so much.
    pub fitness: Vec<String>,
    /// The text of the certificate of a lower bound, or why there is none.
    pub certificate: Result<Vec<u8>, RecordError>,
}

impl<'a> Claim<'a> {
    /// The claim of a record in the book, or on its way into it.
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

    /// The claim of a record in the folder of a run.
    pub fn of_line(run: &Path, line: &'a RecordLine) -> Claim<'a> {
        Claim {
            facts: &line.facts,
            fitness: line.fitness.clone(),
            certificate: certificates::of_line(run, line),
        }
    }

    /// Values the board anew, by the solver and by the checker, and compares every number; of a
    /// lower bound the certificate is checked. `Disagrees` names the first that differs.
    pub fn check(&self, solver: &mut Solver, objective: &Objective, positions: u64) -> Verdict {
        self.examine(solver, objective, positions).0
    }

    /// As [`Claim::check`]; with the facts that the book keeps, as far as the board was valued.
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

    /// Compares columns of what was found with what is said.
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

/// Checks a claim that is a lower bound, by its certificate and nothing else.
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

/// Checks every record of a book that a filter lets through; `each` sees the verdicts as they come.
/// What an older book did not keep of a record that holds is filled in.
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
