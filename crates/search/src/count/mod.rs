//! Counts small orders before the first generation: all their boards are valued.
//!
//! A random search need not meet the best small boards, and does not know that nothing is better.
//! Where the boards of an order can be listed and are cheap, all of them are valued first. So the
//! maximum of the order is proved, and the best boards join the first generation as given boards do.
//!
//! How many orders are counted follows from the plan alone, so that a run is the same on every
//! machine: the number of boards is bounded by `search.count`, and the work by the steps that a
//! sample of the boards needs ([`Budget::work`]). No clock decides.

mod progress;
#[cfg(test)]
mod tests;

pub use progress::CountProgress;

use super::backend::Control;
use super::error::SearchError;
use super::evaluator::Evaluator;
use boilingpoint_boards::Board;
use boilingpoint_evolve::{Comparison, Problem, dominates};
use boilingpoint_plan::{Plan, StartBoard};
use boilingpoint_problem::{
    Class, Fitness, Genome, Objective, Unscored, list, listed_at_most, listed_up_to,
};
use boilingpoint_record::counted::{CountedOrder, EXAMPLES};
use boilingpoint_rules::Algebra;
use boilingpoint_solver::{Budget, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The number of boards that are valued before the flags are looked at.
const CHUNK: usize = 512;

/// The greatest number of boards of an order that are tried first. One in this many of them may need
/// more steps than its share.
const SAMPLE: usize = 16;
const DEAR: usize = 4;

/// The counted boards together may need this many steps for each board of `search.count`, each board
/// from empty tables. With the tables of other boards, a board needs a small part of its steps.
const STEPS: u64 = 1500;

/// The steps if the solver keeps nothing of one board for the next: of games without values.
const STEPS_ALONE: u64 = 100;

/// The greatest share of a board, in steps.
const MOST_STEPS: u64 = 100_000;

/// The bytes of the tables with which the sample is tried.
const SAMPLE_BYTES: usize = 1 << 26;

/// The greatest number of counted boards that join the first generation, of the cells and of the
/// front.
const MOST_GIVEN: usize = 4096;

/// The greatest order up to which the boards of a plan are counted, if they are cheap. `None` if none
/// are.
fn last_order(plan: &Plan, class: &Class) -> Option<usize> {
    if plan.search.count == 0 || plan.boards.start_only {
        return None;
    }
    let grown = match plan.boards.grow_from {
        0 => usize::MAX,
        first => first,
    };
    let last = class.max_order.min(listed_up_to(class.kind)?).min(grown);
    let mut boards = 0u64;
    let fits = |order: &usize| {
        let more = listed_at_most(class, *order);
        boards = boards.saturating_add(more.unwrap_or(u64::MAX));
        boards <= plan.search.count
    };
    (class.min_order..=last).take_while(fits).last()
}

/// The result of valuing a board.
enum Answer {
    /// The fitness, and the cell of the archive if the board has one.
    Fitness(Fitness, Option<Vec<i64>>),
    Infeasible,
    Undefined,
    Unfinished,
}

/// The reason why a count ends before its last order.
enum End {
    /// The boards of this order need too much work.
    Dear(usize),
    Stopped,
}

/// A count in progress.
struct Count<'a> {
    evaluator: &'a Evaluator,
    control: &'a Control,
    /// The objective without cells: a board without a cell has a fitness.
    bare: Objective,
    /// The boards of the order that is being listed.
    listed: Vec<Board>,
    /// `search.count`.
    most: u64,
    /// The number of boards listed so far.
    all: u64,
    orders: Vec<CountedOrder>,
    /// The best board of each cell, with its fitness.
    cells: BTreeMap<Vec<i64>, (Fitness, Board)>,
    /// The first board that attains the maximum of each order.
    best: Vec<Board>,
    /// In a search for a front, the front of the boards so far, at most [`MOST_GIVEN`]: without its
    /// boards, the front of a search whose class is counted to the end would lack some.
    front: Vec<(Fitness, Board)>,
}

