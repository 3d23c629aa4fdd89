//! The mean and the temperature of a set of squares in Domineering, by cuts.
//!
//! Let `X` be a set of squares. If Left gives up all dominoes across some horizontal lines, the set
//! falls apart into strips, with a sum `A` of values; and if Right gives up all dominoes across
//! some vertical lines, into strips with a sum `B`. A player who gives up moves is no better off
//! (the One-Hand-Tied Principle, *Winning Ways*, ch. 1), so `A <= X <= B`. Cooling keeps this
//! order.
//!
//! As in `solver/cool.rs`, sets are cooled by penalties, and all cooled forms are meant up to
//! infinitesimals. Three rules spare most of the options of a large set:
//!
//! 1. If the cooled `A` and `B` are equal, or `A` is at least `B`, the cooled `X` is `A`.
//! 2. If the right stop of the cooled `A` is the left stop of the cooled `B`, then `X` is frozen, and
//!    this is its mean: the mean lies between the stops of `X`, and these between those of `A` and `B`.
//! 3. If a lower bound of one option of Left is at least an upper bound of another, the other is
//!    dominated. The same holds of Right with the bounds exchanged.
//!
//! Leaving out options that are dominated up to infinitesimals changes a hot form by an
//! infinitesimal only (Grossman and Siegel, *Reductions of partizan games*, 2009), and no scaffold.
//!
//! Small sets are valued exactly. A large set gets its bounds from all cuts between two rows; its
//! strips are small or known, or are cut again. Two lower bounds are kept: that of the greatest
//! mean and that of the greatest right stop. Upper bounds are those of the reflection at the
//! diagonal, whose value is the negative.

use super::boards::Lookup;
use super::budget::{Budget, SolveError, if_within_limits};
use super::exact::Solver;
use super::ladder::{
    Allowance, Descent, Known, Mast, WORK_A_STEP, not_above, only_number, penalty, rung_below,
    rungs,
};
use super::playable::{Keyed, Playable};
use super::recent::{self, Packed, Recent};
use super::signed::Sign;
use super::squares::Region;
use super::steps::Count;
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, OptionList, Value};
use rustc_hash::FxHashMap;

/// The greatest number of squares of a set that is valued exactly, and the width of strips that
/// are.
const SMALL: u32 = 16;
const STRIP: usize = 2;

/// The number of promising options whose bounds are compared with those of all others, before an
/// option is cooled.
const COMPARED: usize = 4;

/// The highest penalty at which bounds alone are tried, in halves. No position is known that is
/// hotter than 33/16.
const BRACKETED: i64 = 8;

/// Two bounds of a cooled set: that of the best mean, and that of the best stop.
type Pair = [Value; 2];

/// Bounds of a cooled set.
#[derive(Clone, Copy)]
pub(super) struct Between {
    pub low: Pair,
    pub high: Pair,
}

/// An option of a set, with bounds of its cooled value.
struct Candidate {
    region: Region,
    low: Value,
    high: Value,
    is_known: bool,
    is_out: bool,
}

/// The sets of squares that were cooled so far.
pub(super) struct Cutter<'s> {
    pub solver: &'s mut Solver,
    root: Region,
    /// The greatest number of squares of a set that is valued exactly, and the width of strips that
    /// are.
    pub small: (u32, usize),
    known: FxHashMap<Region, Known>,
    between: FxHashMap<(Region, i64), Between>,
    lows: Recent<Packed, (i64, Pair)>,
    strips: Recent<Packed, (i64, Pair)>,
    cooled: FxHashMap<(Value, i64), Value>,
    means: FxHashMap<Value, Dyadic>,
    allowance: Allowance,
}

