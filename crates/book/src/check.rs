//! Checks the records of a book again, and decides between records that contradict each other.

use super::conflict::{Contradiction, contradiction};
use super::runs::RunClasses;
use super::{
    BoardClass, Book, BookEntry, BookError, Filter, Record, SubmitOutcome, Unverified, Verifier,
};
use boilingpoint_rules as ruleset;
use boilingpoint_solver::{Budget, Solver};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The result of checking a record of a book.
pub struct CheckedRecord {
    /// `Err` if the record, without its proof, is not verified.
    pub record: Result<(), Unverified>,
    /// `Err` if the record is called proved, and its proof is not verified.
    pub proof: Result<(), Unverified>,
    /// The outcome for a record that was in conflict; `None` for others.
    pub conflict: Option<ConflictOutcome>,
    /// The class of the record, if it was known in part only and its run tells it. The record has
    /// entered the book under this class, with the outcome.
    pub class: Option<(BoardClass, SubmitOutcome)>,
}

/// The outcome for a record that was in conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConflictOutcome {
    /// The record stays, and contradicts no other any more.
    Settled,
    /// The record is false, and is removed.
    Removed,
    /// The record is removed, since a better one is true.
    Beaten,
    /// The check could not decide. The text names the other record.
    Remains(String),
}

/// The steps of work for the value of a record: more than the default of a search, since the search
/// that found the record may have had a larger budget.
const WORK: u64 = 100 * Budget::WORK;

/// The error about a mark `proved` of an older version that cannot be proved again.
fn without_proof(why: &Unverified) -> Unverified {
    let text = format!("the mark `proved` carries no proof, and is removed: {why}");
    match why {
        Unverified::Wrong(_) => Unverified::Wrong(text),
        Unverified::Undecided(_) => Unverified::Undecided(text),
    }
}

/// Checks every record of a book that a filter selects: board, class, order, numbers and proof.
/// Calls `each` after each record. If a record agrees, replaces its facts by those that the check
/// computed, since an older version stored fewer. Removes a proof that a new count shows to be
/// false. A proof that cannot be decided stays, and so does one that only a table contradicts. A
/// mark `proved` of an older version gets its proof, or is removed.
///
/// Decides between records that contradict each other: removes those that are false, and then the
/// marks of the others. Gives a record whose class is known in part only the class of its run.
///
/// # Errors
/// When the book cannot be read or written; `Stopped` when the flag of the verifier was set. Then the
/// records of which `each` was not called are as they were.
pub fn check_book(
    book: &mut Book,
    filter: &Filter,
    verifier: &Verifier,
    runs: Option<&RunClasses>,
    mut each: impl FnMut(&Record, &CheckedRecord),
) -> Result<(), BookError> {
    let marked = book.marked_without_proof()?;
    let records = book.list(filter)?;
    for key in records.chunk_by(|a, b| a.entry.has_key_of(&b.entry)) {
        let mut checked = Vec::new();
        for record in key {
            checked.push(check(book, record, &marked, verifier)?);
        }
        if key.iter().any(|record| record.conflict.is_some()) {
            settle(book, key, &mut checked, verifier)?;
        }
        for (record, mut checked) in key.iter().zip(checked) {
            if checked.record.is_ok() && record.entry.class.is_partly_known {
                checked.class = classified(book, record, verifier, runs)?;
            }
            each(record, &checked);
        }
    }
    Ok(())
}

fn check(
    book: &mut Book,
    record: &Record,
    marked: &BTreeSet<i64>,
    verifier: &Verifier,
) -> Result<CheckedRecord, BookError> {
    let entry = &record.entry;
    let solver = solver_of(record, verifier.stop);
    let facts = solver.and_then(|mut solver| verifier.facts(&mut solver, entry));
    verifier.look_at_stop()?;
    let proof = match &entry.proof {
        Some(proof) => {
            let checked = verifier.proves(entry, proof);
            // A table that says otherwise may be false itself.
            if matches!(checked, Err(Unverified::Wrong(_))) && verifier.decides(entry) {
                book.set_proof(record.id, None)?;
            }
            checked
        }
        None if marked.contains(&record.id) => {
            let found = verifier.prove(entry);
            book.set_proof(record.id, found.as_ref().ok())?;
            found.map(|_| ()).map_err(|why| without_proof(&why))
        }
        None => Ok(()),
    };
    let is_other = |facts: &&boilingpoint_problem::Facts| facts.to_json() != entry.facts.to_json();
    if let Some(facts) = facts.as_ref().ok().filter(is_other) {
        book.set_facts(record.id, facts)?;
    }
    Ok(CheckedRecord {
        record: facts.map(|_| ()),
        proof,
        conflict: None,
        class: None,
    })
}

