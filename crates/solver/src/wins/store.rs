//! The summands that a search has met, with their options and with what is known of their walls.
//!
//! A summand is a component of the board after some moves, or a value. Components of few vertices
//! are replaced by their values. A value is stored less its mean: many more values are equal then,
//! or negatives of each other, and cancel.

use super::source::Source;
use super::sum::{Id, Sum};
use crate::SolveError;
use crate::cuts::Between;
use crate::exact::Solver;
use crate::signed::Sign;
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_memory::Share;
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Thermograph, Value};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// The unit of walls and estimates: the number 1.
pub const UNIT: i64 = 1 << 16;

/// The penalties at which walls are known, in halves.
pub const PENALTIES: [i64; 12] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24];

/// Work is counted in parts of a step. Looking at a sum that is not in the table takes about one.
const PARTS_OF_STEP: u64 = 4;

/// The steps of work on values that take as long as a part of a step.
const VALUE_WORK_A_PART: u64 = 2;

/// Bounds for a wall at each of the penalties, in units.
type Wall = [i64; PENALTIES.len()];

enum Form<P> {
    Component(P),
    Value,
}

/// A value and its size.
pub type Sized = (Value, u64);

/// A component or a value.
pub struct Summand<P> {
    form: Form<P>,
    /// Pairs of a lower bound and an upper bound of the summand, up to infinitesimals unless it is
    /// a value.
    between: SmallVec<[[Sized; 2]; 2]>,
    /// The lower and the upper bounds for the left wall, and those for the right wall.
    walls: [[Wall; 2]; 2],
    /// An estimate of the mean, and of half the difference of the stops.
    mean: i64,
    heat: i64,
    /// The options of Left and of Right, once they are asked for.
    options: [Option<Rc<[Sum]>>; 2],
    /// The number of times that options were asked for.
    asked: u32,
    /// The level of a component.
    level: u8,
}

impl<P> Summand<P> {
    /// The bounds for the left wall and for the right wall at a penalty of a summand with this
    /// sign.
    pub fn walls(&self, penalty: usize, is_negative: bool) -> [[i64; 2]; 2] {
        let [left, right] = self.walls.map(|wall| wall.map(|bounds| bounds[penalty]));
        match is_negative {
            true => [right, left].map(|[least, most]| [-most, -least]),
            false => [left, right],
        }
    }

    /// Whether the summand is known to be an infinitesimal: a value of mean 0 whose stops are 0.
    pub fn is_infinitesimal(&self) -> bool {
        self.is_value() && self.walls(0, false) == [[0; 2]; 2]
    }

    pub fn is_value(&self) -> bool {
        matches!(self.form, Form::Value)
    }

    /// Pairs of a lower and an upper bound, each with its size. The only pair of a value is the
    /// value twice.
    pub fn between(&self) -> &[[Sized; 2]] {
        &self.between
    }
}

pub struct Store<'s, S: Source> {
    source: &'s mut S,
    summands: Vec<Summand<S::Part>>,
    /// The components at each level.
    components: Vec<FxHashMap<CanonicalKey, Sum>>,
    values: FxHashMap<Value, Sum>,
    /// The cost of each move at each level. All summands are cooled by it.
    penalties: Vec<Dyadic>,
    /// The parts of steps that are left.
    work: u64,
    share: Share,
    held: usize,
    most: usize,
}

#[cfg(test)]
impl<S: Source> Store<'_, S> {
    /// The parts of steps that are left, the summands, and the bytes that are held.
    pub fn account(&self) -> [u64; 3] {
        [self.work, self.summands.len() as u64, self.held as u64]
    }
}

/// A dyadic in units, rounded up or down.
fn in_units(x: Dyadic, up: bool) -> i64 {
    let scaled = i128::from(x.numerator()) * i128::from(UNIT);
    let rounded = match up {
        true => -(-scaled >> x.exponent()),
        false => scaled >> x.exponent(),
    };
    // No sum of a search comes near these limits.
    rounded.clamp(i128::from(i64::MIN >> 8), i128::from(i64::MAX >> 8)) as i64
}

