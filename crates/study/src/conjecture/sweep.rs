//! The sweep over inequalities with small coefficients.

use super::Side;
use super::survey::{Alike, Numbers, Rows, Survey};
use boilingpoint_boards::Board;
use boilingpoint_problem::expression::Number;
use boilingpoint_problem::invariants::Invariant;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

/// The coefficients that are tried, as numerators and denominators; also their opposites.
const COEFFICIENTS: [(i128, i128); 6] = [(1, 1), (1, 2), (2, 1), (3, 2), (1, 3), (2, 3)];

/// The least number of orders at which an inequality has to be an equality.
const ORDERS: usize = 3;

/// The greatest number of boards of equality that are kept.
const KEPT: usize = 6;

/// An inequality that holds on all boards of a survey.
#[derive(Clone, Debug)]
pub struct Conjecture {
    /// The expression that is bounded.
    pub quantity: String,
    pub side: Side,
    /// The coefficients and invariants of the bound: one or two.
    pub terms: Vec<(Number, &'static Invariant)>,
    /// The constant term of the bound.
    pub constant: Number,
    /// The number of boards of the survey with equality.
    pub equal: u64,
    /// Boards with equality: one of each of the greatest orders.
    pub boards: Vec<Board>,
    /// The places of the invariants in the survey.
    places: Vec<usize>,
    /// There are boards that do not meet the condition, and it holds on all of these as well.
    is_unconditional: bool,
}

impl Conjecture {
    /// The bound as an expression.
    pub fn bound(&self) -> String {
        let mut text = String::new();
        for (coefficient, invariant) in &self.terms {
            push_term(&mut text, *coefficient, invariant.name);
        }
        if self.constant != Number::from_integer(0) {
            push_term(&mut text, self.constant, "");
        }
        text
    }

    /// The condition that a counterexample meets.
    pub fn refutation(&self) -> String {
        format!(
            "{} {} {}",
            self.quantity,
            self.side.opposite(),
            self.bound()
        )
    }

    /// The bound on boards with these numbers, if it is defined.
    fn value(&self, numbers: &Numbers) -> Option<Number> {
        let terms = self.terms.iter().zip(&self.places);
        let mut sum = self.constant;
        for ((coefficient, _), &place) in terms {
            sum += coefficient * numbers.invariants[place]?;
        }
        Some(sum)
    }
}

impl fmt::Display for Conjecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (quantity, sign) = (&self.quantity, self.side.sign());
        write!(f, "{quantity} {sign} {}", self.bound())
    }
}

/// Adds a term to a sum. A term without a name is a number.
fn push_term(text: &mut String, coefficient: Number, name: &str) {
    let one = Number::from_integer(1);
    let is_negative = coefficient < Number::from_integer(0);
    text.push_str(match (text.is_empty(), is_negative) {
        (true, true) => "-",
        (true, false) => "",
        (false, true) => " - ",
        (false, false) => " + ",
    });
    let size = if is_negative {
        -coefficient
    } else {
        coefficient
    };
    match (name, size == one) {
        ("", _) => text.push_str(&size.to_string()),
        (name, true) => text.push_str(name),
        (name, false) => text.push_str(&format!("{size}*{name}")),
    }
}

/// The boards of a survey that agree in the invariants of a bound.
#[derive(Clone)]
struct Point {
    /// The extreme quantity of the boards.
    quantity: Number,
    /// The number of boards with that quantity, and their orders.
    boards: u64,
    orders: BTreeSet<usize>,
}

