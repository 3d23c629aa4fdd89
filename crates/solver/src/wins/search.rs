//! Depth-first proof-number search for the winner of a sum.
//!
//! Each sum is seen by the player who moves; she is called Left. A sum is *won* if Left, moving
//! first, wins it. It is won if and only if the negative of some option is lost. The proof number
//! of a sum estimates the work for a proof that it is won, the disproof number for a proof that it
//! is lost (Allis, van der Meulen and van den Herik, *Proof-number search*, 1994). The search
//! follows the move that is the cheapest to prove, and returns when a number exceeds a threshold
//! (Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002). The disproof number is the greatest
//! proof number of an answer, plus 1 for each further answer: answers are often transpositions, and
//! their sum would count them many times. A quarter more is allowed than the second-best move
//! costs, so that the search changes between moves less often (Pawlewicz and Lew, 2007).
//!
//! **Numbers near a dyadic.** The number of a sum may be `x + e` or `x - e` for a dyadic `x` and `e
//! = 1/ω`, which is less than every positive dyadic and greater than every infinitesimal. Let `R`
//! be the rest of the sum. Left, moving first, wins `R + x + e` if the left stop of `R + x` is at
//! least 0, and `R + x - e` if it is greater than 0. So such sums compare a stop with a number, and
//! infinitesimal summands are left out: they do not change stops.
//!
//! **Moves in the number.** If `R` is no number, Left need not move in the number: some other move
//! wins if any does (the Number Avoidance Theorem). If `R` is a number, these moves decide: from a
//! dyadic to its Left option, and from `x + e` to `x`. From `x - e` there are moves to `x - 1/2^k`
//! for all `k`, of which none is best. A pass replaces them. If `R` is a number, Left wins by a
//! pass if and only if `R + x - e > 0`. If `R` is no number, a pass wins only if the right stop of
//! `R + x` is greater than 0; then so is the left stop, and Left wins anyway.
//!
//! **Cooled sums.** At a penalty `t > 0` each component `X` counts as `X_t`, `X` cooled by `t`, and
//! a move to `X^L` as one to `X^L_t - t`, whether `X_t` is hot or a number. One player *proves*;
//! the other may pass. Let `S` be the sum, and let Left prove a lower bound `n`.
//!
//! 1. If some move leads to a sum whose right stop is at least `n`, the left stop of `S` is at
//!    least `n`.
//! 2. If all of Right's moves lead to sums whose left stops are at least `n`, and the left stop of
//!    `S` is at least `n`, then the right stop of `S` is at least `n`.
//!
//! *Proof.* Stops do not see infinitesimals, so `X_t` is meant up to these. 1. If `X_t` is no
//! number, the move is one in `X_t`, and its right stop is at most the left stop of `S`, even if
//! `S` is a number. Else `X_t` is a number `x`, and the right stop of `X^L_t - t` is a scaffold of
//! `X`, at most `x` (`cool.rs`). So the sum after the move has a right stop of at most the left
//! stop of the rest plus `x`, which is the left stop of `S`. 2. If `S` is a number, its stops are
//! equal. Else Right's best move in `S` is in a component that is no number (Number Translation),
//! and is among the moves. ∎
//!
//! So a pass of the other player leads to the same sum, with the player who proves to move; she has
//! no pass. If she fails, nothing is proved: she may have been made to move in a sum of numbers. A
//! pass is left out where the mean of the sum is known to be in her favour: then 2 holds without
//! it.
//!
//! **Lower penalties.** The left stop of `S` is at least its mean, and this is at least the right
//! stop of `S` cooled by any penalty, since the right wall rises to the mast. So Left may also prove
//! that the right stop at a lower penalty is at least `n`; there Right moves. This is the proof of
//! the stops of a sum that is a number at `t`, where a move only costs. The lowest penalty is 0,
//! where nobody passes. Values are stored less their means, so only components stay in such a sum.
//!
//! **Verdicts without a search.** Let `l(t)` and `r(t)` be the walls of a summand at the penalty
//! `t >= 0`, or bounds for them. The left stop of a sum is at least the sum of all `r(t)` plus the
//! greatest `l(t) - r(t)` of a summand, by lower bounds, and at most the sum of all `l(t)` plus
//! `t`. If it is positive, the sum is won; if it is negative, the sum is lost.
//!
//! *Proof.* The left stop is the left wall at 0. Left walls fall as `t` grows, with a slope of 0 or
//! -1. So the left stop is at least the left wall of the sum at `t`, and at most this plus `t`.
//! Cooling is additive, and walls are the stops of cooled games. The left stop of `X + Y` is at
//! least the left stop of `X` plus the right stop of `Y`, and at most the sum of their left stops
//! (Siegel, *Combinatorial Game Theory*, II.3 and II.5). ∎

