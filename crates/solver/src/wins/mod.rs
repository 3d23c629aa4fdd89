//! Bounds for the stops and the temperature of a board, and its outcome, by proving who wins.
//!
//! A canonical form of a large board is huge, but a proof that a player wins needs one good answer
//! to each move. So proofs reach boards of hundreds of vertices that have no canonical form that
//! fits into memory. `search.rs` proves who wins a sum of the board and a number, played as it is
//! or cooled; `store.rs` holds the components of the board after some moves, and `sum.rs` adds
//! them. The components are those of a compressed board or sets of squares (`source.rs`,
//! `squares.rs`). `stop.rs` and `heat.rs` choose the numbers to compare with, and `rounds.rs`
//! shares out the work.
//!
//! **Stops.** The left stop of `G` is at least `n` if Left, moving first, wins `G - n + 1/ω`, and
//! greater than `n` if she wins `G - n - 1/ω` (`search.rs`). The right stop is the negative of the
//! left stop of `-G`. Nothing is rounded: all that is proved is exact.
//!
//! **Theorem.** `G_t` is `G` cooled by `t`.
//!
//! 1. Let the left stop of `G` be at least `l` and its right stop at most `r`, where `l > r`. Then
//!    the temperature of `G` is at least `(l - r)/2`.
//! 2. If the stops of `G` are a number `n`, its temperature is at most 0. It is 0 if some player,
//!    moving first, wins `G - n`; else `G` is `n`.
//! 3. Let `G = -G`. Its temperature exceeds `t >= 0` if and only if the left stop of `G_t` is
//!    positive. If this stop is at least `d > 0`, the temperature is at least `t + d`.
//!
//! *Proof.* The left wall falls as the penalty grows, with a slope of 0 or -1, and the right wall
//! rises with a slope of 0 or 1. At 0 they are at least `l - r` apart, so they do not meet below
//! `(l - r)/2`: this is 1. A game with equal stops is their number or differs from it by an
//! infinitesimal. A game in which nobody wins moving first is 0. A game that is no number has a
//! temperature of at least 0. This is 2. The walls of `G` at `t` are the stops of `G_t`; if
//! `G = -G`, the right wall is the negative of the left wall, and the mast is at 0. So `G` is hot
//! at `t` if and only if the left wall is positive there, and a wall that is `d` high falls for at
//! least `d` units (Siegel, *Combinatorial Game Theory*, II.5). ∎

mod heat;
mod lines;
mod outcome;
mod rounds;
mod search;
mod source;
#[cfg(test)]
mod spent;
mod squares;
mod stop;
mod store;
mod strips;
mod sum;
#[cfg(test)]
pub(crate) mod tests;

use super::bounds::{Bounds, both, negative};
use super::budget::{Budget, SolveError};
use super::budget::{if_within_limits, unless_limited};
use super::cuts::Cutter;
use super::enclose::{can_enclose, halved};
use super::exact::Solver;
use super::squares::Region;
use boilingpoint_boards::Board;
use boilingpoint_boards::classes::{Classes, with_any_rows};
use boilingpoint_rules::Ruleset;
use boilingpoint_values::Dyadic;
use heat::Heat;
use outcome::OutcomeSearch;
use rounds::ask;
use search::Search;
use source::{Claims, Source};
use std::marker::PhantomData;
use stop::{Stop, StopQuestion};
use store::Store;

/// The greatest number of vertices of a component that is valued. Below this, sums have more
/// summands; above it, some values are too large.
const VALUED: usize = 16;

/// The most steps of such a proof; it has at most a sixteenth of the budget as well. 5 by 6 takes
/// about 70,000 steps.
const PROOF_OF_NUMBER: u64 = 125_000;

