//! Imports boards into the record book. The solver values each board. If the independent checker
//! agrees, the board enters the book.
//!
//! A line is a board in any notation, with tints after a space or a colon, or a JSON object as
//! `boil records export --format json` writes it. The import ignores the value in a JSON object,
//! and computes the value again. Only the claim of a lower bound is read from the object, since the
//! board is too large to value. The checker then checks the certificate. The proof of an optimum is
//! read as well, and checked like that of any other record.

use super::classify;
use super::harvest::objective_read;
use super::proof::OptimumProof;
use super::{
    BoardClass, Book, BookEntry, BookError, Finder, RecordError, SubmitOutcome, Unverified,
    VerifiedRecord, Verifier,
};
use boilingpoint_boards::canon::normal;
use boilingpoint_boards::{Board, board_text, is_cgsuite, parse_board};
use boilingpoint_problem::facts::{FORM_LIMIT, FactError};
use boilingpoint_problem::{Certainty, Facts, Fitness, Objective, Unscored};
use boilingpoint_record::records::LineageStep;
use boilingpoint_rules::{self as ruleset, Ruleset};
use boilingpoint_solver::{Budget, Pool, Solver};
use boilingpoint_values::Notation;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The number of lines that are valued before they are submitted. If the process dies, the work on
/// at most this many lines is lost.
const CHUNK: usize = 256;

/// The data of a record that a line may leave out.
pub struct ImportRequest {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The objective, in any spelling.
    pub objective: String,
    /// The class. If it is `None`, lines without a class are rejected.
    pub class: Option<BoardClass>,
    /// The name of the run, for lines that name none.
    pub run: String,
    /// The time at which the boards were found, in the book's format.
    pub at: String,
}

/// The limits on the work of an import.
pub struct ImportEffort<'a> {
    /// The limits of each evaluation.
    pub budget: Budget,
    /// The number of threads. 0 means one per core.
    pub threads: usize,
    /// The check of each record.
    pub verifier: Verifier<'a>,
}

/// A line that entered the book.
pub struct EnteredLine {
    /// The outcome of the submission.
    pub submitted: SubmitOutcome,
    /// The reason why the record entered without the proof that the line has.
    pub lost_proof: Option<Unverified>,
}

/// The reason why a line does not enter the book.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RejectedLine {
    /// The line is not a board, the board is not in the class, or valuing it exceeds a limit.
    #[error("{0}")]
    Input(String),
    /// Solver and checker disagree, or the record contradicts the book.
    #[error("{0}")]
    Refuted(String),
}

impl RejectedLine {
    fn input(why: &dyn std::fmt::Display) -> RejectedLine {
        RejectedLine::Input(why.to_string())
    }
}

/// An error that ends an import before its last line.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The book cannot be read or written.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] std::io::Error),
}

/// A board that has been read and not yet valued.
struct ImportCandidate {
    ruleset: &'static dyn Ruleset,
    objective: (String, Objective),
    class: BoardClass,
    board: Board,
    found_by: Finder,
    found_at: String,
    lineage: Vec<LineageStep>,
    /// The claim, if the line is a lower bound.
    bound: Option<Bound>,
    /// The proof that no board of the class and order is better, if the line has one.
    proof: Option<OptimumProof>,
}

/// A lower bound: its fitness, the claimed facts, and the certificate.
struct Bound {
    fitness: Vec<String>,
    facts: Facts,
    certificate: String,
}

/// The fields of an exported record that an import reads.
#[derive(Deserialize)]
struct ExportedRecord {
    ruleset: String,
    objective: String,
    class: String,
    fitness: Vec<String>,
    certificate: Option<String>,
    proof: Option<OptimumProof>,
    found_by: Option<Finder>,
    found_at: Option<String>,
    #[serde(default)]
    lineage: Vec<LineageStep>,
    #[serde(flatten)]
    facts: Map<String, Value>,
}

impl ExportedRecord {
    /// The claimed facts, if the record is a lower bound. Another record returns `None`: the board
    /// is scored again.
    fn bound(&self, board: &Board) -> Result<Option<Facts>, RecordError> {
        let claimed = |name| self.facts.get(name).ok_or(FactError::Missing(name));
        let mut json = Facts::of_board(board).to_json();
        for name in ["temperature", "mean", "certainty"] {
            json.insert(name.to_string(), claimed(name)?.clone());
        }
        let word = self.text("certainty").to_string();
        match Certainty::try_from(word)? {
            Certainty::LowerBound => Ok(Some(Facts::of_json(&json)?)),
            Certainty::Exact | Certainty::BoardOnly => Ok(None),
        }
    }

