//! The checker's own invariants of boards, each computed from its definition.
//!
//! The table `INVARIANTS` has a definition for every invariant of the board that an objective can
//! name. A definition reads only the marks of the board: its order, links, tints and token. It uses
//! no code of the solver's side, and it is slow: distances are measured from every vertex, and
//! symmetries are searched for. Its steps count as the checker's other work.

mod arcs;
mod arguments;
mod counts;
mod covers;
mod figures;
mod fractions;
mod kernels;
mod shape;
mod subsets;
mod sums;
mod symmetry;
#[cfg(test)]
mod tests;

use super::meter::Meter;
use super::{CheckError, Checker};
use boilingpoint_boards::{Board, Link, Tint};
use std::rc::Rc;

/// An invariant of a board, as the checker computes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardQuantity {
    /// The fraction `numerator / denominator`.
    Number {
        /// The numerator.
        numerator: i128,
        /// The denominator, which is positive.
        denominator: i128,
    },
    /// A condition that holds or not.
    Condition(bool),
}

/// The reason why the checker has no result for an invariant of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoQuantity {
    /// The board has no such quantity, by the definition of the invariant.
    Absent,
    /// The checker has no definition of this name.
    NoDefinition,
    /// The checker reached a limit or was stopped.
    GaveUp(CheckError),
}

impl From<CheckError> for NoQuantity {
    fn from(error: CheckError) -> NoQuantity {
        NoQuantity::GaveUp(error)
    }
}

type Answer = Result<BoardQuantity, NoQuantity>;

fn quotient(numerator: i128, denominator: i128) -> Answer {
    Ok(BoardQuantity::Number {
        numerator,
        denominator,
    })
}

fn count(n: usize) -> Answer {
    quotient(n as i128, 1)
}

fn holds(condition: bool) -> Answer {
    Ok(BoardQuantity::Condition(condition))
}

/// A board as lists: the marks that definitions read.
struct Marks {
    /// The neighbours of each vertex, in increasing order. A loop makes no neighbour.
    near: Vec<Vec<usize>>,
    links: Vec<Link>,
    tints: Vec<Tint>,
    token: Option<usize>,
    meter: Rc<Meter>,
}

impl Marks {
    fn of(board: &Board, meter: Meter) -> Result<Marks, CheckError> {
        let tints = board.tints().to_vec();
        Marks::of_links(board.links(), tints, board.token(), Rc::new(meter))
    }

    fn of_links(
        links: Vec<Link>,
        tints: Vec<Tint>,
        token: Option<usize>,
        meter: Rc<Meter>,
    ) -> Result<Marks, CheckError> {
        meter.work(tints.len() + links.len())?;
        let mut near = vec![Vec::new(); tints.len()];
        for link in links.iter().filter(|link| link.from != link.to) {
            near[link.from].push(link.to);
            near[link.to].push(link.from);
        }
        for list in &mut near {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Marks {
            near,
            links,
            tints,
            token,
            meter,
        })
    }

    fn order(&self) -> usize {
        self.near.len()
    }

    fn adjacent(&self, a: usize, b: usize) -> bool {
        self.near[a].contains(&b)
    }
}

type Definition = fn(&Marks) -> Answer;

