//! The summands that a search has met, with their options and with what is known of their walls.
//!
//! A summand is a component of the board after some moves, or a value. Components of few vertices
//! are replaced by their values. A value is stored less its mean: many more values are equal then,
//! or negatives of each other, and cancel.

use super::sum::{Id, Sum};
use crate::SolveError;
use crate::cool::{LABELLED_A_STEP, cube};
use crate::exact::Solver;
use crate::signed::{Sign, Signed};
use boilingpoint_boards::BitRow;
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_boards::classes::Classes;
use boilingpoint_memory::Share;
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The unit of walls and estimates: the number 1.
pub const UNIT: i64 = 1 << 16;

/// The penalties at which walls are known, in halves.
pub const PENALTIES: [i64; 12] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24];

/// Work is counted in parts of a step. Looking at a sum that is not in the table takes about one.
const PARTS_OF_STEP: u64 = 4;

/// The steps of work on values that take as long as a part of a step.
const VALUE_WORK_A_PART: u64 = 2;

/// The limits for the value of a component.
const VALUED_POSITIONS: u64 = 1 << 10;
const VALUED_WORK: u64 = 1 << 14;

/// Bounds for a wall at each of the penalties, in units.
type Wall = [i64; PENALTIES.len()];

enum Form<R: BitRow> {
    Board(Signed<R>),
    Value { value: Value, size: u64 },
}

/// A component or a value.
pub struct Summand<R: BitRow> {
    form: Form<R>,
    /// The lower and the upper bounds for the left wall, and those for the right wall.
    walls: [[Wall; 2]; 2],
    /// An estimate of the mean, and of half the difference of the stops.
    mean: i64,
    heat: i64,
    /// The options of Left and of Right, once they are asked for.
    options: [Option<Rc<[Sum]>>; 2],
    /// The number of times that options were asked for.
    asked: u32,
}

impl<R: BitRow> Summand<R> {
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
        self.value().is_some() && self.walls(0, false) == [[0; 2]; 2]
    }

    /// The value and its size; `None` for a component that is not valued.
    pub fn value(&self) -> Option<(Value, u64)> {
        match self.form {
            Form::Value { value, size } => Some((value, size)),
            Form::Board(_) => None,
        }
    }
}

pub struct Store<'s, R: BitRow> {
    pub solver: &'s mut Solver,
    summands: Vec<Summand<R>>,
    components: FxHashMap<CanonicalKey, Sum>,
    values: FxHashMap<Value, Sum>,
    valued: usize,
    /// The cost of each move. All summands are cooled by it.
    pub penalty: Dyadic,
    /// The parts of steps that are left.
    work: u64,
    share: Share,
    held: usize,
    most: usize,
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

impl<'s, R: BitRow> Store<'s, R> {
    /// Components of at most `valued` vertices are valued. The summands take at most `bytes` bytes.
    pub fn new(solver: &'s mut Solver, valued: usize, penalty: Dyadic, bytes: usize) -> Self {
        Store {
            solver,
            summands: Vec::new(),
            components: FxHashMap::default(),
            values: FxHashMap::default(),
            valued,
            penalty,
            work: 0,
            share: Share::take(),
            held: 0,
            most: bytes,
        }
    }

    pub fn summand(&self, id: Id) -> &Summand<R> {
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
        left.map(drop).ok_or_else(|| self.solver.over_budget())
    }

    /// Charges the work on values since `before`.
    pub fn charge_values(&mut self, before: u64) -> Result<(), SolveError> {
        self.charge((self.solver.values.work() - before) / VALUE_WORK_A_PART)
    }

    /// Counts bytes that are kept.
    fn hold(&mut self, bytes: usize) -> Result<(), SolveError> {
        self.held += bytes;
        self.share.hold(self.held);
        match self.held > self.most {
            true => Err(self.solver.memory()),
            false => Ok(()),
        }
    }

    /// Forgets all summands if they take more than half of the memory.
    pub fn clear_if_large(&mut self) {
        if self.held > self.most / 2 {
            self.summands = Vec::new();
            self.components = FxHashMap::default();
            self.values = FxHashMap::default();
            self.held = 0;
            self.share.hold(0);
        }
    }

    /// A number between which the numbers of a sum lie, in units: rounded up and rounded down.
    pub fn number(sum: &Sum) -> [i64; 2] {
        [true, false].map(|up| in_units(sum.number, up))
    }

    /// The sum that the rest of a position is.
    pub fn sum(&mut self, mut position: Classes<R>, rest: R) -> Result<Sum, SolveError> {
        let (parts, integer, star) = self.solver.parts(&mut position, rest);
        let mut sum = Sum::of_number(Dyadic::integer(integer));
        if star {
            sum = sum.plus(&self.cooled(Value::STAR)?)?;
        }
        for part in parts {
            sum = sum.plus(&self.component(part)?)?;
        }
        Ok(sum)
    }

    fn component(&mut self, part: Classes<R>) -> Result<Sum, SolveError> {
        self.charge(2 * PARTS_OF_STEP * (1 + cube(part.len()) / LABELLED_A_STEP))?;
        let signed = Signed::of(part);
        let is_negative = signed.sign == Sign::Negative;
        let sum = match self.components.get(&signed.labelling.key) {
            Some(known) => known.clone(),
            None => {
                let key = signed.labelling.key.clone();
                let sum = self.new_component(signed)?;
                self.hold(2 * (key.len() + size_of::<CanonicalKey>()) + sum.bytes())?;
                self.components.insert(key, sum.clone());
                sum
            }
        };
        Ok(match is_negative {
            true => sum.negative(),
            false => sum,
        })
    }

