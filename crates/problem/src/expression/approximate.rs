//! Evaluates the tree of an expression approximately, with floats.
//!
//! Walks look at millions of graphs and follow the numbers; what they find is evaluated exactly.

use super::tree::{Function, Infix, Term};
use super::{Number, Quantity};
use boilingpoint_walks::Known;

/// A rational as a float. IEEE conversions and divisions give the same result on every machine.
pub(super) fn float(n: &Number) -> f64 {
    *n.numer() as f64 / *n.denom() as f64
}

/// A value of an invariant as a float: a condition is 1 where it holds, and 0 elsewhere.
pub fn float_of(quantity: Quantity) -> f64 {
    match quantity {
        Quantity::Number(n) => float(&n),
        Quantity::Condition(holds) => f64::from(u8::from(holds)),
    }
}

/// The value of a number; conditions are 1 or 0. `None` where it is undefined.
pub(super) fn number(node: &Term, known: Known) -> Option<f64> {
    let value = match node {
        Term::Number(n) => float(n),
        Term::Truth(t) => f64::from(u8::from(*t)),
        Term::Name(place) => known(*place)?,
        Term::Negate(a) => -number(a, known)?,
        Term::Not(a) => 1.0 - number(a, known)?,
        Term::Power(a, exponent) => {
            let base = number(a, known)?;
            (0..*exponent).fold(1.0, |product, _| product * base)
        }
        Term::Binary(operator, parts) => {
            let (a, b) = (number(&parts[0], known)?, number(&parts[1], known)?);
            binary(*operator, a, b)?
        }
        Term::Call(function, parts) => {
            let mut value = number(&parts[0], known)?;
            for part in &parts[1..] {
                let other = number(part, known)?;
                value = match function {
                    Function::Minimum => value.min(other),
                    _ => value.max(other),
                };
            }
            call(*function, value)?
        }
        Term::If(parts) => {
            let chosen = match number(&parts[0], known)? > 0.0 {
                true => &parts[1],
                false => &parts[2],
            };
            number(chosen, known)?
        }
    };
    value.is_finite().then_some(value)
}

fn binary(operator: Infix, a: f64, b: f64) -> Option<f64> {
    let truth = |holds: bool| f64::from(u8::from(holds));
    Some(match operator {
        Infix::Add => a + b,
        Infix::Subtract => a - b,
        Infix::Multiply => a * b,
        Infix::Divide if b == 0.0 => return None,
        Infix::Divide => a / b,
        Infix::And => a.min(b),
        Infix::Or => a.max(b),
        Infix::Equal => truth(a == b),
        Infix::NotEqual => truth(a != b),
        Infix::AtMost => truth(a <= b),
        Infix::AtLeast => truth(a >= b),
        Infix::Less => truth(a < b),
        Infix::Greater => truth(a > b),
    })
}

fn call(function: Function, value: f64) -> Option<f64> {
    Some(match function {
        Function::Absolute => value.abs(),
        Function::Minimum | Function::Maximum => value,
        Function::Floor => value.floor(),
        Function::Ceiling => value.ceil(),
        Function::SquareRoot if value < 0.0 => return None,
        Function::SquareRoot => value.sqrt(),
        // The fraction is lost in a float.
        Function::Numerator | Function::Denominator => return None,
    })
}
