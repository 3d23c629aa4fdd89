//! Counts with an argument: functions of expressions such as `cliques(4)`.

use super::copies::{MOST_PATTERN, Pattern};
use super::rows::{Rows, Steps};
use super::subgraphs::{cliques, colourings, cycles};
use super::{GraphInvariant, NoAnswer, Source};
use boilingpoint_boards::{Board, parse_board};
use std::ops::RangeInclusive;
use std::sync::{PoisonError, RwLock};

/// A count, with its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The number of sets of so many pairwise adjacent vertices.
    Cliques(usize),
    /// The number of sets of so many vertices of which no two are adjacent.
    IndependentSets(usize),
    /// The number of cycles of this length.
    Cycles(usize),
    /// The number of colourings with so many colours.
    Colourings(usize),
    /// The number of induced copies of a graph.
    Copies(&'static Pattern),
}

/// The argument that a count takes.
enum Argument {
    /// A whole number of the range.
    Whole(RangeInclusive<usize>, fn(usize) -> Counted),
    /// A graph, in quotes.
    Graph,
}

/// A row of the table of counts.
pub struct CountedRow {
    /// The name of the function.
    pub name: &'static str,
    /// The name with an argument, as an example.
    pub written: &'static str,
    /// A description in a few words.
    pub summary: &'static str,
    argument: Argument,
}

/// The greatest argument of a count.
const MOST: usize = 20;

static ROWS: [CountedRow; 5] = [
    CountedRow {
        name: "cliques",
        written: "cliques(4)",
        summary: "number of sets of so many pairwise adjacent vertices",
        argument: Argument::Whole(1..=MOST, Counted::Cliques),
    },
    CountedRow {
        name: "independent_sets",
        written: "independent_sets(4)",
        summary: "number of sets of so many vertices of which no two are adjacent",
        argument: Argument::Whole(1..=MOST, Counted::IndependentSets),
    },
    CountedRow {
        name: "cycles",
        written: "cycles(5)",
        summary: "number of cycles of this length, induced or not",
        argument: Argument::Whole(3..=MOST, Counted::Cycles),
    },
    CountedRow {
        name: "colourings",
        written: "colourings(3)",
        summary: "number of colourings with so many colours in which adjacent vertices differ",
        argument: Argument::Whole(1..=MOST, Counted::Colourings),
    },
    CountedRow {
        name: "copies",
        written: "copies(\"star(3)\")",
        summary: "number of induced copies of a graph of at most 8 vertices, in graph6 or as a board",
        argument: Argument::Graph,
    },
];

/// The counts.
pub fn counted_rows() -> &'static [CountedRow] {
    &ROWS
}

/// Whether a function with this name is a count.
pub fn is_counted(name: &str) -> bool {
    ROWS.iter().any(|row| row.name == name)
}

impl CountedRow {
    /// The count with this argument, and the argument as the name of the invariant has it.
    fn of(&self, argument: &str) -> Option<(Counted, String)> {
        match &self.argument {
            Argument::Whole(range, of) => {
                let k = argument.parse().ok().filter(|k| range.contains(k))?;
                Some((of(k), k.to_string()))
            }
            Argument::Graph => {
                let text = argument.strip_prefix(['"', '\''])?;
                let text = text.strip_suffix(argument.chars().next()?)?.trim();
                let board = parse_board(text).ok()?;
                if board != Board::untinted(board.graph().clone()) {
                    return None;
                }
                let pattern = Box::leak(Box::new(Pattern::of(board.graph())?));
                Some((Counted::Copies(pattern), format!("\"{text}\"")))
            }
        }
    }

    /// The arguments that the count takes, for messages.
    fn takes(&self) -> String {
        match &self.argument {
            Argument::Whole(range, _) => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            Argument::Graph => format!(
                "a graph without marks of at most {MOST_PATTERN} vertices, in quotes, as in \
                 `{}`",
                self.written
            ),
        }
    }
}

/// The counts that were asked for, each with the text that asked. They live as long as the process.
static ASKED: RwLock<Vec<&'static GraphInvariant>> = RwLock::new(Vec::new());

/// The invariant that counts as a text says, such as `cliques(4)`. Its name is that of an
/// expression. `None` if the text is no count.
pub fn counted(text: &str) -> Option<&'static GraphInvariant> {
    let (name, argument) = text.strip_suffix(')')?.split_once('(')?;
    counted_with(name, argument).ok()
}

/// The invariant that counts with this argument, such as `cliques` with `4`.
///
/// # Errors
/// The argument that the count takes, if it takes another; or that there is no such count.
pub fn counted_with(name: &str, argument: &str) -> Result<&'static GraphInvariant, String> {
    let mut asked = ASKED.write().unwrap_or_else(PoisonError::into_inner);
    let find = |asked: &[&'static GraphInvariant], text: &str| {
        asked.iter().find(|known| known.name == text).copied()
    };
    let argument = argument.trim();
    if let Some(known) = find(&asked, &format!("{name}({argument})")) {
        return Ok(known);
    }
    let row = ROWS.iter().find(|row| row.name == name);
    let row = row.ok_or_else(|| format!("`{name}` counts nothing"))?;
    let (count, argument) = row
        .of(argument)
        .ok_or_else(|| format!("`{name}` takes {}", row.takes()))?;
    let text = format!("{name}({argument})");
    if let Some(known) = find(&asked, &text) {
        return Ok(known);
    }
    let invariant: &'static GraphInvariant = Box::leak(Box::new(GraphInvariant {
        name: Box::leak(text.into_boxed_str()),
        summary: row.summary,
        of: Source::Counted(count),
    }));
    asked.push(invariant);
    Ok(invariant)
}

impl GraphInvariant {
    /// The count, if the invariant is one.
    pub fn count(&self) -> Option<Counted> {
        match self.of {
            Source::Counted(counted) => Some(counted),
            _ => None,
        }
    }
}

impl Counted {
    pub(super) fn of(self, rows: &Rows, steps: &mut Steps) -> Result<u64, NoAnswer> {
        match self {
            Counted::Cliques(k) => cliques(&rows.near, rows.all(), k, steps),
            Counted::IndependentSets(k) => cliques(&rows.complement().near, rows.all(), k, steps),
            Counted::Cycles(length) => cycles(&rows.near, length, steps),
            Counted::Colourings(k) => colourings(&rows.near, k, steps.left()),
            Counted::Copies(pattern) => pattern.copies(&rows.near, steps),
        }
    }
}
