//! The tree of an expression.

use super::{Kind, Number};

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
    Less,
    AtMost,
    Greater,
    AtLeast,
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// How tightly things bind, from loose to tight.
pub(super) mod binding {
    pub(in super::super) const OR: u8 = 1;
    pub(in super::super) const AND: u8 = 2;
    pub(in super::super) const NOT: u8 = 3;
    pub(in super::super) const COMPARE: u8 = 4;
    pub(in super::super) const SUM: u8 = 5;
    pub(in super::super) const PRODUCT: u8 = 6;
    pub(in super::super) const NEGATE: u8 = 7;
    pub(in super::super) const POWER: u8 = 8;
    pub(in super::super) const ATOM: u8 = 9;
}

impl Operator {
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Operator::Or => "or",
            Operator::And => "and",
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::Greater => ">",
            Operator::AtLeast => ">=",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
        }
    }

    pub(super) fn binding(self) -> u8 {
        match self {
            Operator::Or => binding::OR,
            Operator::And => binding::AND,
            Operator::Add | Operator::Subtract => binding::SUM,
            Operator::Multiply | Operator::Divide => binding::PRODUCT,
            _ => binding::COMPARE,
        }
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
        if self.binding() >= binding::SUM {
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

/// The names of all functions; `if` is among them, although it is a node of its own.
pub(super) const FUNCTION_NAMES: [&str; 8] = [
    "abs",
    "min",
    "max",
    "floor",
    "ceil",
    "numerator",
    "denominator",
    "if",
];

impl Function {
    pub(super) fn by_name(name: &str) -> Option<Function> {
        use Function::*;
        [
            Absolute,
            Minimum,
            Maximum,
            Floor,
            Ceiling,
            Numerator,
            Denominator,
        ]
        .into_iter()
        .find(|f| f.name() == name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Function::Absolute => "abs",
            Function::Minimum => "min",
            Function::Maximum => "max",
            Function::Floor => "floor",
            Function::Ceiling => "ceil",
            Function::Numerator => "numerator",
            Function::Denominator => "denominator",
        }
    }

    /// Whether it takes any number of arguments from one on; if not, it takes exactly one.
    pub(super) fn is_variadic(self) -> bool {
        matches!(self, Function::Minimum | Function::Maximum)
    }
}
