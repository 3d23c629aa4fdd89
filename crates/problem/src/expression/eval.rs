//! Evaluates the tree of an expression.
//!
//! Nodes are rational numbers, apart from square roots. Where a part of a node is irrational, the
//! node is evaluated again as a sum of roots.

use super::exact;
use super::roots::RootSum;
use super::tree::{Function, Infix, Term};
use super::{Number, Quantity, Undefined};
use std::cmp::Ordering;

/// Returns the value of the name with a given index.
pub(super) trait Names: FnMut(usize) -> Result<Quantity, Undefined> {}

impl<F: FnMut(usize) -> Result<Quantity, Undefined>> Names for F {}

/// Evaluates `node`; `get` returns the value of the name with a given index.
pub(super) fn eval(node: &Term, get: &mut impl Names) -> Result<Quantity, Undefined> {
    match of_rationals(node, get) {
        Err(Undefined::Irrational) => {
            let number = roots(node, get)?.as_rational();
            number.map(Quantity::Number).ok_or(Undefined::Irrational)
        }
        found => found,
    }
}

/// Evaluates `node`, whose parts are rational, apart from those that are compared or rounded.
fn of_rationals(node: &Term, get: &mut impl Names) -> Result<Quantity, Undefined> {
    match node {
        Term::Number(n) => Ok(Quantity::Number(*n)),
        Term::Truth(t) => Ok(Quantity::Condition(*t)),
        Term::Name(place) => match get(*place)? {
            Quantity::Number(n) => exact::accept(n).map(Quantity::Number),
            condition => Ok(condition),
        },
        Term::Negate(a) => Ok(Quantity::Number(-number(a, get)?)),
        Term::Not(a) => Ok(Quantity::Condition(!condition(a, get)?)),
        Term::Power(a, exponent) => exact::power(number(a, get)?, *exponent).map(Quantity::Number),
        Term::Binary(operator, parts) => binary(*operator, &parts[0], &parts[1], get),
        Term::Call(function, parts) => call(*function, parts, get).map(Quantity::Number),
        Term::If(parts) => {
            let chosen = if condition(&parts[0], get)? {
                &parts[1]
            } else {
                &parts[2]
            };
            eval(chosen, get)
        }
    }
}

fn number(node: &Term, get: &mut impl Names) -> Result<Number, Undefined> {
    eval(node, get)?.as_number().ok_or(Undefined::WrongKind)
}

fn condition(node: &Term, get: &mut impl Names) -> Result<bool, Undefined> {
    eval(node, get)?.as_condition().ok_or(Undefined::WrongKind)
}

fn binary(
    operator: Infix,
    left: &Term,
    right: &Term,
    get: &mut impl Names,
) -> Result<Quantity, Undefined> {
    let truth = match operator {
        Infix::And => condition(left, get)? && condition(right, get)?,
        Infix::Or => condition(left, get)? || condition(right, get)?,
        Infix::Equal => equal(left, right, get)?,
        Infix::NotEqual => !equal(left, right, get)?,
        Infix::Less => compare(left, right, get)?.is_lt(),
        Infix::AtMost => compare(left, right, get)?.is_le(),
        Infix::Greater => compare(left, right, get)?.is_gt(),
        Infix::AtLeast => compare(left, right, get)?.is_ge(),
        _ => return numbers(operator, number(left, get)?, number(right, get)?),
    };
    Ok(Quantity::Condition(truth))
}

