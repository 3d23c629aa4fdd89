//! Enclosures of thermographs: what is proved of the walls, the mean and the temperature of a game
//! that is not known.
//!
//! For penalties `t >= 0`. Write `L` and `R` for the left and the right wall of `G` and `m` for its
//! mean. `L` falls with slope 0 or -1, `R` rises with slope 0 or 1, and `R` of `G` is `-L` of `-G`; so
//! there is only one kind of line to enclose, a [`Fall`], and an enclosure has two of them: of `L`, and
//! of `-R`. A fall is enclosed by points: if it is at least `v` at `t`, it is so before `t`, and at least
//! `v - d` at `t + d`; if it is at most `v` at `t`, it is so after `t`, and at most `v + d` at `t - d`.
//! Whatever finite set of points is kept, the enclosure holds; more points only make it tighter.
//!
//! **Sums** (Conway, *On Numbers and Games*, ch. 9; Siegel, II.5): the mean is additive;
//! `L(G + H) <= L(G) + L(H)`, and `L(G + H) >= L(G) + R(H)`, as Left may begin in `G` and answer where
//! Right plays.
//!
//! **Options.** Let `S` be the Left scaffold, the greatest right wall of a Left option less `t`, and
//! `S'` the same for `-G`. If `G` is not a number, the walls are the scaffolds as long as
//! `S > -S'`, and the mast after that: `m` is the greatest value, over all `t >= 0`, of the lesser of
//! `S` and `-S'`, `L` the greater of `S` and `m`, and `-R` the greater of `S'` and `-m`. If `G` is a
//! number, `L = R = m` lies between `S(0)` and `-S'(0)`, as no Left option's right stop is above `m`
//! and no Right option's left stop below.
//!
//! *Theorem.* If `s <= S <= z` and `s' <= S' <= z'`, then `m` is at least the greatest lesser of `s` and
//! `-z'`, and at most the negative of the greatest lesser of `s'` and `-z`; `L` is at least `s` and at least
//! any lower bound of `m`, and at most the greater of `z` and an upper bound of `m`. For a lower bound
//! of `S` some of the Left options will do; for an upper one all of them are needed.
//!
//! *Proof.* When `G` is not a number, all of these grow with `S` and `-S'`. When it is one, `S` falls, so the
//! greatest lesser of `s` and `-z'` is at most `s(0) <= S(0) <= m`; the rest is the same for `-G`, and
//! `S(t) <= S(0) <= m = L(t)`. ∎
//!
//! A game that equals its negative has mean 0. A game in which Left has at most `a` moves altogether
//! and Right at most `b` lies between `-b` and `a`.

use super::{Dyadic, Thermograph, ValueError, Wall};

type Point = (Dyadic, Dyadic);
type Made<T> = Result<T, ValueError>;

/// What is proved of a line that falls with slope 0 or -1, for `t >= 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fall {
    /// Points that it is not below, by increasing `t`, the first at 0.
    low: Vec<Point>,
    /// Points that it is not above, likewise.
    high: Vec<Point>,
}

/// What is proved of the thermograph of a game at penalties `t >= 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enclosure {
    /// The left wall.
    left: Fall,
    /// The negative of the right wall: the left wall of the negative.
    right: Fall,
    /// The least and the greatest mean.
    mean: [Dyadic; 2],
    /// The least and the greatest temperature; the least is -1 where nothing is proved.
    temperature: [Dyadic; 2],
}

impl Fall {
    /// A constant, up to what is not known of it.
    fn between(low: Dyadic, high: Dyadic) -> Fall {
        Fall {
            low: vec![(Dyadic::ZERO, low)],
            high: vec![(Dyadic::ZERO, high)],
        }
    }

    fn exact(points: Vec<Point>) -> Fall {
        Fall {
            low: points.clone(),
            high: points,
        }
    }

    /// The best lower bound at `t`.
    fn low_at(&self, t: Dyadic) -> Made<Dyadic> {
        let after = self.low.partition_point(|p| p.0 <= t);
        let (t0, v0) = self.low[after.max(1) - 1];
        let before = v0.sub(t.sub(t0)?)?;
        Ok(self.low.get(after).map_or(before, |p| p.1.max(before)))
    }

