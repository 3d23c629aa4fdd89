//! What a submitted record changes among the records of its key.
//!
//! A *key* is a ruleset, an objective, a class and an order. All records of a key have the same
//! fitness, the best one, and differ in their boards. The rules:
//!
//! - A higher fitness replaces, be it exact or a lower bound: the true value is at least so much.
//! - Of one board with one fitness, an exact record replaces a lower bound, never the reverse.
//! - Of more than [`TIES`] boards those stay that come first by certainty, then by board and tints.
//!   So what is kept is a function of what was submitted, not of the order in which it came.
//! - "Proved" is a statement on the key, so all its records say it or none, and it is never unsaid.
//! - Two records that cannot both be true are refused: nothing may beat a proved optimum, and one
//!   board has one value.

use super::TIES;
use super::error::BookError;
use super::record::{BookEntry, Record};
use crate::problem::{Certainty, Facts, Fitness};
use std::cmp::{Ordering, Reverse};

/// What to do with the records of a key.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Keep them as they are: they are better than this.
    Worse {
        /// Their fitness.
        best: Fitness,
    },
    /// Put the new one in the place of all.
    Best {
        /// The fitness before, if there was any.
        old: Option<Fitness>,
    },
    /// Keep them, and make room for one as good.
    Tie(Tie),
}

/// What becomes of a record that is as good as the best.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tie {
    /// Where it goes.
    pub place: RankPlace,
    /// Whether all records of the key are proved from now on, which some were not before.
    pub proves: bool,
    /// Whether the record is to say that it is proved.
    pub proved: bool,
}

/// Where a tied record goes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RankPlace {
    /// It is there: the record of that number says at least as much.
    Known(i64),
    /// In the place of the record of that number, which says less of the same board.
    Over(i64),
    /// It is one more.
    Beside,
    /// It is one more, and the record of that number has to go.
    Instead(i64),
    /// There are enough that come before it.
    Outside,
}

/// Decides on `new` among `rivals`, the records of its key.
///
/// # Errors
/// When the two cannot both be true, or not be compared.
pub(super) fn decide(rivals: &[Record], new: &BookEntry) -> Result<Decision, BookError> {
    let Some(best) = rivals
        .iter()
        .max_by(|a, b| a.entry.fitness.cmp(&b.entry.fitness))
    else {
        return Ok(Decision::Best { old: None });
    };
    let order = compare(&new.fitness, &best.entry.fitness)?;
    refuse_contradiction(rivals, best, new, order)?;
    Ok(match order {
        Ordering::Less => Decision::Worse {
            best: best.entry.fitness.clone(),
        },
        Ordering::Greater => Decision::Best {
            old: Some(best.entry.fitness.clone()),
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
    match order {
        Ordering::Greater if best.entry.proved => {
            return refuse(best, "nothing may be better than a proved optimum");
        }
        Ordering::Less if new.proved => {
            return refuse(
                best,
                "a proved optimum cannot be worse than a verified record",
            );
        }
        _ => {}
    }
    let Some(known) = rivals.iter().find(|r| is_same_board(&r.entry, new)) else {
        return Ok(());
    };
    let value = |e: &BookEntry| e.facts.certainty == Certainty::Exact;
    match new.fitness.cmp(&known.entry.fitness) {
        Ordering::Greater if value(&known.entry) => {
            refuse(known, "a board has no fitness above its exact one")
        }
        Ordering::Less if value(new) => refuse(known, "a board has no fitness above its exact one"),
        _ => Ok(()),
    }
}

fn is_same_board(a: &BookEntry, b: &BookEntry) -> bool {
    (&a.facts.board, &a.facts.tints) == (&b.facts.board, &b.facts.tints)
}

/// Of records as good as each other, those with the smaller rank are kept.
fn rank(entry: &BookEntry) -> (Reverse<Certainty>, &str, &str) {
    let facts = &entry.facts;
    (Reverse(facts.certainty), &facts.board, &facts.tints)
}

fn tie(rivals: &[Record], new: &BookEntry) -> Tie {
    let was_proved = rivals.iter().any(|r| r.entry.proved);
    Tie {
        place: place(rivals, new),
        proves: new.proved && !rivals.iter().all(|r| r.entry.proved),
        proved: new.proved || was_proved,
    }
}

/// Whether facts of one board say less than others: they are less sure, or come from a book that
/// kept no outcome.
fn says_less(known: &Facts, new: &Facts) -> bool {
    let outcomes = (&known.outcome, &new.outcome);
    match known.certainty.cmp(&new.certainty) {
        Ordering::Less => true,
        Ordering::Equal => matches!(outcomes, (None, Some(_))),
        Ordering::Greater => false,
    }
}

fn place(rivals: &[Record], new: &BookEntry) -> RankPlace {
    if let Some(known) = rivals.iter().find(|r| is_same_board(&r.entry, new)) {
        return if says_less(&known.entry.facts, &new.facts) {
            RankPlace::Over(known.id)
        } else {
            RankPlace::Known(known.id)
        };
    }
    let last = rivals.iter().max_by_key(|r| rank(&r.entry));
    match last {
        _ if rivals.len() < TIES => RankPlace::Beside,
        Some(last) if rank(new) < rank(&last.entry) => RankPlace::Instead(last.id),
        _ => RankPlace::Outside,
    }
}

/// A record in the text of an error.
fn described(entry: &BookEntry) -> String {
    let proved = if entry.proved { ", proved" } else { "" };
    let certainty = entry.facts.certainty;
    let board = entry.facts.board_text();
    format!(
        "{board} with fitness {} ({certainty}{proved})",
        entry.fitness.texts().join(", ")
    )
}
