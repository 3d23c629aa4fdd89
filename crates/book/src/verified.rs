//! The check that a record passes before it enters the book.
//!
//! [`Verifier::verify`] is the only source of a [`VerifiedRecord`], and the book stores nothing
//! else. No mark in a file replaces the check.

use super::BookError;
use super::harvest::{Claim, board_of};
use super::proof::OptimumProof;
use super::record::BookEntry;
use boilingpoint_boards::Board;
use boilingpoint_boards::canon::normal;
use boilingpoint_problem::facts::{FACT_COLUMNS, FORM_LIMIT};
use boilingpoint_problem::{Certainty, Facts, Interval, Objective, Verdict};
use boilingpoint_rules::Ruleset;
use boilingpoint_solver::Solver;
use boilingpoint_values::{Notation, Values};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The name of the checker, as the book stores it with a record.
pub const CHECKER: &str = concat!("checker ", env!("CARGO_PKG_VERSION"));

/// A record that this process has checked. The book accepts only verified records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedRecord {
    entry: BookEntry,
    lost_proof: Option<Unverified>,
}

impl VerifiedRecord {
    /// The record. All facts of its board are those that the check computed.
    pub fn entry(&self) -> &BookEntry {
        &self.entry
    }

    /// The version of the checker.
    pub fn verified_by(&self) -> &str {
        CHECKER
    }

    /// The reason why the proof that the record came with was dropped; `None` if it was not.
    pub fn lost_proof(&self) -> Option<&Unverified> {
        self.lost_proof.as_ref()
    }

    /// A record that nothing has checked, for tests of the book's own rules.
    #[cfg(test)]
    pub(super) fn unchecked(entry: BookEntry) -> VerifiedRecord {
        VerifiedRecord {
            entry,
            lost_proof: None,
        }
    }
}

/// The reason why a record is not verified.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unverified {
    /// The record is false, or contradicts itself.
    #[error("{0}")]
    Wrong(String),
    /// The check needs more than its limits allow, or something that is missing.
    #[error("{0}")]
    Undecided(String),
}

impl Unverified {
    pub(super) fn wrong(why: impl std::fmt::Display) -> Unverified {
        Unverified::Wrong(why.to_string())
    }
}

/// Checks that a proof is true and proves the fitness of an entry.
pub trait ProofCheck: Sync {
    /// Checks the proof of an entry.
    ///
    /// # Errors
    /// `Wrong` if the proof is false or does not prove the fitness of the entry. `Undecided` if the
    /// count can neither be repeated nor found.
    fn check(&self, entry: &BookEntry, proof: &OptimumProof) -> Result<(), Unverified>;

    /// The proof of an entry that names none.
    ///
    /// # Errors
    /// As `ProofCheck::check`.
    fn prove(&self, entry: &BookEntry) -> Result<OptimumProof, Unverified>;

    /// Whether a check of the proof of an entry decides by computing. If not, it looks the count up
    /// in a table, which may be false itself.
    fn decides(&self, entry: &BookEntry) -> bool;
}

/// The limits and the sources of a check.
#[derive(Clone, Copy)]
pub struct Verifier<'a> {
    /// The largest number of positions that the checker may visit for a record.
    pub positions: u64,
    /// Checks the proofs of optima; `None` if no record comes with a proof.
    pub proofs: Option<&'a dyn ProofCheck>,
    /// A flag that another thread sets to end the checks.
    pub stop: Option<&'a Arc<AtomicBool>>,
}

