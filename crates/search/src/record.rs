//! Records of a search. The best board of each order, or of each collected value, is valued again.
//! The independent checker then checks it, or a certificate proves it. Then the record is written
//! as a line.

use super::error::SearchError;
use super::evaluator::Evaluator;
use super::report::{RecordCandidate, SearchTotals};
use boilingpoint_boards::Board;
use boilingpoint_checker::format::Certificate;
use boilingpoint_checker::{CertificateError, Checker};
use boilingpoint_plan::Nearness;
use boilingpoint_problem::facts::FORM_LIMIT;
use boilingpoint_problem::{
    Facts, Fitness, Objective, ScoreClaim, Unscored, Verdict, proof_of, verify_scores,
    verify_scores_of_board,
};
use boilingpoint_record::folder::CERTIFICATES;
use boilingpoint_record::records::RecordLine;
use boilingpoint_solver::{CertifyError, Effort, SolveError, Solver};
use boilingpoint_values::Notation;
use std::collections::BTreeMap;

/// The greatest order of a board on the way to a find that the checker looks at.
const CHECKED_ON_THE_WAY: usize = 24;
/// The steps that the checker may take for such a board.
const STEPS_ON_THE_WAY: u64 = 10_000_000;

/// A confirmed record, which is not yet in the totals.
pub struct ConfirmedRecord {
    /// The order, or the cell of the collected value.
    pub(super) key: Vec<i64>,
    pub(super) line: RecordLine,
    pub(super) fitness: Fitness,
}

