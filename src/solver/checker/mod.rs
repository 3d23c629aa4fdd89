//! The independent checker: a slow reference evaluator, to be read by a sceptic in one sitting.
//!
//! It shares the rules and the boards with the rest of the program and nothing else: it has its
//! own numbers ([`Dyadic`]), its own games and their order, sum and canonical form (`algebra`)
//! and its own thermographs (`thermograph`), all by the textbook definitions
//! (Siegel, *Combinatorial Game Theory*, ch. II).
//!
//! A position is the disjunctive sum of its connected components, and a component is
//! {its Left options | its Right options}. That is all. Components are remembered under the
//! labels that their vertices have on the board, up to symmetries of the board that are checked one
//! by one (`symmetry`); there is no other isomorphism, no symmetry between the players, and no edge
//! is dropped.

mod algebra;
mod dyadic;
mod symmetry;
#[cfg(test)]
mod tests;
mod thermograph;

use crate::graph::{Board, Tint};
use crate::ruleset::{Player, Ruleset};
use algebra::{Algebra, Id, ZERO};
pub use dyadic::Dyadic;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use symmetry::Symmetry;
use thermograph::Thermographer;

/// The largest board: one bit of a mask a vertex.
const MAX_ORDER: usize = 128;
/// Entries of the tables of games, comparisons and sums together; at most about 1.4 GB.
const TABLE_LIMIT: usize = 1 << 25;
/// Forms longer than this are not written out.
const LONGEST_FORM: usize = 1_000_000;
/// Comparisons and sums recurse as deep as games are; untouched pages cost nothing.
const STACK_BYTES: usize = 1 << 28;

/// Why a position could not be checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The board is too large.
    #[error("the checker takes boards of at most {MAX_ORDER} vertices; this one has {order}")]
    OrderTooLarge {
        /// Vertices of the board.
        order: usize,
    },
    /// The budget is used up.
    #[error("the checker gave up after {limit} positions, its limit")]
    Positions {
        /// The limit given to [`Checker::new`].
        limit: u64,
    },
    /// It was stopped from outside.
    #[error("the checker was stopped before it ended")]
    Stopped,
    /// The values are too many.
    #[error(
        "the checker gave up: its tables of games, comparisons and sums have more than {limit} entries"
    )]
    Tables {
        /// The limit.
        limit: usize,
    },
    /// A number too large for exact arithmetic.
    #[error("a number does not fit in 64 bits")]
    Overflow,
    /// Two ways to compute the same thing disagree: a mistake in the checker.
    #[error("the checker contradicts itself: {0}")]
    Inconsistent(&'static str),
    /// The thread with the large stack could not be started.
    #[error("the checker could not start its thread")]
    Thread,
}

/// What the checker found for a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Temperature; -1 / 2^m for a number k / 2^m.
    pub temperature: Dyadic,
    /// Mean, or mast value.
    pub mean: Dyadic,
    /// Left stop.
    pub left_stop: Dyadic,
    /// Right stop.
    pub right_stop: Dyadic,
    /// Who wins: `L`, `R`, `N` (the next player) or `P` (the previous one).
    pub outcome: char,
    /// Corners `(t, value)` of the left wall of the thermograph, from t = -1 to the mast.
    pub left_wall: Vec<(Dyadic, Dyadic)>,
    /// Corners of the right wall.
    pub right_wall: Vec<(Dyadic, Dyadic)>,
    /// Canonical form: `5`, `-3/4`, `*`, `5*`, `{a,b|c,d}`, options in no particular order;
    /// `None` if it has more than a million characters.
    pub form: Option<String>,
    /// Components that were evaluated, told apart by the labels of their vertices up to symmetry.
    pub positions: u64,
}

/// A position: for each tint, the vertices that are still there and carry it.
type Masks = [u128; 3];

/// The checker for one ruleset.
pub struct Checker {
    /// `may_claim[player][tint]`.
    may_claim: [[bool; 3]; 2],
    /// `neighbour[player][tint]`: the new tint, or `None` when the vertex leaves.
    neighbour: [[Option<usize>; 3]; 2],
    limit_positions: u64,
    stop: Option<Arc<AtomicBool>>,
}

impl Checker {
    /// A checker for that ruleset which gives up on a board after `limit_positions` positions.
    pub fn new(ruleset: &dyn Ruleset, limit_positions: u64) -> Checker {
        let tints = [Tint::None, Tint::Left, Tint::Right];
        Checker {
            may_claim: Player::BOTH.map(|p| tints.map(|t| ruleset.may_claim(t, p))),
            neighbour: Player::BOTH.map(|p| tints.map(|t| ruleset.neighbour(t, p).map(place))),
            limit_positions,
            stop: None,
        }
    }

    /// The same checker, which gives up when the flag is set.
    pub fn until(self, stop: Option<Arc<AtomicBool>>) -> Checker {
        Checker { stop, ..self }
    }