/// The walls of a thermograph: for each wall the lower and the upper bounds.
fn walls_of(thermograph: &Thermograph) -> Result<[[Wall; 2]; 2], SolveError> {
    let mut walls = [[[0; PENALTIES.len()]; 2]; 2];
    for (k, halves) in PENALTIES.into_iter().enumerate() {
        let t = Dyadic::new(halves, 1)?;
        for (wall, of) in walls
            .iter_mut()
            .zip([&thermograph.left, &thermograph.right])
        {
            let at = of.at(t)?;
            for (bound, up) in wall.iter_mut().zip([false, true]) {
                bound[k] = in_units(at, up);
            }
        }
    }
    Ok(walls)
}

pub fn from_units(units: i64) -> Result<Dyadic, SolveError> {
    Ok(Dyadic::new(units, UNIT.trailing_zeros())?)
}

impl<'s, S: Source> Store<'s, S> {
    /// The summands take at most `bytes` bytes.
    pub fn new(source: &'s mut S, penalties: Vec<Dyadic>, bytes: usize) -> Self {
        Store {
            source,
            summands: Vec::new(),
            components: penalties.iter().map(|_| FxHashMap::default()).collect(),
            values: FxHashMap::default(),
            penalties,
            work: 0,
            share: Share::take(),
            held: 0,
            most: bytes,
        }
    }

    pub fn solver(&mut self) -> &mut Solver {
        self.source.solver()
    }

    pub fn summand(&self, id: Id) -> &Summand<S::Part> {
        &self.summands[id.place()]
    }

    /// The steps that are left.
    pub fn work(&self) -> u64 {
        self.work / PARTS_OF_STEP
    }

    pub fn parts_left(&self) -> u64 {
        self.work
    }

    pub fn set_work(&mut self, steps: u64) {
        self.work = steps.saturating_mul(PARTS_OF_STEP);
    }

    /// Takes parts of steps from the work that is left.
    pub fn charge(&mut self, parts: u64) -> Result<(), SolveError> {
        let left = self.work.checked_sub(parts);
        self.work = left.unwrap_or(0);
        left.map(drop)
            .ok_or_else(|| self.source.solver_ref().over_budget())
    }

    /// Charges the work on values since `before`.
    pub fn charge_values(&mut self, before: u64) -> Result<(), SolveError> {
        let work = self.solver().values.work() - before;
        self.charge(work / VALUE_WORK_A_PART)
    }

    /// Counts bytes that are kept.
    fn hold(&mut self, bytes: usize) -> Result<(), SolveError> {
        self.held += bytes;
        self.share.hold(self.held);
        match self.held > self.most {
            true => Err(self.source.solver_ref().memory()),
            false => Ok(()),
        }
    }

    /// Forgets all summands if they take more than half of the memory.
    pub fn clear_if_large(&mut self) {
        if self.held > self.most / 2 {
            self.summands = Vec::new();
            self.components
                .iter_mut()
                .for_each(|known| *known = FxHashMap::default());
            self.values = FxHashMap::default();
            self.held = 0;
            self.share.hold(0);
        }
    }

    /// A number between which the numbers of a sum lie, in units: rounded up and rounded down.
    pub fn number(sum: &Sum) -> [i64; 2] {
        [true, false].map(|up| in_units(sum.number, up))
    }

    /// Bounds for the left wall of a sum at a penalty, in units.
    pub fn left_wall(&self, sum: &Sum, penalty: usize) -> [i64; 2] {
        let [mut most, mut least] = Self::number(sum);
        let mut gain = 0;
        for &(id, count) in sum.summands() {
            let [left, right] = self.summand(id).walls(penalty, count < 0);
            let times = i64::from(count.abs());
            least += right[0] * times;
            most += left[1] * times;
            gain = gain.max(left[0] - right[0]);
        }
        [least + gain, most]
    }

    /// The sum that a position is, at a level.
    pub fn sum(&mut self, position: S::Position, level: u8) -> Result<Sum, SolveError> {
        let (parts, integer, star) = self.source.components(position);
        let mut sum = Sum::of_number(Dyadic::integer(integer)).at(level);
        if star {
            sum = sum.plus(&self.cooled(Value::STAR, level)?)?;
        }
        for part in parts {
            self.charge(PARTS_OF_STEP * S::steps(&part))?;
            let part = S::part(part)?;
            let is_negative = S::sign(&part) == Sign::Negative;
            let component = self.component(part, level)?;
            sum = sum.plus(&match is_negative {
                true => component.negative(),
                false => component,
            })?;
        }
        Ok(sum)
    }

