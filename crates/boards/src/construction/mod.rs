//! Constructions: boards that are put together from parts, such as `tree(3*tree(4*leaf), 2*leaf)`.
//!
//! A part is a board with a root, which is its vertex 0. The number of copies of a part may contain
//! parameters. So a construction describes a family of boards:
//!
//! | construction | board |
//! | --- | --- |
//! | `leaf`, `left`, `right` | one vertex: untinted, tinted `L`, tinted `R` |
//! | `tree(A, B, ...)` | a root, to which the roots of the parts are joined; `left(...)`, `right(...)`: its root is tinted |
//! | `chain(A, B, ...)` | the parts in a row; the root of each is joined to the root of the next |
//! | `attach(G, A, B, ...)` | on each vertex of `G` all the parts are hung by their roots |
//! | `sum(A, B, ...)` | the parts side by side |
//! | `product(A, B, ...)` | the Cartesian product |
//! | `compose(G, A, B, ...)` | vertex i of `G` becomes the i-th part; parts are joined completely where `G` has an edge |
//! | `complement(G)`, `join(A, B, ...)`, ... | the operators of `operators.rs`, on plain graphs |
//!
//! A part is one of these constructions, a family of the catalogue (`path(n)` has its first vertex
//! as the root), a family that a user has defined, or a graph6 text. `3*A` stands for three copies
//! of the part `A`. Vertices are numbered in the order of the text: a root before its parts, `G`
//! before the attached parts. In a product, the last factor runs fastest.
//!
//! `attach` with leaves is the corona of Frucht and Harary (1970); `compose` is Schwenk's
//! generalised composition (1974), by which twins are `compose(G, 3*leaf, ...)` and
//! `compose(G, complete(3), ...)`.

mod build;
mod call;
mod definitions;
mod operators;
mod read;
#[cfg(test)]
mod tests;

pub use call::FamilyCall;
pub use definitions::{Definition, DefinitionError, Definitions};
pub use operators::Operator;
pub(crate) use operators::{complement, mycielskian};

use super::expr::{Expr, ExprError, Parameters};
use super::families::FamilyError;
use super::{BoardLimit, NamedGraph, Tint};
use boilingpoint_language::Level;
use operators::OPERATORS;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// The constructions that are no operators, with their descriptions.
const WITH_PARTS: [(&str, &str); 7] = [
    (
        "leaf, left, right",
        "one vertex: untinted, tinted L, tinted R; left(A,...) and right(A,...) are trees with a tinted root",
    ),
    (
        "tree(A,B,...)",
        "a root with parts hung on it; 3*A hangs A three times; a part may also be a family or graph6",
    ),
    (
        "chain(A,B,...)",
        "parts in a row, the root (the first vertex) of each joined to that of the next",
    ),
    (
        "attach(G,A,...)",
        "the board G with the same parts hung on each vertex",
    ),
    ("sum(A,B,...)", "parts side by side"),
    (
        "product(A,B,...)",
        "the Cartesian product; the vertices are numbered with the last factor running fastest",
    ),
    (
        "compose(G,A,B,...)",
        "G with its i-th vertex replaced by the i-th part, joined completely where G has an edge",
    ),
];

/// The constructions with their descriptions, for `boil list`.
pub const CONSTRUCTIONS: [(&str, &str); WITH_PARTS.len() + OPERATORS.len()] = {
    let mut all = [("", ""); WITH_PARTS.len() + OPERATORS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = match i.checked_sub(WITH_PARTS.len()) {
            None => WITH_PARTS[i],
            Some(i) => (OPERATORS[i].signature, OPERATORS[i].summary),
        };
        i += 1;
    }
    all
};

/// A board with a root; a family of such boards if parameters occur.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Construction {
    /// A member of a family in the catalogue.
    Family(FamilyCall),
    /// A graph as a graph6 text.
    Graph6(String),
    /// A graph with a name of its own.
    Named(&'static NamedGraph),
    /// A vertex of some tint, with parts whose roots are joined to it.
    Tree(Tint, Vec<Part>),
    /// Parts in a row, where the root of each part is joined to the root of the next.
    Chain(Vec<Part>),
    /// A board, with the same parts hung on each of its vertices.
    Attach(Box<Construction>, Vec<Part>),
    /// Parts side by side, without edges between them.
    Sum(Vec<Part>),
    /// The Cartesian product of the factors.
    Product(Vec<Construction>),
    /// A board whose vertices are replaced by parts, the i-th vertex by the i-th part.
    Compose(Box<Construction>, Vec<Part>),
    /// An operator with its operands and its numbers.
    Operator(&'static Operator, Vec<Part>, Vec<Expr>),
    /// A member of a family that a user has defined, with the arguments of the call.
    Defined(Arc<Definition>, Vec<Expr>),
}

/// A part: a construction, with the number of its copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The number of copies of the construction.
    pub times: Expr,
    /// The construction that is copied.
    pub what: Construction,
}