    /// The best upper bound at `t`.
    fn high_at(&self, t: Dyadic) -> Made<Dyadic> {
        let after = self.high.partition_point(|p| p.0 <= t);
        let before = self.high[after.max(1) - 1].1;
        match self.high.get(after) {
            Some(&(t1, v1)) => Ok(before.min(v1.add(t1.sub(t)?)?)),
            None => Ok(before),
        }
    }

    /// The penalties at which the bounds have corners.
    fn times(&self, times: &mut Vec<Dyadic>) -> Made<()> {
        for pair in self.low.windows(2) {
            let [(t0, v0), (_, v1)] = [pair[0], pair[1]];
            times.extend([t0, t0.add(v0.sub(v1)?)?]);
        }
        for pair in self.high.windows(2) {
            let [(_, v0), (t1, v1)] = [pair[0], pair[1]];
            times.extend([t1, t1.sub(v0.sub(v1)?)?]);
        }
        times.extend([
            self.low[self.low.len() - 1].0,
            self.high[self.high.len() - 1].0,
        ]);
        Ok(())
    }

    /// From bounds at some penalties, each made at least as good as what the others imply.
    fn through(low: Vec<Point>, high: Vec<Point>) -> Made<Fall> {
        Ok(Fall {
            low: tightened(low)?,
            high: tightened_from_above(high)?,
        })
    }

    /// The fall plus a number.
    fn moved(&self, x: Dyadic) -> Made<Fall> {
        let moved = |points: &[Point]| -> Made<Vec<Point>> {
            points.iter().map(|&(t, v)| Ok((t, v.add(x)?))).collect()
        };
        Ok(Fall {
            low: moved(&self.low)?,
            high: moved(&self.high)?,
        })
    }

    /// What both say.
    fn and(&self, other: &Fall) -> Made<Fall> {
        let times = all_times(&[self, other])?;
        let low = |&t: &Dyadic| Ok((t, self.low_at(t)?.max(other.low_at(t)?)));
        let high = |&t: &Dyadic| Ok((t, self.high_at(t)?.min(other.high_at(t)?)));
        Fall::through(
            times.iter().map(low).collect::<Made<_>>()?,
            times.iter().map(high).collect::<Made<_>>()?,
        )
    }
}

/// Lower bounds, none of them below what the others imply; those that say nothing new are dropped.
fn tightened(mut points: Vec<Point>) -> Made<Vec<Point>> {
    for i in 1..points.len() {
        let (t0, v0) = points[i - 1];
        let implied = v0.sub(points[i].0.sub(t0)?)?;
        points[i].1 = points[i].1.max(implied);
    }
    for i in (1..points.len()).rev() {
        points[i - 1].1 = points[i - 1].1.max(points[i].1);
    }
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for (i, &point) in points.iter().enumerate() {
        // before a point of the same height it says nothing, nor on the slope down from the last
        let flat = points.get(i + 1).is_some_and(|next| next.1 == point.1);
        let slope = match kept.last() {
            Some(&(t0, v0)) => v0.sub(point.0.sub(t0)?)? == point.1,
            None => false,
        };
        if i == 0 || !(flat || slope) {
            kept.push(point);
        }
    }
    Ok(kept)
}

/// Upper bounds, none of them above what the others imply.
fn tightened_from_above(mut points: Vec<Point>) -> Made<Vec<Point>> {
    for i in 1..points.len() {
        points[i].1 = points[i].1.min(points[i - 1].1);
    }
    for i in (1..points.len()).rev() {
        let (t1, v1) = points[i];
        let implied = v1.add(t1.sub(points[i - 1].0)?)?;
        points[i - 1].1 = points[i - 1].1.min(implied);
    }
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for (i, &point) in points.iter().enumerate() {
        let flat = kept.last().is_some_and(|last| last.1 == point.1);
        let slope = match points.get(i + 1) {
            Some(&(t1, v1)) => v1.add(t1.sub(point.0)?)? == point.1,
            None => false,
        };
        if i == 0 || !(flat || slope) {
            kept.push(point);
        }
    }
    Ok(kept)
}