use super::heat::HeatQuestion;
use super::rounds::Answer;
use super::source::Source;
use super::stop::StopQuestion;
use super::store::{PENALTIES, Store, Summand, UNIT, from_units};
use super::sum::{Nearness, Sum};
use crate::SolveError;
use boilingpoint_memory::{Share, is_deep};
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The proof number of a lost sum, and the disproof number of a won one.
const NEVER: u32 = 1 << 30;

/// Sums of values are added up if the product of their sizes is at most this.
const ADDED: u64 = 1 << 12;

/// The children that are found in the table in a part of a step.
const CHILDREN_A_PART: u64 = 2;

/// The proof number and the disproof number of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const WON: Numbers = Numbers {
        proof: 0,
        disproof: NEVER,
    };
    const LOST: Numbers = Numbers {
        proof: NEVER,
        disproof: 0,
    };
    const UNREACHED: Numbers = Numbers {
        proof: NEVER,
        disproof: NEVER,
    };

    fn of(won: bool) -> Numbers {
        match won {
            true => Numbers::WON,
            false => Numbers::LOST,
        }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// First numbers for a sum whose left stop is estimated as `score`: 4 each if the score is 0,
    /// and farther apart the farther the score is from 0. A hot sum is less certain.
    fn of_estimate(score: i64, heat: i64) -> Numbers {
        /// The powers of 2 to the eighths from 0 to 7, times 1024.
        const EIGHTHS: [u32; 8] = [1024, 1117, 1218, 1328, 1448, 1579, 1722, 1878];
        let eighths = 12i64.saturating_mul(score) / (UNIT + heat / 2);
        let eighths = eighths.clamp(-80, 80);
        let power = |eighths: i64| {
            let part = EIGHTHS[eighths.rem_euclid(8) as usize];
            let whole = eighths.div_euclid(8);
            // 4 times the power, rounded up. `whole` is from -10 to 10.
            let scaled = u64::from(part) << (12 + whole);
            scaled.div_ceil(1 << 20) as u32
        };
        Numbers {
            proof: power(-eighths),
            disproof: power(eighths),
        }
    }
}

/// A sum that the other player gets, as she sees it.
struct Child {
    sum: Sum,
    numbers: Numbers,
}

/// The numbers of a sum, and the parts of steps that the latest search of it took.
#[derive(Clone, Copy)]
struct Entry {
    numbers: Numbers,
    work: u64,
}

pub struct Search<'s, S: Source> {
    pub store: Store<'s, S>,
    table: FxHashMap<Sum, Entry>,
    share: Share,
    /// The bytes of the table, and the most that it may take.
    bytes: usize,
    most: usize,
    /// If the game is cooled, the numbers that the player sees who may pass: the one who does not
    /// prove.
    passes: Option<Nearness>,
}

impl<'s, S: Source> Search<'s, S> {
    /// A search whose table takes at most `bytes` bytes.
    pub fn new(store: Store<'s, S>, bytes: usize) -> Self {
        Search {
            store,
            table: FxHashMap::default(),
            share: Share::take(),
            bytes: 0,
            most: bytes,
            passes: None,
        }
    }

    /// The answer to a question about a stop of a position within some work, and the work that is
    /// left. The summands are forgotten if they take much memory.
    pub fn stop(&mut self, position: &S::Position, question: StopQuestion, work: u64) -> Answer {
        self.store.clear_if_large();
        self.store.set_work(work);
        let answer = self.is_won(position, question, None).map(Some);
        (answer, self.store.work())
    }

    /// The answer to a question about the temperature of a position that equals its negative, and
    /// the work that is left. The answer is `None` if neither yes nor no has a proof by a player
    /// who does not pass.
    pub fn heat(&mut self, position: &S::Position, question: HeatQuestion, work: u64) -> Answer {
        self.store.set_work(work);
        (self.exceeds(position, question), self.store.work())
    }

