//! Decides how a submitted record changes the records of its key.
//!
//! A *key* is a ruleset, an objective, a class and an order. All records of a key have the same
//! fitness, the best one, and differ in their boards. The rules:
//!
//! - A higher fitness replaces a lower one. The higher fitness need not be exact: a lower bound
//!   says that the true fitness is at least as high.
//! - If two records have the same board and the same fitness, an exact record replaces a lower
//!   bound. A lower bound never replaces an exact record.
//! - If more than [`TIES`] boards tie, the book keeps those that come first by certainty, then by
//!   board and tints. So the book is a function of the submitted records, not of the order in which
//!   they came.
//! - "Proved" is a statement about the key: no board of the class and order is better. So either
//!   all records of a key have the same proof or none has one. The book keeps the proof that was
//!   checked last.
//! - A verified record that is better than a proved optimum shows that the proof is false. The
//!   record enters, and the proof goes.
//! - Two records that cannot both be true are refused: an optimum whose proof was checked cannot be
//!   worse than a record of the book, and one board has one value.

use super::TIES;
use super::error::BookError;
use super::proof::OptimumProof;
use super::record::{BookEntry, Record};
use crate::problem::{Certainty, Facts, Fitness};
use std::cmp::{Ordering, Reverse};

/// The change that a submitted record makes to its key.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The records in the book are better: nothing changes.
    Worse {
        /// The fitness of the records in the book.
        best: Fitness,
    },
    /// The new record replaces all records of the key.
    Best {
        /// The fitness of the replaced records, if there were any.
        old: Option<Fitness>,
        /// The proof of the replaced records, which is false.
        disproved: Option<Box<OptimumProof>>,
    },
    /// The new record is as good as the records in the book.
    Tie(Tie),
}

/// The change that a tied record makes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tie {
    pub action: TieAction,
    /// The proof of all records of the key, the new one included.
    pub proof: Option<OptimumProof>,
}

/// The change to the records of the key when a record ties with them.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TieAction {
    /// The book has a record of this board already, which says as much or more. This is its number.
    Keep(i64),
    /// The new record replaces the record with this number. That record is of the same board, and
    /// says less.
    Replace(i64),
    /// The new record is added.
    Add,
    /// The new record is added, and the record with this number is removed.
    Evict(i64),
    /// The new record is not stored: there are [`TIES`] records that rank before it.
    Skip,
}

/// Compares `new` with `rivals`, the records of its key.
///
/// # Errors
/// When two records cannot both be true, or their fitnesses have different numbers of components.
pub(super) fn decide(rivals: &[Record], new: &BookEntry) -> Result<Decision, BookError> {
    let Some(best) = rivals
        .iter()
        .max_by(|a, b| a.entry.fitness.cmp(&b.entry.fitness))
    else {
        return Ok(Decision::Best {
            old: None,
            disproved: None,
        });
    };
    let order = compare(&new.fitness, &best.entry.fitness)?;
    refuse_contradiction(rivals, best, new, order)?;
    Ok(match order {
        Ordering::Less => Decision::Worse {
            best: best.entry.fitness.clone(),
        },
        Ordering::Greater => Decision::Best {
            old: Some(best.entry.fitness.clone()),
            disproved: best.entry.proof.clone().map(Box::new),
        },
        Ordering::Equal => Decision::Tie(tie(rivals, new)),
    })
}

fn compare(new: &Fitness, old: &Fitness) -> Result<Ordering, BookError> {
    let (new_len, old_len) = (new.0.len(), old.0.len());
    if new_len == old_len {
        return Ok(new.cmp(old));
    }
    Err(BookError::Incomparable {
        old: old_len,
        new: new_len,
    })
}

fn refuse_contradiction(
    rivals: &[Record],
    best: &Record,
    new: &BookEntry,
    order: Ordering,
) -> Result<(), BookError> {
    let refuse = |known: &Record, why: &'static str| {
        Err(BookError::Contradiction {
            why,
            id: known.id,
            known: described(&known.entry),
            new: described(new),
        })
    };
    if order == Ordering::Less && new.is_proved() {
        let why = "a proved optimum cannot be worse than a verified record";
        return refuse(best, why);
    }
    let Some(known) = rivals.iter().find(|r| is_same_board(&r.entry, new)) else {
        return Ok(());
    };
    let value = |e: &BookEntry| e.facts.certainty == Certainty::Exact;
    match new.fitness.cmp(&known.entry.fitness) {
        Ordering::Greater if value(&known.entry) => refuse(known, EXACT_AND_HIGHER),
        Ordering::Less if value(new) => refuse(known, EXACT_AND_HIGHER),
        _ => Ok(()),
    }
}

/// The contradiction of two records of one board.
const EXACT_AND_HIGHER: &str =
    "one of the two records gives this board's exact fitness, and the other claims a higher one";

fn is_same_board(a: &BookEntry, b: &BookEntry) -> bool {
    (&a.facts.board, &a.facts.tints) == (&b.facts.board, &b.facts.tints)
}

/// The rank of a tied record. The records with the smallest ranks are kept.
fn rank(entry: &BookEntry) -> (Reverse<Certainty>, &str, &str) {
    let facts = &entry.facts;
    (Reverse(facts.certainty), &facts.board, &facts.tints)
}

fn tie(rivals: &[Record], new: &BookEntry) -> Tie {
    let mut known = rivals.iter().filter_map(|r| r.entry.proof.as_ref());
    Tie {
        action: action(rivals, new),
        proof: new.proof.as_ref().or(known.next()).cloned(),
    }
}

/// Whether known facts say less about a board than new facts about the same board: they are less
/// certain, or an older version stored them without the outcome.
fn says_less(known: &Facts, new: &Facts) -> bool {
    let outcomes = (&known.outcome, &new.outcome);
    match known.certainty.cmp(&new.certainty) {
        Ordering::Less => true,
        Ordering::Equal => matches!(outcomes, (None, Some(_))),
        Ordering::Greater => false,
    }
}

fn action(rivals: &[Record], new: &BookEntry) -> TieAction {
    if let Some(known) = rivals.iter().find(|r| is_same_board(&r.entry, new)) {
        return if says_less(&known.entry.facts, &new.facts) {
            TieAction::Replace(known.id)
        } else {
            TieAction::Keep(known.id)
        };
    }
    let last = rivals.iter().max_by_key(|r| rank(&r.entry));
    match last {
        _ if rivals.len() < TIES => TieAction::Add,
        Some(last) if rank(new) < rank(&last.entry) => TieAction::Evict(last.id),
        _ => TieAction::Skip,
    }
}

/// A record in words, for the text of an error.
fn described(entry: &BookEntry) -> String {
    let proved = if entry.is_proved() { ", proved" } else { "" };
    let certainty = entry.facts.certainty;
    let board = entry.facts.board_text();
    format!(
        "{board} with fitness {} ({certainty}{proved})",
        entry.fitness.texts().join(", ")
    )
}
