//! Decides how a submitted record changes the records of its key.
//!
//! A *key* is a ruleset, an objective, a class and an order. All records of a key have the same
//! fitness, the best one, and differ in their boards, unless some are in conflict. The rules:
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
//! - Two records that cannot both be true (`conflict.rs`) are both kept: a record that is better than
//!   a proved optimum, and two records that give one board two values. What is in conflict is never
//!   removed because of the conflict. A record without a proof still gives way to a better one.
//! - So a key in conflict has several fitnesses, its *levels*: each proved one, the best one, and
//!   those of a board with two values. There are at most [`LEVELS`] of them.
//!
//! While no records of a key are in conflict, all have the same fitness, and the book is a function
//! of the submitted records.

use super::TIES;
use super::conflict::{Contradiction, contradiction, has_two_values, is_same_board};
use super::error::BookError;
use super::proof::OptimumProof;
use super::record::{BookEntry, Record};
use boilingpoint_problem::{Certainty, Facts, Fitness};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The largest number of different fitnesses that a key in conflict keeps.
pub(super) const LEVELS: usize = 8;

/// The change that a submitted record makes to its key.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The records in the book are better: nothing changes.
    Worse {
        /// The fitness of the best records in the book.
        best: Fitness,
    },
    /// The new record is added.
    Enter {
        /// The best fitness before, if the new one is better than it.
        old: Option<Fitness>,
        /// The numbers of the records that the new one replaces, since it is better.
        replaced: Vec<i64>,
    },
    /// The new record is as good as records in the book.
    Tie(Tie),
    /// The new record contradicts others, and the key is full of such records.
    Full { why: String },
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
/// When the fitnesses have different numbers of components.
pub(super) fn decide(rivals: &[Record], new: &BookEntry) -> Result<Decision, BookError> {
    refuse_other_lengths(rivals, new)?;
    let Some(best) = rivals.iter().map(|r| &r.entry.fitness).max() else {
        return Ok(Decision::Enter {
            old: None,
            replaced: Vec::new(),
        });
    };
    let level: Vec<&Record> = rivals
        .iter()
        .filter(|r| r.entry.fitness == new.fitness)
        .collect();
    let is_of_level = |r: &&Record| r.entry.is_proved() || is_same_board(&r.entry, new);
    let joins = new.fitness == *best || new.is_proved() || level.iter().any(is_of_level);
    if joins && !level.is_empty() {
        return Ok(Decision::Tie(tie(&level, new)));
    }
    let found = rivals
        .iter()
        .filter_map(|r| Some((r, contradiction(new, &r.entry)?)));
    let found: Vec<(&Record, Contradiction)> = found.collect();
    // A record that is worse than another says nothing new about a proof that is below both.
    let is_news = |&(_, why): &(_, Contradiction)| why != Contradiction::AboveMaximum;
    if new.fitness < *best && !found.iter().any(is_news) {
        let best = best.clone();
        return Ok(Decision::Worse { best });
    }
    let levels: BTreeSet<&Fitness> = rivals.iter().map(|r| &r.entry.fitness).collect();
    let replaced = replaced(rivals, new);
    match found.first() {
        Some((rival, _)) if levels.len() >= LEVELS && replaced.is_empty() => {
            let why = format!(
                "record {} is {}, and {LEVELS} fitnesses of this question are in conflict already",
                rival.id,
                described(&rival.entry)
            );
            Ok(Decision::Full { why })
        }
        _ => Ok(Decision::Enter {
            old: (new.fitness > *best).then(|| best.clone()),
            replaced,
        }),
    }
}

fn refuse_other_lengths(rivals: &[Record], new: &BookEntry) -> Result<(), BookError> {
    let length = |entry: &BookEntry| entry.fitness.0.len();
    match rivals.iter().find(|r| length(&r.entry) != length(new)) {
        None => Ok(()),
        Some(other) => Err(BookError::Incomparable {
            old: length(&other.entry),
            new: length(new),
        }),
    }
}

/// The records that give way to a better one. A proved one does not: it and the better one cannot
/// both be true. Neither does a record of a board with two values, which shows that a program is
/// wrong.
fn replaced(rivals: &[Record], new: &BookEntry) -> Vec<i64> {
    let gives_way = |r: &&Record| {
        r.entry.fitness < new.fitness
            && contradiction(new, &r.entry).is_none()
            && !has_two_values(r, rivals)
    };
    rivals
        .iter()
        .filter(gives_way)
        .map(|rival| rival.id)
        .collect()
}

/// The records of a key that are worse than another one, and neither proved nor of a board with two
/// values.
pub(super) fn beaten(key: &[Record]) -> Vec<i64> {
    let best = key
        .iter()
        .max_by(|a, b| a.entry.fitness.cmp(&b.entry.fitness));
    best.map_or(Vec::new(), |best| replaced(key, &best.entry))
}

/// The rank of a tied record. The records with the smallest ranks are kept.
fn rank(entry: &BookEntry) -> (Reverse<Certainty>, &str, &str) {
    let facts = &entry.facts;
    (Reverse(facts.certainty), &facts.board, &facts.tints)
}

fn tie(rivals: &[&Record], new: &BookEntry) -> Tie {
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
    let is_more_complete = matches!(outcomes, (None, Some(_)));
    known.certainty < new.certainty || known.certainty == new.certainty && is_more_complete
}

fn action(rivals: &[&Record], new: &BookEntry) -> TieAction {
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