    fn exceeds(
        &mut self,
        position: &S::Position,
        question: HeatQuestion,
    ) -> Result<Option<bool>, SolveError> {
        let about = match question {
            HeatQuestion::Exceeds(_) => StopQuestion::MoreThan(Dyadic::ZERO),
            HeatQuestion::Reaches(from, t) => StopQuestion::AtLeast(t.sub(from)?),
        };
        if self.store.penalty(0) == Dyadic::ZERO {
            return self.is_won(position, about, None).map(Some);
        }
        let near = about.near();
        if self.is_won(position, about, Some(near.negative()))? {
            return Ok(Some(true));
        }
        if let HeatQuestion::Reaches(..) = question {
            return Ok(None);
        }
        let is_won = self.is_won(position, about, Some(near))?;
        Ok((!is_won).then_some(false))
    }

    /// Whether Left, moving first, wins the sum that decides a question, if the player who sees the
    /// numbers `passes` may pass. The sums of earlier questions are forgotten.
    fn is_won(
        &mut self,
        position: &S::Position,
        question: StopQuestion,
        passes: Option<Nearness>,
    ) -> Result<bool, SolveError> {
        self.table = FxHashMap::default();
        self.bytes = 0;
        self.passes = passes;
        let sum = self.store.sum(position.clone(), 0)?;
        let sum = question.about(sum)?;
        let numbers = match self.verdict(&sum)? {
            Some(won) => Numbers::of(won),
            None => self.search(&sum, Numbers::UNREACHED)?,
        };
        match numbers.is_decided() {
            true => Ok(numbers.proof == 0),
            // No numbers of a search reach those that stand for never.
            false => Err(self.store.solver().over_budget()),
        }
    }

    /// Whether a sum is won, if that follows from the walls of its summands or from the sum of
    /// their values.
    fn verdict(&mut self, sum: &Sum) -> Result<Option<bool>, SolveError> {
        if sum.summands().is_empty() {
            let number = (sum.number, sum.near == Nearness::Above);
            return Ok(Some(number > (Dyadic::ZERO, false)));
        }
        for (k, halves) in PENALTIES.into_iter().enumerate() {
            let [least, most] = self.store.left_wall(sum, k);
            if least >= i64::from(sum.near != Nearness::Above) {
                return Ok(Some(true));
            }
            if most + halves * UNIT / 2 < i64::from(sum.near == Nearness::Below) {
                return Ok(Some(false));
            }
        }
        self.added(sum)
    }

    /// Bounds for the left stop of a sum, without a search.
    pub fn left_stop(&self, sum: &Sum) -> Result<[Dyadic; 2], SolveError> {
        let [least, most] = self.store.left_wall(sum, 0).map(from_units);
        Ok([least?, most?])
    }

    /// Whether a sum is won, if that follows from the values of its summands, or from values that
    /// they lie between. Sums that are not cheap to add are left out.
    fn added(&mut self, sum: &Sum) -> Result<Option<bool>, SolveError> {
        let summands = sum.summands().iter().map(|s| self.store.summand(s.0));
        if summands.clone().any(|s| s.between().is_empty()) {
            return Ok(None);
        }
        if summands.clone().all(Summand::is_value) {
            let all = self.sum_of(sum, 0, 0)?;
            let values = &mut self.store.solver().values;
            return Ok(match (all, sum.near) {
                (None, _) => None,
                (Some(all), Nearness::At) => Some(!values.le(all, Value::ZERO)?),
                (Some(all), Nearness::Above) => Some(values.left_stop(all)? >= Dyadic::ZERO),
                (Some(all), Nearness::Below) => Some(values.left_stop(all)? > Dyadic::ZERO),
            });
        }
        for pair in 0..2 {
            if let Some(low) = self.sum_of(sum, pair, 0)? {
                let stop = self.store.solver().values.left_stop(low)?;
                if (stop, sum.near == Nearness::Above) > (Dyadic::ZERO, false) {
                    return Ok(Some(true));
                }
            }
            if let Some(high) = self.sum_of(sum, pair, 1)? {
                let stop = self.store.solver().values.left_stop(high)?;
                if (stop, sum.near != Nearness::Below) < (Dyadic::ZERO, true) {
                    return Ok(Some(false));
                }
            }
        }
        Ok(None)
    }