    /// The stored component as a sum at a level.
    fn component(&mut self, part: S::Part, level: u8) -> Result<Sum, SolveError> {
        if let Some(known) = self.components[usize::from(level)].get(S::key(&part)) {
            return Ok(known.clone());
        }
        let key = S::key(&part).clone();
        let sum = self.new_component(part, level)?;
        self.hold(2 * (key.len() + size_of::<CanonicalKey>()) + sum.bytes())?;
        self.components[usize::from(level)].insert(key, sum.clone());
        Ok(sum)
    }

    pub fn penalty(&self, level: u8) -> Dyadic {
        self.penalties[usize::from(level)]
    }

    /// A sum whose mean is that of a sum, cooled by the penalty of the next level. Values are left
    /// out, since they are stored less their means. `None` if there is no such level, or if the
    /// number is the mean.
    pub fn lowered(&mut self, sum: &Sum) -> Result<Option<Sum>, SolveError> {
        let level = sum.level + 1;
        if usize::from(level) >= self.penalties.len() {
            return Ok(None);
        }
        let mut lowered = Sum::of_number(sum.number).near(sum.near).at(level);
        let mut has_components = false;
        for &(id, count) in sum.summands() {
            let Form::Component(part) = &self.summand(id).form else {
                continue;
            };
            has_components = true;
            let part = part.clone();
            self.charge(PARTS_OF_STEP)?;
            let mut component = self.component(part, level)?;
            if count < 0 {
                component = component.negative();
            }
            for _ in 0..count.abs() {
                lowered = lowered.plus(&component)?;
            }
        }
        Ok(has_components.then_some(lowered))
    }

    fn new_component(&mut self, part: S::Part, level: u8) -> Result<Sum, SolveError> {
        let work = |solver: &Solver| [solver.work().steps, solver.values.work()];
        let before = work(self.solver());
        let value = self.source.value(&part);
        let after = work(self.solver());
        // The steps of an evaluation count its positions and its values.
        let steps = PARTS_OF_STEP * (after[0] - before[0]);
        self.charge(steps.max((after[1] - before[1]) / VALUE_WORK_A_PART))?;
        if let Some(value) = value? {
            return self.cooled(value, level);
        }
        let [left, right] = self.source.moves(&part).map(|moves| moves * UNIT);
        let is_self_negative = S::sign(&part) == Sign::SelfNegative;
        let mut walls = [[[-right; PENALTIES.len()], [left; PENALTIES.len()]]; 2];
        if let Some(stars) = self.source.stars(&part) {
            self.charge(PARTS_OF_STEP * stars.steps)?;
            let penalty = [false, true].map(|up| in_units(self.penalty(level), up));
            for (k, halves) in PENALTIES.into_iter().enumerate() {
                let found = stars.walls(penalty.map(|t| t + halves * UNIT / 2), UNIT);
                for (wall, [least, most]) in walls.iter_mut().zip(found) {
                    wall[0][k] = wall[0][k].max(least);
                    wall[1][k] = wall[1][k].min(most);
                }
            }
        }
        if is_self_negative {
            walls[0][0] = walls[0][0].map(|least| least.max(0));
            walls[1][1] = walls[1][1].map(|most| most.min(0));
        }
        let mut component = Summand {
            walls,
            between: SmallVec::new(),
            mean: 0,
            heat: 0,
            form: Form::Component(part),
            options: [None, None],
            asked: 0,
            level,
        };
        if !self.bound(&mut component)? {
            self.guess(&mut component);
        }
        if is_self_negative {
            component.mean = 0;
        }
        let id = self.push(component, is_self_negative)?;
        Ok(Sum::of_summand(id, 1))
    }