    fn text(&self, name: &str) -> &str {
        let text = self.facts.get(name).and_then(Value::as_str);
        text.unwrap_or_default()
    }
}

/// Enters the boards of `lines` into the book. Calls `each` for every line, in order, with its
/// index and the outcome.
///
/// # Errors
/// When the book cannot be written or the threads cannot be started. Records that entered the book
/// before the error stay.
pub fn import(
    book: &mut Book,
    lines: &[String],
    asked: &ImportRequest,
    effort: &ImportEffort,
    mut each: impl FnMut(usize, Result<EnteredLine, RejectedLine>),
) -> Result<(), ImportError> {
    let mut pool: Option<Pool> = None;
    let mut place = 0;
    for chunk in lines.chunks(CHUNK) {
        let read: Vec<_> = chunk.iter().map(|line| read_line(line, asked)).collect();
        let game = |c: &ParsedLine| c.as_ref().ok().map(|c| c.ruleset.name());
        for group in read.chunk_by(|a, b| game(a) == game(b)) {
            for verified in verified(&mut pool, group, effort)? {
                each(place, submit(book, verified)?);
                place += 1;
            }
        }
    }
    Ok(())
}

type ParsedLine = Result<ImportCandidate, RejectedLine>;

/// Values the boards of one game on all threads. Returns the results in the order of the boards.
/// `pool` keeps the solvers for the next call.
fn verified(
    pool: &mut Option<Pool>,
    group: &[ParsedLine],
    effort: &ImportEffort,
) -> Result<Vec<Result<VerifiedRecord, RejectedLine>>, std::io::Error> {
    let Some(ruleset) = group.iter().flatten().map(|c| c.ruleset).next() else {
        return Ok(group
            .iter()
            .filter_map(|r| r.as_ref().err().cloned())
            .map(Err)
            .collect());
    };
    let fits = |p: &Pool| p.ruleset().name() == ruleset.name();
    let solvers = match pool.take().filter(fits) {
        Some(solvers) => solvers,
        None => Pool::new(ruleset, &effort.budget, effort.threads)?,
    };
    let found = solvers.map(group, |solver, candidate| match candidate {
        Ok(candidate) => candidate.verified(solver, &effort.verifier),
        Err(rejected) => Err(rejected.clone()),
    });
    *pool = Some(solvers);
    Ok(found)
}

fn submit(
    book: &mut Book,
    verified: Result<VerifiedRecord, RejectedLine>,
) -> Result<Result<EnteredLine, RejectedLine>, BookError> {
    let verified = match verified {
        Ok(verified) => verified,
        Err(rejected) => return Ok(Err(rejected)),
    };
    match book.submit(&verified) {
        Ok(submitted) => Ok(Ok(EnteredLine {
            submitted,
            lost_proof: verified.lost_proof().cloned(),
        })),
        Err(e) if e.is_about_the_record() => Ok(Err(RejectedLine::Refuted(e.to_string()))),
        Err(e) => Err(e),
    }
}

fn read_line(line: &str, asked: &ImportRequest) -> Result<ImportCandidate, RejectedLine> {
    let text = line.trim();
    let read = if is_json(text) {
        ImportCandidate::of_exported(text, asked)
    } else {
        ImportCandidate::of_board(text, asked)
    };
    read.and_then(ImportCandidate::admitted)
        .map_err(|e| RejectedLine::input(&e))
}

/// Whether a line is JSON. The graph6 text of a board of order 60 begins with a brace, too, but
/// never has a quotation mark after it.
fn is_json(text: &str) -> bool {
    let inside = text.strip_prefix('{');
    inside.is_some_and(|rest| rest.trim_start().starts_with('"'))
}

impl ImportCandidate {
    fn of_board(text: &str, asked: &ImportRequest) -> Result<ImportCandidate, RecordError> {
        let ruleset = ruleset::find(&asked.ruleset)?;
        Ok(ImportCandidate {
            ruleset,
            objective: objective_read(&asked.objective)?,
            class: asked.class.clone().ok_or(RecordError::NoClass)?,
            board: normal(&ruleset.meant(parse_board(text)?, is_cgsuite(text))),
            found_by: Finder {
                run: asked.run.clone(),
                ..Finder::default()
            },
            found_at: asked.at.clone(),
            lineage: Vec::new(),
            bound: None,
            proof: None,
        })
    }

