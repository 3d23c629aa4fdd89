//! Checks the boards that a table names with the independent checker, and enters them into the
//! record book.

use super::count::{objectives, unsolved};
use super::error::AtlasError;
use super::proof::{CountedTable, proof_of};
use super::table::Table;
use super::tally::Optimum;
use boilingpoint_boards::parse_board;
use boilingpoint_book::{
    BoardClass, Book, BookEntry, Finder, SubmitOutcome, Unverified, VerifiedRecord, Verifier,
};
use boilingpoint_problem::facts::FORM_LIMIT;
use boilingpoint_problem::{Facts, Fitness, Objective, Verdict, verify};
use boilingpoint_solver::{Pool, Solver};
use boilingpoint_values::{Notation, Outcome};
use std::collections::BTreeMap;

/// The checker's verdicts on the boards that a table names.
#[derive(Debug, Default)]
pub struct CheckedBoards {
    /// Records of proved optima: the boards on which the checker agrees.
    pub records: Vec<VerifiedRecord>,
    /// The boards that the checker could not finish, with the reason.
    pub unfinished: Vec<String>,
}

/// The counts of records that entered the book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EnteredCounts {
    /// Records that were the first for their order, or better than the record in the book.
    pub new: usize,
    /// Records that are as good as the record in the book. The atlas has now proved them optimal.
    pub tied: usize,
    /// Records that contradict records of the book, each with the other one in words. Both are
    /// kept.
    pub conflicts: Vec<String>,
}

/// The claims of a table about a board that it names.
#[derive(Default)]
struct BoardClaims<'a> {
    /// The optima that the board attains. Each has its index in the table.
    optima: Vec<(usize, &'a Optimum)>,
    /// Whether the table says that the second player wins on the board.
    is_lost: bool,
}

/// Values every board that a table names by the solver and by the checker. Compares the two values
/// with each other and with the table. The checker may visit `positions` positions for each board.
///
/// # Errors
/// `Refuted` if two of them differ.
pub fn check(
    pool: &Pool,
    table: &Table,
    positions: u64,
    found_at: &str,
) -> Result<CheckedBoards, AtlasError> {
    let objectives = objectives(&table.question.objectives)?;
    let claims = claims_of(table);
    let boards: Vec<(&str, &BoardClaims)> = claims
        .iter()
        .map(|(name, claims)| (*name, claims))
        .collect();
    let one = |solver: &mut Solver, &(name, claims): &(&str, &BoardClaims)| {
        check_one(
            solver,
            table,
            &objectives,
            (name, claims),
            positions,
            found_at,
        )
    };
    let mut checked = CheckedBoards::default();
    for verdict in pool.map(&boards, one) {
        let (records, unfinished) = verdict?;
        checked.records.extend(records);
        checked.unfinished.extend(unfinished);
    }
    Ok(checked)
}

fn claims_of(table: &Table) -> BTreeMap<&str, BoardClaims<'_>> {
    let mut claims: BTreeMap<&str, BoardClaims> = BTreeMap::new();
    for (place, optimum) in table.tally.optima.iter().enumerate() {
        for board in &optimum.maximum.boards {
            let of_board = claims.entry(board).or_default();
            of_board.optima.push((place, optimum));
        }
    }
    for board in &table.tally.second_player_wins.examples {
        claims.entry(board).or_default().is_lost = true;
    }
    claims
}

type BoardVerdict = (Vec<VerifiedRecord>, Option<String>);

fn check_one(
    solver: &mut Solver,
    table: &Table,
    objectives: &[Objective],
    (name, claims): (&str, &BoardClaims),
    positions: u64,
    found_at: &str,
) -> Result<BoardVerdict, AtlasError> {
    let refuted = |why: String| AtlasError::Refuted(format!("board `{name}`: {why}"));
    let board = parse_board(name).map_err(|e| refuted(e.to_string()))?;
    for &(place, optimum) in &claims.optima {
        let score = objectives[place].score(solver, &board);
        let fitness = score.map_err(|e| refuted(e.to_string()))?.fitness;
        let max = optimum.maximum.max.as_ref();
        if Some(&fitness) != max {
            let max = max.map_or("none".into(), Fitness::to_string);
            let objective = &optimum.objective;
            return Err(refuted(format!(
                "{objective} is {fitness}, but the table says {max}"
            )));
        }
    }
    let evaluation = solver.evaluate(&board).map_err(|e| unsolved(&board, e))?;
    if claims.is_lost && evaluation.summary.outcome != Outcome::P {
        return Err(refuted(
            "the table says that the second player wins, but the solver says otherwise".to_string(),
        ));
    }
    let facts = Facts::of_evaluation(solver, &board, &evaluation, Notation::Text, FORM_LIMIT);
    let proofs = CountedTable(table);
    let verifier = Verifier {
        positions,
        proofs: Some(&proofs),
        stop: None,
    };
    let entries = claims.optima.iter();
    let entries =
        entries.filter_map(|&(_, optimum)| entry(table, optimum, facts.clone(), found_at));
    let mut records = Vec::new();
    if claims.optima.is_empty() {
        let ruleset = solver.ruleset();
        match verify(ruleset, &board, &evaluation, solver.values(), positions) {
            Verdict::Agrees => {}
            Verdict::Disagrees(what) => return Err(refuted(what)),
            Verdict::Unfinished(why) => {
                return Ok((records, Some(format!("board `{name}`: {why}"))));
            }
        }
    }
    for entry in entries {
        match verifier.verify(solver, entry) {
            Ok(record) => records.push(record),
            Err(Unverified::Wrong(what)) => return Err(refuted(what)),
            Err(Unverified::Undecided(why)) => {
                return Ok((Vec::new(), Some(format!("board `{name}`: {why}"))));
            }
        }
    }
    Ok((records, None))
}

/// The entry of a board that attains an optimum; `None` if the optimum has no value.
fn entry(table: &Table, optimum: &Optimum, facts: Facts, found_at: &str) -> Option<BookEntry> {
    Some(BookEntry {
        ruleset: table.question.ruleset.clone(),
        objective: optimum.objective.clone(),
        class: BoardClass::of_kind(&table.question.class),
        fitness: optimum.maximum.max.clone()?,
        facts,
        certificate: None,
        proof: Some(proof_of(table, optimum)?),
        found_by: Finder {
            run: "atlas".to_string(),
            ..Finder::default()
        },
        found_at: found_at.to_string(),
        lineage: Vec::new(),
    })
}

/// Enters records of proved optima into the book. If the book has a better record, both are kept.
///
/// # Errors
/// When the book cannot be written.
pub fn enter(book: &mut Book, records: &[VerifiedRecord]) -> Result<EnteredCounts, AtlasError> {
    let mut entered = EnteredCounts::default();
    for record in records {
        match book.submit(record)? {
            SubmitOutcome::New { .. } | SubmitOutcome::Improved { .. } => entered.new += 1,
            SubmitOutcome::Tied { .. } => entered.tied += 1,
            SubmitOutcome::InConflict { id, why } => {
                let entry = record.entry();
                let number = id.map_or(String::new(), |id| format!("record {id}, "));
                entered.conflicts.push(format!(
                    "{number}{} at order {}, {} on {}: {why}",
                    entry.objective,
                    entry.facts.order,
                    entry.fitness,
                    entry.facts.board_text()
                ));
            }
            // Every record of a table has its proof, which contradicts a better record.
            SubmitOutcome::NotBetter { .. } => {}
        }
    }
    Ok(entered)
}
