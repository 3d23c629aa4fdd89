//! The structure of graphs: twins, distances, hanging trees and colour refinement.
//!
//! Each is written once here, for the labelling, drawings, shapes and operators. Two relatives stay
//! where they have to be faster: twins of positions in [`super::classes`], and distances by whole
//! spheres in `invariants.rs`.

mod breadth;
mod hanging;
mod refine;
mod twins;

pub use breadth::BreadthFirst;
pub use hanging::HangingTrees;
pub(crate) use refine::{count_cells, mix, refine};
pub(super) use twins::{are_twins, first_twins};
pub use twins::{is_clique, twin_sets};