    fn of_exported(text: &str, asked: &ImportRequest) -> Result<ImportCandidate, RecordError> {
        let e: ExportedRecord = serde_json::from_str(text)?;
        let class = BoardClass::parse(&e.class);
        let class = class.ok_or_else(|| RecordError::NotAClass(e.class.clone()))?;
        let asked = ImportRequest {
            ruleset: e.ruleset.clone(),
            objective: e.objective.clone(),
            class: Some(class),
            run: asked.run.clone(),
            at: asked.at.clone(),
        };
        let read =
            ImportCandidate::of_board(&board_text(e.text("board"), e.text("tints")), &asked)?;
        let bound = match e.bound(&read.board)? {
            Some(facts) => Some(Bound {
                fitness: e.fitness,
                facts,
                certificate: e.certificate.ok_or(RecordError::Unproved)?,
            }),
            None => None,
        };
        let read = ImportCandidate {
            found_by: e.found_by.unwrap_or(read.found_by),
            found_at: e.found_at.unwrap_or(read.found_at),
            lineage: e.lineage,
            bound,
            proof: e.proof,
            ..read
        };
        // Older versions write no such field, and their classes have fewer words. A proof is about
        // boards without marks, and says so itself.
        if e.facts.contains_key("conflict") || read.proof.is_some() {
            return Ok(read);
        }
        let origin = (&read.found_by, &read.lineage[..]);
        let class = classify::of_export(&read.class, &read.board, read.ruleset, origin);
        Ok(ImportCandidate { class, ..read })
    }

    /// Returns the candidate if the ruleset can be played on the board and the class contains it.
    fn admitted(self) -> Result<ImportCandidate, RecordError> {
        self.ruleset.fits(&self.board)?;
        let Err(error) = self.class.admit(&self.board, self.ruleset) else {
            return Ok(self);
        };
        // A class with the marks of the board may contain it: the message names that class.
        let wider = classify::marked(&self.class, &self.board);
        match (error, wider.admit(&self.board, self.ruleset)) {
            (RecordError::OutsideClass(class, why), Ok(())) => {
                let why = format!("{why}; the class `{wider}` has it");
                Err(RecordError::OutsideClass(class, why))
            }
            (error, _) => Err(error),
        }
    }

    fn verified(
        &self,
        solver: &mut Solver,
        verifier: &Verifier,
    ) -> Result<VerifiedRecord, RejectedLine> {
        let entry = match &self.bound {
            None => self.valued(solver)?,
            Some(bound) => {
                let fitness =
                    Fitness::parse(&bound.fitness).map_err(|e| RejectedLine::input(&e))?;
                let certificate = Some(bound.certificate.clone());
                self.entry(fitness, bound.facts.clone(), certificate)
            }
        };
        verifier.verify(solver, entry).map_err(|e| match e {
            Unverified::Wrong(why) => RejectedLine::Refuted(why),
            Unverified::Undecided(why) => RejectedLine::Input(why),
        })
    }

    /// The entry of a board with the numbers that the solver finds. The check compares them with
    /// those of the checker.
    fn valued(&self, solver: &mut Solver) -> Result<BookEntry, RejectedLine> {
        let score = match self.objective.1.score(solver, &self.board) {
            Ok(score) => score,
            Err(Unscored::Unsolved(e)) => return Err(RejectedLine::input(&e)),
            Err(e) => return Err(RejectedLine::Input(format!("{}: {e}", self.objective.0))),
        };
        let facts = match solver.evaluate(&self.board) {
            Ok(e) => Facts::of_evaluation(solver, &self.board, &e, Notation::Text, FORM_LIMIT),
            // The fitness needs no value.
            Err(_) if !self.objective.1.needs_value() => Facts::of_board(&self.board),
            Err(e) => return Err(RejectedLine::input(&e)),
        };
        Ok(self.entry(score.fitness, facts, None))
    }

    fn entry(&self, fitness: Fitness, facts: Facts, certificate: Option<String>) -> BookEntry {
        BookEntry {
            ruleset: self.ruleset.name().to_string(),
            objective: self.objective.0.clone(),
            class: self.class.clone(),
            fitness,
            facts,
            certificate,
            proof: self.proof.clone(),
            found_by: self.found_by.clone(),
            found_at: self.found_at.clone(),
            lineage: self.lineage.clone(),
        }
    }
}