impl Evaluator {
    /// Values all boards of the small orders of a plan.
    ///
    /// # Errors
    /// `Interrupted` when a flag of the control was set.
    pub(super) fn count(
        &self,
        plan: &Plan,
        control: &Control,
    ) -> Result<Vec<CountedOrder>, SearchError> {
        let class = plan.class_of(plan.boards.class);
        let Some(max_order) = last_order(plan, &class) else {
            return Ok(Vec::new());
        };
        let mut count = Count {
            evaluator: self,
            control,
            bare: Objective::new(plan.objective.goals(), plan.objective.require.as_ref(), &[]),
            listed: Vec::new(),
            most: plan.search.count,
            all: 0,
            orders: Vec::new(),
            cells: BTreeMap::new(),
            best: Vec::new(),
            front: Vec::new(),
        };
        let listed = list(&Class { max_order, ..class }, |board| {
            match class.contains(&Genome::of_board(&board)) {
                true => count.add(board),
                false => Ok(()),
            }
        });
        match listed.and_then(|()| count.end_order()) {
            Ok(()) => Ok(count.finished(class.min_order..max_order + 1)),
            Err(End::Dear(order)) => Ok(count.finished(class.min_order..order)),
            Err(End::Stopped) => Err(SearchError::Interrupted),
        }
    }
}