/// All penalties at which bounds of these have corners, 0 among them, by increasing size.
fn all_times(falls: &[&Fall]) -> Made<Vec<Dyadic>> {
    let mut times = vec![Dyadic::ZERO];
    falls.iter().try_for_each(|f| f.times(&mut times))?;
    times.retain(|&t| t >= Dyadic::ZERO);
    times.sort_unstable();
    times.dedup();
    Ok(times)
}

impl Enclosure {
    /// What is proved of a game in which Left has at most `left` moves altogether, and Right at most
    /// `right`.
    ///
    /// It is not hotter than half of both together: after a move of Left it is at most `left`, and
    /// after one of Right at least `-right`.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn of_moves(left: u32, right: u32) -> Made<Enclosure> {
        let most = Dyadic::integer(i64::from(left));
        let least = Dyadic::integer(i64::from(right)).neg();
        Ok(Enclosure {
            left: Fall::between(least, most),
            right: Fall::between(most.neg(), least.neg()),
            mean: [least, most],
            temperature: [Dyadic::MINUS_ONE, most.sub(least)?.half()?],
        })
    }

    /// A game that is known.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn exact(thermograph: &Thermograph) -> Made<Enclosure> {
        let points = |wall: &Wall, sign: fn(Dyadic) -> Dyadic| -> Made<Vec<Point>> {
            let corners = wall.corners().iter().filter(|c| c.0 > Dyadic::ZERO);
            let start = (Dyadic::ZERO, sign(wall.at(Dyadic::ZERO)?));
            Ok(std::iter::once(start)
                .chain(corners.map(|&(t, v)| (t, sign(v))))
                .collect())
        };
        let (mean, t) = (thermograph.mean, thermograph.temperature);
        Ok(Enclosure {
            left: Fall::exact(points(&thermograph.left, |v| v)?),
            right: Fall::exact(points(&thermograph.right, Dyadic::neg)?),
            mean: [mean, mean],
            temperature: [t, t],
        })
    }

    /// The least and the greatest mean.
    pub fn mean(&self) -> [Dyadic; 2] {
        self.mean
    }

    /// The least and the greatest temperature. Where nothing is proved the least is -1; temperatures
    /// below 0 are told apart only where the game is known.
    pub fn temperature(&self) -> [Dyadic; 2] {
        self.temperature
    }

    /// The least and the greatest left stop.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn left_stop(&self) -> Made<[Dyadic; 2]> {
        let zero = Dyadic::ZERO;
        Ok([
            self.left.low_at(zero)?.max(self.mean[0]),
            self.left.high_at(zero)?,
        ])
    }

    /// The least and the greatest right stop.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn right_stop(&self) -> Made<[Dyadic; 2]> {
        let negative = self.negative().left_stop()?;
        Ok([negative[1].neg(), negative[0].neg()])
    }

    /// The negative.
    pub fn negative(&self) -> Enclosure {
        Enclosure {
            left: self.right.clone(),
            right: self.left.clone(),
            mean: [self.mean[1].neg(), self.mean[0].neg()],
            temperature: self.temperature,
        }
    }

    /// Lower and upper bound of the left wall at `t`.
    fn left_at(&self, t: Dyadic) -> Made<[Dyadic; 2]> {
        Ok([
            self.left.low_at(t)?.max(self.mean[0]),
            self.left.high_at(t)?,
        ])
    }

    /// Lower and upper bound of the negative of the right wall at `t`.
    fn right_at(&self, t: Dyadic) -> Made<[Dyadic; 2]> {
        let low = self.right.low_at(t)?.max(self.mean[1].neg());
        Ok([low, self.right.high_at(t)?])
    }

    /// The sum of games.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Enclosure>) -> Made<Enclosure> {
        let (numbers, parts): (Vec<&Enclosure>, Vec<&Enclosure>) =
            parts.into_iter().partition(|part| part.is_number());
        let mut number = Dyadic::ZERO;
        for part in numbers {
            number = number.add(part.mean[0])?;
        }
        match parts[..] {
            [] => Ok(Enclosure::of_number(number)),
            [one] => one.plus_number(number),
            _ => Enclosure::sum_of_games(&parts)?.plus_number(number),
        }
    }

    /// Whether it is known to be a number: no wall is anywhere but at the mean.
    fn is_number(&self) -> bool {
        self.temperature[1] < Dyadic::ZERO && self.mean[0] == self.mean[1]
    }

    /// A number, of which the temperature is -1 or less than 0.
    fn of_number(x: Dyadic) -> Enclosure {
        let coldest = match x.is_integer() {
            true => Dyadic::MINUS_ONE,
            // -1/2^k of k/2^k; finer ones than can be written do not occur
            false => Dyadic::new(-1, x.exponent()).unwrap_or(Dyadic::ZERO),
        };
        Enclosure {
            left: Fall::between(x, x),
            right: Fall::between(x.neg(), x.neg()),
            mean: [x, x],
            temperature: [coldest, coldest],
        }
    }

    /// The game plus a number, which moves the walls; where the game may be a number itself, nothing
    /// is known of a temperature below 0.
    fn plus_number(&self, x: Dyadic) -> Made<Enclosure> {
        if x == Dyadic::ZERO {
            return Ok(self.clone());
        }
        let temperature = match self.temperature[0] >= Dyadic::ZERO || x.is_integer() {
            true => self.temperature,
            false => [Dyadic::MINUS_ONE, self.temperature[1].max(Dyadic::ZERO)],
        };
        Ok(Enclosure {
            left: self.left.moved(x)?,
            right: self.right.moved(x.neg())?,
            mean: [self.mean[0].add(x)?, self.mean[1].add(x)?],
            temperature,
        })
    }

    fn sum_of_games(parts: &[&Enclosure]) -> Made<Enclosure> {
        let (mut mean, mut hottest) = ([Dyadic::ZERO; 2], Dyadic::MINUS_ONE);
        for part in parts {
            mean = [mean[0].add(part.mean[0])?, mean[1].add(part.mean[1])?];
            hottest = hottest.max(part.temperature[1]);
        }
        let falls: Vec<&Fall> = parts.iter().flat_map(|p| [&p.left, &p.right]).collect();
        let times = all_times(&falls)?;
        Enclosure {
            left: sum_of_walls(parts, &times, false)?,
            right: sum_of_walls(parts, &times, true)?,
            mean,
            temperature: [Dyadic::MINUS_ONE, hottest],
        }
        .frozen_above(hottest)?
        .with_walls_apart()
    }

    /// Above the temperature of a game its walls are its mean.
    fn frozen_above(mut self, hottest: Dyadic) -> Made<Enclosure> {
        let from = hottest.max(Dyadic::ZERO);
        let (low, high) = (self.mean[0], self.mean[1]);
        self.left = self.left.and(&frozen(&self.left, from, high)?)?;
        self.right = self.right.and(&frozen(&self.right, from, low.neg())?)?;
        Ok(self)
    }

    /// The temperature is at least any penalty at which the walls are proved to differ.
    fn with_walls_apart(mut self) -> Made<Enclosure> {
        let times = all_times(&[&self.left, &self.right])?;
        let mut last = None;
        for t in times {
            // left wall less right wall
            let gap = self.left_at(t)?[0].add(self.right_at(t)?[0])?;
            if gap > Dyadic::ZERO {
                last = Some(t);
            }
        }
        self.temperature[0] = last.map_or(self.temperature[0], |t| t.max(self.temperature[0]));
        Ok(self)
    }

    /// A game from what is known of its options, and what is known of it already. Both players have
    /// options.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn of_options(
        lefts: Options<'_>,
        rights: Options<'_>,
        around: &Enclosure,
    ) -> Made<Enclosure> {
        let own = scaffold(&lefts, around)?;
        let other = scaffold(&rights, &around.negative())?;
        Enclosure::of_scaffolds(own, other, None)?.and(around)
    }

    /// The same of a game that equals its negative, from what is known of Left's options.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn of_own_negative(lefts: Options<'_>, around: &Enclosure) -> Made<Enclosure> {
        let own = scaffold(&lefts, around)?;
        Enclosure::of_scaffolds(own.clone(), own, Some(Dyadic::ZERO))?.and(around)
    }

    fn of_scaffolds(own: Fall, other: Fall, mean: Option<Dyadic>) -> Made<Enclosure> {
        let times = all_times(&[&own, &other])?;
        let mean = match mean {
            Some(mean) => [mean, mean],
            None => [
                mast(&own, &other, &times)?,
                mast(&other, &own, &times)?.neg(),
            ],
        };
        let temperature = [
            apart_until(&own, &other, mean, &times)?,
            together_from(&own, &other, &times)?,
        ];
        let left = raised(&own, mean, &times)?;
        let right = raised(&other, [mean[1].neg(), mean[0].neg()], &times)?;
        let enclosure = Enclosure {
            left,
            right,
            mean,
            temperature,
        };
        enclosure.frozen_above(temperature[1])
    }

    /// A lower and an upper bound of what a player is sure of at penalty `t`: of the left wall for Left
    /// who moves first, of the right wall for Left who moves second; and for Right of the same in the
    /// negative.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn guarantee(&self, left: bool, first: bool, t: Dyadic) -> Made<[Dyadic; 2]> {
        let [low, high] = match left == first {
            true => self.left_at(t)?,
            false => self.right_at(t)?,
        };
        Ok(match first {
            true => [low, high],
            false => [high.neg(), low.neg()],
        })
    }

    /// The same, if the game is at least `other`: then so are its walls and its mean.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn at_least(&self, other: &Enclosure) -> Made<Enclosure> {
        let below = Enclosure {
            left: Fall {
                low: other.left.low.clone(),
                high: self.left.high.clone(),
            },
            right: Fall {
                low: self.right.low.clone(),
                high: other.right.high.clone(),
            },
            mean: [other.mean[0], self.mean[1]],
            temperature: self.temperature,
        };
        let both = self.and(&below)?;
        let hottest = both.temperature[1];
        both.frozen_above(hottest)?.with_walls_apart()
    }

    /// The same, if the game is at most `other`.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn at_most(&self, other: &Enclosure) -> Made<Enclosure> {
        Ok(self.negative().at_least(&other.negative())?.negative())
    }

    /// The same, if the game equals its negative.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn opposed(&self) -> Made<Enclosure> {
        let mut both = self.and(&self.negative())?;
        both.mean = [Dyadic::ZERO; 2];
        both.with_walls_apart()
    }

    /// An upper bound of the right wall at `t`: what the option is worth at best to whoever moved to it.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn most_at(&self, t: Dyadic) -> Made<Dyadic> {
        Ok(self.right_at(t)?[0].neg())
    }

    /// A lower bound of the right wall at `t`.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn least_at(&self, t: Dyadic) -> Made<Dyadic> {
        Ok(self.right_at(t)?[1].neg())
    }

    /// Whether a thermograph lies within.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn contains(&self, thermograph: &Thermograph) -> Made<bool> {
        let exact = Enclosure::exact(thermograph)?;
        let within = |bounds: [Dyadic; 2], x: Dyadic| bounds[0] <= x && x <= bounds[1];
        let falls = [&self.left, &self.right, &exact.left, &exact.right];
        for t in all_times(&falls)? {
            let (left, right) = (exact.left_at(t)?[0], exact.right_at(t)?[0]);
            if !within(self.left_at(t)?, left) || !within(self.right_at(t)?, right) {
                return Ok(false);
            }
        }
        Ok(
            within(self.mean, thermograph.mean)
                && within(self.temperature, thermograph.temperature),
        )
    }

    /// What both say of a game.
    ///
    /// # Errors
    /// `Overflow`.
    pub fn and(&self, other: &Enclosure) -> Made<Enclosure> {
        let both = |a: [Dyadic; 2], b: [Dyadic; 2]| [a[0].max(b[0]), a[1].min(b[1])];
        Ok(Enclosure {
            left: self.left.and(&other.left)?,
            right: self.right.and(&other.right)?,
            mean: both(self.mean, other.mean),
            temperature: both(self.temperature, other.temperature),
        })
    }
}

