//! Enclosures of thermographs: proved bounds for the walls, the mean and the temperature of a game
//! whose value is unknown.
//!
//! All statements are for penalties `t >= 0`. Write `L` and `R` for the left and the right wall of
//! `G`, and `m` for its mean. `L` falls with slope 0 or -1, `R` rises with slope 0 or 1, and `R` of
//! `G` is `-L` of `-G`. So there is only one kind of line to enclose, a [`Fall`], and an enclosure
//! has two falls: one for `L` and one for `-R`. Points enclose a fall: if the fall is at least `v`
//! at `t`, it is at least `v` before `t`, and at least `v - d` at `t + d`; if it is at most `v` at
//! `t`, it is at most `v` after `t`, and at most `v + d` at `t - d`. The enclosure holds for any
//! finite set of such points; more points only make it tighter.
//!
//! **Sums** (Conway, *On Numbers and Games*, ch. 9; Siegel, II.5): the mean is additive;
//! `L(G + H) <= L(G) + L(H)`, and `L(G + H) >= L(G) + R(H)`, as Left may begin in `G` and answer
//! where Right plays.
//!
//! **Options.** Let `S` be the Left scaffold of `G`: the greatest right wall of a Left option,
//! minus `t`. Let `S'` be the Left scaffold of `-G`. For functions `a` and `b`, write `M(a, b)` for
//! the greatest value of `min(a(t), b(t))` over all `t >= 0`. If `G` is not a number, the walls are
//! the scaffolds as long as `S > -S'`, and the mast after that. So `m = M(S, -S')`, `L = max(S, m)`
//! and `-R = max(S', -m)`. If `G` is a number, `L = R = m` lies between `S(0)` and `-S'(0)`, since
//! no Left option has a right stop above `m` and no Right option has a left stop below `m`.
//!
//! *Theorem.* If `s <= S <= z` and `s' <= S' <= z'`, then `M(s, -z') <= m <= -M(s', -z)`. Further,
//! `L` is at least `s` and at least any lower bound of `m`, and `L <= max(z, n)` for any upper
//! bound `n` of `m`. A lower bound of `S` follows from some of the Left options; an upper bound
//! needs all Left options.
//!
//! *Proof.* If `G` is not a number, `M(S, -S')` and `max(S, m)` grow with `S` and `-S'`. If `G` is
//! a number, `S` falls, so `M(s, -z')` is at most the greatest `s(t)`, and this is at most
//! `S(0) <= m`. The upper bound of `m` is the same statement for `-G`, and
//! `S(t) <= S(0) <= m = L(t)`. ∎
//!
//! A game that equals its negative has mean 0. A game in which Left has at most `a` moves
//! altogether and Right at most `b` lies between `-b` and `a`.

mod fall;
mod lines;
mod options;
mod sums;
#[cfg(test)]
mod tests;

use super::{Dyadic, Thermograph, ValueError, Wall};
pub use fall::Fall;
use fall::{all_times, frozen};
pub use lines::Lines;
pub use options::Options;

/// About the number of bytes that the allocator adds to a list.
const ALLOCATION: usize = 16;

type Corner = (Dyadic, Dyadic);
type EnclosureResult<T> = Result<T, ValueError>;

/// Proved bounds of the thermograph of a game at penalties `t >= 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enclosure {
    /// Bounds for the left wall of the game.
    left: Fall,
    /// Bounds for the negative of the right wall, which is the left wall of the negative game.
    right: Fall,
    /// The lower and the upper bound of the mean.
    mean: [Dyadic; 2],
    /// The lower and the upper bound of the temperature. The lower bound is -1 if nothing is
    /// proved.
    temperature: [Dyadic; 2],
}

impl Enclosure {
    /// About the number of bytes of the bounds. Bounds that improve later have a few more corners.
    pub fn bytes(&self) -> usize {
        let corners = |fall: &Fall| fall.low.len() + fall.high.len();
        let corners = corners(&self.left) + corners(&self.right);
        2 * corners * size_of::<Corner>() + 4 * ALLOCATION
    }