/// The reason why a construction has no board for some parameters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// Neither the catalogue nor the user's definitions have a family of this name.
    #[error("{0}")]
    Unknown(String),
    /// An argument of a call has no value.
    #[error("in argument {argument} of {call}: {source}")]
    Expression {
        /// The index of the argument in the call, counted from 1.
        argument: usize,
        /// The call as text.
        call: String,
        /// The reason why the argument has no value.
        source: ExprError,
    },
    /// The family has no member for these arguments.
    #[error("in {call}: {source}")]
    Family {
        /// The call, with numbers for its arguments.
        call: String,
        /// The reason why there is no member.
        source: FamilyError,
    },
    /// The number of copies of a part has no value.
    #[error("in `{part}`: {source}")]
    Times {
        /// The part as text.
        part: String,
        /// The reason why the number has no value.
        source: ExprError,
    },
    /// The number of copies of a part is negative.
    #[error("in `{part}`: a part cannot be taken {times} times")]
    Negative {
        /// The part as text.
        part: String,
        /// The negative number of copies.
        times: i64,
    },
    /// A composition has too few or too many parts.
    #[error("in `{call}`: {parts} parts are given, but the first board has {order} vertices")]
    Composition {
        /// The composition as text.
        call: String,
        /// The number of parts that are given.
        parts: usize,
        /// The number of vertices that the parts replace.
        order: usize,
    },
    /// The board of a construction cannot be used as a part, for example because it has squares.
    #[error("in `{call}`: {what} cannot be put together with other boards")]
    NotAPart {
        /// The construction as text.
        call: String,
        /// A description of the board that cannot be a part.
        what: &'static str,
    },
    /// A number after the operands of an operator is negative.
    #[error("in `{call}`: the number {number} is given; expected at least 0")]
    NegativeNumber {
        /// The construction as text.
        call: String,
        /// The number that is given.
        number: i64,
    },
    /// The board would have too many vertices or edges.
    #[error("this board is too large; {0} are put together")]
    TooLarge(BoardLimit),
}

impl Construction {
    /// A construction of a single untinted vertex.
    pub fn leaf() -> Construction {
        Construction::Tree(Tint::None, Vec::new())
    }

    /// The names of the parameters that occur in the construction.
    pub fn parameters(&self) -> BTreeSet<char> {
        let mut found = BTreeSet::new();
        self.collect(&mut found);
        found
    }

    fn collect(&self, into: &mut BTreeSet<char>) {
        let (first, parts): (&[Construction], &[Part]) = match self {
            Construction::Family(call) => return call.parameters(into),
            Construction::Graph6(_) | Construction::Named(_) => return,
            Construction::Defined(_, args) => {
                return args.iter().for_each(|arg| arg.parameters(into));
            }
            Construction::Product(factors) => (factors, &[]),
            Construction::Operator(_, parts, numbers) => {
                numbers.iter().for_each(|number| number.parameters(into));
                (&[], parts)
            }
            Construction::Tree(_, parts)
            | Construction::Chain(parts)
            | Construction::Sum(parts) => (&[], parts),
            Construction::Attach(first, parts) | Construction::Compose(first, parts) => {
                (std::slice::from_ref(&**first), parts)
            }
        };
        first.iter().for_each(|c| c.collect(into));
        for part in parts {
            part.times.parameters(into);
            part.what.collect(into);
        }
    }

