//! Makes the cards of records. A log has no thermographs and has values only as texts, so each
//! board is evaluated again, once.

use super::answers::fitness;
use super::card::Card;
use super::{ReportError, ReportedRun};
use boilingpoint_book::harvest::board_of;
use boilingpoint_book::lineage::GivenBoards;
use boilingpoint_problem::Appraisal;
use boilingpoint_record::records::RecordLine;
use boilingpoint_solver::{SolveError, Solver};
use std::cmp::Reverse;
use std::collections::HashMap;

/// The longest canonical form on a card, in bytes.
const FORM_LIMIT: usize = 4096;

/// The number of evaluations of a board that may be stopped. Then the board gets a card without a
/// value.
const ATTEMPTS: u32 = 8;

/// Makes cards, and caches the values of boards.
#[derive(Default)]
pub struct Cards {
    known: HashMap<(String, String), Appraisal>,
    are_unfinished: bool,
    /// The number of evaluations of each board that were stopped.
    stopped: HashMap<(String, String), u32>,
}

impl Cards {
    /// Whether the last cards lack a value because its evaluation was stopped.
    pub fn are_unfinished(&self) -> bool {
        self.are_unfinished
    }

    /// The cards of the records with the highest fitness among those that answer the run's question,
    /// in the order of the answers. There are at most `most` cards. Boards whose values are not known are evaluated by the solver, which plays the run's
    /// game. Without a solver they have no values yet.
    ///
    /// # Errors
    /// If a board cannot be read.
    pub fn fittest(
        &mut self,
        run: &ReportedRun,
        most: usize,
        mut solver: Option<&mut Solver>,
    ) -> Result<Vec<Card>, ReportError> {
        let mut records: Vec<(usize, &RecordLine)> =
            run.answers().into_iter().enumerate().collect();
        records.sort_by_cached_key(|(_, r)| (Reverse(fitness(r)), r.facts.order));
        records.truncate(most);
        records.sort_by_key(|(index, _)| *index);
        self.are_unfinished = false;
        let given = GivenBoards::of(&run.plan, &run.counted);
        let card = |(_, record): (usize, &RecordLine)| {
            self.card(run.heading(record), record, &given, solver.as_deref_mut())
        };
        records.into_iter().map(card).collect()
    }

    fn card(
        &mut self,
        heading: String,
        record: &RecordLine,
        given: &GivenBoards,
        solver: Option<&mut Solver>,
    ) -> Result<Card, ReportError> {
        let board =
            board_of(&record.facts.board, &record.facts.tints).map_err(ReportError::Board)?;
        let key = (record.facts.board.clone(), record.facts.tints.clone());
        let value = match (self.known.get(&key), solver) {
            (Some(known), _) => known.clone(),
            // A board that the search could not evaluate is not evaluated again.
            (None, _) if record.facts.is_bound() => Appraisal::default(),
            (None, None) => {
                self.are_unfinished = true;
                Appraisal::default()
            }
            (None, Some(solver)) => {
                let evaluated = solver.evaluate(&board);
                let is_stopped = matches!(evaluated, Err(SolveError::Stopped));
                let value = evaluated.map_or_else(
                    |_| Appraisal::default(),
                    |e| Appraisal::of(solver, &e, FORM_LIMIT),
                );
                let stopped = self.stopped.entry(key.clone()).or_default();
                *stopped += u32::from(is_stopped);
                if is_stopped && *stopped < ATTEMPTS {
                    self.are_unfinished = true;
                } else {
                    self.known.insert(key, value.clone());
                }
                value
            }
        };
        Ok(Card {
            heading,
            lineage: given.lineage(record),
            value,
            record: record.clone(),
            board,
        })
    }
}
