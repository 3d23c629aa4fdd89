//! The mean and the temperature of a board by cooling, without its canonical form.
//!
//! `G` cooled by `t >= 0` is its mean if `t` exceeds its temperature, else the game `G_t` in which
//! each move costs `t`. Cooling is additive, and the stops of `G_t` are the walls of `G` at `t`
//! (Conway, *On Numbers and Games*, ch. 9; Siegel, *Combinatorial Game Theory*, II.5). So the
//! thermograph of a board above `t` follows from its options cooled by `t`. Colder components are
//! numbers there. Just below the temperature of a board the cooled forms are often thousands of
//! times smaller than the canonical forms.
//!
//! Two games are *equal up to infinitesimals* if their difference is less than every positive
//! number in absolute value. Such games have the same stops, sums keep the relation, and so does
//! `{L|R}` if its left stop exceeds its right stop (Grossman and Siegel, *Reductions of partizan
//! games*, 2009). All cooled forms here are meant up to infinitesimals.
//!
//! **Theorem.** Let `l` be the greatest right stop of the games `G^L_t - t`, and `r` the least left
//! stop of the games `G^R_t + t`.
//!
//! 1. If `l > r`, the temperature of `G` exceeds `t`, and `G_t` is `{G^L_t - t | G^R_t + t}`.
//! 2. If `l = r`, the temperature is at most `t`, and the mean is `l`.
//! 3. If `l < r`, the temperature is less than `t`, and at most `t - (r - l)/2` if this is not
//!    negative. If `t = 0`, then `G` is a number; it is the simplest number between `l` and `r` if
//!    that is neither `l` nor `r`.
//!
//! *Proof.* `l` and `r` are the scaffolds of `G` at `t`. The Left scaffold falls with slope 0 or
//! -1, the Right scaffold rises with slope 0 or 1. If `G` is not a number, its temperature is the
//! least penalty at which they meet, and its mean is their value there and wherever they meet
//! again. At a penalty smaller by `d` the difference of the scaffolds is at most `l - r + 2d`. If
//! `G` is a number, then `l <= G <= r`: no right stop of a Left option exceeds `G`, and the Left
//! scaffold falls from there. At `t = 0` a number `x` with `l < x < r` fits between the options,
//! and any number that fits lies from `l` to `r`; so `G` is the simplest number that fits (Conway).
//! ∎
//!
//! A component with `l < r` needs its mean. A component that equals its negative has mean 0. For
//! others the theorem is applied at a lower penalty of the [ladder](penalty), which bound 3 picks.

