//! Invariants by name: the quantities that expressions, and the cells of the archive, are made of.
//!
//! The table [`catalogue`] gives for each invariant its name, its kind, the data that it needs and
//! a description. An invariant of the board is computed from the graph; an invariant of the value
//! needs the solver. Only invariants that an expression names are computed.

use crate::bounds;
use crate::expression::{
    Absent, InvariantName, LONGEST_VALUE, Number, Quantity, QuantityBounds, QuantityKind, VALUE,
};
use boilingpoint_boards::{Board, always_matched, even_kernel, opposable, orbits, total_weight};
use boilingpoint_invariants::{self as textbook, GraphInvariant, NoAnswer, Steps};
use boilingpoint_rules::{
    draw_forcing_pairing, erdos_selfridge, two_disjoint_spanning_trees, winning_sets,
};
use boilingpoint_solver::{Bounds, Extras, Summary, Temperatures};
use boilingpoint_values::{Dyadic, Outcome, ValueCondition};
use std::collections::BTreeSet;
use std::sync::{LazyLock, PoisonError, RwLock};

/// The data that an invariant is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Only the board.
    Board,
    /// The board and its value.
    Value,
    /// The board, its value and the atomic weight of the value.
    Weight,
    /// The board and the stops of its value.
    Stops,
    /// The board's value, and the winner when every link has weight 1.
    Units,
    /// Whether the board's value meets this condition.
    Condition(&'static ValueCondition),
}

impl Needs {
    /// The results that the solver has to compute beyond the summary of a value.
    pub fn extras(self) -> Extras {
        let mut extras = Extras::default();
        match self {
            Needs::Board | Needs::Value => {}
            Needs::Stops => extras.stops = true,
            Needs::Weight => extras.weight = true,
            Needs::Units => extras.unit_outcome = true,
            Needs::Condition(condition) => extras.conditions.push(condition),
        }
        extras
    }
}

/// A board, with the summary of its value if the value is known.
pub struct Subject<'a> {
    /// The board that the invariant is computed for.
    pub board: &'a Board,
    /// The summary of the board's value; `None` if the value is not known or not needed.
    pub summary: Option<&'a Summary>,
}

impl Subject<'_> {
    /// A board whose value is not known or not needed.
    pub fn of_board(board: &Board) -> Subject<'_> {
        let summary = None;
        Subject { board, summary }
    }
}

pub(crate) type Answer = Result<Quantity, Absent>;

/// A named quantity of a board or of its value, such as `degree` or `temperature`.
pub struct Invariant {
    /// The name that expressions use.
    pub name: &'static str,
    /// Whether the invariant is a number or a condition.
    pub kind: QuantityKind,
    /// Whether the invariant is a number that is whole on every board.
    pub is_whole: bool,
    /// The data that the invariant is computed from: the board, or also its value.
    pub needs: Needs,
    /// A description in a few words, for `boil list invariants`.
    pub summary: &'static str,
    of: InvariantSource,
}

impl std::fmt::Debug for Invariant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Two invariants are equal if their names are equal.
impl PartialEq for Invariant {
    fn eq(&self, other: &Invariant) -> bool {
        self.name == other.name
    }
}

/// An invariant of a board that counts its steps.
pub(crate) trait OfBoard: Send + Sync {
    /// Computes the invariant.
    ///
    /// # Errors
    /// [`Absent`] when the board has no such quantity, or when there are too few steps.
    fn of(&self, board: &Board, steps: &mut Steps) -> Answer;
}