    /// The construction with its expressions replaced by their values. For example, `tree(n*leaf)`
    /// becomes `tree(3*leaf)`.
    ///
    /// # Errors
    /// When an expression has no value.
    pub fn at(&self, given: &Parameters) -> Result<Construction, BuildError> {
        let parts = |parts: &[Part]| -> Result<Vec<Part>, BuildError> {
            parts.iter().map(|p| p.at(given)).collect()
        };
        let boxed = |c: &Construction| Ok::<_, BuildError>(Box::new(c.at(given)?));
        Ok(match self {
            Construction::Family(call) => Construction::Family(call.at(given)?),
            Construction::Graph6(text) => Construction::Graph6(text.clone()),
            Construction::Named(graph) => Construction::Named(graph),
            Construction::Tree(tint, p) => Construction::Tree(*tint, parts(p)?),
            Construction::Chain(p) => Construction::Chain(parts(p)?),
            Construction::Attach(c, p) => Construction::Attach(boxed(c)?, parts(p)?),
            Construction::Sum(p) => Construction::Sum(parts(p)?),
            Construction::Product(factors) => {
                let factors = factors.iter().map(|f| f.at(given));
                Construction::Product(factors.collect::<Result<_, _>>()?)
            }
            Construction::Compose(c, p) => Construction::Compose(boxed(c)?, parts(p)?),
            Construction::Operator(operator, p, numbers) => {
                let values = values(numbers, given, || self.to_string())?;
                let numbers = values.into_iter().map(Expr::Number).collect();
                Construction::Operator(operator, parts(p)?, numbers)
            }
            Construction::Defined(definition, args) => {
                let values = definition.values(args, given)?;
                let args = values.into_iter().map(Expr::Number).collect();
                Construction::Defined(definition.clone(), args)
            }
        })
    }
}

impl Part {
    /// A part with one copy.
    pub fn once(what: Construction) -> Part {
        Part {
            times: Expr::Number(1),
            what,
        }
    }

    fn at(&self, given: &Parameters) -> Result<Part, BuildError> {
        Ok(Part {
            times: Expr::Number(self.count(given)?),
            what: self.what.at(given)?,
        })
    }

    /// Evaluates the number of copies of the part.
    fn count(&self, given: &Parameters) -> Result<i64, BuildError> {
        let part = || self.to_string();
        match self.times.value(given) {
            Ok(times) if times >= 0 => Ok(times),
            Ok(times) => Err(BuildError::Negative {
                part: part(),
                times,
            }),
            Err(source) => Err(BuildError::Times {
                part: part(),
                source,
            }),
        }
    }
}

impl fmt::Display for Construction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, list) = match self {
            Construction::Family(call) => return call.fmt(f),
            Construction::Graph6(text) => return f.write_str(text),
            Construction::Named(graph) => return f.write_str(graph.name),
            Construction::Tree(tint, parts) if parts.is_empty() => {
                return f.write_str(root_names(*tint).0);
            }
            Construction::Tree(tint, parts) => (root_names(*tint).1, joined(parts)),
            Construction::Chain(parts) => ("chain", joined(parts)),
            Construction::Sum(parts) => ("sum", joined(parts)),
            Construction::Product(factors) => ("product", joined(factors)),
            Construction::Attach(first, parts) => ("attach", after(first, parts)),
            Construction::Compose(first, parts) => ("compose", after(first, parts)),
            Construction::Operator(operator, parts, numbers) => {
                let texts = parts.iter().map(Part::to_string);
                let texts = texts.chain(numbers.iter().map(Expr::to_string));
                (operator.name, joined(&texts.collect::<Vec<_>>()))
            }
            Construction::Defined(definition, args) => (definition.name(), joined(args)),
        };
        write!(f, "{name}({list})")
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.times != Expr::Number(1) {
            self.times.write(f, Level::Product)?;
            write!(f, "*")?;
        }
        write!(f, "{}", self.what)
    }
}

/// The two names of a root with this tint: the name without parts, and the name with parts.
fn root_names(tint: Tint) -> (&'static str, &'static str) {
    match tint {
        Tint::None => ("leaf", "tree"),
        Tint::Left => ("left", "left"),
        Tint::Right => ("right", "right"),
    }
}

/// The texts of a list, separated by commas.
fn joined(list: &[impl ToString]) -> String {
    let texts: Vec<String> = list.iter().map(ToString::to_string).collect();
    texts.join(",")
}

fn after(first: &Construction, parts: &[Part]) -> String {
    let add = |text: String, part: &Part| format!("{text},{part}");
    parts.iter().fold(first.to_string(), add)
}

/// Evaluates the arguments of a call; `call` gives the text that an error names.
fn values(
    args: &[Expr],
    given: &Parameters,
    call: impl Fn() -> String,
) -> Result<Vec<i64>, BuildError> {
    let value = |(i, arg): (usize, &Expr)| {
        arg.value(given).map_err(|source| BuildError::Expression {
            argument: i + 1,
            call: call(),
            source,
        })
    };
    args.iter().enumerate().map(value).collect()
}
