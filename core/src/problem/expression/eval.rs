//! The value of a tree.

use super::exact;
use super::tree::{Function, Node, Operator};
use super::{Number, Quantity, Undefined};

/// The value of `node`, with the values of names from `get`.
pub(super) fn eval<F>(node: &Node, get: &mut F) -> Result<Quantity, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
    match node {
        Node::Number(n) => Ok(Quantity::Number(*n)),
        Node::Truth(t) => Ok(Quantity::Condition(*t)),
        Node::Name(place) => match get(*place)? {
            Quantity::Number(n) => exact::accept(n).map(Quantity::Number),
            condition => Ok(condition),
        },
        Node::Negate(a) => Ok(Quantity::Number(-number(a, get)?)),
        Node::Not(a) => Ok(Quantity::Condition(!condition(a, get)?)),
        Node::Power(a, exponent) => exact::power(number(a, get)?, *exponent).map(Quantity::Number),
        Node::Binary(operator, parts) => binary(*operator, &parts[0], &parts[1], get),
        Node::Call(function, parts) => call(*function, parts, get).map(Quantity::Number),
        Node::If(parts) => {
            let chosen = if condition(&parts[0], get)? {
                &parts[1]
            } else {
                &parts[2]
            };
            eval(chosen, get)
        }
    }
}

fn number<F>(node: &Node, get: &mut F) -> Result<Number, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
    eval(node, get)?.as_number().ok_or(Undefined::WrongKind)
}

fn condition<F>(node: &Node, get: &mut F) -> Result<bool, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
    eval(node, get)?.as_condition().ok_or(Undefined::WrongKind)
}

fn binary<F>(
    operator: Operator,
    left: &Node,
    right: &Node,
    get: &mut F,
) -> Result<Quantity, Undefined>
where
    F: FnMut(usize) -> Result<Quantity, Undefined> + ?Sized,
{
    let truth = match operator {
        Operator::And => condition(left, get)? && condition(right, get)?,
        Operator::Or => condition(left, get)? || condition(right, get)?,
        Operator::Equal => equal(left, right, get)?,
        Operator::NotEqual => !equal(left, right, get)?,
        _ => return numbers(operator, number(left, get)?, number(right, get)?),
    };
    Ok(Quantity::Condition(truth))
}

fn equal<F>(left: &Node, right: &Node, get: &mut F) -> Result<bool, Undefined>
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

fn numbers(operator: Operator, a: Number, b: Number) -> Result<Quantity, Undefined> {
    let value = match operator {
        Operator::Add => exact::add(a, b),
        Operator::Subtract => exact::subtract(a, b),
        Operator::Multiply => exact::multiply(a, b),
        Operator::Divide => exact::divide(a, b),
        Operator::Less => return Ok(Quantity::Condition(a < b)),
        Operator::AtMost => return Ok(Quantity::Condition(a <= b)),
        Operator::Greater => return Ok(Quantity::Condition(a > b)),
        Operator::AtLeast => return Ok(Quantity::Condition(a >= b)),
        Operator::And | Operator::Or | Operator::Equal | Operator::NotEqual => {
            Err(Undefined::WrongKind)
        }
    };
    value.map(Quantity::Number)
}

fn call<F>(function: Function, parts: &[Node], get: &mut F) -> Result<Number, Undefined>
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
