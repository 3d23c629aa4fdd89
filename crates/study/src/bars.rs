//! The maxima so far of objectives, and the boards that are below them without being valued.

use boilingpoint_boards::Board;
use boilingpoint_evolve::Bar;
use boilingpoint_problem::expression::{Absent, Quantity};
use boilingpoint_problem::invariants::{Invariant, Needs, Subject};
use boilingpoint_problem::{Fitness, Objective};
use boilingpoint_solver::{SolveError, Solver};
use boilingpoint_values::Dyadic;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

/// The least order of boards that the solver tries to prove cold, if it has no tables of a listing for
/// them. Smaller boards are valued in less time.
const PROVED_FROM: usize = 10;

/// The values of invariants on a board.
pub(super) type Answers = Vec<Result<Quantity, Absent>>;

/// The maxima of objectives so far, by order. A board below all maxima of its order changes neither
/// the maxima nor the number of boards that attain them.
pub(super) struct Bars<'a> {
    objectives: &'a [Objective],
    /// The invariants of the board that the objectives use.
    invariants: Vec<&'static Invariant>,
    by_order: RwLock<BTreeMap<usize, OrderBars>>,
}

/// The maxima at an order.
struct OrderBars {
    maxima: Vec<Option<Fitness>>,
    /// The temperatures up to which boards are below all maxima, by the values of their invariants.
    cutoffs: FxHashMap<Answers, Option<Dyadic>>,
}

/// The invariants that objectives use, each once.
pub(super) fn invariants_of(objectives: &[Objective]) -> Vec<&'static Invariant> {
    let mut invariants: Vec<&Invariant> = Vec::new();
    for invariant in objectives.iter().flat_map(Objective::invariants) {
        if !invariants.contains(&invariant) {
            invariants.push(invariant);
        }
    }
    invariants
}

impl<'a> Bars<'a> {
    /// No maxima yet.
    pub fn new(objectives: &'a [Objective]) -> Bars<'a> {
        let mut invariants = invariants_of(objectives);
        invariants.retain(|invariant| invariant.needs == Needs::Board);
        Bars {
            objectives,
            invariants,
            by_order: RwLock::default(),
        }
    }

    /// Raises the maxima at an order, where these are greater.
    pub fn raise<'f>(&self, order: usize, maxima: impl Iterator<Item = Option<&'f Fitness>>) {
        let mut by_order = self
            .by_order
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let bars = by_order.entry(order).or_insert_with(|| OrderBars {
            maxima: vec![None; self.objectives.len()],
            cutoffs: FxHashMap::default(),
        });
        for (bar, max) in bars.maxima.iter_mut().zip(maxima) {
            if max > bar.as_ref() {
                *bar = max.cloned();
                bars.cutoffs.clear();
            }
        }
    }

    /// Whether a board is proved to be below the maxima of its order, without its value.
    ///
    /// # Errors
    /// As [`Solver::is_at_most`].
    pub fn is_below(&self, solver: &mut Solver, board: &Board) -> Result<bool, SolveError> {
        if !solver.may_prove_cold(board) {
            return Ok(false);
        }
        let Some(t) = self.cutoff(board) else {
            return Ok(false);
        };
        match board.order() < PROVED_FROM && !solver.is_for_listing(board) {
            true => Ok(false),
            false => solver.is_at_most(board, t),
        }
    }

    /// A temperature up to which a board is below all maxima of its order; `None` if there is none.
    fn cutoff(&self, board: &Board) -> Option<Dyadic> {
        let summary = None;
        let subject = Subject { board, summary };
        let answers: Answers = self.invariants.iter().map(|i| i.of(&subject)).collect();
        let by_order = self.by_order.read().unwrap_or_else(PoisonError::into_inner);
        let bars = by_order.get(&board.order())?;
        if let Some(&known) = bars.cutoffs.get(&answers) {
            return known;
        }
        let cutoff = |(objective, max): (&Objective, &Option<Fitness>)| {
            objective.cutoff(board, &Bar::new(max.clone()?, true))
        };
        let cutoffs = self.objectives.iter().zip(&bars.maxima).map(cutoff);
        let least = cutoffs.reduce(|a, b| a.min(b)).flatten();
        let maxima = bars.maxima.clone();
        drop(by_order);
        let mut by_order = self
            .by_order
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let bars = by_order.get_mut(&board.order())?;
        if bars.maxima == maxima {
            bars.cutoffs.insert(answers, least);
        }
        least
    }
}