enum InvariantSource {
    Board(fn(&Board) -> Answer),
    Graph(&'static GraphInvariant),
    /// An invariant with sets of vertices.
    OfSets(Box<dyn OfBoard>),
    Value(fn(&Summary) -> Answer),
    Stops(fn(&Summary) -> Answer),
    Weight(fn(&Summary) -> Answer),
    Units(fn(&Summary) -> Answer),
    Condition(&'static ValueCondition),
}

impl Invariant {
    /// Computes the invariant of a board.
    ///
    /// # Errors
    /// [`Absent`] when the board has no such quantity (the girth of a tree), or when the invariant
    /// needs a value and the subject has none.
    pub fn of(&self, subject: &Subject) -> Answer {
        match self.of {
            InvariantSource::Board(_) | InvariantSource::Graph(_) | InvariantSource::OfSets(_) => {
                self.of_steps(subject.board, &mut Steps::of_one_invariant())
            }
            InvariantSource::Value(of)
            | InvariantSource::Stops(of)
            | InvariantSource::Weight(of)
            | InvariantSource::Units(of) => subject.summary.map_or(Err(Absent::NoValue), of),
            InvariantSource::Condition(condition) => {
                let decided = subject.summary.map_or(&[][..], |s| &s.conditions);
                let found = decided.iter().find(|(decided, _)| *decided == condition);
                found.map_or(Err(Absent::NoValue), |(_, is_met)| holds(*is_met))
            }
        }
    }
}

impl Invariant {
    pub(crate) fn named(&self) -> InvariantName {
        InvariantName {
            name: self.name.to_string(),
            kind: self.kind,
        }
    }

    /// The invariant of a board that needs no value, within a number of steps, and the steps that it
    /// took. An invariant that counts no steps took none.
    pub(crate) fn of_board(&self, board: &Board, most: u64) -> (Answer, u64) {
        let mut steps = Steps::new(most);
        let found = self.of_steps(board, &mut steps);
        (found, steps.taken())
    }

    /// The invariant of a board that needs no value; counts the steps.
    pub(crate) fn of_steps(&self, board: &Board, steps: &mut Steps) -> Answer {
        match &self.of {
            InvariantSource::Board(of) => of(board),
            InvariantSource::Graph(invariant) => {
                let found = invariant.by(board, steps);
                found.map(Quantity::Number).map_err(absent)
            }
            InvariantSource::OfSets(derived) => derived.of(board, steps),
            _ => Err(Absent::NoValue),
        }
    }

    /// The bounds of the invariant on a board with bounds for its value. An invariant of the board
    /// is known exactly; `bounds` gives the bounds of an invariant of the value.
    /// `None` if there are no bounds.
    pub fn between(&self, board: &Board, bounds: &Bounds) -> Option<QuantityBounds> {
        match self.needs {
            Needs::Board => {
                let exact = self.of(&Subject::of_board(board)).ok();
                exact.map(QuantityBounds::exact)
            }
            _ => Some(bounds::of_invariant(self.name)?(bounds)),
        }
    }

    /// Whether [`Invariant::between`] can give bounds: for invariants of the board, and for some
    /// invariants of the value.
    pub fn has_bounds(&self) -> bool {
        self.needs == Needs::Board || bounds::of_invariant(self.name).is_some()
    }
}

/// The greatest number of steps of the search for an automorphism that makes a board opposable.
const OPPOSABLE_STEPS: u64 = 2_000_000;

fn count(n: usize) -> Answer {
    Ok(Quantity::integer(n as i128))
}

fn maybe(n: Option<usize>) -> Answer {
    n.map_or(Err(Absent::NoValue), count)
}

/// The reason why a board has no such quantity.
pub(crate) fn absent(why: NoAnswer) -> Absent {
    match why {
        NoAnswer::Undefined => Absent::NoValue,
        NoAnswer::TooLarge { .. } | NoAnswer::OverBudget { .. } | NoAnswer::TooGreat => {
            Absent::Limit
        }
    }
}

fn orbit_count(board: &Board) -> usize {
    orbits(board).iter().collect::<BTreeSet<_>>().len()
}

fn holds(condition: bool) -> Answer {
    Ok(Quantity::Condition(condition))
}

fn temperatures(summary: &Summary, of: fn(&Temperatures) -> Answer) -> Answer {
    summary
        .temperatures
        .as_ref()
        .map_or(Err(Absent::NoValue), of)
}

fn weight(summary: &Summary, of: fn(&Temperatures) -> Answer) -> Answer {
    summary.weight.as_ref().map_or(Err(Absent::NoValue), of)
}

/// The atomic weight, if the weight is a number; [`Absent`] for other weights.
fn atomic_weight(weight: &Temperatures) -> Answer {
    if weight.temperature < Dyadic::ZERO {
        dyadic(weight.mean)
    } else {
        Err(Absent::NoValue)
    }
}

fn is_integer(weight: &Temperatures) -> Answer {
    holds(weight.temperature < Dyadic::ZERO && weight.mean.is_integer())
}

/// The number of points of each winning set of a positional game.
fn set_sizes(board: &Board) -> impl Iterator<Item = usize> {
    winning_sets(board)
        .into_iter()
        .map(|(_, points)| points.len())
}

/// The greatest number of winning sets that share a point.
fn sets_at_a_point(board: &Board) -> usize {
    let mut sets = vec![0; board.order()];
    let points = winning_sets(board)
        .into_iter()
        .flat_map(|(_, points)| points);
    points.for_each(|p| sets[p] += 1);
    sets.into_iter().max().unwrap_or(0)
}

fn potential(board: &Board) -> Answer {
    let (sum, exponent) = erdos_selfridge(board).ok_or(Absent::NoValue)?;
    let sum = i128::try_from(sum).map_err(|_| Absent::NoValue)?;
    Ok(Quantity::Number(Number::new(sum, 1i128 << exponent)))
}

fn at_token(board: &Board, of: impl Fn(usize) -> Answer) -> Answer {
    board.token().map_or(Err(Absent::NoValue), of)
}

fn dyadic(x: Dyadic) -> Answer {
    Ok(Quantity::Number(rational(x)))
}

fn sixteenths(x: Dyadic) -> Answer {
    Ok(Quantity::Number((rational(x) * 16).floor()))
}

/// Converts a dyadic to a rational.
pub fn rational(x: Dyadic) -> Number {
    Number::new(i128::from(x.numerator()), 1i128 << x.exponent())
}

/// The kind of a row of the table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKind {
    /// A number that is whole on every board.
    Whole,
    Number,
    Condition,
}

impl RowKind {
    const fn quantity(self) -> QuantityKind {
        match self {
            RowKind::Whole | RowKind::Number => QuantityKind::Number,
            RowKind::Condition => QuantityKind::Condition,
        }
    }
}

macro_rules! table {
    ($($name:literal $kind:ident $source:ident $of:expr, $summary:literal;)*) => {
        vec![$(Invariant {
            name: $name,
            kind: RowKind::$kind.quantity(),
            is_whole: RowKind::$kind == RowKind::Whole,
            needs: Needs::$source,
            summary: $summary,
            of: InvariantSource::$source($of),
        }),*]
    };
}

/// All invariants, in the order in which `boil list invariants` prints them: those of boards and
/// values, then those of [`textbook`].
pub fn catalogue() -> &'static [Invariant] {
    static ALL: LazyLock<Vec<Invariant>> = LazyLock::new(|| {
        of_boards_and_values()
            .into_iter()
            .chain(textbook::catalogue().iter().map(of_graphs))
            .collect()
    });
    &ALL
}

