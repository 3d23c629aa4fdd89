//! Builds nodes of an expression's tree and checks kinds, constants and depth.

use super::parse::MAX_DEPTH;
use super::tree::{Function, Infix, Term};
use super::{ExpressionError, Number, Quantity, QuantityKind, Undefined, eval};
use std::ops::Range;

/// The greatest exponent that an expression may have.
const MAX_EXPONENT: i128 = 64;

/// The hint for a canonical form that stands where a number or a condition should.
const COMPARE_FORM: &str = "compare the value, as in `value = {1|-1}`";

type Built = Result<PartialTerm, ExpressionError>;

/// A node of the tree under construction, with the data that checks of its parents need.
#[derive(Debug)]
pub(super) struct PartialTerm {
    pub(super) node: Term,
    pub(super) kind: QuantityKind,
    pub(super) span: Range<usize>,
    depth: usize,
    /// The value of the node, if the node contains no name.
    constant: Option<Quantity>,
}

impl PartialTerm {
    pub(super) fn constant(value: Quantity, span: Range<usize>) -> PartialTerm {
        let node = match value {
            Quantity::Number(n) => Term::Number(n),
            Quantity::Condition(c) => Term::Truth(c),
        };
        PartialTerm {
            node,
            kind: value.kind(),
            span,
            depth: 1,
            constant: Some(value),
        }
    }

    pub(super) fn name(place: usize, kind: QuantityKind, span: Range<usize>) -> PartialTerm {
        PartialTerm {
            node: Term::Name(place),
            kind,
            span,
            depth: 1,
            constant: None,
        }
    }

    /// Fails unless the part is of `kind`; `user` is the operator or function that takes the part.
    fn expect(&self, kind: QuantityKind, user: &str) -> Result<(), ExpressionError> {
        if self.kind == kind {
            return Ok(());
        }
        let message = format!(
            "`{user}` takes {}, but this is {}",
            kind.described(),
            self.kind.described()
        );
        let help = match (kind, self.kind) {
            (_, QuantityKind::Form) => COMPARE_FORM,
            (QuantityKind::Number, _) => "`if(condition, 1, 0)` makes a number of a condition",
            _ => "compare it with something, as in `order >= 2`",
        };
        Err(ExpressionError::new(self.span.clone(), message).help(help))
    }
}

pub(super) fn negate(sign: &Range<usize>, a: PartialTerm) -> Built {
    let span = sign.start..a.span.end;
    unary(QuantityKind::Number, "-", a, span, Term::Negate)
}

pub(super) fn not(word: &Range<usize>, a: PartialTerm) -> Built {
    let span = word.start..a.span.end;
    unary(QuantityKind::Condition, "not", a, span, Term::Not)
}

pub(super) fn power(base: PartialTerm, exponent: &PartialTerm) -> Built {
    let whole = |n: &Number| n.is_integer() && (0..=MAX_EXPONENT).contains(n.numer());
    let constant = exponent.constant.and_then(Quantity::as_number);
    let small = constant.filter(whole).map(|n| *n.numer());
    let Some(small) = small.and_then(|n| u32::try_from(n).ok()) else {
        let message = format!("an exponent is a whole number from 0 to {MAX_EXPONENT}");
        return Err(ExpressionError::new(exponent.span.clone(), message));
    };
    let span = base.span.start..exponent.span.end;
    unary(QuantityKind::Number, "^", base, span, |a| {
        Term::Power(a, small)
    })
}

/// An operator on one operand with a result of the same kind.
fn unary(
    kind: QuantityKind,
    symbol: &str,
    a: PartialTerm,
    span: Range<usize>,
    node: impl Fn(Box<Term>) -> Term,
) -> Built {
    a.expect(kind, symbol)?;
    finish(&[info(&a)], kind, span, node(Box::new(a.node)))
}

