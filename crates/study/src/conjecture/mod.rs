//! Conjectures: inequalities between a quantity of boards and their invariants.
//!
//! A survey values all boards of a class (`survey.rs`). A sweep then tries all inequalities
//! `quantity <= a x + b y + c` with small coefficients `a` and `b`; the least `c` with which one
//! holds on all boards of the survey is exact (`sweep.rs`). Most of them say little. So they are
//! taken in order, those with equality on the most boards first, and one is kept if on some board
//! it is a better bound than all that were kept before. This is Fajtlowicz's rule (*On conjectures
//! of Graffiti*, Discrete Math. 72, 1988).
//!
//! A search looks for boards that refute an inequality (`refutation.rs`). A counterexample joins the
//! boards of the survey, and the sweep is repeated.

mod refutation;
mod survey;
mod sweep;
#[cfg(test)]
mod tests;

pub use refutation::{RefutationError, RefutationSearch, search_for_refutation};
pub use survey::{ExcludedBoards, Survey, SurveyError};
pub use sweep::Conjecture;

use boilingpoint_problem::expression::Number;

/// The side from which an inequality bounds the quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The quantity is at most the bound.
    Upper,
    /// The quantity is at least the bound.
    Lower,
}

impl Side {
    /// The sign between the quantity and the bound.
    pub fn sign(self) -> &'static str {
        match self {
            Side::Upper => "<=",
            Side::Lower => ">=",
        }
    }

    /// The sign of the opposite claim.
    fn opposite(self) -> &'static str {
        match self {
            Side::Upper => ">",
            Side::Lower => "<",
        }
    }

    /// Whether the bound `a` says more than the bound `b`.
    fn is_better(self, a: Number, b: Number) -> bool {
        match self {
            Side::Upper => a < b,
            Side::Lower => a > b,
        }
    }
}