    /// The sum of lower bounds (`end` is 0) or upper bounds (1) of the summands, if it is cheap to
    /// add. Of two pairs of bounds, `pair` is taken.
    fn sum_of(&mut self, sum: &Sum, pair: usize, end: usize) -> Result<Option<Value>, SolveError> {
        let mut cost = 1u64;
        let mut summands: SmallVec<[(Value, i32); 6]> = SmallVec::new();
        for &(id, count) in sum.summands() {
            let pairs = self.store.summand(id).between();
            let bounds = &pairs[pair.min(pairs.len() - 1)];
            let (value, size) = if count < 0 {
                bounds[1 - end]
            } else {
                bounds[end]
            };
            cost = cost.saturating_mul(size.saturating_pow(count.unsigned_abs()));
            summands.push((value, count));
        }
        if cost > ADDED {
            return Ok(None);
        }
        let before = self.store.solver().values.work();
        let values = &mut self.store.solver().values;
        let mut all = values.number(sum.number);
        for (value, count) in summands {
            let value = if count < 0 { values.neg(value)? } else { value };
            for _ in 0..count.abs() {
                all = values.add(all, value)?;
            }
        }
        self.store.charge_values(before)?;
        Ok(Some(all))
    }

    /// The numbers of a sum that was not searched.
    fn first_numbers(&mut self, sum: &Sum) -> Result<Numbers, SolveError> {
        if let Some(known) = self.table.get(sum) {
            return Ok(known.numbers);
        }
        self.store.charge(1)?;
        if let Some(won) = self.verdict(sum)? {
            let numbers = Numbers::of(won);
            self.keep(sum, Entry { numbers, work: 1 });
            return Ok(numbers);
        }
        let (score, heat) = self.store.estimate(sum);
        Ok(Numbers::of_estimate(score, heat))
    }

    fn keep(&mut self, sum: &Sum, entry: Entry) {
        if self.table.insert(sum.clone(), entry).is_none() {
            self.bytes += bytes_of(sum);
            if self.bytes > self.most {
                self.forget_cheap();
            }
            self.share.hold(self.bytes);
        }
    }

    /// Forgets the entries that took the least work: at least half of all. They are found again
    /// when they are needed.
    fn forget_cheap(&mut self) {
        let mut of_size = [0; u64::BITS as usize + 1];
        let size = |entry: &Entry| (u64::BITS - entry.work.leading_zeros()) as usize;
        for entry in self.table.values() {
            of_size[size(entry)] += 1;
        }
        let half = self.table.len() / 2;
        let mut forgotten = 0;
        let enough = of_size.iter().position(|n| {
            forgotten += n;
            forgotten > half
        });
        let cut = enough.unwrap_or(0);
        self.table.retain(|_, entry| size(entry) > cut);
        self.bytes = self.table.keys().map(bytes_of).sum();
    }

    /// The sums after Left's moves. If one of them is won by her, the others may be missing.
    fn children(&mut self, sum: &Sum) -> Result<Vec<Child>, SolveError> {
        let mut children = Vec::new();
        for &(id, count) in sum.summands() {
            let is_negative = count < 0;
            let player = match is_negative {
                true => Player::Right,
                false => Player::Left,
            };
            let mut rest = sum.clone();
            rest.push(id, -count.signum());
            let rest = rest.negative();
            for option in self.store.options(id, player)?.iter() {
                // The other player sees the negative of the option of a positive summand, and the
                // option itself of a negative summand.
                let option = option.clone();
                let option = if is_negative {
                    option
                } else {
                    option.negative()
                };
                if self.child(&mut children, rest.clone().plus(&option)?)? {
                    return Ok(children);
                }
            }
        }
        if let Some(after) = self.move_in_number(sum)?
            && self.child(&mut children, after.negative())?
        {
            return Ok(children);
        }
        if self.passes == Some(sum.near.negative())
            && self.store.penalty(sum.level) > Dyadic::ZERO
            && let Some(lowered) = self.store.lowered(sum)?
        {
            self.child(&mut children, lowered.negative())?;
        }
        Ok(children)
    }

