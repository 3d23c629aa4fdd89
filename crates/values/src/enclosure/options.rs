//! The theorem on options: bounds for walls that follow from bounds for scaffolds.

use super::fall::{Fall, all_times};
use super::{Enclosure, EnclosureResult};
use crate::Dyadic;

/// The enclosures of the options of one player.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Some of the options, as seen by the player: Right's options are negated.
    pub known: &'a [Enclosure],
    /// Whether each option of the player is no better than some option in `known`.
    pub all: bool,
}

impl Enclosure {
    /// The enclosure of a game that follows from its options. `around` is the enclosure that was
    /// known before. Both players must have options.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn of_options(
        lefts: Options<'_>,
        rights: Options<'_>,
        around: &Enclosure,
    ) -> EnclosureResult<Enclosure> {
        let own = scaffold(&lefts, around)?;
        let other = scaffold(&rights, &around.negative())?;
        Enclosure::of_scaffolds(own, other, None)?.and(around)
    }

    /// The enclosure of a game that equals its negative, from Left's options.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn of_self_negative(lefts: Options<'_>, around: &Enclosure) -> EnclosureResult<Enclosure> {
        let own = scaffold(&lefts, around)?;
        Enclosure::of_scaffolds(own.clone(), own, Some(Dyadic::ZERO))?.and(around)
    }

    fn of_scaffolds(own: Fall, other: Fall, mean: Option<Dyadic>) -> EnclosureResult<Enclosure> {
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
}

/// The options that decide the bounds of a scaffold. For each other option, one of these is at
/// least as good at every penalty.
struct Front<'a> {
    /// The options that decide the lower bound of the scaffold.
    least: Vec<&'a Enclosure>,
    /// The options that decide the upper bound of the scaffold.
    most: Vec<&'a Enclosure>,
}

impl<'a> Front<'a> {
    fn of(options: &'a [Enclosure]) -> EnclosureResult<Front<'a>> {
        Ok(Front {
            least: undominated(options, Enclosure::is_least_above)?,
            most: undominated(options, Enclosure::is_most_above)?,
        })
    }

    fn all(&self) -> impl Iterator<Item = &&'a Enclosure> {
        self.least.iter().chain(&self.most)
    }
}

/// Removes each option that another option equals or exceeds at every penalty.
fn undominated(
    options: &[Enclosure],
    is_above: fn(&Enclosure, &Enclosure) -> EnclosureResult<bool>,
) -> EnclosureResult<Vec<&Enclosure>> {
    let mut kept: Vec<&Enclosure> = Vec::new();
    'options: for option in options {
        for other in &kept {
            if is_above(other, option)? {
                continue 'options;
            }
        }
        let mut still = Vec::with_capacity(kept.len() + 1);
        for other in kept {
            if !is_above(option, other)? {
                still.push(other);
            }
        }
        still.push(option);
        kept = still;
    }
    Ok(kept)
}

