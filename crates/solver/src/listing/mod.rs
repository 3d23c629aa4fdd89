//! Temperatures of the boards of a listing.
//!
//! The boards of a listing differ little from one another: their options and the replies to these
//! have occurred before. So two tables of numbers decide nearly every board, without a canonical
//! form.
//!
//! Let `G` be an untinted connected board of a claiming game with fair rules, so that `G` equals
//! its negative. For a Left option `X` let `τ(X)` be the least penalty `t >= 0` at which the right
//! wall of `X` is at most `t`. If some `τ(X)` is positive, the temperature of `G` is the greatest
//! of them (`value/temperature.rs`). For a position `Y` let `λ(Y)` be the least `t >= 0` at which
//! its left wall is at most 0, and for a position `Z` let `ω(Z)` be the greatest `t >= 0` at which
//! its right wall is at least `2t`.
//!
//! **Theorem.** Let `X` have Right options, and let `σ` be the least `λ` of them. Then `τ(X) <= σ`.
//! If some Left option of `X` has `ω >= σ`, then `τ(X) = σ`.
//!
//! *Proof.* Walls and scaffolds are as in `solver/cutoff.rs`, whose theorem is the first claim. Let
//! `S'` be the Right scaffold of `X`: the least left wall of a Right option, plus `t`. If `σ = 0`,
//! the first claim says all. Else `S'(t) > t` for `t < σ`, and `S'(σ) = σ`. The Left scaffold at `σ`
//! is at least `2σ - σ = σ`. It does not increase with `t`, and `S'` does not decrease, so they do
//! not cross below `σ`. If `X` is not a number, its right wall is `S'` up to there, and so above `t`
//! for each `t < σ`. If `X` is a number, the right stop of each Left option is at most `X`, so its
//! right wall less `t` is too; and `X <= S'(σ)`. So `σ <= X <= σ`, and `τ(X) = X`. ∎
//!
//! So most options need no value: either one reply shows that `τ(X)` is not above the temperature
//! found so far, or the replies and one option of Left's give it. The rest are valued.

mod small;
pub(super) mod tables;

use self::small::{MOST_VERTICES, Small};
use self::tables::{NEVER, PLACES, Reply, Tax};
use super::budget::SolveError;
use super::enclose::can_enclose;
use super::evaluation::{Extras, Summary};
use super::exact::Solver;
use super::steps::{Account, Count, Tree};
use boilingpoint_boards::{BitRow, Board};
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Value, Wall};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// The orders of the boards. Smaller boards are valued at once. A board of this order has at most
/// 3^12 positions, since each vertex is claimed by Left, by Right or by nobody.
const ORDERS: RangeInclusive<usize> = 4..=MOST_VERTICES + 1;

/// The least budget of positions and of steps. With less, a board is valued like any other board, so
/// that its verdict is the same. With more, the budget is not used: the board's few positions are
/// the bound, and no verdict depends on the boards before.
const LEAST_BUDGET: u64 = 1 << 20;

/// The reason why `τ` is not found.
enum Undecided {
    /// A number has more binary places than a [`Tax`].
    TooFine,
    Unsolved(SolveError),
}

impl<E: Into<SolveError>> From<E> for Undecided {
    fn from(error: E) -> Undecided {
        Undecided::Unsolved(error.into())
    }
}

fn tax(t: Dyadic) -> Result<Tax, Undecided> {
    let shift = PLACES.checked_sub(t.exponent());
    let units = shift.and_then(|shift| t.numerator().checked_mul(1 << shift));
    let tax = units.and_then(|units| Tax::try_from(units).ok());
    tax.ok_or(Undecided::TooFine)
}

impl Solver {
    /// The summary of a board of a listing: that of [`Solver::summary_with`], but that the stops
    /// may be missing. It is found faster if the boards before were similar.
    ///
    /// # Errors
    /// The errors of [`Solver::value`].
    pub fn summary_in_listing(
        &mut self,
        board: &Board,
        extras: &Extras,
    ) -> Result<Summary, SolveError> {
        if *extras == Extras::default()
            && self.is_for_listing(board)
            && let Some(temperature) = self.positive_temperature(board)?
        {
            return Ok(Summary::of_hot_self_negative(temperature, None));
        }
        self.summary_with(board, extras)
    }

    /// Whether the theorem of this file applies to a board, and the board is small: then
    /// [`Solver::summary_in_listing`] is faster than [`Solver::summary_with`].
    pub fn is_for_listing(&self, board: &Board) -> bool {
        ORDERS.contains(&board.order())
            && can_enclose(self.ruleset)
            && !self.ruleset.places_dominoes()
            && !board.is_tinted()
            && board.is_plain()
            && self.budget.positions >= LEAST_BUDGET
            && self.budget.work >= LEAST_BUDGET
    }

    /// The temperature of a board if the board is connected, and the temperature is positive and
    /// found.
    fn positive_temperature(&mut self, board: &Board) -> Result<Option<Dyadic>, SolveError> {
        let greatest = self.mark_of(board, None)?.filter(|&greatest| greatest > 0);
        let temperature = greatest.map(|greatest| Dyadic::new(i64::from(greatest), PLACES));
        Ok(temperature.transpose()?)
    }

