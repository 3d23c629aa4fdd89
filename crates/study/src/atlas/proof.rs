//! The proofs that records of the book refer to: made from tables, and checked.
//!
//! A count of few boards is repeated. A count of more boards has to be in a table of the atlas: a
//! file, whose checksum detects damage, and whose numbers have to fit each other and the known
//! number of boards.

use super::count::{Asked, objectives, tally_of};
use super::error::AtlasError;
use super::folder::table_in;
use super::known::{atlas_kind, known_count};
use super::listed::ListedBoards;
use super::question::Question;
use super::source::{Generator, Source, SourceStep};
use super::table::Table;
use super::tally::{Optimum, Tally};
use boilingpoint_book::proof::OptimumProof;
use boilingpoint_book::{BookEntry, ProofCheck, Unverified};
use boilingpoint_problem::Kind;
use boilingpoint_rules as ruleset;
use boilingpoint_solver::{Budget, Solver};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The largest number of boards that a check of a table counts again.
pub(super) const RECOUNTED: u64 = 1_500;

/// The largest number of boards that a check of a proof counts again, if no table has them.
const RECOUNTED_ALONE: u64 = 20_000;

/// The proof that a table gives for the maximum of one of its objectives; `None` if the maximum has
/// no value.
pub(super) fn proof_of(table: &Table, optimum: &Optimum) -> Option<OptimumProof> {
    proof_by(table, optimum, &table.tally.outcomes)
}

/// The proof with the checksum of these outcomes. A table of maxima has none.
fn proof_by(
    table: &Table,
    optimum: &Optimum,
    outcomes: &BTreeMap<String, u64>,
) -> Option<OptimumProof> {
    let (question, tally) = (&table.question, &table.tally);
    let counted = (tally.boards, outcomes, optimum);
    let counted = serde_json::to_vec(&counted).expect("a tally has only text keys");
    let best = &optimum.maximum;
    Some(OptimumProof {
        table: question.name(),
        boards: tally.boards,
        max: best.max.clone()?,
        attaining: best.attaining,
        undefined: best.undefined,
        tally: format!("{:08x}", crc32fast::hash(&counted)),
        program: question.program.clone(),
        generator: question.generator.name().to_string(),
    })
}

/// Whether there are at most `most` boards of a kind and an order.
fn are_at_most(kind: Kind, order: usize, most: u64) -> bool {
    known_count(kind, order).is_some_and(|boards| boards <= most)
}

/// Lists all boards of a kind and an order, and adds up the tallies of their chunks. `None` if
/// there are more than `most` boards.
pub(super) fn recount(
    (kind, order): (Kind, usize),
    most: u64,
    names: &[String],
    mut tally: impl FnMut(&ListedBoards) -> Result<Tally, AtlasError>,
) -> Result<Option<Tally>, AtlasError> {
    if !are_at_most(kind, order, most) {
        return Ok(None);
    }
    let mut source = Source::listed(Generator::BuiltIn, kind, order);
    let mut total = Tally::new(names);
    while let SourceStep::Chunk(_, boards) = source.next(None)? {
        total.merge(tally(&boards)?);
    }
    Ok(Some(total))
}

/// A table that this process has counted, or has checked.
pub(super) struct CountedTable<'a>(pub &'a Table);

impl ProofCheck for CountedTable<'_> {
    fn check(&self, entry: &BookEntry, proof: &OptimumProof) -> Result<(), Unverified> {
        proves(self.0, entry, proof)
    }

    fn prove(&self, entry: &BookEntry) -> Result<OptimumProof, Unverified> {
        counted(self.0, entry)
    }

    fn decides(&self, _: &BookEntry) -> bool {
        false
    }
}

/// A table's maximum of an entry's objective.
fn optimum<'a>(table: &'a Table, entry: &BookEntry) -> Option<&'a Optimum> {
    let mut optima = table.tally.optima.iter();
    optima.find(|optimum| optimum.objective == entry.objective)
}

/// The proof that a table gives for the maximum of an entry's objective.
pub(super) fn counted(table: &Table, entry: &BookEntry) -> Result<OptimumProof, Unverified> {
    let proof = optimum(table, entry).and_then(|optimum| proof_of(table, optimum));
    let proof = proof.ok_or_else(|| {
        let (name, objective) = (table.question.name(), &entry.objective);
        Unverified::Undecided(format!("the table {name} does not count `{objective}`"))
    })?;
    if proof.max == entry.fitness {
        return Ok(proof);
    }
    let (max, said) = (&proof.max, &entry.fitness);
    let why = format!("the maximum is {max}, but the record says {said}");
    Err(Unverified::Wrong(why))
}

