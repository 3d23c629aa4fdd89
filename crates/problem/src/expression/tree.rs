//! The syntax tree of an expression.

use super::{Number, QuantityKind};
use boilingpoint_language::Level;

/// A node of the tree. A name is stored as an index of the expression's own list of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Number(Number),
    Truth(bool),
    Name(usize),
    Negate(Box<Term>),
    Not(Box<Term>),
    Power(Box<Term>, u32),
    Binary(Infix, Box<[Term; 2]>),
    Call(Function, Vec<Term>),
    If(Box<[Term; 3]>),
}

impl Term {
    /// Calls `f` with a mutable reference to the index of every name.
    pub(super) fn for_each_name(&mut self, f: &mut dyn FnMut(&mut usize)) {
        self.for_each_leaf(&mut |leaf| {
            if let Term::Name(place) = leaf {
                f(place);
            }
        });
    }

    /// Puts a number in the place of the name with index `place`. The indices of later names fall
    /// by one.
    pub(super) fn replace(&mut self, place: usize, number: Number) {
        self.for_each_leaf(&mut |leaf| match leaf {
            Term::Name(name) if *name == place => *leaf = Term::Number(number),
            Term::Name(name) if *name > place => *name -= 1,
            _ => {}
        });
    }

    /// Whether the term is a number that is whole wherever it is defined, if the names for which
    /// `is_whole` holds are.
    pub(super) fn is_whole(&self, is_whole: &dyn Fn(usize) -> bool) -> bool {
        let all = |parts: &[Term]| parts.iter().all(|part| part.is_whole(is_whole));
        match self {
            Term::Number(n) => n.is_integer(),
            Term::Truth(_) | Term::Not(_) => false,
            Term::Name(place) => is_whole(*place),
            Term::Negate(a) | Term::Power(a, _) => a.is_whole(is_whole),
            Term::Binary(Infix::Add | Infix::Subtract | Infix::Multiply, parts) => all(&parts[..]),
            Term::Binary(..) => false,
            Term::Call(function, parts) => function.rounds() || (function.keeps() && all(parts)),
            Term::If(parts) => all(&parts[1..]),
        }
    }

    /// Whether a square root occurs.
    pub(super) fn has_root(&self) -> bool {
        match self {
            Term::Number(_) | Term::Truth(_) | Term::Name(_) => false,
            Term::Negate(a) | Term::Not(a) | Term::Power(a, _) => a.has_root(),
            Term::Binary(_, parts) => parts.iter().any(Term::has_root),
            Term::Call(Function::SquareRoot, _) => true,
            Term::Call(_, parts) => parts.iter().any(Term::has_root),
            Term::If(parts) => parts.iter().any(Term::has_root),
        }
    }

    fn for_each_leaf(&mut self, f: &mut dyn FnMut(&mut Term)) {
        match self {
            Term::Number(_) | Term::Truth(_) | Term::Name(_) => f(self),
            Term::Negate(a) | Term::Not(a) | Term::Power(a, _) => a.for_each_leaf(f),
            Term::Binary(_, parts) => parts.iter_mut().for_each(|p| p.for_each_leaf(f)),
            Term::Call(_, parts) => parts.iter_mut().for_each(|p| p.for_each_leaf(f)),
            Term::If(parts) => parts.iter_mut().for_each(|p| p.for_each_leaf(f)),
        }
    }
}

/// An operator that stands between its two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Infix {
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