use super::budget::{Budget, SolveError, unless_limited};
use super::cuts::Cutter;
use super::enclose::{can_enclose, halved};
use super::exact::Solver;
use super::ladder::{
    Allowance, Descent, Known, Mast, WORK_A_STEP, not_above, only_number, penalty, rung_below,
};
use super::recent::{self, Packed, Recent};
use super::signed::{Sign, Signed};
use super::squares::Region;
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_boards::classes::{Classes, with_any_rows};
use boilingpoint_boards::{BitRow, Board};
use boilingpoint_rules::{Player, Ruleset};
use boilingpoint_values::{Dyadic, OptionList, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The greatest number of classes of the part of a board that is valued for a first guess of the
/// temperature, and the greatest numbers of positions and of steps of work on values for that.
const GUESS_OF_CLASSES: usize = 14;
const GUESS_POSITIONS: u64 = 1 << 12;
const GUESS_WORK: u64 = 1 << 18;

/// The classes in all components of a position whose splitting takes about one step.
const SPLIT_A_STEP: u64 = 16;

/// Labelling a component and listing its claims takes about as many steps as the cube of its number
/// of classes, divided by this number: 2 microseconds for 18 classes, a millisecond for 150.
pub(super) const LABELLED_A_STEP: u64 = 2400;

pub(super) fn cube(classes: usize) -> u64 {
    (classes as u64).pow(3)
}

/// The mean and the temperature of a board of a partizan claiming game, with a new solver. `known`
/// are bounds for the temperature; good bounds save work. The result depends only on the arguments.
/// If the temperature is at most 0, or if the budget ends the work, the bounds for the temperature
/// may differ.
///
/// # Errors
/// [`SolveError::NoEnclosure`] for another game, [`SolveError::Stopped`], and the errors of
/// [`Solver::value`] for boards that are no positions of the game.
pub fn cool(
    ruleset: &'static dyn Ruleset,
    budget: &Budget,
    board: &Board,
    known: [Dyadic; 2],
) -> Result<Mast, SolveError> {
    ruleset.fits(board)?;
    if !can_enclose(ruleset) {
        return Err(SolveError::NoEnclosure(ruleset.name().to_string()));
    }
    let mut mast = Mast {
        mean: None,
        temperature: known,
    };
    let mut solver = Solver::new(ruleset, halved(budget));
    if let Some(region) = Region::of(ruleset, board) {
        let mut cutter = Cutter::new(&mut solver, budget, region);
        let done = cutter.bracket(&mut mast);
        let done = done.and_then(|()| cutter.descend(&mut mast));
        unless_limited(done)?;
        return Ok(mast);
    }
    let compressed = solver.compressed(board)?;
    let done = with_any_rows!(&compressed, position => {
        solver.move_on();
        let cooler = Cooler::new(&mut solver, budget);
        ClaimsDescent { cooler, position }.descend(&mut mast)
    });
    unless_limited(done)?;
    Ok(mast)
}

/// The cooled options of a component, and the scaffolds at the penalty; `None` for a player without
/// options.
struct Cooled {
    options: [OptionList; 2],
    scaffolds: [Option<Dyadic>; 2],
}

/// A position of a claiming game that is cooled.
struct ClaimsDescent<'s, 'p, R: BitRow> {
    cooler: Cooler<'s>,
    position: &'p Classes<R>,
}

impl<R: BitRow> Descent for ClaimsDescent<'_, '_, R> {
    fn solver(&mut self) -> &mut Solver {
        self.cooler.solver
    }

    fn guess(&mut self) -> Result<Dyadic, SolveError> {
        self.cooler.guess(self.position)
    }

    fn cooled(&mut self, rung: i64) -> Result<Value, SolveError> {
        let position = self.position;
        self.cooler.sum(position.clone(), position.all(), rung)
    }

    fn warmest(&mut self) -> Result<Option<Dyadic>, SolveError> {
        let position = self.position;
        self.cooler.warmest(position.clone(), position.all())
    }

    fn freezes_at(&mut self, rung: i64) -> Result<bool, SolveError> {
        self.cooler.freezes_at(self.position, rung)
    }
}

/// The components of a board that were cooled so far.
struct Cooler<'s> {
    solver: &'s mut Solver,
    numbers: FxHashMap<CanonicalKey, usize>,
    known: Vec<Known>,
    recent: Recent<Packed, (usize, Sign)>,
    allowance: Allowance,
}