/// What is known of a player's options.
pub struct Options<'a> {
    /// Some of them, seen by that player: those of Right are negatives.
    pub known: &'a [Enclosure],
    /// Whether there are no others that could be better.
    pub all: bool,
}

/// A fall that is at most `v` from `t` on.
fn frozen(fall: &Fall, t: Dyadic, v: Dyadic) -> Made<Fall> {
    let start = fall.high_at(Dyadic::ZERO)?;
    let high = match t > Dyadic::ZERO {
        true => vec![(Dyadic::ZERO, start.max(v)), (t, v)],
        false => vec![(Dyadic::ZERO, v)],
    };
    Ok(Fall {
        low: fall.low.clone(),
        high: tightened_from_above(high)?,
    })
}

/// Left walls of a sum, or those of its negative.
fn sum_of_walls(parts: &[&Enclosure], times: &[Dyadic], negative: bool) -> Made<Fall> {
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for &t in times {
        let mut most = Dyadic::ZERO;
        // the right walls, from below, and what is gained where Left begins
        let (mut rights, mut gain) = (Dyadic::ZERO, None::<Dyadic>);
        for part in parts {
            let (own, other) = match negative {
                false => (part.left_at(t)?, part.right_at(t)?),
                true => (part.right_at(t)?, part.left_at(t)?),
            };
            let right = other[1].neg();
            most = most.add(own[1])?;
            rights = rights.add(right)?;
            let more = own[0].sub(right)?;
            gain = Some(gain.map_or(more, |g| g.max(more)));
        }
        high.push((t, most));
        low.push((t, rights.add(gain.unwrap_or(Dyadic::ZERO))?));
    }
    Fall::through(low, high)
}