impl Verifier<'_> {
    /// Fails if the flag was set.
    ///
    /// # Errors
    /// [`BookError::Stopped`].
    pub fn look_at_stop(&self) -> Result<(), BookError> {
        match self.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => Err(BookError::Stopped),
            _ => Ok(()),
        }
    }

    /// Checks everything that a record says: that its board has the order and is in the class, and
    /// every number. A proof that fails its check is dropped. The record enters without it.
    ///
    /// The board of an exact record gets its canonical labelling. A lower bound keeps its
    /// labelling, to which its certificate refers.
    ///
    /// # Errors
    /// `Wrong` names the first thing that is false.
    pub fn verify(
        &self,
        solver: &mut Solver,
        entry: BookEntry,
    ) -> Result<VerifiedRecord, Unverified> {
        let mut facts = self.facts(solver, &entry)?;
        if !facts.is_bound() {
            let board = normal(&board_of(&facts.board, &facts.tints).map_err(Unverified::wrong)?);
            (facts.board, facts.tints) = (board.name(), board.tint_string());
        }
        let checked = entry.proof.as_ref().map(|proof| self.proves(&entry, proof));
        let lost_proof = checked.and_then(Result::err);
        let proof = entry.proof.filter(|_| lost_proof.is_none());
        let entry = BookEntry {
            facts,
            proof,
            ..entry
        };
        Ok(VerifiedRecord { entry, lost_proof })
    }

    /// Checks the proof of an entry.
    ///
    /// # Errors
    /// As `ProofCheck::check`.
    pub fn proves(&self, entry: &BookEntry, proof: &OptimumProof) -> Result<(), Unverified> {
        match self.proofs {
            Some(proofs) => proofs.check(entry, proof),
            None => Err(Unverified::Undecided("no atlas was given".to_string())),
        }
    }

    /// The proof of an entry that names none.
    ///
    /// # Errors
    /// As `ProofCheck::prove`.
    pub fn prove(&self, entry: &BookEntry) -> Result<OptimumProof, Unverified> {
        match self.proofs {
            Some(proofs) => proofs.prove(entry),
            None => Err(Unverified::Undecided("no atlas was given".to_string())),
        }
    }

    /// Whether a check of the proof of an entry decides by computing.
    pub fn decides(&self, entry: &BookEntry) -> bool {
        self.proofs.is_some_and(|proofs| proofs.decides(entry))
    }

    /// Checks an entry except for its proof. Returns the facts that the check computed.
    ///
    /// # Errors
    /// As [`Verifier::verify`].
    pub fn facts(&self, solver: &mut Solver, entry: &BookEntry) -> Result<Facts, Unverified> {
        let board = admitted(entry, solver.ruleset())?;
        let objective = Objective::parse(&entry.objective)
            .map_err(|why| Unverified::Undecided(why.to_string()))?;
        match Claim::of_entry(entry).check(solver, &objective, self.positions) {
            Verdict::Agrees => {}
            Verdict::Disagrees(why) => return Err(Unverified::Wrong(why)),
            Verdict::Unfinished(why) => return Err(Unverified::Undecided(why)),
        }
        let facts = if entry.facts.is_bound() {
            // The certificate proves the least temperature, and nothing else about the value.
            let least = entry.facts.temperature.map(|t| Interval::at_least(t.least));
            Facts {
                temperature: least,
                certainty: Certainty::LowerBound,
                ..Facts::of_board(&board)
            }
        } else if entry.facts.certainty == Certainty::BoardOnly {
            Facts::of_board(&board)
        } else {
            let evaluation = solver.evaluate(&board);
            let evaluation = evaluation.map_err(|e| Unverified::Undecided(e.to_string()))?;
            Facts::of_evaluation(solver, &board, &evaluation, Notation::Text, FORM_LIMIT)
        };
        agree(&entry.facts, &facts)?;
        Ok(facts)
    }
}

/// The board of an entry, if the ruleset can be played on it, its order is that of the key, and the
/// class of the key contains it by both definitions of the class.
fn admitted(entry: &BookEntry, ruleset: &dyn Ruleset) -> Result<Board, Unverified> {
    let facts = &entry.facts;
    if entry.ruleset != ruleset.name() {
        let why = format!("the record is about {}", entry.ruleset);
        return Err(Unverified::Wrong(why));
    }
    let board = board_of(&facts.board, &facts.tints).map_err(Unverified::wrong)?;
    if board.order() as u64 != facts.order {
        let (found, said) = (board.order(), facts.order);
        let why = format!("order is {found}, but the record says {said}");
        return Err(Unverified::Wrong(why));
    }
    ruleset.fits(&board).map_err(Unverified::wrong)?;
    entry
        .class
        .admit(&board, ruleset)
        .map_err(Unverified::wrong)?;
    Ok(board)
}

/// Compares the facts that a record says with those that the check computed. The claim has compared
/// the canonical forms. A form or an atomic weight has several possible texts. Of a lower bound the
/// check computes only what the certificate proves, and the other facts are dropped.
fn agree(said: &Facts, found: &Facts) -> Result<(), Unverified> {
    let columns = FACT_COLUMNS.iter().map(|column| column.name);
    for name in columns.filter(|name| !["canonical_form", "opposable"].contains(name)) {
        let (said, found_text) = (said.filed_text(name), found.filed_text(name));
        let is_dropped = found.is_bound() && found_text.is_empty();
        let is_same =
            said == found_text || name == "atomic_weight" && are_equal(&said, &found_text);
        if !said.is_empty() && !is_same && !is_dropped {
            let why = format!("{name} is {found_text}, but the record says {said}");
            return Err(Unverified::Wrong(why));
        }
    }
    Ok(())
}

/// Whether two texts are notations of one value.
fn are_equal(one: &str, other: &str) -> bool {
    let mut values = Values::new();
    let one = values.parse(one).ok();
    one.is_some() && one == values.parse(other).ok()
}