impl<'s> Cooler<'s> {
    fn new(solver: &'s mut Solver, budget: &Budget) -> Cooler<'s> {
        Cooler {
            solver,
            numbers: FxHashMap::default(),
            known: Vec::new(),
            recent: Recent::new(budget.bytes / 64, recent::MOST),
            allowance: Allowance::new(budget),
        }
    }

    /// Whether the temperature of a connected position is the penalty `t` of a rung, given that its
    /// scaffolds meet there. It is if some option on a scaffold is colder than `t`: then the walls
    /// of the option are vertical just below `t`, so the scaffold is not.
    fn freezes_at<R: BitRow>(
        &mut self,
        position: &Classes<R>,
        rung: i64,
    ) -> Result<bool, SolveError> {
        let t = penalty(rung)?;
        let signed = Signed::of(position.clone());
        let number = self.number_of(&signed)?;
        let Some((mean, _)) = self.known[number].frozen else {
            return Ok(false);
        };
        for player in Player::BOTH {
            for c in signed.claims(&self.solver.rules, player).bits() {
                let (after, rest) = self.solver.rules.claim(&signed.component, c, player);
                let option = self.sum(after.clone(), rest, rung)?;
                let values = &mut self.solver.values;
                let scaffold = match player {
                    Player::Left => values.right_stop(option).sub(t)?,
                    Player::Right => values.left_stop(option)?.add(t)?,
                };
                let warmest = self.warmest(after, rest)?;
                if scaffold == mean && warmest.is_some_and(|warmest| warmest < t) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A penalty that no component of a position exceeds in temperature; `None` if none is known.
    fn warmest<R: BitRow>(
        &mut self,
        mut position: Classes<R>,
        rest: R,
    ) -> Result<Option<Dyadic>, SolveError> {
        let (parts, ..) = self.solver.parts(&mut position, rest);
        let mut warmest = Dyadic::ZERO;
        for part in parts {
            let number = self.number_of(&Signed::of(part))?;
            match self.known[number].frozen {
                Some((_, from)) => warmest = warmest.max(from),
                None => return Ok(None),
            }
        }
        Ok(Some(warmest))
    }

    /// A guess of the temperature: that of the classes near the class with the most neighbours. If
    /// it is too low, forms are larger than they need be; if it is too high, a rung is in vain.
    fn guess<R: BitRow>(&mut self, position: &Classes<R>) -> Result<Dyadic, SolveError> {
        let degree = |c: &usize| {
            position.rows[*c]
                .bits()
                .map(|d| u32::from(position.counts[d]))
                .sum::<u32>()
        };
        let centre = position.all().bits().max_by_key(degree);
        let mut near = centre.map_or(R::NONE, R::one);
        loop {
            let around = near.bits().fold(near, |all, c| all | position.rows[c]);
            let next = around.bits().find(|&c| !near.has(c));
            match next {
                Some(c) if (near.count() as usize) < GUESS_OF_CLASSES => near |= R::one(c),
                _ => break,
            }
        }
        let signed = Signed::of(position.part(near));
        let guess = match self
            .solver
            .value_within(&signed, GUESS_POSITIONS, GUESS_WORK)
        {
            Ok(value) => self.solver.values.thermograph(value)?.temperature,
            Err(error) if error.is_limit() => Dyadic::integer(1),
            Err(error) => return Err(error),
        };
        self.limit_work();
        let less = guess.half()?.half()?;
        Ok(guess.sub(less)?.max(Dyadic::integer(1)))
    }

    /// Limits the work on values to the steps that are left.
    fn limit_work(&mut self) {
        let left = self.allowance.work.saturating_mul(WORK_A_STEP);
        self.solver.values.limit_work(Some(left));
    }

    /// The sum of the components of a position, cooled by the penalty of a rung. `*` is 0 up to
    /// infinitesimals.
    fn sum<R: BitRow>(
        &mut self,
        mut position: Classes<R>,
        rest: R,
        rung: i64,
    ) -> Result<Value, SolveError> {
        let (parts, integer, _) = self.solver.parts(&mut position, rest);
        let classes = (1 + parts.len()) * position.len();
        self.allowance
            .charge(self.solver, 1 + classes as u64 / SPLIT_A_STEP)?;
        let mut summands: SmallVec<[Value; 4]> = SmallVec::new();
        for part in parts {
            let cooled = self.component(part, rung)?;
            self.solver.add_summand(&mut summands, cooled)?;
        }
        let values = &mut self.solver.values;
        let mut sum = values.integer(integer);
        for summand in summands {
            sum = values.add(sum, summand)?;
        }
        Ok(sum)
    }

    /// A component, cooled by the penalty of a rung.
    fn component<R: BitRow>(&mut self, part: Classes<R>, rung: i64) -> Result<Value, SolveError> {
        let packed = Packed::of(&part);
        if let Some((number, sign)) = packed.and_then(|p| self.recent.get(p))
            && let Some(cooled) = self.known[number].at(rung, self.solver)?
        {
            return self.solver.signed(cooled, sign);
        }
        match part.len() {
            0..=16 if R::BITS > 16 => self.labelled(part.with_rows::<u16>(), packed, rung),
            _ => self.labelled(part, packed, rung),
        }
    }

    fn labelled<R: BitRow>(
        &mut self,
        part: Classes<R>,
        packed: Option<Packed>,
        rung: i64,
    ) -> Result<Value, SolveError> {
        self.allowance
            .charge(self.solver, 1 + cube(part.len()) / LABELLED_A_STEP)?;
        let signed = Signed::of(part);
        let number = self.number_of(&signed)?;
        if let Some(packed) = packed {
            self.recent.put(packed, (number, signed.sign));
        }
        let cooled = self.stored(&signed, number, rung)?;
        self.solver.signed(cooled, signed.sign)
    }

    /// The stored component, cooled by the penalty of a rung.
    fn stored<R: BitRow>(
        &mut self,
        signed: &Signed<R>,
        number: usize,
        rung: i64,
    ) -> Result<Value, SolveError> {
        if let Some(known) = self.known[number].at(rung, self.solver)? {
            return Ok(known);
        }
        self.allowance.count(self.solver)?;
        let t = penalty(rung)?;
        let Cooled { options, scaffolds } = self.options(signed, rung)?;
        let [lefts, rights] = options;
        let values = &mut self.solver.values;
        let frozen = match scaffolds {
            [Some(l), Some(r)] if l > r => {
                let form = values.game(&lefts, &rights)?;
                self.known[number].forms.push((rung, form));
                return Ok(form);
            }
            [Some(l), Some(r)] if l == r => (l, t),
            _ if signed.sign == Sign::SelfNegative => (Dyadic::ZERO, not_above(t, scaffolds)?),
            _ if rung == 0 => (self.number(signed, scaffolds)?, t),
            _ => {
                let lower = rung_below(not_above(t, scaffolds)?)?;
                self.freeze(signed, number, lower)?
            }
        };
        self.known[number].frozen = Some(frozen);
        Ok(self.solver.values.number(frozen.0))
    }

    /// The mean of a component, and a penalty that its temperature does not exceed, from its form
    /// at a rung.
    fn freeze<R: BitRow>(
        &mut self,
        signed: &Signed<R>,
        number: usize,
        rung: i64,
    ) -> Result<(Dyadic, Dyadic), SolveError> {
        let cooled = self.stored(signed, number, rung)?;
        if let Some(frozen) = self.known[number].frozen {
            return Ok(frozen);
        }
        let above = self.solver.values.thermograph(cooled)?;
        let frozen = (above.mean, penalty(rung)?.add(above.temperature)?);
        self.known[number].frozen = Some(frozen);
        Ok(frozen)
    }

    /// A component that is a number, given its scaffolds at 0. Where the number may be one of the
    /// scaffolds, the infinitesimals decide, so the component is valued.
    fn number<R: BitRow>(
        &mut self,
        signed: &Signed<R>,
        scaffolds: [Option<Dyadic>; 2],
    ) -> Result<Dyadic, SolveError> {
        if let Some(number) = only_number(scaffolds) {
            return Ok(number);
        }
        let before = self.solver.values.work();
        let work = self.allowance.work.saturating_mul(WORK_A_STEP);
        let value = self
            .solver
            .value_within(signed, self.allowance.positions, work)?;
        self.allowance.charge(
            self.solver,
            (self.solver.values.work() - before) / WORK_A_STEP,
        )?;
        self.limit_work();
        self.solver
            .values
            .as_number(value)
            .ok_or(SolveError::Overflow)
    }

    fn options<R: BitRow>(&mut self, signed: &Signed<R>, rung: i64) -> Result<Cooled, SolveError> {
        let lefts = self.options_of(signed, Player::Left, rung)?;
        let rights = if signed.sign == Sign::SelfNegative {
            let negatives = lefts.iter().map(|&v| self.solver.values.neg(v));
            negatives.collect::<Result<_, _>>()?
        } else {
            self.options_of(signed, Player::Right, rung)?
        };
        let values = &mut self.solver.values;
        let l = lefts.iter().map(|&v| values.right_stop(v)).max();
        let r = values.least_left_stop(&rights)?;
        Ok(Cooled {
            options: [lefts, rights],
            scaffolds: [l, r],
        })
    }

    fn options_of<R: BitRow>(
        &mut self,
        signed: &Signed<R>,
        player: Player,
        rung: i64,
    ) -> Result<OptionList, SolveError> {
        let t = penalty(rung)?;
        let price = match player {
            Player::Left => t.neg(),
            Player::Right => t,
        };
        let price = self.solver.values.number(price);
        let claims = signed.claims(&self.solver.rules, player);
        let mut options = OptionList::new();
        for c in claims.bits() {
            let (after, rest) = self.solver.rules.claim(&signed.component, c, player);
            let option = self.sum(after, rest, rung)?;
            options.push(self.solver.values.add(option, price)?);
        }
        Ok(options)
    }

    /// The number of a component; a new component gets the next number.
    fn number_of<R: BitRow>(&mut self, signed: &Signed<R>) -> Result<usize, SolveError> {
        let key = &signed.labelling.key;
        if let Some(&number) = self.numbers.get(key) {
            return Ok(number);
        }
        let bytes = 2 * (key.len() + size_of::<(CanonicalKey, usize)>() + size_of::<Known>());
        self.allowance.hold(self.solver, bytes)?;
        self.numbers.insert(key.clone(), self.known.len());
        self.known.push(Known::default());
        Ok(self.known.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pinned::{Answers, assert_answers, brief};
    use crate::tests::{larger_boards, mast_by_cooling, small_boards};
    use boilingpoint_boards::parse_board;
    use boilingpoint_rules as ruleset;

    const UNKNOWN: [Dyadic; 2] = [Dyadic::MINUS_ONE, Dyadic::integer(1 << 20)];

    /// The mast of a board, and what is left of small budgets.
    fn spent(rules: &'static dyn Ruleset, board: &Board) -> Answers {
        let budgets = [
            (150, 1 << 24),
            (1_500, 1 << 24),
            (6_000, 1 << 24),
            (1_500, 1 << 13),
        ];
        let with = |(work, bytes)| {
            let budget = Budget {
                work,
                bytes,
                ..Budget::default()
            };
            let mut mast = Mast {
                mean: None,
                temperature: UNKNOWN,
            };
            let mut solver = Solver::new(rules, Budget::default());
            let (done, account) = match Region::of(rules, board) {
                Some(region) => {
                    let mut cutter = Cutter::new(&mut solver, &budget, region);
                    cutter.small = (6, 1);
                    let done = cutter.bracket(&mut mast);
                    let done = done.and_then(|()| cutter.descend(&mut mast));
                    (done, cutter.account())
                }
                None => {
                    let compressed = solver.compressed(board).expect("a position");
                    with_any_rows!(&compressed, position => {
                        solver.move_on();
                        let cooler = Cooler::new(&mut solver, &budget);
                        let mut descent = ClaimsDescent { cooler, position };
                        let done = descent.descend(&mut mast);
                        let Cooler { allowance, known, numbers, .. } = descent.cooler;
                        (done, (allowance.account(), [known.len(), numbers.len()]))
                    })
                }
            };
            let [least, most] = mast.temperature;
            let mean = mast.mean.map(|mean| mean.to_string());
            let said = brief(done.map(|()| None));
            let answer = format!("{said} {mean:?} {least}..{most} {account:?}");
            (format!("spent({work},{bytes})"), answer)
        };
        budgets.map(with).to_vec()
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn masts_take_the_work_and_the_memory_of_the_table() {
        assert_answers(spent, can_enclose, "cooled");
    }

    /// Compares the mast of a board with its exact thermograph; returns whether the board is hot.
    fn agrees(solver: &mut Solver, board: &Board) -> bool {
        let exact = solver.evaluate(board).expect("small").temperatures();
        let exact = exact.expect("the game has values");
        let found = cool(solver.ruleset(), &Budget::default(), board, UNKNOWN).expect("small");
        let (expected, hot) = mast_by_cooling(&exact);
        assert_eq!(found, expected, "{} {board:?}", solver.ruleset().name());
        hot
    }

    #[test]
    fn cooling_agrees_with_thermographs_on_all_small_boards() {
        let games = ruleset::catalogue().iter().filter(|r| can_enclose(**r));
        let (mut hot, mut cold) = (0, 0);
        for &game in games {
            let mut solver = Solver::new(game, Budget::default());
            for board in small_boards(game) {
                match agrees(&mut solver, &board) {
                    true => hot += 1,
                    false => cold += 1,
                }
            }
        }
        assert!(hot > 500 && cold > 500, "{hot} hot, {cold} cold");
    }

    #[test]
    fn cooling_agrees_with_thermographs_on_larger_boards() {
        let snort = ruleset::find("snort").expect("in the catalogue");
        let mut solver = Solver::new(snort, Budget::default());
        for board in larger_boards() {
            agrees(&mut solver, &board);
        }
    }

    #[test]
    fn a_budget_ends_cooling() {
        let snort = ruleset::find("snort").expect("in the catalogue");
        let board = parse_board("random_tree(40,1)").expect("a family");
        let mut found = Vec::new();
        for (positions, work) in [
            (50, 1 << 40),
            (1 << 40, 500),
            (4000, 1 << 40),
            (1 << 40, 1 << 40),
        ] {
            let budget = Budget {
                positions,
                work,
                ..Budget::default()
            };
            found.push(cool(snort, &budget, &board, UNKNOWN).expect("a position"));
        }
        let exact = Dyadic::new(35, 3).expect("small");
        assert_eq!(
            found[0],
            Mast {
                mean: None,
                temperature: UNKNOWN
            }
        );
        assert_eq!(found[1], found[0]);
        assert_eq!(found[3].temperature, [exact; 2]);
        assert!(found[2].temperature[0] <= exact && exact <= found[2].temperature[1]);
    }

    /// Temperatures of paths, most of them beyond the exact solver's budget: from 8 vertices on
    /// they repeat with period 6 (`docs/findings/snort-paths.md`). Long paths whose number of
    /// vertices is a multiple of 6 take too long for a test.
    #[test]
    fn temperatures_of_paths_repeat() {
        let snort = ruleset::find("snort").expect("in the catalogue");
        for n in (8..=47).filter(|n| n % 6 != 0 || *n <= 24) {
            let board = parse_board(&format!("path({n})")).expect("a family");
            let found = cool(snort, &Budget::default(), &board, UNKNOWN).expect("a position");
            let halves = [2, 4, 4, 4, 3, 3][n % 6];
            let temperature = Dyadic::new(halves, 1).expect("small");
            let mean = Some(Dyadic::ZERO);
            let temperature = [temperature; 2];
            assert_eq!(found, Mast { mean, temperature }, "path({n})");
        }
    }
}