pub(super) fn binary(
    operator: Infix,
    at: &Range<usize>,
    left: PartialTerm,
    right: PartialTerm,
) -> Built {
    match operator.takes() {
        Some(kind) => {
            left.expect(kind, operator.symbol())?;
            right.expect(kind, operator.symbol())?;
        }
        None if left.kind != right.kind => {
            let message = format!(
                "`{}` compares {} with {}",
                operator.symbol(),
                left.kind.described(),
                right.kind.described()
            );
            return Err(ExpressionError::new(at.clone(), message));
        }
        None if left.kind == QuantityKind::Form => {
            let message = format!("`{}` does not compare canonical forms", operator.symbol());
            return Err(ExpressionError::new(at.clone(), message).help(COMPARE_FORM));
        }
        None => {}
    }
    let zero = Quantity::integer(0);
    if operator == Infix::Divide && right.constant == Some(zero) {
        return Err(ExpressionError::new(right.span, "division by zero")
            .help("the divisor is zero on every board"));
    }
    let span = left.span.start..right.span.end;
    let infos = [info(&left), info(&right)];
    let node = Term::Binary(operator, Box::new([left.node, right.node]));
    finish(&infos, operator.gives(), span, node)
}

pub(super) fn call(function: Function, span: Range<usize>, parts: Vec<PartialTerm>) -> Built {
    if parts.is_empty() || (parts.len() > 1 && !function.is_variadic()) {
        let wanted = if function.is_variadic() {
            "one argument or more"
        } else {
            "one argument"
        };
        let message = format!("`{}` takes {wanted}, not {}", function.name(), parts.len());
        return Err(ExpressionError::new(span, message));
    }
    for part in &parts {
        part.expect(QuantityKind::Number, function.name())?;
    }
    let infos: Vec<Info> = parts.iter().map(info).collect();
    let nodes = parts.into_iter().map(|p| p.node).collect();
    finish(
        &infos,
        QuantityKind::Number,
        span,
        Term::Call(function, nodes),
    )
}

pub(super) fn choice(span: Range<usize>, parts: Vec<PartialTerm>) -> Built {
    let parts: [PartialTerm; 3] = parts.try_into().map_err(|parts: Vec<PartialTerm>| {
        let message = format!("`if` takes three arguments, not {}", parts.len());
        ExpressionError::new(span.clone(), message).help("write `if(condition, then, otherwise)`")
    })?;
    parts[0].expect(QuantityKind::Condition, "if")?;
    if parts[1].kind != parts[2].kind {
        let message = format!(
            "the two results of `if` differ in kind: {} and {}",
            parts[1].kind.described(),
            parts[2].kind.described()
        );
        return Err(ExpressionError::new(parts[2].span.clone(), message));
    }
    let kind = parts[1].kind;
    if kind == QuantityKind::Form {
        parts[1].expect(QuantityKind::Number, "if")?;
    }
    let infos = parts.each_ref().map(info);
    finish(
        &infos,
        kind,
        span,
        Term::If(Box::new(parts.map(|p| p.node))),
    )
}

/// The depth of a part, and whether it is constant; a node computes both from its parts.
type Info = (usize, bool);

fn info(part: &PartialTerm) -> Info {
    (part.depth, part.constant.is_some())
}

fn finish(parts: &[Info], kind: QuantityKind, span: Range<usize>, node: Term) -> Built {
    let depth = 1 + parts.iter().map(|p| p.0).max().unwrap_or(0);
    if depth > MAX_DEPTH {
        return Err(too_deep(span));
    }
    let mut constant = None;
    if parts.iter().all(|p| p.1) {
        constant = match eval::eval(&node, &mut |_| Err(Undefined::WrongKind)) {
            Ok(value) => Some(value),
            // What the root is a part of may be rational, or a comparison.
            Err(Undefined::Irrational) => None,
            Err(error) => return Err(ExpressionError::new(span, error.to_string())),
        };
    }
    Ok(PartialTerm {
        node,
        kind,
        span,
        depth,
        constant,
    })
}

pub(super) fn too_deep(span: Range<usize>) -> ExpressionError {
    ExpressionError::new(
        span,
        format!("the expression is nested more than {MAX_DEPTH} deep"),
    )
}
