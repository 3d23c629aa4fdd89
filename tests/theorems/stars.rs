//! The strategy for sums of stars in section 3 of McCurdy and Nowakowski, *Cutthroat, an all-small
//! game on graphs*: Phase 1, and sums of more than three stars. Phase 2 is in `cutthroat.rs`.

use crate::cutthroat::{star, weight};
use crate::kit::{solver, value};
use boilingpoint_rules::Cutthroat;
use boilingpoint_solver::Solver;
use boilingpoint_values::{Outcome, Value, Values};
use std::collections::{BTreeMap, BTreeSet};

/// A star: whether its centre is black, and how many leaves it has of the colour of its centre and
/// of the other. An edge is `(true, 0, 1)`.
type Star = (bool, usize, usize);

const EDGE: Star = (true, 0, 1);

/// A sum of stars that are not of one colour, in order.
type Sum = Vec<Star>;

/// The star as it is after a move; `None` if it leaves the board. The only star with two
/// descriptions is the edge.
fn kept(star: Star) -> Option<Star> {
    match star {
        (_, _, 0) => None,
        (_, 0, 1) => Some(EDGE),
        star => Some(star),
    }
}

fn with(sum: &Sum, i: usize, star: Option<Star>) -> Sum {
    let mut next = sum.clone();
    match star.and_then(kept) {
        Some(star) => next[i] = star,
        None => drop(next.remove(i)),
    }
    next.sort_unstable();
    next
}

/// The sums that a player can move to. A centre leaves single vertices, which leave the board.
fn moves(sum: &Sum, left: bool) -> BTreeSet<Sum> {
    let mut all = BTreeSet::new();
    for (i, &(black, own, other)) in sum.iter().enumerate() {
        let mine = black == left;
        if mine {
            all.insert(with(sum, i, None));
            if own > 0 {
                all.insert(with(sum, i, Some((black, own - 1, other))));
            }
        } else {
            all.insert(with(sum, i, Some((black, own, other - 1))));
        }
    }
    all
}

/// Values of stars.
struct Stars {
    solver: Solver,
    known: BTreeMap<Star, Value>,
}

impl Stars {
    fn new() -> Stars {
        Stars {
            solver: solver(&Cutthroat),
            known: BTreeMap::new(),
        }
    }

    fn values(&mut self) -> &mut Values {
        self.solver.values()
    }

    fn of(&mut self, (black, own, other): Star) -> Value {
        if let Some(&known) = self.known.get(&(black, own, other)) {
            return known;
        }
        let board = star(own, other);
        let board = if black { board } else { board.swapped() };
        let found = value(&mut self.solver, &board);
        self.known.insert((black, own, other), found);
        found
    }

    fn sum(&mut self, sum: &[Star]) -> Value {
        sum.iter().fold(Value::ZERO, |total, &star| {
            let next = self.of(star);
            self.values().add(total, next).expect("no limits")
        })
    }

    /// The atomic weight of a sum, which is the sum of the weights (Table 3).
    fn weight(&mut self, sum: &[Star]) -> i64 {
        sum.iter()
            .map(|&star| {
                let value = self.of(star);
                weight(self.values(), value)
            })
            .sum()
    }

    /// Whether Left wins when she moves first.
    fn left_wins_first(&mut self, sum: &[Star]) -> bool {
        let value = self.sum(sum);
        let outcome = self.values().outcome(value).expect("no limits");
        [Outcome::L, Outcome::N].contains(&outcome)
    }

    /// Whether Left wins when Right moves first.
    fn left_wins_second(&mut self, sum: &[Star]) -> bool {
        let value = self.sum(sum);
        self.values().le(Value::ZERO, value).expect("no limits")
    }
}

/// All sums of up to `count` of these stars.
fn sums(stars: &[Star], count: usize) -> Vec<Sum> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..count {
        last = last
            .iter()
            .flat_map(|s| {
                let from = s.last().copied().unwrap_or(0);
                (from..stars.len()).map(move |i| [&s[..], &[i]].concat())
            })
            .collect();
        all.extend(last.iter().cloned());
    }
    let sum = |list: Vec<usize>| {
        let mut sum: Sum = list.into_iter().map(|i| stars[i]).collect();
        sum.sort_unstable();
        sum
    };
    all.into_iter().map(sum).collect()
}

/// All stars of either centre with at most `own` leaves of its colour and `other` of the other.
fn all_stars(own: usize, other: usize) -> Vec<Star> {
    let mut all = BTreeSet::new();
    for black in [true, false] {
        for n in 0..=own {
            all.extend((1..=other).filter_map(|m| kept((black, n, m))));
        }
    }
    all.into_iter().collect()
}

