//! One line of an enclosure: bounds for a wall of the thermograph, as seen by the wall's player.

use super::{Corner, EnclosureResult};
use crate::Dyadic;

/// Bounds for a line with slopes 0 and -1, for penalties `t >= 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fall {
    /// Lower bounds: points on or below the line, in order of increasing `t`, beginning at `t = 0`.
    pub(super) low: Vec<Corner>,
    /// Upper bounds: points on or above the line, in order of increasing `t`, beginning at `t = 0`.
    pub(super) high: Vec<Corner>,
}

impl Fall {
    /// The bounds of a line that lies between two constants.
    pub(super) fn between(low: Dyadic, high: Dyadic) -> Fall {
        Fall {
            low: vec![(Dyadic::ZERO, low)],
            high: vec![(Dyadic::ZERO, high)],
        }
    }

    pub(super) fn exact(points: Vec<Corner>) -> Fall {
        Fall {
            low: points.clone(),
            high: points,
        }
    }

    /// The best lower bound of the line at penalty `t`.
    pub(super) fn low_at(&self, t: Dyadic) -> EnclosureResult<Dyadic> {
        let after = self.low.partition_point(|p| p.0 <= t);
        let (t0, v0) = self.low[after.max(1) - 1];
        let before = v0.sub(t.sub(t0)?)?;
        Ok(self.low.get(after).map_or(before, |p| p.1.max(before)))
    }

    /// The best upper bound of the line at penalty `t`.
    pub(super) fn high_at(&self, t: Dyadic) -> EnclosureResult<Dyadic> {
        let after = self.high.partition_point(|p| p.0 <= t);
        let before = self.high[after.max(1) - 1].1;
        match self.high.get(after) {
            Some(&(t1, v1)) => Ok(before.min(v1.add(t1.sub(t)?)?)),
            None => Ok(before),
        }
    }

    /// Adds the penalties at which the bounds have corners to `times`.
    pub(super) fn times(&self, times: &mut Vec<Dyadic>) -> EnclosureResult<()> {
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

    /// The penalty at which the lower bound falls to the value `v`; `None` if it never is above
    /// `v`.
    pub(super) fn low_reaches(&self, v: Dyadic) -> EnclosureResult<Option<Dyadic>> {
        let above = self.low.iter().rev().find(|point| point.1 > v);
        above.map(|&(t0, v0)| t0.add(v0.sub(v)?)).transpose()
    }

    /// The bounds of a line that follow from lower and upper bounds at some penalties. Each bound
    /// is improved to the best bound that the others imply.
    pub(super) fn through(low: Vec<Corner>, high: Vec<Corner>) -> EnclosureResult<Fall> {
        Ok(Fall {
            low: tightened(low)?,
            high: tightened_from_above(high)?,
        })
    }

    /// The bounds of the line plus the number `x`.
    pub(super) fn moved(&self, x: Dyadic) -> EnclosureResult<Fall> {
        let moved = |points: &[Corner]| -> EnclosureResult<Vec<Corner>> {
            let mut moved = points.to_vec();
            for (_, v) in &mut moved {
                *v = v.add(x)?;
            }
            Ok(moved)
        };
        Ok(Fall {
            low: moved(&self.low)?,
            high: moved(&self.high)?,
        })
    }

    /// The bounds of a line that two sets of bounds give together.
    pub(super) fn and(&self, other: &Fall) -> EnclosureResult<Fall> {
        if self == other {
            return Ok(self.clone());
        }
        let times = all_times(&[self, other])?;
        let mut low = Vec::with_capacity(times.len());
        let mut high = Vec::with_capacity(times.len());
        for t in times {
            low.push((t, self.low_at(t)?.max(other.low_at(t)?)));
            high.push((t, self.high_at(t)?.min(other.high_at(t)?)));
        }
        Fall::through(low, high)
    }
}

/// Improves each lower bound to the best bound that the other bounds imply, then drops bounds that
/// the others imply.
fn tightened(mut points: Vec<Corner>) -> EnclosureResult<Vec<Corner>> {
    for i in 1..points.len() {
        let (t0, v0) = points[i - 1];
        let implied = v0.sub(points[i].0.sub(t0)?)?;
        points[i].1 = points[i].1.max(implied);
    }
    for i in (1..points.len()).rev() {
        points[i - 1].1 = points[i - 1].1.max(points[i].1);
    }
    let mut kept: Vec<Corner> = Vec::with_capacity(points.len());
    for (i, &point) in points.iter().enumerate() {
        // A later point of the same height implies a point, and so does an earlier point at slope
        // -1.
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

/// Improves each upper bound to the best bound that the other bounds imply, then drops bounds that
/// the others imply.
pub(super) fn tightened_from_above(mut points: Vec<Corner>) -> EnclosureResult<Vec<Corner>> {
    for i in 1..points.len() {
        points[i].1 = points[i].1.min(points[i - 1].1);
    }
    for i in (1..points.len()).rev() {
        let (t1, v1) = points[i];
        let implied = v1.add(t1.sub(points[i - 1].0)?)?;
        points[i - 1].1 = points[i - 1].1.min(implied);
    }
    let mut kept: Vec<Corner> = Vec::with_capacity(points.len());
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

/// The penalty 0 and all penalties at which the bounds have corners, in increasing order.
pub(super) fn all_times(falls: &[&Fall]) -> EnclosureResult<Vec<Dyadic>> {
    let corners = falls.iter().map(|f| 2 * (f.low.len() + f.high.len()));
    let mut times = Vec::with_capacity(1 + corners.sum::<usize>());
    times.push(Dyadic::ZERO);
    falls.iter().try_for_each(|f| f.times(&mut times))?;
    times.retain(|&t| t >= Dyadic::ZERO);
    times.sort_unstable();
    times.dedup();
    Ok(times)
}

/// Adds the upper bound `v` for all penalties from `t` on.
pub(super) fn frozen(fall: &Fall, t: Dyadic, v: Dyadic) -> EnclosureResult<Fall> {
    let start = fall.high_at(Dyadic::ZERO)?;
    let high = if t > Dyadic::ZERO {
        vec![(Dyadic::ZERO, start.max(v)), (t, v)]
    } else {
        vec![(Dyadic::ZERO, v)]
    };
    Ok(Fall {
        low: fall.low.clone(),
        high: tightened_from_above(high)?,
    })
}
