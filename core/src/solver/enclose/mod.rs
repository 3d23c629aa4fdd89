//! Enclosures: bounds for a board's thermograph where the exact solver cannot finish, within any
//! effort.
//!
//! An arena (`arena.rs`) holds components with the proved bounds of their thermographs. The exact
//! solver values components that are small enough. Others are expanded into their options and into
//! positions that are certainly not better or not worse (`relax.rs`), and enclosed by the theorems
//! of `value/enclosure/`. The first bound of a component always holds: a player gains at most the
//! number of moves that she has.
//!
//! The search is best-first (`descend.rs`). A step starts at the board with a goal: to raise the
//! score that is proved for one player at some penalty, moving first or second. Where that player
//! moves, the step follows the most promising option; where the other player moves, it follows his
//! strongest one; in a sum, it follows the part with the widest bounds. The result is carried back
//! along the path. So no step is lost, and more steps never prove less.
//!
//! The idea of two bounds that meet, and of proving the best option by improving it or by refuting
//! the others, is Berliner's (B*, 1979). Tried and dropped: effort doubled from the top, each
//! option by itself: a position below a dozen moves, any of which must be answered, was reached too
//! late.
//!
//! The method is for claiming games. Dominated claims are left out on both sides, as in the exact
//! solver.

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

/// The effort that an enclosure may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of steps. A step is a visit of a component, or sixteen positions of the exact
    /// solver.
    pub steps: u64,
    /// The greatest order of a component, and of two components together, that is valued exactly.
    /// The checker knows only the definition of a canonical form, and could not quickly value
    /// larger ones again.
    pub valued: usize,
}

impl Effort {
    /// An effort of `steps` steps; components of up to 14 vertices are valued.
    pub fn of(steps: u64) -> Effort {
        Effort { steps, valued: 14 }
    }
}

/// Searches a position; returns the arena and the position in it.
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

/// Whether positions of a game can be enclosed: a partizan claiming game.
pub fn can_enclose(ruleset: &dyn Ruleset) -> bool {
    ruleset.claiming().is_some() && ruleset.algebra() == Algebra::Partizan
}

/// Encloses the thermograph of a board, with a new solver. The result depends on the board and the
/// effort alone, and more steps never prove less.
///
/// # Errors
/// [`SolveError::NoEnclosure`] for a game that is not a partizan claiming game, and the errors of
/// [`Solver::value`] except for an exceeded budget.
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
    /// Takes steps until none are left or nothing more can be proved.
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

/// Whether temperature and mean are known exactly.
fn is_tight(enclosure: &Enclosure) -> bool {
    let ([a, b], [c, d]) = (enclosure.temperature(), enclosure.mean());
    a == b && c == d
}
