//! The value of a board, by the representation in which the solver plays its game.
//!
//! A large set of squares may be proved to be a number before it is valued (`solver/wins/`).

use super::budget::SolveError;
use super::exact::{Play, Solver};
use super::squares::Region;
use super::stones::Stones;
use super::wins;
use boilingpoint_boards::Board;
use boilingpoint_boards::classes::with_any_rows;
use boilingpoint_values::{Dyadic, Value};

/// The least number of squares of a set that may be proved to be a number before it is valued. A
/// smaller set is valued about as fast.
const LARGE: u32 = 30;

impl Solver {
    /// The exact value of a board.
    ///
    /// The recursion is as deep as the board has vertices: for boards of more than a few hundred
    /// vertices, call this on a [deep stack](super::with_deep_stack).
    ///
    /// # Errors
    /// An exceeded limit of the budget, or another [`SolveError`].
    pub fn value(&mut self, board: &Board) -> Result<Value, SolveError> {
        self.ruleset.fits(board)?;
        match self.play {
            Play::Claims => {
                if let Some(region) = Region::of(self.ruleset, board) {
                    return match self.proved_number(board, region)? {
                        Some(number) => Ok(self.values.number(number)),
                        None => self.value_in_parts(region),
                    };
                }
                let compressed = self.compressed(board)?;
                with_any_rows!(&compressed, position => {
                    self.claims_within_budget(position, Solver::root_value)
                })
            }
            Play::Boards => match Stones::of(self.ruleset, board) {
                Some(stones) => self.value_in_parts(stones),
                None => self.value_in_parts(board.clone()),
            },
            Play::Winner => Err(SolveError::NoValue(self.ruleset.name().to_string())),
        }
    }

    /// The number that a large set of squares is, if a short proof shows that it is one.
    fn proved_number(
        &mut self,
        board: &Board,
        region: Region,
    ) -> Result<Option<Dyadic>, SolveError> {
        if region.len() < LARGE {
            return Ok(None);
        }
        if let Some(known) = self.proved.get(region.packed()) {
            return Ok(known);
        }
        let number = wins::proved_number(self.ruleset, &self.budget, board, region)?;
        self.proved.put(region.packed(), number);
        Ok(number)
    }
}