/// The invariants of boards, with their names in expressions.
const INVARIANTS: &[(&str, Definition)] = &[
    ("order", |m| count(m.order())),
    ("size", |m| count(shape::size(m))),
    ("degree", |m| count(shape::degrees(m).max().unwrap_or(0))),
    ("degree2", |m| shape::most_at_distance(m, 2)),
    ("degree3", |m| shape::most_at_distance(m, 3)),
    ("min_degree", |m| {
        count(shape::degrees(m).min().unwrap_or(0))
    }),
    ("leaves", |m| {
        count(shape::degrees(m).filter(|&d| d == 1).count())
    }),
    ("diameter", shape::diameter),
    ("girth", shape::girth),
    ("components", |m| count(shape::components(m)?)),
    ("cyclomatic", |m| {
        count(shape::size(m) + shape::components(m)? - m.order())
    }),
    ("tinted_vertices", |m| {
        count(m.tints.iter().filter(|&&t| t != Tint::None).count())
    }),
    ("orbits", symmetry::orbits),
    ("links", |m| count(m.links.len())),
    ("loops", |m| {
        count(m.links.iter().filter(|l| l.from == l.to).count())
    }),
    ("total_weight", |m| {
        count(m.links.iter().map(|l| l.weight as usize).sum())
    }),
    ("winning_sets", |m| count(sums::winning_sets(m).len())),
    ("points", |m| count(m.order() - sums::winning_sets(m).len())),
    ("least_set", sums::least_set),
    ("sets_at_a_point", sums::most_sets_at_a_point),
    ("potential", sums::potential),
    ("connected", |m| holds(shape::components(m)? <= 1)),
    ("bipartite", shape::bipartite),
    ("tree", |m| holds(shape::is_tree(m)?)),
    ("caterpillar", shape::caterpillar),
    ("opposable", symmetry::opposable),
    ("two_spanning_trees", sums::two_spanning_trees),
    ("pairing", sums::pairing),
    ("token_always_matched", kernels::token_always_matched),
    ("even_kernel", kernels::even_kernel),
    ("independence", |m| count(subsets::independence(m)?)),
    ("clique", subsets::clique),
    ("local_independence", |m| {
        let local = subsets::local_independence(m)?;
        count(local.into_iter().max().ok_or(NoQuantity::Absent)?)
    }),
    ("least_local_independence", |m| {
        let local = subsets::local_independence(m)?;
        count(local.into_iter().min().ok_or(NoQuantity::Absent)?)
    }),
    ("average_local_independence", |m| {
        let local = subsets::local_independence(m)?;
        figures::fraction(local.iter().sum(), local.len())
    }),
    ("vertex_cover", subsets::vertex_cover),
    ("matching", kernels::matching),
    ("edge_cover", covers::edge_cover),
    ("chromatic", subsets::chromatic),
    ("domination", subsets::domination),
    ("total_domination", subsets::total_domination),
    ("independent_domination", subsets::independent_domination),
    ("edge_domination", covers::edge_domination),
    ("connected_domination", subsets::connected_domination),
    ("two_domination", subsets::two_domination),
    ("upper_total_domination", subsets::upper_total_domination),
    ("leaf_number", subsets::leaf_number),
    ("path_cover", covers::path_cover),
    ("induced_tree", subsets::induced_tree),
    ("induced_forest", subsets::induced_forest),
    ("induced_bipartite", subsets::induced_bipartite),
    ("dissociation", subsets::dissociation),
    ("induced_path", subsets::induced_path),
    ("zero_forcing", subsets::zero_forcing),
    ("connectivity", covers::connectivity),
    ("edge_connectivity", covers::edge_connectivity),
    ("cut_vertices", covers::cut_vertices),
    ("radius", figures::radius),
    ("average_eccentricity", figures::average_eccentricity),
    ("centre", figures::centre),
    ("periphery", figures::periphery),
    ("wiener", figures::wiener),
    ("average_distance", figures::average_distance),
    ("triangles", figures::triangles),
    ("four_cycles", figures::four_cycles),
    ("most_common_neighbours", figures::most_common_neighbours),
    ("least_common_neighbours", figures::least_common_neighbours),
    ("most_edge_neighbours", |m| {
        let all = figures::edge_neighbours(m)?;
        count(all.into_iter().max().ok_or(NoQuantity::Absent)?)
    }),
    ("least_edge_neighbours", |m| {
        let all = figures::edge_neighbours(m)?;
        count(all.into_iter().min().ok_or(NoQuantity::Absent)?)
    }),
    ("distinct_degrees", figures::distinct_degrees),
    ("median_degree", figures::median_degree),
    ("degeneracy", figures::degeneracy),
    ("inverse_degree", figures::inverse_degree),
    ("harmonic", figures::harmonic),
    ("residue", figures::residue),
    ("first_zero", figures::first_zero),
    ("welsh_powell", figures::welsh_powell),
    ("annihilation", figures::annihilation),
    ("arcs", arcs::arcs),
    ("out_degree", |m| {
        count(arcs::out_degrees(m).into_iter().max().unwrap_or(0))
    }),
    ("in_degree", |m| {
        count(arcs::in_degrees(m).into_iter().max().unwrap_or(0))
    }),
    ("min_out_degree", |m| {
        count(arcs::out_degrees(m).into_iter().min().unwrap_or(0))
    }),
    ("min_in_degree", |m| {
        count(arcs::in_degrees(m).into_iter().min().unwrap_or(0))
    }),
    ("strongly_connected", arcs::strongly_connected),
    ("automorphisms", symmetry::automorphisms),
];

fn definition(name: &str) -> Option<Definition> {
    let row = INVARIANTS.iter().find(|(known, _)| *known == name);
    row.map(|(_, definition)| *definition)
}

/// The invariant with this name, by its definition.
fn of(name: &str, marks: &Marks) -> Answer {
    if let Some(definition) = definition(name) {
        return definition(marks);
    }
    match counts::of(name, marks) {
        Err(NoQuantity::NoDefinition) => arguments::of(name, marks),
        found => found,
    }
}

impl Checker<'_> {
    /// Computes an invariant of a board by its definition, within the limits of the checker. It may
    /// be a count such as `cliques(4)`, or have sets of vertices, as `independence(degree > 2)` has.
    ///
    /// # Errors
    /// [`NoQuantity`] gives the reason why there is no result.
    pub fn invariant(&self, name: &str, board: &Board) -> Answer {
        let limits = self.limits.clone();
        self.on_its_stack(|| {
            let marks = Marks::of(board, Meter::new(limits))?;
            of(name, &marks)
        })?
    }
}
