//! Invariants with sets of vertices: of derived graphs, such as `independence(not degree == 1)`,
//! and statistics of the vertices, such as `highest(eccentricity)`.

use super::expression::{
    Absent, ExpressionError, LanguageRow, Number, Quantity, QuantityKind, Scope,
};
use super::invariants::table::{Answer, Invariant, Needs, OfBoard, catalogue, of_count, of_sets};
use super::vertices::{self, Facts, OfVertices};
use boilingpoint_boards::{Board, Graph};
use boilingpoint_invariants::{Steps, counted_rows, counted_with, is_counted};
use num_traits::{CheckedAdd, CheckedDiv};

/// An invariant with sets of vertices.
enum Derived {
    /// An invariant of the graph that some steps lead to.
    OfGraph(&'static Invariant, Vec<Step>),
    /// A statistic of a number over the vertices, or over those of a set, which is the second part.
    Statistic(&'static Statistic, Vec<OfVertices>),
}

/// A step from a graph to another.
enum Step {
    /// The graph in which the other pairs are adjacent.
    Complement,
    /// The graph in which vertices at distance 1 or 2 are adjacent.
    Square,
    /// The graph that a set of vertices induces.
    Induced(OfVertices),
}

const COMPLEMENT: &str = "complement";
const SQUARE: &str = "square";

/// A statistic of numbers.
struct Statistic {
    name: &'static str,
    /// The name with its arguments, as expressions have it.
    written: &'static str,
    /// A description in a few words.
    summary: &'static str,
    of: fn(&[Number]) -> Option<Number>,
}

macro_rules! statistics {
    ($($name:literal $of:expr, $written:literal $summary:literal;)*) => {
        &[$(Statistic {
            name: $name,
            written: $written,
            summary: $summary,
            of: $of,
        }),*]
    };
}

/// The statistics, of numbers in increasing order.
fn statistics() -> &'static [Statistic] {
    statistics! {
        "lowest" |n| n.first().copied(), "lowest(q, S)" "least number q of a vertex, or of one of the set S";
        "highest" |n| n.last().copied(), "highest(q, S)" "greatest number q of a vertex, or of one of the set S";
        "second_lowest" |n| n.get(1).copied(), "second_lowest(q, S)" "second of the numbers q in increasing order";
        "second_highest" |n| n.iter().rev().nth(1).copied(), "second_highest(q, S)" "second of the numbers q in decreasing order";
        "lower_median" |n| n.get(n.len().saturating_sub(1) / 2).copied(), "lower_median(q, S)" "number q in the middle, the lesser of two";
        "upper_median" |n| n.get(n.len() / 2).copied(), "upper_median(q, S)" "number q in the middle, the greater of two";
        "average" |n| sum(n)?.checked_div(&Number::from_integer(n.len() as i128)), "average(q, S)" "mean of the numbers q";
        "total" sum, "total(q, S)" "sum of the numbers q";
        "distinct" |n| Some(Number::from_integer(n.chunk_by(|a, b| a == b).count() as i128)), "distinct(q, S)" "how many different numbers q there are";
    }
}

fn sum(numbers: &[Number]) -> Option<Number> {
    let zero = Number::from_integer(0);
    numbers.iter().try_fold(zero, |sum, n| sum.checked_add(n))
}

/// Whether a name with an argument is an invariant of this module.
fn takes_argument(name: &str) -> bool {
    statistic(name).is_some() || of_boards(name).is_some()
}

fn statistic(name: &str) -> Option<&'static Statistic> {
    statistics().iter().find(|row| row.name == name)
}

fn of_boards(name: &str) -> Option<&'static Invariant> {
    let mut all = catalogue().iter();
    all.find(|i| i.name == name && i.needs == Needs::Board)
}

/// The arguments, between commas that stand in no brackets, each with its place in the text.
fn split(text: &str) -> Vec<(usize, &str)> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push((start, &text[start..]));
    parts
}

impl Derived {
    /// Reads an invariant from its name and its argument, and returns its canonical name as well.
    ///
    /// # Errors
    /// [`ExpressionError`] names the place of the mistake in the argument.
    fn parse(name: &str, argument: &str) -> Result<(Derived, String), ExpressionError> {
        let parts = split(argument);
        let derived = match (statistic(name), of_boards(name)) {
            (Some(row), _) => {
                if let Some((start, third)) = parts.get(2) {
                    let message = format!("write `{}`, or leave the set out", row.written);
                    return Err(ExpressionError::new(*start..start + third.len(), message));
                }
                let kinds = [QuantityKind::Number, QuantityKind::Condition];
                let parts = parts.into_iter().zip(kinds);
                let parts = parts.map(|(part, kind)| read(part, kind));
                Derived::Statistic(row, parts.collect::<Result<_, _>>()?)
            }
            (None, Some(invariant)) => {
                let steps = parts.into_iter().map(step);
                Derived::OfGraph(invariant, steps.collect::<Result<_, _>>()?)
            }
            (None, None) => {
                let message = format!("`{name}` takes no argument");
                return Err(ExpressionError::new(0..argument.len(), message));
            }
        };
        let text = derived.text();
        Ok((derived, text))
    }

    fn text(&self) -> String {
        let (name, arguments): (&str, Vec<&str>) = match self {
            Derived::OfGraph(invariant, steps) => {
                (invariant.name, steps.iter().map(Step::text).collect())
            }
            Derived::Statistic(row, parts) => {
                (row.name, parts.iter().map(OfVertices::text).collect())
            }
        };
        format!("{name}({})", arguments.join(", "))
    }

