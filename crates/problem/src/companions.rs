//! Companions: finer numbers that decide among graphs on which an invariant is equal.
//!
//! The clique number moves in steps, and most changes of a graph leave it as it is. The number of
//! cliques of four vertices moves with almost every edge, and is 0 exactly where the clique number
//! is at most 3. Searches for Ramsey graphs count such sets since Exoo, *Some applications of
//! pq-groups in graph theory* and *Some new Ramsey colorings* (1998).

use boilingpoint_invariants::{Counted, GraphInvariant, counted};
use boilingpoint_walks::Quantity;

/// The side of a comparison of an invariant with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// The invariant is at most the constant.
    AtMost,
    /// The invariant is at least the constant.
    AtLeast,
}

/// A stand-in for the difference between an invariant and a constant.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Companion {
    /// The sum of these quantities, which is 0 exactly where the comparison holds.
    Fewest(Vec<Quantity>),
    /// The number of lists that have only quantities that are 0.
    Some(Vec<Vec<Quantity>>),
    /// The sum of the companions.
    Both(Vec<Companion>),
    /// How far the quantity exceeds a number.
    AtMost(Quantity, usize),
    /// How far the quantity is below a number.
    AtLeast(Quantity, usize),
}

/// The greatest length of cycles, and the greatest number of vertices of a set, that are counted.
const LONGEST: usize = 12;

impl Companion {
    /// The companion of a comparison of the invariant of this name with a constant. `None` if it
    /// has none.
    pub(crate) fn of(name: &str, side: Side, bound: usize) -> Option<Companion> {
        use Quantity::*;
        use Side::*;
        let few = |quantity: Quantity| Some(Companion::Fewest(vec![quantity]));
        let lists = |sizes: std::ops::RangeInclusive<usize>, of: fn(usize) -> Quantity| {
            Some(Companion::Some(sizes.map(|size| vec![of(size)]).collect()))
        };
        if bound > LONGEST && !matches!(name, "degree" | "min_degree" | "components" | "matching") {
            return None;
        }
        if let Some(Counted::Colourings(k)) = counted(name).and_then(GraphInvariant::count) {
            return match (side, bound) {
                (AtMost, 0) => few(Colourings(k)),
                (AtLeast, 1) => Some(Companion::Some(vec![vec![Colourings(k)]])),
                _ => None,
            };
        }
        match (name, side) {
            ("clique", AtMost) => few(Cliques(bound + 1)),
            ("clique", AtLeast) => lists(2..=bound, Cliques),
            ("independence", AtMost) => few(IndependentSets(bound + 1)),
            ("independence", AtLeast) => lists(2..=bound, IndependentSets),
            ("chromatic", AtLeast) => few(Colourings(bound.checked_sub(1)?)),
            ("chromatic", AtMost) => Some(Companion::Some(vec![vec![Colourings(bound)]])),
            ("matching", AtMost) => few(Matchings(bound + 1)),
            ("domination", AtLeast) => few(Dominating(bound.checked_sub(1)?)),
            ("total_domination", AtLeast) => {
                let few = vec![TotalDominating(bound.checked_sub(1)?), Lack(1)];
                Some(Companion::Fewest(few))
            }
            ("connectivity", AtLeast) if bound <= 4 => few(Cuts(bound.checked_sub(1)?)),
            ("degree", AtMost) => few(Excess(bound)),
            ("min_degree", AtLeast) => few(Lack(bound)),
            ("girth", AtLeast) => Some(Companion::Both(vec![
                Companion::Fewest((3..bound).map(Cycles).collect()),
                Companion::AtLeast(Cyclomatic, 1),
            ])),
            ("girth", AtMost) => Some(Companion::Some(vec![(3..=bound).map(Cycles).collect()])),
            ("diameter", AtMost) => few(FarPairs(bound)),
            ("most_common_neighbours", AtMost) => few(CommonExcess(bound)),
            ("least_common_neighbours", AtLeast) => few(CommonLack(bound)),
            ("components", AtMost) => Some(Companion::AtMost(Components, bound)),
            _ => None,
        }
    }

    /// The companion of a condition that is an invariant. `None` if it has none.
    pub(crate) fn of_condition(name: &str) -> Option<Companion> {
        match name {
            "connected" => Some(Companion::Fewest(vec![Quantity::Apart])),
            "bipartite" => Some(Companion::Fewest(vec![Quantity::OddEdges])),
            "tree" => Some(Companion::Fewest(vec![
                Quantity::Apart,
                Quantity::Cyclomatic,
            ])),
            _ => None,
        }
    }
}

/// The quantity that an invariant is; `None` if it is computed from the board.
pub(crate) fn quantity_of(name: &str) -> Option<Quantity> {
    Some(match name {
        "order" => Quantity::Order,
        "size" => Quantity::Size,
        "degree" => Quantity::Degree,
        "min_degree" => Quantity::LeastDegree,
        "components" => Quantity::Components,
        "cyclomatic" => Quantity::Cyclomatic,
        "triangles" => Quantity::Cliques(3),
        "four_cycles" => Quantity::Cycles(4),
        _ => match counted(name)?.count()? {
            Counted::Cliques(k) => Quantity::Cliques(k),
            Counted::IndependentSets(k) => Quantity::IndependentSets(k),
            Counted::Cycles(length) => Quantity::Cycles(length),
            Counted::Copies(pattern) => Quantity::Copies(pattern),
            Counted::Colourings(_) => return None,
        },
    })
}