fn equal(left: &Term, right: &Term, get: &mut impl Names) -> Result<bool, Undefined> {
    match (eval(left, get), eval(right, get)) {
        (Ok(a), Ok(b)) if a.kind() == b.kind() => Ok(a == b),
        (Ok(_), Ok(_)) => Err(Undefined::WrongKind),
        (Err(Undefined::Irrational), Ok(_) | Err(Undefined::Irrational))
        | (Ok(_), Err(Undefined::Irrational)) => Ok(compare_roots(left, right, get)?.is_eq()),
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

/// How two numbers compare.
fn compare(left: &Term, right: &Term, get: &mut impl Names) -> Result<Ordering, Undefined> {
    match (number(left, get), number(right, get)) {
        (Ok(a), Ok(b)) => Ok(a.cmp(&b)),
        (Err(Undefined::Irrational), Ok(_) | Err(Undefined::Irrational))
        | (Ok(_), Err(Undefined::Irrational)) => compare_roots(left, right, get),
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

fn compare_roots(left: &Term, right: &Term, get: &mut impl Names) -> Result<Ordering, Undefined> {
    roots(left, get)?.minus(&roots(right, get)?)?.sign()
}

/// Evaluates a number as a sum of roots.
fn roots(node: &Term, get: &mut impl Names) -> Result<RootSum, Undefined> {
    match node {
        Term::Negate(a) => Ok(roots(a, get)?.negative()),
        Term::Power(a, exponent) => {
            let base = roots(a, get)?;
            let one = RootSum::rational(Number::from_integer(1));
            (0..*exponent).try_fold(one, |product, _| product.times(&base))
        }
        Term::Binary(operator, parts) => {
            let [a, b] = [roots(&parts[0], get)?, roots(&parts[1], get)?];
            match operator {
                Infix::Add => a.plus(&b),
                Infix::Subtract => a.minus(&b),
                Infix::Multiply => a.times(&b),
                Infix::Divide => a.over(&b),
                _ => Err(Undefined::Irrational),
            }
        }
        Term::Call(Function::SquareRoot, parts) => RootSum::root_of(number(&parts[0], get)?),
        Term::Call(Function::Absolute, parts) => {
            let a = roots(&parts[0], get)?;
            Ok(if a.sign()?.is_lt() { a.negative() } else { a })
        }
        Term::Call(function @ (Function::Minimum | Function::Maximum), parts) => {
            let mut best = roots(&parts[0], get)?;
            for part in &parts[1..] {
                let other = roots(part, get)?;
                let is_less = other.clone().minus(&best)?.sign()?.is_lt();
                if is_less == (*function == Function::Minimum) {
                    best = other;
                }
            }
            Ok(best)
        }
        Term::If(parts) => {
            let chosen = if condition(&parts[0], get)? { 1 } else { 2 };
            roots(&parts[chosen], get)
        }
        Term::Not(_) | Term::Truth(_) => Err(Undefined::Irrational),
        Term::Number(_) | Term::Name(_) | Term::Call(..) => {
            let rational = of_rationals(node, get)?.as_number();
            rational.map(RootSum::rational).ok_or(Undefined::WrongKind)
        }
    }
}

fn numbers(operator: Infix, a: Number, b: Number) -> Result<Quantity, Undefined> {
    let value = match operator {
        Infix::Add => exact::add(a, b),
        Infix::Subtract => exact::subtract(a, b),
        Infix::Multiply => exact::multiply(a, b),
        Infix::Divide => exact::divide(a, b),
        _ => Err(Undefined::WrongKind),
    };
    value.map(Quantity::Number)
}

fn call(function: Function, parts: &[Term], get: &mut impl Names) -> Result<Number, Undefined> {
    if matches!(function, Function::Floor | Function::Ceiling) {
        return rounded(function, &parts[0], get);
    }
    let mut value = number(&parts[0], get)?;
    for part in &parts[1..] {
        let other = number(part, get)?;
        value = if function == Function::Minimum {
            value.min(other)
        } else {
            value.max(other)
        };
    }
    Ok(match function {
        Function::Minimum | Function::Maximum => value,
        Function::Absolute => exact::absolute(value),
        Function::Floor => exact::floor(value),
        Function::Ceiling => exact::ceiling(value),
        Function::SquareRoot => {
            let root = RootSum::root_of(value)?.as_rational();
            root.ok_or(Undefined::Irrational)?
        }
        Function::Numerator => Number::from_integer(*value.numer()),
        Function::Denominator => Number::from_integer(*value.denom()),
    })
}

/// A number rounded down or up to a whole number.
fn rounded(function: Function, node: &Term, get: &mut impl Names) -> Result<Number, Undefined> {
    let up = function == Function::Ceiling;
    match number(node, get) {
        Ok(n) if up => Ok(exact::ceiling(n)),
        Ok(n) => Ok(exact::floor(n)),
        Err(Undefined::Irrational) if up => Ok(-roots(node, get)?.negative().floor()?),
        Err(Undefined::Irrational) => roots(node, get)?.floor(),
        Err(error) => Err(error),
    }
}
