//! The distance of a graph from a condition: 0 where the condition holds, else a number above 0
//! that says how much is missing.
//!
//! The distance of a comparison is the difference of its sides; where it is an invariant that moves
//! in steps that is compared with a constant, the invariant's companion takes the place of the
//! difference (`companions.rs`). The distance from `and` is the sum of the distances of the parts,
//! the distance from `or` the least. So each part that comes nearer brings the whole nearer, unlike
//! the margin (`margin.rs`). Violations that are composed in this way are those of constraint-based
//! local search (Van Hentenryck and Michel, *Constraint-Based Local Search*, 2005).

use super::approximate::number;
use super::eval::eval;
use super::tree::{Infix, Term};
use super::{Expression, Number, QuantityKind, Undefined};
use crate::companions::{Companion, Side};
use boilingpoint_walks::{Known, Quantity};
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Zero};

/// The distance of a part that is undefined.
const UNDEFINED: f64 = 4.0;

/// The distance from a strict inequality where both sides are equal.
const STRICT: f64 = 0.5;

/// The greatest number that is tried for the lesser of two invariants that are compared.
const MOST_OF_TWO: usize = 6;

/// A distance over the places of quantities.
#[derive(Clone, Debug)]
pub(crate) enum Distance {
    /// The sum of the distances.
    Sum(Vec<Distance>),
    /// The least of the distances.
    Least(Vec<Distance>),
    /// How far the first exceeds the second; with the flag, also where both are equal.
    Excess(Term, Term, bool),
    /// 1 where both are equal.
    Equal(Term, Term),
    /// 1 where the number is 0.
    Zero(Term),
    /// The sum of the quantities.
    Count(Vec<usize>),
    /// For each list: 1 where the sum of its quantities is 0.
    None(Vec<Vec<usize>>),
}

/// Gives each quantity that a distance is computed from its place.
pub(crate) trait Places {
    /// The place of an invariant; `None` if it is not computed from the graph alone.
    fn of_name(&mut self, name: &str) -> Option<usize>;

    /// The place of a quantity.
    fn of(&mut self, quantity: Quantity) -> usize;
}

impl Expression {
    /// The distances of the parts of a condition that `and` joins. `None` in the place of a part
    /// that is not computed from the graph alone.
    pub(crate) fn distances(&self, places: &mut dyn Places) -> Vec<Option<Distance>> {
        let mut builder = Builder {
            names: &self.names,
            places,
        };
        let mut parts = Vec::new();
        conjuncts(&self.root, true, &mut parts);
        parts
            .into_iter()
            .map(|(part, wanted)| builder.distance(part, wanted))
            .collect()
    }

    /// The parts of a condition that `and` joins.
    pub fn parts(&self) -> Vec<Expression> {
        let mut parts = Vec::new();
        conjuncts(&self.root, true, &mut parts);
        let part = |(node, wanted): (&Term, bool)| {
            let root = match wanted {
                true => node.clone(),
                false => Term::Not(Box::new(node.clone())),
            };
            self.part(root)
        };
        parts.into_iter().map(part).collect()
    }

    /// The tree of a number with the places of its quantities as names; `None` if it is not
    /// computed from the graph alone.
    pub(crate) fn over(&self, places: &mut dyn Places) -> Option<Approximate> {
        debug_assert_eq!(self.kind, QuantityKind::Number);
        let mut builder = Builder {
            names: &self.names,
            places,
        };
        Some(Approximate(builder.placed(&self.root)?))
    }
}

/// A number over the places of quantities, evaluated with floats.
#[derive(Clone, Debug)]
pub(crate) struct Approximate(Term);

impl Approximate {
    pub(crate) fn value(&self, known: Known) -> Option<f64> {
        number(&self.0, known)
    }

    /// The places that it is computed from.
    pub(crate) fn places(&self) -> Vec<usize> {
        let mut places = Vec::new();
        self.0
            .clone()
            .for_each_name(&mut |place| places.push(*place));
        places
    }
}

/// The parts of a condition that `and` joins, each with whether it is to hold or to fail.
fn conjuncts<'a>(node: &'a Term, wanted: bool, parts: &mut Vec<(&'a Term, bool)>) {
    match node {
        Term::Not(a) => conjuncts(a, !wanted, parts),
        Term::Binary(Infix::And, both) if wanted => {
            both.iter().for_each(|part| conjuncts(part, wanted, parts));
        }
        Term::Binary(Infix::Or, both) if !wanted => {
            both.iter().for_each(|part| conjuncts(part, wanted, parts));
        }
        _ => parts.push((node, wanted)),
    }
}

