//! Lower bounds for temperatures by cooled forms in which one player has few options.
//!
//! The cooled forms of a board can be too large although its components are few, and the
//! thermographs of the components can be too weak, since a sum of hot games is more than its
//! thermographs tell. Here a sum is kept as a whole, and its forms are small, since one player has
//! few options.
//!
//! Write `X_t` for `X` cooled by `t`; all relations are up to infinitesimals, as in `mod.rs`. Let
//! `F` be a game `{A - t | B + t}`, where every element of `A` is at most a Left option of `X`
//! cooled by `t`, and every Right option of `X` cooled by `t` is at least an element of `B`. Let
//! `l` be the greatest right stop in `A`, minus `t`, and `r` the least left stop in `B`, plus `t`.
//!
//! **Theorem.**
//!
//! 1. If `l > r`, then `F <= X_t`.
//! 2. If `l <= r`, then `l <= X_t`.
//! 3. If `l < r`, and `m` is at most the mean of `X`, then `X_t` is at least the lesser of `m` and
//!    `r`.
//! 4. If `F <= X_t`, then `F` cooled by `d` is at most `X_(t+d)`, and the mean of `F` is at most
//!    that of `X`. If `n <= X_t` for a number `n`, then `n <= X_s` for all `s >= t`.
//! 5. At `t = 0` let `l < r`. Then `X` is at least the least of the simplest numbers between `l`
//!    and `r`, where each end may belong to the interval or not.
//! 6. Let `X = -X`, and let `a` be at most a Left option of `X` cooled by `t`. If the right stop of
//!    `a`, minus `t`, is `d > 0`, then the temperature of `X` is at least `t + d`.
//!
//! *Proof.* If the temperature of `X` exceeds `t`, then `X_t` is `{X^L_t - t | X^R_t + t}`. So
//! `F <= X_t`: each option of `F` for Left is at most one of `X_t`, each option of `X_t` for Right
//! is at least one of `F`. The right stop of `X_t` is at least `r`, so `r <= X_t`. Else `X_t` is
//! the mean `x` of `X`. The Left scaffold of `X` at `t` is at least `l` and at most `x`, as it does
//! not rise; so `l <= x`. If `l > r`, then `l` is the left stop of `F`, so `F <= x`. Thus 1, 2 and 3
//! hold in both cases. Cooling is additive and keeps the order and numbers, and so do means
//! (Conway, *On Numbers and Games*, ch. 9); so 4 holds. For 5, the scaffolds of `X` at 0 are at
//! least `l` and `r`. If they are apart, `X` is hot or a nimber and at least the Right scaffold;
//! else `X` is a number as in `mod.rs`, and the simplest number grows with both ends. The Left
//! scaffold of `X` is at least `d` at `t`, and falls with slope 0 or -1; so it is above 0, where
//! the mast of `X` is, up to `t + d`. This is 6. ∎
//!
//! The bound of a component in a sum is such an `F` or a number. The mean of a component that
//! equals its negative is 0. Components that are negatives of each other are left out before bounds
//! are added, since `X - X = 0`. Components of few vertices are exact.

use super::{
    Cooler, LABELLED_A_STEP, Mast, View, WORK_A_STEP, cube, penalty, rung_below, unless_limited,
};
use crate::graph::classes::{Classes, with_any_rows};
use crate::graph::{BitRow, Board};
use crate::ruleset::{Player, Ruleset};
use crate::solver::budget::{Budget, SolveError};
use crate::solver::enclose::{can_enclose, halved};
use crate::solver::exact::Solver;
use crate::solver::signed::{Sign, Signed};
use crate::value::{Dyadic, OptionList, Value, Values};
use smallvec::SmallVec;

/// The limits that are tried one after the other.
const ATTEMPTS: [Few; 4] = [
    Few::of(Choice::Stops, 8, 1, 1 << 16),
    Few::of(Choice::Promise, 10, 1, 1 << 14),
    Few::of(Choice::Stops, 10, 2, 1 << 16),
    Few::of(Choice::Stops, 8, 1, 1 << 20),
];

