//! Bounds of thermographs for penalties `t >= 0`, and the theorems of `docs/certificates.md` about
//! them.
//!
//! The left wall has slopes 0 and -1. The negative of the right wall is the left wall of the
//! negative game, so it also has slopes 0 and -1. So one type of line represents both walls, and
//! every theorem about one player holds for the other.

use super::meter::Meter;
use super::{CheckError, CheckedShort, Dyadic};

type CheckResult<T> = Result<T, CheckError>;
type Corner = (Dyadic, Dyadic);

const ZERO: Dyadic = Dyadic::integer(0);

/// Two limits of the lines and sums of a certificate. The first is the greatest number of points of
/// a line. The second is the greatest product of the number of games in a sum and the number of
/// penalties at which their lines have points.
const MOST_POINTS: usize = 10_000;
const MOST_OF_A_SUM: usize = 10_000_000;

/// A piecewise linear function of `t >= 0` with slopes 0 and -1, given by its points. The first
/// point is at `t = 0`. The function is straight after the last point.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug))]
struct BoundLine {
    points: Vec<Corner>,
    /// Whether the slope after the last point is -1.
    falls: bool,
}

/// The shape of a line between two points, where the line falls for a part of the way and is flat
/// for the rest.
#[derive(Clone, Copy, PartialEq)]
enum Bend {
    /// The line falls first, then stays constant. The greater of two lines has this form, and so
    /// has the line that follows from lower bounds.
    FallsFirst,
    /// The line stays constant first, then falls. The lesser of two lines has this form, and so has
    /// the line that follows from upper bounds.
    FallsLast,
}

impl BoundLine {
    fn constant(v: Dyadic) -> BoundLine {
        BoundLine {
            points: vec![(ZERO, v)],
            falls: false,
        }
    }

    /// The line that has slope -1 up to `t` and the constant value `v` from `t` on.
    fn down_to(t: Dyadic, v: Dyadic) -> CheckResult<BoundLine> {
        if t > ZERO {
            BoundLine::through(vec![(ZERO, v.plus(t)?), (t, v)], false, Bend::FallsLast)
        } else {
            Ok(BoundLine::constant(v))
        }
    }

    /// The line with slopes 0 and -1 that follows from bounds at some penalties, which are in
    /// increasing order. The bounds are lower bounds for [`Bend::FallsFirst`], and upper bounds for
    /// [`Bend::FallsLast`].
    fn through(mut bounds: Vec<Corner>, falls: bool, bend: Bend) -> CheckResult<BoundLine> {
        for i in (1..bounds.len()).rev() {
            let ((t0, v0), (t1, v1)) = (bounds[i - 1], bounds[i]);
            bounds[i - 1].1 = match bend {
                Bend::FallsFirst => v0.max(v1),
                Bend::FallsLast => v0.min(v1.plus(t1.minus(t0)?)?),
            };
        }
        let mut points: Vec<Corner> = Vec::with_capacity(bounds.len());
        for (t1, v1) in bounds {
            let Some(&(t0, v0)) = points.last() else {
                points.push((t1, v1));
                continue;
            };
            let fallen = v0.minus(t1.minus(t0)?)?;
            let v1 = v1.clamp(fallen, v0);
            if fallen < v1 && v1 < v0 {
                let drop = v0.minus(v1)?;
                let corner = match bend {
                    Bend::FallsFirst => (t0.plus(drop)?, v1),
                    Bend::FallsLast => (t1.minus(drop)?, v0),
                };
                push(&mut points, corner);
            }
            push(&mut points, (t1, v1));
        }
        if let [.., (_, v0), (_, v1)] = points[..]
            && (v1 < v0) == falls
        {
            points.pop();
        }
        if points.len() > MOST_POINTS {
            Err(CheckError::Corners)
        } else {
            Ok(BoundLine { points, falls })
        }
    }