/// A sum of multiples of names and a constant.
struct Linear {
    /// The names in increasing order, with factors that are not 0.
    terms: Vec<(usize, Number)>,
    constant: Number,
}

impl Linear {
    /// The sum that a number is; `None` if it is none, or if a factor is too large.
    fn of(node: &Term) -> Option<Linear> {
        let constant = |constant| Linear {
            terms: Vec::new(),
            constant,
        };
        match node {
            Term::Name(name) => Some(Linear {
                terms: vec![(*name, Number::one())],
                constant: Number::zero(),
            }),
            Term::Negate(a) => constant(Number::zero()).plus(&Linear::of(a)?, -1),
            Term::Binary(operator @ (Infix::Add | Infix::Subtract), both) => {
                let [a, b] = [Linear::of(&both[0])?, Linear::of(&both[1])?];
                a.plus(&b, if *operator == Infix::Add { 1 } else { -1 })
            }
            Term::Binary(operator @ (Infix::Multiply | Infix::Divide), both) => {
                let [a, b] = [Linear::of(&both[0])?, Linear::of(&both[1])?];
                match (operator, a.terms.is_empty(), b.terms.is_empty()) {
                    (Infix::Multiply, true, _) => b.times(&a.constant),
                    (Infix::Multiply, _, true) => a.times(&b.constant),
                    (Infix::Divide, _, true) => a.times(&Number::one().checked_div(&b.constant)?),
                    _ => None,
                }
            }
            other => {
                let value = eval(other, &mut |_| Err(Undefined::WrongKind)).ok()?;
                Some(constant(value.as_number()?))
            }
        }
    }

    fn times(&self, factor: &Number) -> Option<Linear> {
        let nothing = Linear {
            terms: Vec::new(),
            constant: Number::zero(),
        };
        nothing.add(self, factor)
    }

    fn plus(self, other: &Linear, factor: i128) -> Option<Linear> {
        self.add(other, &Number::from_integer(factor))
    }

    /// The sum and a multiple of another.
    fn add(mut self, other: &Linear, factor: &Number) -> Option<Linear> {
        let sum = |a: &Number, b: &Number| a.checked_add(&b.checked_mul(factor)?);
        self.constant = sum(&self.constant, &other.constant)?;
        for (name, more) in &other.terms {
            let place = self.terms.partition_point(|term| term.0 < *name);
            match self.terms.get_mut(place).filter(|term| term.0 == *name) {
                Some(term) => term.1 = sum(&term.1, more)?,
                None => self
                    .terms
                    .insert(place, (*name, sum(&Number::zero(), more)?)),
            }
        }
        self.terms.retain(|term| term.1 != Number::zero());
        Some(self)
    }
}

struct Builder<'a> {
    names: &'a [String],
    places: &'a mut dyn Places,
}