    /// The sum after Left's move in its number, or a pass; `None` if she has neither.
    fn move_in_number(&self, sum: &Sum) -> Result<Option<Sum>, SolveError> {
        let after = sum.clone();
        if self.store.penalty(sum.level) > Dyadic::ZERO {
            let may_pass = self.passes == Some(sum.near);
            return Ok((may_pass && self.may_freeze_as_won(sum)).then_some(after));
        }
        Ok(match sum.near {
            Nearness::Above => Some(after.near(Nearness::At)),
            Nearness::Below => Some(after),
            Nearness::At => match sum.number.left_option() {
                Some(next) => Some(after.plus_number(next.sub(sum.number)?)?),
                None => None,
            },
        })
    }

    /// Whether the sum may be a number that Left wins.
    fn may_freeze_as_won(&self, sum: &Sum) -> bool {
        let [mut most, _] = Store::<S>::number(sum);
        for &(id, count) in sum.summands() {
            most += self.store.greatest_mean(id, count);
        }
        most >= i64::from(sum.near == Nearness::Below)
    }

    /// Adds a child; returns whether it is lost for the other player.
    fn child(&mut self, children: &mut Vec<Child>, mut sum: Sum) -> Result<bool, SolveError> {
        if sum.near != Nearness::At {
            sum.retain(|id| !self.store.summand(id).is_infinitesimal());
        }
        let numbers = self.first_numbers(&sum)?;
        children.push(Child { sum, numbers });
        Ok(numbers.disproof == 0)
    }

    /// Searches a sum until its proof number or its disproof number reaches the limit, or until it
    /// is decided.
    fn search(&mut self, sum: &Sum, limit: Numbers) -> Result<Numbers, SolveError> {
        self.store.solver().look_at_stop()?;
        if is_deep() {
            return Err(self.store.solver().memory());
        }
        let before = self.store.parts_left();
        let mut children = self.children(sum)?;
        self.store
            .charge(1 + children.len() as u64 / CHILDREN_A_PART)?;
        loop {
            let now = numbers_of(&children);
            if now.is_decided() || now.proof >= limit.proof || now.disproof >= limit.disproof {
                let work = before - self.store.parts_left();
                self.keep(sum, Entry { numbers: now, work });
                return Ok(now);
            }
            let (best, second) = cheapest(&children);
            let child = &mut children[best];
            let below = Numbers {
                proof: (limit.disproof - now.disproof)
                    .saturating_add(child.numbers.proof)
                    .min(NEVER),
                disproof: limit.proof.min(second.saturating_add(second / 4 + 1)),
            };
            let next = child.sum.clone();
            children[best].numbers = self.search(&next, below)?;
        }
    }
}

#[cfg(test)]
impl<S: Source> Search<'_, S> {
    /// The account of the store, the entries of the table, their bytes and their work.
    pub fn account(&self) -> ([u64; 3], [u64; 3]) {
        let work = self.table.values().map(|entry| entry.work).sum();
        let table = [self.table.len() as u64, self.bytes as u64, work];
        (self.store.account(), table)
    }
}

/// About the bytes of an entry of the table.
fn bytes_of(sum: &Sum) -> usize {
    2 * (sum.bytes() + size_of::<Entry>())
}

/// The numbers of a sum with these children. A sum without children is lost.
fn numbers_of(children: &[Child]) -> Numbers {
    let (mut cheapest, mut hardest, mut open) = (NEVER, 0, 0u32);
    for Child { numbers, .. } in children {
        cheapest = cheapest.min(numbers.disproof);
        hardest = hardest.max(numbers.proof);
        open += u32::from(numbers.proof > 0);
    }
    match (cheapest, hardest) {
        (0, _) => Numbers::WON,
        (_, 0) => Numbers::LOST,
        _ => Numbers {
            proof: cheapest,
            disproof: (hardest + open - 1).min(NEVER),
        },
    }
}

/// The place of the open child that is the cheapest to disprove, and the disproof number of the
/// next. Of equals, the child that is hardest to prove.
fn cheapest(children: &[Child]) -> (usize, u32) {
    let rank = |n: Numbers| (n.disproof, std::cmp::Reverse(n.proof));
    let mut open = children
        .iter()
        .enumerate()
        .filter(|c| c.1.numbers.proof > 0);
    let first = open.next().expect("an open child");
    let (mut best, mut second) = (first, NEVER);
    for child in open {
        if rank(child.1.numbers) < rank(best.1.numbers) {
            second = best.1.numbers.disproof;
            best = child;
        } else {
            second = second.min(child.1.numbers.disproof);
        }
    }
    (best.0, second)
}