/// The scaffold of a player: the greatest right wall of an option, less `t`. Where options are not
/// known, it is bounded by what is known of the game: no scaffold is above the wall.
fn scaffold(options: &Options<'_>, around: &Enclosure) -> Made<Fall> {
    let falls: Vec<&Fall> = options.known.iter().map(|o| &o.right).collect();
    let mut times = all_times(&[&falls[..], &[&around.left]].concat())?;
    for option in options.known {
        // from here on the bound of its right wall is that of its mean
        let (t, v) = option.right.low[option.right.low.len() - 1];
        times.push(t.add(v.add(option.mean[1])?.max(Dyadic::ZERO))?);
    }
    times.sort_unstable();
    times.dedup();
    // and so the scaffold falls from then on: until it is below the mean, if all options are known
    let last = times[times.len() - 1];
    let above = scaffold_at(options, around, last)?[1].sub(around.mean[0])?;
    times.push(last.add(above.max(Dyadic::ZERO))?.add(Dyadic::integer(1))?);
    // between two of these all bounds are straight, and the greatest has a corner where it stops falling
    let mut bounds = Vec::with_capacity(times.len());
    for &t in &times {
        bounds.push((t, scaffold_at(options, around, t)?));
    }
    for pair in bounds.windows(2) {
        let [(t0, before), (t1, after)] = [pair[0], pair[1]];
        for side in 0..2 {
            let corner = t0.add(before[side].sub(after[side])?)?;
            if t0 < corner && corner < t1 {
                times.push(corner);
            }
        }
    }
    times.sort_unstable();
    times.dedup();
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for &t in &times {
        let [least, most] = scaffold_at(options, around, t)?;
        low.push((t, least));
        high.push((t, most));
    }
    Fall::through(low, high)
}