impl Builder<'_> {
    /// The node with places of quantities as names.
    fn placed(&mut self, node: &Term) -> Option<Term> {
        let mut placed = node.clone();
        let mut is_known = true;
        placed.for_each_name(&mut |name| match self.places.of_name(&self.names[*name]) {
            Some(place) => *name = place,
            None => is_known = false,
        });
        is_known.then_some(placed)
    }

    /// The distance from a condition, or from its opposite.
    fn distance(&mut self, node: &Term, wanted: bool) -> Option<Distance> {
        match node {
            Term::Not(a) => self.distance(a, !wanted),
            Term::Truth(truth) if *truth == wanted => Some(Distance::Sum(Vec::new())),
            Term::Binary(operator @ (Infix::And | Infix::Or), both) => {
                let parts = both.iter().map(|part| self.distance(part, wanted));
                let parts: Vec<Distance> = parts.collect::<Option<_>>()?;
                Some(match (operator == &Infix::And) == wanted {
                    true => Distance::Sum(parts),
                    false => Distance::Least(parts),
                })
            }
            Term::Binary(operator, both) if operator.takes() != Some(QuantityKind::Condition) => {
                let [a, b] = &**both;
                self.comparison(opposite(*operator, wanted), a, b)
            }
            Term::If(parts) => {
                let mut way = |holds: bool, part: &Term| {
                    let both = [
                        self.distance(&parts[0], holds)?,
                        self.distance(part, wanted)?,
                    ];
                    Some(Distance::Sum(both.into()))
                };
                Some(Distance::Least(vec![
                    way(true, &parts[1])?,
                    way(false, &parts[2])?,
                ]))
            }
            Term::Name(name) => self.named(&self.names[*name].clone(), node, wanted),
            _ => self.flag(node, wanted),
        }
    }

    /// 1 where a condition does not have the value wanted.
    fn flag(&mut self, node: &Term, wanted: bool) -> Option<Distance> {
        let placed = self.placed(node)?;
        Some(Distance::Zero(match wanted {
            true => placed,
            false => Term::Not(Box::new(placed)),
        }))
    }

    fn comparison(&mut self, operator: Infix, a: &Term, b: &Term) -> Option<Distance> {
        match operator {
            Infix::Equal => {
                let both = [self.bounded(a, b, false)?, self.bounded(b, a, false)?];
                Some(Distance::Sum(both.into()))
            }
            Infix::NotEqual => Some(Distance::Equal(self.placed(a)?, self.placed(b)?)),
            Infix::AtMost => self.bounded(a, b, false),
            Infix::Less => self.bounded(a, b, true),
            Infix::AtLeast => self.bounded(b, a, false),
            _ => self.bounded(b, a, true),
        }
    }

    /// The distance from `lesser <= greater`, or from `lesser < greater`.
    fn bounded(&mut self, lesser: &Term, greater: &Term, strict: bool) -> Option<Distance> {
        let difference = Linear::of(lesser)
            .zip(Linear::of(greater))
            .and_then(|(lesser, greater)| lesser.plus(&greater, -1));
        let companion = difference.and_then(|difference| match &difference.terms[..] {
            [only] => self.of_one(*only, difference.constant, strict),
            [one, other] => self.of_two([*one, *other], difference.constant, strict),
            _ => None,
        });
        companion.or_else(|| {
            Some(Distance::Excess(
                self.placed(lesser)?,
                self.placed(greater)?,
                strict,
            ))
        })
    }

    /// The distance from `factor * name + constant <= 0`, or `< 0`, by the companion of the
    /// invariant.
    fn of_one(
        &mut self,
        (name, factor): (usize, Number),
        constant: Number,
        strict: bool,
    ) -> Option<Distance> {
        let bound = Number::zero()
            .checked_sub(&constant)?
            .checked_div(&factor)?;
        let (side, bound) = match (factor > Number::zero(), strict) {
            (true, false) => (Side::AtMost, bound.floor()),
            (true, true) => (Side::AtMost, bound.ceil() - 1),
            (false, false) => (Side::AtLeast, bound.ceil()),
            (false, true) => (Side::AtLeast, bound.floor() + 1),
        };
        let bound = usize::try_from(bound.to_integer()).ok()?;
        let companion = Companion::of(&self.names[name], side, bound)?;
        Some(self.of(companion))
    }

    /// The distance from `a * x + b * y + constant <= 0`, or `< 0`, where one factor is negative:
    /// for some whole number t, the invariant with the positive factor is at most t, and the other
    /// is at least so large that this suffices.
    fn of_two(
        &mut self,
        terms: [(usize, Number); 2],
        constant: Number,
        strict: bool,
    ) -> Option<Distance> {
        let [(lesser, a), greater] = match terms {
            [one, other] if one.1 > Number::zero() => [one, other],
            [one, other] => [other, one],
        };
        if a < Number::zero() || greater.1 > Number::zero() {
            return None;
        }
        let ways = (0..=MOST_OF_TWO).filter_map(|t| {
            let at_most = Companion::of(&self.names[lesser], Side::AtMost, t)?;
            let at_most = self.of(at_most);
            let least = a.checked_mul(&Number::from_integer(t as i128))?;
            let at_least = self.of_one(greater, constant.checked_add(&least)?, strict)?;
            Some(Distance::Sum(vec![at_most, at_least]))
        });
        let ways: Vec<Distance> = ways.collect();
        (!ways.is_empty()).then_some(Distance::Least(ways))
    }

    /// The distance from a condition that is an invariant.
    fn named(&mut self, name: &str, node: &Term, wanted: bool) -> Option<Distance> {
        match Companion::of_condition(name).filter(|_| wanted) {
            Some(companion) => Some(self.of(companion)),
            None => self.flag(node, wanted),
        }
    }

    fn of(&mut self, companion: Companion) -> Distance {
        let mut place = |all: Vec<Quantity>| -> Vec<usize> {
            all.into_iter()
                .map(|quantity| self.places.of(quantity))
                .collect()
        };
        match companion {
            Companion::Fewest(all) => Distance::Count(place(all)),
            Companion::Some(lists) => Distance::None(lists.into_iter().map(place).collect()),
            Companion::Both(parts) => {
                Distance::Sum(parts.into_iter().map(|part| self.of(part)).collect())
            }
            Companion::AtMost(quantity, most) => {
                let most = Term::Number(Number::from_integer(most as i128));
                Distance::Excess(Term::Name(self.places.of(quantity)), most, false)
            }
            Companion::AtLeast(quantity, least) => {
                let least = Term::Number(Number::from_integer(least as i128));
                Distance::Excess(least, Term::Name(self.places.of(quantity)), false)
            }
        }
    }
}