fn of_graphs(invariant: &'static GraphInvariant) -> Invariant {
    Invariant {
        name: invariant.name,
        kind: QuantityKind::Number,
        is_whole: invariant.is_whole(),
        needs: Needs::Board,
        summary: invariant.summary,
        of: InvariantSource::Graph(invariant),
    }
}

fn of_boards_and_values() -> Vec<Invariant> {
    table! {
        "order" Whole Board |b| count(b.order()), "number of vertices";
        "size" Whole Board |b| count(b.graph().size()), "number of edges";
        "degree" Whole Board |b| count(b.graph().degree()), "greatest number of neighbours of a vertex";
        "degree2" Whole Board |b| count(b.graph().distance_degree(2)), "greatest number of vertices at distance exactly two from a vertex";
        "degree3" Whole Board |b| count(b.graph().distance_degree(3)), "greatest number of vertices at distance exactly three from a vertex";
        "min_degree" Whole Board |b| count(b.graph().min_degree()), "least number of neighbours of a vertex";
        "leaves" Whole Board |b| count(b.graph().leaves()), "number of vertices with one neighbour";
        "diameter" Whole Board |b| maybe(b.graph().diameter()), "greatest distance between two vertices; absent on an unconnected board";
        "girth" Whole Board |b| maybe(b.graph().girth()), "length of a shortest cycle; absent on a forest";
        "components" Whole Board |b| count(b.graph().component_count()), "number of connected components";
        "cyclomatic" Whole Board |b| count(b.graph().cyclomatic_number()), "number of independent cycles: size - order + components";
        "tinted_vertices" Whole Board |b| count(b.tint_string().chars().filter(|&c| c != '.').count()), "number of tinted vertices";
        "orbits" Whole Board |b| count(orbit_count(b)), "number of orbits of vertices under the automorphisms that keep edges and tints";
        "links" Whole Board |b| count(b.link_count()), "number of edges, loops and arcs (parallel edges count separately)";
        "loops" Whole Board |b| count(b.links().iter().filter(|l| l.is_loop()).count()), "number of loops";
        "total_weight" Whole Board |b| count(total_weight(b) as usize), "sum of the weights of all edges, loops and arcs";
        "winning_sets" Whole Board |b| count(winning_sets(b).len()), "positional games: number of winning sets (vertices with a loop)";
        "points" Whole Board |b| count(b.order() - winning_sets(b).len()), "positional games: number of points";
        "least_set" Whole Board |b| maybe(set_sizes(b).min()), "positional games: points of the smallest winning set";
        "sets_at_a_point" Whole Board |b| count(sets_at_a_point(b)), "positional games: greatest number of winning sets that share a point";
        "potential" Number Board potential, "positional games: the sum of 1/2^k over winning sets of k points (Erdős and Selfridge)";
        "temperature" Number Value |e| temperatures(e, |t| dyadic(t.temperature)), "temperature; it is -1/2^k for a number with denominator 2^k";
        "temperature_sixteenths" Whole Value |e| temperatures(e, |t| sixteenths(t.temperature)), "sixteen times the temperature, rounded down; for cells of the archive";
        "mean" Number Value |e| temperatures(e, |t| dyadic(t.mean)), "mean (mast value)";
        "mean_sixteenths" Whole Value |e| temperatures(e, |t| sixteenths(t.mean)), "sixteen times the mean, rounded down; for cells of the archive";
        "left_stop" Number Stops |e| temperatures(e, |t| t.left_stop().map_or(Err(Absent::NoValue), dyadic)), "left stop";
        "right_stop" Number Stops |e| temperatures(e, |t| t.right_stop().map_or(Err(Absent::NoValue), dyadic)), "right stop";
        "grundy" Whole Value |e| e.grundy.map_or(Err(Absent::NoValue), |g| count(g as usize)), "impartial games: the Grundy value";
        "atomic_weight" Number Weight |e| weight(e, atomic_weight), "all-small games: the atomic weight, where it is a number";
        "atomic_weight_mean" Number Weight |e| weight(e, |w| dyadic(w.mean)), "all-small games: the mean of the atomic weight";
        "atomic_weight_temperature" Number Weight |e| weight(e, |w| dyadic(w.temperature)), "all-small games: the temperature of the atomic weight";
        "atomic_weight_is_integer" Condition Weight |e| weight(e, is_integer), "all-small games: the atomic weight is an integer";
        "weight_matters" Condition Units |e| e.unit_outcome.map_or(Err(Absent::NoValue), |unit| holds(unit != e.outcome)), "the outcome would differ if every edge and loop had weight 1";
        "connected" Condition Board |b| holds(b.graph().is_connected()), "the board is connected";
        "strongly_connected" Condition Board |b| holds(textbook::strongly_connected(b)), "links lead from each vertex to each, where edges lead both ways";
        "bipartite" Condition Board |b| holds(b.graph().is_bipartite()), "the board has no odd cycle";
        "tree" Condition Board |b| holds(b.graph().is_tree()), "the board is a tree";
        "caterpillar" Condition Board |b| holds(b.graph().is_caterpillar()), "the board is a caterpillar";
        "opposable" Condition Board |b| opposable(b, OPPOSABLE_STEPS).known().map_or(Err(Absent::NoValue), holds), "an involutive automorphism moves every vertex to a non-neighbour (and Left's tint to Right's)";
        "two_spanning_trees" Condition Board |b| holds(two_disjoint_spanning_trees(b)), "there are two spanning trees without an edge in common";
        "pairing" Condition Board |b| holds(draw_forcing_pairing(b).is_some()), "positional games: there is a draw-forcing pairing";
        "token_always_matched" Condition Board |b| at_token(b, |v| holds(always_matched(b.graph(), v))), "every maximum matching covers the token's vertex";
        "even_kernel" Condition Board |b| at_token(b, |v| even_kernel(b.graph(), v).map_or(Err(Absent::NoValue), |k| holds(k.is_some()))), "the token lies in an even kernel";
        "first_player_win" Condition Value |e| holds(e.outcome == Outcome::N), "the outcome is N";
        "second_player_win" Condition Value |e| holds(e.outcome == Outcome::P), "the outcome is P: the value is 0";
        "drawn" Condition Value |e| holds(e.outcome == Outcome::D), "neither player wins, whoever begins";
        "left_wins" Condition Value |e| holds(e.outcome == Outcome::L), "the outcome is L";
        "right_wins" Condition Value |e| holds(e.outcome == Outcome::R), "the outcome is R";
        "hot" Condition Value |e| temperatures(e, |t| holds(t.temperature > Dyadic::ZERO)), "the left stop is greater than the right stop";
    }
}

