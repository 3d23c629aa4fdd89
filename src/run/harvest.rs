//! From a run's records to the record book, and back: entering them, and checking them again.

use super::book::{
    BoardClass, Book, BookError, Certainty, Filter, Finder, NewRecord, Record, Submitted,
    VerifiedRecord,
};
use super::certificates::{self, NotProved, check_proof};
use super::config::Plan;
use super::folder::RunFolder;
use super::records::{LineError, RecordLine};
use super::verify::{Verdict, verify};
use crate::graph::{Board, parse_board};
use crate::problem::expression::{Expression, Kind};
use crate::problem::{Fitness, Objective, invariants};
use crate::ruleset::{self, Ruleset};
use crate::solver::{Solver, Thermal};
use crate::value::Dyadic;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Who checked, as the book notes it.
pub(super) const CHECKER: &str = concat!("checker ", env!("CARGO_PKG_VERSION"));

/// Separates the expressions of an objective, and its condition, in the book.
const THEN: &str = "; ";
const WHERE: &str = " where ";

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
        why: String,
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
    let mut text: String = plan
        .objective
        .maximize
        .iter()
        .map(Expression::text)
        .collect::<Vec<_>>()
        .join(THEN);
    let value = plan.objective.collect.as_ref().zip(collected);
    let asked = value.map(|(collect, value)| format!("{collect} == {value}"));
    let require = plan.objective.require.as_ref();
    let conditions = match (asked, require) {
        (Some(asked), Some(require)) => Some(format!("{asked} and ({require})")),
        (asked, require) => asked.or(require.map(|r| r.text().to_string())),
    };
    if let Some(conditions) = conditions {
        text += WHERE;
        // as expressions print themselves, so that one objective has one name
        match Expression::parse(&conditions, &invariants::names()) {
            Ok(read) => text += read.text(),
            Err(_) => text += &conditions,
        }
    }
    text
}

/// The objective that the book names so.
///
/// # Errors
/// When the text is not one of this version's expressions.
pub fn objective_named(text: &str) -> Result<Objective, String> {
    let names = invariants::names();
    let parse = |t: &str, kind: Kind| match Expression::parse(t, &names) {
        Ok(e) if e.kind() == kind => Ok(e),
        Ok(_) => Err(format!("`{t}` is not {}", kind.described())),
        Err(e) => Err(format!("`{t}`: {}", e.message)),
    };
    let (maximize, require) = text
        .split_once(WHERE)
        .map_or((text, None), |(m, r)| (m, Some(r)));
    let maximize = maximize
        .split(THEN)
        .map(|t| parse(t, Kind::Number))
        .collect::<Result<Vec<_>, _>>()?;
    let require = require.map(|t| parse(t, Kind::Condition)).transpose()?;
    Ok(Objective::new(&maximize, require.as_ref(), &[]))
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
            record.order
        };
        best.insert((record.collected.clone(), order), record);
    }
    let mut harvest = Harvest {
        orders: best.len(),
        ..Harvest::default()
    };
    let mut book = Book::open(book)?;
    for line in best.into_values() {
        let order = line.order;
        if !line.verified {
            harvest.unverified += 1;
            continue;
        }
        let facts = facts(folder, plan, line, &manifest_time)
            .map_err(|why| HarvestError::Record { order, why })?;
        match book.submit(&VerifiedRecord::attest(facts, CHECKER)?)? {
            Submitted::New { .. } | Submitted::Improved { .. } => harvest.new += 1,
            Submitted::Tied { .. } => harvest.tied += 1,
            Submitted::NotBetter { .. } => {}
        }
    }
    Ok(harvest)
}