impl Infix {
    /// All operators with symbol and precedence, in the order of declaration. The reader tries the
    /// symbols in this order, so no symbol begins with an earlier symbol.
    pub(super) const TABLE: [(Infix, &'static str, Level); 12] = [
        (Infix::Or, "or", Level::Or),
        (Infix::And, "and", Level::And),
        (Infix::Equal, "==", Level::Compare),
        (Infix::NotEqual, "!=", Level::Compare),
        (Infix::AtMost, "<=", Level::Compare),
        (Infix::AtLeast, ">=", Level::Compare),
        (Infix::Less, "<", Level::Compare),
        (Infix::Greater, ">", Level::Compare),
        (Infix::Add, "+", Level::Sum),
        (Infix::Subtract, "-", Level::Sum),
        (Infix::Multiply, "*", Level::Product),
        (Infix::Divide, "/", Level::Product),
    ];

    /// Other symbols, which are read and never written.
    pub(super) const OTHERS: [(&'static str, Infix); 9] = [
        ("=", Infix::Equal),
        ("≠", Infix::NotEqual),
        ("≤", Infix::AtMost),
        ("≥", Infix::AtLeast),
        ("−", Infix::Subtract),
        ("–", Infix::Subtract),
        ("×", Infix::Multiply),
        ("·", Infix::Multiply),
        ("÷", Infix::Divide),
    ];

    pub(super) fn symbol(self) -> &'static str {
        Infix::TABLE[self as usize].1
    }

    /// The meaning, for people.
    pub(super) fn described(self) -> &'static str {
        match self {
            Infix::Or => "at least one of two conditions holds",
            Infix::And => "both conditions hold",
            Infix::Equal => "equal; also compares conditions",
            Infix::NotEqual => "not equal; also compares conditions",
            Infix::AtMost => "at most",
            Infix::AtLeast => "at least",
            Infix::Less => "less than",
            Infix::Greater => "greater than",
            Infix::Add => "sum",
            Infix::Subtract => "difference; 1-2-3 is (1-2)-3",
            Infix::Multiply => "product",
            Infix::Divide => "quotient, exact",
        }
    }

    pub(super) fn level(self) -> Level {
        Infix::TABLE[self as usize].2
    }

    /// The kind of the operands. `None` if both operands may be numbers or both may be conditions.
    pub(super) fn takes(self) -> Option<QuantityKind> {
        match self {
            Infix::Or | Infix::And => Some(QuantityKind::Condition),
            Infix::Equal | Infix::NotEqual => None,
            _ => Some(QuantityKind::Number),
        }
    }

    /// The kind of the result.
    pub(super) fn gives(self) -> QuantityKind {
        if self.level() >= Level::Sum {
            QuantityKind::Number
        } else {
            QuantityKind::Condition
        }
    }
}

/// A function from numbers to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Absolute,
    Minimum,
    Maximum,
    Floor,
    Ceiling,
    Numerator,
    Denominator,
    SquareRoot,
}

impl Function {
    /// All functions with their names, in the order of declaration.
    pub(super) const TABLE: [(Function, &'static str); 8] = [
        (Function::Absolute, "abs"),
        (Function::Minimum, "min"),
        (Function::Maximum, "max"),
        (Function::Floor, "floor"),
        (Function::Ceiling, "ceil"),
        (Function::Numerator, "numerator"),
        (Function::Denominator, "denominator"),
        (Function::SquareRoot, "sqrt"),
    ];

    pub(super) fn by_name(name: &str) -> Option<Function> {
        let row = Function::TABLE.into_iter().find(|row| row.1 == name);
        row.map(|row| row.0)
    }

    pub(super) fn name(self) -> &'static str {
        Function::TABLE[self as usize].1
    }

    /// The names of all functions, including `if`, which is a node of its own.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Function::TABLE.into_iter().map(|row| row.1).chain(["if"])
    }

    /// The function with its arguments, and its meaning.
    pub(super) fn described(self) -> [&'static str; 2] {
        match self {
            Function::Absolute => ["abs(a)", "the absolute value"],
            Function::Minimum => ["min(a, b, …)", "the least of one number or more"],
            Function::Maximum => ["max(a, b, …)", "the greatest of one number or more"],
            Function::Floor => ["floor(a)", "a rounded down to a whole number"],
            Function::Ceiling => ["ceil(a)", "a rounded up to a whole number"],
            Function::Numerator => ["numerator(a)", "the numerator of the reduced fraction"],
            Function::Denominator => [
                "denominator(a)",
                "the denominator of the reduced fraction, which is positive",
            ],
            Function::SquareRoot => [
                "sqrt(a)",
                "the square root, compared and rounded exactly; undefined where it stands alone and is irrational",
            ],
        }
    }

    /// Whether the result is whole for all arguments.
    fn rounds(self) -> bool {
        use Function::{Ceiling, Denominator, Floor, Numerator};
        matches!(self, Floor | Ceiling | Numerator | Denominator)
    }

    /// Whether the result is whole for whole arguments.
    fn keeps(self) -> bool {
        self != Function::SquareRoot
    }

    /// Whether the function takes any number of arguments from one up; every other function takes
    /// exactly one.
    pub(super) fn is_variadic(self) -> bool {
        matches!(self, Function::Minimum | Function::Maximum)
    }
}
