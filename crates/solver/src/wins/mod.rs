//! Bounds for the stops and the temperature of a board, and its outcome, by proving who wins.
//!
//! A canonical form of a large board is huge, but a proof that a player wins needs one good answer
//! to each move. So proofs reach boards of hundreds of vertices that have no canonical form that
//! fits into memory. `search.rs` proves who wins a sum of the board and a number, played as it is
//! or cooled; `store.rs` holds the components of the board after some moves, and `sum.rs` adds
//! them. `stop.rs` and `heat.rs` choose the numbers to compare with, and `rounds.rs` shares out the
//! work.
//!
//! **Stops.** The left stop of `G` is at least `n` if Left, moving first, wins `G - n + 1/ω`, and
//! greater than `n` if she wins `G - n - 1/ω` (`search.rs`). The right stop is the negative of the
//! left stop of `-G`. Nothing is rounded: all that is proved is exact.
//!
//! **Theorem.** `G_t` is `G` cooled by `t`.
//!
//! 1. Let the left stop of `G` be at least `l` and its right stop at most `r`, where `l > r`. Then
//!    the temperature of `G` is at least `(l - r)/2`.
//! 2. If the stops of `G` are equal, its temperature is at most 0. If they are 0, the temperature
//!    is 0 if some player wins moving first, and else -1.
//! 3. Let `G = -G`. Its temperature exceeds `t >= 0` if and only if the left stop of `G_t` is
//!    positive. If this stop is at least `d > 0`, the temperature is at least `t + d`.
//!
//! *Proof.* The left wall falls as the penalty grows, with a slope of 0 or -1, and the right wall
//! rises with a slope of 0 or 1. At 0 they are at least `l - r` apart, so they do not meet below
//! `(l - r)/2`: this is 1. A game with equal stops is a number or differs from one by an
//! infinitesimal. If it is a number with the stop 0, it is 0, and nobody wins moving first. A game
//! in which nobody wins moving first is 0. A game that is no number has a temperature of at least
//! 0. This is 2. The walls of `G` at `t` are the stops of `G_t`; if `G = -G`, the right wall is the
//! negative of the left wall, and the mast is at 0. So `G` is hot at `t` if and only if the left
//! wall is positive there, and a wall that is `d` high falls for at least `d` units (Siegel,
//! *Combinatorial Game Theory*, II.5). ∎

mod heat;
mod rounds;
mod search;
mod stop;
mod store;
mod sum;
#[cfg(test)]
mod tests;

use super::bounds::{Bounds, both, negative};
use super::budget::unless_limited;
use super::budget::{Budget, SolveError};
use super::enclose::{can_enclose, halved};
use super::exact::Solver;
use boilingpoint_boards::classes::{Classes, with_any_rows};
use boilingpoint_boards::{BitRow, Board};
use boilingpoint_rules::Ruleset;
use boilingpoint_values::Dyadic;
use heat::Heat;
use rounds::ask;
use search::Search;
use stop::Stop;
use store::Store;

/// The greatest number of vertices of a component that is valued. Below this, sums have more
/// summands; above it, some values are too large.
const VALUED: usize = 16;

/// Narrows the bounds for a board by proofs of who wins, with a new solver. If the board equals its
/// negative, half of the budget's work is for the stops and the outcome, and half for the
/// temperature. Otherwise each stop gets half of the work. The result depends only on the
/// arguments. If a limit ends the work, the facts that are proved by then hold.
///
/// # Errors
/// [`SolveError::NoEnclosure`] for a game that is not a partizan claiming game,
/// [`SolveError::Stopped`], and the errors of [`Solver::value`] for boards that are no positions of
/// the game.
pub fn narrow(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
    known: Bounds,
) -> Result<Bounds, SolveError> {
    ruleset.fits(board)?;
    if !can_enclose(ruleset) {
        return Err(SolveError::NoEnclosure(ruleset.name().to_string()));
    }
    let mut solver = Solver::new(ruleset, halved(budget));
    let compressed = solver.compressed(board)?;
    let mut bounds = known;
    with_any_rows!(&compressed, position => {
        solver.move_on();
        narrow_position(&mut solver, budget, position, VALUED, &mut bounds)?;
    });
    Ok(bounds)
}

fn narrow_position<R: BitRow>(
    solver: &mut Solver,
    budget: &Budget,
    position: &Classes<R>,
    valued: usize,
    bounds: &mut Bounds,
) -> Result<(), SolveError> {
    // The solver has half of the memory, the summands and the table of the search share the rest.
    let (bytes, half) = (budget.bytes / 4, budget.work / 2);
    let mut search = Search::new(Store::new(solver, valued, Dyadic::ZERO, bytes), bytes);
    search.store.set_work(half);
    let equals_negative = match search.store.sum(position.clone(), position.all()) {
        Ok(sum) => sum.is_self_negative(),
        Err(error) => return unless_limited(Err(error)),
    };
    if equals_negative {
        // The right stop is the negative of the left stop, and not greater.
        bounds.left_stop = both(bounds.left_stop, negative(bounds.right_stop));
        bounds.left_stop[0] = bounds.left_stop[0].max(Dyadic::ZERO);
        bounds.mean = [Dyadic::ZERO; 2];
        bounds.first_wins[0] = bounds.first_wins[0].or(bounds.first_wins[1]);
    }
    let mut left = Stop::new(bounds.left_stop, bounds.first_wins[0]);
    let mut right = Stop::new(negative(bounds.right_stop), bounds.first_wins[1]);
    if equals_negative {
        ask(&mut left, half, |q, work| search.stop(position, q, work))?;
        right = left.clone();
    } else {
        let swapped = position.swapped();
        ask(&mut left, half, |q, work| search.stop(position, q, work))?;
        ask(&mut right, half, |q, work| search.stop(&swapped, q, work))?;
    }
    // Its table makes room for those of the questions below.
    drop(search);
    bounds.left_stop = left.bounds();
    bounds.right_stop = negative(right.bounds());
    bounds.first_wins = [left.first_wins, right.first_wins];
    by_stops(bounds)?;
    if equals_negative {
        let mut heat = Heat::new(bounds.temperature);
        ask(&mut heat, half, |q, work| {
            let store = Store::new(solver, valued, q.penalty(), bytes);
            Search::new(store, bytes).heat(position, q, work)
        })?;
        bounds.temperature = heat.bounds();
        if bounds.temperature[1] <= Dyadic::ZERO {
            // A game that is not hot has equal stops; here they are negatives of each other.
            bounds.left_stop = [Dyadic::ZERO; 2];
            bounds.right_stop = [Dyadic::ZERO; 2];
            by_stops(bounds)?;
        }
    }
    Ok(())
}

/// Narrows the bounds for the mean, which lies between the stops, and for the temperature (theorem,
/// 1 and 2) by those for the stops.
fn by_stops(bounds: &mut Bounds) -> Result<(), SolveError> {
    let (left, right) = (bounds.left_stop, bounds.right_stop);
    bounds.mean = both(bounds.mean, [right[0], left[1]]);
    let [least, most] = &mut bounds.temperature;
    if left[0] > right[1] {
        *least = (*least).max(left[0].sub(right[1])?.half()?);
    }
    if left[1] <= right[0] {
        *most = (*most).min(Dyadic::ZERO);
        let are_zero = left[1] == Dyadic::ZERO && right[0] == Dyadic::ZERO;
        if are_zero && bounds.first_wins.contains(&Some(true)) {
            *least = Dyadic::ZERO;
        } else if are_zero && bounds.first_wins == [Some(false); 2] {
            *most = Dyadic::integer(-1);
        }
    }
    Ok(())
}
