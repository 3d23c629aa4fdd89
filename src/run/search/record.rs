//! Records of a search: the best board of each order is valued again, checked by the independent
//! evaluator or proved by a certificate, and written as a line.

use super::isle::{Found, Sighting};
use super::ledger::Ledger;
use super::workshop::Workshop;
use super::{SearchError, canonical_board};
use crate::graph::Board;
use crate::problem::{Bounds, Fitness};
use crate::run::certificates::proof_of;
use crate::run::folder::CERTIFICATES;
use crate::run::records::{FORM_LIMIT, RecordLine};
use crate::run::verify::{Verdict, verify_with};
use crate::solver::certificate::Certificate;
use crate::solver::checker::{CertificateError, Checker};
use crate::solver::{CertifyError, Effort, SolveError, Solver};
use crate::value::Notation;
use std::collections::BTreeMap;

/// A record that was found, before it is told.
pub(super) struct NewRecord {
    /// Its order, or the value collected.
    pub(super) key: Vec<i64>,
    pub(super) line: RecordLine,
    pub(super) fitness: Fitness,
}

impl Ledger {
    /// The best that the islands found for each key, if it beats what was known for it, valued again and checked.
    ///
    /// # Errors
    /// When the checker disagrees; `Interrupted`.
    pub(super) fn new_records(
        &self,
        workshop: &Workshop,
        sightings: &[&Sighting],
    ) -> Result<Vec<NewRecord>, SearchError> {
        let mut best: BTreeMap<&[i64], &Found> = BTreeMap::new();
        for found in sightings.iter().flat_map(|s| &s.found) {
            let key = found.key.as_slice();
            let known = best.get(key).map(|b| &b.fitness);
            let known = known.or(self.records.get(key));
            if known.is_none_or(|known| found.fitness > *known) {
                best.insert(key, found);
            }
        }
        let found: Vec<&Found> = best.into_values().collect();
        let generation = self.generation();
        let lines = workshop.pool.map(&found, |solver, found| {
            Ok(NewRecord {
                key: found.key.clone(),
                line: workshop.record(solver, generation, found)?,
                fitness: found.fitness.clone(),
            })
        });
        let mut records = lines.into_iter().collect::<Result<Vec<_>, SearchError>>()?;
        for (i, record) in records.iter_mut().enumerate() {
            let line = &mut record.line;
            if line.proof.is_some() {
                let (generation, order) = (line.generation, line.order);
                line.certificate = Some(format!(
                    "{CERTIFICATES}/generation-{generation}-{i}-order-{order}.json"
                ));
            }
        }
        Ok(records)
    }
}

impl Workshop {
    /// The line of what an island found, which is valued again and checked.
    fn record(
        &self,
        solver: &mut Solver,
        generation: u64,
        found: &Found,
    ) -> Result<RecordLine, SearchError> {
        let board = canonical_board(&found.genome);
        if found.is_bound {
            let mut line = unvalued(generation, found, &board);
            match self.bounds_of(&board) {
                Ok(bounds) => line.set_bounds(&bounds),
                Err(_) if self.is_stopped() => return Err(SearchError::Interrupted),
                Err(_) => {}
            }
            if self.checker_positions > 0 {
                line.proof = self.proof(&board, &found.fitness)?;
            }
            line.verified = line.proof.is_some();
            return Ok(line);
        }
        let name = board.name();
        let e = match solver.evaluate(&board) {
            Ok(e) => e,
            Err(SolveError::Stopped) => return Err(SearchError::Interrupted),
            // the objective needs no value, or what it needs could be told without one
            Err(_) => {
                let mut line = unvalued(generation, found, &board);
                if let Ok(heat) = solver.heat(&board) {
                    line.set_heat(&heat);
                }
                return Ok(line);
            }
        };
        let verdict = match self.checker_positions {
            0 => Verdict::Unfinished("not asked for".to_string()),
            limit => {
                let checker = Checker::new(self.ruleset, limit).until(self.stop.clone());
                verify_with(&checker, &board, &e, solver.values())
            }
        };
        if self.is_stopped() {
            return Err(SearchError::Interrupted);
        }
        if let Verdict::Disagrees(what) = verdict {
            return Err(SearchError::Disagreement { board: name, what });
        }
        let mut line = unvalued(generation, found, &board);
        line.set_heat(&e.heat());
        let form = |value| solver.canonical_form(value, Notation::Braces, FORM_LIMIT);
        line.canonical_form = e.value().and_then(form);
        line.verified = verdict == Verdict::Agrees;
        Ok(line)
    }

    /// A certificate of a lower bound.
    fn proof(&self, board: &Board, fitness: &Fitness) -> Result<Option<Certificate>, SearchError> {
        let budget = Bounds::budget(self.stop.clone());
        let effort = Effort::of(self.bounds);
        let proof = proof_of(
            self.ruleset,
            &self.objective,
            board,
            fitness,
            effort,
            &budget,
        );
        match proof {
            Ok(proof) => Ok(proof),
            Err(_) if self.is_stopped() => Err(SearchError::Interrupted),
            Err(CertifyError::Check(error @ CertificateError::Wrong { .. })) => {
                Err(SearchError::Disagreement {
                    board: board.name(),
                    what: error.to_string(),
                })
            }
            // as for an exact record that the checker cannot finish: it stays, unverified
            Err(_) => Ok(None),
        }
    }
}

/// The line of a record, as far as it follows from the board alone.
fn unvalued(generation: u64, found: &Found, board: &Board) -> RecordLine {
    RecordLine {
        generation,
        fitness: found.fitness.texts(),
        board: board.name(),
        tints: board.tint_string(),
        order: board.order() as u64,
        size: board.graph().size() as u64,
        temperature: String::new(),
        mean: String::new(),
        outcome: String::new(),
        degree: board.graph().degree() as u64,
        degree2: board.graph().distance_degree(2) as u64,
        canonical_form: None,
        certainty: "board only".to_string(),
        verified: false,
        collected: found.collected.clone(),
        temperature_bounds: None,
        certificate: None,
        proof: None,
        lineage: found.lineage.clone(),
    }
}