    fn at(&self, t: Dyadic) -> CheckResult<Dyadic> {
        let next = self.points.partition_point(|p| p.0 <= t).max(1);
        let (t0, v0) = self.points[next - 1];
        let falls = self.points.get(next).map_or(self.falls, |p| p.1 < v0);
        if falls {
            v0.minus(t.minus(t0)?)
        } else {
            Ok(v0)
        }
    }

    /// The last point, after which the line is straight.
    fn last(&self) -> Corner {
        self.points[self.points.len() - 1]
    }

    /// The greater of two lines for [`Bend::FallsFirst`]; the lesser of two lines for
    /// [`Bend::FallsLast`].
    fn outer(&self, other: &BoundLine, bend: Bend) -> CheckResult<BoundLine> {
        let mut times = times(&[self, other]);
        if self.falls != other.falls {
            // The two lines may still cross after the last point of either.
            let t = times[times.len() - 1];
            let (a, b) = (self.at(t)?, other.at(t)?);
            times.push(t.plus(a.max(b).minus(a.min(b))?)?);
        }
        let mut points = Vec::with_capacity(times.len());
        for t in times {
            let (a, b) = (self.at(t)?, other.at(t)?);
            let least = bend == Bend::FallsLast;
            points.push((t, if least { a.min(b) } else { a.max(b) }));
        }
        let falls = match bend {
            Bend::FallsFirst => self.falls && other.falls,
            Bend::FallsLast => self.falls || other.falls,
        };
        points.dedup_by_key(|p| p.0);
        BoundLine::through(points, falls, bend)
    }

    fn greater(&self, other: &BoundLine) -> CheckResult<BoundLine> {
        self.outer(other, Bend::FallsFirst)
    }

    fn lesser(&self, other: &BoundLine) -> CheckResult<BoundLine> {
        self.outer(other, Bend::FallsLast)
    }

    fn moved(&self, x: Dyadic) -> CheckResult<BoundLine> {
        let moved = self.points.iter().map(|&(t, v)| Ok((t, v.plus(x)?)));
        Ok(BoundLine {
            points: moved.collect::<CheckResult<_>>()?,
            falls: self.falls,
        })
    }

    /// The negative of the line, minus `t`. Where the line has slope 0 the result has slope -1, and
    /// the other way round.
    fn tilted(&self) -> CheckResult<BoundLine> {
        let tilted = |&(t, v): &Corner| Ok((t, v.plus(t)?.negated()?));
        Ok(BoundLine {
            points: self.points.iter().map(tilted).collect::<CheckResult<_>>()?,
            falls: !self.falls,
        })
    }

    /// The first penalty at which the sum of two lines is at most 0; `None` if there is none.
    fn meets(&self, other: &BoundLine) -> CheckResult<Option<Dyadic>> {
        let mut before: Option<(Dyadic, Dyadic)> = None;
        for t in times(&[self, other]) {
            let gap = self.at(t)?.plus(other.at(t)?)?;
            if gap <= ZERO {
                return Ok(Some(match before {
                    None => t,
                    Some((t0, gap0)) if gap0.minus(gap)? == t.minus(t0)? => t0.plus(gap0)?,
                    Some((t0, gap0)) => t0.plus(gap0.halved()?)?,
                }));
            }
            before = Some((t, gap));
        }
        Ok(match (before, self.falls, other.falls) {
            (None, ..) | (_, false, false) => None,
            (Some((t, gap)), true, true) => Some(t.plus(gap.halved()?)?),
            (Some((t, gap)), ..) => Some(t.plus(gap)?),
        })
    }
}

/// Adds a point to a line. Drops the previous last point if the line does not bend there.
fn push(points: &mut Vec<Corner>, point: Corner) {
    if let [.., (_, v0), (_, v1)] = points[..]
        && (v1 < v0) == (point.1 < v1)
    {
        points.pop();
    }
    points.push(point);
}