/// Section 3 for more than three stars: sums of up to five, of either centre, with at most 2 leaves
/// of the centre's colour and 2 of the other, and of up to four with at most 2 and 3. If the weight
/// is 2 or more, Left wins whoever begins; if it is 1, she wins when she begins.
#[test]
fn sums_of_up_to_five_stars_by_weight() {
    let mut stars = Stars::new();
    let mut met: BTreeMap<i64, BTreeSet<&str>> = BTreeMap::new();
    let few = sums(&all_stars(2, 2), 5);
    let many = sums(&all_stars(2, 3), 4);
    for sum in few.iter().chain(&many) {
        let weight = stars.weight(sum);
        let value = stars.sum(sum);
        let outcome = stars.values().outcome(value).expect("no limits");
        met.entry(weight.clamp(0, 2))
            .or_default()
            .insert(outcome.letters());
    }
    assert_eq!(met[&2], BTreeSet::from(["L"]));
    assert_eq!(met[&1], BTreeSet::from(["L", "N"]));
}

/// The five forms of Phase 2, next to edges.
fn is_phase_2(sum: &Sum) -> bool {
    let stars: Vec<Star> = sum.iter().copied().filter(|&s| s != EDGE).collect();
    match stars[..] {
        [(true, c, 1), (true, d, 1)] => c >= 1 && d >= 1,
        [(true, 0, 2), (true, c, m)] => (c >= 1 && m == 1) || (c, m) == (0, 2),
        [(true, c, 1), (true, 0, 2)] => c >= 1,
        [(true, f, 2)] => f >= 1,
        [(true, 0, 3)] => true,
        _ => false,
    }
}

/// Section 3, Phase 1: in a sum of weight 2 or more, Left, who is to move, takes black leaves from
/// stars with a white centre, and when there is none left, from stars with a black centre, until
/// the weight is 2. All sums of up to four stars, of either centre, with at most 2 leaves of the
/// centre's colour and 3 of the other, in which the weight is at least 2; every leaf that the
/// strategy permits, and every answer of Right.
///
/// * Every such move wins, and while there are white centres the weight is at least 2 when Left is
///   to move, as the paper says.
/// * A sum of weight 2 without white centres has one of the five forms of Phase 2.
/// * The paper says that Left's moves at black centres leave the weight as it is, so that it is
///   Left to move when the weight is 2. But the last black leaf of a star takes 1 from its weight.
///   In the star with 1 black and 3 white leaves, Left's leaf leaves weight 2 with Right to move,
///   and then Left has to move at weight 1. She wins all the same.
/// * The strategy has no move where no star has a black leaf left: the smallest such sum is the
///   star with 4 white leaves, of weight 3.
#[test]
fn phase_1_of_the_strategy_for_stars() {
    let mut stars = Stars::new();
    let mut below: BTreeSet<(usize, Sum)> = BTreeSet::new();
    let mut stuck = below.clone();
    let size = |sum: &Sum| sum.iter().map(|&(_, n, m)| 1 + n + m).sum::<usize>();
    let mut waiting: Vec<Sum> = sums(&all_stars(2, 3), 4);
    waiting.push(vec![(true, 0, 4)]);
    let mut seen: BTreeSet<Sum> = BTreeSet::new();
    let mut forms = 0;
    while let Some(sum) = waiting.pop() {
        if !seen.insert(sum.clone()) {
            continue;
        }
        let total = stars.weight(&sum);
        if total < 2 {
            continue;
        }
        let white = sum.iter().any(|&(black, ..)| !black);
        if !white && total == 2 {
            assert!(is_phase_2(&sum), "{sum:?}");
            assert!(stars.left_wins_first(&sum), "{sum:?}");
            forms += 1;
            continue;
        }
        let mut after = BTreeSet::new();
        for (i, &(black, own, other)) in sum.iter().enumerate() {
            match (black, own) {
                (false, _) => after.insert(with(&sum, i, Some((false, own, other - 1)))),
                (true, 1..) if !white => after.insert(with(&sum, i, Some((true, own - 1, other)))),
                _ => false,
            };
        }
        if after.is_empty() {
            stuck.insert((size(&sum), sum.clone()));
        }
        for next in after {
            assert!(stars.left_wins_second(&next), "{sum:?} to {next:?}");
            for answer in moves(&next, false) {
                let rest = stars.weight(&answer);
                if rest < 2 {
                    assert!(!white, "{sum:?} to {next:?} to {answer:?}");
                    assert!(stars.left_wins_first(&answer), "{answer:?}");
                    below.insert((size(&sum), sum.clone()));
                }
                waiting.push(answer);
            }
        }
    }
    assert!(forms > 20, "{forms}");
    assert_eq!(below.first(), Some(&(5, vec![(true, 1, 3)])));
    assert_eq!(stuck.first(), Some(&(5, vec![(true, 0, 4)])));
}
