//! What a config may name: handed in by the caller, so that this module knows no games.

use super::Boards;
use crate::problem::expression::{InvariantName, Kind};

/// What of a config's boards a ruleset cannot use, or lacks: the key, what is wrong, and what to do.
pub type Misfit = (&'static str, String, String);

/// The names that a config may use, and the check of its boards.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// Names of rulesets.
    pub rulesets: Vec<String>,
    /// Names of classes of boards.
    pub classes: Vec<String>,
    /// Whether every board of one class is of another.
    pub is_within: fn(&str, &str) -> bool,
    /// Names of operators.
    pub operators: Vec<String>,
    /// Invariants for the objective; the numeric ones also describe archive cells.
    pub invariants: Vec<InvariantName>,
    /// Says what of the boards a ruleset cannot use, or lacks.
    pub check_game: fn(&str, &Boards) -> Vec<Misfit>,
    /// The greatest weight that an edge may have.
    pub max_weight: u32,
    /// The largest order that a board may have.
    pub max_order: usize,
    /// Says what is wrong with a board in `boards.start`, if anything is.
    pub check_board: fn(&str) -> Result<(), String>,
    /// Reads the boards of a file in `boards.start_from`, for a ruleset, as far as they may be bred.
    pub read_boards: fn(&str, &str, &Boards) -> Result<Vec<String>, String>,
}

impl Catalogue {
    /// Names that may describe archive cells.
    pub(super) fn descriptors(&self) -> Vec<&str> {
        let numeric = self.invariants.iter().filter(|i| i.kind == Kind::Number);
        numeric.map(|i| i.name.as_str()).collect()
    }
}