/// The penalties at which at least one of the lines has a point, in increasing order.
fn times(lines: &[&BoundLine]) -> Vec<Dyadic> {
    let points = lines.iter().flat_map(|line| &line.points);
    let mut times: Vec<Dyadic> = points.map(|p| p.0).collect();
    times.sort_unstable();
    times.dedup();
    times
}

/// A lower bound and an upper bound of a wall.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug))]
struct WallBounds {
    low: BoundLine,
    high: BoundLine,
}

/// The proved bounds of a position. In each pair, the lower bound comes first.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug))]
pub(super) struct ProvedBounds {
    /// Bounds for the left wall, and bounds for the negative of the right wall.
    walls: [WallBounds; 2],
    pub(super) mean: [Dyadic; 2],
    /// Bounds for the temperature; the lower bound is -1 if nothing is proved.
    pub(super) temperature: [Dyadic; 2],
    /// Whether it is proved that the position equals its negative.
    pub(super) own_negative: bool,
}

/// The bounds of a player's options, as seen by this player: Right's options are negated.
#[derive(Clone)]
pub(super) struct OptionBounds {
    pub(super) known: Vec<ProvedBounds>,
    /// Whether each option of the player is no better than some option in `known`.
    pub(super) all: bool,
}

impl ProvedBounds {
    /// The bounds for a position in which Left will make at most `left` moves in total, and Right
    /// at most `right`.
    pub(super) fn of_moves(left: usize, right: usize) -> CheckResult<ProvedBounds> {
        let integer = |n| i64::try_from(n).map(Dyadic::integer);
        let (Ok(most), Ok(moves)) = (integer(left), integer(right)) else {
            return Err(CheckError::Overflow);
        };
        let least = moves.negated()?;
        let wall = |low, high| WallBounds {
            low: BoundLine::constant(low),
            high: BoundLine::constant(high),
        };
        Ok(ProvedBounds {
            walls: [wall(least, most), wall(most.negated()?, moves)],
            mean: [least, most],
            temperature: [Dyadic::integer(-1), most.plus(moves)?.halved()?],
            own_negative: false,
        })
    }

    /// The number of points of all lines.
    pub(super) fn points(&self) -> usize {
        let walls = self.walls.iter();
        walls
            .map(|wall| wall.low.points.len() + wall.high.points.len())
            .sum()
    }

