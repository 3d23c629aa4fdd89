//! What is said of a position's value, on cards and in the explorer.

use crate::problem::Facts;
use crate::solver::{Evaluation, Solver};
use crate::value::{Notation, Thermograph};

/// What is known of a position's value; nothing of the board.
#[derive(Clone, Debug, Default)]
pub struct Appraisal {
    /// Outcome and numbers, or bounds of them; the canonical form in the papers' notation.
    pub facts: Facts,
    /// The thermograph, if the game has values.
    pub thermograph: Option<Thermograph>,
}

impl Appraisal {
    /// From an evaluation; a canonical form of more than `limit` bytes is left out.
    pub fn of(solver: &mut Solver, evaluation: &Evaluation, limit: usize) -> Appraisal {
        let form = |value| solver.canonical_form(value, Notation::PlusMinus, limit);
        let short = evaluation.short.as_ref();
        Appraisal {
            facts: Facts {
                canonical_form: evaluation.value().and_then(form),
                ..Facts::default().with_summary(&evaluation.summary)
            },
            thermograph: short.map(|s| s.thermograph.as_ref().clone()),
        }
    }

    /// The fact of that name, as people read it; empty if it is not known.
    pub fn text(&self, name: &str) -> String {
        self.facts.column(name).text()
    }

    /// The canonical form with room for line breaks, if it is known and not left out.
    pub fn form(&self) -> Option<String> {
        let form = self.facts.canonical_form.as_ref();
        form.map(|form| form.replace(',', ", "))
    }
}
