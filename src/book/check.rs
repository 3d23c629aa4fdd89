//! Checks the records of a book again.

use super::{Book, BookError, Filter, Record, Unverified, Verifier};
use crate::ruleset;
use crate::solver::{Budget, Solver};

/// The result of checking a record of a book.
pub struct CheckedRecord {
    /// `Err` if the record, without its proof, is not verified.
    pub record: Result<(), Unverified>,
    /// `Err` if the record is called proved, and its proof is not verified.
    pub proof: Result<(), Unverified>,
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
/// computed, since an older version stored fewer. Removes a proof that is false. A proof that
/// cannot be decided stays. A mark `proved` of an older version gets its proof, or is removed.
///
/// # Errors
/// When the book cannot be read or written.
pub fn check_book(
    book: &mut Book,
    filter: &Filter,
    verifier: &Verifier,
    mut each: impl FnMut(&Record, &CheckedRecord),
) -> Result<(), BookError> {
    let marked = book.marked_without_proof()?;
    for record in book.list(filter)? {
        let entry = &record.entry;
        let facts = solver_of(&record).and_then(|mut solver| verifier.facts(&mut solver, entry));
        let proof = match &entry.proof {
            Some(proof) => {
                let checked = verifier.proves(entry, proof);
                if matches!(checked, Err(Unverified::Wrong(_))) {
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
        let is_other = |facts: &&crate::problem::Facts| facts.to_json() != entry.facts.to_json();
        if let Some(facts) = facts.as_ref().ok().filter(is_other) {
            book.set_facts(record.id, facts)?;
        }
        let record_checked = facts.map(|_| ());
        each(
            &record,
            &CheckedRecord {
                record: record_checked,
                proof,
            },
        );
    }
    Ok(())
}

/// A solver for the game of a record.
///
/// # Errors
/// When this version does not know the game.
pub(super) fn solver_of(record: &Record) -> Result<Solver, Unverified> {
    let name = &record.entry.ruleset;
    let rules = ruleset::by_name(name);
    let rules = rules.ok_or_else(|| Unverified::Undecided(format!("unknown ruleset `{name}`")))?;
    Ok(Solver::new(
        rules,
        Budget {
            work: WORK,
            ..Budget::default()
        },
    ))
}
