//! Beyond the exact horizon: an enclosure of a board's thermograph, within any effort.
//!
//! Components are kept in an arena (`arena.rs`), each with what is proved of its thermograph. A
//! component is known if it is small enough for the exact solver; else it is expanded into its
//! options and into positions that are surely not better or not worse (`relax.rs`), and enclosed by
//! the theorems of `value/enclosure/`. At the bottom stands what is always true: a player gains at
//! most the moves that she has.
//!
//! The search is best-first (`descend.rs`). A step sets out from the board with a goal: to prove
//! more of what one player is sure of at some penalty, moving first or second. Where that player
//! moves, it follows the option that promises most; where the other one does, the worst that he can
//! do; in a sum, the part of which least is known. What is found is carried back along the way. So
//! no step is ever lost, and more of them never prove less.
//!
//! The idea of two bounds that meet, and of proving the best option by looking at it or refuting
//! the others, is Berliner's (B*, 1979). Tried and dropped: effort doubled from the top, each
//! option by itself: a position below a dozen moves of which any must be answered got its first
//! look too late.
//!
//! For claiming games. Dominated claims are left out on both sides, as in the exact solver.

pub(super) mod arena;
mod descend;
pub(super) mod relax;

use super::budget::{Budget, SolveError};
use super::exact::Solver;
use crate::graph::classes::{Classes, with_any_rows};
use crate::graph::{BitRow, Board};
use crate::ruleset::{Algebra, Ruleset};
use crate::value::Enclosure;
use arena::{Arena, Sum};
use descend::Goal;

/// How much may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// A step is the look at a component, or sixteen positions of the exact solver.
    pub steps: u64,
    /// Components of at most so many vertices are valued exactly, and pairs of them of as many
    /// together. Larger ones a checker, who has no more than the definition of a canonical form,
    /// could not value again in a moment.
    pub valued: usize,
}

impl Effort {
    /// So many steps; components of up to 14 vertices are valued.
    pub fn of(steps: u64) -> Effort {
        Effort { steps, valued: 14 }
    }
}

/// The arena after so many steps, and the position in it.
pub(super) fn searched<'s, R: BitRow>(
    solver: &'s mut Solver,
    position: &Classes<R>,
    effort: Effort,
) -> Result<(Arena<'s, R>, Sum), SolveError> {
    let mut arena = Arena::new(solver, effort);
    let mut root = arena.sum(position.clone(), position.all())?;
    arena.search(&mut root)?;
    Ok((arena, root))
}

/// Whether positions of a game can be enclosed.
pub fn can_enclose(ruleset: &dyn Ruleset) -> bool {
    ruleset.claiming().is_some() && ruleset.algebra() == Algebra::Partizan
}

/// What is proved of a board within an effort, by a solver of its own: it depends on the board and
/// the effort alone, and more steps never prove less.
///
/// # Errors
/// `NoEnclosure` for games that are not claiming games, and errors of [`Solver::value`] but for
/// an exceeded budget.
pub fn enclose(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
    effort: Effort,
) -> Result<Enclosure, SolveError> {
    ruleset.fits(board)?;
    if !can_enclose(ruleset) {
        return Err(SolveError::NoEnclosure(ruleset.name().to_string()));
    }
    let mut solver = Solver::new(ruleset, budget.clone());
    let compressed = solver.compressed(board)?;
    with_any_rows!(&compressed, position => {
        let (_, root) = searched(&mut solver, position, effort)?;
        Ok(root.enclosure)
    })
}

impl<R: BitRow> Arena<'_, R> {
    /// Takes steps until there are none left, or nothing is left to find.
    pub fn search(&mut self, root: &mut Sum) -> Result<(), SolveError> {
        for round in 0u64.. {
            if self.left == 0 || is_tight(&root.enclosure) || self.is_done(root) {
                break;
            }
            self.solver.look_at_stop()?;
            let goal = Goal::of_round(round, &root.enclosure)?;
            self.improve_sum(root, goal)?;
        }
        self.settle()?;
        self.refresh(root)
    }
}

/// Whether temperature and mean are known.
fn is_tight(enclosure: &Enclosure) -> bool {
    let ([a, b], [c, d]) = (enclosure.temperature(), enclosure.mean());
    a == b && c == d
}