/// The greatest number of penalties that are tried.
const RUNGS: usize = 3;

/// How the few options of a component are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// The options after which the player may claim the most vertices more than the other player.
    /// The other options are not looked at.
    Promise,
    /// The options with the best stops.
    Stops,
}

/// Limits on the components of a bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    pub choice: Choice,
    /// The greatest number of vertices of a component that is exact.
    pub exact: usize,
    /// The number of options of the player who has few.
    pub options: usize,
    /// The greatest product of the sizes of forms that are added.
    pub sum: u64,
}

impl Few {
    const fn of(choice: Choice, exact: usize, options: usize, sum: u64) -> Few {
        Few {
            choice,
            exact,
            options,
            sum,
        }
    }
}

/// Raises the lower bound for the temperature of a board whose bounds are `known`. The board has to
/// be connected and equal to its negative; for other boards the bounds stay as they are. The result
/// depends only on the arguments.
///
/// # Errors
/// As [`super::cool`].
pub fn warm(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
    known: Mast,
) -> Result<Mast, SolveError> {
    ruleset.fits(board)?;
    if !can_enclose(ruleset) {
        return Err(SolveError::NoEnclosure(ruleset.name().to_string()));
    }
    let mut mast = known;
    let mut solver = Solver::new(ruleset, halved(budget));
    let compressed = solver.compressed(board)?;
    let done = with_any_rows!(&compressed, position => {
        solver.move_on();
        warm_position(&mut solver, budget, position, &mut mast)
    });
    unless_limited(done)?;
    Ok(mast)
}

/// Raises the lower bound for the temperature of a position, at the highest penalties first. Each
/// attempt may take a half of the work that is left.
fn warm_position<R: BitRow>(
    solver: &mut Solver,
    budget: &Budget,
    position: &Classes<R>,
    mast: &mut Mast,
) -> Result<(), SolveError> {
    let signed = Signed::of(position.clone());
    if signed.sign != Sign::SelfNegative || position.component(0, position.all()) != position.all()
    {
        return Ok(());
    }
    let mut half = Budget {
        work: budget.work / 2,
        ..budget.clone()
    };
    let guess = Cooler::new(solver, &half).guess(position)?;
    let above = guess.add(guess)?.add(Dyadic::integer(1))?;
    for few in ATTEMPTS {
        let mut next = mast.temperature[1].min(above);
        for _ in 0..RUNGS {
            let rung = rung_below(next)?;
            next = penalty(rung)?;
            if next < mast.temperature[0] || mast.temperature[0] == mast.temperature[1] {
                break;
            }
            let before = solver.values.work();
            let mut cooler = Cooler::with_few(solver, &half, few);
            unless_limited(cooler.warm(&signed, rung, mast))?;
            let steps = half.work - cooler.work;
            let on_values = (solver.values.work() - before) / WORK_A_STEP;
            half.work -= steps.max(on_values).min(half.work) / 2;
            if rung == 0 {
                break;
            }
        }
    }
    Ok(())
}

