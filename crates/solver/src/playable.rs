//! Representations of positions in which the solver plays a game part by part (`solver/boards.rs`).

use super::budget::SolveError;
use super::signed::Sign;
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_rules::{Algebra, Player, Ruleset};
use smallvec::SmallVec;

/// A representation of positions in which the solver plays a game part by part.
pub(super) trait Playable: Clone {
    /// Whether the position that is asked for goes into the table like the positions below it.
    /// Listings ask for each position once.
    const KEEPS_ROOT: bool = true;

    /// The cost of an option, in units; see `solver/steps.rs`.
    fn units(&self) -> u64;

    fn bytes(&self) -> usize;

    /// The parts whose values add up to the value of the position, and a number that is added.
    fn parts(self, ruleset: &dyn Ruleset) -> (SmallVec<[Self; 2]>, i64);

    fn keyed(self) -> Result<Keyed<Self>, SolveError>;

    fn options(&self, ruleset: &'static dyn Ruleset, player: Player) -> impl Iterator<Item = Self>;
}

/// A part as the table stores it: the part or its negative, with its key.
#[derive(Clone)]
pub(super) struct Keyed<P> {
    pub key: CanonicalKey,
    pub sign: Sign,
    pub position: P,
}

impl<P: Playable> Keyed<P> {
    /// The players whose options are different games: one of them if the part equals its negative.
    pub fn players(&self, algebra: Algebra) -> &'static [Player] {
        match (algebra, self.sign) {
            (Algebra::Impartial, _) | (_, Sign::SelfNegative) => &Player::BOTH[..1],
            _ => &Player::BOTH,
        }
    }
}
