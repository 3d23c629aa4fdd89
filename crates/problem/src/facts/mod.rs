//! Facts: the known properties of a board and its value, in one type.
//!
//! [`Facts::of_board`] makes facts from a board. [`Facts::with_summary`] adds the facts of its
//! value, [`Facts::with_bounds`] adds bounds for them. The type is flat rather than an enum of
//! cases, for two reasons: files and the record book keep less than a solver finds (of the bounds,
//! only the lower bound of the temperature), and columns are picked by name. [`Certainty`]
//! distinguishes the cases. The [table](FACT_COLUMNS) is the only list of the fields.

mod certainty;
mod columns;
mod interval;
#[cfg(test)]
mod tests;

pub use certainty::{Certainty, NotACertainty};
pub use columns::{FACT_COLUMNS, FactCell, FactColumn, FactError};
pub use interval::Interval;

use super::Bounds;
use boilingpoint_boards::Board;
use boilingpoint_rules::Algebra;
use boilingpoint_solver::{Evaluation, Solver, Summary};
use boilingpoint_values::{Notation, Values};

/// The greatest length, in bytes, of a canonical form or an atomic weight in records. Longer ones
/// are left out.
pub const FORM_LIMIT: usize = 1 << 14;

crate::documented! {
    /// The known properties of a board and its value. The numbers of the value are absent in a game
    /// whose positions have an outcome but no value.
    ///
    /// The facts by default are those of the board without vertices, with nothing known about its
    /// value.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct Facts {
        /// The board as graph6, as a list of edges or as squares; canonically labelled in records.
        pub board: String,
        /// The tints, one character of `.LR` for each vertex.
        pub tints: String,
        /// The number of vertices.
        pub order: u64,
        /// The number of pairs of adjacent vertices; absent in older record books.
        pub size: Option<u64>,
        /// The number of edges, loops and arcs, where parallel edges count one each; absent in
        /// files.
        pub links: Option<u64>,
        /// The greatest number of neighbours of a vertex.
        pub degree: u64,
        /// The greatest number of vertices at distance exactly two from a vertex.
        pub degree2: u64,
        /// The greatest number of vertices at distance exactly three from a vertex; absent in
        /// files.
        pub degree3: Option<u64>,
        /// Whether the board has an involutive automorphism that moves every vertex to a vertex not
        /// adjacent to it; absent unless this was requested and decided.
        pub opposable: Option<bool>,
        /// The outcome: `L`, `R`, `N`, `P`, or `D` for a draw. Two letters such as `L/D` give the
        /// result when Left begins, then when Right begins: the winner, or `D` for a draw.
        pub outcome: Option<String>,
        /// The Grundy value; absent in a game that is not impartial.
        pub grundy: Option<u64>,
        /// The canonical form of the value; absent when the form is too long to print.
        pub canonical_form: Option<String>,
        /// The atomic weight; absent for nimbers, and when the value is not all small.
        pub atomic_weight: Option<String>,
        /// The birthday of the value: the depth of the game tree of its canonical form.
        pub birthday: Option<u64>,
        /// The temperature of the value: the tax at which the walls of its thermograph meet.
        pub temperature: Option<Interval>,
        /// The mean (mast value) of the value.
        pub mean: Option<Interval>,
        /// The left stop: the number that is reached if Left begins and both players play well.
        pub left_stop: Option<Interval>,
        /// The right stop: the number that is reached if Right begins and both players play well.
        pub right_stop: Option<Interval>,
        /// Whether the value is known exactly, by bounds only, or not at all.
        pub certainty: Certainty,
    }
}

impl Facts {
    /// The facts that follow from the board alone. All facts about the value are absent.
    pub fn of_board(board: &Board) -> Facts {
        let graph = board.graph();
        Facts {
            board: board.name(),
            tints: board.tint_string(),
            order: board.order() as u64,
            size: Some(graph.size() as u64),
            links: Some(board.link_count() as u64),
            degree: graph.degree() as u64,
            degree2: graph.distance_degree(2) as u64,
            degree3: Some(graph.distance_degree(3) as u64),
            ..Facts::default()
        }
    }

    /// The facts of a board and its value. A canonical form or an atomic weight longer than `limit`
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

    /// Adds the outcome and the numbers of a value that is known exactly.
    pub fn with_summary(self, summary: &Summary) -> Facts {
        let numbers = summary.temperatures;
        Facts {
            outcome: Some(summary.outcome.to_string()),
            grundy: summary.grundy.map(u64::from),
            temperature: numbers.map(|n| n.temperature.into()),
            mean: numbers.map(|n| n.mean.into()),
            left_stop: numbers.and_then(|n| n.left_stop()).map(Interval::from),
            right_stop: numbers.and_then(|n| n.right_stop()).map(Interval::from),
            certainty: Certainty::Exact,
            ..self
        }
    }

    /// Adds bounds for the numbers of the value. The outcome stays absent; [`Bounds::outcome`]
    /// gives the outcome where the bounds decide it.
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

    /// Computes outcome, birthday, Grundy value and atomic weight from the canonical form, and writes
    /// the form in the present notation. Does nothing if the canonical form is absent.
    pub fn complete(&mut self, algebra: Algebra, values: &mut Values) {
        let form = self.canonical_form.as_deref();
        let Some(value) = form.and_then(|form| values.parse(form).ok()) else {
            return;
        };
        self.canonical_form = values.notation(value, Notation::Text, FORM_LIMIT);
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

    /// The board and its tints as one text, which the commands read back as a board.
    pub fn board_text(&self) -> String {
        boilingpoint_boards::board_text(&self.board, &self.tints)
    }

    /// The board with its simplest name, for people, as in `D?{ = star(4)`.
    pub fn named_text(&self) -> String {
        boilingpoint_boards::with_name(&self.board_text())
    }

    /// The temperature for a list of records. Bounds are written as `1 to 3/2`.
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