impl<'s> Cutter<'s> {
    pub fn new(solver: &'s mut Solver, budget: &Budget, root: Region) -> Cutter<'s> {
        solver.move_on();
        solver.count = Count::within(budget.positions, budget.work);
        let work = budget.work.saturating_mul(WORK_A_STEP);
        solver.values.limit_work(Some(work));
        Cutter {
            root,
            small: (SMALL, STRIP),
            known: FxHashMap::default(),
            between: FxHashMap::default(),
            lows: Recent::new(budget.bytes / 64, recent::MOST),
            strips: Recent::new(budget.bytes / 64, recent::MOST),
            cooled: FxHashMap::default(),
            means: FxHashMap::default(),
            allowance: Allowance::new(budget),
            solver,
        }
    }

    /// Runs a search with a limit of work; returns `None` if a limit ends it. The facts that were
    /// found are forgotten if they fill the memory.
    pub fn within<T>(
        &mut self,
        work: u64,
        find: impl FnOnce(&mut Self) -> Result<T, SolveError>,
    ) -> Result<Option<T>, SolveError> {
        self.solver.count = Count::within(work, u64::MAX);
        (self.allowance.work, self.allowance.positions) = (work, work);
        let values = work.saturating_mul(WORK_A_STEP);
        self.solver.values.limit_work(Some(values));
        let found = find(self);
        self.solver.values.limit_work(None);
        if self.allowance.is_full() {
            self.forget();
        }
        if_within_limits(found)
    }

    /// The account of the allowance, the sets that are known, and the forms that were cooled.
    #[cfg(test)]
    pub fn account(&self) -> ([u64; 3], [usize; 2]) {
        (
            self.allowance.account(),
            [self.known.len(), self.cooled.len()],
        )
    }

    fn forget(&mut self) {
        self.known = FxHashMap::default();
        self.between = FxHashMap::default();
        self.cooled = FxHashMap::default();
        self.means = FxHashMap::default();
        self.allowance.release();
    }

    /// Whether a connected set is valued exactly.
    pub fn is_small(&self, part: Region) -> bool {
        let (squares, width) = self.small;
        part.len() <= squares || part.sides().into_iter().any(|side| side <= width)
    }

    /// A set, cooled by the penalty of a rung.
    fn sum(&mut self, region: Region, rung: i64) -> Result<Value, SolveError> {
        let (parts, number) = region.parts(self.solver.ruleset);
        let mut sum = self.solver.values.integer(number);
        for part in parts {
            let cooled = match self.is_small(part) {
                true => self.small(part, rung)?,
                false => {
                    let keyed = part.keyed()?;
                    let cooled = self.large(keyed.position, keyed.sign, rung)?;
                    self.solver.signed(cooled, keyed.sign)?
                }
            };
            sum = self.solver.values.add(sum, cooled)?;
        }
        Ok(sum)
    }

    /// Narrows the bounds for the temperature, and finds the mean, where bounds alone prove it. The
    /// board is hot at a penalty if the lower bound of its left stop exceeds the upper bound of its
    /// right stop there, and frozen by rule 2, or if bounds of its options show that its scaffolds
    /// have met (the theorem of `solver/cool.rs`).
    pub fn bracket(&mut self, mast: &mut Mast) -> Result<(), SolveError> {
        for rung in rungs(BRACKETED) {
            let t = penalty(rung)?;
            if mast.temperature[1] <= t {
                break;
            }
            let Candidate { low, high, .. } = self.candidate(self.root, rung)?;
            let values = &mut self.solver.values;
            let stop = values.right_stop(low);
            if values.left_stop(low)? > values.right_stop(high) {
                mast.temperature[0] = mast.temperature[0].max(t);
            } else if stop == values.left_stop(high)? {
                mast.temperature[1] = t;
                mast.mean = Some(stop);
                break;
            } else if rung > 0 && self.has_met(rung)? {
                mast.temperature[1] = t;
                break;
            }
        }
        Ok(())
    }

    /// Whether bounds of the options of a connected board show that no left scaffold exceeds the
    /// right scaffold at the penalty of a rung.
    fn has_met(&mut self, rung: i64) -> Result<bool, SolveError> {
        if self.root.parts(self.solver.ruleset).0.len() != 1 {
            return Ok(false);
        }
        let t = penalty(rung)?;
        let mut scaffolds = [None; 2];
        for player in Player::BOTH {
            let options: Vec<Region> = self.root.options(self.solver.ruleset, player).collect();
            for option in options {
                let Candidate { low, high, .. } = self.candidate(option, rung)?;
                let values = &mut self.solver.values;
                let scaffold = &mut scaffolds[player as usize];
                *scaffold = match player {
                    Player::Left => (*scaffold).max(Some(values.right_stop(high).sub(t)?)),
                    Player::Right => {
                        let own = values.left_stop(low)?.add(t)?;
                        Some(scaffold.map_or(own, |least: Dyadic| least.min(own)))
                    }
                };
            }
        }
        Ok(matches!(scaffolds, [Some(l), Some(r)] if l <= r))
    }

    /// A small connected set, cooled.
    fn small(&mut self, part: Region, rung: i64) -> Result<Value, SolveError> {
        let value = part.known(self.solver)?.value;
        self.cool_value(value, rung)
    }

    fn cool_value(&mut self, value: Value, rung: i64) -> Result<Value, SolveError> {
        if self.solver.values.as_number(value).is_some() {
            return Ok(value);
        }
        if let Some(&known) = self.cooled.get(&(value, rung)) {
            return Ok(known);
        }
        let t = penalty(rung)?;
        let walls = self.solver.values.thermograph(value)?;
        let cooled = match walls.temperature <= t {
            true => self.solver.values.number(walls.mean),
            false => {
                let mut sides = [
                    self.solver.values.left_options(value)?,
                    self.solver.values.right_options(value)?,
                ];
                for (side, price) in sides.iter_mut().zip([t.neg(), t]) {
                    let price = self.solver.values.number(price);
                    for option in side {
                        let cooled = self.cool_value(*option, rung)?;
                        *option = self.solver.values.add(cooled, price)?;
                    }
                }
                self.solver.values.game(&sides[0], &sides[1])?
            }
        };
        self.hold(size_of::<((Value, i64), Value)>())?;
        self.cooled.insert((value, rung), cooled);
        Ok(cooled)
    }

    /// A large connected set as the table stores it, cooled.
    fn large(&mut self, region: Region, sign: Sign, rung: i64) -> Result<Value, SolveError> {
        let bounds = self.bounds(region, sign, rung)?;
        if bounds.low[0] == bounds.high[0] {
            return Ok(bounds.low[0]);
        }
        self.allowance.count(self.solver)?;
        let lefts = self.best(region, Player::Left, rung)?;
        let rights = match sign {
            Sign::SelfNegative => {
                let negatives = lefts.iter().map(|&v| self.solver.values.neg(v));
                negatives.collect::<Result<_, _>>()?
            }
            _ => self.best(region, Player::Right, rung)?,
        };
        let values = &mut self.solver.values;
        let l = lefts.iter().map(|&v| values.right_stop(v)).max();
        let r = values.least_left_stop(&rights)?;
        let t = penalty(rung)?;
        let frozen = match [l, r] {
            [Some(l), Some(r)] if l > r => {
                let form = values.game(&lefts, &rights)?;
                self.entry(region)?.forms.push((rung, form));
                self.between.remove(&(region, rung));
                return Ok(form);
            }
            [Some(l), Some(r)] if l == r => (l, t),
            scaffolds if sign == Sign::SelfNegative => (Dyadic::ZERO, not_above(t, scaffolds)?),
            scaffolds => match self.mean_between(&bounds, scaffolds)? {
                Some(mean) => (mean, t),
                None if rung == 0 => (self.number(region, scaffolds)?, t),
                None => {
                    let lower = rung_below(not_above(t, scaffolds)?)?;
                    let cooled = self.large(region, sign, lower)?;
                    let above = self.solver.values.thermograph(cooled)?;
                    let warmth = above.temperature.max(Dyadic::ZERO);
                    (above.mean, penalty(lower)?.add(warmth)?)
                }
            },
        };
        self.between.remove(&(region, rung));
        self.freeze(region, frozen)
    }

    /// Stores the mean of a set, and a penalty that its temperature does not exceed.
    fn freeze(&mut self, region: Region, frozen: (Dyadic, Dyadic)) -> Result<Value, SolveError> {
        let known = self.entry(region)?;
        let from = known
            .frozen
            .map_or(frozen.1, |(_, from)| from.min(frozen.1));
        known.frozen = Some((frozen.0, from));
        Ok(self.solver.values.number(frozen.0))
    }

    fn entry(&mut self, region: Region) -> Result<&mut Known, SolveError> {
        self.hold(size_of::<(Region, Known)>())?;
        Ok(self.known.entry(region).or_default())
    }

    fn hold(&mut self, bytes: usize) -> Result<(), SolveError> {
        self.allowance.hold(self.solver, 2 * bytes)
    }

    /// The mean of a frozen set if its bounds and its scaffolds leave one number: it lies between
    /// the scaffolds, and between the means of the bounds.
    fn mean_between(
        &mut self,
        bounds: &Between,
        [l, r]: [Option<Dyadic>; 2],
    ) -> Result<Option<Dyadic>, SolveError> {
        let (Some(mut least), Some(mut most)) = (l, r) else {
            return Ok(None);
        };
        for i in 0..2 {
            least = least.max(self.mean(bounds.low[i])?);
            most = most.min(self.mean(bounds.high[i])?);
        }
        Ok((least == most).then_some(least))
    }

    /// A set that is a number, given its scaffolds at 0; as in `solver/cool.rs`.
    fn number(
        &mut self,
        region: Region,
        scaffolds: [Option<Dyadic>; 2],
    ) -> Result<Dyadic, SolveError> {
        if let Some(number) = only_number(scaffolds) {
            return Ok(number);
        }
        let value = region.known(self.solver)?.value;
        let number = self.solver.values.as_number(value);
        number.ok_or(SolveError::Overflow)
    }

    fn mean(&mut self, value: Value) -> Result<Dyadic, SolveError> {
        if let Some(number) = self.solver.values.as_number(value) {
            return Ok(number);
        }
        if let Some(&known) = self.means.get(&value) {
            return Ok(known);
        }
        let mean = self.solver.values.thermograph(value)?.mean;
        self.hold(size_of::<(Value, Dyadic)>())?;
        self.means.insert(value, mean);
        Ok(mean)
    }

    /// A large connected set as the table stores it, cooled, if that is known.
    fn known_at(&self, region: Region, rung: i64) -> Result<Option<Value>, SolveError> {
        match self.known.get(&region) {
            Some(known) => known.at(rung, self.solver),
            None => Ok(None),
        }
    }

    /// Bounds of a large connected set as the table stores it.
    pub fn bounds(&mut self, region: Region, sign: Sign, rung: i64) -> Result<Between, SolveError> {
        if let Some(value) = self.known_at(region, rung)? {
            return Ok(Between::of(value));
        }
        if let Some(&bounds) = self.between.get(&(region, rung)) {
            return Ok(bounds);
        }
        let low = self.below(region, rung)?;
        let negatives = match sign {
            Sign::SelfNegative => low,
            _ => self.below(region.turned(), rung)?,
        };
        let values = &mut self.solver.values;
        let high = [values.neg(negatives[0])?, values.neg(negatives[1])?];
        let mut bounds = Between { low, high };
        if let Some(value) = self.settled(&bounds)? {
            bounds = Between::of(value);
            match self.solver.values.as_number(value) {
                Some(mean) => drop(self.freeze(region, (mean, penalty(rung)?))?),
                None => self.entry(region)?.forms.push((rung, value)),
            }
            return Ok(bounds);
        }
        self.hold(size_of::<((Region, i64), Between)>())?;
        self.between.insert((region, rung), bounds);
        Ok(bounds)
    }

    /// The cooled value that bounds leave (rules 1 and 2).
    fn settled(&mut self, bounds: &Between) -> Result<Option<Value>, SolveError> {
        for low in bounds.low {
            for high in bounds.high {
                if low == high {
                    return Ok(Some(low));
                }
                let stop = self.solver.values.right_stop(low);
                if stop == self.solver.values.left_stop(high)? {
                    return Ok(Some(self.solver.values.number(stop)));
                }
                if self.is_at_least(low, high)? {
                    return Ok(Some(low));
                }
            }
        }
        Ok(None)
    }

    /// Whether a value is at least another, up to infinitesimals: whether the right stop of the
    /// difference is at least 0.
    fn is_at_least(&mut self, g: Value, h: Value) -> Result<bool, SolveError> {
        let values = &mut self.solver.values;
        let (g_right, h_right) = (values.right_stop(g), values.right_stop(h));
        let (g_left, h_left) = (values.left_stop(g)?, values.left_stop(h)?);
        if g_right >= h_left {
            return Ok(true);
        }
        if g_right < h_right || g_left < h_left {
            return Ok(false);
        }
        let difference = values.sub(g, h)?;
        Ok(values.right_stop(difference) >= Dyadic::ZERO)
    }

    /// Lower bounds of a large connected set: of all cuts between two rows, those of the greatest
    /// mean and of the greatest right stop.
    fn below(&mut self, region: Region, rung: i64) -> Result<Pair, SolveError> {
        let packed = region.packed();
        if let Some((of, pair)) = self.lows.get(packed)
            && of == rung
        {
            return Ok(pair);
        }
        let mut best: Option<[((Dyadic, Dyadic), Value); 2]> = None;
        for rows in 1..region.sides()[0] {
            for value in self.cut(region.cut(rows), rung)? {
                let (mean, stop) = (self.mean(value)?, self.solver.values.right_stop(value));
                let ranks = [(mean, stop), (stop, mean)];
                let kept = best.get_or_insert(ranks.map(|rank| (rank, value)));
                for (kept, rank) in kept.iter_mut().zip(ranks) {
                    if rank > kept.0 {
                        *kept = (rank, value);
                    }
                }
            }
        }
        // A set of one row is no large set: its value is a number.
        let pair = best.ok_or(SolveError::Overflow)?.map(|(_, value)| value);
        self.lows.put(packed, (rung, pair));
        Ok(pair)
    }

    /// Lower bounds of two strips together.
    fn cut(&mut self, strips: [Region; 2], rung: i64) -> Result<Pair, SolveError> {
        self.allowance.charge(self.solver, 1)?;
        let [a, b] = strips;
        let (a, b) = (self.strip(a, rung)?, self.strip(b, rung)?);
        let values = &mut self.solver.values;
        Ok([values.add(a[0], b[0])?, values.add(a[1], b[1])?])
    }

    /// Lower bounds of a set: the sums of those of its components. Most strips of a set are those
    /// of the set before the latest move.
    fn strip(&mut self, strip: Region, rung: i64) -> Result<Pair, SolveError> {
        let packed = strip.packed();
        if let Some((of, pair)) = self.strips.get(packed)
            && of == rung
        {
            return Ok(pair);
        }
        let (parts, number) = strip.parts(self.solver.ruleset);
        let mut sums = [self.solver.values.integer(number); 2];
        for part in parts {
            let low = self.below_part(part, rung)?;
            for (sum, low) in sums.iter_mut().zip(low) {
                *sum = self.solver.values.add(*sum, low)?;
            }
        }
        self.strips.put(packed, (rung, sums));
        Ok(sums)
    }

    fn below_part(&mut self, part: Region, rung: i64) -> Result<Pair, SolveError> {
        if self.is_small(part) {
            return Ok([self.small(part, rung)?; 2]);
        }
        let Keyed { sign, position, .. } = part.keyed()?;
        if let Some(value) = self.known_at(position, rung)? {
            return Ok([self.solver.signed(value, sign)?; 2]);
        }
        self.below(part, rung)
    }

    /// An option with the bounds of its parts.
    fn candidate(&mut self, region: Region, rung: i64) -> Result<Candidate, SolveError> {
        let (parts, number) = region.parts(self.solver.ruleset);
        let mut sums = [self.solver.values.integer(number); 2];
        for part in parts {
            let bounds = match self.is_small(part) {
                true => [self.small(part, rung)?; 2],
                false => {
                    let Keyed { sign, position, .. } = part.keyed()?;
                    let Between { low, high } = self.bounds(position, sign, rung)?;
                    match sign {
                        Sign::Negative => {
                            let values = &mut self.solver.values;
                            [values.neg(high[0])?, values.neg(low[0])?]
                        }
                        _ => [low[0], high[0]],
                    }
                }
            };
            for (sum, bound) in sums.iter_mut().zip(bounds) {
                *sum = self.solver.values.add(*sum, bound)?;
            }
        }
        let [low, high] = sums;
        Ok(Candidate {
            region,
            low,
            high,
            is_known: low == high,
            is_out: false,
        })
    }

    /// The cooled options of a player that are not dominated by bounds (rule 3), with their price.
    fn best(
        &mut self,
        region: Region,
        player: Player,
        rung: i64,
    ) -> Result<OptionList, SolveError> {
        let options: Vec<Region> = region.options(self.solver.ruleset, player).collect();
        self.allowance.charge(self.solver, options.len() as u64)?;
        let mut candidates = Vec::with_capacity(options.len());
        for option in options {
            let candidate = self.candidate(option, rung)?;
            let rank = match player {
                Player::Left => (
                    self.solver.values.right_stop(candidate.low).neg(),
                    self.mean(candidate.low)?.neg(),
                ),
                Player::Right => (
                    self.solver.values.left_stop(candidate.high)?,
                    self.mean(candidate.high)?,
                ),
            };
            candidates.push((rank, candidate));
        }
        candidates.sort_by_key(|(rank, _)| *rank);
        let mut candidates: Vec<Candidate> = candidates.into_iter().map(|(_, c)| c).collect();
        for i in 0..candidates.len().min(COMPARED) {
            self.drop_dominated(&mut candidates, i, player)?;
        }
        for i in 0..candidates.len() {
            if candidates[i].is_out || candidates[i].is_known {
                continue;
            }
            let cooled = self.sum(candidates[i].region, rung)?;
            let candidate = &mut candidates[i];
            (candidate.low, candidate.high, candidate.is_known) = (cooled, cooled, true);
            self.drop_dominated(&mut candidates, i, player)?;
        }
        let t = penalty(rung)?;
        let price = match player {
            Player::Left => t.neg(),
            Player::Right => t,
        };
        let price = self.solver.values.number(price);
        let kept = candidates.iter().filter(|c| !c.is_out);
        let priced = kept.map(|c| Ok(self.solver.values.add(c.low, price)?));
        priced.collect()
    }

    /// Marks the options that the one with this index dominates, unless it is dominated itself.
    fn drop_dominated(
        &mut self,
        candidates: &mut [Candidate],
        by: usize,
        player: Player,
    ) -> Result<(), SolveError> {
        if candidates[by].is_out {
            return Ok(());
        }
        for i in 0..candidates.len() {
            if i == by || candidates[i].is_out {
                continue;
            }
            candidates[i].is_out = match player {
                Player::Left => self.is_at_least(candidates[by].low, candidates[i].high)?,
                Player::Right => self.is_at_least(candidates[i].low, candidates[by].high)?,
            };
        }
        Ok(())
    }
}

impl Between {
    fn of(value: Value) -> Between {
        Between {
            low: [value; 2],
            high: [value; 2],
        }
    }
}

impl Descent for Cutter<'_> {
    fn solver(&mut self) -> &mut Solver {
        self.solver
    }