    /// Values a board, from empty tables, on a thread with a stack of its own.
    pub fn check(&self, board: &Board) -> Result<Checked, CheckError> {
        if board.order() > MAX_ORDER {
            return Err(CheckError::OrderTooLarge {
                order: board.order(),
            });
        }
        std::thread::scope(|scope| {
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, || Evaluation::new(self, board).check(board))
                .map_err(|_| CheckError::Thread)?
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// The place of a tint in [`Masks`] and in the tables of the rules.
fn place(tint: Tint) -> usize {
    match tint {
        Tint::None => 0,
        Tint::Left => 1,
        Tint::Right => 2,
    }
}

/// The vertices of a mask.
fn vertices(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(vertex)
    })
}

/// The evaluation of one board.
struct Evaluation<'a> {
    rules: &'a Checker,
    adjacent: Vec<u128>,
    symmetry: Symmetry,
    values: FxHashMap<Masks, Id>,
    algebra: Algebra,
}

impl<'a> Evaluation<'a> {
    fn new(rules: &'a Checker, board: &Board) -> Evaluation<'a> {
        let neighbours = |v| board.graph().neighbours(v).fold(0, |mask, u| mask | 1 << u);
        let adjacent: Vec<u128> = (0..board.order()).map(neighbours).collect();
        Evaluation {
            rules,
            symmetry: Symmetry::of(&adjacent, board.tints()),
            adjacent,
            values: FxHashMap::default(),
            algebra: Algebra::new(TABLE_LIMIT),
        }
    }

    fn check(mut self, board: &Board) -> Result<Checked, CheckError> {
        let mut position = [0; 3];
        for (v, &tint) in board.tints().iter().enumerate() {
            position[place(tint)] |= 1 << v;
        }
        let value = self.value(position)?;
        let outcome = self.algebra.outcome(value);
        let algebra = &self.algebra;
        let thermograph = Thermographer::new(algebra).draw(value)?;
        let (left_stop, right_stop) = (algebra.left_stop(value), algebra.right_stop(value));
        if thermograph.walls_at(Dyadic::integer(0))? != [left_stop, right_stop] {
            return Err(CheckError::Inconsistent(
                "the walls at temperature 0 are not the stops",
            ));
        }
        let [left_wall, right_wall] = thermograph.corners();
        Ok(Checked {
            temperature: thermograph.temperature,
            mean: thermograph.mean,
            left_stop,
            right_stop,
            outcome,
            left_wall,
            right_wall,
            form: algebra.notation(value, LONGEST_FORM),
            positions: self.values.len() as u64,
        })
    }

    /// The value of a position: the sum of its components.
    fn value(&mut self, position: Masks) -> Result<Id, CheckError> {
        let mut rest = position[0] | position[1] | position[2];
        let mut sum = ZERO;
        while rest != 0 {
            let component = self.component(rest);
            rest &= !component;
            let summand = self.component_value(position.map(|mask| mask & component))?;
            sum = self.algebra.sum(sum, summand)?;
        }
        Ok(sum)
    }

    /// The connected component of the first vertex of `present`.
    fn component(&self, present: u128) -> u128 {
        let mut reached = 1 << present.trailing_zeros();
        loop {
            let next = vertices(reached).fold(reached, |mask, v| mask | self.adjacent[v]) & present;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The value of a connected position, from its options.
    fn component_value(&mut self, position: Masks) -> Result<Id, CheckError> {
        let position = self.symmetry.normal(position);
        if let Some(&known) = self.values.get(&position) {
            return Ok(known);
        }
        let stop = self.rules.stop.as_ref();
        if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(CheckError::Stopped);
        }
        let left = self.options(position, Player::Left)?;
        let right = self.options(position, Player::Right)?;
        let value = self.algebra.canonical(left, right)?;
        if self.values.len() as u64 >= self.rules.limit_positions {
            return Err(CheckError::Positions {
                limit: self.rules.limit_positions,
            });
        }
        self.values.insert(position, value);
        Ok(value)
    }

    /// The values of the options of `player`, one for each vertex that the player may claim.
    fn options(&mut self, position: Masks, player: Player) -> Result<Vec<Id>, CheckError> {
        let mut options = Vec::new();
        for (tint, &mask) in position.iter().enumerate() {
            if self.rules.may_claim[player as usize][tint] {
                for v in vertices(mask) {
                    options.push(self.value(self.claim(position, v, player))?);
                }
            }
        }
        Ok(options)
    }

    /// The position after `player` has claimed `v`.
    fn claim(&self, position: Masks, v: usize, player: Player) -> Masks {
        let mut next = position.map(|mask| mask & !(1 << v) & !self.adjacent[v]);
        for (tint, &mask) in position.iter().enumerate() {
            if let Some(after) = self.rules.neighbour[player as usize][tint] {
                next[after] |= mask & self.adjacent[v];
            }
        }
        next
    }
}