    /// Narrows the walls of a component by the values that it lies between: greater games have
    /// greater walls. Returns whether there are such values.
    fn bound(&mut self, component: &mut Summand<S::Part>) -> Result<bool, SolveError> {
        let Form::Component(part) = &component.form else {
            return Ok(true);
        };
        let before = self.solver().values.work();
        let penalty = self.penalties[usize::from(component.level)];
        let between = self.source.between(part, penalty);
        self.charge_values(before)?;
        let Some(Between { low, high }) = between? else {
            return Ok(false);
        };
        let mut means = [i64::MIN, i64::MAX];
        for (low, high) in low.into_iter().zip(high) {
            let values = &mut self.solver().values;
            component
                .between
                .push([low, high].map(|value| (value, values.size(value))));
            let [below, above] = [values.thermograph(low)?, values.thermograph(high)?];
            means[0] = means[0].max(in_units(below.mean, false));
            means[1] = means[1].min(in_units(above.mean, true));
            let [below, above] = [walls_of(&below)?, walls_of(&above)?];
            for side in 0..2 {
                for k in 0..PENALTIES.len() {
                    let [least, most] = &mut component.walls[side];
                    least[k] = least[k].max(below[side][0][k]);
                    most[k] = most[k].min(above[side][1][k]);
                }
            }
        }
        component.mean = (means[0] + means[1]) / 2;
        let middle = |side: usize| (component.walls[side][0][0] + component.walls[side][1][0]) / 2;
        component.heat = ((middle(0) - middle(1)) / 2).max(0);
        Ok(true)
    }

    fn push(
        &mut self,
        summand: Summand<S::Part>,
        is_self_negative: bool,
    ) -> Result<Id, SolveError> {
        let id = Id::new(self.summands.len(), is_self_negative);
        let bytes = match &summand.form {
            Form::Component(part) => S::bytes(part),
            Form::Value => 0,
        };
        self.hold(2 * size_of::<Summand<S::Part>>() + bytes)?;
        self.summands.push(summand);
        id.ok_or_else(|| self.source.solver_ref().memory())
    }

    /// A value, cooled by the penalty, as a sum.
    fn cooled(&mut self, value: Value, level: u8) -> Result<Sum, SolveError> {
        let penalty = self.penalty(level);
        if penalty == Dyadic::ZERO {
            return self.of_value(value);
        }
        let values = &mut self.solver().values;
        let cooled = values.cool(value, penalty)?;
        let reduced = values.reduced(cooled)?;
        self.of_value(reduced)
    }

    /// A value as a sum: its mean, and the value less its mean.
    fn of_value(&mut self, value: Value) -> Result<Sum, SolveError> {
        let values = &mut self.solver().values;
        if let Some(x) = values.as_number(value) {
            return Ok(Sum::of_number(x));
        }
        let mean = values.thermograph(value)?.mean;
        let minus = values.number(mean.neg());
        let value = values.add(value, minus)?;
        let sum = match self.values.get(&value) {
            Some(known) => known.clone(),
            None => self.new_value(value)?,
        };
        Ok(sum.plus_number(mean)?)
    }

    /// A value of mean 0 that is not a number, as a sum.
    fn new_value(&mut self, value: Value) -> Result<Sum, SolveError> {
        let values = &mut self.solver().values;
        let negative = values.neg(value)?;
        let size = values.size(value);
        let thermograph = values.thermograph(value)?;
        let walls = walls_of(&thermograph)?;
        let summand = Summand {
            form: Form::Value,
            between: smallvec![[(value, size); 2]],
            heat: in_units(thermograph.temperature, false).max(0),
            walls,
            mean: 0,
            options: [None, None],
            asked: 0,
            level: 0,
        };
        let id = self.push(summand, negative == value)?;
        let sum = Sum::of_summand(id, 1);
        self.hold(2 * sum.bytes())?;
        self.values.insert(negative, sum.clone().negative());
        self.values.insert(value, sum.clone());
        Ok(sum)
    }

    /// An upper bound for the mean of `count` times a summand, in units. The mean lies between the
    /// walls; it is 0 for a value, which is stored less its mean, and for a summand that equals its
    /// negative.
    pub fn greatest_mean(&self, id: Id, count: i32) -> i64 {
        let summand = self.summand(id);
        if id.is_self_negative() || summand.is_value() {
            return 0;
        }
        let left = |k| summand.walls(k, count < 0)[0][1];
        let least = (0..PENALTIES.len()).map(left).min();
        least.unwrap_or(0) * i64::from(count.abs())
    }

