//! The evaluator of a plan: solvers, objective and limits.
//!
//! The evaluator holds no state of the search, so all islands share one.

use super::cost::Costs;
use super::error::SearchError;
use super::island::BoardIsland;
use super::parts::{boards, comparison, objective, pool};
use super::report::SearchTotals;
use super::scored::BoardScore;
use boilingpoint_boards::Board;
use boilingpoint_evolve::{Bar, Batch, Candidate};
use boilingpoint_plan::Plan;
use boilingpoint_problem::invariants::Subject;
use boilingpoint_problem::{
    Boards, Bounds, Fitness, Genome, Objective, Score, StopCondition, Unscored,
};
use boilingpoint_rules::Ruleset;
use boilingpoint_solver::{Budget, Effort, Pool, PoolWork, SolveError, Solver, can_enclose};
use boilingpoint_values::Dyadic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Evaluates boards as a plan says.
pub struct Evaluator {
    pub(super) ruleset: &'static dyn Ruleset,
    pub(super) boards: Boards,
    pub(super) objective: Objective,
    /// Whether the search looks for a board that meets a condition.
    pub(super) finds: bool,
    /// The condition of `find` and the other conditions as what a board has to keep when it is
    /// shrunk, and the margin as what is maximised; `None` without a condition.
    pub(super) kept: Option<Objective>,
    pub(super) stop_when: Option<StopCondition>,
    pub(super) pool: Arc<Pool>,
    pub(super) stop: Option<Arc<AtomicBool>>,
    /// The bytes of the tables of the pool; the checker may use as much.
    pub(super) tables: usize,
    screen: bool,
    cutoff: bool,
    /// The largest number of steps for the bounds of a board that exceeds the budget; 0 to compute
    /// no bounds.
    pub(super) bounds: u64,
    /// The least order of a board that gets bounds before the exact solver is tried.
    bounds_from: usize,
    /// The largest number of steps of work for these bounds.
    work: u64,
    /// The largest number of positions that the checker may visit for a record; 0 to leave records
    /// unverified.
    pub(super) checker_positions: u64,
}

/// The part of a plan that determines its solvers. Plans with the same key can share solvers and
/// their tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolKey {
    ruleset: &'static dyn Ruleset,
    positions: u64,
    work: u64,
    board_memory: u64,
    threads: usize,
}

impl PoolKey {
    /// The key of a plan.
    pub fn of(plan: &Plan) -> PoolKey {
        PoolKey {
            ruleset: plan.game.ruleset,
            positions: plan.budget.positions,
            work: plan.budget.work,
            board_memory: plan.budget.board_memory,
            threads: plan.threads,
        }
    }
}

impl Evaluator {
    /// The evaluator of a plan. Setting `stop` interrupts an evaluation. Divides the memory of the
    /// process as the plan says.
    ///
    /// # Errors
    /// When the plan cannot be carried out; see [`SearchError`].
    pub fn new(plan: &Plan, stop: Option<Arc<AtomicBool>>) -> Result<Evaluator, SearchError> {
        plan.account().set_room(plan.budget.board_memory);
        let pool = Arc::new(pool(plan, stop.clone())?);
        Evaluator::with_pool(plan, stop, pool)
    }

    /// The evaluator of a plan with the solvers of another plan that has the same [`PoolKey`].
    ///
    /// # Errors
    /// As [`Evaluator::new`].
    pub fn with_pool(
        plan: &Plan,
        stop: Option<Arc<AtomicBool>>,
        pool: Arc<Pool>,
    ) -> Result<Evaluator, SearchError> {
        let ruleset = pool.ruleset();
        let objective = objective(plan);
        let has_bounds = can_enclose(ruleset) && objective.takes_bounds();
        Ok(Evaluator {
            ruleset,
            boards: boards(plan, comparison(plan))?,
            objective,
            finds: plan.objective.find.is_some(),
            kept: plan.objective.kept(plan.required().as_ref()),
            stop_when: plan.objective.stop_when.clone().map(StopCondition::new),
            pool,
            stop,
            tables: plan.budget.board_memory as usize,
            screen: plan.budget.screen,
            // A cold board may be on the front for another expression.
            cutoff: plan.budget.cutoff && has_bounds && !plan.objective.is_front(),
            bounds: if has_bounds { plan.budget.bounds } else { 0 },
            bounds_from: plan.budget.bounds_from,
            work: plan.budget.work,
            checker_positions: if plan.records.verify {
                plan.budget.checker_positions
            } else {
                0
            },
        })
    }

