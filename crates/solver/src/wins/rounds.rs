//! Questions in rounds: cheap questions first, then all that are left with more work.

use crate::SolveError;
use crate::budget::unless_limited;
use boilingpoint_values::Dyadic;

/// The most work for a question in the first round. After a round that leaves a question open, the
/// next allows this many times more.
const FIRST_WORK: u64 = 1 << 14;
const WORK_A_ROUND: u64 = 4;

/// The first round is about integers, each further round about twice as many numbers, up to the
/// multiples of `1/2^FINEST`.
const FINEST: u32 = 8;

/// An end of the bounds for a number, and whether the number is proved to be another one.
#[derive(Clone, Copy)]
pub struct End {
    pub at: Dyadic,
    pub is_open: bool,
}

impl End {
    pub const fn new(at: Dyadic, is_open: bool) -> End {
        End { at, is_open }
    }
}

/// Bounds for a number.
#[derive(Clone, Copy)]
pub struct Ends {
    pub least: End,
    pub most: End,
}

impl Ends {
    pub fn new(bounds: [Dyadic; 2]) -> Ends {
        let [least, most] = bounds.map(|at| End::new(at, false));
        Ends { least, most }
    }

    pub fn bounds(&self) -> [Dyadic; 2] {
        [self.least.at, self.most.at]
    }
}

/// Bounds that questions narrow.
pub trait Inquiry {
    type Question: Copy + PartialEq;

    /// The next question that is not in `open`, about multiples of `1/2^places` and the bounds.
    fn next(
        &mut self,
        places: u32,
        open: &[Self::Question],
    ) -> Result<Option<Self::Question>, SolveError>;

    fn learn(&mut self, question: Self::Question, yes: bool);
}

/// An answer, and the work that is left of a limit. The answer is `None` if neither yes nor no can
/// be proved, with any work.
pub type Answer = (Result<Option<bool>, SolveError>, u64);

/// Asks while there is something to ask and work is left. `answer` gets a question and a limit of
/// work. Returns the work that is left.
pub fn ask<I: Inquiry>(
    inquiry: &mut I,
    mut work: u64,
    mut answer: impl FnMut(I::Question, u64) -> Answer,
) -> Result<u64, SolveError> {
    let mut most = FIRST_WORK;
    let mut beyond_proof = Vec::new();
    for round in 0.. {
        let mut open = beyond_proof.clone();
        let places = FINEST.min(round);
        while let Some(question) = inquiry.next(places, &open)? {
            let limit = most.min(work);
            let (found, left) = answer(question, limit);
            work -= limit - left;
            match found {
                Ok(Some(yes)) => inquiry.learn(question, yes),
                Ok(None) => {
                    beyond_proof.push(question);
                    open.push(question);
                }
                Err(error) => {
                    unless_limited(Err(error))?;
                    open.push(question);
                }
            }
        }
        match open.len() == beyond_proof.len() {
            true if places == FINEST => break,
            false if work == 0 => break,
            true => {}
            false => most = most.saturating_mul(WORK_A_ROUND),
        }
    }
    Ok(work)
}

/// A multiple of `1/2^places` between two bounds to ask about, where the questions about some
/// numbers are open.
pub fn inner(
    [least, most]: [Dyadic; 2],
    open: impl Iterator<Item = Dyadic>,
    places: u32,
) -> Result<Option<Dyadic>, SolveError> {
    let open: Vec<Dyadic> = open
        .filter(|n| (least..most).contains(n) && *n > least)
        .collect();
    match (open.iter().min(), open.iter().max()) {
        (Some(&low), Some(&high)) => match between(least, low, places)? {
            // A second number above is as hard.
            None if open.len() == 1 => between(high, most, places),
            next => Ok(next),
        },
        _ => between(least, most, places),
    }
}

/// The simplest multiple of `1/2^places` in the middle half between two numbers; `None` if no
/// multiple lies between them.
fn between(least: Dyadic, most: Dyadic, places: u32) -> Result<Option<Dyadic>, SolveError> {
    let scale = 1 << places;
    let low = least.times(scale)?.floor();
    let high = most.neg().times(scale)?.floor().saturating_neg();
    let margin = (high.saturating_sub(low) / 4).max(1);
    let [low, high] = [low.saturating_add(margin), high.saturating_sub(margin)];
    if low > high {
        return Ok(None);
    }
    let end = |n: i64| Dyadic::new(n, places).map(|x| Some((x, true)));
    Ok(Dyadic::simplest(end(low)?, end(high)?))
}

#[cfg(test)]
mod tests {
    use super::super::heat::Heat;
    use super::super::stop::Stop;
    use super::*;
    use boilingpoint_pinned::sum;
    use std::fmt::Debug;

    fn half(n: i64) -> Dyadic {
        Dyadic::new(n, 1).expect("small")
    }

    /// The pairs of numbers from -2 to 3, the first not greater than the second.
    fn pairs() -> impl Iterator<Item = [Dyadic; 2]> {
        (-4..7).flat_map(|l| (l..7).map(move |m| [l, m].map(half)))
    }

    /// A question about a number between the bounds is about a multiple, and not about an open one.
    #[test]
    fn numbers_between_stay_as_they_are() {
        let mut text = String::new();
        for bounds in pairs() {
            for open in pairs() {
                for places in 0..3 {
                    let one = inner(bounds, open[..1].iter().copied(), places);
                    let two = inner(bounds, open.iter().copied(), places);
                    for found in [one, two].map(|found| found.expect("small")) {
                        let fits =
                            |n: Dyadic| bounds[0] < n && n < bounds[1] && n.exponent() <= places;
                        assert!(found.is_none_or(fits), "{bounds:?} {found:?}");
                        text += &format!("{found:?}\n");
                    }
                }
            }
        }
        assert_eq!(sum(&text), 0x414e_54e6_93d2_83a5);
    }

    /// The questions that are asked, one after another, if all are open; then one is answered.
    fn asked<I: Inquiry>(mut inquiry: I, facts: impl Fn(&I) -> [Dyadic; 2], yes: bool) -> String
    where
        I::Question: Debug,
    {
        let mut text = String::new();
        for places in 0..3 {
            let mut open = Vec::new();
            while let Some(question) = inquiry.next(places, &open).expect("small") {
                assert!(!open.contains(&question));
                open.push(question);
            }
            text += &format!("{open:?}\n");
            if let Some(&question) = open.get(places as usize) {
                inquiry.learn(question, yes);
            }
            let [least, most] = facts(&inquiry);
            text += &format!("{least} {most}\n");
        }
        text
    }

    #[test]
    fn questions_stay_as_they_are() {
        let mut text = [String::new(), String::new()];
        for bounds in pairs() {
            for yes in [false, true] {
                text[0] += &asked(Heat::new(bounds), Heat::bounds, yes);
                for wins in [None, Some(true)] {
                    text[1] += &asked(Stop::new(bounds, wins), Stop::bounds, yes);
                }
            }
        }
        assert_eq!(
            text.map(|text| sum(&text)),
            [0x0559_9f54_065d_857e, 0x6698_6efa_3edc_72df]
        );
    }
}
