//! The penalties by which boards are cooled (`solver/cool.rs`, `solver/cuts.rs`), and what is known
//! of components at these penalties.

use super::budget::{Budget, SolveError};
use super::exact::Solver;
use boilingpoint_memory::{Share, is_deep};
use boilingpoint_values::{Dyadic, Value};
use smallvec::SmallVec;

/// The number of steps of work on values that count as one step of the budget.
pub(super) const WORK_A_STEP: u64 = 2;

/// Facts about the mast of a thermograph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mast {
    /// The mean; `None` if it is not known.
    pub mean: Option<Dyadic>,
    /// The lower and the upper bound of the temperature.
    pub temperature: [Dyadic; 2],
}

/// The penalty 1/2 as a rung. A rung `k` stands for the penalty `k/1024`.
const HALF: i64 = 512;

pub(super) fn penalty(rung: i64) -> Result<Dyadic, SolveError> {
    Ok(Dyadic::new(rung, 10)?)
}

/// The rung of a penalty, if it has one.
pub(super) fn rung_of(t: Dyadic) -> Option<i64> {
    (t.exponent() <= 10).then(|| t.times(2 * HALF).ok().map(Dyadic::floor))?
}

/// The rungs of the ladder up to a multiple of 1/2, upwards: the multiples of 1/2, and between them
/// 1/1024 less than each. Many temperatures are multiples of 1/2, and forms are small at a penalty
/// just below a temperature.
pub(super) fn rungs(halves: i64) -> impl Iterator<Item = i64> {
    let pairs = (0..=halves).flat_map(|k| [HALF * k - 1, HALF * k]);
    pairs.skip(1)
}

/// The highest rung of the ladder whose penalty is less than `t`, other than a positive multiple of
/// 1/2. The multiples of 1/2 are for [`Descent::freezes_at`].
pub(super) fn rung_below(t: Dyadic) -> Result<i64, SolveError> {
    let halves = t.add(t)?.floor().saturating_add(1);
    let next = halves.saturating_mul(HALF) - 1;
    let below = if penalty(next)? < t {
        next
    } else {
        next - HALF
    };
    Ok(below.max(0))
}

/// The bound of case 3 of the theorem for the temperature of a component with these scaffolds at
/// `t`, or 0 if the bound is negative or the component is an integer.
pub(super) fn not_above(t: Dyadic, scaffolds: [Option<Dyadic>; 2]) -> Result<Dyadic, SolveError> {
    Ok(match scaffolds {
        [Some(l), Some(r)] => t.sub(r.sub(l)?.half()?)?.max(Dyadic::ZERO),
        _ => Dyadic::ZERO,
    })
}

/// The number that a component is, given its scaffolds at 0, if no other fits between them. Where
/// the number may be one of the scaffolds, the infinitesimals decide.
pub(super) fn only_number([l, r]: [Option<Dyadic>; 2]) -> Option<Dyadic> {
    let between = |closed: bool| {
        let end = |x: Dyadic| (x, closed);
        Dyadic::simplest(l.map(end), r.map(end))
    };
    between(false).filter(|&open| between(true) == Some(open))
}

/// The facts that are known of a component.
#[derive(Default)]
pub(super) struct Known {
    /// The mean, and a penalty that the temperature does not exceed.
    pub frozen: Option<(Dyadic, Dyadic)>,
    /// The cooled forms at the rungs below the temperature.
    pub forms: SmallVec<[(i64, Value); 1]>,
}

impl Known {
    /// The component cooled by the penalty of a rung, if that is known.
    pub fn at(&self, rung: i64, solver: &Solver) -> Result<Option<Value>, SolveError> {
        Ok(match self.frozen {
            Some((mean, from)) if from <= penalty(rung)? => Some(solver.values.number(mean)),
            _ => self.forms.iter().find(|f| f.0 == rung).map(|f| f.1),
        })
    }
}

/// A board that is cooled by lower and lower penalties.
pub(super) trait Descent {
    fn solver(&mut self) -> &mut Solver;

    /// A guess of the temperature. If it is too low, forms are larger than they need be; if it is
    /// too high, a rung is in vain.
    fn guess(&mut self) -> Result<Dyadic, SolveError>;

    /// The board, cooled by the penalty of a rung.
    fn cooled(&mut self, rung: i64) -> Result<Value, SolveError>;