    /// An upper bound for the memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        // A list of points has room for up to twice as many.
        size_of::<ProvedBounds>() + 2 * size_of::<Corner>() * (self.points() + 4)
    }

    /// The exact bounds of a position whose value the checker has computed.
    pub(super) fn exact(short: &CheckedShort) -> CheckResult<ProvedBounds> {
        let wall = |stop: Dyadic, corners: &[Corner], sign: i32| -> CheckResult<WallBounds> {
            let later = corners.iter().copied().filter(|corner| corner.0 > ZERO);
            let points = std::iter::once((ZERO, stop)).chain(later);
            let points = points.map(|(t, v)| Ok((t, v.times(sign)?)));
            let line =
                BoundLine::through(points.collect::<CheckResult<_>>()?, false, Bend::FallsFirst)?;
            Ok(WallBounds {
                low: line.clone(),
                high: line,
            })
        };
        Ok(ProvedBounds {
            walls: [
                wall(short.left_stop, &short.left_wall, 1)?,
                wall(short.right_stop, &short.right_wall, -1)?,
            ],
            mean: [short.mean; 2],
            temperature: [short.temperature; 2],
            own_negative: false,
        })
    }

    /// The exact bounds of a number.
    pub(super) fn number(x: Dyadic) -> CheckResult<ProvedBounds> {
        Ok(ProvedBounds {
            temperature: [x.coldness(); 2],
            own_negative: x == ZERO,
            ..ProvedBounds::of_moves(0, 0)?.plus(x)?
        })
    }

    /// The exact bounds of `*`, the game in which either player can move to 0.
    pub(super) fn star() -> CheckResult<ProvedBounds> {
        Ok(ProvedBounds {
            temperature: [ZERO; 2],
            own_negative: true,
            ..ProvedBounds::of_moves(0, 0)?
        })
    }

    pub(super) fn negative(&self) -> CheckResult<ProvedBounds> {
        let [left, right] = self.walls.clone();
        Ok(ProvedBounds {
            walls: [right, left],
            mean: [self.mean[1].negated()?, self.mean[0].negated()?],
            ..*self
        })
    }

    fn is_number(&self) -> bool {
        self.temperature[1] < ZERO && self.mean[0] == self.mean[1]
    }

    /// The bounds of the position plus a number.
    fn plus(&self, x: Dyadic) -> CheckResult<ProvedBounds> {
        let [left, right] = &self.walls;
        let moved = |wall: &WallBounds, x| -> CheckResult<WallBounds> {
            Ok(WallBounds {
                low: wall.low.moved(x)?,
                high: wall.high.moved(x)?,
            })
        };
        let hot = self.temperature[0] >= ZERO;
        Ok(ProvedBounds {
            walls: [moved(left, x)?, moved(right, x.negated()?)?],
            mean: [self.mean[0].plus(x)?, self.mean[1].plus(x)?],
            temperature: if hot || x.is_integer() {
                self.temperature
            } else {
                [Dyadic::integer(-1), self.temperature[1].max(x.coldness())]
            },
            own_negative: self.own_negative && x == ZERO,
        })
    }

    /// The bounds of a sum of an integer and of positions, each with its number of copies.
    pub(super) fn sum(
        summands: Vec<(i32, ProvedBounds)>,
        integer: i64,
        meter: &Meter,
    ) -> CheckResult<ProvedBounds> {
        let mut number = Dyadic::integer(integer);
        let mut games: Vec<(i32, ProvedBounds)> = Vec::new();
        for (count, game) in summands {
            // Two copies of a game that equals its negative add up to 0.
            let count = if game.own_negative { count % 2 } else { count };
            if game.is_number() {
                number = number.plus(game.mean[0].times(count)?)?;
            } else if count > 0 {
                games.push((count, game));
            }
        }
        match &games[..] {
            [] => ProvedBounds::number(number),
            [(1, game)] => game.plus(number),
            _ => ProvedBounds::sum_of_games(&games, meter)?.plus(number),
        }
    }

    fn sum_of_games(games: &[(i32, ProvedBounds)], meter: &Meter) -> CheckResult<ProvedBounds> {
        let (mut mean, mut hottest) = ([ZERO; 2], Dyadic::integer(-1));
        for (count, game) in games {
            for (sum, m) in mean.iter_mut().zip(game.mean) {
                *sum = sum.plus(m.times(*count)?)?;
            }
            hottest = hottest.max(game.temperature[1]);
        }
        let mut sum = ProvedBounds {
            walls: [wall_of_sum(games, 0, meter)?, wall_of_sum(games, 1, meter)?],
            mean,
            temperature: [Dyadic::integer(-1), hottest],
            own_negative: games.iter().all(|game| game.1.own_negative),
        };
        sum.settle()?;
        Ok(sum)
    }

    /// Improves the bounds by the bounds of both players' options.
    pub(super) fn refine_by_options(
        &mut self,
        left: &OptionBounds,
        right: &OptionBounds,
        meter: &Meter,
    ) -> CheckResult<()> {
        let scaffolds = [
            ScaffoldBounds::of(left, &self.walls[0], meter)?,
            ScaffoldBounds::of(right, &self.walls[1], meter)?,
        ];
        let [own, other] = &scaffolds;
        if let Some(mean) = own.mast(other)? {
            self.mean[0] = self.mean[0].max(mean);
        }
        if let Some(mean) = other.mast(own)? {
            self.mean[1] = self.mean[1].min(mean.negated()?);
        }
        if let Some(t) = own.high.meets(&other.high)? {
            self.temperature[1] = self.temperature[1].min(t);
        }
        let means = [self.mean[1], self.mean[0].negated()?];
        for ((wall, scaffold), mean) in self.walls.iter_mut().zip(&scaffolds).zip(means) {
            if let Some(low) = &scaffold.low {
                wall.low = wall.low.greater(low)?;
            }
            let high = scaffold.high.greater(&BoundLine::constant(mean))?;
            wall.high = wall.high.lesser(&high)?;
        }
        self.settle()
    }

    /// Improves the bounds, given that the position is at least another position.
    pub(super) fn refine_at_least(&mut self, other: &ProvedBounds) -> CheckResult<()> {
        self.mean[0] = self.mean[0].max(other.mean[0]);
        self.walls[0].low = self.walls[0].low.greater(&other.walls[0].low)?;
        self.walls[1].high = self.walls[1].high.lesser(&other.walls[1].high)?;
        self.settle()
    }

    /// Improves the bounds by other bounds that were proved for the same position.
    pub(super) fn refine(&mut self, other: &ProvedBounds) -> CheckResult<()> {
        for (wall, more) in self.walls.iter_mut().zip(&other.walls) {
            wall.low = wall.low.greater(&more.low)?;
            wall.high = wall.high.lesser(&more.high)?;
        }
        let both = |a: [Dyadic; 2], b: [Dyadic; 2]| [a[0].max(b[0]), a[1].min(b[1])];
        self.mean = both(self.mean, other.mean);
        self.temperature = both(self.temperature, other.temperature);
        self.own_negative |= other.own_negative;
        self.settle()
    }

    /// Makes the bounds consistent. The mean lies between the walls. Below the temperature the
    /// walls differ; above it they equal the mean.
    pub(super) fn settle(&mut self) -> CheckResult<()> {
        if self.own_negative {
            let [left, right] = &self.walls;
            let wall = WallBounds {
                low: left.low.greater(&right.low)?,
                high: left.high.lesser(&right.high)?,
            };
            self.walls = [wall.clone(), wall];
            self.mean = [self.mean[0].max(ZERO), self.mean[1].min(ZERO)];
        }
        let [left, right] = &mut self.walls;
        self.mean[0] = self.mean[0].max(right.high.last().1.negated()?);
        self.mean[1] = self.mean[1].min(left.high.last().1);
        let (least, most) = (self.mean[0], self.mean[1]);
        left.low = left.low.greater(&BoundLine::constant(least))?;
        right.low = right.low.greater(&BoundLine::constant(most.negated()?))?;
        if let Some(t) = left.high.meets(&right.high)? {
            self.temperature[1] = self.temperature[1].min(t);
        }
        let frozen = self.temperature[1];
        left.high = left.high.lesser(&BoundLine::down_to(frozen, most)?)?;
        let negative = least.negated()?;
        right.high = right.high.lesser(&BoundLine::down_to(frozen, negative)?)?;
        let apart = left.low.meets(&right.low)?;
        if let Some(t) = apart.filter(|&t| t > ZERO) {
            self.temperature[0] = self.temperature[0].max(t);
        }
        if apart.is_none() || least > most || self.temperature[0] > frozen {
            return Err(CheckError::Inconsistent("the bounds exclude each other"));
        }
        Ok(())
    }
}