    /// The stored component as a sum.
    fn new_component(&mut self, signed: Signed<R>) -> Result<Sum, SolveError> {
        if signed.component.order() <= self.valued {
            let before = self.solver.values.work();
            let value = self
                .solver
                .value_within(&signed, VALUED_POSITIONS, VALUED_WORK);
            self.charge_values(before)?;
            match value {
                Ok(value) => return self.cooled(value),
                Err(error) if error.is_limit() && error != SolveError::Stopped => {}
                Err(error) => return Err(error),
            }
        }
        let rules = &self.solver.rules;
        let [left, right] =
            Player::BOTH.map(|player| i64::from(rules.moves(&signed.component, player)) * UNIT);
        let is_self_negative = signed.sign == Sign::SelfNegative;
        let (mean, heat) = self.guess(&signed);
        let component = Summand {
            form: Form::Board(signed),
            walls: [[[-right; PENALTIES.len()], [left; PENALTIES.len()]]; 2],
            mean: if is_self_negative { 0 } else { mean },
            heat,
            options: [None, None],
            asked: 0,
        };
        let id = self.push(component, is_self_negative)?;
        Ok(Sum::of_summand(id, 1))
    }

    fn push(&mut self, summand: Summand<R>, is_self_negative: bool) -> Result<Id, SolveError> {
        let id = Id::new(self.summands.len(), is_self_negative);
        let board = match &summand.form {
            Form::Board(signed) => signed.component.len() * 2 * size_of::<R>(),
            Form::Value { .. } => 0,
        };
        self.hold(2 * size_of::<Summand<R>>() + board)?;
        self.summands.push(summand);
        id.ok_or_else(|| self.solver.memory())
    }

    /// A value, cooled by the penalty, as a sum.
    fn cooled(&mut self, value: Value) -> Result<Sum, SolveError> {
        if self.penalty == Dyadic::ZERO {
            return self.of_value(value);
        }
        let values = &mut self.solver.values;
        let cooled = values.cool(value, self.penalty)?;
        let reduced = values.reduced(cooled)?;
        self.of_value(reduced)
    }

    /// A value as a sum: its mean, and the value less its mean.
    fn of_value(&mut self, value: Value) -> Result<Sum, SolveError> {
        let values = &mut self.solver.values;
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
        let values = &mut self.solver.values;
        let negative = values.neg(value)?;
        let size = values.size(value);
        let thermograph = values.thermograph(value)?;
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
        let summand = Summand {
            form: Form::Value { value, size },
            heat: in_units(thermograph.temperature, false).max(0),
            walls,
            mean: 0,
            options: [None, None],
            asked: 0,
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
        if id.is_self_negative() || summand.value().is_some() {
            return 0;
        }
        let left = |k| summand.walls(k, count < 0)[0][1];
        let least = (0..PENALTIES.len()).map(left).min();
        least.unwrap_or(0) * i64::from(count.abs())
    }

    /// The number of vertices that only Left may claim, less those that only Right may claim, in
    /// units.
    fn lead(&self, position: &Classes<R>, rest: R) -> i64 {
        let lead = rest.bits().map(|c| {
            let [left, right] = self.solver.rules.may_claim[position.tint(c) as usize];
            i64::from(position.counts[c]) * (i64::from(left) - i64::from(right))
        });
        lead.sum::<i64>() * UNIT
    }

    /// A first estimate of the mean and the heat of a component: from its best leads after a move.
    fn guess(&self, signed: &Signed<R>) -> (i64, i64) {
        let rules = &self.solver.rules;
        let best = |player: Player| {
            let claims = signed.claims(rules, player);
            let leads = claims.bits().map(|c| {
                let (after, rest) = rules.claim(&signed.component, c, player);
                let lead = self.lead(&after, rest);
                if player == Player::Left { lead } else { -lead }
            });
            leads.max()
        };
        match Player::BOTH.map(best) {
            [Some(left), Some(right)] => {
                let heat = (left + right) / 2 - in_units(self.penalty, false);
                ((left - right) / 2, heat.max(0))
            }
            _ => (self.lead(&signed.component, signed.component.all()), 0),
        }
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
        match &self.summand(id).form {
            &Form::Value { value, .. } => {
                let values = &self.solver.values;
                let found = match player {
                    Player::Left => values.lefts(value)?,
                    Player::Right => values.rights(value)?,
                };
                for value in found {
                    options.push(self.of_value(value)?);
                }
            }
            Form::Board(signed) => {
                let rules = &self.solver.rules;
                let claims = signed.claims(rules, player);
                let claim = |c| rules.claim(&signed.component, c, player);
                let found: Vec<_> = claims.bits().map(claim).collect();
                let gain = match player {
                    Player::Left => self.penalty.neg(),
                    Player::Right => self.penalty,
                };
                for (after, rest) in found {
                    let option = self.sum(after, rest)?.plus_number(gain)?;
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
        if summand.value().is_some() {
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
