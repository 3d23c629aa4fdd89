//! The value of a position, for cards and the explorer.

use crate::Facts;
use boilingpoint_solver::{Evaluation, Solver};
use boilingpoint_values::{Notation, Thermograph};

/// The known facts of a position's value, without the facts of its board.
#[derive(Clone, Debug, Default)]
pub struct Appraisal {
    /// Outcome and numbers, or bounds for the numbers, and the canonical form in the papers'
    /// notation.
    pub facts: Facts,
    /// The thermograph, if the game has values.
    pub thermograph: Option<Thermograph>,
}

impl Appraisal {
    /// The result of an evaluation. A canonical form of more than `limit` bytes is left out.
    pub fn of(solver: &mut Solver, evaluation: &Evaluation, limit: usize) -> Appraisal {
        let form = |value| solver.canonical_form(value, Notation::Text, limit);
        let short = evaluation.short.as_ref();
        Appraisal {
            facts: Facts {
                canonical_form: evaluation.value().and_then(form),
                ..Facts::default().with_summary(&evaluation.summary)
            },
            thermograph: short.map(|s| s.thermograph.as_ref().clone()),
        }
    }

    /// The fact of this name as text; empty if the fact is not known.
    pub fn text(&self, name: &str) -> String {
        self.facts.column(name).text()
    }

    /// The canonical form, with a space after each comma, where a line may break. `None` if the
    /// form is not known or was left out.
    pub fn form(&self) -> Option<String> {
        let form = self.facts.canonical_form.as_ref();
        form.map(|form| form.replace(',', ", "))
    }
}