    /// The enclosure of a game in which Left makes at most `left` moves in total, and Right at most
    /// `right`.
    ///
    /// The temperature is at most half of `left + right`. For the value is at most `left` after a
    /// move of Left, and at least `-right` after a move of Right.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn of_moves(left: u32, right: u32) -> EnclosureResult<Enclosure> {
        let most = Dyadic::integer(i64::from(left));
        let least = Dyadic::integer(i64::from(right)).neg();
        Ok(Enclosure {
            left: Fall::between(least, most),
            right: Fall::between(most.neg(), least.neg()),
            mean: [least, most],
            temperature: [Dyadic::MINUS_ONE, most.sub(least)?.half()?],
        })
    }

    /// The enclosure of a sum of switches and a number, given its mean and the temperatures of the
    /// switches, the hottest first.
    ///
    /// At a penalty of `t` a switch hotter than `t` is a switch of the difference, and a colder one
    /// is its mean. The players take turns in the hottest switch. So the left wall is the mean plus
    /// the differences in falling order, with alternating signs.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn of_switches(mean: Dyadic, temperatures: &[Dyadic]) -> EnclosureResult<Enclosure> {
        let hottest = temperatures.first().copied().unwrap_or(Dyadic::ZERO);
        // The corners from the mast down to the penalty 0, with the height above the mean.
        let mut corners = vec![(hottest, Dyadic::ZERO)];
        let (mut from, mut height, mut falls) = (hottest, Dyadic::ZERO, true);
        for t in temperatures.iter().copied().skip(1).chain([Dyadic::ZERO]) {
            if falls {
                height = height.add(from.sub(t)?)?;
            }
            if t != from {
                corners.push((t, height));
            }
            (from, falls) = (t, !falls);
        }
        corners.reverse();
        let wall = |sign: fn(Dyadic) -> Dyadic| -> EnclosureResult<Fall> {
            let moved = corners.iter().map(|&(t, h)| Ok((t, sign(mean).add(h)?)));
            Ok(Fall::exact(
                moved.collect::<EnclosureResult<Vec<Corner>>>()?,
            ))
        };
        Ok(Enclosure {
            left: wall(|m| m)?,
            right: wall(Dyadic::neg)?,
            mean: [mean; 2],
            temperature: [Dyadic::MINUS_ONE, hottest],
        })
    }

    /// The enclosure of a game with a known thermograph.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn exact(thermograph: &Thermograph) -> EnclosureResult<Enclosure> {
        let points = |wall: &Wall, sign: fn(Dyadic) -> Dyadic| -> EnclosureResult<Vec<Corner>> {
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

    /// The lower and the upper bound of the mean.
    pub fn mean(&self) -> [Dyadic; 2] {
        self.mean
    }

    /// The lower and the upper bound of the temperature. If nothing is proved, the lower bound is
    /// -1. Temperatures below 0 are distinguished only if the thermograph of the game is known.
    pub fn temperature(&self) -> [Dyadic; 2] {
        self.temperature
    }

    /// The lower and the upper bound of the left stop.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn left_stop(&self) -> EnclosureResult<[Dyadic; 2]> {
        let zero = Dyadic::ZERO;
        Ok([
            self.left.low_at(zero)?.max(self.mean[0]),
            self.left.high_at(zero)?,
        ])
    }

    /// The lower and the upper bound of the right stop.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn right_stop(&self) -> EnclosureResult<[Dyadic; 2]> {
        let negative = self.negative().left_stop()?;
        Ok([negative[1].neg(), negative[0].neg()])
    }

    /// The enclosure of the negative game.
    pub fn negative(&self) -> Enclosure {
        Enclosure {
            left: self.right.clone(),
            right: self.left.clone(),
            mean: [self.mean[1].neg(), self.mean[0].neg()],
            temperature: self.temperature,
        }
    }

    /// The lower and the upper bound of the left wall at `t`.
    fn left_at(&self, t: Dyadic) -> EnclosureResult<[Dyadic; 2]> {
        Ok([
            self.left.low_at(t)?.max(self.mean[0]),
            self.left.high_at(t)?,
        ])
    }

    /// The lower and the upper bound of the negative of the right wall at `t`.
    fn right_at(&self, t: Dyadic) -> EnclosureResult<[Dyadic; 2]> {
        let low = self.right.low_at(t)?.max(self.mean[1].neg());
        Ok([low, self.right.high_at(t)?])
    }

    /// Improves the bounds by this fact: the walls equal the mean at penalties above the
    /// temperature, which is at most `hottest`.
    fn frozen_above(mut self, hottest: Dyadic) -> EnclosureResult<Enclosure> {
        let from = hottest.max(Dyadic::ZERO);
        let (low, high) = (self.mean[0], self.mean[1]);
        self.left = self.left.and(&frozen(&self.left, from, high)?)?;
        self.right = self.right.and(&frozen(&self.right, from, low.neg())?)?;
        Ok(self)
    }

    /// Improves the bounds by this fact: the temperature is at least any penalty at which the walls
    /// are proved to differ.
    fn with_walls_apart(mut self) -> EnclosureResult<Enclosure> {
        let mut times = all_times(&[&self.left, &self.right])?;
        times.extend(self.left.low_reaches(self.mean[0])?);
        times.extend(self.right.low_reaches(self.mean[1].neg())?);
        times.sort_unstable();
        // The difference of the walls is linear between two of these penalties, and constant after
        // the last.
        let mut last: Option<(Dyadic, Dyadic)> = None;
        for t in times {
            let gap = self.left_at(t)?[0].add(self.right_at(t)?[0])?;
            if let Some((t0, gap0)) = last.filter(|last| last.1 > Dyadic::ZERO) {
                let apart = match () {
                    () if gap > Dyadic::ZERO => t,
                    // Between the two penalties one wall falls, or both walls fall.
                    () if gap0.sub(gap)? == t.sub(t0)? => t0.add(gap0)?,
                    () => t0.add(gap0.half()?)?,
                };
                self.temperature[0] = self.temperature[0].max(apart);
            }
            last = Some((t, gap));
        }
        Ok(self)
    }

    /// The lower and the upper bound of a player's score at penalty `t`. Left's score is the left
    /// wall if she moves first, and the right wall if she moves second. Right's score is Left's
    /// score in the negative game.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn guarantee(&self, left: bool, first: bool, t: Dyadic) -> EnclosureResult<[Dyadic; 2]> {
        let [low, high] = if left == first {
            self.left_at(t)?
        } else {
            self.right_at(t)?
        };
        Ok(if first {
            [low, high]
        } else {
            [high.neg(), low.neg()]
        })
    }

    /// Improves the enclosure, given that the game is at least `other`. Then its walls are at least
    /// the walls of `other`, and its mean is at least the mean of `other`.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn at_least(&self, other: &Enclosure) -> EnclosureResult<Enclosure> {
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

    /// Improves the enclosure, given that the game is at most `other`.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn at_most(&self, other: &Enclosure) -> EnclosureResult<Enclosure> {
        Ok(self.negative().at_least(&other.negative())?.negative())
    }

    /// Improves the enclosure, given that the game is at most a game of this mean that is no hotter
    /// than `hottest`, at least 0. The left wall of that game is at most `mean + hottest - t`, or
    /// `mean` if that is more, and its right wall is at most `mean`.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn below_mast(&self, mean: Dyadic, hottest: Dyadic) -> EnclosureResult<Enclosure> {
        let mut corners = vec![(Dyadic::ZERO, mean.add(hottest)?)];
        if hottest > Dyadic::ZERO {
            corners.push((hottest, mean));
        }
        self.at_most(&Enclosure {
            left: Fall::exact(corners),
            right: Fall::exact(vec![(Dyadic::ZERO, mean.neg())]),
            mean: [mean; 2],
            temperature: [Dyadic::MINUS_ONE, hottest],
        })
    }

    /// Improves the enclosure, given that the game equals its negative.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn opposed(&self) -> EnclosureResult<Enclosure> {
        let mut both = self.and(&self.negative())?;
        both.mean = [Dyadic::ZERO; 2];
        both.with_walls_apart()
    }

    /// An upper bound of the right wall at `t`. For an option, this is the greatest possible score
    /// of the player who moved to it.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn most_at(&self, t: Dyadic) -> EnclosureResult<Dyadic> {
        Ok(self.right_at(t)?[0].neg())
    }

    /// A lower bound of the right wall at penalty `t`.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn least_at(&self, t: Dyadic) -> EnclosureResult<Dyadic> {
        Ok(self.right_at(t)?[1].neg())
    }

    /// Whether a thermograph lies within the enclosure; the tests use this.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn contains(&self, thermograph: &Thermograph) -> EnclosureResult<bool> {
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

    /// The bounds that follow from two enclosures of the same game.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn and(&self, other: &Enclosure) -> EnclosureResult<Enclosure> {
        let both = |a: [Dyadic; 2], b: [Dyadic; 2]| [a[0].max(b[0]), a[1].min(b[1])];
        Ok(Enclosure {
            left: self.left.and(&other.left)?,
            right: self.right.and(&other.right)?,
            mean: both(self.mean, other.mean),
            temperature: both(self.temperature, other.temperature),
        })
    }
}
