//! Evaluates the tree of an expression when only bounds are known for some of its names.
//!
//! This is interval arithmetic on exact numbers: the true value always lies within the result, and
//! the result may be wider than necessary. An expression that the intervals do not decide (a
//! comparison that an `if` depends on, a divisor that may be zero) has no result. So a result holds
//! for every value within the intervals. (The true value may still overflow 128 bits although the
//! ends do not, since its fractions may be longer.)

use super::exact;
use super::roots::RootSum;
use super::tree::{Function, Infix, Term};
use super::{Number, Quantity};

/// Bounds for the value of an expression or of a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuantityBounds {
    /// A number between the first bound and the second, both included.
    Numbers(Number, Number),
    /// A condition; `None` if the bounds do not decide it.
    Condition(Option<bool>),
}

impl QuantityBounds {
    /// The bounds of a value that is known exactly.
    pub fn exact(value: Quantity) -> QuantityBounds {
        match value {
            Quantity::Number(n) => QuantityBounds::Numbers(n, n),
            Quantity::Condition(c) => QuantityBounds::Condition(Some(c)),
        }
    }

    /// The lower and the upper bound, if the value is a number.
    pub fn numbers(self) -> Option<(Number, Number)> {
        match self {
            QuantityBounds::Numbers(least, most) => Some((least, most)),
            QuantityBounds::Condition(_) => None,
        }
    }

    /// The truth value of a condition; `None` for a number, and for a condition that the bounds
    /// leave open.
    pub fn decided(self) -> Option<bool> {
        match self {
            QuantityBounds::Condition(decided) => decided,
            QuantityBounds::Numbers(..) => None,
        }
    }

    /// The number, if the lower and the upper bound are equal.
    pub fn number(self) -> Option<Number> {
        self.numbers().filter(|(a, b)| a == b).map(|(a, _)| a)
    }
}

/// The binary places to which a square root is enclosed.
const ROOT_PLACES: u32 = 24;

type NumberSpan = (Number, Number);

/// Returns the bounds of the name with a given index; `None` if they are not known.
pub(super) trait Names: FnMut(usize) -> Option<QuantityBounds> {}

impl<F: FnMut(usize) -> Option<QuantityBounds>> Names for F {}

/// Evaluates `node` on bounds; `get` returns the bounds of the name with a given index. The result
/// is `None` if the bounds do not decide the value.
pub(super) fn between(node: &Term, get: &mut impl Names) -> Option<QuantityBounds> {
    match node {
        Term::Number(n) => Some(QuantityBounds::Numbers(*n, *n)),
        Term::Truth(t) => Some(QuantityBounds::Condition(Some(*t))),
        Term::Name(place) => accepted(get(*place)?),
        Term::Negate(a) => span(a, get).map(|(least, most)| QuantityBounds::Numbers(-most, -least)),
        Term::Not(a) => truth(a, get).map(|t| QuantityBounds::Condition(t.map(|t| !t))),
        Term::Power(a, exponent) => {
            let base = span(a, get)?;
            let one = Number::from_integer(1);
            let product = (0..*exponent).try_fold((one, one), |p, _| multiply(p, base));
            product.map(numbers)
        }
        Term::Binary(operator, parts) => binary(*operator, &parts[0], &parts[1], get),
        Term::Call(function, parts) => call(*function, parts, get).map(numbers),
        Term::If(parts) => {
            if truth(&parts[0], get)?? {
                between(&parts[1], get)
            } else {
                between(&parts[2], get)
            }
        }
    }
}

fn numbers((least, most): NumberSpan) -> QuantityBounds {
    QuantityBounds::Numbers(least, most)
}

fn accepted(known: QuantityBounds) -> Option<QuantityBounds> {
    if let QuantityBounds::Numbers(least, most) = known {
        exact::accept(least).and(exact::accept(most)).ok()?;
    }
    Some(known)
}

fn span(node: &Term, get: &mut impl Names) -> Option<NumberSpan> {
    between(node, get)?.numbers()
}

fn truth(node: &Term, get: &mut impl Names) -> Option<Option<bool>> {
    match between(node, get)? {
        QuantityBounds::Condition(decided) => Some(decided),
        QuantityBounds::Numbers(..) => None,
    }
}