/// The comparison that holds where the given one has the value wanted.
fn opposite(operator: Infix, wanted: bool) -> Infix {
    match operator {
        _ if wanted => operator,
        Infix::Equal => Infix::NotEqual,
        Infix::NotEqual => Infix::Equal,
        Infix::AtMost => Infix::Greater,
        Infix::AtLeast => Infix::Less,
        Infix::Less => Infix::AtLeast,
        Infix::Greater => Infix::AtMost,
        other => other,
    }
}

impl Distance {
    /// The distance, by the values of the quantities.
    pub(crate) fn value(&self, known: Known) -> f64 {
        self.value_below(f64::INFINITY, known)
    }

    /// The distance if it is below a number, and some number that is not below it otherwise.
    fn value_below(&self, most: f64, known: Known) -> f64 {
        let sum = |places: &[usize], known: Known| -> f64 {
            places
                .iter()
                .map(|&place| known(place).unwrap_or(UNDEFINED))
                .sum()
        };
        let found = match self {
            Distance::Sum(parts) => {
                let mut total = 0.0;
                for part in parts {
                    if total >= most {
                        break;
                    }
                    total += part.value_below(most - total, known);
                }
                return total;
            }
            Distance::Least(parts) => {
                return parts.iter().fold(f64::INFINITY, |least, part| {
                    least.min(part.value_below(least.min(most), known))
                });
            }
            Distance::Count(places) => return sum(places, known),
            Distance::None(lists) => {
                let missing = lists.iter().filter(|places| sum(places, known) <= 0.0);
                return missing.count() as f64;
            }
            Distance::Excess(a, b, strict) => {
                let excess = number(a, known).zip(number(b, known)).map(|(a, b)| a - b);
                excess.map(|excess| match strict {
                    true if excess >= 0.0 => excess + STRICT,
                    _ => excess.max(0.0),
                })
            }
            Distance::Equal(a, b) => {
                let both = number(a, known).zip(number(b, known));
                both.map(|(a, b)| f64::from(u8::from(a == b)))
            }
            Distance::Zero(a) => number(a, known).map(|holds| f64::from(u8::from(holds == 0.0))),
        };
        found.unwrap_or(UNDEFINED)
    }

    /// Whether it depends on a quantity, and not on the order alone.
    pub(crate) fn is_of_graph(&self) -> bool {
        let mut is_of_graph = false;
        self.for_each_place(&mut |_| is_of_graph = true);
        is_of_graph
    }

    /// Calls `f` with each place.
    pub(crate) fn for_each_place(&self, f: &mut dyn FnMut(usize)) {
        let mut in_term = |term: &Term| term.clone().for_each_name(&mut |place| f(*place));
        match self {
            Distance::Sum(parts) | Distance::Least(parts) => {
                parts.iter().for_each(|part| part.for_each_place(f));
            }
            Distance::Excess(a, b, _) | Distance::Equal(a, b) => {
                in_term(a);
                in_term(b);
            }
            Distance::Zero(a) => in_term(a),
            Distance::Count(places) => places.iter().for_each(|&place| f(place)),
            Distance::None(lists) => lists.iter().flatten().for_each(|&place| f(place)),
        }
    }
}
