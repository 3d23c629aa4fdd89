//! Energies: what a walk brings down.

use super::quantity::Quantity;
use boilingpoint_boards::Graph;

/// Gives the value of a quantity by its place in [`Energy::quantities`]; `None` where a graph has
/// none.
pub type Known<'a> = &'a mut dyn FnMut(usize) -> Option<f64>;

/// The numbers that a walk brings down: the violations of conditions first, then a loss.
///
/// The numbers guide a walk and prove nothing, so floats are enough. They have to be the same on
/// every machine: sums, differences, products, quotients and square roots are.
pub trait Energy: Sync {
    /// The quantities of the graph that the energy is computed from.
    fn quantities(&self) -> &[Quantity];

    /// The number of conditions. The cheapest come first.
    fn conditions(&self) -> usize;

    /// By how much the graph violates a condition: 0 if it meets the condition, else above 0.
    fn violation(&self, condition: usize, known: Known) -> f64;

    /// The loss; `None` where it is undefined.
    fn loss(&self, _known: Known) -> Option<f64> {
        Some(0.0)
    }

    /// Whether there is a loss to bring down when all conditions are met.
    fn has_loss(&self) -> bool {
        false
    }

    /// The quantity [`Quantity::Other`] of this number on a graph, and its work beyond
    /// [`Quantity::cost`], in units of about a step.
    fn other(&self, _number: usize, _graph: &Graph) -> (Option<f64>, u64) {
        (None, 0)
    }
}