/// The invariants with an argument that expressions have, such as `value >= {1|-1}`, `cliques(4)` or
/// `independence(degree > 2)`, in the order in which they were first asked for. They stand
/// behind the invariants of [`catalogue`], and live as long as the process.
static WITH_ARGUMENT: RwLock<Vec<&'static Invariant>> = RwLock::new(Vec::new());

/// The invariant with an argument that was asked for by this name.
pub(crate) fn asked(name: &str) -> Option<&'static Invariant> {
    let all = WITH_ARGUMENT.read().unwrap_or_else(PoisonError::into_inner);
    all.iter().find(|i| i.name == name).copied()
}

/// Adds an invariant to those with an argument, unless one with its name is there.
fn with_argument(name: &str, make: impl FnOnce(&'static str) -> Invariant) -> &'static Invariant {
    let mut all = WITH_ARGUMENT
        .write()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.iter().find(|i| i.name == name) {
        return known;
    }
    let name = Box::leak(name.to_string().into_boxed_str());
    let invariant: &'static Invariant = Box::leak(Box::new(make(name)));
    all.push(invariant);
    invariant
}

/// The invariant that tells whether the value of a board meets a condition; the text, as in
/// `>= {1|-1}`, is that of the condition. `None` if the text is no condition.
pub(super) fn condition_on_value(text: &str) -> Option<&'static Invariant> {
    let condition = ValueCondition::parse(text, LONGEST_VALUE).ok()?;
    Some(with_argument(&format!("{VALUE} {condition}"), |name| {
        let condition: &'static ValueCondition = Box::leak(Box::new(condition));
        Invariant {
            name,
            kind: QuantityKind::Condition,
            is_whole: false,
            needs: Needs::Condition(condition),
            summary: "a condition on the value",
            of: InvariantSource::Condition(condition),
        }
    }))
}

/// The invariant of graphs as one that expressions name.
pub(crate) fn of_count(count: &'static GraphInvariant) -> &'static Invariant {
    with_argument(count.name, |_| of_graphs(count))
}

/// The invariant with sets of vertices that has this name.
pub(crate) fn of_sets(
    name: &str,
    kind: QuantityKind,
    is_whole: bool,
    summary: &'static str,
    of: Box<dyn OfBoard>,
) -> &'static Invariant {
    with_argument(name, |name| Invariant {
        name,
        kind,
        is_whole,
        needs: Needs::Board,
        summary,
        of: InvariantSource::OfSets(of),
    })
}

/// The invariant at a place: those of [`catalogue`], then those with an argument.
///
/// # Panics
/// When no invariant has this place.
pub(crate) fn at(place: usize) -> &'static Invariant {
    match place.checked_sub(catalogue().len()) {
        None => &catalogue()[place],
        Some(place) => WITH_ARGUMENT.read().unwrap_or_else(PoisonError::into_inner)[place],
    }
}

/// The name and the kind of each invariant that [`at`] gives, in the order of the places.
pub(crate) fn all_names() -> Vec<InvariantName> {
    let others = WITH_ARGUMENT.read().unwrap_or_else(PoisonError::into_inner);
    let others = others.iter().map(|i| i.named());
    catalogue()
        .iter()
        .map(Invariant::named)
        .chain(others)
        .collect()
}
