#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Invariants of graphs as textbooks define them, for objectives and conditions: independence
//! number, domination numbers, chromatic number and so on.
//!
//! The table [`catalogue`] has a row for each. Numbers that are hard to compute are found exactly by
//! branch and bound on sets of bits, with a limit on the steps: graphs of 24 vertices take
//! milliseconds, and a graph that takes too long has [`NoAnswer`], not a guess. The limit counts
//! steps, not time, so an answer is the same on every machine. The checker has a slow twin of every
//! row, from the definition (`crates/checker/src/invariants/`).
//!
//! The games do not know of this crate. Definitions are those of West, *Introduction to Graph
//! Theory*, and of Haynes, Hedetniemi and Slater, *Fundamentals of Domination in Graphs*, unless a
//! function names another source.

mod at_vertices;
mod copies;
mod counted;
mod counts;
mod cuts;
mod degrees;
mod digraphs;
mod distances;
mod dominating;
mod forcing;
mod independent;
mod induced;
mod matchings;
mod paths;
mod rows;
pub mod subgraphs;

#[cfg(test)]
mod tests;

pub use at_vertices::{cliques_at, core, local_independence};
use boilingpoint_boards::{Board, automorphism_group};
pub use copies::Pattern;
pub use counted::{Counted, CountedRow, counted, counted_rows, counted_with, is_counted};
pub use digraphs::strongly_connected;
use dominating::{Kind, least, least_connected};
use num_rational::Ratio;
use num_traits::CheckedMul;
use rows::Rows;
pub use rows::Steps;

/// An exact rational.
pub type Fraction = Ratio<i128>;

/// The greatest number of steps for one invariant of one graph.
const MOST_STEPS: u64 = 2_000_000;

/// The reason why an invariant has no value on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// By its definition the graph has no such number.
    #[error("the graph has no such number")]
    Undefined,
    /// The graph has more vertices than the search takes.
    #[error("the graph has more than {most} vertices")]
    TooLarge {
        /// The greatest order.
        most: usize,
    },
    /// The search did not end within its steps.
    #[error("the search did not end within {steps} steps")]
    OverBudget {
        /// The greatest number of steps.
        steps: u64,
    },
    /// The number does not fit into 64 bits.
    #[error("the number is too great")]
    TooGreat,
}

type Answer = Result<Fraction, NoAnswer>;

/// An invariant of graphs.
pub struct GraphInvariant {
    /// The name that expressions use.
    pub name: &'static str,
    /// A description in a few words.
    pub summary: &'static str,
    of: Source,
}

/// What an invariant is computed from.
#[derive(Clone, Copy)]
enum Source {
    /// The graph, in a time that needs no limit; a whole number.
    Direct(fn(&Board) -> Option<Fraction>),
    /// The same for a number that need not be whole.
    Ratio(fn(&Board) -> Option<Fraction>),
    /// The rows of the graph, by a search.
    Search(fn(&Rows, &mut Steps) -> Result<usize, NoAnswer>),
    /// The same on connected graphs with a vertex; other graphs have no such number.
    OnConnected(fn(&Rows, &mut Steps) -> Result<usize, NoAnswer>),
    /// The same on graphs whose vertices all have neighbours.
    WithoutIsolated(fn(&Rows, &mut Steps) -> Result<usize, NoAnswer>),
    /// The independence numbers of the neighbourhoods, from which a whole number follows. The
    /// empty graph has none.
    Local(fn(&[usize]) -> Option<Fraction>),
    /// The same for a number that need not be whole.
    LocalRatio(fn(&[usize]) -> Option<Fraction>),
    /// The rows of the graph, by a count with an argument.
    Counted(Counted),
}

impl GraphInvariant {
    /// Whether the invariant is a whole number on every graph.
    pub fn is_whole(&self) -> bool {
        !matches!(self.of, Source::Ratio(_) | Source::LocalRatio(_))
    }

    /// Computes the invariant of a board's graph.
    ///
    /// # Errors
    /// [`NoAnswer`] gives the reason why there is no number.
    pub fn of(&self, board: &Board) -> Answer {
        self.within(board, MOST_STEPS)
    }

    /// Computes the invariant of a board's graph with at most this number of steps.
    ///
    /// # Errors
    /// As [`GraphInvariant::of`].
    pub fn within(&self, board: &Board, steps: u64) -> Answer {
        self.by(board, &mut Steps::new(steps))
    }