fn binary(
    operator: Infix,
    left: &Term,
    right: &Term,
    get: &mut impl Names,
) -> Option<QuantityBounds> {
    let decided = match operator {
        // A false operand decides `and`, and a true operand decides `or`, for any value of the
        // other operand.
        Infix::And | Infix::Or => {
            let decisive = operator == Infix::Or;
            match truth(left, get)? {
                Some(t) if t == decisive => Some(t),
                first => match (first, truth(right, get)?) {
                    (_, Some(t)) if t == decisive => Some(t),
                    (Some(_), Some(t)) => Some(t),
                    _ => None,
                },
            }
        }
        Infix::Equal => equal(between(left, get)?, between(right, get)?)?,
        Infix::NotEqual => equal(between(left, get)?, between(right, get)?)?.map(|t| !t),
        _ => return of_numbers(operator, span(left, get)?, span(right, get)?),
    };
    Some(QuantityBounds::Condition(decided))
}

fn equal(a: QuantityBounds, b: QuantityBounds) -> Option<Option<bool>> {
    match (a, b) {
        (QuantityBounds::Condition(a), QuantityBounds::Condition(b)) => {
            Some(a.zip(b).map(|(a, b)| a == b))
        }
        (QuantityBounds::Numbers(a0, a1), QuantityBounds::Numbers(b0, b1)) => Some(match () {
            () if a1 < b0 || b1 < a0 => Some(false),
            () if a0 == a1 && b0 == b1 => Some(true),
            () => None,
        }),
        _ => None,
    }
}

fn of_numbers(operator: Infix, a: NumberSpan, b: NumberSpan) -> Option<QuantityBounds> {
    let less = |a: NumberSpan, b: NumberSpan| match () {
        () if a.1 < b.0 => Some(true),
        () if a.0 >= b.1 => Some(false),
        () => None,
    };
    let decided = match operator {
        Infix::Less => less(a, b),
        Infix::Greater => less(b, a),
        Infix::AtMost => less(b, a).map(|t| !t),
        Infix::AtLeast => less(a, b).map(|t| !t),
        _ => return arithmetic(operator, a, b).map(numbers),
    };
    Some(QuantityBounds::Condition(decided))
}

fn arithmetic(operator: Infix, a: NumberSpan, b: NumberSpan) -> Option<NumberSpan> {
    match operator {
        Infix::Add => exact::add(a.0, b.0).ok().zip(exact::add(a.1, b.1).ok()),
        Infix::Subtract => {
            let subtract = |a, b| exact::subtract(a, b).ok();
            subtract(a.0, b.1).zip(subtract(a.1, b.0))
        }
        Infix::Multiply => multiply(a, b),
        Infix::Divide => {
            let zero = Number::default();
            if b.0 <= zero && zero <= b.1 {
                return None;
            }
            let inverse = |n| exact::divide(Number::from_integer(1), n).ok();
            multiply(a, inverse(b.1).zip(inverse(b.0))?)
        }
        _ => None,
    }
}

fn multiply(a: NumberSpan, b: NumberSpan) -> Option<NumberSpan> {
    let mut products = [a.0; 4];
    for (product, (x, y)) in
        products
            .iter_mut()
            .zip([(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)])
    {
        *product = exact::multiply(x, y).ok()?;
    }
    products.sort_unstable();
    Some((products[0], products[3]))
}

fn call(function: Function, parts: &[Term], get: &mut impl Names) -> Option<NumberSpan> {
    let (mut least, mut most) = span(&parts[0], get)?;
    for part in &parts[1..] {
        let (a, b) = span(part, get)?;
        (least, most) = match function {
            Function::Minimum => (least.min(a), most.min(b)),
            _ => (least.max(a), most.max(b)),
        };
    }
    let zero = Number::default();
    let known = || (least == most).then_some(least);
    Some(match function {
        Function::Minimum | Function::Maximum => (least, most),
        Function::Absolute if least >= zero => (least, most),
        Function::Absolute => (zero.max(-most), most.max(-least)),
        Function::Floor => (exact::floor(least), exact::floor(most)),
        Function::Ceiling => (exact::ceiling(least), exact::ceiling(most)),
        Function::Numerator => both(Number::from_integer(*known()?.numer())),
        Function::Denominator => both(Number::from_integer(*known()?.denom())),
        Function::SquareRoot => {
            let around = |n| RootSum::root_of(n).and_then(|root| root.between(ROOT_PLACES));
            (around(least).ok()?.0, around(most).ok()?.1)
        }
    })
}