impl Count<'_> {
    /// Adds the next board of the list. A board of the next order ends the order before.
    fn add(&mut self, board: Board) -> Result<(), End> {
        if self.is_stopped() {
            return Err(End::Stopped);
        }
        let last = self.listed.last();
        if last.is_some_and(|last| last.order() < board.order()) {
            self.end_order()?;
        }
        self.listed.push(board);
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        let Control { finish, abort, .. } = self.control;
        finish.load(Ordering::Relaxed) || abort.load(Ordering::Relaxed)
    }

    /// Values the boards of the order that was listed, if they are cheap.
    fn end_order(&mut self) -> Result<(), End> {
        let boards = std::mem::take(&mut self.listed);
        let Some(order) = boards.first().map(Board::order) else {
            return Ok(());
        };
        self.all += boards.len() as u64;
        if !self.are_cheap(&boards)? {
            return Err(End::Dear(order));
        }
        let progress = &self.control.counting;
        progress.begin(order, boards.len() as u64);
        let mut counted = CountedOrder {
            order,
            boards: boards.len() as u64,
            ..CountedOrder::default()
        };
        let mut attaining = Vec::new();
        for chunk in boards.chunks(CHUNK) {
            for (board, answer) in chunk.iter().zip(self.answers(chunk)?) {
                self.take(&mut counted, &mut attaining, board, answer);
            }
            progress.add(chunk.len() as u64);
        }
        self.best
            .extend(attaining.first().map(|&first| first.clone()));
        counted.examples = self.examples(&attaining);
        self.orders.push(counted);
        Ok(())
    }

    /// Whether a sample of the boards needs few steps. The boards of the sample are tried with empty
    /// tables and a budget of their own, so the answer is the same on every machine.
    fn are_cheap(&self, boards: &[Board]) -> Result<bool, End> {
        let ruleset = self.evaluator.ruleset;
        let steps = match ruleset.algebra() {
            Algebra::Winner => STEPS_ALONE,
            _ => STEPS,
        };
        let all = self.most.saturating_mul(steps);
        let budget = self.evaluator.pool.budget();
        let budget = Budget {
            work: (all / self.all.max(1)).min(MOST_STEPS).min(budget.work),
            bytes: SAMPLE_BYTES.min(budget.bytes),
            ..budget
        };
        let sample: Vec<&Board> = boards
            .iter()
            .step_by(boards.len().div_ceil(SAMPLE).max(1))
            .collect();
        let dear = self.evaluator.pool.map(&sample, |_, board| {
            let mut solver = Solver::new(ruleset, budget.clone());
            let scored = self.evaluator.objective.score(&mut solver, board);
            scored.is_err_and(|why| matches!(why, Unscored::Unsolved(_)))
        });
        match self.is_stopped() {
            true => Err(End::Stopped),
            false => Ok(DEAR * dear.iter().filter(|&&dear| dear).count() <= dear.len()),
        }
    }

    /// The answers for some boards, in their order.
    fn answers(&self, boards: &[Board]) -> Result<Vec<Answer>, End> {
        let answers = self
            .evaluator
            .pool
            .map(boards, |solver, board| self.answer(solver, board));
        match self.is_stopped() {
            true => Err(End::Stopped),
            false => Ok(answers),
        }
    }

    fn answer(&self, solver: &mut Solver, board: &Board) -> Answer {
        let objective = &self.evaluator.objective;
        let scored = match objective.score_in_listing(solver, board) {
            Ok(score) => return Answer::Fitness(score.fitness, Some(score.cell)),
            // The cell, or the objective of an island, may be all that is undefined.
            Err(Unscored::Undefined(_) | Unscored::Island(_)) => {
                self.bare.score_in_listing(solver, board)
            }
            Err(why) => Err(why),
        };
        match scored {
            Ok(score) => Answer::Fitness(score.fitness, None),
            Err(Unscored::NotRequired) => Answer::Infeasible,
            Err(Unscored::Undefined(_) | Unscored::Island(_)) => Answer::Undefined,
            Err(Unscored::Unsolved(_)) => Answer::Unfinished,
        }
    }

    /// Adds the answer for a board.
    fn take<'b>(
        &mut self,
        counted: &mut CountedOrder,
        attaining: &mut Vec<&'b Board>,
        board: &'b Board,
        answer: Answer,
    ) {
        let (fitness, cell) = match answer {
            Answer::Fitness(fitness, cell) => (fitness, cell),
            Answer::Infeasible => return counted.infeasible += 1,
            Answer::Undefined => return counted.undefined += 1,
            Answer::Unfinished => return counted.unfinished += 1,
        };
        if let Some(cell) = cell {
            self.take_best(cell, &fitness, board);
            self.take_on_front(&fitness, board);
        }
        if counted.max.as_ref() > Some(&fitness) {
            return;
        }
        if counted.max.as_ref() < Some(&fitness) {
            attaining.clear();
            counted.attaining = 0;
            counted.max = Some(fitness);
        }
        attaining.push(board);
        counted.attaining += 1;
    }

    /// Keeps a board that is better than the earlier boards of its cell.
    fn take_best(&mut self, cell: Vec<i64>, fitness: &Fitness, board: &Board) {
        let is_full = self.cells.len() >= MOST_GIVEN;
        let known = self.cells.get(&cell);
        if known.map_or(is_full, |(known, _)| known >= fitness) {
            return;
        }
        self.cells.insert(cell, (fitness.clone(), board.clone()));
    }

    /// In a search for a front, keeps a board that no earlier board covers. The boards that it
    /// dominates leave the front.
    fn take_on_front(&mut self, fitness: &Fitness, board: &Board) {
        let is_front = self.evaluator.boards.comparison() == Comparison::ByDominance;
        let covers = |known: &Fitness| known == fitness || dominates(known, fitness);
        if !is_front || self.front.iter().any(|(known, _)| covers(known)) {
            return;
        }
        self.front.retain(|(known, _)| !dominates(fitness, known));
        if self.front.len() < MOST_GIVEN {
            self.front.push((fitness.clone(), board.clone()));
        }
    }

    /// The first of some boards by their texts.
    fn examples(&self, boards: &[&Board]) -> BTreeSet<String> {
        let name = |_: &mut Solver, board: &&Board| text_of(board);
        let mut names: BTreeSet<String> = BTreeSet::new();
        for name in self.evaluator.pool.map(boards, name) {
            names.insert(name);
            if names.len() > EXAMPLES {
                names.pop_last();
            }
        }
        names
    }

    /// The orders that were counted, with the boards that join the first generation. The class may
    /// have no boards of some orders.
    fn finished(self, all: Range<usize>) -> Vec<CountedOrder> {
        let Count {
            evaluator,
            orders,
            cells,
            best,
            front,
            ..
        } = self;
        let of_cells = cells.into_values().chain(front).map(|(_, board)| board);
        let mut given: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for board in best.into_iter().chain(of_cells) {
            // Islands may have classes of their own.
            if evaluator.boards.contains(&Genome::of_board(&board)) {
                let of_order = given.entry(board.order()).or_default();
                of_order.insert(text_of(&board));
            }
        }
        let mut orders: BTreeMap<usize, CountedOrder> = orders
            .into_iter()
            .map(|order| (order.order, order))
            .collect();
        for order in all {
            orders.entry(order).or_default().order = order;
        }
        for counted in orders.values_mut() {
            let boards = given.remove(&counted.order);
            counted.given = boards.into_iter().flatten().collect();
        }
        orders.into_values().collect()
    }
}

/// The text of a board in its canonical labelling.
fn text_of(board: &Board) -> String {
    Genome::of_board(board).canonical_board().text()
}

/// The plan of a search in which some counted boards join the first generation.
///
/// # Errors
/// `State` if a text is not a board.
pub(super) fn with_counted(plan: &Plan, orders: &[CountedOrder]) -> Result<Plan, SearchError> {
    let mut plan = plan.clone();
    for text in orders.iter().flat_map(|counted| &counted.given) {
        let board = StartBoard::read(text);
        let board = board.map_err(|why| SearchError::State(format!("counted.jsonl: {why}")))?;
        plan.boards.start.push(board);
    }
    Ok(plan)
}
