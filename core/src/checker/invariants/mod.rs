//! The checker's own invariants of boards, each computed from its definition.
//!
//! The table `INVARIANTS` has a definition for every invariant of the board that an objective can
//! name. A definition reads only the marks of the board: its order, links, tints and token. It uses
//! no code of the solver's side, and it is slow: distances are measured from every vertex, and
//! symmetries are searched for. Its steps count as the checker's other work.

mod kernels;
mod shape;
mod sums;
mod symmetry;

use super::meter::Meter;
use super::{CheckError, Checker};
use crate::graph::{Board, Link, Tint};

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

fn count(n: usize) -> Answer {
    Ok(BoardQuantity::Number {
        numerator: n as i128,
        denominator: 1,
    })
}

fn holds(condition: bool) -> Answer {
    Ok(BoardQuantity::Condition(condition))
}

/// A board as lists: the marks that definitions read.
struct Marks<'a> {
    /// The neighbours of each vertex, in increasing order. A loop makes no neighbour.
    near: Vec<Vec<usize>>,
    links: Vec<Link>,
    tints: &'a [Tint],
    token: Option<usize>,
    meter: Meter,
}

impl<'a> Marks<'a> {
    fn of(board: &'a Board, meter: Meter) -> Result<Marks<'a>, CheckError> {
        let links = board.links();
        meter.work(board.order() + links.len())?;
        let mut near = vec![Vec::new(); board.order()];
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
            tints: board.tints(),
            token: board.token(),
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
];

impl Checker<'_> {
    /// Computes an invariant of a board by its definition, within the limits of the checker.
    ///
    /// # Errors
    /// [`NoQuantity`] gives the reason why there is no result.
    pub fn invariant(&self, name: &str, board: &Board) -> Answer {
        let row = INVARIANTS.iter().find(|(known, _)| *known == name);
        let (_, definition) = row.ok_or(NoQuantity::NoDefinition)?;
        let limits = self.limits.clone();
        self.on_its_stack(|| definition(&Marks::of(board, Meter::new(limits))?))?
    }
}
