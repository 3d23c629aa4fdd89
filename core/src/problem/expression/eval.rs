//! Evaluates the tree of an expression.

use super::exact;
use super::tree::{Function, Infix, Term};
use super::{Number, Quantity, Undefined};

/// Evaluates `node`; `get` returns the value of the name with a given index.
pub(super) fn eval<F>(node: &Term, get: &mut F) -> Result<Quantity, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
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

fn number<F>(node: &Term, get: &mut F) -> Result<Number, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
    eval(node, get)?.as_number().ok_or(Undefined::WrongKind)
}

fn condition<F>(node: &Term, get: &mut F) -> Result<bool, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
    eval(node, get)?.as_condition().ok_or(Undefined::WrongKind)
}

fn binary<F>(operator: Infix, left: &Term, right: &Term, get: &mut F) -> Result<Quantity, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
    let truth = match operator {
        Infix::And => condition(left, get)? && condition(right, get)?,
        Infix::Or => condition(left, get)? || condition(right, get)?,
        Infix::Equal => equal(left, right, get)?,
        Infix::NotEqual => !equal(left, right, get)?,
        _ => return numbers(operator, number(left, get)?, number(right, get)?),
    };
    Ok(Quantity::Condition(truth))
}

fn equal<F>(left: &Term, right: &Term, get: &mut F) -> Result<bool, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
    let (a, b) = (eval(left, get)?, eval(right, get)?);
    if a.kind() == b.kind() {
        Ok(a == b)
    } else {
        Err(Undefined::WrongKind)
    }
}

fn numbers(operator: Infix, a: Number, b: Number) -> Result<Quantity, Undefined> {
    let value = match operator {
        Infix::Add => exact::add(a, b),
        Infix::Subtract => exact::subtract(a, b),
        Infix::Multiply => exact::multiply(a, b),
        Infix::Divide => exact::divide(a, b),
        Infix::Less => return Ok(Quantity::Condition(a < b)),
        Infix::AtMost => return Ok(Quantity::Condition(a <= b)),
        Infix::Greater => return Ok(Quantity::Condition(a > b)),
        Infix::AtLeast => return Ok(Quantity::Condition(a >= b)),
        Infix::And | Infix::Or | Infix::Equal | Infix::NotEqual => Err(Undefined::WrongKind),
    };
    value.map(Quantity::Number)
}

fn call<F>(function: Function, parts: &[Term], get: &mut F) -> Result<Number, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
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
        Function::Numerator => Number::from_integer(*value.numer()),
        Function::Denominator => Number::from_integer(*value.denom()),
    })
}