/// Whether a table proves the fitness of an entry, by this proof. Another version of the program
/// may have counted, other boards may have been listed first, and the count may have been one of the
/// maxima only.
pub(super) fn proves(
    table: &Table,
    entry: &BookEntry,
    proof: &OptimumProof,
) -> Result<(), Unverified> {
    let wrong = |why: String| Err(Unverified::Wrong(format!("the proof is false: {why}")));
    let question = &table.question;
    let of_key = question.ruleset == entry.ruleset
        && question.order as u64 == entry.facts.order
        && question.class == entry.class.to_string();
    if !of_key {
        return wrong(format!("it is about the boards of {}", question.name()));
    }
    let counted = counted(table, entry).map_err(|why| match why {
        Unverified::Wrong(why) => Unverified::Wrong(format!("the proof is false: {why}")),
        undecided => undecided,
    })?;
    let counted = OptimumProof {
        program: proof.program.clone(),
        generator: proof.generator.clone(),
        ..counted
    };
    let of_maxima = || {
        let proof = proof_by(table, optimum(table, entry)?, &BTreeMap::new())?;
        Some(proof.tally)
    };
    let is_same = |tally: String| {
        let counted = counted.clone();
        OptimumProof { tally, ..counted } == *proof
    };
    if is_same(counted.tally.clone()) || of_maxima().is_some_and(is_same) {
        return Ok(());
    }
    wrong(format!(
        "the count says {}, but the proof {}",
        counted.text(),
        proof.text()
    ))
}

/// The questions that proofs are about: ruleset, class, order, and the objective if the boards are
/// counted again.
type Counts = BTreeMap<(String, &'static str, usize, String), Result<Table, Unverified>>;

/// Checks proofs by counting again, or by the tables of a folder.
pub struct AtlasProofs {
    dir: PathBuf,
    /// The tables that were counted or read before. Records that tie share a proof.
    known: Mutex<Counts>,
}

impl AtlasProofs {
    /// Checks by the tables of the atlas in `dir`, which need not exist.
    pub fn new(dir: PathBuf) -> AtlasProofs {
        AtlasProofs {
            dir,
            known: Mutex::default(),
        }
    }

    fn table(&self, entry: &BookEntry) -> Result<Table, Unverified> {
        let class = entry.class.to_string();
        let order = usize::try_from(entry.facts.order).unwrap_or(usize::MAX);
        let counted = atlas_kind(&class).filter(|&kind| known_count(kind, order).is_some());
        let Some(kind) = counted else {
            return Err(Unverified::Wrong(format!(
                "the proof is false: nobody has counted the boards of class `{class}` and order {order}"
            )));
        };
        let key = (
            entry.ruleset.clone(),
            kind.name(),
            order,
            entry.objective.clone(),
        );
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .entry(key)
            .or_insert_with(|| self.counted(entry, kind, order))
            .clone()
    }

    fn counted(&self, entry: &BookEntry, kind: Kind, order: usize) -> Result<Table, Unverified> {
        let undecided = |why: AtlasError| Unverified::Undecided(why.to_string());
        let question = Question::new(&entry.ruleset, kind, order, vec![entry.objective.clone()]);
        let recounted = |most| {
            let tally = recounted(&question, kind, most).map_err(undecided)?;
            Ok::<_, Unverified>(tally.map(|tally| Table {
                question: question.clone(),
                checked: false,
                tally,
            }))
        };
        if let Some(table) = recounted(RECOUNTED)? {
            return Ok(table);
        }
        if let Some(table) = table_in(&self.dir, &question).map_err(undecided)? {
            return Ok(table);
        }
        recounted(RECOUNTED_ALONE)?.ok_or_else(|| {
            Unverified::Undecided(format!(
                "the proof is in no table: {} has no {}.json; `boil atlas --class {} --order {order}` makes it",
                self.dir.display(), question.name(), kind.name()
            ))
        })
    }
}

/// The tally of all boards of a question, if there are few.
fn recounted(question: &Question, kind: Kind, most: u64) -> Result<Option<Tally>, AtlasError> {
    let rules = ruleset::find(&question.ruleset).map_err(AtlasError::Ruleset)?;
    let objectives = objectives(&question.objectives)?;
    let mut solver = Solver::new(rules, Budget::default());
    let asked = Asked::of(question, &objectives);
    let boards = (kind, question.order);
    recount(boards, most, &question.objectives, |boards| {
        tally_of(&mut solver, boards, &asked)
    })
}

impl ProofCheck for AtlasProofs {
    fn check(&self, entry: &BookEntry, proof: &OptimumProof) -> Result<(), Unverified> {
        proves(&self.table(entry)?, entry, proof)
    }

    fn prove(&self, entry: &BookEntry) -> Result<OptimumProof, Unverified> {
        counted(&self.table(entry)?, entry)
    }
    fn decides(&self, entry: &BookEntry) -> bool {
        let order = usize::try_from(entry.facts.order).unwrap_or(usize::MAX);
        let kind = atlas_kind(&entry.class.to_string());
        let is_counted = kind.filter(|&kind| known_count(kind, order).is_some());
        is_counted.is_none_or(|kind| {
            let objectives = vec![entry.objective.clone()];
            let question = Question::new(&entry.ruleset, kind, order, objectives);
            let has_no_table = || matches!(table_in(&self.dir, &question), Ok(None));
            are_at_most(kind, order, RECOUNTED)
                || are_at_most(kind, order, RECOUNTED_ALONE) && has_no_table()
        })
    }
}