impl Enclosure {
    /// Whether the lower bound of this option's right wall is nowhere below the lower bound of the
    /// other's.
    pub(super) fn is_least_above(&self, other: &Enclosure) -> EnclosureResult<bool> {
        let (ours, theirs) = (&self.right.high, &other.right.high);
        if ours[0].1 > theirs[0].1 || ours[ours.len() - 1].1 > theirs[theirs.len() - 1].1 {
            return Ok(false);
        }
        for t in all_times(&[&self.right, &other.right])? {
            if self.least_at(t)? < other.least_at(t)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the upper bound of this option's right wall is nowhere below the upper bound of the
    /// other's.
    pub(super) fn is_most_above(&self, other: &Enclosure) -> EnclosureResult<bool> {
        let (ours, theirs) = (self.right_at(Dyadic::ZERO)?, other.right_at(Dyadic::ZERO)?);
        if ours[0] > theirs[0] || self.mean[1] < other.mean[1] {
            return Ok(false);
        }
        let mut times = all_times(&[&self.right, &other.right])?;
        times.extend([self.flat_from()?, other.flat_from()?]);
        for t in times {
            if self.most_at(t)? < other.most_at(t)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The penalty from which on the upper bound of the right wall equals the upper bound of the
    /// mean.
    fn flat_from(&self) -> EnclosureResult<Dyadic> {
        let (t, v) = self.right.low[self.right.low.len() - 1];
        t.add(v.add(self.mean[1])?.max(Dyadic::ZERO))
    }
}

/// The bounds of a player's scaffold: the greatest right wall of an option, minus `t`. If some
/// options are unknown, an upper bound of the game's wall is the upper bound, since no scaffold is
/// above the wall.
fn scaffold(options: &Options<'_>, around: &Enclosure) -> EnclosureResult<Fall> {
    let front = Front::of(options.known)?;
    let falls = front.all().map(|option| &option.right);
    let falls: Vec<&Fall> = falls.chain([&around.left]).collect();
    let mut times = all_times(&falls)?;
    for option in &front.most {
        times.push(option.flat_from()?);
    }
    times.sort_unstable();
    times.dedup();
    // Beyond these penalties the scaffold falls. If all options are known, one more penalty is
    // added, at which the scaffold is below the mean.
    let last = times[times.len() - 1];
    let above = scaffold_at(&front, options.all, around, last)?[1].sub(around.mean[0])?;
    times.push(last.add(above.max(Dyadic::ZERO))?.add(Dyadic::integer(1))?);
    // Between two of these penalties all bounds are straight. The greatest of the bounds has a
    // corner where it stops falling.
    let mut bounds = Vec::with_capacity(times.len());
    for &t in &times {
        bounds.push((t, scaffold_at(&front, options.all, around, t)?));
    }
    let found = bounds.len();
    for i in 1..found {
        let [(t0, before), (t1, after)] = [bounds[i - 1], bounds[i]];
        for side in 0..2 {
            let corner = t0.add(before[side].sub(after[side])?)?;
            if t0 < corner && corner < t1 {
                bounds.push((corner, scaffold_at(&front, options.all, around, corner)?));
            }
        }
    }
    bounds.sort_unstable_by_key(|bound| bound.0);
    bounds.dedup_by_key(|bound| bound.0);
    let low = bounds.iter().map(|&(t, [least, _])| (t, least)).collect();
    let high = bounds.iter().map(|&(t, [_, most])| (t, most)).collect();
    Fall::through(low, high)
}

/// The lower and the upper bound of a scaffold at penalty `t`.
fn scaffold_at(
    front: &Front<'_>,
    all: bool,
    around: &Enclosure,
    t: Dyadic,
) -> EnclosureResult<[Dyadic; 2]> {
    // Without a known option there is no lower bound, so a value below all possible values is used.
    let reach = around.temperature[1].max(Dyadic::ZERO).add(t)?;
    let nothing = around.mean[0].sub(reach)?.sub(Dyadic::integer(1 << 20))?;
    let (mut least, mut most) = (nothing, nothing);
    for option in &front.least {
        least = least.max(option.least_at(t)?.sub(t)?);
    }
    for option in &front.most {
        most = most.max(option.most_at(t)?.sub(t)?);
    }
    let wall = around.left_at(t)?[1];
    let most = if all { most.min(wall) } else { wall };
    Ok([least, most])
}

/// A lower bound of the mean: the greatest value, over all penalties, of the lesser of a lower
/// bound of `own` and the negative of an upper bound of `other`.
fn mast(own: &Fall, other: &Fall, times: &[Dyadic]) -> EnclosureResult<Dyadic> {
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
            // Between two corners the gap closes with slope 1 or 2.
            let closing = gap0.add(gap)?;
            let time = t.sub(t0)?;
            let at = if closing == time {
                t0.add(gap0)?
            } else {
                t0.add(gap0.half()?)?
            };
            if at <= t {
                try_at(own.low_at(at)?.min(other.high_at(at)?.neg()));
            }
        }
        try_at(a.min(b));
        last = Some((t, a.sub(b)?));
    }
    // Beyond the last corner, the lower bound falls and the negative of the other line is constant.
    Ok(best.unwrap_or(Dyadic::ZERO))
}

/// A penalty up to which the scaffolds are proved to be apart; -1 if there is none. The penalty is
/// a lower bound of the temperature.
fn apart_until(
    own: &Fall,
    other: &Fall,
    mean: [Dyadic; 2],
    times: &[Dyadic],
) -> EnclosureResult<Dyadic> {
    let mut until = Dyadic::MINUS_ONE;
    for &t in times {
        let (a, b) = (own.low_at(t)?, other.low_at(t)?);
        if a.add(b)? > Dyadic::ZERO {
            // Each of the two scaffolds falls with slope -1 or 0.
            until = until.max(t.add(a.add(b)?.half()?)?);
        }
        // The left wall is at least `a - d` at `t + d`. So the left wall is above the mean as long
        // as `a - d` is.
        if a > mean[1] {
            until = until.max(t.add(a.sub(mean[1])?)?);
        }
        if b > mean[0].neg() {
            until = until.max(t.add(b.add(mean[0])?)?);
        }
    }
    Ok(until)
}

/// A penalty from which on the scaffolds are proved to have met. The penalty is an upper bound of
/// the temperature.
pub(super) fn together_from(own: &Fall, other: &Fall, times: &[Dyadic]) -> EnclosureResult<Dyadic> {
    let mut last: Option<(Dyadic, Dyadic)> = None;
    for &t in times {
        let gap = own.high_at(t)?.add(other.high_at(t)?)?;
        if gap <= Dyadic::ZERO {
            return match last {
                Some((t0, gap0)) if gap < Dyadic::ZERO => {
                    // The sum of the bounds falls with slope 1 or 2 between two corners.
                    let single = gap0.sub(gap)? == t.sub(t0)?;
                    t0.add(if single { gap0 } else { gap0.half()? })
                }
                _ => Ok(t),
            };
        }
        last = Some((t, gap));
    }
    // The bounds do not meet, so the result is very large; `around` replaces it by a better bound.
    Ok(Dyadic::integer(1 << 40))
}

/// The greater of a scaffold and the mean, at each penalty.
fn raised(scaffold: &Fall, mean: [Dyadic; 2], times: &[Dyadic]) -> EnclosureResult<Fall> {
    let (mut low, mut high) = (Vec::with_capacity(times.len()), Vec::new());
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
