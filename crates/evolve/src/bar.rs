//! The bar: the least fitness with which a candidate can change the state of its island.
//!
//! The state of an island when it proposes a generation determines the bar. While the outcomes of
//! the generation come in, the bar only rises: the best specimens get better, in the archive and on
//! the island, and further children can only push a candidate out of the population, never into it.
//! So a candidate below the bar need not be evaluated.

/// The least fitness with which a candidate can change the state of its island.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bar<F> {
    /// A candidate with a lower fitness changes nothing.
    pub fitness: F,
    /// Whether a candidate with exactly this fitness may change the island.
    pub ties: bool,
}

impl<F: Ord> Bar<F> {
    /// A bar that candidates pass if they are fitter than `fitness`, or, if `ties`, as fit as
    /// `fitness`.
    pub fn new(fitness: F, ties: bool) -> Bar<F> {
        Bar { fitness, ties }
    }

    /// Whether a candidate with this fitness is below the bar, so that it changes nothing.
    pub fn is_above(&self, fitness: &F) -> bool {
        *fitness < self.fitness || *fitness == self.fitness && !self.ties
    }

    /// The lower one of two bars.
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
