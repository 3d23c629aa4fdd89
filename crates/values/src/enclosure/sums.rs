//! The theorem on sums: bounds for the walls of a sum that follow from bounds for its parts.

use super::fall::{Fall, all_times};
use super::{Enclosure, EnclosureResult};
use crate::Dyadic;

/// A game with the number of its copies in a sum.
type Copies<'a> = (&'a Enclosure, i64);

impl Enclosure {
    /// The enclosure of the sum of some games, each with its number of copies. The time depends on
    /// the number of different games, and not on the numbers of copies.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn sum<'a>(
        parts: impl IntoIterator<Item = (&'a Enclosure, i64)>,
    ) -> EnclosureResult<Enclosure> {
        let (numbers, parts): (Vec<Copies<'a>>, Vec<Copies<'a>>) =
            parts.into_iter().partition(|(part, _)| part.is_number());
        let mut number = Dyadic::ZERO;
        for (part, copies) in numbers {
            number = number.add(part.mean[0].times(copies)?)?;
        }
        match parts[..] {
            [] => Ok(Enclosure::of_number(number)),
            [(one, 1)] => one.plus_number(number),
            _ => Enclosure::sum_of_games(&parts)?.plus_number(number),
        }
    }

    /// Whether the game is proved to be a number. Then all walls equal the mean.
    fn is_number(&self) -> bool {
        self.temperature[1] < Dyadic::ZERO && self.mean[0] == self.mean[1]
    }

    /// The enclosure of a number. Its temperature is -1 for an integer, else a negative number
    /// above -1.
    fn of_number(x: Dyadic) -> Enclosure {
        let coldest = if x.is_integer() {
            Dyadic::MINUS_ONE
        } else {
            // A number with denominator `2^k` has temperature `-1/2^k`. This is a dyadic unless the
            // number is too fine itself.
            Dyadic::new(-1, x.exponent()).unwrap_or(Dyadic::ZERO)
        };
        Enclosure {
            left: Fall::between(x, x),
            right: Fall::between(x.neg(), x.neg()),
            mean: [x, x],
            temperature: [coldest, coldest],
        }
    }

    /// The enclosure of the game plus a number, which moves the walls. If the game may be a number
    /// itself, nothing is known about a temperature below 0.
    fn plus_number(&self, x: Dyadic) -> EnclosureResult<Enclosure> {
        if x == Dyadic::ZERO {
            return Ok(self.clone());
        }
        let temperature = if self.temperature[0] >= Dyadic::ZERO || x.is_integer() {
            self.temperature
        } else {
            [Dyadic::MINUS_ONE, self.temperature[1].max(Dyadic::ZERO)]
        };
        Ok(Enclosure {
            left: self.left.moved(x)?,
            right: self.right.moved(x.neg())?,
            mean: [self.mean[0].add(x)?, self.mean[1].add(x)?],
            temperature,
        })
    }

    fn sum_of_games(parts: &[Copies<'_>]) -> EnclosureResult<Enclosure> {
        let (mut mean, mut hottest) = ([Dyadic::ZERO; 2], Dyadic::MINUS_ONE);
        for &(part, copies) in parts {
            let [low, high] = part.mean;
            mean = [
                mean[0].add(low.times(copies)?)?,
                mean[1].add(high.times(copies)?)?,
            ];
            hottest = hottest.max(part.temperature[1]);
        }
        let falls = parts.iter().flat_map(|(p, _)| [&p.left, &p.right]);
        let falls: Vec<&Fall> = falls.collect();
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
}

/// The bounds for the left wall of a sum or, if `negative`, for the left wall of the negative sum.
fn sum_of_walls(parts: &[Copies<'_>], times: &[Dyadic], negative: bool) -> EnclosureResult<Fall> {
    let mut low = Vec::with_capacity(times.len());
    let mut high = Vec::with_capacity(times.len());
    for &t in times {
        let mut most = Dyadic::ZERO;
        // The sum of the lower bounds of all right walls, and the greatest gain that Left has by
        // moving first in one part.
        let (mut rights, mut gain) = (Dyadic::ZERO, None::<Dyadic>);
        for &(part, copies) in parts {
            let (own, other) = if negative {
                (part.right_at(t)?, part.left_at(t)?)
            } else {
                (part.left_at(t)?, part.right_at(t)?)
            };
            let right = other[1].neg();
            most = most.add(own[1].times(copies)?)?;
            rights = rights.add(right.times(copies)?)?;
            let more = own[0].sub(right)?;
            gain = Some(gain.map_or(more, |g| g.max(more)));
        }
        high.push((t, most));
        low.push((t, rights.add(gain.unwrap_or(Dyadic::ZERO))?));
    }
    Fall::through(low, high)
}