/// Narrows the bounds for a board by proofs of who wins, with a new solver. If the board equals its
/// negative, half of the budget's work is for the stops and the outcome, and half for the
/// temperature. Otherwise each stop gets half of the work. Of a set of squares, a search for the
/// winner comes first, with half of the work. The result depends only on the arguments. If a limit
/// ends the work, the facts that are proved by then hold.
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
    let mut bounds = known;
    if let Some(region) = Region::of(ruleset, board) {
        let mut cutter = Cutter::new(&mut solver, &halved(&halved(budget)), region);
        let mut rest = budget.clone();
        if bounds.outcome().is_none() {
            let half = budget.work / 2;
            let (wins, left) = winners(&mut cutter, half, budget.bytes / 4, region)?;
            bounds.first_wins = [0, 1].map(|i| bounds.first_wins[i].or(wins[i]));
            rest.work -= half - left;
        }
        narrow_position(&mut cutter, &rest, &region, &mut bounds)?;
        return Ok(bounds);
    }
    let compressed = solver.compressed(board)?;
    with_any_rows!(&compressed, position => {
        solver.move_on();
        let mut claims = Claims {
            solver: &mut solver,
            valued: VALUED,
            rows: PhantomData,
        };
        let position = (Classes::clone(position), position.all());
        narrow_position(&mut claims, budget, &position, &mut bounds)?;
    });
    Ok(bounds)
}

/// The number that a large set of squares is, if a short proof with a new solver shows that it is
/// one. The result depends only on the arguments.
///
/// # Errors
/// [`SolveError::Stopped`].
pub(super) fn proved_number(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
    region: Region,
) -> Result<Option<Dyadic>, SolveError> {
    let known = Bounds::without_search(ruleset, board);
    let Some(mut bounds) = known.filter(|_| can_enclose(ruleset)) else {
        return Ok(None);
    };
    let budget = Budget {
        work: (budget.work / 16).min(PROOF_OF_NUMBER),
        bytes: budget.bytes / 16,
        ..budget.clone()
    };
    let mut solver = Solver::new(ruleset, halved(&budget));
    let mut cutter = Cutter::new(&mut solver, &halved(&halved(&budget)), region);
    narrow_stops(&mut cutter, &budget, &region, &mut bounds)?;
    let is_number = bounds.temperature[1] < Dyadic::ZERO;
    Ok(bounds.only_stop().filter(|_| is_number))
}

/// Whether Left wins a board moving first, and whether Right does, by a search for the winner alone
/// with a new solver. `None` stands for what is not proved within the budget, and for boards that
/// are not sets of squares in Domineering. The result depends only on the arguments.
///
/// # Errors
/// [`SolveError::Stopped`], and the errors of [`Solver::value`] for boards that are no positions of
/// the game.
pub fn first_wins(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
) -> Result<[Option<bool>; 2], SolveError> {
    ruleset.fits(board)?;
    let Some(region) = Region::of(ruleset, board).filter(|_| can_enclose(ruleset)) else {
        return Ok([None; 2]);
    };
    let mut solver = Solver::new(ruleset, halved(budget));
    let mut cutter = Cutter::new(&mut solver, &halved(budget), region);
    Ok(winners(&mut cutter, budget.work, budget.bytes / 2, region)?.0)
}

/// Whether Left wins a set of squares moving first, and whether Right does, with the work that is
/// left of a limit.
fn winners(
    cutter: &mut Cutter<'_>,
    work: u64,
    bytes: usize,
    region: Region,
) -> Result<([Option<bool>; 2], u64), SolveError> {
    let mut search = OutcomeSearch::new(cutter, work, bytes)?;
    let mut wins = [None; 2];
    for (wins, region) in wins.iter_mut().zip([region, region.turned()]) {
        *wins = if_within_limits(search.left_wins(region))?;
    }
    Ok((wins, search.work()))
}

/// The penalties of a search: that of the question, and lower ones.
fn levels(penalty: Dyadic) -> Result<Vec<Dyadic>, SolveError> {
    let mut levels = vec![penalty];
    if penalty > Dyadic::ZERO {
        let quarter = penalty.half()?.half()?;
        for n in [3, 2, 1, 0] {
            levels.push(quarter.times(n)?);
        }
    }
    Ok(levels)
}

fn narrow_position<S: Source>(
    source: &mut S,
    budget: &Budget,
    position: &S::Position,
    bounds: &mut Bounds,
) -> Result<(), SolveError> {
    if narrow_stops(source, budget, position, bounds)? {
        narrow_heat(source, budget, position, bounds)?;
    }
    Ok(())
}

