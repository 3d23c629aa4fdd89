//! Quantities of each vertex that need a search.

use super::independent::{self, independence};
use super::rows::{Rows, Steps, only};
use super::subgraphs::cliques;
use super::{MOST_STEPS, NoAnswer};
use boilingpoint_boards::Graph;

impl Steps {
    /// The greatest number of steps for one invariant of one graph.
    pub fn of_one_invariant() -> Steps {
        Steps::new(MOST_STEPS)
    }
}

/// The independence number of the neighbours of each vertex.
///
/// # Errors
/// [`NoAnswer`] gives the reason why there are no numbers.
pub fn local_independence(graph: &Graph, steps: &mut Steps) -> Result<Vec<usize>, NoAnswer> {
    independent::local_independence(&Rows::of(graph)?, steps)
}

/// The number of sets of `size` pairwise adjacent vertices that contain each vertex. `size` is at
/// least 1.
///
/// # Errors
/// [`NoAnswer`] gives the reason why there are no numbers.
pub fn cliques_at(graph: &Graph, size: usize, steps: &mut Steps) -> Result<Vec<u64>, NoAnswer> {
    let rows = Rows::of(graph)?;
    let of = |&near| cliques(&rows.near, near, size - 1, steps);
    rows.near.iter().map(of).collect()
}

/// For each vertex, whether every largest independent set contains it: without it, the independence
/// number is less.
///
/// # Errors
/// [`NoAnswer`] gives the reason why there is no answer.
pub fn core(graph: &Graph, steps: &mut Steps) -> Result<Vec<bool>, NoAnswer> {
    let rows = Rows::of(graph)?;
    let all = independence(&rows, rows.all(), steps)?;
    let mut is_in = |v| Ok(independence(&rows, rows.all() & !only(v), steps)? < all);
    (0..rows.order()).map(&mut is_in).collect()
}