fn facts(
    folder: &RunFolder,
    plan: &Plan,
    line: RecordLine,
    found_at: &str,
) -> Result<NewRecord, String> {
    let certainty = match line.is_bound() {
        true => Certainty::LowerBound,
        false => Certainty::Exact,
    };
    let certificate = match line.is_bound() {
        true => {
            let text = certificates::of_line(folder.path(), &line)?;
            Some(String::from_utf8(text).map_err(|e| e.to_string())?)
        }
        false => None,
    };
    Ok(NewRecord {
        certificate,
        ruleset: plan.game.ruleset.clone(),
        objective: objective_text(plan, line.collected.as_deref()),
        class: class_of(plan),
        order: line.order,
        fitness: Fitness::parse(&line.fitness).map_err(|e| e.to_string())?,
        board: line.board,
        tints: line.tints,
        temperature: line.temperature,
        mean: line.mean,
        degree: line.degree,
        degree2: line.degree2,
        canonical_form: line.canonical_form,
        certainty,
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
pub fn board_of(graph: &str, tints: &str) -> Result<Board, String> {
    let board = parse_board(graph).map_err(|e| e.to_string())?;
    board.tinted(tints).map_err(|e| e.to_string())
}

/// The class of boards that a search is over, as the record book has it.
pub fn class_of(plan: &Plan) -> BoardClass {
    let boards = &plan.boards;
    BoardClass {
        kind: boards.class.clone(),
        tinted: boards.tinted,
        max_degree: (boards.max_degree > 0).then_some(boards.max_degree as u64),
    }
}

/// A claim about a board, to be checked again.
pub struct Claim<'a> {
    /// As [`Board::name`] writes it.
    pub board: &'a str,
    /// Over `.LR`.
    pub tints: &'a str,
    /// Exact rationals.
    pub fitness: Vec<String>,
    /// Exact.
    pub temperature: &'a str,
    /// Exact.
    pub mean: &'a str,
    /// The largest degree.
    pub degree: u64,
    /// The largest number of vertices at distance two.
    pub degree2: u64,
    /// In braces.
    pub canonical_form: Option<&'a str>,
    /// Whether fitness and temperature are only said to be at least so much.
    pub is_bound: bool,
    /// The text of its certificate, if so, or why there is none.
    pub certificate: Result<Vec<u8>, String>,
}

impl<'a> Claim<'a> {
    /// The claim of a record in the book.
    pub fn of_record(record: &'a Record) -> Claim<'a> {
        let f = &record.facts;
        Claim {
            board: &f.board,
            tints: &f.tints,
            fitness: f.fitness.texts(),
            temperature: &f.temperature,
            mean: &f.mean,
            degree: f.degree,
            degree2: f.degree2,
            canonical_form: f.canonical_form.as_deref(),
            is_bound: f.certainty == Certainty::LowerBound,
            certificate: match &f.certificate {
                Some(text) => Ok(text.clone().into_bytes()),
                None => Err("there is no certificate".into()),
            },
        }
    }

    /// The claim of a record in the folder of a run.
    pub fn of_line(run: &Path, line: &'a RecordLine) -> Claim<'a> {
        Claim {
            board: &line.board,
            tints: &line.tints,
            fitness: line.fitness.clone(),
            temperature: &line.temperature,
            mean: &line.mean,
            degree: line.degree,
            degree2: line.degree2,
            canonical_form: line.canonical_form.as_deref(),
            is_bound: line.is_bound(),
            certificate: certificates::of_line(run, line),
        }
    }

    /// Values the board anew, by the solver and by the checker, and compares every number; of a lower bound
    /// the certificate is checked.
    /// `Disagrees` names the first that differs.
    pub fn check(&self, solver: &mut Solver, objective: &Objective, positions: u64) -> Verdict {
        let found = match self.is_bound {
            true => verify_bounds(self, solver.ruleset(), objective),
            false => self.differences(solver, objective, positions),
        };
        match found {
            Ok(verdict) => verdict,
            Err(why) => Verdict::Disagrees(why),
        }
    }

    fn compare_degrees(&self, board: &Board) -> Result<(), String> {
        let graph = board.graph();
        first_difference([
            ("degree", graph.degree() as u64, self.degree),
            ("degree2", graph.distance_degree(2) as u64, self.degree2),
        ])
    }

    fn differences(
        &self,
        solver: &mut Solver,
        objective: &Objective,
        positions: u64,
    ) -> Result<Verdict, String> {
        let board = board_of(self.board, self.tints)?;
        let score = objective.score(solver, &board).map_err(|e| e.to_string())?;
        let e = match solver.evaluate(&board) {
            Ok(e) => e,
            Err(error) => return Ok(Verdict::Unfinished(error.to_string())),
        };
        let thermal =
            |of: fn(&Thermal) -> Dyadic| e.thermal().map_or(String::new(), |t| of(&t).to_string());
        let pairs = [
            (
                "fitness",
                score.fitness.texts().join(", "),
                self.fitness.join(", "),
            ),
            (
                "temperature",
                thermal(|t| t.temperature),
                self.temperature.to_string(),
            ),
            ("mean", thermal(|t| t.mean), self.mean.to_string()),
        ];
        first_difference(pairs)?;
        self.compare_degrees(&board)?;
        if let Some(form) = self.canonical_form {
            let claimed = solver
                .values()
                .parse(form)
                .map_err(|e| format!("canonical form: {e}"))?;
            if Some(claimed) != e.value() {
                return Err("the canonical form is another".to_string());
            }
        }
        let ruleset = solver.ruleset();
        Ok(verify(ruleset, &board, &e, solver.values(), positions))
    }
}

/// What is found to be other than the record says.
fn first_difference<T: PartialEq + std::fmt::Display, const N: usize>(
    pairs: [(&str, T, T); N],
) -> Result<(), String> {
    match pairs.iter().find(|(_, found, claimed)| found != claimed) {
        Some((what, found, claimed)) => {
            Err(format!("{what} is {found}, the record says {claimed}"))
        }
        None => Ok(()),
    }
}

/// Checks a claim that is a lower bound, by its certificate and nothing else.
fn verify_bounds(
    claim: &Claim,
    ruleset: &'static dyn Ruleset,
    objective: &Objective,
) -> Result<Verdict, String> {
    let board = board_of(claim.board, claim.tints)?;
    claim.compare_degrees(&board)?;
    let text = match &claim.certificate {
        Ok(text) => text,
        Err(why) => return Ok(Verdict::Unfinished(why.clone())),
    };
    let fitness = Fitness::parse(&claim.fitness).map_err(|e| e.to_string())?;
    let temperature = Fitness::parse(&[claim.temperature]).map_err(|e| e.to_string())?;
    let claimed = [&fitness, &temperature];
    match check_proof(text, ruleset, objective, &board, claimed, None) {
        Ok(()) => Ok(Verdict::Agrees),
        Err(NotProved::Undecided(why)) => Ok(Verdict::Unfinished(why)),
        Err(NotProved::Wrong(why)) => Err(why),
    }
}

/// Checks every record of a book that a filter lets through; `each` sees the verdicts as they come.
///
/// # Errors
/// When the book cannot be read.
pub fn check_book(
    book: &Book,
    filter: &Filter,
    positions: u64,
    mut each: impl FnMut(&Record, &Verdict),
) -> Result<(), BookError> {
    for record in book.list(filter)? {
        let verdict = match (
            ruleset::by_name(&record.facts.ruleset),
            objective_named(&record.facts.objective),
        ) {
            (None, _) => Verdict::Unfinished(format!("unknown ruleset `{}`", record.facts.ruleset)),
            (_, Err(why)) => Verdict::Unfinished(why),
            (Some(rules), Ok(objective)) => {
                let mut solver = Solver::new(rules, crate::solver::Budget::default());
                Claim::of_record(&record).check(&mut solver, &objective, positions)
            }
        };
        each(&record, &verdict);
    }
    Ok(())
}
