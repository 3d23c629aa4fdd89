//! Thermographs with exact walls.
//!
//! For a penalty `t >= -1` the Left scaffold of `G` is the greatest right wall among its Left
//! options, minus `t`; the Right scaffold is the least left wall among its Right options, plus `t`.
//! The smallest `t` at which the two meet is the temperature. From there on both walls are the
//! mast, at the mean (Conway, *On Numbers and Games*, ch. 9; Siegel, II.5). An integer is a mast
//! from -1 on; the scaffolds of another number's canonical form meet at `-1/2^k`.
//!
//! Walls are piecewise linear with slopes -1, 0 and 1 and dyadic corners, so everything is exact.

use super::{Dyadic, ValueError};

/// One wall of a thermograph: the corners `(t, value)` from `t = -1` up to the temperature, in
/// order of increasing `t`. The wall is linear between corners, and is the mast above the last
/// corner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wall {
    corners: Vec<(Dyadic, Dyadic)>,
}

/// A thermograph: both walls, the temperature and the mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermograph {
    /// The left wall: Left's result when she moves first and each move costs `t`.
    pub left: Wall,
    /// The right wall: Left's result when Right moves first and each move costs `t`.
    pub right: Wall,
    /// The temperature: the penalty at which the walls meet.
    pub temperature: Dyadic,
    /// The mean: the value at which the mast stands.
    pub mean: Dyadic,
}

impl Thermograph {
    /// Whether the move to an option with this thermograph is orthodox at a tax: the mover's wall at
    /// the tax is the opponent's wall of the option, after the tax is paid. Above the temperature no
    /// move is, since passing is better. `is_left` says whether Left moves. Source: Siegel,
    /// *Combinatorial Game Theory*, II.5.
    ///
    /// # Errors
    /// [`ValueError::Overflow`] when a wall does not fit into exact arithmetic.
    pub fn is_orthodox(
        &self,
        is_left: bool,
        option: &Thermograph,
        tax: Dyadic,
    ) -> Result<bool, ValueError> {
        if tax > self.temperature {
            return Ok(false);
        }
        Ok(match is_left {
            true => option.right.at(tax)?.sub(tax)? == self.left.at(tax)?,
            false => option.left.at(tax)?.add(tax)? == self.right.at(tax)?,
        })
    }
}

/// A wall that was not cut at the mast yet. Above the last corner it has slope `tail`.
#[derive(Clone)]
struct Scaffold {
    corners: Vec<(Dyadic, Dyadic)>,
    tail: i8,
}

impl Wall {
    /// The wall with these corners. `None` if they are not those of a wall: from penalty -1 upwards,
    /// with slopes of -1, 0 or 1.
    pub fn of_corners(corners: Vec<(Dyadic, Dyadic)>) -> Option<Wall> {
        let begins = corners.first().is_some_and(|c| c.0 == Dyadic::MINUS_ONE);
        let is_step = |pair: &[(Dyadic, Dyadic)]| {
            let run = pair[1].0.sub(pair[0].0).ok()?;
            let rise = pair[1].1.sub(pair[0].1).ok()?;
            let slopes = [run, run.neg(), Dyadic::ZERO];
            Some(run > Dyadic::ZERO && slopes.contains(&rise))
        };
        let are_steps = corners.windows(2).all(|pair| is_step(pair) == Some(true));
        (begins && are_steps).then_some(Wall { corners })
    }

    /// The corners `(t, value)`, in order of increasing `t`.
    pub fn corners(&self) -> &[(Dyadic, Dyadic)] {
        &self.corners
    }

    /// The value of the wall at penalty `t >= -1`.
    ///
    /// # Errors
    /// [`ValueError::Overflow`] when the value does not fit into exact arithmetic.
    pub fn at(&self, t: Dyadic) -> Result<Dyadic, ValueError> {
        at(&self.corners, 0, t)
    }

    fn scaffold(&self) -> Scaffold {
        Scaffold {
            corners: self.corners.clone(),
            tail: 0,
        }
    }
}

