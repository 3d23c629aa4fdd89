//! The invariants by name: what an objective and an archive cell may be made of.
//!
//! One table: name, kind, what it needs, what it is. An invariant of the board is computed from
//! the graph alone; one of the value needs the solver. Only what an expression names is computed.

use super::expression::{Absent, InvariantName, Kind, Number, Quantity};
use crate::graph::{Board, opposable, orbits};
use crate::solver::Heat;
use crate::value::{Dyadic, Outcome};
use std::collections::BTreeSet;

/// What an invariant is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// The board alone.
    Board,
    /// The board's value.
    Value,
}

/// A board and, where it is known, its value.
pub struct Subject<'a> {
    /// The board.
    pub board: &'a Board,
    /// What its value says.
    pub heat: Option<&'a Heat>,
}

type Answer = Result<Quantity, Absent>;

/// An invariant.
pub struct Invariant {
    /// Its name in expressions.
    pub name: &'static str,
    /// A number or a condition.
    pub kind: Kind,
    /// What it is computed from.
    pub needs: Needs,
    /// What it is.
    pub summary: &'static str,
    of: Source,
}

enum Source {
    Board(fn(&Board) -> Answer),
    Value(fn(&Heat) -> Answer),
}

impl Invariant {
    /// The invariant of a board.
    ///
    /// # Errors
    /// `Absent` when the board has none (the girth of a tree), or when its value is needed and
    /// not there.
    pub fn of(&self, subject: &Subject) -> Answer {
        match self.of {
            Source::Board(of) => of(subject.board),
            Source::Value(of) => subject.heat.map_or(Err(Absent), of),
        }
    }
}

/// How much work the search for an opposing automorphism may be.
const OPPOSABLE_STEPS: u64 = 2_000_000;

fn count(n: usize) -> Answer {
    Ok(Quantity::integer(n as i128))
}

fn maybe(n: Option<usize>) -> Answer {
    n.map_or(Err(Absent), count)
}

fn orbit_count(board: &Board) -> usize {
    orbits(board).iter().collect::<BTreeSet<_>>().len()
}

fn holds(condition: bool) -> Answer {
    Ok(Quantity::Condition(condition))
}

fn dyadic(x: Dyadic) -> Answer {
    Ok(Quantity::Number(rational(x)))
}

fn sixteenths(x: Dyadic) -> Answer {
    Ok(Quantity::Number((rational(x) * 16).floor()))
}

/// A dyadic as a rational.
pub fn rational(x: Dyadic) -> Number {
    Number::new(i128::from(x.numerator()), 1i128 << x.exponent())
}

macro_rules! table {
    ($($name:literal $kind:ident $source:ident $of:expr, $summary:literal;)*) => {
        &[$(Invariant {
            name: $name,
            kind: Kind::$kind,
            needs: Needs::$source,
            summary: $summary,
            of: Source::$source($of),
        }),*]
    };
}

/// All invariants.
pub fn catalogue() -> &'static [Invariant] {
    table! {
        "order" Number Board |b| count(b.order()), "number of vertices";
        "size" Number Board |b| count(b.graph().size()), "number of edges";
        "degree" Number Board |b| count(b.graph().degree()), "greatest number of neighbours of a vertex";
        "degree2" Number Board |b| count(b.graph().distance_degree(2)), "greatest number of vertices at distance exactly two from a vertex";
        "degree3" Number Board |b| count(b.graph().distance_degree(3)), "greatest number of vertices at distance exactly three from a vertex";
        "min_degree" Number Board |b| count(b.graph().min_degree()), "least number of neighbours of a vertex";
        "leaves" Number Board |b| count(b.graph().leaves()), "number of vertices with one neighbour";
        "diameter" Number Board |b| maybe(b.graph().diameter()), "greatest distance; absent on an unconnected board";
        "girth" Number Board |b| maybe(b.graph().girth()), "length of a shortest cycle; absent on a forest";
        "components" Number Board |b| count(b.graph().component_count()), "number of connected components";
        "cyclomatic" Number Board |b| count(b.graph().cyclomatic_number()), "size - order + components: independent cycles";
        "tinted_vertices" Number Board |b| count(b.tint_string().chars().filter(|&c| c != '.').count()), "number of tinted vertices";
        "orbits" Number Board |b| count(orbit_count(b)), "number of orbits of vertices under the automorphisms of the board";
        "temperature" Number Value |e| dyadic(e.temperature), "temperature; -1/2^k for a number";
        "temperature_sixteenths" Number Value |e| sixteenths(e.temperature), "sixteen times the temperature, rounded down: to tell cells of the archive apart";
        "mean" Number Value |e| dyadic(e.mean), "mean (mast value)";
        "left_stop" Number Value |e| dyadic(e.left_stop), "left stop";
        "right_stop" Number Value |e| dyadic(e.right_stop), "right stop";
        "connected" Condition Board |b| holds(b.graph().is_connected()), "the board is connected";
        "bipartite" Condition Board |b| holds(b.graph().is_bipartite()), "the board has no odd cycle";
        "tree" Condition Board |b| holds(b.graph().is_tree()), "the board is a tree";
        "caterpillar" Condition Board |b| holds(b.graph().is_caterpillar()), "the board is a caterpillar";
        "opposable" Condition Board |b| opposable(b, OPPOSABLE_STEPS).known().map_or(Err(Absent), holds), "an involutive automorphism moves every vertex to a non-neighbour (and Left's tint to Right's)";
        "first_player_win" Condition Value |e| holds(e.outcome == Outcome::N), "the outcome is N";
        "second_player_win" Condition Value |e| holds(e.outcome == Outcome::P), "the outcome is P: the value is 0";
        "left_wins" Condition Value |e| holds(e.outcome == Outcome::L), "the outcome is L";
        "right_wins" Condition Value |e| holds(e.outcome == Outcome::R), "the outcome is R";
        "hot" Condition Value |e| holds(e.left_stop > e.right_stop), "the left stop is greater than the right stop";
    }
}

/// Names and kinds, as expressions are checked against.
pub fn names() -> Vec<InvariantName> {
    catalogue()
        .iter()
        .map(|i| InvariantName {
            name: i.name.to_string(),
            kind: i.kind,
        })
        .collect()
}

/// The invariant of that name.
pub fn by_name(name: &str) -> Option<&'static Invariant> {
    catalogue().iter().find(|i| i.name == name)
}