/// Enters a record under the class of its run, if that is known and has the board.
fn classified(
    book: &mut Book,
    record: &Record,
    verifier: &Verifier,
    runs: Option<&RunClasses>,
) -> Result<Option<(BoardClass, SubmitOutcome)>, BookError> {
    let Some(class) = runs.and_then(|runs| runs.of(record)) else {
        return Ok(None);
    };
    let entry = BookEntry {
        class: class.clone(),
        ..record.entry.clone()
    };
    let verified =
        solver_of(record, verifier.stop).and_then(|mut solver| verifier.verify(&mut solver, entry));
    verifier.look_at_stop()?;
    match verified {
        Ok(verified) => {
            let outcome = book.reclassify(record.id, &verified)?;
            Ok(Some((class.clone(), outcome)))
        }
        Err(_) => Ok(None), // the board is not of this class, so another run of this name found it
    }
}

/// Decides between the checked records of a key that contradict each other.
fn settle(
    book: &mut Book,
    key: &[Record],
    checked: &mut [CheckedRecord],
    verifier: &Verifier,
) -> Result<(), BookError> {
    let mut removed = BTreeSet::new();
    for (record, checked) in key.iter().zip(&*checked) {
        let is_false = matches!(checked.record, Err(Unverified::Wrong(_)));
        if record.conflict.is_some() && is_false {
            book.delete(record.id)?;
            removed.insert(record.id);
        }
    }
    for place in 0..key.len() {
        if let Some(why) = refutation(key, checked, place, verifier) {
            book.set_proof(key[place].id, None)?;
            checked[place].proof = Err(Unverified::Wrong(why));
        }
    }
    let left = book.settle(&key[0].entry)?;
    for (record, checked) in key.iter().zip(checked) {
        let is_left = left.iter().find(|r| r.id == record.id);
        let was_in_conflict = record.conflict.is_some();
        checked.conflict = match is_left.map(|r| &r.conflict) {
            _ if removed.contains(&record.id) => Some(ConflictOutcome::Removed),
            None => Some(ConflictOutcome::Beaten),
            Some(Some(why)) => Some(ConflictOutcome::Remains(why.clone())),
            Some(None) => was_in_conflict.then_some(ConflictOutcome::Settled),
        };
    }
    Ok(())
}

/// The reason why the proof of a record is false, though no new count has shown it: a better record
/// has passed its check just now, and the count is only known from a table. `None` if nothing
/// refutes the proof, or it is known to be false already.
fn refutation(
    key: &[Record],
    checked: &[CheckedRecord],
    place: usize,
    verifier: &Verifier,
) -> Option<String> {
    let entry = &key[place].entry;
    let is_open = entry.is_proved()
        && !matches!(checked[place].proof, Err(Unverified::Wrong(_)))
        && !verifier.decides(entry);
    let mut better = key.iter().zip(checked).filter(|(other, checked)| {
        checked.record.is_ok()
            && contradiction(&other.entry, entry) == Some(Contradiction::AboveMaximum)
    });
    let (better, _) = is_open.then(|| better.next())??;
    Some(format!(
        "the proof is false: record {} is better, {}, and its board was valued again",
        better.id,
        better.entry.fitness_text()
    ))
}

/// A solver for the game of a record, which the flag stops.
///
/// # Errors
/// When this version does not know the game.
pub(super) fn solver_of(
    record: &Record,
    stop: Option<&Arc<AtomicBool>>,
) -> Result<Solver, Unverified> {
    let name = &record.entry.ruleset;
    let rules = ruleset::by_name(name);
    let rules = rules.ok_or_else(|| Unverified::Undecided(format!("unknown ruleset `{name}`")))?;
    Ok(Solver::new(
        rules,
        Budget {
            work: WORK,
            stop: stop.cloned(),
            ..Budget::default()
        },
    ))
}