impl Evaluator {
    /// Takes the best candidate of each order, or of each collected value. If it beats the known
    /// record, values and checks it again.
    ///
    /// # Errors
    /// `Disagreement` when the checker disagrees with the solver; `Interrupted`.
    pub(super) fn new_records<'a>(
        &self,
        totals: &SearchTotals,
        candidates: impl Iterator<Item = &'a RecordCandidate>,
    ) -> Result<Vec<ConfirmedRecord>, SearchError> {
        let mut best: BTreeMap<&[i64], &RecordCandidate> = BTreeMap::new();
        for candidate in candidates {
            let key = candidate.key.as_slice();
            let known = best.get(key).map(|b| &b.fitness);
            let known = known.or(totals.records.get(key));
            if known.is_none_or(|known| candidate.fitness > *known) {
                best.insert(key, candidate);
            }
        }
        let best: Vec<&RecordCandidate> = best.into_values().collect();
        let generation = totals.generation;
        let records = self.pool.map(&best, |solver, candidate| {
            Ok(ConfirmedRecord {
                key: candidate.key.clone(),
                line: self.record(solver, generation, candidate)?,
                fitness: candidate.fitness.clone(),
            })
        });
        let mut records = records
            .into_iter()
            .collect::<Result<Vec<_>, SearchError>>()?;
        for (i, ConfirmedRecord { line, .. }) in records.iter_mut().enumerate() {
            if line.proof.is_some() {
                let (generation, order) = (line.generation, line.facts.order);
                let name = format!("{CERTIFICATES}/generation-{generation}-{i}-order-{order}.json");
                line.certificate = Some(name);
            }
        }
        Ok(records)
    }

    /// Values and checks a record again, and makes its line.
    pub(super) fn record(
        &self,
        solver: &mut Solver,
        generation: u64,
        candidate: &RecordCandidate,
    ) -> Result<RecordLine, SearchError> {
        let board = candidate.genome.canonical_board();
        if candidate.is_bound {
            return self.bounded(generation, &board, candidate);
        }
        if !self.objective.needs_value() {
            // The value of a large board may be out of reach, and nobody asked for it.
            let mut line = candidate.line(generation, Facts::of_board(&board));
            line.verified = self.checked(&board, candidate, |checker, claims| {
                verify_scores_of_board(checker, &board, claims)
            })?;
            if !line.verified {
                self.score_again(solver, &board, candidate)?;
            }
            return Ok(line);
        }
        let e = match solver.evaluate(&board) {
            Ok(e) => e,
            Err(SolveError::Stopped) => return Err(SearchError::Interrupted),
            // The full evaluation failed, but the board has a fitness: its objective needs no
            // value, or only one that was found without a full evaluation.
            Err(_) => {
                let facts = Facts::of_board(&board);
                let facts = match solver.summary(&board) {
                    Ok(summary) => facts.with_summary(&summary),
                    Err(_) => facts,
                };
                return Ok(candidate.line(generation, facts));
            }
        };
        let verified = self.checked(&board, candidate, |checker, claims| {
            verify_scores(checker, &board, &e, solver.values(), claims)
        })?;
        let form = |value| solver.canonical_form(value, Notation::Text, FORM_LIMIT);
        let mut facts = Facts::of_board(&board).with_summary(&e.summary);
        facts.canonical_form = e.value().and_then(form);
        if !verified && self.bounds > 0 {
            // A certificate of bounds may prove what the checker cannot finish.
            let line = self.bounded(generation, &board, candidate)?;
            if line.verified {
                return Ok(line);
            }
        }
        if !verified {
            self.score_again(solver, &board, candidate)?;
        }
        let mut line = candidate.line(generation, facts);
        line.verified = verified;
        Ok(line)
    }

    /// Scores a board whose value this process knows, and compares the fitness of the candidate,
    /// which may come from another process. The checker has not compared it.
    fn score_again(
        &self,
        solver: &mut Solver,
        board: &Board,
        candidate: &RecordCandidate,
    ) -> Result<(), SearchError> {
        let claimed = candidate.fitness.texts().join(", ");
        let what = match self.objective.score(solver, board) {
            Ok(score) if score.fitness != candidate.fitness => {
                let found = score.fitness.texts().join(", ");
                format!("the record's fitness is {claimed}, the solver's {found}")
            }
            Err(Unscored::NotRequired) => {
                format!("the record's fitness is {claimed}, but the board misses the condition")
            }
            _ => return Ok(()),
        };
        Err(SearchError::Disagreement {
            board: board.name(),
            what,
        })
    }

    /// The line of a record whose fitness is a lower bound, with a certificate if one is found.
    fn bounded(
        &self,
        generation: u64,
        board: &Board,
        candidate: &RecordCandidate,
    ) -> Result<RecordLine, SearchError> {
        let facts = match self.bounds_of(board, None) {
            Ok(bounds) => Facts::of_board(board).with_bounds(&bounds),
            Err(_) if self.is_stopped() => return Err(SearchError::Interrupted),
            Err(_) => Facts::of_board(board),
        };
        let mut line = candidate.line(generation, facts);
        if self.checker_positions > 0 && self.needs_proof(candidate) {
            line.proof = self.proof(board, candidate)?;
        }
        line.verified = line.proof.is_some();
        Ok(line)
    }

    /// Whether a record is worth the full effort of a proof. In a search with `find`, boards that
    /// miss the condition only lead the way: they are no results, and a generation may have
    /// hundreds. They get no certificate, and only small ones are checked, with little work.
    fn needs_proof(&self, candidate: &RecordCandidate) -> bool {
        let nearness = self.finds.then(|| Nearness::of(&candidate.fitness.texts()));
        !matches!(nearness.flatten(), Some(Nearness::Missed(_)))
    }

    /// Whether the checker agrees with the solver, and finds the fitness of the candidate by its
    /// own numbers. `false` if the checker is turned off, or exceeded a limit.
    fn checked(
        &self,
        board: &Board,
        candidate: &RecordCandidate,
        verdict: impl FnOnce(&Checker, &[ScoreClaim]) -> Verdict,
    ) -> Result<bool, SearchError> {
        let is_result = self.needs_proof(candidate);
        let is_worth = is_result || board.order() <= CHECKED_ON_THE_WAY;
        let verdict = (self.checker_positions > 0 && is_worth).then(|| {
            let mut checker = Checker::new(self.ruleset, self.checker_positions)
                .within_memory(self.tables as u64)
                .until(self.stop.clone());
            if !is_result {
                checker = checker.within_work(STEPS_ON_THE_WAY);
            }
            verdict(&checker, &[candidate.claim(&self.objective)])
        });
        if self.is_stopped() {
            return Err(SearchError::Interrupted);
        }
        match verdict {
            Some(Verdict::Disagrees(what)) => Err(SearchError::Disagreement {
                board: board.name(),
                what,
            }),
            verdict => Ok(verdict == Some(Verdict::Agrees)),
        }
    }

    /// A certificate that the candidate's fitness is a lower bound, if one is found.
    fn proof(
        &self,
        board: &Board,
        candidate: &RecordCandidate,
    ) -> Result<Option<Certificate>, SearchError> {
        let budget = self.bounds_budget();
        let effort = Effort::of(self.bounds);
        let proof = proof_of(
            self.ruleset,
            board,
            &candidate.claim(&self.objective),
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
            // Without a certificate, the record is kept unverified, like an exact record that the
            // checker cannot finish.
            Err(_) => Ok(None),
        }
    }
}