    /// Whether the invariant is a number or a condition.
    fn kind(&self) -> QuantityKind {
        match self {
            Derived::OfGraph(invariant, _) => invariant.kind,
            Derived::Statistic(..) => QuantityKind::Number,
        }
    }

    /// Whether the invariant is a number that is whole on every board.
    fn is_whole(&self) -> bool {
        match self {
            Derived::OfGraph(invariant, _) => invariant.is_whole,
            Derived::Statistic(row, parts) => match row.name {
                "average" => false,
                "distinct" => true,
                _ => parts[0].is_whole(),
            },
        }
    }

    /// A description in a few words.
    fn summary(&self) -> &'static str {
        match self {
            Derived::OfGraph(invariant, _) => invariant.summary,
            Derived::Statistic(row, ..) => row.summary,
        }
    }
}

impl OfBoard for Derived {
    fn of(&self, board: &Board, steps: &mut Steps) -> Answer {
        match self {
            Derived::OfGraph(invariant, path) => {
                let (first, rest) = path.split_first().ok_or(Absent::NoValue)?;
                let mut graph = first.of(board, steps)?;
                for step in rest {
                    graph = step.of(&graph, steps)?;
                }
                invariant.of_steps(&graph, steps)
            }
            Derived::Statistic(row, parts) => {
                let facts = Facts::of(board);
                let column = parts[0].column(&facts, steps);
                let set = parts.get(1).map(|set| set.set(&facts, steps)).transpose()?;
                let is_in = |v: usize| set.as_ref().is_none_or(|set| set[v]);
                let inside = column.into_iter().enumerate().filter(|(v, _)| is_in(*v));
                let numbers = inside.map(|(_, at)| at?.as_number().ok_or(Absent::NoValue));
                let mut numbers: Vec<Number> = numbers.collect::<Result<_, _>>()?;
                numbers.sort_unstable();
                (row.of)(&numbers)
                    .map(Quantity::Number)
                    .ok_or(Absent::NoValue)
            }
        }
    }
}

fn read((start, text): (usize, &str), wanted: QuantityKind) -> Result<OfVertices, ExpressionError> {
    OfVertices::parse(text, wanted).map_err(|error| error.moved(start))
}

fn step(part: (usize, &str)) -> Result<Step, ExpressionError> {
    match part.1.trim() {
        COMPLEMENT => Ok(Step::Complement),
        SQUARE => Ok(Step::Square),
        _ => Ok(Step::Induced(read(part, QuantityKind::Condition)?)),
    }
}

impl Step {
    fn text(&self) -> &str {
        match self {
            Step::Complement => COMPLEMENT,
            Step::Square => SQUARE,
            Step::Induced(set) => set.text(),
        }
    }

    fn of(&self, board: &Board, steps: &mut Steps) -> Result<Board, Absent> {
        let facts = Facts::of(board);
        match self {
            Step::Complement => Ok(joined(&facts, |distance| distance != Some(1))),
            Step::Square => Ok(joined(&facts, |d| matches!(d, Some(1 | 2)))),
            Step::Induced(set) => {
                let set = set.set(&facts, steps)?;
                let inside: Vec<usize> = (0..set.len()).filter(|&v| set[v]).collect();
                Ok(board.kept(&inside))
            }
        }
    }
}

/// The graph in which vertices with such distances are adjacent.
fn joined(facts: &Facts, is_adjacent: impl Fn(Option<usize>) -> bool) -> Board {
    let order = facts.order();
    let pairs = (0..order).flat_map(|v| (0..v).map(move |u| (u, v)));
    let edges = pairs.filter(|&(u, v)| is_adjacent(facts.distances(u)[v]));
    Board::untinted(Graph::from_edges(order, edges))
}

/// The invariant with this name and argument: a count, or one with sets of vertices.
///
/// # Errors
/// [`ExpressionError`] names the place of the mistake in the argument.
pub(super) fn with(name: &str, argument: &str) -> Result<&'static Invariant, ExpressionError> {
    if is_counted(name) {
        let count = counted_with(name, argument);
        let wrong = |message| ExpressionError::new(0..argument.len(), message);
        return Ok(of_count(count.map_err(wrong)?));
    }
    let (derived, text) = Derived::parse(name, argument)?;
    let (kind, is_whole, summary) = (derived.kind(), derived.is_whole(), derived.summary());
    Ok(of_sets(&text, kind, is_whole, summary, Box::new(derived)))
}

/// The names with an argument in expressions over boards.
pub(super) static SCOPE: Scope = Scope {
    takes_argument: |name| is_counted(name) || takes_argument(name),
    with_argument: |name, argument| Ok(with(name, argument)?.named()),
    functions: || {
        let counts = counted_rows().iter().map(|row| row.name);
        counts
            .chain(statistics().iter().map(|row| row.name))
            .collect()
    },
    list: "invariants",
    written: vertices::written,
};

/// The functions of expressions over boards that [`language`](super::expression::language) does not
/// have: those with sets of vertices.
pub fn functions() -> Vec<LanguageRow> {
    let rows = statistics()
        .iter()
        .map(|row| LanguageRow::function(row.written, row.summary));
    let of_boards = LanguageRow::function(
        "independence(S)",
        "an invariant of the board that a set of vertices induces (boil list vertices), of the \
         `complement` or the `square` of the graph, or of one after the other: `order(complement, S)`",
    );
    rows.chain([of_boards]).collect()
}
