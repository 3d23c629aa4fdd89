//! A search as a function of its plan: the engine, the boards and the solver put together.
//!
//! Nothing here touches a file or a clock. A step is one generation; interrupted, it leaves no
//! trace, since asking changes nothing and telling comes last.

mod record;

use super::config::Plan;
use super::cost::Costs;
use super::manifest::Inexact;
use super::parts::{boards, pool, settings};
use super::records::{EXACT, LOWER_BOUND, RecordLine};
use crate::evolve::{Bar, Batch, Candidate, Engine, EngineState, Outcome, Problem, Report, Seen};
use crate::graph::Board;
use crate::graph::canon::normal;
use crate::problem::expression::Number;
use crate::problem::invariants::Subject;
use crate::problem::{Boards, Bounds, Fitness, Genome, Objective, Score, StopCondition, Unscored};
use crate::ruleset::{self, Ruleset};
use crate::solver::{Pool, PoolWork, SolveError, Solver, can_enclose};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Generations without a single board that has a fitness after which a search gives up.
const PATIENCE: u64 = 10;

/// Why a search cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A board to start from is not in the class.
    #[error(transparent)]
    NotInClass(#[from] crate::problem::NotInClass),
    /// None of the operators named is of use in the class.
    #[error("none of the operators named is of use here: {0} need tints")]
    Operators(String),
    /// A board to start from cannot be read.
    #[error("`boards.start`: `{0}`: {1}")]
    Start(String, String),
    /// Threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(std::io::Error),
    /// An island's class is not a part of the search's.
    #[error("`islands.class`: not every {0} board is {1}")]
    IslandClass(&'static str, &'static str),
    /// A setting of the engine cannot be.
    #[error("search: {0}")]
    Settings(#[from] crate::evolve::SettingsError),
    /// The state is not one of this plan's.
    #[error("the saved state does not fit the plan: {0}")]
    State(String),
    /// The solver and the independent checker disagree: a bug, and nothing found can be trusted.
    #[error("the independent checker disagrees on board `{board}`: {what}; please report this")]
    Disagreement {
        /// The board.
        board: String,
        /// What they disagree on.
        what: String,
    },
    /// No board of the first generations has a fitness.
    #[error("no board of the first {PATIENCE} generations has a fitness: {0}")]
    NothingScored(String),
    /// The step was interrupted; nothing has changed.
    #[error("interrupted")]
    Interrupted,
}

/// What is saved of a search between generations, but for the keys seen.
#[derive(Serialize, Deserialize)]
pub struct SearchState {
    engine: EngineState<Genome, Fitness>,
    /// The best fitness found for each order, or for each value collected.
    records: BTreeMap<Vec<i64>, Fitness>,
    /// Boards that were given a value.
    boards_valued: u64,
    /// Boards of which the fitness is not known exactly.
    inexact: Inexact,
    /// What boards cost.
    costs: Costs,
    /// The elites of which the fitness is a lower bound, by key.
    bounded: BTreeSet<u128>,
}

/// What a generation brought, as the run writes it down.
pub struct Step {
    /// The engine's report.
    pub report: Report<Genome, Fitness>,
    /// Boards for which the objective is undefined, with the first reason.
    pub undefined: Option<(u64, String)>,
    /// Boards that the budget did not suffice for, as board and verdict.
    pub unfinished: Vec<(String, String)>,
    /// Boards of which the fitness is a lower bound.
    pub with_bounds: u64,
    /// Those of them that may be kept, by key.
    pub bounded: BTreeSet<u128>,
    /// Boards that were not valued, being proved too cold to change anything.
    pub cut: u64,
    /// Boards that were skipped since boards that look as expensive ran out of budget.
    pub screened: u64,
    /// New records, by order or by value collected.
    pub records: Vec<RecordLine>,
}

/// A search between two generations.
pub struct Search {
    ruleset: &'static dyn Ruleset,
    boards: Boards,
    objective: Objective,
    stop_when: Option<StopCondition>,
    pool: Pool,
    engine: Engine<Boards, Fitness>,
    records: BTreeMap<Vec<i64>, Fitness>,
    boards_valued: u64,
    inexact: Inexact,
    costs: Costs,
    stop: Option<Arc<AtomicBool>>,
    screen: bool,
    cutoff: bool,
    /// Steps to enclose boards with that are out of reach; 0 if that is of no use.
    bounds: u64,
    bounded: BTreeSet<u128>,
    /// Positions of the checker per record; 0 to leave records unverified.
    checker_positions: u64,
    /// Why a board had no fitness, as the last one told that has more to say than `require`.
    why: Option<String>,
}

impl Search {
    /// A search that has not begun. `stop` interrupts the step that is under way.
    ///
    /// # Errors
    /// When the plan cannot be carried out; see [`SearchError`].
    pub fn new(plan: &Plan, stop: Option<Arc<AtomicBool>>) -> Result<Search, SearchError> {
        let ruleset = ruleset::by_name(&plan.game.ruleset).expect("checked with the config");
        let boards = boards(plan)?;
        let engine = Engine::new(&boards, settings(plan))?;
        let objective = Objective::new(
            &plan.objective.maximize,
            plan.objective.require.as_ref(),
            &plan.archive.cells,
        )
        .with(plan.objective.collect.as_ref(), &plan.islands.maximize);
        let has_bounds = can_enclose(ruleset) && objective.takes_bounds();
        Ok(Search {
            ruleset,
            engine,
            boards,
            objective,
            stop_when: plan.objective.stop_when.clone().map(StopCondition::new),
            pool: pool(plan, ruleset, stop.clone())?,
            stop,
            records: BTreeMap::new(),
            boards_valued: 0,
            inexact: Inexact::default(),
            why: None,
            costs: Costs::default(),
            screen: plan.budget.screen,
            cutoff: plan.budget.cutoff && has_bounds,
            bounds: if has_bounds { plan.budget.bounds } else { 0 },
            bounded: BTreeSet::new(),
            checker_positions: if plan.records.verify {
                plan.budget.checker_positions
            } else {
                0
            },
        })
    }

    /// The search that a state was taken from; it goes on as that one did.
    ///
    /// # Errors
    /// As [`Search::new`].
    pub fn restore(
        plan: &Plan,
        stop: Option<Arc<AtomicBool>>,
        state: SearchState,
        seen: Vec<u128>,
    ) -> Result<Search, SearchError> {
        let mut search = Search::new(plan, stop)?;
        let seen = Seen::restore(state.engine.settings.seen, seen);
        if seen.total() != state.engine.next_id {
            return Err(SearchError::State(format!(
                "{} boards asked, {} keys",
                state.engine.next_id,
                seen.total()
            )));
        }
        search.engine = Engine::restore(state.engine, seen);
        search.records = state.records;
        search.boards_valued = state.boards_valued;
        search.inexact = state.inexact;
        search.costs = state.costs;
        search.bounded = state.bounded;
        Ok(search)
    }

    /// The state, to be saved.
    pub fn state(&self) -> SearchState {
        SearchState {
            engine: self.engine.state().clone(),
            records: self.records.clone(),
            boards_valued: self.boards_valued,
            inexact: self.inexact,
            costs: self.costs.clone(),
            bounded: self.bounded.clone(),
        }
    }

    /// Keys that were asked since the last call.
    pub fn drain_new_keys(&mut self) -> Vec<u128> {
        self.engine.drain_new_keys()
    }

    /// The engine's state, to look at.
    pub fn engine(&self) -> &EngineState<Genome, Fitness> {
        self.engine.state()
    }

    /// The generation that comes next: how many have been bred.
    pub fn generation(&self) -> u64 {
        self.engine.state().generation
    }

    /// Boards that were given a value so far.
    pub fn boards_valued(&self) -> u64 {
        self.boards_valued
    }

    /// Boards so far of which the fitness is not known exactly.
    pub fn inexact(&self) -> Inexact {
        self.inexact
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

    /// Breeds, values and selects one generation.
    ///
    /// # Errors
    /// `Interrupted` when the stop flag was set meanwhile; the search is as it was before.
    pub fn step(&mut self) -> Result<Step, SearchError> {
        let batch = self.pool.install(|| self.engine.ask(&self.boards));
        let scores = self.scores(&batch);
        if scores
            .iter()
            .any(|s| matches!(s.score, Some(Err(Unscored::Unsolved(SolveError::Stopped)))))
        {
            return Err(SearchError::Interrupted);
        }
        self.give_up(&batch, &scores)?;
        let records = self.new_records(&batch, &scores)?;
        for (candidate, score) in batch.candidates.iter().zip(&scores) {
            if score.cut {
                self.costs.learn_cut(&candidate.genome);
            }
            if let (true, Some(score)) = (score.tried, &score.score) {
                self.costs.learn(&candidate.genome, score);
            }
        }
        let mut step = Told::default();
        let outcomes = scores
            .into_iter()
            .zip(&batch.candidates)
            .map(|(s, c)| {
                let below = s.score.as_ref().is_some_and(|s| self.is_idle(c, s));
                step.outcome(s, c, below)
            })
            .collect();
        self.boards_valued += step.valued;
        self.inexact.cut += step.cut;
        self.inexact.bounded += step.with_bounds;
        self.inexact.screened += step.screened;
        for line in &records {
            self.records.insert(line.key.clone(), line.fitness.clone());
        }
        let report = self
            .engine
            .tell(&self.boards, batch, outcomes)
            .expect("one outcome for each candidate of this batch");
        self.keep_bounded(&step.bounded);
        let records = records.into_iter().map(|r| r.line).collect();
        Ok(Step {
            report,
            undefined: step.undefined,
            unfinished: step.unfinished,
            with_bounds: step.with_bounds,
            bounded: step.bounded,
            cut: step.cut,
            screened: step.screened,
            records,
        })
    }

    /// An error, and nothing changed, if no board of the first generations has a fitness.
    fn give_up(&mut self, batch: &Batch<Genome>, scores: &[Scored]) -> Result<(), SearchError> {
        let why = scores.iter().filter_map(|s| s.score.as_ref());
        let why = why.into_iter().find_map(why_nothing);
        self.why = why.or(self.why.take());
        let known = self.engine.state().best.is_some();
        if known || batch.generation + 1 < PATIENCE || scores.iter().any(|s| s.is_scored()) {
            return Ok(());
        }
        let boards = self.engine.state().next_id + batch.len() as u64;
        let why = self.why.clone();
        let require = || format!("`objective.require` holds for none of {boards} boards");
        Err(SearchError::NothingScored(why.unwrap_or_else(require)))
    }

    /// The scores of a batch, in its order. What looks most expensive is begun first, so that no
    /// thread is left alone with it at the end.
    fn scores(&self, batch: &Batch<Genome>) -> Vec<Scored> {
        let cost = |c: &Candidate<Genome>| Costs::estimate(&c.genome);
        self.pool
            .map_dearest_first(&batch.candidates, cost, |solver, c| {
                let board = c.genome.board();
                if self.screen && self.costs.is_hopeless(&c.genome, c.key) {
                    return Scored {
                        score: self.score_by_bounds(&c.genome),
                        ..Scored::default()
                    };
                }
                match self.is_too_cold(solver, c, &board) {
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
            })
    }

    /// Whether it is proved, without the board's value, that it is too cold to change anything.
    fn is_too_cold(
        &self,
        solver: &mut Solver,
        candidate: &Candidate<Genome>,
        board: &Board,
    ) -> Result<bool, SolveError> {
        if !self.cutoff {
            return Ok(false);
        }
        let cell = self.objective.cell_of_board(board);
        let bar = cell.and_then(|cell| self.bar(candidate, &cell, None));
        match bar.and_then(|bar| self.objective.cutoff(board, &bar)) {
            Some(t) => solver.is_at_most(board, t),
            None => Ok(false),
        }
    }

    /// How fit a candidate has to be to change anything, records included.
    fn bar(
        &self,
        candidate: &Candidate<Genome>,
        cell: &[i64],
        collected: Option<Number>,
    ) -> Option<Bar<Fitness>> {
        let bar = self.engine.state().bar(candidate, cell)?;
        let key = match collected {
            Some(_) => cell.to_vec(),
            None => vec![candidate.genome.order() as i64],
        };
        let record = self.records.get(&key)?;
        Some(bar.or(Bar::new(record.clone(), false)))
    }

    /// Whether a board that was scored changes nothing.
    fn is_idle(&self, candidate: &Candidate<Genome>, score: &Result<Score, Unscored>) -> bool {
        let Ok(score) = score else { return false };
        score.drives.is_empty()
            && self
                .bar(candidate, &score.cell, score.collected)
                .is_some_and(|bar| bar.is_above(&score.fitness))
    }

    /// What is proved of the fitness of a board that is out of reach.
    fn score_by_bounds(&self, genome: &Genome) -> Option<Result<Score, Unscored>> {
        if self.bounds == 0 {
            return None;
        }
        // labelled as the record will be, so that the same is proved of it
        let board = canonical_board(genome);
        let enclose = || Bounds::of_board(self.ruleset, &board, self.bounds, self.stop.clone());
        self.objective.score_by_bounds(&board, enclose).transpose()
    }

    /// Remembers which elites have a lower bound for their fitness, and forgets others.
    fn keep_bounded(&mut self, new: &BTreeSet<u128>) {
        self.bounded.extend(new);
        let state = self.engine.state();
        let elites = state.archive.cells().flat_map(|(_, elites)| elites);
        let elites = elites.chain(state.archive.frontier()).chain(&state.best);
        let keys: BTreeSet<u128> = elites.map(|e| e.key).collect();
        self.bounded.retain(|key| keys.contains(key));
    }

    /// Whether the fitness of an elite, or of the best board, is a lower bound.
    pub fn is_bound(&self, key: u128) -> bool {
        self.bounded.contains(&key)
    }

    /// What the fitness of an elite, or of the best board, is.
    pub fn certainty(&self, key: u128) -> &'static str {
        match self.is_bound(key) {
            true => LOWER_BOUND,
            false => EXACT,
        }
    }

    /// Whether the best board meets the condition to stop.
    pub fn is_satisfied(&self) -> bool {
        let (Some(condition), Some(best)) = (&self.stop_when, &self.engine.state().best) else {
            return false;
        };
        let board = best.genome.board();
        // what is out of reach has no value that a condition could hold for
        if !condition.needs_value() || self.is_bound(best.key) {
            return condition.holds(
                &Subject {
                    board: &board,
                    heat: None,
                },
                &best.fitness,
            );
        }
        let results = self.pool.map(&[()], |solver, ()| {
            let heat = solver.heat(&board).ok();
            condition.holds(
                &Subject {
                    board: &board,
                    heat: heat.as_ref(),
                },
                &best.fitness,
            )
        });
        results == [true]
    }

    fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// What became of a board.
#[derive(Default)]
struct Scored {
    /// Whether the exact solver was tried.
    tried: bool,
    /// Whether it is proved to be too cold to change anything.
    cut: bool,
    /// Nothing if the board was screened, or cut off.
    score: Option<Result<Score, Unscored>>,
}

impl Scored {
    fn is_scored(&self) -> bool {
        self.cut || matches!(self.score, Some(Ok(_)))
    }
}

/// What is counted while outcomes are told.
#[derive(Default)]
struct Told {
    valued: u64,
    undefined: Option<(u64, String)>,
    unfinished: Vec<(String, String)>,
    /// Boards with a lower bound; and those of them that may be kept, by key.
    with_bounds: u64,
    bounded: BTreeSet<u128>,
    cut: u64,
    screened: u64,
}

impl Told {
    /// The outcome of a board; `is_idle` says that its fitness changes nothing.
    fn outcome(
        &mut self,
        scored: Scored,
        candidate: &Candidate<Genome>,
        is_idle: bool,
    ) -> Outcome<Fitness> {
        match scored.score {
            None if scored.cut => {
                self.valued += 1;
                self.cut += 1;
                Outcome::Idle
            }
            Some(Ok(score)) if is_idle => {
                self.valued += 1;
                self.with_bounds += u64::from(score.bounds.is_some());
                Outcome::Idle
            }
            Some(Ok(score)) => {
                self.valued += 1;
                self.with_bounds += u64::from(score.bounds.is_some());
                if score.bounds.is_some() {
                    self.bounded.insert(candidate.key);
                }
                Outcome::Scored {
                    fitness: score.fitness,
                    cell: score.cell,
                    drives: score.drives,
                }
            }
            Some(Err(Unscored::NotRequired)) => {
                Outcome::Infeasible("the condition does not hold".to_string())
            }
            None => {
                self.screened += 1;
                Outcome::Unfinished("screened".to_string())
            }
            Some(Err(why @ (Unscored::Undefined(_) | Unscored::Drive(_)))) => {
                let why = why.to_string();
                let (count, _) = self.undefined.get_or_insert((0, why.clone()));
                *count += 1;
                Outcome::Infeasible(why)
            }
            Some(Err(Unscored::Unsolved(why))) => {
                let board = canonical_board(&candidate.genome);
                self.unfinished.push((board.name(), why.to_string()));
                Outcome::Unfinished(why.to_string())
            }
        }
    }
}

/// Why a board has no fitness, unless it only fails the condition.
fn why_nothing(score: &Result<Score, Unscored>) -> Option<String> {
    match score {
        Err(Unscored::Undefined(why)) => Some(format!("the objective is undefined ({why})")),
        Err(Unscored::Drive(why)) => Some(format!("`islands.maximize` is undefined ({why})")),
        Err(Unscored::Unsolved(why)) => Some(why.to_string()),
        Err(Unscored::NotRequired) | Ok(_) => None,
    }
}

/// The board in its canonical numbering, so that the same board is always written the same way.
pub fn canonical_board(genome: &Genome) -> Board {
    normal(&genome.board())
}