    /// A first estimate of the mean and the heat of a component: from its best leads after a move.
    fn guess(&self, component: &mut Summand<S::Part>) {
        let Form::Component(part) = &component.form else {
            return;
        };
        let penalty = self.penalty(component.level);
        let best = |player: Player| {
            let options = self.source.options(part, player);
            let leads = options.iter().map(|option| {
                let lead = self.source.lead(option) * UNIT;
                if player == Player::Left { lead } else { -lead }
            });
            leads.max()
        };
        (component.mean, component.heat) = match Player::BOTH.map(best) {
            [Some(left), Some(right)] => {
                let heat = (left + right) / 2 - in_units(penalty, false);
                ((left - right) / 2, heat.max(0))
            }
            [Some(_), None] | [None, Some(_)] | [None, None] => {
                let [left, right] = self.source.moves(part);
                ((left - right) * UNIT, 0)
            }
        };
    }

    /// The options of a summand for a player. The estimates of the summand are made again from
    /// time to time, since those of its options become better.
    pub fn options(&mut self, id: Id, player: Player) -> Result<Rc<[Sum]>, SolveError> {
        let summand = &mut self.summands[id.place()];
        summand.asked = summand.asked.saturating_add(1);
        let is_due = summand.asked.is_power_of_two();
        let options = match &summand.options[player as usize] {
            Some(known) if !is_due => return Ok(known.clone()),
            Some(known) => known.clone(),
            None => self.new_options(id, player)?,
        };
        self.estimate_again(id);
        Ok(options)
    }

    fn new_options(&mut self, id: Id, player: Player) -> Result<Rc<[Sum]>, SolveError> {
        let mut options: Vec<Sum> = Vec::new();
        let level = self.summand(id).level;
        match &self.summand(id).form {
            Form::Value => {
                let value = self.summand(id).between[0][0].0;
                let values = &self.source.solver_ref().values;
                let found = match player {
                    Player::Left => values.lefts(value)?,
                    Player::Right => values.rights(value)?,
                };
                for value in found {
                    options.push(self.of_value(value)?);
                }
            }
            Form::Component(part) => {
                let found = self.source.options(part, player);
                let gain = match player {
                    Player::Left => self.penalty(level).neg(),
                    Player::Right => self.penalty(level),
                };
                for after in found {
                    let option = self.sum(after, level)?.plus_number(gain)?;
                    if !options.contains(&option) {
                        options.push(option);
                    }
                }
            }
        }
        self.hold(options.iter().map(Sum::bytes).sum())?;
        let options: Rc<[Sum]> = options.into();
        self.summands[id.place()].options[player as usize] = Some(options.clone());
        Ok(options)
    }

    /// An estimate of the left stop of a sum, and the greatest heat of a summand, in units. The
    /// players are taken to move in the summands in order of their heats. Two equal summands are
    /// taken to be shared between the players.
    pub fn estimate(&self, sum: &Sum) -> (i64, i64) {
        let mut heats: SmallVec<[i64; 16]> = SmallVec::new();
        let mut score = in_units(sum.number, false);
        for &(id, count) in sum.summands() {
            let summand = self.summand(id);
            score += summand.mean * i64::from(count);
            if count % 2 != 0 {
                heats.push(summand.heat);
            }
        }
        heats.sort_unstable_by(|a, b| b.cmp(a));
        let signs = [1, -1].into_iter().cycle();
        score += heats.iter().zip(signs).map(|(h, s)| h * s).sum::<i64>();
        (score, heats.first().copied().unwrap_or(0))
    }

    /// Estimates the mean and the heat of a component from those of its options.
    fn estimate_again(&mut self, id: Id) {
        let summand = self.summand(id);
        if summand.is_value() {
            return;
        }
        let best = |player: Player| {
            let options = summand.options[player as usize].as_ref()?;
            // The other player moves next.
            let scores = options.iter().map(|option| match player {
                Player::Left => -self.estimate(&option.clone().negative()).0,
                Player::Right => -self.estimate(option).0,
            });
            scores.max()
        };
        let (mean, heat) = match Player::BOTH.map(best) {
            [Some(left), _] if id.is_self_negative() => (0, left),
            [Some(left), Some(right)] => ((left - right) / 2, (left + right) / 2),
            _ => return,
        };
        let summand = &mut self.summands[id.place()];
        (summand.mean, summand.heat) = (mean, heat.max(0));
    }
}