    /// The boards that the search may visit.
    pub fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The solvers.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// The work that the solvers have done, and the size of their tables.
    pub fn work(&self) -> PoolWork {
        self.pool.work()
    }

    /// The number of threads that value boards.
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    pub(super) fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Scores the islands' batches. The scores have the order of the boards. Boards with a high
    /// estimated cost are begun first, so that no thread is left with an expensive board at the
    /// end.
    ///
    /// # Errors
    /// `Interrupted` when the stop flag was set.
    pub(super) fn score(
        &self,
        islands: &[BoardIsland],
        batches: &[Batch<Genome>],
    ) -> Result<Vec<Vec<BoardScore>>, SearchError> {
        let all: Vec<(&BoardIsland, &Candidate<Genome>)> = islands
            .iter()
            .zip(batches)
            .flat_map(|(island, batch)| batch.candidates.iter().map(move |c| (island, c)))
            .collect();
        let cost = |(_, c): &(&BoardIsland, &Candidate<Genome>)| Costs::estimate(&c.genome);
        let scores = self
            .pool
            .map_dearest_first(&all, cost, |solver, (island, candidate)| {
                self.score_one(solver, island, candidate)
            });
        let stopped = Unscored::Unsolved(SolveError::Stopped);
        if scores.iter().any(|s| s.unscored() == Some(&stopped)) {
            return Err(SearchError::Interrupted);
        }
        let mut scores = scores.into_iter();
        let of = |batch: &Batch<Genome>| scores.by_ref().take(batch.len()).collect();
        Ok(batches.iter().map(of).collect())
    }

    fn score_one(
        &self,
        solver: &mut Solver,
        island: &BoardIsland,
        c: &Candidate<Genome>,
    ) -> BoardScore {
        let board = c.genome.board();
        let bounds_first = self.takes_bounds_first(board.order());
        let hopeless = self.screen && island.memory.costs.is_hopeless(&c.genome, c.key);
        let cold = match bounds_first || !hopeless {
            true => self.cold(island, c, &board),
            false => None,
        };
        let bounded = match bounds_first || hopeless {
            true => self.score_by_bounds(&self.objective, &c.genome, cold),
            false => None,
        };
        let bounded = match bounded {
            Some(Ok(score)) if is_colder(&score, cold) => {
                return BoardScore::Cut { tried: false };
            }
            Some(score) if hopeless || is_decided(&self.objective, &board, &score) => {
                return BoardScore::scored(score, false);
            }
            bounded => bounded,
        };
        if hopeless {
            return BoardScore::Screened;
        }
        if let (false, Some(t)) = (bounds_first, cold) {
            match solver.is_at_most(&board, t) {
                Ok(false) => {}
                Ok(true) => return BoardScore::Cut { tried: true },
                Err(error) => return BoardScore::scored(Err(error.into()), false),
            }
        }
        let exact = self.objective.score(solver, &board);
        let score = self.unless_over_budget(&self.objective, exact, &c.genome, bounded);
        BoardScore::scored(score, true)
    }

    /// Whether a board of this order gets bounds before the exact solver is tried.
    fn takes_bounds_first(&self, order: usize) -> bool {
        self.bounds > 0 && order >= self.bounds_from
    }

    /// The score of a board by its value, or by bounds if the value exceeds the budget.
    pub(super) fn score_alone(
        &self,
        objective: &Objective,
        solver: &mut Solver,
        genome: &Genome,
        board: &Board,
    ) -> Result<Score, Unscored> {
        let bounded = match self.takes_bounds_first(board.order()) {
            true => self.score_by_bounds(objective, genome, None),
            false => None,
        };
        match bounded {
            Some(score) if is_decided(objective, board, &score) => score,
            bounded => {
                let exact = objective.score(solver, board);
                self.unless_over_budget(objective, exact, genome, bounded)
            }
        }
    }

