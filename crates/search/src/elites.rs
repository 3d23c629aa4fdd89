//! The facts of the elites, for `archive.jsonl`.
//!
//! A search keeps of a board its fitness and its cell, not its value. So the elites are valued
//! again when a checkpoint is written, each once: the value is often still in the table.

use super::evaluator::Evaluator;
use super::report::SearchTotals;
use super::rows;
use boilingpoint_evolve::Specimen;
use boilingpoint_problem::{Certainty, Facts, Fitness, Genome};
use boilingpoint_record::records::ArchiveLine;
use boilingpoint_solver::Solver;
use std::collections::BTreeMap;

/// The facts of the elites that were valued before, by the keys of their boards.
pub(super) type EliteFacts = BTreeMap<u128, Facts>;

type Elite = Specimen<Genome, Fitness>;

impl Evaluator {
    /// The elites, cell by cell, with the facts of their boards, and of their values if the
    /// objective needs these. If the run is being stopped, the elites that are not in `known` have
    /// the facts of the board alone.
    pub(super) fn archive_lines(
        &self,
        totals: &SearchTotals,
        known: &mut EliteFacts,
    ) -> Vec<ArchiveLine> {
        let mut lines = rows::archive(totals);
        if !self.objective.needs_value() {
            return lines;
        }
        let elites: Vec<&Elite> = totals
            .archive
            .cells()
            .flat_map(|(_, elites)| elites)
            .collect();
        let is_new = |e: &&&Elite| !known.contains_key(&e.key);
        let new: Vec<&Elite> = elites.iter().filter(is_new).copied().collect();
        let facts = self.pool.map(&new, |solver, elite| {
            let is_bound = totals.is_bound(elite.key);
            self.facts_of(solver, elite, is_bound)
        });
        let of_new = new.iter().zip(facts);
        known.extend(of_new.filter_map(|(elite, facts)| Some((elite.key, facts?))));
        for (line, elite) in lines.iter_mut().zip(&elites) {
            if let Some(facts) = known.get(&elite.key) {
                line.facts = facts.clone();
            }
        }
        if known.len() > elites.len() {
            let of_elites = elites.iter().filter_map(|e| known.remove_entry(&e.key));
            *known = of_elites.collect();
        }
        lines
    }

    /// The facts of an elite; `None` if the run is being stopped.
    fn facts_of(&self, solver: &mut Solver, elite: &Elite, is_bound: bool) -> Option<Facts> {
        let board = elite.genome.canonical_board();
        let mut facts = Facts::of_board(&board);
        if is_bound {
            facts.certainty = Certainty::LowerBound;
            if let Ok(bounds) = self.bounds_of(&board, None) {
                facts = facts.with_bounds(&bounds);
            }
        } else if let Ok(summary) = solver.summary(&board) {
            facts = facts.with_summary(&summary);
        }
        (!self.is_stopped()).then_some(facts)
    }
}