fn both(n: Number) -> NumberSpan {
    (n, n)
}

#[cfg(test)]
mod tests {
    use super::super::{Absent, Expression, InvariantName, Names};
    use super::*;

    fn names() -> Names {
        let numbers = ["t", "d", "e"].map(InvariantName::number);
        Names::only(numbers).and([InvariantName::condition("c")])
    }

    fn known(text: &str, t: (i128, i128)) -> Option<QuantityBounds> {
        let expression = Expression::parse(text, &names()).unwrap();
        let whole = Number::from_integer;
        expression.compile(&names()).unwrap().between(|place| {
            Some(match place {
                0 => QuantityBounds::Numbers(whole(t.0), whole(t.1)),
                1 => QuantityBounds::exact(Quantity::integer(3)),
                2 => return None,
                _ => QuantityBounds::Condition(None),
            })
        })
    }

    #[test]
    fn what_is_certain() {
        let text = |text: &str, t| match known(text, t) {
            Some(QuantityBounds::Numbers(a, b)) => format!("{a} to {b}"),
            Some(QuantityBounds::Condition(decided)) => format!("{decided:?}"),
            None => "unknown".to_string(),
        };
        for (expression, t, certain) in [
            ("t - d", (1, 5), "-2 to 2"),
            ("d - t", (1, 5), "-2 to 2"),
            ("(t - d) / d", (1, 5), "-2/3 to 2/3"),
            ("t * t", (-2, 5), "-10 to 25"),
            ("d / t", (1, 6), "1/2 to 3"),
            ("d / t", (0, 6), "unknown"),
            ("-t", (1, 5), "-5 to -1"),
            ("t ^ 2", (2, 3), "4 to 9"),
            ("min(t, d)", (1, 5), "1 to 3"),
            ("max(t, d)", (1, 5), "3 to 5"),
            ("abs(t)", (-2, 1), "0 to 2"),
            ("floor(t / 2)", (1, 5), "0 to 2"),
            ("sqrt(t)", (4, 9), "2 to 3"),
            ("sqrt(t)", (-1, 9), "unknown"),
            ("d > sqrt(t)", (0, 8), "Some(true)"),
            ("d > sqrt(t)", (8, 10), "None"),
            ("numerator(t)", (1, 5), "unknown"),
            ("numerator(t)", (5, 5), "5 to 5"),
            ("t > d", (4, 5), "Some(true)"),
            ("t > d", (3, 5), "None"),
            ("t >= d", (3, 5), "Some(true)"),
            ("t < d", (3, 5), "Some(false)"),
            ("t <= d", (1, 3), "Some(true)"),
            ("t == d", (3, 3), "Some(true)"),
            ("t == d", (4, 5), "Some(false)"),
            ("t != d", (1, 5), "None"),
            ("c and t > d", (1, 2), "Some(false)"),
            ("c or t < d", (1, 2), "Some(true)"),
            ("not c", (1, 2), "None"),
            ("if(t > d, t, e)", (4, 5), "4 to 5"),
            ("if(t > d, t, e)", (1, 5), "unknown"),
            ("e", (1, 5), "unknown"),
        ] {
            assert_eq!(text(expression, t), certain, "{expression} with {t:?}");
        }
    }

    /// The value of an expression lies within the bounds that follow from bounds for its names.
    #[test]
    fn the_truth_lies_within() {
        let whole = Quantity::integer;
        for text in [
            "t - d",
            "t * t - 4 * t",
            "abs(t) - min(t, d)",
            "d / (t + 4)",
            "(t - 1) ^ 3 / 2",
            "if(d > 2, floor(t / 3), t)",
            "max(t, -t) * (t - d)",
            "ceil(t / 2) - t",
            "floor(sqrt(t + 3)) - t",
        ] {
            let expression = Expression::parse(text, &names()).unwrap();
            for (a, b) in [(-3, 4), (0, 2), (1, 1), (-3, -1)] {
                let (least, most) = known(text, (a, b)).unwrap().numbers().unwrap();
                for t in a..=b {
                    let value = expression.eval(&mut |name| match name {
                        "t" => Ok(whole(t)),
                        "d" => Ok(whole(3)),
                        _ => Err(Absent::NoValue),
                    });
                    let value = value.unwrap().as_number().unwrap();
                    assert!(least <= value && value <= most, "{text} at {t}");
                }
            }
        }
    }
}