/// Narrows the bounds for the stops, and decides who wins and whether the position is a number.
/// Returns whether the position equals its negative.
fn narrow_stops<S: Source>(
    source: &mut S,
    budget: &Budget,
    position: &S::Position,
    bounds: &mut Bounds,
) -> Result<bool, SolveError> {
    // The solver has half of the memory, the summands and the table of the search share the rest.
    let (bytes, half) = (budget.bytes / 4, budget.work / 2);
    let mut search = Search::new(Store::new(source, levels(Dyadic::ZERO)?, bytes), bytes);
    search.store.set_work(half);
    let sum = match search.store.sum(position.clone(), 0) {
        Ok(sum) => sum,
        Err(error) => return unless_limited(Err(error)).map(|()| false),
    };
    let equals_negative = sum.is_self_negative();
    bounds.left_stop = both(bounds.left_stop, search.left_stop(&sum)?);
    let right = search.left_stop(&sum.negative())?;
    bounds.right_stop = both(bounds.right_stop, negative(right));
    if equals_negative {
        // The right stop is the negative of the left stop, and not greater.
        bounds.left_stop = both(bounds.left_stop, negative(bounds.right_stop));
        bounds.left_stop[0] = bounds.left_stop[0].max(Dyadic::ZERO);
        bounds.mean = [Dyadic::ZERO; 2];
        bounds.first_wins[0] = bounds.first_wins[0].or(bounds.first_wins[1]);
    }
    let mut left = Stop::new(bounds.left_stop, bounds.first_wins[0]);
    let mut right = Stop::new(negative(bounds.right_stop), bounds.first_wins[1]);
    let mut rest = ask(&mut left, half, |q, work| search.stop(position, q, work))?;
    let swapped = S::negative(position);
    if equals_negative {
        right = left.clone();
    } else {
        rest += ask(&mut right, half, |q, work| search.stop(&swapped, q, work))?;
    }
    bounds.left_stop = left.bounds();
    bounds.right_stop = negative(right.bounds());
    bounds.first_wins = [left.first_wins, right.first_wins];
    by_stops(bounds)?;
    if let Some(number) = bounds.only_stop().filter(|&n| n != Dyadic::ZERO) {
        let mut wins = [None; 2];
        for (won, (of, number)) in wins
            .iter_mut()
            .zip([(position, number), (&swapped, number.neg())])
        {
            let (found, left) = search.stop(of, StopQuestion::Wins(number), rest);
            rest = left;
            *won = if_within_limits(found)?.flatten();
        }
        by_winners(bounds, number, wins);
    }
    Ok(equals_negative)
}

/// Narrows the bounds for the temperature of a position that equals its negative.
fn narrow_heat<S: Source>(
    source: &mut S,
    budget: &Budget,
    position: &S::Position,
    bounds: &mut Bounds,
) -> Result<(), SolveError> {
    let bytes = budget.bytes / 4;
    let mut heat = Heat::new(bounds.temperature);
    ask(&mut heat, budget.work / 2, |q, work| {
        let levels = match levels(q.penalty()) {
            Ok(levels) => levels,
            Err(error) => return (Err(error), work),
        };
        let store = Store::new(source, levels, bytes);
        Search::new(store, bytes).heat(position, q, work)
    })?;
    bounds.temperature = heat.bounds();
    if bounds.temperature[1] <= Dyadic::ZERO {
        // A game that is not hot has equal stops; here they are negatives of each other.
        bounds.left_stop = [Dyadic::ZERO; 2];
        bounds.right_stop = [Dyadic::ZERO; 2];
        by_stops(bounds)?;
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
        if left[1] == Dyadic::ZERO && right[0] == Dyadic::ZERO {
            by_winners(bounds, Dyadic::ZERO, bounds.first_wins);
        }
    }
    Ok(())
}

/// Narrows the bounds for the temperature of a game whose stops are a number, by who wins the game
/// less the number (theorem, 2).
fn by_winners(bounds: &mut Bounds, number: Dyadic, wins: [Option<bool>; 2]) {
    let [least, most] = &mut bounds.temperature;
    if wins.contains(&Some(true)) {
        *least = Dyadic::ZERO;
    } else if wins == [Some(false); 2] {
        [*least, *most] = [temperature_of(number); 2];
    }
}

/// The temperature of a number `a/2^k` in lowest terms: `-1/2^k`.
fn temperature_of(number: Dyadic) -> Dyadic {
    Dyadic::new(-1, number.exponent()).expect("an exponent of a dyadic")
}