    /// Whether the temperature of a board of a listing is proved to be at most `t`, which is not
    /// negative. This takes less time than the temperature.
    pub(super) fn is_at_most_in_listing(
        &mut self,
        board: &Board,
        t: Dyadic,
    ) -> Result<bool, SolveError> {
        let units = match PLACES.checked_sub(t.exponent()) {
            Some(shift) => t.numerator().checked_mul(1 << shift),
            None => Some(t.numerator() >> (t.exponent() - PLACES)),
        };
        let Some(units) = units.and_then(|units| Tax::try_from(units).ok()) else {
            return Ok(false);
        };
        Ok(self.mark_of(board, Some(units))? == Some(units))
    }

    /// [`Solver::greatest_tau`] of a board; `None` if the board is not connected, or a number has too
    /// many binary places.
    fn mark_of(&mut self, board: &Board, mark: Option<Tax>) -> Result<Option<Tax>, SolveError> {
        self.ruleset.fits(board)?;
        let board = Small::of(board);
        if !board.is_connected() {
            return Ok(None);
        }
        self.within_budget(
            |solver| {
                solver.count = Count::unlimited();
                match solver.greatest_tau(&board, mark) {
                    Ok(greatest) => Ok((Some(greatest), Tree::default())),
                    Err(Undecided::TooFine) => Ok((None, Tree::default())),
                    Err(Undecided::Unsolved(error)) => Err(error),
                }
            },
            |_| Ok(true),
        )
    }

    /// The greatest `τ` of Left's options, 0 if there are none. With a mark, the mark if no `τ` is
    /// greater, else some greater number.
    fn greatest_tau(&mut self, board: &Small, mark: Option<Tax>) -> Result<Tax, Undecided> {
        let mut greatest = mark.unwrap_or(0);
        for (place, v) in by_degree(board, board.claims(&self.rules, Player::Left)).enumerate() {
            let option = board.claim(&self.rules, v, Player::Left);
            // Without a mark, the first option sets it. One reply shows that most options do not
            // pass the mark.
            if (place > 0 || mark.is_some())
                && let Some(v) = option.widest(&self.rules, Player::Right)
                && self
                    .reply(&option.claim(&self.rules, v, Player::Right))?
                    .lambda
                    <= greatest
            {
                continue;
            }
            greatest = greatest.max(self.tau(&option)?);
            if mark.is_some_and(|mark| greatest > mark) {
                break;
            }
        }
        Ok(greatest)
    }

    /// `τ` of an option.
    fn tau(&mut self, option: &Small) -> Result<Tax, Undecided> {
        let key = option.key();
        if let Some(known) = self.listing.options.get(key) {
            return Ok(known);
        }
        let found = match self.tau_by_replies(option)? {
            Some(found) => found,
            None => {
                let value = self.value_of_small(option)?;
                match self.values.right_stop(value) > Dyadic::ZERO {
                    true => tax(self.values.temperature_of_hot_self_negative(&[value])?)?,
                    false => 0,
                }
            }
        };
        self.listing.options.put(key, found);
        Ok(found)
    }

    /// `τ` of an option by the theorem, if the theorem decides it.
    fn tau_by_replies(&mut self, option: &Small) -> Result<Option<Tax>, Undecided> {
        let mut sigma = NEVER;
        for v in by_degree(option, option.claims(&self.rules, Player::Right)) {
            let reply = self.reply(&option.claim(&self.rules, v, Player::Right))?;
            sigma = sigma.min(reply.lambda);
        }
        if sigma == NEVER {
            return Ok(None);
        }
        for v in by_degree(option, option.claims(&self.rules, Player::Left)) {
            let more = self.reply(&option.claim(&self.rules, v, Player::Left))?;
            if more.omega >= sigma {
                return Ok(Some(sigma));
            }
        }
        Ok(None)
    }

    /// `λ` and `ω` of a position.
    fn reply(&mut self, position: &Small) -> Result<Reply, Undecided> {
        let key = position.key();
        if let Some(known) = self.listing.replies.get(key) {
            return Ok(known);
        }
        let value = self.value_of_small(position)?;
        let thermograph = self.values.thermograph(value).map_err(SolveError::from)?;
        let crossing = |wall: &Wall, slope| wall.falls_to(Dyadic::ZERO, slope);
        let lambda = crossing(&thermograph.left, 0)?.map_or(Ok(NEVER), tax)?;
        let omega = match self.values.right_stop(value) < Dyadic::ZERO {
            true => -1,
            false => crossing(&thermograph.right, 2)?.map_or(Ok(NEVER), tax)?,
        };
        let found = Reply { lambda, omega };
        self.listing.replies.put(key, found);
        Ok(found)
    }

    fn value_of_small(&mut self, position: &Small) -> Result<Value, SolveError> {
        let (classes, rest) = position.classes();
        self.sum_of_components(classes, rest, &mut Account::default())
    }
}

/// The vertices of a set, those of greatest degree first: their claims decide most.
fn by_degree(position: &Small, set: u16) -> impl Iterator<Item = usize> + use<> {
    let mut order: SmallVec<[usize; 16]> = set.bits().collect();
    order.sort_by_key(|&v| Reverse(position.degree(v)));
    order.into_iter()
}

#[cfg(test)]
mod tests;