    /// Computes the invariant of a board's graph, and counts the steps.
    ///
    /// # Errors
    /// As [`GraphInvariant::of`].
    pub fn by(&self, board: &Board, steps: &mut Steps) -> Answer {
        let rows = || Rows::of(board.graph());
        match self.of {
            Source::Direct(of) | Source::Ratio(of) => of(board).ok_or(NoAnswer::Undefined),
            Source::Search(of) => of(&rows()?, steps).map(whole),
            Source::OnConnected(_) if board.order() == 0 || !board.graph().is_connected() => {
                Err(NoAnswer::Undefined)
            }
            Source::WithoutIsolated(_) if has_isolated(board) => Err(NoAnswer::Undefined),
            Source::OnConnected(of) | Source::WithoutIsolated(of) => of(&rows()?, steps).map(whole),
            Source::Counted(counted) => {
                let found = counted.of(&rows()?, steps)?;
                Ok(Fraction::from_integer(found.into()))
            }
            Source::Local(of) | Source::LocalRatio(of) => {
                let local = independent::local_independence(&rows()?, steps)?;
                of(&local).ok_or(NoAnswer::Undefined)
            }
        }
    }
}

fn whole(n: usize) -> Fraction {
    Fraction::from_integer(n as i128)
}

/// Whether some vertex has no neighbour.
fn has_isolated(board: &Board) -> bool {
    board.order() > 0 && board.graph().min_degree() == 0
}

/// The number of automorphisms that keep tints; `None` if it does not fit.
fn automorphisms(board: &Board) -> Option<Fraction> {
    let factors = automorphism_group(board).into_iter().map(u64::into);
    let product = factors.map(Fraction::from_integer);
    product
        .into_iter()
        .try_fold(whole(1), |all, factor| all.checked_mul(&factor))
}

/// The greatest number of leaves of a spanning tree. The other vertices are a connected dominating
/// set, if there are at least three vertices (Hedetniemi and Laskar 1984).
fn leaf_number(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    match rows.order() {
        1 => Ok(0),
        2 => Ok(2),
        order => Ok(order - least_connected(rows, steps)?),
    }
}

const DOMINATING: Kind = Kind {
    needs: 1,
    also_inside: false,
    independent: false,
};

const TOTAL: Kind = Kind {
    also_inside: true,
    ..DOMINATING
};

const INDEPENDENT: Kind = Kind {
    independent: true,
    ..DOMINATING
};

const TWICE: Kind = Kind {
    needs: 2,
    ..DOMINATING
};

fn all_independent(rows: &Rows, steps: &mut Steps) -> Result<usize, NoAnswer> {
    independent::independence(rows, rows.all(), steps)
}

/// The greatest or the least degree along the directions of links; 0 without vertices.
fn of_degrees(
    board: &Board,
    turned: bool,
    of: fn(std::vec::IntoIter<usize>) -> Option<usize>,
) -> Option<Fraction> {
    Some(whole(
        of(digraphs::degrees(board, turned).into_iter()).unwrap_or(0),
    ))
}

fn mean(numbers: &[usize]) -> Option<Fraction> {
    let sum: usize = numbers.iter().sum();
    (!numbers.is_empty()).then(|| Fraction::new(sum as i128, numbers.len() as i128))
}

macro_rules! table {
    ($($name:literal $source:ident $of:expr, $summary:literal;)*) => {
        &[$(GraphInvariant {
            name: $name,
            summary: $summary,
            of: Source::$source($of),
        }),*]
    };
}

