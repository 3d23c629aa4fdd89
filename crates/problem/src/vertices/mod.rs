//! Sets of vertices and numbers of vertices, for invariants with an argument.
//!
//! A set is a condition on a vertex, in the language of objectives over the [`names`] of this
//! module: `degree = 1`, or `least(eccentricity) and not near(degree = 1)`. A name that is none of
//! a vertex is an invariant of the board, the same for all vertices: `degree <= order / 2`.

mod facts;
mod names;

#[cfg(test)]
mod tests;

use super::derived;
use super::expression::{
    Absent, Expression, ExpressionError, InvariantName, LanguageRow, Names, Quantity, QuantityKind,
    Scope, Undefined,
};
use super::invariants::table::{Invariant, Needs, asked as asked_of_boards, catalogue};
use boilingpoint_invariants::Steps;
pub(crate) use facts::{Column, Facts};
use names::{Given, Takes, VertexRow, row, rows};
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

/// An expression over the vertices of a board.
pub(crate) struct OfVertices {
    expression: Expression,
    sources: Vec<Source>,
}

/// How a name of such an expression is computed.
#[derive(Clone, Copy)]
enum Source {
    /// An invariant of the board.
    Board(&'static Invariant),
    /// A quantity of a vertex.
    Vertex(&'static VertexRow, Argument),
}

/// The argument of a name.
#[derive(Clone, Copy)]
enum Argument {
    None,
    Whole(usize),
    OfVertices(&'static OfVertices),
}

/// The names of vertices with an argument that were asked for. They live as long as the process. So
/// an argument is read once, however deep it stands in others.
static ASKED: RwLock<BTreeMap<String, Source>> = RwLock::new(BTreeMap::new());

/// The names of expressions over vertices.
static SCOPE: Scope = Scope {
    takes_argument: |name| {
        row(name).map_or_else(
            || (derived::SCOPE.takes_argument)(name),
            |row| !matches!(row.takes, Takes::Nothing),
        )
    },
    with_argument: |name, argument| match row(name) {
        Some(row) => Ok(InvariantName {
            name: asked(row, argument)?,
            kind: row.kind,
        }),
        None => (derived::SCOPE.with_argument)(name, argument),
    },
    functions: || {
        let with_argument = rows().iter().filter(|r| !matches!(r.takes, Takes::Nothing));
        with_argument.map(|row| row.name).collect()
    },
    list: "vertices",
    written: |_| None,
};

/// The names of expressions over vertices that take no argument.
fn plain() -> Vec<InvariantName> {
    let of_vertices = rows().iter().filter(|row| row.takes.may_be_missing());
    let of_vertices = of_vertices.map(|row| InvariantName {
        name: row.name.to_string(),
        kind: row.kind,
    });
    let of_boards = catalogue().iter();
    let of_boards = of_boards.filter(|i| i.needs == Needs::Board && row(i.name).is_none());
    of_vertices.chain(of_boards.map(Invariant::named)).collect()
}

/// Reads the argument of a row, keeps it, and returns the canonical name with it.
fn asked(row: &'static VertexRow, text: &str) -> Result<String, ExpressionError> {
    let wanted = match row.takes {
        Takes::Set | Takes::MaybeSet => QuantityKind::Condition,
        Takes::Number => QuantityKind::Number,
        Takes::Size => {
            let size = text.trim().parse().ok().filter(|k| (1..=9).contains(k));
            let size = size.ok_or_else(|| {
                let message = format!("`{}` takes a whole number from 1 to 9", row.name);
                ExpressionError::new(0..text.len(), message)
            })?;
            let name = format!("{}({size})", row.name);
            return Ok(keep(name, || Source::Vertex(row, Argument::Whole(size))));
        }
        Takes::Nothing => {
            let message = format!("`{}` takes no argument", row.name);
            return Err(ExpressionError::new(0..text.len(), message));
        }
    };
    let of = OfVertices::parse(text, wanted)?;
    let name = format!("{}({})", row.name, of.text());
    let kept = || Source::Vertex(row, Argument::OfVertices(Box::leak(Box::new(of))));
    Ok(keep(name, kept))
}

/// Keeps a name with an argument, unless it is there.
fn keep(name: String, source: impl FnOnce() -> Source) -> String {
    let mut all = ASKED.write().unwrap_or_else(PoisonError::into_inner);
    all.entry(name.clone()).or_insert_with(source);
    name
}

/// How a name that the parser has read is computed.
fn source(name: &str) -> Option<Source> {
    if let Some(row) = row(name) {
        return Some(Source::Vertex(row, Argument::None));
    }
    let all = ASKED.read().unwrap_or_else(PoisonError::into_inner);
    let of_board = || {
        let mut plain = catalogue().iter();
        let invariant = plain
            .find(|i| i.name == name)
            .or_else(|| asked_of_boards(name));
        invariant.filter(|i| i.needs == Needs::Board)
    };
    all.get(name)
        .copied()
        .or_else(|| of_board().map(Source::Board))
}

impl OfVertices {
    /// Reads a set or a number of a vertex.
    ///
    /// # Errors
    /// [`ExpressionError`] names the place of the mistake.
    pub(crate) fn parse(text: &str, wanted: QuantityKind) -> Result<OfVertices, ExpressionError> {
        let expression = Expression::parse(text, &Names::new(plain(), &SCOPE))?;
        if expression.kind() != wanted {
            let (is, help) = match wanted {
                QuantityKind::Condition => ("a set of vertices", "write `degree == 1`"),
                _ => ("a number of a vertex", "write `degree`"),
            };
            let error = ExpressionError::new(0..text.len(), format!("{is} should be here"));
            return Err(error.help(format!("{help}, for example")));
        }
        let sources = expression.names().iter().map(|name| {
            let unknown = || ExpressionError::new(0..text.len(), format!("unknown name `{name}`"));
            source(name).ok_or_else(unknown)
        });
        let sources = sources.collect::<Result<_, _>>()?;
        Ok(OfVertices {
            expression,
            sources,
        })
    }

    /// The canonical text.
    pub(crate) fn text(&self) -> &str {
        self.expression.text()
    }

    /// Whether the expression is a number that is whole at every vertex.
    pub(crate) fn is_whole(&self) -> bool {
        self.expression.is_whole(&|name| match source(name) {
            Some(Source::Board(invariant)) => invariant.is_whole,
            Some(Source::Vertex(..)) => true,
            None => false,
        })
    }

    /// The values at all vertices.
    pub(crate) fn column(&self, facts: &Facts, steps: &mut Steps) -> Column {
        let mut columns: Vec<Option<Column>> = self.sources.iter().map(|_| None).collect();
        let at = |v| {
            let found = self.expression.eval_by_place(&mut |place: usize| {
                let column =
                    columns[place].get_or_insert_with(|| self.sources[place].column(facts, steps));
                column[v]
            });
            found.map_err(|why| match why {
                Undefined::Limit(_) => Absent::Limit,
                _ => Absent::NoValue,
            })
        };
        (0..facts.order()).map(at).collect()
    }

    /// The vertices of a set.
    ///
    /// # Errors
    /// When the condition has no value at a vertex.
    pub(crate) fn set(&self, facts: &Facts, steps: &mut Steps) -> Result<Vec<bool>, Absent> {
        let holds = |at: Result<Quantity, Absent>| Ok(at?.as_condition() == Some(true));
        self.column(facts, steps).into_iter().map(holds).collect()
    }
}

impl Source {
    fn column(&self, facts: &Facts, steps: &mut Steps) -> Column {
        let column = match self {
            Source::Board(invariant) => {
                return vec![invariant.of_steps(facts.board(), steps); facts.order()];
            }
            Source::Vertex(row, argument) => argument
                .given(row, facts, steps)
                .and_then(|given| (row.of)(facts, &given, steps)),
        };
        column.unwrap_or_else(|why| vec![Err(why); facts.order()])
    }
}

impl Argument {
    fn given(&self, row: &VertexRow, facts: &Facts, steps: &mut Steps) -> Result<Given, Absent> {
        match self {
            Argument::None => Ok(Given::Set(vec![true; facts.order()])),
            Argument::Whole(size) => Ok(Given::Size(*size)),
            Argument::OfVertices(of) if row.takes == Takes::Number => {
                let numbers = of.column(facts, steps).into_iter();
                let numbers = numbers.map(|at| at?.as_number().ok_or(Absent::NoValue));
                Ok(Given::Numbers(numbers.collect::<Result<_, _>>()?))
            }
            Argument::OfVertices(of) => Ok(Given::Set(of.set(facts, steps)?)),
        }
    }
}

/// The quantities of vertices and the sets of vertices, of which arguments are made.
pub fn language() -> Vec<LanguageRow> {
    let row = |row: &VertexRow| LanguageRow::function(row.written, row.summary);
    rows().iter().map(row).collect()
}

/// A name of vertices in an expression over boards.
pub(super) fn written(name: &str) -> Option<String> {
    let row = row(name)?;
    Some(match row.kind {
        QuantityKind::Condition => format!("order({})", row.written),
        _ => format!("highest({})", row.written),
    })
}