/// The value at `t` of the line through the corners, which has slope `tail` after the last corner.
fn at(corners: &[(Dyadic, Dyadic)], tail: i8, t: Dyadic) -> Result<Dyadic, ValueError> {
    let after = corners.partition_point(|c| c.0 <= t);
    let (t0, v0) = corners[after.max(1) - 1];
    let slope = match corners.get(after) {
        Some(&(_, v1)) => match v1.cmp(&v0) {
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
        },
        None => tail,
    };
    along(v0, slope, t.sub(t0)?)
}

/// The value `v + slope * dt`, for a slope of -1, 0 or 1.
fn along(v: Dyadic, slope: i8, dt: Dyadic) -> Result<Dyadic, ValueError> {
    match slope {
        0 => Ok(v),
        1 => v.add(dt),
        _ => v.sub(dt),
    }
}

impl Scaffold {
    fn tilted(mut self, slope: i8) -> Result<Scaffold, ValueError> {
        for (t, v) in &mut self.corners {
            *v = along(*v, slope, *t)?;
        }
        self.tail += slope;
        Ok(self)
    }

    fn at(&self, t: Dyadic) -> Result<Dyadic, ValueError> {
        at(&self.corners, self.tail, t)
    }

    /// The temperatures of the corners of two scaffolds, in order.
    fn times(&self, other: &Scaffold) -> Vec<Dyadic> {
        let corners = self.corners.iter().chain(&other.corners);
        let mut times: Vec<Dyadic> = corners.map(|c| c.0).collect();
        times.sort_unstable();
        times.dedup();
        times
    }

    /// The greater or the lesser of two scaffolds at every `t`. Both scaffolds are flat after their
    /// last corners.
    fn envelope(&self, other: &Scaffold, greater: bool) -> Result<Scaffold, ValueError> {
        let times = self.times(other);
        let mut corners: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(times.len() + 2);
        let mut last: Option<(Dyadic, Dyadic, Dyadic)> = None;
        for t in times {
            let (a, b) = (self.at(t)?, other.at(t)?);
            if let Some((t0, a0, b0)) = last
                && (a0 > b0 && a < b || a0 < b0 && a > b)
            {
                let t = crossing(t0, a0.sub(b0)?, t, a.sub(b)?)?;
                corners.push((t, self.at(t)?));
            }
            corners.push((t, if greater { a.max(b) } else { a.min(b) }));
            last = Some((t, a, b));
        }
        Ok(Scaffold {
            corners: straightened(corners),
            tail: 0,
        })
    }
}

/// The point at which a linear function is zero. The function is `d0` at `t0` and `d1` at `t1`;
/// `d0` and `d1` have opposite signs, and the slope is ±1 or ±2.
fn crossing(t0: Dyadic, d0: Dyadic, t1: Dyadic, d1: Dyadic) -> Result<Dyadic, ValueError> {
    let size = |d: Dyadic| if d < Dyadic::ZERO { d.neg() } else { d };
    let (fall, time) = (size(d0).add(size(d1))?, t1.sub(t0)?);
    if fall == time {
        t0.add(size(d0))
    } else {
        t0.add(size(d0).half()?)
    }
}

/// Removes the corners of a line at which its slope does not change.
fn straightened(corners: Vec<(Dyadic, Dyadic)>) -> Vec<(Dyadic, Dyadic)> {
    let slope = |a: (Dyadic, Dyadic), b: (Dyadic, Dyadic)| b.1.cmp(&a.1);
    let mut kept: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(corners.len());
    for corner in corners {
        if let [.., a, b] = kept[..]
            && slope(a, b) == slope(b, corner)
        {
            kept.pop();
        }
        kept.push(corner);
    }
    kept
}

impl Thermograph {
    /// The thermograph of an integer.
    pub(super) fn integer(x: Dyadic) -> Thermograph {
        let wall = Wall {
            corners: vec![(Dyadic::MINUS_ONE, x)],
        };
        Thermograph {
            left: wall.clone(),
            right: wall,
            temperature: Dyadic::MINUS_ONE,
            mean: x,
        }
    }