impl Survey {
    /// The best inequalities: at most `most` of those that the rule of Fajtlowicz keeps.
    pub fn sweep(&self, side: Side, most: usize) -> Vec<Conjecture> {
        let count = self.invariants.len();
        let single = (0..count).map(|i| vec![i]);
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| vec![i, j]));
        let places: Vec<Vec<usize>> = single.chain(pairs).collect();
        let tried = places
            .par_iter()
            .flat_map_iter(|places| self.inequalities(side, places));
        let mut candidates: Vec<Conjecture> = tried.collect();
        candidates.sort_by_cached_key(|c| (Reverse(c.equal), c.terms.len(), c.to_string()));
        self.keep(candidates, side, most)
    }

    /// The inequalities with some invariants. One is left out unless it is an equality at as many
    /// different points as it has coefficients, at three orders, and at the greatest order of the
    /// class: others bound the order, and nothing else.
    fn inequalities(&self, side: Side, places: &[usize]) -> Vec<Conjecture> {
        let mine = points(&self.rows, side, places);
        let others = points(&self.others, side, places);
        let signed = COEFFICIENTS.map(|(n, d)| Number::new(n, d));
        let signed: Vec<Number> = signed.iter().flat_map(|&c| [c, -c]).collect();
        let choices: Vec<Vec<Number>> = match places {
            [_] => signed.iter().map(|&c| vec![c]).collect(),
            _ => signed
                .iter()
                .flat_map(|&a| signed.iter().map(move |&b| vec![a, b]))
                .collect(),
        };
        let mut found = Vec::new();
        for coefficients in choices {
            let rest = |(at, point): (&Vec<Number>, &Point)| {
                let terms = coefficients.iter().zip(at).map(|(c, x)| c * x);
                point.quantity - terms.sum::<Number>()
            };
            let rests = mine.iter().map(rest);
            let extreme = match side {
                Side::Upper => rests.max(),
                Side::Lower => rests.min(),
            };
            let Some(constant) = extreme else { continue };
            let met = mine.iter().filter(|&point| rest(point) == constant);
            let met: Vec<&Point> = met.map(|(_, point)| point).collect();
            let orders: BTreeSet<usize> = met.iter().flat_map(|p| p.orders.clone()).collect();
            let is_wide = orders.len() >= ORDERS.min(self.orders.len());
            let reaches = orders.last() >= self.orders.last();
            if met.len() <= places.len() || !is_wide || !reaches {
                continue;
            }
            let is_broken = |point| side.is_better(constant, rest(point));
            let invariants = places.iter().map(|&place| self.invariants[place]);
            found.push(Conjecture {
                quantity: self.quantity.text().to_string(),
                side,
                terms: coefficients.iter().copied().zip(invariants).collect(),
                constant,
                equal: met.iter().map(|point| point.boards).sum(),
                boards: Vec::new(),
                places: places.to_vec(),
                is_unconditional: !self.others.is_empty() && !others.iter().any(is_broken),
            });
        }
        found
    }

    /// Keeps an inequality if on some boards it is a better bound than all before it, and if it
    /// says something about the condition.
    fn keep(&self, candidates: Vec<Conjecture>, side: Side, most: usize) -> Vec<Conjecture> {
        let rows: Vec<(&Numbers, &Alike)> = self.rows.iter().collect();
        let mut best: Vec<Option<Number>> = vec![None; rows.len()];
        let mut kept = Vec::new();
        for mut candidate in candidates {
            if kept.len() >= most {
                break;
            }
            let mut is_better = false;
            for ((numbers, _), best) in rows.iter().zip(&mut best) {
                let Some(value) = candidate.value(numbers) else {
                    continue;
                };
                if best.is_none_or(|best| side.is_better(value, best)) {
                    is_better = true;
                    *best = Some(value);
                }
            }
            if is_better && !candidate.is_unconditional {
                let met = |(n, _): &&(&Numbers, &Alike)| candidate.value(n) == Some(n.quantity);
                let boards = rows.iter().filter(met).flat_map(|(_, a)| &a.examples);
                let mut boards: Vec<&Board> = boards.collect();
                boards.sort_by_cached_key(|board| (Reverse(board.order()), board.text()));
                boards.dedup_by_key(|board| board.order());
                boards.truncate(KEPT);
                candidate.boards = boards.into_iter().cloned().collect();
                kept.push(candidate);
            }
        }
        kept
    }
}

/// The points of all boards that have these invariants.
fn points(rows: &Rows, side: Side, places: &[usize]) -> FxHashMap<Vec<Number>, Point> {
    let mut points: FxHashMap<Vec<Number>, Point> = FxHashMap::default();
    for (numbers, alike) in rows {
        let at = places.iter().map(|&place| numbers.invariants[place]);
        let Some(at) = at.collect::<Option<Vec<Number>>>() else {
            continue;
        };
        let new = Point {
            quantity: numbers.quantity,
            boards: alike.boards,
            orders: alike.orders.clone(),
        };
        let start = || Point {
            boards: 0,
            ..new.clone()
        };
        let point = points.entry(at).or_insert_with(start);
        if side.is_better(point.quantity, new.quantity) {
            *point = new;
        } else if point.quantity == new.quantity {
            point.boards += new.boards;
            point.orders.extend(new.orders);
        }
    }
    points
}
