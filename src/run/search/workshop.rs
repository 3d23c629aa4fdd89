//! What boards are valued with: the solvers, the objective, and what spares them work.
//!
//! A workshop belongs to a plan and holds no state of the search, so one serves all islands.

use super::isle::Isle;
use super::{SearchError, canonical_board};
use crate::evolve::{Bar, Batch, Candidate, Problem};
use crate::graph::Board;
use crate::problem::{Boards, Bounds, Fitness, Genome, Objective, Score, StopCondition, Unscored};
use crate::ruleset::{self, Ruleset};
use crate::run::config::Plan;
use crate::run::cost::Costs;
use crate::run::parts::{boards, pool};
use crate::solver::{Pool, PoolWork, SolveError, Solver, can_enclose};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Values boards by a plan.
pub struct Workshop {
    pub(super) ruleset: &'static dyn Ruleset,
    pub(super) boards: Boards,
    pub(super) objective: Objective,
    pub(super) stop_when: Option<StopCondition>,
    pub(super) pool: Arc<Pool>,
    pub(super) stop: Option<Arc<AtomicBool>>,
    screen: bool,
    cutoff: bool,
    /// Steps to enclose boards with that are out of reach; 0 if that is of no use.
    pub(super) bounds: u64,
    /// Positions of the checker per record; 0 to leave records unverified.
    pub(super) checker_positions: u64,
}

/// What solvers go by: plans that agree on it can share them, and the tables that they have filled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolKey {
    ruleset: String,
    positions: u64,
    board_memory: u64,
    threads: usize,
}

impl PoolKey {
    /// What those of a plan go by.
    pub fn of(plan: &Plan) -> PoolKey {
        PoolKey {
            ruleset: plan.game.ruleset.clone(),
            positions: plan.budget.positions,
            board_memory: plan.budget.board_memory,
            threads: plan.threads,
        }
    }
}

/// What became of a board.
#[derive(Default)]
pub(super) struct Scored {
    /// Whether the exact solver was tried.
    pub(super) tried: bool,
    /// Whether it is proved to be too cold to change anything.
    pub(super) cut: bool,
    /// Nothing if the board was screened, or cut off.
    pub(super) score: Option<Result<Score, Unscored>>,
}

/// What an island asked in a generation, and the scores, in the same order.
pub(super) type Generation = (Batch<Genome>, Vec<Scored>);

impl Scored {
    pub(super) fn is_scored(&self) -> bool {
        self.cut || matches!(self.score, Some(Ok(_)))
    }

    fn is_stopped(&self) -> bool {
        matches!(
            self.score,
            Some(Err(Unscored::Unsolved(SolveError::Stopped)))
        )
    }
}

impl Workshop {
    /// The workshop of a plan. `stop` interrupts what is under way.
    ///
    /// # Errors
    /// When the plan cannot be carried out; see [`SearchError`].
    pub fn new(plan: &Plan, stop: Option<Arc<AtomicBool>>) -> Result<Workshop, SearchError> {
        let ruleset = ruleset::by_name(&plan.game.ruleset).expect("checked with the config");
        let pool = Arc::new(pool(plan, ruleset, stop.clone())?);
        Workshop::with_pool(plan, stop, pool)
    }

    /// That with solvers that there are already; they have to be [those of such a plan](PoolKey).
    ///
    /// # Errors
    /// As [`Workshop::new`].
    pub fn with_pool(
        plan: &Plan,
        stop: Option<Arc<AtomicBool>>,
        pool: Arc<Pool>,
    ) -> Result<Workshop, SearchError> {
        let ruleset = pool.ruleset();
        let objective = Objective::new(
            &plan.objective.maximize,
            plan.objective.require.as_ref(),
            &plan.archive.cells,
        )
        .with(plan.objective.collect.as_ref(), &plan.islands.maximize);
        let has_bounds = can_enclose(ruleset) && objective.takes_bounds();
        Ok(Workshop {
            ruleset,
            boards: boards(plan)?,
            objective,
            stop_when: plan.objective.stop_when.clone().map(StopCondition::new),
            pool,
            stop,
            screen: plan.budget.screen,
            cutoff: plan.budget.cutoff && has_bounds,
            bounds: if has_bounds { plan.budget.bounds } else { 0 },
            checker_positions: match plan.records.verify {
                true => plan.budget.checker_positions,
                false => 0,
            },
        })
    }