    /// The thermograph of the game plus the integer `x`.
    pub(super) fn translated(&self, x: Dyadic) -> Result<Thermograph, ValueError> {
        let moved = |wall: &Wall| -> Result<Wall, ValueError> {
            let corners = wall.corners.iter();
            Ok(Wall {
                corners: corners
                    .map(|&(t, v)| Ok((t, v.add(x)?)))
                    .collect::<Result<_, _>>()?,
            })
        };
        Ok(Thermograph {
            left: moved(&self.left)?,
            right: moved(&self.right)?,
            temperature: self.temperature,
            mean: self.mean.add(x)?,
        })
    }

    /// The thermograph of a game from the thermographs of its options. The game must not be an
    /// integer.
    ///
    /// # Errors
    /// [`ValueError::Overflow`] when a number does not fit into exact arithmetic.
    pub fn of_options<'a>(
        lefts: impl IntoIterator<Item = &'a Thermograph>,
        rights: impl IntoIterator<Item = &'a Thermograph>,
    ) -> Result<Thermograph, ValueError> {
        let left = extreme(lefts.into_iter().map(|t| &t.right), true)?.tilted(-1)?;
        let right = extreme(rights.into_iter().map(|t| &t.left), false)?.tilted(1)?;
        let temperature = meeting(&left, &right)?;
        let mean = left.at(temperature)?;
        Ok(Thermograph {
            left: cut(left, temperature, mean),
            right: cut(right, temperature, mean),
            temperature,
            mean,
        })
    }
}

/// The greatest or the least of several walls at every `t`.
fn extreme<'a>(
    walls: impl Iterator<Item = &'a Wall>,
    greatest: bool,
) -> Result<Scaffold, ValueError> {
    let mut result: Option<Scaffold> = None;
    for wall in walls {
        let next = wall.scaffold();
        result = Some(match result {
            None => next,
            Some(so_far) => so_far.envelope(&next, greatest)?,
        });
    }
    Ok(result.expect("a game that is not an integer has options on both sides"))
}

/// The smallest `t >= -1` at which the Left scaffold is not above the Right scaffold.
fn meeting(left: &Scaffold, right: &Scaffold) -> Result<Dyadic, ValueError> {
    let mut last = None;
    for t in left.times(right) {
        let gap = left.at(t)?.sub(right.at(t)?)?;
        if gap <= Dyadic::ZERO {
            return match last {
                Some((t0, gap0)) if gap < Dyadic::ZERO => crossing(t0, gap0, t, gap),
                _ => Ok(t),
            };
        }
        last = Some((t, gap));
    }
    let (t, gap) = last.expect("a wall has a corner");
    // After the last corner the slopes are -1 and +1, so the gap closes twice as fast as `t` grows.
    t.add(gap.half()?)
}

/// The wall that belongs to a scaffold: the part of the scaffold below the temperature, and the
/// mast.
fn cut(scaffold: Scaffold, temperature: Dyadic, mean: Dyadic) -> Wall {
    let mut corners: Vec<_> = scaffold
        .corners
        .into_iter()
        .filter(|c| c.0 < temperature)
        .collect();
    corners.push((temperature, mean));
    Wall {
        corners: straightened(corners),
    }
}

impl Wall {
    /// The smallest `t >= 0` at which the wall, moved up by `by`, is at most `slope * t`; `None` if
    /// there is none. The slope is 0 for a left wall, and 1 or 2 for a right wall.
    ///
    /// A left wall has slopes 0 and -1, and a right wall has slopes 0 and 1, so the distance does
    /// not grow. Beyond the last corner the wall is a mast.
    pub fn falls_to(&self, by: Dyadic, slope: i64) -> Result<Option<Dyadic>, ValueError> {
        let (mut before, mut gap) = (Dyadic::ZERO, self.at(Dyadic::ZERO)?.add(by)?);
        if gap <= Dyadic::ZERO {
            return Ok(Some(before));
        }
        for &(t, v) in self.corners.iter().filter(|c| c.0 > Dyadic::ZERO) {
            let next = v.add(by)?.sub(t.times(slope)?)?;
            if next <= Dyadic::ZERO {
                return crossing(before, gap, t, next).map(Some);
            }
            (before, gap) = (t, next);
        }
        Ok(match slope {
            0 => None,
            1 => Some(before.add(gap)?),
            _ => Some(before.add(gap.half()?)?),
        })
    }
}