    /// A score by the exact value, or that by bounds if the board exceeds the budget. `bounded` is
    /// the score by bounds, if it is known.
    fn unless_over_budget(
        &self,
        objective: &Objective,
        exact: Result<Score, Unscored>,
        genome: &Genome,
        bounded: Option<Result<Score, Unscored>>,
    ) -> Result<Score, Unscored> {
        if !exact.as_ref().is_err_and(Unscored::is_over_budget) {
            return exact;
        }
        let bounded = match self.takes_bounds_first(genome.order()) {
            true => bounded,
            false => self.score_by_bounds(objective, genome, None),
        };
        bounded.unwrap_or(exact)
    }

    /// The greatest temperature with which a board certainly changes nothing of the state of the
    /// search. `None` if there is none, or if the plan does without the cutoff.
    fn cold(
        &self,
        island: &BoardIsland,
        candidate: &Candidate<Genome>,
        board: &Board,
    ) -> Option<Dyadic> {
        if !self.cutoff {
            return None;
        }
        let cell = self.objective.cell_of_board(board)?;
        let bar: Bar<Fitness> = island.bar(candidate, &cell, None)?;
        self.objective.cutoff(board, &bar)
    }

    /// The score that follows from bounds of a board that exceeds the budget. `None` if no score
    /// follows, or if the plan allows no bounds.
    fn score_by_bounds(
        &self,
        objective: &Objective,
        genome: &Genome,
        cold: Option<Dyadic>,
    ) -> Option<Result<Score, Unscored>> {
        if self.bounds == 0 {
            return None;
        }
        // The bounds are computed on the canonical labelling, which the record of the board has,
        // too. So the record's certificate proves the same bounds.
        let board = genome.canonical_board();
        let enclose = || self.bounds_of(&board, cold);
        objective.score_by_bounds(&board, enclose).transpose()
    }

    /// The budget of the solver that encloses a board.
    pub(super) fn bounds_budget(&self) -> Budget {
        Bounds::budget(&Budget {
            work: self.work,
            bytes: self.tables,
            stop: self.stop.clone(),
            ..Budget::default()
        })
    }

    /// The bounds of a board in its canonical labelling. The search for bounds ends as soon as the
    /// temperature is proved to be at most `cold`.
    pub(super) fn bounds_of(
        &self,
        board: &Board,
        cold: Option<Dyadic>,
    ) -> Result<Bounds, SolveError> {
        let effort = Effort::of(self.bounds).until(cold);
        Bounds::of_board(self.ruleset, board, effort, &self.bounds_budget())
    }

    /// Whether the best board meets `objective.stop_when`.
    pub fn is_satisfied(&self, totals: &SearchTotals) -> bool {
        let (Some(condition), Some(best)) = (&self.stop_when, &totals.best) else {
            return false;
        };
        let board = best.genome.board();
        // A board that exceeds the budget has no value on which the condition could be computed.
        if !condition.needs_value() || totals.is_bound(best.key) {
            return condition.holds(
                &Subject {
                    board: &board,
                    summary: None,
                },
                &best.fitness,
            );
        }
        let results = self.pool.map(&[()], |solver, ()| {
            let summary = solver.summary_with(&board, &condition.extras()).ok();
            condition.holds(
                &Subject {
                    board: &board,
                    summary: summary.as_ref(),
                },
                &best.fitness,
            )
        });
        results == [true]
    }
}

/// Whether the bounds of a score prove that the temperature is at most `cold` and the mean is 0.
fn is_colder(score: &Score, cold: Option<Dyadic>) -> bool {
    let bounds = score.bounds.as_ref();
    bounds
        .zip(cold)
        .is_some_and(|(bounds, t)| bounds.temperature[1] <= t && bounds.mean == [Dyadic::ZERO; 2])
}

/// Whether bounds leave one fitness or decide that there is none, so that the exact value adds
/// nothing.
fn is_decided(objective: &Objective, board: &Board, bounded: &Result<Score, Unscored>) -> bool {
    let bounds = bounded.as_ref().map(|score| score.bounds.as_ref());
    bounds.map_or(true, |bounds| {
        bounds.is_some_and(|bounds| objective.is_decided_by(board, bounds))
    })
}
