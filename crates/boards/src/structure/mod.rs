//! The structure of graphs: twins, distances, hanging trees and colour refinement.
//!
//! The labelling, the drawings, the recognition of shapes and the operators share these functions.
//! Two related algorithms are in other files, since they have to be faster: the twins of positions
//! are found in [`super::classes`], and distances by whole spheres in `invariants.rs`.

mod breadth;
mod hanging;
mod refine;
mod twins;

pub use breadth::BreadthFirst;
pub use hanging::HangingTrees;
pub use refine::{count_cells, mix, refine};
pub(super) use twins::{are_twins, first_twins};
pub use twins::{is_clique, twin_sets};