impl<'s> Cooler<'s> {
    fn with_few(solver: &'s mut Solver, budget: &Budget, few: Few) -> Cooler<'s> {
        let mut cooler = Cooler {
            few: Some(few),
            ..Cooler::new(solver, budget)
        };
        cooler.limit_work();
        cooler
    }

    /// Raises the lower bound for the temperature of a position by its Left options, cooled by the
    /// penalty of a rung.
    fn warm<R: BitRow>(
        &mut self,
        signed: &Signed<R>,
        rung: i64,
        mast: &mut Mast,
    ) -> Result<(), SolveError> {
        let t = penalty(rung)?;
        let claims = signed.claims(&self.solver.rules, Player::Left);
        for c in self.promising(&signed.component, claims, Player::Left, usize::MAX) {
            let (after, rest) = self.solver.rules.claim(&signed.component, c, Player::Left);
            let cooled = self.sum(after, rest, rung, View::Few(Player::Left))?;
            let above = self.solver.values.right_stop(cooled).sub(t)?;
            if above > Dyadic::ZERO {
                mast.temperature[0] = mast.temperature[0].max(t.add(above)?);
            }
            if mast.temperature[0] >= mast.temperature[1] {
                break;
            }
        }
        Ok(())
    }

    /// The options with the best stops for a player who has few.
    pub(super) fn best_options(
        &mut self,
        options: OptionList,
        player: Player,
        most: usize,
    ) -> Result<OptionList, SolveError> {
        let values = &mut self.solver.values;
        let mut ranked: SmallVec<[(Dyadic, Dyadic, Value); 8]> = SmallVec::new();
        for option in options {
            let (first, second) = match player {
                Player::Left => (values.right_stop(option), values.left_stop(option)?),
                Player::Right => (
                    values.left_stop(option)?.neg(),
                    values.right_stop(option).neg(),
                ),
            };
            if !ranked.iter().any(|r| r.2 == option) {
                ranked.push((first, second, option));
            }
        }
        // The sort is stable: of equal options, the one that was claimed first comes first.
        ranked.sort_by_key(|r| std::cmp::Reverse((r.0, r.1)));
        Ok(ranked.into_iter().take(most).map(|r| r.2).collect())
    }

    /// The claims after which a player may claim the most vertices more than the other player, at
    /// most `most` of them.
    pub(super) fn promising<R: BitRow>(
        &self,
        position: &Classes<R>,
        claims: R,
        player: Player,
        most: usize,
    ) -> SmallVec<[usize; 16]> {
        let rules = &self.solver.rules;
        let lead = |c: usize| {
            let (after, rest) = rules.claim(position, c, player);
            let part = after.part(rest);
            let [own, other] = [player, player.other()].map(|p| rules.moves(&part, p));
            (i64::from(other) - i64::from(own), c)
        };
        let mut ranked: SmallVec<[(i64, usize); 16]> = claims.bits().map(lead).collect();
        ranked.sort_unstable();
        ranked.into_iter().take(most).map(|(_, c)| c).collect()
    }

    /// The parts without pairs that are negatives of each other.
    pub(super) fn uncancelled<R: BitRow>(
        &mut self,
        parts: SmallVec<[Classes<R>; 2]>,
    ) -> Result<SmallVec<[Classes<R>; 2]>, SolveError> {
        let mut kept: Vec<(usize, Sign, Classes<R>)> = Vec::with_capacity(parts.len());
        for part in parts {
            self.charge(1 + cube(part.len()) / LABELLED_A_STEP)?;
            let signed = Signed::of(part.clone());
            let number = self.number_of(&signed)?;
            let cancels = |other: &(usize, Sign, Classes<R>)| {
                other.0 == number && (signed.sign == Sign::SelfNegative || other.1 != signed.sign)
            };
            match kept.iter().position(cancels) {
                Some(place) => drop(kept.swap_remove(place)),
                None => kept.push((number, signed.sign, part)),
            }
        }
        Ok(kept.into_iter().map(|(_, _, part)| part).collect())
    }
}

/// Replaces summands by their stops until the others are small enough to be added: `X` is at least
/// its right stop, and at most its left stop. Those with the least difference of the stops are
/// replaced first. `most` is the greatest product of their sizes. Returns the sum of `number` and
/// the stops.
pub(super) fn stops_of_some(
    values: &mut Values,
    summands: &mut SmallVec<[Value; 4]>,
    number: Value,
    player: Player,
    most: u64,
) -> Result<Value, SolveError> {
    let mut sum = number;
    loop {
        let sizes = summands.iter().map(|&g| values.size(g));
        let product = sizes.fold(1u64, |all, size| all.saturating_mul(size.max(1)));
        if product <= most {
            return Ok(sum);
        }
        let mut least: Option<(Dyadic, usize)> = None;
        for (i, &g) in summands.iter().enumerate() {
            let gap = values.left_stop(g)?.sub(values.right_stop(g))?;
            if values.as_number(g).is_none() && least.is_none_or(|l| gap < l.0) {
                least = Some((gap, i));
            }
        }
        let Some((_, i)) = least else {
            return Ok(sum);
        };
        let g = summands.swap_remove(i);
        let stop = match player {
            Player::Left => values.right_stop(g),
            Player::Right => values.left_stop(g)?,
        };
        let stop = values.number(stop);
        sum = values.add(sum, stop)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{enumerate, parse_board};
    use crate::ruleset;

    /// Limits under which hardly any component is exact, and sums are hardly added.
    const NARROW: [Few; 3] = [
        Few::of(Choice::Stops, 1, 1, 8),
        Few::of(Choice::Promise, 2, 1, 64),
        Few::of(Choice::Stops, 3, 2, 1 << 12),
    ];

    /// Compares the bounds for a board, at each penalty of the ladder up to its temperature, with
    /// the exact temperature. Returns whether some bound meets the temperature.
    fn meets(solver: &mut Solver, board: &Board) -> bool {
        let exact = solver.evaluate(board).expect("small").temperatures();
        let exact = exact.expect("the game has values").temperature;
        let mut own = Solver::new(solver.ruleset(), Budget::default());
        let compressed = own.compressed(board).expect("a position");
        with_any_rows!(&compressed, position => best(&mut own, position, exact)) == exact
    }

    /// The best bound of a position whose temperature is `exact`.
    fn best<R: BitRow>(solver: &mut Solver, position: &Classes<R>, exact: Dyadic) -> Dyadic {
        let signed = Signed::of(position.clone());
        let above = exact.add(Dyadic::integer(1)).expect("small");
        let mut best = Dyadic::MINUS_ONE;
        for few in NARROW {
            for rung in 0..=rung_below(above).expect("small") {
                let mut mast = Mast {
                    mean: None,
                    temperature: [Dyadic::MINUS_ONE, Dyadic::integer(1 << 20)],
                };
                let mut cooler = Cooler::with_few(solver, &Budget::default(), few);
                cooler.warm(&signed, rung, &mut mast).expect("small");
                let least = mast.temperature[0];
                assert!(least <= exact, "{few:?} {rung}: {least} > {exact}");
                best = best.max(least);
            }
        }
        best
    }

    #[test]
    fn bounds_with_few_options_hold_on_all_small_boards() {
        let games = ruleset::catalogue().iter().filter(|r| can_enclose(**r));
        let (mut met, mut all) = (0, 0);
        for &game in games {
            let mut solver = Solver::new(game, Budget::default());
            let mut graphs = enumerate::first();
            for order in 1..=6 {
                for graph in &graphs {
                    let board = Board::untinted(graph.clone());
                    if order > 1 && game.fits(&board).is_ok() {
                        met += usize::from(meets(&mut solver, &board));
                        all += 1;
                    }
                }
                graphs = enumerate::next_connected(&graphs);
            }
        }
        assert!(2 * met > all && all > 300, "{met} of {all}");
    }

    #[test]
    fn bounds_with_few_options_hold_on_larger_boards() {
        let snort = ruleset::find("snort").expect("in the catalogue");
        let mut solver = Solver::new(snort, Budget::default());
        let names = (1..=8).map(|seed| format!("random_tree(15,{seed})"));
        let more = (1..=6).map(|seed| format!("random_connected(10,14,{seed})"));
        let paths = (7..=16).map(|n| format!("path({n})"));
        let boards = names.chain(more).chain(paths);
        let met = boards.filter(|name| meets(&mut solver, &parse_board(name).expect("a family")));
        let met = met.count();
        assert!(met >= 12, "{met}");
    }

    /// The temperature of a path that exact cooling takes minutes for.
    #[test]
    fn few_options_suffice_for_a_path() {
        let snort = ruleset::find("snort").expect("in the catalogue");
        let board = parse_board("path(30)").expect("a family");
        let one = Dyadic::integer(1);
        let known = Mast {
            mean: Some(Dyadic::ZERO),
            temperature: [Dyadic::MINUS_ONE, one],
        };
        let found = warm(snort, &Budget::default(), &board, known).expect("a position");
        assert_eq!(found.temperature, [one; 2]);
    }
}
