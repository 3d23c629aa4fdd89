//! Enclosures: proved bounds for the thermograph of a board that the exact solver cannot finish.
//! Any amount of work gives valid bounds; more work gives narrower bounds.
//!
//! An arena (`arena.rs`) holds components with the proved bounds of their thermographs. The exact
//! solver values small components. Larger components are expanded into their options and into
//! positions that certainly bound them from below or above (`relax.rs`), and the theorems of
//! `value/enclosure/` give bounds. The first bound of a component always holds: a player gains at
//! most the number of moves that she has.
//!
//! The search is best-first (`descend.rs`). A step starts at the board with a goal: to raise the
//! score that is proved for one player at some penalty, moving first or second. Where that player
//! moves, the step follows her most promising option. Where the other player moves, the step
//! follows his strongest option. In a sum, the step follows the part with the widest bounds. The
//! result is carried back along the path. So no step is lost, and more steps never prove less.
//!
//! The idea of two bounds that meet, and of proving the best option by improving it or by refuting
//! the others, is Berliner's (B*, 1979). Another method was tried and dropped: it doubled the
//! effort from the top, for each option by itself. A position a dozen moves below the board, where
//! every move must be answered, was reached too late.
//!
//! The method works for claiming games. Dominated claims are left out on both sides, as in the
//! exact solver.

pub(super) mod arena;
mod descend;
pub(super) mod relax;

use super::budget::{Budget, SolveError};
use super::exact::Solver;
use arena::{Arena, Sum};
use boilingpoint_boards::classes::{Classes, with_any_rows};
use boilingpoint_boards::{BitRow, Board};
use boilingpoint_rules::{Algebra, Ruleset};
use boilingpoint_values::{Dyadic, Enclosure};
use descend::Goal;

/// The effort that an enclosure may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of steps. A visit of a component counts as one step, and so do sixteen positions
    /// of the exact solver.
    pub steps: u64,
    /// The greatest number of vertices of a component that is valued exactly. Two components are
    /// added up exactly only if together they have at most this many. The limit is low because the
    /// checker has to value these components again, and knows only the definition of a canonical
    /// form.
    pub valued: usize,
    /// The search ends as soon as it proves that the temperature is at most this and the mean is 0.
    pub cold: Option<Dyadic>,
}

impl Effort {
    /// An effort of `steps` steps; components of up to 14 vertices are valued.
    pub fn of(steps: u64) -> Effort {
        Effort {
            steps,
            valued: 14,
            cold: None,
        }
    }

    /// The effort that ends as soon as the temperature is proved to be at most `cold`, and the mean
    /// to be 0.
    pub fn until(self, cold: Option<Dyadic>) -> Effort {
        Effort { cold, ..self }
    }
}

/// The bounds that each component has before it is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FirstBounds {
    /// Those that follow from the players' numbers of moves, as in certificates.
    OfMoves,
    /// Those, improved by stars (`stars.rs`).
    ByStars,
}

/// Searches a position; returns the arena and the position as a sum in the arena.
pub(super) fn searched<'s, R: BitRow>(
    solver: &'s mut Solver,
    position: &Classes<R>,
    effort: Effort,
    first: FirstBounds,
) -> Result<(Arena<'s, R>, Sum), SolveError> {
    // The solver has the other half of the memory.
    let bytes = solver.budget.bytes;
    let mut arena = Arena::new(solver, effort, first, bytes);
    let mut root = arena.sum(position.clone(), position.all())?;
    arena.search(&mut root)?;
    Ok((arena, root))
}

/// Whether the solver can enclose positions of a game: the game must be a partizan claiming game.
pub fn can_enclose(ruleset: &dyn Ruleset) -> bool {
    ruleset.claiming().is_some() && ruleset.algebra() == Algebra::Partizan
}

/// The budget of the solver of an arena: one half of the bytes is for its tables, the other half
/// for the arena.
pub(super) fn halved(budget: &Budget) -> Budget {
    Budget {
        bytes: budget.bytes / 2,
        ..budget.clone()
    }
}

/// Encloses the thermograph of a board with a new solver. The search ends when it has taken the
/// steps of the effort or the work of the budget. The result depends only on the board, the effort
/// and the budget's work, and more of either never proves less.
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
    enclose_from(ruleset, budget, board, effort, FirstBounds::OfMoves)
}

/// Encloses a board like [`enclose`], from these first bounds of components.
pub(super) fn enclose_from(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
    effort: Effort,
    first: FirstBounds,
) -> Result<Enclosure, SolveError> {
    ruleset.fits(board)?;
    if !can_enclose(ruleset) {
        return Err(SolveError::NoEnclosure(ruleset.name().to_string()));
    }
    let mut solver = Solver::new(ruleset, halved(budget));
    let compressed = solver.compressed(board)?;
    with_any_rows!(&compressed, position => {
        let (_, root) = searched(&mut solver, position, effort, first)?;
        Ok(root.enclosure)
    })
}

impl<R: BitRow> Arena<'_, R> {
    /// Takes steps until no steps are left or nothing more can be proved.
    pub fn search(&mut self, root: &mut Sum) -> Result<(), SolveError> {
        for round in 0u64.. {
            let is_cold = self.cold.is_some_and(|t| is_at_most(&root.enclosure, t));
            if self.left == 0 || is_cold || is_tight(&root.enclosure) || self.is_done(root) {
                break;
            }
            self.solver.look_at_stop()?;
            let goal = Goal::of_round(round, &root.enclosure)?;
            self.improve_sum(root, goal)?;
        }
        self.settle()?;
        self.refresh(root)?;
        Ok(())
    }
}

/// Whether the temperature is proved to be at most `t` and the mean to be 0.
fn is_at_most(enclosure: &Enclosure, t: Dyadic) -> bool {
    enclosure.temperature()[1] <= t && enclosure.mean() == [Dyadic::ZERO; 2]
}

/// Whether the bounds for the temperature meet, and the bounds for the mean as well.
fn is_tight(enclosure: &Enclosure) -> bool {
    let ([a, b], [c, d]) = (enclosure.temperature(), enclosure.mean());
    a == b && c == d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efforts_and_their_ends() {
        let effort = Effort::of(7);
        assert_eq!((effort.steps, effort.valued, effort.cold), (7, 14, None));
        let budget = Budget::default();
        assert_eq!(2 * halved(&budget).bytes, budget.bytes);
        let board = boilingpoint_boards::parse_board("path(5)").expect("small");
        let effort = Effort {
            valued: 3,
            ..Effort::of(4_000)
        };
        let found = enclose(&boilingpoint_rules::Snort, &budget, &board, effort).expect("small");
        let ([_, hottest], mean) = (found.temperature(), found.mean());
        assert_eq!(mean, [Dyadic::ZERO; 2]);
        let less = hottest
            .sub(Dyadic::new(1, 4).expect("small"))
            .expect("small");
        assert!(is_at_most(&found, hottest) && !is_at_most(&found, less));
        let more = hottest.add(Dyadic::integer(1)).expect("small");
        assert!(is_at_most(&found, more));
        let other = boilingpoint_boards::parse_board("path(2):L.").expect("small");
        let found = enclose(&boilingpoint_rules::Snort, &budget, &other, effort).expect("small");
        assert!(found.mean() != [Dyadic::ZERO; 2] && !is_at_most(&found, Dyadic::integer(9)));
    }
}