/// Bounds for the left wall of a sum (side 0), or for the negative of its right wall (side 1).
fn wall_of_sum(
    games: &[(i32, ProvedBounds)],
    side: usize,
    meter: &Meter,
) -> CheckResult<WallBounds> {
    let walls = games.iter().flat_map(|(_, game)| &game.walls);
    let lines: Vec<&BoundLine> = walls.flat_map(|wall| [&wall.low, &wall.high]).collect();
    let times = times(&lines);
    if times.len().saturating_mul(games.len()) > MOST_OF_A_SUM {
        return Err(CheckError::Corners);
    }
    meter.work(times.len().saturating_mul(games.len()))?;
    // For each penalty, the sum of the upper bounds of all left walls and of the lower bounds of
    // all right walls.
    let (mut most, mut rights) = (Vec::new(), Vec::new());
    for &t in &times {
        let (mut high, mut right) = (ZERO, ZERO);
        for (count, game) in games {
            high = high.plus(game.walls[side].high.at(t)?.times(*count)?)?;
            right = right.minus(game.walls[1 - side].high.at(t)?.times(*count)?)?;
        }
        most.push((t, high));
        rights.push((t, right));
    }
    let mut low: Option<BoundLine> = None;
    for (_, game) in games {
        // The player moves first in this game, and second in all other games.
        let (own, other) = (&game.walls[side].low, &game.walls[1 - side].high);
        let begun = |&(t, right): &Corner| Ok((t, right.plus(own.at(t)?)?.plus(other.at(t)?)?));
        let begun = rights.iter().map(begun).collect::<CheckResult<_>>()?;
        let line = BoundLine::through(begun, false, Bend::FallsFirst)?;
        low = Some(low.map_or(Ok(line.clone()), |low| low.greater(&line))?);
    }
    Ok(WallBounds {
        low: low.ok_or(CheckError::Inconsistent("a sum has no summands"))?,
        high: BoundLine::through(most, false, Bend::FallsLast)?,
    })
}