impl RecordCandidate {
    fn claim<'a>(&'a self, objective: &'a Objective) -> ScoreClaim<'a> {
        ScoreClaim {
            objective,
            fitness: &self.fitness,
            collected: self.collected.as_deref(),
        }
    }

    /// The line of a record with these facts, not yet verified.
    fn line(&self, generation: u64, facts: Facts) -> RecordLine {
        RecordLine {
            generation,
            fitness: self.fitness.texts(),
            facts,
            verified: false,
            collected: self.collected.clone(),
            certificate: None,
            proof: None,
            lineage: self.lineage.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;
    use boilingpoint_plan::Plan;
    use boilingpoint_problem::Genome;
    use boilingpoint_solver::Budget;

    const CONFIG: &str = "name = \"records\"
[game]
ruleset = \"snort\"
[objective]
maximize = \"temperature - degree2\"
require = \"tree\"
[budget]
bounds = 200
";

    fn recorded(board: &str, fitness: &str, is_bound: bool) -> Result<RecordLine, SearchError> {
        recorded_by(CONFIG, board, fitness, is_bound)
    }

    fn recorded_by(
        config: &str,
        board: &str,
        fitness: &str,
        is_bound: bool,
    ) -> Result<RecordLine, SearchError> {
        let read = boilingpoint_plan::read_no_boards;
        let plan = Plan::resolve("records.toml", config.as_bytes(), &[], read).unwrap();
        let evaluator = Evaluator::new(&plan, None).unwrap();
        let candidate = RecordCandidate {
            key: vec![4],
            genome: Genome::of_board(&parse_board(board).unwrap()),
            fitness: Fitness::parse(&[fitness]).unwrap(),
            is_bound,
            collected: None,
            lineage: Vec::new(),
        };
        let mut solver = Solver::new(plan.game.ruleset, Budget::default());
        evaluator.record(&mut solver, 0, &candidate)
    }

    /// The fitness of a candidate comes from an island or from a worker. It is not written before
    /// the checker has found the same fitness.
    #[test]
    fn a_candidate_with_another_fitness_is_no_record() {
        assert!(recorded("star(3)", "1", false).unwrap().verified);
        for forged in ["2", "9", "0", "1/2"] {
            match recorded("star(3)", forged, false) {
                Err(SearchError::Disagreement { what, .. }) => {
                    let expected = format!("the record's fitness is {forged}, the checker's 1");
                    assert_eq!(what, expected);
                }
                Err(other) => panic!("{forged}: {other}"),
                Ok(line) => panic!("{forged}: verified is {}", line.verified),
            }
        }
        // A board that does not meet the condition has no fitness.
        assert!(recorded("cycle(4)", "0", false).is_err());
        // The fitness of a lower bound needs a certificate that proves it.
        assert!(recorded("star(3)", "1", true).unwrap().verified);
        assert!(!recorded("star(3)", "9", true).unwrap().verified);
        assert!(!recorded("cycle(4)", "0", true).unwrap().verified);
    }

    /// Without the checker, the solver compares the fitness.
    #[test]
    fn a_candidate_with_another_fitness_is_no_record_without_the_checker() {
        let unchecked = format!("{CONFIG}[records]\nverify = false\n");
        let of_board = unchecked.replace("temperature - degree2", "degree");
        for (config, fitness) in [(&unchecked, "1"), (&of_board, "3")] {
            let of = |board, fitness| recorded_by(config, board, fitness, false);
            assert!(!of("star(3)", fitness).unwrap().verified);
            for (board, forged) in [("star(3)", "9"), ("star(3)", "0"), ("cycle(4)", fitness)] {
                match of(board, forged) {
                    Err(SearchError::Disagreement { what, .. }) => {
                        assert!(what.contains(&format!("fitness is {forged}")), "{what}");
                    }
                    other => panic!("{forged}: {:?}", other.map(|line| line.verified)),
                }
            }
        }
    }
}