/// All invariants of this crate.
pub fn catalogue() -> &'static [GraphInvariant] {
    table! {
        "independence" Search all_independent, "most vertices of which no two are adjacent";
        "clique" Search independent::clique, "most vertices of which all two are adjacent";
        "local_independence" Local |l| l.iter().max().map(|&n| whole(n)), "greatest independence number of the neighbours of a vertex";
        "least_local_independence" Local |l| l.iter().min().map(|&n| whole(n)), "least independence number of the neighbours of a vertex";
        "average_local_independence" LocalRatio mean, "mean of the independence numbers of the neighbours of the vertices";
        "vertex_cover" Search |r, s| Ok(r.order() - all_independent(r, s)?), "fewest vertices that include an end of every edge";
        "matching" Direct |b| Some(whole(matchings::matching(b))), "most edges of which no two share a vertex";
        "edge_cover" Direct matchings::edge_cover, "fewest edges that include every vertex; absent if a vertex has no edge";
        "chromatic" Search independent::chromatic, "fewest colours such that adjacent vertices differ";
        "domination" Search |r, s| least(r, DOMINATING, s), "fewest vertices such that every other vertex has a neighbour among them";
        "total_domination" WithoutIsolated |r, s| least(r, TOTAL, s), "fewest vertices such that every vertex has a neighbour among them; absent if a vertex has none";
        "independent_domination" Search |r, s| least(r, INDEPENDENT, s), "fewest vertices of an independent dominating set";
        "edge_domination" Search matchings::edge_domination, "fewest edges such that every other edge shares a vertex with one of them";
        "connected_domination" OnConnected least_connected, "fewest vertices of a connected dominating set; absent on an unconnected board";
        "two_domination" Search |r, s| least(r, TWICE, s), "fewest vertices such that every other vertex has two neighbours among them";
        "upper_total_domination" WithoutIsolated dominating::greatest_minimal_total, "most vertices of a set with a neighbour of every vertex, none of which may be left out; absent if a vertex has no neighbour";
        "leaf_number" OnConnected leaf_number, "most leaves of a spanning tree; absent on an unconnected board";
        "path_cover" Search paths::path_cover, "fewest disjoint paths that cover all vertices; 1 if there is a Hamiltonian path";
        "induced_tree" Search induced::tree, "most vertices that induce a tree";
        "induced_forest" Search induced::forest, "most vertices that induce a graph without cycles";
        "induced_bipartite" Search induced::bipartite, "most vertices that induce a bipartite graph";
        "dissociation" Search induced::dissociation, "most vertices that induce a graph of greatest degree at most 1";
        "induced_path" Search induced::path, "most vertices that induce a path";
        "zero_forcing" Search forcing::zero_forcing, "fewest vertices of a zero forcing set: a coloured vertex colours its only neighbour that is not coloured, until all are";
        "connectivity" Search cuts::connectivity, "fewest vertices whose removal leaves an unconnected graph or a single vertex";
        "edge_connectivity" Search cuts::edge_connectivity, "fewest edges whose removal leaves an unconnected graph";
        "cut_vertices" Search |r, _| Ok(cuts::cut_vertices(r)), "number of vertices whose removal makes more components";
        "radius" Direct |b| b.graph().radius().map(whole), "least eccentricity of a vertex; absent on an unconnected board";
        "average_eccentricity" Ratio |b| distances::average_eccentricity(b.graph()), "mean of the eccentricities; absent on an unconnected board";
        "centre" Direct |b| distances::centre(b.graph()).map(whole), "number of vertices of least eccentricity; absent on an unconnected board";
        "periphery" Direct |b| distances::periphery(b.graph()).map(whole), "number of vertices of greatest eccentricity; absent on an unconnected board";
        "wiener" Direct |b| distances::wiener(b.graph()).map(whole), "sum of the distances of all pairs; absent on an unconnected board";
        "average_distance" Ratio |b| distances::average(b.graph()), "mean of the distances of all pairs; absent on an unconnected board";
        "triangles" Direct |b| Some(whole(counts::triangles(b.graph()))), "number of cycles of length three";
        "four_cycles" Direct |b| Some(whole(counts::four_cycles(b.graph()))), "number of cycles of length four, induced or not";
        "most_common_neighbours" Direct |b| Some(whole(counts::most_common(b.graph()))), "greatest number of common neighbours of two vertices";
        "least_common_neighbours" Direct |b| counts::least_common(b.graph()).map(whole), "least number of common neighbours of two vertices; absent if there are no two";
        "most_edge_neighbours" Direct |b| counts::edge_neighbours(b.graph()).max().map(whole), "greatest number of vertices adjacent to an end of an edge, its ends among them; absent without edges";
        "least_edge_neighbours" Direct |b| counts::edge_neighbours(b.graph()).min().map(whole), "least number of vertices adjacent to an end of an edge, its ends among them; absent without edges";
        "distinct_degrees" Direct |b| Some(whole(degrees::distinct(b.graph()))), "number of different degrees";
        "median_degree" Ratio |b| degrees::median(b.graph()), "median of the degrees";
        "degeneracy" Direct |b| Some(whole(degrees::degeneracy(b.graph()))), "greatest least degree of a subgraph";
        "inverse_degree" Ratio |b| degrees::inverse(b.graph()), "sum of 1/d over the degrees d; absent if a vertex has no edge";
        "harmonic" Ratio |b| degrees::harmonic(b.graph()), "sum of 2/(c + d) over the edges, where c and d are the degrees of the ends";
        "residue" Direct |b| Some(whole(degrees::residue(b.graph()))), "number of zeros at the end of the process of Havel and Hakimi";
        "first_zero" Direct |b| degrees::first_zero(b.graph()).map(whole), "number of steps of the process of Havel and Hakimi until a zero occurs; absent on the empty board";
        "welsh_powell" Direct |b| Some(whole(degrees::welsh_powell(b.graph()))), "greatest k such that k vertices have degree at least k - 1, a bound for the chromatic number";
        "annihilation" Direct |b| Some(whole(degrees::annihilation(b.graph()))), "most vertices, of least degrees, whose degrees sum to at most the size";
        "arcs" Direct |b| Some(whole(digraphs::arcs(b))), "number of links with a direction";
        "out_degree" Direct |b| of_degrees(b, false, Iterator::max), "greatest number of vertices that links lead to; edges lead both ways";
        "in_degree" Direct |b| of_degrees(b, true, Iterator::max), "greatest number of vertices that links lead from; edges lead both ways";
        "min_out_degree" Direct |b| of_degrees(b, false, Iterator::min), "least number of vertices that links lead to; edges lead both ways";
        "min_in_degree" Direct |b| of_degrees(b, true, Iterator::min), "least number of vertices that links lead from; edges lead both ways";
        "automorphisms" Direct automorphisms, "number of automorphisms that keep edges and tints";
    }
}