/// Lower and upper bound of a scaffold at `t`.
fn scaffold_at(options: &Options<'_>, around: &Enclosure, t: Dyadic) -> Made<[Dyadic; 2]> {
    // where no option is known there is no lower bound: below all that can be
    let reach = around.temperature[1].max(Dyadic::ZERO).add(t)?;
    let mut least = around.mean[0].sub(reach)?.sub(Dyadic::integer(1 << 20))?;
    let mut most = least;
    for option in options.known {
        least = least.max(option.least_at(t)?.sub(t)?);
        most = most.max(option.most_at(t)?.sub(t)?);
    }
    let wall = around.left_at(t)?[1];
    let most = if options.all { most.min(wall) } else { wall };
    Ok([least, most])
}

/// The greatest lesser of a lower bound of `own` and the negative of an upper bound of `other`.
fn mast(own: &Fall, other: &Fall, times: &[Dyadic]) -> Made<Dyadic> {
    let mut best = None::<Dyadic>;
    let mut last: Option<(Dyadic, Dyadic)> = None;
    for &t in times {
        let (a, b) = (own.low_at(t)?, other.high_at(t)?.neg());
        let mut try_at = |v: Dyadic| best = Some(best.map_or(v, |x: Dyadic| x.max(v)));
        if let Some((t0, gap0)) = last
            && gap0 > Dyadic::ZERO
            && a < b
        {
            let gap = b.sub(a)?;
            // slopes are 0 and 1 apart, or 1 and 1: the crossing is in the first half at least
            let closing = gap0.add(gap)?;
            let time = t.sub(t0)?;
            let at = match closing == time {
                true => t0.add(gap0)?,
                false => t0.add(gap0.half()?)?,
            };
            if at <= t {
                try_at(own.low_at(at)?.min(other.high_at(at)?.neg()));
            }
        }
        try_at(a.min(b));
        last = Some((t, a.sub(b)?));
    }
    // beyond the last corner the lower bound falls and the other stays
    Ok(best.unwrap_or(Dyadic::ZERO))
}