    /// The solvers.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// What the solvers have done, and what their tables hold.
    pub fn work(&self) -> PoolWork {
        self.pool.work()
    }

    /// Threads that value boards.
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Names of the operators, by the engine's numbers.
    pub fn operator_names(&self) -> Vec<&'static str> {
        self.boards.operators().iter().map(|o| o.name).collect()
    }

    pub(super) fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// What the islands ask next, and the scores, in the same order. What looks most expensive is begun first, so that no
    /// thread is left alone with it at the end.
    ///
    /// # Errors
    /// `Interrupted`.
    pub(super) fn score(&self, islands: &[Isle]) -> Result<Vec<Generation>, SearchError> {
        let ask = |island: &Isle| island.engine.ask(&self.boards);
        let asked = || islands.par_iter().map(ask).collect();
        let batches: Vec<Batch<Genome>> = self.pool.install(asked);
        let all: Vec<(&Isle, &Candidate<Genome>)> = islands
            .iter()
            .zip(&batches)
            .flat_map(|(island, batch)| batch.candidates.iter().map(move |c| (island, c)))
            .collect();
        let cost = |(_, c): &(&Isle, &Candidate<Genome>)| Costs::estimate(&c.genome);
        let scores = self
            .pool
            .map_dearest_first(&all, cost, |solver, (island, candidate)| {
                self.scored(solver, island, candidate)
            });
        if scores.iter().any(Scored::is_stopped) {
            return Err(SearchError::Interrupted);
        }
        let mut scores = scores.into_iter();
        let of = |batch: Batch<Genome>| {
            let scores = scores.by_ref().take(batch.len()).collect();
            (batch, scores)
        };
        Ok(batches.into_iter().map(of).collect())
    }

    fn scored(&self, solver: &mut Solver, island: &Isle, c: &Candidate<Genome>) -> Scored {
        let board = c.genome.board();
        if self.screen && island.costs.is_hopeless(&c.genome, c.key) {
            return Scored {
                score: self.score_by_bounds(&c.genome),
                ..Scored::default()
            };
        }
        match self.is_too_cold(solver, island, c, &board) {
            Ok(false) => {}
            Ok(true) => {
                return Scored {
                    cut: true,
                    ..Scored::default()
                };
            }
            Err(error) => {
                return Scored {
                    score: Some(Err(error.into())),
                    ..Scored::default()
                };
            }
        }
        let score = self.objective.score(solver, &board);
        let score = match score.as_ref().is_err_and(Unscored::is_over_budget) {
            true => self.score_by_bounds(&c.genome).unwrap_or(score),
            false => score,
        };
        Scored {
            tried: true,
            cut: false,
            score: Some(score),
        }
    }

    /// Whether it is proved, without the board's value, that it is too cold to change anything.
    fn is_too_cold(
        &self,
        solver: &mut Solver,
        island: &Isle,
        candidate: &Candidate<Genome>,
        board: &Board,
    ) -> Result<bool, SolveError> {
        if !self.cutoff {
            return Ok(false);
        }
        let cell = self.objective.cell_of_board(board);
        let bar = cell.and_then(|cell| island.bar(candidate, &cell, None));
        match bar.and_then(|bar: Bar<Fitness>| self.objective.cutoff(board, &bar)) {
            Some(t) => solver.is_at_most(board, t),
            None => Ok(false),
        }
    }

    /// What is proved of the fitness of a board that is out of reach.
    fn score_by_bounds(&self, genome: &Genome) -> Option<Result<Score, Unscored>> {
        if self.bounds == 0 {
            return None;
        }
        // labelled as the record will be, so that the same is proved of it
        let board = canonical_board(genome);
        let enclose = || self.bounds_of(&board);
        self.objective.score_by_bounds(&board, enclose).transpose()
    }

    /// The bounds of a board in its canonical numbering.
    pub(super) fn bounds_of(&self, board: &Board) -> Result<Bounds, SolveError> {
        Bounds::of_board(self.ruleset, board, self.bounds, self.stop.clone())
    }
}
