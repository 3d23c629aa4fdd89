//! Facts: the known properties of a board and its value, in one type.
//!
//! Facts are made from a board, then completed from its value ([`Facts::of_evaluation`]) or from
//! bounds for it ([`Facts::with_bounds`]). The type is flat rather than an enum of cases: files and
//! the record book keep less than a solver finds (of bounds the least temperature alone), and
//! columns are picked by name. [`Certainty`] tells the cases apart. The [table](FACT_COLUMNS) is
//! the only list of the fields.

mod certainty;
mod columns;
mod interval;
#[cfg(test)]
mod tests;

pub use certainty::{Certainty, NotACertainty};
pub use columns::{FACT_COLUMNS, FactCell, FactColumn, FactError};
pub use interval::Interval;

use super::Bounds;
use crate::graph::Board;
use crate::ruleset::Algebra;
use crate::solver::{Evaluation, Solver, Summary};
use crate::value::{Notation, Values};

/// Canonical forms and atomic weights longer than this, in bytes, are left out of records.
pub const FORM_LIMIT: usize = 1 << 14;

crate::documented! {
    /// The known properties of a board and its value. Numbers of the value are absent in a game whose
    /// positions have an outcome alone.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Facts {
        /// The board: graph6, edges or squares; canonically labelled in records.
        pub board: String,
        /// The tints, one character of `.LR` for each vertex.
        pub tints: String,
        /// The number of vertices.
        pub order: u64,
        /// The number of pairs of adjacent vertices; absent in older books.
        pub size: Option<u64>,
        /// The number of edges, loops and arcs (parallel edges count separately); absent in files.
        pub links: Option<u64>,
        /// The greatest degree.
        pub degree: u64,
        /// The greatest number of vertices at distance exactly two from a vertex.
        pub degree2: u64,
        /// The greatest number of vertices at distance exactly three from a vertex; absent in files.
        pub degree3: Option<u64>,
        /// Whether the board is opposable; absent unless this was requested and decided.
        pub opposable: Option<bool>,
        /// The outcome: `L`, `R`, `N`, `P`, or `D` for a draw. In a game with draws it may also be
        /// a pair of `L`, `D` and `R`, such as `L/D`: the result if Left begins, and the result if
        /// Right begins.
        pub outcome: Option<String>,
        /// The Grundy value, in an impartial game.
        pub grundy: Option<u64>,
        /// The canonical form; absent when it is too long to print.
        pub canonical_form: Option<String>,
        /// The atomic weight, in braces; absent when the value is not all small, and for nimbers.
        pub atomic_weight: Option<String>,
        /// The birthday of the canonical form.
        pub birthday: Option<u64>,
        /// The temperature.
        pub temperature: Option<Interval>,
        /// The mean, also called the mast value.
        pub mean: Option<Interval>,
        /// The left stop.
        pub left_stop: Option<Interval>,
        /// The right stop.
        pub right_stop: Option<Interval>,
        /// How certain the facts about the value are.
        pub certainty: Certainty,
    }
}

impl Default for Facts {
    /// The facts of a board without vertices.
    fn default() -> Facts {
        Facts {
            board: String::new(),
            tints: String::new(),
            order: 0,
            size: None,
            links: None,
            degree: 0,
            degree2: 0,
            degree3: None,
            opposable: None,
            outcome: None,
            grundy: None,
            canonical_form: None,
            atomic_weight: None,
            birthday: None,
            temperature: None,
            mean: None,
            left_stop: None,
            right_stop: None,
            certainty: Certainty::BoardOnly,
        }
    }
}

impl Facts {
    /// The facts that follow from the board alone.
    pub fn of_board(board: &Board) -> Facts {
        let graph = board.graph();
        Facts {
            board: board.name(),
            tints: board.tint_string(),
            order: board.order() as u64,
            size: Some(graph.size() as u64),
            links: Some(board.links().len() as u64),
            degree: graph.degree() as u64,
            degree2: graph.distance_degree(2) as u64,
            degree3: Some(graph.distance_degree(3) as u64),
            ..Facts::default()
        }
    }

    /// The facts of an evaluated board. A canonical form or atomic weight of more than `limit`
    /// bytes is left out.
    pub fn of_evaluation(
        solver: &mut Solver,
        board: &Board,
        evaluation: &Evaluation,
        notation: Notation,
        limit: usize,
    ) -> Facts {
        let form = |value| solver.canonical_form(value, notation, limit);
        Facts {
            canonical_form: evaluation.value().and_then(form),
            atomic_weight: solver.atomic_weight(evaluation, limit),
            birthday: evaluation
                .value()
                .and_then(|v| solver.values().birthday(v).ok()),
            ..Facts::of_board(board).with_summary(&evaluation.summary)
        }
    }

    /// Adds the outcome and the numbers of a value.
    pub fn with_summary(self, summary: &Summary) -> Facts {
        let numbers = summary.temperatures;
        Facts {
            outcome: Some(summary.outcome.to_string()),
            grundy: summary.grundy.map(u64::from),
            temperature: numbers.map(|n| n.temperature.into()),
            mean: numbers.map(|n| n.mean.into()),
            left_stop: numbers.map(|n| n.left_stop.into()),
            right_stop: numbers.map(|n| n.right_stop.into()),
            certainty: Certainty::Exact,
            ..self
        }
    }

    /// Adds bounds for the numbers. The outcome stays absent; [`Bounds::outcome`] gives it where it
    /// follows.
    pub fn with_bounds(self, bounds: &Bounds) -> Facts {
        Facts {
            temperature: Some(bounds.temperature.into()),
            mean: Some(bounds.mean.into()),
            left_stop: Some(bounds.left_stop.into()),
            right_stop: Some(bounds.right_stop.into()),
            certainty: Certainty::LowerBound,
            ..self
        }
    }

    /// Fills in outcome, birthday, Grundy value and atomic weight from the canonical form, if it is
    /// present.
    pub fn complete(&mut self, algebra: Algebra, values: &mut Values) {
        let form = self.canonical_form.as_deref();
        let Some(value) = form.and_then(|form| values.parse(form).ok()) else {
            return;
        };
        let outcome = values.outcome(value).ok().map(|o| o.to_string());
        self.outcome = self.outcome.take().or(outcome);
        self.birthday = values.birthday(value).ok();
        let impartial = algebra == Algebra::Impartial;
        self.grundy = values.as_nimber(value).filter(|_| impartial).map(u64::from);
        if self.grundy.is_none() {
            self.atomic_weight = values.atomic_weight_text(value, FORM_LIMIT);
        }
    }

    /// Whether only bounds for the value are known.
    pub fn is_bound(&self) -> bool {
        self.certainty == Certainty::LowerBound
    }

    /// The board and its tints in one text.
    pub fn board_text(&self) -> String {
        crate::graph::board_text(&self.board, &self.tints)
    }

    /// The temperature for a list of records; bounds are written as `least to most`.
    pub fn temperature_text(&self) -> String {
        match self.temperature {
            Some(interval) if self.is_bound() => match interval.most {
                Some(most) => format!("{} to {most}", interval.least),
                None => interval.least.to_string(),
            },
            _ => self.column("temperature").text(),
        }
    }
}