    /// A penalty of a rung at which cuts do not prove that the set is hot.
    fn guess(&mut self) -> Result<Dyadic, SolveError> {
        let mut t = Dyadic::integer(1);
        loop {
            let rung = rung_below(t)? + 1;
            let candidate = self.candidate(self.root, rung)?;
            let values = &mut self.solver.values;
            if values.left_stop(candidate.low)? <= values.right_stop(candidate.high) {
                return Ok(t);
            }
            t = t.add(Dyadic::integer(1).half()?)?;
        }
    }

    fn cooled(&mut self, rung: i64) -> Result<Value, SolveError> {
        self.sum(self.root, rung)
    }

    fn warmest(&mut self) -> Result<Option<Dyadic>, SolveError> {
        let (parts, _) = self.root.parts(self.solver.ruleset);
        let mut warmest = Dyadic::ZERO;
        for part in parts {
            let from = match self.is_small(part) {
                true => {
                    let value = part.known(self.solver)?.value;
                    Some(self.solver.values.thermograph(value)?.temperature)
                }
                false => {
                    let known = self.known.get(&part.keyed()?.position);
                    known.and_then(|k| k.frozen).map(|(_, from)| from)
                }
            };
            match from {
                Some(from) => warmest = warmest.max(from),
                None => return Ok(None),
            }
        }
        Ok(Some(warmest))
    }

