//! The tree of an expression.

use super::{Kind, Number};
use crate::language::Level;

/// A node. Names are places in the expression's own list of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Number(Number),
    Truth(bool),
    Name(usize),
    Negate(Box<Node>),
    Not(Box<Node>),
    Power(Box<Node>, u32),
    Binary(Operator, Box<[Node; 2]>),
    Call(Function, Vec<Node>),
    If(Box<[Node; 3]>),
}

impl Node {
    /// Calls `f` on every name's place.
    pub(super) fn for_each_name(&mut self, f: &mut dyn FnMut(&mut usize)) {
        match self {
            Node::Number(_) | Node::Truth(_) => {}
            Node::Name(place) => f(place),
            Node::Negate(a) | Node::Not(a) | Node::Power(a, _) => a.for_each_name(f),
            Node::Binary(_, parts) => parts.iter_mut().for_each(|p| p.for_each_name(f)),
            Node::Call(_, parts) => parts.iter_mut().for_each(|p| p.for_each_name(f)),
            Node::If(parts) => parts.iter_mut().for_each(|p| p.for_each_name(f)),
        }
    }
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    AtMost,
    AtLeast,
    Less,
    Greater,
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Operator {
    /// Each with its symbol and level, in the order of declaration. No symbol begins with one before.
    pub(super) const TABLE: [(Operator, &'static str, Level); 12] = [
        (Operator::Or, "or", Level::Or),
        (Operator::And, "and", Level::And),
        (Operator::Equal, "==", Level::Compare),
        (Operator::NotEqual, "!=", Level::Compare),
        (Operator::AtMost, "<=", Level::Compare),
        (Operator::AtLeast, ">=", Level::Compare),
        (Operator::Less, "<", Level::Compare),
        (Operator::Greater, ">", Level::Compare),
        (Operator::Add, "+", Level::Sum),
        (Operator::Subtract, "-", Level::Sum),
        (Operator::Multiply, "*", Level::Product),
        (Operator::Divide, "/", Level::Product),
    ];

    pub(super) fn symbol(self) -> &'static str {
        Operator::TABLE[self as usize].1
    }

    pub(super) fn level(self) -> Level {
        Operator::TABLE[self as usize].2
    }

    /// The kind of its operands; `None` when both kinds will do, as long as they agree.
    pub(super) fn takes(self) -> Option<Kind> {
        match self {
            Operator::Or | Operator::And => Some(Kind::Condition),
            Operator::Equal | Operator::NotEqual => None,
            _ => Some(Kind::Number),
        }
    }

    /// The kind of its result.
    pub(super) fn gives(self) -> Kind {
        if self.level() >= Level::Sum {
            Kind::Number
        } else {
            Kind::Condition
        }
    }
}

/// A function from numbers to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Absolute,
    Minimum,
    Maximum,
    Floor,
    Ceiling,
    Numerator,
    Denominator,
}

impl Function {
    /// Each with its name, in the order of declaration.
    pub(super) const TABLE: [(Function, &'static str); 7] = [
        (Function::Absolute, "abs"),
        (Function::Minimum, "min"),
        (Function::Maximum, "max"),
        (Function::Floor, "floor"),
        (Function::Ceiling, "ceil"),
        (Function::Numerator, "numerator"),
        (Function::Denominator, "denominator"),
    ];

    pub(super) fn by_name(name: &str) -> Option<Function> {
        let row = Function::TABLE.into_iter().find(|row| row.1 == name);
        row.map(|row| row.0)
    }

    pub(super) fn name(self) -> &'static str {
        Function::TABLE[self as usize].1
    }

    /// The names of all functions; `if` is among them, although it is a node of its own.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Function::TABLE.into_iter().map(|row| row.1).chain(["if"])
    }

    /// Whether it takes any number of arguments from one on; if not, it takes exactly one.
    pub(super) fn is_variadic(self) -> bool {
        matches!(self, Function::Minimum | Function::Maximum)
    }
}