    /// A penalty that no component of the board exceeds in temperature; `None` if none is known.
    fn warmest(&mut self) -> Result<Option<Dyadic>, SolveError>;

    /// Whether it is proved that the temperature of the board is the penalty of a rung, given that
    /// its scaffolds meet there.
    fn freezes_at(&mut self, rung: i64) -> Result<bool, SolveError>;

    /// Descends the ladder until the board is hot, or until it froze at the penalty of a rung.
    /// `mast` receives the facts as soon as they are proved.
    fn descend(&mut self, mast: &mut Mast) -> Result<(), SolveError> {
        let [least, most] = mast.temperature;
        let mut next = self.guess()?.max(least).min(most);
        let mut last = None;
        while next > Dyadic::ZERO {
            let rung = match rung_below(next)? + 1 {
                rung if last != Some(rung) && penalty(rung)? == next => rung,
                rung => rung - 1,
            };
            last = Some(rung);
            let t = penalty(rung)?;
            let cooled = self.cooled(rung)?;
            let values = &mut self.solver().values;
            let stop = values.right_stop(cooled);
            if values.left_stop(cooled)? > stop {
                let above = values.thermograph(cooled)?;
                mast.mean = Some(above.mean);
                mast.temperature = [above.temperature.add(t)?; 2];
                return Ok(());
            }
            let warmest = self.warmest()?;
            next = warmest.map_or(t, |warmest| t.min(warmest));
            mast.mean = Some(stop);
            mast.temperature[1] = mast.temperature[1].min(next);
            if warmest == Some(t) && self.freezes_at(rung)? {
                mast.temperature = [t; 2];
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The steps, the positions and the bytes that may still be used.
pub(super) struct Allowance {
    pub work: u64,
    pub positions: u64,
    share: Share,
    held: usize,
    most: usize,
}

impl Allowance {
    pub fn new(budget: &Budget) -> Allowance {
        Allowance {
            work: budget.work,
            positions: budget.positions,
            share: Share::take(),
            held: 0,
            most: budget.bytes / 2,
        }
    }

    /// Counts a component that is cooled at one more penalty, and checks the limits.
    pub fn count(&mut self, solver: &Solver) -> Result<(), SolveError> {
        solver.look_at_stop()?;
        if is_deep() {
            return Err(solver.memory());
        }
        let left = self.positions.checked_sub(1);
        self.positions = left.ok_or_else(|| solver.over_budget())?;
        Ok(())
    }

    pub fn charge(&mut self, solver: &Solver, steps: u64) -> Result<(), SolveError> {
        solver.look_at_stop()?;
        let left = self.work.checked_sub(steps);
        self.work = left.ok_or_else(|| solver.over_budget())?;
        Ok(())
    }

    pub fn hold(&mut self, solver: &Solver, bytes: usize) -> Result<(), SolveError> {
        self.held += bytes;
        self.share.hold(self.held);
        match self.is_full() {
            true => Err(solver.memory()),
            false => Ok(()),
        }
    }

    pub fn is_full(&self) -> bool {
        self.held > self.most
    }

    /// Counts no bytes as held.
    pub fn release(&mut self) {
        self.held = 0;
        self.share.hold(0);
    }

    /// The steps and the positions that are left, and the bytes that are held.
    #[cfg(test)]
    pub fn account(&self) -> [u64; 3] {
        [self.work, self.positions, self.held as u64]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order of the ladder, and the rungs below it and between its rungs.
    #[test]
    fn rungs_rise() {
        let ladder: Vec<i64> = rungs(50).collect();
        assert_eq!(ladder[..4], [0, HALF - 1, HALF, 2 * HALF - 1]);
        assert_eq!(penalty(HALF).unwrap(), Dyadic::new(1, 1).unwrap());
        let is_below = |rung: &i64| *rung == 0 || rung % HALF != 0;
        for pair in ladder.windows(2) {
            let below = ladder.iter().rev().find(|&r| *r < pair[1] && is_below(r));
            for rung in pair[0] + 1..=pair[1] {
                let t = penalty(rung).unwrap();
                assert_eq!(rung_below(t).ok().as_ref(), below, "{rung}");
                assert_eq!(rung_of(t), Some(rung));
            }
        }
        assert_eq!(rung_of(Dyadic::new(1, 11).unwrap()), None);
    }
}
