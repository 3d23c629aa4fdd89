//! Degrees from which on all boards are below the maxima.

use super::count::objectives;
use super::error::AtlasError;
use super::question::{Question, usual_objectives};
use super::source::Generator;
use boilingpoint_boards::{Board, Graph};
use boilingpoint_evolve::Bar;
use boilingpoint_problem::invariants::Needs;
use boilingpoint_problem::{Fitness, Kind, Objective};
use boilingpoint_rules::{self as ruleset, Ruleset};

/// The default objectives of a question for maxima only: those whose bounds follow from the degree.
pub fn usual_maxima(rules: &dyn Ruleset) -> Vec<&'static str> {
    let mut usual = usual_objectives(rules).to_vec();
    usual.retain(|text| Objective::parse(text).is_ok_and(|o| depends_on_degree_only(&o)));
    usual
}

/// Whether the fitness depends on no other invariants of the board than its order and degree.
fn depends_on_degree_only(objective: &Objective) -> bool {
    let mut of_board = objective.invariants().filter(|i| i.needs == Needs::Board);
    of_board.all(|invariant| ["order", "degree"].contains(&invariant.name))
}

impl Question {
    /// The greatest degree of the boards that have to be listed: every board of a greater degree is
    /// below the maxima of the order before, by the ruleset's bound for the temperature. `None` if
    /// all boards have to be listed, or are listed anyway.
    ///
    /// # Errors
    /// When the question is not of the atlas.
    pub(super) fn most_degree(&self) -> Result<Option<usize>, AtlasError> {
        let Some(only) = &self.optimum_only else {
            return Ok(None);
        };
        if self.generator != Generator::Geng || self.kind()? == Kind::Tree {
            return Ok(None);
        }
        let rules = ruleset::find(&self.ruleset).map_err(AtlasError::Ruleset)?;
        let objectives = objectives(&self.objectives)?;
        let are_below = |degree: usize| {
            let mut all = objectives.iter().zip(&only.at_least);
            all.len() == objectives.len()
                && all.all(|(o, max)| is_below(rules, self.order, degree, o, max.as_ref()))
        };
        let most = (2..self.order).rev().find(|&degree| !are_below(degree));
        Ok(most.filter(|&most| most + 1 < self.order))
    }
}

/// Whether all connected boards of an order and a degree are below a maximum. Every vertex of such a
/// board has a neighbour. A vertex dominates at most `degree + 1` vertices, and one vertex dominates
/// all others only if it has the greatest possible degree.
fn is_below(
    rules: &dyn Ruleset,
    order: usize,
    degree: usize,
    objective: &Objective,
    max: Option<&Fitness>,
) -> bool {
    let bound = rules.temperature_at_most(order, 1, order.div_ceil(degree + 1));
    let (Some(max), Some(bound)) = (max, bound) else {
        return false;
    };
    let cutoff = || objective.cutoff(&a_board(order, degree), &Bar::new(max.clone(), true));
    depends_on_degree_only(objective) && cutoff().is_some_and(|t| bound <= t)
}

/// A tree of an order and a degree: a star, and a path from one of its leaves.
fn a_board(order: usize, degree: usize) -> Board {
    let parent = |v: usize| if v <= degree { 0 } else { v - 1 };
    Board::untinted(Graph::from_edges(order, (1..order).map(|v| (parent(v), v))))
}