/// A penalty up to which the scaffolds are proved to be apart: not above the temperature; -1 if none is.
fn apart_until(own: &Fall, other: &Fall, mean: [Dyadic; 2], times: &[Dyadic]) -> Made<Dyadic> {
    let mut until = Dyadic::MINUS_ONE;
    for &t in times {
        let (a, b) = (own.low_at(t)?, other.low_at(t)?);
        if a.add(b)? > Dyadic::ZERO {
            // both come down by one at most
            until = until.max(t.add(a.add(b)?.half()?)?);
        }
        // the left wall is at least a - d at t + d, and above the mean as long as that is
        if a > mean[1] {
            until = until.max(t.add(a.sub(mean[1])?)?);
        }
        if b > mean[0].neg() {
            until = until.max(t.add(b.add(mean[0])?)?);
        }
    }
    Ok(until)
}

/// A penalty from which on the scaffolds are proved to have met: not below the temperature.
fn together_from(own: &Fall, other: &Fall, times: &[Dyadic]) -> Made<Dyadic> {
    let mut last: Option<(Dyadic, Dyadic)> = None;
    for &t in times {
        let gap = own.high_at(t)?.add(other.high_at(t)?)?;
        if gap <= Dyadic::ZERO {
            return match last {
                Some((t0, gap0)) if gap < Dyadic::ZERO => {
                    // the bounds come down by 1 or by 2 between two corners
                    let single = gap0.sub(gap)? == t.sub(t0)?;
                    t0.add(if single { gap0 } else { gap0.half()? })
                }
                _ => Ok(t),
            };
        }
        last = Some((t, gap));
    }
    // not within what is known: nothing is said that `around` does not
    Ok(Dyadic::integer(1 << 40))
}

/// The greater of a scaffold and the mean.
fn raised(scaffold: &Fall, mean: [Dyadic; 2], times: &[Dyadic]) -> Made<Fall> {
    let (mut low, mut high) = (Vec::new(), Vec::new());
    let mut before: Option<(Dyadic, Dyadic)> = None;
    for &t in times {
        low.push((t, scaffold.low_at(t)?.max(mean[0])));
        let most = scaffold.high_at(t)?;
        if let Some((t0, v0)) = before
            && v0 > mean[1]
            && most < mean[1]
        {
            high.push((t0.add(v0.sub(mean[1])?)?, mean[1]));
        }
        high.push((t, most.max(mean[1])));
        before = Some((t, most));
    }
    Fall::through(low, high)
}