/// Bounds of a scaffold: the greatest right wall of an option, minus `t`.
struct ScaffoldBounds {
    /// The lower bound; `None` if no option is known.
    low: Option<BoundLine>,
    high: BoundLine,
}

impl ScaffoldBounds {
    /// Bounds of a scaffold that follow from the options. An upper bound of the player's wall is
    /// also an upper bound of the scaffold.
    fn of(options: &OptionBounds, wall: &WallBounds, meter: &Meter) -> CheckResult<ScaffoldBounds> {
        let (mut low, mut high) = (None::<BoundLine>, None::<BoundLine>);
        for option in &options.known {
            let (worst, best) = (&option.walls[1].high, &option.walls[1].low);
            for (scaffold, line) in [(&mut low, worst.tilted()?), (&mut high, best.tilted()?)] {
                let known = scaffold.as_ref().map_or(0, |line| line.points.len());
                meter.work(known + line.points.len())?;
                *scaffold = Some(match scaffold.as_ref() {
                    Some(other) => other.greater(&line)?,
                    None => line,
                });
            }
        }
        let high = match high.filter(|_| options.all) {
            Some(high) => high.lesser(&wall.high)?,
            None => wall.high.clone(),
        };
        Ok(ScaffoldBounds { low, high })
    }

    /// A lower bound of the mean: the value at which a lower bound of this scaffold meets the
    /// negative of an upper bound of the other scaffold. `None` without a lower bound of this
    /// scaffold.
    fn mast(&self, other: &ScaffoldBounds) -> CheckResult<Option<Dyadic>> {
        let Some(low) = &self.low else {
            return Ok(None);
        };
        let met = low.meets(&other.high)?;
        met.map(|t| low.at(t)).transpose()
    }
}

#[cfg(test)]
impl ProvedBounds {
    /// Whether an exact thermograph lies within the bounds at every penalty.
    pub(super) fn contain(&self, short: &CheckedShort) -> CheckResult<bool> {
        let exact = ProvedBounds::exact(short)?;
        for (wall, line) in self.walls.iter().zip(&exact.walls) {
            let mut times = times(&[&wall.low, &wall.high, &line.low]);
            times.push(times[times.len() - 1].plus(Dyadic::integer(100))?);
            for t in times {
                let x = line.low.at(t)?;
                if wall.low.at(t)? > x || wall.high.at(t)? < x {
                    return Ok(false);
                }
            }
        }
        let within = |[least, most]: [Dyadic; 2], x| least <= x && x <= most;
        Ok(within(self.mean, short.mean) && within(self.temperature, short.temperature))
    }
}