    /// Not tried: most options have bounds alone.
    fn freezes_at(&mut self, _rung: i64) -> Result<bool, SolveError> {
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{draws, mast_by_cooling, random_squares};
    use boilingpoint_boards::Board;
    use boilingpoint_boards::parse_board;
    use boilingpoint_boards::polyominoes::polyominoes;
    use boilingpoint_rules::Domineering;

    const UNKNOWN: [Dyadic; 2] = [Dyadic::MINUS_ONE, Dyadic::integer(1 << 20)];

    /// Compares the mast by cuts with the exact thermograph; returns whether the set is hot. Hardly
    /// any set is small, so that cuts decide.
    fn agrees(solver: &mut Solver, board: &Board) -> bool {
        let exact = solver.evaluate(board).expect("small").temperatures();
        let exact = exact.expect("the game has values");
        let (expected, hot) = mast_by_cooling(&exact);
        let region = Region::of(&Domineering, board).expect("in the box");
        for small in [(3, 1), (8, 1), (SMALL, STRIP)] {
            let budget = Budget {
                work: 1 << 32,
                ..Budget::default()
            };
            let mut own = Solver::new(&Domineering, budget.clone());
            let mut cutter = Cutter::new(&mut own, &budget, region);
            cutter.small = small;
            let mut found = Mast {
                mean: None,
                temperature: UNKNOWN,
            };
            let bracketed = cutter.bracket(&mut found);
            bracketed.expect("within the budget");
            let [least, most] = found.temperature;
            assert!(least <= exact.temperature && exact.temperature <= most);
            cutter.descend(&mut found).expect("within the budget");
            assert_eq!(found, expected, "{small:?} {}", board.text());
        }
        hot
    }

    #[test]
    fn cuts_agree_with_thermographs_on_all_sets_to_eight_squares() {
        let mut solver = Solver::new(&Domineering, Budget::default());
        let (mut hot, mut all) = (0, 0);
        for squares in 2..=8 {
            let listed = polyominoes(squares, |set| {
                all += 1;
                hot += usize::from(agrees(&mut solver, &Board::of_squares(set.to_vec())));
                Ok::<(), SolveError>(())
            });
            listed.expect("no error");
        }
        assert!(all > 500 && hot > 100, "{hot} of {all} are hot");
    }

    #[test]
    fn cuts_agree_with_thermographs_on_larger_sets() {
        let mut solver = Solver::new(&Domineering, Budget::default());
        let mut next = draws();
        let mut hot = 0;
        for i in 0..40 {
            let board = random_squares(&mut next, [4 + i % 2, 4 + i / 2 % 2]);
            hot += usize::from(agrees(&mut solver, &board));
        }
        assert!(hot > 10, "{hot}");
    }

    #[test]
    fn cuts_agree_with_thermographs_on_rectangles() {
        let mut solver = Solver::new(&Domineering, Budget::default());
        for text in [
            "squares(3,7)",
            "squares(4,4)",
            "squares(4,5)",
            "squares(7,3)",
        ] {
            agrees(&mut solver, &parse_board(text).expect("a board"));
        }
    }

    fn mast_of(text: &str) -> Mast {
        let board = parse_board(text).expect("a board");
        let budget = Budget {
            work: 1 << 30,
            ..Budget::default()
        };
        crate::cool(&Domineering, &budget, &board, UNKNOWN).expect("a position")
    }

    /// The six strips of 6 by 6 are the same up to sign and infinitesimals at 1023/1024.
    #[test]
    fn the_mast_of_six_by_six_follows_from_one_cut() {
        let one = Dyadic::integer(1);
        let expected = Mast {
            mean: Some(Dyadic::ZERO),
            temperature: [one; 2],
        };
        assert_eq!(mast_of("squares(6,6)"), expected);
        let quarter = one.half().and_then(Dyadic::half).expect("small").neg();
        let expected = Mast {
            mean: Some(quarter),
            temperature: [one; 2],
        };
        assert_eq!(mast_of("squares(4,8)"), expected);
    }
}
