//! Records of a search: the best board of each order is valued again, checked by the independent
//! evaluator or proved by a certificate, and written as a line.

use super::{Scored, Search, SearchError, canonical_board};
use crate::evolve::{Batch, Candidate, Problem};
use crate::graph::{Board, board_text};
use crate::problem::{Bounds, Fitness, Genome, Score};
use crate::run::certificates::proof_of;
use crate::run::folder::CERTIFICATES;
use crate::run::records::{FORM_LIMIT, RecordLine, Step as LineageStep};
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

impl Search {
    /// The best new board of each order that beats what was known for it, valued again and checked.
    pub(super) fn new_records(
        &self,
        batch: &Batch<Genome>,
        scores: &[Scored],
    ) -> Result<Vec<NewRecord>, SearchError> {
        let mut best: BTreeMap<Vec<i64>, (usize, &Score)> = BTreeMap::new();
        for (i, score) in scores.iter().enumerate() {
            let Some(Ok(score)) = &score.score else {
                continue;
            };
            let key = match score.collected {
                Some(_) => score.cell.clone(),
                None => vec![batch.candidates[i].genome.order() as i64],
            };
            let known = best.get(&key).map(|b| &b.1.fitness);
            let known = known.or(self.records.get(&key));
            if known.is_none_or(|known| score.fitness > *known) {
                best.insert(key, (i, score));
            }
        }
        let found: Vec<(Vec<i64>, &Candidate<Genome>, &Score)> = best
            .into_iter()
            .map(|(key, (i, score))| (key, &batch.candidates[i], score))
            .collect();
        let lines = self.pool.map(&found, |solver, (key, candidate, score)| {
            let mut line = self.record(solver, batch.generation, candidate, score)?;
            line.collected = score.collected.map(|value| value.to_string());
            Ok(NewRecord {
                key: key.clone(),
                line,
                fitness: score.fitness.clone(),
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

    fn record(
        &self,
        solver: &mut Solver,
        generation: u64,
        candidate: &Candidate<Genome>,
        Score {
            fitness, bounds, ..
        }: &Score,
    ) -> Result<RecordLine, SearchError> {
        let board = canonical_board(&candidate.genome);
        if let Some(bounds) = bounds {
            let mut line = self.unvalued(generation, candidate, fitness, &board);
            line.set_bounds(bounds);
            if self.checker_positions > 0 {
                line.proof = self.proof(&board, fitness)?;
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
                let mut line = self.unvalued(generation, candidate, fitness, &board);
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
        let mut line = self.unvalued(generation, candidate, fitness, &board);
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

    /// The line of a record, as far as it follows from the board alone.
    fn unvalued(
        &self,
        generation: u64,
        candidate: &Candidate<Genome>,
        fitness: &Fitness,
        board: &Board,
    ) -> RecordLine {
        let names = self.operator_names();
        let origin = if self.boards.start().is_empty() {
            "random"
        } else {
            "start"
        };
        let first = candidate.lineage.first().map_or(generation, |_| 0);
        let begin = LineageStep {
            generation: first,
            operator: origin.to_string(),
            from: None,
        };
        let mut parent = None;
        let steps = candidate.lineage.iter().map(|s| LineageStep {
            generation: s.generation,
            operator: names[s.operator].to_string(),
            from: match parent.replace(s.parent) == Some(s.parent) {
                true => None,
                false => self.ancestor(s.parent),
            },
        });
        RecordLine {
            generation,
            fitness: fitness.texts(),
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
            collected: None,
            temperature_bounds: None,
            certificate: None,
            proof: None,
            lineage: std::iter::once(begin).chain(steps).collect(),
        }
    }
    /// The board of an ancestor, as far as it is remembered.
    fn ancestor(&self, id: u64) -> Option<String> {
        let board = canonical_board(self.engine.state().genome(id)?);
        Some(board_text(&board.name(), &board.tint_string()))
    }
}
