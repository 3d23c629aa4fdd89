//! The bar: the least fitness with which a candidate can change the state of its island.
//!
//! The state of the island when a generation is asked determines the bar. While the outcomes of the
//! generation come in, the bar only rises: archive, frontier and the best of an island get better,
//! and other children crowd a candidate out of its population, never in. So a candidate below the
//! bar need not be evaluated.

/// The least fitness that can change the state of an island.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bar<F> {
    /// A candidate with a lower fitness changes nothing.
    pub fitness: F,
    /// Whether a candidate with exactly this fitness may change something.
    pub ties: bool,
}

impl<F: Ord> Bar<F> {
    /// A bar for candidates that have to be fitter than `fitness`, or as fit if `ties`.
    pub fn new(fitness: F, ties: bool) -> Bar<F> {
        Bar { fitness, ties }
    }

    /// Whether a fitness is below the bar.
    pub fn is_above(&self, fitness: &F) -> bool {
        *fitness < self.fitness || *fitness == self.fitness && !self.ties
    }

    /// The lower of two bars.
    pub fn or(self, other: Bar<F>) -> Bar<F> {
        match self.fitness.cmp(&other.fitness) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => {
                let ties = self.ties || other.ties;
                Bar { ties, ..self }
            }
        }
    }
}
